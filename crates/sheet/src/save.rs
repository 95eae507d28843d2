//! Saves of Tabletop Simulator: the cards of their decks, counted by name, and a save with other counts.

use serde_json::Value as Json;

use crate::error::SheetError;
use crate::id::id;

/// How deep objects may lie in bags.
const DEEP: usize = 16;

/// Returns the cards of all decks of a save, or of the decks of this name, as a table: name, copies, deck, description.
///
/// # Errors
/// A text that is no save, and one without cards.
pub(crate) fn read(bytes: &[u8], deck: Option<&str>, table: &str) -> Result<Vec<Vec<String>>, SheetError> {
    let save = parsed(bytes, table)?;
    let mut rows: Vec<(Vec<String>, u32)> = Vec::new();
    let mut decks: Vec<String> = Vec::new();
    each_card(&save["ObjectStates"], None, DEEP, &mut |card, of| {
        if !decks.iter().any(|known| known == of) {
            decks.push(of.to_owned());
        }
        if deck.is_some_and(|deck| deck != of) {
            return;
        }
        let row = vec![name_of(card), of.to_owned(), text(card, "Description")];
        match rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, copies)) => *copies += 1,
            None => rows.push((row, 1)),
        }
    });
    if rows.is_empty() {
        let named: Vec<&str> = decks.iter().map(String::as_str).filter(|deck| !deck.is_empty()).collect();
        let message = if named.is_empty() {
            "there are no cards in this save".to_owned()
        } else {
            format!("there are no cards in a deck of this name; there are: {}", named.join(", "))
        };
        return Err(SheetError::new(table, message));
    }
    let head = ["Name", "Copies", "Deck", "Description"].map(str::to_owned).to_vec();
    let cells = |(row, copies): (Vec<String>, u32)| {
        let [name, deck, about] = <[String; 3]>::try_from(row).unwrap_or_default();
        vec![name, copies.to_string(), deck, about]
    };
    Ok(std::iter::once(head).chain(rows.into_iter().map(cells)).collect())
}

fn parsed(bytes: &[u8], table: &str) -> Result<Json, SheetError> {
    let save: Json = serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
        .map_err(|error| SheetError::new(table, format!("no save of Tabletop Simulator: {error}")))?;
    if save["ObjectStates"].is_array() {
        return Ok(save);
    }
    Err(SheetError::new(table, "no save of Tabletop Simulator: it has no list `ObjectStates`"))
}

fn text(object: &Json, key: &str) -> String {
    object[key].as_str().unwrap_or_default().trim().to_owned()
}

/// Returns the name of a card: its nickname, or its number where it has none.
fn name_of(card: &Json) -> String {
    let name = text(card, "Nickname");
    if name.is_empty() { format!("card {}", card["CardID"]) } else { name }
}

fn is_deck(object: &Json) -> bool {
    matches!(object["Name"].as_str(), Some("Deck" | "DeckCustom"))
}

/// Calls a function with each card of the decks among these objects and the name of its deck. A card that lies beside them is
/// part of none.
fn each_card(objects: &Json, deck: Option<&str>, deep: usize, call: &mut impl FnMut(&Json, &str)) {
    let Some(left) = deep.checked_sub(1) else { return };
    for object in objects.as_array().into_iter().flatten() {
        if matches!(object["Name"].as_str(), Some("Card" | "CardCustom")) {
            if let Some(deck) = deck {
                call(object, deck);
            }
        } else {
            let own = is_deck(object).then(|| text(object, "Nickname"));
            each_card(&object["ContainedObjects"], own.as_deref(), left, call);
        }
    }
}

/// Returns a save in which the decks have so many copies of these cards: of each its id, its name and its copies. Cards are found
/// by the ids of their names; others stay as they are, and so do images.
///
/// # Errors
/// A text that is no save, and cards of which it has no copy to take the image from.
pub fn with_copies(
    bytes: &[u8],
    table: &str,
    copies: &[(String, String, usize)],
) -> Result<Vec<u8>, SheetError> {
    let mut save = parsed(bytes, table)?;
    let mut placed = vec![false; copies.len()];
    fill(&mut save["ObjectStates"], DEEP, copies, &mut placed);
    let lost = copies.iter().zip(&placed).filter(|((.., copies), placed)| *copies > 0 && !**placed);
    let lost: Vec<&str> = lost.map(|((_, name, _), _)| name.as_str()).collect();
    if !lost.is_empty() {
        let message = format!(
            "no deck of this save has a card called {}: put one copy into a deck, so that its image is known",
            lost.join(", ")
        );
        return Err(SheetError::new(table, message));
    }
    serde_json::to_vec_pretty(&save).map_err(|error| SheetError::new(table, error.to_string()))
}

