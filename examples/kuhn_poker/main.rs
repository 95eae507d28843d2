//! Kuhn poker: hidden cards, parameters and scores, against the public interface only. `history` has what follows from
//! the bets alone.
//!
//! ```text
//! cargo run --release --example kuhn_poker        plays some batches and prints what came of them
//! cargo test --example kuhn_poker                 checks the game and the bots against exact values
//! ```
//!
//! Read `tic_tac_toe` first. What is new here:
//!
//! - Hidden cards. A bot is shown a [`View`], never the [`State`]. A search bot determinizes full states
//!   from it (`Game::determinize`), and the contract is that a determinized state looks the same to the
//!   viewer: `view(determinize(view)) == view`. `run::check` and `run::audit` hold it.
//! - Parameters: the ante and the bet are data with defaults and ranges, not constants.
//! - Scores: the chips that a seat wins or loses. Who has more of them wins the play, by whatever
//!   margin; but the size of the pot must matter to the search, so [`Playable::reward`] is
//!   overridden: it maps the chips from the greatest loss to the greatest win evenly to 0 to 1. With
//!   the usual stakes, -2, -1, 1 and 2 chips are 0, 1/4, 3/4 and 1. Rewards of a play add up to 1.
//!
//! The game (H. W. Kuhn, "A simplified two-person poker", 1950): three cards, jack, queen and king.
//! Both seats put in the ante and get a card. Seat 0 checks or bets; after a check seat 1 checks or
//! bets; a bet is called or folded to. The higher card takes the pot unless a seat folded.

// Helpers take states by reference as the trait's methods do, however small this game's are.
#![allow(clippy::trivially_copy_pass_by_ref)]

mod history;

use std::fmt;
use std::sync::{Arc, LazyLock};

use ludometer::games::{CardKind, Compiled, Design, Playable, Scores, defined_by_its_type, names};
use ludometer::model::{
    BySeat, CardMove, Event, EventSink, Game, LazySchema, MenuReader, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types,
};
use ludometer::run::{AnyGame, Hooks, Loaded, Plan, Seating};
use serde::Serialize;

use history::{Action, History, Stage, stage};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Card {
    Jack,
    Queen,
    King,
}

const CARDS: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&KuhnPoker::definition().action_kinds[*self as usize])
    }
}

/// All there is to know, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct State {
    cards: [Card; 2],
    history: History,
}

/// The knowledge of one seat. It has no field for what the seat can't know, so nothing can leak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct View {
    viewer: Seat,
    own: Card,
    /// The other's card, once it was shown.
    other: Option<Card>,
    history: History,
}

/// Everything that happens, complete enough to replay a play by hand. Events are for statistics and
/// traces; no bot sees them, so they may name hidden cards.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Happening {
    Draw { seat: Seat, card: Card },
    Pay { seat: Seat, chips: i64 },
    Show { seat: Seat, card: Card },
    Win { seat: Seat, pot: i64 },
}

impl Event for Happening {
    // `cards.csv` counts from this how a seat fares that was dealt a card. The number is the card's
    // place in `Playable::cards`.
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, card } => Some(CardMove::Drawn { seat, kind: card as usize }),
            Self::Pay { .. } | Self::Show { .. } | Self::Win { .. } => None,
        }
    }
}

/// The rules with their stakes.
#[derive(Clone, Copy, Debug)]
struct KuhnPoker {
    ante: i64,
    bet: i64,
    /// The reward of each seat: without and with a bet that was called, if seat 0 wins or if seat 1 does.
    rewards: [[[f64; 2]; 2]; 2],
}

/// If the play ended as it stands: 1 if a bet was called, and who takes the pot.
#[inline]
fn end(state: &State) -> (usize, usize) {
    let entry = state.history.entry();
    let higher = usize::from(state.cards[1] > state.cards[0]);
    (usize::from(entry.bets / 2), usize::from(entry.winner[higher]))
}

impl KuhnPoker {
    const fn with(ante: i64, bet: i64) -> Self {
        let mut game = Self { ante, bet, rewards: [[[0.0; 2]; 2]; 2] };
        let stakes = [ante, ante + bet];
        let mut called = 0;
        while called < 2 {
            let stake = stakes[called];
            game.rewards[called] = [game.reward_of([stake, -stake]), game.reward_of([-stake, stake])];
            called += 1;
        }
        game
    }

