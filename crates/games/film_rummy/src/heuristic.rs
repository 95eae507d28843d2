//! Sensible play (spec, section 13): how good actions look.

use super::action::Action;
use super::board::{Board, Phase};
use super::card::Face;
use super::hand::Hand;
use super::held::Held;
use super::kinds::KindBits;
use super::legal::Openings;
use super::params::Params;
use super::view::View;
use ludometer_model::Seat;
use ludometer_playable::{Choices, Scores, Setting, settings};

settings! {
    /// The weights of `greedy` in this game.
    pub struct Weights {
        joker: f64 = Setting::new(
            "joker",
            "worth of keeping a joker, in steps of a basic card that the film still needs",
            Choices::Real(0.0, 10.0),
            3.0,
        );
        second: f64 = Setting::new(
            // Just above one category of any other genre: 0.1 and 0.03 win 1 to 2 points less.
            "second",
            "worth of the second-best genre's basic cards beside the best one's",
            Choices::Real(0.0, 1.0),
            0.06,
        );
        extra: f64 = Setting::new(
            "extra",
            "worth of keeping an extra of the best genre before the film is published",
            Choices::Real(0.0, 2.0),
            0.6,
        );
        danger: f64 = Setting::new(
            "danger",
            "weight of what a discard gives to the next player",
            Choices::Real(0.0, 5.0),
            1.0,
        );
        pile: f64 = Setting::new(
            "pile",
            "worth that the top of the pile must have to be taken",
            Choices::Real(0.0, 5.0),
            0.9,
        );
        actions: f64 = Setting::new(
            "actions",
            "eagerness to use negative and interaction cards",
            Choices::Real(0.0, 5.0),
            0.3,
        );
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