/// Gives the decks among these objects their cards. The first deck that has a card gets all its copies.
fn fill(objects: &mut Json, deep: usize, copies: &[(String, String, usize)], placed: &mut [bool]) {
    let Some(left) = deep.checked_sub(1) else { return };
    for object in objects.as_array_mut().into_iter().flatten() {
        if !is_deck(object) {
            fill(&mut object["ContainedObjects"], left, copies, placed);
            continue;
        }
        let Some(cards) = object["ContainedObjects"].as_array_mut() else { continue };
        let before = std::mem::take(cards);
        for card in before {
            let own = id(&name_of(&card));
            let Some(at) = copies.iter().position(|(id, ..)| *id == own) else {
                cards.push(card);
                continue;
            };
            // Further copies in this deck, and those in other decks, are part of the number.
            if !placed[at] {
                cards.extend(std::iter::repeat_n(card, copies[at].2));
                placed[at] = true;
            }
        }
        let ids: Vec<Json> = cards.iter().map(|card| card["CardID"].clone()).collect();
        object["DeckIDs"] = Json::Array(ids);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVE: &str = r#"{"SaveName": "Forest", "ObjectStates": [
        {"Name": "Bag", "ContainedObjects": [
            {"Name": "DeckCustom", "Nickname": "Forest", "DeckIDs": [100, 100, 101], "ContainedObjects": [
                {"Name": "Card", "Nickname": "Fox", "Description": "Draw 2.", "CardID": 100},
                {"Name": "Card", "Nickname": "Fox", "Description": "Draw 2.", "CardID": 100},
                {"Name": "Card", "Nickname": "", "CardID": 101}]}]},
        {"Name": "CardCustom", "Nickname": "Owl", "CardID": 200},
        {"Name": "Die_6"}]}"#;

    #[test]
    fn cards_are_counted_in_decks_and_bags() {
        let rows = read(SAVE.as_bytes(), None, "save.json").unwrap();
        let expected: [[&str; 4]; 3] = [
            ["Name", "Copies", "Deck", "Description"],
            ["Fox", "2", "Forest", "Draw 2."],
            ["card 101", "1", "Forest", ""],
        ];
        assert_eq!(rows, expected);
        assert_eq!(read(SAVE.as_bytes(), Some("Forest"), "save.json").unwrap().len(), 3);
        let error = read(SAVE.as_bytes(), Some("Wood"), "save.json").unwrap_err().to_string();
        assert_eq!(error, "save.json: there are no cards in a deck of this name; there are: Forest");
    }

    #[test]
    fn a_save_gets_other_counts() {
        let count = |id: &str, copies| (id.to_owned(), id.replace('_', " "), copies);
        let counts = [count("Fox", 4), count("card_101", 0)];
        let bytes = with_copies(SAVE.as_bytes(), "save.json", &counts).unwrap();
        let rows = read(&bytes, Some("Forest"), "save.json").unwrap();
        assert_eq!(rows[1..], [["Fox", "4", "Forest", "Draw 2."]]);
        let save: Json = serde_json::from_slice(&bytes).unwrap();
        let deck = &save["ObjectStates"][0]["ContainedObjects"][0];
        assert_eq!(deck["DeckIDs"], serde_json::json!([100, 100, 100, 100]));
        // What was read can be written: both leave out the card beside the deck.
        let read = read(SAVE.as_bytes(), None, "save.json").unwrap();
        let read: Vec<_> = read[1..].iter().map(|row| count(&id(&row[0]), row[1].parse().unwrap())).collect();
        assert_eq!(with_copies(SAVE.as_bytes(), "save.json", &read).map(drop), Ok(()));
        let missing = [count("Elk", 1)];
        let error = with_copies(SAVE.as_bytes(), "save.json", &missing).unwrap_err().to_string();
        assert!(error.starts_with("save.json: no deck of this save has a card called Elk"), "{error}");
    }

    #[test]
    fn what_is_no_save_is_refused() {
        for text in ["", "[]", "{}", "{\"ObjectStates\": 3}", "{\"ObjectStates\": []}"] {
            let _ = read(text.as_bytes(), None, "save.json").unwrap_err();
        }
    }
}
