//! The contents of a hand, renewed card by card: legal actions are read off them without a look at the cards.

use super::hand::Hand;
use super::kinds::KindBits;
use super::params::Params;

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
    pub(super) jokers: u8,
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

#[cfg(test)]
mod tests {
    use super::super::FilmRummy;
    use super::super::card::Face;
    use super::*;
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
}
