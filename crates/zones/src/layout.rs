//! The places of all things in the bytes of a state.

use crate::bytes::{card_at, set_card, u16_at};

/// The most seats at a table.
pub const MOST_SEATS: usize = 12;

/// Places in the head of a state.
pub mod head {
    /// The seat to move, from 1; 0 for none.
    pub const MOVER: usize = 0;
    /// The step that it is asked in, from 1.
    pub const STEP: usize = 1;
    /// The seat whose turn it is, from 1.
    pub const ACTIVE: usize = 2;
    /// How the game stands: see below.
    pub const FLAGS: usize = 3;
    /// Turns that have begun (4 bytes).
    pub const BEGUN: usize = 4;
    /// The number of a mistake that ended the game.
    pub const FAULT: usize = 8;
    /// 1 where nobody wins, 2 where several win as one.
    pub const NOBODY_WINS: usize = 10;
    /// The step that choices in secret began with, from 1; 0 where there are none.
    pub const ROOT: usize = 11;
    /// Who has yet to choose of several at once, as bits.
    pub const PENDING: usize = 12;
    /// Who was asked.
    pub const ASKED: usize = 14;
    /// Decisions so far (4 bytes).
    pub const DECISIONS: usize = 16;
    /// Who is out.
    pub const GONE: usize = 20;
    /// Who loses by name.
    pub const LOSERS: usize = 22;
    /// Each seat's place in the low four bits, and above them its side, where sides are drawn.
    pub const PLACES: usize = 24;
    /// Each seat's score (4 bytes).
    pub const SCORES: usize = 36;
    /// Rounds that the rules count (4 bytes).
    pub const ROUNDS: usize = 84;
    /// Sealed choices, eight bytes a seat.
    pub const SEALS: usize = 88;
    /// A flag: the game is over.
    pub const OVER: u8 = 1;
    /// A flag: it was not finished.
    pub const UNFINISHED: u8 = 2;
}

/// How the cards of a zone are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneKind {
    /// Copies of each kind.
    Bag,
    /// Cards in order, face up.
    List,
    /// Cards in order, face down: for each, who knows it.
    Stack,
    /// Slots.
    Row,
}

/// The seats that see the contents of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visible {
    /// All seats.
    All,
    /// The seat it belongs to.
    Owner,
    /// No seat.
    Nobody,
    /// All but the seat it belongs to.
    Others,
}

/// One zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name in messages.
    pub name: String,
    /// How its cards are kept.
    pub kind: ZoneKind,
    /// Who sees them.
    pub visible: Visible,
    /// The seat it belongs to, from 1; 0 for none.
    pub owner: usize,
    /// Its place in the state, with the number of cards (2 bytes) in front.
    pub off: usize,
    /// The place of what is known of it: a row for an onlooker, then one a seat; 0 where all see it.
    pub know: usize,
    /// The bytes in the state.
    pub bytes: usize,
    /// The kinds that can lie there count to this.
    pub width: usize,
    /// The places of a list, stack or row.
    pub cap: usize,
    /// Where in a stack it stands of whom all can tell that they know a card: so many bytes behind who knows it. 0: all can tell
    /// it of all.
    pub open: usize,
    /// Where in a stack, counted from its place, it stands who knows a card to lie there, but not where: first all of these seats,
    /// then those of each card. 0: nobody can, as no stack of these rules is ever mixed.
    pub apart: usize,
    /// Dice.
    pub fresh: bool,
    /// The bytes of a card, and of a number of copies: 1, or 2 in large games.
    pub size_of_card: usize,
    /// The number of the deck that may lie there, 0 for all cards, and that of dice.
    pub deck: usize,
    /// Who sees it, as bits, an onlooker lowest.
    pub seen: u16,
    /// Its number among those that not all see, from 1; 0 for none.
    pub hidden: usize,
    /// The zone whose cards are mixed to it when it is drawn from and empty, and so many that stay there.
    pub refill: Option<(usize, usize)>,
}

/// With the seats that know a card of a stack: the one that knows the depth of what was inserted last can tell that all knew the
/// card to lie there before.
pub const OF_BATCH: u16 = 1 << 15;

/// With the seats that know a card of a stack to lie there, but not where: it lay there when the stack was mixed last, or
/// something was inserted. What seats know so is among these cards.
pub const WAS_MIXED: u16 = 1 << 15;

/// The number of the deck of dice.
pub const DICE: usize = 65_535;

impl Zone {
    /// Returns the name with the seat it belongs to.
    pub fn title(&self) -> String {
        if self.owner > 0 { format!("{}[{}]", self.name, self.owner) } else { self.name.clone() }
    }

    /// Returns the number of cards.
    #[inline]
    pub fn size(&self, bytes: &[u8]) -> usize {
        usize::from(u16_at(bytes, self.off))
    }

    /// Returns where the copies of kind 0, which there is none of, would stand in a bag.
    #[inline]
    pub const fn copies_base(&self) -> usize {
        self.off + 2
    }

    /// Returns the copies of a kind, from 0, in a bag.
    #[inline]
    pub fn copies(&self, bytes: &[u8], kind: usize) -> usize {
        card_at(bytes, self.copies_base() + self.size_of_card * (kind + 1), self.size_of_card)
    }

