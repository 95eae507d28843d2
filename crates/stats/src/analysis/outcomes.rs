//! Wins by seat and by order of play, lengths and ends.

use super::figure_table::{FigureTable, Histogram};
use crate::analysis::course::Story;
use crate::observer::GameEnd;
use crate::results::FirstMovers;
use ludometer_figures::{Mean, Member, Merge, Metric, Share, TargetLength, catalogue, widening};
use ludometer_model::{BySeat, Contest, SHARE_UNITS, Seat};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Shares {
    by_seat: Vec<Mean>,
    /// By place in the order of play: 0 moved first.
    by_order: Vec<Mean>,
    first: FirstMovers,
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
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, contest: &Contest, story: &Story<'_>, finish: &GameEnd<'_>) {
        let outcome = story.outcome;
        let units = contest.seat_units(outcome);
        let seats = story.seats;
        if outcome.has_places() {
            for (mean, seat) in self.by_seat.iter_mut().zip(Seat::all(seats)) {
                mean.add(units[seat] as i64);
            }
            for (mean, seat) in self.by_order.iter_mut().zip(finish.first.around(seats)) {
                mean.add(units[seat] as i64);
            }
            self.first.add(contest, &units, finish);
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

    /// Reports the shares; `by_order` is false where the order of play follows from the deal.
    pub(super) fn report(&self, contest: &Contest, by_order: bool, sheet: &mut FigureTable) {
        let is_contest = contest.is_contest();
        let unit = 1.0 / SHARE_UNITS as f64;
        for (seat, mean) in self.by_seat.iter().enumerate().filter(|_| is_contest) {
            let share = mean.estimate_in(unit).of_share();
            sheet.add_of(&catalogue::WIN_SHARE, Member::Seat(seat), share);
        }
        for (place, mean) in self.by_order.iter().enumerate().filter(|_| is_contest && by_order) {
            let share = mean.estimate_in(unit).of_share();
            sheet.add_of(&catalogue::WIN_SHARE_BY_ORDER, Member::Order(place), share);
        }
        if is_contest && by_order {
            sheet.add(&catalogue::FIRST_MOVER_ADVANTAGE, self.first.advantage(contest).estimate);
        }
        sheet.add(&catalogue::TURNS, self.turns.estimate());
        sheet.add(&catalogue::ROUNDS, self.rounds.estimate_in(unit));
        sheet.add(&catalogue::DECISIONS, self.decisions.estimate());
        sheet.add(&catalogue::FINISHED, self.finished.estimate());
        if contest.ends.are_won {
            sheet.add(&catalogue::WON, self.won.estimate());
        }
        // Whoever does not lose wins: no tie.
        if is_contest && !contest.ends.are_lost_alone {
            sheet.add(&catalogue::SHARED_WINS, self.shared.estimate());
        }
        if is_contest && contest.ends.have_scores {
            sheet.add(&catalogue::SCORE_SPREAD, self.spread.estimate());
            sheet.add(&catalogue::FINAL_GAP, self.gap.estimate());
        }
        sheet.histogram("turns", &self.turn_counts);
        sheet.histogram("decisions", &self.decision_counts);
    }
}

/// Fewer games than this tell nothing.
const LEAST: u64 = 30;

/// Chances are one in a thousand that a deal that does not matter seems to decide who begins: the intervals are this many
/// times as wide as those of 95 %, before they are widened for the number of kinds.
const STRICT: f64 = 1.68;

/// The cards dealt to who begins, against those dealt to all.
///
/// A seat that begins because of the cards that it was dealt (the lowest card leads, the wolves wake first) also wins because of
/// them, so that wins by order of play tell nothing of beginning itself.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Starters {
    /// By kind: its copies dealt to who begins times all cards dealt, less all its copies dealt times the cards dealt to
    /// who begins. The mean is 0 where who begins has nothing to do with the deal.
    kinds: Vec<Mean>,
    /// This game: copies dealt to each seat, by kind.
    #[serde(skip)]
    #[merge(skip)]
    now: Vec<BySeat<u16>>,
}

impl Starters {
    pub(super) fn new(kinds: usize) -> Self {
        Self { kinds: vec![Mean::default(); kinds], now: Vec::new() }
    }

    /// Counts a card that is dealt to a seat before the first decision.
    #[inline]
    pub(super) fn dealt(&mut self, seat: Seat, kind: usize) {
        if self.now.is_empty() {
            self.now = vec![BySeat::all(0); self.kinds.len()];
        }
        if let Some(copies) = self.now.get_mut(kind) {
            copies[seat] = copies[seat].saturating_add(1);
        }
    }

