//! The tree of a search in a game where nothing is hidden or drawn.
//!
//! There the same actions always lead to the same state, so that the legal actions of a node and who
//! chooses among them are found out once; a search passes a node it knows by the tree alone, and where it
//! will go on from there is known as soon as it has been there (see [`OpenTree::back_up`]). What UCB1 reads
//! of the children stands by itself, in rows of eight and in single precision, a row to a cache line: their
//! bounds are worked out and compared side by side. It is the search of [`super::tree`] in all else.

use wide::f32x4;

use super::roots::UcbTable;
use super::settings::SearchSettings;
use ludometer_model::{BySeat, Rng, Seat, Silent};
use ludometer_playable::Playable;

/// No node.
const NONE: u32 = u32::MAX;

/// Children whose bounds are worked out at once.
const LANES: usize = 8;

/// The bits of a bound that tell in which lane it is: the least of its 23 bits of precision.
const LANE: u32 = LANES as u32 - 1;

/// What UCB1 reads of some children: their mean rewards for the seat that chose them, and one over the
/// roots of their visits.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bounds {
    mean: [f32; LANES],
    narrow: [f32; LANES],
}

impl Bounds {
    /// No children: less than all bounds.
    const NONE: Self = Self { mean: [f32::MIN; LANES], narrow: [0.0; LANES] };
}

/// The rest of a node.
#[derive(Clone, Copy)]
struct Node<A> {
    /// Sum of rewards of the seat that chose the action.
    reward: f64,
    visits: u32,
    /// The child that the next iteration goes to, once all were visited.
    next: u32,
    /// The place of its first child.
    first: u32,
    /// Legal actions, each with a place for its child; none as long as nobody asked for them, or where
    /// the play is over.
    actions: u16,
    /// Children visited, which stand before the others.
    tried: u16,
    /// Who chose the action.
    chooser: u8,
    action: A,
}

/// A tree whose buffers outlive it.
pub(super) struct OpenTree<G: Playable> {
    nodes: Vec<Node<G::Action>>,
    /// For each eight nodes in a row.
    bounds: Vec<Bounds>,
    /// Rows taken. What stands behind them is left from earlier trees.
    rows: usize,
    /// The nodes that an iteration has passed, from the root's child down, and their number.
    path: Vec<u32>,
    depth: usize,
    legal: Vec<G::Action>,
    roots: UcbTable<f32>,
}

impl<G: Playable> OpenTree<G> {
    pub(super) fn new(settings: &SearchSettings) -> Self {
        Self {
            nodes: Vec::new(),
            bounds: Vec::new(),
            rows: 0,
            path: vec![0; 64],
            depth: 0,
            legal: Vec::with_capacity(64),
            roots: UcbTable::new(settings.exploration, settings.iterations),
        }
    }

    /// Forgets everything but a root, whose action is never read.
    pub(super) fn clear(&mut self, any: G::Action) {
        self.rows = 0;
        self.legal.clear();
        self.legal.push(any);
        self.take(Seat::new(0));
        // A node counts the visit that made it; the root is there already.
        self.nodes[0].visits = 1;
    }

    /// Gives the node's children their places, for the actions in `legal`, among which this seat chooses.
    fn open(&mut self, at: usize, seat: Seat) {
        // More than a search can try.
        self.legal.truncate(usize::from(u16::MAX));
        let first = self.take(seat);
        let node = &mut self.nodes[at];
        node.first = first as u32;
        node.actions = self.legal.len() as u16;
    }

    /// Takes places for the actions in `legal`; gives the first.
    fn take(&mut self, seat: Seat) -> usize {
        let first = self.rows * LANES;
        self.rows += self.legal.len().div_ceil(LANES);
        let chooser = seat.index() as u8;
        let new = |action| Node {
            reward: 0.0,
            visits: 0,
            next: NONE,
            first: 0,
            actions: 0,
            tried: 0,
            chooser,
            action,
        };
        if self.rows > self.bounds.len() {
            // Many at once: the lists are never shortened.
            let rows = (2 * self.rows).max(64);
            self.bounds.resize(rows, Bounds::NONE);
            self.nodes.resize(rows * LANES, new(self.legal[0]));
        }
        self.bounds[first / LANES..self.rows].fill(Bounds::NONE);
        for (node, &action) in self.nodes[first..].iter_mut().zip(&self.legal) {
            *node = new(action);
        }
        first
    }

    /// Goes down the tree to the first action without a node, makes it one and carries it out; or
    /// gives the rewards of an end that was met before, or the estimate where turn `last` begins.
    #[inline(always)]
    pub(super) fn descend(
        &mut self,
        game: &G,
        state: &mut G::State,
        last: u32,
        rng: &mut Rng,
    ) -> Option<BySeat<f64>> {
        self.roots.prepare();
        self.depth = 0;
        let mut at = 0;
        loop {
            let next = self.nodes[at].next;
            let mut mover = None;
            if next == NONE && self.nodes[at].actions == 0 {
                mover = game.to_move(state);
                if mover.is_none() {
                    return Some(game.reward(state));
                }
            }
            if last != u32::MAX && game.turn(state) >= last {
                return Some(game.evaluate(state));
            }
            if next == NONE {
                if let Some(seat) = mover {
                    self.legal.clear();
                    game.legal(state, &mut self.legal);
                    self.open(at, seat);
                }
                let action = self.try_one(at, rng);
                game.apply(state, action, rng, &mut Silent);
                return None;
            }
            at = next as usize;
            self.pass(next);
            game.apply(state, self.nodes[at].action, rng, &mut Silent);
        }
    }

