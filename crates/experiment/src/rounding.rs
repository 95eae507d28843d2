//! Figures rounded as far as their intervals allow.

/// The most decimals.
const MOST: i32 = 4;

/// Returns the number of decimals that an interval of this half width allows: its first digit that is not 0, and one
/// more after a 1, which alone would be coarse.
fn decimals(half: f64) -> usize {
    if half <= 0.0 || !half.is_finite() {
        return 2;
    }
    // The slack keeps 0.1 from counting as a little less than 0.1.
    let power = (half.log10() + 1e-9).floor();
    let is_coarse = half / 10_f64.powf(power) < 1.95;
    (i32::from(is_coarse) - power as i32).clamp(0, MOST) as usize
}

fn with_sign(text: String) -> String {
    // A true minus sign, which no line breaks after; none before zero.
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

/// Returns a figure as far as its interval is known: `1.1` of 1.1096 if that may be 0.89 or 1.33.
pub(crate) fn rounded(value: f64, (low, high): (f64, f64)) -> String {
    with_sign(format!("{value:.0$}", decimals((high - low) / 2.0)))
}

/// Returns two figures whose difference is given beside them: with one decimal more than that difference where whoever
/// subtracts would come to another one, such as 52 less 49 of 51.6 and 49.4.
pub(crate) fn levels([a, b]: [f64; 2], interval: (f64, f64)) -> [String; 2] {
    let digits = decimals((interval.1 - interval.0) / 2.0);
    let scale = 10_f64.powi(digits as i32);
    let round = |x: f64| (x * scale).round();
    let agree = (round(b) - round(a) - round(b - a)).abs() < 0.5;
    let digits = if agree { digits } else { (digits + 1).min(MOST as usize) };
    [a, b].map(|x| with_sign(format!("{x:.digits$}")))
}

/// Returns an interval, with one decimal more where the end nearer to 0 would look as if it were 0.
pub(crate) fn rounded_range((low, high): (f64, f64)) -> String {
    let mut digits = decimals((high - low) / 2.0);
    let near = if low.abs() < high.abs() { low } else { high };
    let is_zero = |digits: usize| near != 0.0 && (near.abs() * 10_f64.powi(digits as i32)) < 0.5;
    if low * high > 0.0 && is_zero(digits) && digits < MOST as usize {
        digits += 1;
    }
    format!("{} to {}", with_sign(format!("{low:.digits$}")), with_sign(format!("{high:.digits$}")))
}

/// Returns the size of a change that is certain: `1.1` and `0.9 to 1.3`, whichever way it goes.
pub(crate) fn size_of((low, high): (f64, f64), value: f64) -> (String, String) {
    let interval = if high < 0.0 { (-high, -low) } else { (low, high) };
    (rounded(value.abs(), interval), rounded_range(interval))
}

/// Returns the largest change that an interval allows, rounded up: `0.6` of −0.52 to 0.31.
pub(crate) fn at_most((low, high): (f64, f64)) -> String {
    let most = low.abs().max(high.abs());
    let digits = decimals(most);
    let scale = 10_f64.powi(digits as i32);
    format!("{:.digits$}", (most * scale - 1e-9).ceil() / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_digits_that_their_intervals_allow() {
        let turns = (0.892, 1.327);
        assert_eq!(
            (rounded(1.1096, turns), rounded_range(turns)),
            ("1.1".to_owned(), "0.9 to 1.3".to_owned())
        );
        let wide = (-32.0, 8.0);
        assert_eq!(
            (rounded(-12.4, wide), rounded_range(wide)),
            ("\u{2212}12".to_owned(), "\u{2212}32 to 8".to_owned())
        );
        let gap = (-0.0626, -0.0081);
        assert_eq!(size_of(gap, -0.0353), ("0.04".to_owned(), "0.01 to 0.06".to_owned()));
        assert_eq!(rounded(-0.001, (-0.3, 0.3)), "0.0", "zero has no sign");
        assert_eq!(rounded(3.0, (3.0, 3.0)), "3.00", "nothing varied");
    }

    #[test]
    fn a_certain_change_never_looks_like_none() {
        assert_eq!(rounded_range((0.002, 0.03)), "0.002 to 0.030");
        assert_eq!(rounded_range((-0.04, 0.002)), "\u{2212}0.04 to 0.00", "this one may be none");
    }

    #[test]
    fn levels_agree_with_their_difference() {
        let texts = |a, b, half: f64| levels([a, b], (b - a - half, b - a + half));
        // 2 points more of 52 and 49 would be 3.
        assert_eq!(texts(49.4, 51.6, 2.0), ["49.4", "51.6"]);
        assert_eq!(texts(49.1, 51.2, 2.0), ["49", "51"]);
        assert_eq!(texts(25.0, 31.0, 1.0), ["25.0", "31.0"]);
    }

    #[test]
    fn bounds_are_rounded_up() {
        assert_eq!(
            [at_most((-0.52, 0.31)), at_most((-0.1, 0.94)), at_most((0.0, 1.2))],
            ["0.6", "1.0", "1.2"]
        );
        assert_eq!(at_most((-0.000_036, 0.000_036)), "0.0001");
    }
}
