//! The rules: each player holds one card; in its turn a player draws one and discards one of the two. After the last turn
//! the highest card wins. Small, but with all that a game with hidden cards has: change it into your own.

use std::array;
use std::fmt;
use std::sync::{Arc, LazyLock};

use ludometer::prelude::*;
use serde::Serialize;

const KINDS: usize = 9;
const MOST_SEATS: usize = 4;

static SCHEMA: LazySchema = LazySchema::new(include_str!("../rules.toml"));

/// The rules with one rule set at one table size.
#[derive(Clone, Debug)]
pub(crate) struct MyGame {
    seats: usize,
    copies: u8,
    swaps: u32,
}

/// Copies of the cards 1, 2, ... 9.
type Cards = [u8; KINDS];

/// All there is to know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct State {
    stock: Stock<KINDS>,
    hands: BySeat<Cards>,
    discarded: Cards,
    mover: Seat,
    turn: u32,
    over: bool,
}

/// What one seat knows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    discarded: Cards,
    mover: Seat,
    turn: u32,
    over: bool,
}

/// The card that is discarded, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Discard(pub(crate) u8);

impl fmt::Display for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "discard {}", self.0 + 1)
    }
}

/// What the rules announce.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum News {
    Draw { seat: Seat, card: usize },
    Drop { seat: Seat, card: usize },
}

impl Event for News {
    fn card(&self) -> Option<CardMove> {
        Some(match *self {
            Self::Draw { seat, card } => CardMove::Drawn { seat, kind: card },
            Self::Drop { seat, card } => CardMove::Played { seat, kind: card },
        })
    }
}

impl MyGame {
    /// Lets the mover draw a card, or ends the game.
    fn begin_turn<L: EventSink<News>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        if state.turn == self.swaps * self.seats as u32 {
            state.over = true;
            return;
        }
        match state.stock.draw(rng) {
            Some(card) => {
                state.hands[state.mover][card] += 1;
                log.emit(News::Draw { seat: state.mover, card });
            }
            None => state.over = true,
        }
    }
}

impl Game for MyGame {
    type State = State;
    type Action = Discard;
    type View = View;
    type Event = News;

    fn seats(&self) -> usize {
        self.seats
    }

    fn new_state(&self) -> State {
        State {
            stock: Stock::default(),
            hands: BySeat::all([0; KINDS]),
            discarded: [0; KINDS],
            mover: Seat::new(0),
            turn: 0,
            over: false,
        }
    }

    fn deal<L: EventSink<News>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        *state = State { stock: Stock::new([self.copies; KINDS]), ..self.new_state() };
        for seat in Seat::all(self.seats) {
            if let Some(card) = state.stock.draw(rng) {
                state.hands[seat][card] += 1;
                log.emit(News::Draw { seat, card });
            }
        }
        self.begin_turn(state, rng, log);
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        (!state.over).then_some(state.mover)
    }

    fn menu<R: MenuReader<Discard>>(&self, state: &State, reader: R) -> R::Out {
        let hand = &state.hands[state.mover];
        reader.list(|into| {
            into.extend((0..KINDS as u8).filter(|&card| hand[usize::from(card)] > 0).map(Discard));
        })
    }

    fn apply<L: EventSink<News>>(&self, state: &mut State, action: Discard, rng: &mut Rng, log: &mut L) {
        let (seat, card) = (state.mover, usize::from(action.0));
        state.hands[seat][card] -= 1;
        state.discarded[card] += 1;
        log.emit(News::Drop { seat, card });
        state.turn += 1;
        state.mover = seat.next(self.seats);
        self.begin_turn(state, rng, log);
    }

    fn outcome(&self, state: &State) -> Outcome {
        let cards = self.progress(state);
        Outcome::placed(self.seats, |a, b| cards[a] > cards[b]).with_scores(cards).after(state.turn)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let State { discarded, mover, turn, over, .. } = *state;
        View { seat, hand: state.hands[seat], discarded, mover, turn, over }
    }

    // All cards that this seat doesn't see are in the stock or in the others' hands, which are dealt from there.
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let View { discarded, mover, turn, over, .. } = *view;
        let stock = Stock::new([self.copies; KINDS]).without(&view.hand).without(&discarded);
        *into = State { stock, discarded, mover, turn, over, ..self.new_state() };
        into.hands[view.seat] = view.hand;
        let places: [Places; MOST_SEATS] = array::from_fn(|seat| {
            let hidden = seat < self.seats && seat != view.seat.index();
            let held = if seat == mover.index() && !over { 2 } else { 1 };
            Places::any(if hidden { held } else { 0 })
        });
        // The true cards are such a deal, so there always is one.
        let _ = into.stock.deal(&places, rng, |seat, card| into.hands[Seat::new(seat)][card] += 1);
    }

    described_by_its_types!();
}

impl Compiled for MyGame {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "{{NAME}}".to_owned(),
            title: "{{TITLE}}".to_owned(),
            action_kinds: names(&["discard"]),
            phases: names(&["discard"]),
            progress_unit: "card held".to_owned(),
            heuristic_weights: Weights::LIST.to_vec(),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, MOST_SEATS)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self { seats, copies: rules.count("deck.copies") as u8, swaps: rules.count("hand.swaps") as u32 })
    }
}

settings! {
    /// What `greedy` weighs; `--bots greedy:low=2` sets it.
    pub struct Weights {
        low: f64 =
            Setting::new("low", "how gladly a low card is discarded", Choices::Real(0.0, 10.0), 1.0);
    }
}

impl Playable for MyGame {
    type Stats = ();
    type Weights = Weights;

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        (1..=KINDS).map(|number| CardKind::new(number.to_string(), self.copies.into())).collect()
    }

    fn action_kind(&self, _: Discard) -> usize {
        0
    }

    // No card is lost and none is made.
    fn audit(&self, state: &State) -> Result<(), String> {
        for kind in 0..KINDS {
            let held: u8 = state.hands.first(self.seats).iter().map(|hand| hand[kind]).sum();
            let all = state.stock.copies()[kind] + state.discarded[kind] + held;
            if all != self.copies {
                return Err(format!("{all} copies of card {}", kind + 1));
            }
        }
        Ok(())
    }

    // What a sensible player looks at: the bot `greedy` takes the action with the highest score.
    fn score_actions(&self, _: &View, legal: &[Discard], weights: &Weights, scores: &mut Scores<Discard>) {
        scores.extend(legal.iter().map(|action| -weights.low * f64::from(action.0)));
    }

    fn progress(&self, state: &State) -> BySeat<i64> {
        let highest =
            |hand: &Cards| hand.iter().rposition(|&copies| copies > 0).map_or(0, |kind| kind as i64 + 1);
        BySeat::from_fn(|seat| highest(&state.hands[seat]))
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        let hand = state.hands[seat].iter().enumerate().filter(|(_, copies)| **copies > 0);
        hand.for_each(|(kind, &copies)| tell(kind, copies.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_keeps_its_contract() {
        for seats in 2..=MOST_SEATS {
            let game = MyGame::new(seats, &RuleSet::defaults(MyGame::schema())).unwrap();
            check(&game, 200, 1).unwrap();
        }
    }

    #[test]
    fn the_highest_card_wins() {
        let game = MyGame::new(2, &RuleSet::defaults(MyGame::schema())).unwrap();
        let mut state = State { over: true, ..game.new_state() };
        state.hands[Seat::new(0)][3] = 1;
        state.hands[Seat::new(1)][7] = 1;
        assert_eq!(game.outcome(&state).winners().map(Seat::index).collect::<Vec<_>>(), [1]);
    }
}
