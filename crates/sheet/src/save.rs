//! Saves of Tabletop Simulator: the cards of their decks, counted by name, and a save with other counts.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::deck::{Card, Deck};
use crate::error::SheetError;
use crate::id::id;
use crate::table::Table;

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

/// Returns a save in which the decks have so many copies of these cards: of each its id, its name and its copies. Cards have the
/// ids that a game has which reads this save, or else those of their names; others stay as they are, and so do pictures and the
/// order. Surplus copies go from behind, further ones are as the last one.
///
/// # Errors
/// A text that is no save, and cards of which it has no copy to take the picture from.
pub fn with_copies(
    bytes: &[u8],
    table: &str,
    copies: &[(String, String, usize)],
) -> Result<Vec<u8>, SheetError> {
    let mut save = parsed(bytes, table)?;
    let mut decks = Copies::of(bytes, table, copies)?;
    each_card(&save["ObjectStates"], None, DEEP, &mut |card, of| {
        if let Some(at) = decks.place(card, of) {
            decks.there[at] += 1;
        }
    });
    let lost = copies.iter().zip(&decks.there).filter(|((.., copies), there)| *copies > 0 && **there == 0);
    let lost: Vec<&str> = lost.map(|((_, name, _), _)| name.as_str()).collect();
    if !lost.is_empty() {
        let message = format!(
            "no deck of this save has a card called {}: put one copy into a deck, so that its image is known",
            lost.join(", ")
        );
        return Err(SheetError::new(table, message));
    }
    decks.fill(&mut save["ObjectStates"], DEEP);
    serde_json::to_vec_pretty(&save).map_err(|error| SheetError::new(table, error.to_string()))
}

/// The numbers of copies that a save gets.
struct Copies<'a> {
    wanted: &'a [(String, String, usize)],
    /// The ids of the cards of the save, by name, deck and description.
    ids: HashMap<[String; 3], String>,
    /// By card, the copies in the decks, and those of them that were passed.
    there: Vec<usize>,
    passed: Vec<usize>,
}

impl<'a> Copies<'a> {
    fn of(bytes: &[u8], table: &str, wanted: &'a [(String, String, usize)]) -> Result<Self, SheetError> {
        let rows = read(bytes, None, table)?;
        let deck = Deck::read(Table::from_bytes(bytes, "save.json", None)?)?;
        let row =
            |row: &usize| Some([rows.get(*row)?[0].clone(), rows[*row][2].clone(), rows[*row][3].clone()]);
        let of_card = |card: &Card| {
            let id = card.id.clone();
            card.rows.iter().filter_map(row).map(move |row| (row, id.clone())).collect::<Vec<_>>()
        };
        let ids = deck.cards.iter().flat_map(of_card).collect();
        Ok(Self { wanted, ids, there: vec![0; wanted.len()], passed: vec![0; wanted.len()] })
    }

    /// Returns which of the cards this one is.
    fn place(&self, card: &Json, deck: &str) -> Option<usize> {
        let name = name_of(card);
        let plain = id(&name);
        let own = self.ids.get(&[name, deck.to_owned(), text(card, "Description")]);
        let find = |id: &String| self.wanted.iter().position(|(wanted, ..)| wanted == id);
        own.and_then(find).or_else(|| find(&plain))
    }

    /// Gives the decks among these objects their cards.
    fn fill(&mut self, objects: &mut Json, deep: usize) {
        let Some(left) = deep.checked_sub(1) else { return };
        for object in objects.as_array_mut().into_iter().flatten() {
            let name = is_deck(object).then(|| text(object, "Nickname"));
            let Some(inner) = object.get_mut("ContainedObjects") else { continue };
            let Some(name) = name else {
                self.fill(inner, left);
                continue;
            };
            let Some(cards) = inner.as_array_mut() else { continue };
            for card in std::mem::take(cards) {
                let Some(at) = self.place(&card, &name) else {
                    cards.push(card);
                    continue;
                };
                self.passed[at] += 1;
                let wanted = self.wanted[at].2;
                let more =
                    if self.passed[at] == self.there[at] { wanted.saturating_sub(self.there[at]) } else { 0 };
                let mut copy = card.clone();
                if self.passed[at] <= wanted {
                    cards.push(card);
                }
                // The program gives a copy a number of its own.
                copy.as_object_mut().map(|fields| fields.remove("GUID"));
                cards.extend(std::iter::repeat_n(copy, more));
            }
            let ids: Vec<Json> = cards.iter().map(|card| card["CardID"].clone()).collect();
            object["DeckIDs"] = Json::Array(ids);
        }
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
    fn what_is_not_changed_stays_as_it_is() {
        let card = |name: &str, picture: u32, about: &str| serde_json::json!({"Name": "Card", "Nickname": name, "CardID": picture, "Description": about, "GUID": format!("g{picture}")});
        let cards = [
            card("Wolf", 100, ""),
            card("Reed", 110, ""),
            card("Wolf", 120, ""),
            card("Wolf", 130, "Bites."),
        ];
        let save = serde_json::json!({"ObjectStates": [
            {"Name": "Deck", "Nickname": "", "DeckIDs": [100, 110, 120, 130], "ContainedObjects": cards},
            {"Name": "Die_6"}
        ]});
        let bytes = save.to_string().into_bytes();
        let counts = |wolves, biters| {
            let count = |id: &str, copies| (id.to_owned(), id.to_owned(), copies);
            [count("Wolf", wolves), count("Reed", 1), count("Wolf_2", biters)]
        };
        let with = |wolves, biters| -> Json {
            serde_json::from_slice(&with_copies(&bytes, "save.json", &counts(wolves, biters)).unwrap())
                .unwrap()
        };
        assert_eq!(with(2, 1), save, "the same numbers");
        let pictures = |save: Json| save["ObjectStates"][0]["DeckIDs"].clone();
        assert_eq!(pictures(with(1, 2)), serde_json::json!([100, 110, 130, 130]));
        assert_eq!(pictures(with(3, 0)), serde_json::json!([100, 110, 120, 120]));
        // A game that knows one wolf has all of them.
        let one = [("Wolf".to_owned(), "Wolf".to_owned(), 2)];
        let read: Json = serde_json::from_slice(&with_copies(&bytes, "save.json", &one).unwrap()).unwrap();
        assert_eq!(pictures(read), serde_json::json!([100, 110, 120]));
    }

    #[test]
    fn what_is_no_save_is_refused() {
        for text in ["", "[]", "{}", "{\"ObjectStates\": 3}", "{\"ObjectStates\": []}"] {
            let _ = read(text.as_bytes(), None, "save.json").unwrap_err();
        }
    }
}
