//! Intervals that may be looked at after every observation: for work that goes on until the answer
//! is known.
//!
//! An interval of the usual kind covers the mean with 95 % if it is looked at once. Who looks after
//! every play and stops when it excludes zero is wrong far more often. A confidence sequence covers
//! the mean *at all times together* with probability 1 - alpha, so any rule for stopping is allowed.

/// The most that is wagered on one observation; the paper's choice.
const MOST: f64 = 0.5;

/// A confidence sequence for the mean of bounded observations: at every time, and at all times
/// together, the interval covers the mean with probability at least 1 - alpha.
///
/// Method: the empirical-Bernstein confidence sequence with predictable plug-in weights,
/// Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of
/// the Royal Statistical Society B, 2023, theorem 2 and equations (13) to (15); intersected over
/// time, which the guarantee allows. It holds for every distribution on the range, for any number
/// of observations, and needs only that each one has the same mean given those before it (not that
/// they are independent). The width adapts to the variance.
///
/// Observations must be added in an order that doesn't depend on their values: the same ones in the
/// same order give the same bits.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSequence {
    low: f64,
    span: f64,
    alpha: f64,
    count: u64,
    /// Sum of the observations, scaled to 0..1.
    sum: f64,
    /// Sum of squared distances from the running mean, each with the mean at its own time.
    spread: f64,
    /// Sum of the weights.
    weights: f64,
    /// Sum of weight times observation.
    weighted: f64,
    /// Sum of 4 (x - mean before x)² psi(weight).
    variation: f64,
    /// The intersection of all intervals so far, scaled to 0..1.
    bounds: (f64, f64),
}

impl ConfidenceSequence {
    /// Returns a sequence for observations from `low` to `high`, at error probability `alpha` (0 < alpha < 1).
    ///
    /// Where several sequences must hold together, give each its part of alpha (Bonferroni).
    pub fn new(low: f64, high: f64, alpha: f64) -> Self {
        debug_assert!(low < high && 0.0 < alpha && alpha < 1.0, "{low} {high} {alpha}");
        Self {
            low,
            span: high - low,
            alpha,
            count: 0,
            sum: 0.0,
            spread: 0.0,
            weights: 0.0,
            weighted: 0.0,
            variation: 0.0,
            bounds: (0.0, 1.0),
        }
    }

    /// Takes the next observation. A value outside the range is moved to its nearest end.
    pub fn add(&mut self, value: f64) {
        let x = ((value - self.low) / self.span).clamp(0.0, 1.0);
        // The mean and variance before this observation, each with half an observation of 1 (of
        // 1/2 x 1/2) put in first.
        let before = self.count as f64 + 1.0;
        let mean = (0.5 + self.sum) / before;
        let variance = (0.25 + self.spread) / before;
        self.count += 1;
        let time = self.count as f64;
        let budget = (2.0 / self.alpha).ln();
        let weight = (2.0 * budget / (variance * time * time.ln_1p())).sqrt().min(MOST);
        self.weights += weight;
        self.weighted += weight * x;
        // psi(w) = (-ln(1 - w) - w) / 4, and the 4 of the paper's v cancels it.
        self.variation += (x - mean).powi(2) * (-(-weight).ln_1p() - weight);
        self.sum += x;
        let mean = (0.5 + self.sum) / (time + 1.0);
        self.spread += (x - mean).powi(2);

        let centre = self.weighted / self.weights;
        let half = (budget + self.variation) / self.weights;
        let (low, high) = (self.bounds.0.max(centre - half), self.bounds.1.min(centre + half));
        // Empty only in the runs, at most alpha of all, that have missed the mean already.
        if low <= high {
            self.bounds = (low, high);
        }
    }

