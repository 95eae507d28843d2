//! 95 % intervals: of shares, and of what acts like a mean.

use crate::asymptotic::normal_quantile;

/// The two-sided 95 % point of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Returns Wilson's score interval (Wilson 1927) for a share of `n` independent trials with mean `p`.
///
/// For trials with values between 0 and 1 other than these two it is too wide: their variance is at most p(1 - p).
pub fn wilson(p: f64, n: u64) -> Option<(f64, f64)> {
    (n > 0).then(|| score_interval(p, n as f64))
}

/// Returns Wilson's interval of the mean `p` of `n` independent values from 0 to 1 that vary by this much: with as many
/// trials as would make a share of wins and losses as exact. Of values that are 0 or 1 it is [`wilson`]'s; shared wins make
/// it narrower, unless that rests on a few values: of the wins that were seen, and of what lacks, three may have been others.
pub fn wilson_of(p: f64, n: u64, variance: f64) -> Option<(f64, f64)> {
    let most = p * (1.0 - p);
    let plays = n as f64;
    let seen = plays * p.min(1.0 - p);
    let variance = variance.max(most * (3.0 / seen).min(1.0)).min(most);
    let trials = if most > 0.0 { plays * most / variance } else { plays };
    // A rounding error is no other number of trials.
    let trials = if (trials - plays).abs() < 1e-6 * plays { plays } else { trials };
    (n > 0).then(|| score_interval(p, trials))
}

