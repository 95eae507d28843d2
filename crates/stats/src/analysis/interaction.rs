//! The interaction of seats: who acts against whom.

use serde::{Deserialize, Serialize};

use super::sheet::FigureTable;
use ludometer_figures::{Estimate, Mean, Member, Merge, Ratio, Row, Table, catalogue};
use ludometer_model::{Interaction, Seat};

/// A row of `interaction.csv`: an actor, a target and a kind of interaction.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "interaction")]
pub struct InteractionRow {
    /// Seat that acts, from 0.
    pub actor: u64,
    /// Seat that is acted against.
    pub target: u64,
    /// Kind of interaction, in words.
    pub kind: String,
    /// Acts, mean per game.
    #[row("per_game", "ci_low", "ci_high", "games")]
    pub per_game: Estimate,
}

/// Counts by kind, actor and target, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InteractionTally {
    seats: usize,
    pairs: Vec<Mean>,
    all: Mean,
    /// By kind: how often in how many turns.
    rates: Vec<Ratio>,
    #[serde(skip)]
    now: Vec<u32>,
}

impl InteractionTally {
    pub(super) fn new(seats: usize, kinds: usize) -> Self {
        let cells = seats * seats * kinds;
        Self {
            seats,
            pairs: vec![Mean::default(); cells],
            all: Mean::default(),
            rates: vec![Ratio::default(); kinds],
            now: vec![0; cells],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, interaction: Interaction, actor: Seat) {
        let at = (interaction.kind * self.seats + actor.index()) * self.seats + interaction.target.index();
        if let Some(count) = self.now.get_mut(at) {
            *count += 1;
        }
    }

    /// Counts the end of a play of so many turns.
    pub(super) fn finish(&mut self, turns: u32) {
        for (rate, pairs) in self.rates.iter_mut().zip(self.now.chunks(self.seats * self.seats)) {
            rate.add(pairs.iter().map(|&n| u64::from(n)).sum(), turns.into());
        }
        self.all.add(self.now.iter().map(|&n| i64::from(n)).sum());
        for (mean, count) in self.pairs.iter_mut().zip(&mut self.now) {
            mean.add(i64::from(std::mem::take(count)));
        }
    }

    pub(super) fn report(&self, kinds: &[String], sheet: &mut FigureTable) -> Table {
        let row = |(at, mean): (usize, &Mean)| InteractionRow {
            actor: (at / self.seats % self.seats) as u64,
            target: (at % self.seats) as u64,
            kind: kinds.get(at / self.seats / self.seats).cloned().unwrap_or_default(),
            per_game: mean.estimate(),
        };
        let rows = self.pairs.iter().enumerate().map(row).filter(|row| row.actor != row.target);
        if !kinds.is_empty() {
            sheet.add(&catalogue::INTERACTION, self.all.estimate());
        }
        for (kind, rate) in kinds.iter().zip(&self.rates) {
            sheet.add_of(&catalogue::INTERACTION_RATE, Member::Named(kind.clone()), rate.estimate());
        }
        Table::of(rows)
    }
}

impl Merge for InteractionTally {
    fn merge(&mut self, other: Self) {
        let Self { seats: _, pairs, all, rates, now: _ } = other;
        if self.now.len() < self.pairs.len() {
            self.now.resize(self.pairs.len(), 0);
        }
        self.pairs.merge(pairs);
        self.all.merge(all);
        self.rates.merge(rates);
    }
}
