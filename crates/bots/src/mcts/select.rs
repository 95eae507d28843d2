//! Where to go from a node of the tree, by UCB1 or by rank, and what comes back to it.

use super::settings::{SearchSettings, Selection};
use super::tree::{ChildStats, NONE, Tree};
use ludometer_model::{Rng, Seat};
use ludometer_playable::{Playable, Scores};

/// The tree with what selection in it needs.
pub(super) struct Selector<G: Playable> {
    settings: SearchSettings,
    pub(super) tree: Tree<G::Action>,
    /// Where a part of the tree is gathered that is kept.
    spare: Tree<G::Action>,
    /// The legal actions of the node at hand.
    pub(super) legal: Vec<G::Action>,
    /// The node of each legal action, or [`NONE`].
    known: Vec<u32>,
    /// The heuristic score of each legal action, and how many look better.
    heuristic: Scores<G::Action>,
    ranks: Vec<f64>,
    /// The actions that the search chooses among, and their ranks.
    root: Vec<G::Action>,
    root_ranks: Vec<f64>,
    /// The usual weights of the heuristic.
    weights: G::Weights,
    table: UcbTable,
}

impl<G: Playable> Selector<G> {
    pub(super) fn new(game: &G, settings: SearchSettings) -> Self {
        Self {
            settings,
            tree: Tree::new(),
            spare: Tree::new(),
            legal: Vec::with_capacity(64),
            known: vec![NONE; 64],
            heuristic: Scores::of_all(),
            ranks: Vec::with_capacity(64),
            root: Vec::with_capacity(64),
            root_ranks: Vec::with_capacity(64),
            weights: game.default_weights(),
            table: UcbTable::new(settings.exploration, settings.iterations),
        }
    }

    /// Prepares a search that is about to begin, from this view and among these actions: in all states determinized from it
    /// they are the same and look the same, and are judged once.
    pub(super) fn begin(&mut self, game: &G, view: &G::View, legal: &[G::Action]) {
        self.root.clear();
        self.root.extend_from_slice(legal);
        if self.asks_for_ranks() {
            self.legal.clone_from(&self.root);
            self.judge(game, view);
            self.root_ranks.clone_from(&self.ranks);
        }
    }

    /// Returns the root's child to go to, and whether it is new.
    #[inline(always)]
    pub(super) fn select_root(&mut self, rng: &mut Rng) -> (u32, bool) {
        self.table.prepare();
        self.legal.clone_from(&self.root);
        if self.asks_for_ranks() {
            self.ranks.clone_from(&self.root_ranks);
        }
        self.choose(0, rng)
    }

    /// Returns the child to go to among the legal actions, and whether it is new.
    #[inline(always)]
    pub(super) fn select(
        &mut self,
        game: &G,
        state: &G::State,
        parent: u32,
        seat: Seat,
        rng: &mut Rng,
    ) -> (u32, bool) {
        if self.settings.reuse {
            self.tree.note_seat(parent, seat);
        }
        if self.asks_for_ranks() {
            if self.legal.len() == 1 {
                self.ranks.clear();
                self.ranks.push(0.0);
            } else {
                self.judge(game, &game.view(state, seat));
            }
        }
        self.choose(parent, rng)
    }

    /// Returns true if selection asks how the actions look.
    #[inline(always)]
    fn asks_for_ranks(&self) -> bool {
        self.settings.selection == Selection::Puct || self.settings.bias > 0.0
    }

    #[inline(always)]
    fn choose(&mut self, parent: u32, rng: &mut Rng) -> (u32, bool) {
        match self.settings.selection {
            Selection::Puct => self.puct(parent),
            Selection::Uct if self.settings.bias > 0.0 => self.ucb_with_bias(parent),
            Selection::Uct => self.ucb(parent, rng),
        }
    }

    /// Selects by UCB1. Where the children are all legal and in the order of the legal actions, one walk over
    /// both lists is all it takes.
    #[inline]
    fn ucb(&mut self, parent: u32, rng: &mut Rng) -> (u32, bool) {
        let Self { tree, legal, known, .. } = self;
        let children = tree.siblings(parent);
        if children.len() == legal.len() && in_step(children, legal) {
            return (self.best_ucb_child(parent), false);
        }
        // Which actions have no node. Every action is tried once before any is repeated, so that as
        // long as there are such ones nothing has to be known of the others.
        if known.len() < legal.len() {
            known.resize(legal.len(), NONE);
        }
        let mut unknown = 0;
        let mut met = 0;
        for (i, action) in legal.iter().enumerate() {
            known[unknown] = i as u32;
            let same = children.get(met).is_some_and(|child| child.action == *action);
            met += usize::from(same);
            unknown += usize::from(!same);
        }
        if met < children.len() {
            return self.ucb_over_subset(parent, rng);
        }
        if tree.pass(parent).is_none() {
            for child in tree.siblings_mut(parent).0 {
                child.available += 1;
            }
        }
        let nth = if unknown == 1 { 0 } else { rng.index(unknown) };
        let new = known[nth] as usize;
        (tree.grow(parent, new - nth, legal[new], legal.len()), true)
    }

