//! The scope of a network's lessons: the rule sets and sizes of table among which they were drawn.

use ludometer_model::{RuleSet, Value, range_ends};

/// The rule sets and sizes of table that a network learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// The numbers of players.
    pub players: Vec<u64>,
    /// The keys that were varied, with their values as they are written: `2..6`, or `a,b,c`.
    pub varied: Vec<(String, String)>,
    /// The hash of the rule set in which these keys, and that of the number of players, are as by default.
    pub base: String,
}

impl Scope {
    /// Returns the scope of lessons under this rule set, with these keys varied.
    pub fn new(rules: &RuleSet, players: Vec<u64>, varied: Vec<(String, String)>) -> Self {
        let mut scope = Self { players, varied, base: String::new() };
        scope.base = scope.base_of(rules);
        scope
    }

    /// Returns the hash of this rule set with what is varied as by default.
    fn base_of(&self, rules: &RuleSet) -> String {
        let mut base = rules.clone();
        let seats = rules.schema().seats_key.as_deref();
        for key in self.varied.iter().map(|(key, _)| key.as_str()).chain(seats) {
            base.reset(key);
        }
        base.hash()
    }

    /// Returns what of this rule set and table was in none of the lessons, in words; nothing if all was.
    pub fn unknown(&self, rules: &RuleSet, players: usize) -> Option<String> {
        let beyond = self.varied.iter().find_map(|(key, values)| {
            let value = rules.get(key)?;
            (!allows(values, value)).then(|| format!("`{key}` {value} (it learned {values})"))
        });
        if beyond.is_some() {
            return beyond;
        }
        if self.base != self.base_of(rules) {
            return Some("this rule set".to_owned());
        }
        let table = || format!("to play with {players} players");
        (!self.players.contains(&(players as u64))).then(table)
    }
}

/// Returns whether a value is among those that are written so.
fn allows(values: &str, value: &Value) -> bool {
    let written = |text: &str| value.to_string().trim_matches('"') == text.trim();
    let number = match value {
        Value::Int(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Bool(_) | Value::Text(_) | Value::List(_) => None,
    };
    match (range_ends(values), number) {
        (Some((low, high)), Some(number)) => {
            let end = |text: &str| text.parse::<f64>().ok();
            matches!((end(low), end(high)), (Some(low), Some(high)) if (low..=high).contains(&number))
        }
        _ => values.split(',').any(written),
    }
}
