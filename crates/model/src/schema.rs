//! A game's parameters as data: every key with its default, range, origin and meaning, read from
//! the TOML file embedded in the game's folder.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use toml_edit::{ArrayOfTables, DocumentMut, Item};

use super::names::Names;
use super::text::nearest;

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A real number.
    Real(f64),
    /// Yes or no.
    Bool(bool),
    /// A word.
    Text(String),
    /// Several values.
    List(Vec<Value>),
}

impl Value {
    /// Returns the value of a TOML item, unless it is a kind that no parameter has (a date, a table).
    pub fn from_toml(item: &toml_edit::Value) -> Option<Self> {
        Some(match item {
            toml_edit::Value::Integer(i) => Self::Int(*i.value()),
            toml_edit::Value::Float(f) => Self::Real(*f.value()),
            toml_edit::Value::Boolean(b) => Self::Bool(*b.value()),
            toml_edit::Value::String(s) => Self::Text(s.value().clone()),
            toml_edit::Value::Array(a) => Self::List(a.iter().map(Self::from_toml).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    /// Returns the value that this text is in a rule file, if it is one. A number with a leading `+` is none: who
    /// writes it means a change.
    pub fn from_text(text: &str) -> Option<Self> {
        if text.starts_with('+') {
            return None;
        }
        text.parse::<toml_edit::Value>().ok().and_then(|v| Self::from_toml(&v))
    }

    /// Returns this value as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Int(i) => (*i).into(),
            Self::Real(f) => (*f).into(),
            Self::Bool(b) => (*b).into(),
            Self::Text(s) => s.clone().into(),
            Self::List(l) => l.iter().map(Self::to_json).collect(),
        }
    }
}

/// As it is written in a rule file.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(i) => write!(f, "{i}"),
            Self::Real(x) => write!(f, "{x:?}"),
            Self::Bool(b) => write!(f, "{b}"),
            Self::Text(s) => write!(f, "{}", toml_edit::Value::from(s.as_str())),
            Self::List(l) => {
                f.write_str("[")?;
                for (i, v) in l.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{v}")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// One parameter, as the game's `rules.toml` describes it.
///
/// A value may be any of the union of `range`, `reals`, `words`, `numbers`, `flag` and `text`; with `len` it
/// is a list of such values, with `or_one` as well as `len` a list or a single one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// The dotted key. A segment `*` stands for any word: a family of keys, each unset by default.
    pub key: String,
    /// Its meaning, in one line.
    pub about: String,
    /// Where the default comes from: `rulebook`, `source` or `assumed`.
    pub from: String,
    #[serde(skip)]
    default: Option<Value>,
    /// Whole numbers from .. to (both included).
    #[serde(default)]
    pub range: Option<[i64; 2]>,
    /// Real numbers from .. to (both included).
    #[serde(default)]
    pub reals: Option<[f64; 2]>,
    /// Words to choose from.
    #[serde(default)]
    pub words: Vec<String>,
    /// Whole numbers to choose from, in order.
    #[serde(default)]
    pub numbers: Vec<i64>,
    /// True or false.
    #[serde(default)]
    pub flag: bool,
    /// Any text (checked by the game).
    #[serde(default)]
    pub text: bool,
    /// The shortest and longest list.
    #[serde(default)]
    pub len: Option<[usize; 2]>,
    /// A single value may stand in place of a list.
    #[serde(default)]
    pub or_one: bool,
    /// The range in words, where the default wording would mislead.
    #[serde(default)]
    pub shown: Option<String>,
    /// Whole numbers must be multiples of this, and not negative.
    #[serde(default)]
    pub step: Option<i64>,
    /// The error for a value outside the range, in place of the game's general one.
    #[serde(default)]
    pub message: Option<String>,
}

impl Param {
    /// Returns the default, if the key is set by default.
    pub const fn default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// Returns true for a family of keys.
    pub fn is_family(&self) -> bool {
        self.key.split('.').any(|s| s == "*")
    }

    fn covers(&self, key: &str) -> bool {
        let mut mine = self.key.split('.');
        let mut theirs = key.split('.');
        loop {
            match (mine.next(), theirs.next()) {
                (None, None) => return true,
                (Some(m), Some(t)) if m == t || m == "*" => {}
                _ => return false,
            }
        }
    }

    /// Returns the step that this whole number misses, if there is one.
    pub fn missed_step(&self, value: &Value) -> Option<i64> {
        match self.meant(value) {
            Value::Int(i) => self.step.filter(|step| i < 0 || i % step != 0),
            _ => None,
        }
    }

    /// Returns true for a text that would be allowed without its quotes.
    pub fn is_quoted(&self, value: &Value) -> bool {
        let Value::Text(text) = value else { return false };
        Value::from_text(text).is_some_and(|bare| self.admit(&bare).is_some())
    }

    /// Returns the allowed word most like the one that is not allowed here, if any is near.
    pub fn nearest_word(&self, value: &Value) -> Option<&str> {
        let flags = if self.flag { ["true", "false"].as_slice() } else { &[] };
        let words = || self.words.iter().map(String::as_str).chain(flags.iter().copied());
        match value {
            Value::Text(text) if !words().any(|word| word == text) => nearest(&text.to_lowercase(), words()),
            Value::List(list) => list.iter().find_map(|one| self.nearest_word(one)),
            _ => None,
        }
    }

    /// Returns the value that is meant: where no real numbers are, a whole one is meant by 8.0 and 1e1.
    fn meant(&self, value: &Value) -> Value {
        match value {
            // Up to 2^53 every whole number is exact.
            Value::Real(x)
                if self.reals.is_none() && x.fract() == 0.0 && x.abs() <= 9_007_199_254_740_992.0 =>
            {
                Value::Int(*x as i64)
            }
            Value::List(list) => Value::List(list.iter().map(|v| self.meant(v)).collect()),
            other => other.clone(),
        }
    }

    /// Returns the limit of this program that the value is beyond, in words, where the range in words tells of none.
    pub fn limit_passed(&self, value: &Value) -> Option<String> {
        let shown = self.shown.as_ref().filter(|_| self.words.is_empty())?;
        let reported = |limit: String| !shown.contains(&limit);
        match self.meant(value) {
            Value::Int(i) => self
                .range
                .filter(|[_, high]| i > *high && reported(high.to_string()))
                .map(|[_, high]| format!("at most {high}")),
            Value::List(list) => {
                let long = self.len.filter(|[_, most]| list.len() > *most && reported(most.to_string()));
                let long = long.map(|[_, most]| format!("at most {most} of these"));
                long.or_else(|| list.iter().find_map(|one| self.limit_passed(one)))
            }
            _ => None,
        }
    }

    /// Returns the values allowed, in words.
    pub fn range_text(&self) -> String {
        if let Some(shown) = &self.shown {
            return shown.clone();
        }
        let mut parts = Vec::new();
        if let Some([low, high]) = self.range {
            parts.push(format!("{low}..{high}"));
        }
        if let Some([low, high]) = self.reals {
            parts.push(format!("{low} to {high}"));
        }
        if self.flag {
            parts.push("true, false".to_owned());
        }
        let in_steps = steps_of(&self.numbers);
        if let Some(steps) = &in_steps {
            parts.push(steps.clone());
        }
        let numbers = self.numbers.iter().filter(|_| in_steps.is_none()).map(ToString::to_string);
        let listed: Vec<String> = numbers.chain(self.words.iter().cloned()).collect();
        if !listed.is_empty() {
            parts.push(listed.join(", "));
        }
        if self.text {
            parts.push("text".to_owned());
        }
        let one = parts.join(" or ");
        match self.len {
            None => one,
            Some([low, high]) if low == high && !self.or_one => {
                format!("a list of {low}, with commas between, of: {one}")
            }
            Some([low, high]) if self.or_one => format!("{one}, or a list of {low} to {high} of these"),
            Some([low, high]) => format!("a list of {low} to {high} of: {one}"),
        }
    }

    /// Returns the value in the form that the game reads (a whole number where a real one is meant becomes
    /// real, and the other way round), or `None` if it isn't allowed.
    pub fn admit(&self, value: &Value) -> Option<Value> {
        let value = &self.meant(value);
        if self.missed_step(value).is_some() {
            return None;
        }
        if let Some([low, high]) = self.len {
            return match value {
                Value::List(list) if (low..=high).contains(&list.len()) => {
                    list.iter().map(|v| self.admit_one(v)).collect::<Option<_>>().map(Value::List)
                }
                Value::List(_) => None,
                one if self.or_one => self.admit_one(one),
                _ => None,
            };
        }
        self.admit_one(value)
    }

    fn admit_one(&self, value: &Value) -> Option<Value> {
        let real = |x: f64| self.reals.is_some_and(|[low, high]| low <= x && x <= high);
        match value {
            Value::Int(i) if self.range.is_some_and(|[low, high]| low <= *i && *i <= high) => {
                Some(value.clone())
            }
            Value::Int(i) if self.numbers.contains(i) => Some(value.clone()),
            Value::Int(i) if real(*i as f64) => Some(Value::Real(*i as f64)),
            Value::Real(x) if real(*x) => Some(value.clone()),
            Value::Bool(_) if self.flag => Some(value.clone()),
            Value::Text(s) if self.text || self.words.iter().any(|w| w == s) => Some(value.clone()),
            // A word that is a number is written without quotes.
            Value::Int(i) => {
                let word = i.to_string();
                self.words.contains(&word).then_some(Value::Text(word))
            }
            _ => None,
        }
    }
}

/// Returns numbers that are evenly apart in words, if there are enough of them.
fn steps_of(numbers: &[i64]) -> Option<String> {
    const FEWEST: usize = 5;
    let (first, last) = (numbers.first()?, numbers.last()?);
    let step = numbers.get(1)? - first;
    let is_even = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
    (numbers.len() >= FEWEST && is_even).then(|| format!("{first}..{last} in steps of {step}"))
}

/// Texts of the errors that every game's spec words for itself. `{key}`, `{value}`, `{range}`
/// stand for what is meant. A description without them gets plain ones.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// For a key that the game hasn't got.
    pub unknown: String,
    /// For a value of the wrong type or outside its range.
    pub range: String,
    /// For a whole number that is negative or no multiple of its `{step}`.
    #[serde(default)]
    pub step: Option<String>,
    /// For a value of a parameter that is one of several words, or true or false, where it is worded apart.
    #[serde(default)]
    pub word: Option<String>,
}

impl Default for Messages {
    fn default() -> Self {
        Self {
            unknown: "there is no parameter `{key}`".to_owned(),
            range: "`{key}` is {value}, but must be {range}".to_owned(),
            step: None,
            word: None,
        }
    }
}

/// All parameters of a game, in the order of its spec.
#[derive(Debug)]
pub struct Schema {
    /// The game's id.
    pub game: String,
    /// The mark of a version of the game among those that have the same parameters: the hash of a script, or nothing.
    pub version: String,
    /// The usual number of seats.
    pub usual_seats: usize,
    /// The key that holds the number of seats, if the game has one.
    pub seats_key: Option<String>,
    /// Error texts.
    pub messages: Messages,
    /// Display names.
    pub names: Names,
    /// The parameters.
    pub params: Vec<Param>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemaFile {
    game: String,
    usual_seats: usize,
    #[serde(default)]
    seats_key: Option<String>,
    #[serde(default)]
    messages: Messages,
    #[serde(default)]
    names: Names,
}

impl Schema {
    /// Reads the embedded description of a game's parameters, of which there may be none.
    ///
    /// # Errors
    /// A text that says what is wrong with it (a test reads every game's).
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut doc: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| e.to_string())?;
        let tables = match doc.remove("param") {
            Some(Item::ArrayOfTables(tables)) => tables,
            None => ArrayOfTables::new(),
            Some(_) => return Err("`param` is no list of [[param]] tables".to_owned()),
        };
        let head: SchemaFile = toml_edit::de::from_document(doc).map_err(|e| e.to_string())?;
        let mut params = Vec::new();
        for mut table in tables {
            let default = table.remove("default");
            let doc = DocumentMut::from(table);
            let mut param: Param =
                toml_edit::de::from_document(doc.clone()).map_err(|e| format!("{e}in {doc}"))?;
            if let Some(item) = default {
                let value = item.as_value().and_then(Value::from_toml);
                let value = value.and_then(|v| param.admit(&v));
                param.default =
                    Some(value.ok_or_else(|| format!("{}: the default is outside its range", param.key))?);
            }
            if !["rulebook", "source", "assumed"].contains(&param.from.as_str()) {
                return Err(format!("{}: unknown origin {}", param.key, param.from));
            }
            params.push(param);
        }
        let SchemaFile { game, usual_seats, seats_key, messages, names } = head;
        Ok(Self { game, version: String::new(), usual_seats, seats_key, messages, names, params })
    }

    /// Returns the parameter that this key belongs to.
    pub fn find(&self, key: &str) -> Option<&Param> {
        // An exact key goes before a family that covers it too.
        self.params.iter().find(|p| p.key == key).or_else(|| self.params.iter().find(|p| p.covers(key)))
    }

    /// Returns the known key most like this one, if any is near.
    pub fn nearest(&self, key: &str) -> Option<&str> {
        nearest(&key.to_lowercase(), self.params.iter().map(|p| p.key.as_str()))
    }
}

/// A schema that is parsed once, from the text embedded in the game's folder.
pub struct LazySchema {
    text: &'static str,
    parsed: OnceLock<Arc<Schema>>,
}

impl LazySchema {
    /// Returns the schema in this text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, parsed: OnceLock::new() }
    }

    /// Returns the schema, parsed.
    pub fn get(&self) -> Arc<Schema> {
        let parse = || Schema::parse(self.text).expect("embedded descriptions are checked by the tests");
        Arc::clone(self.parsed.get_or_init(|| Arc::new(parse())))
    }
}
