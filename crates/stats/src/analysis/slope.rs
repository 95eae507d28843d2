//! A least-squares slope through the origin, over plays as clusters.

use ludometer_figures::{Estimate, Merge, skewed_ratio};
use serde::{Deserialize, Serialize};

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
    /// Sums of products of three, with none to three of them x²; modulo 2^128.
    cubes: [i128; 4],
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
        let cubes = [[xy, xy, xy], [xy, xy, xx], [xy, xx, xx], [xx, xx, xx]];
        for (sum, [a, b, c]) in self.cubes.iter_mut().zip(cubes) {
            *sum = sum.wrapping_add((a * b).wrapping_mul(c));
        }
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
            let [a, b, c, d] = self.cubes.map(|sum| sum as f64);
            let cubes = a - slope * (3.0 * b - slope * (3.0 * c - slope * d));
            let whole = self.xx as f64 / n;
            let moments = [residuals / n / whole.powi(2), cubes / n / whole.powi(3)];
            let product = (self.xy_xx as f64 - slope * self.xx_xx as f64) / n / whole.powi(2);
            skewed_ratio(slope, n, moments, product)
        });
        Estimate { value: Some(slope), interval, games: self.plays }
    }
}

impl Merge for Slope {
    fn merge(&mut self, other: Self) {
        let Self { plays, xy, xx, xy_xy, xy_xx, xx_xx, cubes } = other;
        self.plays += plays;
        self.xy += xy;
        self.xx += xx;
        self.xy_xy += xy_xy;
        self.xy_xx += xy_xx;
        self.xx_xx += xx_xx;
        for (mine, theirs) in self.cubes.iter_mut().zip(cubes) {
            *mine = mine.wrapping_add(theirs);
        }
    }
}
