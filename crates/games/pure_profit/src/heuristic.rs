//! Sensible play after section 13 of the spec: how good actions look, and how good positions are.

use super::action::{Action, Source};
use super::card::{Card, Kinds, copies_of_first};
use super::params::Params;
use super::rules::lacking;
use super::state::{Hand, State};
use super::view::View;
use ludometer_model::{BySeat, Seat};
use ludometer_playable::{Scores, Setting, settings};

settings! {
    /// The weights of `greedy` in this game.
    pub struct Weights {
        pile: f64 = weight("pile", "how gladly a wanted card is taken from the discard pile");
        steal: f64 = weight("steal", "how gladly a Steal is played when the next value is missing");
        bank: f64 = weight("bank", "how gladly the next value is banked");
        deny: f64 = weight("deny", "how dear a card is held that the next seat could use");
    }
}

const fn weight(name: &'static str, about: &'static str) -> Setting {
    Setting::real(name, about, 0.0, 10.0, 1.0)
}

/// Defaults of bots' settings in this game, by play of one searching seat against three `greedy` at
/// equal time a decision (`reports/search-settings.csv`). Plain `uct` and random playouts stay below the
/// fair share; with greedy playouts all lengths from 6 to 16 turns and all other settings are level
/// within the intervals.
pub(super) const BOT_DEFAULTS: &[(&str, &str, f64)] = &[
    ("mcts", "select", 1.0),
    ("mcts", "rollout", 1.0),
    ("mcts", "length", 12.0),
    ("mcts", "exploration", 0.3),
    ("flat-mc", "rollout", 1.0),
    ("flat-mc", "noise", 0.0),
    // In no more time: 40.0 % with 450 playouts 8 turns ahead (400 plays), 35.5 % with 1,000 4 turns ahead
    // (600, with new numbers each turn: `docs/strategy-log.md`), 33.0 % with 300 12 turns ahead (400).
    ("flat-mc", "length", 8.0),
    ("lookahead", "length", 4.0),
];

/// Scores all legal actions from the mover's view.
pub(super) fn score_actions(
    params: &Params,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let Weights { pile, steal, bank, deny } = *weights;
    let judge = Judge::new(params, view);
    for &action in legal {
        scores.push(match action {
            Action::Draw(Source::Stock) => 0.5,
            Action::Draw(Source::Discard) => judge.pile_top() * pile,
            Action::ResolveLowest => judge.resolve(view.hand.lowest()),
            Action::ResolveHighest => judge.resolve(view.hand.highest()),
            Action::Finish => 1000.0,
            Action::Bank(value) if value == params.goal => 1000.0,
            Action::Bank(value) if value > judge.top => 40.0 * bank,
            // A second copy of the top gives nothing away.
            Action::Bank(_) => 29.0,
            Action::Discard(card) => match card.steal_amount() {
                Some(amount) => judge.steal_card(amount, steal),
                None => judge.part_with(card) - deny * judge.use_for_next(card),
            },
            Action::Dump(_) | Action::Hold | Action::Pass => 0.0,
            Action::StealFrom(victim) => judge.victim(victim),
            Action::Stop => judge.stop(),
            Action::StealStop => -1.0,
            Action::Take(card) => judge.take(card),
        });
    }
}

/// The facts that the mover can tell of its position.
struct Judge<'a> {
    params: &'a Params,
    view: &'a View,
    top: u8,
    /// Values above the top that the hand lacks, bit v for value v.
    lacking: u16,
    /// Different values above the top in hand.
    held: u32,
}

impl<'a> Judge<'a> {
    fn new(params: &'a Params, view: &'a View) -> Self {
        let top = view.table.banks[view.seat].top;
        let lacking = lacking(params, &view.hand, top);
        let held = u32::from(params.goal - top.min(params.goal)) - lacking.count_ones();
        Self { params, view, top, lacking, held }
    }

    fn lacks(&self, card: Card) -> bool {
        card.as_value().is_some_and(|value| self.lacking >> value & 1 != 0)
    }

