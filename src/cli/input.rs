//! Errors of bad input.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::registry::{Entry, Games};
use ludometer_bots::{BotError, ConfineError, CustomBotError};
use ludometer_experiment::{BoundError, DesignError, MetricError};
use ludometer_model::{MAX_WRITTEN, RuleError, did_you_mean, nearest, read_text};
use ludometer_narration::letter;
use ludometer_report::{FileError, FolderError, MergeError, ResultsError, ResumeError, ShardsError};
use ludometer_sheet::SheetError;

/// The most threads that can be asked for.
pub(super) const MAX_THREADS: u64 = 1024;

/// Bad input: nothing was played and nothing written.
#[derive(Debug, Error)]
pub enum InputError {
    /// A bot that can't be built.
    #[error("{source} ({option}{text}{hint})")]
    Bot {
        /// The option that names it, up to its value.
        option: &'static str,
        /// As it was typed.
        text: String,
        /// `: ...` or nothing.
        hint: &'static str,
        /// The error.
        source: Box<BotError>,
    },
    /// Programs can't be confined here.
    #[error("--sandbox: {0}; without --sandbox they run with your rights")]
    Sandbox(ConfineError),
    /// Everything that no caller tells apart: what is wrong, and what helps.
    #[error("{0}")]
    Message(String),
}

/// Takes over the words of errors that say all there is to say.
macro_rules! messages {
    ($($kind:ty),+ $(,)?) => {
        $(impl From<$kind> for InputError {
            fn from(error: $kind) -> Self {
                Self::new(error.to_string())
            }
        })+
    };
}

messages!(
    BoundError,
    DesignError,
    FolderError,
    MergeError,
    MetricError,
    ResultsError,
    ResumeError,
    RuleError,
    ShardsError,
    SheetError,
);

#[cfg(feature = "luau")]
messages!(ludometer_scripted::ScriptError);

impl From<CustomBotError> for InputError {
    fn from(error: CustomBotError) -> Self {
        Self::new(format!("this program can't be used: {error}"))
    }
}

impl InputError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self::Message(text.into())
    }

    /// A value that an option can't have: a number outside its range, a file that is there already, another bot.
    pub(super) fn not_allowed(option: &str, value: impl Display, allowed: &str) -> Self {
        Self::new(format!("`{option} {value}`: must be {allowed}"))
    }

    /// Less than there is any sense in: `what` needs `least` of a unit.
    pub(super) fn too_little(option: &str, value: u64, (what, least, unit): (&str, u64, &str)) -> Self {
        Self::new(format!("`{option} {value}`: {what} at least {least} {unit}"))
    }

    /// Fewer games than a sequential interval needs.
    pub(super) fn too_few_games(option: &str, games: u64, least: u64) -> Self {
        Self::new(format!(
            "`{option} {games}`: intervals that hold at every look need at least {least} games here"
        ))
    }

    /// A seat that the table hasn't got.
    pub(crate) fn no_such_seat(seat: u64, seats: usize) -> Self {
        let known = usize::try_from(seat).ok().filter(|&seat| seat < 26);
        let name = known.map_or_else(String::new, |seat| format!(" ({})", letter(seat)));
        let last = seats.saturating_sub(1);
        Self::new(format!(
            "`--seat {seat}`{name}: must be a seat of the table, from 0 to {last}, or a player, from A to {}",
            letter(last)
        ))
    }

    /// A file to write, named by an option, that can't be made.
    pub(super) fn output(source: &FileError, option: &str) -> Self {
        Self::new(format!("{source}; choose another one with {option}"))
    }

    /// An option that needs a feature which the program was built without.
    pub(super) fn without_feature(option: &str, feature: &str) -> Self {
        Self::new(format!(
            "`{option}`: this program was built without {feature}; build it with --features {feature}"
        ))
    }

    /// Returns the error as it is where this bot of a table was named by another option than --bots.
    pub(super) fn of_bot(self, named: &'static str, bot: &str) -> Self {
        match self {
            Self::Bot { text, hint, source, .. } if text == bot => {
                Self::Bot { option: named, text, hint, source }
            }
            other => other,
        }
    }
}

