//! A seat's knowledge as numbers.

use super::board::Square;
use super::cards::{Counts, KINDS};
use super::event::OfferKind;
use super::params::Params;
use super::phase::Phase;
use super::view::View;
use ludometer_model::{FeatureSink, Seat};

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
