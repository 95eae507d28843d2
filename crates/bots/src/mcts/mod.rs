//! Information-set Monte Carlo tree search.
//!
//! Single-observer ISMCTS (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
//! 2012): rewards are kept for the seat that chose (`max^n`), and the root's most visited action is
//! the choice. Every iteration determinizes a fresh full state from the mover's view (or takes one of
//! `determinizations` in turn); the tree branches on actions alone, so nodes gather what different
//! determinized states have in common.
//!
//! Two ways to select among the actions that are legal in the determinized state:
//! - `uct`: UCB1 with availability counts; every action is tried once before any is repeated. With
//!   `bias`, heuristic scores of the actions add to their bounds and fade with visits (Chaslot et al.,
//!   "Progressive strategies for Monte-Carlo tree search", 2008).
//! - `puct`: the game's own heuristic, asked with the view that the mover has in the determinized state,
//!   ranks the actions; the bonus for trying is shared out by rank (1, 1/2, 1/3 ...), and an action
//!   not tried yet counts as good as the position (Silver et al., "Mastering the game of Go without
//!   human knowledge", 2017, with ranks in place of a network's policy).
//!
//! With `leaf=learned` a network values new leaves.
//!
//! With `reuse`, the tree below the choice lives on where the same seat always decides next. Its
//! numbers come from determinized states that may no longer agree with what has been seen since: they
//! are a start, not knowledge.

mod select;
mod settings;
mod phase;
mod tree;

pub use phase::{Phase, PhaseTimer, PhaseTimes};
use select::{Selector, most_visited};
pub use settings::{Leaf, SearchSettings, Selection};

use super::estimator::{Estimator, NetworkValue};
use super::learned::Choice;
use super::playout::Playout;
use super::strategy::{Forfeit, Strategy};
use ludometer_model::{BySeat, Decision, Notice, Rng, Seat, Silent};
use ludometer_playable::{Playable, Settings as _};

/// Iterations after which a search looks again whether anybody still waits for it.
const BETWEEN_LOOKS: u32 = 64;

/// The search bot. One value serves one seat for many plays and keeps its buffers: once warm, an
/// iteration allocates nothing.
pub struct Mcts<G: Playable> {
    iteration: Iteration<G>,
    /// Where the determinized state of an iteration stands.
    state: G::State,
}

/// The data that iterations work with, but for the determinized state.
struct Iteration<G: Playable> {
    settings: SearchSettings,
    selector: Selector<G>,
    /// (node, seat that chose it), from the root's child down.
    path: Vec<(u32, u8)>,
    /// The determinized states, where there is a fixed number of them, and how many are of this decision.
    worlds: Vec<G::State>,
    determinized: usize,
    playout: Playout<G>,
}

impl<G: Playable> Mcts<G> {
    /// Returns the bot with these values of [`SearchSettings::LIST`].
    pub fn new(game: &G, values: &[f64]) -> Self {
        Self::with(game, SearchSettings::from_values(values))
    }

    /// Returns the bot with these settings.
    pub fn with(game: &G, settings: SearchSettings) -> Self {
        let iteration = Iteration {
            settings,
            selector: Selector::new(game, settings),
            path: Vec::with_capacity(64),
            worlds: Vec::new(),
            determinized: 0,
            playout: Playout::new(game, settings.rollout()),
        };
        Self { iteration, state: game.new_state() }
    }

    /// Returns the bot as it plays with a network, if there is one, for what its settings say.
    #[must_use]
    pub(super) fn with_network(mut self, network: Option<NetworkValue>) -> Self {
        if network.is_some() && self.iteration.settings.leaf == Leaf::Learned {
            self.iteration.playout.estimator = Estimator::of(network);
        }
        self
    }

    /// Searches from a view. The tree stays until the next search.
    pub fn search(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) {
        self.search_unless(game, view, legal, rng, &mut (), || false);
    }

    /// Searches as [`Mcts::search`] does, and takes the time of its parts.
    pub fn search_split(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        split: &mut PhaseTimes,
    ) {
        self.search_unless(game, view, legal, rng, split, || false);
    }

    /// Searches from a view until `called_off`, which is asked now and then.
    fn search_unless<L: PhaseTimer>(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        laps: &mut L,
        called_off: impl Fn() -> bool,
    ) {
        let Iteration { settings, selector, determinized, .. } = &mut self.iteration;
        if selector.tree.is_empty() || !settings.reuse {
            selector.tree.clear(legal[0]);
        }
        selector.begin(game, view, legal);
        *determinized = 0;
        for i in 0..settings.iterations {
            if i % BETWEEN_LOOKS == 0 && called_off() {
                return;
            }
            self.iterate(game, view, i, rng, laps);
        }
    }

    /// Searches and returns the choice among these actions, with the reward that is expected behind it.
    pub fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> Choice {
        self.search(game, view, legal, rng);
        let place = most_visited(self.iteration.root(), legal);
        let chosen = self.root().find(|(action, ..)| *action == legal[place]);
        Choice { place, value: chosen.map_or(0.0, |(_, _, mean)| mean as f32) }
    }

