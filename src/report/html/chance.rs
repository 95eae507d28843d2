//! What differs from what by more than chance: verdicts of the page's own sentences.

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
pub(super) fn verdict(value: f64, interval: Option<(f64, f64)>, fair: f64, looks: usize) -> Verdict {
    let Some((low, high)) = interval else { return Verdict::Unclear };
    let factor = upper_quantile(0.025 / looks.max(1) as f64) / upper_quantile(0.025);
    if value - (value - low) * factor > fair {
        Verdict::Above
    } else if value + (high - value) * factor < fair {
        Verdict::Below
    } else {
        Verdict::Unclear
    }
}

/// The value that a standard normal number exceeds with probability `p`, from 0 to a half. Off by
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
}
