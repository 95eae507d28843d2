//! The kinds of cards: what they are called and what they do. How many there are and what is
//! printed on them is data.

use std::fmt;

use serde::{Serialize, Serializer};

use super::view::EARLIER;
use ludometer_model::bit_set;

/// Kinds of both decks together.
pub const KINDS: usize = 35;

/// Kinds of the Even deck: they come first.
pub(super) const EVEN_KINDS: usize = 20;

/// The names, in the order of the spec's tables (Even deck first).
pub(super) const NAMES: [&str; KINDS] = [
    "get_paid_100",
    "get_paid_200",
    "get_paid_300",
    "get_paid_400",
    "get_paid_500",
    "quickie_200",
    "quickie_300",
    "quickie_400",
    "service_declined",
    "discount_200",
    "discount_300",
    "discount_free",
    "discount_reverse",
    "service_bonus_100",
    "service_bonus_200",
    "service_bonus_300",
    "service_bonus_500",
    "second_service_less_200",
    "second_service_less_300",
    "nothing",
    "corner",
    "burn_100",
    "burn_200",
    "burn_300",
    "burn_500",
    "burn_left",
    "burn_each",
    "burn_300_clothing",
    "pld_vault_200",
    "pld_vault_300",
    "pld_vault_500",
    "pld_player_200",
    "pld_player_300",
    "pld_special_enforce",
    "pld_special_void",
];

/// One kind of card, by its place in `NAMES`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Stops one choice of Client (rank 2).
    pub const DECLINED: Self = Self(8);
    /// The Client pays nothing.
    pub const DISCOUNT_FREE: Self = Self(11);
    /// The Provider pays the Client.
    pub const DISCOUNT_REVERSE: Self = Self(12);
    /// Without effect.
    pub const NOTHING: Self = Self(19);
    /// Starts a service.
    pub const CORNER: Self = Self(20);
    /// Costs its drawer, to the next player.
    pub const BURN_LEFT: Self = Self(25);
    /// Costs its drawer, to every other player.
    pub const BURN_EACH: Self = Self(26);
    /// Costs its drawer, who may sell an item of clothing at the card's own price.
    pub const BURN_CLOTHING: Self = Self(27);
    /// A `PoorLifeDecision` on the Client: the service goes through (rank 1).
    pub const ENFORCE: Self = Self(33);
    /// A `PoorLifeDecision` on the Provider: the service ends unpaid (rank 1).
    pub const VOID: Self = Self(34);

    /// Returns the kind at this place of `NAMES`.
    #[inline]
    pub const fn new(kind: usize) -> Self {
        debug_assert!(kind < KINDS);
        Self(kind as u8)
    }

    /// Returns its place in `NAMES`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns its name in the spec.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Returns the deck it belongs to.
    #[inline(always)]
    pub const fn deck(self) -> Deck {
        if (self.0 as usize) < EVEN_KINDS { Deck::Even } else { Deck::Odd }
    }

    /// Returns true if the kind is in the set.
    #[inline(always)]
    pub const fn is(self, set: Kinds) -> bool {
        set.contains(self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One of the two decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// Drawn from after an even number.
    Even,
    /// Drawn from after an odd number.
    Odd,
}

impl Deck {
    /// Returns 0 for Even, 1 for Odd.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the places of its kinds in `NAMES`.
    #[inline(always)]
    pub const fn kinds(self) -> std::ops::Range<usize> {
        match self {
            Self::Even => 0..EVEN_KINDS,
            Self::Odd => EVEN_KINDS..KINDS,
        }
    }
}

bit_set! {
    /// Holds any kinds of cards.
    pub struct Kinds(u64) of Card where index = Card::index, new = Card::new;
}

impl Kinds {
    /// Money from the Vault.
    pub const GET_PAID: Self = Self::range(0, 5);
    /// Services at a printed price.
    pub const QUICKIE: Self = Self::range(5, 8);
    /// The one kind that declines.
    pub const DECLINED: Self = Self::range(8, 9);
    /// Lower prices (rank 3).
    pub const DISCOUNT: Self = Self::range(9, 13);
    /// Higher prices (rank 4).
    pub const BONUS: Self = Self::range(13, 17);
    /// Further legs (rank 5).
    pub const SECOND: Self = Self::range(17, 19);
    /// Take effect on their drawer at once.
    pub const BURN: Self = Self::range(21, 28);
    /// Ordinary `PoorLifeDecisions`.
    pub const PLD: Self = Self::range(28, 33);
    /// Ordinary `PoorLifeDecisions` that pay the player of the card.
    pub const PLD_TO_PLAYER: Self = Self::range(31, 33);
    /// Special `PoorLifeDecisions` (rank 1).
    pub const SPECIAL: Self = Self::range(33, 35);
    /// The kinds of the Even deck.
    pub const EVEN: Self = Self::range(0, EVEN_KINDS);
    /// The kinds of the Odd deck.
    pub const ODD: Self = Self::range(EVEN_KINDS, KINDS);
    /// The kinds that a hand can hold.
    pub const HAND: Self = Self::EVEN.or(Self::PLD).or(Self::SPECIAL);
}

/// Counts of all kinds.
pub(super) type Counts = [u8; KINDS];

/// Returns how many cards of a deck there are in these counts.
pub(super) fn total(counts: &Counts, deck: Deck) -> u16 {
    counts[deck.kinds()].iter().map(|&n| u16::from(n)).sum()
}

/// The cards of a hand, and what its holder alone knows of the cards that went through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Which kinds are in it.
    pub kinds: Kinds,
    /// How many of each.
    pub counts: Counts,
    /// How many of each were in it when their stock was last rebuilt, less those that left it since of which
    /// all can tell that they were among them.
    pub was: Counts,
    /// How many of each its holder drew since then.
    pub got: Counts,
    /// How many of each the other hands can have held since each of the earlier rebuilds, at most.
    pub others: [Counts; EARLIER],
}

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self {
        kinds: Kinds::EMPTY,
        counts: [0; KINDS],
        was: [0; KINDS],
        got: [0; KINDS],
        others: [[0; KINDS]; EARLIER],
    };

    /// Puts a card in.
    #[inline(always)]
    pub const fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.kinds.insert(card);
    }

    /// Remembers that a card was drawn.
    #[inline(always)]
    pub const fn drew(&mut self, card: Card) {
        self.got[card.index()] = self.got[card.index()].saturating_add(1);
    }

    /// Takes a card out that is there.
    #[inline(always)]
    pub const fn take(&mut self, card: Card) {
        let kind = card.index();
        self.counts[kind] -= 1;
        // Whether it was the last is for chance to say: no branch.
        self.kinds.0 ^= ((self.counts[kind] == 0) as u64) << kind;
    }
}
