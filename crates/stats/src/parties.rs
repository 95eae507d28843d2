//! Results of sides, of losers, and of tables that play together for a score.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::observer::{GameEnd, Observer, Statistic};
use crate::results::Results;
use ludometer_figures::{Bounded, Mean, Merge, Metric, Report, Row, Share, Table, TallyLayout, catalogue};
use ludometer_model::{Contest, Game, Outcome, SHARE_UNITS, Seat, SeatSet, side_name};

/// A row of `sides.csv`: a side, where sides play.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "sides")]
pub struct SideRow {
    /// The players of a fixed side, or the name of a side that is drawn.
    pub side: String,
    /// Games with places.
    pub games: u64,
    /// Wins; a win shared by k sides counts 1/k.
    pub wins: f64,
    /// Wins / games.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Even part of the games that somebody wins; none where sides are drawn.
    pub expected_rate: Option<f64>,
}

/// A row of `losses.csv`: a seat, where the rules name losers.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "losses")]
pub struct LossRow {
    /// Seat, from 0.
    pub seat: u64,
    /// Games.
    pub games: u64,
    /// Games that the seat loses, alone or with others.
    pub losses: u64,
    /// Losses / games.
    #[row("loss_rate", "ci_low", "ci_high")]
    pub loss_rate: Bounded,
}

/// A row of `scores.csv`: a score of the table that occurred, where all play together for one.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "scores")]
pub struct ScoreRow {
    /// Score of the table at the end.
    pub score: f64,
    /// Games with exactly this score.
    pub games: u64,
}

/// Wins by side, losses by seat, and games by score of the table: each where the game has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Parties {
    sides: Vec<Results>,
    won: Share,
    losses: Vec<Share>,
    score: Mean,
    scores: BTreeMap<i64, u64>,
    /// The seats of each fixed side; empty where sides are drawn.
    #[merge(skip)]
    fixed: Vec<SeatSet>,
    #[merge(skip)]
    is_scored: bool,
}

impl Parties {
    /// Counts a game for the sides that won it, each an equal part.
    fn add_sides(&mut self, outcome: &Outcome) {
        let is_of = |side: usize, seat: Seat| match self.fixed.get(side) {
            Some(seats) => seats.contains(seat),
            None => usize::from(outcome.sides[seat]) == side + 1,
        };
        let won = |side: &usize| outcome.winners().any(|seat| is_of(*side, seat));
        let winners: u32 = (0..self.sides.len()).filter(won).map(|side| 1 << side).sum();
        let part = SHARE_UNITS / u64::from(winners.count_ones().max(1));
        for (side, results) in self.sides.iter_mut().enumerate() {
            results.add_play(if winners >> side & 1 == 1 { part } else { 0 });
        }
        self.won.add(winners != 0);
    }

    fn side_rows(&self, contest: &Contest) -> impl Iterator<Item = SideRow> {
        let fair = self.won.estimate().value.map(|won| won / self.sides.len() as f64);
        self.sides.iter().enumerate().map(move |(side, results)| SideRow {
            side: match self.fixed.get(side) {
                Some(seats) => side_name(*seats),
                None => contest.drawn.get(side).cloned().unwrap_or_default(),
            },
            games: results.games,
            wins: results.wins(),
            win_rate: results.win_rate().into(),
            expected_rate: fair.filter(|_| !self.fixed.is_empty()),
        })
    }
}

impl<G: Game> Observer<G> for Parties {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        if !self.sides.is_empty() && outcome.has_places() {
            self.add_sides(outcome);
        }
        for (seat, losses) in Seat::all(outcome.seats).zip(&mut self.losses) {
            losses.add(outcome.losers.contains(seat));
        }
        if self.is_scored {
            let score = outcome.scores[Seat::new(0)];
            self.score.add(score);
            *self.scores.entry(score).or_default() += 1;
        }
    }
}

impl<G: Game> Statistic<G> for Parties {
    fn new(counted: &TallyLayout) -> Self {
        let contest = &counted.contest;
        let fixed = if contest.has_sides() { contest.parties.clone() } else { Vec::new() };
        let sides = fixed.len().max(contest.drawn.len());
        let losers = if contest.ends.have_losers { counted.seats } else { 0 };
        Self {
            sides: vec![Results::default(); sides],
            losses: vec![Share::default(); losers],
            fixed,
            is_scored: contest.ends.are_scored,
            ..Self::default()
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        if self.is_scored {
            out.metrics.push(Metric::new(&catalogue::TABLE_SCORE, self.score.estimate()));
            let row = |(&score, &games): (&i64, &u64)| ScoreRow { score: score as f64, games };
            out.tables.push(Table::of(self.scores.iter().map(row)));
        }
        if !self.sides.is_empty() {
            out.tables.push(Table::of(self.side_rows(&counted.contest)));
        }
        if !self.losses.is_empty() {
            let row = |(seat, losses): (usize, &Share)| {
                let rate = losses.estimate();
                LossRow {
                    seat: seat as u64,
                    games: rate.games,
                    losses: losses.hits(),
                    loss_rate: rate.into(),
                }
            };
            out.tables.push(Table::of(self.losses.iter().enumerate().map(row)));
        }
    }
}

/// Returns the exact quantiles at 5, 50 and 95 % of the scores of a table.
pub fn score_quantiles(rows: &[ScoreRow]) -> Option<[f64; 3]> {
    let all: u64 = rows.iter().map(|row| row.games).sum();
    let at = |share: f64| {
        let need = ((share * all as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let row = rows.iter().find(|row| {
            seen += row.games;
            seen >= need
        })?;
        Some(row.score)
    };
    Some([at(0.05)?, at(0.5)?, at(0.95)?])
}
