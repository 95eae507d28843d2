//! The invariants (spec, section 11), checked on a state.

use super::board::Phase;
use super::card::NO_CARD;
use super::held::Held;
use super::params::Params;
use super::state::State;
use ludometer_model::Seat;

/// Checks all that is true of every state from the deal on.
pub(super) fn audit(params: &Params, state: &State) -> Result<(), String> {
    check_cards(params, state)?;
    check_course(params, state)
}

/// Checks that every card is in exactly one place and that the melds are sound.
pub(super) fn check_cards(params: &Params, state: &State) -> Result<(), String> {
    let n = params.seats;
    let board = &state.board;
    let mut counts = [0_usize; super::card::MAX_KINDS];
    let all = state.hands[..n].iter().flat_map(|h| h.iter());
    let all = all.chain(state.stock.iter()).chain(board.pile.iter());
    for &kind in all.chain(board.pending[..n].iter().filter(|k| **k != NO_CARD)) {
        counts[usize::from(kind)] += 1;
    }
    for (seat, meld) in board.melds[..n].iter().enumerate() {
        let Some(genre) = meld.genre() else { continue };
        if meld.size() > params.extras {
            return Err(format!("the meld of seat {seat} has {} extras", meld.size()));
        }
        let naturals = params.categories as u32 - meld.basics.count_ones();
        if naturals < params.min_natural {
            return Err(format!("the meld of seat {seat} has {naturals} real basic cards"));
        }
        for c in (0..params.categories as u32).filter(|c| meld.basics >> c & 1 == 0) {
            counts[usize::from(params.basic(genre, c))] += 1;
        }
        for x in (0..params.extras as u32).filter(|x| meld.extras >> x & 1 == 1) {
            counts[usize::from(params.extra(genre, x))] += 1;
        }
        counts[usize::from(params.joker())] += meld.all_jokers() as usize;
    }
    for (kind, (&found, &copies)) in counts.iter().zip(&params.copies).enumerate() {
        if found != usize::from(copies) {
            let name = params.naming.name(kind as u8);
            return Err(format!("{found} copies of {name}, not {copies}"));
        }
    }
    for seat in 0..n {
        if usize::from(board.sizes[seat]) != state.hands[seat].size() {
            return Err(format!("the size of the hand of seat {seat} is wrong"));
        }
        if !state.hands[seat].is_sorted() {
            return Err(format!("the hand of seat {seat} is out of order"));
        }
    }
    for (hand, held) in state.hands.iter().zip(&state.held).take(n) {
        if *held != Held::of(params, hand) {
            return Err("what a hand holds is out of date".to_owned());
        }
    }
    if board.open != super::legal::Openings::of(params, &board.melds) {
        return Err("what the melds admit is out of date".to_owned());
    }
    if usize::from(board.stock) != state.stock.len() {
        return Err("the size of the stock is wrong".to_owned());
    }
    state.knowledge.audit(params, &state.stock, &state.hands)
}

/// Checks hand sizes, hits and slots, which hold from the deal on.
fn check_course(params: &Params, state: &State) -> Result<(), String> {
    let n = params.seats;
    let board = &state.board;
    for seat in Seat::all(n) {
        let i = seat.index();
        let laid = usize::from(board.laid[i]);
        if laid > 0 && !board.melds[i].exists() {
            return Err(format!("seat {seat} hit without a meld"));
        }
        if board.phase == Phase::Over {
            continue;
        }
        let drawn = seat == board.active
            && !board.is_interrupted()
            && !matches!(
                board.phase,
                Phase::Missed | Phase::Draw | Phase::Theft(_) | Phase::DefectSelect { .. }
            );
        let most = params.hand_size + usize::from(drawn);
        let sum = state.hands[i].size() + laid;
        // Interaction cards played freely, or before others' turns, are one card less each.
        let fits = if params.toggles.interactions_shrink() { sum <= most } else { sum == most };
        if !fits || state.hands[i].is_empty() {
            return Err(format!("seat {seat} holds and laid {sum} cards, not {most}"));
        }
    }
    if board.phase == Phase::Over {
        return Ok(());
    }
    let first = board.dealer.index() + 1;
    if board.active.index() != (first + board.slot as usize) % n {
        return Err(format!("slot {} belongs to another seat than {}", board.slot, board.active));
    }
    if !(1..=params.max_turns).contains(&board.turn) || board.slot >= board.turn {
        return Err(format!("turn {} in slot {}", board.turn, board.slot));
    }
    if board.phase == Phase::Draw {
        let cards = state.stock.len() + board.pile.len();
        if cards + n * params.hand_size + n < params.cards + 1 || cards < 2 {
            return Err(format!("only {cards} cards to draw from"));
        }
    }
    Ok(())
}
