//! One seat's knowledge, and full states that agree with it (spec 4).
//!
//! Hidden are the kinds of other seats' cards, in hand or face down, and the order of the unknown
//! part of the deck. Everything else is public, certain knowledge included ([`Public::known`]).
//!
//! Imagining: every card that the viewer can't place is dealt to the unknown places, uniformly;
//! face-down cards are of the kinds that the roll allows. Where a seat has both a hand and
//! face-down cards, nobody knows which of its known cards are placed: the placed ones are picked
//! from all that it has and could have placed.

use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::board::Square;
use super::cards::{Counts, KINDS, Kind, Kinds, MAX_DECK};
use super::event::OfferKind;
use super::params::Params;
use super::state::{Phase, Public, State};
use super::trade;
use ludometer_model::small_table::BySeat;
use ludometer_model::{FeatureSink, KindSet, Places, Rng, Seat, deal_hidden};

/// The knowledge of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The seat that looks.
    pub viewer: Seat,
    /// Public knowledge.
    pub public: Public,
    /// The viewer's Score hand.
    pub hand: Counts,
    /// The viewer's cards face down.
    pub placed: Counts,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = self.public.json();
        json.insert("viewer".to_owned(), json!(self.viewer));
        json.insert("hand".to_owned(), json!(self.hand));
        json.insert("placed".to_owned(), json!(self.placed));
        Json::Object(json).serialize(serializer)
    }
}

impl View {
    /// Returns what this seat knows.
    #[inline]
    pub(super) fn of(state: &State, viewer: Seat) -> Self {
        let placed = side_of(&state.public, viewer).map_or(Counts::NONE, |side| state.down[side]);
        Self { viewer, public: state.public.clone(), hand: state.hands[viewer], placed }
    }

    /// Fills `into` with a full state that agrees with all the viewer knows.
    pub(super) fn determinize(&self, params: &Params, rng: &mut Rng, into: &mut State) {
        let public = &self.public;
        let seats = params.seats;
        into.public.clone_from(public);
        into.down = [Counts::NONE; 2];
        // What lies somewhere the viewer can't see.
        let mut hidden = params.deck;
        let mut sound = hidden.take_all(&self.hand) & hidden.take_all(&self.placed);
        for seat in self.viewer.others(seats) {
            sound &= hidden.take_all(&public.known[seat]);
        }
        let shown = public.bottom.iter().chain(public.fight.up.iter().flat_map(|up| up.iter()));
        for &card in shown {
            hidden.take_if_any(card);
        }
        debug_assert!(sound, "a view shows no card twice");
        let mut pool = [0_u8; MAX_DECK];
        let mut cards = 0;
        for card in hidden.cards() {
            pool[cards] = card.index() as u8;
            cards += 1;
        }
        // Two groups a seat at most: those that must be of certain kinds, then the others.
        let mut places = [Places { count: 0, allowed: KindSet::ALL }; 16];
        let mut needs: BySeat<u16> = BySeat::all(0);
        let kinds = placeable(public);
        let allowed = KindSet::NONE;
        let allowed = kinds.iter().fold(allowed, |set, kind| set.with(kind.index()));
        for seat in self.viewer.others(seats) {
            if let Some(kind) = swaps_for(params, public, seat)
                && public.known[seat].kinds().without(Kinds::one(kind)).is_empty()
            {
                needs[seat] = 1;
                let other = KindSet::NONE.with(kind.index()).complement();
                places[seat.index()] = Places { count: 1, allowed: other };
            }
            let Some(side) = side_of(public, seat) else { continue };
            let mut usable = public.known[seat];
            if let Some(kind) = promised(public, seat) {
                usable.take_if_any(kind);
            }
            let known: usize = kinds.iter().map(|kind| usize::from(usable[kind])).sum();
            needs[seat] = public.down[side].saturating_sub(known as u16);
            places[seat.index()] = Places { count: needs[seat], allowed };
        }
        for seat in self.viewer.others(seats) {
            let down = side_of(public, seat).map_or(0, |side| public.down[side]);
            let unknown = public.hand[seat] + down - public.known[seat].total() as u16 - needs[seat];
            places[8 + seat.index()].count = unknown;
        }
        let dealt = deal_hidden(&mut pool[..cards], &places, rng);
        debug_assert_eq!(dealt, Ok(usize::from(public.unknown)), "a view leaves room for every card");
        // The first group's cards stand last.
        let mut end = cards;
        for seat in self.viewer.others(seats) {
            into.hands[seat] = public.known[seat];
        }
        for (i, place) in places.iter().enumerate() {
            let start = end - usize::from(place.count);
            for &kind in &pool[start..end] {
                into.hands[Seat::new(i % 8)].add(Kind::new(usize::from(kind)));
            }
            end = start;
        }
        into.unknown = Counts::NONE;
        for &kind in &pool[..end] {
            into.unknown.add(Kind::new(usize::from(kind)));
        }
        for seat in Seat::all(ludometer_model::small_table::MAX_SEATS).skip(seats) {
            into.hands[seat] = Counts::NONE;
        }
        for seat in self.viewer.others(seats) {
            if let Some(side) = side_of(public, seat) {
                place_some(into, seat, side, kinds, rng);
            }
        }
        into.hands[self.viewer] = self.hand;
        if let Some(side) = side_of(public, self.viewer) {
            into.down[side] = self.placed;
        }
    }
}

