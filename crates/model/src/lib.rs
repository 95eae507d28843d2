//! The vocabulary of every game: seats, random numbers, piles, rule sets, outcomes, and the
//! [`Game`] trait with the [`Decision`] a bot is shown.
//!
//! Knows no game, no bot, no statistic and no report.

mod program;
mod number;
mod text;
mod names;
mod read;
mod bits;
mod bit_set;
mod menu;
mod seat;
mod seat_set;
mod rng;
mod chances;
mod pile;
mod stock;
mod deal_hidden;
mod schema;
mod rules;
mod outcome;
mod kinds;
mod game;
mod game_name;
mod decision;
mod observation;
#[cfg(test)]
mod tests;

pub use bits::Ranked;
pub use chances::{ChanceError, each_chance};
pub use deal_hidden::{Contradiction, KindSet, Places, deal_hidden};
pub use decision::Decision;
pub use game::{
    CardMove, Event, EventClass, EventKind, EventSink, Game, Interaction, Json, Notice, Silent,
    WithoutKnowledge, to_json, to_json_at,
};
pub use game_name::{SCRIPT_ENDING, game_name};
pub use kinds::{event_kind_named, index_of_name};
pub use menu::{MenuReader, Slots};
pub use names::{Area, Names, capital, player, readable};
pub use number::{range_ends, whole_number};
pub use observation::{FeatureSink, OBSERVED_SEATS, observe_rules};
pub use outcome::{Outcome, SHARE_UNITS};
pub use pile::Pile;
pub use program::Program;
pub use read::{MAX_RECORD, MAX_RESULTS, MAX_WRITTEN, open_file, read_file, read_text};
pub use rng::{Keys, Purpose, Rng, Streams};
pub use rules::{Origin, RuleError, RuleIssue, RuleSet};
pub use schema::{LazySchema, Param, Schema, Value};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatArray, small_table};
pub use seat_set::SeatSet;
pub use stock::Stock;
pub use text::nearest;
pub use text::{
    counted, did_you_mean, hex, is_hidden, key_in_line, line_of, shell_word, thousands, toml_fault,
};
