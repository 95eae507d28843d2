//! How often each kind of card is played at all.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{Cell, Merge, Report, Share, Table, TallyLayout};
use ludometer_model::{CardMove, Event, Game, KindSet};

/// Shares of the plays in which at least one copy of a kind is played.
///
/// Counted where rule sets are measured against each other or against a target, beside
/// [`Standard`](super::Standard).
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct CardsPlayed {
    kinds: Vec<Share>,
    /// The kinds played in this play.
    #[serde(skip)]
    #[merge(skip)]
    now: KindSet,
}

impl<G: Game> Observer<G> for CardsPlayed {
    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        if let Some(CardMove::Played { seat: _, kind }) = event.card() {
            self.now.insert(kind);
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        for (kind, share) in self.kinds.iter_mut().enumerate() {
            share.add(self.now.contains(kind));
        }
        self.now = KindSet::NONE;
    }
}

impl<G: Game> Statistic<G> for CardsPlayed {
    fn new(counted: &TallyLayout) -> Self {
        Self { kinds: vec![Share::default(); counted.cards.len()], now: KindSet::NONE }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let mut table = Table::new("cards_played", &["card", "share", "ci_low", "ci_high"]);
        for ((name, _), share) in counted.cards.iter().zip(&self.kinds) {
            let estimate = share.estimate();
            let [low, high] = estimate.bounds();
            table.row(vec![Cell::Text(name.clone()), estimate.value.into(), low, high]);
        }
        out.tables.push(table);
    }
}
