//! The core's contract, the invariants in random plays of random rule sets, the no-peek audit, and
//! figures that the spec gives for random play.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::follow::play;
use super::*;
use ludometer_bots::BotSpec;
use ludometer_run::{Hooks, Loaded, audit, check};

/// All toggles away from their defaults.
pub(super) const TOGGLED: &[&str] = &[
    "service.counters=ranked",
    "service.declined_by=anyone",
    "pld.shield=current_turn",
    "pld.windows=[\"turn_start\", \"after_draw\", \"turn_end\"]",
    "elimination.rule=insolvent",
    "auction.unsold=reoffer",
    "auction.funding=sales",
    "burn.timing=at_once",
    "auction.seller_may_bid=true",
    "auction.raise_steps=[1, 2, 5]",
    "shoes.unpicked=vault",
    "sales.window=every_turn",
    "second_service.allow_bonus=true",
    "second_service.max=3",
    "service.max_bonus=3",
    "quickie.max_per_turn=5",
    "get_paid.max_per_turn=3",
    "clothing.enabled=true",
    "stake.amount=5",
];

/// Holds the contract in so many plays with the printed rules, with all toggles at once and with each alone.
fn the_contract_holds(plays: u64, with_all: u64, alone: u64) {
    for seats in 2..=8 {
        check(&game(seats, &[]), plays, 7).unwrap();
        check(&game(seats, TOGGLED), with_all, 7).unwrap();
        check(&game(seats, &["elimination.rule=jewels"]), alone, 3).unwrap();
    }
    for (i, toggle) in TOGGLED.iter().enumerate() {
        check(&game(2 + i % 7, &[toggle]), alone, 3).unwrap();
    }
}

#[test]
fn the_contract_holds_at_every_table_and_with_each_toggle() {
    the_contract_holds(12, 8, 3);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_contract_holds_in_many_plays() {
    the_contract_holds(300, 200, 60);
}

#[test]
fn the_invariants_hold_in_thousands_of_plays() {
    for number in 0..1400 {
        let seats = 2 + number as usize % 7;
        play(&game(seats, if number % 2 == 0 { &[] } else { TOGGLED }), number, &mut |_| ());
        if number % 5 == 0 {
            // The third value of a toggle that has three, with the others as they are or at once.
            let toggles = if number % 2 == 0 { &[] } else { TOGGLED };
            let settings: Vec<&str> = toggles.iter().copied().chain(["elimination.rule=jewels"]).collect();
            play(&game(seats, &settings), number, &mut |_| ());
        }
    }
}

/// Settings of some keys, each within its range.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![
        (0..9).prop_map(|n| format!("setup.hand_size={n}")),
        (1..25).prop_map(|n| format!("setup.jewels={n}")),
        (0..3).prop_map(|n| format!("setup.shoes={n}")),
        (20..400).prop_map(|n| format!("vault.jewels_total={n}")),
        (0..17).prop_map(|n| format!("shoes.total={n}")),
        prop::sample::subsequence(vec!["turn_start", "after_draw", "turn_end"], 0..=3)
            .prop_map(|windows| format!("pld.windows={windows:?}")),
        (1..21).prop_map(|n| format!("shoe.price={}", n * 100)),
        prop::collection::vec(1..8, 1..4).prop_map(|faces| format!("die.faces={faces:?}")),
        (0..21).prop_map(|n| format!("hand.limit={n}")),
        (0..6).prop_map(|n| format!("get_paid.max_per_turn={n}")),
        (0..6).prop_map(|n| format!("quickie.max_per_turn={n}")),
        (1..21).prop_map(|n| format!("corner.price={}", n * 100)),
        (1..4).prop_map(|n| format!("service.max_bonus={n}")),
        (0..4).prop_map(|n| format!("second_service.max={n}")),
        (0..6).prop_map(|n| format!("second_service.min_price={}", n * 100)),
        (1..51).prop_map(|n| format!("auction.opening={}", n * 100)),
        (1..11).prop_map(|n| format!("auction.increment={}", n * 100)),
        prop::collection::btree_set(1..11, 1..4)
            .prop_map(|s| format!("auction.raise_steps={:?}", s.into_iter().collect::<Vec<_>>())),
        (0..9).prop_map(|n| format!("win.shoes={n}")),
        Just("elimination.rule=jewels".to_owned()),
        (0..13).prop_map(|n| format!("clothing.items={n}")),
        (1..21).prop_map(|n| format!("clothing.price={}", n * 100)),
        (0..21).prop_map(|n| format!("card.burn_300_clothing.clothing={}", n * 100)),
        (0..KINDS, 0..61).prop_map(|(kind, n)| {
            let deck = if kind < cards::EVEN_KINDS { "even" } else { "odd" };
            format!("deck.{deck}.{}={n}", NAMES[kind])
        }),
        (0..KINDS, 0..21).prop_map(|(kind, n)| format!("card.{}.amount={}", NAMES[kind], n * 100)),
    ];
    let toggles = prop::sample::subsequence(TOGGLED.to_vec(), 0..=5);
    (toggles, prop::collection::vec(one, 0..14))
        .prop_map(|(toggles, more)| toggles.into_iter().map(str::to_owned).chain(more).collect())
}

