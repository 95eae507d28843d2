//! Strategies by counterfactual regret minimisation.

use super::tree::{GameTree, Node, Policy, normalized};

/// A strategy that grows from what the seats regret not to have done.
///
/// CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets never fall below 0, the seats
/// learn in turn, and the average weighs round t by t. In games of two seats whose rewards have a constant sum, and in which
/// what a seat is shown tells all that it was shown before, the average comes ever nearer to an equilibrium. Elsewhere
/// it usually does well, and [`exploitability`](super::exploitability) tells how well.
#[derive(Clone, Debug)]
pub struct Regrets {
    /// The regret of each action, at least 0.
    wanted: Policy,
    sums: Policy,
    rounds: u32,
}

impl Regrets {
    /// Returns a learner that has played no round of this game.
    pub fn new(tree: &GameTree) -> Self {
        let nothing: Policy = tree.sets.iter().map(|set| vec![0.0; set.actions]).collect();
        Self { wanted: nothing.clone(), sums: nothing, rounds: 0 }
    }

    /// Returns the number of rounds so far.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Plays one more round: every seat learns once from the whole tree.
    pub fn round(&mut self, tree: &GameTree) {
        self.rounds += 1;
        for seat in 0..tree.seats {
            let policy = self.wanted.iter().map(|regrets| normalized(regrets)).collect();
            self.learn(tree, seat, &policy);
        }
    }

    fn learn(&mut self, tree: &GameTree, seat: usize, policy: &Policy) {
        let values = tree.values(seat, policy);
        let others = tree.reach(policy, |who| who != Some(seat));
        let own = tree.reach(policy, |who| who.is_none() || who == Some(seat));
        let mut gains: Vec<Vec<f64>> = Vec::new();
        gains.resize(tree.sets.len(), Vec::new());
        for (at, node) in tree.nodes.iter().enumerate() {
            let Node::Choice { set, edges, .. } = node else { continue };
            if tree.sets[*set].seat != seat {
                continue;
            }
            let gains = &mut gains[*set];
            gains.resize(edges.len(), 0.0);
            for (gain, &next) in gains.iter_mut().zip(&tree.next[edges.clone()]) {
                *gain += others[at] * (values[next] - values[at]);
            }
            let weight = f64::from(self.rounds) * own[at];
            for (sum, chance) in self.sums[*set].iter_mut().zip(&policy[*set]) {
                *sum += weight * chance;
            }
        }
        for (regrets, gains) in self.wanted.iter_mut().zip(gains) {
            for (regret, gain) in regrets.iter_mut().zip(gains) {
                *regret = (*regret + gain).max(0.0);
            }
        }
    }

    /// Returns the strategy so far: the average of all rounds.
    pub fn average(&self) -> Policy {
        self.sums.iter().map(|sums| normalized(sums)).collect()
    }
}
