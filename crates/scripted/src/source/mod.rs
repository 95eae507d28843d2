//! Analysis of a script before it runs: its names, and whether it keeps to what scripts may do.
//!
//! The text is read once. [`Scan`] lists what it declares; [`Scan::code`] is the same text with two things added,
//! on lines that stay where they are: a count of the steps taken at each beginning of a function or a pass of a loop,
//! and calls that hand the tables of the outermost level to the engine, which freezes them.

mod blocks;
mod declarations;
mod names;
mod scan;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use names::MATH;
#[cfg(test)]
pub(crate) use names::{KNOWN, OF_SCENES};
pub(crate) use scan::scan;
pub(crate) use uses::in_table;

use crate::sheets::FileUse;

/// An action's argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    /// Its name in the script.
    pub(crate) name: String,
    pub(crate) meaning: Meaning,
    /// True for `seat?`: 0 at the end is left out.
    pub(crate) may_lack: bool,
}

/// The meaning of a number that an action or a note has, by the type that the script gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// An amount, a place on a board, anything else.
    Number,
    /// A kind of card; 0 is none.
    Card,
    /// A seat from 1; 0 is none.
    Seat,
    /// A slot of a row, which the argument's name tells.
    Slot,
    /// A word of the list with this name, from 1; 0 is none. A list that is not there makes it a number.
    Word(String),
}

impl Meaning {
    /// Returns the meaning of a type's name.
    pub(crate) fn of(kind: &str) -> Self {
        match kind {
            "card" => Self::Card,
            "seat" => Self::Seat,
            "slot" => Self::Slot,
            "" | "amount" | "number" => Self::Number,
            list => Self::Word(list.to_owned()),
        }
    }
}

/// A figure of the designer's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnFigure {
    /// The word that the script gives it.
    pub(crate) word: String,
    /// The number that it counts.
    pub(crate) measure: OwnMeasure,
}

/// The number that a figure of the designer's own counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnMeasure {
    /// A sum over the game.
    Game,
    /// A sum for each seat.
    Seat,
    /// A sum for each kind of card.
    Card,
    /// The ratio of two sums.
    Ratio,
    /// The ratio of two sums for each kind of card.
    CardRatio,
}

impl OwnMeasure {
    /// All of them, each with what its event is called in front of the word.
    pub(crate) const NAMES: [(Self, &'static str); 5] = [
        (Self::Game, "metric "),
        (Self::Seat, "metric by seat "),
        (Self::Card, "metric by card "),
        (Self::Ratio, "ratio "),
        (Self::CardRatio, "ratio by card "),
    ];

    /// Returns true for ratios.
    pub(crate) fn is_ratio(self) -> bool {
        matches!(self, Self::Ratio | Self::CardRatio)
    }

    /// Returns what its event is called in front of the word.
    pub(crate) fn prefix(self) -> &'static str {
        Self::NAMES.iter().find(|(measure, _)| *measure == self).map_or("", |(_, prefix)| prefix)
    }
}

/// A function of one of the engine's tables, such as `act.draw`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Routine {
    /// The name behind the dot.
    pub(crate) name: String,
    /// Its line.
    pub(crate) line: usize,
    /// The meanings of its arguments, the seat in front left out.
    pub(crate) arguments: Vec<Argument>,
}

/// The result of reading a script's text.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Scan {
    /// True if scenes are part of it: they are left out of what is played.
    pub(crate) staged: bool,
    /// True if the script has scenes.
    pub(crate) has_scenes: bool,
    /// `act.NAME`, in order.
    pub(crate) acts: Vec<Routine>,
    /// `step.NAME`, in order.
    pub(crate) steps: Vec<Routine>,
    /// Steps that several seats choose in at once (`together.NAME`).
    pub(crate) together: Vec<String>,
    /// Steps that seats choose in in secret, several times (`secretly.NAME`).
    pub(crate) secretly: Vec<String>,
    /// Steps that seats are asked in one after another (`around.NAME`).
    pub(crate) around: Vec<String>,
    /// `resume.NAME`, in order.
    pub(crate) resumes: Vec<String>,
    /// The first words of `note("word", ...)`.
    pub(crate) notes: Vec<String>,
    /// The first words of `interaction("word", actor, target)`.
    pub(crate) interactions: Vec<String>,
    /// The figures of the designer's own: the first words of `metric("word", value)` and the like.
    pub(crate) metrics: Vec<OwnFigure>,
    /// True if a seat is shown something in secret: `show(zone, seat, "secret")`.
    pub(crate) shows_secretly: bool,
    /// True if `win` names several seats at once somewhere.
    pub(crate) wins_jointly: bool,
    /// The names of the engine that the script uses.
    pub(crate) calls: BTreeSet<String>,
    /// The variables that zones are assigned to, by line.
    pub(crate) zones: BTreeMap<usize, Vec<String>>,
    /// The tables that zones are put into, by line.
    pub(crate) tables_of_zones: BTreeMap<usize, Vec<String>>,
    /// For each zone in `tables_of_zones` its key there; empty where it has a number.
    pub(crate) keys_of_zones: BTreeMap<usize, Vec<String>>,
    /// The function that makes each of these zones.
    pub(crate) makers: BTreeMap<String, String>,
    /// The zones that cards are moved or drawn from by choice; `NAME[]` for those in a table, one without a name where it can be
    /// any.
    pub(crate) played: BTreeSet<String>,
    /// Decks that `fill` names, with their lines.
    pub(crate) fills: Vec<(String, usize)>,
    /// The files that `file` names, in order.
    pub(crate) files: Vec<FileUse>,
    /// The strings of the script that stand in quotes.
    pub(crate) texts: Vec<String>,
    /// `after.NAME`, with their lines.
    pub(crate) after: Vec<(String, usize)>,
    /// The text with steps counted.
    pub(crate) code: String,
}
