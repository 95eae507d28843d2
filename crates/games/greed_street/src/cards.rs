//! Score cards: the twelve kinds, multisets of them, and numbers for each kind.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Serialize, Serializer};

use ludometer_model::bit_set;
use wide::f64x4;

/// The number of kinds of Score cards.
pub(super) const KINDS: usize = 12;

/// The most cards a deck can have: thirty of each kind.
pub(super) const MAX_DECK: usize = 30 * KINDS;

/// The most Weapons there can be.
pub(super) const MAX_WEAPONS: usize = 30 * 4;

/// The ids of the kinds, in the order that the spec calls kind order (section 3.2).
pub(super) const NAMES: [&str; KINDS] = [
    "gift_1",
    "gift_2",
    "gift_3",
    "bling_1",
    "bling_2",
    "bling_3",
    "weapon_1",
    "weapon_2",
    "weapon_3",
    "weapon_4",
    "donuts",
    "free_pass",
];

/// A kind of Score card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Kind(u8);

impl Kind {
    /// The wild card that cancels a cop square.
    pub const DONUTS: Self = Self(10);
    /// The wild card that cancels a payment.
    pub const FREE_PASS: Self = Self(11);

    /// Returns the kind with this number, below `KINDS`.
    #[inline]
    pub const fn new(number: usize) -> Self {
        debug_assert!(number < KINDS);
        Self(number as u8)
    }

    /// Returns the kind with this id.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().position(|n| *n == name).map(Self::new)
    }

    /// Returns the kind's number in kind order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind's id.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Returns true for Bling, which may return to the hand.
    #[inline]
    pub const fn is_bling(self) -> bool {
        matches!(self.0, 3..=5)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

bit_set! {
    /// Holds any kinds of Score cards.
    pub struct Kinds(u16) of Kind where index = Kind::index, new = Kind::new;
}

impl Kinds {
    /// Gift and Bling: what helps a recruit roll (GS-17).
    pub const RECRUIT: Self = Self::range(0, 6);
    /// Weapons: what helps a fight roll (GS-18).
    pub const WEAPONS: Self = Self::range(6, 10);
    /// Every kind.
    pub const ALL: Self = Self::range(0, KINDS);
}

/// How many cards there are of each kind: a hand, the unknown part of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts([u8; KINDS]);

impl Counts {
    /// No card.
    pub const NONE: Self = Self([0; KINDS]);

    /// Returns all cards together.
    #[inline]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Returns the kinds of which there is a card.
    #[inline]
    pub fn kinds(&self) -> Kinds {
        let mut set = 0;
        for (i, &n) in self.0.iter().enumerate() {
            set |= u16::from(n > 0) << i;
        }
        Kinds(set)
    }

    /// Returns true if there is a card of this kind.
    #[inline]
    pub fn has(&self, kind: Kind) -> bool {
        self[kind] > 0
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self[kind] += 1;
    }

    /// Takes a card away, which must be there.
    #[inline]
    pub fn take(&mut self, kind: Kind) {
        debug_assert!(self.has(kind), "no {kind} to take");
        self[kind] -= 1;
    }

    /// Takes a card away if there is one.
    #[inline]
    pub fn take_if_any(&mut self, kind: Kind) {
        self[kind] = self[kind].saturating_sub(1);
    }

    /// Returns the kind of the n-th card, in kind order, from 0. There must be more than `n` cards.
    #[inline]
    pub fn nth(&self, n: u32) -> Kind {
        let mut left = n;
        for (i, &count) in self.0.iter().enumerate() {
            if left < u32::from(count) {
                return Kind(i as u8);
            }
            left -= u32::from(count);
        }
        unreachable!("there is no card {n} in {self:?}")
    }

    /// Returns every card, in kind order.
    pub fn cards(&self) -> impl Iterator<Item = Kind> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &n)| std::iter::repeat_n(Kind(i as u8), usize::from(n)))
    }

    /// Adds all cards of another multiset.
    #[inline]
    pub fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// Takes all cards of another multiset away, or tells that they aren't all there.
    #[inline]
    pub fn take_all(&mut self, other: &Self) -> bool {
        let mut sound = true;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            sound &= *mine >= theirs;
            *mine = mine.saturating_sub(theirs);
        }
        sound
    }

    /// Returns the sum over all cards of a number per kind.
    #[inline]
    pub fn weigh(&self, per_kind: &[i64; KINDS]) -> i64 {
        self.0.iter().zip(per_kind).map(|(&n, each)| i64::from(n) * each).sum()
    }
}

