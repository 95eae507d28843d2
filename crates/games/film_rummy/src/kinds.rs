//! Sets of card kinds as bits: melds, hits and exchanges are found by a few word operations.

use super::card::MAX_KINDS;
use super::hand::Hand;
use ludometer_model::Ranked;

const WORDS: usize = MAX_KINDS.div_ceil(64);

/// A set of card kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KindBits([u64; WORDS]);

impl KindBits {
    /// Returns the kinds in a hand.
    ///
    /// Without a branch or a store: the words stay in registers.
    #[inline(always)]
    pub fn of(hand: &Hand) -> Self {
        let mut words = [0; WORDS];
        for &kind in hand.iter() {
            let bit = 1_u64 << (kind & 63);
            for (i, word) in words.iter_mut().enumerate() {
                *word |= if usize::from(kind >> 6) == i { bit } else { 0 };
            }
        }
        Self(words)
    }

    /// Adds a kind.
    #[inline(always)]
    pub fn insert(&mut self, kind: u8) {
        self.0[usize::from(kind >> 6)] |= 1 << (kind & 63);
    }

    /// Removes a kind, if `gone`.
    #[inline(always)]
    pub fn remove_if(&mut self, kind: u8, gone: bool) {
        self.0[usize::from(kind >> 6)] &= !(u64::from(gone) << (kind & 63));
    }

    /// Returns true if the kind is in the set.
    #[inline(always)]
    pub const fn has(self, kind: u8) -> bool {
        self.0[(kind >> 6) as usize] >> (kind & 63) & 1 == 1
    }

    /// Returns the kinds in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a & d, b & e, c & f])
    }

    /// Returns true for the empty set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns the bits of 16 kinds, from `start` on.
    #[inline(always)]
    pub fn window(self, start: usize) -> u16 {
        let (word, shift) = (start >> 6, start & 63);
        let low = self.0[word] >> shift;
        let high = self.0.get(word + 1).map_or(0, |next| (*next << 1) << (63 - shift));
        (low | high) as u16
    }

    /// Returns this set without one kind.
    #[inline]
    #[must_use]
    pub fn without(mut self, kind: u8) -> Self {
        self.remove_if(kind, true);
        self
    }

    /// Returns the number of kinds.
    #[inline]
    pub const fn len(self) -> usize {
        let [a, b, c] = self.0;
        Ranked::new(a).len() + Ranked::new(b).len() + Ranked::new(c).len()
    }

    /// Returns the kind in this place of the set, rising; there must be one.
    ///
    /// Without a branch on which of the first two words it stands in, which is for chance to say; only the
    /// largest decks have kinds in the third.
    #[inline]
    pub fn nth(self, place: usize) -> u8 {
        let [first, second, third] = self.0.map(Ranked::new);
        let behind = place >= first.len();
        let rank = if behind { place - first.len() } else { place };
        if !third.is_empty() && behind && rank >= second.len() {
            return 128 + third.nth(rank - second.len()) as u8;
        }
        let word = if behind { second } else { first };
        (if behind { 64 } else { 0 }) + word.nth(rank) as u8
    }

    /// Calls `each` with every kind, rising.
    #[inline(always)]
    pub fn each(self, mut each: impl FnMut(u8)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each((i << 6) as u8 + word.trailing_zeros() as u8);
                word &= word - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn kinds_by_their_place() {
        let mut rng = Rng::from_words([1, 9, 2]);
        for round in 0..2000 {
            let mut set = KindBits::default();
            (0..=round % 60).for_each(|_| set.insert(rng.index(MAX_KINDS) as u8));
            let mut all = Vec::new();
            set.each(|kind| all.push(kind));
            assert_eq!(set.len(), all.len());
            for (place, kind) in all.iter().enumerate() {
                assert_eq!(set.nth(place), *kind, "place {place} of {all:?}");
            }
        }
        let full = KindBits([!0; WORDS]);
        (0..MAX_KINDS).for_each(|kind| assert_eq!(usize::from(full.nth(kind)), kind));
    }
}
