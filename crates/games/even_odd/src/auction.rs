//! The auction of a shoe that was sold to the Vault. Section 6 of the spec.

use super::EvenOdd;
use super::cards::{Hand, Kinds};
use super::event::Event;
use super::layers::{Asked, Auction, Question};
use super::reason::{Account, Why};
use super::state::{Ending, NOBODY, Public, State};
use ludometer_model::SeatSet;
use ludometer_model::{EventSink, Seat};

impl EvenOdd {
    /// Offers a shoe of the Vault, as after a sale by this player.
    pub(super) fn start_auction<L: EventSink<Event>>(
        &self,
        table: &mut Public,
        seller: Seat,
        again: bool,
        log: &mut L,
    ) {
        let mut bidders = table.alive;
        if !self.params.seller_bids || table.bought_back.contains(seller) {
            bidders = bidders.without(SeatSet::one(seller));
        }
        let auction = &mut table.auction;
        auction.seller = seller.index() as u8;
        auction.cursor = self.offset(seller, 1).index() as u8;
        auction.bidders = bidders;
        auction.leader = NOBODY;
        auction.bid = 0;
        auction.again = again;
        log.emit(Event::Auction { seller, again });
    }

    /// Returns the price of the bid of one increment: the minimum.
    #[inline]
    pub(super) const fn minimum_bid(&self, table: &Public) -> u16 {
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
    pub(super) fn best_get_paid(&self, table: &Public, hand: &Hand) -> u16 {
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

    /// A bidder sells a shoe for the bid: it is offered when the auctions in progress are over.
    pub(super) fn sell_shoe_for_bid<L: EventSink<Event>>(&self, table: &mut Public, seat: Seat, log: &mut L) {
        log.emit(Event::SellShoe { seat, forced: false });
        table.shoes[seat] -= 1;
        table.vault_shoes += 1;
        table.sold_for_bid.insert(seat);
        table.auction.queue.insert(seat);
        self.transfer(table, Account::Vault, Account::Player(seat), self.params.shoe_price, Why::Shoe, log);
    }

    /// Asks the next bidder, or ends the auction.
    #[inline(never)]
    pub(super) fn auction_step<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        let lowest = self.lowest_bid(&state.table);
        let t = &mut state.table;
        let mut others = t.auction.bidders;
        if t.auction.leader != NOBODY {
            others.remove(Seat::new(usize::from(t.auction.leader)));
        }
        let from = Seat::new(usize::from(t.auction.cursor));
        while let Some(seat) = others.first_from(from) {
            let money = t.jewels[seat] + self.sales_for_bid(t, seat);
            // GetPaid cards can only be played in the own turn.
            if money >= lowest
                || seat == t.active && money + self.best_get_paid(t, &state.hands[seat]) >= lowest
            {
                t.auction.cursor = seat.index() as u8;
                return Some((seat, Question::Bid));
            }
            // Whoever is gone by for want of money bids no more.
            others.remove(seat);
            t.auction.bidders.remove(seat);
        }
        self.close_auction(state, log);
        None
    }

    pub(super) fn bid<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, steps: u8, log: &mut L) {
        let t = &mut state.table;
        t.auction.bid = self.bid_price(t, steps);
        t.auction.leader = seat.index() as u8;
        t.auction.cursor = self.offset(seat, 1).index() as u8;
        log.emit(Event::Bid { seat, amount: self.dollars(t.auction.bid) });
    }

    fn close_auction<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &mut state.table;
        let seller = Seat::new(usize::from(t.auction.seller));
        if t.auction.leader == NOBODY {
            log.emit(Event::Unsold);
        } else {
            let buyer = Seat::new(usize::from(t.auction.leader));
            let price = t.auction.bid;
            self.transfer(t, Account::Player(buyer), Account::Vault, price, Why::Auction, log);
            t.vault_shoes -= 1;
            t.shoes[buyer] += 1;
            log.emit(Event::Sold { seat: buyer, amount: self.dollars(price) });
            if buyer == seller {
                t.bought_back.insert(seller);
            }
            if self.params.win_shoes > 0 && t.shoes[buyer] >= self.params.win_shoes {
                self.finish(state, Ending::Shoes(buyer), log);
                return;
            }
        }
        let t = &mut state.table;
        if t.auction.reoffers > 0 {
            t.auction.reoffers -= 1;
            self.start_auction(t, seller, true, log);
        } else if let Some(next) = t.auction.queue.first_from(self.offset(seller, 1)) {
            t.auction.queue.remove(next);
            self.start_auction(t, next, false, log);
        } else {
            t.auction = Auction::NONE;
        }
    }
}
