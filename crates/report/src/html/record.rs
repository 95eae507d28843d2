//! The record of a folder of results, as pages read it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json};

use crate::manifest::{
    AnswerRecord, AxisRecord, ConfirmedRecord, MoveRecord, ProvenRow, SideRecord, StrategyFileRecord,
    TargetRecord, TriedRecord,
};
use crate::tournament::Until;
use ludometer_bots::OnBotError;
use ludometer_run::{Form, Seating};

/// The facts that pages read of a record, whichever command or version wrote it: none has all of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Record {
    pub(super) game: String,
    pub(super) version: Option<String>,
    pub(super) command: Option<String>,
    pub(super) complete: Option<bool>,
    pub(super) finished: Option<String>,
    pub(super) wall_seconds: f64,
    pub(super) shard: Option<String>,

    // The table.
    pub(super) players: Option<OneOrMore<u64>>,
    #[serde(deserialize_with = "names")]
    pub(super) bots: Vec<String>,
    /// The bots of all tables of a study.
    pub(super) levels: Vec<String>,
    pub(super) strategy_files: Vec<StrategyFileRecord>,
    pub(super) seating: Seating,
    pub(super) on_bot_error: OnBotError,
    pub(super) seed: Option<u64>,
    pub(super) rules: Json,
    pub(super) rules_hash: Option<OneOrMore<String>>,
    pub(super) settings: Option<Vec<String>>,
    pub(super) warnings: Vec<String>,

    // The games. Records of 0.1 say `plays`.
    #[serde(alias = "plays")]
    pub(super) games: Option<u64>,
    #[serde(alias = "plays_done")]
    pub(super) games_done: Option<u64>,
    #[serde(alias = "first_play")]
    pub(super) first_game: u64,
    pub(super) distinct_games: Option<u64>,
    pub(super) deals: Option<u64>,
    pub(super) deals_done: Option<u64>,
    pub(super) forfeits: BTreeMap<String, u64>,

    // Experiments and tournaments.
    pub(super) answers: Option<Vec<AnswerRecord>>,
    pub(super) confidence: Option<f64>,
    pub(super) result: Option<String>,
    pub(super) settled: bool,
    pub(super) stopped_early: bool,
    pub(super) until: Option<Until>,
    pub(super) form: Form,
    pub(super) targets: Vec<TargetRecord>,
    pub(super) subjects: Option<[String; 2]>,
    pub(super) a: Option<SideRecord>,
    pub(super) b: Option<SideRecord>,
    pub(super) axes: Vec<AxisRecord>,
    pub(super) present: BTreeMap<String, String>,
    #[serde(deserialize_with = "names")]
    pub(super) metrics: Vec<String>,
    pub(super) moves: Vec<MoveRecord>,
    pub(super) found: bool,
    pub(super) confirmed: Option<ConfirmedRecord>,
    pub(super) nearest: Option<TriedRecord>,
}

/// A value, or one at each number of players, as tournaments have it.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "must be a value of the right kind, or a list of them")]
pub(super) enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

/// Reads a list of names. Where other commands have rows under this key, their tables have them, too.
fn names<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "must be a list of names")]
    enum Names {
        Words(Vec<String>),
        Rows(#[expect(dead_code, reason = "only its shape is read")] Vec<Map<String, Json>>),
    }
    Ok(match Names::deserialize(from)? {
        Names::Words(words) => words,
        Names::Rows(_) => Vec::new(),
    })
}

impl Record {
    /// Reads the text of a record.
    ///
    /// # Errors
    /// The line, and the fault with its key.
    pub(super) fn parse(text: &str) -> Result<Self, (u64, String)> {
        let mut json = serde_json::Deserializer::from_str(text);
        let record = Self::read(&mut json)?;
        json.end().map_err(|error| (error.line() as u64, error.to_string()))?;
        Ok(record)
    }

    /// Reads a record, from text or as it is in memory.
    ///
    /// # Errors
    /// As [`Self::parse`]; in memory all is one line.
    pub(super) fn read<'de, D>(from: D) -> Result<Self, (u64, String)>
    where
        D: Deserializer<'de, Error = serde_json::Error>,
    {
        let record: Self = serde_path_to_error::deserialize(from).map_err(|error| {
            let fault = error.inner();
            let what = match error.path().to_string().as_str() {
                "." => fault.to_string(),
                key => format!("`{key}`: {fault}"),
            };
            (fault.line().max(1) as u64, what)
        })?;
        if record.game.is_empty() {
            return Err((1, "there is no `game`".to_owned()));
        }
        Ok(record)
    }

    /// Returns the numbers of seats that were played.
    pub(super) fn seats(&self) -> Vec<String> {
        match (self.axes.iter().find(|axis| axis.name == "players"), &self.players) {
            (Some(varied), _) => varied.values.clone(),
            (None, Some(OneOrMore::One(seats))) => vec![seats.to_string()],
            (None, Some(OneOrMore::More(seats))) => seats.iter().map(u64::to_string).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// Returns true if one player plays alone.
    pub(super) fn is_solo(&self) -> bool {
        self.seats() == ["1"]
    }

    /// Returns the games that were played, or else those that were asked for.
    pub(super) fn all_games(&self) -> Option<u64> {
        self.games_done.or(self.games)
    }

    /// Returns the hash of the rule set, if it is about one.
    pub(super) fn rule_set(&self) -> Option<&str> {
        match &self.rules_hash {
            Some(OneOrMore::One(hash)) => Some(hash),
            Some(OneOrMore::More(_)) | None => None,
        }
    }

    /// Returns the rules that differ from the defaults, as `key=value`.
    pub(super) fn settings(&self) -> &[String] {
        self.settings.as_deref().unwrap_or_default()
    }

    /// Returns the rules of both sides of a comparison.
    pub(super) fn sides(&self) -> [&Json; 2] {
        [&self.a, &self.b].map(|side| side.as_ref().map_or(&Json::Null, |side| &side.rules))
    }

    /// Returns the rule set that a search found, or else the nearest one.
    pub(super) fn chosen(&self) -> Option<&TriedRecord> {
        if self.found { self.confirmed.as_ref().map(|found| &found.tried) } else { self.nearest.as_ref() }
    }

    /// Returns the targets of a search with their figures in fresh games.
    pub(super) fn proven(&self) -> &[ProvenRow] {
        self.confirmed.as_ref().map_or(&[], |found| &found.targets.0)
    }
}
