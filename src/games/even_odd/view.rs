//! What a seat knows, and full states imagined from it. Section 4 of the spec.
//!
//! A view is the public table and the own hand. Who was asked before and passed stands nowhere: a
//! pass proves nothing. Only the question that is open now has a name on it, since the view of a
//! decision is the decider's own; states imagined from other seats' views give that player a card
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
//! Section 4 asks for the same of the rebuilds before the last one. That is not kept: a second rebuild
//! of a deck overwrites what the stock held at the first and who drew how many since. States imagined
//! after it may give a player who drew nothing since the first one a card that was in the stock then.
//!
//! What the other players know of their own past draws is imagined to be what their imagined cards
//! need, no more.

use serde::Serialize;

use super::EvenOdd;
use super::cards::{Card, Counts, Deck, Hand, KINDS, Kinds};
use super::holders::Holders;
use super::layers::Stage;
use super::state::{NOBODY, Phase, Public, State};
use crate::model::{Contradiction, KindSet, Places, Rng, Seat, deal_hidden};

/// What one seat knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view it is.
    pub viewer: Seat,
    /// What all can see.
    pub table: Public,
    /// The own hand.
    pub hand: Hand,
}

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::show::view(self, serializer)
    }
}

/// Room for all hidden cards of a deck: 60 copies of 20 kinds.
const POOL: usize = 1200;

/// Cards that certainly were in a hand before the stock was rebuilt stand in the pool under their
/// kind's number plus this,
const BEFORE: usize = 40;
/// and those of which it can't be told under their kind's number plus this.
const EITHER: usize = 80;

/// The places for a set of kinds, under the given headings.
fn places(count: u16, kinds: Kinds, headings: &[usize]) -> Places {
    let mut allowed = KindSet::NONE;
    for card in kinds.iter() {
        for heading in headings {
            allowed.insert(card.index() + heading);
        }
    }
    Places { count, allowed }
}

/// What the hidden cards of one deck are dealt by.
struct Deal<'a> {
    pool: &'a mut [u8],
    table: &'a Public,
    viewer: Seat,
    deck: Deck,
    seats: usize,
}

/// One group of places: whose hand (or nobody's: the stock), and the cards of before in it.
#[derive(Clone, Copy)]
struct Group {
    seat: Option<Seat>,
    before: bool,
    places: Places,
}

/// A seat's forced cards: at most five `GetPaid` cards, or one answer.
type Forced = crate::model::Pile<u64, 5>;

impl EvenOdd {
    /// The kinds of which the player to move must hold one to be asked, by what all can see; none
    /// if the question says nothing.
    fn shown_by_question(&self, table: &Public, mover: Seat) -> Kinds {
        if table.auction.seller != NOBODY {
            return Kinds(0);
        }
        if table.payment.debtor != NOBODY {
            let other_way = self.can_sell_shoe(table, mover)
                || self.can_sell_clothing(table, mover)
                || self.can_sell_clothing_card(table);
            return if other_way { Kinds(0) } else { Kinds::GET_PAID };
        }
        if table.pld != NOBODY {
            return Kinds(0);
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
                | Phase::Over => Kinds(0),
            },
            Stage::Client | Stage::Settle | Stage::Enforced => Kinds(0),
        }
    }

    /// True if nothing that all can see shows that the player to move is asked: it takes certain cards in
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
            forced.push(shown.0);
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
            let mut enough = Kinds(0);
            for card in Kinds::GET_PAID.iter().filter(there) {
                if self.params.amount(card) >= gap {
                    enough = enough.or(Kinds::one(card));
                }
            }
            if !enough.is_empty() {
                forced.push(enough.0);
                break;
            }
            let largest = Kinds::GET_PAID.iter().filter(there).max_by_key(|&card| self.params.amount(card));
            let Some(largest) = largest else { break };
            forced.push(Kinds::one(largest).0);
            left[largest.index()] -= 1;
            gap -= self.params.amount(largest);
        }
        forced
    }

    pub(super) fn imagine(&self, view: &View, rng: &mut Rng, into: &mut State) {
        into.table = view.table;
        into.hands = crate::model::BySeat::all(Hand::EMPTY);
        into.hands[view.viewer] = view.hand;
        into.holders = Holders::NONE;
        into.holders.see_all(view.viewer, view.hand.kinds);
        let mut unseen = self.params.copies;
        for (kind, left) in unseen.iter_mut().enumerate() {
            *left -= view.table.discard[kind] + view.hand.counts[kind];
        }
        into.stock = unseen;
        let forced = self.forced(view, &unseen);
        for deck in [Deck::Even, Deck::Odd] {
            // The question shows cards of one deck only.
            let mine = if deck == Deck::Even { Kinds::EVEN } else { Kinds(!Kinds::EVEN.0) };
            let mut here = Forced::new();
            for set in forced.iter().filter(|set| *set & mine.0 != 0) {
                here.push(*set);
            }
            self.imagine_deck(view, deck, &unseen, &here, rng, into);
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
        for kind in deck.kinds().filter(|&kind| Card::new(kind).is(Kinds::HAND)) {
            let n = usize::from(unseen[kind]);
            let (before, after) = if rebuilt { self.certain(view, kind, unseen[kind]) } else { (0, n) };
            let either = n - before - after;
            for (heading, count) in [(0, after), (BEFORE, before), (EITHER, either)] {
                room[size..size + count].fill((kind + heading) as u8);
                size += count;
            }
        }
        let seats = self.params.seats;
        let deal = Deal { pool: &mut room[..size], table, viewer: view.viewer, deck, seats };
        deal.run(forced, rebuilt, rng, into);
    }

    /// How many of the unseen cards of a kind certainly are in hands since before the stock was
    /// rebuilt, and how many certainly are not.
    fn certain(&self, view: &View, kind: usize, unseen: u8) -> (usize, usize) {
        let Public { rebuilt, old_gone, .. } = &view.table;
        let Hand { was, got, told, .. } = &view.hand;
        let others_before = i32::from(self.params.copies[kind])
            - i32::from(rebuilt[kind])
            - i32::from(was[kind])
            - i32::from(old_gone[kind])
            + i32::from(told[kind]);
        let others_after = i32::from(rebuilt[kind]) - i32::from(got[kind]);
        let n = i32::from(unseen);
        let before = (n - others_after).clamp(0, n);
        let after = (n - others_before).clamp(0, n - before);
        (before as usize, after as usize)
    }
}

