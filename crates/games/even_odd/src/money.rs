//! Money: `GetPaid`, sales, debts and going out. Sections 5 (P9, P12) and 8 of the spec.

use super::EvenOdd;
use super::cards::{Card, Kinds};
use super::event::Event;
use super::layers::{Asked, Creditor, Payment, Question, Service, Stage};
use super::reason::{Account, Cause, Close, Why};
use super::state::{Ending, NOBODY, Phase, Public, State};
use ludometer_model::SeatSet;
use ludometer_model::{EventSink, Seat};

impl EvenOdd {
    /// Money that moves, and its event.
    pub(super) fn transfer<L: EventSink<Event>>(
        &self,
        table: &mut Public,
        from: Account,
        to: Account,
        amount: u16,
        why: Why,
        log: &mut L,
    ) {
        match from {
            Account::Vault => table.vault -= amount,
            Account::Player(seat) => table.jewels[seat] -= amount,
        }
        match to {
            Account::Vault => table.vault += amount,
            Account::Player(seat) => table.jewels[seat] += amount,
        }
        log.emit(Event::Pay { from, to, amount: self.dollars(amount), why });
    }

    /// Returns whether this player holds a shoe and the Vault has its price.
    #[inline(always)]
    pub(super) fn can_sell_shoe(&self, table: &Public, seat: Seat) -> bool {
        (table.shoes[seat] > 0) & (table.vault >= self.params.shoe_price)
    }

    /// Returns whether this player has an item of clothing left and the Vault has its price.
    #[inline(always)]
    pub(super) fn can_sell_clothing(&self, table: &Public, seat: Seat) -> bool {
        (table.clothing[seat] > 0) & (table.vault >= self.params.clothing_price)
    }

    /// Returns whether the debtor may sell an item at the price of the card that is settled.
    #[inline(always)]
    pub(super) fn can_sell_clothing_card(&self, table: &Public) -> bool {
        table.payment.clothing_card
            && table.clothing[table.debtor()] > 0
            && table.vault >= self.params.clothing_card_price
    }

    /// Returns the `GetPaid` kinds that this player may play now, given the kinds held.
    #[inline(always)]
    pub(super) fn get_paid_kinds(&self, table: &Public, seat: Seat, held: Kinds) -> Kinds {
        if seat == table.active && table.get_paid < self.params.max_get_paid {
            held.and(Kinds::GET_PAID)
        } else {
            Kinds::EMPTY
        }
    }

