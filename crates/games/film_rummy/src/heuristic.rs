//! Sensible play (spec, section 13): how good actions look, and each seat's estimated share of the win.

use super::action::{Action, Openings, held_basics};
use super::card::{Face, NO_CARD};
use super::hand::{Hand, Held, KindBits};
use super::params::{MatchMode, Params};
use super::state::{Board, Phase, State};
use super::view::View;
use ludometer_model::{BySeat, Seat};
use ludometer_playable::{Scores, Setting, settings};

settings! {
    /// The weights of `greedy` in this game.
    pub struct Weights {
        joker: f64 = Setting::real(
            "joker",
            "worth of keeping a joker, in steps of a basic card that the film still needs",
            0.0, 10.0, 3.0,
        );
        // Just above one category of any other genre: 0.1 and 0.03 win 1 to 2 points less.
        second: f64 = Setting::real(
            "second",
            "worth of the second-best genre's basic cards beside the best one's",
            0.0, 1.0, 0.06,
        );
        extra: f64 = Setting::real(
            "extra",
            "worth of keeping an extra of the best genre before the film is published",
            0.0, 2.0, 0.6,
        );
        danger: f64 =
            Setting::real("danger", "weight of what a discard gives to the next player", 0.0, 5.0, 1.0);
        pile: f64 =
            Setting::real("pile", "worth that the top of the pile must have to be taken", 0.0, 5.0, 0.9);
        actions: f64 =
            Setting::real("actions", "eagerness to use negative and interaction cards", 0.0, 5.0, 0.3);
    }
}

/// Defaults of other bots that suit this game better than the general ones. Random playouts lose clearly
/// (`reports/search-settings.csv`). With 400 iterations against one greedy seat, 1,000 plays each:
/// exploration 0.15 won 74.4 %, 0.3 70.9 %, 0.6 65.7 % without noise in the playouts, and 0.3 with a
/// tenth of it 69.4 %; of the lengths, 1, 2 and 3 turns won 68.4, 71.2 and 70.9 % (`greedy` with its earlier
/// defaults of `second` and `actions`). With the present ones, a millisecond a decision: 5 turns ahead won 67.8, 49.0
/// and 37.9 % at 2, 3 and 4 seats where 3 won 69.5, 45.5 and 30.1 % (800 plays each), and 49.6 and 38.0 % where
/// 3 won 43.5 and 32.4 % at 3 and 4 seats with other deals, of which it was chosen.
pub(super) const BOT_DEFAULTS: &[(&str, &str, f64)] = &[
    ("mcts", "select", 1.0),
    ("mcts", "rollout", 1.0),
    ("mcts", "length", 5.0),
    ("mcts", "noise", 0.0),
    ("mcts", "exploration", 0.2),
    ("flat-mc", "rollout", 1.0),
    ("flat-mc", "noise", 0.0),
    // One seat against two greedy ones, 400 plays each: 47.0 % with 300 playouts 6 turns ahead, 39.5 % with 1,000
    // 2 turns ahead in no less time (with new numbers each turn: `docs/strategy-log.md`), 37.5 % with 160 12 turns ahead.
    ("flat-mc", "length", 6.0),
    ("lookahead", "length", 1.0),
];

/// The viewer's judgement of its cards.
struct Plan<'a> {
    params: &'a Params,
    board: &'a Board,
    hand: &'a Hand,
    weights: Weights,
    open: Openings,
    /// Some meld has an open extra place.
    room: bool,
    published: bool,
    held: Held,
    /// Kinds of which the hand has several copies.
    several: KindBits,
    best: usize,
    second: usize,
}

impl<'a> Plan<'a> {
    fn new(params: &'a Params, view: &'a View, weights: &Weights) -> Self {
        let board = &view.board;
        let (best, second) = view.held.nearest(params, &view.hand);
        let mut several = KindBits::default();
        if view.hand.len() > usize::from(view.held.distinct) {
            view.hand.windows(2).filter(|pair| pair[0] == pair[1]).for_each(|pair| several.insert(pair[0]));
        }
        Self {
            params,
            board,
            hand: &view.hand,
            weights: *weights,
            open: board.open,
            room: board.open.hits.has(params.joker()),
            published: board.meld(view.seat).exists(),
            held: view.held,
            several,
            best,
            second,
        }
    }

