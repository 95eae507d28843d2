//! Wins by seat and by order of play, lengths and ends.

use serde::{Deserialize, Serialize};

use super::histogram::Histogram;
use super::sheet::{FigureTable, per_cent};
use super::story::Story;
use crate::estimate::{Mean, Share};
use crate::observer::{GameEnd, Merge};
use ludometer_model::{SHARE_UNITS, Seat};

#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Shares {
    by_seat: Vec<Mean>,
    /// By place in the order of play: 0 moved first.
    by_order: Vec<Mean>,
    finished: Share,
    shared: Share,
    spread: Mean,
    gap: Mean,
    turns: Mean,
    rounds: Mean,
    decisions: Mean,
    turn_counts: Histogram,
    decision_counts: Histogram,
}

impl Shares {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            by_seat: vec![Mean::default(); seats],
            by_order: vec![Mean::default(); seats],
            finished: Share::default(),
            shared: Share::default(),
            spread: Mean::default(),
            gap: Mean::default(),
            turns: Mean::default(),
            rounds: Mean::default(),
            decisions: Mean::default(),
            turn_counts: Histogram::default(),
            decision_counts: Histogram::default(),
        }
    }

    pub(super) fn add(&mut self, story: &Story<'_>, finish: &GameEnd<'_>) {
        let outcome = story.outcome;
        let units = outcome.win_units();
        let seats = story.seats;
        if outcome.has_places() {
            for (mean, seat) in self.by_seat.iter_mut().zip(Seat::all(seats)) {
                mean.add(units[seat] as i64);
            }
            let first = story.rows.first().and_then(|row| row.mover).unwrap_or_default();
            for (mean, seat) in self.by_order.iter_mut().zip(first.around(seats)) {
                mean.add(units[seat] as i64);
            }
        }
        self.finished.add(!outcome.unfinished);
        self.shared.add(outcome.winners().nth(1).is_some());
        let scores = outcome.scores.first(seats);
        let extremes = scores.iter().max().zip(scores.iter().min());
        self.spread.add(extremes.map_or(0, |(high, low)| high.saturating_sub(*low)));
        if let Some(gap) = outcome.leader_gap() {
            self.gap.add(gap);
        }
        self.turns.add(i64::from(outcome.turns));
        self.rounds.add(outcome.round_units as i64);
        self.decisions.add(i64::from(finish.decisions));
        self.turn_counts.add(outcome.turns);
        self.decision_counts.add(finish.decisions);
    }

    pub(super) fn report(&self, sheet: &mut FigureTable) {
        let unit = 1.0 / SHARE_UNITS as f64;
        let fair = per_cent(1.0 / self.by_seat.len() as f64);
        for (seat, mean) in self.by_seat.iter().enumerate() {
            sheet.metric(
                "win_share",
                &format!("seat {seat}"),
                mean.estimate_in(unit).of_share(),
                "share of plays",
                |v| format!("seat {seat} wins {} of the plays; fair is {fair}", per_cent(v)),
            );
        }
        for (place, mean) in self.by_order.iter().enumerate() {
            let group = format!("order {}", place + 1);
            sheet.metric(
                "win_share_by_order",
                &group,
                mean.estimate_in(unit).of_share(),
                "share of plays",
                |v| format!("who moves as number {} wins {}; fair is {fair}", place + 1, per_cent(v)),
            );
        }
        if let Some(first) = self.by_order.first() {
            let mut estimate = first.estimate_in(unit).of_share();
            let fair = 1.0 / self.by_seat.len() as f64;
            estimate.value = estimate.value.map(|v| v - fair);
            estimate.interval = estimate.interval.map(|(low, high)| (low - fair, high - fair));
            sheet.metric("first_mover_advantage", "", estimate, "share of plays", |v| {
                let way = if v < 0.0 { "below" } else { "above" };
                format!("who moves first is {:.1} points {way} its fair share of wins", v.abs() * 100.0)
            });
        }
        sheet.metric("turns", "", self.turns.estimate(), "turns", |v| format!("a play lasts {v:.1} turns"));
        sheet.metric("rounds", "", self.rounds.estimate_in(unit), "rounds", |v| {
            format!("a play lasts {v:.1} rounds")
        });
        sheet.metric("decisions", "", self.decisions.estimate(), "decisions", |v| {
            format!("a play takes {v:.1} decisions")
        });
        sheet.metric("finished", "", self.finished.estimate(), "share of plays", |v| {
            format!("{} of the plays come to an end", per_cent(v))
        });
        sheet.metric("shared_wins", "", self.shared.estimate(), "share of plays", |v| {
            format!("{} of the plays have several winners", per_cent(v))
        });
        sheet.metric("score_spread", "", self.spread.estimate(), "score", |v| {
            format!("the best score lies {v:.1} above the worst at the end")
        });
        sheet.metric("final_gap", "", self.gap.estimate(), "score", |v| {
            format!("the winner's score is {v:.1} away from the second's")
        });
        sheet.histogram("turns", &self.turn_counts);
        sheet.histogram("decisions", &self.decision_counts);
    }
}