    /// Returns the copies of each kind in a bag.
    pub fn all_copies<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let (from, size) = (self.copies_base() + self.size_of_card, self.size_of_card);
        bytes[from..from + size * self.width].chunks_exact(size).map(move |card| card_at(card, 0, size))
    }

    /// Returns the card in a place, from 0, of a list, stack or row: its kind, from 1, or 0.
    #[inline]
    pub fn card(&self, bytes: &[u8], place: usize) -> usize {
        card_at(bytes, self.off + 2 + self.size_of_card * place, self.size_of_card)
    }

    /// Writes which card is in a place of a list, stack or row.
    #[inline]
    pub fn set_card(&self, bytes: &mut [u8], place: usize, card: usize) {
        set_card(bytes, self.off + 2 + self.size_of_card * place, self.size_of_card, card);
    }

    /// Returns where it stands who knows the card at a place, from 0, of a stack.
    #[inline]
    pub const fn knowers(&self, place: usize) -> usize {
        self.off + 2 + self.size_of_card * self.cap + 2 * place
    }

    /// Returns the seats, as bits, that know the card at a place, from 0, of a stack.
    #[inline]
    pub fn knowing(&self, bytes: &[u8], place: usize) -> u16 {
        u16_at(bytes, self.knowers(place)) & !OF_BATCH
    }

    /// Returns where the seats stand that know the card at a place, from 0, of a stack to lie there, but not where; in what a seat
    /// knows, kinds that it knows to lie so.
    #[inline]
    pub const fn knowing_apart(&self, place: usize) -> usize {
        self.off + self.apart + 2 + 2 * place
    }

    /// Returns the seats, as bits, of which all can tell that they know the card at a place, from 0, of a stack.
    #[inline]
    pub fn openly_knowing(&self, bytes: &[u8], place: usize) -> u16 {
        u16_at(bytes, self.knowers(place) + self.open)
    }

    /// Returns where the seats stand that may know where cards of a stack lie, and others don't: where some could be told apart.
    #[inline]
    pub const fn secretly_knowing(&self) -> usize {
        self.knowers(self.cap) + self.open
    }
}

/// A number of each seat that it alone sees.
#[derive(Clone, Debug)]
pub struct SecretNumbers {
    /// Its name in messages.
    pub name: String,
    /// Where the first seat's stands (4 bytes each).
    pub off: usize,
    /// Where it stands what others can tell of them.
    pub know: usize,
    /// The least that it can be.
    pub low: i64,
    /// The most.
    pub high: i64,
}

/// Hands whose cards tell their seats what lies in the other hands.
#[derive(Clone, Debug)]
pub struct Role {
    /// The hands, by seat.
    pub zones: Vec<usize>,
    /// Who holds one of these kinds, from 1,
    pub holders: Vec<usize>,
    /// knows how many cards of these kinds lie in each other hand.
    pub seen: Vec<usize>,
}

/// The places of all things in a state.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The bytes of a state.
    pub bytes: usize,
    /// The seats at the table.
    pub seats: usize,
    /// The zones, by number.
    pub zones: Vec<Zone>,
    /// The names of kinds of cards.
    pub card_names: Vec<String>,
    /// The copies of each kind.
    pub copies: Vec<usize>,
    /// The number of each kind's deck, 0 for none.
    pub decks: Vec<usize>,
    /// The names of decks.
    pub deck_names: Vec<String>,
    /// Where the copies of kinds that are in the game stand.
    pub total: usize,
    /// The bytes of a card.
    pub size_of_card: usize,
    /// The bytes of a row of knowledge.
    pub row: usize,
    /// The kinds of a row count to this.
    pub width: usize,
    /// Where calls that wait stand; 0 where the rules have none.
    pub calls: usize,
    /// Where choices in secret stand; 0 where the rules have none.
    pub secret: usize,
    /// The names of steps.
    pub steps: Vec<String>,
    /// The names of acts.
    pub acts: Vec<String>,
    /// The names of numbers of the rules with where each stands, in order.
    pub numbers: Vec<(usize, String)>,
    /// Where the public numbers begin.
    pub public: usize,
    /// How many records of eight bytes hold them; 0 for too many.
    pub public_records: usize,
    /// Where batches of cards stand; 0 for none.
    pub batches: usize,
    /// The bytes of one.
    pub batch: usize,
    /// The zones that not all see.
    pub hidden: Vec<usize>,
    /// The bytes of a bound; 0 where the rules say none.
    pub bound: usize,
    /// True if seats are shown something in secret.
    pub shows_secretly: bool,
    /// The secret numbers, in order.
    pub secrets: Vec<SecretNumbers>,
    /// What cards tell of other hands, in order.
    pub roles: Vec<Role>,
    /// After so many turns a game ends unfinished.
    pub most_turns: u32,
    /// After so many decisions a game ends unfinished.
    pub most_decisions: u32,
}

impl Layout {
    /// Returns the name of the number that stands there.
    pub fn number_name(&self, at: usize) -> &str {
        let found = self.numbers.iter().rfind(|(from, _)| *from <= at);
        found.map_or("a number", |(_, name)| name)
    }

    /// Returns the bytes of what is known of a zone: the rows, and behind them the bounds.
    pub const fn bytes_of_knowledge(&self) -> usize {
        self.row * (self.seats + 1) + crate::bounds::BOUNDS * self.bound
    }
}
