//! The whole game as a tree: every deal, every card turned up, every action.

use std::collections::HashMap;

use ludometer::model::{Decision, Game, Rng, Seat, Silent};

use super::course::Action;
use super::game::{Card, DECK, LeducPoker, State, View};

/// A point of the tree, by what may happen there. Numbers are places in [`Tree::nodes`].
pub(crate) enum Node {
    /// One of several things, each equally likely.
    Chance(Vec<usize>),
    /// A seat chooses; `set` is the place of what it knows in [`Tree::sets`].
    Choice { set: usize, next: Vec<usize> },
    /// The play is over: chips of seat 0.
    End(f64),
}

/// All that a seat can know at a decision, and one of the states in which it knows just that.
pub(crate) struct InformationSet {
    pub(crate) seat: Seat,
    pub(crate) state: State,
    pub(crate) legal: Vec<Action>,
    /// Its nodes, in the order of the tree.
    pub(crate) nodes: Vec<usize>,
}

/// For each information set the share of each of its actions.
pub(crate) type Policy = Vec<Vec<f64>>;

pub(crate) struct Tree {
    /// A node stands before all that come after it in a play.
    pub(crate) nodes: Vec<Node>,
    pub(crate) sets: Vec<InformationSet>,
}

impl Tree {
    pub(crate) fn new(game: &LeducPoker) -> Self {
        let mut tree = Self { nodes: vec![Node::Chance(Vec::new())], sets: Vec::new() };
        let mut known = HashMap::new();
        let deals = pairs().map(State::dealt);
        let deals = deals.map(|deal| tree.grow(game, &deal, &mut known)).collect();
        tree.nodes[0] = Node::Chance(deals);
        tree
    }

    fn grow(&mut self, game: &LeducPoker, state: &State, known: &mut HashMap<View, usize>) -> usize {
        let here = self.nodes.len();
        let Some(seat) = game.to_move(state) else {
            self.nodes.push(Node::End(game.chips(state)[0] as f64));
            return here;
        };
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        // The key is what a bot is shown: what has the same view is one information set.
        let view = Decision::new(game, state, seat, &legal).view();
        let set = *known.entry(view).or_insert_with(|| {
            self.sets.push(InformationSet { seat, state: *state, legal: legal.clone(), nodes: Vec::new() });
            self.sets.len() - 1
        });
        self.sets[set].nodes.push(here);
        self.nodes.push(Node::Choice { set, next: Vec::new() });
        let next = legal.iter().map(|action| self.grow_after(game, state, *action, known)).collect();
        self.nodes[here] = Node::Choice { set, next };
        here
    }

    fn grow_after(
        &mut self,
        game: &LeducPoker,
        state: &State,
        action: Action,
        known: &mut HashMap<View, usize>,
    ) -> usize {
        let mut after = *state;
        game.apply(&mut after, action, &mut Rng::from_words([0; 3]), &mut Silent);
        if after.public == state.public {
            return self.grow(game, &after, known);
        }
        // A card was turned up: any of the four that nobody holds.
        let here = self.nodes.len();
        self.nodes.push(Node::Chance(Vec::new()));
        let unseen = DECK.into_iter().filter(|card| !state.cards.contains(card));
        let turned: Vec<State> = unseen.map(|card| State { public: Some(card), ..after }).collect();
        let next = turned.iter().map(|state| self.grow(game, state, known)).collect();
        self.nodes[here] = Node::Chance(next);
        here
    }

    /// Returns every choice equally likely.
    pub(crate) fn uniform(&self) -> Policy {
        self.sets.iter().map(|set| vec![1.0 / set.legal.len() as f64; set.legal.len()]).collect()
    }

    /// Chips a play of seat 0, if seat k plays by `policies[k]`.
    pub(crate) fn value(&self, policies: [&Policy; 2]) -> f64 {
        // From the end of the list: what comes after a node is known when it is reached.
        let mut values = vec![0.0; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().rev() {
            values[i] = match node {
                Node::End(chips) => *chips,
                Node::Chance(next) => next.iter().map(|&n| values[n]).sum::<f64>() / next.len() as f64,
                Node::Choice { set, next } => {
                    let shares = &policies[self.sets[*set].seat.index()][*set];
                    next.iter().zip(shares).map(|(&n, share)| share * values[n]).sum()
                }
            };
        }
        values[0]
    }
}

/// Returns all ways to deal a card to each seat.
fn pairs() -> impl Iterator<Item = [Card; 2]> {
    let all = DECK.into_iter().flat_map(|a| DECK.into_iter().map(move |b| [a, b]));
    all.filter(|[a, b]| a != b)
}
