//! Holding the best of what was tried against the targets in fresh plays.

use super::search::TuneSearch;
use super::{Objective, Tried};
use crate::check::{Answer, Check};
use ludometer_run::RunError;
use ludometer_stats::{half_width, normal_quantile};

/// Settings that are confirmed in fresh plays at most: they share the chance of an error.
const CONFIRMATIONS: u64 = 6;

/// Settings whose figures meet all targets.
struct Candidate {
    point: Vec<i64>,
    /// The steps by which it differs from the rules as they are.
    edit: u64,
    /// True if fresh plays will probably confirm it.
    is_likely: bool,
}

impl<L: Objective> TuneSearch<'_, L> {
    /// Returns those whose figures meet all targets. First those that so many fresh plays will probably
    /// confirm, the smallest edit first; then the others, the likeliest first. What was picked for
    /// its figures owes some of them to luck, so all count as half an interval worse.
    fn candidates(&self, plays: u64) -> Vec<Candidate> {
        let unit = self.lab.unit();
        let fresh = half_width((plays / unit).max(1), self.alpha());
        let room = |tried: &Tried| {
            // From half a 95 % interval of these plays to that of the fresh ones.
            let wider = fresh * ((tried.plays / unit) as f64).sqrt() / normal_quantile(0.975);
            let rooms = self.search.targets.iter().zip(&tried.figures).map(|(target, figure)| {
                let Some((value, half)) = *figure else { return f64::NEG_INFINITY };
                let room = |bound: Option<f64>, sign: f64| {
                    bound.map_or(f64::INFINITY, |b| (sign * (b - value) - half / 2.0) / (half * wider))
                };
                room(target.max, 1.0).min(room(target.min, -1.0))
            });
            rooms.fold(f64::INFINITY, f64::min)
        };
        let mut good: Vec<(&Tried, f64)> =
            self.tried.values().filter(|t| t.miss() <= 0.0).map(|t| (t, room(t))).collect();
        good.sort_by(|(a, x), (b, y)| {
            let likely = (*x >= 1.0, *y >= 1.0);
            let smaller = if likely == (true, true) { a.edit.cmp(&b.edit) } else { likely.1.cmp(&likely.0) };
            smaller.then(y.total_cmp(x)).then(a.point.cmp(&b.point))
        });
        let candidate = |(tried, room): (&Tried, f64)| Candidate {
            point: tried.point.clone(),
            edit: tried.edit,
            is_likely: room >= 1.0,
        };
        good.into_iter().map(candidate).collect()
    }

    /// Returns the chance of an error of one confirmation.
    pub(super) fn alpha(&self) -> f64 {
        self.search.alpha / CONFIRMATIONS as f64
    }

    /// Checks candidates against the targets in fresh plays until one is confirmed. Then checks smaller edits than that one, each
    /// with all plays that are left, since these are nearer to the bounds. Returns the smallest that was confirmed.
    pub(super) fn confirm(&mut self) -> Result<Option<(Vec<i64>, Check)>, RunError> {
        let share = |left: u64, i: u64| left / (CONFIRMATIONS - i).min(3);
        let candidates = self.candidates(share(self.left(), 0));
        let mut confirmed: Option<(Candidate, Check)> = None;
        let mut held = 0;
        for candidate in candidates {
            if held == CONFIRMATIONS || confirmed.is_some() {
                break;
            }
            let plays = share(self.left(), held);
            if !self.can_hold(plays) {
                break;
            }
            held += 1;
            confirmed = self.hold(&candidate.point, plays)?.map(|check| (candidate, check));
        }
        while let Some((found, _)) = &confirmed {
            let left = self.left();
            let is_refused = |point: &[i64]| self.refused.iter().any(|(other, _)| other == point);
            let smaller = self.candidates(left).into_iter().find(|candidate| {
                candidate.is_likely && candidate.edit < found.edit && !is_refused(&candidate.point)
            });
            let Some(smaller) = smaller.filter(|_| held < CONFIRMATIONS && self.can_hold(left)) else {
                break;
            };
            held += 1;
            if let Some(check) = self.hold(&smaller.point, left)? {
                let before = confirmed.replace((smaller, check));
                self.larger.extend(before.map(|(candidate, check)| (candidate.point, check)));
            }
        }
        Ok(confirmed.map(|(candidate, check)| (candidate.point, check)))
    }

    /// Returns the plays that are left.
    fn left(&self) -> u64 {
        self.search.budget.saturating_sub(self.plays)
    }

    /// Returns true if there is time for so many fresh plays, and they are enough to tell anything.
    fn can_hold(&self, plays: u64) -> bool {
        !self.stopped && plays >= self.lab.unit()
    }

    /// Holds settings against the targets in so many fresh plays, and returns what was found if they meet them.
    fn hold(&mut self, point: &[i64], plays: u64) -> Result<Option<Check>, RunError> {
        let Some(check) = self.lab.confirm(point, self.alpha(), plays)? else {
            self.stopped = true;
            return Ok(None);
        };
        self.plays += check.plays;
        if check.answer() == Answer::Passed {
            return Ok(Some(check));
        }
        self.refused.push((point.to_vec(), check));
        Ok(None)
    }
}