impl Deal<'_> {
    /// Deals; what the question shows is given up only where nothing else is possible.
    fn run(mut self, forced: &Forced, rebuilt: bool, rng: &mut Rng, into: &mut State) {
        let first = rng.below(2) == 0;
        let tries: [(&[u64], bool); 3] = [(forced, first), (forced, !first), (&[], true)];
        for (forced, late) in tries {
            if self.attempt(forced, late, rebuilt, rng, into).is_ok() {
                return;
            }
        }
        // The view of a real state can always be met; others get any cards of the right backs.
        let pool: &mut [u8] = self.pool;
        rng.shuffle(pool);
        let mut next = pool.iter();
        for seat in Seat::all(self.seats).filter(|&seat| seat != self.viewer) {
            for code in next.by_ref().take(usize::from(self.table.backs[self.deck.index()][seat])) {
                give(into, seat, *code, false);
            }
        }
    }

    /// One way to group the hidden places. `late`: forced cards come on top of those of before.
    fn attempt(
        &mut self,
        forced: &[u64],
        late: bool,
        rebuilt: bool,
        rng: &mut Rng,
        into: &mut State,
    ) -> Result<(), Contradiction> {
        let nothing = Group { seat: None, before: false, places: places(0, Kinds(0), &[]) };
        let mut groups = [nothing; 24];
        let mut n = 0;
        let mut push = |group: Group| {
            groups[n] = group;
            n += 1;
        };
        let deck = self.deck.index();
        let others = || Seat::all(self.seats).filter(|&seat| seat != self.viewer);
        let all = KindSet::ALL;
        let taken = |seat: Seat| if Some(seat) == self.table.mover() { forced.len() as u16 } else { 0 };
        let held = |seat: Seat| u16::from(self.table.backs[deck][seat]);
        let of_before = |seat: Seat| held(seat).saturating_sub(u16::from(self.table.draws[deck][seat]));
        if let Some(mover) = self.table.mover()
            && !forced.is_empty()
        {
            let before = rebuilt && (!late || of_before(mover) + taken(mover) > held(mover));
            for &set in forced {
                let headings: &[usize] = if before { &[BEFORE, EITHER] } else { &[0, BEFORE, EITHER] };
                push(Group { seat: Some(mover), before, places: places(1, Kinds(set), headings) });
            }
        }
        let mut of_before_left = [0; 8];
        if rebuilt {
            for seat in others() {
                let mut count = of_before(seat);
                if groups[0].before && groups[0].seat == Some(seat) {
                    count = count.saturating_sub(taken(seat));
                }
                of_before_left[seat.index()] = count;
            }
        }
        let mut push = |group: Group| {
            groups[n] = group;
            n += 1;
        };
        if rebuilt {
            for seat in others() {
                let count = of_before_left[seat.index()];
                if count > 0 {
                    let places = places(count, Kinds::HAND, &[BEFORE, EITHER]);
                    push(Group { seat: Some(seat), before: true, places });
                }
            }
            // Cards of before are not in the stock.
            let hidden: u16 = others().map(held).sum();
            let stock = (self.pool.len() as u16).checked_sub(hidden).ok_or(Contradiction)?;
            push(Group { seat: None, before: false, places: places(stock, Kinds::HAND, &[0, EITHER]) });
        }
        for seat in others() {
            let left = held(seat).checked_sub(taken(seat) + of_before_left[seat.index()]);
            let count = left.ok_or(Contradiction)?;
            if count > 0 {
                push(Group { seat: Some(seat), before: false, places: Places { count, allowed: all } });
            }
        }
        let mut list = [nothing.places; 24];
        for (place, group) in list.iter_mut().zip(&groups[..n]) {
            *place = group.places;
        }
        deal_hidden(self.pool, &list[..n], rng)?;
        let mut end = self.pool.len();
        for group in &groups[..n] {
            let start = end - usize::from(group.places.count);
            if let Some(seat) = group.seat {
                for &code in &self.pool[start..end] {
                    give(into, seat, code, group.before);
                }
            }
            end = start;
        }
        Ok(())
    }
}

/// Gives a hidden card to a player.
#[inline]
fn give(into: &mut State, seat: Seat, code: u8, before: bool) {
    let code = usize::from(code);
    let card = Card::new(code % BEFORE);
    into.give(seat, card);
    let hand = &mut into.hands[seat];
    let past = if before || (BEFORE..EITHER).contains(&code) { &mut hand.was } else { &mut hand.got };
    past[card.index()] += 1;
    into.stock[card.index()] -= 1;
}

const _: () = assert!(KINDS <= BEFORE, "each heading has room for all kinds");
