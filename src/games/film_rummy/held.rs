//! What a hand holds, renewed card by card: legal actions are read off it without a look at the cards.

use super::hand::Hand;
use super::kinds::KindBits;
use super::params::Params;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// What a hand holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// The kinds.
    pub(super) kinds: KindBits,
    /// For each genre the number of its categories that the hand has real cards for, a byte each.
    rows: u64,
    /// The number of kinds.
    pub(super) distinct: u8,
    /// Jokers.
    pub(super) jokers: u8,
}

impl Held {
    /// What this hand holds.
    pub(super) fn of(params: &Params, hand: &Hand) -> Self {
        let mut held = Self::default();
        hand.iter().for_each(|&kind| held.add(params, kind));
        held
    }

    /// A card came.
    #[inline]
    pub(super) fn add(&mut self, params: &Params, kind: u8) {
        let new = u64::from(!self.kinds.has(kind));
        self.kinds.insert(kind);
        self.distinct += new as u8;
        self.rows += params.rows[usize::from(kind)] & new.wrapping_neg();
        self.jokers += u8::from(kind == params.joker());
    }

    /// A card left, the last copy or not.
    #[inline]
    pub(super) fn remove(&mut self, params: &Params, kind: u8, last: bool) {
        self.kinds.remove_if(kind, last);
        self.distinct -= u8::from(last);
        self.rows -= params.rows[usize::from(kind)] & u64::from(last).wrapping_neg();
        self.jokers -= u8::from(kind == params.joker());
    }

    /// The genres of which a film can be published, the high bit of byte g for genre g: each joker fills
    /// one missing place, and enough places must be real. All genres at once, 8 instructions instead
    /// of some 20 each.
    #[inline]
    pub(super) const fn publishable(&self, params: &Params) -> u64 {
        let filled = params.categories.saturating_sub(self.jokers as usize) as u64;
        let natural = params.min_natural as u64;
        let need = if filled > natural { filled } else { natural };
        // No byte overflows: rows and need are at most the number of categories.
        (self.rows + (0x80 - need) * ONES) & params.genre_marks
    }
}
