//! The results of each seat.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{
    Bounded, Estimate, Merge, Metric, Report, Row, Table, TallyLayout, catalogue, of_extremes, wilson,
    wilson_of,
};
use ludometer_model::{Game, Outcome, SHARE_UNITS, Seat};

/// A row of `seats.csv`: a seat.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "seats")]
pub struct SeatRow {
    /// Seat, from 0.
    pub seat: u64,
    /// Games with places.
    pub games: u64,
    /// Wins; a shared win counts 1/k.
    pub wins: f64,
    /// Wins / games.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Mean place at the end; 1 is first.
    pub mean_rank: Option<f64>,
    /// Mean score at the end, in the unit of the game design.
    pub mean_score: Option<f64>,
}

/// Wins, ranks and scores of one seat or bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Results {
    /// Plays with places: of those win rates are.
    pub(super) games: u64,
    /// In units of 1/[`SHARE_UNITS`].
    win_units: u64,
    /// Their squares, a play the unit.
    win_squares: u128,
    /// Seats with places: a bot may hold several in one play.
    seats: u64,
    ranks: u64,
    /// Seats that were played to the end.
    scored: u64,
    scores: i64,
}

impl Results {
    /// Plays won, a shared one counting its part.
    pub(super) fn wins(&self) -> f64 {
        self.win_units as f64 / SHARE_UNITS as f64
    }

    /// Returns the share of the plays that was won, with Wilson's interval; shared wins vary less.
    pub(super) fn win_rate(&self) -> Estimate {
        if self.games == 0 {
            return Estimate::default();
        }
        let p = self.wins() / self.games as f64;
        let unit = SHARE_UNITS as f64;
        let variance = self.win_squares as f64 / self.games as f64 / (unit * unit) - p * p;
        Estimate { value: Some(p), interval: wilson_of(p, self.games, variance), games: self.games }
    }

    pub(super) fn mean_rank(&self) -> Option<f64> {
        (self.seats > 0).then(|| self.ranks as f64 / self.seats as f64)
    }

    pub(super) fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.scores as f64 / self.scored as f64)
    }

    /// Counts what was won in a play with places, in all seats together.
    #[inline]
    pub(super) fn add_play(&mut self, units: u64) {
        self.games += 1;
        self.win_units += units;
        self.win_squares += u128::from(units) * u128::from(units);
    }

    /// Counts the place of a seat, and its score if it is what was played for: the play itself is the caller's to count.
    #[inline]
    pub(super) fn add_seat(&mut self, outcome: &Outcome, seat: Seat, is_own: bool) {
        self.scored += u64::from(is_own);
        self.scores += if is_own { outcome.scores[seat] } else { 0 };
        self.seats += u64::from(outcome.has_places());
        self.ranks += u64::from(outcome.ranks[seat]);
    }
}

/// Wins, ranks and scores by seat.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Seats {
    seats: Vec<Results>,
}

impl Seats {
    /// Returns the largest minus the smallest seat win rate. With equal seats that is above 0 by chance; the interval
    /// allows for the picking. Where one seat has won all plays or nobody any, it goes from end to end of both
    /// shares' own intervals. Empty where seats don't compete.
    pub(super) fn spread(&self, is_contest: bool) -> Metric {
        let rates = || self.seats.iter().filter_map(|s| s.win_rate().value);
        let high = rates().fold(f64::NEG_INFINITY, f64::max);
        let low = rates().fold(f64::INFINITY, f64::min);
        let games = self.seats.first().map_or(0, |s| s.games);
        let mut estimate = Estimate { games, ..Estimate::default() };
        if high.is_finite() && is_contest {
            let spread = high - low;
            let variance = (high + low - spread * spread) / games as f64;
            let (from, to) = match (wilson(high, games), wilson(low, games)) {
                (Some(of_high), Some(of_low)) if variance <= 0.0 => {
                    (of_high.0 - of_low.1, of_high.1 - of_low.0)
                }
                _ => of_extremes(spread, variance, self.seats.len()),
            };
            estimate.value = Some(spread);
            estimate.interval = Some((from.max(0.0), to.min(1.0)));
        }
        Metric::new(&catalogue::SEAT_SPREAD, estimate)
    }
}

impl<G: Game> Observer<G> for Seats {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let units = outcome.win_units();
        for (seat, results) in Seat::all(outcome.seats).zip(&mut self.seats) {
            if outcome.has_places() {
                results.add_play(units[seat]);
            }
            results.add_seat(outcome, seat, true);
        }
    }
}

impl<G: Game> Statistic<G> for Seats {
    fn new(counted: &TallyLayout) -> Self {
        Self { seats: vec![Results::default(); counted.seats] }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let row = |(seat, results): (usize, &Results)| SeatRow {
            seat: seat as u64,
            games: results.games,
            wins: results.wins(),
            win_rate: results.win_rate().into(),
            mean_rank: results.mean_rank(),
            mean_score: results.mean_score(),
        };
        out.tables.push(Table::of(self.seats.iter().enumerate().map(row)));
    }
}
