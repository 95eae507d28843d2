//! The results of each bot.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic, Step};
use super::seats::Results;
use ludometer_figures::{Bounded, Merge, Report, Row, Table, TallyLayout};
use ludometer_model::{BySeat, Game, MAX_SEATS, SHARE_UNITS, Seat, SeatSet};

/// A row of `strategies.csv`: a bot.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "strategies")]
pub struct StrategyRow {
    /// Name of the bot, with settings.
    pub strategy: String,
    /// Games with places.
    pub games: u64,
    /// Wins of all seats of the bot; a shared win counts 1/k.
    pub wins: f64,
    /// Wins / games.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Even part of the games that somebody wins; none where seats don't compete.
    pub expected_rate: Option<f64>,
    /// Mean place at the end; 1 is first.
    pub mean_rank: Option<f64>,
    /// Mean score at the end, in the unit of the game design.
    pub mean_score: Option<f64>,
    /// Decisions in all games.
    pub decisions: u64,
    /// Mean time of a decision in microseconds; none without `--timing`.
    pub mean_decision_us: Option<f64>,
}

/// Wins, ranks, scores and decisions by bot. A bot may hold several seats of one play: plays are
/// the unit, its wins are those of all its seats. What someone else does for a bot that failed is not the bot's: neither its
/// decisions nor the score.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Strategies {
    bots: Vec<Results>,
    /// The fair share of the plays that somebody won, in units of 1/[`SHARE_UNITS`].
    expected: Vec<u64>,
    decisions: Vec<u64>,
    /// Wall time of the decisions, where it was measured.
    nanoseconds: Vec<u64>,
    /// Plays in which the bot failed in one of its seats, seat by seat.
    forfeits: Vec<u64>,
    /// This play's decisions by seat.
    #[serde(skip)]
    #[merge(skip)]
    now: BySeat<u32>,
    /// The seats whose bots failed in this play: their decisions are as many as they were then.
    #[serde(skip)]
    #[merge(skip)]
    failed: (SeatSet, BySeat<u32>),
}

impl Strategies {
    /// Adds the time that a bot's decisions took. It goes into the report only where it was
    /// asked for.
    pub(super) fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        self.nanoseconds[bot] += nanoseconds;
    }
}

impl Strategies {
    /// Returns how often each bot failed, one for each of its seats in each play.
    pub(super) fn forfeits(&self) -> &[u64] {
        &self.forfeits
    }
}

impl<G: Game> Observer<G> for Strategies {
    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        self.now[step.seat] += 1;
    }

    fn forfeit(&mut self, seat: Seat) {
        self.failed.0.insert(seat);
        self.failed.1[seat] = self.now[seat];
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let units = outcome.win_units();
        let mut won = [None; MAX_SEATS];
        let (failed, before) = std::mem::take(&mut self.failed);
        for seat in Seat::all(outcome.seats) {
            let bot = usize::from(finish.bots[seat]);
            *won[bot].get_or_insert(0) += units[seat];
            self.bots[bot].add_seat(outcome, seat, !outcome.forfeited.contains(seat));
            if failed.contains(seat) {
                self.now[seat] = before[seat];
            }
            self.expected[bot] += u64::from(outcome.is_won()) * (SHARE_UNITS / outcome.seats as u64);
            self.decisions[bot] += u64::from(self.now[seat]);
            self.forfeits[bot] += u64::from(outcome.forfeited.contains(seat));
        }
        for (results, won) in self.bots.iter_mut().zip(won).filter(|_| outcome.has_places()) {
            if let Some(units) = won {
                results.add_play(units);
            }
        }
        self.now = BySeat::all(0);
    }
}

impl<G: Game> Statistic<G> for Strategies {
    fn new(counted: &TallyLayout) -> Self {
        let bots = counted.bots.len();
        Self {
            bots: vec![Results::default(); bots],
            expected: vec![0; bots],
            decisions: vec![0; bots],
            nanoseconds: vec![0; bots],
            forfeits: vec![0; bots],
            now: BySeat::all(0),
            failed: Default::default(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let row = |(i, (name, results)): (usize, (&String, &Results))| StrategyRow {
            strategy: name.clone(),
            games: results.games,
            wins: results.wins(),
            win_rate: results.win_rate().into(),
            expected_rate: (results.games > 0 && counted.is_contest())
                .then(|| self.expected[i] as f64 / SHARE_UNITS as f64 / results.games as f64),
            mean_rank: results.mean_rank(),
            mean_score: results.mean_score(),
            decisions: self.decisions[i],
            mean_decision_us: match (self.nanoseconds[i], self.decisions[i]) {
                (0, _) | (_, 0) => None,
                (time, decisions) => Some(time as f64 / decisions as f64 / 1000.0),
            },
        };
        out.tables.push(Table::of(counted.bots.iter().zip(&self.bots).enumerate().map(row)));
    }
}
