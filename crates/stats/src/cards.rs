//! The kinds of cards: how often each is drawn and played, or played at all, and how seats fare that drew it.

use crate::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{Bounded, Merge, Report, Row, Share, Table, TallyLayout, normal};
use ludometer_model::{CardMove, Event, Game, KindBits, MAX_SEATS, Outcome, SHARE_UNITS, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A row of `cards.csv`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "cards")]
pub struct CardRow {
    /// Id of the card.
    pub card: String,
    /// Copies in the deck.
    pub copies: u64,
    /// Games.
    pub games: u64,
    /// Copies drawn, mean per game.
    pub drawn_per_game: Option<f64>,
    /// Copies played, mean per game.
    pub played_per_game: Option<f64>,
    /// Win rate of the seats that drew at least one copy.
    pub win_rate_drawn: Option<f64>,
    /// Win rate of the seats that drew none.
    pub win_rate_not_drawn: Option<f64>,
    /// `win_rate_drawn` less `win_rate_not_drawn`: observed, not caused.
    #[row("delta", "ci_low", "ci_high")]
    pub delta: Bounded,
}

/// Sums over plays for one kind of card. In one play, x seats drew at least one copy and won y
/// units between them; the others follow from the play's totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Kind {
    drawn: u64,
    played: u64,
    x: u64,
    y: u64,
    xx: u64,
    xy: u64,
    yy: u128,
    /// Products with the units won by anyone in the play.
    wx: u64,
    wy: u128,
    /// The seats that drew it in this play.
    #[serde(skip)]
    #[merge(skip)]
    now: SeatSet,
}

/// Card statistics by kind.
///
/// `win_rate_drawn` is the win rate of a seat that drew at least one copy in a play,
/// `win_rate_not_drawn` of one that drew none, `delta` their difference. It is observed, not
/// caused: long plays draw more cards. The interval takes plays as the unit (linearised difference
/// of two ratios), since the seats of one play win at each other's cost, and counts one win and one
/// loss more on each side, without which intervals from few seats hold too rarely (Agresti and Caffo,
/// "Simple and effective confidence intervals for proportions and differences of proportions result
/// from adding two successes and two failures", The American Statistician 54, 2000).
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Cards {
    #[merge(skip)]
    seats: u64,
    plays: u64,
    /// Those of them with places: win rates are of these, and so are all sums but the cards drawn and played.
    placed: u64,
    /// Units won by anyone, and their squares.
    w: u64,
    ww: u128,
    kinds: Vec<Kind>,
}

/// No game has more kinds of cards.
const MOST_KINDS: usize = 2048;

/// Half of the seats of the largest table.
const HALF: usize = MAX_SEATS / 2;

impl<G: Game> Observer<G> for Cards {
    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        match event.card() {
            Some(CardMove::Drawn { seat, kind }) => self.drawn(seat, kind),
            Some(CardMove::Played { seat: _, kind }) => self.kinds[kind].played += 1,
            None => {}
        }
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        self.end(finish.outcome);
    }
}

impl Cards {
    /// Counts a card that came into a seat's hand.
    #[inline]
    pub(super) fn drawn(&mut self, seat: Seat, kind: usize) {
        let kind = &mut self.kinds[kind];
        kind.drawn += 1;
        kind.now.insert(seat);
    }

    /// Counts the end of a play.
    pub(super) fn end(&mut self, outcome: &Outcome) {
        let units = outcome.own_units();
        let seats = outcome.seats;
        let w: u64 = units.first(seats).iter().sum();
        self.plays += 1;
        if !outcome.has_places() {
            self.kinds.iter_mut().for_each(|kind| kind.now = SeatSet::EMPTY);
            return;
        }
        self.placed += 1;
        self.w += w;
        self.ww += u128::from(w) * u128::from(w);
        // What each set won of the first seats and of the others: fewer sets than kinds times seats.
        let mut won = [[0_u64; 1 << HALF]; 2];
        for seat in Seat::all(seats) {
            let (without, with) = won[seat.index() / HALF].split_at_mut(1 << (seat.index() % HALF));
            for (with, without) in with.iter_mut().zip(without) {
                *with = *without + units[seat];
            }
        }
        let won = |seats: SeatSet| {
            let bits = usize::from(seats.bits());
            won[0][bits % (1 << HALF)] + won[1][bits >> HALF]
        };
        for kind in &mut self.kinds {
            let drew = std::mem::take(&mut kind.now);
            let (x, y) = (u64::from(drew.len()), won(drew));
            kind.x += x;
            kind.y += y;
            kind.xx += x * x;
            kind.xy += x * y;
            kind.yy += u128::from(y) * u128::from(y);
            kind.wx += w * x;
            kind.wy += u128::from(w) * u128::from(y);
        }
    }

