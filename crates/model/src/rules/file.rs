//! Writes a rule set as a TOML file.

use std::fmt::Write as _;

use super::RuleSet;
use crate::schema::{Param, Value};

impl RuleSet {
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
