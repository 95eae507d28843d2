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
//! Of the rebuilds before the last one the last of these is known as well ([`Earlier`]). A player who drew fewer
//! cards of a deck since a rebuild than it holds has held the rest ever since. Which kinds these can be follows
//! from what the hands held then: all that was not in the new stock. All can see how many cards each player
//! drew since; each hand remembers the most of each kind that the other hands can have held since then, by
//! what its holder saw.
//!
//! The knowledge of the other players about their own past draws is determinized to be what their determinized cards
//! need, no more.

use serde::Serialize;

use super::EvenOdd;
use super::cards::{Card, Counts, Deck, EVEN_KINDS, Hand, KINDS, Kinds};
use super::state::{Creditor, Holders, NOBODY, Phase, Public, Stage, State};
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{
    Contradiction, FeatureSink, KindSet, OBSERVED_SEATS, Pile, Places, Rng, Seat, deal_hidden, small_table,
};

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

/// Room for all hidden cards of a deck: 60 copies of 20 kinds.
const POOL: usize = 1200;

/// Cards stand in the pool under their kind and a heading that says where they can be. This one: not in a hand
/// since before the stock was rebuilt.
const AFTER: usize = 0;

/// The headings of cards that can be in a hand since before the stock was rebuilt, by age: 0 if they can be
/// there since before the oldest rebuild that is kept, and so on.
mod heading {
    use super::EARLIER;

    /// Returns the heading of cards that certainly are in a hand since before the stock was rebuilt.
    pub(in super::super) const fn before(age: usize) -> usize {
        1 + age
    }

    /// Returns the heading of cards of which it is not known.
    pub(in super::super) const fn either(age: usize) -> usize {
        2 + EARLIER + age
    }
}

/// Kinds that a deck has at most.
const STRIDE: usize = EVEN_KINDS;

const _: () = assert!(KINDS - EVEN_KINDS <= STRIDE && STRIDE * heading::either(EARLIER + 1) <= 256);

/// Returns how a card of a kind stands in the pool.
const fn code(kind: usize, heading: usize) -> u8 {
    (kind % EVEN_KINDS + STRIDE * heading) as u8
}

/// Returns the kind and the heading of a card in the pool.
const fn read(code: u8, deck: Deck) -> (Card, usize) {
    (Card::new(deck.kinds().start + code as usize % STRIDE), code as usize / STRIDE)
}

/// Returns these kinds under these headings.
fn allowed(kinds: Kinds, headings: impl Iterator<Item = usize>) -> KindSet {
    let mut allowed = KindSet::NONE;
    for heading in headings {
        for card in kinds.iter() {
            allowed.insert(usize::from(code(card.index(), heading)));
        }
    }
    allowed
}

/// Returns the headings of cards that can be in a hand since before some rebuild: ages up to this one.
fn old(age: usize) -> impl Iterator<Item = usize> {
    (0..=age).flat_map(|age| [heading::before(age), heading::either(age)])
}

/// Sets of kinds of which a player certainly holds one each: at most five `GetPaid` cards, or one answer.
type Forced = Pile<Kinds, 5>;

/// Most groups of places: the forced cards, the cards of each age of seven hands, the stock, the rest of the hands.
const GROUPS: usize = 5 + 7 * (EARLIER + 1) + 1 + 7;

/// The data by which the hidden cards of one deck are dealt.
pub(super) struct Deal<'a> {
    /// The hidden cards.
    pool: &'a mut [u8],
    table: &'a Public,
    viewer: Seat,
    deck: Deck,
    seats: usize,
    /// The stock was rebuilt.
    rebuilt: bool,
}

/// Groups of places: whose hand (or nobody's: the stock), and whether since before the stock was rebuilt.
struct Groups {
    len: usize,
    places: [Places; GROUPS],
    hands: [(Option<Seat>, bool); GROUPS],
}

impl Groups {
    const fn new() -> Self {
        let nothing = Places { count: 0, allowed: KindSet::NONE };
        Self { len: 0, places: [nothing; GROUPS], hands: [(None, false); GROUPS] }
    }

