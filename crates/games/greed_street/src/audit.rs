//! The invariants of the spec (11) that one state can show.

use ludometer_model::Seat;

use super::cards::{Counts, Kind};
use super::names::Workers;
use super::params::Params;
use super::phase::Phase;
use super::state::State;

/// Checks a state.
///
/// # Errors
/// The invariant that is broken, and how.
pub(super) fn audit(params: &Params, state: &State) -> Result<(), String> {
    cards(params, state)?;
    let public = &state.public;
    let mut left = Workers::range(0, params.workers);
    for set in std::iter::once(public.open).chain(public.owned.first(params.seats).iter().copied()) {
        if !set.without(left).is_empty() {
            let (set, left) = (set.bits(), left.bits());
            return Err(format!("invariant 2: a Worker is in two places ({set:x} beside {left:x})"));
        }
        left = left.without(set);
    }
    if !left.is_empty() {
        return Err(format!("invariant 2: Workers {:x} are nowhere", left.bits()));
    }
    let money: i64 = public.money.first(params.seats).iter().sum();
    let start = params.start * params.seats as i64;
    if money + public.bank != start {
        return Err(format!("invariant 3: players have {money}, the bank took {}, of {start}", public.bank));
    }
    for seat in Seat::all(params.seats) {
        let money = public.money[seat];
        if money < 0 || money % params.unit != 0 {
            return Err(format!("invariant 3: {seat} has {money}"));
        }
        let position = public.position[seat];
        if position > params.finish() || (position == params.finish()) != public.is_retired(seat) {
            return Err(format!("invariant 4: {seat} at {position}, retired: {}", public.is_retired(seat)));
        }
        if !public.owned[seat].without(public.seen[seat]).is_empty() {
            return Err(format!("{seat} owns a Worker whose face it hasn't seen"));
        }
    }
    let retired = public.retired.len() as usize == params.seats;
    let over = public.phase == Phase::Over;
    if over && !retired && public.turn < params.max_turns || retired && !over {
        return Err(format!("invariant 10: over {over}, all retired {retired}, turn {}", public.turn));
    }
    Ok(())
}

fn cards(params: &Params, state: &State) -> Result<(), String> {
    let public = &state.public;
    let mut all = state.unknown;
    for seat in Seat::all(params.seats) {
        all.add_all(&state.hands[seat]);
        if state.hands[seat].total() != usize::from(public.hand[seat]) {
            return Err(format!("hand of {seat}: {:?}, but {} cards", state.hands[seat], public.hand[seat]));
        }
        let mut holds = state.hands[seat];
        for side in 0..2 {
            if public.down[side] > 0 && public.side(side) == seat {
                holds.add_all(&state.down[side]);
            }
        }
        if !holds.take_all(&public.known[seat]) {
            let known = public.known[seat];
            return Err(format!("invariant 9: {seat} is known to have {known:?} beside {holds:?}"));
        }
    }
    let fighting = public.fight.round > 0;
    for side in 0..2 {
        all.add_all(&state.down[side]);
        let (down, up) = (state.down[side].total(), public.fight.up[side].len());
        if down != usize::from(public.down[side]) {
            return Err(format!("side {side}: {down} cards face down, but {} counted", public.down[side]));
        }
        let recruiting = matches!(public.phase, Phase::RecruitCards | Phase::RecruitRoll);
        if up > 0 && !fighting || down > 0 && !fighting && !recruiting {
            return Err(format!("invariant 6: cards on the table in {}", public.phase.name()));
        }
        let proper = if fighting { super::Kinds::WEAPONS } else { super::Kinds::RECRUIT };
        if !state.down[side].kinds().without(proper).is_empty() {
            return Err(format!("invariant 6: {:?} placed", state.down[side]));
        }
    }
    let mut shown = Counts::NONE;
    let up = public.fight.up.iter().flat_map(|up| up.iter());
    public.bottom.iter().chain(up).for_each(|&card: &Kind| shown.add(card));
    all.add_all(&shown);
    if all != params.deck {
        return Err(format!("invariant 1: the cards are {all:?}, not {:?}", params.deck));
    }
    if state.unknown.total() != usize::from(public.unknown) {
        return Err(format!("the deck's unknown part has not {} cards", public.unknown));
    }
    Ok(())
}
