//! The cards: their colours and types, names and printed values, and piles of them, counted by type.

use std::fmt;
use std::hint::select_unpredictable;

use serde::{Serialize, Serializer};

/// Types of cards within one colour.
pub(super) const FACES: usize = 13;

/// Colours that a deck can have.
pub(super) const MAX_COLOURS: usize = 5;

/// Card types there can be: the wild card, the X card, and those of the colours.
pub(super) const TYPES: usize = 2 + MAX_COLOURS * FACES;

/// The colours, in canonical order.
pub(super) const COLOURS: [&str; MAX_COLOURS] = ["blue", "green", "red", "yellow", "purple"];

/// Each type of a colour with its printed value (0 for those without), in canonical order.
pub(super) const FACE_TABLE: [(&str, i32); FACES] = [
    ("plus_1", 1),
    ("plus_2", 2),
    ("plus_3", 3),
    ("plus_4", 4),
    ("minus_2", -2),
    ("minus_3", -3),
    ("minus_4", -4),
    ("minus_5", -5),
    ("pota", 0),
    ("reverse", 0),
    ("move_1", 0),
    ("move_2", 0),
    ("move_3", 0),
];

/// A colour, by its place in `COLOURS`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Colour(pub u8);

impl Colour {
    /// Returns the place in `COLOURS`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the first `colours` colours.
    pub fn all(colours: usize) -> impl Iterator<Item = Self> + Clone {
        (0..colours as u8).map(Self)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(COLOURS[self.index()])
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(COLOURS[self.index()])
    }
}

/// A type of a colour, by its place in [`FACE_TABLE`].
pub(super) type Face = usize;

/// The places of the types in [`FACE_TABLE`].
pub(super) mod face {
    use super::Face;

    /// The first plus card.
    pub(crate) const PLUS: Face = 0;
    /// The first minus card, behind the last plus card.
    pub(crate) const MINUS: Face = 4;
    /// A piece of the action; also the number of valued types.
    pub(crate) const POTA: Face = 8;
    /// A Reverse.
    pub(crate) const REVERSE: Face = 9;
    /// The first Move card: it moves one card, the next one two.
    pub(crate) const MOVE: Face = 10;

    /// Returns true for plus and minus cards.
    pub(crate) const fn is_valued(face: Face) -> bool {
        face < POTA
    }

    /// Returns true for plus cards.
    pub(crate) const fn is_plus(face: Face) -> bool {
        face < MINUS
    }

    /// Returns true for minus cards.
    pub(crate) const fn is_minus(face: Face) -> bool {
        MINUS <= face && face < POTA
    }

    /// Returns true for Move cards.
    pub(crate) const fn is_move(face: Face) -> bool {
        face >= MOVE
    }
}

/// The data of a card by its number. Every byte has an entry, so that looking one up needs no check.
struct Look {
    /// The type within the colour, [`FACES`] for a wild or X card.
    face: [u8; 256],
    value: [i8; 256],
    rank: [u8; 256],
}

static LOOK: Look = {
    let mut look = Look { face: [FACES as u8; 256], value: [0; 256], rank: [TYPES as u8; 256] };
    let mut number = 2;
    while number < TYPES {
        let (face, colour) = ((number - 2) % FACES, (number - 2) / FACES);
        look.face[number] = face as u8;
        look.value[number] = FACE_TABLE[face].1 as i8;
        look.rank[number] = (face * MAX_COLOURS + colour) as u8;
        number += 1;
    }
    look
};

