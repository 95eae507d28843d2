//! A learned strategy: every action is tried in imagined states, and a network values what follows.
//!
//! The effect of an action needs no description of its own: it shows in the view that the mover has behind it. Of many actions
//! only those are tried that look best by the game's own estimate. All of them start from the same imagined states and
//! meet the same random numbers, so the luck of the draw cancels in their comparison.

use std::sync::Arc;

use super::estimator::NetworkValue;
use super::strategy::{Forfeit, Strategy};
use ludometer_learn::Network;
use ludometer_model::{Decision, Rng, Seat, Silent};
use ludometer_playable::{Choices, Playable, Scores, Setting, Settings, settings};

settings! {
    /// The settings of `learned`.
    pub struct LearnedSettings {
        /// Imagined states a decision.
        pub worlds: u32 = Setting::new(
            "worlds",
            "imagined states in which the actions are tried",
            Choices::Whole(1, 10_000),
            4.0,
        );
        /// Actions tried in a decision.
        pub candidates: u32 = Setting::new(
            "candidates",
            "how many of the actions that look best to greedy are tried",
            Choices::Whole(1, 10_000),
            16.0,
        );
        /// How much more an action must be worth than the one that looks best.
        pub margin: f64 = Setting::new(
            "margin",
            "by how much an action must be better than greedy's to be preferred to it",
            Choices::Real(0.0, 1.0),
            0.01,
        );
        /// How strong it plays.
        pub level: u32 = Setting::new(
            LEVEL,
            "how strong it plays: from 1, at random, in even steps to 5, as well as it can",
            Choices::Whole(1, LEVELS as u32),
            LEVELS as f64,
        );
    }
}

/// The name of the setting that says how strong it plays.
pub(super) const LEVEL: &str = "level";

/// Returns the setting of `learned` for a weight of `greedy`, which orders the actions that it tries.
pub(super) fn weight_of_learned(weight: &Setting) -> Setting {
    Setting { name: format!("greedy.{}", weight.name).into(), ..weight.clone() }
}

/// After so many imagined states the worse half of the actions is dropped for the first time, then whenever their number has
/// doubled, if as many states follow: most actions are soon seen to be worse.
const FIRST_CUT: u32 = 4;

/// Levels of strength.
pub const LEVELS: usize = 5;

/// A learner's judgement of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The place of the best action.
    pub place: usize,
    /// The share of the win that it expects behind it.
    pub value: f32,
}

/// The bot `learned`: see the module.
pub struct Learned<G: Playable> {
    network: NetworkValue,
    settings: LearnedSettings,
    weights: G::Weights,
    scores: Scores<G::Action>,
    /// The places of the actions that are tried.
    candidates: Vec<usize>,
    /// How much it errs: the difference in shares of the win that makes an action less likely by a factor of e.
    temperature: f64,
    sums: Vec<f32>,
    sorted: Vec<f32>,
    determinized: G::State,
    state: G::State,
}

impl<G: Playable> Learned<G> {
    /// Returns the bot with this network and these values of [`LearnedSettings::LIST`], then of the design's heuristic
    /// weights; missing ones are the defaults.
    pub fn new(game: &G, network: NetworkValue, values: &[f64]) -> Self {
        let given = values.iter().skip(LearnedSettings::LIST.len()).copied();
        let defaults = game.design().heuristic_weights.iter().map(|weight| weight.default);
        let weights: Vec<f64> = given.clone().chain(defaults.skip(given.len())).collect();
        Self {
            network,
            settings: LearnedSettings::from_values(values),
            weights: Settings::from_values(&weights),
            scores: Scores::of_all(),
            candidates: Vec::with_capacity(64),
            temperature: 0.0,
            sums: Vec::with_capacity(64),
            sorted: Vec::with_capacity(64),
            determinized: game.new_state(),
            state: game.new_state(),
        }
    }

    /// Returns the bot as it plays at its level, of which these are the temperatures; an infinite one chooses at random.
    #[must_use]
    pub(super) fn with_levels(mut self, temperatures: &[f64; LEVELS]) -> Self {
        self.temperature = temperatures[self.settings.level as usize - 1];
        self
    }

    /// Takes another network of as many inputs.
    pub fn replace_network(&mut self, network: Arc<Network>) {
        self.network.replace_network(network);
    }