    /// Counts the end of a game that this seat began.
    pub(super) fn end(&mut self, first: Seat, seats: usize) {
        let of_seat = |seat: Seat| self.now.iter().map(|copies| i64::from(copies[seat])).sum::<i64>();
        let (own, all): (i64, i64) = (of_seat(first), Seat::all(seats).map(of_seat).sum());
        for (mean, copies) in self.kinds.iter_mut().zip(&mut self.now) {
            let total: i64 = Seat::all(seats).map(|seat| i64::from(copies[seat])).sum();
            mean.add(i64::from(copies[first]) * all - total * own);
            *copies = BySeat::all(0);
        }
    }

    /// Returns true if who begins was dealt other cards than the others are.
    pub(super) fn are_dealt(&self) -> bool {
        let wide = STRICT * widening(self.kinds.len());
        self.kinds.iter().filter(|mean| mean.plays() >= LEAST).any(|mean| {
            let estimate = mean.estimate();
            estimate.value.zip(estimate.interval).is_some_and(|(value, (low, high))| {
                let arm = if value > 0.0 { value - low } else { high - value };
                value.abs() > wide * arm
            })
        })
    }
}

/// Plays against a target.
///
/// A play is within the target if its length lies from the least to the most that is wanted, both
/// included; its distance is how far it is outside, 0 within. Unfinished plays count with the
/// length at which they were stopped.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Target {
    #[merge(skip)]
    wanted: TargetLength,
    within: Share,
    /// In parts of the unit.
    distance: Mean,
}

impl Target {
    pub(super) fn new(wanted: TargetLength) -> Self {
        Self { wanted, within: Share::default(), distance: Mean::default() }
    }

    pub(super) fn add(&mut self, finish: &GameEnd<'_>) {
        let (unit, [low, high]) = (self.wanted.unit(), self.wanted.ends());
        let length = unit.of(finish.outcome, finish.decisions);
        let bound = |count: u32| u64::from(count) * unit.parts();
        let distance = bound(low).saturating_sub(length).max(length.saturating_sub(bound(high)));
        self.within.add(distance == 0);
        self.distance.add(i64::try_from(distance).unwrap_or(i64::MAX));
    }

    pub(super) fn report(&self, out: &mut Vec<Metric>) {
        let member = || Member::Length(self.wanted);
        let distance = self.distance.estimate_in(1.0 / self.wanted.unit().parts() as f64);
        out.push(Metric::of(&catalogue::WITHIN_TARGET_LENGTH, member(), self.within.estimate()));
        out.push(Metric::of(&catalogue::TARGET_LENGTH_DISTANCE, member(), distance));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    /// Deals three cards each of a deck of a low card and eleven others to four seats, so many times; `first` says who
    /// begins, told who has the low card.
    fn dealt(games: u64, first: impl Fn(Seat, &mut Rng) -> Seat) -> bool {
        let mut starters = Starters::new(2);
        let mut rng = Rng::from_words([66, games, 12]);
        for _ in 0..games {
            let low = Seat::new(rng.index(4));
            for seat in Seat::all(4) {
                for card in 0..3 {
                    starters.dealt(seat, usize::from(seat != low || card > 0));
                }
            }
            let first = first(low, &mut rng);
            starters.end(first, 4);
        }
        starters.are_dealt()
    }

    #[test]
    fn who_begins_by_the_deal_is_told_from_who_begins_by_lot() {
        assert!(dealt(100, |low, _| low));
        assert!(dealt(2000, |low, rng| if rng.chance(0.2) { low } else { Seat::new(rng.index(4)) }));
        assert!(!dealt(2000, |_, rng| Seat::new(rng.index(4))));
        assert!(!dealt(2000, |_, _| Seat::new(0)));
        assert!(!dealt(10, |low, _| low));
    }

    #[test]
    fn a_larger_hand_alone_is_no_reason() {
        let mut starters = Starters::new(2);
        let mut rng = Rng::from_words([66, 0, 13]);
        for _ in 0..2000 {
            let first = Seat::new(rng.index(2));
            for seat in Seat::all(2) {
                for _ in 0..if seat == first { 4 } else { 5 } {
                    starters.dealt(seat, rng.index(2));
                }
            }
            starters.end(first, 2);
        }
        assert!(!starters.are_dealt());
    }
}
