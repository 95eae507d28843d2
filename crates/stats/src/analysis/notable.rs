//! Typical and extreme plays, to be looked at with `trace --game`.

use std::collections::BTreeMap;

use super::course::{Shown, Story};
use crate::observer::MILLION;
use ludometer_figures::{Figure, Merge, Row, Table, catalogue, row_words};
use serde::{Deserialize, Serialize};

/// The least of (figure, play): the first play of those with the least figure.
type Best = Option<(i64, u64)>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notable {
    /// By number of turns: plays, and the first of them.
    lengths: BTreeMap<u32, (u64, u64)>,
    /// In the order of [`EXTREMES`]; figures where more is more remarkable are counted as minus.
    best: [Best; EXTREMES.len()],
}

/// The reason why a game is notable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notability {
    /// Most turns.
    Longest,
    /// Fewest turns.
    Shortest,
    /// Turns that half of the games don't exceed.
    Median,
    /// Largest tension.
    Closest,
    /// Least tension.
    BiggestRunaway,
    /// Lowest chance of the later winner.
    GreatestComeback,
    /// Largest drama.
    MostDramatic,
    /// Most changes of the leader.
    MostLeadChanges,
    /// Latest turn from which the winner leads for good.
    LatestDecision,
    /// Shortest game that was broken off.
    Unfinished,
}

row_words!(Notability {
    Longest => "longest", Shortest => "shortest", Median => "median", Closest => "closest",
    BiggestRunaway => "biggest runaway", GreatestComeback => "greatest comeback", MostDramatic => "most dramatic",
    MostLeadChanges => "most lead changes", LatestDecision => "latest decision", Unfinished => "unfinished",
});

/// A row of `notable.csv`: a notable game.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "notable")]
pub struct NotableRow {
    /// What makes the game notable.
    pub what: Notability,
    /// Id of the figure.
    pub metric: String,
    /// Value of the figure in this game.
    pub value: f64,
    /// Number of the game.
    pub game: u64,
}

/// The extremes, the metric of each, and how many of the units that are counted make one.
const EXTREMES: [(Notability, &Figure, f64); 7] = [
    (Notability::Closest, &catalogue::TENSION, -(MILLION as f64)),
    (Notability::BiggestRunaway, &catalogue::TENSION, MILLION as f64),
    (Notability::GreatestComeback, &catalogue::WINNER_LOWEST_CHANCE, MILLION as f64),
    (Notability::MostDramatic, &catalogue::DRAMA, -1000.0),
    (Notability::MostLeadChanges, &catalogue::LEAD_CHANGES, -1.0),
    (Notability::LatestDecision, &catalogue::DECIDED_AT, -1000.0),
    (Notability::Unfinished, &catalogue::TURNS, 1.0),
];

impl Notable {
    pub(super) fn add(&mut self, story: &Story<'_>, shown: &Shown) {
        let (turns, play) = (story.outcome.turns, story.play);
        let length = self.lengths.entry(turns).or_insert((0, play));
        length.0 += 1;
        length.1 = length.1.min(play);
        let unfinished = story.outcome.unfinished;
        let finished = (!unfinished && story.seats > 1).then_some(i64::from(shown.tension));
        let figures = [
            finished.map(|x| -x),
            // Where all are level throughout, nobody runs away.
            finished.filter(|&tension| tension < i64::from(MILLION)),
            shown.winner.map(|(lowest, _)| i64::from(lowest)),
            shown.winner.map(|(_, drama)| -i64::from(drama)),
            // Where all play together, or one alone, no lead changes.
            (story.seats > 1).then_some(-i64::from(shown.changes)),
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

    /// Reports the games; `are_seen` is false where nothing tells who leads.
    pub(super) fn report(&self, are_seen: bool) -> Table {
        let end = |entry: Option<(&u32, &(u64, u64))>| entry.map(|(&turns, &(_, play))| (turns, play));
        let lengths = [
            (Notability::Longest, end(self.lengths.last_key_value())),
            (Notability::Shortest, end(self.lengths.first_key_value())),
            (Notability::Median, self.median()),
        ];
        let row = |what, figure: &Figure, value, game| {
            let metric = figure.id.to_owned();
            NotableRow { what, metric, value, game }
        };
        let lengths = lengths.into_iter().filter_map(|(what, found)| {
            found.map(|(turns, play)| row(what, &catalogue::TURNS, f64::from(turns), play))
        });
        let tells = |(extreme, _): &(&(Notability, &Figure, f64), &Best)| {
            are_seen || extreme.0 == Notability::Unfinished
        };
        let extremes =
            EXTREMES.iter().zip(&self.best).filter(tells).filter_map(|((what, figure, unit), best)| {
                best.map(|(most, play)| row(*what, figure, most as f64 / unit, play))
            });
        Table::of(lengths.chain(extremes))
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
