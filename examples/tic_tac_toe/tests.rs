//! Tic-tac-toe against what is known of it: numbers from enumeration and published values.

// Helpers take states by reference, as the trait's methods do.
#![allow(clippy::trivially_copy_pass_by_ref)]

use std::collections::{HashMap, HashSet};

use ludometer::bots::{Bot, BotSpec, Flat, Mcts, Strategy, build};
use ludometer::model::{Decision, Silent};
use ludometer::run::{audit, check};
use ludometer::stats::SeatRow;

use super::*;

fn legal(state: &State) -> Vec<Mark> {
    let mut legal = Vec::new();
    TicTacToe.legal(state, &mut legal);
    legal
}

fn after(state: &State, action: Mark) -> State {
    let mut next = *state;
    TicTacToe.apply(&mut next, action, &mut Rng::from_words([0; 3]), &mut Silent);
    next
}

/// X wins, O wins, draws: their numbers of move sequences, and their probabilities when every
/// choice is uniformly random.
#[derive(Default)]
struct Exact {
    sequences: [u64; 3],
    shares: [f64; 3],
}

fn enumerate(state: &State, probability: f64, exact: &mut Exact) {
    if TicTacToe.to_move(state).is_none() {
        let end = state.winner().map_or(2, Seat::index);
        exact.sequences[end] += 1;
        exact.shares[end] += probability;
        return;
    }
    let legal = legal(state);
    for &action in &legal {
        enumerate(&after(state, action), probability / legal.len() as f64, exact);
    }
}

fn exact() -> Exact {
    let mut exact = Exact::default();
    enumerate(&TicTacToe.new_state(), 1.0, &mut exact);
    exact
}

/// Perfect play's result for X: 1, 0 or -1.
fn value(state: &State, known: &mut HashMap<State, i8>) -> i8 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let found = match TicTacToe.to_move(state) {
        None => state.winner().map_or(0, |seat| if seat.index() == 0 { 1 } else { -1 }),
        Some(seat) => {
            let values = legal(state).into_iter().map(|action| value(&after(state, action), known));
            let values: Vec<i8> = values.collect();
            let best = if seat.index() == 0 { values.iter().max() } else { values.iter().min() };
            *best.unwrap()
        }
    };
    known.insert(*state, found);
    found
}

fn bot(text: &str) -> Bot<TicTacToe> {
    build(&BotSpec::parse(text, TicTacToe::definition()).unwrap(), &TicTacToe)
}

fn choose(bot: &mut Bot<TicTacToe>, state: &State, seed: u64) -> Mark {
    let legal = legal(state);
    let seat = TicTacToe.to_move(state).unwrap();
    // A stream of its own for each position.
    let [x, o] = state.marks.map(u64::from);
    let mut rng = Rng::from_words([seed, x << 9 | o, 7]);
    legal[bot.decide(&Decision::new(&TicTacToe, state, seat, &legal), &mut rng).unwrap()]
}

#[test]
fn the_contract_is_kept() {
    check(&TicTacToe, 2000, 1).unwrap();
    let bots = ["random", "greedy", "lookahead", "flat-mc:iterations=50", "mcts:iterations=50"];
    for text in bots {
        let spec = BotSpec::parse(text, TicTacToe::definition()).unwrap();
        let found = audit(
            &Loaded::with(TicTacToe, RuleSet::defaults(TicTacToe::schema())),
            &[spec.clone(), spec],
            300,
            1,
            Hooks::none(),
        )
        .unwrap();
        // Nothing is hidden, so no re-dealt state differs.
        assert_eq!((found.positions, found.different), (300, 0));
    }
}

/// Known numbers of finished plays: 131,184 won by X, 77,904 by O, 46,080 drawn, 255,168 in all.
#[test]
fn all_move_sequences_are_found() {
    let exact = exact();
    assert_eq!(exact.sequences, [131_184, 77_904, 46_080]);
    assert_eq!(exact.sequences.iter().sum::<u64>(), 255_168);
}

