//! A figure: its entry in the catalogue, and a value of it that was measured.

use std::fmt;

use super::estimate::{Estimate, Mean, Ratio, Share};
use super::layout::TallyLayout;
use super::target_length::TargetLength;
use ludometer_model::{Contest, player};

/// How a figure is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EstimateKind {
    /// The mean of one number a game.
    Mean,
    /// A share, between 0 and 1. People read it in per cent.
    Share,
    /// The ratio of two sums over games.
    Ratio,
}

impl EstimateKind {
    /// Returns its name in the reference.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Share => "share",
            Self::Ratio => "ratio",
        }
    }
}

/// The bound that a figure of a good game design keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// It should not be above this.
    AtMost(f64),
    /// It should not be below this.
    AtLeast(f64),
}

/// The tolerance of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The bound.
    pub limit: Limit,
    /// The distance beyond the bound that is a moderate issue.
    pub moderate: f64,
    /// The distance beyond the bound that is a serious issue.
    pub serious: f64,
}

/// Says a value of a figure in plain words, by how the game is won.
pub type Reading = fn(f64, &Member, &Contest) -> String;

/// An entry of the catalogue of figures.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The name in files and options. In a family of figures `*` stands for the member.
    pub id: &'static str,
    /// The unit that it is counted in; empty if that is the unit of the wanted length.
    pub unit: &'static str,
    /// How it is estimated.
    pub kind: EstimateKind,
    /// The definition, in a sentence.
    pub definition: &'static str,
    /// The bound that it should keep, if there is one.
    pub tolerance: Option<Tolerance>,
    /// Says its value in plain words, in analyses.
    pub reading: Option<Reading>,
}

impl Figure {
    /// Returns a figure without a tolerance or a reading.
    pub const fn new(
        id: &'static str,
        unit: &'static str,
        kind: EstimateKind,
        definition: &'static str,
    ) -> Self {
        Self { id, unit, kind, definition: definition.trim_ascii(), tolerance: None, reading: None }
    }

    /// Returns this figure with words for its values.
    #[must_use]
    pub const fn reading(self, reading: Reading) -> Self {
        Self { reading: Some(reading), ..self }
    }

    /// Returns this figure with a bound that it should not exceed, and the distances beyond it that are a moderate
    /// and a serious issue.
    #[must_use]
    pub const fn at_most(self, limit: f64, moderate: f64, serious: f64) -> Self {
        Self { tolerance: Some(Tolerance { limit: Limit::AtMost(limit), moderate, serious }), ..self }
    }

    /// Returns this figure with a bound that it should reach, and the distances below it that are a moderate and a
    /// serious issue.
    #[must_use]
    pub const fn at_least(self, limit: f64, moderate: f64, serious: f64) -> Self {
        Self { tolerance: Some(Tolerance { limit: Limit::AtLeast(limit), moderate, serious }), ..self }
    }
}

/// Figures are equal if their ids are.
impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Figure {}

/// Which of a family of figures a value is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Member {
    /// The only one, or that of all members together.
    #[default]
    Whole,
    /// A seat.
    Seat(usize),
    /// A place in the order of play, from 0.
    Order(usize),
    /// A phase, a card, a kind of action ...
    Named(String),
    /// A wanted length of games.
    Length(TargetLength),
    /// A kind of estimated chances.
    Chances(Chances),
}

/// A kind of estimated chances to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// The game's own estimates.
    Raw,
    /// Those that are used, where no curve was fitted: the game's own.
    Plain,
    /// Those that are used: the game's own, put through the curve of the pilot batch.
    Mended,
}

/// Returns the player at a place in the order of play, from 0: `whoever moves second`. At a table of so many seats, where that is
/// known, the last one moves last.
pub fn mover(place: usize, seats: Option<usize>) -> String {
    const PLACES: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    match PLACES.get(place) {
        _ if place > 0 && Some(place + 1) == seats => "whoever moves last".to_owned(),
        Some(place) => format!("whoever moves {place}"),
        None => format!("whoever moves {}th", place + 1),
    }
}

impl Member {
    /// Returns the member in a sentence about players: `Player A`, `whoever moves first`.
    pub fn who(&self) -> String {
        match self {
            Self::Whole => "a player".to_owned(),
            Self::Seat(seat) => player(*seat),
            Self::Order(place) => mover(*place, None),
            other => other.to_string(),
        }
    }
}

/// As files name it.
impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Seat(seat) => write!(f, "seat {seat}"),
            Self::Order(place) => write!(f, "order {}", place + 1),
            Self::Named(name) => f.write_str(name),
            Self::Length(target) => target.fmt(f),
            Self::Chances(Chances::Raw) => f.write_str("raw"),
            Self::Chances(Chances::Plain | Chances::Mended) => f.write_str("used"),
        }
    }
}

/// A measured value of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// The figure.
    pub figure: &'static Figure,
    /// Which of a family.
    pub member: Member,
    /// The value, its interval, and the games it rests on.
    pub estimate: Estimate,
}

