//! Tables: which game by which rules, and who plays it.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::values::{seats, whole};
use ludometer_run::Seating;

/// Rule set: the defaults, a file, single settings.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RuleSpec {
    /// Start from this rule file instead of the defaults
    #[arg(long = "rules", value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_file: Option<PathBuf>,

    /// Set one key of the rules (repeatable, later wins)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

/// Table: all that decides what happens in a game.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct TableSpec {
    /// The game's id
    pub game: String,

    /// Seats (default: the number of bots if more than one is named, else the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u64>,

    /// One bot for all seats, or one per seat: a name, or name:key=value,key=value
    #[arg(long, value_name = "BOT", num_args = 1.., default_value = "greedy")]
    #[serde(default = "greedy", skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,

    /// An unsigned 64-bit number; the same options and seed give the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub seed: u64,

    /// Who sits where from game to game
    #[arg(long = "seats", value_name = "SEATS", value_parser = seats(), default_value = "rotate")]
    #[serde(default)]
    pub seating: Seating,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    #[serde(default)]
    pub sandbox: bool,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub rules: RuleSpec,
}

/// The bot of a table for which none is named.
fn greedy() -> Vec<String> {
    vec!["greedy".to_owned()]
}

impl TableSpec {
    /// Returns the usual table of a game.
    pub fn of(game: &str) -> Self {
        usual(game)
    }

    /// Returns the command line of a command on this table, such as `trace`, whose own options may follow.
    pub fn command(&self, command: &str) -> String {
        let mut table = self.clone();
        table.say_bots_once();
        super::line_of(command, &table)
    }

    /// Names bots that are alike only once; how many there are is said by the number of players.
    pub(super) fn say_bots_once(&mut self) {
        if self.players.is_some() && self.bots.iter().all(|bot| *bot == self.bots[0]) {
            self.bots.truncate(1);
        }
    }
}

/// Returns a specification of which nothing but the game is named.
pub(super) fn usual<S: DeserializeOwned>(game: &str) -> S {
    serde_json::from_value(serde_json::json!({ "game": game })).expect("all other keys have defaults")
}
