//! Tic-tac-toe: a whole game in one file, against the public interface only.
//!
//! ```text
//! cargo run --release --example tic_tac_toe       plays some batches and prints what came of them
//! cargo test --example tic_tac_toe                checks the game and the search against exact values
//! ```
//!
//! Read this one first, then `kuhn_poker.rs`, which adds hidden cards, parameters and scores.
//!
//! A game is two traits. [`Game`] is the rules: states, actions, views, events. [`Playable`] is what
//! bots and reports need beside them. Written once, they give all the bots (`random`, `greedy`,
//! `mcts`), batches over all threads, statistics with intervals, traces, and the checks
//! (`run::check`, `run::audit`). To have the game on the command line, make it a folder in
//! `src/games/` and add its line to `src/registry.rs`.

// Helpers take states by reference as the trait's methods do, however small this game's are.
#![allow(clippy::trivially_copy_pass_by_ref)]

use std::fmt;

use ludometer::games::{CardKind, Choices, Playable, Setting};
use ludometer::model::{
    BySeat, CardMove, Event, Game, LazySchema, Log, Outcome, Rng, RuleError, RuleSet, Schema, Seat,
};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating};
use serde::Serialize;

/// The rows, columns and diagonals, as sets of squares: bit k is square k.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// All nine squares.
const FULL: u16 = 0o777;

/// All there is to know of a play. It is copied for every imagined play of a search, so it is small
/// and holds no pointer; here it is two sets of squares. `Serialize` is how traces show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct State {
    /// The squares that each seat has marked; seat 0 is X.
    marks: [u16; 2],
}

impl State {
    const fn taken(self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn has_line(self, seat: usize) -> bool {
        completes(self.marks[seat])
    }
}

fn completes(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// A choice: a small `Copy` value. Its `Display` is what traces show, and its first word what the
/// statistics count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mark(u8);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mark {}", self.0 + 1)
    }
}

/// What happens, told to statistics and traces: they see neither state nor rules. The tag `event`
/// is the contract of the trace format.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Happening {
    Marked { seat: Seat, square: u8 },
    Line { seat: Seat },
}

impl Event for Happening {
    fn card(&self) -> Option<CardMove> {
        None // There are no cards here.
    }
}

/// The rules with one rule set: a value without state, shared by all threads.
#[derive(Clone, Copy)]
struct TicTacToe;

impl Game for TicTacToe {
    type State = State;
    type Action = Mark;
    // Nothing is hidden: each seat knows the state, and imagining one means copying it.
    type View = State;
    type Event = Happening;

    fn seats(&self) -> usize {
        2
    }

    fn blank(&self) -> State {
        State { marks: [0; 2] }
    }

    // `deal` fills the state completely, whatever was in it: states are used again and again.
    fn deal<L: Log<Happening>>(&self, state: &mut State, _: &mut Rng, _: &mut L) {
        *state = self.blank();
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        let count = state.taken().count_ones() as usize;
        let over = count == 9 || state.has_line(0) || state.has_line(1);
        (!over).then(|| Seat::new(count % 2))
    }

    // The list belongs to the caller: append to it, in a stable order. Nothing is allocated here.
    fn legal(&self, state: &State, into: &mut Vec<Mark>) {
        let free = FULL & !state.taken();
        into.extend((0..9).filter(|square| free >> square & 1 != 0).map(Mark));
    }

    // All chance would come from `rng`, all news go to `log`. In playouts the log is `Silent`, and
    // building the events costs nothing.
    fn apply<L: Log<Happening>>(&self, state: &mut State, Mark(square): Mark, _: &mut Rng, log: &mut L) {
        let mover = state.taken().count_ones() as usize % 2;
        let seat = Seat::new(mover);
        state.marks[mover] |= 1 << square;
        log.note(Happening::Marked { seat, square: square + 1 });
        if state.has_line(mover) {
            log.note(Happening::Line { seat });
        }
    }

    // Equal scores share a place, and the seats of the first place share the win: a draw is half a
    // win each, and counted by the metric `shared_wins`.
    fn outcome(&self, state: &State) -> Outcome {
        let score = |seat: Seat| i64::from(seat.index() < 2 && state.has_line(seat.index()));
        let turns = state.taken().count_ones();
        let rounds = Outcome::rounds_of_turns(turns, 2);
        Outcome::ranked(2, BySeat::from_fn(score), turns, rounds, false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        state.taken().count_ones() + 1
    }

    fn phase(&self, _: &State) -> &'static str {
        "mark"
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    fn redeal(&self, view: &State, _: &mut Rng, into: &mut State) {
        *into = *view;
    }
}

/// The parameters, usually an embedded `rules.toml`. This game has none.
static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "tic_tac_toe"
    usual_seats = 2
    "#,
);