    /// Returns the worth of holding a card, beside another copy of it or alone.
    fn keep(&self, kind: u8, another: bool) -> f64 {
        let face = self.params.face(kind);
        let use_now = self.open.hits.has(kind) || self.open.swaps.has(kind);
        match face {
            Face::Joker if self.published => {
                if self.room {
                    self.weights.joker
                } else {
                    -0.5
                }
            }
            Face::Joker => self.weights.joker,
            Face::Extra { .. } if self.published => f64::from(u8::from(use_now && !another)) * 2.0,
            Face::Basic { .. } if self.published => f64::from(u8::from(use_now && !another)) * 1.5,
            Face::Basic { genre, .. } => {
                let swap = f64::from(u8::from(self.open.swaps.has(kind))) * 1.5;
                let want = match usize::from(genre) {
                    _ if another => 0.05,
                    g if g == self.best => 1.0,
                    g if g == self.second => self.weights.second,
                    g => 0.05 * f64::from(self.held.categories(g)),
                };
                swap + want
            }
            Face::Extra { genre, .. } => {
                let own = usize::from(genre) == self.best;
                let hit = if use_now { 0.3 } else { 0.0 };
                if another { 0.0 } else { hit + if own { self.weights.extra } else { 0.1 } }
            }
            Face::Positive(genres) => {
                let genre = self.board.meld(self.board.actor).genre().map_or(self.best, usize::from);
                if genres >> genre & 1 == 1 { 0.6 } else { 0.0 }
            }
            Face::Spy => 0.05,
            Face::Negative(_) | Face::Thief | Face::Defect => 0.3 * self.weights.actions,
        }
    }

    /// Returns the worth of a card in hand.
    fn held_worth(&self, kind: u8) -> f64 {
        self.keep(kind, self.several.has(kind))
    }

    /// Returns what the next player gains by finding this card on the pile.
    fn danger(&self, kind: u8) -> f64 {
        // Whoever draws next: before another's turn, that seat.
        let interrupted = self.board.is_interrupted();
        let next = if interrupted { self.board.active } else { self.board.active.next(self.params.seats) };
        let face = self.params.face(kind);
        if face.is_action() {
            // The next player must draw from the stock.
            return -0.05;
        }
        let melded = self.board.meld(next).exists();
        let gain = match face {
            Face::Joker => 1.0,
            _ if melded && self.open.hits.has(kind) => 0.6,
            _ if self.open.swaps.has(kind) => 0.4,
            _ if !melded => 0.1,
            _ => 0.0,
        };
        gain * self.weights.danger
    }

    /// Returns the top of the pile in hand, beside an unknown card of the stock.
    fn take(&self, kind: u8) -> f64 {
        let face = self.params.face(kind);
        let another = self.held.kinds.has(kind);
        let worth = match face {
            Face::Extra { .. }
                if self.published && !self.open.hits.has(kind) && !self.open.swaps.has(kind) =>
            {
                0.0
            }
            // An extra alone never completes a film.
            Face::Extra { .. } if !self.published => 0.3,
            Face::Basic { genre, .. } if !self.published && usize::from(genre) == self.second => {
                let leads = self.held.categories(self.best) > self.held.categories(self.second);
                if leads || another { 0.4 } else { 1.0 }
            }
            _ => self.keep(kind, another),
        };
        worth - self.weights.pile
    }

    /// Returns how much of a threat a seat is, which a negative card or a defect should meet.
    fn threat(&self, seat: Seat) -> f64 {
        let size = f64::from(self.board.sizes[seat.index()]);
        let most = self.params.hand_size as f64;
        if self.board.meld(seat).exists() { 1.0 + (most - size) / most } else { 0.5 }
    }

    /// Returns the worth of one card less in hand, played before another's turn: none where the film still needs it.
    fn shrinking(&self) -> f64 {
        let needs = usize::from(self.params.toggles.go_out_needs_discard);
        if self.published {
            1.0
        } else if self.hand.len() > self.params.categories + needs {
            0.0
        } else {
            -5.0
        }
    }

