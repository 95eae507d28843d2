//! The state of a play: what all can see, and the hidden cards.
//!
//! What is going on is a stack of at most four layers. From the bottom: the step of the turn, a
//! service, a payment, an auction; beside them a played `PoorLifeDecision` that waits for its target.
//! The topmost layer that is open says who decides what. All layers are public.

use super::cards::{Card, Counts, Hand, KINDS, Kinds};
use super::layers::{Asking, Auction, Creditor, Payment, Service, Stage};
use crate::model::{BySeat, MAX_SEATS, Seat};

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats(pub u8);

impl Seats {
    /// The first `seats` seats.
    pub const fn first(seats: usize) -> Self {
        Self(((1_u16 << seats) - 1) as u8)
    }

    /// This seat alone.
    #[inline(always)]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// True if the seat is in it.
    #[inline(always)]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// Those of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a seat.
    #[inline(always)]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a seat out.
    #[inline(always)]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// True if nobody is in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of these seats, clockwise, that sits at least `from` places to the left of `seat` at a
    /// table of `seats`: so many places to its left.
    #[inline]
    pub const fn next(self, seat: Seat, from: u8, seats: usize) -> Option<u8> {
        let seen = (self.0 as u32) << seats | self.0 as u32;
        let left = (seen >> seat.index() & ((1 << seats) - 1)) >> from;
        if left == 0 { None } else { Some(from + left.trailing_zeros() as u8) }
    }

    /// How many are in it.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats in it, rising.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = Seat::new(left.trailing_zeros() as usize);
            left &= left - 1;
            Some(seat)
        })
    }
}

/// The step of the turn, the lowest layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// The other players may sell (`sales.window = "every_turn"`).
    Sales,
    /// The others' window as the turn starts.
    StartWindow,
    /// The active player's menu before the roll.
    PreRoll,
    /// The others' window after the draw.
    DrawWindow,
    /// A drawn Burn takes effect.
    Burn,
    /// The active player's menu after the draw.
    Main,
    /// The others' window as the turn ends.
    EndWindow,
    /// The hand is cut to the limit.
    Discard,
    /// The turn is over.
    TurnEnd,
    /// The play is over.
    #[default]
    Over,
}

/// No seat, no card.
pub const NOBODY: u8 = u8::MAX;

/// How a play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// Not yet.
    #[default]
    None,
    /// This player owns the shoes that win.
    Shoes(Seat),
    /// This player is the last one standing.
    Last(Seat),
    /// The limit of turns.
    Limit,
}

/// All that everybody can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Who decides, or [`NOBODY`] when the play is over.
    pub mover: u8,
    /// The step of the turn.
    pub phase: Phase,
    /// Seats that a window has gone by, counted from the active player; 0 outside windows.
    pub cursor: u8,
    /// Whose turn it is.
    pub active: Seat,
    /// Who began.
    pub first: Seat,
    /// Who is not out.
    pub alive: Seats,
    /// Players out so far.
    pub outs: u8,
    /// When each went out: 1 for the first, 0 for those still in.
    pub out_order: BySeat<u8>,
    /// The turn, from 1.
    pub turn: u32,
    /// The face rolled this turn, 0 before the roll.
    pub die: i64,
    /// Jewels of each.
    pub jewels: BySeat<u16>,
    /// Shoes of each.
    pub shoes: BySeat<u8>,
    /// Items of clothing of each that may still be sold.
    pub clothing: BySeat<u8>,
    /// Jewels in the Vault.
    pub vault: u16,
    /// Shoes in the Vault.
    pub vault_shoes: u8,
    /// Shoes that are not in play.
    pub box_shoes: u8,
    /// Ends of turns that each player's shield still lasts for, 0 without one.
    pub shields: BySeat<u8>,
    /// Players who bought a shoe this turn in an auction after an own sale.
    pub bought_back: Seats,
    /// `GetPaid` cards played this turn.
    pub get_paid: u8,
    /// Quickies played this turn.
    pub quickies: u8,
    /// A card was drawn this turn.
    pub drawn: bool,
    /// It was a Corner.
    pub corner: bool,
    /// The Burn that waits for its effect, or [`NOBODY`].
    pub burn: u8,
    /// The `PoorLifeDecision` that waits for its target, or [`NOBODY`].
    pub pld: u8,
    /// Who plays that one.
    pub pld_by: Seat,
    /// The service, if there is one.
    pub service: Service,
    /// The payment, if there is one.
    pub payment: Payment,
    /// The auction, if there is one.
    pub auction: Auction,
    /// How the play ended.
    pub ending: Ending,
    /// Cards in each hand by their backs: Even, Odd.
    pub backs: [BySeat<u8>; 2],
    /// Cards in the stocks: Even, Odd.
    pub stock: [u16; 2],
    /// What lies in the discard piles, by kind.
    pub discard: Counts,
    /// What the stocks held when they were last rebuilt (first of all: the whole decks).
    pub rebuilt: Counts,
    /// True once a stock was rebuilt.
    pub reshuffled: [bool; 2],
    /// Cards that each player drew from the stock since then, up to 255: Even, Odd.
    pub draws: [BySeat<u8>; 2],
    /// Cards seen to leave a hand since then that certainly were in it before.
    pub old_gone: Counts,
}

