//! Values of reviews against exact ones, by enumeration of all worlds and all continuations.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::sync::atomic::AtomicBool;

use ludometer::bots::Rollout;
use ludometer::model::{Rng, RuleSet, Seat, Streams};
use ludometer::run::{AnyGame, Position, Valuation};

static NEVER: AtomicBool = AtomicBool::new(false);

fn script(name: &str) -> Box<dyn AnyGame> {
    let path = format!("{}/games/{name}.luau", env!("CARGO_MANIFEST_DIR"));
    let entry = ludometer_scripted::entry(&path).unwrap();
    entry.load(2, RuleSet::defaults(entry.schema())).unwrap()
}

/// This seat's expected reward if all choose at random from here on and nothing but choices is left to chance.
fn exact(at: &dyn Position, seat: Seat) -> f64 {
    if at.to_move().is_none() {
        return at.reward(seat);
    }
    let value = |choice: usize| after(at, choice, seat);
    (0..at.choices()).map(value).sum::<f64>() / at.choices() as f64
}

fn after(at: &dyn Position, choice: usize, seat: Seat) -> f64 {
    let mut next = at.copy();
    next.apply_silently(choice, &mut Rng::from_words([0; 3]));
    exact(&*next, seat)
}

/// All worlds that a seat can't tell from this one. Each is equally likely in the games here.
fn worlds(at: &dyn Position, seat: Seat) -> Vec<Box<dyn Position>> {
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut all: Vec<Box<dyn Position>> = Vec::new();
    for _ in 0..300 {
        let world = at.determinized(seat, &mut rng);
        if all.iter().all(|other| !other.is_same(&*world)) {
            all.push(world);
        }
    }
    all
}

/// Compares the values of all decisions of random games, from the decision of this number on.
fn compare(game: &dyn AnyGame, games: u64, first: usize) -> usize {
    let plan = Valuation { worlds: 4_000, policy: Rollout::Random };
    let mut compared = 0;
    for number in 0..games {
        let streams = Streams::new(2, number);
        let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
        let mut at = game.position();
        at.deal(&mut chance);
        let mut decision = 0;
        while let Some(seat) = at.to_move() {
            let chosen = choices.index(at.choices());
            if decision >= first && at.choices() > 1 {
                let valued =
                    at.valued(chosen, plan, &mut Rng::from_words([3, number, decision as u64]), &NEVER);
                let worlds = worlds(&*at, seat);
                let value = |choice: usize| {
                    worlds.iter().map(|world| after(&**world, choice, seat)).sum::<f64>()
                        / worlds.len() as f64
                };
                for (choice, action) in valued.actions.iter().enumerate().filter(|(i, _)| *i != chosen) {
                    let (gain, half) = action.gain(1).unwrap();
                    let exact = value(choice) - value(chosen);
                    // The interval of 95 % doubled: some 2,000 comparisons with these seeds, none outside.
                    assert!(
                        (gain - exact).abs() <= 2.2 * half + 1e-9,
                        "{gain} {half} {exact}, game {number}"
                    );
                    compared += 1;
                }
            }
            at.apply_silently(chosen, &mut chance);
            decision += 1;
        }
    }
    compared
}

#[test]
fn late_positions_of_tic_tac_toe_have_their_exact_values() {
    assert!(compare(&*script("tic_tac_toe"), 12, 4) > 50);
}

#[test]
fn every_position_of_kuhn_poker_has_its_exact_value() {
    assert!(compare(&*script("kuhn_poker"), 40, 0) > 50);
}