/// Returns the side of the table (0: active, 1: defender) on which this seat's face-down cards lie.
#[inline]
fn side_of(public: &Public, seat: Seat) -> Option<usize> {
    (0..2).find(|&side| public.down[side] > 0 && public.side(side) == seat)
}

/// Returns the kinds that face-down cards can be: Weapons in a fight, Gift and Bling otherwise.
fn placeable(public: &Public) -> Kinds {
    if public.fight.round > 0 { Kinds::WEAPONS } else { Kinds::RECRUIT }
}

/// Returns a card of this seat that is certainly in its hand, not face down: one that it has just agreed to
/// give, at another price.
fn promised(public: &Public, seat: Seat) -> Option<Kind> {
    let offer = public.offer;
    let asked = public.phase == Phase::TradeReply && offer.kind != OfferKind::Sell;
    (asked && offer.partner == seat).then_some(offer.get)
}

/// Returns the kind of which a proposer must have more than that: it swaps, or can do nothing but swap, in
/// a window where only this kind may be asked for, so one of its cards is another.
fn swaps_for(params: &Params, public: &Public, seat: Seat) -> Option<Kind> {
    let swapping = match public.phase {
        Phase::TradeKind => {
            let [sell, buy, _] = trade::possible(params, public, Kinds::ALL);
            !sell && !buy
        }
        Phase::TradePartner | Phase::TradeGive => public.offer.kind == OfferKind::Swap,
        _ => false,
    };
    let wanted = trade::wanted(params, public);
    let only = wanted.first().filter(|_| !wanted.has_several());
    only.filter(|_| swapping && public.offer.proposer == seat)
}

/// Lays some of a seat's determinized cards face down.
fn place_some(into: &mut State, seat: Seat, side: usize, kinds: Kinds, rng: &mut Rng) {
    let kept = promised(&into.public, seat);
    let hand = &mut into.hands[seat];
    if let Some(kind) = kept {
        hand.take(kind);
    }
    for _ in 0..into.public.down[side] {
        let usable: u32 = kinds.iter().map(|kind| u32::from(hand[kind])).sum();
        let mut nth = rng.below(usable);
        let card = kinds.into_iter().find(|&kind| {
            let here = u32::from(hand[kind]);
            let found = nth < here;
            nth = nth.saturating_sub(here);
            found
        });
        let card = card.expect("enough placeable cards were dealt to this seat");
        hand.take(card);
        into.down[side].add(card);
    }
    if let Some(kind) = kept {
        hand.add(kind);
    }
}

/// The most seats at a table.
const SEATS: usize = 6;

/// The number of squares ahead of the piece that have features of their own: as far as two dice go.
const AHEAD: usize = 12;

/// Dollars that count as much.
const MONEY: f64 = 1000.0;

