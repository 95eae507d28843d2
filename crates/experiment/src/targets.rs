//! The targets of a designer for a rule set, and the settings that may be changed for them: read from a file and
//! checked before anything is played.

use serde::Deserialize;

use super::bounds::{Bound, BoundError, Entry, bounds, parse};
use super::metric::Catalog;
use ludometer_model::{RuleSet, Value};

/// A number of cards, or from .. to.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum CardsEntry {
    One(u64),
    Range([u64; 2]),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveEntry {
    key: String,
    min: i64,
    max: i64,
    step: Option<i64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetsFile {
    confidence: Option<f64>,
    #[serde(alias = "budget", alias = "max_games")]
    games: Option<u64>,
    cards: Option<CardsEntry>,
    #[serde(default)]
    target: Vec<Entry>,
    #[serde(default, rename = "move")]
    moves: Vec<MoveEntry>,
}

/// A count that may move, and how far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The key of the rules.
    pub key: String,
    /// Its value now.
    pub start: i64,
    /// The least allowed.
    pub min: i64,
    /// The most allowed.
    pub max: i64,
    /// The step by which it moves, at least 1.
    pub step: i64,
}

impl Move {
    /// Returns the values it can take, from the least.
    pub fn values(&self) -> u64 {
        ((self.max - self.min) / self.step) as u64 + 1
    }

    /// Returns the value with this number, from 0.
    pub fn value(&self, number: u64) -> i64 {
        self.min + number.min(self.values() - 1) as i64 * self.step
    }
}

/// A targets file, read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    /// The targets, one a figure (`*` stands for several).
    pub targets: Vec<Bound>,
    /// The settings that may move.
    pub moves: Vec<Move>,
    /// The fewest and most cards in all, if that is asked for.
    pub cards: Option<(u64, u64)>,
    /// The confidence it asks for.
    pub confidence: Option<f64>,
    /// The plays it allows in all.
    pub budget: Option<u64>,
}

impl Targets {
    /// Reads a targets file for a game with these rules and figures. `file` is its name, for
    /// messages.
    ///
    /// # Errors
    /// [`BoundError`].
    pub fn read(text: &str, file: &str, catalog: &Catalog, rules: &RuleSet) -> Result<Self, BoundError> {
        let read: TargetsFile = parse(text, file)?;
        let targets = bounds(&read.target, "target", file, catalog)?;
        let fail =
            |place: String, message: String| BoundError::Bound { file: file.to_owned(), place, message };
        if read.moves.is_empty() {
            let of_cards = |key: &&str| key.starts_with("deck.");
            let keys = || rules.schema().params.iter().filter(|p| p.range.is_some()).map(|p| &*p.key);
            let key = keys().find(of_cards).or_else(|| keys().next()).unwrap_or("KEY");
            // Options have no file.
            let message = if file.starts_with("--") {
                format!(
                    "nothing may move: add what may and how far, such as --move {key}=2..8 (`rules` lists all keys, and `sweep \
                     --vary {key}=2..8` shows what one does to the game)"
                )
            } else {
                format!("nothing may move: write [[move]] with key (such as \"{key}\"), min and max")
            };
            return Err(fail("move".to_owned(), message));
        }
        let mut moves: Vec<Move> = Vec::new();
        for (i, entry) in read.moves.iter().enumerate() {
            let moved = movable(entry, rules).and_then(|m| {
                if moves.iter().any(|o| o.key == m.key) {
                    Err("it stands there twice".to_owned())
                } else {
                    Ok(m)
                }
            });
            moves.push(moved.map_err(|message| fail(format!("move {} (`{}`)", i + 1, entry.key), message))?);
        }
        let cards = read.cards.map(|cards| match cards {
            CardsEntry::One(n) => (n, n),
            CardsEntry::Range([low, high]) => (low, high),
        });
        if let Some((low, high)) = cards.filter(|(low, high)| low > high) {
            return Err(fail(
                "cards".to_owned(),
                format!("from {low} to {high}: the first must not be larger"),
            ));
        }
        Ok(Self { targets, moves, cards, confidence: read.confidence, budget: read.games })
    }

    /// Reads the targets of such a file alone, whatever may move.
    ///
    /// # Errors
    /// [`BoundError`].
    pub fn read_bounds(text: &str, file: &str, catalog: &Catalog) -> Result<Vec<Bound>, BoundError> {
        let read: TargetsFile = parse(text, file)?;
        bounds(&read.target, "target", file, catalog)
    }
}

/// Checks what may move.
fn movable(entry: &MoveEntry, rules: &RuleSet) -> Result<Move, String> {
    let step = entry.step.unwrap_or(1);
    if step < 1 {
        return Err(format!("step is {step}, but must be at least 1"));
    }
    if entry.min > entry.max {
        return Err(format!("min {} is above max {}", entry.min, entry.max));
    }
    if rules.schema().seats_key.as_deref() == Some(entry.key.as_str()) {
        return Err("the number of seats can't move: the bots fill them".to_owned());
    }
    if let Some(list) = rules.get(&entry.key).filter(|value| matches!(value, Value::List(_))) {
        let key = &entry.key;
        return Err(format!(
            "`{key}` is a list: only whole numbers can move; `sweep --vary '{key}={list},[...]'` compares lists"
        ));
    }
    let next = entry.min.saturating_add(step).min(entry.max);
    for value in [entry.min, next, entry.max] {
        let origin = ludometer_model::Origin::Option(format!("[[move]] {}", entry.key));
        rules.clone().set(&entry.key, &Value::Int(value), origin).map_err(|fault| fault.message)?;
    }
    match rules.get(&entry.key) {
        Some(Value::Int(start)) => {
            Ok(Move { key: entry.key.clone(), start: *start, min: entry.min, max: entry.max, step })
        }
        Some(other) => Err(format!("it is {other}: only whole numbers can move")),
        None => Err("it is not set: set it with --set, so that it is known from where it moves".to_owned()),
    }
}