/// Known shares of random play: 58.5, 28.8 and 12.7 %; exactly 737/1260, 121/420 and 8/63.
#[test]
fn random_play_has_its_exact_shares() {
    let shares = exact().shares;
    for (share, percent) in shares.iter().zip([58.5, 28.8, 12.7]) {
        assert!((100.0 * share - percent).abs() < 0.05, "{shares:?}");
    }
    for (share, exactly) in shares.iter().zip([737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0]) {
        assert!((share - exactly).abs() < 1e-12, "{shares:?}");
    }
}

#[test]
fn a_random_batch_agrees_with_the_exact_shares() {
    let plays = 200_000;
    let batch = batch(["random", "random"], plays, 20_26).unwrap();
    let [x, o, drawn] = exact().shares;
    let error = |variance: f64| 5.0 * (variance / plays as f64).sqrt();
    let seats: Vec<SeatRow> = batch.report.rows();
    for (seat, won) in seats.iter().zip([x, o]) {
        // A win counts 1, a draw half.
        let mean = won + drawn / 2.0;
        let bound = error(won + drawn / 4.0 - mean * mean);
        let rate = seat.win_rate.value.unwrap();
        assert!((rate - mean).abs() < bound, "{seat:?}: {rate} is not {mean}");
        // The scores count wins alone.
        let score = seat.mean_score.unwrap();
        assert!((score - won).abs() < error(won * (1.0 - won)), "{seat:?}: {score} is not {won}");
    }
    let shared = batch.report.named("shared_wins").unwrap().value.unwrap();
    assert!((shared - drawn).abs() < error(drawn * (1.0 - drawn)), "{shared} is not {drawn}");
    assert!(shared > 0.0);
}

/// Plays on against every reply, perfect or not; counts the plays lost.
fn losses(bot: &mut Bot<TicTacToe>, state: &State, seat: Seat, seed: u64) -> (u32, u32) {
    let Some(mover) = TicTacToe.to_move(state) else {
        return (u32::from(state.winner() == Some(seat.next(2))), 1);
    };
    let replies = if mover == seat { vec![choose(bot, state, seed)] } else { legal(state) };
    replies.into_iter().fold((0, 0), |(lost, plays), action| {
        let (l, p) = losses(bot, &after(state, action), seat, seed);
        (lost + l, plays + p)
    })
}

#[test]
fn mcts_never_loses_whatever_the_other_does() {
    let mut mcts = bot("mcts");
    for seed in 0..4 {
        for seat in Seat::all(2) {
            let (lost, plays) = losses(&mut mcts, &TicTacToe.new_state(), seat, seed);
            assert_eq!(lost, 0, "of {plays} plays from seat {seat}, seed {seed}");
            assert!(plays > 50);
        }
    }
}

/// Returns all positions of unfinished plays.
fn positions() -> Vec<State> {
    let mut found = vec![TicTacToe.new_state()];
    let mut seen = HashSet::from([found[0]]);
    let mut next = 0;
    while next < found.len() {
        let state = found[next];
        next += 1;
        for action in legal(&state) {
            let after = after(&state, action);
            if seen.insert(after) && TicTacToe.to_move(&after).is_some() {
                found.push(after);
            }
        }
    }
    // Known: 5478 reachable positions, of which 958 are final.
    assert_eq!((found.len(), seen.len()), (4520, 5478));
    found
}

