//! All there is to know of a match in progress, and its invariants (spec, section 11).

use serde::{Serialize, Serializer};

use super::action::refill;
use super::card::{Card, Counts, KINDS, Kinds, VALUES, present};
use super::knowledge::Known;
use super::params::Params;
use ludometer_model::small_table::BySeat;
use ludometer_model::{Pile, Seat};

/// The most cards a deck can have: 40 copies of each kind.
pub(super) const DECK: usize = 40 * KINDS;

/// The cards in a hand, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// Copies of each kind.
    pub counts: Counts,
    /// All copies.
    pub size: u16,
    /// The kinds that are there. Kept card by card: read off the counts right after one of
    /// them was written, all of them would be waited for.
    pub(super) present: Kinds,
}

impl Hand {
    /// Returns these cards in a hand of this size: there may be more than are given.
    pub(super) const fn of(counts: Counts, size: u16) -> Self {
        Self { counts, size, present: present(&counts) }
    }

    /// Adds a card.
    #[inline(always)]
    pub const fn add(&mut self, card: Card) {
        self.put(card);
        self.size += 1;
    }

    /// Puts a card in that the size counts already.
    #[inline(always)]
    pub(super) const fn put(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.present.insert(card);
    }

    /// Takes a card that is there.
    #[inline(always)]
    pub const fn remove(&mut self, card: Card) {
        let copies = &mut self.counts[card.index()];
        *copies -= 1;
        self.present = Kinds::from_bits(self.present.bits() & !(((*copies == 0) as u16) << card.index()));
        self.size -= 1;
    }

    /// Copies of one kind.
    #[inline(always)]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Returns the number of Bankrupts.
    #[inline(always)]
    pub const fn bankrupts(&self) -> u16 {
        self.counts[10] as u16 + self.counts[11] as u16
    }

    /// Returns true if there are Bankrupts.
    #[inline(always)]
    pub(super) const fn has_bankrupts(&self) -> bool {
        !self.present.and(Kinds::BANKRUPTS).is_empty()
    }

    /// Returns true if there are value cards.
    #[inline(always)]
    pub(super) const fn has_values(&self) -> bool {
        !self.present.and(Kinds::VALUES).is_empty()
    }

    /// Returns the number of Steals.
    #[inline(always)]
    pub const fn steals(&self) -> u16 {
        self.counts[12] as u16 + self.counts[13] as u16 + self.counts[14] as u16
    }

    /// Returns the number of value cards.
    #[inline(always)]
    pub const fn values(&self) -> u16 {
        self.size - self.bankrupts() - self.steals()
    }

    /// Returns the kinds that are there, values first.
    #[inline(always)]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = Card> + use<> {
        self.present.iter()
    }

    /// Returns the lowest value card.
    #[inline]
    pub fn lowest(&self) -> Option<Card> {
        self.present.and(Kinds::VALUES).first()
    }

    /// Returns the highest value card.
    #[inline]
    pub fn highest(&self) -> Option<Card> {
        self.present.and(Kinds::VALUES).last()
    }

    /// Returns every copy, values first.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.kinds().flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// A seat's face-up row. Its cards rise, so their numbers tell their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bank {
    /// Copies of each value, from 1.
    pub counts: [u8; VALUES],
    /// Its last card, 0 while it is empty.
    pub top: u8,
}

impl Bank {
    /// Lays a value card on.
    #[inline(always)]
    pub const fn lay(&mut self, value: u8) {
        self.counts[(value - 1) as usize] += 1;
        self.top = value;
    }

    /// Returns its values, first to last.
    pub fn values(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=VALUES as u8)
            .flat_map(|value| std::iter::repeat_n(value, usize::from(self.counts[usize::from(value) - 1])))
    }
}

impl Serialize for Bank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values())
    }
}

/// The subject of the next decision (spec, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// P1.
    Draw,
    /// P2a.
    Bankrupt,
    /// P2b.
    Relief,
    /// P3.
    Play,
    /// P4: whom to take from.
    Steal,
    /// P4: which card to take.
    Take,
    /// The play is over.
    #[default]
    Over,
}