impl Playable for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";
    const WORDS: &'static [&'static str] = &["mark"];
    const GREEDY: &'static [Setting] = &[
        Setting {
            name: "block",
            about: "weight of a square that keeps the other from a line (an own line weighs 1)",
            choices: Choices::Real(0.0, 10.0),
            default: 0.9,
        },
        Setting {
            name: "centre",
            about: "weight of the centre square",
            choices: Choices::Real(0.0, 10.0),
            default: 0.3,
        },
    ];
    // Defaults of bots that suit this game better. Against all replies from both seats, 20 seeds, runs
    // of 40 in which the search lost a play: 26 with 50 iterations, 20 with 200, 12 with 500, 2 with
    // 1000 (the general default), 1 with 2000.
    const TUNED: &'static [(&'static str, &'static str, f64)] = &[("mcts", "iterations", 5000.0)];
    // No statistics of its own; see `stats::Statistic` for how to write some.
    type Stats = ();

    fn schema() -> &'static Schema {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, 2)
    }

    fn new(seats: usize, _: &RuleSet) -> Result<Self, RuleError> {
        if seats == 2 { Ok(Self) } else { Err(RuleError::new(format!("{seats} seats, but there must be 2"))) }
    }

    fn cards(&self) -> Vec<CardKind> {
        Vec::new()
    }

    fn word(_: Mark) -> usize {
        0
    }

    // `run::check` asks this after every action, in real and imagined plays.
    fn audit(&self, state: &State) -> Result<(), String> {
        let [x, o] = state.marks.map(u16::count_ones);
        if state.marks[0] & state.marks[1] != 0 || state.taken() & !FULL != 0 {
            return Err("a square is marked twice".to_owned());
        }
        if x != o && x != o + 1 {
            return Err(format!("{x} marks of X beside {o} of O"));
        }
        if state.has_line(0) && state.has_line(1) { Err("both have a line".to_owned()) } else { Ok(()) }
    }

    // How good each action looks: `greedy` takes the best.
    fn appeal(&self, view: &State, legal: &[Mark], weights: &[f64], scores: &mut Vec<f64>) {
        let mover = view.taken().count_ones() as usize % 2;
        scores.extend(legal.iter().map(|&Mark(square)| {
            let bit = 1 << square;
            let line = f64::from(completes(view.marks[mover] | bit));
            let block = f64::from(completes(view.marks[1 - mover] | bit));
            let centre = f64::from(square == 4);
            line + weights[0] * block + weights[1] * centre
        }));
    }

    // Only asked where a search cuts a playout off (`mcts:length=...`): nobody is ahead.
    fn evaluate(&self, _: &State) -> BySeat<f64> {
        BySeat::all(0.5)
    }
}