    fn push(&mut self, seat: Option<Seat>, before: bool, count: u16, allowed: KindSet) {
        self.places[self.len] = Places { count, allowed };
        self.hands[self.len] = (seat, before);
        self.len += 1;
    }
}

impl Deal<'_> {
    /// Returns all seats but the viewer's, from seat 0: in this order the hands are dealt.
    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let viewer = self.viewer;
        Seat::all(self.seats).filter(move |&seat| seat != viewer)
    }

    /// Returns the ages that cards of before can have: one for each rebuild that is kept, and the last one.
    fn ages(&self) -> usize {
        if self.rebuilt { self.table.earlier[self.deck.index()].draws().len() + 1 } else { 0 }
    }

    /// Returns how many cards a player certainly holds since before the rebuild of this age.
    fn held_since(&self, seat: Seat, age: usize) -> u16 {
        let d = self.deck.index();
        let draws = self.table.earlier[d].draws().get(age).unwrap_or(&self.table.draws[d]);
        self.table.held_since(self.deck, seat, *draws)
    }

    /// Deals; what the question shows is given up only where nothing else is possible.
    fn run(mut self, forced: &Forced, rng: &mut Rng, into: &mut State) {
        let ages = self.ages();
        // On top of the cards of before, or as some of them: of the last rebuild first.
        let last = ages.checked_sub(1);
        let (first, then) = if rng.below(2) == 0 { (None, last) } else { (last, None) };
        let older = (0..ages.saturating_sub(1)).rev().map(Some);
        for age in [first, then].into_iter().chain(older) {
            if self.attempt(forced, age, rng, into).is_ok() {
                return;
            }
        }
        if self.attempt(&[], None, rng, into).is_ok() {
            return;
        }
        // The view of a real state can always be met; others get any cards of the right backs.
        rng.shuffle(self.pool);
        let mut next = self.pool.iter();
        for seat in self.others() {
            for &code in next.by_ref().take(usize::from(self.table.backs[self.deck.index()][seat])) {
                self.give(into, seat, code, false);
            }
        }
    }

    /// Deals by one way to group the hidden places. Forced cards are held since before the rebuild of this age, if any.
    fn attempt(
        &mut self,
        forced: &[Kinds],
        age: Option<usize>,
        rng: &mut Rng,
        into: &mut State,
    ) -> Result<(), Contradiction> {
        let mut groups = Groups::new();
        let ages = self.ages();
        let others = || self.others();
        let deck = if self.deck == Deck::Even { Kinds::EVEN } else { Kinds::ODD };
        let kinds = Kinds::HAND.and(deck);
        let held = |seat: Seat| u16::from(self.table.backs[self.deck.index()][seat]);
        let taken = |seat: Seat| if Some(seat) == self.table.mover() { forced.len() as u16 } else { 0 };

        // How many cards of each age there are in each hand.
        let mut counts = [BySeat::all(0_u16); EARLIER + 1];
        let counts = &mut counts[..ages];
        for seat in others() {
            let mut older = 0;
            for (age, count) in counts.iter_mut().enumerate() {
                let since = self.held_since(seat, age);
                count[seat] = since - older;
                older = since;
            }
        }
        let of_before = |counts: &[BySeat<u16>], seat| counts.iter().map(|count| count[seat]).sum::<u16>();
        if let Some(mover) = self.table.mover()
            && !forced.is_empty()
        {
            let room = held(mover).saturating_sub(of_before(counts, mover));
            // Where there is no room on top, they are among the cards of before.
            let age = if room < taken(mover) { age.or(ages.checked_sub(1)) } else { age };
            for &set in forced {
                let set = set.and(deck);
                let fits = match age {
                    Some(age) => allowed(set, old(age)),
                    None => allowed(set, old(ages.saturating_sub(1)).chain([AFTER])),
                };
                groups.push(Some(mover), age.is_some(), 1, fits);
            }
            if let Some(age) = age {
                let mut left = taken(mover);
                for age in (0..=age).rev().chain(age + 1..ages) {
                    let part = left.min(counts[age][mover]);
                    counts[age][mover] -= part;
                    left -= part;
                }
            }
        }
        for (age, count) in counts.iter().enumerate() {
            let fits = allowed(kinds, old(age));
            for seat in others().filter(|&seat| count[seat] > 0) {
                groups.push(Some(seat), true, count[seat], fits);
            }
        }
        if self.rebuilt {
            // Cards of before are not in the stock.
            let hidden: u16 = others().map(held).sum();
            let stock = (self.pool.len() as u16).checked_sub(hidden).ok_or(Contradiction)?;
            let fits = allowed(kinds, (0..ages).map(heading::either).chain([AFTER]));
            groups.push(None, false, stock, fits);
        }
        for seat in others() {
            let left = held(seat).checked_sub(taken(seat) + of_before(counts, seat));
            let count = left.ok_or(Contradiction)?;
            if count > 0 {
                groups.push(Some(seat), false, count, KindSet::ALL);
            }
        }
        let places = &groups.places[..groups.len];
        deal_hidden(self.pool, places, rng)?;
        let mut end = self.pool.len();
        for (place, &(seat, before)) in places.iter().zip(&groups.hands) {
            let start = end - usize::from(place.count);
            if let Some(seat) = seat {
                for &code in &self.pool[start..end] {
                    self.give(into, seat, code, before);
                }
            }
            end = start;
        }
        Ok(())
    }

    /// Gives a hidden card to a player.
    #[inline]
    fn give(&self, into: &mut State, seat: Seat, code: u8, before: bool) {
        let (card, heading) = read(code, self.deck);
        into.give(seat, card);
        let hand = &mut into.hands[seat];
        let certain = (heading::before(0)..heading::either(0)).contains(&heading);
        let past = if before || certain { &mut hand.was } else { &mut hand.got };
        past[card.index()] += 1;
        into.stock[card.index()] -= 1;
    }
}

