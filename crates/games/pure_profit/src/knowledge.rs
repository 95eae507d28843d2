//! Certain knowledge of hidden hands (spec, section 4, K1 to K8).
//!
//! For each seat s and each observer o there is one row of [`Facts`] about s's hand. The row of s
//! about itself means nothing to s, so it holds what an onlooker knows who sees no hand at all:
//! what everybody knows that everybody knows.

use serde::Serialize;

use super::card::{Card, Counts, VALUES};
use super::state::Hand;
use ludometer_model::Seat;
use ludometer_model::small_table::{BySeat, MAX_SEATS};

/// No bound.
const OPEN: u8 = u8::MAX;

/// The certain knowledge of one observer about one hand.
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
    /// Among the cards not known, at most this many that are no Steals (K6); 255: no bound.
    pub max_non_steals: u8,
}

impl Facts {
    /// Nothing but the number of cards.
    pub const NOTHING: Self = Self {
        known: [0; 16],
        min_bankrupts: 0,
        max_bankrupts: OPEN,
        max_values: OPEN,
        max_non_steals: OPEN,
    };

    /// Returns the facts of a hand that is known card by card.
    const fn all(counts: Counts) -> Self {
        Self { known: counts, min_bankrupts: 0, max_bankrupts: 0, max_values: 0, max_non_steals: 0 }
    }

    /// Bankrupts known one by one.
    #[inline]
    const fn known_bankrupts(&self) -> u8 {
        self.known[10] + self.known[11]
    }

    /// Returns the number of cards known one by one.
    pub fn known_cards(&self) -> u16 {
        self.known.iter().map(|&n| u16::from(n)).sum()
    }

    /// Returns true if the hand is known to hold no Bankrupt.
    #[inline]
    const fn no_bankrupt(&self) -> bool {
        self.max_bankrupts == 0 && self.known_bankrupts() == 0
    }

    /// Notes that the observer sees this card leave the hand.
    fn leaves(&mut self, card: Card) {
        let known = &mut self.known[card.index()];
        if *known > 0 {
            *known -= 1;
        } else if card.is_bankrupt() {
            self.min_bankrupts = self.min_bankrupts.saturating_sub(1);
            lower(&mut self.max_bankrupts);
            lower(&mut self.max_non_steals);
        } else if card.is_value() {
            lower(&mut self.max_values);
            lower(&mut self.max_non_steals);
        }
    }

    /// Notes that a card leaves the hand unseen (K4, and K6's last sentence).
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
        raise(&mut self.max_non_steals, lost_values + lost_bankrupts);
        // All Bankrupts together fall by one, whichever of them were known one by one.
        self.min_bankrupts = bankrupts.saturating_sub(1).saturating_sub(self.known_bankrupts());
    }

    /// Notes that a card comes into the hand unseen, from a hand with these facts.
    #[inline]
    fn gains_unseen(&mut self, victim_no_bankrupt: bool) {
        if !victim_no_bankrupt {
            raise(&mut self.max_bankrupts, 1);
        }
        raise(&mut self.max_values, 1);
        raise(&mut self.max_non_steals, 1);
    }
}

const fn lower(bound: &mut u8) {
    if *bound != OPEN {
        *bound = bound.saturating_sub(1);
    }
}

#[inline]
const fn raise(bound: &mut u8, by: u8) {
    *bound = bound.saturating_add(by);
}

/// One number an observer; the hand's own seat stands for the onlooker.
type Lanes = [u8; MAX_SEATS];

/// All observers' facts about one hand.
///
/// The bounds stand in lanes by observer, as they are set for all observers at once, turn by turn:
/// one store instead of one a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    rows: BySeat<Counts>,
    min_bankrupts: Lanes,
    max_bankrupts: Lanes,
    max_values: Lanes,
    max_non_steals: Lanes,
    /// K7: no value card below this, 1 if nothing is known. Everybody knows it.
    pub(super) floor: u8,
    /// K7: no value card above this, 10 if nothing is known. Everybody knows it.
    pub(super) ceiling: u8,
}

impl Known {
    pub(super) const NOTHING: Self = Self {
        rows: BySeat::all([0; 16]),
        min_bankrupts: [0; MAX_SEATS],
        max_bankrupts: [OPEN; MAX_SEATS],
        max_values: [OPEN; MAX_SEATS],
        max_non_steals: [OPEN; MAX_SEATS],
        floor: 1,
        ceiling: 10,
    };

