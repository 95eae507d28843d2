//! Poker games whose value is known: two searches that think longer come nearer to it.

use std::collections::HashMap;

use ludometer_bots::{Bot, BotSpec, Strategy as _, build};
use ludometer_model::{Decision, Game as _, Rng, Seat, Silent, Streams};
use ludometer_playable::Playable as _;

use super::game;
use crate::{ScriptAction, ScriptGame, ScriptState};

/// Random numbers with which a chance move is tried out. Its outcomes have chances that are whole parts of a known number,
/// so that this many find them and tell them apart.
const TRIES: u64 = 1000;

/// The strategy of one bot in both seats, found out where it is asked for.
struct Table<'a> {
    game: &'a ScriptGame,
    bot: Bot<ScriptGame>,
    /// Searches in each information set: their choices are the bot's strategy there.
    searches: u64,
    /// By seat and what it knows: how often each legal action is chosen.
    strategy: HashMap<(Seat, Vec<u8>), Vec<f64>>,
}

impl Table<'_> {
    /// Returns the mean score of the first seat where both play the bot's strategy from here on.
    fn value(&mut self, state: &ScriptState) -> f64 {
        let Some(seat) = self.game.to_move(state) else {
            return self.game.outcome(state).scores[Seat::new(0)] as f64;
        };
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let strategy = self.strategy(state, seat, &legal);
        let played = legal.into_iter().zip(strategy).filter(|(_, chance)| *chance > 0.0);
        let mut sum = 0.0;
        for (action, chance) in played.collect::<Vec<_>>() {
            // Four cards are left to be opened.
            let after = outcomes(4, |state, rng| self.game.apply(state, action, rng, &mut Silent), state);
            sum += chance * after.iter().map(|(odds, next)| odds * self.value(next)).sum::<f64>();
        }
        sum
    }

    /// Returns how often the bot chooses each of these actions.
    fn strategy(&mut self, state: &ScriptState, seat: Seat, legal: &[ScriptAction]) -> Vec<f64> {
        let known = (seat, self.game.view(state, seat).bytes);
        if let Some(strategy) = self.strategy.get(&known) {
            return strategy.clone();
        }
        let mut strategy = vec![0.0; legal.len()];
        for search in 0..self.searches {
            let mut rng = Rng::from_words([self.strategy.len() as u64, search, 8]);
            self.bot.begin();
            let decision = Decision::new(self.game, state, seat, legal);
            strategy[self.bot.decide(&decision, &mut rng).unwrap()] += 1.0 / self.searches as f64;
        }
        self.strategy.insert(known, strategy.clone());
        strategy
    }
}

/// Returns the states that this can lead to, each with its chance, a multiple of one `parts`-th.
fn outcomes(
    parts: u32,
    apply: impl Fn(&mut ScriptState, &mut Rng),
    before: &ScriptState,
) -> Vec<(f64, ScriptState)> {
    let mut found: Vec<(u64, ScriptState)> = Vec::new();
    for number in 0..TRIES {
        let mut chance = Streams::new(5, number).chance();
        let untouched = chance.clone();
        let mut state = before.clone();
        apply(&mut state, &mut chance);
        match found.iter_mut().find(|(_, other)| other.bytes == state.bytes) {
            Some((times, _)) => *times += 1,
            None => found.push((1, state)),
        }
        if chance == untouched {
            return vec![(1.0, found.remove(0).1)];
        }
    }
    let odds = |times: u64| (times as f64 / TRIES as f64 * f64::from(parts)).round() / f64::from(parts);
    let outcomes: Vec<_> = found.into_iter().map(|(times, state)| (odds(times), state)).collect();
    let sum: f64 = outcomes.iter().map(|(odds, _)| odds).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    outcomes
}

/// Returns the first seat's mean score where both seats search so long, computed from the bot's strategy in each
/// information set.
fn searched(name: &str, parts: u32, iterations: u32, searches: u64) -> f64 {
    let game = game(name, 2, &[]);
    let spec = BotSpec::parse(&format!("mcts:iterations={iterations}"), game.design()).unwrap();
    let mut table = Table { game: &game, bot: build(&spec, &game), searches, strategy: HashMap::new() };
    let deals = outcomes(parts, |state, rng| game.deal(state, rng, &mut Silent), &game.new_state());
    deals.iter().map(|(odds, state)| odds * table.value(state)).sum()
}

#[test]
fn searches_of_kuhn_poker_come_near_its_value() {
    // Measured: -0.158, and -0.059 with 1000. From 300 iterations on, 0.03 or less away.
    let known = -1.0 / 18.0;
    let away = |iterations| (searched("kuhn_poker.luau", 6, iterations, 200) - known).abs();
    let (short, long) = (away(10), away(300));
    assert!(short > 0.06 && long < 0.03, "{short} away with 10 iterations, {long} with 300");
}

#[test]
fn searches_of_leduc_poker_come_near_its_value() {
    // Measured: -0.298 and -0.045; -0.041 with 300 iterations, -0.119 with 1000.
    let known = -0.0856;
    let away = |iterations| (searched("leduc_poker.luau", 15, iterations, 40) - known).abs();
    let (short, long) = (away(10), away(100));
    assert!(short > 0.15 && long < 0.06, "{short} away with 10 iterations, {long} with 100");
}