/// A search by win shares sees no difference between a win at once and a forced one later, so it
/// may take either where there are both; and where even the block loses by force, it is one loss
/// as good as another.
#[test]
fn mcts_takes_a_win_in_one_and_blocks_a_loss_in_one() {
    let mut mcts = bot("mcts:iterations=1000");
    let mut known = HashMap::new();
    let (mut wins, mut at_once, mut blocks) = (0, 0, 0);
    for state in positions() {
        let mover = TicTacToe.to_move(&state).unwrap();
        let legal = legal(&state);
        let line = |seat: Seat| -> Vec<Mark> {
            let completes = |mark: &Mark| has_line(state.marks[seat.index()] | 1 << mark.0);
            legal.iter().copied().filter(completes).collect()
        };
        let (own, other) = (line(mover), line(mover.next(2)));
        let won = if mover.index() == 0 { 1 } else { -1 };
        if !own.is_empty() && legal.len() > 1 {
            wins += 1;
            let choice = choose(&mut mcts, &state, 3);
            at_once += u32::from(own.contains(&choice));
            assert_eq!(value(&after(&state, choice), &mut known), won, "{choice} in {state:?}");
            // Where no other choice wins by force, it must be the line.
            let mut others = legal.iter().filter(|action| !own.contains(action));
            if !others.any(|action| value(&after(&state, *action), &mut known) == won) {
                assert!(own.contains(&choice), "{choice} in {state:?}");
            }
        } else if own.is_empty()
            && other.len() == 1
            && legal.len() > 1
            && value(&after(&state, other[0]), &mut known) != -won
        {
            blocks += 1;
            assert_eq!(other[0], choose(&mut mcts, &state, 3), "{state:?}");
        }
    }
    assert!(wins > 1000 && blocks > 500, "{wins} {blocks}");
    // Seen: 2098 of 2216.
    assert!(at_once * 10 > wins * 9, "{at_once} of {wins}");
}

/// Perfect play draws, and every choice of the search keeps the value of the position, in all
/// positions that it can come to against any play.
#[test]
fn mcts_gives_nothing_away() {
    let mut known = HashMap::new();
    assert_eq!(value(&TicTacToe.new_state(), &mut known), 0);
    let mut mcts = bot("mcts:iterations=10_000");
    let mut asked = 0;
    for state in positions().into_iter().filter(|s| s.turns <= 3) {
        let choice = choose(&mut mcts, &state, 11);
        let kept = value(&after(&state, choice), &mut known) == value(&state, &mut known);
        assert!(kept, "{choice} in {state:?}");
        asked += 1;
    }
    assert_eq!(asked, 1 + 9 + 72 + 252);
}

/// Settings under which the search must still play perfectly, each with the game's own budget.
const SETTINGS: &[&str] = &[
    "exploration=0.5",
    "exploration=1.4",
    "rollout=greedy",
    "rollout=greedy,noise=0.5",
    "select=puct",
    "select=puct,rollout=greedy,exploration=1.5",
    "bias=1",
    "leaf=estimate",
    "determinizations=1",
    "determinizations=50",
    "reuse=yes",
    "reuse=yes,select=puct",
];