/// Tells the features of a view.
pub(super) fn observe(params: &Params, view: &View, sink: &mut impl FeatureSink) {
    let (public, me) = (&view.public, view.viewer);
    let seats = params.seats;
    let finish = f64::from(params.finish());
    let deciding = (public.phase != Phase::Over).then_some(public.mover);
    sink.one_of("seats", seats.checked_sub(2), SEATS - 1);
    sink.one_of("phase", Some(public.phase.index()), Phase::NAMES.len());
    sink.seat("mover", deciding, me, seats, SEATS);
    sink.seat("active", Some(public.active), me, seats, SEATS);
    sink.amount("turn", public.turn, 100.0);
    sink.amount("deck", public.unknown, 100.0);
    let mut all = view.hand;
    all.add_all(&view.placed);
    for kind in 0..KINDS {
        sink.count(format_args!("hand.{kind}"), all[super::cards::Kind::new(kind)], 3.0);
    }
    sink.amount("hand.use", params.prospects.use_of(&all, public.position[me]), MONEY);
    sink.amount("hand.value", all.weigh(&params.values) as f64, MONEY);
    sink.amount("placed", view.placed.weigh(&params.values) as f64, MONEY);

    let offer = &public.offer;
    let trading = matches!(
        public.phase,
        Phase::TradePartner
            | Phase::TradeGive
            | Phase::TradeGet
            | Phase::TradeCash
            | Phase::TradeAnswer
            | Phase::TradeReply
    );
    let of = |seat: Seat| trading.then_some(seat);
    sink.seat("proposer", of(offer.proposer), me, seats, SEATS);
    sink.seat("partner", of(offer.partner), me, seats, SEATS);
    sink.flag("offer.sell", trading && offer.kind == OfferKind::Sell);
    sink.flag("offer.buy", trading && offer.kind == OfferKind::Buy);
    sink.one_of("offer.give", trading.then_some(offer.give.index()), KINDS);
    sink.one_of("offer.get", trading.then_some(offer.get.index()), KINDS);
    sink.amount("offer.cash", if trading { offer.cash } else { 0 }, MONEY);
    sink.amount("offers", public.offers, 4.0);

    let worker = usize::from(public.worker);
    let landed = matches!(
        public.phase,
        Phase::RecruitCards
            | Phase::RecruitRoll
            | Phase::SilenceChoice
            | Phase::BribeChoice
            | Phase::BribeAnswer
            | Phase::PayChoice
            | Phase::HaggleOffer
            | Phase::HaggleAnswer
            | Phase::HaggleReply
            | Phase::FightChoice
            | Phase::WeaponCards
            | Phase::FightRoll
    );
    sink.amount("worker", if landed { params.prices[worker] as f64 } else { 0.0 }, MONEY);
    let owner = if landed { public.owner(worker) } else { None };
    sink.seat("owner", owner, me, seats, SEATS);
    sink.flag("haggled", public.haggled);
    sink.amount("part", if landed { public.part.value() } else { 0.0 }, 1.0);
    sink.amount("late", public.late, 1.0);
    let fighting = public.fight.round > 0;
    let fight = &public.fight;
    sink.flag("fight", fighting);
    sink.seat("defender", fighting.then_some(fight.defender), me, seats, SEATS);
    sink.flag("defending", fighting && fight.defending);
    for side in 0..2 {
        sink.amount(format_args!("dice.{side}"), if fighting { fight.dice[side] } else { 0 }, 12.0);
        sink.amount(format_args!("down.{side}"), public.down[side], 3.0);
        let points: i64 = fight.up[side].iter().map(|kind| params.points[kind.index()]).sum();
        sink.amount(format_args!("up.{side}"), if fighting { points as f64 } else { 0.0 }, 6.0);
    }

    let here = usize::from(public.position[me]);
    for step in 1..=AHEAD {
        let square = params.squares.get((here + step).wrapping_sub(1)).filter(|_| here + step > 0);
        let worker =
            if let Some(Square::Worker(worker)) = square { Some(usize::from(*worker)) } else { None };
        let price = worker.map_or(0.0, |worker| params.prices[worker] as f64);
        let owner = worker.and_then(|worker| public.owner(worker));
        let (open, owed) = (worker.is_some() && owner.is_none(), owner.is_some_and(|seat| seat != me));
        sink.amount(format_args!("ahead.{step}.open"), if open { price } else { 0.0 }, MONEY);
        sink.amount(format_args!("ahead.{step}.owed"), if owed { price } else { 0.0 }, MONEY);
        sink.flag(format_args!("ahead.{step}.action"), matches!(square, Some(Square::Action { .. })));
        sink.flag(format_args!("ahead.{step}.score"), matches!(square, Some(Square::Score)));
    }

    let worth = |seat: Seat| (public.money[seat] + params.worth(public.owned[seat])) as f64;
    let richest = me.others(seats).map(worth).fold(f64::NEG_INFINITY, f64::max);
    sink.amount("lead", if seats > 1 { worth(me) - richest } else { 0.0 }, MONEY);
    let mut around = me.around(seats);
    for place in 0..SEATS {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        sink.amount(
            format_args!("position.{place}"),
            amount(&|seat| f64::from(public.position[seat])),
            finish,
        );
        sink.flag(format_args!("retired.{place}"), seat.is_some_and(|seat| public.is_retired(seat)));
        sink.flag(format_args!("skip.{place}"), seat.is_some_and(|seat| public.skip.contains(seat)));
        sink.amount(format_args!("money.{place}"), amount(&|seat| public.money[seat] as f64), MONEY);
        sink.amount(
            format_args!("broke.{place}"),
            amount(&|seat| f64::from(u8::from(public.money[seat] < 200))),
            1.0,
        );
        sink.amount(format_args!("worth.{place}"), amount(&worth), 2.0 * MONEY);
        let workers = |seat: Seat| f64::from(public.owned[seat].len());
        sink.amount(format_args!("workers.{place}"), amount(&workers), 5.0);
        sink.amount(format_args!("cards.{place}"), amount(&|seat| public.hand[seat].into()), 5.0);
        let known = |seat: Seat| known(params, &public.known[seat]);
        sink.amount(format_args!("known.{place}"), amount(&known), MONEY);
    }
}

/// Returns what the known cards of a seat are worth, in dollars.
fn known(params: &Params, cards: &Counts) -> f64 {
    cards.weigh(&params.values) as f64
}
