//! Small multisets of card kinds: hands, and what is known of them.

use std::ops::Deref;

/// The most cards a hand can hold: the largest hand dealt and the card drawn.
pub const MAX_HAND: usize = 21;

/// Room for cards: more than are needed, so that what moves up or down fills rows of 16 and 8 bytes.
const ROOM: usize = 25;

/// The filler behind the last card: no kind has so high a number.
const BEHIND: u8 = u8::MAX;

/// A few cards in card order, stored inline. Equal where the cards are.
///
/// Cards come and go without a branch: where a card belongs is for chance to say, and a loop that ends
/// there is mispredicted nearly every time. All places are looked at side by side instead.
#[derive(Clone, Copy)]
pub struct Hand {
    len: u8,
    kinds: [u8; ROOM],
}

impl Hand {
    /// No card.
    pub const NONE: Self = Self { len: 0, kinds: [BEHIND; ROOM] };

    /// Returns the number of cards.
    #[inline(always)]
    pub const fn size(&self) -> usize {
        self.len as usize
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: u8) {
        let old = self.kinds;
        for i in 1..ROOM {
            // The cards up to this kind stay, it comes behind them, and the rest moves up.
            self.kinds[i] = old[i].min(old[i - 1].max(kind));
        }
        self.kinds[0] = old[0].min(kind);
        self.len += 1;
    }

    /// Takes the card at this place in card order.
    #[inline]
    pub fn take_at(&mut self, place: usize) -> u8 {
        let old = self.kinds;
        for i in 0..ROOM - 1 {
            self.kinds[i] = if i < place { old[i] } else { old[i + 1] };
        }
        self.len -= 1;
        old[place]
    }

    /// Removes one copy, if there is one; tells whether another one is left.
    #[inline]
    pub fn remove(&mut self, kind: u8) -> Option<bool> {
        let copies = self.copies(kind);
        if copies == 0 {
            return None;
        }
        let old = self.kinds;
        for i in 0..ROOM - 1 {
            // All above the kind moves down, and so does its last copy.
            self.kinds[i] = if old[i + 1] > kind { old[i + 1] } else { old[i] };
        }
        self.len -= 1;
        Some(copies > 1)
    }

    /// Returns the number of copies of a kind.
    #[inline]
    pub fn copies(&self, kind: u8) -> usize {
        // All places and not the cards alone: a loop of known length.
        usize::from(self.kinds.iter().map(|&k| u8::from(k == kind)).sum::<u8>())
    }

    /// Lowers the count of every kind by `by`, not below 0: what is still certain when `by` unseen
    /// cards are gone.
    pub fn less(&mut self, by: usize) {
        if self.len == 0 || by == 0 {
            return;
        }
        let old = *self;
        *self = Self::NONE;
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

    /// Returns true if every card of `other` is here, copies counted.
    pub fn holds(&self, other: &Self) -> bool {
        other.iter().all(|&kind| self.copies(kind) >= other.copies(kind))
    }

    /// Returns the places that hold the first copy of a kind, with the kind.
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