    /// Returns the most that can be lost.
    const fn most(self) -> i64 {
        self.ante + self.bet
    }

    /// Returns what each seat won or lost if the play ended as it stands.
    fn chips(self, state: &State) -> [i64; 2] {
        let (called, winner) = end(state);
        let stake = self.ante + called as i64 * self.bet;
        if winner == 0 { [stake, -stake] } else { [-stake, stake] }
    }

    /// Chips from the greatest loss to the greatest win, evenly from 0 to 1.
    const fn reward_of(self, chips: [i64; 2]) -> [f64; 2] {
        let per_chip = 1.0 / (2 * self.most()) as f64;
        [(chips[0] + self.most()) as f64 * per_chip, (chips[1] + self.most()) as f64 * per_chip]
    }

    /// Returns what each seat gets if the play ends as it stands.
    #[inline]
    fn reward_at(&self, state: &State) -> BySeat<f64> {
        let (called, winner) = end(state);
        let rewards = self.rewards[called][winner];
        BySeat::from_fn(|seat| rewards.get(seat.index()).copied().unwrap_or(0.0))
    }
}

impl Game for KuhnPoker {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Happening;

    fn seats(&self) -> usize {
        2
    }

    fn new_state(&self) -> State {
        State { cards: [Card::Jack; 2], history: History::Start }
    }

    fn deal<L: EventSink<Happening>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        let mut deck = CARDS;
        rng.shuffle(&mut deck);
        *state = State { cards: [deck[0], deck[1]], history: History::Start };
        for seat in Seat::all(2) {
            log.emit(Happening::Pay { seat, chips: self.ante });
            log.emit(Happening::Draw { seat, card: state.cards[seat.index()] });
        }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (!state.history.is_over()).then(|| Seat::new(usize::from(state.history.entry().actions % 2)))
    }

    // Follows from what the mover sees alone, or the list itself would tell what is hidden.
    #[inline]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        let facing = matches!(state.history, History::Bet | History::CheckBet);
        reader.slots(0..2, |slot| match 2 * usize::from(facing) + slot {
            0 => Action::Check,
            1 => Action::Bet,
            2 => Action::Call,
            _ => Action::Fold,
        })
    }

    #[inline]
    fn apply<L: EventSink<Happening>>(&self, state: &mut State, action: Action, _: &mut Rng, log: &mut L) {
        let before = state.history.entry();
        let mover = Seat::new(usize::from(before.actions % 2));
        state.history = before.next[action as usize % 2];
        if matches!(action, Action::Bet | Action::Call) {
            log.emit(Happening::Pay { seat: mover, chips: self.bet });
        }
        let pot = 2 * self.ante + i64::from(state.history.entry().bets) * self.bet;
        let end = stage(state.history);
        if let Stage::Showdown { .. } = end {
            for seat in Seat::all(2) {
                log.emit(Happening::Show { seat, card: state.cards[seat.index()] });
            }
        }
        if let Stage::Showdown { .. } | Stage::Folded(_) = end {
            let winner = usize::from(self.chips(state)[1] > 0);
            log.emit(Happening::Win { seat: Seat::new(winner), pot });
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let chips = self.chips(state);
        let scores = BySeat::from_fn(|seat| chips.get(seat.index()).copied().unwrap_or(0));
        let turns = self.turn(state) - 1;
        Outcome::ranked(2, scores, turns, Outcome::rounds_of_turns(turns, 2), false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        1 + u32::from(state.history.entry().actions)
    }

    fn phase(&self, state: &State) -> usize {
        usize::from(matches!(stage(state.history), Stage::Facing(_)))
    }

    #[inline]
    fn view(&self, state: &State, viewer: Seat) -> View {
        let own = state.cards[viewer.index()];
        let shown = matches!(stage(state.history), Stage::Showdown { .. });
        View { viewer, own, other: shown.then_some(state.cards[1 - viewer.index()]), history: state.history }
    }

    // Each card that the other may hold is equally likely. What the other did could tell more
    // (a bet looks like a king), but that would be a guess about its strategy, not knowledge.
    // With many hidden cards in many places use `model::deal_hidden`.
    #[inline]
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let other = view.other.unwrap_or_else(|| {
            let nth = rng.index(2);
            let unseen = CARDS.into_iter().filter(|card| *card != view.own).nth(nth);
            unseen.expect("two of three cards are unseen")
        });
        into.cards[view.viewer.index()] = view.own;
        into.cards[1 - view.viewer.index()] = other;
        into.history = view.history;
    }

    described_by_its_types!();
}