/// Returns the game with this id, or the script with this path.
pub(crate) fn find_game(games: &Games, name: &str) -> Result<Entry, InputError> {
    if is_sheet(name) {
        return Err(InputError::new(no_script_but_sheet(name)));
    }
    if Path::new(name).extension().is_some_and(|ending| ending == "luau") {
        #[cfg(feature = "luau")]
        return if Path::new(name).exists() {
            Ok(games.script(name)?)
        } else {
            Err(InputError::new(no_such_script(name)))
        };
        #[cfg(not(feature = "luau"))]
        return Err(InputError::without_feature(".luau", "luau"));
    }
    games.all().iter().find(|entry| entry.id() == name).cloned().ok_or_else(|| {
        let here = scripts_nearby();
        let near = script_called(name, &here)
            .or_else(|| nearest(&name.to_lowercase(), games.all().iter().map(Entry::id)))
            .or_else(|| nearest(name, here.iter().map(String::as_str)));
        let known: Vec<&str> = games.all().iter().map(Entry::id).collect();
        InputError::new(format!(
            "there is no game design `{name}`{}; there are: {}{}",
            did_you_mean(near),
            known.join(", "),
            if cfg!(feature = "luau") { ", and the scripts that you name by their path" } else { "" }
        ))
    })
}

/// Returns the script among these whose file is called this, but for its ending and its folder.
fn script_called<'a>(name: &str, scripts: &'a [String]) -> Option<&'a str> {
    let stem = |path: &str| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let wanted = stem(name)?;
    scripts.iter().map(String::as_str).find(|script| stem(script).as_ref() == Some(&wanted))
}

/// Checks that a game script can be read at this path.
#[cfg(feature = "luau")]
pub(crate) fn check_script(name: &str) -> Result<(), InputError> {
    match () {
        () if is_sheet(name) => Err(InputError::new(no_script_but_sheet(name))),
        () if !Path::new(name).exists() => Err(InputError::new(no_such_script(name))),
        () => Ok(()),
    }
}

/// Returns true if a file of this name holds a table of cards.
fn is_sheet(name: &str) -> bool {
    let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["csv", "tsv", "xlsx", "ods"].contains(&ending.as_str()))
}

/// Says that a file is a table of cards, and how a script is made of it.
fn no_script_but_sheet(name: &str) -> String {
    format!(
        "{name} is a table of cards, not a game script: `ludometer new mygame.luau --sheet {name}` writes a script with these cards"
    )
}

/// Says that there is no script at this path, and which one may be meant.
fn no_such_script(name: &str) -> String {
    let here = scripts_nearby();
    let near = script_called(name, &here).or_else(|| nearest(name, here.iter().map(String::as_str)));
    format!("there is no file {name}{}", did_you_mean(near))
}

/// The folders in which scripts are looked for.
const NEARBY: [&str; 2] = [".", "games"];

/// Returns the paths of the game scripts in this folder, as `./name.luau`, and in its folder `games`. Bots can be scripts
/// as well, but declare no seats.
pub(crate) fn scripts_nearby() -> Vec<String> {
    let mut found: Vec<String> =
        NEARBY.into_iter().flat_map(|folder| scripts_in(Path::new(folder))).collect();
    found.sort();
    found
}

/// Returns the paths of the game scripts in a folder, in order.
pub(crate) fn scripts_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let is_script = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "luau")
            && read_text(path, MAX_WRITTEN).is_ok_and(|text| text.contains("game.seats"))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_script);
    let mut found: Vec<String> = paths.filter_map(|path| path.to_str().map(str::to_owned)).collect();
    found.sort();
    found
}