/// A type of card. Its number is its place in the list of card kinds: wild, X, then colour by
/// colour, so that a deck with fewer colours has a shorter list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// A piece of the action of all colours.
    pub const WILD: Self = Self(0);
    /// An X card.
    pub const X: Self = Self(1);

    /// Returns the type `face` of a colour.
    #[inline(always)]
    pub const fn new(face: Face, colour: Colour) -> Self {
        Self((2 + colour.index() * FACES + face) as u8)
    }

    /// Returns the card with this number.
    #[inline(always)]
    pub const fn from_number(number: usize) -> Self {
        Self(number as u8)
    }

    /// Returns its number.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns its type within its colour, or `None` for a wild or X card.
    #[inline(always)]
    pub const fn face(self) -> Option<Face> {
        let face = LOOK.face[self.0 as usize] as Face;
        if face < FACES { Some(face) } else { None }
    }

    /// Returns its colour, or `None` for a wild or X card.
    #[inline(always)]
    pub const fn colour(self) -> Option<Colour> {
        if self.0 < 2 { None } else { Some(Colour(((self.0 as usize - 2) / FACES) as u8)) }
    }

    /// Returns the printed value, 0 for cards without one.
    #[inline]
    pub const fn value(self) -> i32 {
        LOOK.value[self.0 as usize] as i32
    }

    /// Returns true for a piece of the action of any kind.
    #[inline]
    pub fn is_pota(self) -> bool {
        self == Self::WILD || self.face() == Some(face::POTA)
    }

    /// Returns how many cards it moves: 1 to 3 for a Move card, else 0.
    #[inline]
    pub const fn moves(self) -> u8 {
        match self.face() {
            Some(face) if face::is_move(face) => (face - face::MOVE + 1) as u8,
            _ => 0,
        }
    }

    /// Returns the place in the canonical order: by type first, then by colour, the wild card last.
    #[inline]
    pub const fn rank(self) -> usize {
        LOOK.rank[self.0 as usize] as usize
    }

    /// Returns the card at a place in the canonical order that is not the wild card's.
    #[inline(always)]
    pub const fn from_rank(rank: usize) -> Self {
        Self::new(rank / MAX_COLOURS, Colour((rank % MAX_COLOURS) as u8))
    }

    /// Returns the card of this name.
    pub fn parse(name: &str) -> Option<Self> {
        (0..TYPES).map(Self::from_number).find(|card| card.to_string() == name)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.face(), self.colour()) {
            (Some(face), Some(colour)) => write!(f, "{}:{colour}", FACE_TABLE[face].0),
            _ if *self == Self::WILD => f.write_str("pota_wild"),
            _ => f.write_str("x_card"),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

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

/// The plus and minus cards of a colour, a byte a type: counted, and their points added, by one
/// multiplication. There are at most 20 of a type, so that no sum of four types is more than a byte.
#[derive(Clone, Copy)]
pub(super) struct Valued(u64);

impl Valued {
    /// Returns those counted here by type.
    #[inline(always)]
    pub(super) const fn of(counts: [u8; face::POTA]) -> Self {
        Self(u64::from_le_bytes(counts))
    }

    /// Returns these counts without others, all of which must be there.
    #[inline(always)]
    pub(super) const fn without(self, others: Self) -> Self {
        Self(self.0 - others.0)
    }

    /// Points of the plus cards.
    #[inline(always)]
    pub(super) const fn plus(self) -> u32 {
        top(self.0 as u32, 0x0102_0304)
    }

    /// Points that the minus cards take off.
    #[inline(always)]
    pub(super) const fn minus(self) -> u32 {
        // Worth 2 to 5: one more than their places.
        top((self.0 >> 32) as u32, 0x0102_0304) + self.minus_cards()
    }

    /// Returns how many minus cards there are.
    #[inline(always)]
    pub(super) const fn minus_cards(self) -> u32 {
        top((self.0 >> 32) as u32, 0x0101_0101)
    }

    /// Returns how many plus cards there are that are worth so much or more.
    #[inline(always)]
    pub(super) const fn plus_cards(self, value: u8) -> u32 {
        top(self.0 as u32 >> (8 * (value - 1)), 0x0101_0101)
    }
}

/// Returns the sum of four bytes, the lowest times the highest byte of `weights`, and so on.
#[inline(always)]
const fn top(bytes: u32, weights: u32) -> u32 {
    bytes.wrapping_mul(weights) >> 24
}

/// Returns a bit for each byte that is not 0, the first byte's lowest. Bytes must be below 128.
#[inline(always)]
pub(super) const fn nonzero(bytes: u64) -> u16 {
    let high = bytes.wrapping_add(0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080;
    // Each product of the high bits lands in a place of its own in the topmost byte.
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// Returns the places of the set bits, rising; for sets that mostly have few.
#[inline(always)]
pub(super) fn few_bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 16).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::super::card::FACE_TABLE;
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

    #[test]
    fn valued_cards_agree_with_counts() {
        let mut rng = ludometer_model::Rng::from_words([1, 2, 4]);
        for round in 0..2000 {
            let counts: [u8; face::POTA] =
                std::array::from_fn(|_| if round == 0 { 20 } else { rng.index(21) as u8 });
            let valued = Valued::of(counts);
            let points = |faces: std::ops::Range<usize>| -> i32 {
                faces.map(|f| i32::from(counts[f]) * FACE_TABLE[f].1).sum()
            };
            let cards = |faces: std::ops::Range<usize>| -> u32 { faces.map(|f| u32::from(counts[f])).sum() };
            assert_eq!(valued.plus() as i32, points(face::PLUS..face::MINUS));
            assert_eq!(-(valued.minus() as i32), points(face::MINUS..face::POTA));
            assert_eq!(valued.minus_cards(), cards(face::MINUS..face::POTA));
            for value in 1..=4 {
                assert_eq!(valued.plus_cards(value), cards(usize::from(value) - 1..face::MINUS));
            }
        }
    }
}
