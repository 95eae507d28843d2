//! The curve that an analysis reads the estimates through.

use super::super::EvenOdd;
use crate::bots::BotSpec;
use crate::games::Playable;
use crate::model::RuleSet;
use crate::run::{Plan, Seating, Work, pilot};

#[test]
fn the_curve_is_the_same_for_batches_of_any_size_and_seed() {
    let game = EvenOdd::new(4, &RuleSet::defaults(EvenOdd::schema())).unwrap();
    let curve = |bots: &[&str], seed, plays| {
        let bots: Vec<_> = bots.iter().map(|bot| BotSpec::parse::<EvenOdd>(bot).unwrap()).collect();
        let plan = Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads: 1, timing: false };
        pilot(&game, &bots, &plan, Work::unwatched()).unwrap()
    };
    // A weak seat among strong ones is further behind than the estimates say.
    let strong = |bot| [bot, bot, bot, "random"];
    let greedy = curve(&strong("greedy"), 1, 20);
    assert!(greedy.is_some(), "a table whose estimates are used as they are would tell nothing");
    assert_eq!(greedy, curve(&strong("greedy"), 2, 5000));
    assert_ne!(greedy, curve(&["random"; 4], 1, 20), "it is that of the bots");
    assert_eq!(greedy, curve(&strong("mcts:iterations=1000"), 1, 20), "no thinking for a curve");
}
