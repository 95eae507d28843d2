//! `strategies`: the bots with their settings.

use serde_json::{Value as Json, json};

use super::args::StrategiesArgs;
use super::error::CliError;
use super::input::find_game;
use super::output::{print, print_json};
use crate::games::{Choices, Setting};
use crate::registry::{Entry, GAMES};
use crate::report::TextTable;
use crate::run::BotInfo;

pub(super) fn strategies(args: &StrategiesArgs) -> Result<(), CliError> {
    let games: Vec<&'static Entry> = match &args.game {
        Some(name) => vec![find_game(name)?],
        None => GAMES.iter().collect(),
    };
    if args.json {
        let bots = games.iter().flat_map(|game| game.bots().into_iter().map(|bot| bot_json(game.id, &bot)));
        print_json(&bots.collect())?;
    } else {
        print(&text(&games))?;
    }
    Ok(())
}

fn bot_json(game: &str, bot: &BotInfo) -> Json {
    let settings = bot.settings.iter().map(|setting| {
        let mut json = json!({ "name": setting.name, "about": setting.about });
        match setting.choices {
            Choices::Whole(low, high) => {
                json["min"] = low.into();
                json["max"] = high.into();
                json["default"] = (setting.default as u64).into();
            }
            Choices::Real(low, high) => {
                json["min"] = low.into();
                json["max"] = high.into();
                json["default"] = setting.default.into();
            }
            Choices::Words(words) => {
                json["words"] = words.into();
                json["default"] = setting.choices.show(setting.default).into();
            }
        }
        json
    });
    json!({ "game": game, "name": bot.name, "about": bot.about, "settings": settings.collect::<Json>() })
}

/// Each bot once; its settings once where all these games agree on them, else by game.
fn text(games: &[&Entry]) -> String {
    let mut out = String::new();
    let lists: Vec<(&str, Vec<BotInfo>)> = games.iter().map(|game| (game.id, game.bots())).collect();
    let Some((_, first)) = lists.first() else { return out };
    for (i, bot) in first.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &format!("{}: {}\n", bot.name, bot.about);
        if lists.iter().all(|(_, bots)| bots[i].settings == bot.settings) {
            out += &settings(&bot.settings, "  ");
        } else {
            for (game, bots) in &lists {
                let none = if bots[i].settings.is_empty() { ": no settings" } else { "" };
                out += &format!("  in {game}{none}\n{}", settings(&bots[i].settings, "    "));
            }
        }
    }
    out
}

fn settings(settings: &[Setting], indent: &str) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new(4, &["setting", "default", "allowed", "meaning"]);
    for setting in settings {
        table.row(vec![
            setting.name.to_owned(),
            setting.choices.show(setting.default),
            setting.choices.allowed(),
            setting.about.to_owned(),
        ]);
    }
    let mut out = String::new();
    for line in table.to_string().lines() {
        out += &format!("{indent}{line}\n");
    }
    out
}
