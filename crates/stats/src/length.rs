//! How long plays are, how they end, and the exact distribution of their turns.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{Estimate, Mean, Merge, Metric, Report, Row, Share, Table, TallyLayout, catalogue};
use ludometer_model::{Contest, Game, SHARE_UNITS};

/// Counts up to this are kept in a list, longer plays in a map.
const DENSE: usize = 4096;

/// A row of `lengths.csv`: a number of turns that occurred.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "lengths")]
pub struct LengthRow {
    /// Number of turns.
    pub turns: u64,
    /// Games with exactly this number of turns.
    pub games: u64,
}

/// Turns, rounds, decisions, ends, leads, and plays by number of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    turns: Mean,
    rounds: Mean,
    decisions: Mean,
    forced: Mean,
    unfinished: Share,
    won: Share,
    shared: Share,
    joint: Share,
    gap: Mean,
    short: Vec<u64>,
    long: BTreeMap<u32, u64>,
}

impl Lengths {
    /// Adds the rows that stand first in every summary.
    pub(super) fn metrics(&self, contest: &Contest, out: &mut Report) {
        // A score alone is neither won nor lost.
        let won = if contest.ends.are_won { self.won.estimate() } else { Estimate::default() };
        let shared = if contest.is_contest() { self.shared.estimate() } else { Estimate::default() };
        let rows = [
            (&catalogue::TURNS, self.turns.estimate()),
            (&catalogue::ROUNDS, self.rounds.estimate_in(1.0 / SHARE_UNITS as f64)),
            (&catalogue::DECISIONS, self.decisions.estimate()),
            (&catalogue::FORCED_DECISIONS, self.forced.estimate()),
            (&catalogue::UNFINISHED, self.unfinished.estimate()),
            (&catalogue::WON, won),
            (&catalogue::SHARED_WINS, shared),
        ];
        out.metrics.extend(rows.map(|(figure, estimate)| Metric::new(figure, estimate)));
        let are_apart = contest.is_contest() && !contest.has_sides() && contest.drawn.is_empty();
        let are_found = are_apart && !contest.ends.are_lost_alone && self.joint.hits() > 0;
        if contest.ends.are_joint || are_found {
            out.metrics.push(Metric::new(&catalogue::JOINT_WINS, self.joint.estimate()));
        }
    }

    /// Returns the mean lead of the first over the second, empty where nobody competes or no score is counted.
    pub(super) fn gap(&self, contest: &Contest) -> Metric {
        let gap = if contest.is_contest() && contest.ends.have_scores {
            self.gap.estimate()
        } else {
            Estimate::default()
        };
        Metric::new(&catalogue::LEADER_GAP, gap)
    }

    /// Plays counted.
    pub const fn plays(&self) -> u64 {
        self.turns.plays()
    }

    /// Decisions counted, over all plays.
    pub const fn decisions(&self) -> i128 {
        self.decisions.sum()
    }

    /// Returns each number of turns that occurred with its plays, rising.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let short = self.short.iter().enumerate().filter(|&(_, &n)| n > 0).map(|(t, &n)| (t as u32, n));
        short.chain(self.long.iter().map(|(&t, &n)| (t, n)))
    }

    /// Returns the exact quantile of the number of turns: the least number that at least the share `q` of
    /// the plays did not exceed.
    pub fn quantile(&self, q: f64) -> Option<u32> {
        let need = ((q * self.plays() as f64).ceil() as u64).max(1);
        let mut seen = 0;
        self.counts()
            .find(|&(_, n)| {
                seen += n;
                seen >= need
            })
            .map(|(turns, _)| turns)
    }
}

impl Merge for Lengths {
    fn merge(&mut self, other: Self) {
        let Self { turns, rounds, decisions, forced, unfinished, won, shared, joint, gap, short, long } =
            other;
        self.turns.merge(turns);
        self.rounds.merge(rounds);
        self.decisions.merge(decisions);
        self.forced.merge(forced);
        self.unfinished.merge(unfinished);
        self.won.merge(won);
        self.shared.merge(shared);
        self.joint.merge(joint);
        self.gap.merge(gap);
        if self.short.len() < short.len() {
            self.short.resize(short.len(), 0);
        }
        for (mine, theirs) in self.short.iter_mut().zip(short) {
            *mine += theirs;
        }
        for (turns, n) in long {
            *self.long.entry(turns).or_default() += n;
        }
    }
}

impl<G: Game> Observer<G> for Lengths {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        self.turns.add(i64::from(outcome.turns));
        self.rounds.add(outcome.round_units as i64);
        self.decisions.add(i64::from(finish.decisions));
        self.forced.add(i64::from(finish.forced));
        self.unfinished.add(outcome.unfinished);
        self.won.add(outcome.is_won());
        self.shared.add(outcome.is_tie());
        self.joint.add(outcome.is_joint_win && outcome.winners().nth(1).is_some());
        if let Some(gap) = outcome.leader_gap() {
            self.gap.add(gap);
        }
        let turns = outcome.turns as usize;
        if turns < DENSE {
            if self.short.len() <= turns {
                self.short.resize(turns + 1, 0);
            }
            self.short[turns] += 1;
        } else {
            *self.long.entry(outcome.turns).or_default() += 1;
        }
    }
}

impl<G: Game> Statistic<G> for Lengths {
    fn new(_: &TallyLayout) -> Self {
        Self::default()
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let row = |(turns, games)| LengthRow { turns: u64::from(turns), games };
        out.tables.push(Table::of(self.counts().map(row)));
    }
}
