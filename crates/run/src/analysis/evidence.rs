//! The evidence for checks: the figures of an analysis with their intervals, and tails of distributions.

use ludometer_stats::{Estimate, Figure, Member, Report, normal_below, normal_quantile};

/// Returns the chance that a Poisson number with this mean is at least `count`.
pub(super) fn poisson_tail(count: u64, mean: f64) -> f64 {
    if count == 0 {
        return 1.0;
    }
    if mean <= 0.0 {
        return 0.0;
    }
    // From the first term on: exact where it is small, and never below 0 by cancellation.
    let mut term = (count as f64 * mean.ln() - mean - libm::lgamma(count as f64 + 1.0)).exp();
    let mut sum = 0.0;
    let mut k = count as f64;
    while term > sum * 1e-15 && k < count as f64 + 10_000.0 {
        sum += term;
        k += 1.0;
        term *= mean / k;
    }
    sum.min(1.0)
}

/// A figure with its interval, as tables hold it.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

impl Measured {
    /// Returns an estimate, or nothing of one without an interval.
    pub(super) fn of(estimate: &Estimate) -> Option<Self> {
        let Estimate { value, interval, games } = *estimate;
        let (value, (low, high)) = value.zip(interval)?;
        Some(Self { value, low, high, games })
    }

    /// Returns the mean of several figures of the same plays, or none of none. Its interval is as wide as theirs on
    /// average, which is enough however they depend on each other.
    pub(super) fn mean<'a>(figures: impl ExactSizeIterator<Item = &'a Self>) -> Option<Self> {
        let n = figures.len() as f64;
        let mut sum = Self { value: 0.0, low: 0.0, high: 0.0, games: 0 };
        for Self { value, low, high, games } in figures {
            sum.value += value / n;
            sum.low += low / n;
            sum.high += high / n;
            sum.games = sum.games.max(*games);
        }
        (n > 0.0).then_some(sum)
    }

    /// Returns in which direction and how surely it lies outside `low` to `high`.
    pub(super) fn outside(&self, low: f64, high: f64) -> (i8, f64) {
        // Of a skewed figure the arms differ: the one that reaches back to the tolerance counts.
        let arm = if self.value > high {
            self.value - self.low
        } else if self.value < low {
            self.high - self.value
        } else {
            (self.high - self.low) / 2.0
        };
        let error = (arm / normal_quantile(0.975)).max(1e-12);
        let beyond = (self.value - high).max(low - self.value);
        let side = if self.value > high {
            1
        } else if self.value < low {
            -1
        } else {
            0
        };
        // Two tails: it could have been out on either side.
        (side, (2.0 * normal_below(-beyond / error)).min(1.0))
    }
}

/// Returns the members of a figure of the analysis that have an interval.
pub(super) fn analysed<'a>(report: &'a Report, figure: &'static Figure) -> Vec<(&'a Member, Measured)> {
    let rows = report.analysed(figure);
    rows.filter_map(|row| Some((&row.member, Measured::of(&row.estimate)?))).collect()
}

/// Returns a share in words: `27.3 % ± 0.1`, near its ends `99.9 % (99.5 to 100.0)`.
pub(super) fn shown(figure: &Measured) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|share| share * 100.0);
    let half = (high - low) / 2.0;
    if value - half < 0.0 || value + half > 100.0 {
        return format!("{value:.1} % ({low:.1} to {high:.1})");
    }
    format!("{value:.1} % ± {half:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.1; the Poisson ones by hand.
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_253_9), (1.959_963_985, 0.025), (4.0, 3.167_124_183e-5)]
        {
            assert!((normal_below(-z) - tail).abs() < 1e-9, "{z}");
        }
        assert!((poisson_tail(1, 2.0) - (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
        assert!((poisson_tail(3, 1.0) - (1.0 - 2.5 * (-1.0_f64).exp())).abs() < 1e-12);
        assert_eq!((poisson_tail(0, 3.0), poisson_tail(4, 0.0)), (1.0, 0.0));
    }

    #[test]
    fn within_the_tolerance_nothing_is_out() {
        let figure = Measured { value: 0.26, low: 0.255, high: 0.265, games: 1000 };
        assert_eq!(figure.outside(0.24, 0.265).0, 0);
        let (side, p) = figure.outside(0.20, 0.25);
        // A hundredth beyond, with a standard error of 0.00255: 3.92 of them.
        assert_eq!(side, 1);
        assert!((p - 2.0 * normal_below(-0.01 / 0.002_551_067)).abs() < 1e-6, "{p}");
    }
}
