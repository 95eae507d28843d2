//! Writing states and views with the names of the cards.

use std::fmt;

use super::card::{Card, NO_CARD, Naming};
use super::hand::Hand;
use super::knowledge::Counts;
use super::params::Params;

/// The data needed to write cards by their names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Names {
    pub(super) naming: &'static Naming,
    pub(super) seats: usize,
    pub(super) categories: usize,
    pub(super) extras: usize,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} card names", self.naming.kinds())
    }
}

impl Names {
    pub(super) const fn of(params: &Params) -> Self {
        Self {
            naming: params.naming,
            seats: params.seats,
            categories: params.categories,
            extras: params.extras,
        }
    }

    pub(super) fn card(&self, kind: u8) -> Option<Card> {
        (kind != NO_CARD).then(|| self.naming.card(kind))
    }

    pub(super) fn cards(&self, kinds: &[u8]) -> Vec<Card> {
        kinds.iter().map(|&kind| self.naming.card(kind)).collect()
    }

    pub(super) fn counted(&self, counts: &Counts) -> Vec<Card> {
        let copies = |(kind, &n): (usize, &u8)| std::iter::repeat_n(self.naming.card(kind as u8), n.into());
        counts.iter().enumerate().flat_map(copies).collect()
    }

    /// Returns the cards by holder, without those of whom nothing is known.
    pub(super) fn hands(&self, hands: &[Hand]) -> Vec<Vec<Card>> {
        hands[..self.seats].iter().map(|hand| self.cards(hand)).collect()
    }
}
