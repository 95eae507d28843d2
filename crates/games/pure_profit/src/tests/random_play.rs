//! The invariants of section 11 after every action of random plays of random rule sets, and the figures
//! that the spec measured with another implementation (section 3).

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::rules_with;
use crate::card::{Card, VALUES};
use crate::event::{Cause, PlayEvent};
use crate::state::Phase;
use crate::{Action, Hand, PureProfit, Source, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, RuleSet, Seat, Streams};
use ludometer_playable::{Compiled, Playable as _};
use ludometer_run::{AnyGame, Batch, Hooks, Loaded, Plan, Seating, audit, check};

/// Settings that can be played at this number of seats, most of them far from the defaults.
fn settings(seats: usize) -> impl Strategy<Value = Vec<String>> {
    let counts = proptest::collection::vec(3_u32..12, VALUES);
    let specials = proptest::collection::vec(0_u32..14, 5);
    let levers = (1_u32..=6, 1_u32..=8, 2_u32..=10, 0..seats, 0_u32..=3, 1_u32..=3);
    let toggles = proptest::collection::vec(any::<bool>(), 9);
    (counts, specials, levers, toggles, 0_usize..3).prop_map(
        move |(values, specials, levers, on, leftover)| {
            let (deal, limit, goal, first, protected, games) = levers;
            let mut set: Vec<String> =
                values.iter().enumerate().map(|(i, n)| format!("deck.value_{}={n}", i + 1)).collect();
            let names = ["bankrupt_lowest", "bankrupt_highest", "steal_one", "steal_two", "steal_three"];
            set.extend(names.iter().zip(&specials).map(|(name, n)| format!("deck.{name}={n}")));
            let pick = |on: bool, a: &'static str, b: &'static str| if on { b } else { a };
            set.extend([
                "players.max=8".to_owned(),
                format!("hand.deal={}", deal.min(28 / seats as u32)),
                format!("hand.limit={limit}"),
                format!("bank.goal={goal}"),
                format!("setup.first_seat={first}"),
                format!("steal.protected_cards={protected}"),
                format!("match.games={games}"),
                format!("setup.first_special={}", pick(on[0], "dead", "replace")),
                format!("draw.may_stop={}", on[1]),
                format!("draw.at_limit={}", on[8]),
                format!("bankrupt.timing={}", pick(on[2], "after_draw", "at_once")),
                format!("bankrupt.no_values={}", pick(on[3], "relief", "wait")),
                format!("steal.cards={}", pick(on[4], "open", "blind")),
                format!("steal.reshuffle={}", pick(on[5], "returns", "removed")),
                format!("finish.allowed={}", on[6]),
                format!("match.tiebreak={}", pick(on[7], "shared", "games_won")),
                format!("finish.leftover={}", ["any", "at_most_one", "exactly_one"][leftover]),
                "limits.max_turns=300".to_owned(),
            ]);
            set
        },
    )
}

fn table() -> impl Strategy<Value = (usize, Vec<String>, u64)> {
    (2_usize..=8).prop_flat_map(|seats| (Just(seats), settings(seats), any::<u64>()))
}

/// Checks what only the way from one state to the next can show: I2, I4, I5, I8, I9, I10.
fn check_step(game: &PureProfit, before: &State, action: Action, after: &State, events: &[PlayEvent]) {
    let seats = game.seats();
    let mover = before.active;
    let same_game = before.game == after.game && after.phase != Phase::Over;
    for seat in Seat::all(seats).filter(|&s| s != mover && same_game) {
        let (old, new) = (&before.hands[seat], &after.hands[seat]);
        let robbed = events.iter().any(|e| matches!(e, PlayEvent::Steal { victim, .. } if *victim == seat));
        assert!(robbed || old == new, "I2: the hand of {seat:?} changed by {action}");
        if robbed {
            assert!(new.size >= game.params().protected, "I5: {} cards left", new.size);
        }
    }
    if same_game {
        for seat in Seat::all(seats) {
            let kept = before.banks[seat].counts.iter().zip(&after.banks[seat].counts).all(|(b, a)| a >= b);
            assert!(kept, "I4: {action} took a card from a bank");
        }
        if after.turn > before.turn {
            let ends = !matches!(action, Action::Draw(_) | Action::StealFrom(_)) || game.params().blind;
            assert!(ends && after.turn == before.turn + 1, "I10: {action} ended the turn");
        }
        let shorter = after.discard.len() < before.discard.len();
        let taken = action == Action::Draw(Source::Discard);
        let shuffled = events.iter().any(|e| matches!(e, PlayEvent::Shuffle { .. }));
        assert!(!shorter || taken || shuffled, "I9: the pile shrank by {action}");
        if shuffled {
            assert_eq!(after.discard.len(), 1, "I9: a reshuffle leaves the top");
            assert_eq!(after.discard.top(), before.discard.top());
        }
    }
    for event in events {
        if let PlayEvent::Draw { from: Source::Discard, card, .. } = event {
            assert!(card.is_value() && before.top() == Some(*card), "I8: {card} was no top");
        }
        if let PlayEvent::MoveCard { cause: Cause::Bank, card, .. } = event {
            let value = card.as_value().unwrap();
            let top = before.banks[mover].top;
            assert!(value == top + 1 || (value == top && top > 0), "I3: {value} on {top}");
        }
    }
}

/// I6: what a seat may keep when its turn ends, by all that was announced since it began.
fn check_kept(mover: Seat, hand: &Hand, said: &[PlayEvent]) {
    let short = said.iter().any(|e| match e {
        PlayEvent::Hold { seat, .. } | PlayEvent::Relief { seat, .. } => *seat == mover,
        _ => false,
    });
    let stolen = said.iter().filter(
        |e| matches!(e, PlayEvent::Steal { thief, card, .. } if *thief == mover && card.is_bankrupt()),
    );
    let (kept, stolen) = (usize::from(hand.bankrupts()), stolen.count());
    assert!(short || kept <= stolen, "I6: {mover:?} keeps {kept} Bankrupts, {stolen} of them stolen");
}

