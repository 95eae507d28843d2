//! The test whether the deal decides who begins.

use serde::{Deserialize, Serialize};

use ludometer_figures::{Mean, Merge, widening};
use ludometer_model::{BySeat, Seat};

/// Fewer games than this tell nothing.
const LEAST: u64 = 30;

/// Chances are one in a thousand that a deal that does not matter seems to decide who begins: the intervals are this many
/// times as wide as those of 95 %, before they are widened for the number of kinds.
const STRICT: f64 = 1.68;

/// The cards dealt to who begins, against those dealt to all.
///
/// A seat that begins because of the cards that it was dealt (the lowest card leads, the wolves wake first) also wins because of
/// them, so that wins by order of play tell nothing of beginning itself.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Starters {
    /// By kind: its copies dealt to who begins times all cards dealt, less all its copies dealt times the cards dealt to
    /// who begins. The mean is 0 where who begins has nothing to do with the deal.
    kinds: Vec<Mean>,
    /// This game: copies dealt to each seat, by kind.
    #[serde(skip)]
    #[merge(skip)]
    now: Vec<BySeat<u16>>,
}

impl Starters {
    pub(super) fn new(kinds: usize) -> Self {
        Self { kinds: vec![Mean::default(); kinds], now: Vec::new() }
    }

    /// Counts a card that is dealt to a seat before the first decision.
    #[inline]
    pub(super) fn dealt(&mut self, seat: Seat, kind: usize) {
        if self.now.is_empty() {
            self.now = vec![BySeat::all(0); self.kinds.len()];
        }
        if let Some(copies) = self.now.get_mut(kind) {
            copies[seat] = copies[seat].saturating_add(1);
        }
    }

    /// Counts the end of a game that this seat began.
    pub(super) fn end(&mut self, first: Seat, seats: usize) {
        let of_seat = |seat: Seat| self.now.iter().map(|copies| i64::from(copies[seat])).sum::<i64>();
        let (own, all): (i64, i64) = (of_seat(first), Seat::all(seats).map(of_seat).sum());
        for (mean, copies) in self.kinds.iter_mut().zip(&mut self.now) {
            let total: i64 = Seat::all(seats).map(|seat| i64::from(copies[seat])).sum();
            mean.add(i64::from(copies[first]) * all - total * own);
            *copies = BySeat::all(0);
        }
    }

    /// Returns true if who begins was dealt other cards than the others are.
    pub(super) fn are_dealt(&self) -> bool {
        let wide = STRICT * widening(self.kinds.len());
        self.kinds.iter().filter(|mean| mean.plays() >= LEAST).any(|mean| {
            let estimate = mean.estimate();
            estimate.value.zip(estimate.interval).is_some_and(|(value, (low, high))| {
                let arm = if value > 0.0 { value - low } else { high - value };
                value.abs() > wide * arm
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    /// Deals three cards each of a deck of a low card and eleven others to four seats, so many times; `first` says who
    /// begins, told who has the low card.
    fn dealt(games: u64, first: impl Fn(Seat, &mut Rng) -> Seat) -> bool {
        let mut starters = Starters::new(2);
        let mut rng = Rng::from_words([66, games, 12]);
        for _ in 0..games {
            let low = Seat::new(rng.index(4));
            for seat in Seat::all(4) {
                for card in 0..3 {
                    starters.dealt(seat, usize::from(seat != low || card > 0));
                }
            }
            let first = first(low, &mut rng);
            starters.end(first, 4);
        }
        starters.are_dealt()
    }

    #[test]
    fn who_begins_by_the_deal_is_told_from_who_begins_by_lot() {
        assert!(dealt(100, |low, _| low));
        assert!(dealt(2000, |low, rng| if rng.chance(0.2) { low } else { Seat::new(rng.index(4)) }));
        assert!(!dealt(2000, |_, rng| Seat::new(rng.index(4))));
        assert!(!dealt(2000, |_, _| Seat::new(0)));
        assert!(!dealt(10, |low, _| low));
    }

    #[test]
    fn a_larger_hand_alone_is_no_reason() {
        let mut starters = Starters::new(2);
        let mut rng = Rng::from_words([66, 0, 13]);
        for _ in 0..2000 {
            let first = Seat::new(rng.index(2));
            for seat in Seat::all(2) {
                for _ in 0..if seat == first { 4 } else { 5 } {
                    starters.dealt(seat, rng.index(2));
                }
            }
            starters.end(first, 2);
        }
        assert!(!starters.are_dealt());
    }
}
