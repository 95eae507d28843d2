//! A rule set: one setting of all parameters of a game.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use thiserror::Error;
use toml_edit::{Document, Item, TableLike};

use super::names::game_name;
use super::program::Program;
use super::schema::{Param, Schema, Value};
use super::text::{hex, key_in_line, line_of, shell_word, toml_fault};

/// Where a setting came from, for error messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The game's default.
    Default,
    /// A rule file and the line in it.
    File {
        /// The file's name as it was given.
        name: String,
        /// The line, from 1.
        line: usize,
    },
    /// The command line: `--set`, or another option.
    Option(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { name, line } => write!(f, "{name}, line {line}"),
            Self::Option(option) => f.write_str(option),
        }
    }
}

/// One thing that is wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleIssue {
    /// The error and what would be right, as the spec words it.
    pub message: String,
    /// Where the setting stands, if it isn't a default.
    pub origin: Option<Origin>,
}

/// A rule set that can't be played: all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct RuleError {
    /// At least one.
    pub faults: Vec<RuleIssue>,
}

impl RuleError {
    /// Returns an error with a single fault that no one setting is to blame for.
    pub fn new(message: impl Into<String>) -> Self {
        Self { faults: vec![RuleIssue { message: message.into(), origin: None }] }
    }
}

impl From<RuleIssue> for RuleError {
    fn from(fault: RuleIssue) -> Self {
        Self { faults: vec![fault] }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.message)?;
            if let Some(origin) = &fault.origin {
                write!(f, " ({origin})")?;
            }
        }
        Ok(())
    }
}

/// One setting of all parameters. Every key is known and every value within its range; whether
/// they go together is for the game to say.
#[derive(Clone, Debug)]
pub struct RuleSet {
    schema: Arc<Schema>,
    values: BTreeMap<String, (Value, Origin)>,
    /// Defaults that follow from other settings and differ from those of the schema.
    derived: BTreeMap<String, Value>,
}

/// Equal are rule sets of one game with equal values, wherever these come from.
impl PartialEq for RuleSet {
    fn eq(&self, other: &Self) -> bool {
        let games = [self, other].map(|rules| (game_name(&rules.schema.game), &rules.schema.version));
        games[0] == games[1] && self.entries() == other.entries()
    }
}

impl RuleSet {
    /// Returns all defaults.
    pub fn defaults(schema: Arc<Schema>) -> Self {
        let values = schema
            .params
            .iter()
            .filter_map(|p| Some((p.key.clone(), (p.default()?.clone(), Origin::Default))))
            .collect();
        Self { schema, values, derived: BTreeMap::new() }
    }

    /// Returns the parameters there are.
    pub const fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Sets one key.
    ///
    /// # Errors
    /// An unknown key, with the nearest known one or where all are listed; a value outside its range.
    pub fn set(&mut self, key: &str, value: &Value, origin: Origin) -> Result<(), RuleIssue> {
        let Some(param) = self.schema.find(key) else {
            let mut message = self.schema.messages.unknown.replace("{key}", key);
            let program = Program::current().name;
            let _ = match self.schema.nearest(key) {
                Some(near) => write!(message, "; did you mean `{near}`?"),
                None => {
                    write!(message, "; `{program} rules {}` lists all keys", shell_word(&self.schema.game))
                }
            };
            return Err(RuleIssue { message, origin: Some(origin) });
        };
        let Some(value) = param.admit(value) else {
            let message = self.refusal(param, key, value);
            return Err(RuleIssue { message, origin: Some(origin) });
        };
        self.values.insert(key.to_owned(), (value, origin));
        Ok(())
    }

    /// Takes over the defaults that follow from other settings, by key: those of an earlier setting are forgotten. What was
    /// set itself stays.
    pub fn derive(&mut self, defaults: impl Iterator<Item = (String, Value)>) {
        self.derived = defaults.collect();
        for (key, value) in &self.derived {
            if let Some(entry) = self.values.get_mut(key).filter(|(_, origin)| *origin == Origin::Default) {
                entry.0 = value.clone();
            }
        }
    }

