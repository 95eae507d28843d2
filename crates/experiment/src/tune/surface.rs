//! Response surfaces: each figure as a smooth function of the counts, fitted to all that was tried.
//!
//! A figure of few plays is noisy, but all of them together tell well what a count does. Method: a
//! quadratic without products for each figure, by least squares weighted with the plays (Box and
//! Wilson, "On the experimental attainment of optimum conditions", JRSS B 13, 1951).

use super::Tried;
use crate::targets::Move;

/// The penalty that keeps coefficients small that the figures say nothing about, beside the weight of all plays.
const RIDGE: f64 = 1e-4;

/// The figures as functions of the counts.
pub(super) struct Surface<'a> {
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