#[test]
fn mcts_never_loses_with_any_setting() {
    // In one seat with each setting, by turns.
    mcts_never_loses(|setting, seat| setting % 2 == seat.index());
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn mcts_never_loses_with_any_setting_in_any_seat() {
    mcts_never_loses(|_, _| true);
}

fn mcts_never_loses(tried: impl Fn(usize, Seat) -> bool) {
    for (setting, settings) in SETTINGS.iter().enumerate() {
        let mut mcts = bot(&format!("mcts:{settings}"));
        for seat in Seat::all(2).filter(|&seat| tried(setting, seat)) {
            let (lost, plays) = losses(&mut mcts, &TicTacToe.new_state(), seat, 0);
            assert_eq!(lost, 0, "of {plays} plays from seat {seat} with {settings}");
        }
    }
}

/// Returns what a position is worth to this seat when it plays as well as can be against a seat that chooses
/// uniformly at random.
fn against_random(state: &State, seat: Seat) -> f64 {
    let Some(mover) = TicTacToe.to_move(state) else { return TicTacToe.reward(state)[seat] };
    let legal = legal(state);
    let values = legal.iter().map(|action| against_random(&after(state, *action), seat));
    if mover == seat { values.fold(0.0, f64::max) } else { values.sum::<f64>() / legal.len() as f64 }
}

/// With only the own decisions in the tree and random playouts for the other's, the search must find
/// the best play against a random seat: another oracle than perfect play. With three squares left its
/// second mark is forced, so that not knowing the other's reply in the tree makes no difference.
#[test]
fn mcts_with_its_own_tree_plays_best_against_random() {
    for settings in ["tree=self", "tree=self,reuse=yes", "tree=self,select=puct"] {
        let mut mcts = bot(&format!("mcts:iterations=2000,{settings}"));
        let mut matters = 0;
        for state in positions().into_iter().filter(|s| s.turns == 6) {
            mcts.begin();
            let seat = TicTacToe.to_move(&state).unwrap();
            let values = legal(&state).into_iter().map(|a| (a, against_random(&after(&state, a), seat)));
            let values: Vec<(Mark, f64)> = values.collect();
            let best = values.iter().map(|v| v.1).fold(0.0, f64::max);
            let choice = choose(&mut mcts, &state, 5);
            let got = values.iter().find(|v| v.0 == choice).unwrap().1;
            assert!(got > best - 1e-9, "{choice} is worth {got} of {best} in {state:?} with {settings}");
            matters += u32::from(values.iter().any(|v| v.1 < best - 0.1));
        }
        assert!(matters > 300, "only {matters} positions have a choice that matters");
    }
}

/// The mean of random playouts after each action has an exact value, found by enumeration.
#[test]
fn flat_search_has_the_exact_values_of_random_play() {
    fn exactly(state: &State, seat: Seat) -> f64 {
        if TicTacToe.to_move(state).is_none() {
            return TicTacToe.reward(state)[seat];
        }
        let legal = legal(state);
        legal.iter().map(|a| exactly(&after(state, *a), seat)).sum::<f64>() / legal.len() as f64
    }
    let rounds = 20_000.0;
    for state in positions().into_iter().filter(|s| s.turns == 2).step_by(9) {
        let (seat, legal) = (TicTacToe.to_move(&state).unwrap(), legal(&state));
        let mut flat = Flat::monte_carlo(&TicTacToe, &[rounds * legal.len() as f64], None);
        let mut rng = Rng::from_words([1, 2, 3]);
        let found = flat.values(&TicTacToe, &state, &legal, &mut rng).to_vec();
        for (action, value) in legal.iter().zip(found) {
            let exact = exactly(&after(&state, *action), seat);
            // A reward lies between 0 and 1: its standard deviation is at most a half.
            assert!((value - exact).abs() < 5.0 * 0.5 / rounds.sqrt(), "{action}: {value} is not {exact}");
        }
    }
}

/// One step sees a line of its own and nothing else: the estimate of all other positions is 1/2.
#[test]
fn lookahead_takes_a_win_in_one() {
    let mut lookahead = bot("lookahead:samples=1");
    let mut wins = 0;
    for state in positions() {
        let wins_now = |action: &Mark| after(&state, *action).winner().is_some();
        if legal(&state).iter().any(wins_now) {
            wins += 1;
            assert!(wins_now(&choose(&mut lookahead, &state, 1)), "{state:?}");
        }
    }
    assert!(wins > 1000);
}

/// By symmetry the corners are worth the same, and so are the edges: the search prefers the centre to a
/// corner, and a corner to an edge.
#[test]
fn mcts_visits_the_centre_most_and_edges_least() {
    let spec = BotSpec::parse("mcts:iterations=300,exploration=0.7,rollout=random", TicTacToe::definition())
        .unwrap();
    let empty = TicTacToe.new_state();
    let mut visits = [0; 9];
    for seed in 0..400 {
        let mut bot = Mcts::new(&TicTacToe, &spec.values);
        bot.search(&TicTacToe, &empty, &legal(&empty), &mut Rng::from_words([seed, 3, 1]));
        let root: Vec<_> = bot.root().collect();
        assert_eq!(root.len(), 9, "each action is tried");
        assert_eq!(root.iter().map(|(_, visits, _)| visits).sum::<u32>(), 300);
        assert!(root.iter().all(|(_, visits, mean)| *visits > 0 && (0.0..=1.0).contains(mean)));
        for (Mark(square), count, _) in root {
            visits[usize::from(square)] += count;
        }
    }
    let sum = |squares: [usize; 4]| squares.map(|square| visits[square]).iter().sum::<u32>();
    let (corners, edges) = (sum([0, 2, 6, 8]), sum([1, 3, 5, 7]));
    assert!(4 * visits[4] > corners && corners > edges, "{visits:?}");
}
