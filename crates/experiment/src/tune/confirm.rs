//! Holding the best of what was tried against the targets in fresh plays.

use super::hunt::TuneSearch;
use super::{Objective, Tried};
use crate::check::{Answer, Check};
use ludometer_run::RunError;
use ludometer_stats::{half_width, normal_quantile};

/// Settings that are confirmed in fresh plays at most: they share the chance of an error.
const CONFIRMATIONS: u64 = 6;

impl<L: Objective> TuneSearch<'_, L> {
    /// Those whose figures meet all targets. First those that so many fresh plays will probably
    /// confirm, the smallest edit first; then the others, the likeliest first. What was picked for
    /// its figures owes some of them to luck, so all count as half an interval worse.
    fn candidates(&self, plays: u64) -> Vec<Vec<i64>> {
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
        good.into_iter().map(|(tried, _)| tried.point.clone()).collect()
    }

    /// The chance of an error of one confirmation.
    pub(super) fn alpha(&self) -> f64 {
        self.search.alpha / CONFIRMATIONS as f64
    }

    pub(super) fn confirm(&mut self) -> Result<Option<(Vec<i64>, Check)>, RunError> {
        let share = |left: u64, i: u64| left / (CONFIRMATIONS - i).min(3);
        let left = self.search.budget.saturating_sub(self.plays);
        let candidates = self.candidates(share(left, 0));
        for (i, point) in (0..CONFIRMATIONS).zip(candidates) {
            let plays = share(self.search.budget.saturating_sub(self.plays), i);
            if self.stopped || plays < self.lab.unit() {
                break;
            }
            let Some(check) = self.lab.confirm(&point, self.alpha(), plays)? else {
                self.stopped = true;
                break;
            };
            self.plays += check.plays;
            if check.answer() == Answer::Passed {
                return Ok(Some((point, check)));
            }
            self.refused.push((point, check));
        }
        Ok(None)
    }
}
