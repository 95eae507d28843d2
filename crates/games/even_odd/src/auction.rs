//! The auction of a shoe that was sold to the Vault. Section 6 of the spec.

use super::EvenOdd;
use super::cards::{Hand, Kinds};
use super::event::Event;
use super::layers::{Asked, Auction, Question};
use super::reason::{Account, Why};
use super::rules::Engine;
use super::state::{Ending, NOBODY, Public};
use ludometer_model::SeatSet;
use ludometer_model::{EventSink, Seat};

impl EvenOdd {
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
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Offers a shoe of the Vault, as after a sale by this player.
    pub(super) fn start_auction(&mut self, seller: Seat, again: bool) {
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
