//! A mean over things that happen any number of times in a play, with plays as the unit.

use serde::{Deserialize, Serialize};

use ludometer_stats::{Estimate, EstimateKind, Measure, Merge};

/// The two-sided 95 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The mean of whole numbers, positive or negative, of which a play has any number. What happens
/// in one play is not independent, so the interval is that of a ratio estimator over clusters
/// (Cochran, *Sampling Techniques*, 1977, section 6.3), as for a `Ratio` of counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Merge, Serialize, Deserialize)]
pub(super) struct Average {
    plays: u64,
    sum: i128,
    count: u64,
    sum_squares: u128,
    products: i128,
    count_squares: u128,
    /// Of the play that is watched.
    #[serde(skip)]
    #[merge(skip)]
    now: (i64, u64),
}

impl Average {
    /// Adds one more number in this play.
    #[inline(always)]
    pub(super) fn add(&mut self, x: i64) {
        self.add_many(x, 1);
    }

    /// Adds several more, given by their sum.
    #[inline(always)]
    pub(super) fn add_many(&mut self, sum: i64, count: u64) {
        self.now.0 += sum;
        self.now.1 += count;
    }

    /// Ends a play.
    #[inline]
    pub(super) fn close(&mut self) {
        let (sum, count) = std::mem::take(&mut self.now);
        if count == 0 {
            return;
        }
        self.plays += 1;
        self.sum += i128::from(sum);
        self.count += count;
        self.sum_squares += u128::from(sum.unsigned_abs()).pow(2);
        self.products += i128::from(sum) * i128::from(count);
        self.count_squares += u128::from(count) * u128::from(count);
    }

    /// Returns how many numbers there were, in all plays.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean with its interval, each number being `unit` of what is meant.
    pub(super) fn estimate_in(&self, unit: f64) -> Estimate {
        let Estimate { value, interval, games } = self.estimate();
        let interval = interval.map(|(low, high)| (low * unit, high * unit));
        Estimate { value: value.map(|x| x * unit), interval, games }
    }
}

impl Measure for Average {
    const KIND: EstimateKind = EstimateKind::Ratio;

    fn estimate(&self) -> Estimate {
        if self.count == 0 {
            return Estimate::default();
        }
        let mean = self.sum as f64 / self.count as f64;
        let interval = (self.plays > 1).then(|| {
            let n = self.plays as f64;
            let residuals = self.sum_squares as f64 - 2.0 * mean * self.products as f64
                + mean * mean * self.count_squares as f64;
            let variance = residuals.max(0.0) * n / (n - 1.0) / (self.count as f64).powi(2);
            let half = Z * variance.sqrt();
            (mean - half, mean + half)
        });
        Estimate { value: Some(mean), interval, games: self.plays }
    }
}

/// A list of tallies that grows as numbers are seen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Growing<T>(Vec<T>);

impl<T: Default> Growing<T> {
    /// Returns the tally of this number.
    pub(super) fn at(&mut self, number: usize) -> &mut T {
        self.grow(number + 1);
        &mut self.0[number]
    }

    fn grow(&mut self, len: usize) {
        if self.0.len() < len {
            self.0.resize_with(len, T::default);
        }
    }
}

impl<T: Default + Merge> Merge for Growing<T> {
    fn merge(&mut self, other: Self) {
        self.grow(other.0.len());
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

impl<T> std::ops::Deref for Growing<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_by_hand() {
        let mut average = Average::default();
        // Three plays: -1 and 2; 3; none; -4. The mean is 0 of 4 numbers in 3 plays.
        average.add(-1);
        average.add(2);
        average.close();
        average.add(3);
        average.close();
        average.close();
        average.add(-4);
        average.close();
        let estimate = average.estimate();
        assert_eq!((estimate.value, estimate.games, average.count()), (Some(0.0), 3, 4));
        // Residuals 1, 3, -4: variance 26 * 3/2 / 16.
        let half = Z * (26.0_f64 * 1.5 / 16.0).sqrt();
        assert!((estimate.interval.unwrap().1 - half).abs() < 1e-9);
    }

    #[test]
    fn merged_parts_equal_one_observer() {
        let plays: [&[i64]; 4] = [&[5, -2], &[], &[7], &[0, 0, 1]];
        let watch = |plays: &[&[i64]]| {
            let mut average = Average::default();
            for play in plays {
                play.iter().for_each(|&x| average.add(x));
                average.close();
            }
            average
        };
        let whole = watch(&plays);
        for cut in 0..4 {
            let mut part = watch(&plays[cut..]);
            part.merge(watch(&plays[..cut]));
            assert_eq!(part, whole);
        }
    }
}