/// Earlier rebuilds of a deck that are kept at most. No more than one ever said anything in 2,084 rebuilds of
/// plays at random and of `greedy` with three to eight seats.
pub const EARLIER: usize = 1;

/// The earlier rebuilds of one deck that are kept, the oldest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Earlier {
    kept: u8,
    draws: [BySeat<u8>; EARLIER],
}

impl Earlier {
    /// No rebuild but the last one, or none at all.
    pub(super) const NONE: Self = Self { kept: 0, draws: [BySeat::all(0); EARLIER] };

    /// Returns the cards that each player drew since each of them, up to 255.
    #[inline(always)]
    pub fn draws(&self) -> &[BySeat<u8>] {
        &self.draws[..usize::from(self.kept)]
    }

    /// Notes that a player drew a card that it holds.
    #[inline(always)]
    pub(super) fn drew(&mut self, seat: Seat) {
        for draws in &mut self.draws[..usize::from(self.kept)] {
            draws[seat] = draws[seat].saturating_add(1);
        }
    }
}

impl Public {
    /// Returns how many of a player's cards of this deck are in its hand since it drew so many, at least.
    #[inline]
    pub(super) fn held_since(&self, deck: Deck, seat: Seat, draws: BySeat<u8>) -> u16 {
        u16::from(self.backs[deck.index()][seat].saturating_sub(draws[seat]))
    }

    /// Returns how many cards of a kind the other hands can have held since before the last rebuild, at most, by what
    /// the holder of this hand saw.
    fn most_before(&self, copies: u8, hand: &Hand, kind: usize) -> u8 {
        let old = i32::from(copies) - i32::from(self.rebuilt[kind]) - i32::from(self.old_gone[kind]);
        (old - i32::from(hand.was[kind])).clamp(0, 255) as u8
    }

    /// Returns how many cards hands have certainly held since a rebuild but not since the one before it. After the
    /// earlier ones comes the last one.
    fn added(&self, deck: Deck, entry: usize) -> u16 {
        let draws = |entry: usize| self.earlier[deck.index()].draws().get(entry);
        let last = &self.draws[deck.index()];
        let since = |entry: usize, seat: Seat| self.held_since(deck, seat, *draws(entry).unwrap_or(last));
        let older = |seat: Seat| if entry == 0 { 0 } else { since(entry - 1, seat) };
        self.alive.iter().map(|seat| since(entry, seat) - older(seat)).sum()
    }
}

