//! Strategy files with a `policy`: what `train --method regret` wrote.

use std::sync::Arc;

use toml_edit::TableLike;

use super::network_file::{numbers, unknown};
use super::parse_error::ParseError;
use super::preset::{Reader, parse, text_of, texts_of};
use super::scope::Scope;
use super::tabular::PolicyTable;

/// The keys of such a file.
pub(super) const KEYS: &[&str] = &["about", "game", "games", "policy"];

/// The keys of its policy.
pub(super) const POLICY_KEYS: &[&str] = &["base", "players", "choices"];

/// A table of choices, and the rules that it is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolicyFile {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    pub(super) table: Arc<PolicyTable>,
    pub(super) scope: Scope,
}

impl PolicyFile {
    /// Reads a file's text; nothing if it has no `policy`.
    pub(super) fn read(text: &str) -> Result<Option<Self>, ParseError> {
        let doc = parse(text)?;
        let reader = Reader { text };
        let Some(item) = doc.get("policy") else { return Ok(None) };
        let line = reader.line(doc.as_table(), "policy", item);
        let wrong = || {
            ParseError::new(line, "`policy` must be a table, as `ludometer train --method regret` writes it")
        };
        let (table, scope) = Self::read_policy(&reader, item.as_table_like().ok_or_else(wrong)?, line)?;
        let mut file = Self { about: String::new(), games: Vec::new(), table: Arc::new(table), scope };
        for (key, item) in doc.iter() {
            let line = reader.line(doc.as_table(), key, item);
            match key {
                "about" => file.about = text_of(item, key, line)?,
                "game" => file.games = vec![text_of(item, key, line)?],
                "games" => file.games = texts_of(item, key, line)?,
                "policy" => {}
                _ => return Err(unknown(key, line, "a file with a policy", KEYS)),
            }
        }
        Ok(Some(file))
    }

    fn read_policy(
        reader: &Reader<'_>,
        policy: &dyn TableLike,
        at: usize,
    ) -> Result<(PolicyTable, Scope), ParseError> {
        let (mut scope, mut choices) = (Scope::default(), None);
        for (key, item) in policy.iter() {
            let line = reader.line(policy, key, item);
            match key {
                "base" => scope.base = text_of(item, key, line)?,
                "players" => scope.players = numbers(item, line)?,
                "choices" => {
                    let wrong = || ParseError::new(line, "`choices` must be a text in quotes, a view a line");
                    choices = Some((item.as_str().ok_or_else(wrong)?, line));
                }
                _ => return Err(unknown(key, line, "a policy", POLICY_KEYS)),
            }
        }
        let (text, line) = choices.ok_or_else(|| ParseError::new(at, "the policy has no `choices`"))?;
        let table = PolicyTable::from_text(text).map_err(|error| ParseError::new(line, error.to_string()))?;
        Ok((table, scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "about = \"x\"\ngames = [\"g\"]\n[policy]\nbase = \"cd\"\nplayers = [2]\nchoices = \"\"\"\n\
                        000000000000000a 2500 7500\n000000000000000b 10000\n\"\"\"\n";

    #[test]
    fn a_policy_with_all_there_is() {
        let file = PolicyFile::read(TEXT).unwrap().unwrap();
        assert_eq!(file.table.known(10, 2), Some(&[2500, 7500][..]));
        assert_eq!(file.table.len(), 2);
        assert_eq!((file.scope.players, file.scope.base.as_str()), (vec![2], "cd"));
        assert_eq!((file.about.as_str(), file.games), ("x", vec!["g".to_owned()]));
        assert_eq!(PolicyFile::read("bot = \"greedy\"\n"), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let fault = |from: &str, to: &str| PolicyFile::read(&TEXT.replace(from, to)).unwrap_err();
        assert!(fault("choices", "choice").message.contains("did you mean `choices`?"));
        assert!(fault("about", "abouts").message.contains("did you mean `about`?"));
        assert_eq!(fault("[2]", "2").line, Some(5));
        assert_eq!(fault("7500", "7501").line, Some(6));
        assert!(PolicyFile::read("policy = 1\n").unwrap_err().message.contains("must be a table"));
        assert!(PolicyFile::read("[policy]\n").unwrap_err().message.contains("has no `choices`"));
    }
}
