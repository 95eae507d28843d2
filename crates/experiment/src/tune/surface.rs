//! Response surfaces: each figure as a smooth function of the counts, fitted to all that was tried, and the edits that
//! they propose.
//!
//! A figure of few plays is noisy, but all of them together tell well what a count does. Method: a
//! quadratic without products for each figure, by least squares weighted with the plays (Box and
//! Wilson, "On the experimental attainment of optimum conditions", JRSS B 13, 1951).

use crate::targets::Move;
use crate::tune::search::TuneSearch;
use crate::tune::{Measurement, Objective, Tried};
use ludometer_stats::{half_width, normal_quantile};

/// The penalty that keeps coefficients small that the figures say nothing about, beside the weight of all plays.
const RIDGE: f64 = 1e-4;

/// The figures as functions of the counts.
struct Surface<'a> {
    moves: &'a [Move],
    /// For each figure the coefficients of the constant, then of each count and its square.
    coefficients: Vec<Vec<f64>>,
}

/// Returns 1, then each count on a scale from -1 to 1 and its square.
fn terms(moves: &[Move], point: &[i64]) -> Vec<f64> {
    let scaled = moves.iter().zip(point).map(|(m, &x)| {
        let half = ((m.max - m.min) as f64 / 2.0).max(0.5);
        (x as f64 - f64::midpoint(m.min as f64, m.max as f64)) / half
    });
    std::iter::once(1.0).chain(scaled.flat_map(|z| [z, z * z])).collect()
}

impl<'a> Surface<'a> {
    /// Fits to what was tried; nothing where that is too little.
    pub(super) fn fit<'t>(moves: &'a [Move], tried: impl Iterator<Item = &'t Tried>) -> Option<Self> {
        let tried: Vec<&Tried> = tried.collect();
        let figures = tried.first()?.figures.len();
        let rows: Vec<Vec<f64>> = tried.iter().map(|t| terms(moves, &t.point)).collect();
        let size = rows.first()?.len();
        if rows.len() < 2 * size {
            return None;
        }
        let coefficients = (0..figures).map(|figure| {
            // A figure that some settings don't have is fitted to the others.
            let known: Vec<(&[f64], f64, f64)> = rows
                .iter()
                .zip(&tried)
                .filter_map(|(row, t)| Some((row.as_slice(), t.plays as f64, t.figures[figure]?.0)))
                .collect();
            let all: f64 = known.iter().map(|(_, weight, _)| weight).sum();
            let sum = |of: &dyn Fn(&[f64], f64) -> f64| -> f64 {
                known.iter().map(|(row, weight, value)| weight * of(row, *value)).sum::<f64>() / all
            };
            let matrix = (0..size).map(|a| {
                let mut row: Vec<f64> = (0..size).map(|b| sum(&|x, _| x[a] * x[b])).collect();
                row[a] += RIDGE;
                row.push(sum(&|x, y| x[a] * y));
                row
            });
            solve(matrix.collect())
        });
        Some(Self { moves, coefficients: coefficients.collect::<Option<_>>()? })
    }

    /// Returns what the figures of these settings should be.
    pub(super) fn figures(&self, point: &[i64]) -> Vec<f64> {
        let terms = terms(self.moves, point);
        let value = |of: &Vec<f64>| of.iter().zip(&terms).map(|(c, x)| c * x).sum();
        self.coefficients.iter().map(value).collect()
    }
}

/// Solves linear equations whose matrix is symmetric and positive: the last column is the right
/// side.
fn solve(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    for column in 0..matrix.len() {
        let chosen = matrix[column].clone();
        if !(chosen[column].is_finite() && chosen[column] > 0.0) {
            return None;
        }
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / chosen[column];
            for (x, pivot) in row.iter_mut().zip(&chosen) {
                *x -= factor * pivot;
            }
        }
    }
    let n = matrix.len();
    Some((0..n).map(|at| matrix[at][n] / matrix[at][at]).collect())
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(point: [i64; 2], plays: u64, figures: Vec<f64>) -> Tried {
        let figures = figures.into_iter().map(|value| value.is_finite().then_some((value, 1.0))).collect();
        Tried { point: point.into(), plays, figures, misses: Vec::new(), edit: 0, visits: 1 }
    }

    fn moves() -> [Move; 2] {
        ["a", "b"].map(|key| Move { key: key.to_owned(), start: 0, min: 0, max: 8, step: 1 })
    }

    #[test]
    fn a_quadratic_is_found_again() {
        let of = |[a, b]: [i64; 2]| vec![3.0 + 2.0 * a as f64 - 0.25 * (b * b) as f64, (a * a) as f64];
        let all: Vec<Tried> =
            (0..=8).flat_map(|a| [0, 3, 8].map(|b| tried([a, b], 100, of([a, b])))).collect();
        let moves = moves();
        let surface = Surface::fit(&moves, all.iter()).unwrap();
        for point in [[1, 1], [5, 7], [8, 8]] {
            for (fitted, right) in surface.figures(&point).into_iter().zip(of(point)) {
                assert!((fitted - right).abs() < 0.02, "{point:?}: {fitted} for {right}");
            }
        }
    }

    #[test]
    fn many_plays_weigh_more_than_few() {
        let mut all: Vec<Tried> =
            (0..=8).flat_map(|a| [0, 4, 8].map(|b| tried([a, b], 1_000_000, vec![1.0]))).collect();
        all.push(tried([4, 3], 1, vec![1e3]));
        all.push(tried([4, 5], 1, vec![f64::NAN]));
        let moves = moves();
        let fitted = Surface::fit(&moves, all.iter()).unwrap().figures(&[4, 3])[0];
        assert!((fitted - 1.0).abs() < 0.01, "{fitted}");
    }

    #[test]
    fn too_little_is_no_surface() {
        let all: Vec<Tried> = (0..5).map(|a| tried([a, a], 1, vec![1.0])).collect();
        assert!(Surface::fit(&moves(), all.iter()).is_none());
        assert!(Surface::fit(&moves(), [].iter()).is_none());
    }
}