    /// Returns the number of observations.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the error probability.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Returns the mean of the observations, or `None` before the first.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.low + self.span * (self.sum / self.count as f64))
    }

    /// Returns the interval: the whole range before the first observation, and never wider than before.
    pub fn interval(&self) -> (f64, f64) {
        (self.low + self.span * self.bounds.0, self.low + self.span * self.bounds.1)
    }

    /// Returns true once the interval lies in `low..=high`.
    pub fn within(&self, low: f64, high: f64) -> bool {
        let (lowest, highest) = self.interval();
        low <= lowest && highest <= high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    /// Returns true once the interval lies on one side of `value`.
    fn excludes(sequence: &ConfidenceSequence, value: f64) -> bool {
        let (low, high) = sequence.interval();
        value < low || high < value
    }

    fn sequence(alpha: f64, values: impl IntoIterator<Item = f64>) -> ConfidenceSequence {
        let mut sequence = ConfidenceSequence::new(0.0, 1.0, alpha);
        values.into_iter().for_each(|x| sequence.add(x));
        sequence
    }

    #[test]
    fn two_steps_by_hand() {
        // alpha = 2/e: ln(2/alpha) = 1. Step 1: variance 1/4, weight min(sqrt(8 / ln 2), 1/2) = 1/2.
        // Step 2: mean 3/4, variance (1/4 + 1/16) / 2 = 5/32, weight 1/2 again.
        let weight = 0.5_f64;
        let psi = std::f64::consts::LN_2 - 0.5;
        let found = sequence(2.0 / std::f64::consts::E, [1.0, 0.0]);
        assert!((found.weights - 2.0 * weight).abs() < 1e-12);
        let variation = (0.25 + 0.5625) * psi;
        assert!((found.variation - variation).abs() < 1e-12, "{found:?}");
        let half = 1.0 + variation;
        assert!((found.weighted / found.weights - 0.5).abs() < 1e-12);
        assert_eq!(found.interval(), (0.0, 1.0), "{half} is wider than the range");
    }

    #[test]
    fn it_agrees_with_the_formula_written_out() {
        // The paper's formulas, summed anew for every time.
        let mut rng = Rng::from_words([1, 2, 3]);
        let values: Vec<f64> = (0..300).map(|_| rng.unit().powi(3)).collect();
        let alpha = 0.05_f64;
        let log = (2.0 / alpha).ln();
        let mut lowest = (0.0_f64, 1.0_f64);
        for t in 1..=values.len() {
            let mean = |n: usize| (0.5 + values[..n].iter().sum::<f64>()) / (n as f64 + 1.0);
            let variance = |n: usize| {
                let sum: f64 = (1..=n).map(|i| (values[i - 1] - mean(i)).powi(2)).sum();
                (0.25 + sum) / (n as f64 + 1.0)
            };
            let weight = |i: usize| {
                let i_real = i as f64;
                (2.0 * log / (variance(i - 1) * i_real * (1.0 + i_real).ln())).sqrt().min(0.5)
            };
            if t % 60 != 0 && t > 3 {
                continue;
            }
            let weights: Vec<f64> = (1..=t).map(weight).collect();
            let total: f64 = weights.iter().sum();
            let centre = weights.iter().zip(&values).map(|(w, x)| w * x).sum::<f64>() / total;
            let terms = (1..=t).map(|i| {
                let v = 4.0 * (values[i - 1] - mean(i - 1)).powi(2);
                v * (-(1.0 - weights[i - 1]).ln() - weights[i - 1]) / 4.0
            });
            let half = (log + terms.sum::<f64>()) / total;
            lowest = (lowest.0.max(centre - half), lowest.1.min(centre + half));
            let found = sequence(alpha, values[..t].iter().copied()).interval();
            // The intersection is over all times; here over some of them.
            assert!(found.0 >= lowest.0 - 1e-9 && found.1 <= lowest.1 + 1e-9, "{t}: {found:?} {lowest:?}");
            assert!(found.0 <= centre && centre <= found.1, "{t}");
            if t == values.len() {
                assert!((found.0 - (centre - half)).abs() < 2e-3, "{found:?}, {centre} - {half}");
            }
        }
    }

    #[test]
    fn at_all_times_together_it_misses_seldom() {
        // 2000 runs of 400 observations, looked at after each: at most 5 % may ever miss. 140 is
        // four standard deviations above 100.
        for (p, seed) in [(0.5, 11), (0.1, 12), (0.98, 13)] {
            let mut misses = 0;
            let mut rng = Rng::from_words([seed, 0, 0]);
            for _ in 0..2000 {
                let mut sequence = ConfidenceSequence::new(0.0, 1.0, 0.05);
                let mut missed = false;
                for _ in 0..400 {
                    sequence.add(f64::from(u8::from(rng.chance(p))));
                    missed |= excludes(&sequence, p);
                }
                misses += u32::from(missed);
            }
            assert!(misses <= 140, "{misses} of 2000 at {p}");
        }
    }

    #[test]
    fn an_interval_looked_at_often_misses_often() {
        // What it is for: the usual interval, looked at after every observation from the 30th on.
        let mut misses = 0;
        let mut rng = Rng::from_words([14, 0, 0]);
        for _ in 0..500 {
            let mut sum = 0.0;
            let missed = (1..=400_u32).any(|n| {
                sum += f64::from(u8::from(rng.chance(0.5)));
                let n = f64::from(n);
                n >= 30.0 && (sum / n - 0.5).abs() > 1.96 * (0.25 / n).sqrt()
            });
            misses += u32::from(missed);
        }
        assert!(misses > 75, "{misses} of 500");
    }

    #[test]
    fn it_finds_a_difference_and_narrows_with_the_variance() {
        let mut rng = Rng::from_words([15, 0, 0]);
        let coin = sequence(0.05, (0..3000).map(|_| f64::from(u8::from(rng.chance(0.6)))));
        assert!(excludes(&coin, 0.5) && !excludes(&coin, 0.6), "{coin:?}");
        assert!((coin.mean().unwrap() - 0.6).abs() < 0.03);
        // The normal interval, good for one look, has a half width of 0.0175 here.
        let (low, high) = coin.interval();
        assert!((high - low) / 2.0 < 2.5 * 0.0175, "{low} {high}");
        // No variance: the width falls like ln(2/alpha) / (t/2), not like 1/sqrt(t).
        let (low, high) = sequence(0.05, (0..3000).map(|_| 0.25)).interval();
        assert!(low < 0.25 && 0.25 < high && high - low < 0.01, "{low} {high}");
    }

    #[test]
    fn a_range_is_only_a_scale() {
        let mut rng = Rng::from_words([16, 0, 0]);
        let values: Vec<f64> = (0..200).map(|_| rng.unit()).collect();
        let unit = sequence(0.01, values.iter().copied());
        let mut wide = ConfidenceSequence::new(-1.0, 1.0, 0.01);
        assert_eq!((wide.interval(), wide.mean()), ((-1.0, 1.0), None));
        for x in &values {
            wide.add(2.0 * x - 1.0);
        }
        let ((a, b), (c, d)) = (unit.interval(), wide.interval());
        assert!((2.0 * a - 1.0 - c).abs() < 1e-9 && (2.0 * b - 1.0 - d).abs() < 1e-9);
        assert!(wide.within(-1.0, 1.0) && !wide.within(0.9, 1.0));
        assert_eq!((wide.count(), wide.alpha()), (200, 0.01));
    }

    #[test]
    fn values_outside_the_range_break_nothing() {
        let (low, high) = sequence(0.5, [7.0, -3.0, f64::INFINITY, 0.5]).interval();
        assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
    }
}
