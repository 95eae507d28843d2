//! Games of which something is known: the contract at every table, and what it is.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludometer_bots::Strategy as _;
use ludometer_model::{Decision, Game, Rng, RuleSet, SHARE_UNITS, Seat, Silent, Streams};
use ludometer_playable::Playable as _;
use ludometer_run::{Batch, Hooks, Plan, Seating};

use super::{gallery, gallery_path, game};
use crate::{ScriptFile, ScriptGame};

/// Each script with the numbers of games in which the contract is looked at.
const GAMES: [(&str, u64); 7] = [
    ("crazy_eights.luau", 2),
    ("kuhn_poker.luau", 20),
    ("leduc_poker.luau", 20),
    ("liars_dice.luau", 2),
    ("love_letter.luau", 5),
    ("pure_profit.luau", 1),
    ("tic_tac_toe.luau", 5),
];

#[test]
fn they_keep_the_contract_at_every_table() {
    for (name, plays) in GAMES {
        let (low, high, _) = gallery(name).facts.seats;
        for seats in low..=high {
            let game = game(name, seats, &[]).checked().unwrap();
            ludometer_run::check_playable(&game, plays, 1)
                .unwrap_or_else(|violation| panic!("{name}, {seats}: {violation}"));
        }
    }
}

#[test]
fn every_script_is_short() {
    let files = std::fs::read_dir(gallery_path("")).unwrap().map(|file| file.unwrap().path());
    let is_script = |path: &std::path::PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".luau") && !name.ends_with(".scenes.luau")
    };
    for path in files.filter(is_script) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 300, "{} has {lines} lines", path.display());
    }
}

/// Returns a batch of random games.
fn random(name: &str, seats: usize, plays: u64) -> Batch {
    let entry = crate::entry(&gallery_path(name)).unwrap();
    let game = entry.load(seats, RuleSet::defaults(entry.schema())).unwrap();
    let bots: Vec<_> = (0..seats).map(|_| game.bot("random").unwrap()).collect();
    let plan =
        Plan { seed: 3, plays: 0..plays, seating: Seating::Fixed, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|metric| metric.name() == name);
    metric.and_then(|metric| metric.estimate.value).unwrap_or_else(|| panic!("no metric {name}"))
}

/// Returns the mean score and the share of the win of seat 0 in random games.
fn first_seat(name: &str, plays: u64) -> (f64, f64) {
    let game = game(name, 2, &[]);
    let (mut score, mut won) = (0, 0);
    for play in 0..plays {
        let state = last_state(&game, play, |_, _| {});
        let outcome = game.outcome(&state);
        score += outcome.scores[Seat::new(0)];
        won += outcome.win_units()[Seat::new(0)];
    }
    (score as f64 / plays as f64, won as f64 / SHARE_UNITS as f64 / plays as f64)
}

/// Plays a random game, and returns its last state; `look` sees each state and its mover.
fn last_state(
    game: &ScriptGame,
    play: u64,
    mut look: impl FnMut(&crate::ScriptState, Seat),
) -> crate::ScriptState {
    let (mut chance, mut choices) = (Streams::new(11, play).chance(), Rng::from_words([11, play, 7]));
    let (mut state, mut log, mut legal) = (game.new_state(), Vec::new(), Vec::new());
    game.deal(&mut state, &mut chance, &mut log);
    while let Some(mover) = game.to_move(&state) {
        look(&state, mover);
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut log);
    }
    state
}

/// Returns what the mover can know at its decisions, in many random games.
fn information_sets(name: &str, plays: u64) -> usize {
    let game = game(name, 2, &[]);
    let mut seen = HashSet::new();
    for play in 0..plays {
        last_state(&game, play, |state, mover| {
            let view = game.view(state, mover);
            seen.insert((mover.index(), view.bytes));
        });
    }
    seen.len()
}

#[test]
fn kuhn_poker_has_twelve_information_sets_and_an_eighth_of_a_chip_for_the_first_seat() {
    assert_eq!(information_sets("kuhn_poker.luau", 400), 12);
    // A bet that is folded to wins a chip (one game in four), one after a pass loses one (one in eight); the rest is even.
    let (mean, _) = first_seat("kuhn_poker.luau", 8000);
    assert!((mean - 0.125).abs() < 0.08, "{mean}");
}

