//! A least-squares slope through the origin, over plays as clusters.

use serde::{Deserialize, Serialize};

use crate::stats::estimate::{Estimate, normal};
use crate::stats::observer::Merge;

/// The slope b of y = b x over all pairs of all plays, with the interval of a ratio over clusters.
///
/// Pairs are whole numbers of at most a few thousand, so that sums of squares fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Slope {
    plays: u64,
    xy: i128,
    xx: i128,
    xy_xy: i128,
    xy_xx: i128,
    xx_xx: i128,
}

impl Slope {
    /// Counts one play: the sums of x y and of x² over its pairs.
    pub(super) fn add(&mut self, xy: i64, xx: i64) {
        let (xy, xx) = (i128::from(xy), i128::from(xx));
        self.plays += 1;
        self.xy += xy;
        self.xx += xx;
        self.xy_xy += xy * xy;
        self.xy_xx += xy * xx;
        self.xx_xx += xx * xx;
    }

    pub(super) fn estimate(&self) -> Estimate {
        if self.xx == 0 {
            return Estimate { games: self.plays, ..Estimate::default() };
        }
        let slope = self.xy as f64 / self.xx as f64;
        let interval = (self.plays > 1).then(|| {
            let n = self.plays as f64;
            let residuals =
                self.xy_xy as f64 - 2.0 * slope * self.xy_xx as f64 + slope * slope * self.xx_xx as f64;
            normal(slope, residuals.max(0.0) * n / (n - 1.0) / (self.xx as f64).powi(2))
        });
        Estimate { value: Some(slope), interval, games: self.plays }
    }
}

impl Merge for Slope {
    fn merge(&mut self, other: Self) {
        let Self { plays, xy, xx, xy_xy, xy_xx, xx_xx } = other;
        self.plays += plays;
        self.xy += xy;
        self.xx += xx;
        self.xy_xy += xy_xy;
        self.xy_xx += xy_xx;
        self.xx_xx += xx_xx;
    }
}