    /// Returns the best of at least two legal actions.
    pub fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        seat: Seat,
        rng: &mut Rng,
    ) -> Choice {
        self.find_candidates(game, view, legal);
        for world in 0..self.settings.worlds {
            let cuts = world >= FIRST_CUT && world.is_power_of_two() && 2 * world <= self.settings.worlds;
            if cuts && self.temperature == 0.0 {
                keep_the_better_half(&mut self.sums, &mut self.candidates, &mut self.sorted);
            }
            game.determinize(view, rng, &mut self.determinized);
            self.add_world(game, legal, seat, rng);
        }
        let worlds = self.settings.worlds as f32;
        if self.temperature > 0.0 {
            return self.draw(worlds, rng);
        }
        // The first one is greedy's: a network is off by as much as small differences are worth.
        let least = self.sums[0] + self.settings.margin as f32 * worlds;
        let (mut best, mut top) = (0, self.sums[0]);
        for (i, &sum) in self.sums.iter().enumerate().skip(1) {
            if sum > top && sum > least {
                (best, top) = (i, sum);
            }
        }
        Choice { place: self.candidates[best], value: top / worlds }
    }

    /// Adds what the network says of the candidates in the imagined state to their sums.
    fn add_world(&mut self, game: &G, legal: &[G::Action], seat: Seat, rng: &mut Rng) {
        let luck = rng.fork();
        for nth in 0..self.candidates.len() {
            self.state.clone_from(&self.determinized);
            game.apply(&mut self.state, legal[self.candidates[nth]], &mut luck.clone(), &mut Silent);
            self.sums[nth] += if game.to_move(&self.state).is_some() {
                self.network.value(game, &self.state, seat)
            } else {
                game.reward(&self.state)[seat] as f32
            };
        }
    }

    /// Draws one of the actions, the better the likelier.
    fn draw(&mut self, worlds: f32, rng: &mut Rng) -> Choice {
        self.sums[0] += self.settings.margin as f32 * worlds;
        let top = self.sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let scale = f64::from(worlds) * self.temperature;
        let likely = |sum: f32| libm::exp(f64::from(sum - top) / scale);
        let mut left = rng.unit() * self.sums.iter().map(|&sum| likely(sum)).sum::<f64>();
        let drawn = self.sums.iter().position(|&sum| {
            left -= likely(sum);
            left < 0.0
        });
        let drawn = drawn.unwrap_or(0);
        Choice { place: self.candidates[drawn], value: self.sums[drawn] / worlds }
    }

    /// Finds the actions that look best by the game's own estimate, best first, of which nothing is known yet.
    fn find_candidates(&mut self, game: &G, view: &G::View, legal: &[G::Action]) {
        self.scores.clear();
        game.score_actions(view, legal, &self.weights, &mut self.scores);
        let values = &self.scores.values;
        self.candidates.clear();
        self.candidates.extend(0..legal.len());
        self.candidates.sort_unstable_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
        self.candidates.truncate(self.settings.candidates as usize);
        self.sums.clear();
        self.sums.resize(self.candidates.len(), 0.0);
    }
}

/// Drops the actions that are worse so far, but never the first one, greedy's, which the others must beat. The order of
/// those that stay is kept; `sorted` is room to sort in.
fn keep_the_better_half(sums: &mut Vec<f32>, candidates: &mut Vec<usize>, sorted: &mut Vec<f32>) {
    let others = (sums.len() / 2).max(1);
    sorted.clear();
    sorted.extend(sums.iter().skip(1));
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let Some(&least) = sorted.get(others - 1) else { return };
    let mut kept = 1;
    for i in 1..sums.len() {
        if sums[i] >= least && kept <= others {
            sums[kept] = sums[i];
            candidates[kept] = candidates[i];
            kept += 1;
        }
    }
    sums.truncate(kept);
    candidates.truncate(kept);
}

impl<G: Playable> Strategy<G> for Learned<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        if legal.len() == 1 {
            return Ok(0);
        }
        if self.temperature == f64::INFINITY {
            return Ok(rng.index(legal.len()));
        }
        let view = decision.view();
        Ok(self.choose(decision.game(), &view, legal, decision.seat(), rng).place)
    }
}

#[cfg(test)]
mod tests {
    use super::keep_the_better_half;

    fn kept(sums: &[f32]) -> (Vec<f32>, Vec<usize>) {
        let (mut sums, mut candidates) = (sums.to_vec(), (10..10 + sums.len()).collect());
        keep_the_better_half(&mut sums, &mut candidates, &mut Vec::new());
        (sums, candidates)
    }

    #[test]
    fn the_better_half_stays_in_its_order_with_the_first() {
        assert_eq!(kept(&[0.1, 0.5, 0.2, 0.9, 0.3, 0.4]), (vec![0.1, 0.5, 0.9, 0.4], vec![10, 11, 13, 15]));
        assert_eq!(kept(&[0.9, 0.1, 0.2]), (vec![0.9, 0.2], vec![10, 12]));
        assert_eq!(kept(&[0.9, 0.1]), (vec![0.9, 0.1], vec![10, 11]));
        // Of equal ones those that look best to greedy.
        assert_eq!(kept(&[0.5; 5]), (vec![0.5; 3], vec![10, 11, 12]));
    }
}