impl State {
    /// Notes that a card leaves a hand for all to see. Where its holder drew nothing since an earlier rebuild, the hands
    /// have one card less since then.
    #[inline]
    pub(super) fn left(&mut self, seat: Seat, card: Card) {
        for (entry, draws) in self.table.earlier[card.deck().index()].draws().iter().enumerate() {
            if draws[seat] == 0 {
                for other in seat.others(MAX_SEATS) {
                    let most = &mut self.hands[other].others[entry][card.index()];
                    *most = most.saturating_sub(1);
                }
            }
        }
    }

    /// Keeps the last rebuild of this deck, whose stock is about to be rebuilt: it, if there was one, is an earlier one
    /// from now on. Those that say nothing are forgotten, and where there is no room, the one that says least.
    pub(super) fn keep_rebuild(&mut self, deck: Deck, copies: &Counts, seats: usize) {
        let d = deck.index();
        let entries = self.table.earlier[d].draws().len();
        let mut keeps = self.table.reshuffled[d] && self.table.added(deck, entries) > 0;
        for entry in (0..entries).rev() {
            if self.table.added(deck, entry) == 0 {
                self.forget(deck, entry, seats);
            }
        }
        if keeps && self.table.earlier[d].draws().len() == EARLIER {
            let least = (0..=EARLIER).min_by_key(|&entry| self.table.added(deck, entry)).unwrap_or_default();
            if least < EARLIER {
                self.forget(deck, least, seats);
            } else {
                keeps = false;
            }
        }
        let State { table, hands, .. } = self;
        let last = table.earlier[d].draws().len();
        let kept = last + usize::from(keeps);
        for hand in hands.first_mut(seats) {
            for kind in deck.kinds() {
                if last < kept {
                    hand.others[last][kind] = table.most_before(copies[kind], hand, kind);
                }
                // The stock is empty: who sees its own hand and the discard pile knows what the others hold.
                let held = copies[kind] - table.discard[kind] - hand.counts[kind];
                for most in &mut hand.others[..kept] {
                    most[kind] = most[kind].min(held);
                }
            }
        }
        if last < kept {
            table.earlier[d].draws[last] = table.draws[d];
            table.earlier[d].kept += 1;
        }
    }

    /// Forgets an earlier rebuild. What was held since the one before it was held since this one too.
    fn forget(&mut self, deck: Deck, entry: usize, seats: usize) {
        let earlier = &mut self.table.earlier[deck.index()];
        earlier.draws.copy_within(entry + 1.., entry);
        earlier.kept -= 1;
        for hand in self.hands.first_mut(seats) {
            for kind in deck.kinds() {
                if entry > 0 {
                    hand.others[entry - 1][kind] = hand.others[entry - 1][kind].min(hand.others[entry][kind]);
                }
                for later in entry + 1..EARLIER {
                    hand.others[later - 1][kind] = hand.others[later][kind];
                }
            }
        }
    }
}

/// The most players at a table.
const SEATS: usize = OBSERVED_SEATS;

/// Questions, stages of a service and steps of a turn that there are.
const QUESTIONS: usize = 15;

const STAGES: usize = 9;

const STEPS: usize = 10;

