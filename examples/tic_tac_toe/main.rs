//! Tic-tac-toe: a whole game in one file, against the public interface only.
//!
//! ```text
//! cargo run --release --example tic_tac_toe       plays some batches and prints what came of them
//! cargo test --example tic_tac_toe                checks the game and the search against exact values
//! cargo run --release --example tic_tac_toe -- bench playouts 1_000_000
//! ```
//!
//! Read this one first, then `kuhn_poker`, which adds hidden cards, parameters and scores.
//!
//! A game is two traits. [`Game`] is the rules: states, actions, views, events. [`Playable`] is what
//! bots and reports need beside them. Written once, they give all the bots (`random`, `greedy`,
//! `mcts`), batches over all threads, statistics with intervals, traces, and the checks
//! (`run::check`, `run::audit`). To have the game on the command line, make it a folder in
//! `crates/games/` and add its line to `src/registry.rs`.

// Helpers take states by reference as the trait's methods do, however small this game's are.
#![allow(clippy::trivially_copy_pass_by_ref)]

#[path = "../common/speed.rs"]
mod speed;

use std::fmt;

use ludometer::games::{CardKind, Choices, Playable, Setting};
use ludometer::model::{
    BySeat, CardMove, Event, EventSink, Game, LazySchema, Outcome, Rng, RuleError, RuleSet, Schema, Seat,
};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating};
use serde::Serialize;

/// The rows, columns and diagonals, as sets of squares: bit k is square k.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// All nine squares.
const FULL: u16 = 0o777;

/// What is asked of a set of squares again and again, looked up rather than found out each time. Its
/// size is a power of two, which saves a multiplication a look.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Squares {
    /// True if a line is among them.
    line: bool,
    /// The squares that are not among them, and how many those are.
    others: [Mark; 9],
    count: u8,
}

/// For each set of squares.
static SETS: [Squares; FULL as usize + 1] = {
    let mut sets = [Squares { line: false, others: [Mark(0); 9], count: 0 }; FULL as usize + 1];
    let mut set = 0;
    while set < sets.len() {
        let mut line = 0;
        while line < LINES.len() {
            sets[set].line |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        let mut square = 0;
        while square < 9 {
            if set >> square & 1 == 0 {
                sets[set].others[sets[set].count as usize] = Mark(square);
                sets[set].count += 1;
            }
            square += 1;
        }
        set += 1;
    }
    sets
};

/// All there is to know of a play. It is copied for every determinized play of a search, so it is small
/// and holds no pointer; here it is two sets of squares and a number. `Serialize` is how traces show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct State {
    /// The squares marked by the seat whose turn it is, and by the other one. They change places with
    /// every mark, so that nobody has to ask which is which.
    own: u16,
    other: u16,
    /// Marks made; seat 0, X, makes the first.
    turns: u8,
}

impl State {
    const fn taken(self) -> u16 {
        self.own | self.other
    }

    /// Whose turn it is, as long as there is a free square.
    #[inline]
    fn mover(self) -> Seat {
        Seat::new(usize::from(self.turns % 2))
    }

    /// The squares that each seat has marked.
    fn marks(self) -> [u16; 2] {
        if self.turns.is_multiple_of(2) { [self.own, self.other] } else { [self.other, self.own] }
    }

    fn has_line(self, seat: usize) -> bool {
        completes(self.marks()[seat])
    }

    /// The seat that has a line; only who marked last can have made one.
    #[inline]
    fn winner(self) -> Option<Seat> {
        completes(self.other).then(|| Seat::new(usize::from(1 - self.turns % 2)))
    }
}

#[inline]
fn squares(marks: u16) -> &'static Squares {
    &SETS[usize::from(marks & FULL)]
}

