//! A whole game as a tree of plain numbers.

use std::ops::Range;

/// A point of the tree, by what may happen there. A node's children stand behind it in [`GameTree::nodes`].
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// The rules leave something to chance: edges, each with its probability.
    Chance {
        /// Its edges.
        edges: Range<usize>,
    },
    /// A seat chooses.
    Choice {
        /// Its information set: a place in [`GameTree::sets`].
        set: usize,
        /// The knowledge here of a seat that forgets nothing, as a number: one set may be several of these.
        memory: usize,
        /// An edge for each legal action.
        edges: Range<usize>,
    },
    /// The game is over.
    End {
        /// Where the rewards of the seats begin in [`GameTree::rewards`].
        rewards: usize,
    },
}

/// An information set as a bot meets it: all decisions in which a seat is shown the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetInfo {
    /// The seat that chooses.
    pub seat: usize,
    /// The number of legal actions.
    pub actions: usize,
}

/// For each information set the probability of each of its actions.
pub type Policy = Vec<Vec<f64>>;

/// All that can happen in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameTree {
    /// The number of seats.
    pub seats: usize,
    /// The nodes; the first is the beginning, and children stand behind their parents.
    pub nodes: Vec<Node>,
    /// Where edges lead.
    pub next: Vec<usize>,
    /// How likely chance takes them; 1 for choices.
    pub chances: Vec<f64>,
    /// The rewards of the seats at the ends, seat after seat.
    pub rewards: Vec<f64>,
    /// The information sets.
    pub sets: Vec<SetInfo>,
    /// The number of what seats can know that forget nothing.
    pub memories: usize,
}

impl GameTree {
    /// Returns the strategy that makes all choices at random.
    pub fn uniform(&self) -> Policy {
        self.sets.iter().map(|set| vec![1.0 / set.actions as f64; set.actions]).collect()
    }

    /// Returns the mean reward of each seat, if all play by this strategy.
    pub fn value(&self, policy: &Policy) -> Vec<f64> {
        (0..self.seats).map(|seat| self.values(seat, policy)[0]).collect()
    }

    /// Returns how likely each information set is met, if all play by this strategy.
    pub fn met(&self, policy: &Policy) -> Vec<f64> {
        let reach = self.reach(policy, |_| true);
        let mut met = vec![0.0; self.sets.len()];
        for (node, reach) in self.nodes.iter().zip(reach) {
            if let Node::Choice { set, .. } = node {
                met[*set] += reach;
            }
        }
        met
    }

    /// Returns what each node is worth to a seat, if all play by this strategy.
    pub(super) fn values(&self, seat: usize, policy: &Policy) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes.len()];
        // From the end of the list: what comes after a node is known when it is reached.
        for (at, node) in self.nodes.iter().enumerate().rev() {
            values[at] = match node {
                Node::End { rewards } => self.rewards[rewards + seat],
                Node::Chance { edges } => self.mean(edges, &self.chances[edges.clone()], &values),
                Node::Choice { set, edges, .. } => self.mean(edges, &policy[*set], &values),
            };
        }
        values
    }

    fn mean(&self, edges: &Range<usize>, chances: &[f64], values: &[f64]) -> f64 {
        self.next[edges.clone()].iter().zip(chances).map(|(&next, chance)| chance * values[next]).sum()
    }

    /// Returns how likely each node is reached as far as it is up to `others`: by its own edges for chance and these
    /// seats, and surely for the rest.
    pub(super) fn reach(&self, policy: &Policy, counts: impl Fn(Option<usize>) -> bool) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        reach[0] = 1.0;
        for (at, node) in self.nodes.iter().enumerate() {
            let (edges, chances, who) = match node {
                Node::End { .. } => continue,
                Node::Chance { edges } => (edges, &self.chances[edges.clone()], None),
                Node::Choice { set, edges, .. } => (edges, &policy[*set][..], Some(self.sets[*set].seat)),
            };
            for (&next, chance) in self.next[edges.clone()].iter().zip(chances) {
                reach[next] = if counts(who) { reach[at] * chance } else { reach[at] };
            }
        }
        reach
    }
}

/// Returns probabilities in proportion to these weights; uniform if there are none.
pub(super) fn normalized(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { even }).collect()
}
