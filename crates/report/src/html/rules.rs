//! Settings of the rules as people read them.

use serde_json::Value as Json;

use super::words::capital;
use ludometer_model::{Names, readable};

/// Returns what people call a key of the rules: `deck.steal_one` is `Steal One`, by the name of the card, `bank.goal`
/// is `bank goal`.
pub(super) fn key_name(names: &Names, key: &str) -> String {
    match key.split('.').collect::<Vec<_>>()[..] {
        ["deck", .., card] => names.card(card),
        _ => readable(&key.replace('.', " ")),
    }
}

/// Returns what stands before a value of what varies, in a sentence: `Steal One `, and nothing before the name of a
/// bot.
pub fn before_value(names: &Names, key: &str) -> String {
    if key == "bots" { String::new() } else { format!("{} ", key_name(names, key)) }
}

/// Returns what an axis of such values is called: `copies of Steal One`.
pub(super) fn axis_name(names: &Names, key: &str) -> String {
    let name = key_name(names, key);
    if key.starts_with("deck.") { format!("copies of {name}") } else { name }
}

/// Returns a setting `key=value` in words: `Steal One 8`.
pub(super) fn setting(names: &Names, setting: &str) -> String {
    setting.split_once('=').map_or_else(
        || setting.to_owned(),
        |(key, value)| format!("{} {}", key_name(names, key), value.trim_matches('"')),
    )
}

/// Returns what one rule set changes in another, in words: `Steal One 8 instead of 4`. A key that the other doesn't
/// have is left out: another version of the design had it.
pub(super) fn changes(names: &Names, rules: &Json, from: &Json) -> Vec<String> {
    let entries = rules.as_object().into_iter().flatten();
    let changed = entries.filter_map(|(key, value)| {
        let before = from.get(key)?;
        (before != value)
            .then(|| format!("{} {} instead of {}", key_name(names, key), plain(value), plain(before)))
    });
    changed.collect()
}

/// Returns the same in short: `Steal One 8`.
pub(super) fn in_short(names: &Names, rules: &Json, from: &Json) -> Vec<String> {
    let entries = rules.as_object().into_iter().flatten();
    let changed = entries.filter(|(key, value)| from.get(key).is_some_and(|before| before != *value));
    changed.map(|(key, value)| format!("{} {}", key_name(names, key), plain(value))).collect()
}

/// Returns the same as one text with a capital, or `unchanged` where nothing is changed.
pub(super) fn listed_changes(changes: &[String], unchanged: &str) -> String {
    const MOST: usize = 6;
    match changes.len() {
        0 => unchanged.to_owned(),
        1..=MOST => capital(&changes.join(", ")),
        all => format!("{} and {} changes more", capital(&changes[..MOST].join(", ")), all - MOST),
    }
}

/// Returns a value without the quotes of JSON.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_words() {
        let mut names = Names::default();
        names.insert("card", "steal_one", "Steal One");
        let keys = ["deck.steal_one", "deck.odd.corner", "bank.goal", "limits.max_turns", "bots"];
        assert_eq!(
            keys.map(|key| key_name(&names, key)),
            ["Steal One", "Corner", "bank goal", "limits max turns", "bots"]
        );
        assert_eq!(axis_name(&names, "deck.steal_one"), "copies of Steal One");
        assert_eq!(["deck.steal_one", "bots"].map(|key| before_value(&names, key)), ["Steal One ", ""]);
        assert_eq!(setting(&names, "deck.steal_one=8"), "Steal One 8");
        assert_eq!(setting(&names, "auction.unsold=\"again\""), "auction unsold again");
    }

    #[test]
    fn changes_name_both_values() {
        let names = Names::default();
        let from = json!({ "a.b": 1, "c": "x", "d": true });
        let to = json!({ "a.b": 2, "c": "y", "d": true, "new": 3 });
        let changed = changes(&names, &to, &from);
        assert_eq!(changed, ["a b 2 instead of 1", "c y instead of x"]);
        assert_eq!(in_short(&names, &to, &from), ["a b 2", "c y"]);
        assert_eq!(listed_changes(&changed, "as printed"), "A b 2 instead of 1, c y instead of x");
        assert_eq!(listed_changes(&[], "as printed"), "as printed");
        let many: Vec<String> = (0..9).map(|i| format!("k {i}")).collect();
        assert_eq!(listed_changes(&many, ""), "K 0, k 1, k 2, k 3, k 4, k 5 and 3 changes more");
    }
}
