//! The legal actions of every phase (spec, section 5).

use super::card::{Action, Card, KINDS, Source};
use super::finish::may_finish;
use super::params::Params;
use super::state::{Hand, Phase, State};
use ludometer_model::{MAX_SEATS, Seat, pick_few, pick_narrow};

/// The legal actions of the seat to move, in a fixed order.
#[inline]
pub(super) fn legal(params: &Params, state: &State, into: &mut Vec<Action>) {
    let hand = state.hand();
    match state.phase {
        Phase::Draw => {
            if !state.stock.is_empty() || refill(params, state) {
                into.push(Action::Draw(Source::Stock));
            }
            // Added and, on a closed pile, taken back: no branch on what only chance decides.
            let without = into.len();
            into.push(Action::Draw(Source::Discard));
            into.truncate(without + usize::from(state.top().is_some_and(Card::is_value)));
            if may_stop(params, hand) {
                into.push(Action::Stop);
            }
        }
        Phase::Bankrupt => {
            if hand.count(Card::BANKRUPT_LOWEST) > 0 {
                into.push(Action::ResolveLowest);
            }
            if hand.count(Card::BANKRUPT_HIGHEST) > 0 {
                into.push(Action::ResolveHighest);
            }
        }
        Phase::Relief if params.wait => into.push(Action::Hold),
        Phase::Relief => {
            let steals = hand.steals() > 0;
            for card in hand.kinds() {
                if card.steal_amount().is_some() {
                    into.push(Action::Discard(card));
                } else if !steals {
                    into.push(Action::Dump(card));
                }
            }
        }
        Phase::Play => legal_plays(params, hand, state.banks[state.active].top, into),
        Phase::Steal => {
            let victims = victims(params, state);
            let seats = Seat::all(params.seats).filter(|seat| victims >> seat.index() & 1 != 0);
            into.extend(seats.map(Action::StealFrom));
            into.push(Action::StealStop);
        }
        Phase::Take => into.extend(state.hands[state.victim].kinds().map(Action::Take)),
        Phase::Over => {}
    }
}

/// The legal action in the place that `place` chooses when it is told their number, as the list has
/// them. Only a hand of Bankrupts without a value card needs a list.
#[inline]
pub(super) fn pick(
    params: &Params,
    state: &State,
    list: &mut Vec<Action>,
    place: impl FnOnce(usize) -> usize,
) -> (Action, usize) {
    match state.phase {
        Phase::Draw => {
            let stock = usize::from(!state.stock.is_empty() || refill(params, state));
            let piles = stock + usize::from(state.top().is_some_and(Card::is_value));
            let choices = piles + usize::from(may_stop(params, state.hand()));
            let place = place(choices);
            if place == piles {
                return (Action::Stop, choices);
            }
            (Action::Draw(if place < stock { Source::Stock } else { Source::Discard }), choices)
        }
        Phase::Play => {
            let top = state.banks[state.active].top;
            let plays = plays(params, state.hand(), top);
            if plays == 0 {
                place(1);
                return (Action::Pass, 1);
            }
            let (place, choices) = pick_narrow(plays, place);
            (play(top, place), choices)
        }
        Phase::Bankrupt => {
            let hand = state.hand();
            let lowest = usize::from(hand.count(Card::BANKRUPT_LOWEST) > 0);
            let choices = lowest + usize::from(hand.count(Card::BANKRUPT_HIGHEST) > 0);
            let lowest = place(choices) < lowest;
            (if lowest { Action::ResolveLowest } else { Action::ResolveHighest }, choices)
        }
        Phase::Steal => {
            let (place, choices) = pick_few(victims(params, state) | 1 << params.seats, place);
            let stop = place == params.seats;
            (if stop { Action::StealStop } else { Action::StealFrom(Seat::new(place)) }, choices)
        }
        Phase::Take => {
            let (kind, choices) = pick_narrow(u32::from(state.hands[state.victim].present), place);
            (Action::Take(Card::of_kind(kind as u8)), choices)
        }
        Phase::Relief | Phase::Over => {
            list.clear();
            legal(params, state, list);
            let choices = list.len();
            (list[place(choices)], choices)
        }
    }
}

