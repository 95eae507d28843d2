//! The game and its solution against published and independently enumerated numbers.

use std::collections::HashSet;
use std::sync::OnceLock;

use ludometer::bots::BotSpec;
use ludometer::model::{Game, Rng, Seat, Silent};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating, audit, check};
use ludometer::stats::SeatRow;

use super::course::Stage;
use super::equilibrium::{Solution, best_answer, solve};
use super::game::Happening;
use super::tree::{Node, Policy, Tree};
use super::*;

/// Published: the value of the game for the first seat, in chips a play.
const VALUE: f64 = -0.0856;

fn tree() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| Tree::new(&LeducPoker::default()))
}

fn solution() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| solve(tree(), 1000))
}

#[test]
fn the_contract_is_kept() {
    check(&LeducPoker::default(), 2000, 1).unwrap();
    check(&LeducPoker::with(3, [1, 7]), 500, 2).unwrap();
}

#[test]
fn no_bot_peeks() {
    let game = LeducPoker::default();
    for text in ["random", "greedy", "mcts:iterations=50", "mcts:iterations=50,rollout=greedy"] {
        let spec = BotSpec::parse(text, LeducPoker::definition()).unwrap();
        let found = audit(
            &Loaded::with(game, RuleSet::defaults(LeducPoker::schema())),
            &[spec.clone(), spec],
            600,
            5,
            Hooks::none(),
        )
        .unwrap();
        assert_eq!(found.positions, 600);
        // The other's card is re-dealt as the same one in one of four or five.
        assert!((400..550).contains(&found.different), "{found:?}");
    }
}

/// Known: 936 information sets, half of them of each seat. Histories as OpenSpiel's implementation
/// lists them: 3780 decisions, 5520 ends.
#[test]
fn the_tree_has_the_published_size() {
    let seats = tree().sets.iter().filter(|set| set.seat == Seat::new(0)).count();
    assert_eq!((tree().sets.len(), seats), (936, 468));
    let choices = tree().nodes.iter().filter(|node| matches!(node, Node::Choice { .. })).count();
    let ends = tree().nodes.iter().filter(|node| matches!(node, Node::End(_))).count();
    assert_eq!((choices, ends), (3780, 5520));
}

/// The value of random play as OpenSpiel's implementation has it, by enumeration.
#[test]
fn random_play_has_its_known_value() {
    let random = tree().uniform();
    let value = tree().value([&random, &random]);
    assert!((value - -0.078_125).abs() < 1e-12, "{value}");
}

#[test]
fn a_random_batch_agrees_with_the_tree() {
    let game = Loaded::<LeducPoker>::new(2, RuleSet::defaults(LeducPoker::schema())).unwrap();
    let bots = [game.bot("random").unwrap(), game.bot("random").unwrap()];
    let plays = 400_000;
    let plan =
        Plan { seed: 3, plays: 0..plays, seating: Seating::Fixed, threads: 2, timing: false, stall: None };
    let batch = game.simulate(&bots, &plan, Hooks::none(), None).unwrap();
    let seats: Vec<SeatRow> = batch.report.rows();
    let random = tree().uniform();
    let mean = tree().value([&random, &random]);
    for (seat, sign) in seats.iter().zip([1.0, -1.0]) {
        let score = seat.mean_score.unwrap();
        // A result is at most 13 chips, mostly 1 to 5: five standard errors of a spread of 6.
        assert!((score - sign * mean).abs() < 5.0 * 6.0 / (plays as f64).sqrt(), "{score}, {mean}");
    }
}

/// The least that either strategy gets bounds the value of the game from both sides.
#[test]
fn the_solution_has_the_published_value() {
    let [low, high] = solution().bounds(tree());
    assert!(low <= high && high - low < 0.002, "{low} to {high}");
    assert!(low - 5e-5 < VALUE && VALUE < high + 5e-5, "{low} to {high}");
    let value = tree().value([&solution().0, &solution().0]);
    assert!(low <= value && value <= high, "{value}");
    // Random play falls far short of it.
    assert!(best_answer(tree(), &tree().uniform(), 0) > 1.0);
}

fn searched(iterations: u32) -> Policy {
    search::policy(&LeducPoker::default(), tree(), iterations, 10).unwrap()
}

