//! Whole numbers as people write them.

/// Reads a whole number that may have underscores (`1_000_000`) or an exponent (`1e6`, `2.5e3`).
///
/// ```
/// # use ludometer::model::whole_number;
/// assert_eq!(whole_number("1_000_000"), Some(1_000_000));
/// assert_eq!(whole_number("2.5e3"), Some(2500));
/// assert_eq!(whole_number("1.5"), None);
/// assert_eq!(whole_number("-1"), None);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    if let Ok(n) = digits.parse() {
        return Some(n);
    }
    let real: f64 = digits.parse().ok()?;
    // Up to here every whole number is exact.
    (real >= 0.0 && real.fract() == 0.0 && real <= 9_007_199_254_740_992.0).then_some(real as u64)
}
