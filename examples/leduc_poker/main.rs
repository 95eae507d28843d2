//! Leduc poker: two rounds of betting, and a game small enough to be solved.
//!
//! ```text
//! cargo run --release --example leduc_poker       solves the game and measures the search against that
//! cargo run --release --example leduc_poker -- bench search 100_000
//! cargo test --example leduc_poker                checks game, search and solution
//! ```
//!
//! Read `kuhn_poker` first. What is new here: a card that chance turns up in the middle of a
//! play, and the other way to look at a game: all of it at once. `tree.rs` lists every history by the
//! same methods that plays are made of, `equilibrium.rs` finds optimal strategies on it, and what the
//! search bot does in each information set is held against them (`search.rs`).
//!
//! The game (Southey and others, "Bayes' bluff: opponent modelling in poker", 2005): six cards, two
//! each of jack, queen and king. Both seats put in the ante and get a card. In each of two rounds
//! seat 0 begins; a seat may check or raise, and a raise must be called, raised again or folded to;
//! at most two raises a round, of 2 chips in the first and 4 in the second. Between the rounds a card
//! is turned up. Who pairs it wins the pot, else the higher card; equal cards share it.

// Helpers take states by reference as the trait's methods do, however small this game's are.
#![allow(clippy::trivially_copy_pass_by_ref)]

mod course;
mod equilibrium;
mod game;
mod search;
#[cfg(test)]
mod tests;
mod tree;

use std::fmt;

use course::Action;
use game::{DECK, LeducPoker, State, View};
use std::sync::{Arc, LazyLock};

use ludometer::games::{CardKind, Compiled, Design, Playable, Scores, defined_by_its_type, names};
use ludometer::model::{BySeat, LazySchema, RuleError, RuleSet, Schema};

static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "leduc-poker"
    usual_seats = 2

    [[param]]
    key = "ante"
    default = 1
    range = [1, 1000]
    about = "chips that each seat puts in before the deal"
    from = "source"

    [[param]]
    key = "raise.first"
    default = 2
    range = [1, 1000]
    about = "chips of a raise before the card is turned up"
    from = "source"

    [[param]]
    key = "raise.second"
    default = 4
    range = [1, 1000]
    about = "chips of a raise after it"
    from = "source"
    "#,
);

impl Compiled for LeducPoker {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "leduc-poker".to_owned(),
            title: "Leduc poker".to_owned(),
            action_kinds: names(&["fold", "call", "raise", "check"]),
            phases: names(&["first", "second"]),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, 2)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        if seats != 2 {
            return Err(RuleError::new(format!("{seats} seats, but there must be 2")));
        }
        let raises = ["raise.first", "raise.second"].map(|key| rules.int(key) as u16);
        Ok(Self::with(rules.int("ante") as u16, raises))
    }
}

impl Playable for LeducPoker {
    type Stats = ();
    type Weights = ();

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        ["jack", "queen", "king"].map(|name| CardKind::new(name, 2)).into()
    }

    fn action_kind(&self, action: Action) -> usize {
        action as usize
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        let [first, second] = state.cards;
        let cards = [Some(first), Some(second), state.public];
        if first == second || state.public.is_some_and(|card| state.cards.contains(&card)) {
            return Err(format!("a card is twice among {cards:?}"));
        }
        let most = i64::from(self.most());
        let paid = self.paid(state.course);
        if paid.iter().any(|paid| *paid < self.ante || i64::from(*paid) > most) {
            return Err(format!("{paid:?} chips in the pot"));
        }
        let [a, b] = self.chips(state);
        if a + b == 0 { Ok(()) } else { Err(format!("{a} and {b} chips don't balance")) }
    }

    // Raises with a pair or a king, calls with a queen, checks and folds with the rest.
    fn score_actions(&self, view: &View, legal: &[Action], (): &(), scores: &mut Scores<Action>) {
        let pair = view.public.is_some_and(|card| card.rank() == view.own.rank());
        let strength = if pair { 2 } else { view.own.rank() };
        scores.extend(legal.iter().map(|action| match (action, strength) {
            (Action::Raise, 2..) => 1.0,
            (Action::Check | Action::Call, 1..) | (Action::Check, 0) => 0.5,
            (Action::Fold, 0) => 0.3,
            _ => 0.0,
        }));
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        self.reward(state)
    }

    // Chips from the greatest loss to the greatest win, evenly from 0 to 1.
    #[inline]
    fn reward(&self, state: &State) -> BySeat<f64> {
        self.reward_of(self.chips(state))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&LeducPoker::definition().action_kinds[*self as usize])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = LeducPoker::default();
    let from = State::dealt([DECK[0], DECK[2]]);
    if speed::asked(&game, &from)? {
        return Ok(());
    }
    let tree = tree::Tree::new(&game);
    let solution = equilibrium::solve(&tree, 1000);
    let [low, high] = solution.bounds(&tree);
    println!("{} information sets, {} histories", tree.sets.len(), tree.nodes.len());
    let random = tree.uniform();
    println!("value of random play for seat 0: {:.6} chips a play", tree.value([&random, &random]));
    println!("value of the game for seat 0: {low:.5} to {high:.5} chips a play\n");
    println!("chips a play of mcts against an optimal opponent, above what optimal play gets there:");
    for iterations in [10, 100, 1000, 10_000] {
        let found = search::policy(&game, &tree, iterations, 20)?;
        let [first, second] = search::against(&tree, &solution, &found);
        println!("{iterations:>6} iterations: {:+.4} in seat 0, {:+.4} in seat 1", first - low, second + low);
    }
    Ok(())
}