fn play(game: &PureProfit, seed: u64) {
    let streams = Streams::new(seed, 0);
    let mut chance = streams.chance();
    let mut rng = streams.seat(Seat::new(0));
    let mut state = game.new_state();
    let mut events = Vec::new();
    game.deal(&mut state, &mut chance, &mut events);
    // What was announced since the turn began: a shortage may be, before its first decision.
    let mut said = events.clone();
    let mut legal = Vec::new();
    while game.to_move(&state).is_some() {
        game.audit(&state).unwrap();
        legal.clear();
        game.legal(&state, &mut legal);
        assert!(legal.len() <= 16, "at most 16 actions: {legal:?}");
        let action = legal[rng.index(legal.len())];
        let before = state.clone();
        events.clear();
        game.apply(&mut state, action, &mut chance, &mut events);
        check_step(game, &before, action, &state, &events);
        said.extend_from_slice(&events);
        if state.game == before.game && state.turn > before.turn && state.phase != Phase::Over {
            check_kept(before.active, &state.hands[before.active], &said);
        }
        if let Some(begun) = said.iter().rposition(|e| matches!(e, PlayEvent::Turn { .. })) {
            said.drain(..=begun);
        }
    }
    let won = events.iter().find_map(|e| match e {
        PlayEvent::GameEnd { winner, .. } => Some(winner.is_some()),
        _ => None,
    });
    let full = Seat::all(game.seats()).filter(|&s| state.banks[s].top == game.params().goal).count();
    assert_eq!(full, usize::from(won.unwrap()), "I11");
}

/// Plays of so many random rule sets.
fn of_rule_sets(cases: u32, sound: impl Fn(&PureProfit, u64)) {
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let all = runner.run(&table(), |(seats, settings, seed)| {
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        sound(&rules_with(seats, &settings), seed);
        Ok(())
    });
    all.unwrap_or_else(|error| panic!("{error}"));
}

fn plays(game: &PureProfit, seed: u64) {
    for i in 0..8 {
        play(game, seed.wrapping_add(i));
    }
}

/// Each toggle is on in half of the rule sets.
#[test]
fn invariants_hold_in_random_plays_of_random_rule_sets() {
    of_rule_sets(120, plays);
}

#[test]
fn views_and_imagined_states_keep_the_contract() {
    of_rule_sets(40, |game, seed| check(game, 1, seed).unwrap());
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_are_sound() {
    of_rule_sets(5000, plays);
    of_rule_sets(2000, |game, seed| check(game, 1, seed).unwrap());
}

#[test]
fn no_bot_peeks() {
    for (bot, positions) in [("random", 10_000), ("greedy", 10_000), ("mcts:iterations=8,length=3", 10_000)] {
        let game = game(3, &[]);
        let bots = vec![game.bot(bot).unwrap(); 3];
        let audit = audit(&game, &bots, positions, 5, Hooks::none()).unwrap();
        assert_eq!(audit.positions, positions);
        // The re-dealt states must really be other ones, or nothing was tested.
        assert!(audit.different > positions * 9 / 10, "{audit:?}");
    }
}

#[test]
fn the_smallest_things_stay_small() {
    assert_eq!(size_of::<Action>(), 2);
    assert_eq!(size_of::<Card>(), 1);
    let mut tops = BySeat::all(0_u8);
    tops[Seat::new(3)] = 4;
    assert_eq!(tops.first(4), [0, 0, 0, 4]);
}

fn game(seats: usize, settings: &[&str]) -> Loaded<PureProfit> {
    let mut rules = RuleSet::defaults(PureProfit::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    Loaded::new(seats, rules).unwrap()
}

fn batch(seats: usize, settings: &[&str], bots: &[&str], plays: u64) -> Batch {
    let game = game(seats, settings);
    let bots: Vec<_> = (0..seats).map(|i| game.bot(bots[i % bots.len()]).unwrap()).collect();
    let plan =
        Plan { seed: 7, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|m| m.name() == name);
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value.unwrap()
}

#[test]
fn the_contract_holds_at_every_table() {
    for seats in 2..=6 {
        check(game(seats, &[]).game(), 8, 1).unwrap();
    }
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_contract_holds_in_many_plays() {
    for seats in 2..=6 {
        check(game(seats, &[]).game(), 300, 2).unwrap();
    }
}

#[test]
fn random_play_is_as_long_as_the_spec_measured() {
    for (seats, turns) in [(2, 275.0), (3, 354.0), (4, 433.0), (5, 517.0), (6, 610.0)] {
        let batch = batch(seats, &[], &["random"], 20_000);
        let mean = metric(&batch, "turns");
        assert!((mean / turns - 1.0).abs() < 0.02, "{seats} seats: {mean} turns, not {turns}");
        assert_eq!(metric(&batch, "unfinished"), 0.0);
    }
}

#[test]
fn greedy_play_is_as_long_as_the_spec_measured() {
    for (seats, turns) in [(2, 38.7), (3, 44.9), (4, 52.9), (5, 62.1), (6, 71.0)] {
        let batch = batch(seats, &[], &["greedy"], 2000);
        let mean = metric(&batch, "turns");
        eprintln!("{seats} seats: {mean} turns, the spec has {turns}");
        assert!((0.75..1.25).contains(&(mean / turns)), "{seats} seats: {mean} turns, not about {turns}");
    }
}
