//! The files kept of long work: the checkpoint that it can go on from, and the file of a shard that can
//! be merged. Both hold the same header; a run's has its tallies behind it.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::manifest::{StrategyFileRecord, strategy_files};
use super::summed::Sum;
use ludometer_bots::BotSpec;
use ludometer_model::{Program, game_name, hex, shell_word};
use ludometer_run::{AnyGame, bot_names};
use ludometer_spec::{RunSpec, Spec};

/// The file of unfinished work in its folder.
pub const CHECKPOINT: &str = "checkpoint.bin";

/// The file of a finished shard in its folder.
pub const SHARD: &str = "shard.bin";

/// Identity of some work: all that decides what its files hold, so that it is only gone on with as itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Identity<S: Spec = RunSpec> {
    /// The program's version.
    pub version: String,
    /// What is asked for, complete.
    pub spec: S,
    /// The rule set of each table, all keys.
    pub rules: Vec<Json>,
    /// The strategy files of the bots.
    pub strategy_files: Vec<StrategyFileRecord>,
    /// The different bots, as tables name them, where tallies are kept.
    #[serde(default)]
    pub names: Vec<String>,
    /// The hash of the layout of tallies, where they are kept.
    #[serde(default)]
    pub counted: String,
    /// The hash of the game's script, if it is one: what was played by another text does not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

impl<S: Spec> Identity<S> {
    /// Returns the identity of work at the tables of these games, by these bots.
    pub fn new(spec: S, games: &[&dyn AnyGame], bots: &[BotSpec]) -> Self {
        let versions = games.iter().map(|game| game.rules().schema().version.clone());
        Self {
            version: Program::release().to_owned(),
            spec,
            rules: games.iter().map(|game| game.rules().to_json()).collect(),
            strategy_files: strategy_files(bots),
            names: Vec::new(),
            counted: String::new(),
            script: versions.take(1).find(|version| !version.is_empty()),
        }
    }

    /// Returns it with what the tallies of this game are of.
    #[must_use]
    pub fn with_tallies(mut self, game: &dyn AnyGame, bots: &[BotSpec]) -> Self {
        self.names = bot_names(bots);
        self.counted = game.stored().shape(&self.names);
        self
    }

    /// Returns a SHA-256 of all of it, as hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(serde_json::to_vec(self).expect("numbers and texts have JSON")))
    }

    /// Returns the first fact in which other work differs, in words: `seed is 8 instead of 7`. Rules are told key by key.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let json = |identity: &Self| {
            let json = serde_json::to_value(identity).expect("numbers and texts have JSON");
            without_settings(without_folder(json))
        };
        first_difference("", &json(self), &json(other))
    }
}

/// Leaves out the settings that the rules tell in full.
fn without_settings(mut identity: Json) -> Json {
    if let Some(spec) = identity["spec"].as_object_mut() {
        spec.retain(|key, _| !["settings", "set_a", "set_b"].contains(&key.as_str()));
    }
    identity
}

/// Returns an identity that names a game script by its file alone: another machine may have it in another folder.
fn without_folder(mut identity: Json) -> Json {
    let spec = &mut identity["spec"];
    if let Some(game) = spec["game"].as_str() {
        spec["game"] = game_name(game).into();
    }
    identity
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
    if let (Json::Array(mine), Json::Array(theirs)) = (mine, theirs)
        && mine.iter().chain(theirs).all(Json::is_object)
        && mine.len() == theirs.len()
    {
        return mine.iter().zip(theirs).find_map(|(mine, theirs)| first_difference(key, mine, theirs));
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
#[serde(bound = "")]
pub struct CheckpointHeader<S: Spec = RunSpec> {
    /// The hash of the identity.
    pub hash: String,
    /// The identity of the work.
    pub identity: Identity<S>,
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

impl<S: Spec> CheckpointHeader<S> {
    /// Returns the header of work of which nothing is done.
    pub fn new(identity: Identity<S>, command: String, shards: Option<Shards>) -> Self {
        Self { hash: identity.hash(), identity, command, shards, done: 0, milliseconds: 0, rows: None }
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
    use ludometer_spec::TableSpec;

    fn identity() -> Identity {
        let mut spec = RunSpec::of(TableSpec::of("g"));
        (spec.table.players, spec.table.seed, spec.games) = (Some(2), u64::MAX, Some(10));
        Identity {
            version: "1.0.0".to_owned(),
            spec,
            rules: vec![serde_json::json!({"deck.ace": 4, "share": 0.1})],
            strategy_files: Vec::new(),
            names: vec!["greedy".to_owned()],
            counted: "x".to_owned(),
            script: None,
        }
    }

    #[test]
    fn a_difference_is_named() {
        let mine = identity();
        assert_eq!(mine.difference(&identity()), None);
        let mut theirs = identity();
        theirs.spec.table.seed = 7;
        let text = "`seed` is 7 instead of 18446744073709551615";
        assert_eq!(mine.difference(&theirs).as_deref(), Some(text));
        assert_ne!(mine.hash(), theirs.hash());
        let mut theirs = identity();
        theirs.spec.table.rules.settings = vec!["deck.ace=5".to_owned()];
        theirs.rules = vec![serde_json::json!({"deck.ace": 5, "share": 0.1})];
        assert_eq!(mine.difference(&theirs).as_deref(), Some("`deck.ace` is 5 instead of 4"));
        let mut theirs = identity();
        theirs.spec.games = None;
        assert_eq!(mine.difference(&theirs).as_deref(), Some("`games` is not given instead of 10"));
    }

    #[test]
    fn an_identity_is_read_back_to_the_bit() {
        let rules = vec![serde_json::json!({"a": 0.1 + 0.2, "b": 1.0 / 3.0, "c": 5e-324, "d": -0.0})];
        let mine = Identity { rules, ..identity() };
        let again: Identity = serde_json::from_slice(&serde_json::to_vec(&mine).unwrap()).unwrap();
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
