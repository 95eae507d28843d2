//! The vocabulary of every game: seats, random numbers, piles, rule sets, outcomes, and the
//! [`Game`] trait with the [`Decision`] a bot is shown.
//!
//! Knows no game, no bot, no statistic and no report.

mod program;
mod text;
mod names;
mod read;
mod bit_set;
mod menu;
mod seat;
mod rng;
mod pile;
mod stock;
mod deal_hidden;
mod schema;
mod rules;
mod contest;
mod outcome;
mod kinds;
mod game;
mod decision;
mod observation;
#[cfg(test)]
mod tests;

pub use bit_set::Ranked;
pub use contest::{Contest, Ends, Kind, Sharing, Standing};
pub use deal_hidden::{Contradiction, KindBits, KindSet, Places, PlacesOf, deal_hidden};
pub use decision::Decision;
pub use game::{
    CardMove, Event, EventClass, EventKind, EventSink, Game, Interaction, Json, Notice, Silent,
    WithoutKnowledge, to_json, to_json_at,
};
pub use kinds::{event_kind_named, index_of_name};
pub use menu::{MenuReader, Slots};
pub use names::{Area, Names, SCRIPT_ENDING, capital, game_name, player, readable, side_name};
pub use observation::{FeatureSink, OBSERVED_SEATS, observe_rules};
pub use outcome::{Outcome, SHARE_UNITS};
pub use pile::Pile;
pub use program::Program;
pub use read::{MAX_RECORD, MAX_RESULTS, MAX_WRITTEN, open_file, read_file, read_text};
pub use rng::{ChanceError, Purpose, Rng, Streams, each_chance};
pub use rules::{Origin, RuleError, RuleIssue, RuleSet};
pub use schema::{LazySchema, Param, Schema, Value};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatArray, SeatSet, small_table};
pub use stock::Stock;
pub use text::{
    counted, did_you_mean, hex, is_hidden, key_in_line, line_of, nearest, range_ends, shell_word, thousands,
    toml_fault, whole_number,
};