ludometer_model::phases! {
    Phase;
    "draw" => Self::Draw,
    "bankrupt" => Self::Bankrupt,
    "relief" => Self::Relief,
    "play" => Self::Play,
    "steal" => Self::Steal | Self::Take,
    ; "over" => Self::Over,
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The open table: all that everybody sees beside the hands' sizes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Table {
    /// Whose turn it is.
    pub active: Seat,
    /// The subject of its decision.
    pub phase: Phase,
    /// How many more cards the thief may take; 0 outside P4.
    pub takes_left: u8,
    /// Whose hand the thief looks at, in [`Phase::Take`].
    pub victim: Seat,
    /// Every bank.
    pub banks: BySeat<Bank>,
    /// Every card that lies face up or has left the game, by kind: banks, discard pile, removed.
    pub open: Counts,
    /// Steals that left the game, by kind.
    pub removed: [u8; 3],
    /// The number of the turn in this game.
    pub turn: u32,
    /// The number of the game in the match.
    pub game: u32,
    /// Turns begun in earlier games of the match.
    pub turns_before: u32,
    /// Bank tops of earlier games, added up.
    pub totals: BySeat<u32>,
    /// Earlier games won.
    pub games_won: BySeat<u32>,
    /// Earlier games that ended unfinished.
    pub unfinished: u32,
}

/// All there is to know.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) seats: usize,
    pub(super) table: Table,
    pub(super) hands: BySeat<Hand>,
    /// Nobody knows its order: it is shuffled as it is drawn.
    pub(super) stock: Pile<u8, DECK>,
    /// Face up, the top last.
    pub(super) discard: Pile<u8, DECK>,
    /// By the seat whose hand it is about.
    pub(super) known: BySeat<Known>,
}

impl std::ops::Deref for State {
    type Target = Table;
    #[inline(always)]
    fn deref(&self) -> &Table {
        &self.table
    }
}

impl std::ops::DerefMut for State {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

/// Two states are equal when nobody could ever tell them apart: the order of the cards in the
/// stock is not fixed.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
            && self.hands == other.hands
            && *self.discard == *other.discard
            && self.known == other.known
            && count(&self.stock) == count(&other.stock)
    }
}

/// Copies of each kind in a row of kind numbers.
fn count(cards: &[u8]) -> [u16; 16] {
    let mut counts = [0; 16];
    for &kind in cards {
        counts[usize::from(kind & 15)] += 1;
    }
    counts
}

impl Table {
    /// Returns whose hand the thief looks at, while it does.
    pub(super) fn shown_victim(&self) -> Option<Seat> {
        (self.phase == Phase::Take).then_some(self.victim)
    }
}

