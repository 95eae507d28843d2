//! `run.json`: everything needed to repeat a run.

use serde::Serialize;
use serde_json::Value as Json;

/// All files that a run can leave in its folder.
pub const RUN_FILES: &[&str] = &[
    "summary.csv",
    "strategies.csv",
    "seats.csv",
    "matchups.csv",
    "cards.csv",
    "lengths.csv",
    "games.csv",
    "games.parquet",
    "run.json",
];

/// What `run.json` holds. Times differ from run to run, so it is the one file that may differ
/// between equal runs.
#[derive(Clone, Debug, Serialize)]
pub struct RunRecord {
    /// The program's version.
    pub version: &'static str,
    /// A command that repeats the run.
    pub command: String,
    /// The game's id.
    pub game: &'static str,
    /// The number of seats.
    pub players: usize,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// The rule set, all keys.
    pub rules: Json,
    /// The bots, one a seat.
    pub bots: Vec<String>,
    /// `rotate` or `fixed`.
    pub seating: &'static str,
    /// The seed.
    pub seed: u64,
    /// Which part of the run this is.
    pub shard: Option<String>,
    /// Plays asked for.
    pub plays: u64,
    /// Plays done: those with the first numbers.
    pub plays_done: u64,
    /// True if all were done.
    pub complete: bool,
    /// How long it took.
    pub wall_seconds: f64,
    /// Plays a second.
    pub plays_per_second: f64,
    /// Decisions a second.
    pub decisions_per_second: f64,
}
