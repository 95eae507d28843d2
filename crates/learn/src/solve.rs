//! Solves small games: the whole tree, strategies by regret, and the best answer to a strategy.

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

    /// Returns true if the rewards of all seats add up to the same in each end. Regret then leads two players to an
    /// equilibrium; where it is otherwise, nothing promises that.
    pub fn is_constant_sum(&self) -> bool {
        let mut sums = self.nodes.iter().filter_map(|node| match node {
            Node::End { rewards } => Some(self.rewards[*rewards..*rewards + self.seats].iter().sum::<f64>()),
            _ => None,
        });
        sums.next().is_none_or(|first| sums.all(|sum| (sum - first).abs() < 1e-9))
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
    fn values(&self, seat: usize, policy: &Policy) -> Vec<f64> {
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
    fn reach(&self, policy: &Policy, counts: impl Fn(Option<usize>) -> bool) -> Vec<f64> {
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
fn normalized(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { even }).collect()
}

/// A strategy that grows from what the seats regret not to have done.
///
/// CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets never fall below 0, the seats
/// learn in turn, and the average weighs round t by t. In games of two seats whose rewards have a constant sum, and in which
/// what a seat is shown tells all that it was shown before, the average comes ever nearer to an equilibrium. Elsewhere
/// it usually does well, and [`exploitability`] tells how well.
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

#[cfg(test)]
mod tests {
    use super::{Answer, GameTree, Node, Regrets, SetInfo, exploitability};

    /// Makes the tree of matching pennies with unequal payments: seat 0 gets 3 for two heads, 1 for two tails and 0 otherwise, and
    /// seat 1 gets the rest of 3. Computed by hand: in equilibrium both show heads with probability 1/4, and seat 0 gets 3/4.
    fn pennies() -> GameTree {
        let end = |rewards| Node::End { rewards };
        GameTree {
            seats: 2,
            nodes: vec![
                Node::Choice { set: 0, memory: 0, edges: 0..2 },
                Node::Choice { set: 1, memory: 1, edges: 2..4 },
                Node::Choice { set: 1, memory: 1, edges: 4..6 },
                end(0),
                end(2),
                end(2),
                end(4),
            ],
            next: vec![1, 2, 3, 4, 5, 6],
            chances: vec![1.0; 6],
            rewards: vec![3.0, 0.0, 0.0, 3.0, 1.0, 2.0],
            sets: vec![SetInfo { seat: 0, actions: 2 }, SetInfo { seat: 1, actions: 2 }],
            memories: 2,
        }
    }

    #[test]
    fn values_and_answers_are_those_computed_by_hand() {
        let tree = pennies();
        let even = tree.uniform();
        assert_eq!(tree.value(&even), [1.0, 2.0]);
        // Against even coins seat 0 shows heads for 3/2, and seat 1 tails for 3/2 + 1.
        assert_eq!((Answer::new(&tree, &even, 0).value, Answer::new(&tree, &even, 1).value), (1.5, 2.5));
        assert_eq!(exploitability(&tree, &even), 0.5);
        let mut choices = Vec::new();
        Answer::new(&tree, &even, 1)
            .each_choice(&tree, |reach, set, action| choices.push((reach, set, action)));
        assert_eq!(choices, [(0.5, 1, 1), (0.5, 1, 1)]);
        let best = vec![vec![0.25, 0.75]; 2];
        assert!(exploitability(&tree, &best).abs() < 1e-12);
        assert_eq!(tree.value(&best), [0.75, 2.25]);
    }

    #[test]
    fn regrets_come_to_the_equilibrium() {
        let tree = pennies();
        let mut regrets = Regrets::new(&tree);
        assert_eq!(regrets.average(), tree.uniform());
        for _ in 0..2000 {
            regrets.round(&tree);
        }
        let found = regrets.average();
        assert!((found[0][0] - 0.25).abs() < 0.01 && (found[1][0] - 0.25).abs() < 0.01, "{found:?}");
        assert!(exploitability(&tree, &found) < 0.01, "{}", exploitability(&tree, &found));
    }

    #[test]
    fn a_seat_that_forgets_is_answered_by_one_that_remembers() {
        // Chance shows seat 0 one of two cards and takes it back; then it must name the card, not seeing it any more.
        let tree = GameTree {
            seats: 1,
            nodes: vec![
                Node::Chance { edges: 0..2 },
                Node::Choice { set: 0, memory: 0, edges: 2..4 },
                Node::End { rewards: 1 },
                Node::End { rewards: 0 },
                Node::Choice { set: 0, memory: 1, edges: 4..6 },
                Node::End { rewards: 0 },
                Node::End { rewards: 1 },
            ],
            next: vec![1, 4, 2, 3, 5, 6],
            chances: vec![0.25, 0.75, 1.0, 1.0, 1.0, 1.0],
            rewards: vec![0.0, 1.0],
            sets: vec![SetInfo { seat: 0, actions: 2 }],
            memories: 2,
        };
        let mut regrets = Regrets::new(&tree);
        for _ in 0..100 {
            regrets.round(&tree);
        }
        let found = regrets.average();
        assert!(found[0][1] > 0.99, "{found:?}");
        assert!((exploitability(&tree, &found) - 0.25).abs() < 0.01);
    }
}
