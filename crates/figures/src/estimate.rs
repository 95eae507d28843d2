//! Whole-number tallies of means, shares and ratios, and their 95 % intervals.

use serde::{Deserialize, Serialize};

use super::intervals::{skewed, skewed_ratio, wilson, wilson_of};
use super::merge::Merge;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure, or `None` where nothing was counted.
    pub value: Option<f64>,
    /// The interval, or `None` where it can't be given (a mean of fewer than two plays).
    pub interval: Option<(f64, f64)>,
    /// The number of plays it rests on.
    pub games: u64,
}

impl Estimate {
    /// Returns this estimate, as one of a share: the interval is cut at 0 and 1. Where nothing has varied (all, none or
    /// a single play) it is Wilson's with plays as trials, since a few plays make no share certain.
    #[must_use]
    pub fn of_share(self) -> Self {
        let interval = match (self.value, self.interval) {
            (Some(p), None) => wilson(p, self.games),
            (Some(p), Some(_)) if (p - p.round()).abs() < 1e-9 => wilson(p.round(), self.games),
            _ => self.within(0.0, 1.0).interval,
        };
        Self { interval, ..self }
    }

    /// Returns this estimate with its interval cut to the values that the figure can have.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { interval: self.interval.map(|(low, high)| (low.max(least), high.min(most))), ..self }
    }

    /// Returns the difference to a known number.
    #[must_use]
    pub fn less(self, known: f64) -> Self {
        let Self { value, interval, games } = self;
        let interval = interval.map(|(low, high)| (low - known, high - known));
        Self { value: value.map(|v| v - known), interval, games }
    }
}

/// Returns how far a mean may be off that has not varied in so many plays: as if in some of them, as many as Wilson's
/// interval allows for where none was seen, the number had been off by one.
pub fn off_by_one(plays: u64) -> f64 {
    wilson(0.0, plays).map_or(f64::INFINITY, |(_, high)| high)
}

/// A figure with its 95 % interval, where the number of plays stands elsewhere.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Bounded {
    /// The figure.
    pub value: Option<f64>,
    /// The interval.
    pub interval: Option<(f64, f64)>,
}

impl Bounded {
    /// Returns the figure less a known number; nothing without one.
    #[must_use]
    pub fn less(self, known: Option<f64>) -> Self {
        let less = |x: f64| Some(x - known?);
        let interval = self.interval.and_then(|(low, high)| less(low).zip(less(high)));
        Self { value: self.value.and_then(less), interval }
    }
}

impl From<Estimate> for Bounded {
    fn from(Estimate { value, interval, games: _ }: Estimate) -> Self {
        Self { value, interval }
    }
}

impl Bounded {
    /// Returns the estimate that rests on so many plays.
    pub const fn of(self, games: u64) -> Estimate {
        Estimate { value: self.value, interval: self.interval, games }
    }
}

/// The mean of a whole number per play, with an interval that allows for skewness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Mean {
    plays: u64,
    sum: i128,
    squares: u128,
    /// Modulo 2^128: exact unless the numbers are beyond any game's.
    cubes: i128,
    /// True if there was a number below 0.
    is_signed: bool,
}

impl Mean {
    /// Counts one play's number.
    #[inline]
    pub fn add(&mut self, x: i64) {
        self.plays += 1;
        self.sum += i128::from(x);
        self.squares += u128::from(x.unsigned_abs()).pow(2);
        self.cubes = self.cubes.wrapping_add((i128::from(x) * i128::from(x)).wrapping_mul(i128::from(x)));
        self.is_signed |= x < 0;
    }

    /// Returns true if not all numbers are the same.
    pub fn has_varied(&self) -> bool {
        u128::from(self.plays).wrapping_mul(self.squares)
            != self.sum.unsigned_abs().wrapping_mul(self.sum.unsigned_abs())
    }

    /// Returns the plays counted.
    pub const fn plays(&self) -> u64 {
        self.plays
    }

    /// Returns the sum over all plays.
    pub const fn sum(&self) -> i128 {
        self.sum
    }

    /// Returns the mean, each number being `unit` of what is meant (1.0 for the number itself).
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
                .map(|(a, b)| a.saturating_sub(b) as f64);
            let spread = exact.unwrap_or_else(|| n * self.squares as f64 - (self.sum as f64).powi(2));
            let squares = spread.max(0.0) / (n * n);
            // From the sums of powers: E x³ - 3 m E x² + 2 m³.
            let cubes = self.cubes as f64 / n - mean * (3.0 * squares + mean * mean);
            let (low, high) = skewed(mean, n, [squares, cubes]);
            if spread > 0.0 {
                return (low * unit, high * unit);
            }
            let off = off_by_one(self.plays);
            (mean * unit - off, mean * unit + off)
        });
        let least = if self.is_signed { f64::NEG_INFINITY } else { 0.0 };
        Estimate { value: Some(mean * unit), interval, games: self.plays }.within(least, f64::INFINITY)
    }

    /// Returns the mean with its interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
    }
}

