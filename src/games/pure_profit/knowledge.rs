//! Certain knowledge of hidden hands (spec, section 4, K1 to K8).
//!
//! For each seat s and each observer o there is one row of [`Facts`] about s's hand. The row of s
//! about itself means nothing to s, so it holds what an onlooker knows who sees no hand at all:
//! what everybody knows that everybody knows.

use serde::Serialize;

use super::card::{Card, Counts, VALUES};
use super::state::Hand;
use crate::model::{BySeat, Seat};

/// No bound.
const OPEN: u8 = u8::MAX;

/// What one observer knows for certain about one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// Copies of each kind that are there (K1 to K4, K8).
    pub known: Counts,
    /// Beside these, at least this many Bankrupts (K6).
    pub min_bankrupts: u8,
    /// Among the cards not known, at most this many Bankrupts (K5, K6); 255: no bound.
    pub max_bankrupts: u8,
    /// Among the cards not known, at most this many value cards (K6); 255: no bound.
    pub max_values: u8,
}

impl Facts {
    /// Nothing but the number of cards.
    pub const NOTHING: Self =
        Self { known: [0; 16], min_bankrupts: 0, max_bankrupts: OPEN, max_values: OPEN };

    /// The hand is known card by card.
    const fn all(counts: Counts) -> Self {
        Self { known: counts, min_bankrupts: 0, max_bankrupts: 0, max_values: 0 }
    }

    /// Bankrupts known one by one.
    #[inline]
    const fn known_bankrupts(&self) -> u8 {
        self.known[10] + self.known[11]
    }

    /// The number of cards known one by one.
    pub fn known_cards(&self) -> u16 {
        self.known.iter().map(|&n| u16::from(n)).sum()
    }

    /// The hand is known to hold no Bankrupt.
    #[inline]
    const fn no_bankrupt(&self) -> bool {
        self.max_bankrupts == 0 && self.known_bankrupts() == 0
    }

    /// The observer sees this card leave the hand.
    #[inline(always)]
    fn leaves(&mut self, card: Card) {
        // Without a branch: whether the card was known is a coin toss to the processor.
        let known = &mut self.known[usize::from(card.kind() & 15)];
        let was_known = u8::from(*known > 0);
        *known -= was_known;
        if card.is_value() {
            self.max_values = lower(self.max_values, 1 - was_known);
        } else if card.is_bankrupt() {
            self.min_bankrupts = self.min_bankrupts.saturating_sub(1 - was_known);
            self.max_bankrupts = lower(self.max_bankrupts, 1 - was_known);
        }
    }

    /// A card leaves the hand unseen (K4, and K6's last sentence).
    fn leaves_unseen(&mut self) {
        let bankrupts = self.known_bankrupts() + self.min_bankrupts;
        let mut lost_values = 0;
        let mut lost_bankrupts = 0;
        for (kind, known) in self.known.iter_mut().enumerate() {
            if *known > 0 {
                *known -= 1;
                lost_values += u8::from(kind < VALUES);
                lost_bankrupts += u8::from(kind == 10 || kind == 11);
            }
        }
        // What was known and may still be there is among the unknown cards now.
        raise(&mut self.max_values, lost_values);
        raise(&mut self.max_bankrupts, lost_bankrupts);
        // All Bankrupts together fall by one, whichever of them were known one by one.
        self.min_bankrupts = bankrupts.saturating_sub(1).saturating_sub(self.known_bankrupts());
    }

    /// A card comes into the hand unseen, from a hand with these facts.
    #[inline]
    fn gains_unseen(&mut self, victim_no_bankrupt: bool) {
        if !victim_no_bankrupt {
            raise(&mut self.max_bankrupts, 1);
        }
        raise(&mut self.max_values, 1);
    }
}

#[inline(always)]
const fn lower(bound: u8, by: u8) -> u8 {
    if bound == OPEN { OPEN } else { bound.saturating_sub(by) }
}

#[inline]
const fn raise(bound: &mut u8, by: u8) {
    *bound = bound.saturating_add(by);
}

/// All observers' facts about one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// By observer; the hand's own seat stands for the onlooker.
    pub(super) rows: BySeat<Facts>,
    /// K7: no value card below this, 1 if nothing is known. Everybody knows it.
    pub(super) floor: u8,
    /// K7: no value card above this, 10 if nothing is known. Everybody knows it.
    pub(super) ceiling: u8,
}

impl Known {
    pub(super) const NOTHING: Self = Self { rows: BySeat::all(Facts::NOTHING), floor: 1, ceiling: 10 };

    /// The hand gets a card that everybody sees (K1).
    #[inline]
    pub(super) fn gains(&mut self, seats: usize, card: Card) {
        for row in self.rows.first_mut(seats) {
            row.known[usize::from(card.kind())] += 1;
        }
    }

    /// The hand's seat draws, from either pile: K5 to K7 end.
    #[inline]
    pub(super) fn draws(&mut self, seats: usize) {
        self.floor = 1;
        self.ceiling = 10;
        for row in self.rows.first_mut(seats) {
            row.max_bankrupts = OPEN;
            row.max_values = OPEN;
        }
    }

    /// A card leaves the hand face up.
    #[inline]
    pub(super) fn leaves(&mut self, seats: usize, card: Card) {
        for row in self.rows.first_mut(seats) {
            row.leaves(card);
        }
    }

    /// The hand holds no Bankrupt (K5).
    #[inline]
    pub(super) fn no_bankrupts(&mut self, seats: usize) {
        for row in self.rows.first_mut(seats) {
            row.max_bankrupts = 0;
            row.min_bankrupts = 0;
        }
    }

    /// The hand holds exactly `bankrupts` Bankrupts and otherwise Steals (K6).
    pub(super) fn only_bankrupts(&mut self, seats: usize, bankrupts: u16) {
        for row in self.rows.first_mut(seats) {
            row.min_bankrupts = (bankrupts as u8).saturating_sub(row.known_bankrupts());
            row.max_bankrupts = row.min_bankrupts;
            row.max_values = 0;
        }
    }

    /// A Bankrupt took the lowest value card (K7).
    pub(super) fn lost_lowest(&mut self, value: u8) {
        self.floor = self.floor.max(value);
    }

    /// A Bankrupt took the highest value card (K7).
    pub(super) fn lost_highest(&mut self, value: u8) {
        self.ceiling = self.ceiling.min(value);
    }

    /// The observer sees the whole hand (K3, K8).
    pub(super) fn seen_by(&mut self, observer: Seat, hand: &Hand) {
        self.rows[observer] = Facts::all(hand.counts);
    }
}

/// `card` goes from the hand of `victim` to that of `thief`; both see it, nobody else does (K2, K4).
pub(super) fn stolen(known: &mut BySeat<Known>, seats: usize, thief: Seat, victim: Seat, card: Card) {
    let onlooker_clean = known[victim].rows[victim].no_bankrupt();
    for observer in Seat::all(seats) {
        if observer == thief {
            known[victim].rows[observer].leaves(card);
            // The onlooker's row.
            known[thief].rows[observer].gains_unseen(onlooker_clean);
        } else if observer == victim {
            // The onlooker's row.
            known[victim].rows[observer].leaves_unseen();
            known[thief].rows[observer].known[usize::from(card.kind())] += 1;
        } else {
            let clean = known[victim].rows[observer].no_bankrupt();
            known[victim].rows[observer].leaves_unseen();
            known[thief].rows[observer].gains_unseen(clean);
        }
    }
    known[thief].floor = 1;
    known[thief].ceiling = 10;
}
