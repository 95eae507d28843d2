//! The cards: their colours and types, names and printed values.

use std::fmt;

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
