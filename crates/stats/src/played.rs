//! How often each kind of card is played at all.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{Bounded, Merge, Report, Row, Share, Table, TallyLayout};
use ludometer_model::{CardMove, Event, Game, KindSet};

/// A row of `cards_played`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "cards_played")]
pub struct CardPlayedRow {
    /// Id of the card.
    pub card: String,
    /// Share of the games in which at least one copy is played.
    #[row("share", "ci_low", "ci_high")]
    pub share: Bounded,
}

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
        let cards = counted.cards.iter().zip(&self.kinds);
        let rows = cards
            .map(|((name, _), share)| CardPlayedRow { card: name.clone(), share: share.estimate().into() });
        out.tables.push(Table::of(rows));
    }
}
