//! Typical and extreme plays, to be looked at with `trace --game`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::drama::Shown;
use super::story::Story;
use crate::observer::MILLION;
use ludometer_figures::{Cell, Figure, Merge, Table, catalogue};

/// The least of (figure, play): the first play of those with the least figure.
type Best = Option<(i64, u64)>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notable {
    /// By number of turns: plays, and the first of them.
    lengths: BTreeMap<u32, (u64, u64)>,
    /// In the order of [`KINDS`]; figures where more is more remarkable are counted as minus.
    best: [Best; KINDS.len()],
}

/// What is remarkable, its metric, and how many of the units that are counted make one.
const KINDS: [(&str, &Figure, f64); 7] = [
    ("closest", &catalogue::TENSION, -(MILLION as f64)),
    ("biggest runaway", &catalogue::TENSION, MILLION as f64),
    ("greatest comeback", &catalogue::WINNER_LOWEST_CHANCE, MILLION as f64),
    ("most dramatic", &catalogue::DRAMA, -1000.0),
    ("most lead changes", &catalogue::LEAD_CHANGES, -1.0),
    ("latest decision", &catalogue::DECIDED_AT, -1000.0),
    ("unfinished", &catalogue::TURNS, 1.0),
];

impl Notable {
    pub(super) fn add(&mut self, story: &Story<'_>, shown: &Shown) {
        let (turns, play) = (story.outcome.turns, story.play);
        let length = self.lengths.entry(turns).or_insert((0, play));
        length.0 += 1;
        length.1 = length.1.min(play);
        let unfinished = story.outcome.unfinished;
        let finished = (!unfinished).then_some(i64::from(shown.tension));
        let figures = [
            finished.map(|x| -x),
            finished,
            shown.winner.map(|(lowest, _)| i64::from(lowest)),
            shown.winner.map(|(_, drama)| -i64::from(drama)),
            Some(-i64::from(shown.changes)),
            shown.decided.map(|x| -i64::from(x)),
            unfinished.then_some(i64::from(turns)),
        ];
        for (best, figure) in self.best.iter_mut().zip(figures) {
            better(best, figure.map(|figure| (figure, play)));
        }
    }

    /// Returns the length that half the plays don't exceed, with the first play of it.
    fn median(&self) -> Option<(u32, u64)> {
        let half = self.lengths.values().map(|(plays, _)| plays).sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let mut at_half = |plays: u64| {
            seen += plays;
            seen >= half
        };
        self.lengths.iter().find(|(_, (plays, _))| at_half(*plays)).map(|(&turns, &(_, play))| (turns, play))
    }

    pub(super) fn report(&self) -> Table {
        let mut table = Table::new("notable", &["what", "metric", "value", "game"]);
        let end = |entry: Option<(&u32, &(u64, u64))>| entry.map(|(&turns, &(_, play))| (turns, play));
        let lengths = [
            ("longest", end(self.lengths.last_key_value())),
            ("shortest", end(self.lengths.first_key_value())),
            ("median", self.median()),
        ];
        for (what, play) in lengths {
            if let Some((turns, play)) = play {
                table.row(vec![
                    what.into(),
                    catalogue::TURNS.id.into(),
                    u64::from(turns).into(),
                    play.into(),
                ]);
            }
        }
        for ((what, figure, unit), best) in KINDS.iter().zip(&self.best) {
            if let Some((most, play)) = best {
                let value = *most as f64 / unit;
                table.row(vec![(*what).into(), figure.id.into(), Cell::Real(value), (*play).into()]);
            }
        }
        table
    }
}

fn better(best: &mut Best, other: Best) {
    *best = match (*best, other) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
}

impl Merge for Notable {
    fn merge(&mut self, other: Self) {
        let Self { lengths, best } = other;
        for (turns, (plays, first)) in lengths {
            let mine = self.lengths.entry(turns).or_insert((0, first));
            mine.0 += plays;
            mine.1 = mine.1.min(first);
        }
        for (mine, theirs) in self.best.iter_mut().zip(best) {
            better(mine, theirs);
        }
    }
}
