//! The proposals of the figures fitted to all that was tried.

use super::search::TuneSearch;
use super::surface::Surface;
use super::{Measurement, Objective, Tried};
use ludometer_stats::{half_width, normal_quantile};

/// How far within the targets what the fitted figures propose has to be, in half intervals of a
/// confirmation, one try after another.
const MARGINS: [f64; 5] = [0.5, 1.0, 1.5, 2.5, 4.0];

impl<L: Objective> TuneSearch<'_, L> {
    /// Returns half the width of the interval of each figure after a confirmation.
    fn halves(&self) -> Vec<f64> {
        let unit = self.lab.unit();
        let fresh = half_width((self.search.budget / 10 / unit).max(1), self.alpha());
        // In 95 % intervals of a unit: the mean over what was tried, which differs little.
        let of = |tried: &Tried, i: usize| Some(tried.figures[i]?.1 * ((tried.plays / unit) as f64).sqrt());
        let mean = |i: usize| {
            let known: Vec<f64> =
                self.tried.values().filter_map(|t| of(t, i)).filter(|x| x.is_finite()).collect();
            known.iter().sum::<f64>() / known.len().max(1) as f64
        };
        (0..self.search.targets.len()).map(|i| mean(i) * fresh / normal_quantile(0.975)).collect()
    }

    /// Returns how far these settings miss the targets less these margins, by the fitted figures.
    fn missed(&self, surface: &Surface<'_>, point: &[i64], margins: &[f64]) -> f64 {
        let fitted: Vec<Measurement> =
            surface.figures(point).into_iter().zip(margins.iter().copied()).map(Some).collect();
        self.worst(&fitted)
    }

    /// Returns false if the fitted figures say that these settings are worse than the present ones.
    pub(super) fn promising(&self, point: &[i64]) -> bool {
        let Some(surface) = Surface::fit(self.search.moves, self.tried.values()) else { return true };
        let none = vec![0.0; self.search.targets.len()];
        let of = |point: &[i64]| self.missed(&surface, point, &none);
        of(point) <= 0.0 || of(point) <= of(&self.space.start()) / 2.0
    }

    /// Returns small edits that meet the targets by the fitted figures, with more and more room.
    pub(super) fn proposed(&self) -> Vec<Vec<i64>> {
        let Some(surface) = Surface::fit(self.search.moves, self.tried.values()) else { return Vec::new() };
        let halves = self.halves();
        let start = self.space.repair(self.space.start(), 0);
        // From the best as well: what can't be played may stand between.
        let best = self.leaders().into_iter().next().unwrap_or_else(|| start.clone());
        let mut all = Vec::new();
        let ways = MARGINS.map(|margin| (start.clone(), margin)).into_iter().chain([(best, 1.0)]);
        for (from, margin) in ways {
            let margins: Vec<f64> = halves.iter().map(|half| half * margin).collect();
            let point = self.descend(from, |point| self.missed(&surface, point, &margins));
            if !all.contains(&point) {
                all.push(point);
            }
        }
        all
    }

    /// Goes step by step to where nothing is missed or no step misses less, and back as far as that leaves
    /// it so.
    fn descend(&self, mut point: Vec<i64>, miss: impl Fn(&[i64]) -> f64) -> Vec<i64> {
        let mut missed = miss(&point);
        loop {
            // A step may move other counts too, to keep the deck's size: gain for what is changed.
            let gain = |step: &[i64]| {
                (missed - miss(step)) / self.edit(step).abs_diff(self.edit(&point)).max(1) as f64
            };
            let steps = self.steps(&point).into_iter().map(|step| (gain(&step), step));
            let mut steps: Vec<(f64, Vec<i64>)> = steps.filter(|(gain, _)| *gain > 1e-9).collect();
            steps.sort_by(|a, b| b.0.total_cmp(&a.0));
            let playable = |(_, step): &(f64, Vec<i64>)| self.space.fault(self.lab, step).is_none();
            match steps.into_iter().find(playable) {
                Some((_, step)) if missed > 0.0 => {
                    missed = miss(&step);
                    point = step;
                }
                _ => break,
            }
        }
        while let Some(back) = self.steps(&point).into_iter().find(|back| {
            self.edit(back) < self.edit(&point)
                && miss(back) <= missed + 1e-9
                && self.space.fault(self.lab, back).is_none()
        }) {
            point = back;
        }
        point
    }

    /// Returns each count a step up and down.
    fn steps(&self, point: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for (i, m) in self.search.moves.iter().enumerate() {
            for by in [m.step, -m.step] {
                let mut step = point.to_vec();
                step[i] += by;
                if !(m.min..=m.max).contains(&step[i]) {
                    continue;
                }
                // Any of the others may make up for it where the deck keeps its size.
                for first in 1..point.len().max(2) {
                    let step = self.space.repair(step.clone(), i + first);
                    if !all.contains(&step) {
                        all.push(step);
                    }
                }
            }
        }
        all
    }
}
