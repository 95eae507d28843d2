//! How a play ended (spec, section 10).

use super::meld::Meld;
use super::params::{MatchMode, Params};
use super::state::State;
use ludometer_model::BySeat;
use ludometer_model::{Outcome, Seat};

/// Returns places, scores and length.
pub(super) fn outcome(params: &Params, state: &State) -> Outcome {
    let n = params.seats;
    let board = &state.board;
    let single = params.mode == MatchMode::Single;
    let unfinished = single && board.winner.is_none();
    let scores = BySeat::from_fn(|seat| board.totals.get(seat.index()).map_or(0, |&t| i64::from(t)));
    let (turns, slots) = (board.earlier_turns, board.earlier_slots);
    let rounds = Outcome::rounds_of_turns(slots, n);
    let mut outcome = Outcome::ranked(n, scores, turns, rounds, unfinished, |a, b| a < b);
    if unfinished {
        outcome = outcome.without_places();
    } else if single && let Some(winner) = board.winner {
        // The winner is first even where cards are worth nothing.
        for seat in Seat::all(n).filter(|s| *s != winner) {
            let better = Seat::all(n).filter(|s| *s != winner && scores[*s] < scores[seat]).count() as u8;
            outcome.ranks[seat] = 2 + better;
        }
        outcome.ranks[winner] = 1;
    }
    outcome
}

/// Returns true if no hand can shrink any more: all have published, and no open extra place has a card left
/// for it (section 10).
pub(super) fn is_dead(params: &Params, state: &State) -> bool {
    let board = &state.board;
    let melds = &board.melds[..params.seats];
    if params.toggles.interactions_shrink() || melds.iter().any(|m| !m.exists()) {
        return false;
    }
    let room: Vec<Meld> = melds.iter().copied().filter(|m| m.size() < params.extras).collect();
    if room.is_empty() {
        return true;
    }
    let left = |kind: u8| {
        let hands = state.hands[..params.seats].iter().map(|h| h.copies(kind)).sum::<usize>();
        let lying = state.stock.iter().chain(board.pile.iter()).filter(|k| **k == kind).count();
        hands + lying > 0
    };
    // A joker in a meld comes free where the real card can still turn up.
    let frees = |meld: Meld| {
        let genre = meld.genre().unwrap_or_default();
        let basics =
            (0..params.categories as u32).any(|c| meld.basics >> c & 1 == 1 && left(params.basic(genre, c)));
        let missing = params.all_extras() & !meld.extras;
        let full = meld.size() == params.extras && meld.jokers > 0;
        basics
            || (full
                && (0..params.extras as u32).any(|x| missing >> x & 1 == 1 && left(params.extra(genre, x))))
    };
    if left(params.joker()) || melds.iter().copied().any(frees) {
        return false;
    }
    !room.iter().any(|meld| {
        let genre = meld.genre().unwrap_or_default();
        (0..params.extras as u32).any(|x| meld.extras >> x & 1 == 0 && left(params.extra(genre, x)))
    })
}
