//! The best answer to a strategy, and how much can be won by it.

use super::tree::{GameTree, Node, Policy};

/// The most that one seat can get while the others play by a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The mean reward of the seat.
    pub value: f64,
    /// How often each node is reached, up to the others and chance.
    reach: Vec<f64>,
    /// The best action of what the seat knows there, where it is the seat's choice.
    choices: Vec<Option<usize>>,
}

impl Answer {
    /// Finds the best answer of this seat, which remembers all that it was shown and did.
    pub fn new(tree: &GameTree, policy: &Policy, seat: usize) -> Self {
        let reach = tree.reach(policy, |who| who != Some(seat));
        let mut nodes = vec![Vec::new(); tree.memories];
        for (at, node) in tree.nodes.iter().enumerate() {
            if let Node::Choice { set, memory, .. } = node
                && tree.sets[*set].seat == seat
            {
                nodes[*memory].push(at);
            }
        }
        let values = vec![None; tree.nodes.len()];
        let mut search =
            Search { tree, policy, seat, nodes, reach, choices: vec![None; tree.memories], values };
        let value = search.value(0);
        Self { value, reach: search.reach, choices: search.choices }
    }

    /// Tells each choice that the seat makes when it plays by this answer, and how often: the information set and the
    /// action.
    pub fn each_choice(&self, tree: &GameTree, mut tell: impl FnMut(f64, usize, usize)) {
        let mut played = vec![false; tree.nodes.len()];
        if let Some(first) = played.first_mut() {
            *first = true;
        }
        for (at, node) in tree.nodes.iter().enumerate().filter(|(at, _)| self.reach[*at] > 0.0) {
            let edges = match node {
                Node::End { .. } => continue,
                Node::Chance { edges } => edges,
                Node::Choice { set, memory, edges } => match self.choices[*memory] {
                    Some(action) if played[at] => {
                        tell(self.reach[at], *set, action);
                        played[tree.next[edges.start + action]] = true;
                        continue;
                    }
                    Some(_) => continue,
                    None => edges,
                },
            };
            for &next in &tree.next[edges.clone()] {
                played[next] = played[at];
            }
        }
    }
}

struct Search<'a> {
    tree: &'a GameTree,
    policy: &'a Policy,
    seat: usize,
    /// The nodes of what the seat knows.
    nodes: Vec<Vec<usize>>,
    reach: Vec<f64>,
    choices: Vec<Option<usize>>,
    values: Vec<Option<f64>>,
}

impl Search<'_> {
    fn value(&mut self, at: usize) -> f64 {
        if let Some(value) = self.values[at] {
            return value;
        }
        let tree = self.tree;
        let (edges, chances) = match &tree.nodes[at] {
            Node::End { rewards } => return tree.rewards[rewards + self.seat],
            Node::Choice { set, memory, edges } if tree.sets[*set].seat == self.seat => {
                let action = self.choice(*memory, edges.len());
                let value = self.value(tree.next[edges.start + action]);
                self.values[at] = Some(value);
                return value;
            }
            Node::Chance { edges } => (edges, &tree.chances[edges.clone()]),
            Node::Choice { set, edges, .. } => (edges, &self.policy[*set][..]),
        };
        let mut sum = 0.0;
        for (&next, &chance) in tree.next[edges.clone()].iter().zip(chances) {
            if chance > 0.0 {
                sum += chance * self.value(next);
            }
        }
        self.values[at] = Some(sum);
        sum
    }

    /// Returns one action wherever the seat knows the same: it can't tell these nodes apart.
    fn choice(&mut self, memory: usize, actions: usize) -> usize {
        if let Some(known) = self.choices[memory] {
            return known;
        }
        let tree = self.tree;
        let mut worth = vec![0.0; actions];
        for at in std::mem::take(&mut self.nodes[memory]) {
            let Node::Choice { edges, .. } = &tree.nodes[at] else { continue };
            // Where it is never reached anything does, but it needs no value either.
            if self.reach[at] > 0.0 {
                for (worth, &next) in worth.iter_mut().zip(&tree.next[edges.clone()]) {
                    *worth += self.reach[at] * self.value(next);
                }
            }
        }
        let mut best = 0;
        for (action, value) in worth.iter().enumerate() {
            if *value > worth[best] {
                best = action;
            }
        }
        self.choices[memory] = Some(best);
        best
    }
}

/// Returns by how much a seat could do better on average than this strategy while the others keep to it: the sum over the
/// seats of what a best answer gains (`NashConv`, Lanctot et al., 2017), by the number of seats. In games of two seats
/// with a constant sum it is what a strategy loses at most against an opponent who knows it, and 0 in equilibrium.
pub fn exploitability(tree: &GameTree, policy: &Policy) -> f64 {
    let own = tree.value(policy);
    let gained = own.iter().enumerate().map(|(seat, own)| Answer::new(tree, policy, seat).value - own);
    gained.sum::<f64>() / tree.seats.max(1) as f64
}
