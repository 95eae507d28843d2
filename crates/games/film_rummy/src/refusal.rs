//! Refusals of single settings, with what is wrong with them.

use ludometer_model::{RuleError, RuleSet, Value};

/// Reads ids that can stand in a rule file's keys and in the words of an action.
///
/// # Errors
/// The first that can't, or that stands there twice.
pub(super) fn plain_ids(rules: &RuleSet, key: &str) -> Result<Vec<String>, RuleError> {
    let mut ids = Vec::new();
    for value in rules.list(key) {
        let text = if let Value::Text(text) = value { text.as_str() } else { "" };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if text.is_empty() || !text.chars().all(plain) {
            return Err(refused(rules, key, &format!("{value} is none: letters, digits, _ and - only")));
        }
        if ids.iter().any(|id| id == text) {
            return Err(refused(rules, key, &format!("{value} is in the list twice")));
        }
        ids.push(text.to_owned());
    }
    Ok(ids)
}

/// Returns the error about a value that is outside its range.
pub(super) fn out_of_range(rules: &RuleSet, key: &str) -> RuleError {
    fault(rules, key, range_message(rules, key))
}

/// Returns the error about a value that is of the right kind and length, but wrong in this way.
pub(super) fn refused(rules: &RuleSet, key: &str, why: &str) -> RuleError {
    fault(rules, key, format!("{}; {why}", range_message(rules, key)))
}

fn range_message(rules: &RuleSet, key: &str) -> String {
    let param = rules.schema().find(key);
    let range = param.map_or_else(String::new, ludometer_model::Param::range_text);
    let value = match rules.get(key) {
        Some(Value::Text(word)) => word.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    format!("{key} = {value}: allowed are {range}")
}

/// Returns a fault of this key alone.
pub(super) fn fault(rules: &RuleSet, key: &str, message: String) -> RuleError {
    RuleError { faults: vec![rules.fault(key, message)] }
}
