//! Small games as a whole: how many information sets they have, and what they are worth, is known.

use std::sync::atomic::AtomicBool;

use ludometer_learn::{Policy, Regrets, exploitability};
use ludometer_model::RuleSet;
use ludometer_run::{AnyGame, WholeError};

use super::gallery_path;

fn loaded(name: &str, settings: &[&str]) -> Box<dyn AnyGame> {
    let entry = crate::entry(&gallery_path(name)).unwrap();
    let mut rules = RuleSet::defaults(entry.schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    entry.load(2, rules).unwrap()
}

/// Returns the number of information sets, the exploitability of a strategy learned in so many rounds, and the first
/// seat's mean score.
fn solved(game: &dyn AnyGame, rounds: u32) -> (usize, f64, f64) {
    let stop = AtomicBool::new(false);
    let whole = game.learning().whole(&stop).unwrap();
    let tree = whole.tree();
    let mut regrets = Regrets::new(tree);
    (0..rounds).for_each(|_| regrets.round(tree));
    let policy = regrets.average();
    (whole.known().len(), exploitability(tree, &policy), tree.value(&policy)[0])
}

#[test]
fn kuhn_poker_is_worth_what_kuhn_found() {
    let (sets, exploitability, value) = solved(&*loaded("kuhn_poker.luau", &[]), 500);
    assert_eq!(sets, 12);
    assert!(exploitability < 0.001 && (value + 1.0 / 18.0).abs() < 0.001, "{exploitability}, {value}");
}

#[test]
fn leduc_poker_is_worth_what_is_published() {
    // 288 information sets without suits; -0.0856 chips.
    let (sets, exploitability, value) = solved(&*loaded("leduc_poker.luau", &[]), 300);
    assert_eq!(sets, 288);
    assert!(exploitability < 0.01 && (value + 0.0856).abs() < 0.002, "{exploitability}, {value}");
}

#[test]
fn bids_that_no_view_shows_are_remembered() {
    // As many information sets as OpenSpiel's `liars_dice`.
    let game = loaded("liars_dice.luau", &["dice.each=1", "dice.wild=highest"]);
    let stop = AtomicBool::new(false);
    let whole = game.learning().whole(&stop).unwrap();
    assert_eq!(whole.known().len(), 24_576);
    let views: std::collections::HashSet<u64> = whole.known().iter().map(|known| known.view_key).collect();
    assert!(views.len() < 1000, "{}", views.len());
}

#[test]
fn a_bot_plays_in_the_tree_as_it_does_in_games() {
    let game = loaded("kuhn_poker.luau", &[]);
    let stop = AtomicBool::new(false);
    let whole = game.learning().whole(&stop).unwrap();
    let pool = ludometer_run::pool(1).unwrap();
    let asked = |bot: &str, times| -> Policy {
        whole.policy_of(&game.bot(bot).unwrap(), times, 1, &pool, &stop, &|_| {}).unwrap()
    };
    assert_eq!(asked("random", 1), whole.tree().uniform());
    // By OpenSpiel: 0.458333 of its uniform policy.
    let gains = exploitability(whole.tree(), &asked("random", 1));
    assert!((gains - 0.458_333_333).abs() < 1e-6, "{gains}");
    // A bot that is asked: it never bets.
    let times = asked("greedy:without=bet", 50);
    for (known, chosen) in whole.known().iter().zip(&times) {
        let bet = known.actions.iter().position(|action| action == "bet");
        assert!(bet.is_none_or(|bet| chosen[bet] == 0.0), "{known:?} {chosen:?}");
        assert!((chosen.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn games_that_are_too_large_are_refused() {
    let stop = AtomicBool::new(false);
    let refused = |name: &str| loaded(name, &[]).learning().whole(&stop).err();
    assert!(matches!(refused("workshop.luau"), Some(WholeError::Chance(_))));
    assert_eq!(refused("river_race.luau"), Some(WholeError::TooLong));
}

#[test]
fn to_look_at_a_game_as_a_whole_can_be_stopped() {
    let stop = AtomicBool::new(true);
    assert_eq!(loaded("tic_tac_toe.luau", &[]).learning().whole(&stop).err(), Some(WholeError::Stopped));
}
