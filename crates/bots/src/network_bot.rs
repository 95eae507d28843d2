//! Who plays by a network: `learned`, or a search that estimates positions by it.

use std::sync::Arc;

use super::file::StrategyFile;
use super::kind::BotKind;
use super::learned::LEVEL;
use super::named::{defaults, kind_settings, read_setting};
use super::network_file::NetworkFile;
use super::parse_error::ParseError;
use super::spec::BotError;
use ludometer_learn::Output;
use ludometer_playable::{Design, Setting};

/// The bots that can play by a network, and what else can be said of it.
const NETWORK_KINDS: [BotKind; 4] = [BotKind::Learned, BotKind::Mcts, BotKind::Lookahead, BotKind::FlatMc];

/// Defaults of a search that plays by a network: this values its leaves, and its values differ less than the ends of games.
const SEARCH_BY_NETWORK: [(&str, &str); 2] = [("leaf", "estimate"), ("exploration", "0.1")];

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

/// The settings of a bot that plays by a network: of `learned`, with the defaults of the file.
pub(super) fn network_settings(
    file: &Arc<StrategyFile>,
    network: &NetworkFile,
    kind: BotKind,
    design: &Design,
) -> Result<Vec<Setting>, BotError> {
    let fault = |line: Option<usize>, text: String| BotError::from(file.fault(ParseError::new(line, text)));
    let mut settings = kind_settings(kind, design);
    if kind != BotKind::Learned && network.output == Output::Choice {
        if kind == BotKind::Mcts {
            return Ok(settings);
        }
        let text = "a network of choices values no positions: it plays by itself or with bot=mcts";
        return Err(fault(None, text.to_owned()));
    }
    if kind != BotKind::Learned {
        for (name, value) in SEARCH_BY_NETWORK {
            for setting in settings.iter_mut().filter(|setting| setting.name == name) {
                setting.default = setting.choices.read(value).unwrap_or(setting.default);
            }
        }
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