impl Merge for Mean {
    fn merge(&mut self, other: Self) {
        let Self { plays, sum, squares, cubes, is_signed } = other;
        self.is_signed |= is_signed;
        self.plays += plays;
        self.sum += sum;
        self.squares += squares;
        self.cubes = self.cubes.wrapping_add(cubes);
    }
}

/// A share of independent plays, with Wilson's interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Merge, Serialize, Deserialize)]
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

    /// Returns the plays in which it was so.
    pub const fn hits(&self) -> u64 {
        self.hits
    }

    /// Returns the share with its interval.
    pub fn estimate(&self) -> Estimate {
        if self.plays == 0 {
            return Estimate::default();
        }
        let p = self.hits as f64 / self.plays as f64;
        Estimate { value: Some(p), interval: wilson(p, self.plays), games: self.plays }
    }
}

/// A ratio of two sums, such as "cards stolen per Steal played", the share of turns that were
/// lost, or a slope through the origin (products over squares). The rows of one play are not independent, so plays are the
/// unit: the interval is that of a ratio estimator over clusters (Cochran, *Sampling Techniques*, 1977, section 6.3), with
/// the skewness of the plays' residuals allowed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ratio {
    plays: u64,
    part: i128,
    whole: u64,
    part_squares: u128,
    products: i128,
    whole_squares: u128,
    /// Sums of p³, p² w, p w² and w³, modulo 2^128: exact unless the numbers are beyond any game's.
    cubes: [i128; 4],
    /// True if there was a part below 0.
    is_signed: bool,
}

impl Ratio {
    /// Counts one play: `part` out of `whole`. A play with a whole of 0 says nothing.
    #[inline]
    pub fn add(&mut self, part: u64, whole: u64) {
        self.add_signed(part as i64, whole);
    }

    /// Counts one play, whose part may be below 0.
    #[inline]
    pub fn add_signed(&mut self, part: i64, whole: u64) {
        if part == 0 && whole == 0 {
            return;
        }
        let (p, w) = (i128::from(part), i128::from(whole));
        self.plays += 1;
        self.part += p;
        self.whole += whole;
        self.part_squares += p.unsigned_abs().pow(2);
        self.products += p * w;
        self.whole_squares += u128::from(whole).pow(2);
        self.is_signed |= part < 0;
        for (sum, [a, b, c]) in self.cubes.iter_mut().zip([[p, p, p], [p, p, w], [p, w, w], [w, w, w]]) {
            *sum = sum.wrapping_add((a * b).wrapping_mul(c));
        }
    }

    /// Returns the sum of all parts.
    pub const fn part(&self) -> i128 {
        self.part
    }

    /// Returns the sum of all wholes.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns the sum of the squares of what the plays' parts are off by, at this ratio.
    fn residuals(&self, r: f64) -> f64 {
        self.part_squares as f64 - 2.0 * r * self.products as f64 + r * r * self.whole_squares as f64
    }

    /// Returns the ratio in this unit with its interval, and of what hasn't varied as if in some plays the part had been
    /// `off` by so much.
    fn off_by(&self, unit: f64, off: f64) -> Estimate {
        if self.whole == 0 {
            return Estimate { games: self.plays, ..Estimate::default() };
        }
        let r = self.part as f64 / self.whole as f64;
        let n = self.plays as f64;
        let interval = (self.plays > 1).then(|| {
            let [ppp, ppw, pww, www] = self.cubes.map(|sum| sum as f64);
            let cubes = ppp - r * (3.0 * ppw - r * (3.0 * pww - r * www));
            // Each play moves the ratio by its residual over the mean whole.
            let whole = self.whole as f64 / n;
            let moments = [self.residuals(r) / n / whole.powi(2), cubes / n / whole.powi(3)];
            let product = (self.products as f64 - r * self.whole_squares as f64) / n / whole.powi(2);
            let (low, high) = skewed_ratio(r, n, moments, product);
            // Residuals as small as rounding errors mean that all games are alike.
            if self.residuals(r) > 1e-12 * self.part_squares as f64 {
                return (low * unit, high * unit);
            }
            let off = off_by_one(self.plays) * off / whole;
            (r * unit - off, r * unit + off)
        });
        Estimate { value: Some(r * unit), interval, games: self.plays }
    }

