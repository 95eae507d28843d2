//! What options of several commands share: other names, and how whole numbers are read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

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

/// Returns a parser of these words, each with what it means to the program and to people.
pub(in crate::cli) fn words<T: Copy + Send + Sync + 'static>(
    known: &[(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let meanings: Vec<(&'static str, T)> = known.iter().map(|&(word, meaning, _)| (word, meaning)).collect();
    let values = known.iter().map(|&(word, _, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(values).try_map(move |text| {
        let meaning = meanings.iter().find(|(word, _)| *word == text);
        meaning.map(|(_, meaning)| *meaning).ok_or("it is none of the possible values")
    })
}
