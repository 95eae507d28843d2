//! Each seat's estimated share of the win, for leaves of a search.

use super::card::{Kinds, copies_of_first};
use super::finish::lacking;
use super::params::Params;
use super::state::{Hand, State};
use ludometer_model::BySeat;

/// Returns each seat's estimated share of the win: a multinomial logit over the seats.
///
/// The weights were fitted by maximum likelihood to 316,563 beginnings of turns in greedy self-play
/// with one choice in twenty made at random (default rules; 2, 3, 4 and 6 seats in equal numbers of
/// games). They hold for beginnings of turns, where searches cut off their playouts.
pub(super) fn evaluate(params: &Params, state: &State) -> BySeat<f64> {
    let seats = params.seats;
    let mut shares = BySeat::all(0.0);
    let mut sum = 0.0;
    for (ahead, seat) in state.active.around(seats).enumerate() {
        let wait = ahead as f64 / seats as f64;
        let share = strength(params, &state.hands[seat], state.banks[seat].top, wait).exp();
        shares[seat] = share;
        sum += share;
    }
    for share in shares.first_mut(seats) {
        *share /= sum;
    }
    shares
}

/// Returns the strength of a seat; `wait` is the part of a round until the seat's turn.
fn strength(params: &Params, hand: &Hand, top: u8, wait: f64) -> f64 {
    let bits = lacking(params, hand, top);
    let missing = f64::from(bits.count_ones());
    let bankrupts = f64::from(hand.bankrupts());
    // Copies of values that are banked already, and second copies of those above.
    let low = copies_of_first(&hand.counts, top);
    let above = hand.present.and(Kinds::VALUES).bits() >> top;
    let doubles = hand.values() - low - above.count_ones() as u16;
    let full = if hand.size >= params.limit { 0.14 } else { 0.0 };
    let strength = 0.66 * f64::from(top) - 0.19 * bankrupts + 0.22 * f64::from(hand.steals())
        - 0.36 * f64::from(low.min(4))
        - 0.12 * f64::from(doubles.min(4))
        - full
        - 0.24 * wait;
    match bits.count_ones() {
        // All there: nothing but a Bankrupt or another seat's win can come between.
        0 => strength - 3.0 * wait - if bankrupts > 0.0 { 9.7 } else { 0.0 },
        count => {
            let next_held = if bits >> (top + 1) & 1 == 0 { 0.63 } else { 0.0 };
            let last = if count == 1 { 0.26 * wait } else { 0.26 };
            strength + next_held - 4.42 - last - 0.055 * missing
        }
    }
}
