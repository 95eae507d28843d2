//! Search without a tree: every legal action is tried in the same determinized states.
//!
//! - `flat-mc`: playouts after each action (Abramson, "Expected-outcome: a general model of static
//!   evaluation", 1990); the action with the best mean is the choice.
//! - `lookahead`: the game's own estimate of the position after each action, averaged over determinized
//!   states and chance: one step of expectation over the value that greedy play goes by.
//!
//! All actions of a round start from the same determinized state and meet the same random numbers behind it, so
//! that the luck of the deal and of the dice cancels in their comparison (Glasserman and Yao, "Some
//! guidelines and guarantees for common random numbers", 1992). `docs/strategy-log.md` has what it brings.

use super::estimator::{BY_NETWORK, Estimator, LEAF, NetworkValue};
use super::greedy::best;
use super::playout::{Playout, Rollout, Turns};
use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Rng, Silent};
use ludometer_playable::{Choices, Playable, Setting, Settings, settings};

/// The setting that says who estimates.
const ESTIMATE: Setting = Setting::new(
    LEAF,
    "who estimates a position at which it stops: the game design itself, or the network",
    Choices::Words(&["estimate", BY_NETWORK]),
    0.0,
);

settings! {
    /// The settings of `flat-mc`.
    pub struct FlatSettings {
        /// Playouts a decision.
        pub iterations: u32 = Setting::new(
            "iterations",
            "playouts a decision, shared out evenly among the actions",
            Choices::Whole(1, 100_000_000),
            1000.0,
        );
        /// True if playouts are greedy.
        pub greedy: bool = Rollout::ROLLOUT;
        /// Turns after the one in progress at whose end playouts are cut off and estimated.
        pub length: Turns = Rollout::LENGTH;
        /// The share of random choices in greedy playouts.
        pub noise: f64 = Rollout::NOISE;
        /// True if a network estimates positions where playouts are cut off.
        pub learned: bool = ESTIMATE;
    }
}

settings! {
    /// The settings of `lookahead`.
    pub struct LookaheadSettings {
        /// Determinized states a decision.
        pub samples: u32 = Setting::new(
            "samples",
            "imagined states in which every action is tried",
            Choices::Whole(1, 1_000_000),
            30.0,
        );
        /// Turns of greedy play before the position is estimated.
        pub length: Turns = Setting::new(
            "length",
            "turns of greedy play before the position is estimated (0: right after the action)",
            Choices::Whole(0, 1_000_000),
            0.0,
        );
        /// True if a network estimates positions.
        pub learned: bool = ESTIMATE;
    }
}

/// How many determinized states a decision has.
#[derive(Clone, Copy)]
enum Budget {
    /// So many playouts over all actions.
    Playouts(u32),
    /// So many determinized states.
    States(u32),
}

/// The bots `flat-mc` and `lookahead`.
pub struct Flat<G: Playable> {
    budget: Budget,
    length: u32,
    playout: Playout<G>,
    determinized: G::State,
    state: G::State,
    sums: Vec<f64>,
}

impl<G: Playable> Flat<G> {
    fn with(game: &G, budget: Budget, rollout: Rollout, length: u32, estimator: Estimator) -> Self {
        Self {
            budget,
            length,
            playout: Playout::new(game, rollout).estimating_by(estimator),
            determinized: game.new_state(),
            state: game.new_state(),
            sums: Vec::with_capacity(64),
        }
    }

    /// Returns `flat-mc` with these values of [`FlatSettings::LIST`] and the network that they may ask for.
    pub fn monte_carlo(game: &G, values: &[f64], network: Option<NetworkValue>) -> Self {
        let FlatSettings { iterations, greedy, length, noise, learned } = FlatSettings::from_values(values);
        let estimator = Estimator::of(network.filter(|_| learned));
        Self::with(game, Budget::Playouts(iterations), Rollout::of(greedy, noise), length.0, estimator)
    }

    /// Returns `lookahead` with these values of [`LookaheadSettings::LIST`] and the network that they may ask for.
    pub fn lookahead(game: &G, values: &[f64], network: Option<NetworkValue>) -> Self {
        let LookaheadSettings { samples, length, learned } = LookaheadSettings::from_values(values);
        let estimator = Estimator::of(network.filter(|_| learned));
        Self::with(game, Budget::States(samples), Rollout::Greedy { noise: 0.0 }, length.0, estimator)
    }

    /// Returns the mean reward of each legal action, in their order.
    pub fn values(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> &[f64] {
        self.values_unless(game, view, legal, rng, || false)
    }

    fn values_unless(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        called_off: impl Fn() -> bool,
    ) -> &[f64] {
        let rounds = match self.budget {
            Budget::Playouts(playouts) => (playouts / legal.len() as u32).max(1),
            Budget::States(states) => states,
        };
        self.sums.clear();
        self.sums.resize(legal.len(), 0.0);
        for _ in 0..rounds {
            if called_off() {
                break;
            }
            game.determinize(view, rng, &mut self.determinized);
            let Some(seat) = game.to_move(&self.determinized) else { break };
            // A length of 0 ends a playout where it begins.
            let last = game.turn(&self.determinized).saturating_add(self.length);
            let luck = rng.fork();
            for (sum, &action) in self.sums.iter_mut().zip(legal) {
                let mut luck = luck.clone();
                self.state.clone_from(&self.determinized);
                game.apply(&mut self.state, action, &mut luck, &mut Silent);
                *sum +=
                    self.playout.run_for(game, &mut self.state, last, &mut luck, |other| other == seat)[seat];
            }
        }
        for sum in &mut self.sums {
            *sum /= f64::from(rounds);
        }
        &self.sums
    }
}

impl<G: Playable> Strategy<G> for Flat<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        if legal.len() == 1 {
            return Ok(0);
        }
        let view = decision.view();
        self.values_unless(decision.game(), &view, legal, rng, || decision.called_off());
        if decision.called_off() {
            return Err(Forfeit::called_off());
        }
        Ok(best(&self.sums, 0.0, rng))
    }
}
