//! Texts: what was meant by a word, where something stands in a file, digests, and numbers as people write them.

use std::fmt::{self, Write as _};
use std::ops::Range;

use toml_edit::TomlError;

/// The most bytes of a word that is compared with others: the time it takes grows with the square of their length.
const MAX_COMPARED: usize = 100;

/// Returns the candidate most like this word, if any is near enough to be meant. What is longer than any name is like
/// nothing.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_name = |word: &str| word.len() <= MAX_COMPARED;
    candidates
        .into_iter()
        .filter(|candidate| is_name(word) && is_name(candidate))
        .map(|c| (strsim::jaro_winkler(word, c).max(tail_likeness(word, c)).max(words_likeness(word, c)), c))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| c)
}

/// Returns the likeness of a key's tail: a key given without its table (`steal_one` for `deck.steal_one`) is near as well.
fn tail_likeness(word: &str, candidate: &str) -> f64 {
    let tail = candidate.rsplit('.').next().unwrap_or(candidate);
    strsim::jaro_winkler(word, tail) * 0.99
}

/// Returns the likeness of two keys of which one has all words of the other, in any order: `deck.pota_wild` is near to
/// `deck.wild_pota`. 0 of all others, and of single words.
fn words_likeness(word: &str, candidate: &str) -> f64 {
    let [mut less, mut more] = [word, candidate]
        .map(|key| key.split(['.', '_']).filter(|part| !part.is_empty()).collect::<Vec<_>>());
    if less.len() > more.len() {
        std::mem::swap(&mut less, &mut more);
    }
    let has_all = less.len() > 1 && less.iter().all(|part| more.contains(part));
    if has_all { 0.9 + 0.1 * less.len() as f64 / more.len() as f64 } else { 0.0 }
}

/// Returns ` (did you mean ...?)` with what is [`nearest`], or nothing: to stand behind the unknown word.
pub fn did_you_mean(near: Option<impl fmt::Display>) -> String {
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

/// Returns the line, from 1, in which this part of a text begins; the first one if it is not known.
pub fn line_of(text: &str, part: Option<Range<usize>>) -> usize {
    let before = part.map_or(0, |part| part.start);
    1 + text.bytes().take(before).filter(|&b| b == b'\n').count()
}

/// Returns the line in which a text is no TOML, and what is wrong there.
pub fn toml_fault(text: &str, error: &TomlError) -> (usize, String) {
    let what = error.message().trim_end().replace('\n', ", ");
    (line_of(text, error.span()), format!("no valid TOML: {what}"))
}

/// Returns the key with its table that is set in this line, from 1, of a text that may be no TOML.
pub fn key_in_line(text: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().take(line).collect();
    let (last, before) = lines.split_last()?;
    let bare = |name: &str| name.trim().trim_matches(['"', '\'']).to_owned();
    let (name, _) = last.split_once('=')?;
    let header = before.iter().rev().find_map(|line| line.trim().strip_prefix('[')?.split_once(']'));
    Some(match header {
        Some((table, _)) => format!("{}.{}", bare(table.trim_start_matches('[')), bare(name)),
        None => bare(name),
    })
}

/// Returns true for characters that a name or a message must not have: those that steer a terminal, turn the direction
/// of what stands around them, or aren't seen at all.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Returns a word as a shell takes it. Each word of a command that is printed or recorded comes from here, be it a file's
/// name, a bot or a value: nothing in it is more than a part of the word. It is one line, and what [`is_hidden`] stands as
/// escapes of its bytes, `$'a\x0ab'`.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-=:,/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(is_hidden) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut quoted = "$'".to_owned();
    for c in word.chars() {
        if is_hidden(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(quoted, "\\x{byte:02x}");
            }
        } else if matches!(c, '\'' | '\\') {
            quoted.extend(['\\', c]);
        } else {
            quoted.push(c);
        }
    }
    quoted + "'"
}

/// Returns a whole number with commas: `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns a number of things that more than one `s` makes many: `1 game`, `131,072 games`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// Bytes as hexadecimal digits, two a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

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
/// assert_eq!(whole_number("1,000,000"), Some(1_000_000));
/// assert_eq!(whole_number("1,5"), None);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let mut digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    // A comma that sets off thousands, as this program writes them; no decimal comma.
    if let Some((first, groups)) = digits.split_once(',') {
        let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
        let is_first = (1..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_digit());
        if is_first && groups.split(',').all(is_group) {
            digits.retain(|sign| sign != ',');
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(shell_word("deck.value_1=3"), "deck.value_1=3");
        assert_eq!(shell_word("a=[1, \"b\"]"), "'a=[1, \"b\"]'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a$(touch X)b.luau"), "'a$(touch X)b.luau'");
        assert_eq!(shell_word("a\nb's\\\u{200b}.luau"), r"$'a\x0ab\'s\\\xe2\x80\x8b.luau'");
    }

    #[test]
    fn what_is_longer_than_a_name_is_like_nothing() {
        assert_eq!(nearest("stael", ["steal", "block"]), Some("steal"));
        let keys = ["deck.per_color.pota", "deck.wild_pota", "deck.wild_move"];
        assert_eq!(nearest("deck.copies.pota_wild", keys), Some("deck.wild_pota"), "it has all of its words");
        assert_eq!(nearest("deck.per_colour.pota", keys), Some("deck.per_color.pota"), "a slip is nearer");
        let long = "steal".repeat(30);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("steal", [long.as_str(), "stael"]), Some("stael"));
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 100_000].map(thousands), ["0", "999", "1,000", "100,000"]);
    }
}
