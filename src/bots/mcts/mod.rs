//! Information-set Monte Carlo tree search.
//!
//! Single-observer ISMCTS (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
//! 2012): rewards are kept for the seat that chose (`max^n`), and the root's most visited action is
//! the choice. Every iteration imagines a fresh full state from the mover's view (or takes one of
//! `determinizations` in turn); the tree branches on actions alone, so nodes gather what different
//! imagined states have in common.
//!
//! Two ways to select among the actions that are legal in the imagined state:
//! - `uct`: UCB1 with availability counts; every action is tried once before any is repeated. With
//!   `bias`, the appeal of the actions adds to their bounds and fades with visits (Chaslot et al.,
//!   "Progressive strategies for Monte-Carlo tree search", 2008).
//! - `puct`: the game's own appeal, judged from the view that the mover has in the imagined state,
//!   ranks the actions; the bonus for trying is shared out by rank (1, 1/2, 1/3 ...), and an action
//!   not tried yet counts as good as the position (Silver et al., "Mastering the game of Go without
//!   human knowledge", 2017, with ranks in place of a network's policy).
//!
//! With `reuse`, the tree below the choice lives on where the same seat always decides next. Its
//! numbers come from imagined states that may no longer agree with what has been seen since: they
//! are a start, not knowledge.

mod settings;
mod tree;

pub use settings::{Leaf, SearchSettings, Selection};
use tree::{NONE, Tree};

use super::playout::Playout;
use super::strategy::{Forfeit, Strategy};
use crate::games::Playable;
use crate::model::{BySeat, Decision, Rng, Seat, Silent};

/// Iterations after which a search looks again whether anybody still waits for it.
const BETWEEN_LOOKS: u32 = 64;

/// The search bot. One value serves one seat for many plays and keeps its buffers: once warm, an
/// iteration allocates nothing.
pub struct Mcts<G: Playable> {
    settings: SearchSettings,
    tree: Tree<G::Action>,
    /// (node, seat that chose it), from the root's child down.
    path: Vec<(u32, u8)>,
    legal: Vec<G::Action>,
    /// The node of each legal action, or [`NONE`].
    known: Vec<u32>,
    /// The appeal of each legal action, and the usual weights of it.
    appeal: Vec<f64>,
    weights: Vec<f64>,
    state: G::State,
    /// The imagined states of this decision, where there is a fixed number of them.
    worlds: Vec<G::State>,
    /// Iterations done in this decision.
    done: u32,
    playout: Playout<G>,
}

impl<G: Playable> Mcts<G> {
    /// The bot with these values of [`SearchSettings::LIST`].
    pub fn new(game: &G, values: &[f64]) -> Self {
        Self::with(game, SearchSettings::from_values(values))
    }

    /// The bot with these settings.
    pub fn with(game: &G, settings: SearchSettings) -> Self {
        Self {
            settings,
            tree: Tree::new(),
            path: Vec::with_capacity(64),
            legal: Vec::with_capacity(64),
            known: Vec::with_capacity(64),
            appeal: Vec::with_capacity(64),
            weights: G::GREEDY.iter().map(|setting| setting.default).collect(),
            state: game.blank(),
            worlds: Vec::new(),
            done: 0,
            playout: Playout::new(settings.rollout),
        }
    }

    /// Searches from a view. The tree stays until the next search.
    pub fn search(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) {
        self.search_unless(game, view, legal, rng, || false);
    }

    /// Searches from a view until `called_off`, which is asked now and then.
    fn search_unless(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        called_off: impl Fn() -> bool,
    ) {
        if self.tree.is_empty() || !self.settings.reuse {
            self.tree.clear(legal[0]);
        }
        self.done = 0;
        for i in 0..self.settings.iterations {
            if i % BETWEEN_LOOKS == 0 && called_off() {
                return;
            }
            self.iterate(game, view, rng);
        }
    }

