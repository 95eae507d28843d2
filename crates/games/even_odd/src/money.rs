//! Money: `GetPaid`, sales, debts and going out. Sections 5 (P9, P12) and 8 of the spec.

use super::EvenOdd;
use super::cards::{Card, Kinds};
use super::event::Event;
use super::layers::{Asked, Creditor, Payment, Question, Service, Stage};
use super::reason::{Account, Cause, Close, Why};
use super::rules::Engine;
use super::state::{Ending, NOBODY, Phase, Public};
use ludometer_model::SeatSet;
use ludometer_model::{EventSink, Seat};

impl EvenOdd {
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
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Moves money, and announces it.
    pub(super) fn transfer(&mut self, from: Account, to: Account, amount: u16, why: Why) {
        let table = &mut self.state.table;
        match from {
            Account::Vault => table.vault -= amount,
            Account::Player(seat) => table.jewels[seat] -= amount,
        }
        match to {
            Account::Vault => table.vault += amount,
            Account::Player(seat) => table.jewels[seat] += amount,
        }
        self.log.emit(Event::Pay { from, to, amount: self.game.dollars(amount), why });
    }

    pub(super) fn get_paid(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card, Cause::Played);
        let t = &mut self.state.table;
        t.get_paid += 1;
        let printed = self.game.params.amount(card);
        let amount = printed.min(t.vault);
        if amount < printed {
            self.log.emit(Event::Shortage { seat, amount: self.game.dollars(printed), why: Why::GetPaid });
        }
        self.transfer(Account::Vault, Account::Player(seat), amount, Why::GetPaid);
    }

    pub(super) fn sell_shoe(&mut self, seat: Seat) {
        let t = &mut self.state.table;
        let forced = t.payment.debtor != NOBODY
            && t.jewels[seat] < t.owed()
            && !self.game.can_sell_clothing(t, seat)
            && !self.game.can_sell_clothing_card(t)
            && self.game.get_paid_kinds(t, seat, self.state.hands[seat].kinds).is_empty();
        let unsold = t.vault_shoes;
        self.log.emit(Event::SellShoe { seat, forced });
        t.shoes[seat] -= 1;
        t.vault_shoes += 1;
        self.transfer(Account::Vault, Account::Player(seat), self.game.params.shoe_price, Why::Shoe);
        self.state.table.auction.reoffers = if self.game.params.reoffer { unsold } else { 0 };
        self.start_auction(seat, false);
    }

    pub(super) fn sell_clothing(&mut self, seat: Seat, price: u16) {
        let t = &mut self.state.table;
        t.clothing[seat] -= 1;
        self.log.emit(Event::SellClothing { seat });
        self.transfer(Account::Vault, Account::Player(seat), price, Why::Clothing);
    }

    /// Opens a payment. A debt of nothing is none.
    pub(super) fn owe(&mut self, debtor: Seat, to: Creditor, amount: u16, why: Why) {
        if amount == 0 {
            return;
        }
        let t = &mut self.state.table;
        t.payment.debtor = debtor.index() as u8;
        t.payment.to = to;
        t.payment.amount = amount;
        t.payment.why = why;
        t.payment.clothing_card = false;
        self.log.emit(Event::Debt { seat: debtor, amount: self.game.dollars(t.owed()), why });
    }

    /// Settles the debt in progress, or asks the debtor first.
    #[inline(never)]
    pub(super) fn payment_step(&mut self) -> Asked {
        let t = &self.state.table;
        let debtor = t.debtor();
        let asked = if t.jewels[debtor] > t.owed() {
            self.game.can_sell_clothing_card(t)
        } else {
            self.game.can_sell_shoe(t, debtor)
                || self.game.can_sell_clothing(t, debtor)
                || self.game.can_sell_clothing_card(t)
                || !self.game.get_paid_kinds(t, debtor, self.state.hands[debtor].kinds).is_empty()
        };
        if asked {
            return Some((debtor, Question::Payment));
        }
        self.settle();
        None
    }

    /// Pays what is there, up to the debt; the rest lapses. Then whoever has nothing left is out.
    pub(super) fn settle(&mut self) {
        let t = &mut self.state.table;
        let debtor = t.debtor();
        let from = Account::Player(debtor);
        let (to, why, each) = (t.payment.to, t.payment.why, t.payment.amount);
        let owed = t.owed();
        let mut left = owed.min(t.jewels[debtor]);
        let unpaid = owed - left;
        if unpaid > 0 && t.shoes[debtor] > 0 {
            // The shoe could not be sold.
            self.log.emit(Event::Shortage {
                seat: debtor,
                amount: self.game.dollars(self.game.params.shoe_price),
                why: Why::Shoe,
            });
        }
        match to {
            Creditor::Vault => self.transfer(from, Account::Vault, left, why),
            Creditor::Player(seat) => self.transfer(from, Account::Player(seat), left, why),
            Creditor::Each => {
                for seat in debtor.others(self.game.params.seats) {
                    if self.state.table.alive.contains(seat) && left > 0 {
                        let part = left.min(each);
                        left -= part;
                        self.transfer(from, Account::Player(seat), part, why);
                    }
                }
            }
        }
        if unpaid > 0 {
            self.log.emit(Event::Lapse { seat: debtor, amount: self.game.dollars(unpaid) });
        }
        let t = &mut self.state.table;
        t.payment = Payment::NONE;
        let out = (t.shoes[debtor] == 0 || self.game.params.jewels_only)
            && if self.game.params.insolvent { unpaid > 0 } else { t.jewels[debtor] == 0 };
        if out {
            self.go_out(debtor);
        }
        self.check_last();
    }

    fn go_out(&mut self, seat: Seat) {
        let t = &mut self.state.table;
        t.alive.remove(seat);
        t.outs += 1;
        t.out_order[seat] = t.outs;
        // Shoes are left only where jewels alone count: they lie in the Vault, unsold.
        let shoes = std::mem::take(&mut t.shoes[seat]);
        t.vault_shoes += shoes;
        self.log.emit(Event::Out { seat, turn: t.turn, shoes });
        for card in self.state.hands[seat].kinds.iter() {
            for _ in 0..self.state.hands[seat].counts[card.index()] {
                self.discard(seat, card, Cause::Out);
            }
        }
        let t = &mut self.state.table;
        if seat == t.active {
            // A turn without its player: all that was pending in it is dropped.
            if t.service.stage != Stage::None && t.alive.len() > 1 {
                let served = t.service.served.len() as u8;
                self.log.emit(Event::ServiceEnd { how: Close::ProviderOut, served, price: 0 });
            }
            t.service = Service::NONE;
            t.pld = NOBODY;
            t.burn = NOBODY;
            t.cursor = 0;
            t.phase = Phase::TurnEnd;
        }
    }

    /// Lets the last player standing win.
    fn check_last(&mut self) {
        let t = &self.state.table;
        let mut last = t.alive;
        if self.game.params.insolvent {
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
            self.finish(Ending::Last(seat));
        }
    }
}
