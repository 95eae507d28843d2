//! Small multisets of card kinds: hands, and what is known of them.

use std::ops::Deref;

/// The most cards a hand can hold: the largest hand dealt and the card drawn.
pub const MAX_HAND: usize = 21;

/// A few cards in card order, stored inline. Equal where the cards are.
#[derive(Clone, Copy)]
pub struct Hand {
    len: u8,
    kinds: [u8; MAX_HAND + 2],
}

impl Hand {
    /// No card.
    pub const NONE: Self = Self { len: 0, kinds: [0; MAX_HAND + 2] };

    /// The number of cards.
    #[inline(always)]
    pub const fn size(&self) -> usize {
        self.len as usize
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: u8) {
        let mut i = usize::from(self.len);
        while i > 0 && self.kinds[i - 1] > kind {
            self.kinds[i] = self.kinds[i - 1];
            i -= 1;
        }
        self.kinds[i] = kind;
        self.len += 1;
    }

    /// Takes the card at this place in card order.
    #[inline]
    pub fn take_at(&mut self, place: usize) -> u8 {
        let kind = self[place];
        let len = usize::from(self.len);
        for i in place..len - 1 {
            self.kinds[i] = self.kinds[i + 1];
        }
        self.len -= 1;
        kind
    }

    /// Removes one copy, if there is one; tells whether another one is left.
    #[inline]
    pub fn remove(&mut self, kind: u8) -> Option<bool> {
        if self.len == 0 {
            return None;
        }
        let place = self.iter().position(|k| *k == kind)?;
        self.take_at(place);
        Some(self.get(place) == Some(&kind))
    }

    /// The number of copies of a kind.
    #[inline]
    pub fn copies(&self, kind: u8) -> usize {
        self.iter().map(|&k| usize::from(k == kind)).sum()
    }

    /// Lowers the count of every kind by `by`, not below 0: what is still certain when `by` unseen
    /// cards are gone.
    pub fn less(&mut self, by: usize) {
        if self.len == 0 || by == 0 {
            return;
        }
        let old = *self;
        self.len = 0;
        let mut i = 0;
        while i < old.len() {
            let copies = old[i..].iter().take_while(|k| **k == old[i]).count();
            for _ in by..copies {
                self.kinds[usize::from(self.len)] = old[i];
                self.len += 1;
            }
            i += copies;
        }
    }

    /// Raises the counts to at least those of `other`.
    pub fn raise_to(&mut self, other: &Self) {
        let mut i = 0;
        while i < other.len() {
            let kind = other[i];
            let copies = other[i..].iter().take_while(|k| **k == kind).count();
            for _ in self.copies(kind)..copies {
                self.add(kind);
            }
            i += copies;
        }
    }

    /// True if every card of `other` is here, copies counted.
    pub fn holds(&self, other: &Self) -> bool {
        other.iter().all(|&kind| self.copies(kind) >= other.copies(kind))
    }

    /// The places that hold the first copy of a kind, with the kind.
    #[inline]
    pub fn distinct(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let mut last = u16::MAX;
        self.iter().enumerate().filter_map(move |(i, &kind)| {
            let new = u16::from(kind) != last;
            last = u16::from(kind);
            new.then_some((i, kind))
        })
    }
}

impl Deref for Hand {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.kinds[..usize::from(self.len)]
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Hand {}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<u8> for Hand {
    fn from_iter<I: IntoIterator<Item = u8>>(kinds: I) -> Self {
        let mut hand = Self::NONE;
        kinds.into_iter().for_each(|kind| hand.add(kind));
        hand
    }
}
