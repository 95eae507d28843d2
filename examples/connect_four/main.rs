//! Connect Four: a larger game of full knowledge, with a board of bits.
//!
//! ```text
//! cargo run --release --example connect_four      plays some batches and prints their results
//! cargo run --release --example connect_four -- bench playouts 100_000
//! cargo test --example connect_four               checks the game and the search against exact values
//! ```
//!
//! Read `tic_tac_toe` first. What is new here is the board (`board.rs`): a seat's stones are the bits
//! of one number, in which stones fall by an addition and eight shifts find all lines.
//!
//! The game: 7 columns of 6 squares; stones fall to the lowest free square of a column; four in a
//! row, column or diagonal win, and a full board is a draw.

mod board;
#[cfg(test)]
mod tests;

use std::fmt;

use board::{Board, COLUMNS, Drop, ROWS, has_line};
use std::sync::{Arc, LazyLock};

use ludometer::games::{
    CardKind, Choices, Compiled, Design, Playable, Scores, Setting, defined_by_its_type, names, settings,
};
use ludometer::model::{
    BySeat, CardMove, Event, EventSink, Game, LazySchema, MenuReader, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types,
};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating};
use serde::Serialize;

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "drop {}", self.0 + 1)
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum DropEvent {
    Dropped { seat: Seat, column: u8, row: u8 },
    Line { seat: Seat },
}

impl Event for DropEvent {
    fn card(&self) -> Option<CardMove> {
        None
    }
}

#[derive(Clone, Copy)]
struct ConnectFour;

impl Game for ConnectFour {
    type State = Board;
    type Action = Drop;
    type View = Board;
    type Event = DropEvent;

    fn seats(&self) -> usize {
        2
    }

    fn has_hidden_information(&self) -> bool {
        false
    }

    fn new_state(&self) -> Board {
        Board::EMPTY
    }

    fn deal<L: EventSink<DropEvent>>(&self, state: &mut Board, _: &mut Rng, _: &mut L) {
        *state = Board::EMPTY;
    }

    fn to_move(&self, state: &Board) -> Option<Seat> {
        let over = state.is_full() || state.winner().is_some();
        (!over).then(|| Seat::new(state.mover()))
    }

    fn menu<R: MenuReader<Drop>>(&self, state: &Board, reader: R) -> R::Out {
        reader.list(|into| into.extend((0..COLUMNS as u8).map(Drop).filter(|drop| state.has_room(*drop))))
    }

    fn apply<L: EventSink<DropEvent>>(&self, state: &mut Board, drop: Drop, _: &mut Rng, sink: &mut L) {
        let seat = Seat::new(state.mover());
        let square = state.play(drop);
        sink.emit(DropEvent::Dropped { seat, column: drop.0 + 1, row: Board::row(square) + 1 });
        if state.winner().is_some() {
            sink.emit(DropEvent::Line { seat });
        }
    }

    fn outcome(&self, state: &Board) -> Outcome {
        let winner = state.winner();
        let scores = BySeat::from_fn(|seat| i64::from(winner == Some(seat.index())));
        let turns = u32::from(state.played);
        let rounds = Outcome::rounds_of_turns(turns, 2);
        Outcome::ranked(2, scores, turns, rounds, false, |a, b| a > b)
    }

    fn turn(&self, state: &Board) -> u32 {
        u32::from(state.played) + 1
    }

    fn view(&self, state: &Board, _: Seat) -> Board {
        *state
    }

    fn determinize(&self, view: &Board, _: &mut Rng, into: &mut Board) {
        *into = *view;
    }

    described_by_its_types!();
}

static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "connect-four"
    usual_seats = 2
    "#,
);

impl Compiled for ConnectFour {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "connect-four".to_owned(),
            title: "Connect Four".to_owned(),
            action_kinds: names(&["drop"]),
            phases: names(&["drop"]),
            heuristic_weights: Weights::LIST.to_vec(),
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
            "weight of a stone that keeps the other from a line (an own line weighs 1)",
            Choices::Real(0.0, 10.0),
            0.9,
        );
        centre: f64 = Setting::new(
            "centre",
            "weight of the middle column; falls evenly to 0 towards the edges",
            Choices::Real(0.0, 10.0),
            0.3,
        );
    }
}

impl Playable for ConnectFour {
    type Stats = ();
    type Weights = Weights;

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        Vec::new()
    }

    fn action_kind(&self, _: Drop) -> usize {
        0
    }

    fn audit(&self, state: &Board) -> Result<(), String> {
        let [first, second] = state.stones;
        let counts = state.stones.map(u64::count_ones);
        let taken = first | second;
        if first & second != 0 || counts[0] + counts[1] != u32::from(state.played) {
            return Err(format!("{counts:?} stones after {} drops", state.played));
        }
        if counts[0] - counts[1] != u32::from(state.played) % 2 {
            return Err(format!("{counts:?} stones"));
        }
        for column in 0..COLUMNS {
            let stones = taken >> (column * (ROWS + 1)) & 0x7f;
            if stones & (stones + 1) != 0 || stones >> ROWS != 0 {
                return Err(format!("column {} holds {stones:#b}", column + 1));
            }
        }
        // A line ends the play, so the seat to move has none.
        if has_line(state.stones[state.mover()]) {
            return Err(format!("seat {} is to move and has a line", state.mover()));
        }
        Ok(())
    }

    fn score_actions(&self, view: &Board, legal: &[Drop], weights: &Weights, scores: &mut Scores<Drop>) {
        let (mover, other) = (view.mover(), 1 - view.mover());
        scores.extend(legal.iter().map(|&drop| {
            let square = view.square(drop);
            let line = f64::from(has_line(view.stones[mover] | square));
            let block = f64::from(has_line(view.stones[other] | square));
            let centre = 1.0 - (f64::from(drop.0) - 3.0).abs() / 3.0;
            line + weights.block * block + weights.centre * centre
        }));
    }

    // Only asked where a search cuts a playout off: nobody is ahead.
    fn evaluate(&self, _: &Board) -> BySeat<f64> {
        BySeat::all(0.5)
    }
}

/// Plays a batch with one bot a seat, each staying in its seat.
fn batch(
    bots: [&str; 2],
    plays: u64,
    seed: u64,
) -> Result<ludometer::run::Batch, Box<dyn std::error::Error>> {
    let game = Loaded::<ConnectFour>::new(2, RuleSet::defaults(ConnectFour::schema()))?;
    let bots = [game.bot(bots[0])?, game.bot(bots[1])?];
    let threads = std::thread::available_parallelism()?.get();
    let plan = Plan { seed, plays: 0..plays, seating: Seating::Fixed, threads, timing: false, stall: None };
    Ok(game.simulate(&bots, &plan, Hooks::none(), None)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if speed::asked(&ConnectFour, &Board::EMPTY)? {
        return Ok(());
    }
    for (bots, plays) in
        [(["random", "random"], 1_000_000), (["greedy", "random"], 100_000), (["mcts", "greedy"], 500)]
    {
        let batch = batch(bots, plays, 1)?;
        println!("{} begins against {}: {} plays", bots[0], bots[1], batch.plays);
        if let Some(seats) = batch.report.table("seats") {
            print!("{seats}");
        }
        for metric in ["turns", "shared_wins"] {
            if let Some(value) = batch.report.named(metric).and_then(|metric| metric.value) {
                println!("{metric}: {value:.4}");
            }
        }
        println!();
    }
    Ok(())
}
