//! What options of several commands share: other names, and how whole numbers are read.

use ludometer_model::whole_number;

/// Other names of `--games`: how many games there are at most, whatever the command does with them.
pub(in crate::cli) const BUDGET: [&str; 3] = ["max-games", "budget", "deals"];

/// Another name of `--out`: where the command writes.
pub(in crate::cli) const OUTPUT: &str = "output";

/// Reads a whole number.
pub(in crate::cli) fn whole(text: &str) -> Result<u64, String> {
    let needed = || {
        format!(
            "a whole number from 0 to {} is needed, such as 1000, 1_000_000, 10k, 2m or 1e6 (in the last forms up to \
             9e15)",
            u64::MAX
        )
    };
    whole_number(text).ok_or_else(needed)
}

/// Reads a seat: its number from 0, or the letter of the player who sits there.
pub(in crate::cli) fn seat(text: &str) -> Result<u64, String> {
    let letter = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(u64::from(letter.to_ascii_uppercase() - b'A')),
        _ => None,
    };
    let needed = || "a seat from 0, or the letter of a player, from A, is needed".to_owned();
    letter.or_else(|| text.parse().ok()).ok_or_else(needed)
}