    /// Visits and mean reward of each of the root's actions, after a search.
    pub fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64)> + '_ {
        self.iteration.root().map(|(action, visits, mean, _)| (action, visits, mean))
    }

    /// Does one iteration: determinizes, descends, expands by one node, plays out, backs up.
    #[inline]
    fn iterate<L: PhaseTimer>(&mut self, game: &G, view: &G::View, nth: u32, rng: &mut Rng, laps: &mut L) {
        let Self { iteration, state, .. } = self;
        iteration.run(game, view, state, nth, rng, laps);
    }
}

impl<G: Playable> Iteration<G> {
    #[inline(always)]
    fn run<L: PhaseTimer>(
        &mut self,
        game: &G,
        view: &G::View,
        state: &mut G::State,
        nth: u32,
        rng: &mut Rng,
        laps: &mut L,
    ) {
        laps.begin();
        self.determinize(game, view, state, nth, rng);
        laps.done(Phase::Imagine);
        let last = game.turn(state).saturating_add(self.settings.length.0);
        let end = self.descend(game, state, last, rng);
        laps.done(Phase::Select);
        let rewards = end.unwrap_or_else(|| {
            let rewards = self.value(game, state, last, rng);
            laps.done(Phase::Rollout);
            rewards
        });
        self.selector.back_up(&self.path, rewards.first(ludometer_model::MAX_SEATS));
        laps.done(Phase::BackUp);
    }

    /// Goes down the tree to the first action without a node, makes it one and carries it out; or gives the rewards of
    /// an end that was met before.
    #[inline(always)]
    fn descend(&mut self, game: &G, state: &mut G::State, last: u32, rng: &mut Rng) -> Option<BySeat<f64>> {
        let Self { settings, selector, path, playout, .. } = self;
        path.clear();
        let searcher = game.to_move(state)?;
        let mut seat = searcher;
        let (mut child, mut expanded) = selector.select_root(rng);
        loop {
            path.push((child, seat.index() as u8));
            let action = selector.tree.child(child).action;
            game.apply(state, action, rng, &mut Silent);
            if expanded {
                return None;
            }
            loop {
                let Some(mover) = game.to_move(state) else {
                    return Some(game.reward(state));
                };
                if last != u32::MAX && game.turn(state) >= last {
                    return Some(playout.estimator.estimate(game, state, chose(path)));
                }
                seat = mover;
                selector.legal.clear();
                game.legal(state, &mut selector.legal);
                // True if another seat's decision is chance to the searcher: the tree must not branch on
                // what the searcher could not see.
                let is_chance = || {
                    settings.own_tree
                        || selector
                            .legal
                            .iter()
                            .any(|action| game.notice(state, *action, searcher) == Notice::Choice)
                };
                if seat == searcher || !is_chance() {
                    break;
                }
                let legal = &selector.legal;
                let chosen = playout.choose(game, state, seat, legal, rng);
                game.apply(state, selector.legal[chosen], rng, &mut Silent);
            }
            (child, expanded) = selector.select(game, state, child, seat, rng);
        }
    }

    /// Returns each of the root's actions with visits, mean reward and how many were tried before it.
    fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64, u32)> + '_ {
        self.selector.root()
    }

    /// Puts the determinized state of this iteration in place.
    #[inline]
    fn determinize(&mut self, game: &G, view: &G::View, state: &mut G::State, nth: u32, rng: &mut Rng) {
        let Self { settings, worlds, determinized, .. } = self;
        let count = settings.determinizations;
        if count == 0 {
            game.determinize(view, rng, state);
            return;
        }
        let nth = (nth % count) as usize;
        while *determinized <= nth {
            if worlds.len() == *determinized {
                worlds.push(game.new_state());
            }
            game.determinize(view, rng, &mut worlds[*determinized]);
            *determinized += 1;
        }
        state.clone_from(&worlds[nth]);
    }

    /// Returns what a new leaf is worth to each seat.
    #[inline]
    fn value(&mut self, game: &G, state: &mut G::State, last: u32, rng: &mut Rng) -> BySeat<f64> {
        let Self { settings, playout, path, .. } = self;
        if settings.leaf == Leaf::Playout {
            return playout.run_for(game, state, last, rng, chose(path));
        }
        if game.to_move(state).is_none() {
            return game.reward(state);
        }
        playout.estimator.estimate(game, state, chose(path))
    }
}

/// Tells which seats chose on a path: the rewards of others are not backed up.
fn chose(path: &[(u32, u8)]) -> impl Fn(Seat) -> bool {
    move |seat| path.iter().any(|&(_, chooser)| usize::from(chooser) == seat.index())
}

impl<G: Playable> Strategy<G> for Mcts<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        let mut chosen = 0;
        if legal.len() > 1 {
            let view = decision.view();
            let called_off = || decision.called_off();
            self.search_unless(decision.game(), &view, legal, rng, &mut (), called_off);
            if decision.called_off() {
                return Err(Forfeit::called_off());
            }
            chosen = most_visited(self.iteration.root(), legal);
        }
        if self.iteration.settings.reuse && !self.iteration.selector.tree.is_empty() {
            self.iteration.selector.keep_below(legal[chosen], decision.seat());
        }
        Ok(chosen)
    }

    fn begin(&mut self) {
        self.iteration.selector.tree.forget();
    }
}