    /// Returns true if a key has a value that was set, be it that of its default.
    pub fn is_set(&self, key: &str) -> bool {
        self.values.get(key).is_some_and(|(_, origin)| *origin != Origin::Default)
    }

    /// Returns the default of a key under the other settings of this rule set.
    pub fn default_of(&self, key: &str) -> Option<&Value> {
        self.derived.get(key).or_else(|| self.schema.find(key)?.default())
    }

    /// Sets a key back to its default; one that is unset by default is unset.
    pub fn reset(&mut self, key: &str) {
        match self.schema.find(key).and_then(Param::default) {
            Some(value) => self.values.insert(key.to_owned(), (value.clone(), Origin::Default)),
            None => self.values.remove(key),
        };
    }

    /// Sets a key from the text `key=value` of the command line. Words need no quotes. (The command
    /// line itself, where several options set keys, names them by [`RuleSet::set_by`].)
    ///
    /// # Errors
    /// As [`RuleSet::set`], and a text without `=`.
    pub fn set_text(&mut self, setting: &str) -> Result<(), RuleIssue> {
        self.set_by("--set", setting)
    }

    /// Sets a value as [`RuleSet::set_text`] does, for an option of another name.
    ///
    /// # Errors
    /// As [`RuleSet::set_text`].
    pub fn set_by(&mut self, option: &str, setting: &str) -> Result<(), RuleIssue> {
        let origin = Origin::Option(format!("{option} {setting}"));
        let Some((key, text)) = setting.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            let mut params = self.schema.params.iter();
            let example = params.find_map(|p| Some(format!(", such as {}={}", p.key, p.default()?)));
            let message =
                format!("`{setting}` is no setting: write key=value{}", example.unwrap_or_default());
            return Err(RuleIssue { message, origin: Some(origin) });
        };
        let (key, text) = (key.trim(), text.trim());
        let is_list = self.schema.find(key).is_some_and(|param| param.len.is_some());
        let value = Value::from_text(text)
            .or_else(|| Value::from_text(&format!("[{text}]")).filter(|_| is_list && text.contains(',')))
            .unwrap_or_else(|| Value::Text(text.to_owned()));
        self.set(key, &value, origin)
    }

    /// Overrides with all settings of a rule file's text. `name` is the file's, for messages.
    ///
    /// # Errors
    /// Text that is no TOML, unknown keys, values outside their range: all of them.
    pub fn read_toml(&mut self, text: &str, name: &str) -> Result<(), RuleError> {
        let doc = Document::parse(text.to_owned()).map_err(|e| {
            let (line, mut message) = toml_fault(text, &e);
            if let Some(key) = key_in_line(text, line).filter(|key| self.schema.find(key).is_some()) {
                let range = self.schema.find(&key).map(Param::range_text).unwrap_or_default();
                message += &format!("; `{key}` may be: {range}");
            }
            let origin = Origin::File { name: name.to_owned(), line };
            RuleError { faults: vec![RuleIssue { message, origin: Some(origin) }] }
        })?;
        let mut faults = Vec::new();
        self.read_table(doc.as_table(), "", text, name, &mut faults);
        if faults.is_empty() { Ok(()) } else { Err(RuleError { faults }) }
    }

    fn read_table(
        &mut self,
        table: &dyn TableLike,
        path: &str,
        text: &str,
        name: &str,
        faults: &mut Vec<RuleIssue>,
    ) {
        for (word, item) in table.iter() {
            let key = if path.is_empty() { word.to_owned() } else { format!("{path}.{word}") };
            let span = table.key(word).and_then(toml_edit::Key::span).or_else(|| item.span());
            let line = line_of(text, span);
            let origin = Origin::File { name: name.to_owned(), line };
            if let Some(inner) = item.as_table_like() {
                self.read_table(inner, &key, text, name, faults);
            } else if let Some(value) = item.as_value().and_then(Value::from_toml) {
                if let Err(fault) = self.set(&key, &value, origin) {
                    faults.push(fault);
                }
            } else if !matches!(item, Item::None) {
                let range = self.schema.find(&key).map_or_else(|| "a value".to_owned(), Param::range_text);
                let shown = Value::Text(item.to_string().trim().to_owned());
                let message = self.range_message(&key, &shown, &range);
                faults.push(RuleIssue { message, origin: Some(origin) });
            }
        }
    }

    /// Returns why this value of a known key is not allowed.
    fn refusal(&self, param: &Param, key: &str, value: &Value) -> String {
        let message = match (param.missed_step(value), &self.schema.messages.step, &param.message) {
            (Some(step), Some(text), _) => text.replace("{key}", key).replace("{step}", &step.to_string()),
            (_, _, Some(text)) => text.clone(),
            _ => self.range_message(key, value, &param.range_text()),
        };
        if let Some(limit) = param.limit_passed(value) {
            return format!("{message}; {limit} in this program");
        }
        if param.is_quoted(value) {
            return format!("{message}; write it without quotes");
        }
        if let Some(near) = param.nearest_word(value) {
            return format!("{message}; did you mean `{near}`?");
        }
        match self.change_meant(param, key, value) {
            Some(sum) => format!("{message}; it is the value itself that is set, not a change: {key}={sum}"),
            None => message,
        }
    }

    /// Returns what a whole number would come to with the change that a text such as `+2` means, if that is allowed.
    fn change_meant(&self, param: &Param, key: &str, value: &Value) -> Option<i64> {
        let (Value::Text(text), Some(Value::Int(now))) = (value, self.get(key)) else { return None };
        let change: i64 = text.strip_prefix('+')?.trim().parse().ok()?;
        now.checked_add(change).filter(|&sum| param.admit(&Value::Int(sum)).is_some())
    }

    fn range_message(&self, key: &str, value: &Value, range: &str) -> String {
        let param = self.schema.find(key);
        // A word is shown as it was typed, without quotes, unless these are what is wrong.
        let value = match value {
            Value::Text(text) if !param.is_some_and(|p| p.is_quoted(value)) => text.clone(),
            other => other.to_string(),
        };
        let messages = &self.schema.messages;
        let takes_words = param.is_some_and(|p| p.flag || !p.words.is_empty());
        let wording = messages.word.as_ref().filter(|_| takes_words).unwrap_or(&messages.range);
        wording.replace("{key}", key).replace("{value}", &value).replace("{range}", range)
    }

    /// Returns the value of a key, if it is set.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key).map(|(value, _)| value)
    }

    /// Returns a fault in the setting of this key, worded by the game.
    pub fn fault(&self, key: &str, message: impl Into<String>) -> RuleIssue {
        let origin = self.values.get(key).map(|(_, origin)| origin.clone());
        RuleIssue { message: message.into(), origin: origin.filter(|o| *o != Origin::Default) }
    }

    /// Returns a whole number. The key must be one that the schema declares as such.
    pub fn int(&self, key: &str) -> i64 {
        match self.get(key) {
            Some(Value::Int(i)) => *i,
            other => unreachable!("{key} is declared as a whole number, but is {other:?}"),
        }
    }

    /// Returns a whole number, as a size.
    pub fn count(&self, key: &str) -> usize {
        usize::try_from(self.int(key)).expect("counts are declared with a range from 0")
    }

    /// Returns a real number. The key must be one that the schema declares as such.
    pub fn real(&self, key: &str) -> f64 {
        match self.get(key) {
            Some(Value::Real(x)) => *x,
            other => unreachable!("{key} is declared as a real number, but is {other:?}"),
        }
    }

    /// Returns true or false. The key must be one that the schema declares as such.
    pub fn flag(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Bool(b)) => *b,
            other => unreachable!("{key} is declared as a flag, but is {other:?}"),
        }
    }

    /// Returns a word. The key must be one that the schema declares as such.
    pub fn word(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Value::Text(s)) => s,
            other => unreachable!("{key} is declared as a word, but is {other:?}"),
        }
    }

    /// Returns a list. The key must be one that the schema declares as such.
    pub fn list(&self, key: &str) -> &[Value] {
        match self.get(key) {
            Some(Value::List(list)) => list,
            other => unreachable!("{key} is declared as a list, but is {other:?}"),
        }
    }

    /// Returns all keys that are set, in the order of the spec; members of families after their family's
    /// place, by name.
    pub fn entries(&self) -> Vec<(&str, &Value)> {
        let mut entries = Vec::new();
        for param in &self.schema.params {
            if param.is_family() {
                entries.extend(self.values.iter().filter_map(|(key, (value, _))| {
                    let owner = self.schema.find(key)?;
                    (owner.key == param.key).then_some((key.as_str(), value))
                }));
            } else if let Some((key, (value, _))) = self.values.get_key_value(&param.key) {
                entries.push((key.as_str(), value));
            }
        }
        entries
    }

    /// Returns all keys and values as one flat JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        let map = self.entries().into_iter().map(|(k, v)| (k.to_owned(), v.to_json()));
        serde_json::Value::Object(map.collect())
    }

    /// Returns a short hash of the game and all values: the same rules, the same hash, in whatever folder a script
    /// lies.
    pub fn hash(&self) -> String {
        let mut text = format!("{}\n", game_name(&self.schema.game));
        if !self.schema.version.is_empty() {
            let _ = writeln!(text, "version {}", self.schema.version);
        }
        for (key, value) in self.entries() {
            let _ = writeln!(text, "{key} = {value}");
        }
        hex(&Sha256::digest(text.as_bytes())[..8])
    }

    /// Returns the whole rule set as a TOML file, each key with a comment: meaning, range, origin.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let mut tables: Vec<&str> = Vec::new();
        for param in &self.schema.params {
            let table = table_of(&param.key);
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        // Keys outside any table must come first in a TOML file.
        tables.sort_by_key(|table| !table.is_empty());
        // Members of families stand in their own table, which may be opened only once.
        let mut members: Vec<_> = self
            .entries()
            .into_iter()
            .filter(|(key, _)| self.schema.find(key).is_some_and(Param::is_family))
            .collect();
        for table in tables {
            if !table.is_empty() && !table.contains('*') {
                let _ = write!(out, "\n[{table}]\n");
            }
            for param in self.schema.params.iter().filter(|p| table_of(&p.key) == table) {
                let _ = writeln!(out, "# {}", param.about);
                let _ = writeln!(out, "# Allowed: {}. Default from: {}.", param.range_text(), param.from);
                let name = last_word(&param.key);
                if param.is_family() {
                    let _ = writeln!(out, "# Unset by default: {} = ...", param.key);
                } else if let Some(value) = self.get(&param.key) {
                    let _ = writeln!(out, "{name} = {value}");
                } else {
                    let _ = writeln!(out, "# Unset by default: {name} = ...");
                }
            }
            write_members(&mut out, &mut members, table);
        }
        while let Some(&(first, _)) = members.first() {
            let table = table_of(first);
            let _ = write!(out, "\n[{table}]\n");
            write_members(&mut out, &mut members, table);
        }
        out.trim_start().to_owned()
    }
}

/// Writes those of these keys that stand in this table, and leaves the others.
fn write_members(out: &mut String, members: &mut Vec<(&str, &Value)>, table: &str) {
    members.retain(|(key, value)| {
        let here = table_of(key) == table;
        if here {
            let _ = writeln!(out, "{} = {value}", last_word(key));
        }
        !here
    });
}

fn table_of(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(table, _)| table)
}

fn last_word(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}