/// No search gets more than the game is worth from an optimal opponent, and a longer one comes
/// nearer to it.
#[test]
fn search_play_stays_below_the_value_and_comes_near_it() {
    let [low, high] = solution().bounds(tree());
    let lost = |policy: &Policy| {
        let [first, second] = search::against(tree(), solution(), policy);
        assert!(first <= high + 1e-9 && second <= -low + 1e-9, "{first} {second}");
        (high - first) + (-low - second)
    };
    let random = lost(&tree().uniform());
    let short = lost(&searched(10));
    let long = lost(&searched(1000));
    eprintln!("lost in both seats: random {random:.3}, 10 iterations {short:.3}, 1000 iterations {long:.3}");
    assert!(long < 0.5 * short && short < random, "{random} {short} {long}");
}

/// Returns all states that plays come to, from the tree.
fn states() -> impl Iterator<Item = State> {
    tree().sets.iter().map(|set| set.state)
}

#[test]
fn states_that_differ_in_the_hidden_card_look_the_same() {
    let game = LeducPoker::default();
    for state in states() {
        for viewer in Seat::all(2) {
            let hidden = 1 - viewer.index();
            let mut seen = HashSet::new();
            for card in DECK {
                let taken = state.cards.contains(&card) || state.public == Some(card);
                if !taken || card == state.cards[hidden] {
                    let mut twin = state;
                    twin.cards[hidden] = card;
                    seen.insert(game.view(&twin, viewer));
                }
            }
            assert_eq!(seen.len(), 1, "{state:?}");
        }
    }
}

/// The public card is each of the four that nobody holds equally often.
#[test]
fn the_public_card_is_any_unseen_one() {
    let game = LeducPoker::default();
    let mut rng = Rng::from_words([1, 1, 1]);
    for cards in [[DECK[0], DECK[1]], [DECK[5], DECK[2]], [DECK[3], DECK[4]]] {
        let mut counts = std::collections::HashMap::new();
        for _ in 0..8000 {
            let mut state = State::dealt(cards);
            game.apply(&mut state, Action::Check, &mut rng, &mut Silent);
            game.apply(&mut state, Action::Check, &mut rng, &mut Silent);
            *counts.entry(state.public.unwrap()).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 4);
        assert!(cards.iter().all(|card| !counts.contains_key(card)));
        // Standard deviation 39.
        assert!(counts.values().all(|&count| count.abs_diff(2000) < 240), "{counts:?}");
    }
}

/// A play by hand: check, raise 2, call; a pair is turned up; raise 4, raise 4, call.
#[test]
fn a_play_by_hand() {
    let game = LeducPoker::default();
    let mut state = State::dealt([DECK[0], DECK[5]]);
    let mut log: Vec<Happening> = Vec::new();
    let mut rng = Rng::from_words([0, 0, 0]);
    let mut play = |state: &mut State, action| {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        assert!(legal.contains(&action), "{action} in {state:?}");
        game.apply(state, action, &mut rng, &mut log);
    };
    for action in [Action::Check, Action::Raise, Action::Call] {
        play(&mut state, action);
    }
    let (paid, entry) = (game.paid(state.course), state.course.entry());
    assert_eq!((paid, entry.mover, entry.stage), ([3, 3], 0, Stage::Open));
    state.public = Some(DECK[1]);
    for action in [Action::Raise, Action::Raise] {
        play(&mut state, action);
    }
    assert_eq!(game.paid(state.course), [7, 11]);
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    assert_eq!(legal, [Action::Fold, Action::Call]);
    let mut folded = state;
    play(&mut folded, Action::Fold);
    assert_eq!(game.chips(&folded), [-7, 7]);
    play(&mut state, Action::Call);
    assert_eq!((state.course.entry().stage, game.chips(&state)), (Stage::Showdown, [11, -11]));
    assert_eq!(game.reward(&state).first(2), [24.0 / 26.0, 2.0 / 26.0]);
    assert_eq!(game.turn(&state), 7);
    // Equal ranks share the pot: nobody wins a chip.
    let tie = State { cards: [DECK[2], DECK[3]], ..state };
    assert_eq!((game.chips(&tie), game.outcome(&tie).ranks.first(2)), ([0, 0], &[1, 1][..]));
}
