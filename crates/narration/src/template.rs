//! Reads sentence templates: data of a game design that say how an event is reported.
//!
//! - `{card}` is a field of the event in words: a card by its name.
//! - `{@seat}` is a field that names a player, or a place with its owner; `{@from.owner}` the owner alone.
//! - `{#game}` is a number that counts from 0 in the event, told from 1.
//! - `{!chosen}` is a field that holds an action, as the actions' own templates tell it.
//! - `{kind.2}` is the second word of a field, `{@kind.2}` the player that it names.
//! - `[seat: {card} | a card]` tells the first text to the players that the named fields name (one, a list, the owner of
//!   a place), and to whoever sees everything, and the second to all others.
//! - A key is the event's name, and after it conditions on fields: `draw from=stock`. Of the templates that fit, the one
//!   with most conditions tells. An empty text keeps silent.

use serde_json::{Map, Value as Json};
use thiserror::Error;

use super::sentence::Choices;
use super::words::{names_seat, owner, place, value};
use ludometer_model::Names;

/// Why a template can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the sentence of `{key}`, `{text}`: {what}")]
pub struct TemplateError {
    /// The template's key.
    pub key: String,
    /// The template.
    pub text: String,
    /// The error.
    pub what: &'static str,
}

/// The form in which a field is put into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Value,
    Count,
    Place,
    Owner,
    Action,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    Field { name: String, word: Option<usize>, form: Form },
    Secret { known_to: Vec<String>, full: Vec<Part>, others: Vec<Part> },
}

/// A template that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Template {
    conditions: Vec<(String, String)>,
    parts: Vec<Part>,
}

/// A piece of a reported sentence: fixed, or what an event fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Fixed(String),
    /// A card, a number, a word.
    Filled(String),
    /// A player or a place.
    Player(String),
}

impl Piece {
    /// Returns the piece as text.
    pub(crate) fn text(&self) -> &str {
        let (Self::Fixed(text) | Self::Filled(text) | Self::Player(text)) = self;
        text
    }
}

/// The words that fields are told with.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) names: &'a Names,
    /// How actions are told.
    pub(crate) choices: Option<&'a Choices>,
}

impl Template {
    /// Reads the template of this key; returns the event's name with it.
    ///
    /// # Errors
    /// [`TemplateError`] with what is wrong.
    pub(crate) fn parse(key: &str, text: &str) -> Result<(String, Self), TemplateError> {
        let error = |what| TemplateError { key: key.to_owned(), text: text.to_owned(), what };
        let mut words = key.split_whitespace();
        let event = words.next().ok_or_else(|| error("the key names no event"))?.to_owned();
        let mut conditions = Vec::new();
        for word in words {
            let (field, wanted) =
                word.split_once('=').ok_or_else(|| error("a condition is written field=value"))?;
            conditions.push((field.to_owned(), wanted.to_owned()));
        }
        Ok((event, Self { conditions, parts: parts(text).map_err(error)? }))
    }

    /// Returns the number of conditions, if all of them hold for this event.
    pub(crate) fn fits(&self, event: &Map<String, Json>) -> Option<usize> {
        let holds = |(field, wanted): &(String, String)| {
            let found = event.get(field).unwrap_or(&Json::Null);
            word_of(found).is_some_and(|word| word == *wanted)
        };
        self.conditions.iter().all(holds).then_some(self.conditions.len())
    }

    /// Returns the pieces of the sentence about this event, as `viewer` may be shown it; everything where there is none.
    pub(crate) fn fill(
        &self,
        event: &Map<String, Json>,
        viewer: Option<usize>,
        words: Words<'_>,
    ) -> Vec<Piece> {
        let mut pieces = Vec::new();
        fill(&self.parts, event, viewer, words, &mut pieces);
        pieces
    }

    /// Returns the fields that the template puts into words, and those that say who knows a secret.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let mut all = Vec::new();
        fields(&self.parts, &mut all);
        all
    }
}

fn fields<'a>(parts: &'a [Part], all: &mut Vec<&'a str>) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Field { name, .. } => all.push(name),
            Part::Secret { known_to, full, others } => {
                all.extend(known_to.iter().map(String::as_str));
                fields(full, all);
                fields(others, all);
            }
        }
    }
}

/// Returns the first word of a value, for conditions: `hand 1` and {"hand": 1} are both `hand`.
fn word_of(json: &Json) -> Option<String> {
    match json {
        Json::Null => Some("none".to_owned()),
        Json::String(text) => nth_word(text, 1).map(str::to_owned),
        Json::Object(fields) => fields.keys().next().cloned(),
        Json::Array(_) => None,
        Json::Bool(_) | Json::Number(_) => Some(json.to_string()),
    }
}