impl Index<Kind> for Counts {
    type Output = u8;
    #[inline]
    fn index(&self, kind: Kind) -> &u8 {
        &self.0[kind.index()]
    }
}

impl IndexMut<Kind> for Counts {
    #[inline]
    fn index_mut(&mut self, kind: Kind) -> &mut u8 {
        &mut self.0[kind.index()]
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// A number for each kind, four of them side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row([f64x4; KINDS / 4]);

impl Row {
    /// 0 for all kinds.
    pub(super) const ZERO: Self = Self([f64x4::ZERO; KINDS / 4]);

    /// Returns the row of these numbers.
    pub(super) fn new(of: impl Fn(usize) -> f64) -> Self {
        Self(std::array::from_fn(|i| f64x4::from(std::array::from_fn::<f64, 4, _>(|k| of(4 * i + k)))))
    }

    /// Returns the row of what `to` makes of the numbers here and there.
    #[inline]
    pub(super) fn with(&self, other: &Self, to: impl Fn(f64x4, f64x4) -> f64x4) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([to(a, x), to(b, y), to(c, z)])
    }

    /// Returns the row of what `to` makes of the numbers.
    #[inline]
    pub(super) fn map(&self, to: impl Fn(f64x4) -> f64x4) -> Self {
        let [a, b, c] = self.0;
        Self([to(a), to(b), to(c)])
    }

    /// Returns the greatest of the numbers.
    #[inline]
    pub(super) fn greatest(&self) -> f64 {
        let [a, b, c] = self.0;
        let [x, y, z, w] = a.fast_max(b).fast_max(c).to_array();
        x.max(y).max(z.max(w))
    }

    /// Returns the kinds whose number is at least this.
    #[inline]
    pub(super) fn at_least(&self, least: f64) -> Kinds {
        self.no_less(&Self([f64x4::splat(least); KINDS / 4]))
    }

    /// Returns the kinds whose number here is not below the one there. All are compared at once: by which of them a
    /// seat gains is for chance to say, and a loop over them would be a branch for each.
    #[inline]
    fn no_less(&self, than: &Self) -> Kinds {
        let four = |i: usize| (self.0[i].simd_ge(than.0[i]).to_bitmask() as u16) << (4 * i);
        Kinds::from_bits(four(0) | four(1) | four(2))
    }
}

impl Index<Kind> for Row {
    type Output = f64;
    #[inline]
    fn index(&self, kind: Kind) -> &f64 {
        &self.0[kind.index() / 4].as_array()[kind.index() % 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn rows_are_compared_kind_by_kind() {
        let mut rng = Rng::from_words([7, 7, 1]);
        for _ in 0..500 {
            let [a, b] = [(); 2].map(|()| {
                let numbers = [(); KINDS].map(|()| f64::from(rng.below(5)));
                (numbers, Row::new(|i| numbers[i]))
            });
            let no_less = a.1.no_less(&b.1);
            for kind in Kinds::ALL {
                assert_eq!(a.1[kind].to_bits(), a.0[kind.index()].to_bits());
                assert_eq!(no_less.contains(kind), a.0[kind.index()] >= b.0[kind.index()], "{kind}");
                assert_eq!(a.1.at_least(2.0).contains(kind), a.0[kind.index()] >= 2.0, "{kind}");
            }
            assert_eq!(a.1.greatest(), a.0.into_iter().fold(0.0, f64::max));
        }
    }
}
