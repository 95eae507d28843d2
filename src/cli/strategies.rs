//! `strategies`: the bots with their settings, built-in ones and those of files.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::args::StrategiesArgs;
use super::error::CliError;
use super::input::find_game;
use super::output::{print, print_json};
use crate::registry::{Entry, Games};
use ludometer_bots::{BotKind, StrategyFile};
use ludometer_model::SCRIPT_ENDING;
use ludometer_playable::Choices;
use ludometer_playable::Setting;
use ludometer_report::TextTable;
use ludometer_run::{BotInfo, FileBot};

pub(super) fn strategies(games: &Games, args: &StrategiesArgs) -> Result<(), CliError> {
    let of: Vec<Entry> = match &args.game {
        Some(name) => vec![find_game(games, name)?],
        None => games.all().to_vec(),
    };
    let found = found(games, &of);
    if args.json {
        let bots = of.iter().flat_map(|game| game.bots().into_iter().map(|bot| bot_json(game.id(), &bot)));
        let files = found.iter().flat_map(Found::json);
        print_json(&bots.chain(files).collect())?;
    } else {
        print(&(text(&of) + &found.iter().map(Found::text).collect::<String>()))?;
    }
    Ok(())
}

fn bot_json(game: &str, bot: &BotInfo) -> Json {
    json!({ "game": game, "name": bot.name, "about": bot.about, "settings": settings_json(&bot.settings) })
}

fn settings_json(settings: &[Setting]) -> Json {
    let settings = settings.iter().map(|setting| {
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
    settings.collect()
}

/// Returns each bot once; its settings once where all these games have it and agree on them, else by game.
fn text(games: &[Entry]) -> String {
    let lists: Vec<(&str, Vec<BotInfo>)> = games.iter().map(|game| (game.id(), game.bots())).collect();
    let mut bots: Vec<&BotInfo> = Vec::new();
    for bot in lists.iter().flat_map(|(_, list)| list) {
        if !bots.iter().any(|known| known.name == bot.name) {
            bots.push(bot);
        }
    }
    let mut out = String::new();
    for (i, bot) in bots.into_iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out += &format!("{}: {}\n", bot.name, bot.about);
        let in_game = |(game, list): &'_ (&'_ str, Vec<BotInfo>)| {
            let here = list.iter().find(|here| here.name == bot.name)?;
            Some(((*game).to_owned(), here.settings.clone()))
        };
        let having: Vec<(String, Vec<Setting>)> = lists.iter().filter_map(in_game).collect();
        if having.len() == lists.len() && having.iter().all(|(_, settings)| *settings == bot.settings) {
            out += &settings(&bot.settings, 2);
            continue;
        }
        for (game, of_game) in &having {
            let none = if of_game.is_empty() { ": no settings" } else { "" };
            out += &format!("  in {game}{none}\n{}", settings(of_game, 4));
        }
    }
    out
}

fn settings(settings: &[Setting], indent: usize) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new(4, &["setting", "default", "allowed", "meaning"]);
    for setting in settings {
        table.row(vec![
            setting.name.to_string(),
            setting.choices.show(setting.default),
            setting.choices.allowed(),
            setting.about.to_string(),
        ]);
    }
    table.indented(indent).to_string()
}

/// Where strategy files are looked for.
const FOLDER: &str = "strategies";

/// A strategy file that was found.
struct Found {
    path: String,
    about: String,
    /// As each of the games has it that it is for.
    bots: Vec<(String, FileBot)>,
    /// The fault in it, if there is one.
    fault: Option<String>,
}

/// Returns the strategy files in the folder that are for one of these games, and the broken ones.
fn found(known: &Games, games: &[Entry]) -> Vec<Found> {
    let Ok(entries) = fs::read_dir(FOLDER) else { return Vec::new() };
    let mut paths: Vec<String> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let ending = path.extension().unwrap_or_default();
            path.is_file() && ["toml", "luau", "lua"].iter().any(|e| ending == *e)
        })
        .filter_map(|path| Some(format!("{FOLDER}/{}", Path::new(path.file_name()?).display())))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| look(path, known, games))
        .filter(|f| f.fault.is_some() || !f.bots.is_empty())
        .collect()
}

fn look(path: &str, known: &Games, games: &[Entry]) -> Found {
    let mut found = Found { path: path.to_owned(), about: String::new(), bots: Vec::new(), fault: None };
    let file = match StrategyFile::read(path) {
        Ok(file) => file,
        Err(fault) => {
            found.fault = Some(fault.to_string());
            return found;
        }
    };
    found.about.clone_from(&file.about);
    // A game script may lie anywhere.
    let mut ids = file.games.iter().filter(|id| !id.ends_with(SCRIPT_ENDING));
    if let Some(unknown) = ids.find_map(|id| find_game(known, id).err()) {
        found.fault = Some(format!("strategy file {path}: {unknown}"));
        return found;
    }
    for game in games.iter().filter(|game| file.is_for(game.id())) {
        match game.file_bot(path) {
            Ok(bot) => found.bots.push((game.id().to_owned(), bot)),
            Err(error) => found.fault = Some(error.to_string()),
        }
    }
    found
}

impl Found {
    /// Returns the file, its games and settings; those of a script or process are the same in all games.
    fn text(&self) -> String {
        let mut out = format!("\n{}: {}\n", self.path, self.about);
        if let Some(fault) = &self.fault {
            return format!("\n{}: can't be used\n  {fault}\n", self.path);
        }
        let alike = [BotKind::Script, BotKind::Process].map(BotKind::name);
        let own = self.bots.first().filter(|(_, bot)| alike.contains(&bot.plays.as_str()));
        if let Some((_, bot)) = own {
            let games: Vec<&str> = self.bots.iter().map(|(game, _)| game.as_str()).collect();
            out += &format!("  {} for {}\n{}", bot.plays, games.join(", "), settings(&bot.settings, 2));
            return out;
        }
        for (game, bot) in &self.bots {
            out += &format!("  in {game}: {}\n", bot.plays);
        }
        out
    }

    fn json(&self) -> Vec<Json> {
        if let Some(fault) = &self.fault {
            return vec![json!({ "path": self.path, "fault": fault })];
        }
        let bot = |(game, bot): &(String, FileBot)| {
            json!({
                "game": game,
                "name": bot.name,
                "path": self.path,
                "about": self.about,
                "plays": bot.plays,
                "settings": settings_json(&bot.settings),
            })
        };
        self.bots.iter().map(bot).collect()
    }
}
