//! A seat's knowledge, and full states determinized from it. Section 4 of the spec.
//!
//! A view is the public table and the own hand. Who was asked before and passed stands nowhere: a
//! pass proves nothing. Only the question that is open now has a name on it, since the view of a
//! decision is the decider's own; states determinized from other seats' views give that player a card
//! to answer with.
//!
//! # What is certain of hidden cards
//! Before a stock is rebuilt, any unseen Even card may be in any other hand or in the stock, and
//! any unseen `PoorLifeDecision` likewise (no Corner and no Burn is ever in a hand). When a stock is
//! rebuilt, its contents are known, and so are all the cards then in the hands, taken together.
//! From then on, for each kind:
//! - the stock holds at most what it held, less what the viewer drew of it since;
//! - the other hands hold at most as many cards of before as they held together, less those that
//!   left them and certainly were of before;
//! - a player who drew d cards since holds at least as many cards of before as the hand has more
//!   than d.
//!
//! Of the rebuilds before the last one the last of these is known as well: see `earlier`.
//!
//! The knowledge of the other players about their own past draws is determinized to be what their determinized cards
//! need, no more.

use serde::Serialize;

use super::EvenOdd;
use super::cards::{Card, Counts, Deck, Hand, Kinds};
use super::earlier::EARLIER;
use super::hidden::{AFTER, Deal, Forced, POOL, code, heading};
use super::holders::Holders;
use super::layers::Stage;
use super::state::{NOBODY, Phase, Public, State};
use ludometer_model::{Rng, Seat, small_table};

/// The knowledge of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view it is.
    pub viewer: Seat,
    /// The table that all can see.
    pub table: Public,
    /// The own hand.
    pub hand: Hand,
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::show::view(self, serializer)
    }
}

impl View {
    /// Returns what this player knows.
    pub(super) fn of(state: &State, viewer: Seat) -> Self {
        Self { viewer, table: state.table, hand: state.hands[viewer] }
    }

    /// Fills `into` with a state that agrees with all the viewer knows.
    pub(super) fn determinize(&self, game: &EvenOdd, rng: &mut Rng, into: &mut State) {
        into.table = self.table;
        into.hands = small_table::BySeat::all(Hand::EMPTY);
        into.hands[self.viewer] = self.hand;
        into.holders = Holders::NONE;
        into.holders.see_all(self.viewer, self.hand.kinds);
        let mut unseen = game.params.copies;
        for (kind, left) in unseen.iter_mut().enumerate() {
            *left -= self.table.discard[kind] + self.hand.counts[kind];
        }
        into.stock = unseen;
        let forced = game.forced(self, &unseen);
        for deck in [Deck::Even, Deck::Odd] {
            // The question shows cards of one deck only.
            let mine = if deck == Deck::Even { Kinds::EVEN } else { Kinds::ODD };
            let mut here = Forced::new();
            for set in forced.iter().filter(|set| !set.and(mine).is_empty()) {
                here.push(*set);
            }
            game.imagine_deck(self, deck, &unseen, &here, rng, into);
            game.imagine_memory(self, deck, into);
        }
    }
}

impl EvenOdd {
    /// Returns the kinds of which the player to move must hold one to be asked, by what all can see; none
    /// if the question says nothing.
    fn shown_by_question(&self, table: &Public, mover: Seat) -> Kinds {
        if table.auction.seller != NOBODY {
            return Kinds::EMPTY;
        }
        if table.payment.debtor != NOBODY {
            let other_way = self.can_sell_shoe(table, mover)
                || self.can_sell_clothing(table, mover)
                || self.can_sell_clothing_card(table);
            return if other_way { Kinds::EMPTY } else { Kinds::GET_PAID };
        }
        if table.pld != NOBODY {
            return Kinds::EMPTY;
        }
        match table.service.stage {
            Stage::Special => table.specials(mover, Kinds::SPECIAL),
            Stage::Declined => Kinds::DECLINED,
            Stage::Discount => Kinds::DISCOUNT,
            Stage::Bonus => Kinds::BONUS,
            Stage::Second => Kinds::SECOND,
            Stage::None => match table.phase {
                Phase::StartWindow | Phase::DrawWindow | Phase::EndWindow => Kinds::PLD,
                Phase::Sales
                | Phase::PreRoll
                | Phase::Burn
                | Phase::Main
                | Phase::Discard
                | Phase::TurnEnd
                | Phase::Over => Kinds::EMPTY,
            },
            Stage::Client | Stage::Settle | Stage::Enforced => Kinds::EMPTY,
        }
    }