    /// Visits and mean reward of each of the root's actions, after a search.
    pub fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64)> + '_ {
        self.tree.children(0).map(|id| {
            let node = self.tree.node(id);
            (node.action, node.visits, node.mean())
        })
    }

    /// One iteration: imagine, descend, expand by one node, play out, back up.
    #[inline]
    pub fn iterate(&mut self, game: &G, view: &G::View, rng: &mut Rng) {
        self.imagine(game, view, rng);
        let last = game.turn(&self.state).saturating_add(self.settings.length);
        let searcher = game.to_move(&self.state);
        self.path.clear();
        let mut parent = 0_u32;
        let rewards = loop {
            let Some(seat) = game.to_move(&self.state) else {
                break game.reward(&self.state);
            };
            if game.turn(&self.state) >= last {
                break game.evaluate(&self.state);
            }
            self.legal.clear();
            game.legal(&self.state, &mut self.legal);
            if searcher.is_some_and(|s| s != seat && self.is_chance(game, s)) {
                let chosen = self.playout.choose(game, &self.state, seat, &self.legal, rng);
                game.apply(&mut self.state, self.legal[chosen], rng, &mut Silent);
                continue;
            }
            self.tree.note_seat(parent, seat);
            let (child, expanded) = match self.settings.selection {
                Selection::Uct => self.select(game, parent, seat, rng),
                Selection::Puct => self.select_by_appeal(game, parent, seat),
            };
            self.path.push((child, seat.index() as u8));
            let action = self.tree.node(child).action;
            game.apply(&mut self.state, action, rng, &mut Silent);
            parent = child;
            if expanded {
                break self.value(game, last, rng);
            }
        };
        self.back_up(&rewards);
    }

    /// Puts an imagined state in place.
    fn imagine(&mut self, game: &G, view: &G::View, rng: &mut Rng) {
        let count = self.settings.determinizations;
        if count == 0 {
            game.redeal(view, rng, &mut self.state);
            return;
        }
        let nth = (self.done % count) as usize;
        if self.worlds.len() == nth {
            self.worlds.push(game.blank());
        }
        if self.done < count {
            game.redeal(view, rng, &mut self.worlds[nth]);
        }
        self.done += 1;
        self.state.clone_from(&self.worlds[nth]);
    }

    /// True if another seat's decision is chance to the searcher: the tree must not branch on what
    /// the searcher could not see.
    fn is_chance(&self, game: &G, searcher: Seat) -> bool {
        self.settings.own_tree || self.legal.iter().any(|a| game.hides(*a, searcher))
    }

    /// What a new leaf is worth to each seat.
    fn value(&mut self, game: &G, last: u32, rng: &mut Rng) -> BySeat<f64> {
        if self.settings.leaf == Leaf::Playout {
            return self.playout.run(game, &mut self.state, last, rng);
        }
        if game.to_move(&self.state).is_none() {
            return game.reward(&self.state);
        }
        let estimate = game.evaluate(&self.state);
        if self.settings.leaf == Leaf::Estimate {
            return estimate;
        }
        let played = self.playout.run(game, &mut self.state, last, rng);
        BySeat::from_fn(|seat| f64::midpoint(estimate[seat], played[seat]))
    }

    /// Judges the legal actions from the mover's view in the imagined state.
    fn judge(&mut self, game: &G, seat: Seat) {
        self.appeal.clear();
        if self.legal.len() == 1 {
            self.appeal.push(0.0);
        } else {
            let view = game.view(&self.state, seat);
            game.appeal(&view, &self.legal, &self.weights, &mut self.appeal);
        }
    }

    /// Actions that look better than this one.
    #[inline]
    fn rank(&self, legal: usize) -> f64 {
        let appeal = self.appeal[legal];
        self.appeal.iter().filter(|&&other| other > appeal).count() as f64
    }

    /// The child to go to among the legal actions, and whether it is new: UCB1.
    fn select(&mut self, game: &G, parent: u32, seat: Seat, rng: &mut Rng) -> (u32, bool) {
        let unknown = self.tree.find(parent, &self.legal, &mut self.known);
        let bias = self.settings.bias;
        if self.settings.uses_appeal() {
            self.judge(game, seat);
        }
        let mut best = NONE;
        let mut best_bound = f64::NEG_INFINITY;
        for i in 0..self.known.len() {
            let child = self.known[i];
            if child == NONE {
                continue;
            }
            let node = self.tree.node_mut(child);
            node.available += 1;
            let visits = f64::from(node.visits);
            let mut bound = node.reward / visits
                + self.settings.exploration * (f64::from(node.available).ln() / visits).sqrt();
            if bias > 0.0 {
                bound += bias / ((1.0 + self.rank(i)) * (1.0 + visits));
            }
            if bound > best_bound {
                best_bound = bound;
                best = child;
            }
        }
        if unknown == 0 {
            return (best, false);
        }
        let new = (0..self.known.len()).filter(|&i| self.known[i] == NONE);
        let new = if bias > 0.0 {
            new.min_by(|&a, &b| self.appeal[b].total_cmp(&self.appeal[a]))
        } else {
            let nth = if unknown == 1 { 0 } else { rng.index(unknown) };
            new.into_iter().nth(nth)
        };
        let new = new.expect("there are legal actions without a node");
        (self.tree.grow(parent, self.legal[new]), true)
    }

    /// The child to go to among the legal actions, and whether it is new: by rank of appeal.
    fn select_by_appeal(&mut self, game: &G, parent: u32, seat: Seat) -> (u32, bool) {
        self.tree.find(parent, &self.legal, &mut self.known);
        self.judge(game, seat);
        let mut visits = 0_u32;
        let mut reward = 0.0;
        for &child in self.known.iter().filter(|&&child| child != NONE) {
            let node = self.tree.node(child);
            visits += node.visits;
            reward += node.reward;
        }
        // An action not tried yet counts as good as those that were.
        let usual = if visits == 0 { 0.5 } else { reward / f64::from(visits) };
        let bonus = self.settings.exploration * f64::from(visits + 1).sqrt();
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        for (i, &child) in self.known.iter().enumerate() {
            let (tries, mean) = if child == NONE {
                (0.0, usual)
            } else {
                let node = self.tree.node(child);
                (f64::from(node.visits), node.reward / f64::from(node.visits))
            };
            let bound = mean + bonus / ((1.0 + self.rank(i)) * (1.0 + tries));
            if bound > best_bound {
                best_bound = bound;
                best = i;
            }
        }
        match self.known[best] {
            NONE => (self.tree.grow(parent, self.legal[best]), true),
            child => (child, false),
        }
    }

    fn back_up(&mut self, rewards: &BySeat<f64>) {
        for &(node, seat) in &self.path {
            let node = self.tree.node_mut(node);
            node.visits += 1;
            node.reward += rewards.first(crate::model::MAX_SEATS)[usize::from(seat)];
        }
    }
}

impl<G: Playable> Strategy<G> for Mcts<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        let mut chosen = 0;
        if legal.len() > 1 {
            let view = decision.view();
            self.search_unless(decision.game(), &view, legal, rng, || decision.called_off());
            if decision.called_off() {
                return Err(Forfeit::called_off());
            }
            // Most visits; among equals the better mean reward. A kept tree may know actions that
            // have turned out not to be legal.
            let tried = self.root().filter_map(|(action, visits, mean)| {
                Some((legal.iter().position(|a| *a == action)?, visits, mean))
            });
            let best = tried.max_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)));
            chosen = best.map_or(0, |(i, _, _)| i);
        }
        if self.settings.reuse && !self.tree.is_empty() {
            self.tree.descend(legal[chosen], decision.seat());
        }
        Ok(chosen)
    }

    fn begin(&mut self) {
        self.tree.forget();
    }
}