    /// Returns the ratio, each part being `unit` of what is meant, with its interval.
    pub fn estimate_in(&self, unit: f64) -> Estimate {
        let least = if self.is_signed { f64::NEG_INFINITY } else { 0.0 };
        self.off_by(unit, 1.0).within(least, f64::INFINITY)
    }

    /// Returns the ratio with its interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
    }

    /// Returns the ratio of sums of products x y to sums of x², as the slope of y = b x, with its interval. Where all plays
    /// have the same slope, some may have had one that is off by one.
    pub fn slope(&self) -> Estimate {
        let mean_whole = self.whole as f64 / self.plays.max(1) as f64;
        self.off_by(1.0, mean_whole)
    }

    /// Returns the ratio of parts of which each is from 0 to its whole, in this unit. Where the wholes are all equal it is
    /// the mean of so many shares, and has the interval of one.
    pub fn share_in(&self, unit: f64) -> Estimate {
        let (n, whole) = (u128::from(self.plays), u128::from(self.whole));
        if whole == 0 || n * self.whole_squares != whole * whole {
            return self.estimate_in(unit).of_share();
        }
        let r = self.part as f64 / self.whole as f64 * unit;
        let apart = n * self.part_squares - self.part.unsigned_abs().pow(2);
        let variance = apart as f64 / (self.whole as f64).powi(2) * unit * unit;
        Estimate { value: Some(r), interval: wilson_of(r, self.plays, variance), games: self.plays }
    }

    /// Returns the ratio of a part that can't exceed its whole, with the interval of a share.
    pub fn share(&self) -> Estimate {
        self.share_in(1.0)
    }
}

