//! The contract and the invariants of section 11 in random plays of random rule sets, and the
//! spec's yardsticks.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::rules_with;
use crate::{Action, FilmRummy, State};
use ludometer_bots::BotSpec;
use ludometer_model::{Game, Outcome, Seat, Silent, Streams};
use ludometer_playable::{Compiled, Playable};
use ludometer_run::{Seating, Table, check};

/// All toggles away from their defaults.
const ALL_TOGGLES: [&str; 11] = [
    "rules.go_out_needs_discard=false",
    "rules.interaction_timing=free",
    "rules.thief_sees_hand=true",
    "rules.exchange_needs_own_meld=true",
    "rules.exchanged_joker_must_be_placed=true",
    "rules.extra_exchange_compulsory=true",
    "rules.negative_limit=fixed_round",
    "rules.defect_self_target=true",
    "rules.refill_keep_top=true",
    "rules.may_rediscard_taken_card=false",
    "rules.meld_joker_choice=false",
];

/// The third value of the one toggle that has three.
const ANY_TURN: &str = "rules.interaction_timing=any_turn";

fn ids(word: &str, n: usize) -> String {
    let list: Vec<String> = (0..n).map(|i| format!("\"{word}{i}\"")).collect();
    format!("[{}]", list.join(", "))
}

/// Rule sets of all sorts; those that can't be played are left out by the caller.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let shape = (1_usize..=8, 2_usize..=10, 0_usize..=12, 5_usize..=20, 1_u32..=3);
    let deck = (1_u32..=4, 0_u32..=3, 0_u32..=20, 0_u32..=4, 0_u32..=6);
    let toggles = proptest::collection::vec(any::<bool>(), ALL_TOGGLES.len() + 1);
    let turns = prop_oneof![4 => 50_u32..=100, 1 => 200_u32..=400];
    let mode = (0_usize..3, 5_u32..=60, 0_u32..=3, turns);
    (shape, deck, toggles, mode).prop_map(|(shape, deck, toggles, mode)| {
        let (genres, categories, extras, hand, natural) = shape;
        let (basics, extra_copies, jokers, actions, odd) = deck;
        let (mode, limit, deals, turns) = mode;
        let mut set = vec![
            "players.max=6".to_owned(),
            format!("set.genres={}", ids("g", genres)),
            format!("set.categories={}", ids("c", categories)),
            format!("set.extras={}", ids("x", extras)),
            format!("set.min_natural={}", natural.min(categories as u32)),
            format!("deal.hand_size={hand}"),
            format!("deck.basic_copies={basics}"),
            format!("deck.extra_copies={extra_copies}"),
            format!("deck.copies.g0.c1={odd}"),
            format!("deck.jokers={jokers}"),
            format!("match.mode={}", ["single", "points", "deals"][mode]),
            format!("match.points_limit={limit}"),
            format!("match.deals={deals}"),
            format!("limits.max_turns={turns}"),
        ];
        for id in crate::ACTIONS {
            set.push(format!("deck.action.{id}={actions}"));
            if id.starts_with("pos") || id.starts_with("neg") {
                set.push(format!("action.{id}.genres=[\"g0\", \"g{}\"]", genres - 1));
            }
        }
        set.extend(toggles.iter().zip(ALL_TOGGLES).filter(|(on, _)| **on).map(|(_, t)| t.to_owned()));
        if toggles[ALL_TOGGLES.len()] {
            set.push(ANY_TURN.to_owned());
        }
        set
    })
}

