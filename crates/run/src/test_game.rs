//! A small game with a mistake, for the tests of what finds mistakes: each of two seats holds a number and may
//! swap it for another.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Serialize;

use ludometer_model::{
    BySeat, CardMove, Event, EventSink, Game, LazySchema, MenuReader, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types,
};
use ludometer_playable::{CardKind, Compiled, Design, Playable, Scores, defined_by_its_type, names};

const SEATS: usize = 2;
const NUMBERS: u32 = 6;
const TURNS: u32 = 12;

static SCHEMA: LazySchema = LazySchema::new("game = \"toy\"\nusual_seats = 2\n");

thread_local! {
    /// The secret that a bot must not know, left where it can find it.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// The mistake in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    None,
    /// The view holds the whole state.
    HoldsAll,
    /// The view shows the other's number.
    Shows,
    /// The rules leave the other's number where `greedy` finds it.
    Remembers,
    /// The legal actions depend on the other's number.
    Hints,
    /// No play comes to its end.
    Endless,
    /// Turns are counted down.
    CountsDown,
    /// An event has the name of a line that is the program's own.
    TakesName,
    /// Turn 5 of a determinized play has no legal action.
    Imagined,
    Panics,
    /// Numbers are cards then, and drawn by an index even where draws are to be coupled.
    Uncoupled,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct State {
    numbers: [u32; SEATS],
    turn: u32,
    #[serde(skip)]
    determinized: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Action {
    Keep,
    Swap,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Swap { "swap" } else { "keep" })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct View {
    seat: Seat,
    own: u32,
    turn: u32,
    other: Option<u32>,
    #[serde(skip)]
    all: Option<State>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum News {
    Swapped { seat: Seat, number: u32 },
    End,
}

impl Event for News {
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Swapped { seat, number } => Some(CardMove::Drawn { seat, kind: number as usize }),
            Self::End => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Toy(pub(super) Mistake);

impl Toy {
    fn mover(state: &State) -> Seat {
        Seat::new(state.turn as usize % SEATS)
    }

    fn others(state: &State, seat: Seat) -> u32 {
        state.numbers[seat.next(SEATS).index()]
    }
}

impl Game for Toy {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = News;

    fn seats(&self) -> usize {
        SEATS
    }

    fn new_state(&self) -> State {
        State::default()
    }

    fn deal<L: EventSink<News>>(&self, state: &mut State, rng: &mut Rng, _: &mut L) {
        *state = State { numbers: [0; SEATS].map(|_| rng.below(NUMBERS)), ..State::default() };
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.turn < TURNS || self.0 == Mistake::Endless).then(|| Self::mover(state))
    }

    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        let other = Self::others(state, Self::mover(state));
        LEFT.set((self.0 == Mistake::Remembers).then_some(other));
        let none = self.0 == Mistake::Imagined && state.determinized && state.turn == 5;
        let swap = self.0 != Mistake::Hints || other.is_multiple_of(2);
        let count = if none { 0 } else { 1 + usize::from(swap) };
        reader.slots(0..count, |slot| if slot == 0 { Action::Keep } else { Action::Swap })
    }

    fn apply<L: EventSink<News>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        assert!(self.0 != Mistake::Panics || state.turn != 3, "turn 3");
        if action == Action::Swap {
            let coupled = rng.is_coupled() && self.0 != Mistake::Uncoupled;
            let number = if coupled { rng.race(0..u64::from(NUMBERS)) as u32 } else { rng.below(NUMBERS) };
            let seat = Self::mover(state);
            state.numbers[seat.index()] = number;
            log.emit(News::Swapped { seat, number });
        }
        state.turn += 1;
        if self.0 == Mistake::TakesName && state.turn == TURNS {
            log.emit(News::End);
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let scores = BySeat::from_fn(|seat| state.numbers.get(seat.index()).map_or(0, |&n| i64::from(n)));
        Outcome::ranked(
            SEATS,
            scores,
            state.turn,
            Outcome::rounds_of_turns(state.turn, SEATS),
            false,
            |a, b| a > b,
        )
    }

    fn turn(&self, state: &State) -> u32 {
        if self.0 == Mistake::CountsDown { TURNS - state.turn } else { state.turn }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let (own, turn) = (state.numbers[seat.index()], state.turn);
        let other = (self.0 == Mistake::Shows).then(|| Self::others(state, seat));
        let all = (self.0 == Mistake::HoldsAll).then_some(*state);
        View { seat, own, turn, other, all }
    }

    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let mut numbers = [0; SEATS].map(|_| rng.below(NUMBERS));
        numbers[view.seat.index()] = view.own;
        let determinized = self.0 == Mistake::Imagined;
        *into = view.all.unwrap_or(State { numbers, turn: view.turn, determinized });
    }

    described_by_its_types!();
}

impl Compiled for Toy {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "toy".to_owned(),
            title: "Toy".to_owned(),
            action_kinds: names(&["keep", "swap"]),
            phases: names(&["turn"]),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (SEATS, SEATS)
    }

    fn new(_: usize, _: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self(Mistake::None))
    }
}

impl Playable for Toy {
    type Stats = ();
    type Weights = ();

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        (0..NUMBERS).map(|number| CardKind::new(number.to_string(), 1)).collect()
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        (self.0 == Mistake::Uncoupled).then(|| format!("deck.{card}"))
    }

    fn action_kind(&self, action: Action) -> usize {
        usize::from(action == Action::Swap)
    }

    fn audit(&self, _: &State) -> Result<(), String> {
        Ok(())
    }

    fn score_actions(&self, view: &View, legal: &[Action], (): &(), scores: &mut Scores<Action>) {
        let other = view.other.or(LEFT.get()).map_or(2.5, f64::from);
        scores.extend(legal.iter().map(|action| match action {
            Action::Keep => f64::from(view.own),
            Action::Swap => other,
        }));
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        let [a, b] = state.numbers.map(f64::from);
        BySeat::from_fn(|seat| if seat.index() == 0 { (5.0 + a - b) / 10.0 } else { (5.0 + b - a) / 10.0 })
    }
}
