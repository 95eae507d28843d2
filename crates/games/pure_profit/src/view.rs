//! A seat's knowledge, as full states determinized from it and as numbers (spec, section 4).

use serde::{Serialize, Serializer};

use super::card::{Card, Counts, KINDS, VALUES};
use super::knowledge::{Facts, Known};
use super::params::Params;
use super::rules::lacking;
use super::state::{Bank, DECK, Hand, Phase, State, Table};
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{FeatureSink, KindSet, OBSERVED_SEATS, Pile, Places, Rng, Seat, deal_hidden};

/// The knowledge of one seat: the open table, its own hand, every hand's size, and what is certain.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: usize,
    /// All that lies open.
    pub table: Table,
    /// The own hand.
    pub hand: Hand,
    /// The number of cards in every hand.
    pub sizes: BySeat<u16>,
    /// The number of cards in the stock.
    pub stock: u16,
    /// The discard pile, the top last.
    pub discard: Pile<u8, DECK>,
    /// The viewer's knowledge of each other hand; its own place is unused.
    pub facts: BySeat<Facts>,
    /// An onlooker's knowledge of each hand.
    onlooker: BySeat<Facts>,
    /// K7 for each hand: lowest and highest value card that it may hold.
    pub bounds: BySeat<(u8, u8)>,
    /// The knowledge of each other seat about the viewer's hand, as the viewer can tell; its own place is
    /// the onlooker's.
    of_me: Known,
}

/// The kinds that are no Bankrupts.
const NO_BANKRUPT: KindSet = KindSet::range(10, 12).complement();

/// The Bankrupts.
const BANKRUPTS: KindSet = KindSet::range(10, 12);

/// The Steals.
const STEALS: KindSet = KindSet::range(12, KINDS);

impl View {
    #[inline]
    pub(super) fn of(state: &State, seat: Seat) -> Self {
        let seats = state.seats;
        let other = |s: Seat| s.index() < seats && s != seat;
        Self {
            seat,
            seats,
            table: state.table,
            hand: state.hands[seat],
            sizes: BySeat::from_fn(|s| if s.index() < seats { state.hands[s].size } else { 0 }),
            stock: state.stock.len() as u16,
            discard: state.discard.clone(),
            facts: BySeat::from_fn(|s| if other(s) { state.known[s].facts(seat) } else { Facts::NOTHING }),
            onlooker: BySeat::from_fn(|s| if other(s) { state.known[s].facts(s) } else { Facts::NOTHING }),
            bounds: BySeat::from_fn(|s| (state.known[s].floor, state.known[s].ceiling)),
            of_me: state.known[seat],
        }
    }

    /// Returns the top of the discard pile.
    pub fn top(&self) -> Option<Card> {
        self.discard.top().map(Card::of_kind)
    }

    /// Copies of each kind that the viewer can't place: in the stock, or among the unknown cards of
    /// the other hands (K9).
    pub fn unseen(&self, params: &Params) -> Counts {
        let mut unseen = [0; 16];
        for (kind, &copies) in params.deck.iter().enumerate() {
            unseen[kind] = copies - self.table.open[kind] - self.hand.counts[kind];
        }
        for seat in self.seat.others(self.seats) {
            for (left, known) in unseen.iter_mut().zip(self.facts[seat].known) {
                *left -= known;
            }
        }
        unseen
    }

    /// Deals the unseen cards to stock and hands at random, within all certainties.
    ///
    /// Without bounds every deal is equally likely; with bounds the tightest hands are served
    /// first, each place getting one of the cards left that it admits.
    pub(super) fn determinize(&self, params: &Params, rng: &mut Rng, into: &mut State) {
        let seats = self.seats;
        into.seats = seats;
        into.table = self.table;
        into.discard.clone_from(&self.discard);
        into.hands[self.seat] = self.hand;
        into.known[self.seat] = self.of_me;
        let unseen = self.unseen(params);
        let stock = &mut into.stock;
        stock.clear();
        for (kind, &copies) in unseen.iter().enumerate() {
            for _ in 0..copies {
                stock.push(kind as u8);
            }
        }
        let mut groups = Groups::new();
        for seat in self.seat.others(seats) {
            let facts = &self.facts[seat];
            into.hands[seat] = Hand::of(facts.known, self.sizes[seat]);
            // Other seats know what an onlooker knows; only what the viewer knows is certain to it.
            for other in Seat::all(seats) {
                into.known[seat].set(other, &self.onlooker[seat]);
            }
            into.known[seat].set(self.seat, facts);
            (into.known[seat].floor, into.known[seat].ceiling) = self.bounds[seat];
            // Whoever resolves a Bankrupt holds one, and a value card.
            let resolves = self.table.phase == Phase::Bankrupt && self.table.active == seat;
            groups.add(seat, facts, self.bounds[seat], self.sizes[seat], resolves);
        }
        groups.places.sort_unstable_by_key(|(tightness, _, _)| *tightness);
        let mut places = [Places { count: 0, allowed: KindSet::NONE }; GROUPS];
        for (place, (_, _, group)) in places.iter_mut().zip(groups.places.iter()) {
            *place = *group;
        }
        let used = groups.places.len();
        let dealt = deal_hidden(stock, &places[..used], rng);
        // The true deal fits all certainties, so there always is one.
        debug_assert!(dealt.is_ok(), "no deal fits {self:?}");
        let free = dealt.unwrap_or(stock.len());
        let mut end = stock.len();
        for (_, seat, group) in groups.places.iter() {
            let start = end.saturating_sub(usize::from(group.count)).max(free);
            for &kind in &stock[start..end] {
                into.hands[*seat].put(Card::of_kind(kind & 15));
            }
            end = start;
        }
        stock.truncate(free);
    }
}