/// Each `[[param]]` has a key, a default, what it may be, one line about it, and where the default
/// comes from. From that come `--set ante=5`, rule files, error messages and listings.
static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "kuhn-poker"
    usual_seats = 2

    [[param]]
    key = "ante"
    default = 1
    range = [1, 1000]
    about = "chips that each seat puts in before the deal"
    from = "rulebook"

    [[param]]
    key = "bet"
    default = 1
    range = [1, 1000]
    about = "chips that a bet puts in, and a call"
    from = "rulebook"
    "#,
);

impl Compiled for KuhnPoker {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "kuhn-poker".to_owned(),
            title: "Kuhn poker".to_owned(),
            action_kinds: names(&["check", "bet", "call", "fold"]),
            phases: names(&["open", "answer"]),
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

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        if seats != 2 {
            return Err(RuleError::new(format!("{seats} seats, but there must be 2")));
        }
        Ok(Self::with(rules.int("ante"), rules.int("bet")))
    }
}

impl Playable for KuhnPoker {
    type Stats = ();
    type Weights = ();

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        ["jack", "queen", "king"].map(|name| CardKind::new(name, 1)).into()
    }

    fn action_kind(&self, action: Action) -> usize {
        action as usize
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        if state.cards[0] == state.cards[1] {
            return Err(format!("both seats hold the {:?}", state.cards[0]));
        }
        let [a, b] = self.chips(state);
        if a + b == 0 { Ok(()) } else { Err(format!("{a} and {b} chips don't balance")) }
    }

    // Bets and calls with the king, checks and folds with the jack, checks and calls with the queen.
    fn score_actions(&self, view: &View, legal: &[Action], (): &(), scores: &mut Scores<Action>) {
        scores.extend(legal.iter().map(|action| match (action, view.own) {
            (Action::Bet | Action::Call, Card::King)
            | (Action::Check, Card::Jack | Card::Queen)
            | (Action::Call, Card::Queen)
            | (Action::Fold, Card::Jack) => 1.0,
            _ => 0.0,
        }));
    }

    // For searches that cut playouts off: the higher card takes the pot as it stands.
    fn evaluate(&self, state: &State) -> BySeat<f64> {
        self.reward_at(state)
    }

    #[inline]
    fn reward(&self, state: &State) -> BySeat<f64> {
        self.reward_at(state)
    }
}

/// Plays a batch with one bot a seat, each staying in its seat.
fn batch(
    bots: [&str; 2],
    plays: u64,
    seed: u64,
) -> Result<ludometer::run::Batch, Box<dyn std::error::Error>> {
    let game = Loaded::<KuhnPoker>::new(2, RuleSet::defaults(KuhnPoker::schema()))?;
    let bots = [game.bot(bots[0])?, game.bot(bots[1])?];
    let threads = std::thread::available_parallelism()?.get();
    let plan = Plan { seed, plays: 0..plays, seating: Seating::Fixed, threads, timing: false, stall: None };
    Ok(game.simulate(&bots, &plan, Hooks::none(), None)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dealt = State { cards: [Card::Jack, Card::Queen], history: History::Start };
    if speed::asked(&KuhnPoker::with(1, 1), &dealt)? {
        return Ok(());
    }
    for (bots, plays) in [
        (["random", "random"], 1_000_000),
        (["greedy", "random"], 100_000),
        (["random", "mcts"], 5_000),
        (["mcts", "mcts"], 5_000),
    ] {
        let batch = batch(bots, plays, 1)?;
        println!("seat 0 is {}, seat 1 is {}: {} plays", bots[0], bots[1], batch.plays);
        for name in ["seats", "cards"] {
            if let Some(table) = batch.report.table(name) {
                println!("{table}");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
