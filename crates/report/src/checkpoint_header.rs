//! The files kept of long work: the checkpoint that it can go on from, and the file of a shard that can
//! be merged. Both hold the same header; a run's has its tallies behind it.

use std::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::manifest::StrategyFileRecord;
use super::rows::PlaysFormat;
use super::summed::Sum;
use ludometer_bots::OnBotError;
use ludometer_model::{game_name, hex, shell_word};
use ludometer_run::{AnalysisPlan, Seating};

/// The file of unfinished work in its folder.
pub const CHECKPOINT: &str = "checkpoint.bin";

/// The file of a finished shard in its folder.
pub const SHARD: &str = "shard.bin";

/// All that decides what the files of some work hold, so that it is only gone on with as itself.
pub trait Options: Serialize + DeserializeOwned + Send {
    /// The file that tells of it when it has ended.
    const RECORD: &'static str;
    /// The kind of its checkpoint, as it calls itself.
    const KIND: &'static str;
    /// The kind of the file of one of its shards, as it calls itself.
    const SHARD_KIND: &'static str = "shard";

    /// Returns a SHA-256 of all of it, as hexadecimal digits.
    fn hash(&self) -> String {
        hex(&Sha256::digest(serde_json::to_vec(self).expect("numbers and texts have JSON")))
    }

    /// Returns the first option in which other work differs, in words: `seed is 8 instead of 7`.
    fn difference(&self, other: &Self) -> Option<String> {
        let json = |options: &Self| serde_json::to_value(options).expect("numbers and texts have JSON");
        first_difference("", &without_folder(json(self)), &without_folder(json(other)))
    }
}

/// All that decides what the CSV files of a run hold. Number of threads, folder and shard aren't
/// among it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    /// The program's version.
    pub version: String,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The rule set, all keys.
    pub rules: Json,
    /// The bots, one a seat.
    pub bots: Vec<String>,
    /// The different ones among them, as the tables name them.
    pub names: Vec<String>,
    /// The strategy files that they come from.
    pub strategy_files: Vec<StrategyFileRecord>,
    /// The seating of the bots.
    pub seating: Seating,
    /// The seed.
    pub seed: u64,
    /// The plays of the whole run, all shards together.
    pub plays: u64,
    /// The format of the table of plays, if there is one.
    pub per_game: Option<PlaysFormat>,
    /// How the plays are analysed, if they are.
    pub analysis: Option<AnalysisPlan>,
    /// The handling of a play in which a bot fails.
    pub on_bot_error: OnBotError,
    /// True if times are measured.
    pub timing: bool,
    /// The hash of what is counted.
    pub counted: String,
    /// The hash of the game's script, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

impl Options for RunOptions {
    const RECORD: &'static str = "run.json";
    const KIND: &'static str = "checkpoint";
}

/// Returns options that name a game script by its file alone: another machine may have it in another folder.
fn without_folder(mut options: Json) -> Json {
    let Some(game) = options["game"].as_str().map(str::to_owned) else { return options };
    let name = game_name(&game);
    if name != game {
        if let Some(command) = options["command"].as_str() {
            options["command"] = command.replace(&game, name).into();
        }
        options["game"] = name.into();
    }
    options
}

fn first_difference(key: &str, mine: &Json, theirs: &Json) -> Option<String> {
    if mine == theirs {
        return None;
    }
    if let (Json::Object(mine), Json::Object(theirs)) = (mine, theirs) {
        let keys = mine.keys().chain(theirs.keys());
        return keys.into_iter().find_map(|key| {
            let value = |map: &serde_json::Map<String, Json>| map.get(key).cloned().unwrap_or_default();
            first_difference(key, &value(mine), &value(theirs))
        });
    }
    let shown = |value: &Json| if value.is_null() { "not given".to_owned() } else { value.to_string() };
    Some(format!("`{key}` is {} instead of {}", shown(theirs), shown(mine)))
}

/// Which parts of a run: the i-th of n equal parts, or several consecutive ones of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shards {
    /// The first part, from 1.
    pub first: u64,
    /// The last part, `first` for a single one.
    pub last: u64,
    /// The number of parts that the run is split in.
    pub of: u64,
}

/// A text that names no part of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`--shard {0}`: write i/n, the i-th of n parts, from 1/n to n/n")]
pub struct ShardsError(String);

