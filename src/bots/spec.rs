//! How bots are named on the command line: `name` or `name:key=value,key=value`.

use std::fmt::Write as _;

use thiserror::Error;

use super::mcts::SearchSettings;
use crate::games::{Choices, Playable, Setting};
use crate::model::nearest;

/// The built-in bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotKind {
    /// Uniform over the legal actions.
    Random,
    /// The action that looks best.
    Greedy,
    /// Information-set Monte Carlo tree search.
    Mcts,
}

/// All kinds with their names and one line about each.
pub const KINDS: &[(BotKind, &str, &str)] = &[
    (BotKind::Random, "random", "uniform over the legal actions"),
    (BotKind::Greedy, "greedy", "the action that looks best by the game's own estimate"),
    (BotKind::Mcts, "mcts", "information-set Monte Carlo tree search"),
];

/// A bot as it was asked for: which, and the values of all its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// Which bot.
    pub kind: BotKind,
    /// The values of its settings, in order.
    pub values: Vec<f64>,
    /// Its name in reports: the settings that differ from the game's defaults included, in their
    /// order, so that equal bots have equal names.
    pub name: String,
}

/// A bot that can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No such bot.
    #[error("there is no bot `{name}`{hint}; there are: {known}")]
    Unknown {
        /// As it was given.
        name: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
        /// All names.
        known: String,
    },
    /// No such setting.
    #[error("`{bot}` has no setting `{key}`{hint}; it has: {known}")]
    UnknownSetting {
        /// The bot.
        bot: String,
        /// As it was given.
        key: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
        /// All settings.
        known: String,
    },
    /// A value outside its range.
    #[error("`{key}` of `{bot}` is {value}, but must be {allowed}")]
    OutOfRange {
        /// The bot.
        bot: String,
        /// The setting.
        key: String,
        /// As it was given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A setting without a value.
    #[error("`{setting}` in `{text}` is no setting: write bot:key=value,key=value")]
    NoValue {
        /// The part that isn't one.
        setting: String,
        /// The whole text.
        text: String,
    },
}

/// The settings of a kind of bot in this game, with the game's own defaults.
pub fn kind_settings<G: Playable>(kind: BotKind) -> Vec<Setting> {
    let (list, name) = match kind {
        BotKind::Random => (&[][..], "random"),
        BotKind::Greedy => (G::GREEDY, "greedy"),
        BotKind::Mcts => (SearchSettings::LIST, "mcts"),
    };
    let mut settings = list.to_vec();
    for &(bot, key, value) in G::TUNED {
        if bot == name {
            for setting in settings.iter_mut().filter(|s| s.name == key) {
                setting.default = value;
            }
        }
    }
    settings
}

impl Choices {
    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        match self {
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::Real(low, high) => format!("a number from {low} to {high}"),
            Self::Words(words) => words.join(" or "),
        }
    }

    fn read(&self, text: &str) -> Option<f64> {
        match *self {
            Self::Whole(low, high) => {
                let n = crate::model::whole_number(text)?;
                (u64::from(low) <= n && n <= u64::from(high)).then_some(n as f64)
            }
            Self::Real(low, high) => text.parse().ok().filter(|x| (low..=high).contains(x)),
            Self::Words(words) => words.iter().position(|w| *w == text).map(|i| i as f64),
        }
    }

    /// A value of this setting as it is written.
    pub fn show(&self, value: f64) -> String {
        match self {
            Self::Words(words) => words.get(value as usize).map_or_else(String::new, |w| (*w).to_owned()),
            Self::Whole(..) | Self::Real(..) => format!("{value}"),
        }
    }
}

fn hint(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied()).map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

impl BotSpec {
    /// Reads `name` or `name:key=value,key=value` for this game.
    ///
    /// # Errors
    /// An unknown bot or setting, with the nearest known one; a value outside its range.
    pub fn parse<G: Playable>(text: &str) -> Result<Self, BotError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let names: Vec<&str> = KINDS.iter().map(|k| k.1).collect();
        let Some(&(kind, name, _)) = KINDS.iter().find(|k| k.1 == name) else {
            let hint = hint(name, &names);
            return Err(BotError::Unknown { name: name.to_owned(), hint, known: names.join(", ") });
        };
        let settings = kind_settings::<G>(kind);
        let keys: Vec<&str> = settings.iter().map(|s| s.name).collect();
        let mut values: Vec<f64> = settings.iter().map(|s| s.default).collect();
        for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BotError::NoValue { setting: part.to_owned(), text: text.to_owned() });
            };
            let (key, value) = (key.trim(), value.trim());
            let Some(i) = keys.iter().position(|k| *k == key) else {
                let known = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
                let hint = hint(key, &keys);
                return Err(BotError::UnknownSetting {
                    bot: name.to_owned(),
                    key: key.to_owned(),
                    hint,
                    known,
                });
            };
            values[i] = settings[i].choices.read(value).ok_or_else(|| BotError::OutOfRange {
                bot: name.to_owned(),
                key: key.to_owned(),
                value: value.to_owned(),
                allowed: settings[i].choices.allowed(),
            })?;
        }
        let mut full = name.to_owned();
        let mut separator = ':';
        for (setting, value) in settings.iter().zip(&values) {
            if *value != setting.default {
                let _ = write!(full, "{separator}{}={}", setting.name, setting.choices.show(*value));
                separator = ',';
            }
        }
        Ok(Self { kind, values, name: full })
    }
}