    pub(super) fn get_paid<L: EventSink<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        log: &mut L,
    ) {
        state.discard(seat, card, Cause::Played, log);
        let t = &mut state.table;
        t.get_paid += 1;
        let printed = self.params.amount(card);
        let amount = printed.min(t.vault);
        if amount < printed {
            log.emit(Event::Shortage { seat, amount: self.dollars(printed), why: Why::GetPaid });
        }
        self.transfer(t, Account::Vault, Account::Player(seat), amount, Why::GetPaid, log);
    }

    pub(super) fn sell_shoe<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, log: &mut L) {
        let t = &mut state.table;
        let forced = t.payment.debtor != NOBODY
            && t.jewels[seat] < t.owed()
            && !self.can_sell_clothing(t, seat)
            && !self.can_sell_clothing_card(t)
            && self.get_paid_kinds(t, seat, state.hands[seat].kinds).is_empty();
        let unsold = t.vault_shoes;
        log.emit(Event::SellShoe { seat, forced });
        t.shoes[seat] -= 1;
        t.vault_shoes += 1;
        self.transfer(t, Account::Vault, Account::Player(seat), self.params.shoe_price, Why::Shoe, log);
        t.auction.reoffers = if self.params.reoffer { unsold } else { 0 };
        self.start_auction(t, seat, false, log);
    }

    pub(super) fn sell_clothing<L: EventSink<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        price: u16,
        log: &mut L,
    ) {
        let t = &mut state.table;
        t.clothing[seat] -= 1;
        log.emit(Event::SellClothing { seat });
        self.transfer(t, Account::Vault, Account::Player(seat), price, Why::Clothing, log);
    }

    /// Opens a payment. A debt of nothing is none.
    pub(super) fn owe<L: EventSink<Event>>(
        &self,
        state: &mut State,
        debtor: Seat,
        to: Creditor,
        amount: u16,
        why: Why,
        log: &mut L,
    ) {
        if amount == 0 {
            return;
        }
        let t = &mut state.table;
        t.payment.debtor = debtor.index() as u8;
        t.payment.to = to;
        t.payment.amount = amount;
        t.payment.why = why;
        t.payment.clothing_card = false;
        log.emit(Event::Debt { seat: debtor, amount: self.dollars(t.owed()), why });
    }

    /// Settles the debt in progress, or asks the debtor first.
    #[inline(never)]
    pub(super) fn payment_step<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        let t = &state.table;
        let debtor = t.debtor();
        let asked = if t.jewels[debtor] > t.owed() {
            self.can_sell_clothing_card(t)
        } else {
            self.can_sell_shoe(t, debtor)
                || self.can_sell_clothing(t, debtor)
                || self.can_sell_clothing_card(t)
                || !self.get_paid_kinds(t, debtor, state.hands[debtor].kinds).is_empty()
        };
        if asked {
            return Some((debtor, Question::Payment));
        }
        self.settle(state, log);
        None
    }

    /// Pays what is there, up to the debt; the rest lapses. Then whoever has nothing left is out.
    pub(super) fn settle<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &mut state.table;
        let debtor = t.debtor();
        let from = Account::Player(debtor);
        let (to, why, each) = (t.payment.to, t.payment.why, t.payment.amount);
        let owed = t.owed();
        let mut left = owed.min(t.jewels[debtor]);
        let unpaid = owed - left;
        if unpaid > 0 && t.shoes[debtor] > 0 {
            // The shoe could not be sold.
            log.emit(Event::Shortage {
                seat: debtor,
                amount: self.dollars(self.params.shoe_price),
                why: Why::Shoe,
            });
        }
        match to {
            Creditor::Vault => self.transfer(t, from, Account::Vault, left, why, log),
            Creditor::Player(seat) => self.transfer(t, from, Account::Player(seat), left, why, log),
            Creditor::Each => {
                for seat in debtor.others(self.params.seats) {
                    if t.alive.contains(seat) && left > 0 {
                        let part = left.min(each);
                        left -= part;
                        self.transfer(t, from, Account::Player(seat), part, why, log);
                    }
                }
            }
        }
        if unpaid > 0 {
            log.emit(Event::Lapse { seat: debtor, amount: self.dollars(unpaid) });
        }
        t.payment = Payment::NONE;
        let out = (t.shoes[debtor] == 0 || self.params.jewels_only)
            && if self.params.insolvent { unpaid > 0 } else { t.jewels[debtor] == 0 };
        if out {
            Self::go_out(state, debtor, log);
        }
        self.check_last(state, log);
    }

    fn go_out<L: EventSink<Event>>(state: &mut State, seat: Seat, log: &mut L) {
        let t = &mut state.table;
        t.alive.remove(seat);
        t.outs += 1;
        t.out_order[seat] = t.outs;
        // Shoes are left only where jewels alone count: they lie in the Vault, unsold.
        let shoes = std::mem::take(&mut t.shoes[seat]);
        t.vault_shoes += shoes;
        log.emit(Event::Out { seat, turn: t.turn, shoes });
        for card in state.hands[seat].kinds.iter() {
            for _ in 0..state.hands[seat].counts[card.index()] {
                state.discard(seat, card, Cause::Out, log);
            }
        }
        let t = &mut state.table;
        if seat == t.active {
            // A turn without its player: all that was pending in it is dropped.
            if t.service.stage != Stage::None && t.alive.len() > 1 {
                let served = t.service.served.len() as u8;
                log.emit(Event::ServiceEnd { how: Close::ProviderOut, served, price: 0 });
            }
            t.service = Service::NONE;
            t.pld = NOBODY;
            t.burn = NOBODY;
            t.cursor = 0;
            t.phase = Phase::TurnEnd;
        }
    }

    /// The last player standing wins.
    fn check_last<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &state.table;
        let mut last = t.alive;
        if self.params.insolvent {
            last = SeatSet::EMPTY;
            for seat in t.alive.iter() {
                if t.jewels[seat] > 0 || t.shoes[seat] > 0 {
                    last.insert(seat);
                }
            }
        }
        if last.len() == 1
            && let Some(seat) = last.iter().next()
        {
            self.finish(state, Ending::Last(seat), log);
        }
    }
}
