//! The curve that an analysis reads the estimates through.

use super::super::EvenOdd;
use ludometer_bots::BotSpec;
use ludometer_model::RuleSet;
use ludometer_playable::Compiled;
use ludometer_run::{Plan, Seating, Work, pilot};

#[test]
fn the_curve_is_the_same_for_all_parts_of_a_batch_and_any_seed() {
    let mut rules = RuleSet::defaults(EvenOdd::schema());
    rules.set_text("players.count=2").unwrap();
    let game = EvenOdd::new(2, &rules).unwrap();
    let curve = |bots: &[&str], seed, plays| {
        let bots: Vec<_> =
            bots.iter().map(|bot| BotSpec::parse(bot, EvenOdd::definition()).unwrap()).collect();
        let plan =
            Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads: 1, timing: false, stall: None };
        pilot(&game, &bots, &plan, Work::unwatched(), u64::MAX).unwrap()
    };
    let greedy = curve(&["greedy"; 2], 1, 20);
    assert!(greedy.is_some(), "a table without a curve would tell nothing");
    assert_eq!(greedy, curve(&["greedy"; 2], 2, 5000));
    assert_ne!(greedy, curve(&["random"; 2], 1, 20), "it is that of the bots");
    assert_eq!(greedy, curve(&["greedy", "mcts:iterations=1000"], 1, 20), "no thinking for a curve");
}
