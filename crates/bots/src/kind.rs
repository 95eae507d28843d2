//! The kinds of bots: their names, their settings in a game design, and how both are read as they are typed.

use std::fmt::Write as _;

use super::error::BotError;
use super::file;
use super::flat::{FlatSettings, LookaheadSettings};
use super::learned::{LearnedSettings, weight_of_learned};
use super::mcts::SearchSettings;
use super::network::own_settings;
use ludometer_model::{did_you_mean, nearest};
use ludometer_playable::{CustomBot, Design, Setting};

/// The kinds of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotKind {
    /// Uniform over the legal actions.
    Random,
    /// The action that looks best.
    Greedy,
    /// One step of expectation over the game's own estimate.
    Lookahead,
    /// Playouts after every action, without a tree.
    FlatMc,
    /// Information-set Monte Carlo tree search.
    Mcts,
    /// The action that a network from a strategy file values most.
    Learned,
    /// A table of choices from a strategy file.
    Tabular,
    /// A script from a strategy file.
    Script,
    /// A program of its own, started as a strategy file tells.
    Process,
    /// A bot that the program adds ([`CustomBot`](ludometer_playable::CustomBot)), which has a name of its own.
    Custom,
}

impl BotKind {
    /// Returns the name of a built-in bot; of all others, the word for their kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Lookahead => "lookahead",
            Self::FlatMc => "flat-mc",
            Self::Mcts => "mcts",
            Self::Learned => "learned",
            Self::Tabular => "tabular",
            Self::Script => "script",
            Self::Process => "process",
            Self::Custom => "custom",
        }
    }
}

const fn built_in(kind: BotKind, about: &'static str) -> (BotKind, &'static str, &'static str) {
    (kind, kind.name(), about)
}

/// The bot that plays by the network of a game, where the program has one, with one line about it.
pub const LEARNED: (&str, &str) =
    (BotKind::Learned.name(), "what a network that learned by self-play values most, in imagined states");

/// The built-in bots with their names and one line about each.
pub const KINDS: &[(BotKind, &str, &str)] = &[
    built_in(BotKind::Random, "uniform over the legal actions"),
    built_in(BotKind::Greedy, "the action that looks best by the game design's own estimate"),
    built_in(BotKind::Lookahead, "the best position after one step, by the game design's own estimate"),
    built_in(BotKind::FlatMc, "the best mean of playouts after one step"),
    built_in(BotKind::Mcts, "information-set Monte Carlo tree search"),
];

/// A bot of the program, built in or its own, as it can be named.
pub(super) struct Named {
    pub(super) kind: BotKind,
    pub(super) custom: Option<CustomBot>,
    pub(super) settings: Vec<Setting>,
}

/// Returns the bot of the program with this name.
pub(super) fn named(name: &str, design: &Design) -> Result<Named, BotError> {
    if let Some(&(kind, ..)) = KINDS.iter().find(|built_in| built_in.1 == name) {
        return Ok(Named { kind, custom: None, settings: kind_settings(kind, design) });
    }
    if let Some(bot) = design.custom_bots.iter().find(|bot| bot.name() == name) {
        return Ok(Named {
            kind: BotKind::Custom,
            custom: Some(bot.clone()),
            settings: bot.settings().to_vec(),
        });
    }
    if name == LEARNED.0 {
        return Ok(Named { kind: BotKind::Learned, custom: None, settings: own_settings(design)? });
    }
    let custom = design.custom_bots.iter().map(CustomBot::name);
    let learned = design.network.iter().map(|_| LEARNED.0);
    let names: Vec<&str> = KINDS.iter().map(|built_in| built_in.1).chain(learned).chain(custom).collect();
    let path = file::meant(name);
    let hint = did_you_mean(path.as_deref().or_else(|| nearest(name, names.iter().copied())));
    Err(BotError::Unknown { name: name.to_owned(), hint, known: names.join(", ") })
}

/// Returns the settings of a kind of bot in this game design, with the design's own defaults.
pub fn kind_settings(kind: BotKind, design: &Design) -> Vec<Setting> {
    let list = match kind {
        BotKind::Greedy => &design.heuristic_weights,
        BotKind::Lookahead => LookaheadSettings::LIST,
        BotKind::FlatMc => FlatSettings::LIST,
        BotKind::Mcts => SearchSettings::LIST,
        BotKind::Learned => LearnedSettings::LIST,
        // Of scripts and processes their files tell, of a program's own bots their makers.
        BotKind::Random | BotKind::Tabular | BotKind::Script | BotKind::Process | BotKind::Custom => &[],
    };
    let mut settings = list.to_vec();
    if kind == BotKind::Learned {
        settings.extend(design.heuristic_weights.iter().map(weight_of_learned));
    }
    for default in design.bot_defaults.iter().filter(|default| default.bot == kind.name()) {
        for setting in settings.iter_mut().filter(|setting| setting.name == default.setting) {
            setting.default = default.value;
        }
    }
    settings
}

/// Returns the defaults of these settings.
pub(super) fn defaults(settings: &[Setting]) -> Vec<f64> {
    settings.iter().map(|setting| setting.default).collect()
}

/// Reads `key=value,key=value` over the values of these settings. `bot` is named in errors, and
/// `text` is what was typed.
pub(super) fn read_settings(
    bot: &str,
    settings: &[Setting],
    rest: &str,
    text: &str,
    values: &mut [f64],
) -> Result<(), BotError> {
    for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            return Err(BotError::NoValue { setting: part.to_owned(), text: text.to_owned() });
        };
        read_setting(bot, settings, key.trim(), value.trim(), values)?;
    }
    Ok(())
}

pub(super) fn read_setting(
    bot: &str,
    settings: &[Setting],
    key: &str,
    value: &str,
    values: &mut [f64],
) -> Result<(), BotError> {
    let Some(i) = settings.iter().position(|s| s.name == key) else {
        let keys: Vec<&str> = settings.iter().map(|s| &*s.name).collect();
        let known = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
        let hint = if key.contains(':') {
            " (settings are separated by commas, bots by spaces)".to_owned()
        } else {
            did_you_mean(nearest(key, keys.iter().copied()))
        };
        return Err(BotError::UnknownSetting { bot: bot.to_owned(), key: key.to_owned(), hint, known });
    };
    values[i] = settings[i].choices.read(value).ok_or_else(|| BotError::OutOfRange {
        bot: bot.to_owned(),
        key: key.to_owned(),
        value: value.to_owned(),
        allowed: settings[i].choices.allowed(),
    })?;
    Ok(())
}

/// Returns the name with the values that differ from the defaults.
pub(super) fn full_name(name: &str, settings: &[Setting], values: &[f64], defaults: &[f64]) -> String {
    let mut full = name.to_owned();
    let mut separator = ':';
    for ((setting, value), default) in settings.iter().zip(values).zip(defaults) {
        if value != default {
            let _ = write!(full, "{separator}{}={}", setting.name, setting.choices.show(*value));
            separator = ',';
        }
    }
    full
}