/// Plays a batch with one bot a seat, each staying in its seat.
fn batch(
    bots: [&str; 2],
    plays: u64,
    seed: u64,
) -> Result<ludometer::run::Batch, Box<dyn std::error::Error>> {
    let game = Loaded::<TicTacToe>::new(2, RuleSet::defaults(TicTacToe::schema()))?;
    let bots = [game.bot(bots[0])?, game.bot(bots[1])?];
    let threads = std::thread::available_parallelism()?.get();
    let plan = Plan { seed, plays: 0..plays, seating: Seating::Fixed, threads, timing: false };
    Ok(game.simulate(&bots, &plan, Hooks::none(), None)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (bots, plays) in
        [(["random", "random"], 1_000_000), (["greedy", "random"], 100_000), (["mcts", "greedy"], 200)]
    {
        let batch = batch(bots, plays, 1)?;
        println!("X is {}, O is {}: {} plays", bots[0], bots[1], batch.plays);
        if let Some(seats) = batch.report.table("seats") {
            print!("{seats}");
        }
        if let Some(drawn) = batch.report.metric("shared_wins").and_then(|drawn| drawn.value) {
            println!("drawn: {:.2} %\n", 100.0 * drawn);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ludometer::bots::{Bot, BotSpec, Strategy, build};
    use ludometer::model::{Decision, Silent};
    use ludometer::run::{audit, check};

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
            let end = [state.has_line(0), state.has_line(1), true].iter().position(|&so| so).unwrap();
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
        enumerate(&TicTacToe.blank(), 1.0, &mut exact);
        exact
    }

    /// Perfect play's result for X: 1, 0 or -1.
    fn value(state: &State, known: &mut HashMap<[u16; 2], i8>) -> i8 {
        if let Some(&value) = known.get(&state.marks) {
            return value;
        }
        let found = match TicTacToe.to_move(state) {
            None => i8::from(state.has_line(0)) - i8::from(state.has_line(1)),
            Some(seat) => {
                let values = legal(state).into_iter().map(|action| value(&after(state, action), known));
                let values: Vec<i8> = values.collect();
                let best = if seat.index() == 0 { values.iter().max() } else { values.iter().min() };
                *best.unwrap()
            }
        };
        known.insert(state.marks, found);
        found
    }

    fn bot(text: &str) -> Bot<TicTacToe> {
        build(&BotSpec::parse::<TicTacToe>(text).unwrap(), &TicTacToe)
    }

    fn choose(bot: &mut Bot<TicTacToe>, state: &State, seed: u64) -> Mark {
        let legal = legal(state);
        let seat = TicTacToe.to_move(state).unwrap();
        // A stream of its own for each position.
        let place = u64::from(state.marks[0]) << 9 | u64::from(state.marks[1]);
        let mut rng = Rng::from_words([seed, place, 7]);
        legal[bot.decide(&Decision::new(&TicTacToe, state, seat, &legal), &mut rng).unwrap()]
    }

    #[test]
    fn the_contract_is_kept() {
        check(&TicTacToe, 2000, 1).unwrap();
        let bots = ["random", "greedy", "mcts:iterations=50"];
        for text in bots {
            let spec = BotSpec::parse::<TicTacToe>(text).unwrap();
            let stop = std::sync::atomic::AtomicBool::new(false);
            let found = audit(&TicTacToe, &[spec.clone(), spec], 300, 1, &stop).unwrap();
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
        let seats = batch.report.table("seats").unwrap();
        for (seat, won) in [x, o].into_iter().enumerate() {
            // A win counts 1, a draw half.
            let mean = won + drawn / 2.0;
            let bound = error(won + drawn / 4.0 - mean * mean);
            let rate = seats.cell(seat, "win_rate").unwrap().number().unwrap();
            assert!((rate - mean).abs() < bound, "seat {seat}: {rate} is not {mean}");
            // The scores count wins alone.
            let score = seats.cell(seat, "mean_score").unwrap().number().unwrap();
            assert!((score - won).abs() < error(won * (1.0 - won)), "seat {seat}: {score} is not {won}");
        }
        let shared = batch.report.metric("shared_wins").unwrap().value.unwrap();
        assert!((shared - drawn).abs() < error(drawn * (1.0 - drawn)), "{shared} is not {drawn}");
        assert!(shared > 0.0);
    }

    /// Plays on against every reply, perfect or not; counts the plays lost.
    fn losses(bot: &mut Bot<TicTacToe>, state: &State, seat: Seat, seed: u64) -> (u32, u32) {
        let Some(mover) = TicTacToe.to_move(state) else {
            return (u32::from(state.has_line(1 - seat.index())), 1);
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
        for seed in 0..10 {
            for seat in Seat::all(2) {
                let (lost, plays) = losses(&mut mcts, &TicTacToe.blank(), seat, seed);
                assert_eq!(lost, 0, "of {plays} plays from seat {seat}, seed {seed}");
                assert!(plays > 50);
            }
        }
    }

    /// All positions of unfinished plays.
    fn positions() -> Vec<State> {
        let mut found = vec![TicTacToe.blank()];
        let mut seen: std::collections::HashSet<[u16; 2]> = [found[0].marks].into();
        let mut next = 0;
        while next < found.len() {
            let state = found[next];
            next += 1;
            for action in legal(&state) {
                let after = after(&state, action);
                if seen.insert(after.marks) && TicTacToe.to_move(&after).is_some() {
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
            let mover = TicTacToe.to_move(&state).unwrap().index();
            let legal = legal(&state);
            let line = |seat: usize| -> Vec<Mark> {
                legal.iter().copied().filter(|m| completes(state.marks[seat] | 1 << m.0)).collect()
            };
            let (own, other) = (line(mover), line(1 - mover));
            if !own.is_empty() && legal.len() > 1 {
                wins += 1;
                let won = if mover == 0 { 1 } else { -1 };
                let choice = choose(&mut mcts, &state, 3);
                at_once += u32::from(own.contains(&choice));
                assert_eq!(value(&after(&state, choice), &mut known), won, "{choice} in {state:?}");
                // Where no other choice wins by force, it must be the line.
                let mut others = legal.iter().filter(|action| !own.contains(action));
                if !others.any(|action| value(&after(&state, *action), &mut known) == won) {
                    assert!(own.contains(&choice), "{choice} in {state:?}");
                }
            } else if own.is_empty() && other.len() == 1 && legal.len() > 1 {
                let lost = if mover == 0 { -1 } else { 1 };
                if value(&after(&state, other[0]), &mut known) != lost {
                    blocks += 1;
                    assert_eq!(other[0], choose(&mut mcts, &state, 3), "{state:?}");
                }
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
        assert_eq!(value(&TicTacToe.blank(), &mut known), 0);
        let mut mcts = bot("mcts:iterations=10_000");
        let mut asked = 0;
        for state in positions().into_iter().filter(|s| s.taken().count_ones() <= 3) {
            let choice = choose(&mut mcts, &state, 11);
            let kept = value(&after(&state, choice), &mut known) == value(&state, &mut known);
            assert!(kept, "{choice} in {state:?}");
            asked += 1;
        }
        assert_eq!(asked, 1 + 9 + 72 + 252);
    }
}
