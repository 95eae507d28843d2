//! Strategy files: bots that anyone adds without touching the source.
//!
//! A file is read and checked once, when it is named; its text stays with the bot. So what a batch
//! plays is one version of the file, whatever becomes of it meanwhile, and its hash tells which.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::error::{ParseError, StrategyFileError};
use super::kind::KINDS;
use super::process::{ProcessFile, folder_of};
#[cfg(feature = "luau")]
use super::script::ScriptFile;
use super::toml_file::{self, NetworkFile, PolicyFile, Preset};
use ludometer_model::{
    MAX_WRITTEN, SCRIPT_ENDING, did_you_mean, game_name, hex, is_hidden, nearest, read_text,
};

/// The ending of a file with a preset, or with the command of a program.
pub const TOML_ENDING: &str = ".toml";

/// The endings of strategy files.
const ENDINGS: &[&str] = &[TOML_ENDING, SCRIPT_ENDING, ".lua"];

/// The largest strategy file that is read, in bytes; a script is as long as a person writes it, a table of choices has a line
/// for each view.
const MAX_FILE: u64 = 1 << 24;

/// Why no bot can have the name of its strategy file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// No name, characters that separate bots and settings or can't be seen, or the beginning of a formula.
    #[error(
        "its name is the bot's name in reports: no spaces, commas, colons or invisible characters, and none of \
         = + - @ at its beginning, which make a formula of it in a spreadsheet"
    )]
    Characters,
    /// The name of a built-in bot.
    #[error("there is a built-in bot `{0}`: choose another name")]
    BuiltIn(String),
}

/// Returns the name that the bot of this strategy file has in reports: that of the file, without its ending.
///
/// # Errors
/// [`NameError`]: no bot can be called so.
pub fn bot_name(path: &Path) -> Result<String, NameError> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let name = ENDINGS.iter().find_map(|ending| file.strip_suffix(ending)).unwrap_or(&file);
    let bad = |c: char| is_hidden(c) || c.is_whitespace() || ",:".contains(c);
    if name.is_empty() || name.starts_with(['=', '+', '-', '@']) || name.chars().any(bad) {
        return Err(NameError::Characters);
    }
    if KINDS.iter().any(|(_, built_in, _)| *built_in == name) {
        return Err(NameError::BuiltIn(name.to_owned()));
    }
    Ok(name.to_owned())
}

/// The contents of a strategy file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// A built-in bot with settings.
    Preset(Preset),
    /// A script.
    #[cfg(feature = "luau")]
    Script(ScriptFile),
    /// A program.
    Process(ProcessFile),
    /// A learned network.
    Network(Arc<NetworkFile>),
    /// A table of choices.
    Policy(PolicyFile),
}

/// A strategy file that was read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyFile {
    /// The path as it was given.
    pub path: String,
    /// The file's name without its ending: the bot's name in reports.
    pub stem: String,
    /// One line about it, or nothing.
    pub about: String,
    /// The games that it is for, by id or [`game_name`]; none named: for all.
    pub games: Vec<String>,
    /// A short hash of all that it consists of: equal files have equal hashes.
    pub hash: String,
    pub(super) content: Content,
}

/// Reads a script: what it says about itself, the games that it is for, and the script.
#[cfg(feature = "luau")]
fn script(path: &str, text: &str) -> Result<(String, Vec<String>, Content), ParseError> {
    let file_name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
    let script = ScriptFile::read(text, &file_name)?;
    Ok((script.about.clone(), script.games.clone(), Content::Script(script)))
}

/// Refuses a script.
#[cfg(not(feature = "luau"))]
fn script(_: &str, _: &str) -> Result<(String, Vec<String>, Content), ParseError> {
    Err(ParseError::new(
        None,
        "this program was built without the feature `luau`; build it with --features luau",
    ))
}

/// Returns the parts of `path:key=value,...`, if the text names a strategy file.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let inside = ENDINGS.iter().filter_map(|ending| {
        let at = text.find(&format!("{ending}:"))? + ending.len();
        Some((&text[..at], &text[at + 1..]))
    });
    let found = inside.min_by_key(|(path, _)| path.len());
    found.or_else(|| {
        let is_path = text.contains(['/', '\\']) || ENDINGS.iter().any(|ending| text.ends_with(ending));
        is_path.then_some((text, ""))
    })
}

/// Returns the strategy file in the folder `strategies` that this name may mean.
pub(super) fn meant(name: &str) -> Option<String> {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    let paths = ENDINGS.iter().map(|ending| format!("strategies/{name}{ending}"));
    plain.then(|| paths.into_iter().find(|path| Path::new(path).is_file()))?
}

