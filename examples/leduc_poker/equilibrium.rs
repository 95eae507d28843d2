//! Optimal strategies by counterfactual regret minimisation, and what they are worth.

use super::tree::{Node, Policy, Tree};

/// A strategy for each seat, near optimal; one list, since every information set is one seat's.
pub(crate) struct Solution(pub(crate) Policy);

/// CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets are kept
/// from falling below 0, the seats learn in turn, and the average weighs round t by t.
pub(crate) fn solve(tree: &Tree, rounds: u32) -> Solution {
    let mut regrets: Policy = tree.sets.iter().map(|set| vec![0.0; set.legal.len()]).collect();
    let mut sums = regrets.clone();
    for round in 1..=rounds {
        for seat in 0..2 {
            let policy: Policy = regrets.iter().map(|regrets| shares(regrets)).collect();
            let mut learner = Learner { tree, policy: &policy, seat, gains: vec![Vec::new(); policy.len()] };
            for (set, known) in tree.sets.iter().enumerate() {
                learner.gains[set].resize(known.legal.len(), 0.0);
            }
            let mut own = vec![0.0; policy.len()];
            learner.descend(0, 1.0, 1.0, &mut own);
            for (set, gains) in learner.gains.iter().enumerate() {
                for (i, gain) in gains.iter().enumerate() {
                    regrets[set][i] = (regrets[set][i] + gain).max(0.0);
                    sums[set][i] += f64::from(round) * own[set] * policy[set][i];
                }
            }
        }
    }
    Solution(sums.iter().map(|sums| shares(sums)).collect())
}

/// In proportion to these weights; uniform if there are none.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let share = |weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
    weights.iter().map(share).collect()
}

struct Learner<'a> {
    tree: &'a Tree,
    policy: &'a Policy,
    seat: usize,
    /// For each action how much better it is than the policy, weighed by the others' reach.
    gains: Policy,
}

impl Learner<'_> {
    /// Returns the value of a node for the learning seat. `others` is how likely chance and the other seat
    /// come here, `own` how likely the learning seat does; `reached` keeps `own` by information set.
    fn descend(&mut self, node: usize, others: f64, own: f64, reached: &mut [f64]) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(chips) => {
                if self.seat == 0 {
                    *chips
                } else {
                    -chips
                }
            }
            Node::Chance(next) => {
                let share = 1.0 / next.len() as f64;
                next.iter().map(|&n| share * self.descend(n, others * share, own, reached)).sum()
            }
            Node::Choice { set, next } => {
                let shares = &self.policy[*set];
                if tree.sets[*set].seat.index() != self.seat {
                    let values = next.iter().zip(shares).map(|(&n, share)| {
                        if *share == 0.0 {
                            0.0
                        } else {
                            share * self.descend(n, others * share, own, reached)
                        }
                    });
                    return values.sum();
                }
                reached[*set] = own;
                let mut values = [0.0; 3];
                for ((value, &n), share) in values.iter_mut().zip(next).zip(shares) {
                    *value = self.descend(n, others, own * share, reached);
                }
                let mean: f64 = values.iter().zip(shares).map(|(value, share)| value * share).sum();
                for (gain, value) in self.gains[*set].iter_mut().zip(values) {
                    *gain += others * (value - mean);
                }
                mean
            }
        }
    }
}

impl Solution {
    /// Between these lies the value of the game for seat 0: what it gets at least by this strategy,
    /// and the most that it can get against this strategy.
    pub(crate) fn bounds(&self, tree: &Tree) -> [f64; 2] {
        [-best_answer(tree, &self.0, 1), best_answer(tree, &self.0, 0)]
    }
}

/// Returns the most chips a play that this seat can get while the other plays by the policy.
pub(crate) fn best_answer(tree: &Tree, policy: &Policy, seat: usize) -> f64 {
    // How likely chance and the other seat come to each node.
    let mut reach = vec![0.0; tree.nodes.len()];
    reach[0] = 1.0;
    for (i, node) in tree.nodes.iter().enumerate() {
        match node {
            Node::End(_) => {}
            Node::Chance(next) => next.iter().for_each(|&n| reach[n] = reach[i] / next.len() as f64),
            Node::Choice { set, next } => {
                let own = tree.sets[*set].seat.index() == seat;
                for (&n, share) in next.iter().zip(&policy[*set]) {
                    reach[n] = if own { reach[i] } else { reach[i] * share };
                }
            }
        }
    }
    let mut answer = Answer { tree, policy, seat, reach, choices: vec![None; tree.sets.len()] };
    answer.value(0)
}

struct Answer<'a> {
    tree: &'a Tree,
    policy: &'a Policy,
    seat: usize,
    reach: Vec<f64>,
    /// The best action in each information set, once it is known.
    choices: Vec<Option<usize>>,
}

impl Answer<'_> {
    fn value(&mut self, node: usize) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(chips) if self.seat == 0 => *chips,
            Node::End(chips) => -chips,
            Node::Chance(next) => next.iter().map(|&n| self.value(n)).sum::<f64>() / next.len() as f64,
            Node::Choice { set, next } if tree.sets[*set].seat.index() == self.seat => {
                let choice = self.choice(*set);
                self.value(next[choice])
            }
            Node::Choice { set, next } => {
                let shares = &self.policy[*set];
                next.iter().zip(shares).map(|(&n, share)| share * self.value(n)).sum()
            }
        }
    }

    /// Returns one action for all nodes of the set: the seat can't tell them apart.
    fn choice(&mut self, set: usize) -> usize {
        if let Some(known) = self.choices[set] {
            return known;
        }
        let tree = self.tree;
        let known = &tree.sets[set];
        let mut values = vec![0.0; known.legal.len()];
        for &node in &known.nodes {
            if let Node::Choice { next, .. } = &tree.nodes[node] {
                for (value, &n) in values.iter_mut().zip(next) {
                    *value += self.reach[node] * self.value(n);
                }
            }
        }
        let best = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0);
        self.choices[set] = Some(best);
        best
    }
}
