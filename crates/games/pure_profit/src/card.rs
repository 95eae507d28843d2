//! Kinds of cards, and counts of them.

use std::fmt;

use serde::{Serialize, Serializer};

use ludometer_model::bit_set;

/// The number of card kinds: ten values, two Bankrupts, three Steals.
pub const KINDS: usize = 15;

/// The number of value kinds.
pub(super) const VALUES: usize = 10;

/// Copies of each kind, by kind number. One place more than there are kinds, so that a row fills a
/// vector register.
pub type Counts = [u8; 16];

/// Returns the kinds that are there. Counts must be below 128, and a deck has at most 40
/// copies of a kind.
///
/// One branch-free pass over all kinds: a loop with a test for each kind costs a misprediction or two.
#[inline(always)]
pub(super) const fn present(counts: &Counts) -> Kinds {
    let all = u128::from_le_bytes(*counts);
    // The high bit of each byte that is not 0 ...
    let low = ((all as u64).wrapping_add(0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080) >> 7;
    let high = (((all >> 64) as u64).wrapping_add(0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080) >> 7;
    // ... gathered in the top byte of a product.
    let low = low.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let high = high.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    Kinds::from_bits((low | high << 8) as u16)
}

/// Returns the copies of the first `kinds` kinds (at most 15), without a branch as well.
#[inline(always)]
pub(super) const fn copies_of_first(counts: &Counts, kinds: u8) -> u16 {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    let all = u128::from_le_bytes(*counts) & ((1 << (8 * (kinds & 15))) - 1);
    // Bytes of even and odd places, added in pairs, then all pairs in the top of a product.
    let (low, high) = (all as u64, (all >> 64) as u64);
    let pairs = (low & EVEN) + (low >> 8 & EVEN) + (high & EVEN) + (high >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

bit_set! {
    /// Holds any kinds of cards.
    pub struct Kinds(u16) of Card where index = Card::index, new = Card::new;
}

impl Kinds {
    /// The kinds with a value.
    pub(super) const VALUES: Self = Self::range(0, VALUES);
    /// The two Bankrupts.
    pub(super) const BANKRUPTS: Self = Self::range(VALUES, VALUES + 2);
    /// The Steals.
    pub(super) const STEALS: Self = Self::range(VALUES + 2, KINDS);
}

/// A card kind. Equal cards are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Card(u8);

impl Card {
    /// Takes its holder's lowest value card.
    pub const BANKRUPT_LOWEST: Self = Self(10);
    /// Takes its holder's highest value card.
    pub const BANKRUPT_HIGHEST: Self = Self(11);

    /// Returns the value card with this value, 1 to 10.
    #[inline(always)]
    pub const fn value(value: u8) -> Self {
        debug_assert!(value >= 1 && value <= 10);
        Self(value - 1)
    }

    /// Returns the Steal that takes up to this many cards, 1 to 3.
    #[inline]
    pub const fn steal(amount: u8) -> Self {
        debug_assert!(amount >= 1 && amount <= 3);
        Self(11 + amount)
    }

    /// Returns the kind with this number, 0 to 14.
    #[inline(always)]
    pub const fn new(kind: usize) -> Self {
        debug_assert!(kind < KINDS);
        Self(kind as u8)
    }

    /// Returns the kind with this number, as piles hold it.
    #[inline(always)]
    pub const fn of_kind(kind: u8) -> Self {
        Self::new(kind as usize)
    }

    /// Returns the kind's number, as an index. The mask never changes it, and saves the check of bounds.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Returns all kinds: values, Bankrupts, Steals.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS as u8).map(Self)
    }

    /// Returns the kind's number.
    #[inline(always)]
    pub const fn kind(self) -> u8 {
        self.0
    }

    /// Returns the value of a value card.
    #[inline(always)]
    pub const fn as_value(self) -> Option<u8> {
        if self.is_value() { Some(self.0 + 1) } else { None }
    }

    /// Returns true for a value card.
    #[inline(always)]
    pub const fn is_value(self) -> bool {
        self.0 < VALUES as u8
    }

    /// Returns true for a Bankrupt.
    #[inline(always)]
    pub const fn is_bankrupt(self) -> bool {
        self.0 == 10 || self.0 == 11
    }

    /// Returns how many cards a Steal takes.
    #[inline(always)]
    pub const fn steal_amount(self) -> Option<u8> {
        if self.0 >= 12 { Some(self.0 - 11) } else { None }
    }

    /// Returns the identifier in rule files and tables: `value_9`, `bankrupt_lowest`, `steal_two`.
    pub fn identifier(self) -> String {
        match self.as_value() {
            Some(value) => format!("value_{value}"),
            None => self.to_string(),
        }
    }
}

/// As actions and traces name it: a value card by its number.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            10 => f.write_str("bankrupt_lowest"),
            11 => f.write_str("bankrupt_highest"),
            12 => f.write_str("steal_one"),
            13 => f.write_str("steal_two"),
            14 => f.write_str("steal_three"),
            kind => write!(f, "{}", kind + 1),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_without_a_branch_are_those_of_a_loop() {
        let mut counts: Counts = [0; 16];
        for round in 0..200_u32 {
            for (kind, count) in counts.iter_mut().enumerate() {
                *count =
                    (round * 37 + kind as u32 * 101).wrapping_mul(2_654_435_761).rotate_left(7) as u8 & 127;
            }
            for kinds in 0..16 {
                let sum: u16 = counts[..usize::from(kinds)].iter().map(|&count| u16::from(count)).sum();
                assert_eq!(copies_of_first(&counts, kinds), sum, "{counts:?} {kinds}");
            }
        }
    }
}