/// Tells the features of a view.
pub(super) fn observe(game: &EvenOdd, view: &View, sink: &mut impl FeatureSink) {
    let (table, me) = (&view.table, view.viewer);
    let seats = game.params.seats;
    let named = |number: u8| (number != NOBODY).then(|| Seat::new(usize::from(number)));
    let money = |jewels: u16| (f64::from(jewels) + 1.0).ln();
    sink.one_of("seats", seats.checked_sub(2), SEATS - 1);
    sink.one_of("question", Some(table.question as usize), QUESTIONS);
    sink.one_of("step", Some(table.phase as usize), STEPS);
    sink.seat("mover", table.mover(), me, seats, SEATS);
    sink.seat("active", Some(table.active), me, seats, SEATS);
    sink.amount("alive", table.alive.len(), 6.0);
    sink.amount("turn", table.turn, 200.0);
    sink.amount("vault", money(table.vault), 5.0);
    sink.amount("vault_shoes", table.vault_shoes, 4.0);
    sink.flag("drawn", table.drawn);
    sink.flag("corner", table.corner);
    sink.amount("get_paid", table.get_paid, 2.0);
    sink.amount("quickies", table.quickies, 2.0);
    for kind in (0..KINDS).filter(|&kind| Kinds::HAND.contains(Card::new(kind))) {
        sink.amount(format_args!("hand.{kind}"), view.hand.counts[kind], 2.0);
        sink.flag(format_args!("hand.{kind}.any"), view.hand.counts[kind] > 0);
    }
    let held = |kinds: Kinds| -> u8 { kinds.iter().map(|card| view.hand.counts[card.index()]).sum() };
    sink.amount("hand.even", table.backs[0][me], 6.0);
    sink.amount("hand.paid", held(Kinds::GET_PAID), 3.0);
    sink.count("hand.declined", held(Kinds::DECLINED), 2.0);
    sink.count("hand.discounts", held(Kinds::DISCOUNT), 2.0);
    sink.count("hand.decisions", held(Kinds::PLD), 2.0);
    let odd = |card: u8| Some(usize::from(card)).filter(|_| card != NOBODY).map(|kind| kind - EVEN_KINDS);
    sink.one_of("burn", odd(table.burn), KINDS - EVEN_KINDS);
    sink.one_of("decision", odd(table.pld), KINDS - EVEN_KINDS);
    let service = &table.service;
    sink.one_of("service", Some(service.stage as usize), STAGES);
    sink.seat("client", named(service.client), me, seats, SEATS);
    sink.amount("service.leg", service.leg, 2.0);
    sink.amount("service.base", service.base, 10.0);
    sink.amount("service.carried", service.carried + service.bonus_sum, 10.0);
    sink.amount("service.price", service.price, 10.0);
    sink.flag("service.discounted", service.discounted);
    let payment = &table.payment;
    sink.seat("debtor", named(payment.debtor), me, seats, SEATS);
    let creditor = match payment.to {
        Creditor::Player(seat) if payment.debtor != NOBODY => Some(seat),
        Creditor::Player(_) | Creditor::Vault | Creditor::Each => None,
    };
    sink.seat("creditor", creditor, me, seats, SEATS);
    sink.amount("payment", payment.amount, 10.0);
    let auction = &table.auction;
    sink.seat("seller", named(auction.seller), me, seats, SEATS);
    sink.seat("leader", named(auction.leader), me, seats, SEATS);
    sink.amount("bid", auction.bid, 20.0);
    let richest = me.others(seats).map(|seat| table.jewels[seat]).max().unwrap_or(0);
    sink.amount("lead", money(table.jewels[me]) - money(richest), 3.0);
    let mut around = me.around(seats);
    for place in 0..SEATS {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        let alive = seat.is_some_and(|seat| table.alive.contains(seat));
        sink.flag(format_args!("alive.{place}"), alive);
        sink.amount(format_args!("money.{place}"), amount(&|seat| money(table.jewels[seat])), 5.0);
        sink.amount(format_args!("jewels.{place}"), amount(&|seat| table.jewels[seat].into()), 50.0);
        sink.flag(format_args!("poor.{place}"), alive && seat.is_some_and(|seat| table.jewels[seat] < 5));
        let shoes = seat.filter(|_| alive).map(|seat| usize::from(table.shoes[seat]).min(3));
        sink.one_of(format_args!("shoes.{place}"), shoes, 4);
        sink.amount(format_args!("clothing.{place}"), amount(&|seat| table.clothing[seat].into()), 4.0);
        sink.flag(format_args!("shield.{place}"), seat.is_some_and(|seat| table.shields[seat] > 0));
        sink.amount(format_args!("even.{place}"), amount(&|seat| table.backs[0][seat].into()), 5.0);
        sink.amount(format_args!("odd.{place}"), amount(&|seat| table.backs[1][seat].into()), 3.0);
        sink.flag(format_args!("bidder.{place}"), seat.is_some_and(|seat| auction.bidders.contains(seat)));
    }
}