/// At most five kinds of places a hand.
const GROUPS: usize = 5 * MAX_SEATS;

/// The unknown cards of the other hands, in groups that admit the same kinds.
struct Groups {
    places: Pile<(u8, Seat, Places), GROUPS>,
}

impl Groups {
    fn new() -> Self {
        Self { places: Pile::with_filler((0, Seat::new(0), Places { count: 0, allowed: KindSet::NONE })) }
    }

    fn add(&mut self, seat: Seat, facts: &Facts, bounds: (u8, u8), size: u16, resolves: bool) {
        let unknown = size - facts.known_cards();
        let mut surely = u16::from(facts.min_bankrupts).min(unknown);
        let mut a_value = 0;
        if resolves {
            let bankrupt_known = facts.known[10] + facts.known[11] > 0;
            surely = surely.max(u16::from(!bankrupt_known)).min(unknown);
            let value_known = facts.known[..VALUES].iter().any(|&copies| copies > 0);
            a_value = u16::from(!value_known).min(unknown - surely);
        }
        let rest = unknown - surely - a_value;
        let bound = |most: u8, already: u16| {
            if most == u8::MAX { rest } else { u16::from(most).saturating_sub(already).min(rest) }
        };
        let bankrupts = bound(facts.max_bankrupts, surely);
        let values = bound(facts.max_values, a_value);
        let either = bound(facts.max_non_steals, surely + a_value);
        let (bankrupts, values) = (bankrupts.min(either), values.min(either));
        // So many places must admit both, one of the two, or neither: any hand within the bounds
        // fits into them.
        let both = (bankrupts + values).saturating_sub(either);
        let (bankrupts, values) = (bankrupts - both, values - both);
        let neither = rest - both - bankrupts - values;
        let in_bounds = KindSet::range(usize::from(bounds.0) - 1, usize::from(bounds.1));
        let no_values = KindSet::range(0, VALUES).complement();
        let sets = [
            (0, surely, BANKRUPTS),
            (1, a_value, in_bounds),
            (2, neither, STEALS),
            (3, bankrupts, BANKRUPTS.or(STEALS)),
            (4, values, in_bounds.or(no_values).and(NO_BANKRUPT)),
            (5, both, in_bounds.or(no_values)),
        ];
        for (tightness, count, allowed) in sets {
            if count > 0 {
                // Among values a narrow range is tighter than a wide one.
                let width = if tightness == 1 || tightness >= 4 { bounds.1 - bounds.0 } else { 0 };
                self.places.push((tightness * 16 + width, seat, Places { count, allowed }));
            }
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Other<'a> {
            seat: Seat,
            cards: u16,
            known: Vec<Card>,
            at_least_bankrupts: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            unknown_bankrupts_at_most: Option<u8>,
            #[serde(skip_serializing_if = "Option::is_none")]
            unknown_values_at_most: Option<u8>,
            #[serde(skip_serializing_if = "Option::is_none")]
            unknown_non_steals_at_most: Option<u8>,
            values_from: u8,
            values_to: u8,
            bank: &'a Bank,
        }
        #[derive(Serialize)]
        struct Shown<'a> {
            seat: Seat,
            active: Seat,
            phase: Phase,
            turn: u32,
            game: u32,
            hand: &'a Hand,
            bank: &'a Bank,
            stock_cards: u16,
            discard: Vec<Card>,
            removed_steals: [u8; 3],
            takes_left: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            victim: Option<Seat>,
            totals: &'a [u32],
            games_won: &'a [u32],
            others: Vec<Other<'a>>,
        }
        let bound = |n: u8| (n != u8::MAX).then_some(n);
        let others = self.seat.others(self.seats).map(|seat| {
            let facts = &self.facts[seat];
            Other {
                seat,
                cards: self.sizes[seat],
                known: Hand::of(facts.known, 0).cards().collect(),
                at_least_bankrupts: facts.min_bankrupts,
                unknown_bankrupts_at_most: bound(facts.max_bankrupts),
                unknown_values_at_most: bound(facts.max_values),
                unknown_non_steals_at_most: bound(facts.max_non_steals),
                values_from: self.bounds[seat].0,
                values_to: self.bounds[seat].1,
                bank: &self.table.banks[seat],
            }
        });
        Shown {
            seat: self.seat,
            active: self.table.active,
            phase: self.table.phase,
            turn: self.table.turn,
            game: self.table.game,
            hand: &self.hand,
            bank: &self.table.banks[self.seat],
            stock_cards: self.stock,
            discard: self.discard.iter().map(|&kind| Card::of_kind(kind)).collect(),
            removed_steals: self.table.removed,
            takes_left: self.table.takes_left,
            victim: self.table.shown_victim(),
            totals: self.table.totals.first(self.seats),
            games_won: self.table.games_won.first(self.seats),
            others: others.collect(),
        }
        .serialize(serializer)
    }
}