    /// Returns the child with the best bound, all of them being legal.
    #[inline(always)]
    fn best_ucb_child(&mut self, parent: u32) -> u32 {
        let Self { tree, table, .. } = self;
        let passed = tree.pass(parent);
        let (children, first) = tree.siblings_mut(parent);
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        let mut offer = |i: usize, bound: f64| {
            if bound > best_bound {
                best_bound = bound;
                best = i as u32;
            }
        };
        if let Some(passed) = passed {
            let exploration = table.exploration(passed);
            for (i, child) in children.iter().enumerate() {
                offer(i, child.mean + exploration * child.inverse_root);
            }
        } else {
            for (i, child) in children.iter_mut().enumerate() {
                child.available += 1;
                offer(i, child.mean + table.exploration(child.available) * child.inverse_root);
            }
        }
        first + best
    }

    /// Returns the child to go to by UCB1 where some children are not legal now, or stand in another order.
    fn ucb_over_subset(&mut self, parent: u32, rng: &mut Rng) -> (u32, bool) {
        self.tree.part(parent);
        let unknown = self.tree.find(parent, &self.legal, &mut self.known);
        let mut best = NONE;
        let mut best_bound = f64::NEG_INFINITY;
        for &id in self.known.iter().filter(|&&id| id != NONE) {
            let child = self.tree.child_mut(id);
            child.available += 1;
            let bound = child.mean + self.table.exploration(child.available) * child.inverse_root;
            if bound > best_bound {
                best_bound = bound;
                best = id;
            }
        }
        if unknown == 0 {
            return (best, false);
        }
        let nth = if unknown == 1 { 0 } else { rng.index(unknown) };
        let new = (0..self.known.len()).filter(|&i| self.known[i] == NONE).nth(nth);
        (self.grow(parent, new.expect("there are legal actions without a node")), true)
    }

    /// Returns the child to go to by UCB1 with progressive bias, and whether it is new.
    fn ucb_with_bias(&mut self, parent: u32) -> (u32, bool) {
        let unknown = self.tree.find(parent, &self.legal, &mut self.known);
        let mut best = NONE;
        let mut best_bound = f64::NEG_INFINITY;
        for i in 0..self.known.len() {
            let id = self.known[i];
            if id == NONE {
                continue;
            }
            let rank = self.ranks[i];
            let visits = f64::from(self.tree.node(id).visits);
            let child = self.tree.child_mut(id);
            child.available += 1;
            let bound = child.mean
                + self.table.exploration(child.available) * child.inverse_root
                + self.settings.bias / ((1.0 + rank) * (1.0 + visits));
            if bound > best_bound {
                best_bound = bound;
                best = id;
            }
        }
        if unknown == 0 {
            return (best, false);
        }
        let new = (0..self.known.len()).filter(|&i| self.known[i] == NONE);
        let new = new.min_by(|&a, &b| self.ranks[a].total_cmp(&self.ranks[b]));
        (self.grow(parent, new.expect("there are legal actions without a node")), true)
    }

