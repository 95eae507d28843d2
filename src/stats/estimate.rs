//! Whole-number tallies of means, shares and ratios, and their 95 % intervals.

use serde::{Deserialize, Serialize};

use super::observer::Merge;

/// The two-sided 95 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The figure, or `None` where nothing was counted.
    pub value: Option<f64>,
    /// The interval, or `None` where it can't be given (a mean of fewer than two plays).
    pub interval: Option<(f64, f64)>,
    /// The number of plays it rests on.
    pub games: u64,
}

impl Estimate {
    /// This, if it is a share: the interval is cut at 0 and 1. Where nothing has varied (all, none or
    /// a single play) it is Wilson's with plays as trials, since a few plays make no share certain.
    #[must_use]
    pub fn of_share(self) -> Self {
        let unvaried = |p: f64| (p - p.round()).abs() < 1e-9;
        let interval = match (self.value, self.interval) {
            (Some(p), None) => wilson(p, self.games),
            (Some(p), Some((low, high))) if low >= high && unvaried(p) => wilson(p.round(), self.games),
            (_, interval) => interval.map(|(low, high)| (low.max(0.0), high.min(1.0))),
        };
        Self { interval, ..self }
    }
}

/// Wilson's score interval (Wilson 1927) for a share of `n` independent trials with mean `p`.
///
/// For trials with values between 0 and 1 other than these two (shared wins) it is a little too
/// wide: their variance is at most p(1 - p).
pub fn wilson(p: f64, n: u64) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    let n = n as f64;
    let z2 = Z * Z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    // At 0 and 1 the exact bounds are 0 and 1; rounding must not miss them.
    let low = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Some((low, high))
}

/// An interval from a standard error.
pub(super) fn normal(value: f64, variance: f64) -> (f64, f64) {
    let half = Z * variance.max(0.0).sqrt();
    (value - half, value + half)
}

/// The mean of a whole number per play, with the normal interval of a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Mean {
    plays: u64,
    sum: i128,
    squares: u128,
}

impl Mean {
    /// Counts one play's number.
    #[inline]
    pub fn add(&mut self, x: i64) {
        self.plays += 1;
        self.sum += i128::from(x);
        self.squares += u128::from(x.unsigned_abs()).pow(2);
    }

    /// The plays counted.
    pub const fn plays(&self) -> u64 {
        self.plays
    }

    /// The sum over all plays.
    pub const fn sum(&self) -> i128 {
        self.sum
    }

    /// The mean, each number being `unit` of what is meant (1.0 for the number itself).
    pub fn estimate_in(&self, unit: f64) -> Estimate {
        if self.plays == 0 {
            return Estimate::default();
        }
        let n = self.plays as f64;
        let mean = self.sum as f64 / n;
        let interval = (self.plays > 1).then(|| {
            // n Σx² − (Σx)² in whole numbers where it fits: no cancellation.
            let exact = u128::from(self.plays)
                .checked_mul(self.squares)
                .zip(self.sum.unsigned_abs().checked_pow(2))
                .map(|(a, b)| (a - b) as f64);
            let spread = exact.unwrap_or_else(|| n * self.squares as f64 - (self.sum as f64).powi(2));
            let variance = spread.max(0.0) / (n * (n - 1.0));
            let (low, high) = normal(mean, variance / n);
            (low * unit, high * unit)
        });
        Estimate { value: Some(mean * unit), interval, games: self.plays }
    }

    /// The mean with its interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
    }
}

impl Merge for Mean {
    fn merge(&mut self, other: Self) {
        let Self { plays, sum, squares } = other;
        self.plays += plays;
        self.sum += sum;
        self.squares += squares;
    }
}

/// A share of independent plays, with Wilson's interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    plays: u64,
    hits: u64,
}

impl Share {
    /// Counts one play in which it was so, or not.
    #[inline]
    pub fn add(&mut self, hit: bool) {
        self.plays += 1;
        self.hits += u64::from(hit);
    }

    /// The plays in which it was so.
    pub const fn hits(&self) -> u64 {
        self.hits
    }

    /// The share with its interval.
    pub fn estimate(&self) -> Estimate {
        if self.plays == 0 {
            return Estimate::default();
        }
        let p = self.hits as f64 / self.plays as f64;
        Estimate { value: Some(p), interval: wilson(p, self.plays), games: self.plays }
    }
}

impl Merge for Share {
    fn merge(&mut self, other: Self) {
        let Self { plays, hits } = other;
        self.plays += plays;
        self.hits += hits;
    }
}

/// A ratio of two sums, such as "cards stolen per Steal played" or the share of turns that were
/// lost. The rows of one play are not independent, so plays are the unit: the interval is that of
/// a ratio estimator over clusters (Cochran, *Sampling Techniques*, 1977, section 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ratio {
    plays: u64,
    part: u64,
    whole: u64,
    part_squares: u128,
    products: u128,
    whole_squares: u128,
}

