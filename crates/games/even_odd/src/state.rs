//! The state of a play: what all can see, and the hidden cards.
//!
//! Activities in progress form a stack of at most four layers. From the bottom: the step of the turn, a
//! service, a payment, an auction; beside them a played `PoorLifeDecision` that waits for its target.
//! The topmost layer that is open says who decides what. All layers are public.

use super::cards::{Card, Counts, Hand, KINDS, Kinds};
use super::earlier::Earlier;
use super::holders::{Group, Holders};
use super::layers::{Asking, Auction, Creditor, Payment, Question, Service, Stage};
use ludometer_model::Seat;
use ludometer_model::SeatSet;
use ludometer_model::small_table::BySeat;

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
    /// The seat that decides, or [`NOBODY`] when the play is over.
    pub mover: u8,
    /// The question to that player. Kept, since menus have to know it at every decision: it was looked up in
    /// one layer after the other.
    pub question: Question,
    /// The step of the turn.
    pub phase: Phase,
    /// Seats that a window has gone by, counted from the active player; 0 outside windows.
    pub cursor: u8,
    /// Whose turn it is.
    pub active: Seat,
    /// The seat that began.
    pub first: Seat,
    /// The seats that are not out.
    pub alive: SeatSet,
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
    /// The seats with a shield: kept, since every menu of a turn asks.
    pub shielded: SeatSet,
    /// Players who bought a shoe this turn in an auction after an own sale.
    pub bought_back: SeatSet,
    /// The seats that sold a shoe for a bid this turn.
    pub sold_for_bid: SeatSet,
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
    /// The seat that plays that one.
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
    /// The cards in the discard piles, by kind.
    pub discard: Counts,
    /// The cards in the stocks when they were last rebuilt (first of all: the whole decks).
    pub rebuilt: Counts,
    /// True once a stock was rebuilt.
    pub reshuffled: [bool; 2],
    /// Cards that each player drew from the stock since then, up to 255: Even, Odd.
    pub draws: [BySeat<u8>; 2],
    /// Cards seen to leave a hand since then that certainly were in it before.
    pub old_gone: Counts,
    /// The rebuilds before the last one: Even, Odd.
    pub earlier: [Earlier; 2],
}

impl Public {
    /// Nothing on the table yet.
    pub(super) const BLANK: Self = Self {
        mover: NOBODY,
        question: Question::Nothing,
        phase: Phase::Over,
        cursor: 0,
        active: Seat::new(0),
        first: Seat::new(0),
        alive: SeatSet::EMPTY,
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
        shielded: SeatSet::EMPTY,
        bought_back: SeatSet::EMPTY,
        sold_for_bid: SeatSet::EMPTY,
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
        earlier: [Earlier::NONE; 2],
    };

    /// Returns who decides.
    #[inline(always)]
    pub const fn mover(&self) -> Option<Seat> {
        if self.mover == NOBODY { None } else { Some(Seat::new(self.mover as usize)) }
    }

    /// Asks this player.
    #[inline(always)]
    pub(super) const fn ask(&mut self, (seat, question): (Seat, Question)) {
        self.mover = seat.index() as u8;
        self.question = question;
    }

    /// Returns the Client of the service in progress.
    #[inline(always)]
    pub const fn client(&self) -> Seat {
        Seat::new(self.service.client as usize)
    }

    /// Returns who owes in the payment in progress.
    #[inline(always)]
    pub const fn debtor(&self) -> Seat {
        Seat::new(self.payment.debtor as usize)
    }

    /// Sets a shield that lasts for so many ends of turns.
    #[inline]
    pub(super) fn set_shield(&mut self, seat: Seat, ends: u8) {
        self.shields[seat] = ends;
        self.shielded.insert(seat);
    }

    /// Ends a turn: shields wear off. Returns those who lose theirs.
    #[inline]
    pub(super) const fn wear_shields(&mut self) -> SeatSet {
        if self.shielded.is_empty() {
            return self.shielded;
        }
        let lapsed = self.shields.count_down();
        self.shielded = self.shielded.without(lapsed);
        lapsed
    }

    /// Returns whom a player may aim at: those alive who carry no shield, but for itself.
    #[inline]
    pub fn targets(&self, by: Seat) -> SeatSet {
        self.alive.without(self.shielded).without(SeatSet::one(by))
    }

    /// Returns the whole debt of the payment in progress.
    #[inline]
    pub fn owed(&self) -> u16 {
        match self.payment.to {
            Creditor::Vault | Creditor::Player(_) => self.payment.amount,
            Creditor::Each => self.payment.amount * (self.alive.len() as u16 - 1),
        }
    }

    /// Returns the players whom the Provider may choose.
    #[inline]
    pub const fn clients(&self) -> SeatSet {
        let service = &self.service;
        self.alive.without(SeatSet::one(self.active)).without(service.declined).without(service.served)
    }

    /// Returns the special `PoorLifeDecisions` that this player may play now, given the kinds held.
    #[inline]
    pub fn specials(&self, seat: Seat, held: Kinds) -> Kinds {
        let mut kinds = held.and(Kinds::SPECIAL);
        if kinds.is_empty() {
            return kinds;
        }
        let client = self.client();
        let bonus_laid = self.service.asking == Asking::AnswerBonus;
        if seat == client || self.shielded.contains(client) || bonus_laid {
            kinds.remove(Card::ENFORCE);
        }
        if seat == self.active || self.shielded.contains(self.active) {
            kinds.remove(Card::VOID);
        }
        kinds
    }

    /// Returns the Burn that waits for its effect.
    pub const fn burn(&self) -> Option<Card> {
        if self.burn == NOBODY { None } else { Some(Card::new(self.burn as usize)) }
    }

    /// Returns the `PoorLifeDecision` that waits for its target.
    pub const fn pld(&self) -> Option<Card> {
        if self.pld == NOBODY { None } else { Some(Card::new(self.pld as usize)) }
    }

    /// Returns true if no layer is open above the step of the turn.
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
    /// The table that all can see.
    pub table: Public,
    /// The hands.
    pub hands: BySeat<Hand>,
    /// The holders of cards that are asked for.
    pub holders: Holders,
    /// The cards left in the stocks, by kind. Their order is drawn as it is needed.
    pub stock: Counts,
}

impl State {
    /// Returns an empty table.
    pub(super) const fn new() -> Self {
        Self {
            table: Public::BLANK,
            hands: BySeat::all(Hand::EMPTY),
            holders: Holders::NONE,
            stock: [0; KINDS],
        }
    }

    /// Puts a card into a hand.
    #[inline(always)]
    pub(super) fn give(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat];
        hand.add(card);
        self.holders.see(seat, card, hand.kinds);
    }

    /// Takes a card out of a hand that holds it.
    #[inline(always)]
    pub(super) fn take(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat];
        hand.take(card);
        self.holders.see(seat, card, hand.kinds);
    }

    /// Returns the players who hold an ordinary `PoorLifeDecision` and have somebody to play it on.
    #[inline]
    pub(super) fn aimers(&self) -> SeatSet {
        let table = &self.table;
        let aimers = self.holders.of(Group::Pld) & table.alive;
        let targets = table.alive.without(table.shielded);
        // Nobody aims at itself.
        match (targets.has_several(), targets.is_empty()) {
            (true, _) => aimers,
            (false, false) => aimers.without(targets),
            (false, true) => SeatSet::EMPTY,
        }
    }
}