    fn target(&self, seat: Seat) -> f64 {
        let meld = self.board.meld(seat);
        let wanted = |genre: u8| {
            let missing = self.params.all_extras() & !meld.extras;
            let wants = self.hand.distinct().filter(|&(_, kind)| {
                matches!(self.params.face(kind),
                    Face::Extra { genre: g, extra } if g == genre && missing >> extra & 1 == 1)
            });
            wants.count() as f64
        };
        match self.board.phase {
            // A joker goes where it blocks the fewest own extras; a set that it fills brakes others.
            Phase::HitTarget(kind) if self.params.face(kind) == Face::Joker => {
                let last = meld.size() + 1 == self.params.extras;
                0.1 * f64::from(u8::from(last)) - meld.genre().map_or(0.0, wanted)
            }
            Phase::HitTarget(_) => meld.size() as f64 * 0.1,
            // A joker freed from another's film is one less for its owner to swap.
            Phase::ExchangeTarget(_) => f64::from(u8::from(seat != self.board.active)),
            Phase::InteractionTarget(kind) => match self.params.face(kind) {
                // What is unpublished is worth knowing and worth breaking up.
                Face::Spy => f64::from(u8::from(!meld.exists())) + 0.1 * self.threat(seat),
                Face::Thief => self.threat(seat),
                _ if seat == self.board.actor => -5.0,
                _ if meld.exists() => f64::from(self.board.sizes[seat.index()] >= 4) * 0.5,
                _ => 1.0,
            },
            _ => self.threat(seat),
        }
    }

    fn score(&self, action: Action, rank: &impl Fn(u8) -> f64) -> f64 {
        let go_out = self.hand.len() == 1;
        match action {
            Action::DiscardPending | Action::DrawStock | Action::Joker | Action::Pass => 0.0,
            Action::DrawPile => self.board.pile.top().map_or(0.0, |kind| self.take(kind)),
            Action::Meld(genre) => {
                30.0 + f64::from(self.held.categories(usize::from(genre.genre)))
                    + if usize::from(genre.genre) == self.best { 0.5 } else { 0.0 }
            }
            // A spare joker is a hit later; the real card would be dead.
            Action::Natural => 1.0,
            Action::Hit(card) => {
                if card.kind == self.params.joker() {
                    21.0
                } else {
                    22.0
                }
            }
            Action::Exchange(_) => {
                // A last card goes out; a joker is no use to a hand that nothing can take it from.
                if go_out || (self.published && !self.room) { -20.0 } else { 20.0 }
            }
            Action::Discard(_) if go_out => 50.0,
            Action::Discard(card) => -self.held_worth(card.kind) - self.danger(card.kind),
            Action::PlayPositive(_) => 10.0,
            Action::PlayNegative(card) => {
                let Face::Negative(genres) = self.params.face(card.kind) else { return 0.0 };
                let worst = Seat::all(self.params.seats)
                    .filter(|s| *s != self.board.active)
                    .filter(|s| self.board.meld(*s).genre().is_some_and(|g| genres >> g & 1 == 1))
                    .map(|s| self.threat(s))
                    .fold(0.0, f64::max);
                self.weights.actions * worst - 0.2
            }
            Action::PlayInteraction(card) => {
                let worth = match self.params.face(card.kind) {
                    Face::Spy => 0.1,
                    Face::Thief => 0.5,
                    _ => 0.4,
                };
                self.weights.actions * worth
                    + if self.board.is_interrupted() { self.shrinking() } else { 0.0 }
            }
            Action::Target(seat) => self.target(seat),
            Action::Steal(card) => self.keep(card.kind, self.held.kinds.has(card.kind)),
            Action::Give(card) => rank(card.kind),
        }
    }
}

/// Scores how good each legal action looks to the viewer.
pub(super) fn score_actions(
    params: &Params,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let plan = Plan::new(params, view, weights);
    // For a defect: the cheapest cards that may still go, the first of them in card order now.
    let from = (32 - view.given.leading_zeros()) as usize;
    let due = match view.board.phase {
        Phase::DefectSelect { due, done, .. } => usize::from(due - done),
        _ => 0,
    };
    let rank = |kind: u8| {
        let worth = plan.held_worth(kind);
        let rest = view.hand.get(from..).unwrap_or_default();
        let cheaper = rest.iter().filter(|k| plan.held_worth(**k) < worth).count();
        let place = rest.iter().position(|k| *k == kind).unwrap_or_default();
        // Among the cheapest, the earliest: what lies before it can't be given any more.
        if cheaper < due { 100.0 - place as f64 } else { -worth }
    };
    scores.extend(legal.iter().map(|&action| plan.score(action, &rank)));
}

