//! A seat's knowledge as numbers.

use super::ImTheBoss;
use super::action::Kind;
use super::card::{Card, Colour, FACES, MAX_COLOURS, face};
use super::counts::Valued;
use super::params::PLAYERS;
use super::state::{Phase, View};
use ludometer_model::{FeatureSink, Seat};

/// Sorts of promises.
const KINDS: usize = 12;

/// Dollars that count as much.
const MONEY: f64 = 500.0;

/// Returns the place of a promise among the sorts.
const fn sort(kind: Kind) -> usize {
    match kind {
        Kind::Plain => 0,
        Kind::Raise(_) => 1,
        Kind::Lower => 2,
        Kind::PotaBoss => 3,
        Kind::ReverseOn(_) => 4,
        Kind::ClearNegative => 5,
        Kind::ClearReverse => 6,
        Kind::Discard(_) => 7,
        Kind::PassOut => 8,
        Kind::NoReverse => 9,
        Kind::NoNegative => 10,
        Kind::NoMove => 11,
    }
}

/// Tells the features of a view.
pub(super) fn observe(game: &ImTheBoss, view: &View, sink: &mut impl FeatureSink) {
    let (params, public, me) = (&game.params, &view.public, view.seat);
    let seats = params.seats;
    let most = PLAYERS.1;
    let left = params.rounds.saturating_sub(public.round_no);
    let centre = Valued::of(public.centre);
    sink.one_of("seats", seats.checked_sub(PLAYERS.0), most - PLAYERS.0 + 1);
    sink.one_of("phase", Some(public.phase.index()), Phase::NAMES.len());
    sink.seat("mover", public.to_move(), me, seats, most);
    sink.seat("boss", Some(public.boss), me, seats, most);
    sink.amount("rounds_left", left, 10.0);
    sink.one_of("rounds_left", Some(usize::from(left)).filter(|&left| left < 4), 4);
    sink.flag("colour", public.colour.is_some());
    sink.amount("lap", public.lap, 5.0);
    sink.amount("tokens_left", public.tokens_left, 3.0);
    sink.amount("windows", public.windows, 3.0);
    sink.amount("asks", public.asks, 3.0);
    sink.flag("talks_ended", public.talks_ended);
    sink.amount("x_shown", public.x_shown, 4.0);
    sink.amount("x_under", public.x_under, 4.0);
    sink.amount("multiplier", public.round_multiplier, 6.0);
    sink.amount("stock", public.stock, 100.0);
    sink.amount("sum", public.sum(), 20.0);
    sink.flag("sum.positive", public.sum() > 0);
    sink.flag("sum.negative", public.sum() < 0);
    sink.amount("centre.plus", centre.plus(), 20.0);
    sink.amount("centre.minus", centre.minus(), 20.0);
    sink.amount("centre.minus_cards", centre.minus_cards(), 4.0);
    let playing = public.playing.map(|card| card.face().unwrap_or(FACES));
    sink.one_of("playing", playing, FACES + 1);
    sink.amount("moves_left", public.moves_left, 3.0);
    sink.flag("first_move", public.first_move);
    sink.flag("due", public.due);
    sink.flag("fulfilled", public.fulfilled);
    let colour = public.round_colour();
    let hand = view.hand.of_colour(colour);
    for (face, &count) in hand.iter().enumerate() {
        sink.count(format_args!("hand.{face}"), if public.colour.is_some() { count } else { 0 }, 3.0);
    }
    sink.count("hand.wild", view.hand.count(Card::WILD), 2.0);
    for number in 0..MAX_COLOURS {
        let cards = view.hand.of_colour(Colour(number as u8));
        let valued = view.hand.valued(Colour(number as u8));
        let other = public.colour.is_none() || number != colour.index();
        let reported = |count: u32| if other { count } else { 0 };
        sink.amount(format_args!("colour.{number}.plus"), reported(valued.plus()), 10.0);
        sink.amount(format_args!("colour.{number}.minus"), reported(valued.minus()), 10.0);
        sink.amount(format_args!("colour.{number}.pota"), reported(cards[face::POTA].into()), 2.0);
        sink.amount(format_args!("colour.{number}.reverse"), reported(cards[face::REVERSE].into()), 2.0);
        let moves: u8 = cards[face::MOVE..].iter().sum();
        sink.amount(format_args!("colour.{number}.move"), reported(moves.into()), 2.0);
    }
    let richest = me.others(seats).map(|seat| public.money[seat]).max().unwrap_or(0);
    sink.amount("lead", public.money[me] - richest, MONEY);
    let mut around = me.around(seats);
    for place in 0..most {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        sink.amount(format_args!("money.{place}"), amount(&|seat| public.money[seat].into()), MONEY);
        sink.count(format_args!("shares.{place}"), amount(&|seat| public.shares(seat).into()), 4.0);
        let held = |seat: Seat| f64::from(public.shares(seat)) * f64::from(public.sum()) / 40.0;
        sink.amount(format_args!("payment.{place}"), amount(&held), 1.0);
        sink.count(format_args!("reverse.{place}"), amount(&|seat| public.front[seat].reverse.into()), 2.0);
        sink.flag(
            format_args!("live.{place}"),
            seat.is_some_and(|seat| public.live >> seat.index() & 1 != 0),
        );
        sink.amount(format_args!("passes.{place}"), amount(&|seat| public.passes[seat].into()), 3.0);
        sink.flag(format_args!("cousin.{place}"), seat.is_some_and(|seat| public.cousin[seat]));
        sink.amount(format_args!("cards.{place}"), amount(&|seat| public.hands[seat].into()), 6.0);
        sink.amount(format_args!("strikes.{place}"), amount(&|seat| public.strikes[seat].into()), 2.0);
        let offer = seat.and_then(|seat| public.offers[seat].or(public.held[seat]));
        sink.one_of(format_args!("offer.{place}"), offer.map(sort), KINDS);
        let promise = seat.and_then(|seat| public.promises[seat]).map(|promise| sort(promise.kind));
        sink.one_of(format_args!("promise.{place}"), promise, KINDS);
    }
}