    /// Returns true if nothing that all can see shows that the player to move is asked: it takes certain cards in
    /// the hand.
    pub(super) fn asks_for_cards_only(&self, table: &Public) -> bool {
        table.mover().is_some_and(|mover| {
            if table.auction.seller == NOBODY {
                !self.shown_by_question(table, mover).is_empty()
            } else {
                table.jewels[mover] + self.sales_for_bid(table, mover) < self.lowest_bid(table)
            }
        })
    }

    /// Sets of kinds of which the player to move certainly holds one each.
    fn forced(&self, view: &View, unseen: &Counts) -> Forced {
        let mut forced = Forced::new();
        let table = &view.table;
        let Some(mover) = table.mover().filter(|&mover| mover != view.viewer) else { return forced };
        let shown = self.shown_by_question(table, mover);
        if !shown.is_empty() {
            forced.push(shown);
        }
        if table.auction.seller == NOBODY {
            return forced;
        }
        // A bidder short of every bid is asked only if GetPaid cards can close the gap.
        let shown = table.jewels[mover] + self.sales_for_bid(table, mover);
        let mut gap = self.lowest_bid(table).saturating_sub(shown);
        let mut left = *unseen;
        for _ in table.get_paid..self.params.max_get_paid {
            if gap == 0 {
                break;
            }
            let there = |card: &Card| left[card.index()] > 0;
            let mut enough = Kinds::EMPTY;
            for card in Kinds::GET_PAID.iter().filter(there) {
                if self.params.amount(card) >= gap {
                    enough = enough.or(Kinds::one(card));
                }
            }
            if !enough.is_empty() {
                forced.push(enough);
                break;
            }
            let largest = Kinds::GET_PAID.iter().filter(there).max_by_key(|&card| self.params.amount(card));
            let Some(largest) = largest else { break };
            forced.push(Kinds::one(largest));
            left[largest.index()] -= 1;
            gap -= self.params.amount(largest);
        }
        forced
    }

    /// Imagines what the others remember of earlier rebuilds: as much as the viewer, who also knows its own hand.
    fn imagine_memory(&self, view: &View, deck: Deck, into: &mut State) {
        for entry in 0..view.table.earlier[deck.index()].draws().len() {
            for kind in deck.kinds() {
                let most = view.hand.others[entry][kind].saturating_add(view.hand.counts[kind]);
                for seat in view.viewer.others(self.params.seats) {
                    into.hands[seat].others[entry][kind] = most.min(self.params.copies[kind]);
                }
            }
        }
    }

    fn imagine_deck(
        &self,
        view: &View,
        deck: Deck,
        unseen: &Counts,
        forced: &Forced,
        rng: &mut Rng,
        into: &mut State,
    ) {
        let table = &view.table;
        let mut hidden = 0;
        for seat in Seat::all(self.params.seats).filter(|&seat| seat != view.viewer) {
            hidden += u16::from(table.backs[deck.index()][seat]);
        }
        if hidden == 0 {
            return;
        }
        let mut room = [0_u8; POOL];
        let mut size = 0;
        let rebuilt = table.reshuffled[deck.index()];
        let earlier = table.earlier[deck.index()].draws().len();
        for kind in deck.kinds().filter(|&kind| Card::new(kind).is(Kinds::HAND)) {
            let n = usize::from(unseen[kind]);
            let (before, after) = if rebuilt { self.certain(view, kind, unseen[kind]) } else { (0, n) };
            room[size..size + after].fill(code(kind, AFTER));
            size += after;
            // Those of before, the oldest first: so many at most can be of before each earlier rebuild.
            let mut ends = [n - after; EARLIER + 1];
            for entry in (0..earlier).rev() {
                ends[entry] = ends[entry + 1].min(usize::from(view.hand.others[entry][kind]));
            }
            let mut from = 0;
            for (age, &end) in ends[..=earlier].iter().enumerate() {
                let certain = end.min(before).max(from);
                room[size + from..size + certain].fill(code(kind, heading::before(age)));
                room[size + certain..size + end].fill(code(kind, heading::either(age)));
                from = end;
            }
            size += from;
        }
        let seats = self.params.seats;
        let deal = Deal { pool: &mut room[..size], table, viewer: view.viewer, deck, seats, rebuilt };
        deal.run(forced, rng, into);
    }

    /// Returns how many of the unseen cards of a kind certainly are in hands since before the stock was
    /// rebuilt, and how many certainly are not.
    fn certain(&self, view: &View, kind: usize, unseen: u8) -> (usize, usize) {
        let others_before = i32::from(view.table.most_before(self.params.copies[kind], &view.hand, kind));
        let others_after = i32::from(view.table.rebuilt[kind]) - i32::from(view.hand.got[kind]);
        let n = i32::from(unseen);
        let before = (n - others_after).clamp(0, n);
        let after = (n - others_before).clamp(0, n - before);
        (before as usize, after as usize)
    }
}
