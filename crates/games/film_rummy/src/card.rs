//! Cards and genres with their names, and what is printed on a card.

use std::fmt;
use std::sync::RwLock;

use serde::{Serialize, Serializer};

use super::hand::Hand;
use super::knowledge::Counts;
use super::params::Params;
use ludometer_model::{capital, readable};

/// The most genres, categories of basic cards, and kinds of extra cards.
pub const MAX_GENRES: usize = 8;

/// The most categories of basic cards.
pub const MAX_CATEGORIES: usize = 10;

/// The most kinds of extra cards of a genre.
pub const MAX_EXTRAS: usize = 12;

/// The action cards, in card order: six positive, six negative, three interaction cards.
pub const ACTIONS: [&str; 15] = [
    "pos_any",
    "pos_feminist_classic",
    "pos_classic_parody",
    "pos_parody_romance",
    "pos_romance_indie",
    "pos_indie_feminist",
    "neg_any",
    "neg_feminist_classic",
    "neg_classic_parody",
    "neg_parody_romance",
    "neg_romance_indie",
    "neg_indie_feminist",
    "spy",
    "thief",
    "technical_defect",
];

/// The most kinds of cards.
pub const MAX_KINDS: usize = MAX_GENRES * (MAX_CATEGORIES + MAX_EXTRAS) + 1 + ACTIONS.len();

/// The most cards in play: six copies of each set card, 30 jokers, 20 of each action card.
pub const MAX_CARDS: usize = MAX_GENRES * (MAX_CATEGORIES + MAX_EXTRAS) * 6 + 30 + ACTIONS.len() * 20;

/// A kind number that no card has.
pub(super) const NO_CARD: u8 = u8::MAX;

/// The printed face of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// A basic card.
    Basic {
        /// Number of the genre.
        genre: u8,
        /// Number of the category.
        category: u8,
    },
    /// An extra card.
    Extra {
        /// Number of the genre.
        genre: u8,
        /// Number of the extra.
        extra: u8,
    },
    /// A joker.
    Joker,
    /// A positive card and the genres it fits, bit g for genre g.
    Positive(u8),
    /// A negative card and the genres it fits.
    Negative(u8),
    /// Lets its player look at a hand.
    Spy,
    /// Takes a card from a hand.
    Thief,
    /// Makes a player shuffle half a hand into the stock.
    Defect,
}

impl Face {
    /// Returns true for the three kinds of action cards.
    #[inline(always)]
    pub const fn is_action(self) -> bool {
        !matches!(self, Self::Basic { .. } | Self::Extra { .. } | Self::Joker)
    }

    /// Returns true for the cards whose effect asks for nothing but a target.
    #[inline(always)]
    pub const fn is_interaction(self) -> bool {
        matches!(self, Self::Spy | Self::Thief | Self::Defect)
    }
}

/// The names of the cards under one choice of genres, categories and extras.
///
/// Actions, events and states are printed without a rule set at hand; they know their naming by its
/// number. Each naming is made once and lives as long as the program.
#[derive(PartialEq, Eq, Debug)]
pub struct Naming {
    number: u16,
    /// The ids of the genres.
    genres: Vec<String>,
    /// The genres' short names: the first letter in upper case, with its number where genres share it.
    labels: Vec<String>,
    /// The ids of the categories of basic cards, and of the kinds of extra cards.
    categories: Vec<String>,
    extras: Vec<String>,
    cards: Vec<String>,
}

static NAMINGS: RwLock<Vec<&'static Naming>> = RwLock::new(Vec::new());