/// True if the seat may decline the draw that it is asked for: a full hand is asked for none by default.
#[inline]
const fn may_stop(params: &Params, hand: &Hand) -> bool {
    params.may_stop || hand.size >= params.limit
}

/// The seats that may be stolen from, as bits: places without a seat hold no cards.
#[inline]
fn victims(params: &Params, state: &State) -> u64 {
    let safe = params.protected;
    let all = Seat::all(MAX_SEATS)
        .fold(0, |bits, seat| bits | u64::from(state.hands[seat].size > safe) << seat.index());
    all & !(1 << state.active.index())
}

/// The plays of [`Phase::Play`], in their order: bits 0 and 1 the two ways to bank, then a discard of
/// each kind, then the finishing move.
#[inline]
fn plays(params: &Params, hand: &Hand, top: u8) -> u32 {
    let present = u32::from(hand.present);
    // Bit v for value v: a bank can grow by its top (if it has one) or by the next value.
    let values = present << 1 & !1;
    let ways = if top < params.goal { 3 } else { 1 };
    (values >> top & ways) | present << 2 | u32::from(may_finish(params, hand, top)) << (KINDS + 2)
}

/// The play in this place of [`plays`].
#[inline]
fn play(top: u8, place: usize) -> Action {
    match place {
        0 | 1 => Action::Bank(top + place as u8),
        _ if place < KINDS + 2 => Action::Discard(Card::of_kind((place - 2) as u8)),
        _ => Action::Finish,
    }
}

/// The discards of some of eight kinds, in front.
#[derive(Clone, Copy)]
struct Row {
    actions: [Action; 8],
    count: u8,
}

/// For each set of the first eight kinds, and of the others, their discards: two looks instead of
/// fifteen trials (4 KiB are ever looked at).
static DISCARDS: [[Row; 256]; 2] = {
    let mut table = [[Row { actions: [Action::Pass; 8], count: 0 }; 256]; 2];
    let mut place = 0;
    while place < 512 {
        let (half, kinds) = (place / 256, place % 256);
        let row = &mut table[half][kinds];
        let mut kind = 0;
        while kind < 8 {
            if kinds >> kind & 1 == 1 && half * 8 + kind < KINDS {
                row.actions[row.count as usize] = Action::Discard(Card::of_kind((half * 8 + kind) as u8));
                row.count += 1;
            }
            kind += 1;
        }
        place += 1;
    }
    table
};

/// P3: two ways to bank, a discard of each kind, the finishing move.
///
/// Every action that could be legal is written and stays only if it is: which kinds a hand holds is
/// for chance to say, and a branch on it is mispredicted as often as not.
#[inline]
fn legal_plays(params: &Params, hand: &Hand, top: u8, into: &mut Vec<Action>) {
    const MOST: usize = KINDS + 3;
    let present = u32::from(hand.present);
    // A power of two, so that the index needs no check.
    let mut actions = [Action::Pass; 32];
    let mut count = 0;
    let mut add = |action, legal: u32| {
        actions[count & 31] = action;
        count += legal as usize;
    };
    // Bit v for value v: a bank can grow by its top (if it has one) or by the next value.
    let values = present << 1 & !1;
    add(Action::Bank(top), values >> top & 1);
    add(Action::Bank(top + 1), values >> (top + 1) & u32::from(top < params.goal));
    for (half, kinds) in [present & 0xFF, present >> 8].into_iter().enumerate() {
        let row = &DISCARDS[half][kinds as usize & 0xFF];
        if let Some(room) = actions.get_mut(count..count + 8) {
            room.copy_from_slice(&row.actions);
        }
        count += usize::from(row.count);
    }
    actions[count & 31] = Action::Finish;
    count += usize::from(may_finish(params, hand, top));
    let before = into.len();
    into.extend_from_slice(&actions[..MOST]);
    // With nothing to play the first of the fillers stays: a pass.
    into.truncate(before + count.max(1));
    if count == 0 {
        into[before] = Action::Pass;
    }
}

/// True if a reshuffle would bring at least one card into the stock.
#[inline]
pub(super) fn refill(params: &Params, state: &State) -> bool {
    let Some((_, below)) = state.discard.split_last() else { return false };
    if params.remove_steals {
        below.iter().any(|&kind| Card::of_kind(kind).steal_amount().is_none())
    } else {
        !below.is_empty()
    }
}
