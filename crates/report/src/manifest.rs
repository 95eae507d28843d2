//! Records of commands, such as `run.json`: all that is needed to repeat the work, and how it ended.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::experiments::{AnswerRow, CheckRow, CompareRow};
use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Seating};
use ludometer_spec::{CheckSpec, CompareSpec, RunSpec, StudySpec, SweepSpec, TuneSpec};
use ludometer_stats::{JsonRows, Row};

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
    /// When it was finished, in UTC: written with the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
}

/// Facts that the records of studies and experiments begin with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordHead<S> {
    /// The program's version.
    pub version: String,
    /// `compare`, `check`, `sweep`, `tune` or `study`.
    pub experiment: String,
    /// A command that repeats the work.
    pub command: String,
    /// What was asked for, complete.
    pub spec: S,
    /// The game's id.
    pub game: String,
    /// The hash of all that decides what the files hold.
    pub options_hash: String,
    /// True if it was not interrupted.
    pub complete: bool,
    /// How long it took.
    pub wall_seconds: f64,
    /// The budget in time, if there was one.
    pub minutes: Option<f64>,
    /// When it was finished, in UTC: written with the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
}

/// Facts about the table at which games were played.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordTable {
    /// The number of seats.
    pub players: usize,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// The rule set, all keys.
    pub rules: Json,
    /// The settings of it that are not the defaults, as `key=value`.
    pub settings: Vec<String>,
    /// The warnings of the game about this rule set.
    pub warnings: Vec<String>,
    /// The bots, one a seat.
    pub bots: Vec<String>,
    /// The strategy files that they come from.
    #[serde(default)]
    pub strategy_files: Vec<StrategyFileRecord>,
    /// The seed.
    pub seed: u64,
}

impl RecordTable {
    /// Returns the facts about a table, with the names of its bots.
    pub fn of(game: &dyn AnyGame, bots: &[BotSpec], settings: Vec<String>, seed: u64) -> Self {
        Self {
            players: bots.len(),
            rules_hash: game.rules().hash(),
            rules: game.rules().to_json(),
            settings,
            warnings: game.warnings().to_vec(),
            bots: bots.iter().map(|bot| bot.name.clone()).collect(),
            strategy_files: strategy_files(bots),
            seed,
        }
    }
}

/// An answer of an experiment in a plain sentence.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerRecord {
    /// The question's id.
    pub question: String,
    /// The question; studies of 0.2 don't have it.
    #[serde(default)]
    pub asked: String,
    /// `problem`, `fact`, `fine` or `open`.
    pub state: String,
    /// The answer.
    pub text: String,
    /// How many times as many games would probably tell, where it is open.
    pub times: Option<f64>,
}

/// What a designer wants of a figure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TargetRecord {
    /// The figure.
    pub metric: String,
    /// The least that is wanted.
    pub min: Option<f64>,
    /// The most that is wanted.
    pub max: Option<f64>,
    /// What a miss counts beside others.
    pub weight: f64,
    /// Of a comparison: whether side B is nearer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
}

/// The contents of `compare.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub struct CompareRecord {
    /// The facts that all records begin with.
    #[serde(flatten)]
    pub head: RecordHead<CompareSpec>,
    /// The number of seats.
    pub players: usize,
    /// The bots that are compared, if bots are.
    pub subjects: Option<[String; 2]>,
    /// Side A.
    pub a: SideRecord,
    /// Side B.
    pub b: SideRecord,
    /// `rotate` or `fixed`.
    pub seating: Seating,
    /// The seed.
    pub seed: u64,
    /// True if both sides had the same random numbers.
    pub paired: bool,
    /// The chance that all intervals hold, at all looks.
    pub confidence: f64,
    /// True if the time was up.
    pub time_is_up: bool,
    /// Games on each side.
    pub games: u64,
    /// Games of a unit, in which every bot sits in every seat equally often.
    pub games_per_unit: u64,
    /// True if no metric is open.
    pub settled: bool,
    /// True if the games ended because a difference was found.
    pub stopped_early: bool,
    /// The answers in sentences.
    pub answers: Vec<AnswerRecord>,
    /// How often the bot of the table finishes ahead of a weaker one, if that was played.
    pub strength: Option<StrengthRecord>,
    /// The targets of the designer.
    pub targets: Vec<TargetRecord>,
    /// The figures that were compared.
    pub metrics: JsonRows<CompareRow>,
    /// The figures beside them.
    pub beside: JsonRows<CompareRow>,
}

/// A side of a comparison.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SideRecord {
    /// The game, where this side has another one than the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The hash of the rule set.
    pub rules_hash: String,
    /// The warnings of the game about this rule set; 0.1 doesn't have them.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The rule set, all keys.
    pub rules: Json,
    /// The bots, one a seat, as they are named on the command line.
    pub bots: Vec<String>,
    /// The strategy files that they come from.
    pub strategy_files: Vec<StrategyFileRecord>,
    /// The seed.
    pub seed: u64,
}

/// How often a bot finishes ahead of a weaker one on both sides of a comparison.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrengthRecord {
    /// The bot and the weaker one.
    pub bots: [String; 2],
    /// On side A.
    pub a: RateRecord,
    /// On side B.
    pub b: RateRecord,
}

/// A rate with its 95 % interval.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RateRecord {
    /// The rate.
    pub rate: f64,
    /// The lower end.
    pub ci_low: f64,
    /// The upper end.
    pub ci_high: f64,
    /// Games.
    pub games: u64,
}