    /// Returns what this observer knows.
    #[inline]
    pub(super) fn facts(&self, observer: Seat) -> Facts {
        let lane = observer.index();
        Facts {
            known: self.rows[observer],
            min_bankrupts: self.min_bankrupts[lane],
            max_bankrupts: self.max_bankrupts[lane],
            max_values: self.max_values[lane],
            max_non_steals: self.max_non_steals[lane],
        }
    }

    /// Sets what the observer knows.
    #[inline]
    pub(super) fn set(&mut self, observer: Seat, facts: &Facts) {
        let lane = observer.index();
        self.rows[observer] = facts.known;
        self.min_bankrupts[lane] = facts.min_bankrupts;
        self.max_bankrupts[lane] = facts.max_bankrupts;
        self.max_values[lane] = facts.max_values;
        self.max_non_steals[lane] = facts.max_non_steals;
    }

    fn change(&mut self, observer: Seat, change: impl FnOnce(&mut Facts)) {
        let mut facts = self.facts(observer);
        change(&mut facts);
        self.set(observer, &facts);
    }

    /// Notes that the hand gets a card that everybody sees (K1).
    #[inline(always)]
    pub(super) fn gains(&mut self, seats: usize, card: Card) {
        for row in self.rows.first_mut(seats) {
            row[card.index()] += 1;
        }
    }

    /// Notes that the hand's seat draws, from either pile: K5 to K7 end.
    #[inline(always)]
    pub(super) const fn draws(&mut self) {
        self.floor = 1;
        self.ceiling = 10;
        self.max_bankrupts = [OPEN; MAX_SEATS];
        self.max_values = [OPEN; MAX_SEATS];
        self.max_non_steals = [OPEN; MAX_SEATS];
    }

    /// Notes that a card leaves the hand face up.
    #[inline(always)]
    pub(super) fn leaves(&mut self, seats: usize, card: Card) {
        let kind = card.index();
        if card.is_bankrupt() || self.max_non_steals != [OPEN; MAX_SEATS] {
            for observer in Seat::all(seats) {
                self.change(observer, |facts| facts.leaves(card));
            }
        } else {
            for row in self.rows.first_mut(seats) {
                // Without a branch: whether the card was known is a coin toss to the processor.
                row[kind] = row[kind].saturating_sub(1);
            }
        }
    }

    /// Notes that the hand holds no Bankrupt (K5).
    #[inline(always)]
    pub(super) const fn no_bankrupts(&mut self) {
        self.max_bankrupts = [0; MAX_SEATS];
        self.min_bankrupts = [0; MAX_SEATS];
    }

    /// Notes that the hand holds exactly `bankrupts` Bankrupts and otherwise Steals (K6).
    pub(super) fn only_bankrupts(&mut self, seats: usize, bankrupts: u16) {
        for observer in Seat::all(seats) {
            self.change(observer, |facts| {
                facts.min_bankrupts = (bankrupts as u8).saturating_sub(facts.known_bankrupts());
                facts.max_bankrupts = facts.min_bankrupts;
                facts.max_values = 0;
                facts.max_non_steals = facts.min_bankrupts;
            });
        }
    }

    /// Notes that a Bankrupt took the lowest value card (K7).
    pub(super) fn lost_lowest(&mut self, value: u8) {
        self.floor = self.floor.max(value);
    }

    /// Notes that a Bankrupt took the highest value card (K7).
    pub(super) fn lost_highest(&mut self, value: u8) {
        self.ceiling = self.ceiling.min(value);
    }

    /// Notes that the observer sees the whole hand (K3, K8).
    pub(super) fn seen_by(&mut self, observer: Seat, hand: &Hand) {
        self.set(observer, &Facts::all(hand.counts));
    }
}

/// Notes that `card` goes from the hand of `victim` to that of `thief`; both see it, nobody else does (K2, K4).
pub(super) fn stolen(known: &mut BySeat<Known>, seats: usize, thief: Seat, victim: Seat, card: Card) {
    let onlooker_clean = known[victim].facts(victim).no_bankrupt();
    for observer in Seat::all(seats) {
        if observer == thief {
            known[victim].change(observer, |facts| facts.leaves(card));
            // The onlooker's facts.
            known[thief].change(observer, |facts| facts.gains_unseen(onlooker_clean));
        } else if observer == victim {
            // The onlooker's facts.
            known[victim].change(observer, Facts::leaves_unseen);
            known[thief].rows[observer][card.index()] += 1;
        } else {
            let clean = known[victim].facts(observer).no_bankrupt();
            known[victim].change(observer, Facts::leaves_unseen);
            known[thief].change(observer, |facts| facts.gains_unseen(clean));
        }
    }
    known[thief].floor = 1;
    known[thief].ceiling = 10;
}