#[inline]
fn completes(marks: u16) -> bool {
    squares(marks).line
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
    // Nothing is hidden: each seat knows the state, and determinizing one means copying it.
    type View = State;
    type Event = Happening;

    fn seats(&self) -> usize {
        2
    }

    fn has_hidden_information(&self) -> bool {
        false
    }

    fn new_state(&self) -> State {
        State { own: 0, other: 0, turns: 0 }
    }

    // `deal` fills the state completely, whatever was in it: states are used again and again.
    fn deal<L: EventSink<Happening>>(&self, state: &mut State, _: &mut Rng, _: &mut L) {
        *state = self.new_state();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        // No branch between the two: which of them ends a play can't be foreseen.
        let over = completes(state.other) | (state.turns == 9);
        (!over).then(|| state.mover())
    }

    // The list belongs to the caller: append to it, in a stable order. Nothing is allocated here.
    #[inline]
    fn legal(&self, state: &State, into: &mut Vec<Mark>) {
        let free = squares(state.taken());
        // All nine places copied and the list cut: faster than as many as there are.
        let length = into.len() + usize::from(free.count);
        into.extend_from_slice(&free.others);
        into.truncate(length);
    }

    // All chance would come from `rng`, all news go to `log`. In playouts the log is `Silent`, and
    // building the events costs nothing.
    #[inline]
    fn apply<L: EventSink<Happening>>(
        &self,
        state: &mut State,
        Mark(square): Mark,
        _: &mut Rng,
        log: &mut L,
    ) {
        let seat = state.mover();
        let marked = state.own | 1 << square;
        *state = State { own: state.other, other: marked, turns: state.turns + 1 };
        log.emit(Happening::Marked { seat, square: square + 1 });
        if completes(marked) {
            log.emit(Happening::Line { seat });
        }
    }

    // Equal scores share a place, and the seats of the first place share the win: a draw is half a
    // win each, and counted by the metric `shared_wins`.
    fn outcome(&self, state: &State) -> Outcome {
        let score = |seat: Seat| i64::from(seat.index() < 2 && state.has_line(seat.index()));
        let turns = u32::from(state.turns);
        let rounds = Outcome::rounds_of_turns(turns, 2);
        Outcome::ranked(2, BySeat::from_fn(score), turns, rounds, false, |a, b| a > b)
    }

    #[inline]
    fn turn(&self, state: &State) -> u32 {
        1 + u32::from(state.turns)
    }

    fn phase(&self, _: &State) -> &'static str {
        "mark"
    }

    #[inline]
    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    #[inline]
    fn determinize(&self, view: &State, _: &mut Rng, into: &mut State) {
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
    const ACTION_KINDS: &'static [&'static str] = &["mark"];
    const HEURISTIC_WEIGHTS: &'static [Setting] = &[
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
    // of 40 in which the search lost a play: 13 with 500 iterations, 5 with 1000 (the general default),
    // 1 with 2000 and with 5000, none with 10,000 and 20,000.
    const BOT_DEFAULTS: &'static [(&'static str, &'static str, f64)] = &[("mcts", "iterations", 10_000.0)];
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

    fn action_kind(_: Mark) -> usize {
        0
    }

    // `run::check` asks this after every action, in real and determinized plays.
    fn audit(&self, state: &State) -> Result<(), String> {
        let [x, o] = state.marks().map(u16::count_ones);
        if state.own & state.other != 0 || state.taken() & !FULL != 0 {
            return Err("a square is marked twice".to_owned());
        }
        let turns = u32::from(state.turns);
        if [x, o] != [turns.div_ceil(2), turns / 2] {
            return Err(format!("{x} marks of X beside {o} of O after {turns} turns"));
        }
        if state.has_line(0) && state.has_line(1) { Err("both have a line".to_owned()) } else { Ok(()) }
    }

    // How good each action looks: `greedy` takes the best.
    fn score_actions(&self, view: &State, legal: &[Mark], weights: &[f64], scores: &mut Vec<f64>) {
        scores.extend(legal.iter().map(|&Mark(square)| {
            let bit = 1 << square;
            let line = f64::from(completes(view.own | bit));
            let block = f64::from(completes(view.other | bit));
            let centre = f64::from(square == 4);
            line + weights[0] * block + weights[1] * centre
        }));
    }

    // Only asked where a search cuts a playout off (`mcts:length=...`): nobody is ahead.
    fn evaluate(&self, _: &State) -> BySeat<f64> {
        BySeat::all(0.5)
    }

    // Each seat's share of the win. This is what the default makes of `outcome`, without the ranks.
    #[inline]
    fn reward(&self, state: &State) -> BySeat<f64> {
        let mut reward = BySeat::all(0.5);
        if let Some(winner) = state.winner() {
            let first = winner.index() == 0;
            reward[Seat::new(0)] = f64::from(first);
            reward[Seat::new(1)] = f64::from(!first);
        }
        reward
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
    if speed::asked(&TicTacToe, &TicTacToe.new_state())? {
        return Ok(());
    }
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
mod tests;
