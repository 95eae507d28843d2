//! A learned strategy: every action is tried in imagined states, and a network values what follows.
//!
//! What an action does needs no description of its own: it shows in the view that the mover has behind it. Of many actions
//! only those are tried that look best by the game's own estimate. All of them start from the same imagined states and
//! meet the same random numbers, so the luck of the draw cancels in their comparison.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::settings::settings;
use super::spec::BotSpec;
use super::strategy::{Forfeit, Strategy};
use ludometer_learn::{Network, Workspace};
use ludometer_model::{Decision, MAX_SEATS, Rng, Seat, Silent, hex};
use ludometer_playable::{Choices, Playable, Scores, Setting};

settings! {
    /// The settings of `learned`.
    pub struct LearnedSettings {
        /// Imagined states a decision.
        worlds: u32 = Setting::new(
            "worlds",
            "imagined states in which the actions are tried",
            Choices::Whole(1, 10_000),
            4.0,
        );
        /// Actions tried in a decision.
        candidates: u32 = Setting::new(
            "candidates",
            "how many of the actions that look best to greedy are tried",
            Choices::Whole(1, 10_000),
            16.0,
        );
        /// How much more an action must be worth than the one that looks best.
        margin: f64 = Setting::new(
            "margin",
            "by how much of a win an action must be better than greedy's to be preferred to it",
            Choices::Real(0.0, 1.0),
            0.01,
        );
    }
}

/// What a learner thinks of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The place of the best action.
    pub place: usize,
    /// The share of the win that it expects behind it.
    pub value: f32,
}

/// The bot `learned`: see the module.
pub struct Learned<G: Playable> {
    network: Arc<Network>,
    settings: LearnedSettings,
    weights: Vec<f64>,
    scores: Scores<G::Action>,
    /// The places of the actions that are tried.
    candidates: Vec<usize>,
    sums: Vec<f32>,
    determinized: G::State,
    state: G::State,
    row: Vec<f32>,
    work: Workspace,
    /// Whether the network is one for this game.
    fits: bool,
}

impl<G: Playable> Learned<G> {
    /// Returns the bot that a specification of a learned one describes.
    pub(super) fn of_spec(game: &G, spec: &BotSpec) -> Self {
        let names = encoded_names(game);
        // Specifications of this kind come from files with a network.
        let Some((network, layout)) = spec.network() else {
            return Self { fits: false, ..Self::new(game, Arc::new(Network::new(0, 0)), &spec.values) };
        };
        let fits = network.inputs() == names.len() && layout == layout_hash(&names);
        Self { fits, ..Self::new(game, Arc::clone(network), &spec.values) }
    }

    /// Returns the bot with this network and these values of [`LearnedSettings::LIST`].
    pub fn new(game: &G, network: Arc<Network>, values: &[f64]) -> Self {
        Self {
            row: Vec::with_capacity(network.inputs()),
            network,
            settings: LearnedSettings::from_values(values),
            weights: game.design().heuristic_weights.iter().map(|setting| setting.default).collect(),
            scores: Scores::of_all(),
            candidates: Vec::with_capacity(64),
            sums: Vec::with_capacity(64),
            determinized: game.new_state(),
            state: game.new_state(),
            work: Workspace::default(),
            fits: true,
        }
    }

    /// Takes another network of as many inputs.
    pub fn replace_network(&mut self, network: Arc<Network>) {
        self.network = network;
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
        self.sums.clear();
        self.sums.resize(self.candidates.len(), 0.0);
        for _ in 0..self.settings.worlds {
            game.determinize(view, rng, &mut self.determinized);
            let luck = rng.fork();
            for (sum, &place) in self.sums.iter_mut().zip(&self.candidates) {
                let mut luck = luck.clone();
                self.state.clone_from(&self.determinized);
                game.apply(&mut self.state, legal[place], &mut luck, &mut Silent);
                *sum += if game.to_move(&self.state).is_none() {
                    game.reward(&self.state)[seat] as f32
                } else {
                    self.row.clear();
                    encode(game, &self.state, seat, &mut self.row);
                    self.network.value(&self.row, &mut self.work)
                };
            }
        }
        // The first one is greedy's: a network is off by as much as small differences are worth.
        let worlds = self.settings.worlds as f32;
        let least = self.sums[0] + self.settings.margin as f32 * worlds;
        let (mut best, mut top) = (0, self.sums[0]);
        for (i, &sum) in self.sums.iter().enumerate().skip(1) {
            if sum > top && sum > least {
                (best, top) = (i, sum);
            }
        }
        Choice { place: self.candidates[best], value: top / worlds }
    }

    /// Finds the actions that look best by the game's own estimate, best first.
    fn find_candidates(&mut self, game: &G, view: &G::View, legal: &[G::Action]) {
        self.scores.clear();
        game.score_actions(view, legal, &self.weights, &mut self.scores);
        let values = &self.scores.values;
        self.candidates.clear();
        self.candidates.extend(0..legal.len());
        self.candidates.sort_unstable_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
        self.candidates.truncate(self.settings.candidates as usize);
    }
}

/// Appends what a network reads of an imagined state: the features of the seat's view, and the game's own estimate of each
/// seat's share of the win, that of the viewer first.
///
/// The state must be one that was determinized from the seat's view, or follows from such a one: the estimate reads hidden
/// cards.
pub fn encode<G: Playable>(game: &G, state: &G::State, seat: Seat, row: &mut Vec<f32>) {
    game.observe(&game.view(state, seat), row);
    let shares = game.evaluate(state);
    let mut around = seat.around(game.seats());
    for _ in 0..MAX_SEATS {
        let share = around.next().map_or(0.0, |seat| shares[seat].clamp(0.0, 1.0) as f32);
        // From -1 for no chance to 1 for a certain win, steep at both ends, as a logit is.
        row.push(share);
        row.push(if share > 0.0 { share.sqrt() - (1.0 - share).sqrt() } else { -1.0 });
    }
}

/// Returns the names of the numbers that [`encode`] appends for this game, in order; none for a game that tells no
/// features.
pub fn encoded_names<G: Playable>(game: &G) -> Vec<String> {
    let mut state = game.new_state();
    game.deal(&mut state, &mut Rng::from_words([0; 3]), &mut Silent);
    let mut names: Vec<String> = Vec::new();
    game.observe(&game.view(&state, Seat::new(0)), &mut names);
    if !names.is_empty() {
        names.extend(
            (0..MAX_SEATS).flat_map(|seat| [format!("estimate.{seat}"), format!("estimate.{seat}.steep")]),
        );
    }
    names
}

/// Returns a short hash of the names of what a network reads.
pub fn layout_hash(names: &[String]) -> String {
    let mut digest = Sha256::new();
    for name in names {
        digest.update(name.as_bytes());
        digest.update([0]);
    }
    hex(&digest.finalize()[..8])
}

impl<G: Playable> Strategy<G> for Learned<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        if !self.fits {
            return Err(Forfeit::new(
                "its network reads other features than this game tells: it is for another game or version",
            ));
        }
        if legal.len() == 1 {
            return Ok(0);
        }
        let view = decision.view();
        Ok(self.choose(decision.game(), &view, legal, decision.seat(), rng).place)
    }
}