/// The most seats at a table.
const SEATS: usize = OBSERVED_SEATS;

/// Tells the features of a view.
pub(super) fn observe(params: &Params, view: &View, sink: &mut impl FeatureSink) {
    let (table, me) = (&view.table, view.seat);
    let top = table.banks[me].top;
    let missing = lacking(params, &view.hand, top);
    sink.one_of("seats", view.seats.checked_sub(2), SEATS - 1);
    sink.one_of("phase", Some(table.phase.index()), Phase::NAMES.len());
    sink.seat("active", Some(table.active), me, view.seats, SEATS);
    sink.amount("takes_left", table.takes_left, 3.0);
    sink.amount("stock", view.stock, 100.0);
    sink.amount("turn", table.turn, 100.0);
    sink.amount("hand", view.hand.size, 6.0);
    sink.flag("hand.full", view.hand.size >= params.limit);
    for kind in 0..KINDS {
        sink.count(format_args!("hand.{kind}"), view.hand.counts[kind], 3.0);
    }
    for value in 1..=VALUES {
        sink.flag(format_args!("missing.{value}"), missing >> value & 1 != 0);
    }
    sink.amount("missing", missing.count_ones(), 10.0);
    sink.flag("missing.none", missing == 0);
    sink.flag("missing.next", missing >> (top + 1) & 1 != 0);
    sink.amount("goal", params.goal, 10.0);
    let discard = view.discard.iter().next_back().map(|&kind| usize::from(kind));
    sink.one_of("discard.top", discard, KINDS);
    let wanted = discard.and_then(|kind| Card::new(kind).as_value());
    sink.flag("discard.missing", wanted.is_some_and(|value| missing >> value & 1 != 0));
    let mut piled = [0_u8; KINDS];
    view.discard.iter().for_each(|&kind| piled[usize::from(kind)] += 1);
    for (kind, piled) in piled.into_iter().enumerate() {
        let seen = u16::from(table.open[kind]) + u16::from(view.hand.counts[kind]);
        let unseen = u16::from(params.deck[kind]).saturating_sub(seen);
        sink.amount(format_args!("unseen.{kind}"), unseen, 8.0);
        sink.amount(format_args!("discard.{kind}"), piled, 8.0);
    }
    let mut others = me.others(view.seats);
    for place in 0..SEATS {
        let seat = if place == 0 { Some(me) } else { others.next() };
        let bank = seat.map_or(0, |seat| table.banks[seat].top);
        sink.one_of(format_args!("bank.{place}"), seat.map(|_| usize::from(bank)), VALUES + 1);
        sink.amount(format_args!("bank.{place}.top"), bank, 10.0);
        if place == 0 {
            continue;
        }
        let hidden = seat.map(|seat| (view.sizes[seat], &view.facts[seat], view.bounds[seat]));
        sink.amount(format_args!("cards.{place}"), hidden.map_or(0, |h| h.0), 6.0);
        for kind in 0..KINDS {
            let known = hidden.map_or(0, |h| h.1.known[kind]);
            sink.amount(format_args!("known.{place}.{kind}"), known, 2.0);
        }
        sink.amount(format_args!("bankrupts.{place}"), hidden.map_or(0, |h| h.1.min_bankrupts), 2.0);
        sink.flag(format_args!("no_bankrupt.{place}"), hidden.is_some_and(|h| h.1.max_bankrupts == 0));
        sink.amount(format_args!("lowest.{place}"), hidden.map_or(0, |h| h.2.0), 10.0);
        sink.amount(format_args!("highest.{place}"), hidden.map_or(0, |h| h.2.1), 10.0);
    }
}
