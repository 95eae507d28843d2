//! How likely each player is to win, by the state: what searches value positions by that they don't play on from, and an
//! analysis reads the course of plays by.

use super::EvenOdd;
use super::cards::{Card, Kinds};
use super::state::State;
use ludometer_model::{BySeat, Seat};

/// Factors of a player's chance to win, against that of the others still in: powers of e.
///
/// From a conditional logit fit to the winners of 8,000 `greedy` plays, 2,000 each of 2, 3, 4 and 6 players, every tenth
/// turn. In as many others its mean log loss is 0.584, 0.812, 1.057 and 1.401, that of equal shares of those still in
/// 0.693, 0.910, 1.129 and 1.446.
struct Chance {
    /// For each logarithm of the jewels plus one; and without a shoe, so much more.
    log_money: f64,
    log_money_no_shoe: f64,
    no_shoe: f64,
    /// For each card; for each that spares a payment, and for each that takes from a player, so much more.
    card: f64,
    sparing: f64,
    taking: f64,
    /// With one shoe short of the win; and for each logarithm by which that player is richer than the richest other.
    last_shoe: f64,
    last_shoe_lead: f64,
}

const CHANCE: Chance = Chance {
    log_money: 0.405,
    log_money_no_shoe: 0.354,
    no_shoe: -0.979,
    card: 0.049,
    sparing: 0.164,
    taking: 0.666,
    last_shoe: 0.17,
    last_shoe_lead: 0.351,
};

/// Cards that spare their holder a payment.
const SPARING: Kinds = Kinds::DECLINED.or(Kinds::DISCOUNT).or(Kinds::one(Card::VOID));

/// Returns each player's estimated share of the win.
pub(super) fn evaluate(game: &EvenOdd, state: &State) -> BySeat<f64> {
    let table = &state.table;
    let log = |seat: Seat| (f64::from(table.jewels[seat]) + 1.0).ln();
    let win = game.params.win_shoes;
    let mut shares = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in table.alive.iter() {
        let hand = &state.hands[seat];
        let count =
            |kinds: Kinds| -> u8 { hand.kinds.and(kinds).iter().map(|card| hand.counts[card.index()]).sum() };
        let cards = table.backs[0][seat] + table.backs[1][seat];
        let mut score = CHANCE.log_money * log(seat)
            + CHANCE.card * f64::from(cards)
            + CHANCE.sparing * f64::from(count(SPARING))
            + CHANCE.taking * f64::from(count(Kinds::PLD_TO_PLAYER));
        if table.shoes[seat] == 0 {
            score += CHANCE.no_shoe + CHANCE.log_money_no_shoe * log(seat);
        }
        if win > 0 && table.shoes[seat] + 1 >= win {
            let others = table.alive.iter().filter(|&other| other != seat).map(log);
            let lead = log(seat) - others.fold(0.0, f64::max);
            score += CHANCE.last_shoe + CHANCE.last_shoe_lead * lead;
        }
        // No chance is so small or so large that the sum loses it.
        let chance = score.min(300.0).exp();
        shares[seat] = chance;
        sum += chance;
    }
    for seat in table.alive.iter() {
        shares[seat] /= sum;
    }
    shares
}