impl Naming {
    /// Returns the naming for these genres, categories and extras.
    pub fn of(genres: &[String], categories: &[String], extras: &[String]) -> &'static Self {
        let mut all = NAMINGS.write().expect("nothing panics while it holds the list of namings");
        let same = |n: &&&Self| n.genres == genres && n.categories == categories && n.extras == extras;
        if let Some(known) = all.iter().find(same) {
            return known;
        }
        let first = |genre: &String| genre.chars().next().map(|c| c.to_ascii_uppercase());
        let labels: Vec<String> = genres
            .iter()
            .enumerate()
            .map(|(i, genre)| {
                let letter = first(genre).unwrap_or('G');
                let shared = genres.iter().filter(|g| first(g) == first(genre)).count() > 1;
                if shared { format!("{letter}{}", i + 1) } else { letter.to_string() }
            })
            .collect();
        let mut cards = Vec::new();
        for label in &labels {
            cards.extend((1..=categories.len()).map(|c| format!("{label}.b{c}")));
            cards.extend((1..=extras.len()).map(|x| format!("{label}.x{x}")));
        }
        cards.push("J".to_owned());
        cards.extend(ACTIONS.map(str::to_owned));
        let number = all.len() as u16;
        let (genres, categories, extras) = (genres.to_vec(), categories.to_vec(), extras.to_vec());
        let naming = Self { number, genres, labels, categories, extras, cards };
        let naming: &'static Self = Box::leak(Box::new(naming));
        all.push(naming);
        naming
    }

    fn get(number: u16) -> &'static Self {
        let all = NAMINGS.read().expect("nothing panics while it holds the list of namings");
        all[usize::from(number)]
    }

    /// Returns the number of card kinds.
    pub fn kinds(&self) -> usize {
        self.cards.len()
    }

    /// Returns the number of set cards of one genre.
    #[inline]
    pub(super) const fn per_genre(&self) -> usize {
        self.categories.len() + self.extras.len()
    }

    /// Returns the kind number of the joker.
    #[inline]
    pub fn joker(&self) -> u8 {
        (self.genres.len() * self.per_genre()) as u8
    }

    /// Returns the card of this kind number.
    #[inline(always)]
    pub const fn card(&self, kind: u8) -> Card {
        Card { kind, naming: self.number }
    }

    /// Returns the genre of this number.
    #[inline(always)]
    pub const fn genre(&self, genre: u8) -> Genre {
        Genre { genre, naming: self.number }
    }

    /// Returns the name of a kind.
    pub fn name(&self, kind: u8) -> &str {
        self.cards.get(usize::from(kind)).map_or("-", String::as_str)
    }

    /// Returns what people call a kind of the cards of the genres: its genre and its category or extra.
    pub fn title(&self, kind: u8) -> Option<String> {
        let (genre, place) = (usize::from(kind) / self.per_genre(), usize::from(kind) % self.per_genre());
        let genre = self.genres.get(genre)?;
        let what = self.categories.iter().chain(&self.extras).nth(place)?;
        Some(format!("{}: {}", capital(&readable(genre)), readable(what)))
    }

    /// Returns the short name of a genre.
    pub fn label(&self, genre: u8) -> &str {
        self.labels.get(usize::from(genre)).map_or("-", String::as_str)
    }

    /// Returns the kind with this name.
    pub fn find(&self, name: &str) -> Option<u8> {
        self.cards.iter().position(|c| c == name).map(|k| k as u8)
    }
}

/// A kind of card, printed as the spec writes it: `F.b2`, `F.x6`, `J`, `spy`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Its place in card order.
    pub kind: u8,
    naming: u16,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Naming::get(self.naming).name(self.kind))
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

/// A genre, printed by its id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genre {
    /// Its place in the list of genres.
    pub genre: u8,
    naming: u16,
}

impl fmt::Display for Genre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let naming = Naming::get(self.naming);
        f.write_str(naming.genres.get(usize::from(self.genre)).map_or("-", String::as_str))
    }
}

impl fmt::Debug for Genre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Genre {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The data needed to write cards by their names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Names {
    pub(super) naming: &'static Naming,
    pub(super) seats: usize,
    pub(super) categories: usize,
    pub(super) extras: usize,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} card names", self.naming.kinds())
    }
}

impl Names {
    pub(super) const fn of(params: &Params) -> Self {
        Self {
            naming: params.naming,
            seats: params.seats,
            categories: params.categories,
            extras: params.extras,
        }
    }

    pub(super) fn card(&self, kind: u8) -> Option<Card> {
        (kind != NO_CARD).then(|| self.naming.card(kind))
    }

    pub(super) fn cards(&self, kinds: &[u8]) -> Vec<Card> {
        kinds.iter().map(|&kind| self.naming.card(kind)).collect()
    }

    pub(super) fn counted(&self, counts: &Counts) -> Vec<Card> {
        let copies = |(kind, &n): (usize, &u8)| std::iter::repeat_n(self.naming.card(kind as u8), n.into());
        counts.iter().enumerate().flat_map(copies).collect()
    }

    /// Returns the cards by holder, without those of whom nothing is known.
    pub(super) fn hands(&self, hands: &[Hand]) -> Vec<Vec<Card>> {
        hands[..self.seats].iter().map(|hand| self.cards(hand)).collect()
    }
}