/// Returns Wilson's interval for a share of so many trials.
fn score_interval(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z_95 * Z_95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    // At 0 and 1 the exact bounds are 0 and 1; rounding must not miss them.
    let low = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// Returns an interval from a standard error.
pub fn normal(value: f64, variance: f64) -> (f64, f64) {
    let half = Z_95 * variance.max(0.0).sqrt();
    (value - half, value + half)
}

/// Returns the two-sided 95 % point of Student's distribution, `n - 1` degrees of freedom.
///
/// Method: the expansion around the normal point (Abramowitz and Stegun, 26.7.5); off by less than 0.3 % from
/// five plays on.
fn student(n: f64) -> f64 {
    let d = (n - 1.0).max(1.0);
    let terms = [
        (Z_95.powi(3) + Z_95) / 4.0,
        (5.0 * Z_95.powi(5) + 16.0 * Z_95.powi(3) + 3.0 * Z_95) / 96.0,
        (3.0 * Z_95.powi(7) + 19.0 * Z_95.powi(5) + 17.0 * Z_95.powi(3) - 15.0 * Z_95) / 384.0,
    ];
    Z_95 + terms[0] / d + terms[1] / d.powi(2) + terms[2] / d.powi(3)
}

/// Returns the interval of a mean, or of what acts like one, from the second and third moments about it: the means of
/// the squares and the cubes of the distances of `n` plays, in units of the value.
///
/// Method: Student's statistic after the cubic transformation that takes the skewness out of it (P. Hall, "On the
/// removal of skewness by transformation", *Journal of the Royal Statistical Society B* 54, 1992). With few plays
/// of a figure that is now and then very large, an interval of equal arms holds too rarely; this one has the
/// longer arm where the rare values are. Where nothing is skewed, and with many plays, both are the same.
/// Measured: `scripts/interval_coverage.py`.
pub(super) fn skewed(value: f64, n: f64, [squares, cubes]: [f64; 2]) -> (f64, f64) {
    corrected(value, n, [squares, cubes], 0.0)
}

/// Returns the same interval for a ratio of sums or a slope. The distances are those that the plays move it by, and `product` is
/// the mean of their products with the plays' parts of the whole (1 on average): where plays with a large whole lie on
/// one side, the error is skewed by that too. On either side the longer arm counts, of that with this and of that
/// without: with few plays the correction can take too much away.
pub(super) fn skewed_ratio(value: f64, n: f64, moments: [f64; 2], product: f64) -> (f64, f64) {
    let ((a, b), (c, d)) = (skewed(value, n, moments), corrected(value, n, moments, product));
    (a.min(c), b.max(d))
}

fn corrected(value: f64, n: f64, [squares, cubes]: [f64; 2], product: f64) -> (f64, f64) {
    let spread = squares.max(0.0).sqrt();
    let error = spread / (n - 1.0).sqrt();
    // Both are at most 1 in size, whatever the plays: anything else is a sum out of range, or 0 by 0.
    let at_most_1 = |x: f64| if x.abs() <= 1.0 { x } else { 0.0 };
    let skew = at_most_1(cubes / (spread.powi(3) * n.sqrt()));
    let bend = skew / 3.0 - at_most_1(product / (spread * n.sqrt()));
    // Solves q = t + bend t² + bend² t³ / 3 + skew / 6.
    let back = |q: f64| {
        let q = q - skew / 6.0;
        if bend.abs() < 1e-6 { q } else { ((1.0 + 3.0 * bend * q).cbrt() - 1.0) / bend }
    };
    let t = student(n);
    (value - error * back(t), value - error * back(-t))
}

/// Points that the range of so many independent standard normal variables, from two to twelve, stays below with
/// probability 97.5 % (the studentized range with infinitely many degrees of freedom).
const RANGE: [f64; 11] =
    [3.1698, 3.6823, 3.9840, 4.1970, 4.3609, 4.4936, 4.6049, 4.7004, 4.7840, 4.8583, 4.9250];

/// Returns the interval of the largest less the smallest of some means, at least two, from the difference of those that
/// are so in the sample and its variance.
///
/// Which ones are largest and smallest is picked by their figures, so the difference is too large rather than too small:
/// with equal means by up to the range of their errors. So the lower arm is that of the range (Tukey). Above, picking can
/// only help, and the arm is the ordinary one.
pub fn of_extremes(difference: f64, variance: f64, means: usize) -> (f64, f64) {
    let error = variance.max(0.0).sqrt();
    let range = RANGE[means.clamp(2, RANGE.len() + 1) - 2];
    (difference - range * error / std::f64::consts::SQRT_2, difference + Z_95 * error)
}

/// Returns two-sided 95 % points for so many observations from two on: exact for few.
pub fn student_point(n: usize) -> f64 {
    // One to four degrees of freedom, where the expansion is too far off (Abramowitz and Stegun, table 26.10).
    const FEW: [f64; 4] = [12.706_205, 4.302_653, 3.182_446, 2.776_445];
    let freedom = n.saturating_sub(1).max(1);
    FEW.get(freedom - 1).copied().unwrap_or_else(|| student(n as f64))
}

/// Returns how many times as wide a 95 % interval is where so many are looked at together (Bonferroni), at least 1.
pub fn widening(looks: usize) -> f64 {
    normal_quantile(1.0 - 0.025 / looks.max(1) as f64) / normal_quantile(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_wins_make_an_interval_narrower() {
        // Wins and losses alone: Wilson's.
        assert_eq!(wilson_of(0.3, 50, 0.21), wilson(0.3, 50));
        assert_eq!(wilson_of(1.0, 50, 0.0), wilson(1.0, 50));
        // A fourth of the variance is that of four times as many games.
        assert_eq!(wilson_of(0.5, 50, 0.0625), wilson(0.5, 200));
        // 300 draws: three of them may have been something else.
        let (low, high) = wilson_of(0.5, 300, 0.0).unwrap();
        assert!(low < 0.4945 && 0.5055 < high && 0.49 < low, "{low} {high}");
        // A quarter of a win in 16 games says little: a whole one may have been any of them.
        assert_eq!(wilson_of(0.25 / 16.0, 16, 0.0037), wilson(0.25 / 16.0, 16));
        assert_eq!(wilson_of(0.0, 0, 0.0), None);
    }
    use ludometer_model::Rng;

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
    fn points_of_students_distribution_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.10.
        for (plays, point, off) in
            [(5.0, 2.776, 0.01), (11.0, 2.228, 1e-3), (31.0, 2.042, 1e-3), (121.0, 1.980, 1e-3)]
        {
            assert!((student(plays) - point).abs() < off, "{plays}: {}", student(plays));
        }
    }

    #[test]
    fn points_of_few_are_those_of_the_tables() {
        // Five degrees of freedom is 2.571, six is 2.447.
        for (n, point) in [(2, 12.706), (3, 4.303), (5, 2.776), (6, 2.571), (7, 2.447)] {
            assert!((student_point(n) - point).abs() < 6e-3, "{n}: {}", student_point(n));
        }
    }

    #[test]
    fn ranges_are_below_their_points_with_the_stated_probability() {
        // P(range <= w) = k times the integral of density(x) (below(x + w) - below(x))^(k - 1).
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        for (means, &w) in (2_i32..).zip(&RANGE) {
            let step = 0.02;
            let sum: f64 = (-450..450)
                .map(|i| f64::from(i) * step)
                .map(|x| {
                    let between = crate::normal_below(x + w) - crate::normal_below(x);
                    density(x) * between.powi(means - 1)
                })
                .sum();
            let probability = f64::from(means) * sum * step;
            assert!((probability - 0.975).abs() < 1e-5, "{means}: {probability}");
        }
    }

    #[test]
    fn the_interval_of_extremes_holds_whichever_they_are() {
        // Means in standard deviations of one of them: all equal, two groups, one apart, a ladder.
        let ladder: Vec<f64> = (0..12).map(f64::from).collect();
        let two_groups = [0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 2.0, 2.0];
        let cases: [&[f64]; 6] =
            [&[0.0; 2], &[0.0; 4], &[0.0; 8], &two_groups, &[0.0, 0.0, 0.0, 4.0], &ladder];
        for means in cases {
            let between = |of: &mut dyn Iterator<Item = f64>| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                of.for_each(|x| (low, high) = (low.min(x), high.max(x)));
                high - low
            };
            let truth = between(&mut means.iter().copied());
            let of_2000 = held(|rng| {
                let mut noise = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
                let seen = between(&mut means.iter().map(|mean| mean + noise()));
                let (low, high) = of_extremes(seen, 2.0, means.len());
                low <= truth && truth <= high
            });
            assert!(of_2000 >= 1880, "{means:?}: {of_2000}");
        }
    }

    #[test]
    fn without_skewness_it_is_students_interval() {
        // 1, 2, 3, 4, 5: a variance of 2 about the mean, a standard error of sqrt(2 / 4).
        let (low, high) = skewed(3.0, 5.0, [2.0, 0.0]);
        let half = student(5.0) * 0.5_f64.sqrt();
        assert!((low - (3.0 - half)).abs() < 1e-12 && (high - (3.0 + half)).abs() < 1e-12);
        assert_eq!(skewed(3.0, 5.0, [0.0, 0.0]), (3.0, 3.0), "nothing varies");
    }

    #[test]
    fn ends_solve_the_transformation() {
        // Skewness 2 and 100 plays: of the error t the transformation makes t + (0.2 / 3) t² + 0.04 / 27 t³ + 0.2 / 6,
        // which at the ends is Student's point, below and above. The longer arm is where the rare values are.
        let (low, high) = skewed(0.0, 100.0, [1.0, 2.0]);
        let straight = |t: f64| t + 0.2 / 3.0 * t * t + 0.04 / 27.0 * t.powi(3) + 0.2 / 6.0;
        let error = 1.0 / 99.0_f64.sqrt();
        for (end, point) in [(low, student(100.0)), (high, -student(100.0))] {
            assert!((straight(-end / error) - point).abs() < 1e-9, "{end}");
        }
        assert!(high > -low);
    }

    /// Returns how many of 2000 samples have an interval that holds the true value.
    fn held(mut holds: impl FnMut(&mut Rng) -> bool) -> usize {
        let mut rng = Rng::from_words([11, 0, 0]);
        (0..2000).filter(|_| holds(&mut rng)).count()
    }

    #[test]
    fn intervals_of_few_skewed_figures_hold() {
        // 95 % is 1900 of 2000; the normal interval holds 1820 to 1850 of these. A deviation is 10.
        let of_50 = held(|rng| {
            let sample: Vec<f64> = (0..50).map(|_| -(1.0 - rng.unit()).ln()).collect();
            let mean = sample.iter().sum::<f64>() / 50.0;
            let moment = |power| sample.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / 50.0;
            let (low, high) = skewed(mean, 50.0, [moment(2), moment(3)]);
            low <= 1.0 && 1.0 <= high
        });
        assert!((1860..=1940).contains(&of_50), "{of_50}");
        // Ratios in which plays with a large whole go all one way or all the other: the normal one holds 1790.
        let ratios = held(|rng| {
            let pair = |rng: &mut Rng| {
                let whole = (1.0 - rng.unit()).ln().powi(2) + 0.2;
                (if rng.chance(0.25) { whole } else { 0.0 }, whole)
            };
            let sample: Vec<(f64, f64)> = (0..200).map(|_| pair(rng)).collect();
            let sum =
                |of: &dyn Fn(f64, f64) -> f64| sample.iter().map(|&(p, w)| of(p, w)).sum::<f64>() / 200.0;
            let whole = sum(&|_, w| w);
            let ratio = sum(&|p, _| p) / whole;
            let off = |p: f64, w: f64| (p - ratio * w) / whole;
            let moments = [sum(&|p, w| off(p, w).powi(2)), sum(&|p, w| off(p, w).powi(3))];
            let (low, high) = skewed_ratio(ratio, 200.0, moments, sum(&|p, w| off(p, w) * w / whole));
            low <= 0.25 && 0.25 <= high
        });
        assert!((1850..=1950).contains(&ratios), "{ratios}");
    }
}
