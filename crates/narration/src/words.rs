//! Values of a trace in words.

use serde_json::Value as Json;

use ludometer_model::{Names, player, readable};

/// Returns the letter of the player in this seat: `A` sits in seat 0.
pub fn letter(seat: usize) -> String {
    let name = player(seat);
    name.strip_prefix("Player ").map(str::to_owned).unwrap_or(name)
}

/// Returns a list as people write it: `A, B and C`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        // Names with commas in them need a stronger mark between them.
        [most @ .., last] if items.iter().any(|item| item.contains(',')) => {
            format!("{}; and {last}", most.join("; "))
        }
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns a value in words: a card by its name, an id as words, a number with separated thousands.
pub(crate) fn value(json: &Json, names: &Names) -> String {
    match json {
        Json::Null => "nothing".to_owned(),
        Json::Bool(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
        Json::Number(number) => grouped(&number.to_string()),
        Json::String(text) => {
            let given = names.cards.get(text).or_else(|| names.words.get(text));
            given.cloned().unwrap_or_else(|| names.number(text))
        }
        Json::Array(items) => list(&items.iter().map(|item| value(item, names)).collect::<Vec<_>>()),
        Json::Object(fields) => {
            let all = fields.iter().map(|(key, item)| format!("{} {}", readable(key), value(item, names)));
            all.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns a player, or a place with its owner: 1 is `B`, "hand 1" and {"hand": 1} are `B's hand`, "bank" is `the bank`.
pub(crate) fn place(json: &Json, names: &Names) -> String {
    let seat = |number: &Json| number.as_u64().and_then(|seat| usize::try_from(seat).ok());
    match json {
        Json::Null => "nobody".to_owned(),
        Json::Number(_) => seat(json).map_or_else(|| json.to_string(), letter),
        Json::Array(items) => list(&items.iter().map(|item| place(item, names)).collect::<Vec<_>>()),
        Json::Object(fields) => match fields.iter().next() {
            Some((word, owner)) => owned(&names.zone(word), seat(owner)),
            None => "nobody".to_owned(),
        },
        Json::String(text) => match text.rsplit_once(' ') {
            Some((word, owner)) => match owner.parse().ok() {
                Some(owner) => owned(&names.zone(word.strip_suffix(" of").unwrap_or(word)), Some(owner)),
                None => owned(&names.zone(text), None),
            },
            None => owned(&names.zone(text), None),
        },
        Json::Bool(_) => json.to_string(),
    }
}

/// Returns the owner of a place: `B` for "hand 1".
pub(crate) fn owner(json: &Json, names: &Names) -> String {
    let text = place(json, names);
    text.split_once("'s ").map(|(owner, _)| owner.to_owned()).unwrap_or(text)
}

/// Returns true if a value names this seat: as a player, among several, or as the owner of a place.
pub(crate) fn names_seat(json: &Json, seat: usize) -> bool {
    let is_seat = |number: &Json| number.as_u64() == u64::try_from(seat).ok();
    match json {
        Json::Number(_) => is_seat(json),
        Json::Array(items) => items.iter().any(is_seat),
        Json::Object(fields) => fields.values().any(is_seat),
        Json::String(text) => text.rsplit_once(' ').is_some_and(|(_, owner)| owner.parse() == Ok(seat)),
        _ => false,
    }
}

fn owned(word: &str, owner: Option<usize>) -> String {
    match owner {
        Some(seat) => format!("{}'s {word}", letter(seat)),
        None => format!("the {word}"),
    }
}

/// Returns a number with a true minus sign, a whole one with commas between its thousands.
fn grouped(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("\u{2212}", digits),
        None => ("", number),
    };
    let mut text = sign.to_owned();
    if digits.len() < 5 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return text + digits;
    }
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn zones_and_numbers_have_names() {
        let mut names = Names::default();
        names.insert("zone", "deck", "draw pile");
        names.insert("number", "vp", "victory points");
        let places = [json!("deck"), json!("deck of 1"), json!({ "deck": 0 })];
        assert_eq!(
            places.map(|json| place(&json, &names)),
            ["the draw pile", "B's draw pile", "A's draw pile"]
        );
        assert_eq!(value(&json!("vp"), &names), "victory points");
    }

    #[test]
    fn places_have_owners() {
        let places = [json!(1), json!("hand 0"), json!({ "hand": 2 }), json!("bank"), json!("hand of 3")];
        assert_eq!(
            places.map(|json| place(&json, &Names::default())),
            ["B", "A's hand", "C's hand", "the bank", "D's hand"]
        );
        assert_eq!(place(&json!([0, 1, 2]), &Names::default()), "A, B and C");
        assert_eq!(place(&Json::Null, &Names::default()), "nobody");
        let owner = |json: Json| owner(&json, &Names::default());
        assert_eq!([owner(json!("front 2")), owner(json!(0)), owner(json!("bank"))], ["C", "A", "the bank"]);
        assert_eq!(list(&["a, b".to_owned(), "c".to_owned()]), "a, b; and c");
    }

    #[test]
    fn numbers_and_cards_are_readable() {
        let mut names = Names::default();
        names.insert("card", "steal_one", "Steal One");
        assert_eq!(value(&json!("steal_one"), &names), "Steal One");
        assert_eq!(value(&json!("value_3"), &names), "value 3");
        assert_eq!(value(&json!(-1_250_000), &names), "\u{2212}1,250,000");
        assert_eq!(value(&json!(1250), &names), "1250");
        assert_eq!(value(&json!(-20), &names), "\u{2212}20");
        assert_eq!(value(&json!([1, 2]), &names), "1 and 2");
    }
}
