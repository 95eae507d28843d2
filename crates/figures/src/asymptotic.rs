//! Intervals for means of unbounded figures that hold at every moment at once, so that one may look
//! after every play and stop when the answer is known.
//!
//! Method: asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
//! "Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics
//! 52(6), 2024, theorem 2.2 and section 2.3). They are to a central-limit interval what a
//! confidence sequence is to one for a fixed number: valid at all times together, as the first look
//! moves out. So there must be no look before [`MIN_UNITS`] observations.

use serde::{Deserialize, Serialize};

/// The fewest observations before the first look.
pub const MIN_UNITS: u64 = 64;

/// The number of observations at which the interval is as narrow as its kind can be. A look at
/// eight times as many or as few is only a few per cent wider.
const TIGHTEST: f64 = 512.0;

/// Returns half the width, in standard deviations of one observation, of the interval after `n`
/// observations that covers the mean at every n at once with probability 1 - `alpha`.
///
/// `n` must be at least 1 and `alpha` between 0 and 1 (both excluded).
pub fn half_width(n: u64, alpha: f64) -> f64 {
    let n = n as f64;
    // Section 2.3: the parameter that makes it tightest at that moment.
    let log = -2.0 * alpha.ln();
    let rho2 = (log + (log + 1.0).ln()) / TIGHTEST;
    let t = n * rho2;
    (2.0 * (t + 1.0) / (n * t) * ((t + 1.0).sqrt() / alpha).ln()).sqrt()
}

/// Returns the number of observations at which an interval that has half the width `half` after `n` of them will
/// probably have half the width `wanted` or less: from `n` on, at most `most`.
///
/// Takes the spread of the observations as it is; `alpha` as in [`half_width`].
pub fn observations_until(wanted: f64, (n, half): (u64, f64), alpha: f64, most: u64) -> u64 {
    let spread = half / half_width(n.max(1), alpha);
    let enough = |n: u64| half_width(n, alpha) * spread <= wanted;
    let (mut few, mut many) = (n.max(1), most.max(1));
    if few >= many || enough(few) {
        return few.min(many);
    }
    // Too few are `few`; `many` are enough, or all there are.
    while many - few > 1 {
        let middle = few + (many - few) / 2;
        if enough(middle) {
            many = middle;
        } else {
            few = middle;
        }
    }
    many
}

/// Observations of one figure: their number, mean and spread.
///
/// Welford's recurrence; the order of the observations is part of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// Adds an observation; what is no number (a figure that a unit couldn't give) is left out.
    pub fn add(&mut self, x: f64) {
        if x.is_finite() {
            self.n += 1;
            let off = x - self.mean;
            self.mean += off / self.n as f64;
            self.squares += off * (x - self.mean);
        }
    }

    /// Returns the observations counted.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Returns their mean, or `None` of none.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then_some(self.mean)
    }

    /// Returns their variance (of the sample: n - 1), or `None` of fewer than two.
    pub fn variance(&self) -> Option<f64> {
        (self.n > 1).then(|| self.squares / (self.n - 1) as f64)
    }

    /// Returns half the width of the interval for the mean that holds at all times at once, or `None`
    /// before [`MIN_UNITS`]. `floor` is the least variance to believe in.
    pub fn always(&self, alpha: f64, floor: f64) -> Option<f64> {
        let variance = self.variance().filter(|_| self.n >= MIN_UNITS)?.max(floor);
        Some(half_width(self.n, alpha) * variance.sqrt())
    }
}

/// Returns the number that a standard normal variable stays below with probability `p` (0 < p < 1).
///
/// Method: bisection on the distribution function.
pub fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if normal_below(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Returns the probability with which a standard normal variable stays below this number.
pub fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_published_ones() {
        // Abramowitz and Stegun, table 26.5 and 26.6.
        for (p, x) in [(0.5, 0.0), (0.975, 1.959_963_985), (0.995, 2.575_829_304), (0.9, 1.281_551_566)] {
            assert!((normal_quantile(p) - x).abs() < 1e-8, "{p}: {}", normal_quantile(p));
            assert!((normal_quantile(1.0 - p) + x).abs() < 1e-8);
        }
        assert!((normal_quantile(0.999_999) - 4.753_424).abs() < 1e-5);
    }

    #[test]
    fn a_width_by_hand() {
        // alpha 0.05 at the tightest moment: t = 5.99146 + ln 6.99146 = 7.93613;
        // 2 (8.93613 / 7.93613) ln(2.98934 / 0.05) = 9.2122 in units of 1/n.
        let width = half_width(512, 0.05);
        assert!((width * width * 512.0 - 9.2122).abs() < 2e-3, "{}", width * width * 512.0);
        assert!(half_width(64, 0.05) > width && half_width(100_000, 0.05) < width);
    }

    #[test]
    fn a_narrower_interval_takes_as_many_more() {
        let half = half_width(64, 0.05) * 3.0;
        let needed = observations_until(0.1, (64, half), 0.05, 1_000_000);
        assert!(
            half_width(needed, 0.05) * 3.0 <= 0.1 && half_width(needed - 1, 0.05) * 3.0 > 0.1,
            "{needed}"
        );
        assert_eq!(observations_until(half, (64, half), 0.05, 1_000_000), 64, "it is narrow enough");
        assert_eq!(observations_until(0.0, (64, half), 0.05, 1000), 1000, "it never is");
        assert_eq!(observations_until(0.1, (64, half), 0.05, 50), 50);
    }

    #[test]
    fn looking_all_the_time_is_covered() {
        // 400 walks of skewed steps, looked at after every step from the minimum on: at a level of
        // 5 % the true mean should leave the interval in at most 20; one more than 3 standard
        // deviations (13) out would be 33.
        let mut left = 0;
        for walk in 0..400 {
            let mut rng = ludometer_model::Rng::from_words([9, walk, 0]);
            let mut sample = Sample::default();
            left += u32::from((0..4000).any(|_| {
                sample.add(-(1.0 - rng.unit()).ln());
                let half = sample.always(0.05, 0.0);
                half.zip(sample.mean()).is_some_and(|(half, mean)| (mean - 1.0).abs() > half)
            }));
        }
        assert!(left <= 33, "{left} of 400");
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        let mut sample = Sample::default();
        for x in [1.0, f64::NAN, 3.0, 5.0] {
            sample.add(x);
        }
        assert_eq!((sample.n(), sample.mean(), sample.variance()), (3, Some(3.0), Some(4.0)));
        assert_eq!(sample.always(0.05, 0.0), None);
    }
}