impl Public {
    /// Nothing on the table yet.
    pub(super) const BLANK: Self = Self {
        mover: NOBODY,
        phase: Phase::Over,
        cursor: 0,
        active: Seat::new(0),
        first: Seat::new(0),
        alive: Seats(0),
        outs: 0,
        out_order: BySeat::all(0),
        turn: 0,
        die: 0,
        jewels: BySeat::all(0),
        shoes: BySeat::all(0),
        clothing: BySeat::all(0),
        vault: 0,
        vault_shoes: 0,
        box_shoes: 0,
        shields: BySeat::all(0),
        bought_back: Seats(0),
        get_paid: 0,
        quickies: 0,
        drawn: false,
        corner: false,
        burn: NOBODY,
        pld: NOBODY,
        pld_by: Seat::new(0),
        service: Service::NONE,
        payment: Payment::NONE,
        auction: Auction::NONE,
        ending: Ending::None,
        backs: [BySeat::all(0); 2],
        stock: [0; 2],
        discard: [0; KINDS],
        rebuilt: [0; KINDS],
        reshuffled: [false; 2],
        draws: [BySeat::all(0); 2],
        old_gone: [0; KINDS],
    };

    /// Who decides.
    #[inline(always)]
    pub const fn mover(&self) -> Option<Seat> {
        if self.mover == NOBODY { None } else { Some(Seat::new(self.mover as usize)) }
    }

    /// The Client of the service in progress.
    #[inline(always)]
    pub const fn client(&self) -> Seat {
        Seat::new(self.service.client as usize)
    }

    /// Who owes in the payment in progress.
    #[inline(always)]
    pub const fn debtor(&self) -> Seat {
        Seat::new(self.payment.debtor as usize)
    }

    /// Alive players who carry no shield, this one left out: whom it may aim at.
    #[inline]
    pub fn targets(&self, by: Seat) -> Seats {
        self.alive.without(Seats(self.shields.nonzero())).without(Seats::one(by))
    }

    /// The whole debt of the payment in progress.
    #[inline]
    pub fn owed(&self) -> u16 {
        match self.payment.to {
            Creditor::Vault | Creditor::Player(_) => self.payment.amount,
            Creditor::Each => self.payment.amount * (self.alive.len() as u16 - 1),
        }
    }

    /// Whom the Provider may choose.
    #[inline]
    pub const fn clients(&self) -> Seats {
        let service = &self.service;
        self.alive.without(Seats::one(self.active)).without(service.declined).without(service.served)
    }

    /// The special `PoorLifeDecisions` that this player may play now, given the kinds held.
    #[inline]
    pub fn specials(&self, seat: Seat, held: Kinds) -> Kinds {
        let mut kinds = held.and(Kinds::SPECIAL).0;
        if kinds == 0 {
            return Kinds(0);
        }
        let client = self.client();
        let bonus_laid = self.service.asking == Asking::AnswerBonus;
        if seat == client || self.shields[client] > 0 || bonus_laid {
            kinds &= !Kinds::one(Card::ENFORCE).0;
        }
        if seat == self.active || self.shields[self.active] > 0 {
            kinds &= !Kinds::one(Card::VOID).0;
        }
        Kinds(kinds)
    }

    /// The Burn that waits for its effect.
    pub const fn burn(&self) -> Option<Card> {
        if self.burn == NOBODY { None } else { Some(Card::new(self.burn as usize)) }
    }

    /// The `PoorLifeDecision` that waits for its target.
    pub const fn pld(&self) -> Option<Card> {
        if self.pld == NOBODY { None } else { Some(Card::new(self.pld as usize)) }
    }

    /// True if no layer is open above the step of the turn.
    pub const fn is_flat(&self) -> bool {
        matches!(self.service.stage, Stage::None)
            && self.payment.debtor == NOBODY
            && self.auction.seller == NOBODY
            && self.pld == NOBODY
    }
}

/// The complete state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What all can see.
    pub table: Public,
    /// The hands.
    pub hands: BySeat<Hand>,
    /// What is left in the stocks, by kind. Their order is drawn as it is needed.
    pub stock: Counts,
}

impl State {
    /// An empty table.
    pub(super) const fn blank() -> Self {
        Self { table: Public::BLANK, hands: BySeat::all(Hand::EMPTY), stock: [0; KINDS] }
    }

    /// The players who hold one of these kinds.
    #[inline]
    pub(super) fn holders(&self, kinds: Kinds) -> Seats {
        let holds = |seat: Seat| u8::from(!self.hands[seat].kinds.and(kinds).is_empty());
        Seats(Seat::all(MAX_SEATS).fold(0, |bits, seat| bits | holds(seat) << seat.index()))
    }

    /// The players who hold an ordinary `PoorLifeDecision` and have somebody to play it on.
    #[inline]
    pub(super) fn aimers(&self) -> Seats {
        let table = &self.table;
        let aimers = Seats(self.holders(Kinds::PLD).0 & table.alive.0);
        let targets = table.alive.without(Seats(table.shields.nonzero()));
        // Nobody aims at itself.
        let alone = targets.0 & targets.0.wrapping_sub(1) == 0;
        match (alone, targets.is_empty()) {
            (false, _) => aimers,
            (true, false) => aimers.without(targets),
            (true, true) => Seats(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_of_some_seats_is_the_first_to_the_left() {
        for seats in 2..=MAX_SEATS {
            for bits in 0..1_u16 << seats {
                let set = Seats(bits as u8);
                for seat in Seat::all(seats) {
                    for from in 0..=seats {
                        let mut places = from..seats;
                        let found = places.find(|place| set.has(Seat::new((seat.index() + place) % seats)));
                        let next = set.next(seat, from as u8, seats);
                        assert_eq!(
                            next.map(usize::from),
                            found,
                            "{set:?}, {from} left of {seat:?} of {seats}"
                        );
                    }
                }
            }
        }
    }
}
