//! Differences by more than chance: verdicts of the page's own sentences.

/// A figure's interval, where it has one.
pub(super) type Interval = Option<(f64, f64)>;

/// A figure beside the value that would be fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Clearly more.
    Above,
    /// Clearly less.
    Below,
    /// It may be either.
    Unclear,
}

/// Compares a figure with its fair value when `looks` figures are looked at together.
///
/// Of many 95 % intervals some miss by chance alone. So each is widened to the level at which all
/// together miss in no more than 5 % of cases (Bonferroni's correction), on the scale of the
/// normal distribution. Without an interval nothing is clear.
pub(super) fn verdict(value: f64, interval: Interval, fair: f64, looks: usize) -> Verdict {
    let Some((low, high)) = interval.map(|interval| widened(value, interval, looks)) else {
        return Verdict::Unclear;
    };
    if low > fair {
        Verdict::Above
    } else if high < fair {
        Verdict::Below
    } else {
        Verdict::Unclear
    }
}

/// Returns whether the least and the most of `looks` figures differ by more than chance: their intervals, each
/// widened as for [`verdict`], are apart. Without both intervals they don't.
pub(super) fn apart(least: (f64, Interval), most: (f64, Interval), looks: usize) -> bool {
    let wide = |(value, interval): (f64, Interval)| Some(widened(value, interval?, looks));
    wide(least).zip(wide(most)).is_some_and(|(least, most)| least.1 < most.0)
}

/// Returns a 95 % interval widened so that `looks` of them hold together in 95 % of cases.
fn widened(value: f64, (low, high): (f64, f64), looks: usize) -> (f64, f64) {
    let factor = upper_quantile(0.025 / looks.max(1) as f64) / upper_quantile(0.025);
    (value - (value - low) * factor, value + (high - value) * factor)
}

/// Returns the value that a standard normal number exceeds with probability `p`, from 0 to a half. Off by
/// less than 0.00045 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23).
fn upper_quantile(p: f64) -> f64 {
    let t = (-2.0 * p.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_quantiles() {
        for (p, z) in [(0.025, 1.959_964), (0.005, 2.575_829), (0.000_5, 3.290_527), (0.158_655, 1.0)] {
            assert!((upper_quantile(p) - z).abs() < 4.5e-4, "{p}");
        }
    }

    #[test]
    fn many_looks_ask_for_more() {
        let interval = Some((0.251, 0.271));
        assert_eq!(verdict(0.261, interval, 0.25, 1), Verdict::Above);
        assert_eq!(verdict(0.261, interval, 0.25, 4), Verdict::Unclear);
        assert_eq!(verdict(0.2, Some((0.19, 0.21)), 0.25, 81), Verdict::Below);
        assert_eq!(verdict(0.2, None, 0.25, 1), Verdict::Unclear);
    }

    #[test]
    fn the_ends_of_many_have_to_be_further_apart() {
        let at = |value: f64| (value, Some((value - 1.0, value + 1.0)));
        assert!(apart(at(10.0), at(12.1), 1));
        assert!(!apart(at(10.0), at(12.1), 28), "of 28 some are as far out by luck");
        assert!(apart(at(10.0), at(14.0), 28));
        assert!(!apart((10.0, None), at(14.0), 2), "nothing is known of the first");
    }
}
