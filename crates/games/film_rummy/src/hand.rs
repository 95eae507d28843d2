//! Hands, and what is known of them, as small multisets of card kinds; sets of kinds as bits: melds, hits and
//! exchanges are found by a few word operations.

use std::ops::Deref;

use super::card::MAX_KINDS;
use super::params::Params;
use ludometer_model::Ranked;

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

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The worth of one category in extras, where genres are compared: as much as five.
const CATEGORY: u64 = 5;

/// The contents of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// The kinds.
    pub(super) kinds: KindBits,
    /// For each genre the number of its categories that the hand has real cards for, a byte each.
    rows: u64,
    /// The number of kinds.
    pub(super) distinct: u8,
    /// Jokers.
    jokers: u8,
}

impl Held {
    /// Returns what this hand holds.
    pub(super) fn of(params: &Params, hand: &Hand) -> Self {
        let mut held = Self::default();
        hand.iter().for_each(|&kind| held.add(params, kind));
        held
    }

    /// Adds a card.
    #[inline]
    pub(super) fn add(&mut self, params: &Params, kind: u8) {
        let new = u64::from(!self.kinds.has(kind));
        self.kinds.insert(kind);
        self.distinct += new as u8;
        self.rows += params.rows[usize::from(kind)] & new.wrapping_neg();
        self.jokers += u8::from(kind == params.joker());
    }

    /// Removes a card, the last copy or not.
    #[inline]
    pub(super) fn remove(&mut self, params: &Params, kind: u8, last: bool) {
        self.kinds.remove_if(kind, last);
        self.distinct -= u8::from(last);
        self.rows -= params.rows[usize::from(kind)] & u64::from(last).wrapping_neg();
        self.jokers -= u8::from(kind == params.joker());
    }

    /// Returns the number of categories of a genre that the hand has real cards for.
    #[inline]
    pub(super) const fn categories(&self, genre: usize) -> u8 {
        (self.rows >> (8 * genre)) as u8
    }

    /// Returns the genres of which a film can be published, the high bit of byte g for genre g: each joker fills
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

    /// Returns the genre that the hand, which is this one, is nearest to publish, and the next nearest, of equals the
    /// first; both the same where there is one genre alone. Categories count most; extras break ties, they are hits
    /// later.
    pub(super) fn nearest(&self, params: &Params, hand: &Hand) -> (usize, usize) {
        // No sum fills its byte: ten categories, twelve extras.
        let mut scores = CATEGORY * self.rows;
        let mut last = None;
        for &kind in hand.iter() {
            scores += params.extra_rows[usize::from(kind)] & u64::from(last != Some(kind)).wrapping_neg();
            last = Some(kind);
        }
        let key = |genre: usize| (scores >> (8 * genre) & 0xFF) << 3 | (7 - genre) as u64;
        let (mut first, mut second) = (key(0), 0);
        for genre in 1..params.genres {
            let key = key(genre);
            second = second.max(key.min(first));
            first = first.max(key);
        }
        let genre = |key: u64| 7 - (key & 7) as usize;
        (genre(first), genre(if params.genres > 1 { second } else { first }))
    }
}

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
    use crate::FilmRummy;
    use crate::card::Face;
    use ludometer_model::{Rng, RuleSet};
    use ludometer_playable::Compiled;

    #[test]
    fn the_nearest_genres_by_a_plain_search() {
        let rules = RuleSet::defaults(FilmRummy::schema());
        let params = Params::new(3, &rules).unwrap();
        let mut rng = Rng::from_words([4, 1, 8]);
        let (mut several, mut equal) = (0, 0);
        for round in 0..5000 {
            let mut hand = Hand::NONE;
            (0..=round % 20).for_each(|_| hand.add(rng.index(params.kinds()) as u8));
            let held = Held::of(&params, &hand);
            let mut kinds = hand.to_vec();
            kinds.dedup();
            several += u32::from(kinds.len() < hand.len());
            let score = |genre: usize| {
                kinds.iter().fold((0, 0), |(score, basics), &kind| match params.face(kind) {
                    Face::Basic { genre: g, .. } if usize::from(g) == genre => (score + 5, basics + 1),
                    Face::Extra { genre: g, .. } if usize::from(g) == genre => (score + 1, basics),
                    _ => (score, basics),
                })
            };
            let mut order: Vec<usize> = (0..params.genres).collect();
            order.sort_by_key(|&genre| std::cmp::Reverse(score(genre).0));
            assert_eq!(held.nearest(&params, &hand), (order[0], order[1]), "{:?}", &*hand);
            equal += u32::from(score(order[0]).0 == score(order[1]).0);
            for genre in 0..params.genres {
                assert_eq!(held.categories(genre), score(genre).1);
            }
        }
        assert!(several > 500 && equal > 100, "{several} hands with copies, {equal} with equals");
    }

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
