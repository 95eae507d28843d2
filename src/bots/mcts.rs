//! Information-set Monte Carlo tree search.
//!
//! Single-observer ISMCTS (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
//! 2012): rewards are kept for the seat that chose (`max^n`), and the root's most visited action is
//! the choice. Every iteration imagines a fresh full state from the mover's view; the tree branches
//! on actions alone, so nodes gather what different imagined states have in common.
//!
//! Two ways to select among the actions that are legal in the imagined state:
//! - `uct`: UCB1 with availability counts; every action is tried once before any is repeated.
//! - `puct`: the game's own appeal, judged from the view that the mover has in the imagined state,
//!   ranks the actions; the bonus for trying is shared out by rank (1, 1/2, 1/3 ...), and an action
//!   not tried yet counts as good as the position (Silver et al., "Mastering the game of Go without
//!   human knowledge", 2017, with ranks in place of a network's policy).

use super::playout::{Playout, Rollout};
use super::strategy::{Forfeit, Strategy};
use crate::games::{Choices, Playable, Setting};
use crate::model::{BySeat, Decision, Rng, Seat, Silent};

/// How actions are selected in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// UCB1.
    Uct,
    /// By rank of appeal.
    Puct,
}

/// Settings of the search, in the order of [`SearchSettings::LIST`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Iterations a decision: the budget, repeatable unlike a time.
    pub iterations: u32,
    /// The weight of the exploration term; rewards lie between 0 and 1.
    pub exploration: f64,
    /// How actions are selected in the tree.
    pub selection: Selection,
    /// How playouts choose.
    pub rollout: Rollout,
    /// Turns after the one in progress at whose end playouts are cut off and estimated.
    pub length: u32,
}

impl SearchSettings {
    /// The settings as the command line has them.
    pub const LIST: &'static [Setting] = &[
        Setting {
            name: "iterations",
            about: "iterations a decision",
            choices: Choices::Whole(1, 100_000_000),
            default: 1000.0,
        },
        Setting {
            name: "exploration",
            about: "weight of exploration (rewards lie between 0 and 1)",
            choices: Choices::Real(0.0, 100.0),
            default: 0.7,
        },
        Setting {
            name: "rollout",
            about: "who plays on from a leaf: uniformly random seats, or greedy ones",
            choices: Choices::Words(&["random", "greedy"]),
            default: 0.0,
        },
        Setting {
            name: "length",
            about: "turns to look ahead: playouts are cut off and estimated at the beginning of that turn",
            choices: Choices::Whole(1, 1_000_000),
            default: 1_000_000.0,
        },
        Setting {
            name: "noise",
            about: "share of random choices in greedy playouts",
            choices: Choices::Real(0.0, 1.0),
            default: 0.1,
        },
        Setting {
            name: "select",
            about: "how the tree is searched: UCB1, or with the appeal of actions as a prior",
            choices: Choices::Words(&["uct", "puct"]),
            default: 0.0,
        },
    ];

    /// From the values of [`SearchSettings::LIST`], in order.
    pub fn from_values(values: &[f64]) -> Self {
        let value = |i: usize| values.get(i).copied().unwrap_or(Self::LIST[i].default);
        let rollout = if value(2) == 0.0 { Rollout::Random } else { Rollout::Greedy { noise: value(4) } };
        let selection = if value(5) == 0.0 { Selection::Uct } else { Selection::Puct };
        Self {
            iterations: value(0) as u32,
            exploration: value(1),
            selection,
            rollout,
            length: value(3) as u32,
        }
    }
}

const NONE: u32 = u32::MAX;

/// A node: one action after its parent's. Children are a linked list in one arena.
#[derive(Clone, Copy)]
struct Node<A> {
    action: A,
    first_child: u32,
    next_sibling: u32,
    visits: u32,
    /// Iterations in which the action was legal while the parent was passed.
    available: u32,
    /// Sum of rewards of the seat that chose the action.
    reward: f64,
}

impl<A> Node<A> {
    const fn new(action: A, next_sibling: u32) -> Self {
        Self { action, first_child: NONE, next_sibling, visits: 0, available: 0, reward: 0.0 }
    }
}

