//! Strategy files with a `network`: what `train --method value` wrote.

use std::sync::Arc;

use toml_edit::{Item, TableLike};

use super::learned::LEVELS;
use super::parse_error::ParseError;
use super::preset::{Entry, Reader, parse, text_of, texts_of};
use super::scope::Scope;
use ludometer_learn::Network;
use ludometer_model::{did_you_mean, nearest};

/// The keys of such a file.
pub(super) const KEYS: &[&str] = &["about", "game", "games", "settings", "network"];

/// The keys of its network.
pub(super) const NETWORK_KEYS: &[&str] =
    &["inputs", "layout", "base", "players", "varied", "levels", "weights"];

/// A network, and what it was trained on, as its strategy file tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NetworkFile {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    /// The settings of `learned` that it plays best with.
    pub(super) settings: Vec<Entry>,
    pub(super) network: Arc<Network>,
    /// The hash of the names of the features that it reads.
    pub(super) layout: String,
    /// The rule sets and sizes of table that it learned.
    pub(super) scope: Scope,
    /// The temperatures of its levels, if they are known.
    pub(super) levels: Option<[f64; LEVELS]>,
}

impl NetworkFile {
    /// Reads a file's text; nothing if it has no `network`.
    pub(super) fn read(text: &str) -> Result<Option<Self>, ParseError> {
        let doc = parse(text)?;
        let reader = Reader { text };
        let Some(item) = doc.get("network") else { return Ok(None) };
        let line = reader.line(doc.as_table(), "network", item);
        let wrong = || ParseError::new(line, "`network` must be a table, as `ludometer train` writes it");
        let mut file = Self::read_network(&reader, item.as_table_like().ok_or_else(wrong)?, line)?;
        for (key, item) in doc.iter() {
            let line = reader.line(doc.as_table(), key, item);
            match key {
                "about" => file.about = text_of(item, key, line)?,
                "game" => file.games = vec![text_of(item, key, line)?],
                "games" => file.games = texts_of(item, key, line)?,
                "settings" => match item.as_table_like() {
                    Some(table) => file.settings = reader.entries(table)?,
                    None => return Err(ParseError::new(line, "`settings` must be a table: [settings]")),
                },
                "network" => {}
                _ => return Err(unknown(key, line, "a file with a network", KEYS)),
            }
        }
        Ok(Some(file))
    }

    fn read_network(reader: &Reader<'_>, table: &dyn TableLike, at: usize) -> Result<Self, ParseError> {
        let (mut inputs, mut weights) = (None, None);
        let (mut layout, mut scope, mut levels) = (String::new(), Scope::default(), None);
        for (key, item) in table.iter() {
            let line = reader.line(table, key, item);
            match key {
                "inputs" => {
                    let number = item.as_integer().and_then(|n| usize::try_from(n).ok());
                    let number = number.filter(|n| (1..=MAX_INPUTS).contains(n));
                    let right = format!("`inputs` must be a whole number from 1 to {MAX_INPUTS}");
                    inputs = Some(number.ok_or_else(|| ParseError::new(line, right))?);
                }
                "layout" => layout = text_of(item, key, line)?,
                "base" => scope.base = text_of(item, key, line)?,
                "players" => scope.players = numbers(item, line)?,
                "levels" => levels = Some(temperatures(item, line)?),
                "varied" => scope.varied = varied(item, line)?,
                "weights" => weights = Some((text_of(item, key, line)?, line)),
                _ => return Err(unknown(key, line, "a network", NETWORK_KEYS)),
            }
        }
        let missing = |key| ParseError::new(at, format!("the network has no `{key}`"));
        let inputs = inputs.ok_or_else(|| missing("inputs"))?;
        let (text, line) = weights.ok_or_else(|| missing("weights"))?;
        let network =
            Network::from_text(inputs, &text).map_err(|error| ParseError::new(line, error.to_string()))?;
        let network = Arc::new(network);
        let (about, games, settings) = Default::default();
        Ok(Self { about, games, settings, network, layout, scope, levels })
    }
}

