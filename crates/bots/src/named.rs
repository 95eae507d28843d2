//! Names and settings of bots, as they are typed.

use super::bot_error::BotError;
use super::file;
use super::kind::{BotKind, KINDS, LEARNED};
use super::kind_settings::kind_settings;
use super::network_bot::own_settings;
use ludometer_model::{did_you_mean, nearest};
use ludometer_playable::{CustomBot, Design, Setting};

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