/// The search bot. One value serves one seat for many plays and keeps its buffers: once warm, an
/// iteration allocates nothing.
pub struct Mcts<G: Playable> {
    settings: SearchSettings,
    nodes: Vec<Node<G::Action>>,
    /// (node, seat that chose it), from the root's child down.
    path: Vec<(u32, u8)>,
    legal: Vec<G::Action>,
    /// The node of each legal action, or [`NONE`].
    known: Vec<u32>,
    /// The appeal of each legal action, and the usual weights of it.
    appeal: Vec<f64>,
    weights: Vec<f64>,
    state: G::State,
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
            nodes: Vec::new(),
            path: Vec::with_capacity(64),
            legal: Vec::with_capacity(64),
            known: Vec::with_capacity(64),
            appeal: Vec::with_capacity(64),
            weights: G::GREEDY.iter().map(|setting| setting.default).collect(),
            state: game.blank(),
            playout: Playout::new(settings.rollout),
        }
    }

    /// Searches from a view. The tree stays until the next search.
    pub fn search(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) {
        self.nodes.clear();
        // The root's action is never read.
        self.nodes.push(Node::new(legal[0], NONE));
        for _ in 0..self.settings.iterations {
            self.iterate(game, view, rng);
        }
    }

    /// Visits and mean reward of each of the root's actions, after a search.
    pub fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64)> + '_ {
        self.children(0).map(|i| {
            let node = &self.nodes[i as usize];
            (node.action, node.visits, node.reward / f64::from(node.visits.max(1)))
        })
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.nodes.get(parent).map_or(NONE, |n| n.first_child);
        std::iter::from_fn(move || {
            let here = next;
            next = self.nodes.get(here as usize)?.next_sibling;
            Some(here)
        })
    }

    /// One iteration: imagine, descend, expand by one node, play out, back up.
    #[inline]
    pub fn iterate(&mut self, game: &G, view: &G::View, rng: &mut Rng) {
        game.redeal(view, rng, &mut self.state);
        let last = game.turn(&self.state).saturating_add(self.settings.length);
        let searcher = game.to_move(&self.state);
        self.path.clear();
        let mut parent = 0_usize;
        let rewards = loop {
            let Some(seat) = game.to_move(&self.state) else {
                break game.reward(&self.state);
            };
            if game.turn(&self.state) >= last {
                break game.evaluate(&self.state);
            }
            self.legal.clear();
            game.legal(&self.state, &mut self.legal);
            // The tree must not branch on what the searcher could not see: to it that is chance.
            if searcher.is_some_and(|s| s != seat && self.legal.iter().any(|a| game.hides(*a, s))) {
                let chosen = self.playout.choose(game, &self.state, seat, &self.legal, rng);
                game.apply(&mut self.state, self.legal[chosen], rng, &mut Silent);
                continue;
            }
            let (child, expanded) = match self.settings.selection {
                Selection::Uct => self.select(parent, rng),
                Selection::Puct => self.select_by_appeal(game, parent, seat),
            };
            self.path.push((child, seat.index() as u8));
            let action = self.nodes[child as usize].action;
            game.apply(&mut self.state, action, rng, &mut Silent);
            parent = child as usize;
            if expanded {
                break self.playout.run(game, &mut self.state, last, rng);
            }
        };
        self.back_up(&rewards);
    }

    /// The child to go to among the legal actions, and whether it is new: UCB1.
    fn select(&mut self, parent: usize, rng: &mut Rng) -> (u32, bool) {
        let mut unknown = self.find_children(parent);
        let mut best = NONE;
        let mut best_bound = f64::NEG_INFINITY;
        for &child in self.known.iter().filter(|&&child| child != NONE) {
            let node = &mut self.nodes[child as usize];
            node.available += 1;
            let visits = f64::from(node.visits);
            let bound = node.reward / visits
                + self.settings.exploration * (f64::from(node.available).ln() / visits).sqrt();
            if bound > best_bound {
                best_bound = bound;
                best = child;
            }
        }
        if unknown == 0 {
            return (best, false);
        }
        unknown = if unknown == 1 { 0 } else { rng.index(unknown) };
        let new = self.known.iter().enumerate().filter(|(_, child)| **child == NONE).nth(unknown);
        let (i, _) = new.expect("the number is below that of the legal actions without a node");
        (self.grow(parent, i), true)
    }

    /// The child to go to among the legal actions, and whether it is new: by rank of appeal.
    fn select_by_appeal(&mut self, game: &G, parent: usize, seat: Seat) -> (u32, bool) {
        self.find_children(parent);
        self.appeal.clear();
        if self.legal.len() == 1 {
            self.appeal.push(0.0);
        } else {
            let view = game.view(&self.state, seat);
            game.appeal(&view, &self.legal, &self.weights, &mut self.appeal);
        }
        let mut visits = 0_u32;
        let mut reward = 0.0;
        for &child in self.known.iter().filter(|&&child| child != NONE) {
            visits += self.nodes[child as usize].visits;
            reward += self.nodes[child as usize].reward;
        }
        // An action not tried yet counts as good as those that were.
        let usual = if visits == 0 { 0.5 } else { reward / f64::from(visits) };
        let bonus = self.settings.exploration * f64::from(visits + 1).sqrt();
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        for (i, &child) in self.known.iter().enumerate() {
            let appeal = self.appeal[i];
            let rank = self.appeal.iter().filter(|&&other| other > appeal).count() as f64;
            let (tries, mean) = match self.nodes.get(child as usize) {
                Some(node) => (f64::from(node.visits), node.reward / f64::from(node.visits)),
                None => (0.0, usual),
            };
            let bound = mean + bonus / ((1.0 + rank) * (1.0 + tries));
            if bound > best_bound {
                best_bound = bound;
                best = i;
            }
        }
        match self.known[best] {
            NONE => (self.grow(parent, best), true),
            child => (child, false),
        }
    }

    /// Finds the nodes of the legal actions; gives the number of actions without one.
    fn find_children(&mut self, parent: usize) -> usize {
        self.known.clear();
        self.known.resize(self.legal.len(), NONE);
        let mut unknown = self.legal.len();
        let mut child = self.nodes[parent].first_child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if let Some(i) = self.legal.iter().position(|a| *a == node.action) {
                self.known[i] = child;
                unknown -= 1;
            }
            child = node.next_sibling;
        }
        unknown
    }

    /// Adds the node of a legal action.
    fn grow(&mut self, parent: usize, legal: usize) -> u32 {
        let id = self.nodes.len() as u32;
        let mut node = Node::new(self.legal[legal], self.nodes[parent].first_child);
        node.available = 1;
        self.nodes.push(node);
        self.nodes[parent].first_child = id;
        id
    }

    fn back_up(&mut self, rewards: &BySeat<f64>) {
        for &(node, seat) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.reward += rewards.first(crate::model::MAX_SEATS)[usize::from(seat)];
        }
    }
}

impl<G: Playable> Strategy<G> for Mcts<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        if legal.len() == 1 {
            return Ok(0);
        }
        let view = decision.view();
        self.search(decision.game(), &view, legal, rng);
        // Most visits; among equals the better mean reward.
        let best = self.root().max_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)));
        let chosen = best.and_then(|(action, _, _)| legal.iter().position(|a| *a == action));
        Ok(chosen.unwrap_or(0))
    }
}