impl Ratio {
    /// Counts one play: `part` out of `whole`. A play with a whole of 0 says nothing.
    #[inline]
    pub fn add(&mut self, part: u64, whole: u64) {
        if part == 0 && whole == 0 {
            return;
        }
        self.plays += 1;
        self.part += part;
        self.whole += whole;
        self.part_squares += u128::from(part) * u128::from(part);
        self.products += u128::from(part) * u128::from(whole);
        self.whole_squares += u128::from(whole) * u128::from(whole);
    }

    /// The sum of all parts.
    pub const fn part(&self) -> u64 {
        self.part
    }

    /// The sum of all wholes.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// The ratio, each part being `unit` of what is meant, with its interval.
    pub fn estimate_in(&self, unit: f64) -> Estimate {
        if self.whole == 0 {
            return Estimate { games: self.plays, ..Estimate::default() };
        }
        let r = self.part as f64 / self.whole as f64;
        let interval = (self.plays > 1).then(|| {
            let n = self.plays as f64;
            let residuals =
                self.part_squares as f64 - 2.0 * r * self.products as f64 + r * r * self.whole_squares as f64;
            let variance = residuals.max(0.0) * n / (n - 1.0) / (self.whole as f64).powi(2);
            let (low, high) = normal(r, variance);
            (low * unit, high * unit)
        });
        Estimate { value: Some(r * unit), interval, games: self.plays }
    }

    /// The ratio with its interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
    }

    /// The ratio of a part that can't exceed its whole, with the interval of a share.
    pub fn share(&self) -> Estimate {
        self.estimate().of_share()
    }
}

impl Merge for Ratio {
    fn merge(&mut self, other: Self) {
        let Self { plays, part, whole, part_squares, products, whole_squares } = other;
        self.plays += plays;
        self.part += part;
        self.whole += whole;
        self.part_squares += part_squares;
        self.products += products;
        self.whole_squares += whole_squares;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe 1998, table I: 81 of 263 and 0 of 20 and 1 of 29, method 3.
        let table = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (hits, n, low, high) in table {
            let (l, h) = wilson(hits as f64 / n as f64, n).unwrap();
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{hits}/{n}: {l} {h}");
        }
        assert_eq!(wilson(0.5, 0), None);
    }

    #[test]
    fn a_mean_by_hand() {
        let mut mean = Mean::default();
        for x in [2, 4, 9] {
            mean.add(x);
        }
        // Mean 5, sample variance 13, standard error sqrt(13/3).
        let e = mean.estimate();
        close(e.value.unwrap(), 5.0);
        close(e.interval.unwrap().1, 5.0 + Z * (13.0_f64 / 3.0).sqrt());
        assert_eq!(e.games, 3);
    }

    #[test]
    fn a_ratio_by_hand() {
        let mut ratio = Ratio::default();
        ratio.add(1, 2);
        ratio.add(3, 3);
        ratio.add(0, 5);
        // r = 0.4; residuals 0.2, 1.8, -2.0; variance = 7.28 * 3/2 / 100.
        let e = ratio.estimate();
        close(e.value.unwrap(), 0.4);
        close(e.interval.unwrap().0, 0.4 - Z * (7.28 * 1.5 / 100.0_f64).sqrt());
        assert_eq!(ratio.share().interval.unwrap().0, 0.0);
    }

    #[test]
    fn all_or_nothing_is_not_certain() {
        let ratio = |plays: &[(u64, u64)]| {
            let mut ratio = Ratio::default();
            for &(part, whole) in plays {
                ratio.add(part, whole);
            }
            ratio
        };
        assert_eq!(ratio(&[(1, 1), (3, 3)]).share().interval, wilson(1.0, 2));
        assert_eq!(ratio(&[(0, 4), (0, 4), (0, 1)]).share().interval, wilson(0.0, 3));
        assert_eq!(ratio(&[(1, 4)]).share().interval, wilson(0.25, 1));
        assert_eq!(
            ratio(&[(840, 1), (1680, 2)]).estimate_in(1.0 / 840.0).of_share().interval,
            wilson(1.0, 2)
        );
        // Half of each play is no matter of luck, and a mean is no share.
        assert_eq!(ratio(&[(1, 2), (2, 4)]).share().interval, Some((0.5, 0.5)));
        assert_eq!(ratio(&[(1, 1), (3, 3)]).estimate().interval, Some((1.0, 1.0)));
        assert_eq!(ratio(&[]).share(), Estimate::default());
    }

    #[test]
    fn merged_parts_equal_one_observer() {
        let numbers = [3, -1, 4, 1, -5, 9, 2, 6];
        let mut whole = Mean::default();
        for x in numbers {
            whole.add(x);
        }
        for cut in 0..numbers.len() {
            let (mut a, mut b) = (Mean::default(), Mean::default());
            for &x in &numbers[..cut] {
                a.add(x);
            }
            for &x in &numbers[cut..] {
                b.add(x);
            }
            b.merge(a);
            assert_eq!(b, whole);
        }
    }
}
