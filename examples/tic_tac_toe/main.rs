//! Tic-tac-toe: a whole game in one file, against the public interface only.
//!
//! ```text
//! cargo run --release --example tic_tac_toe       plays some batches and prints their results
//! cargo test --example tic_tac_toe                checks the game and the search against exact values
//! cargo run --release --example tic_tac_toe -- bench playouts 1_000_000
//! ```
//!
//! Read this one first, then `kuhn_poker`, which adds hidden cards, parameters and scores.
//!
//! A game is two traits. [`Game`] is the rules: states, actions, views, events. [`Playable`] is what
//! bots and reports need beside them. Written once, they give all the bots (`random`, `greedy`,
//! `mcts`), batches over all threads, statistics with intervals, traces, and the checks
//! (`run::check`, `run::audit`). To have the game on the command line, make it a program of its
//! own as `examples/love_letter` is, or a crate in `crates/games/` with its line in `src/registry.rs`.
//!
//! The file goes from the data to the rules, and from these to what bots and reports need: state,
//! action, event, [`Game`], [`Playable`], and a `main` that plays.

// The trait's methods take states by reference, however small this game's are.
#![allow(clippy::trivially_copy_pass_by_ref)]

use std::fmt;
use std::sync::{Arc, LazyLock};

use ludometer::games::{
    CardKind, Choices, Compiled, Design, Playable, Scores, Setting, bot_defaults, defined_by_its_type, names,
    settings,
};
use ludometer::model::{
    BySeat, CardMove, Event, EventSink, Game, LazySchema, MenuReader, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types,
};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating};
use serde::Serialize;

/// A set of squares: bit k stands for square k, from the top left to the bottom right. So each row of
/// the board is one octal digit.
type Squares = u16;

/// The rows, columns and diagonals.
const LINES: [Squares; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The whole board.
const BOARD: Squares = 0o777;

/// Holds all there is to know of a play. A search copies it for every playout, so a state is small
/// and allocates nothing. `Serialize` is how traces show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
struct State {
    /// The squares that each seat has marked. Seat 0 is X and begins.
    marks: [Squares; 2],
    /// Marks made so far.
    turns: u8,
}

impl State {
    /// Returns the seat whose turn it is, as long as the play is not over.
    fn mover(&self) -> Seat {
        Seat::new(usize::from(self.turns % 2))
    }

    /// Returns the squares that nobody has marked.
    fn free(&self) -> Squares {
        BOARD & !(self.marks[0] | self.marks[1])
    }

    /// Returns the seat that has a line: only the one that marked last can have made it.
    fn winner(&self) -> Option<Seat> {
        let last = self.mover().next(2);
        has_line(self.marks[last.index()]).then_some(last)
    }
}

fn has_line(marks: Squares) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// Names a choice by its square, counted from 0. An action is a small `Copy` value; traces show its
/// `Display`, and statistics count the first word of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mark(u8);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mark {}", self.0 + 1)
    }
}

/// Announces what happens. Statistics and traces read events alone; they see neither states nor
/// rules. The tag `event` is what the format of traces asks for.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum MarkEvent {
    Marked { seat: Seat, square: u8 },
    Line { seat: Seat },
}

impl Event for MarkEvent {
    fn card(&self) -> Option<CardMove> {
        None // There are no cards here.
    }
}

/// Holds the rules with one rule set. It has no state of a play, so all threads share it; in a game
/// with parameters they would be its fields.
#[derive(Clone, Copy)]
struct TicTacToe;

impl Game for TicTacToe {
    type State = State;
    type Action = Mark;
    // Nothing is hidden: each seat knows the whole state.
    type View = State;
    type Event = MarkEvent;

    fn seats(&self) -> usize {
        2
    }

    fn has_hidden_information(&self) -> bool {
        false
    }

    fn new_state(&self) -> State {
        State { marks: [0, 0], turns: 0 }
    }

    // `deal` fills the state completely, whatever was in it: states are used again and again.
    fn deal<L: EventSink<MarkEvent>>(&self, state: &mut State, _: &mut Rng, _: &mut L) {
        *state = self.new_state();
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        let over = state.free() == 0 || state.winner().is_some();
        (!over).then(|| state.mover())
    }

    // The legal actions, described once: whoever wants a list of them gets one, and who wants only the one at some
    // index gets it without a list. Here they are a set of numbers; where they are none, `reader.list(|into| ...)`
    // takes a closure that appends them to a list.
    fn menu<R: MenuReader<Mark>>(&self, state: &State, reader: R) -> R::Out {
        reader.slots(state.free(), |square| Mark(square as u8))
    }