    /// Scores the top of the pile: above 0.5, rather than the stock.
    ///
    /// Every take moves the bank or adds a different useful value: no endless giving and taking.
    fn pile_top(&self) -> f64 {
        let Some(card) = self.view.top() else { return 0.0 };
        let next = card.as_value() == Some(self.top + 1);
        let wanted = self.lacks(card) && (next || self.lacking.is_power_of_two() || self.held < 5);
        // A hand that lacks nothing is safe from Bankrupts on the pile.
        if wanted || self.lacking == 0 { 1.0 } else { 0.0 }
    }

    /// Scores to stop: above 0.5, rather than a card from the stock. A full hand need not draw, yet a card more is
    /// worth the risk of a Bankrupt unless the hand lacks nothing: who stops then won 51.0 % (50.4 to 51.6) of 30,000 plays against
    /// who never does, and who always stops 17.6 % at four seats.
    fn stop(&self) -> f64 {
        let full = self.view.hand.size >= self.params.limit;
        if full && self.lacking == 0 { 2.0 } else { -1.0 }
    }

    /// Returns the worth of a card that a Bankrupt costs me: cards of later Bankrupts cover it from the next seat.
    fn resolve(&self, lost: Option<Card>) -> f64 {
        lost.map_or(0.0, |card| self.use_for_next(card))
    }

    fn steal_card(&self, amount: u8, eagerness: f64) -> f64 {
        let missing = self.lacking.count_ones();
        let next_missing = self.lacking >> (self.top + 1) & 1 != 0;
        let completes = missing > 0 && missing <= u32::from(amount);
        if next_missing || completes { 50.0 * eagerness + f64::from(amount) } else { 8.0 - f64::from(amount) }
    }

    /// Returns how gladly a value card is given away.
    fn part_with(&self, card: Card) -> f64 {
        let Some(value) = card.as_value() else { return 0.0 };
        let copies = self.view.hand.count(card);
        if value < self.top || value > self.params.goal {
            32.0
        } else if value == self.top {
            28.0
        } else if copies > 1 {
            20.0
        } else {
            // The only copy of a value still to come: far ones first.
            f64::from(value - self.top)
        }
    }

    /// Returns what the next seat could do with the card, were it to lie open: bank it, or collect it.
    fn use_for_next(&self, card: Card) -> f64 {
        let next = self.view.seat.next(self.view.seats);
        let top = self.view.table.banks[next].top;
        match card.as_value() {
            Some(value) if value == top + 1 => 3.0,
            Some(value) if value > top && value <= self.params.goal => {
                // It may hold the value already.
                if self.view.facts[next].known[card.index()] > 0 { 0.5 } else { 1.5 }
            }
            _ => 0.0,
        }
    }

    fn victim(&self, victim: Seat) -> f64 {
        let known = &self.view.facts[victim].known;
        let wanted: u32 = (1..=self.params.goal)
            .filter(|&value| self.lacking >> value & 1 != 0 && known[usize::from(value) - 1] > 0)
            .map(|value| if value == self.top + 1 { 2 } else { 1 })
            .sum();
        let leads = f64::from(self.view.table.banks[victim].top);
        100.0 * f64::from(wanted) + 3.0 * leads + 0.5 * f64::from(self.view.sizes[victim])
    }

    fn take(&self, card: Card) -> f64 {
        if self.lacks(card) {
            let value = card.as_value().unwrap_or(0);
            return 100.0 - f64::from(value - self.top);
        }
        if card.is_bankrupt() {
            return -100.0;
        }
        if let Some(amount) = card.steal_amount() {
            return 40.0 + f64::from(amount);
        }
        // The victim's hand is open while one may take from it.
        let victim = self.view.table.victim;
        let top = self.view.table.banks[victim].top;
        let only = self.view.facts[victim].known[card.index()] == 1;
        let breaks = card.as_value().is_some_and(|v| v > top && v <= self.params.goal) && only;
        if breaks { 50.0 } else { 10.0 }
    }
}

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