    /// Returns tallies of nothing.
    pub(super) fn empty(counted: &TallyLayout) -> Self {
        Self {
            seats: counted.seats as u64,
            plays: 0,
            placed: 0,
            w: 0,
            ww: 0,
            kinds: vec![Kind::default(); counted.cards.len()],
        }
    }

    /// Returns the difference of the two win rates and its interval.
    fn delta(&self, kind: &Kind) -> Bounded {
        let plays = self.placed as f64;
        let n = self.seats as f64;
        let unit = SHARE_UNITS as f64;
        let (drew, won) = (kind.x as f64, kind.y as f64);
        let (other, other_won) = (n * plays - drew, self.w as f64 - won);
        if drew <= 0.0 || other <= 0.0 || self.placed < 2 {
            return Bounded::default();
        }
        let value = (won / drew - other_won / other) / unit;
        // One win and one loss more on each side.
        let (x1, x0) = (drew + 2.0, other + 2.0);
        let (r1, r0) = ((won + unit) / x1, (other_won + unit) / x0);
        // Each play's influence on the difference is a y + b x + c w + d, with the sums known.
        let (a, b) = (1.0 / x1 + 1.0 / x0, -r1 / x1 - r0 / x0);
        let (c, d) = (-1.0 / x0, r0 * n / x0);
        let squares = a * a * kind.yy as f64
            + b * b * kind.xx as f64
            + c * c * self.ww as f64
            + d * d * plays
            + 2.0
                * (a * b * kind.xy as f64
                    + a * c * kind.wy as f64
                    + a * d * won
                    + b * c * kind.wx as f64
                    + b * d * drew
                    + c * d * self.w as f64);
        let added = |rate: f64, seats: f64| ((unit - rate).powi(2) + rate.powi(2)) / (seats * seats);
        let squares = squares.max(0.0) + added(r1, x1) + added(r0, x0);
        let variance = squares * plays / (plays - 1.0) / (unit * unit);
        let (low, high) = normal((r1 - r0) / unit, variance);
        Bounded { value: Some(value), interval: Some((low.min(value), high.max(value))) }
    }
}

impl<G: Game> Statistic<G> for Cards {
    fn new(counted: &TallyLayout) -> Self {
        Self::empty(counted)
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let per_game = |n: u64| (self.plays > 0).then(|| n as f64 / self.plays as f64);
        let unit = SHARE_UNITS as f64;
        // Where games only end with a score, no card goes with winning.
        let are_won = counted.contest.ends.are_won;
        let rate =
            |units: u64, seats: u64| (are_won && seats > 0).then(|| units as f64 / unit / seats as f64);
        let row = |((name, copies), kind): (&(String, u64), &Kind)| CardRow {
            card: name.clone(),
            copies: *copies,
            games: self.plays,
            drawn_per_game: per_game(kind.drawn),
            played_per_game: per_game(kind.played),
            win_rate_drawn: rate(kind.y, kind.x),
            win_rate_not_drawn: rate(self.w - kind.y, self.seats * self.placed - kind.x),
            delta: if are_won { self.delta(kind) } else { Bounded::default() },
        };
        out.tables.push(Table::of(counted.cards.iter().zip(&self.kinds).map(row)));
    }
}

/// A row of `cards_played`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "cards_played")]
pub struct CardPlayedRow {
    /// Id of the card.
    pub card: String,
    /// Share of the games in which at least one copy is played.
    #[row("share", "ci_low", "ci_high")]
    pub share: Bounded,
}

/// Shares of the plays in which at least one copy of a kind is played.
///
/// Counted where rule sets are measured against each other or against a target, beside
/// [`Standard`](crate::Standard).
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct CardsPlayed {
    kinds: Vec<Share>,
    /// The kinds played in this play.
    #[serde(skip)]
    #[merge(skip)]
    now: KindBits<{ MOST_KINDS / 64 }>,
}

impl<G: Game> Observer<G> for CardsPlayed {
    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        if let Some(CardMove::Played { seat: _, kind }) = event.card() {
            self.now.insert(kind);
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        for (kind, share) in self.kinds.iter_mut().enumerate() {
            share.add(self.now.contains(kind));
        }
        self.now = KindBits::NONE;
    }
}

impl<G: Game> Statistic<G> for CardsPlayed {
    fn new(counted: &TallyLayout) -> Self {
        Self { kinds: vec![Share::default(); counted.cards.len()], now: KindBits::NONE }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let cards = counted.cards.iter().zip(&self.kinds);
        let rows = cards
            .map(|((name, _), share)| CardPlayedRow { card: name.clone(), share: share.estimate().into() });
        out.tables.push(Table::of(rows));
    }
}