    #[inline(always)]
    fn pass(&mut self, node: u32) {
        match self.path.get_mut(self.depth) {
            Some(place) => *place = node,
            None => self.path.push(node),
        }
        self.depth += 1;
    }

    /// Goes to a child that was not visited yet, any of them, which changes places with the first of them.
    /// Gives its action.
    #[inline]
    fn try_one(&mut self, parent: usize, rng: &mut Rng) -> G::Action {
        let Node { first, actions, tried, .. } = self.nodes[parent];
        let new = first as usize + usize::from(tried);
        let chosen = if tried + 1 == actions { new } else { new + rng.index(usize::from(actions - tried)) };
        let action = self.nodes[chosen].action;
        self.nodes[chosen].action = self.nodes[new].action;
        self.nodes[new].action = action;
        self.nodes[parent].tried += 1;
        self.pass(new as u32);
        action
    }

    /// Counts an iteration's rewards at the nodes that it passed, each for the seat that chose it.
    ///
    /// Where the next iteration goes on from each of them is worked out here already: nothing else changes
    /// until then. On the way down every choice would wait for the one before; here they wait for nothing.
    #[inline]
    pub(super) fn back_up(&mut self, rewards: &BySeat<f64>) {
        let path = &self.path[..self.depth];
        for &at in path {
            let at = at as usize;
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += rewards[Seat::new(usize::from(node.chooser))];
            let bounds = &mut self.bounds[at / LANES];
            let narrow = self.roots.narrow(node.visits);
            // No division by the visits: this is one over their root.
            bounds.mean[at % LANES] = node.reward as f32 * (narrow * narrow);
            bounds.narrow[at % LANES] = narrow;
        }
        // A loop of its own: what was just written by itself can't be read together with its neighbours
        // before it has got to the cache, and that should be behind all of it.
        self.nodes[0].visits += 1;
        let mut parent = 0;
        for &at in path {
            let node = &mut self.nodes[parent];
            if node.tried == node.actions {
                let row = node.first as usize / LANES;
                let children = &self.bounds[row..row + usize::from(node.actions).div_ceil(LANES)];
                node.next = node.first + best(children, self.roots.spread(node.visits));
            }
            parent = at as usize;
        }
    }

    /// Each of the root's actions that were tried, with visits, mean reward and how many were tried before
    /// it.
    pub(super) fn root(&self) -> impl Iterator<Item = (G::Action, u32, f64, u32)> + '_ {
        let tried = self.nodes.first().map_or(0..0, |root| {
            let first = root.first as usize;
            first..first + usize::from(root.tried)
        });
        let mean = |node: &Node<G::Action>| node.reward / f64::from(node.visits);
        (0..).zip(&self.nodes[tried]).map(move |(older, node)| (node.action, node.visits, mean(node), older))
    }
}

/// The child with the best bound; of equals always the same.
#[inline(always)]
fn best(children: &[Bounds], spread: f32) -> u32 {
    let Some((first, others)) = children.split_first() else { return 0 };
    let mut best = first.best(spread);
    let mut place = lane_of(best);
    for (row, bounds) in (LANES as u32..).step_by(LANES).zip(others) {
        let top = bounds.best(spread);
        place = if top > best { row + lane_of(top) } else { place };
        best = greater(top, best);
    }
    place
}

impl Bounds {
    /// The best of the bounds. The lane it is in is part of what is compared, in bits that are far below what a
    /// bound is worth, so that there is no branch and no second look.
    #[inline(always)]
    fn best(&self, spread: f32) -> f32 {
        let four = |first: usize| {
            let [mean, narrow] =
                [&self.mean, &self.narrow].map(|row| f32x4::from([0, 1, 2, 3].map(|lane| row[first + lane])));
            let lanes = [0, 1, 2, 3].map(|lane| f32::from_bits(LANE - (first as u32 + lane)));
            (mean + f32x4::splat(spread) * narrow) & f32x4::splat(f32::from_bits(!LANE)) | f32x4::from(lanes)
        };
        let top = four(0).fast_max(four(4)).to_array();
        greater(greater(top[0], top[2]), greater(top[1], top[3]))
    }
}

/// The lane that is part of a bound.
#[inline(always)]
const fn lane_of(bound: f32) -> u32 {
    LANE - (bound.to_bits() & LANE)
}

/// What processors have an instruction for, unlike `f32::max`, which minds what is not a number.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_bound_is_found() {
        let mut rng = Rng::from_words([2, 7, 1]);
        for round in 0..3000_u32 {
            let count = 1 + rng.index(3 * LANES);
            let mut rows = vec![Bounds::NONE; count.div_ceil(LANES)];
            let spread = rng.unit() as f32;
            let mut bounds = Vec::new();
            for i in 0..count {
                // Of few different ones in every other round, so that there are equals.
                let mut number = || if round % 2 == 0 { rng.unit() } else { f64::from(rng.below(3)) / 2.0 };
                let (mean, narrow) = (number() as f32, number() as f32);
                rows[i / LANES].mean[i % LANES] = mean;
                rows[i / LANES].narrow[i % LANES] = narrow;
                bounds.push(mean + spread * narrow);
            }
            let most = bounds.iter().copied().fold(f32::MIN, f32::max);
            let best = bounds[best(&rows, spread) as usize];
            // A bound is known but for its last bits.
            assert!(best > most - 2e-6, "{best} of {bounds:?}");
        }
    }
}
