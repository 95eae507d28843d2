//! How good actions look to a seat, by the spec's section 13: every figure is in dollars gained on
//! the mean of the other seats, until it is scaled at the very end.
//!
//! `unseen` tells what others may hold, `table` what all see; `outlook` what a deal is expected to bring (`pays` the sums
//! behind it), `kept` what with a promise kept; `leader` finds the best of some aims;
//! `turn` values plays, `talk` tokens and promises, `hand` cards that stay in the hand.

mod unseen;
mod pays;
mod leader;
mod table;
mod outlook;
mod token_deals;
mod turn;
mod talk;
mod hand;

pub(super) use self::outlook::Outlook;
use self::table::Table;
use self::unseen::Unseen;
use super::state::Phase;
use super::{Action, ImTheBoss, View};
use ludometer_model::Seat;
use ludometer_playable::{Choices, Scores, Setting, settings};

/// A clear difference, in dollars.
const CLEAR: f64 = 10.0;

/// Dollars that are no difference between two actions. Seats that are alike have to be equal, and the last bits
/// of a sum depend on its order.
const EQUAL: f32 = 0.01;

/// Dollars that are no difference but the last bits of a sum.
const ROUNDING: f32 = 1e-3;

/// Dollars that a score must be behind to be no equal of the best, whatever the last bits.
const MARGIN: f32 = 0.02;

settings! {
    /// The weights of `greedy` in this game.
    pub struct Weights {
        honesty: f32 = Setting::new(
            "honesty",
            "1: no promise is broken; below: one is broken for a gain of more than 100 x honesty dollars",
            Choices::Real(0.0, 1.0),
            1.0,
        );
        trust: f32 = Setting::new(
            "trust",
            "how far promises that don't bind are believed",
            Choices::Real(0.0, 1.0),
            0.6,
        );
        price: f32 = Setting::new(
            "price",
            "dollars that a promise must be worth before a token is given for it",
            Choices::Real(-100.0, 100.0),
            0.0,
        );
        thrift: f32 =
            Setting::new("thrift", "weight of cards kept in the hand", Choices::Real(0.0, 10.0), 1.0);
        stay: f32 = Setting::new(
            "stay",
            "dollars that it is worth to stay in the deal with cards to play",
            Choices::Real(0.0, 100.0),
            2.0,
        );
        focus: f32 = Setting::new(
            "focus",
            "how much more the gains of rich seats matter",
            Choices::Real(0.0, 10.0),
            0.5,
        );
    }
}

/// The defaults of the bots that suit this game, each measured.
pub(super) const BOT_DEFAULTS: &[(&str, &str, f64)] = &[
    // One search seat with 200 iterations against three greedy ones (60 plays each, fair share 25 %):
    // `puct` with greedy playouts won 50 % looking 4 turns ahead, 64 % looking 10 (interval 52 to 75),
    // 60 % looking 30; `uct` with random playouts to the end won 13 %.
    ("mcts", "iterations", 200.0),
    ("mcts", "select", 1.0),
    ("mcts", "rollout", 1.0),
    ("mcts", "length", 10.0),
    // Three greedy ones beside it, against the 0.3 of before: 57.6 and 52.2 % with 100 iterations (600 plays);
    // with 200 and two greedy ones 81.5 and 72.6 %, with five 47.4 and 45.4 (400); 75.3 and 71.6 % with 1,000
    // (160).
    ("mcts", "exploration", 0.15),
    ("flat-mc", "rollout", 1.0),
    ("flat-mc", "noise", 0.0),
    // At equal time, a millisecond a decision, three greedy ones beside it: 58.4 % with 12 turns, 49.3 with 5
    // (500 plays each).
    ("flat-mc", "length", 12.0),
    // So measured: 56.3 % with 10 turns, 49.7 with 8 (500 plays each).
    ("lookahead", "length", 10.0),
];

impl Weights {
    /// Returns the price of a broken promise, in dollars.
    fn breach(&self) -> f32 {
        if self.honesty >= 1.0 { 1e6 } else { 100.0 * self.honesty }
    }
}

/// A decision with all that its valuation needs.
struct Judge<'a, const N: usize> {
    game: &'a ImTheBoss,
    view: &'a View,
    weights: &'a Weights,
    me: Seat,
    /// Rounds that follow this one.
    rounds_left: f32,
    /// Scores of what is not the best may be anything lower.
    best_only: bool,
}

/// Appends one score for each legal action.
pub(super) fn score_actions(
    game: &ImTheBoss,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let start = scores.values.len();
    let judge = match game.params.seats {
        3 => judge::<3>,
        4 => judge::<4>,
        5 => judge::<5>,
        _ => judge::<6>,
    };
    judge(game, view, legal, weights, scores);
    if scores.is_of_best() {
        // In dollars.
        scores.tolerance = f64::from(EQUAL);
        return;
    }
    // Equals must be equal to the last bit here.
    for score in &mut scores.values[start..] {
        *score = round(*score / f64::from(EQUAL)) * (f64::from(EQUAL) / CLEAR);
    }
}

/// Returns the nearest whole number, halves away from 0, by sums alone: they go side by side, where `f64::round` is
/// a call. Sums of quarters come to just a half now and then.
#[inline(always)]
fn round(x: f64) -> f64 {
    // Beyond it there is no room for fractions.
    const WHOLE: f64 = (1_u64 << 52) as f64;
    let size = x.abs() + 0.5;
    let near = (size + WHOLE) - WHOLE;
    let floor = near - if near > size { 1.0 } else { 0.0 };
    floor.copysign(x)
}

/// Appends the scores in dollars at a table of `N`.
fn judge<const N: usize>(
    game: &ImTheBoss,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let public = &view.public;
    let rounds_left = f32::from(game.params.rounds.saturating_sub(public.round_no));
    let judge =
        Judge::<N> { game, view, weights, me: view.seat, rounds_left, best_only: scores.is_of_best() };
    match public.phase {
        Phase::Lead => judge.leads(legal, &mut scores.values),
        Phase::TalkOffer(_) => judge.offers(legal, &mut scores.values),
        Phase::TalkBoss => judge.answers(legal, scores),
        Phase::TalkAsk(seat) => judge.asks(seat, legal, &mut scores.values),
        Phase::TalkReply(_, kind) => judge.replies(kind, legal, &mut scores.values),
        Phase::Turn(_) => judge.turns(legal, scores),
        Phase::Target(_) => judge.targets(legal, &mut scores.values),
        Phase::MoveFrom(_) => judge.sources(legal, scores),
        Phase::MoveTo(_, source) => judge.destinations(source, legal, &mut scores.values),
        Phase::Drop(_) => judge.drops(legal, &mut scores.values),
        Phase::Over => scores.extend(legal.iter().map(|_| 0.0)),
    }
}

impl<const N: usize> Judge<'_, N> {
    fn unseen(&self) -> Unseen {
        Unseen::of::<N>(self.game, self.view, self.view.public.round_colour())
    }

    /// Returns what this seat sees of the deal.
    #[inline(always)]
    fn table(&self, unseen: &Unseen) -> Table<'_, N> {
        Table::of(self.game, self.view, unseen, self.weights)
    }

    /// Returns the deal as this seat, about to act, sees it.
    fn own_outlook(&self) -> Outlook<N> {
        self.table(&self.unseen()).outlook(self.me)
    }

    fn nasty(&self) -> bool {
        self.game.params.nasty
    }
}
