//! How good actions look to a seat, by the spec's section 13: every figure is in dollars gained on
//! the mean of the other seats, until it is scaled at the very end. Each seat's estimated share of the win, for
//! leaves of a search.
//!
//! `outlook` tells what a deal is expected to bring, from what all see and what others may hold; `turn` values
//! plays and cards that stay in the hand, `talk` tokens and promises.

mod outlook;
mod talk;
mod turn;

pub(super) use self::outlook::Outlook;

use self::outlook::{Table, Unseen};
use super::params::PLAYERS;
use super::state::Phase;
use super::{Action, ImTheBoss, State, View};
use ludometer_model::{BySeat, Seat};
use ludometer_playable::{Scores, Setting, settings};

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
        honesty: f32 = Setting::real(
            "honesty",
            "1: no promise is broken; below: one is broken for a gain of more than 100 x honesty dollars",
            0.0, 1.0, 1.0,
        );
        trust: f32 = Setting::real("trust", "how far promises that don't bind are believed", 0.0, 1.0, 0.6);
        price: f32 = Setting::real(
            "price",
            "dollars that a promise must be worth before a token is given for it",
            -100.0, 100.0, 0.0,
        );
        thrift: f32 = Setting::real("thrift", "weight of cards kept in the hand", 0.0, 10.0, 1.0);
        stay: f32 = Setting::real(
            "stay",
            "dollars that it is worth to stay in the deal with cards to play",
            0.0, 100.0, 2.0,
        );
        focus: f32 = Setting::real("focus", "how much more the gains of rich seats matter", 0.0, 10.0, 0.5);
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

/// Dollars that a round as the Boss is worth more than another.
const BOSS_ROUND: f64 = 10.0;

/// How far off an estimate of the final money is, in dollars: at the end, and more for every round
/// that is left. Fitted to the winners of 1,500 greedy plays at three, four and six seats: the mean log loss of
/// the estimates at the beginning of turns is 0.967, 1.156 and 1.635 in 300 plays of
/// `tests/estimates.rs`, where equal shares have 1.099, 1.386 and 1.792.
const DOUBT: [f64; 2] = [90.0, 66.0];

/// Returns each seat's share of the win: by what it would have after this deal, the more certain the fewer
/// rounds are left.
pub(super) fn evaluate(game: &ImTheBoss, state: &State) -> BySeat<f64> {
    let public = &state.public;
    let params = &game.params;
    let mut future = [0.0_f32; PLAYERS.1];
    let open = public.colour.is_some();
    if open {
        let (public, hands) = (&state.public, &state.hands);
        match params.seats {
            3 => future[..3].copy_from_slice(&Outlook::<3>::with_hands(game, public, hands).pays()),
            4 => future[..4].copy_from_slice(&Outlook::<4>::with_hands(game, public, hands).pays()),
            5 => future[..5].copy_from_slice(&Outlook::<5>::with_hands(game, public, hands).pays()),
            _ => future[..6].copy_from_slice(&Outlook::<6>::with_hands(game, public, hands).pays()),
        }
    }
    let left = params.rounds.saturating_sub(public.round_no) + u16::from(!open);
    let mut boss = if open { public.boss.next(params.seats) } else { public.boss };
    for _ in 0..left {
        future[boss.index()] += BOSS_ROUND as f32;
        boss = boss.next(params.seats);
    }
    let scale = DOUBT[0] + DOUBT[1] * f64::from(left + u16::from(open));
    let worth = |seat: Seat| (f64::from(public.money[seat]) + f64::from(future[seat.index()])) / scale;
    let best = Seat::all(params.seats).map(worth).fold(f64::NEG_INFINITY, f64::max);
    let mut shares = BySeat::of_table(params.seats, |seat| (worth(seat) - best).exp());
    let sum: f64 = shares.first(params.seats).iter().sum();
    shares.first_mut(params.seats).iter_mut().for_each(|share| *share /= sum);
    shares
}