impl Shards {
    /// Reads `i/n`.
    ///
    /// # Errors
    /// [`ShardsError`].
    pub fn parse(text: &str) -> Result<Self, ShardsError> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((digits(i)?, digits(n)?)));
        match numbers {
            Some((i, n)) if 1 <= i && i <= n => Ok(Self { first: i, last: i, of: n }),
            _ => Err(ShardsError(text.to_owned())),
        }
    }

    /// Returns the numbers of the plays of these parts of a run of so many plays.
    pub fn plays(self, plays: u64) -> std::ops::Range<u64> {
        let of = u128::from(self.of.max(1));
        let end = |part: u64| (u128::from(plays) * u128::from(part) / of) as u64;
        end(self.first.saturating_sub(1))..end(self.last)
    }
}

fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, of } = self;
        if first == last { write!(f, "{first}/{of}") } else { write!(f, "{first}-{last}/{of}") }
    }
}

/// The header of a checkpoint or of a shard's file. Behind a run's stand its tallies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckpointHeader<O = RunOptions> {
    /// The hash of the options.
    pub hash: String,
    /// The options.
    pub options: O,
    /// A command that repeats the run, whole.
    pub command: String,
    /// The parts of the run that were to be played, or `None` for all of it.
    pub shards: Option<Shards>,
    /// The plays (or deals) done: those with the first numbers.
    pub done: u64,
    /// The time that was spent on them, in milliseconds. For people only.
    pub milliseconds: u64,
    /// The table of plays, as far as it belongs to these plays.
    pub rows: Option<Sum>,
}

impl<O: Options> CheckpointHeader<O> {
    /// Returns the header of work of which nothing is done.
    pub fn new(options: O, command: String, shards: Option<Shards>) -> Self {
        Self { hash: options.hash(), options, command, shards, done: 0, milliseconds: 0, rows: None }
    }

    /// Returns the command that goes on with the work in this folder.
    pub fn resume(&self, folder: &Path) -> String {
        let shard = self.shards.map_or_else(String::new, |shards| format!(" --shard {shards}"));
        format!("{}{shard} --out {} --resume", self.command, shell_word(&folder.display().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> RunOptions {
        RunOptions {
            version: "1.0.0".to_owned(),
            game: "g".to_owned(),
            players: 2,
            rules: serde_json::json!({"deck.ace": 4, "share": 0.1}),
            bots: vec!["greedy".to_owned(); 2],
            names: vec!["greedy".to_owned()],
            strategy_files: Vec::new(),
            seating: Seating::Rotate,
            seed: u64::MAX,
            plays: 10,
            per_game: None,
            analysis: None,
            on_bot_error: OnBotError::Stop,
            timing: false,
            counted: "x".to_owned(),
            script: None,
        }
    }

    #[test]
    fn a_difference_is_named() {
        let mine = options();
        assert_eq!(mine.difference(&options()), None);
        let theirs = RunOptions { seed: 7, ..options() };
        let text = "`seed` is 7 instead of 18446744073709551615";
        assert_eq!(mine.difference(&theirs).as_deref(), Some(text));
        assert_ne!(mine.hash(), theirs.hash());
        let theirs = RunOptions { rules: serde_json::json!({"deck.ace": 5, "share": 0.1}), ..options() };
        assert_eq!(mine.difference(&theirs).as_deref(), Some("`deck.ace` is 5 instead of 4"));
        let theirs = RunOptions { per_game: Some(PlaysFormat::Csv), ..options() };
        assert_eq!(mine.difference(&theirs).as_deref(), Some("`per_game` is \"csv\" instead of not given"));
    }

    #[test]
    fn options_are_read_back_to_the_bit() {
        let rules = serde_json::json!({"a": 0.1 + 0.2, "b": 1.0 / 3.0, "c": 5e-324, "d": -0.0});
        let mine = RunOptions { rules, ..options() };
        let again: RunOptions = serde_json::from_slice(&serde_json::to_vec(&mine).unwrap()).unwrap();
        assert_eq!(again.hash(), mine.hash());
    }

    #[test]
    fn parts_cover_all_plays_once() {
        for (plays, of) in [(10, 1), (10, 3), (7, 7), (1_000_003, 64), (u64::MAX, 1000)] {
            let mut next = 0;
            for i in 1..=of {
                let part = Shards::parse(&format!("{i}/{of}")).unwrap().plays(plays);
                assert_eq!(part.start, next);
                let length = part.end - part.start;
                assert!(length == plays / of || length == plays / of + 1);
                next = part.end;
            }
            assert_eq!(next, plays);
        }
        let middle = Shards { first: 2, last: 3, of: 3 };
        assert_eq!((middle.plays(10), middle.to_string()), (3..10, "2-3/3".to_owned()));
    }

    #[test]
    fn what_names_no_part() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/3/5", "a/b", "1/99999999999999999999"] {
            assert!(Shards::parse(text).is_err(), "{text}");
        }
    }
}
