//! Cards in zones, who sees and knows them, moves, chance and turns: all that rules do to the bytes of a state.

#![expect(
    clippy::missing_errors_doc,
    reason = "every call of a table fails in one way: with a mistake of the rules, `table::Fault`"
)]

pub mod announce;
mod batches;
mod bounds;
pub mod bytes;
pub mod chance;
pub mod flow;
mod knowledge;
pub mod layout;
pub mod moves;
pub mod play;
mod roles;
mod rows;
pub mod secretly;
mod secrets;
pub mod table;

/// What stands for a number that is nothing.
pub const NOTHING: i64 = i64::MIN + 1;

/// Returns a number as a mistake of the rules names it.
fn said(number: i64) -> String {
    if number == NOTHING { "nothing".to_owned() } else { number.to_string() }
}
