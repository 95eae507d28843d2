//! Who acts against whom.

use serde::{Deserialize, Serialize};

use super::sheet::FigureTable;
use ludometer_figures::{Cell, Mean, Member, Merge, Ratio, Table, catalogue};
use ludometer_model::{Interaction, Seat};

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
        let columns = ["actor", "target", "kind", "per_game", "ci_low", "ci_high", "games"];
        let mut table = Table::new("interaction", &columns);
        for (at, mean) in self.pairs.iter().enumerate() {
            let (kind, actor, target) =
                (at / self.seats / self.seats, at / self.seats % self.seats, at % self.seats);
            if actor == target {
                continue;
            }
            let estimate = mean.estimate();
            let [low, high] = estimate.bounds();
            table.row(vec![
                (actor as u64).into(),
                (target as u64).into(),
                Cell::Text(kinds.get(kind).cloned().unwrap_or_default()),
                estimate.value.into(),
                low,
                high,
                estimate.games.into(),
            ]);
        }
        if !kinds.is_empty() {
            sheet.add(&catalogue::INTERACTION, self.all.estimate());
        }
        for (kind, rate) in kinds.iter().zip(&self.rates) {
            sheet.add_of(&catalogue::INTERACTION_RATE, Member::Named(kind.clone()), rate.estimate());
        }
        table
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