    /// Returns the child to go to by rank of heuristic score (PUCT), and whether it is new.
    fn puct(&mut self, parent: u32) -> (u32, bool) {
        self.tree.find(parent, &self.legal, &mut self.known);
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
        for (i, (&child, rank)) in self.known.iter().zip(&self.ranks).enumerate() {
            let (tries, mean) = if child == NONE {
                (0.0, usual)
            } else {
                (f64::from(self.tree.node(child).visits), self.tree.child(child).mean)
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

    /// Adds the node of a legal action before that of the next one that has one.
    fn grow(&mut self, parent: u32, new: usize) -> u32 {
        let children = self.tree.children(parent);
        let next = self.known[new..].iter().find(|&&id| id != NONE);
        let at = next.map_or(children.len(), |id| (id - children.start) as usize);
        self.tree.grow(parent, at, self.legal[new], self.legal.len())
    }

    /// Judges the legal actions from the mover's view: of each, how many look better.
    fn judge(&mut self, game: &G, view: &G::View) {
        let Self { heuristic, ranks, .. } = self;
        heuristic.clear();
        game.score_actions(view, &self.legal, &self.weights, heuristic);
        let scores = &heuristic.values;
        let better = |this: &f64| scores.iter().filter(|&other| other > this).count() as f64;
        ranks.clear();
        ranks.extend(scores.iter().map(better));
    }

    /// Counts an iteration's rewards at the nodes that it passed, each for the seat that chose it.
    #[inline]
    pub(super) fn back_up(&mut self, path: &[(u32, u8)], rewards: &[f64]) {
        for &(node, seat) in path {
            self.tree.visit(node, rewards[usize::from(seat)], |visits| self.table.inverse_root(visits));
        }
    }

    /// Returns each of the root's actions with visits, mean reward and how many were tried before it.
    pub(super) fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64, u32)> + '_ {
        let tree = &self.tree;
        tree.children(0).map(|id| {
            let (child, node) = (tree.child(id), tree.node(id));
            (child.action, node.visits, child.mean, node.older)
        })
    }

    /// Keeps of the tree what is below this action of the root, if this seat always decides next there.
    pub(super) fn keep_below(&mut self, action: G::Action, seat: Seat) {
        self.tree.descend(action, seat, &mut self.spare);
    }
}

/// Returns the place in `legal` of the action visited most; among equals the better mean reward, then the one
/// tried first. A kept tree may know actions that have turned out not to be legal.
pub(super) fn most_visited<A: PartialEq>(
    root: impl Iterator<Item = (A, u32, f64, u32)>,
    legal: &[A],
) -> usize {
    let tried = root.filter_map(|(action, visits, mean, older)| {
        Some((legal.iter().position(|a| *a == action)?, visits, mean, older))
    });
    let best = tried.max_by(|(_, visits, mean, older), (_, other_visits, other_mean, other_older)| {
        visits.cmp(other_visits).then(mean.total_cmp(other_mean)).then(other_older.cmp(older))
    });
    best.map_or(0, |(i, ..)| i)
}

/// Returns true if these are the children of just these actions, one by one.
#[inline]
fn in_step<A: Copy + PartialEq>(children: &[ChildStats<A>], legal: &[A]) -> bool {
    children.iter().zip(legal).all(|(child, action)| child.action == *action)
}

/// The most visits that are looked up; beyond that terms are computed.
const MOST: usize = 1 << 16;

/// The two factors of UCB1's exploration term, by number of iterations: a logarithm, two roots and a
/// division for each child in each step down the tree were most of the time of a search.
pub(super) struct UcbTable {
    exploration: f64,
    /// The weight of exploration by the number of iterations in which an action was legal.
    terms: Vec<f64>,
    /// The factor by which it shrinks, by the number of visits.
    inverse_roots: Vec<f64>,
    most: usize,
}

impl UcbTable {
    pub(super) fn new(exploration: f64, iterations: u32) -> Self {
        let most = (iterations as usize + 2).min(MOST);
        Self { exploration, terms: Vec::with_capacity(most), inverse_roots: Vec::with_capacity(most), most }
    }

    /// Makes room before each iteration: numbers grow by one at most, so that two entries more will do, and
    /// a short search doesn't pay for a long one.
    #[inline]
    pub(super) fn prepare(&mut self) {
        if self.terms.len() < self.most {
            self.extend();
        }
    }

    #[cold]
    fn extend(&mut self) {
        let next = self.most.min(self.terms.len().max(1) + 2);
        while self.terms.len() < next {
            let n = self.terms.len() as u32;
            self.terms.push(self.exploration_term(n));
            self.inverse_roots.push(inverse_root(n));
        }
    }

    /// Returns `exploration` times the root of ln(available).
    #[inline(always)]
    pub(super) fn exploration(&self, available: u32) -> f64 {
        match self.terms.get(available as usize) {
            Some(exploration) => *exploration,
            None => self.exploration_term(available),
        }
    }

    /// Returns one over the root of the visits.
    #[inline(always)]
    pub(super) fn inverse_root(&self, visits: u32) -> f64 {
        match self.inverse_roots.get(visits as usize) {
            Some(inverse_root) => *inverse_root,
            None => inverse_root(visits),
        }
    }

    #[cold]
    fn exploration_term(&self, available: u32) -> f64 {
        self.exploration * f64::from(available).ln().sqrt()
    }
}

#[cold]
fn inverse_root(visits: u32) -> f64 {
    1.0 / f64::from(visits).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looked_up_or_worked_out_is_the_same() {
        let mut table = UcbTable::new(0.7, 5);
        let none = UcbTable::new(0.7, 5);
        for iteration in 0..10_u32 {
            table.prepare();
            for n in 1..=iteration + 2 {
                assert_eq!(table.exploration(n), none.exploration(n));
                assert_eq!(table.inverse_root(n), none.inverse_root(n));
            }
        }
        assert_eq!(table.terms.len(), 7, "as many as iterations can need");
        assert_eq!(table.exploration(1), 0.0);
        assert_eq!(table.inverse_root(4), 0.5);
    }
}
