//! Estimates at an early stop, corrected for it.
//!
//! A test that stops when a difference looks large enough has found one that is too large, on average. The corrected
//! estimate is the difference whose estimates at the stop would be, on average, the one that was found (Whitehead, "On
//! the bias of maximum likelihood estimation following a sequential test", Biometrika 73(3), 1986).

use ludometer_model::Rng;

use super::series::next_look;

/// Random walks from which the average at the stop is taken; each is walked in its mirror image as well.
const WALKS: usize = 1024;

/// Steps in which the answer is halved before the rest is taken as a straight line: far below what so many walks leave
/// uncertain.
const HALVINGS: usize = 10;

/// The least correction, as a part of the interval's width: below it there is only rounding.
const LEAST: f64 = 1e-9;

/// A figure that was looked at as it came, until something was known of it.
pub(crate) struct Stopped<'a> {
    /// The estimate at the stop.
    pub value: f64,
    /// The interval at the stop, which holds the corrected estimate.
    pub interval: (f64, f64),
    /// The standard deviation of one unit.
    pub spread: f64,
    /// The interval's parts below and above the estimate after so many units.
    pub arms: &'a dyn Fn(u64) -> [f64; 2],
    /// The fewest units after which anything is said, and the most that there could have been.
    pub units: [u64; 2],
    /// Returns true if an interval tells enough to stop.
    pub is_known: &'a dyn Fn((f64, f64)) -> bool,
}

/// A look at random walks.
struct Look {
    units: u64,
    /// The interval's parts below and above the estimate; none where nothing is said yet.
    arms: Option<[f64; 2]>,
}

impl Stopped<'_> {
    /// Returns the corrected estimate, within the interval; none if it is the one that was found.
    pub(crate) fn corrected(&self) -> Option<f64> {
        let looks = self.looks();
        let noise = self.noise(&looks);
        let off = |mean: f64| (mean, self.at_stop(mean, &looks, &noise) - self.value);
        let (mut low, mut high) = (off(self.interval.0), off(self.interval.1));
        for _ in 0..HALVINGS {
            let middle = off(f64::midpoint(low.0, high.0));
            *if middle.1 < 0.0 { &mut low } else { &mut high } = middle;
        }
        let width = high.1 - low.1;
        let part = if width > 0.0 { (-low.1 / width).clamp(0.0, 1.0) } else { 0.5 };
        let corrected = low.0 + part * (high.0 - low.0);
        let least = LEAST * (self.interval.1 - self.interval.0);
        ((corrected - self.value).abs() > least).then_some(corrected)
    }

    fn looks(&self) -> Vec<Look> {
        let [least, most] = self.units;
        let units = std::iter::successors(Some(next_look(0, most)), |&units| {
            (units < most).then(|| next_look(units, most))
        });
        units.map(|units| Look { units, arms: (units >= least).then(|| (self.arms)(units)) }).collect()
    }

    /// Returns how far each walk, a row of looks, is from its mean at each look. They are part of the method, not of the
    /// games, so their seed is their own.
    fn noise(&self, looks: &[Look]) -> Vec<f64> {
        let mut rng = Rng::from_words([0, 0, 0]);
        let mut noise = Vec::with_capacity(WALKS * looks.len());
        for _ in 0..WALKS {
            let (mut sum, mut before) = (0.0, 0);
            for look in looks {
                // Twelve uniform numbers make a normal one as exactly as a mean needs it.
                let normal = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
                sum += normal * ((look.units - before) as f64).sqrt() * self.spread;
                before = look.units;
                noise.push(sum / look.units as f64);
            }
        }
        noise
    }

    /// Returns the average estimate at the stop of a figure whose mean is `mean`.
    fn at_stop(&self, mean: f64, looks: &[Look], noise: &[f64]) -> f64 {
        let estimate = |walk: &[f64], sign: f64| {
            let mut estimates = walk.iter().map(|off| mean + sign * off).zip(looks).peekable();
            loop {
                let (estimate, look) = estimates.next()?;
                let is_known =
                    |[below, above]: [f64; 2]| (self.is_known)((estimate - below, estimate + above));
                if estimates.peek().is_none() || look.arms.is_some_and(is_known) {
                    return Some(estimate);
                }
            }
        };
        let walks = noise.chunks_exact(looks.len());
        let sum: f64 = walks.flat_map(|walk| [1.0, -1.0].map(|sign| estimate(walk, sign))).flatten().sum();
        sum / (2 * WALKS) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_stats::half_width;

    /// Plays a figure until its interval leaves out 0, and returns the estimate at the stop and the corrected one.
    fn stopped(mean: f64, most: u64, rng: &mut Rng) -> [f64; 2] {
        let arms = |units| [half_width(units, 0.05); 2];
        let is_known = |(low, high): (f64, f64)| low > 0.0 || high < 0.0;
        let (mut sum, mut units) = (0.0, 0);
        loop {
            let look = next_look(units, most);
            for _ in units..look {
                sum += mean + (rng.unit() - 0.5) * 12.0_f64.sqrt();
            }
            units = look;
            let value = sum / units as f64;
            let [below, above] = arms(units);
            let interval = (value - below, value + above);
            if units == most || !is_known(interval) {
                if units < most {
                    continue;
                }
                return [value, value];
            }
            let stopped =
                Stopped { value, interval, spread: 1.0, arms: &arms, units: [0, most], is_known: &is_known };
            return [value, stopped.corrected().unwrap_or(value)];
        }
    }

    #[test]
    fn estimates_at_an_early_stop_are_corrected_on_average() {
        let mut rng = Rng::from_words([1, 0, 0]);
        let (mean, tries) = (0.12, 400);
        let sums = (0..tries).map(|_| stopped(mean, 20_000, &mut rng));
        let [raw, corrected] = sums
            .fold([0.0; 2], |sum, [raw, of]| [sum[0] + raw, sum[1] + of])
            .map(|sum| sum / f64::from(tries));
        assert!(raw > mean * 1.08, "at the stop {raw}");
        assert!((corrected - mean).abs() < mean * 0.03, "corrected {corrected}");
    }

    #[test]
    fn what_was_never_in_doubt_is_hardly_corrected() {
        let is_known = |(low, high): (f64, f64)| low > 0.0 || high < 0.0;
        let arms = |units| [half_width(units, 0.05); 2];
        let stopped = Stopped {
            value: 3.0,
            interval: (2.0, 4.0),
            spread: 1.0,
            arms: &arms,
            units: [0, 10_000],
            is_known: &is_known,
        };
        assert_eq!(stopped.corrected(), None);
    }

    #[test]
    fn a_mirror_image_is_corrected_to_the_mirror_image() {
        let is_known = |(low, high): (f64, f64)| low > 0.0 || high < 0.0;
        let arms = |units| [half_width(units, 0.05); 2];
        let corrected = |value: f64, half: f64| {
            let interval = (value - half, value + half);
            let units = [0, 10_000];
            Stopped { value, interval, spread: 1.0, arms: &arms, units, is_known: &is_known }.corrected()
        };
        let (above, below) = (corrected(0.15, 0.14).unwrap(), corrected(-0.15, 0.14).unwrap());
        assert!((above + below).abs() < 1e-9, "{above} {below}");
        assert!(above < 0.15, "{above}");
    }
}