impl State {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats,
            table: Table::default(),
            hands: BySeat::all(Hand::of([0; 16], 0)),
            stock: Pile::new(),
            discard: Pile::new(),
            known: BySeat::all(Known::NOTHING),
        }
    }

    /// Returns the hand of the seat to move.
    #[inline(always)]
    pub(super) fn hand(&self) -> &Hand {
        &self.hands[self.active]
    }

    /// Returns the top of the discard pile.
    #[inline(always)]
    pub(super) fn top(&self) -> Option<Card> {
        self.discard.top().map(Card::of_kind)
    }

    /// Checks the spec's invariants (section 11) that a single state can show.
    pub(super) fn audit(&self, params: &Params) -> Result<(), String> {
        let seats = self.seats;
        let mut all = count(&self.stock);
        let discarded = count(&self.discard);
        let mut open = [0_u16; 16];
        for seat in Seat::all(seats) {
            for (value, &copies) in self.banks[seat].counts.iter().enumerate() {
                open[value] += u16::from(copies);
            }
            for (kind, &copies) in self.hands[seat].counts.iter().enumerate() {
                all[kind] += u16::from(copies);
            }
            let size: u16 = self.hands[seat].counts.iter().map(|&n| u16::from(n)).sum();
            if size != self.hands[seat].size {
                return Err(format!(
                    "seat {seat}: {size} cards in hand, counted as {}",
                    self.hands[seat].size
                ));
            }
            if self.hands[seat] != Hand::of(self.hands[seat].counts, size) {
                return Err(format!("seat {seat}: the kinds in hand are out of date"));
            }
            self.audit_bank(params, seat)?;
            self.audit_knowledge(seat)?;
        }
        for (i, &removed) in self.removed.iter().enumerate() {
            open[12 + i] += u16::from(removed);
        }
        for (kind, &copies) in discarded.iter().enumerate() {
            open[kind] += copies;
        }
        for (kind, &copies) in params.deck.iter().enumerate() {
            let card = Card::new(kind);
            if all[kind] + open[kind] != u16::from(copies) {
                return Err(format!(
                    "I1: {} of {copies} copies of {card} are in the game",
                    all[kind] + open[kind]
                ));
            }
            if u16::from(self.open[kind]) != open[kind] {
                return Err(format!("{} open copies of {card}, counted as {}", open[kind], self.open[kind]));
            }
        }
        if self.turn >= params.max_turns && self.phase != Phase::Over {
            return Err(format!("I10: turn {} of at most {}", self.turn, params.max_turns));
        }
        if matches!(self.phase, Phase::Play) {
            if self.hand().bankrupts() > 0 {
                return Err("I7: a Bankrupt in hand while playing a card".to_owned());
            }
            let refill = refill(params, self);
            let more = !self.stock.is_empty() || refill || self.top().is_some_and(Card::is_value);
            if self.hand().size < params.limit && more && !params.may_stop {
                return Err(format!("I7: playing with {} cards in hand and more to draw", self.hand().size));
            }
        }
        self.audit_end(params)
    }

    fn audit_bank(&self, params: &Params, seat: Seat) -> Result<(), String> {
        let bank = &self.banks[seat];
        let sound = (1..=VALUES as u8).all(|v| (bank.counts[usize::from(v) - 1] > 0) == (v <= bank.top));
        if !sound || bank.top > params.goal {
            return Err(format!("I3: the bank of seat {seat} is {:?} with top {}", bank.counts, bank.top));
        }
        Ok(())
    }

    /// Checks the certainties: every one must be true (I12).
    fn audit_knowledge(&self, seat: Seat) -> Result<(), String> {
        let hand = &self.hands[seat];
        let known = &self.known[seat];
        for observer in Seat::all(self.seats) {
            let facts = known.facts(observer);
            let too_many = facts.known.iter().zip(&hand.counts).any(|(k, h)| k > h);
            let known_values: u16 = facts.known[..VALUES].iter().map(|&n| u16::from(n)).sum();
            let bankrupts = hand.bankrupts() as i32 - i32::from(facts.known[10] + facts.known[11]);
            let values = i32::from(hand.values()) - i32::from(known_values);
            let bounded = |bound: u8, n: i32| bound == u8::MAX || n <= i32::from(bound);
            if too_many
                || bankrupts < i32::from(facts.min_bankrupts)
                || !bounded(facts.max_bankrupts, bankrupts)
                || !bounded(facts.max_values, values)
                || !bounded(facts.max_non_steals, bankrupts + values)
            {
                return Err(format!(
                    "I12: {observer:?} believes {facts:?} of seat {seat}, which holds {hand:?}"
                ));
            }
        }
        for card in hand.kinds() {
            if let Some(value) = card.as_value()
                && !(known.floor..=known.ceiling).contains(&value)
            {
                let (floor, ceiling) = (known.floor, known.ceiling);
                return Err(format!(
                    "I12: seat {seat} holds a {value}, believed to be within {floor}..{ceiling}"
                ));
            }
        }
        Ok(())
    }

    fn audit_end(&self, params: &Params) -> Result<(), String> {
        let full = Seat::all(self.seats).filter(|&seat| self.banks[seat].top == params.goal).count();
        // Between the games of a match the banks are cleared at once.
        if full > 1 || (full == 1 && self.phase != Phase::Over) {
            return Err(format!("I11: {full} banks have reached the goal"));
        }
        Ok(())
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'a> {
            active: Seat,
            phase: Phase,
            turn: u32,
            game: u32,
            hands: &'a [Hand],
            banks: &'a [Bank],
            /// In no particular order: each draw takes any of these with equal probability.
            stock: Vec<Card>,
            /// Bottom to top.
            discard: Vec<Card>,
            removed_steals: [u8; 3],
            takes_left: u8,
            victim: Option<Seat>,
            totals: &'a [u32],
            games_won: &'a [u32],
            unfinished_games: u32,
        }
        let mut stock: Vec<Card> = self.stock.iter().map(|&kind| Card::of_kind(kind)).collect();
        stock.sort_unstable();
        Shown {
            active: self.active,
            phase: self.phase,
            turn: self.turn,
            game: self.game,
            hands: self.hands.first(self.seats),
            banks: self.banks.first(self.seats),
            stock,
            discard: self.discard.iter().map(|&kind| Card::of_kind(kind)).collect(),
            removed_steals: self.removed,
            takes_left: self.takes_left,
            victim: self.shown_victim(),
            totals: self.totals.first(self.seats),
            games_won: self.games_won.first(self.seats),
            unfinished_games: self.unfinished,
        }
        .serialize(serializer)
    }
}