    // Chance would come from the random numbers, and nothing else. Every consequence is announced to
    // `sink`: a list in traces, the statistics in batches, nothing at all in playouts.
    fn apply<L: EventSink<MarkEvent>>(
        &self,
        state: &mut State,
        Mark(square): Mark,
        _: &mut Rng,
        sink: &mut L,
    ) {
        let seat = state.mover();
        state.marks[seat.index()] |= 1 << square;
        state.turns += 1;
        sink.emit(MarkEvent::Marked { seat, square: square + 1 });
        if state.winner().is_some() {
            sink.emit(MarkEvent::Line { seat });
        }
    }

    // Equal scores share a place, and the seats of the first place share the win: a draw is half a
    // win each, and counted by the metric `shared_wins`.
    fn outcome(&self, state: &State) -> Outcome {
        let winner = state.winner();
        let scores = BySeat::from_fn(|seat| i64::from(winner == Some(seat)));
        let turns = u32::from(state.turns);
        let rounds = Outcome::rounds_of_turns(turns, 2);
        Outcome::ranked(2, scores, turns, rounds, false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        1 + u32::from(state.turns)
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    // Where cards are hidden, this deals them anew in agreement with the view. Here the view says all.
    fn determinize(&self, view: &State, _: &mut Rng, into: &mut State) {
        *into = *view;
    }

    described_by_its_types!();
}

/// The parameters, usually an embedded `rules.toml`. This game has none.
static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "tic-tac-toe"
    usual_seats = 2
    "#,
);

impl Compiled for TicTacToe {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "tic-tac-toe".to_owned(),
            title: "Tic-tac-toe".to_owned(),
            action_kinds: names(&["mark"]),
            phases: names(&["mark"]),
            heuristic_weights: Weights::LIST.to_vec(),
            // Defaults of bots that suit this game better. Against all replies from both seats, 20 seeds, runs
            // of 40 in which the search lost a play: 13 with 500 iterations, 5 with 1000 (the general default),
            // 1 with 2000 and with 5000, none with 10,000 and 20,000.
            bot_defaults: bot_defaults(&[("mcts", "iterations", 10_000.0)]),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, 2)
    }

    fn new(seats: usize, _: &RuleSet) -> Result<Self, RuleError> {
        if seats == 2 { Ok(Self) } else { Err(RuleError::new(format!("{seats} seats, but there must be 2"))) }
    }
}

settings! {
    /// The weights of `greedy`.
    struct Weights {
        block: f64 = Setting::new(
            "block",
            "weight of a square that keeps the other from a line (an own line weighs 1)",
            Choices::Real(0.0, 10.0),
            0.9,
        );
        centre: f64 =
            Setting::new("centre", "weight of the centre square", Choices::Real(0.0, 10.0), 0.3);
    }
}

impl Playable for TicTacToe {
    // No statistics of its own; see `stats::Statistic` for how to write some.
    type Stats = ();
    type Weights = Weights;

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        Vec::new()
    }

    fn action_kind(&self, _: Mark) -> usize {
        0
    }

    // `run::check` asks this after every action, in real and determinized plays.
    fn audit(&self, state: &State) -> Result<(), String> {
        let [x, o] = state.marks;
        if x & o != 0 || (x | o) & !BOARD != 0 {
            return Err("a mark is on another one or off the board".to_owned());
        }
        let (counts, turns) = ([x.count_ones(), o.count_ones()], u32::from(state.turns));
        if counts != [turns.div_ceil(2), turns / 2] {
            return Err(format!("{counts:?} marks of X and O after {turns} turns"));
        }
        if has_line(x) && has_line(o) { Err("both have a line".to_owned()) } else { Ok(()) }
    }

    // How good each action looks: `greedy` takes the best.
    fn score_actions(&self, view: &State, legal: &[Mark], weights: &Weights, scores: &mut Scores<Mark>) {
        let seat = view.mover();
        let (own, other) = (view.marks[seat.index()], view.marks[seat.next(2).index()]);
        scores.extend(legal.iter().map(|&Mark(square)| {
            let line = f64::from(has_line(own | 1 << square));
            let block = f64::from(has_line(other | 1 << square));
            let centre = f64::from(square == 4);
            line + weights.block * block + weights.centre * centre
        }));
    }

    // Only asked where a search cuts a playout off (`mcts:length=...`): nobody is ahead.
    fn evaluate(&self, _: &State) -> BySeat<f64> {
        BySeat::all(0.5)
    }

    // Each seat's share of the win at the end of a playout. Without this method it would follow from
    // the ranks of `outcome`, which takes longer: a tenth of a search.
    fn reward(&self, state: &State) -> BySeat<f64> {
        match state.winner() {
            Some(winner) => BySeat::from_fn(|seat| f64::from(seat == winner)),
            None => BySeat::all(0.5),
        }
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
    let plan = Plan { seed, plays: 0..plays, seating: Seating::Fixed, threads, timing: false, stall: None };
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
        if let Some(drawn) = batch.report.named("shared_wins").and_then(|drawn| drawn.value) {
            println!("drawn: {:.2} %\n", 100.0 * drawn);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
