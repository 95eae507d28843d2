//! Piles of cards, counted by type.

use std::hint::select_unpredictable;

use serde::{Serialize, Serializer};

use super::card::{Card, Colour, FACES, TYPES, face};
use super::counts::{Valued, nonzero};

/// Cards counted by type: a hand, a discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cards {
    counts: [u8; TYPES],
    len: u16,
    /// The types there are, a bit each by [`Card::rank`]: the first 64 of them.
    ranks: u64,
    /// The types of each colour that there are, a bit each; kept up to date, because every turn waits for
    /// them. There are more places than colours, so that none needs a check.
    faces: [u16; 8],
}

/// Where a type is in the sets of [`Cards`].
struct Bits {
    /// In [`Cards::ranks`], none for the last ones.
    rank: u64,
    /// In that colour's entry of [`Cards::faces`], none for wild and X cards.
    face: u16,
    colour: u8,
}

static BITS: [Bits; TYPES] = {
    let mut all = [const { Bits { rank: 0, face: 0, colour: 0 } }; TYPES];
    let mut number = 0;
    while number < TYPES {
        let card = Card::from_number(number);
        if card.rank() < 64 {
            all[number].rank = 1 << card.rank();
        }
        if let (Some(face), Some(colour)) = (card.face(), card.colour()) {
            all[number].face = 1 << face;
            all[number].colour = colour.0;
        }
        number += 1;
    }
    all
};

impl Default for Cards {
    fn default() -> Self {
        Self { counts: [0; TYPES], len: 0, ranks: 0, faces: [0; 8] }
    }
}

impl Cards {
    /// The type behind the first 64 by rank that is not wild.
    pub(super) const LAST: Card = Card::from_rank(64);

    /// Returns how many there are of this type.
    #[inline(always)]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.number()]
    }

    /// Returns true if there is one of this type.
    #[inline(always)]
    pub const fn has(&self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Returns how many there are.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a card.
    #[inline(always)]
    pub fn add(&mut self, card: Card) {
        self.counts[card.number()] += 1;
        self.len += 1;
        let bits = &BITS[card.number()];
        self.ranks |= bits.rank;
        self.faces[usize::from(bits.colour) & 7] |= bits.face;
    }

    /// Adds several cards of a type.
    #[inline(always)]
    pub fn add_many(&mut self, card: Card, count: u8) {
        self.counts[card.number()] += count;
        self.len += u16::from(count);
        let (bits, any) = (&BITS[card.number()], count > 0);
        self.ranks |= select_unpredictable(any, bits.rank, 0);
        self.faces[usize::from(bits.colour) & 7] |= select_unpredictable(any, bits.face, 0);
    }

    /// Takes a card away; it must be there.
    #[inline(always)]
    pub fn take(&mut self, card: Card) {
        let left = self.counts[card.number()] - 1;
        self.counts[card.number()] = left;
        self.len -= 1;
        let (bits, none) = (&BITS[card.number()], left == 0);
        self.ranks &= !select_unpredictable(none, bits.rank, 0);
        self.faces[usize::from(bits.colour) & 7] &= !select_unpredictable(none, bits.face, 0);
    }

    /// Returns the counts of a colour's types, in canonical order.
    #[inline(always)]
    pub fn of_colour(&self, colour: Colour) -> &[u8; FACES] {
        let start = 2 + colour.index() * FACES;
        self.counts[start..start + FACES].first_chunk().expect("every colour has all types")
    }

    /// Returns the plus and minus cards of a colour.
    #[inline(always)]
    pub(super) fn valued(&self, colour: Colour) -> Valued {
        let own = self.of_colour(colour).first_chunk();
        Valued::of(*own.expect("a colour has more types than valued ones"))
    }

    /// Returns the types of a colour that there are, a bit each: many questions answered by one look.
    #[inline(always)]
    pub const fn faces(&self, colour: Colour) -> u16 {
        self.faces[colour.index() & 7]
    }

    /// Returns the types there are beside wild and X cards and the last type by rank, a bit each by [`Card::rank`].
    #[inline(always)]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Returns the counts by the cards' numbers.
    pub const fn counts(&self) -> &[u8; TYPES] {
        &self.counts
    }

    /// Returns true if what is kept beside the counts is what they say.
    pub(super) fn is_sound(&self) -> bool {
        let mut again = Self::default();
        for (number, &count) in self.counts.iter().enumerate() {
            again.add_many(Card::from_number(number), count);
        }
        again == *self
    }

    /// Returns true if there is a plus or minus card of any of the first `colours` colours.
    pub fn has_valued(&self, colours: usize) -> bool {
        Colour::all(colours).any(|colour| self.of_colour(colour)[..face::POTA].iter().any(|&n| n > 0))
    }

    /// Calls `each` with every type that there is, in the order of their numbers, with how many there are of it.
    #[inline(always)]
    pub fn each(&self, mut each: impl FnMut(Card, u8)) {
        // Most types are not there: those that are as bits of one word, so that one loop ends once.
        let (words, rest) = self.counts.as_chunks::<8>();
        let bits = |word: &[u8; 8]| u64::from(nonzero(u64::from_le_bytes(*word)));
        let mut left = words.iter().enumerate().fold(0, |left, (i, word)| left | bits(word) << (8 * i));
        while left != 0 {
            let card = Card::from_number(left.trailing_zeros() as usize);
            each(card, self.count(card));
            left &= left - 1;
        }
        for (i, &count) in rest.iter().enumerate().filter(|(_, count)| **count > 0) {
            each(Card::from_number(8 * words.len() + i), count);
        }
    }

    /// Returns all cards one by one, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.counts
            .iter()
            .enumerate()
            .flat_map(|(i, &n)| std::iter::repeat_n(Card::from_number(i), usize::from(n)))
    }
}

/// As a list of names.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|card| card.rank());
        serializer.collect_seq(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::super::card::MAX_COLOURS;
    use super::*;

    #[test]
    fn looks_at_many_types_agree_with_counts() {
        let mut rng = ludometer_model::Rng::from_words([1, 2, 3]);
        for _ in 0..2000 {
            let mut cards = Cards::default();
            for _ in 0..rng.index(30) {
                cards.add(Card::from_number(rng.index(TYPES)));
            }
            for colour in Colour::all(MAX_COLOURS) {
                let own = cards.of_colour(colour);
                let faces: u16 = (0..FACES).map(|f| u16::from(own[f] > 0) << f).sum();
                assert_eq!(cards.faces(colour), faces);
            }
            cards.add_many(Card::from_number(rng.index(TYPES)), rng.index(3) as u8);
            for _ in 0..rng.index(cards.len() + 1) {
                let any = cards.iter().nth(rng.index(cards.len()));
                cards.take(any.expect("one of those there are"));
            }
            assert!(cards.is_sound());
            let held =
                (2..TYPES).map(Card::from_number).filter(|&card| cards.has(card) && card != Cards::LAST);
            let ranks = held.map(|card| 1 << card.rank()).fold(0_u64, |ranks, bit| ranks | bit);
            assert_eq!(cards.ranks(), ranks);
            assert!((0..TYPES - 2).all(|rank| Card::from_rank(rank).rank() == rank));
        }
    }
}