/// Returns the word with this number, from 1, of `raise:3` or `hand 1`.
fn nth_word(text: &str, number: usize) -> Option<&str> {
    text.split([' ', ':']).filter(|word| !word.is_empty()).nth(number.checked_sub(1)?)
}

/// Returns a field of an event, or a word of it.
fn field_of(event: &Map<String, Json>, name: &str, word: Option<usize>) -> Json {
    let json = event.get(name).unwrap_or(&Json::Null);
    let Some(number) = word else { return json.clone() };
    let word = json.as_str().and_then(|text| nth_word(text, number));
    word.map_or(Json::Null, |word| word.parse::<u64>().map_or_else(|_| word.into(), Json::from))
}

fn fill(
    parts: &[Part],
    event: &Map<String, Json>,
    viewer: Option<usize>,
    words: Words<'_>,
    into: &mut Vec<Piece>,
) {
    let field = |name: &str| event.get(name).unwrap_or(&Json::Null);
    for part in parts {
        match part {
            Part::Text(text) => into.push(Piece::Fixed(text.clone())),
            Part::Field { name, word, form } => {
                let found = field_of(event, name, *word);
                let is_negative = found.as_f64().is_some_and(|number| number < 0.0);
                let piece = match form {
                    Form::Place => Piece::Player(place(&found, words.names)),
                    Form::Owner => Piece::Player(owner(&found, words.names)),
                    Form::Value => Piece::Filled(value(&found, words.names)),
                    Form::Count => {
                        let counted = found.as_u64().map_or(found, |number| (number + 1).into());
                        Piece::Filled(value(&counted, words.names))
                    }
                    Form::Action => Piece::Filled(match (words.choices, found.as_str()) {
                        (Some(choices), Some(action)) => choices.tell(action),
                        _ => value(&found, words.names),
                    }),
                };
                into.push(piece);
                if is_negative {
                    sign_before_dollar(into);
                }
            }
            Part::Secret { known_to, full, others } => {
                let knows =
                    viewer.is_none_or(|viewer| known_to.iter().any(|name| names_seat(field(name), viewer)));
                fill(if knows { full } else { others }, event, viewer, words, into);
            }
        }
    }
}

/// Moves the sign of a number below zero before the dollar sign that stands before it: −$20.
fn sign_before_dollar(pieces: &mut [Piece]) {
    if let [.., Piece::Fixed(before), Piece::Filled(number)] = pieces
        && before.ends_with('$')
        && let Some(size) = number.strip_prefix('\u{2212}')
    {
        before.pop();
        *number = format!("\u{2212}${size}");
    }
}

/// Reads the parts of a template's text.
fn parts(text: &str) -> Result<Vec<Part>, &'static str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        if at > 0 {
            all.push(Part::Text(rest[..at].to_owned()));
        }
        let (close, is_field) = if rest[at..].starts_with('{') { ('}', true) } else { (']', false) };
        let end = rest[at..].find(close).ok_or("a bracket is not closed")? + at;
        let inside = &rest[at + 1..end];
        all.push(if is_field { field(inside)? } else { secret(inside)? });
        rest = &rest[end + 1..];
    }
    if !rest.is_empty() {
        all.push(Part::Text(rest.to_owned()));
    }
    Ok(all)
}

fn field(inside: &str) -> Result<Part, &'static str> {
    let (name, form) = match inside.strip_prefix('@') {
        None => match inside.strip_prefix('!') {
            None => inside.strip_prefix('#').map_or((inside, Form::Value), |number| (number, Form::Count)),
            Some(action) => (action, Form::Action),
        },
        Some(place) => match place.strip_suffix(".owner") {
            None => (place, Form::Place),
            Some(place) => (place, Form::Owner),
        },
    };
    let (name, word) = match name.split_once('.').map(|(name, number)| (name, number.parse().ok())) {
        Some((name, Some(number))) => (name, Some(number)),
        _ => (name, None),
    };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err("a field is written {name}, {@name}, {@name.owner}, {#name}, {!name} or {name.2}");
    }
    Ok(Part::Field { name: name.to_owned(), word, form })
}

fn secret(inside: &str) -> Result<Part, &'static str> {
    const FORM: &str = "a secret is written [who, who: what they read | what others read]";
    let (who, texts) = inside.split_once(':').ok_or(FORM)?;
    let (full, others) = texts.split_once('|').ok_or(FORM)?;
    let known_to: Vec<String> = who.split(',').map(|name| name.trim().to_owned()).collect();
    if known_to.iter().any(String::is_empty) {
        return Err(FORM);
    }
    Ok(Part::Secret { known_to, full: parts(full.trim())?, others: parts(others.trim())? })
}