/// Returns the game with those of the settings that go together with the ones before them.
fn playable(seats: usize, settings: &[String]) -> EvenOdd {
    let mut rules = RuleSet::defaults(SCHEMA.get());
    rules.set_text("limits.max_turns=150").unwrap();
    let mut game = EvenOdd::new(seats, &rules).unwrap();
    for setting in settings {
        let mut changed = rules.clone();
        if changed.set_text(setting).is_err() {
            // Amounts of kinds without a printed one are no keys.
            assert!(setting.starts_with("card."), "{setting}");
        } else if let Ok(other) = EvenOdd::new(seats, &changed) {
            (game, rules) = (other, changed);
        }
    }
    game
}

/// Plays of so many random rule sets.
fn rule_sets_are_sound(cases: u32) {
    let tables = (2_usize..9, settings(), any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let sound = runner.run(&tables, |(seats, settings, seed)| {
        let game = playable(seats, &settings);
        check(&game, 1, seed).map_err(|flaw| TestCaseError::fail(flaw.to_string()))?;
        for number in 0..6 {
            play(&game, seed.wrapping_add(number), &mut |_| ());
        }
        Ok(())
    });
    sound.unwrap_or_else(|error| panic!("{error}"));
}

/// A toggle is on in one of eight rule sets, a key set in a quarter of them.
#[test]
fn random_rule_sets_play() {
    rule_sets_are_sound(100);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_play() {
    rule_sets_are_sound(5000);
}

/// The no-peek audit of one bot at this table.
fn audited(game: &EvenOdd, bot: &str, positions: u64) {
    let spec = BotSpec::parse(bot, EvenOdd::definition()).unwrap();
    let bots = vec![spec; game.seats()];
    let game = Loaded::with(game.clone(), RuleSet::defaults(EvenOdd::schema()));
    let found = audit(&game, &bots, positions, 5, Hooks::none()).unwrap();
    assert_eq!(found.positions, positions);
    assert!(found.different > positions / 2, "{found:?}");
}

#[test]
fn no_bot_peeks() {
    for (seats, settings) in [(2, &[][..]), (4, &[]), (5, TOGGLED)] {
        let game = game(seats, settings);
        audited(&game, "random", 1000);
        audited(&game, "greedy", 1000);
        audited(&game, "mcts:iterations=20", 100);
    }
}

/// Returns the mean of the turns of random plays, and the longest.
fn lengths(seats: usize, plays: u64) -> (f64, u32) {
    let game = game(seats, &[]);
    let turns: Vec<u32> = (0..plays).map(|i| play(&game, i, &mut |_| ()).table.turn).collect();
    let sum: u32 = turns.iter().sum();
    (f64::from(sum) / plays as f64, turns.into_iter().max().unwrap_or(0))
}

#[test]
fn random_plays_end_far_from_the_limit() {
    // The longest of 80,000 trial plays took 432 turns.
    for (seats, low, high) in [(2, 35.0, 55.0), (4, 60.0, 85.0), (8, 20.0, 40.0)] {
        let (mean, longest) = lengths(seats, 400);
        assert!((low..high).contains(&mean), "{seats} players: {mean} turns");
        assert!(longest < 600, "{seats} players: {longest} turns");
    }
}

#[test]
fn corners_come_every_sixth_turn_and_greedy_beats_random() {
    let game = game(4, &[]);
    let bot = |text: &str| BotSpec::parse(text, EvenOdd::definition()).unwrap();
    let bots = [bot("greedy"), bot("random"), bot("random"), bot("random")];
    let mut wins = 0;
    let seating = ludometer_run::Seating::Rotate;
    let mut table = ludometer_run::Table::new(&game, &bots, seating, 3);
    for number in 0..400 {
        let played = table.play(number, &mut (), &AtomicBool::new(false), None).unwrap();
        let winner = played.outcome.winners().next().unwrap();
        wins += u32::from(played.bots[winner] == 0);
    }
    // It won 3052 of 4000 plays of another seed; 265 of 400 are four standard errors
    // less, and a fair share is 100.
    assert!(wins > 265, "greedy won {wins} of 400 against three random players");
    let (mut turns, mut corners) = (0, 0);
    for number in 0..200 {
        let mut hear = |e: &Event| corners += u32::from(matches!(e, Event::Draw { card: Card::CORNER, .. }));
        turns += play(&game, number, &mut hear).table.turn;
    }
    let share = f64::from(corners) / f64::from(turns);
    assert!((0.155..0.178).contains(&share), "{share} Corners a turn");
}