fn playable(seats: usize, settings: &[String]) -> Option<FilmRummy> {
    let mut rules = ludometer_model::RuleSet::defaults(FilmRummy::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    FilmRummy::new(seats, &rules).ok()
}

/// Checks what only the way from one state to the next can show.
fn check_step(game: &FilmRummy, before: &State, after: &State) {
    if before.board.deal != after.board.deal {
        return;
    }
    for seat in Seat::all(game.seats()) {
        let (old, new) = (before.board.meld(seat), after.board.meld(seat));
        if old.exists() {
            // A meld never shrinks, a full set of extras stays full, exchanges only bring real cards.
            assert!(new.size() >= old.size() && new.genre() == old.genre());
            assert_eq!((new.extras & old.extras, new.basics & !old.basics), (old.extras, 0));
        }
    }
    assert!(after.board.slot - before.board.slot <= 1 && after.board.turn - before.board.turn <= 1);
}

/// Plays of so many random rule sets that can be played.
fn of_rule_sets(cases: u32, sound: impl Fn(&FilmRummy, u64)) {
    let tables = (2_usize..=6, settings(), any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let all = runner.run(&tables, |(seats, settings, seed)| {
        if let Some(game) = playable(seats, &settings) {
            sound(&game, seed);
        }
        Ok(())
    });
    all.unwrap_or_else(|error| panic!("{error}"));
}

/// Each toggle is on in half of the rule sets.
#[test]
fn invariants_hold_under_all_rules() {
    of_rule_sets(40, |game, seed| check(game, 1, seed).unwrap());
}

#[test]
fn each_step_is_sound_under_all_rules() {
    of_rule_sets(600, |game, seed| sound_plays(game, 1, seed));
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_are_sound() {
    of_rule_sets(2000, |game, seed| check(game, 1, seed).unwrap());
    of_rule_sets(50_000, |game, seed| sound_plays(game, 1, seed));
    for seats in 2..=4 {
        sound_plays(&rules_with(seats, &ALL_TOGGLES), 10_000, 17);
    }
}

#[test]
fn random_rule_sets_are_mostly_playable() {
    // The properties above would say nothing if most rule sets were refused.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for seats in 2..=6 {
        let played = (0..200).filter(|_| {
            let set = settings().new_tree(&mut runner).unwrap();
            playable(seats, &proptest::strategy::ValueTree::current(&set)).is_some()
        });
        assert!(played.count() > 100, "{seats} seats");
    }
}

#[test]
fn the_contract_holds_at_every_table() {
    for seats in 2..=4 {
        check(&rules_with(seats, &[]), 8, 11).unwrap();
    }
    check(&rules_with(6, &["players.max=6"]), 4, 12).unwrap();
}

#[test]
fn every_toggle_alone_keeps_the_contract() {
    for toggle in ALL_TOGGLES.into_iter().chain([ANY_TURN]) {
        check(&rules_with(3, &[toggle]), 1, 13).unwrap();
    }
}

#[test]
fn all_toggles_at_once() {
    for seats in 2..=4 {
        check(&rules_with(seats, &ALL_TOGGLES), 2, 14).unwrap();
        let game = rules_with(seats, &ALL_TOGGLES);
        let plays = many(&game, 400, 15);
        assert!(plays.iter().any(|o| !o.unfinished));
        let any_turn: Vec<&str> = ALL_TOGGLES.into_iter().chain([ANY_TURN]).collect();
        check(&rules_with(seats, &any_turn), 2, 14).unwrap();
    }
}

#[test]
fn all_toggles_keep_the_invariants_in_many_plays() {
    for seats in 2..=4 {
        sound_plays(&rules_with(seats, &ALL_TOGGLES), 80, 17);
    }
}

#[test]
fn each_step_of_random_plays_is_sound() {
    sound_plays(&rules_with(3, &[]), 100, 16);
}

/// Plays at random and checks every state and every step.
fn sound_plays(game: &FilmRummy, plays: u64, seed: u64) {
    let mut state = game.new_state();
    let mut before = game.new_state();
    let mut legal: Vec<Action> = Vec::new();
    for play in 0..plays {
        let mut rng = Streams::new(seed, play).chance();
        game.deal(&mut state, &mut rng, &mut Silent);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            before.clone_from(&state);
            game.apply(&mut state, legal[rng.index(legal.len())], &mut rng, &mut Silent);
            if let Err(flaw) = game.audit(&state) {
                panic!("play {play}: {flaw}");
            }
            check_step(game, &before, &state);
        }
    }
}

#[test]
fn an_action_is_small() {
    assert!(size_of::<Action>() <= 6);
}

fn many(game: &FilmRummy, plays: u64, seed: u64) -> Vec<Outcome> {
    bots(game, &vec!["random"; game.seats()], plays, seed)
}

fn bots(game: &FilmRummy, names: &[&str], plays: u64, seed: u64) -> Vec<Outcome> {
    let specs: Vec<BotSpec> =
        names.iter().map(|b| BotSpec::parse(b, FilmRummy::definition()).unwrap()).collect();
    let mut table = Table::new(game, &specs, Seating::Fixed, seed);
    let stop = AtomicBool::new(false);
    (0..plays).map(|i| table.play(i, &mut Unwatched, &stop, None).unwrap().outcome).collect()
}

struct Unwatched;
impl ludometer_stats::Observer<FilmRummy> for Unwatched {}

fn mean_turns(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|o| f64::from(o.turns)).sum::<f64>() / outcomes.len() as f64
}

#[test]
fn yardstick_random_lengths() {
    // About 320, 370 and 430 turns; fewer than one deal in 1000 reaches the limit.
    for (seats, mean) in [(2, 320.0), (3, 370.0), (4, 430.0)] {
        let plays = many(&rules_with(seats, &[]), 1500, 20);
        let turns = mean_turns(&plays);
        assert!((turns - mean).abs() < 0.15 * mean, "{seats} seats: {turns}");
        assert!(plays.iter().filter(|o| o.unfinished).count() <= 1);
    }
}

#[test]
fn yardstick_greedy_lengths_and_strength() {
    for seats in 2..=4 {
        let game = rules_with(seats, &[]);
        let mut turns: Vec<u32> =
            bots(&game, &vec!["greedy"; seats], 600, 21).iter().map(|o| o.turns).collect();
        turns.sort_unstable();
        assert!((28..=55).contains(&turns[300]), "{seats} seats: {}", turns[300]);
        let mut line_up = vec!["random"; seats];
        line_up[0] = "greedy";
        let wins = bots(&game, &line_up, 300, 22).iter().filter(|o| o.ranks.first(1)[0] == 1).count();
        assert!(wins > 240, "{seats} seats: {wins} of 300");
    }
}