/// The contents of `check.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckRecord {
    /// The facts that all records begin with.
    #[serde(flatten)]
    pub head: RecordHead<CheckSpec>,
    /// The table.
    #[serde(flatten)]
    pub table: RecordTable,
    /// The chance that no answer is wrong.
    pub confidence: f64,
    /// Games played.
    pub games: u64,
    /// `passed`, `failed` or `undecided`.
    pub result: String,
    /// True if the games ended because all gates were decided.
    pub stopped_early: bool,
    /// The gates.
    pub gates: JsonRows<CheckRow>,
    /// True if the time was up.
    pub time_is_up: bool,
}

/// The contents of `sweep.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SweepRecord {
    /// The facts that all records begin with.
    #[serde(flatten)]
    pub head: RecordHead<SweepSpec>,
    /// The rule set without what is varied.
    pub rules: Json,
    /// The strategy files that the bots come from.
    pub strategy_files: Vec<StrategyFileRecord>,
    /// What is varied.
    pub axes: Vec<AxisRecord>,
    /// The seed.
    pub seed: u64,
    /// The number of rule sets, all shards together.
    pub rule_sets: usize,
    /// The hash of the game's script, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The settings that are not the defaults, as `key=value`.
    pub settings: Vec<String>,
    /// The number of seats.
    pub players: usize,
    /// The bots, one a seat, unless they are varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
    /// The figures that were asked for.
    pub metrics: Vec<String>,
    /// Which part of the sweep this is.
    pub shard: Option<String>,
    /// True if the time was up.
    pub time_is_up: bool,
    /// The command that goes on, where the time was up.
    pub go_on: Option<String>,
    /// The value of each axis in the present rules.
    pub present: Map<String, Json>,
    /// Rule sets played.
    pub played: usize,
    /// Games played.
    pub games_done: u64,
}

/// What a sweep varies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AxisRecord {
    /// The key, `players` or `bots`.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// The contents of `tune.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TuneRecord {
    /// The facts that all records begin with.
    #[serde(flatten)]
    pub head: RecordHead<TuneSpec>,
    /// The table.
    #[serde(flatten)]
    pub table: RecordTable,
    /// The chance that what is confirmed meets all targets.
    pub confidence: f64,
    /// Games that were allowed.
    pub budget: u64,
    /// Games played.
    pub games: u64,
    /// The answers in sentences.
    pub answers: Vec<AnswerRecord>,
    /// True if a rule set was confirmed.
    pub found: bool,
    /// The targets.
    pub targets: Vec<TargetRecord>,
    /// The counts that may move.
    pub moves: Vec<MoveRecord>,
    /// The rule set that was confirmed.
    pub confirmed: Option<ConfirmedRecord>,
    /// Rule sets that were to be confirmed and were not.
    pub not_confirmed: Vec<ConfirmedRecord>,
    /// Rule sets that were confirmed with larger edits.
    pub larger_confirmed: Vec<ConfirmedRecord>,
    /// Rule sets that were left out since the game warns of them.
    pub left_out_for_warnings: u64,
    /// The rule set nearest to the targets.
    pub nearest: TriedRecord,
    /// The present rule set, if it was tried.
    pub start: Option<TriedRecord>,
    /// True if the nearest one is nearer than the present one.
    pub is_nearer: bool,
    /// The number of rule sets that were tried.
    pub rule_sets: usize,
}

/// A count that may move.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveRecord {
    /// The key.
    pub key: String,
    /// Its present value.
    pub start: i64,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The step.
    pub step: i64,
}

/// A rule set that was tried.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TriedRecord {
    /// The counts.
    pub settings: Map<String, Json>,
    /// Steps by which counts are moved.
    pub edit: u64,
    /// By how much all targets together are missed.
    pub miss: f64,
    /// Games of the search.
    pub games: u64,
    /// The warnings of the game; 0.1 doesn't have them.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// A rule set with fresh games.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConfirmedRecord {
    /// The rule set.
    #[serde(flatten)]
    pub tried: TriedRecord,
    /// Fresh games.
    pub fresh_games: u64,
    /// True if the games ended because the targets were met; 0.2 doesn't have it.
    #[serde(default)]
    pub stopped_early: bool,
    /// The targets with their figures.
    pub targets: JsonRows<ProvenRow>,
}

/// A target with its figure in fresh games.
#[derive(Clone, Debug, Row)]
#[row(table = "proven")]
pub struct ProvenRow {
    /// The figure.
    pub metric: String,
    /// Its value.
    pub value: Option<f64>,
    /// The least that is wanted.
    pub min: Option<f64>,
    /// The most that is wanted.
    pub max: Option<f64>,
    /// The interval, valid at every look.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// The figure, corrected for the early stop; 0.2 doesn't have it.
    #[row(optional)]
    pub corrected: Option<f64>,
}

/// The contents of `study.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StudyRecord {
    /// The facts that all records begin with.
    #[serde(flatten)]
    pub head: RecordHead<StudySpec>,
    /// The table that is looked at most closely.
    #[serde(flatten)]
    pub table: RecordTable,
    /// The other numbers of players.
    pub other_players: Vec<usize>,
    /// The levels of bots, weakest first.
    pub levels: Vec<String>,
    /// Games of the main batch.
    pub games: u64,
    /// Games of each part with a search.
    pub search_games: u64,
    /// At most so many times the games where a question is open.
    pub again: u64,
    /// Games played, all parts together.
    pub plays_done: u64,
    /// Steps done.
    pub steps: usize,
    /// The answers.
    pub answers: JsonRows<AnswerRow>,
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
