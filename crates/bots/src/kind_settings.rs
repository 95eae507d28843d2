//! The settings of the kinds of bots: their defaults in a game design, and how typed values are read over them.

use std::fmt::Write as _;

use super::bot_error::BotError;
use super::flat::{FlatSettings, LookaheadSettings};
use super::kind::BotKind;
use super::learned::{LearnedSettings, weight_of_learned};
use super::mcts::SearchSettings;
use ludometer_model::{did_you_mean, nearest};
use ludometer_playable::{Design, Setting};

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
