//! A mean over things that happen any number of times in a play, with plays as the unit.

use serde::{Deserialize, Serialize};

use ludometer_stats::{Estimate, EstimateKind, Measure, Merge, Ratio};

/// The mean of whole numbers, positive or negative, of which a play has any number: the ratio of their sum to their count,
/// gathered while the play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Merge, Serialize, Deserialize)]
pub(super) struct Average {
    plays: Ratio,
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
        self.plays.add_signed(sum, count);
    }

    /// Returns how many numbers there were, in all plays.
    pub(super) const fn count(&self) -> u64 {
        self.plays.whole()
    }

    /// Returns the mean with its interval, each number being `unit` of what is meant.
    pub(super) fn estimate_in(&self, unit: f64) -> Estimate {
        self.plays.estimate_in(unit)
    }
}

impl Measure for Average {
    const KIND: EstimateKind = EstimateKind::Ratio;

    fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
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
    fn an_average_is_the_ratio_of_its_plays() {
        let mut average = Average::default();
        let mut ratio = Ratio::default();
        for play in [&[-1, 2][..], &[3], &[], &[-4]] {
            for &x in play {
                average.add(x);
            }
            average.close();
            ratio.add_signed(play.iter().sum(), play.len() as u64);
        }
        assert_eq!((average.estimate(), average.count()), (ratio.estimate(), 4));
        assert_eq!((average.estimate().value, average.estimate().games), (Some(0.0), 3));
    }

    #[test]
    fn what_was_always_0_may_be_more_and_is_never_less() {
        let mut average = Average::default();
        for _ in 0..40 {
            (0..5).for_each(|_| average.add(0));
            average.close();
        }
        let (low, high) = average.estimate().interval.unwrap();
        assert!(low == 0.0 && 0.0 < high && high < 0.1, "{low} {high}");
    }
}
