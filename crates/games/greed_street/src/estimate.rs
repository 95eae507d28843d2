//! Chances of winning, judged from a determinized state: for leaves of a search.

use ludometer_model::{BySeat, Seat};

use super::cards::Counts;
use super::params::Params;
use super::rules::total_parts;
use super::state::State;

/// Chance that a piece lands on a given square ahead of it: two dice move seven squares on average.
const HIT: f64 = 1.0 / 7.0;

/// The earnings of a piece per square that is still before it, in dollars. Rough: with the default board
/// simple play earns some $1,000 on sixty squares.
const PER_SQUARE: f64 = 15.0;

/// How far off an estimate of the final totals is, in dollars: at the end, and with the whole track
/// ahead. By the mean log loss of the estimates at the beginning of turns in 4,000 greedy plays: 0.519 at
/// two seats and 0.967 at four; with half the doubt it was 0.582 and 1.058.
const DOUBT: [f64; 2] = [50.0, 1000.0];

/// Returns each seat's estimated share of the win.
pub(super) fn evaluate(params: &Params, state: &State) -> BySeat<f64> {
    let public = &state.public;
    let finish = f64::from(params.finish());
    let ahead = |seat: Seat| finish - f64::from(public.position[seat]);
    let mut furthest = 0.0_f64;
    let mut totals = [0.0; ludometer_model::MAX_SEATS];
    let mut best = f64::NEG_INFINITY;
    for seat in Seat::all(params.seats) {
        furthest = furthest.max(ahead(seat));
        let now: i64 = total_parts(params, state, seat).iter().sum();
        let rents = public.owned[seat].iter().map(|worker| {
            let home = params.homes[worker];
            let coming = seat.others(params.seats).filter(|&other| public.position[other] < home).count();
            params.prices[worker] as f64 * HIT * coming as f64
        });
        // What cards in hand may still be used for, by the same judgement as greedy play: without it
        // a search sells Bling for its end value.
        let mut cards = state.hands[seat];
        if let Some(placed) = placed_by(state, seat) {
            cards.add_all(placed);
        }
        let used = params.prospects.use_of(&cards, public.position[seat]);
        let total = now as f64 + rents.sum::<f64>() + used + PER_SQUARE * ahead(seat);
        totals[seat.index()] = total;
        best = best.max(total);
    }
    let doubt = DOUBT[0] + (DOUBT[1] - DOUBT[0]) * furthest / finish;
    let mut shares = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in Seat::all(params.seats) {
        shares[seat] = ((totals[seat.index()] - best) / doubt).exp();
        sum += shares[seat];
    }
    for share in shares.first_mut(params.seats) {
        *share /= sum;
    }
    shares
}

/// Returns the cards that this seat has face down: placing one must not look like losing it.
fn placed_by(state: &State, seat: Seat) -> Option<&Counts> {
    let public = &state.public;
    (0..2).find(|&side| public.down[side] > 0 && public.side(side) == seat).map(|side| &state.down[side])
}
