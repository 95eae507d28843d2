//! Whole numbers and ranges as people write them.

/// Reads a whole number that may have underscores (`1_000_000`), an exponent (`1e6`, `2.5e3`) or a letter for
/// thousands or millions (`10k`, `2.5m`).
///
/// ```
/// # use ludometer_model::whole_number;
/// assert_eq!(whole_number("1_000_000"), Some(1_000_000));
/// assert_eq!(whole_number("2.5e3"), Some(2500));
/// assert_eq!(whole_number("10k"), Some(10_000));
/// assert_eq!(whole_number("2.3M"), Some(2_300_000));
/// assert_eq!(whole_number("1.5"), None);
/// assert_eq!(whole_number("-1"), None);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let mut digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    if let Ok(n) = digits.parse() {
        return Some(n);
    }
    let exponent = match digits.chars().last() {
        Some('k' | 'K') => "e3",
        Some('m' | 'M') => "e6",
        _ => "",
    };
    if !exponent.is_empty() {
        digits.pop();
        // Written as an exponent: a product would be a little off (2.3 times 1000 is below 2300).
        digits += exponent;
    }
    let real: f64 = digits.parse().ok()?;
    // Up to here every whole number is exact.
    (real >= 0.0 && real.fract() == 0.0 && real <= 9_007_199_254_740_992.0).then_some(real as u64)
}

/// Splits a range into its two ends: `2..8`, and `2..=8` and `2-8`, which people write for the same.
///
/// ```
/// # use ludometer_model::range_ends;
/// assert_eq!(range_ends("2..8"), Some(("2", "8")));
/// assert_eq!(range_ends("2..=8"), Some(("2", "8")));
/// assert_eq!(range_ends("2-8"), Some(("2", "8")));
/// assert_eq!(range_ends("-2..8"), Some(("-2", "8")));
/// assert_eq!(range_ends("1e-3"), None);
/// assert_eq!(range_ends("games-won"), None);
/// ```
pub fn range_ends(text: &str) -> Option<(&str, &str)> {
    if let Some((low, high)) = text.split_once("..") {
        return Some((low.trim(), high.strip_prefix('=').unwrap_or(high).trim()));
    }
    // A hyphen, or the dash that word processors make of it, between two numbers.
    let (low, high) = text.split_once(['-', '\u{2013}'])?;
    let (low, high) = (low.trim(), high.trim());
    let is_number = |text: &str| whole_number(text).is_some() || text.parse::<f64>().is_ok();
    (is_number(low) && is_number(high)).then_some((low, high))
}
