//! A film on the table.

use super::card::{NO_CARD, Naming};

/// A film on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meld {
    /// Number of its genre, `NO_CARD` where there is no meld.
    genre: u8,
    /// Extras that are jokers.
    pub jokers: u8,
    /// Categories that hold a joker, bit c for category c.
    pub basics: u16,
    /// Real extras, bit x for extra x.
    pub extras: u16,
}

impl Meld {
    /// No meld.
    pub const NONE: Self = Self { genre: NO_CARD, jokers: 0, basics: 0, extras: 0 };

    /// Returns a new meld with jokers in these categories.
    pub const fn new(genre: u8, basics: u16) -> Self {
        Self { genre, jokers: 0, basics, extras: 0 }
    }

    /// Returns true if there is a meld.
    #[inline(always)]
    pub const fn exists(self) -> bool {
        self.genre != NO_CARD
    }

    /// Returns its genre, if there is a meld.
    #[inline(always)]
    pub const fn genre(self) -> Option<u8> {
        if self.exists() { Some(self.genre) } else { None }
    }

    /// Extras of either sort.
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.extras.count_ones() as usize + self.jokers as usize
    }

    /// Jokers in all its places.
    pub const fn all_jokers(self) -> u32 {
        self.basics.count_ones() + self.jokers as u32
    }

    /// Returns the meld in words: `F{b: 1 J 3 4 5 6; x: 1 2 J}`.
    pub(super) fn text(self, naming: &Naming, categories: usize, extras: usize) -> Option<String> {
        let mut text = format!("{}{{b:", naming.label(self.genre()?));
        for c in 0..categories {
            if self.basics >> c & 1 == 1 {
                text.push_str(" J");
            } else {
                text.push_str(&format!(" {}", c + 1));
            }
        }
        text.push_str("; x:");
        for x in (0..extras).filter(|x| self.extras >> x & 1 == 1) {
            text.push_str(&format!(" {}", x + 1));
        }
        (0..self.jokers).for_each(|_| text.push_str(" J"));
        text.push('}');
        Some(text)
    }
}
