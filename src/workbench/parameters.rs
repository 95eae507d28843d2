//! The parameters of a game as the rows of a table, and the game that the values in them make.

use serde::Serialize;

use super::bench::Hand;
use crate::registry::Entry;
use ludometer_model::{MAX_SEATS, Origin, Param, RuleError, RuleSet, Value};
use ludometer_run::AnyGame;

/// The option that a setting is named by in errors, as on the command line.
const SET: &str = "--set";

/// Something that is wrong with the version in hand.
#[derive(Serialize)]
pub(super) struct Fault {
    /// The key whose value is wrong, if it is one key's.
    key: Option<String>,
    text: String,
}

impl Fault {
    /// A fault of no value.
    pub(super) const fn of_none(text: String) -> Self {
        Self { key: None, text }
    }
}

/// The values that a parameter can have, as far as a field must know.
pub(super) enum Values {
    Whole,
    Real,
    /// One of these.
    Choice(Vec<String>),
    /// Anything that is written in words.
    Text,
}

/// A row of the table.
pub(super) struct Row {
    pub(super) key: String,
    pub(super) name: String,
    /// The value of the printed rules; empty where it is unset.
    pub(super) printed: String,
    pub(super) values: Values,
}

/// The rows of a game.
pub(super) struct Rows {
    /// The numbers of copies of the cards.
    pub(super) cards: Vec<Row>,
    pub(super) numbers: Vec<Row>,
    pub(super) choices: Vec<Row>,
}

/// Returns the game with the printed rules, for so many players or the usual number.
pub(super) fn printed(entry: &Entry, players: Option<usize>) -> Result<Box<dyn AnyGame>, RuleError> {
    let rules = RuleSet::defaults(entry.schema());
    let usual = match entry.schema().seats_key.as_deref() {
        Some(key) => rules.count(key),
        None => entry.schema().usual_seats,
    };
    with_players(entry, rules, players.unwrap_or(usual))
}

/// Returns the game that the version in hand is.
pub(super) fn load(entry: &Entry, hand: &Hand) -> Result<Box<dyn AnyGame>, RuleError> {
    let mut rules = RuleSet::defaults(entry.schema());
    let faults: Vec<_> = (hand.settings.iter())
        .filter(|(_, value)| !value.trim().is_empty())
        .filter_map(|(key, value)| rules.set_by(SET, &format!("{key}={value}")).err())
        .collect();
    if !faults.is_empty() {
        return Err(RuleError { faults });
    }
    with_players(entry, rules, hand.players)
}

fn with_players(entry: &Entry, mut rules: RuleSet, players: usize) -> Result<Box<dyn AnyGame>, RuleError> {
    let (low, high) = entry.seats_allowed(&rules);
    if let Some(key) = entry.schema().seats_key.as_deref() {
        let value = Value::Int(i64::try_from(players).unwrap_or(i64::MAX));
        rules.set(key, &value, Origin::Option(format!("--players {players}")))?;
    } else if !(low..=high.min(MAX_SEATS)).contains(&players) {
        let text = format!("{} is for {low} to {high} players, not {players}", entry.title());
        return Err(RuleError::new(text));
    }
    entry.load(players, rules)
}

/// Returns what is wrong, each with the key that is to blame.
pub(super) fn faults(error: &RuleError) -> Vec<Fault> {
    let fault = |issue: &ludometer_model::RuleIssue| {
        let key = match &issue.origin {
            Some(Origin::Option(option)) => option.strip_prefix(SET).and_then(|set| set.split_once('=')),
            _ => None,
        };
        Fault { key: key.map(|(key, _)| key.trim().to_owned()), text: issue.message.clone() }
    };
    error.faults.iter().map(fault).collect()
}

/// Returns the rows of a game with its printed rules.
pub(super) fn rows(entry: &Entry, printed: &dyn AnyGame) -> Rows {
    let schema = entry.schema();
    let mut cards = Vec::new();
    for card in printed.cards() {
        // Several cards may share a key.
        let key = printed.probes().copies_key(&card.name).filter(|key| schema.find(key).is_some());
        let Some(key) = key.filter(|key| cards.iter().all(|row: &Row| row.key != *key)) else { continue };
        let (name, printed) = (card.title.clone(), card.copies.to_string());
        cards.push(Row { key, name, printed, values: Values::Whole });
    }
    let (mut numbers, mut choices) = (Vec::new(), Vec::new());
    for param in &schema.params {
        let is_card = cards.iter().any(|row| row.key == param.key);
        if is_card || param.is_family() || schema.seats_key.as_deref() == Some(&param.key) {
            continue;
        }
        let values = values_of(param);
        let list = if matches!(values, Values::Choice(_)) { &mut choices } else { &mut numbers };
        let printed = printed.rules().get(&param.key).map(shown).unwrap_or_default();
        list.push(Row { key: param.key.clone(), name: param.about.clone(), printed, values });
    }
    Rows { cards, numbers, choices }
}

fn values_of(param: &Param) -> Values {
    let Param { range, reals, words, numbers, flag, text, len, .. } = param;
    if len.is_some() || *text {
        return Values::Text;
    }
    match (range.is_some(), reals.is_some(), !words.is_empty() || !numbers.is_empty() || *flag) {
        (true, false, false) => Values::Whole,
        (_, true, false) => Values::Real,
        (false, false, true) => {
            let flags = ["false", "true"].iter().filter(|_| *flag).map(|word| (*word).to_owned());
            let numbers = numbers.iter().map(ToString::to_string);
            Values::Choice(flags.chain(numbers).chain(words.iter().cloned()).collect())
        }
        _ => Values::Text,
    }
}

/// Returns a value as it is typed: a word without its quotes.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::GAMES;

    fn hand(players: usize, settings: &[(&str, &str)]) -> Hand {
        let settings = settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Hand { players, bots: "greedy".to_owned(), seconds: 30.0, precision: 0.02, against: None, settings }
    }

    #[test]
    fn each_printed_value_can_be_typed_in_its_own_row_and_changes_nothing() {
        for entry in GAMES.iter() {
            let game = printed(entry, None).unwrap();
            let rows = rows(entry, &*game);
            let all = rows.cards.iter().chain(&rows.numbers).chain(&rows.choices);
            let settings = all.map(|row| (row.key.as_str(), row.printed.as_str())).collect::<Vec<_>>();
            assert!(settings.len() > 5, "{}", entry.id());
            let typed = load(entry, &hand(game.seats(), &settings)).unwrap();
            let same = |game: &dyn AnyGame| game.cards().iter().map(|card| card.copies).collect::<Vec<_>>();
            assert_eq!(same(&*typed), same(&*game), "{}", entry.id());
            for row in &rows.choices {
                let Values::Choice(words) = &row.values else { panic!("{}", row.key) };
                assert!(words.contains(&row.printed), "{}: {}", row.key, row.printed);
            }
        }
    }

    #[test]
    fn a_fault_names_its_key_and_the_range() {
        let entry = &GAMES[0];
        let Err(error) = load(entry, &hand(4, &[("deck.steal_one", "-3"), ("bank.goal", "9")])) else {
            panic!("-3 copies")
        };
        let found = faults(&error);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].key.as_deref(), Some("deck.steal_one"));
        assert!(found[0].text.contains("0.."), "{}", found[0].text);
        let Err(error) = load(entry, &hand(9, &[])) else { panic!("nine players") };
        assert!(faults(&error)[0].text.contains("2 to 6 players"));
    }
}
