//! The contract and the invariants (spec 11) in random plays of random rule sets, and no peeking.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use ludometer_bots::BotSpec;
use ludometer_model::{Game, Rng, Seat, Streams};
use ludometer_playable::{Compiled, Playable};
use ludometer_run::{Hooks, Loaded, audit};
// Cards are drawn by their place among the unknown ones also where draws are to be coupled.
use ludometer_run::check_playable as check;

use super::super::event::{Event, PayFor};
use super::super::phase::Phase;
use super::super::{GreedStreet, State};
use super::ledger::Ledger;
use super::scene::game;

/// Every toggle and variant at once.
pub(super) const ALL: &[&str] = &[
    "doubles.on_first_roll=false",
    "bling.reusable=false",
    "fight.needs_full_payment=false",
    "fight.reveal=after_both",
    "fight.requires_own_worker=true",
    "fight.no_worker_penalty=pay_price_again",
    "finish.exact=true",
    "lose_worker.chooser=random",
    "attention.notice_prob=0.5",
    "attention.late_prob=0.5",
    "bribe.late_factor=0.5",
    "trade.initiators=all",
    "barter.when_short=true",
    "variant.price_bartering=true",
    "variant.legal_theft=true",
    "theft.attempts_per_turn=2",
    "variant.proximity_fighting=true",
    "proximity.in_finish=true",
];

fn the_contract_holds(plays: u64, with_all: u64) {
    for seats in 2..=6 {
        check(&game(seats, &[]), plays, 1).unwrap();
        check(&game(seats, ALL), with_all, 2).unwrap();
    }
}

#[test]
fn the_contract_holds_at_all_table_sizes() {
    the_contract_holds(12, 2);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_contract_holds_in_many_plays() {
    the_contract_holds(300, 30);
}

/// Returns one random play; every state is checked, and what each action did is kept in books beside it.
fn play(game: &GreedStreet, seed: u64) -> State {
    let streams = Streams::new(seed, 0);
    let (mut chance, mut rng) = (streams.chance(), streams.seat(Seat::new(0)));
    let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
    game.deal(&mut state, &mut chance, &mut events);
    let mut ledger = Ledger::new(game, &events, &state);
    while game.to_move(&state).is_some() {
        game.audit(&state).unwrap();
        legal.clear();
        game.legal(&state, &mut legal);
        let before = state.public.phase;
        let action = legal[rng.index(legal.len())];
        events.clear();
        game.apply(&mut state, action, &mut chance, &mut events);
        ledger.act(action, &events, &state);
        // Invariant 7: a fight for a Worker follows a full payment on this landing.
        let fight = events.iter().any(|e| matches!(e, Event::FightStart { worker: Some(_), .. }));
        if fight && game.params().full_payment {
            assert_eq!(before, Phase::FightChoice);
        }
        let full =
            events.iter().any(|e| matches!(e, Event::Pay { reason: PayFor::Price | PayFor::Unasked, .. }));
        if state.public.phase == Phase::FightChoice && game.params().full_payment {
            assert!(full, "{action} led to a fight without a full payment");
        }
    }
    game.audit(&state).unwrap();
    state
}

#[test]
fn with_everything_on_plays_end_and_keep_the_invariants() {
    // The same loop was run once for 100,000 plays.
    for (seats, plays) in [(2, 60), (3, 20), (6, 3)] {
        let game = game(seats, ALL);
        for seed in 0..plays {
            let state = play(&game, seed);
            let outcome = game.outcome(&state);
            assert_eq!(outcome.unfinished, state.public.retired.len() as usize != seats);
        }
    }
}

/// Words for one random rule set.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let flags = [
        "doubles.score_card",
        "doubles.on_first_roll",
        "recruit.cash_bonus",
        "bling.reusable",
        "fight.needs_full_payment",
        "fight.requires_own_worker",
        "finish.exact",
        "land.after_direction",
        "claim.volunteer",
        "bribe.enabled",
        "trade.enabled",
        "trade.counter",
        "barter.when_short",
        "variant.price_bartering",
        "variant.legal_theft",
        "variant.proximity_fighting",
        "proximity.in_finish",
    ];
    let probability = prop::sample::select(vec!["0", "0.3", "0.8", "1"]);
    (
        prop::collection::vec(any::<bool>(), flags.len()),
        prop::array::uniform4(any::<bool>()),
        (4..=20_u32, 2..=20_u32, 1..=4_u32, 1..=20_u32),
        (prop::collection::vec(probability, 4), 0..=2_u32, 1..=3_u32),
        (prop::collection::vec(0..=3_u32, 12), prop::sample::select(vec![0, 40, 300, 1000]), any::<bool>()),
        prop::collection::vec(any::<bool>(), 5),
    )
        .prop_map(move |(on, words, numbers, (probabilities, offers, thefts), (deck, money, board), windows)| {
            let mut sets: Vec<String> = flags.iter().zip(on).map(|(flag, on)| format!("{flag}={on}")).collect();
            let pairs = [
                ("fight.reveal", ["after_own_roll", "after_both"]),
                ("fight.no_worker_penalty", ["none", "pay_price_again"]),
                ("lose_worker.chooser", ["self", "random"]),
                ("trade.initiators", ["active", "all"]),
            ];
            sets.extend(pairs.iter().zip(words).map(|((key, two), on)| format!("{key}={}", two[usize::from(on)])));
            let (sides, recruit, rounds, chain) = numbers;
            sets.push(format!("dice.sides={sides}"));
            sets.push(format!("recruit.min={recruit}"));
            sets.push(format!("fight.max_rounds={rounds}"));
            sets.push(format!("land.chain_max={chain}"));
            let keys = ["attention.notice_prob", "attention.late_prob", "bribe.late_factor", "theft.notice_prob"];
            sets.extend(keys.iter().zip(probabilities).map(|(key, p)| format!("{key}={p}")));
            sets.push(format!("trade.offers_per_window={offers}"));
            sets.push(format!("theft.attempts_per_turn={thefts}"));
            let names = super::super::cards::NAMES;
            sets.extend(names.iter().zip(deck).map(|(name, n)| format!("deck.{name}={n}")));
            sets.push("deck.gift_1=1".to_owned());
            sets.push(format!("money.start={money}"));
            sets.push("limits.max_turns=120".to_owned());
            let open = super::super::Window::ALL.iter().zip(windows).filter(|(_, on)| *on);
            let open: Vec<String> = open.map(|(window, _)| format!("'{}'", window.name())).collect();
            sets.push(format!("trade.windows=[{}]", open.join(", ")));
            if board {
                sets.push(
                    "board.squares=['worker:abby', 'forward', 'lose_worker', 'cop/back', 'worker:tina', 'skip_turn', 'take_score:2', \
                     'pay_each:30', 'cop/lose_score', 'worker:tina', 'pay_per_worker:20', 'back', 'worker:delia', 'worker:uma']"
                        .to_owned(),
                );
            }
            sets
        })
}

