//! The finishing move, the ends of games and matches, and the outcome (spec, sections 5 and 10).

use super::card::Card;
use super::deal::begin_game;
use super::event::{Cause, Ending, Place, PlayEvent};
use super::params::{Leftover, Params};
use super::rules::bank;
use super::state::{Hand, Phase, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Outcome, Rng, Seat};

/// Returns true if the hand holds every value from `top` + 1 to the goal, and the leftover rule is met.
#[inline]
pub(super) fn may_finish(params: &Params, hand: &Hand, top: u8) -> bool {
    let missing = (1 << params.goal) - (1_u16 << top);
    // What hardly ever holds is asked first.
    if hand.present.bits() & missing != missing || !params.finish || top + 2 > params.goal {
        return false;
    }
    if params.leftover == Leftover::Any {
        return true;
    }
    let placeable: u16 = placeable(params, top).map(|v| u16::from(hand.count(Card::value(v)))).sum();
    let unplaceable = hand.size - placeable;
    match params.leftover {
        Leftover::Any => true,
        Leftover::AtMostOne => unplaceable <= 1,
        Leftover::ExactlyOne => unplaceable <= 1 && hand.size > u16::from(params.goal - top),
    }
}

/// Returns the values that may be placed on a bank with this top in the finishing move.
#[inline]
fn placeable(params: &Params, top: u8) -> std::ops::RangeInclusive<u8> {
    top.max(1)..=params.goal
}

/// Carries out the finishing move of the active seat.
pub(super) fn finish<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    rng: &mut Rng,
    log: &mut L,
) {
    let seat = state.active;
    let top = state.banks[seat].top;
    let missing = params.goal - top;
    let values = placeable(params, top);
    let placed: u16 = values.clone().map(|v| u16::from(state.hand().count(Card::value(v)))).sum();
    // With `exactly_one` and nothing else to leave over, the bank spares its lowest double.
    let spared = (params.leftover == Leftover::ExactlyOne && placed == state.hand().size)
        .then(|| {
            values.clone().find(|&v| {
                let copies = state.hand().count(Card::value(v));
                copies > 1 || (v == top && copies > 0)
            })
        })
        .flatten();
    for value in values {
        let keep = u8::from(spared == Some(value));
        for _ in keep..state.hand().count(Card::value(value)) {
            bank(params, state, value, Cause::Finish, log);
        }
    }
    let left = state.hand();
    let leftover = left.lowest().or_else(|| left.kinds().find(|card| card.steal_amount().is_some()));
    if let Some(card) = leftover {
        state.hands[seat].remove(card);
        if L::TRACK_KNOWLEDGE {
            state.known[seat].leaves(params.seats, card);
        }
        state.discard.push(card.kind());
        state.open[card.index()] += 1;
        let cause = Cause::Leftover;
        log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause, needed: false });
    }
    end_game(params, state, Ending::Finish, missing, rng, log);
}

/// Ends a game of the match, and begins the next one or ends the play.
#[cold]
#[inline(never)]
pub(super) fn end_game<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    ending: Ending,
    missing: u8,
    rng: &mut Rng,
    log: &mut L,
) {
    let winner = (ending != Ending::Unfinished).then_some(state.active);
    // A winning turn is a turn begun; at the limit the number has been raised already.
    let turns = state.turn + u32::from(winner.is_some());
    log.emit(PlayEvent::GameEnd { game: state.game, ending, winner, missing, turns });
    for seat in Seat::all(params.seats) {
        let top = u32::from(state.banks[seat].top);
        state.totals[seat] += top;
    }
    match winner {
        Some(seat) => state.games_won[seat] += 1,
        None => state.unfinished += 1,
    }
    state.turns_before += turns;
    state.game += 1;
    if state.game < params.games {
        begin_game(params, state, rng, log);
    } else {
        state.phase = Phase::Over;
    }
}

/// Places by bank tops, or by match totals; see section 10 of the spec.
pub(super) fn outcome(params: &Params, state: &State) -> Outcome {
    // With one game the winner's top is the only one that reaches the goal.
    let scores = BySeat::from_fn(|seat| i64::from(state.totals[seat]));
    let turns = state.turns_before;
    let rounds = Outcome::rounds_of_turns(turns, params.seats);
    let unfinished = params.games == 1 && state.unfinished > 0;
    if !params.games_won_first {
        return Outcome::ranked(params.seats, scores.into(), turns, rounds, unfinished, |a, b| a > b);
    }
    // Totals first, then games won: both in one number (a match has at most 99 games).
    let keys = BySeat::from_fn(|seat| scores[seat] * 100 + i64::from(state.games_won[seat]));
    let ranked = Outcome::ranked(params.seats, keys.into(), turns, rounds, unfinished, |a, b| a > b);
    Outcome { scores: scores.into(), ..ranked }
}

/// Values that the bank lacks and the hand does not hold, as bits (bit v for value v).
#[inline]
pub(super) const fn lacking(params: &Params, hand: &Hand, top: u8) -> u16 {
    let missing = (2_u16 << params.goal) - (2 << top);
    missing & !(hand.present.bits() << 1)
}
