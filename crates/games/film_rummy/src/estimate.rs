//! An estimate of each seat's share of the win, for search (spec, section 13).

use super::board::{Board, Phase};
use super::card::NO_CARD;
use super::kinds::KindBits;
use super::legal::held_basics;
use super::params::{MatchMode, Params};
use super::state::State;
use ludometer_model::{BySeat, Seat};

/// Holds the weights of what the chance to win depends on: a conditional logit fit to the winners of 36,000 plays of greedy
/// seats at two to four, at the beginning of a quarter of their turns. Its mean log loss in plays not
/// fitted to is 0.608, 0.981, 1.246 at two, three, four seats, where equal shares have 0.693, 1.099,
/// 1.386. In units of one card left in hand after the film is out.
mod toll {
    /// A card in hand before the film is out, beyond the cards that the film takes.
    pub(super) const CARD: f64 = 0.5;
    /// Having no film yet.
    pub(super) const UNPUBLISHED: f64 = 1.1;
    /// A place of the nearest film for which there is neither a basic card nor a joker.
    pub(super) const LACKING: f64 = 0.37;
    /// A basic card of the second-best genre, which the film won't take.
    pub(super) const SECOND: f64 = 0.2;
    /// Less: an extra of the nearest film's genre, a hit once the film is out.
    pub(super) const EXTRA: f64 = 0.46;
    /// Less: a card that can be hit now, but not before the own film is out.
    pub(super) const HIT: f64 = 0.4;
    /// Less: a card that can be exchanged for a joker.
    pub(super) const SWAP: f64 = 0.28;
    /// A negative card in front of the seat.
    pub(super) const PENDING: f64 = 0.2;
    /// The worth of one card, in the logarithm of the chance to win.
    pub(super) const WEIGHT: f64 = 0.96;
}

/// Returns how far a seat is from going out, in cards.
fn to_go(params: &Params, state: &State, seat: Seat) -> f64 {
    let hand = &state.hands[seat.index()];
    let open = &state.board.open;
    let jokers = hand.copies(params.joker());
    let hits = hand.distinct().filter(|&(_, kind)| kind != params.joker() && open.hits.has(kind)).count();
    let swaps = hand.distinct().filter(|&(_, kind)| open.swaps.has(kind)).count();
    if state.board.meld(seat).exists() {
        // A joker that somebody's film has room for goes as a hit, and one exchanged for goes next.
        let room = if open.hits.has(params.joker()) { jokers } else { 0 };
        return hand.len() as f64 - (hits + swaps + room) as f64;
    }
    let kinds = KindBits::of(hand);
    // (basic cards, extras) of the nearest film and of the next nearest.
    let mut best = (0, 0);
    let mut second = (0, 0);
    for genre in 0..params.genres {
        let held = held_basics(params, kinds, genre).count_ones();
        let extras = kinds.window(genre * params.per_genre() + params.categories) & params.all_extras();
        let this = (held, extras.count_ones());
        if this > best {
            second = best;
            best = this;
        } else if this > second {
            second = this;
        }
    }
    let lacking = params.categories.saturating_sub(best.0 as usize + jokers);
    toll::UNPUBLISHED
        + toll::CARD * (hand.len() as f64 - params.categories as f64)
        + toll::LACKING * lacking as f64
        + toll::SECOND * f64::from(second.0)
        - toll::EXTRA * f64::from(best.1)
        - toll::HIT * hits as f64
        - toll::SWAP * swaps as f64
}

/// Returns the number of cards that the seat is about to lose in the phase at hand: its discard, and what it announced.
fn leaving(board: &Board, seat: Seat) -> f64 {
    if seat != board.actor {
        return 0.0;
    }
    match board.phase {
        Phase::Act
        | Phase::MeldFill { .. }
        | Phase::NegativeTarget(_)
        | Phase::InteractionTarget(_)
        | Phase::ExchangeTarget(_)
        | Phase::ThiefDiscard => 1.0,
        Phase::HitTarget(_) => 1.3,
        Phase::Missed
        | Phase::Interrupt
        | Phase::Draw
        | Phase::Theft(_)
        | Phase::DefectSelect { .. }
        | Phase::Over => 0.0,
    }
}

/// Returns each seat's estimated share of the win, from the cards to go and, in a match, the totals.
pub(super) fn evaluate(params: &Params, state: &State) -> BySeat<f64> {
    let n = params.seats;
    let mut weights = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in Seat::all(n) {
        let mut distance = to_go(params, state, seat) - leaving(&state.board, seat);
        if state.board.pending[seat.index()] != NO_CARD {
            distance += toll::PENDING;
        }
        if params.mode != MatchMode::Single {
            distance = 0.3 * distance + 0.035 * f64::from(state.board.totals[seat.index()].min(5000));
        }
        let weight = (-toll::WEIGHT * distance).exp().max(1e-12);
        weights[seat] = weight;
        sum += weight;
    }
    BySeat::of_table(n, |seat| weights[seat] / sum)
}
