//! `run.json`: everything needed to repeat a run.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use ludometer_bots::BotSpec;
use ludometer_spec::RunSpec;

/// The contents of `run.json`. Times differ from run to run, so it is the one file that may differ
/// between equal runs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunRecord {
    /// The program's version.
    pub version: String,
    /// A command that repeats the run.
    pub command: String,
    /// What was asked for: game, players, bots, seed and so on. Of a shard, `games` are those of its part.
    #[serde(flatten)]
    pub spec: RunSpec,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// The rule set, all keys.
    pub rules: Json,
    /// The warnings of the game about this rule set.
    pub warnings: Vec<String>,
    /// The strategy files that they come from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strategy_files: Vec<StrategyFileRecord>,
    /// The hash of all options that decide what the CSV files hold.
    pub options_hash: String,
    /// Which part of the run this is.
    pub shard: Option<String>,
    /// The number of the first game: 0, or that of the first one of the shard.
    pub first_game: u64,
    /// The budget in time, if there was one: the games are then those that there was time for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Games done: those with the first numbers.
    pub games_done: u64,
    /// True if all were done.
    pub complete: bool,
    /// The games that differ, where nothing was left to chance: all others are copies, and figures rest on these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_games: Option<u64>,
    /// How often each bot failed and forfeited, those that did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeits: BTreeMap<String, u64>,
    /// The first failures, in order of their games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_failures: Vec<String>,
    /// How long it took.
    pub wall_seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Decisions a second.
    pub decisions_per_second: f64,
}

/// Which version of a strategy file was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StrategyFileRecord {
    /// The path as it was given.
    pub path: String,
    /// The hash of the file's contents.
    pub hash: String,
    /// True if it is a program that was confined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
}

/// Returns the strategy files that these bots come from, each once.
pub fn strategy_files(bots: &[BotSpec]) -> Vec<StrategyFileRecord> {
    let mut records = Vec::new();
    for (bot, file) in bots.iter().filter_map(|bot| Some((bot, bot.file.as_ref()?))) {
        let (path, hash) = (file.path.clone(), file.hash.clone());
        let record = StrategyFileRecord { path, hash, sandbox: bot.confined };
        if !records.contains(&record) {
            records.push(record);
        }
    }
    records
}
