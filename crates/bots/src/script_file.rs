//! Strategy files with a script: what it says about itself, and its compiled code.

use mlua::{Table, Value};

use super::declared_setting::Declared;
use super::parse_error::ParseError;
use super::sandbox::{Machine, compile};
use ludometer_model::{Rng, is_hidden};
use ludometer_playable::Setting;

/// The most characters of what a script says about itself.
const MAX_ABOUT: usize = 500;

/// A script that was compiled, run once and found to be a bot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptFile {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    pub(super) settings: Vec<Setting>,
    pub(super) code: Vec<u8>,
    /// The file's name in messages.
    pub(super) name: String,
}

impl ScriptFile {
    /// Reads a script's text. `name` is the file's.
    pub(super) fn read(text: &str, name: &str) -> Result<Self, ParseError> {
        let code = compile(text, name)?;
        let machine = Machine::new(name).map_err(|message| ParseError::new(None, message))?;
        let globals = machine.load(&code, &mut Rng::from_words([0, 0, 0]))?;
        let value = |key: &str| globals.raw_get::<Value>(key).unwrap_or(Value::Nil);
        if !matches!(value("choose"), Value::Function(_)) {
            return Err(ParseError::new(None, "it has no function `choose(view, legal, info)`"));
        }
        let about = match value("about") {
            Value::Nil => String::new(),
            Value::String(text) => {
                text.to_string_lossy().chars().filter(|c| !is_hidden(*c)).take(MAX_ABOUT).collect()
            }
            _ => return Err(ParseError::new(None, "`about` must be a text")),
        };
        let games = match value("games") {
            Value::Nil => Vec::new(),
            Value::Table(list) => {
                list.sequence_values().collect::<Result<Vec<String>, _>>().map_err(|_| games_fault())?
            }
            _ => return Err(games_fault()),
        };
        let settings = match value("settings") {
            Value::Nil => Vec::new(),
            Value::Table(table) => declared(&table)?,
            _ => return Err(ParseError::new(None, "`settings` must be a table")),
        };
        Ok(Self { about, games, settings, code, name: name.to_owned() })
    }
}

fn games_fault() -> ParseError {
    ParseError::new(None, "`games` must be a list of texts: games = {\"...\"}")
}

/// Returns the settings that a script declares: `name = { default = 1, min = 0, max = 2, about = "..." }`.
fn declared(table: &Table) -> Result<Vec<Setting>, ParseError> {
    let mut knobs = Vec::new();
    for pair in table.pairs::<String, Table>() {
        let (name, fields) = pair.map_err(|_| {
            let right = "settings = { name = { default = 1, min = 0, max = 2, about = \"...\" } }";
            ParseError::new(None, format!("`settings` must have a table for each setting: {right}"))
        })?;
        let number = |key: &str| fields.raw_get::<Option<f64>>(key);
        let read = || -> mlua::Result<Declared> {
            Ok(Declared {
                about: fields.raw_get::<Option<String>>("about")?.unwrap_or_default(),
                default: number("default")?,
                min: number("min")?,
                max: number("max")?,
                whole: fields.raw_get::<Option<bool>>("whole")?.unwrap_or(false),
            })
        };
        let declared = read().map_err(|_| {
            let message = "needs numbers for default, min and max, a text for about, true or false for whole";
            ParseError::new(None, format!("the setting `{name}` {message}"))
        })?;
        knobs.push(declared.check(name, None)?);
    }
    // The order of a table is nobody's choice.
    knobs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(knobs)
}
