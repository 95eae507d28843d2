//! The choices of the search bot in every information set, and what they are worth.

use ludometer::bots::{BotError, BotSpec, Strategy, build};
use ludometer::games::Playable as _;
use ludometer::model::{Decision, Rng};

use super::equilibrium::Solution;
use super::game::LeducPoker;
use super::tree::{Policy, Tree};

/// Returns how often `mcts` with this budget takes each action, in `times` searches of each information set.
///
/// # Errors
/// As [`BotSpec::parse`].
pub(crate) fn policy(
    game: &LeducPoker,
    tree: &Tree,
    iterations: u32,
    times: u32,
) -> Result<Policy, BotError> {
    let mut bot = build(&BotSpec::parse(&format!("mcts:iterations={iterations}"), game.design())?, game);
    let mut found = Vec::with_capacity(tree.sets.len());
    for (i, set) in tree.sets.iter().enumerate() {
        let decision = Decision::new(game, &set.state, set.seat, &set.legal);
        let mut shares = vec![0.0; set.legal.len()];
        for time in 0..times {
            let mut rng = Rng::from_words([i as u64, u64::from(time), 5]);
            bot.begin();
            if let Ok(choice) = bot.decide(&decision, &mut rng) {
                shares[choice] += 1.0 / f64::from(times);
            }
        }
        found.push(shares);
    }
    Ok(found)
}

/// Chips a play that this policy gets in seat 0 and in seat 1 against the solution.
pub(crate) fn against(tree: &Tree, solution: &Solution, policy: &Policy) -> [f64; 2] {
    [tree.value([policy, &solution.0]), -tree.value([&solution.0, policy])]
}