/// Holds the invariants and the contract in plays of so many random rule sets.
fn rule_sets_are_sound(cases: u32) {
    let tables = (settings(), 2..=6_usize, any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let sound = runner.run(&tables, |(sets, seats, seed)| {
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let game = game(seats, &sets);
        for i in 0..6 {
            play(&game, seed.wrapping_add(i));
        }
        // Which takes as long as fifty of these plays.
        if seed.is_multiple_of(12) {
            check(&game, 1, seed).unwrap();
        }
        Ok(())
    });
    sound.unwrap_or_else(|error| panic!("{error}"));
}

/// Each toggle is on in half of the rule sets.
#[test]
fn random_rule_sets_keep_the_invariants() {
    rule_sets_are_sound(240);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_keep_the_invariants() {
    rule_sets_are_sound(5000);
}

#[test]
fn no_bot_peeks() {
    for (bot, positions) in [("random", 2000), ("greedy", 3000), ("mcts:iterations=40", 400)] {
        for sets in [&[][..], ALL] {
            let game = game(3, sets);
            let bots = vec![BotSpec::parse(bot, GreedStreet::definition()).unwrap(); 3];
            let game = Loaded::with(game, ludometer_model::RuleSet::defaults(GreedStreet::schema()));
            let found = audit(&game, &bots, positions, 4, Hooks::none()).unwrap();
            assert_eq!(found.positions, positions);
            // Early on, hands are empty and nothing can be re-dealt.
            assert!(found.different * 8 > positions, "{found:?}");
        }
    }
}

#[test]
fn actions_stay_small_and_shown_as_the_spec_words_them() {
    use super::super::{Action, Fraction, Kind};
    assert_eq!(size_of::<Action>(), 12);
    let shown = [
        (Action::Target(Seat::new(2)), "Target(2)"),
        (Action::StealWorker, "Worker"),
        (Action::PayAll, "PayAllAndStiff"),
        (Action::LoseScore(Kind::DONUTS), "LoseScoreChoice(donuts)"),
        (Action::HaggleOffer(Fraction::new(0.5)), "HaggleOffer(0.5)"),
        (Action::CounterFraction(Fraction::new(0.75)), "Counter(0.75)"),
        (Action::CounterCash(-20), "Counter(-20)"),
        (Action::TradeCash(100), "TradeCash(100)"),
    ];
    for (action, text) in shown {
        assert_eq!(action.to_string(), text);
    }
    let mut rng = Rng::from_words([1, 1, 1]);
    let game = game(2, &[]);
    let (mut one, mut two) = (game.new_state(), game.new_state());
    game.deal(&mut one, &mut rng.clone(), &mut ludometer_model::Silent);
    game.deal(&mut two, &mut rng, &mut ludometer_model::Silent);
    assert_eq!(one, two);
}