/// Holds the weights of what the chance to win depends on: a conditional logit fit to the winners of 36,000 plays of greedy
/// seats at two to four, at the beginning of a quarter of their turns. Its mean log loss in plays not
/// fitted to is 0.608, 0.981, 1.246 at two, three, four seats, where equal shares have 0.693, 1.099,
/// 1.386. In units of one card left in hand after the film is out.
mod toll {
    /// A card in hand before the film is out, beyond the cards that the film takes.
    pub(super) const CARD: f64 = 0.5;
    /// Having no film yet.
    pub(super) const UNPUBLISHED: f64 = 1.1;
    /// A place of the nearest film for which there is neither a basic card nor a joker.
    pub(super) const LACKING: f64 = 0.37;
    /// A basic card of the second-best genre, which the film won't take.
    pub(super) const SECOND: f64 = 0.2;
    /// Less: an extra of the nearest film's genre, a hit once the film is out.
    pub(super) const EXTRA: f64 = 0.46;
    /// Less: a card that can be hit now, but not before the own film is out.
    pub(super) const HIT: f64 = 0.4;
    /// Less: a card that can be exchanged for a joker.
    pub(super) const SWAP: f64 = 0.28;
    /// A negative card in front of the seat.
    pub(super) const PENDING: f64 = 0.2;
    /// The worth of one card, in the logarithm of the chance to win.
    pub(super) const WEIGHT: f64 = 0.96;
}

/// Returns how far a seat is from going out, in cards.
fn to_go(params: &Params, state: &State, seat: Seat) -> f64 {
    let hand = &state.hands[seat.index()];
    let open = &state.board.open;
    let jokers = hand.copies(params.joker());
    let hits = hand.distinct().filter(|&(_, kind)| kind != params.joker() && open.hits.has(kind)).count();
    let swaps = hand.distinct().filter(|&(_, kind)| open.swaps.has(kind)).count();
    if state.board.meld(seat).exists() {
        // A joker that somebody's film has room for goes as a hit, and one exchanged for goes next.
        let room = if open.hits.has(params.joker()) { jokers } else { 0 };
        return hand.len() as f64 - (hits + swaps + room) as f64;
    }
    let kinds = KindBits::of(hand);
    // (basic cards, extras) of the nearest film and of the next nearest.
    let mut best = (0, 0);
    let mut second = (0, 0);
    for genre in 0..params.genres {
        let held = held_basics(params, kinds, genre).count_ones();
        let extras = kinds.window(genre * params.per_genre() + params.categories) & params.all_extras();
        let this = (held, extras.count_ones());
        if this > best {
            second = best;
            best = this;
        } else if this > second {
            second = this;
        }
    }
    let lacking = params.categories.saturating_sub(best.0 as usize + jokers);
    toll::UNPUBLISHED
        + toll::CARD * (hand.len() as f64 - params.categories as f64)
        + toll::LACKING * lacking as f64
        + toll::SECOND * f64::from(second.0)
        - toll::EXTRA * f64::from(best.1)
        - toll::HIT * hits as f64
        - toll::SWAP * swaps as f64
}

/// Returns the number of cards that the seat is about to lose in the phase at hand: its discard, and what it announced.
fn leaving(board: &Board, seat: Seat) -> f64 {
    if seat != board.actor {
        return 0.0;
    }
    match board.phase {
        Phase::Act
        | Phase::MeldFill { .. }
        | Phase::NegativeTarget(_)
        | Phase::InteractionTarget(_)
        | Phase::ExchangeTarget(_)
        | Phase::ThiefDiscard => 1.0,
        Phase::HitTarget(_) => 1.3,
        Phase::Missed
        | Phase::Interrupt
        | Phase::Draw
        | Phase::Theft(_)
        | Phase::DefectSelect { .. }
        | Phase::Over => 0.0,
    }
}

/// Returns each seat's estimated share of the win, from the cards to go and, in a match, the totals.
pub(super) fn evaluate(params: &Params, state: &State) -> BySeat<f64> {
    let n = params.seats;
    let mut weights = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in Seat::all(n) {
        let mut distance = to_go(params, state, seat) - leaving(&state.board, seat);
        if state.board.pending[seat.index()] != NO_CARD {
            distance += toll::PENDING;
        }
        if params.mode != MatchMode::Single {
            distance = 0.3 * distance + 0.035 * f64::from(state.board.totals[seat.index()].min(5000));
        }
        let weight = (-toll::WEIGHT * distance).exp().max(1e-12);
        weights[seat] = weight;
        sum += weight;
    }
    BySeat::of_table(n, |seat| weights[seat] / sum)
}