impl Merge for Ratio {
    fn merge(&mut self, other: Self) {
        let Self { plays, part, whole, part_squares, products, whole_squares, cubes, is_signed } = other;
        self.is_signed |= is_signed;
        self.plays += plays;
        self.part += part;
        self.whole += whole;
        self.part_squares += part_squares;
        self.products += products;
        self.whole_squares += whole_squares;
        for (mine, theirs) in self.cubes.iter_mut().zip(cubes) {
            *mine = mine.wrapping_add(theirs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn a_mean_by_hand() {
        let mut mean = Mean::default();
        for x in [2, 4, 9] {
            mean.add(x);
        }
        // Mean 5; squares of the distances 9, 1, 16, cubes -27, -1, 64.
        let e = mean.estimate();
        close(e.value.unwrap(), 5.0);
        let (low, high) = skewed(5.0, 3.0, [26.0 / 3.0, 12.0]);
        assert_eq!(e.interval, Some((low.max(0.0), high)), "no number was below 0");
        assert_eq!(e.games, 3);
    }

    #[test]
    fn a_ratio_by_hand() {
        let mut ratio = Ratio::default();
        ratio.add(1, 2);
        ratio.add(3, 3);
        ratio.add(0, 5);
        // r = 0.4, a mean whole of 10/3; residuals 0.2, 1.8, -2.0: squares 7.28, cubes -2.16, products with the
        // wholes 0.4 + 5.4 - 10.
        let (e, whole) = (ratio.estimate(), 10.0_f64 / 3.0);
        let moments = [7.28 / 3.0 / whole.powi(2), -2.16 / 3.0 / whole.powi(3)];
        let (low, high) = skewed_ratio(0.4, 3.0, moments, -4.2 / 3.0 / whole.powi(2));
        close(e.value.unwrap(), 0.4);
        close(e.interval.unwrap().0, low.max(0.0));
        close(e.interval.unwrap().1, high);
        assert_eq!(ratio.share().interval.unwrap().0, 0.0);
    }

    #[test]
    fn a_ratio_of_numbers_below_0_by_hand() {
        let mut ratio = Ratio::default();
        // -1 and 2; 3; none; -4: the mean is 0 of 4 numbers in 3 plays.
        for (sum, count) in [(1, 2), (3, 1), (0, 0), (-4, 1)] {
            ratio.add_signed(sum, count);
        }
        let e = ratio.estimate();
        assert_eq!((e.value, e.games, ratio.whole()), (Some(0.0), 3, 4));
        // Residuals 1, 3 and -4 of a mean whole of 4/3: squares 26, cubes -36, products with the wholes 2 + 3 - 4.
        let whole = 4.0_f64 / 3.0;
        let moments = [26.0 / 3.0 / whole.powi(2), -36.0 / 3.0 / whole.powi(3)];
        let (low, high) = skewed_ratio(0.0, 3.0, moments, 1.0 / 3.0 / whole.powi(2));
        close(e.interval.unwrap().0, low);
        close(e.interval.unwrap().1, high);
        assert!(low < 0.0, "numbers below 0 are not cut off");
    }

    #[test]
    fn a_slope_that_has_not_varied_is_not_certain() {
        let slope = |plays: &[(i64, u64)]| {
            let mut ratio = Ratio::default();
            for &(xy, xx) in plays {
                ratio.add_signed(xy, xx);
            }
            ratio.slope()
        };
        let off = wilson(0.0, 3).unwrap().1;
        for (value, plays) in [
            (0.0, [(0, 4_000_000), (0, 9_000_000), (0, 1)]),
            (-0.5, [(-200, 400), (-5, 10), (-1, 2)]),
            (1.0, [(7, 7), (1, 1), (4, 4)]),
        ] {
            let (low, high) = slope(&plays).interval.unwrap();
            close(low, value - off);
            close(high, value + off);
        }
        // One that has varied: below 0 too where no product was.
        assert!(slope(&[(0, 4), (3, 4), (1, 9)]).interval.unwrap().0 < 0.0);
        assert_eq!(slope(&[(-3, 6)]), Estimate { value: Some(-0.5), interval: None, games: 1 });
        assert_eq!(slope(&[(0, 0)]), Estimate::default());
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
        // Half of each play, and a ratio that is no share: one play's part may be off by one.
        let off = wilson(0.0, 2).unwrap().1;
        assert_eq!(ratio(&[(1, 2), (2, 4)]).share().interval, Some((0.5 - off / 3.0, 0.5 + off / 3.0)));
        assert_eq!(ratio(&[(1, 1), (3, 3)]).estimate().interval, Some((1.0 - off / 2.0, 1.0 + off / 2.0)));
        assert_eq!(ratio(&[]).share(), Estimate::default());
    }

    #[test]
    fn a_ratio_of_equal_wholes_is_a_share() {
        let of = |hits: u64, plays: u64, whole: u64| {
            let mut ratio = Ratio::default();
            (0..plays).for_each(|play| ratio.add(if play < hits { whole } else { 0 }, whole));
            ratio.share().interval.unwrap()
        };
        // The roots of (p - x)^2 = 1.96^2 x (1 - x) / 25; more pairs of one play tell no more.
        for whole in [1, 2, 6] {
            let (low, high) = of(22, 25, whole);
            assert!((low - 0.700_442).abs() < 1e-6 && (high - 0.958_332).abs() < 1e-6, "{low} to {high}");
        }
        // Plays that weigh unlike others are no share of plays.
        let mut ratio = Ratio::default();
        (0..25).for_each(|play| ratio.add(u64::from(play < 22), 1 + u64::from(play == 0)));
        assert_eq!(ratio.share(), ratio.estimate().of_share());
    }

    #[test]
    fn a_mean_that_has_not_varied_is_not_certain() {
        let mean = |number: i64, unit: f64| {
            let mut mean = Mean::default();
            (0..100).for_each(|_| mean.add(number));
            mean.estimate_in(unit).interval.unwrap()
        };
        let off = wilson(0.0, 100).unwrap().1;
        assert_eq!(mean(0, 1.0), (0.0, off), "no count is below 0");
        assert_eq!(mean(6, 1.0), (6.0 - off, 6.0 + off));
        assert_eq!(mean(-6, 1.0), (-6.0 - off, -6.0 + off));
        // Numbers in parts of what is meant are off by one of that.
        assert_eq!(mean(840, 1.0 / 840.0), (1.0 - off, 1.0 + off));
        // What happens once in 300 games: 95 % of the intervals hold it, whether it was seen or not.
        let mut rng = ludometer_model::Rng::from_words([66, 0, 0]);
        let held = (0..1000).filter(|_| {
            let mut mean = Mean::default();
            (0..100).for_each(|_| mean.add(i64::from(rng.chance(1.0 / 300.0))));
            let (low, high) = mean.estimate().interval.unwrap();
            low <= 1.0 / 300.0 && 1.0 / 300.0 <= high && low < high && low >= 0.0
        });
        assert!(held.count() >= 950);
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

    #[test]
    fn merged_ratios_equal_one_observer() {
        let plays = [(3, 2), (-7, 1), (0, 0), (7, 1), (0, 3)];
        let watch = |plays: &[(i64, u64)]| {
            let mut ratio = Ratio::default();
            for &(part, whole) in plays {
                ratio.add_signed(part, whole);
            }
            ratio
        };
        for cut in 0..plays.len() {
            let mut part = watch(&plays[cut..]);
            part.merge(watch(&plays[..cut]));
            assert_eq!(part, watch(&plays));
        }
    }
}