/// The most inputs of a network.
const MAX_INPUTS: usize = 20_000;

pub(super) fn numbers(item: &Item, line: usize) -> Result<Vec<u64>, ParseError> {
    let number = |value: &toml_edit::Value| value.as_integer().and_then(|n| u64::try_from(n).ok());
    let list = item.as_array().and_then(|list| list.iter().map(number).collect());
    list.ok_or_else(|| ParseError::new(line, "`players` must be a list of numbers: players = [4]"))
}

/// Reads the temperatures of the levels.
fn temperatures(item: &Item, line: usize) -> Result<[f64; LEVELS], ParseError> {
    let number = |value: &toml_edit::Value| value.as_float().filter(|temperature| *temperature >= 0.0);
    let list: Option<Vec<f64>> = item.as_array().and_then(|list| list.iter().map(number).collect());
    list.and_then(|list| list.try_into().ok()).ok_or_else(|| {
        let right = format!("`levels` must be a list of {LEVELS} numbers from 0.0, such as inf and 0.02");
        ParseError::new(line, right)
    })
}

/// Reads what was varied: a table of keys with their values as text.
fn varied(item: &Item, line: usize) -> Result<Vec<(String, String)>, ParseError> {
    let wrong =
        || ParseError::new(line, "`varied` must be a table of texts: varied = { \"deck.x\" = \"2..6\" }");
    let table = item.as_table_like().ok_or_else(wrong)?;
    let entry = |(key, item): (&str, &Item)| Some((key.to_owned(), item.as_str()?.to_owned()));
    table.iter().map(entry).collect::<Option<_>>().ok_or_else(wrong)
}

pub(super) fn unknown(key: &str, line: usize, what: &str, keys: &[&str]) -> ParseError {
    let hint = did_you_mean(nearest(key, keys.iter().copied()));
    ParseError::new(line, format!("unknown key `{key}`{hint}; {what} has {}", keys.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let weights = Network::new(2, 1).to_text();
        format!(
            "about = \"x\"\ngames = [\"g\"]\n[settings]\nworlds = 3\n[network]\ninputs = 2\nlayout = \"ab\"\n\
             base = \"cd\"\nplayers = [3, 4]\nvaried = {{ \"a.b\" = \"2..6\" }}\n\
             levels = [inf, 0.1, 0.05, 0.02, 0.0]\nweights = \"\"\"\n{weights}\n\"\"\"\n"
        )
    }

    #[test]
    fn a_network_with_all_there_is() {
        let file = NetworkFile::read(&text()).unwrap().unwrap();
        assert_eq!((file.network.inputs(), file.layout.as_str(), file.scope.base.as_str()), (2, "ab", "cd"));
        let varied = vec![("a.b".to_owned(), "2..6".to_owned())];
        assert_eq!((file.scope.players, file.scope.varied), (vec![3, 4], varied));
        assert_eq!((file.settings.len(), file.games), (1, vec!["g".to_owned()]));
        assert_eq!(file.levels, Some([f64::INFINITY, 0.1, 0.05, 0.02, 0.0]));
        assert_eq!(NetworkFile::read("bot = \"greedy\"\n"), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let fault = |from: &str, to: &str| NetworkFile::read(&text().replace(from, to)).unwrap_err();
        assert_eq!(fault("inputs = 2", "inputs = 0").line, Some(6));
        assert!(fault("inputs = 2", "inputs = 3").message.contains("with 3 inputs"));
        assert!(fault("inputs = 2\n", "").message.contains("has no `inputs`"));
        assert!(fault("layout", "layouts").message.contains("did you mean `layout`?"));
        assert!(fault("about", "abouts").message.contains("did you mean `about`?"));
        assert_eq!(fault("[3, 4]", "4").line, Some(9));
        assert!(fault("\"2..6\"", "2").message.contains("a table of texts"));
        assert!(fault("0.1, ", "").message.contains("a list of 5 numbers"));
        assert!(fault("0.1", "-0.1").message.contains("a list of 5 numbers"));
    }
}