impl StrategyFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// [`StrategyFileError`]: it can't be read, or what is wrong with its text.
    pub fn read(path: &str) -> Result<Self, StrategyFileError> {
        let fault = |message| ParseError::new(None, message).of_file(path);
        if !ENDINGS.iter().any(|ending| path.ends_with(ending)) {
            return Err(fault(format!("its name must end in {}", ENDINGS.join(" or "))));
        }
        Self::imagined(path, &text_in(path).map_err(fault)?)
    }

    /// Returns the file with this path as if this text stood in it.
    ///
    /// # Errors
    /// [`StrategyFileError`]: what is wrong with the text or the name.
    pub fn imagined(path: &str, text: &str) -> Result<Self, StrategyFileError> {
        Self::of_text(path, text).map_err(|fault| fault.of_file(path))
    }

    fn of_text(path: &str, text: &str) -> Result<Self, ParseError> {
        let stem = bot_name(Path::new(path)).map_err(|error| ParseError::new(None, error.to_string()))?;
        let mut parts = vec![text.as_bytes().to_vec()];
        let (about, games, content) =
            if path.ends_with(TOML_ENDING) { toml_file::read(text)? } else { script(path, text)? };
        if let Content::Process(program) = &content {
            program.look_for_program(folder_of(path))?;
            parts.extend(program.parts(folder_of(path))?);
        }
        Ok(Self { path: path.to_owned(), stem, about, games, hash: hash(&parts), content })
    }

    /// Returns the error of this file with what is wrong in it.
    pub(super) fn fault(&self, fault: ParseError) -> StrategyFileError {
        fault.of_file(&self.path)
    }

    /// Returns true if it is for the game with this id.
    pub fn is_for(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|id| game_name(id) == game_name(game))
    }

    /// Refuses games that it isn't for.
    pub(super) fn admit(&self, game: &str) -> Result<(), StrategyFileError> {
        if self.is_for(game) {
            return Ok(());
        }
        let name = game_name(game);
        let hint = if name.ends_with(SCRIPT_ENDING) {
            "; a game script is known by the name of its file: if that has changed, write the new name there"
        } else {
            ""
        };
        let message = format!("it is for {}, not for {name}{hint}", self.games.join(", "));
        Err(self.fault(ParseError::new(None, message)))
    }
}

/// Returns a short hash of these parts.
fn hash(parts: &[Vec<u8>]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    hex(&digest.finalize()[..8])
}

/// Returns the file's text, or why it can't be had.
fn text_in(path: &str) -> Result<String, String> {
    let most = if path.ends_with(TOML_ENDING) { MAX_FILE } else { MAX_WRITTEN };
    read_text(Path::new(path), most).map_err(|error| {
        let hint = if error.kind() == io::ErrorKind::NotFound { sibling(path) } else { String::new() };
        format!("it can't be read: {error}{hint}")
    })
}

/// Returns ` (did you mean ...?)` with the file in the same folder that is named most alike, or nothing.
fn sibling(path: &str) -> String {
    let path = Path::new(path);
    let folder = path.parent().unwrap_or(Path::new(""));
    let open = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(open) else { return String::new() };
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| ENDINGS.iter().any(|ending| name.ends_with(ending)));
    names.sort();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let near = nearest(&wanted, names.iter().map(String::as_str));
    did_you_mean(near.map(|name| folder.join(name).display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_distinguished_from_a_name() {
        assert_eq!(split("greedy:bank=2"), None);
        assert_eq!(split("mcts"), None);
        assert_eq!(split("strategies/x.toml"), Some(("strategies/x.toml", "")));
        assert_eq!(split("x.toml"), Some(("x.toml", "")));
        assert_eq!(split("x.toml:a=1,b=2"), Some(("x.toml", "a=1,b=2")));
        assert_eq!(split("x.luau:a=1"), Some(("x.luau", "a=1")));
        assert_eq!(split("./x"), Some(("./x", "")));
        assert_eq!(split("C:\\x.toml:a=1"), Some(("C:\\x.toml", "a=1")));
    }

    #[test]
    fn a_file_is_named_as_a_bot_can_be() {
        let name = |path: &str| bot_name(Path::new(path));
        assert_eq!(name("my bots/x.y.toml"), Ok("x.y".to_owned()));
        assert_eq!(name("greedy_2.luau"), Ok("greedy_2".to_owned()));
        for characters in [
            "a b.toml",
            "a,b.lua",
            "a:b.luau",
            "a\tb.toml",
            ".toml",
            "",
            "=1+1.toml",
            "-x.lua",
            "@a.toml",
            "a\u{202e}b.toml",
            "\u{200b}.toml",
        ] {
            assert_eq!(name(characters), Err(NameError::Characters), "{characters}");
        }
        for (_, built_in, _) in KINDS {
            assert_eq!(name(&format!("s/{built_in}.toml")), Err(NameError::BuiltIn((*built_in).to_owned())));
        }
    }

    #[test]
    fn the_parts_of_a_hash_do_not_run_together() {
        let hash =
            |parts: &[&str]| hash(&parts.iter().map(|part| part.as_bytes().to_vec()).collect::<Vec<_>>());
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_eq!(hash(&["ab"]).len(), 16);
    }
}
