//! Bots that play by a network: `learned`, or a search that values positions by it; and the rule sets and tables that it
//! learned.

use std::sync::Arc;

use super::error::{BotError, ParseError};
use super::estimator::{BY_NETWORK, LEAF};
use super::file::{Content, StrategyFile, TOML_ENDING};
use super::kind::{BotKind, defaults, kind_settings, read_setting};
use super::learned::LEVEL;
use super::toml_file::NetworkFile;
use ludometer_model::{RuleSet, Value, range_ends};
use ludometer_playable::{Choices, Design, Setting};

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

/// The bots that can play by a network, and what else can be said of it.
const NETWORK_KINDS: [BotKind; 4] = [BotKind::Learned, BotKind::Mcts, BotKind::Lookahead, BotKind::FlatMc];

/// The defaults of a search whose leaves a network values: these values differ less than the ends of games, and a tree of
/// one's own decisions comes further in as many leaves (`docs/learning-log.md`).
const BESIDE_LEARNED_LEAVES: [(&str, &str); 2] = [("exploration", "0.1"), ("tree", "self")];

/// Returns true if a setting with such a value asks for the network of the game.
pub(super) fn asks_for_network(settings: &[Setting], values: &[f64]) -> bool {
    settings.iter().zip(values).any(|(setting, value)| is_by_network(setting, *value))
}

fn is_by_network(setting: &Setting, value: f64) -> bool {
    matches!(setting.choices, Choices::Words(_)) && setting.choices.show(value) == BY_NETWORK
}

/// Returns true if a network values the leaves.
fn values_leaves(settings: &[Setting], values: &[f64]) -> bool {
    settings.iter().zip(values).any(|(setting, value)| setting.name == LEAF && is_by_network(setting, *value))
}

/// Returns these settings with the defaults that they have beside such values.
pub(super) fn beside(mut settings: Vec<Setting>, values: &[f64]) -> Vec<Setting> {
    if values_leaves(&settings, values) {
        for default in BESIDE_LEARNED_LEAVES {
            set_default(&mut settings, default);
        }
    }
    settings
}

/// Reads values of these settings: which of them are asked for may change the defaults of others.
pub(super) fn read_values(
    settings: Vec<Setting>,
    read: impl Fn(&[Setting], &mut [f64]) -> Result<(), BotError>,
) -> Result<(Vec<Setting>, Vec<f64>), BotError> {
    let mut values = defaults(&settings);
    read(&settings, &mut values)?;
    let settings = beside(settings, &values);
    values = defaults(&settings);
    read(&settings, &mut values)?;
    Ok((settings, values))
}

fn set_default(settings: &mut [Setting], (name, value): (&str, &str)) {
    for setting in settings.iter_mut().filter(|setting| setting.name == name) {
        setting.default = setting.choices.read(value).unwrap_or(setting.default);
    }
}

/// Returns the strategy file of the bot `learned`, whose text the program has.
pub(super) fn own_file(design: &Design) -> Result<StrategyFile, BotError> {
    let missing = || BotError::NotLearned { game: design.id.clone() };
    let text = design.network.as_ref().ok_or_else(missing)?;
    let mut file = StrategyFile::imagined(&format!("{BY_NETWORK}{TOML_ENDING}"), text)?;
    // It is in no file: its name alone brings it back.
    BY_NETWORK.clone_into(&mut file.path);
    Ok(file)
}

/// Returns the network of the program for this game.
pub(super) fn own_network(design: &Design) -> Result<Arc<NetworkFile>, BotError> {
    match own_file(design)?.content {
        Content::Network(network) => Ok(network),
        _ => Err(BotError::NotLearned { game: design.id.clone() }),
    }
}

/// Returns the settings of the bot `learned`.
pub(super) fn own_settings(design: &Design) -> Result<Vec<Setting>, BotError> {
    let file = Arc::new(own_file(design)?);
    match &file.content {
        Content::Network(network) => network_settings(&file, network, BotKind::Learned, design),
        _ => Err(BotError::NotLearned { game: design.id.clone() }),
    }
}

/// Takes `bot=NAME` off the settings of a bot with a network: who plays by it, `learned` if nothing is said.
pub(super) fn network_kind<'a>(stem: &str, rest: &'a str) -> Result<(BotKind, &'a str), BotError> {
    let Some(named) = rest.trim_start().strip_prefix("bot=") else { return Ok((BotKind::Learned, rest)) };
    let (name, rest) = named.split_once(',').unwrap_or((named, ""));
    let kind = NETWORK_KINDS.into_iter().find(|kind| kind.name() == name.trim());
    let kind = kind.ok_or_else(|| BotError::OutOfRange {
        bot: stem.to_owned(),
        key: "bot".to_owned(),
        value: name.to_owned(),
        allowed: NETWORK_KINDS.map(BotKind::name).join(", "),
    })?;
    Ok((kind, rest))
}

/// Returns the settings of a bot that plays by a network: of `learned`, with the defaults of the file.
pub(super) fn network_settings(
    file: &Arc<StrategyFile>,
    network: &NetworkFile,
    kind: BotKind,
    design: &Design,
) -> Result<Vec<Setting>, BotError> {
    let fault = |line: Option<usize>, text: String| BotError::from(file.fault(ParseError::new(line, text)));
    let mut settings = kind_settings(kind, design);
    if kind != BotKind::Learned {
        set_default(&mut settings, (LEAF, BY_NETWORK));
        return Ok(settings);
    }
    if network.levels.is_none() {
        settings.retain(|setting| setting.name != LEVEL);
    }
    let mut values = defaults(&settings);
    for entry in &network.settings {
        read_setting(BotKind::Learned.name(), &settings, &entry.key, &entry.value, &mut values)
            .map_err(|error| fault(Some(entry.line), error.to_string()))?;
    }
    Ok(settings.into_iter().zip(values).map(|(setting, default)| Setting { default, ..setting }).collect())
}