impl Metric {
    /// Returns a value of a figure that stands alone.
    pub fn new(figure: &'static Figure, estimate: Estimate) -> Self {
        Self::of(figure, Member::Whole, estimate)
    }

    /// Returns a value of a member of a family.
    pub fn of(figure: &'static Figure, member: Member, estimate: Estimate) -> Self {
        // The mean of a number between 0 and 1 is no share of games, but no interval of it ends beyond them.
        let is_part = figure.unit == "0 to 1" || figure.unit.starts_with("share of");
        let is_part = is_part && figure.kind == EstimateKind::Mean;
        let estimate = if is_part { estimate.within(0.0, 1.0) } else { estimate };
        Self { figure, member, estimate }
    }

    /// Returns its name in `summary.csv`.
    pub fn name(&self) -> String {
        if self.figure.id.contains('*') {
            self.figure.id.replace('*', &self.member.to_string())
        } else {
            self.figure.id.to_owned()
        }
    }

    /// Returns its unit.
    pub const fn unit(&self) -> &'static str {
        match &self.member {
            Member::Length(target) if self.figure.unit.is_empty() => target.unit().name(),
            _ => self.figure.unit,
        }
    }

    /// Says the value in plain words, by how the game is won.
    pub fn reading(&self, contest: &Contest) -> String {
        match (self.estimate.value, self.figure.reading) {
            (None, _) => "too few games".to_owned(),
            (Some(value), Some(reading)) => reading(value, &self.member, contest),
            (Some(_), None) => String::new(),
        }
    }
}

/// A tally that ends as one estimate.
pub trait Measure {
    /// How it is estimated.
    const KIND: EstimateKind;

    /// Returns the estimate with its interval.
    fn estimate(&self) -> Estimate;

    /// Returns the estimate with the interval of a share.
    fn share(&self) -> Estimate {
        self.estimate().of_share()
    }
}

macro_rules! measures {
    ($($tally:ident),*) => {
        $(impl Measure for $tally {
            const KIND: EstimateKind = EstimateKind::$tally;

            fn estimate(&self) -> Estimate {
                Self::estimate(self)
            }
        })*
    };
}

measures!(Mean, Share, Ratio);

/// A tally whose figures are declared beside its fields. Derive it:
///
/// ```
/// # extern crate ludometer_figures as ludometer_stats;
/// # use ludometer_stats::{Figures, Mean, Member, Ratio, TallyLayout};
/// #[derive(Default, Figures)]
/// struct Stats {
///     /// Times the stock was shuffled anew.
///     #[figure("xy_reshuffles", "per game")]
///     reshuffles: Mean,
///     /// Turns lost / turns.
///     #[figure("xy_lost_turns", "share of turns", share)]
///     lost: Ratio,
///     /// Cards played by colour.
///     #[figure("xy_played_*", "per game", each = ["red", "blue"])]
///     colours: [Mean; 2],
/// }
///
/// let mut rows = Vec::new();
/// Stats::default().write_figures(&Member::Whole, &TallyLayout::default(), &mut rows);
/// let names: Vec<String> = rows.iter().map(|row| row.name()).collect();
/// assert_eq!(names, ["xy_reshuffles", "xy_lost_turns", "xy_played_red", "xy_played_blue"]);
/// ```
///
/// The rows come in the order of the fields, and the doc comment of a field is the definition of its figure.
/// `#[figure(ID, UNIT, ...)]` takes `share` (the interval of a share), `by = F` (an estimate of another kind: a function
/// of the tally, in which `counted` is the layout) and `each = NAMES` (a family: a name for each element of an array or
/// list). `#[figures]` is a tally with figures of its own, and `#[figures(each = NAMES)]` a list of them.
pub trait Figures {
    /// The figures that are declared here, without those of parts.
    const FIGURES: &'static [Figure];

    /// Appends a row for each figure.
    fn write_figures(&self, member: &Member, counted: &TallyLayout, out: &mut Vec<Metric>);
}

/// Applies a function to a tally. (A closure learns the tally's type from the first argument.)
#[doc(hidden)]
pub fn measure<T>(tally: &T, by: impl FnOnce(&T) -> Estimate) -> Estimate {
    by(tally)
}

/// Declares a list of figures as an enum, for tallies that are counted by number: each variant has the doc comment that
/// is its definition, an id, a unit, and the kind of its estimate.
///
/// The list of entries is `FIGURES`, in order.
#[macro_export]
macro_rules! figure_enum {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident {
        $($(#[doc = $doc:literal])+ $Variant:ident = $id:literal, $unit:literal, $kind:ident;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Name { $($(#[doc = $doc])+ $Variant,)* }

        impl $Name {
            /// The entries of the catalogue, in order.
            $vis const FIGURES: &'static [$crate::Figure] = &[$($crate::Figure::new(
                $id,
                $unit,
                $crate::EstimateKind::$kind,
                concat!($($doc),+),
            ),)*];
        }
    };
}
