//! What each seat gets.

use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, normal, wilson};
use super::observer::{Counted, Finish, Merge, Observer, Report, Statistic};
use super::table::{Metric, Table};
use crate::model::{Game, SHARE_UNITS, Seat};

/// Wins, ranks and scores of one seat or bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Results {
    pub(super) games: u64,
    /// In units of 1/[`SHARE_UNITS`].
    pub(super) win_units: u64,
    /// Seats counted: a bot may hold several in one play.
    pub(super) seats: u64,
    pub(super) ranks: u64,
    pub(super) scores: i64,
}

impl Results {
    /// Plays won, a shared one counting its part.
    pub(super) fn wins(&self) -> f64 {
        self.win_units as f64 / SHARE_UNITS as f64
    }

    /// The share of the plays that was won, with Wilson's interval.
    pub(super) fn win_rate(&self) -> Estimate {
        if self.games == 0 {
            return Estimate::default();
        }
        let p = self.wins() / self.games as f64;
        Estimate { value: Some(p), interval: wilson(p, self.games), games: self.games }
    }

    pub(super) fn mean_rank(&self) -> Option<f64> {
        (self.seats > 0).then(|| self.ranks as f64 / self.seats as f64)
    }

    pub(super) fn mean_score(&self) -> Option<f64> {
        (self.seats > 0).then(|| self.scores as f64 / self.seats as f64)
    }
}

impl Merge for Results {
    fn merge(&mut self, other: Self) {
        let Self { games, win_units, seats, ranks, scores } = other;
        self.games += games;
        self.win_units += win_units;
        self.seats += seats;
        self.ranks += ranks;
        self.scores += scores;
    }
}

/// Wins, ranks and scores by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seats {
    seats: Vec<Results>,
}

impl Seats {
    /// Largest minus smallest seat win rate. The interval is that of the difference of these two
    /// shares of one sample; with equal seats the difference itself is above 0 by chance.
    pub(super) fn spread(&self) -> Metric {
        let rates = || self.seats.iter().filter_map(|s| s.win_rate().value);
        let high = rates().fold(f64::NEG_INFINITY, f64::max);
        let low = rates().fold(f64::INFINITY, f64::min);
        let games = self.seats.first().map_or(0, |s| s.games);
        let mut estimate = Estimate { games, ..Estimate::default() };
        if high.is_finite() {
            let spread = high - low;
            let variance = (high + low - spread * spread) / games as f64;
            let (from, to) = normal(spread, variance);
            estimate.value = Some(spread);
            estimate.interval = Some((from.max(0.0), to.min(1.0)));
        }
        Metric::new("seat_spread", estimate)
    }
}

impl Merge for Seats {
    fn merge(&mut self, other: Self) {
        let Self { seats } = other;
        self.seats.merge(seats);
    }
}

impl<G: Game> Observer<G> for Seats {
    fn finish(&mut self, finish: &Finish<'_>) {
        let outcome = finish.outcome;
        let units = outcome.win_units();
        for (seat, results) in Seat::all(outcome.seats).zip(&mut self.seats) {
            results.games += 1;
            results.seats += 1;
            results.win_units += units[seat];
            results.ranks += u64::from(outcome.ranks[seat]);
            results.scores += outcome.scores[seat];
        }
    }
}

impl<G: Game> Statistic<G> for Seats {
    fn new(counted: &Counted) -> Self {
        Self { seats: vec![Results::default(); counted.seats] }
    }

    fn report(&self, _: &Counted, out: &mut Report) {
        let columns = ["seat", "games", "wins", "win_rate", "ci_low", "ci_high", "mean_rank", "mean_score"];
        let mut table = Table::new("seats", &columns);
        for (seat, results) in self.seats.iter().enumerate() {
            let rate = results.win_rate();
            let [low, high] = rate.bounds();
            table.row(vec![
                (seat as u64).into(),
                results.games.into(),
                Some(results.wins()).into(),
                rate.value.into(),
                low,
                high,
                results.mean_rank().into(),
                results.mean_score().into(),
            ]);
        }
        out.tables.push(table);
    }
}
