//! Money: `GetPaid`, sales, debts, going out, and the auction of a shoe that was sold to the Vault.
//! Sections 5 (P9, P12), 6 and 8 of the spec.

use super::EvenOdd;
use super::cards::{Card, Hand, Kinds};
use super::event::{Account, Cause, Close, Event, Why};
use super::rules::Engine;
use super::state::{
    Asked, Auction, Creditor, Ending, NOBODY, Payment, Phase, Public, Question, Service, Stage,
};
use ludometer_model::{EventSink, Seat, SeatSet};

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

    /// Returns the price of the bid of one increment: the minimum.
    #[inline]
    const fn minimum_bid(&self, table: &Public) -> u16 {
        if table.auction.leader == NOBODY {
            self.params.opening
        } else {
            table.auction.bid + self.params.increment
        }
    }

    /// Returns the price of a bid of so many steps.
    #[inline]
    pub(super) const fn bid_price(&self, table: &Public, steps: u8) -> u16 {
        self.minimum_bid(table) + (steps as u16 - 1) * self.params.increment
    }

    /// Returns the price of the lowest bid that may be made.
    #[inline]
    pub(super) fn lowest_bid(&self, table: &Public) -> u16 {
        self.bid_price(table, self.params.raise_steps[0])
    }

    /// Returns what the best `GetPaid` cards that this player may still play would bring.
    fn best_get_paid(&self, table: &Public, hand: &Hand) -> u16 {
        let mut left = self.params.max_get_paid.saturating_sub(table.get_paid);
        let mut kinds = hand.kinds.and(Kinds::GET_PAID);
        let mut sum = 0;
        while left > 0
            && let Some(best) = kinds.iter().max_by_key(|&card| self.params.amount(card))
        {
            let n = left.min(hand.counts[best.index()]);
            sum += u16::from(n) * self.params.amount(best);
            left -= n;
            kinds.remove(best);
        }
        sum.min(table.vault)
    }

    /// Returns whether this player may sell a shoe for a bid: one a turn, or selling and buying could go on for ever.
    #[inline]
    pub(super) fn can_sell_shoe_for_bid(&self, table: &Public, seat: Seat) -> bool {
        self.params.sales_for_bids && !table.sold_for_bid.contains(seat) && self.can_sell_shoe(table, seat)
    }

    /// Returns what sales for a bid would bring this player at most: nothing, unless the rules allow them.
    #[inline]
    pub(super) fn sales_for_bid(&self, table: &Public, seat: Seat) -> u16 {
        if !self.params.sales_for_bids {
            return 0;
        }
        let price = self.params.clothing_price;
        let items = u16::from(table.clothing[seat]).min(table.vault / price);
        let shoe = if self.can_sell_shoe_for_bid(table, seat) { self.params.shoe_price } else { 0 };
        shoe + items * price
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Moves money, and announces it.
    fn transfer(&mut self, from: Account, to: Account, amount: u16, why: Why) {
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

    /// Offers a shoe of the Vault, as after a sale by this player.
    fn start_auction(&mut self, seller: Seat, again: bool) {
        let table = &mut self.state.table;
        let mut bidders = table.alive;
        if !self.game.params.seller_bids || table.bought_back.contains(seller) {
            bidders = bidders.without(SeatSet::one(seller));
        }
        let auction = &mut table.auction;
        auction.seller = seller.index() as u8;
        auction.cursor = self.game.offset(seller, 1).index() as u8;
        auction.bidders = bidders;
        auction.leader = NOBODY;
        auction.bid = 0;
        auction.again = again;
        self.log.emit(Event::Auction { seller, again });
    }

    /// Sells a bidder's shoe for the bid: it is offered when the auctions in progress are over.
    pub(super) fn sell_shoe_for_bid(&mut self, seat: Seat) {
        let table = &mut self.state.table;
        self.log.emit(Event::SellShoe { seat, forced: false });
        table.shoes[seat] -= 1;
        table.vault_shoes += 1;
        table.sold_for_bid.insert(seat);
        table.auction.queue.insert(seat);
        self.transfer(Account::Vault, Account::Player(seat), self.game.params.shoe_price, Why::Shoe);
    }

    /// Asks the next bidder, or ends the auction.
    #[inline(never)]
    pub(super) fn auction_step(&mut self) -> Asked {
        let lowest = self.game.lowest_bid(&self.state.table);
        let t = &mut self.state.table;
        let mut others = t.auction.bidders;
        if t.auction.leader != NOBODY {
            others.remove(Seat::new(usize::from(t.auction.leader)));
        }
        let from = Seat::new(usize::from(t.auction.cursor));
        while let Some(seat) = others.first_from(from) {
            let money = t.jewels[seat] + self.game.sales_for_bid(t, seat);
            // GetPaid cards can only be played in the own turn.
            if money >= lowest
                || seat == t.active && money + self.game.best_get_paid(t, &self.state.hands[seat]) >= lowest
            {
                t.auction.cursor = seat.index() as u8;
                return Some((seat, Question::Bid));
            }
            // Whoever is gone by for want of money bids no more.
            others.remove(seat);
            t.auction.bidders.remove(seat);
        }
        self.close_auction();
        None
    }

    pub(super) fn bid(&mut self, seat: Seat, steps: u8) {
        let t = &mut self.state.table;
        t.auction.bid = self.game.bid_price(t, steps);
        t.auction.leader = seat.index() as u8;
        t.auction.cursor = self.game.offset(seat, 1).index() as u8;
        self.log.emit(Event::Bid { seat, amount: self.game.dollars(t.auction.bid) });
    }

    fn close_auction(&mut self) {
        let t = &mut self.state.table;
        let seller = Seat::new(usize::from(t.auction.seller));
        if t.auction.leader == NOBODY {
            self.log.emit(Event::Unsold);
        } else {
            let buyer = Seat::new(usize::from(t.auction.leader));
            let price = t.auction.bid;
            self.transfer(Account::Player(buyer), Account::Vault, price, Why::Auction);
            let t = &mut self.state.table;
            t.vault_shoes -= 1;
            t.shoes[buyer] += 1;
            self.log.emit(Event::Sold { seat: buyer, amount: self.game.dollars(price) });
            if buyer == seller {
                t.bought_back.insert(seller);
            }
            if self.game.params.win_shoes > 0 && t.shoes[buyer] >= self.game.params.win_shoes {
                self.finish(Ending::Shoes(buyer));
                return;
            }
        }
        let t = &mut self.state.table;
        if t.auction.reoffers > 0 {
            t.auction.reoffers -= 1;
            self.start_auction(seller, true);
        } else if let Some(next) = t.auction.queue.first_from(self.game.offset(seller, 1)) {
            t.auction.queue.remove(next);
            self.start_auction(next, false);
        } else {
            t.auction = Auction::NONE;
        }
    }
}