#[test]
fn a_search_plays_kuhn_poker_for_chips() {
    let game = game("kuhn_poker.luau", 2, &[]);
    let spec = ludometer_bots::BotSpec::parse("mcts:iterations=300", game.design()).unwrap();
    let mut bot = ludometer_bots::build(&spec, &game);
    let (jack, king) = (0, 2);
    let (mut folded, mut called) = (0, 0);
    for play in 0..60 {
        let (mut chance, mut rng) = (Streams::new(6, play).chance(), Rng::from_words([6, play, 1]));
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut chance, &mut Silent);
        let mut act = |state: &mut crate::ScriptState, nth: usize| {
            legal.clear();
            game.legal(state, &mut legal);
            game.apply(state, legal[nth], &mut chance, &mut Silent);
            legal.clear();
            game.legal(state, &mut legal);
            legal.clone()
        };
        // The first seat bets, the second one folds or calls.
        let answers = act(&mut state, 1);
        let mut card = None;
        game.hand_contents(&state, Seat::new(1), &mut |kind, _| card = Some(kind));
        let decision = Decision::new(&game, &state, Seat::new(1), &answers);
        let chosen = bot.decide(&decision, &mut rng).unwrap();
        let text = game.action_text(answers[chosen]);
        // A jack loses to all that bet and a king beats them: never is the other choice as good. Where only coming first
        // counts, it is all the same what a jack does.
        if card == Some(jack) {
            assert_eq!(text, "fold");
            folded += 1;
        } else if card == Some(king) {
            assert_eq!(text, "call");
            called += 1;
        }
        let place = answers.iter().position(|&answer| game.action_text(answer) == "fold").unwrap();
        act(&mut state, place);
        // One chip won of -2 to 2, and one lost.
        assert_eq!(game.reward(&state).first(2), [0.75, 0.25]);
    }
    assert!(folded > 10 && called > 10, "{folded}, {called}");
}

#[test]
fn a_payoff_is_two_numbers_and_needs_a_score() {
    for (payoff, score, words) in [
        ("{ 2, 2 }", "function game.score() return 0 end", "the least and the most"),
        ("{ 1 }", "function game.score() return 0 end", "the least and the most"),
        ("{ 0, 1 }", "", "game.score"),
    ] {
        let text = format!(
            "game.title, game.seats, game.payoff = 'Pay', {{ 2, 2 }}, {payoff}
            function game.setup() start(1) end
            function game.turn(me) go.act(me) end
            function step.act(me) may.act() end
            function act.act(me) game_over() end {score}"
        );
        let file = ScriptFile::from_text("pay.luau", &text).unwrap_or_else(|error| panic!("{error}"));
        let error = ScriptGame::load(&Arc::new(file), 2, &[]).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn leduc_poker_has_as_many_information_sets_as_without_suits() {
    // 144 for each seat (Southey et al. 2005, with suits left out).
    assert_eq!(information_sets("leduc_poker.luau", 20_000), 288);
}

#[test]
fn tic_tac_toe_at_random_is_won_as_often_as_counted() {
    // 131,184 of 255,168 courses are won by the first, weighted by their chance: 0.585, lost 0.288, drawn 0.127.
    let (_, share) = first_seat("tic_tac_toe.luau", 6000);
    assert!((share - (0.585 + 0.127 / 2.0)).abs() < 0.025, "{share}");
    assert!(!game("tic_tac_toe.luau", 2, &[]).has_hidden_information());
}

#[test]
fn love_letter_at_random_is_as_long_as_the_compiled_example() {
    // 20,000 games each of `examples/love_letter`, seed 0: turns, and cards played by kind in four-handed games.
    for (seats, turns) in [(2, 46.65), (3, 74.65), (4, 80.31)] {
        let mean = metric(&random("love_letter.luau", seats, 800), "turns");
        assert!((mean / turns - 1.0).abs() < 0.05, "{seats} seats: {mean} turns, not {turns}");
    }
}

#[test]
fn liars_dice_lie_evenly_and_every_round_costs_one() {
    let game = game("liars_dice.luau", 3, &[]);
    let cups: Vec<_> = game.layout().zones.iter().filter(|zone| zone.fresh).collect();
    let mut faces = [0_u32; 6];
    for play in 0..300 {
        let mut first = true;
        let state = last_state(&game, play, |state, _| {
            if std::mem::take(&mut first) {
                for cup in &cups {
                    let counts = &state.bytes[cup.counts()..cup.counts() + 6];
                    faces.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += u32::from(count));
                }
            }
        });
        // Who is left has dice, the others have none; 15 dice less those left were lost one by one.
        let outcome = game.outcome(&state);
        let left: Vec<_> = outcome.scores.first(3).iter().filter(|&&dice| dice > 0).collect();
        assert_eq!(left.len(), 1);
        assert_eq!(outcome.winners().count(), 1);
    }
    assert_eq!(faces.iter().sum::<u32>(), 4500);
    assert!(faces.iter().all(|count| count.abs_diff(750) < 130), "{faces:?}");
}

#[test]
fn crazy_eights_follows_suit_or_rank() {
    let game = game("crazy_eights.luau", 4, &[]);
    let discard = game.layout().zones.iter().position(|zone| zone.name == "discard").unwrap();
    let (suit, drawn) = (0, 1);
    for play in 0..20 {
        let mut last: Option<(usize, i32)> = None;
        last_state(&game, play, |state, _| {
            let zone = &game.layout().zones[discard];
            let size = zone.size(&state.bytes);
            let top = zone.card(&state.bytes, size - 1) - 1;
            let named = crate::layout::i32_at(&state.bytes, game.layout().numbers[suit].off);
            if let Some((before, asked)) = last
                && before != top
            {
                let follows = top as i32 / 13 + 1 == asked || top % 13 == before % 13 || top % 13 == 7;
                assert!(follows, "{top} on {before}, suit {asked}");
            }
            assert!(crate::layout::i32_at(&state.bytes, game.layout().numbers[drawn].off) <= 5);
            last = Some((top, named));
        });
    }
}
