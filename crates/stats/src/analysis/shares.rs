//! Wins by seat and by order of play, lengths and ends.

use serde::{Deserialize, Serialize};

use super::histogram::Histogram;
use super::sheet::FigureTable;
use super::story::Story;
use crate::observer::GameEnd;
use ludometer_figures::{Mean, Member, Merge, Share, catalogue};
use ludometer_model::{SHARE_UNITS, Seat};

#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Shares {
    by_seat: Vec<Mean>,
    /// By place in the order of play: 0 moved first.
    by_order: Vec<Mean>,
    finished: Share,
    won: Share,
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
            won: Share::default(),
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
        self.won.add(outcome.is_won());
        self.shared.add(outcome.is_tie());
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

    /// Reports the shares; `is_contest` is false where no share of the wins is a fair one, `by_order` where the order of
    /// play follows from the deal.
    pub(super) fn report(&self, is_contest: bool, by_order: bool, sheet: &mut FigureTable) {
        let unit = 1.0 / SHARE_UNITS as f64;
        for (seat, mean) in self.by_seat.iter().enumerate() {
            let share = mean.estimate_in(unit).of_share();
            sheet.add_of(&catalogue::WIN_SHARE, Member::Seat(seat), share);
        }
        for (place, mean) in self.by_order.iter().enumerate().filter(|_| by_order) {
            let share = mean.estimate_in(unit).of_share();
            sheet.add_of(&catalogue::WIN_SHARE_BY_ORDER, Member::Order(place), share);
        }
        if let Some(first) = self.by_order.first().filter(|_| is_contest && by_order) {
            let share = first.estimate_in(unit).of_share();
            // Each seat is at one place: together they have won all that was won.
            let won: i128 = self.by_order.iter().map(Mean::sum).sum();
            let games = (first.plays().max(1) * SHARE_UNITS) as f64;
            let fair = won as f64 / games / self.by_order.len() as f64;
            sheet.add(&catalogue::FIRST_MOVER_ADVANTAGE, share.less(fair));
        }
        sheet.add(&catalogue::TURNS, self.turns.estimate());
        sheet.add(&catalogue::ROUNDS, self.rounds.estimate_in(unit));
        sheet.add(&catalogue::DECISIONS, self.decisions.estimate());
        sheet.add(&catalogue::FINISHED, self.finished.estimate());
        sheet.add(&catalogue::WON, self.won.estimate());
        sheet.add(&catalogue::SHARED_WINS, self.shared.estimate());
        sheet.add(&catalogue::SCORE_SPREAD, self.spread.estimate());
        sheet.add(&catalogue::FINAL_GAP, self.gap.estimate());
        sheet.histogram("turns", &self.turn_counts);
        sheet.histogram("decisions", &self.decision_counts);
    }
}
