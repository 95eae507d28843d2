//! The common parts of commands that look at a small game as a whole.

use super::error::CliError;
use super::input::InputError;
use crate::registry::Entry;
use ludometer_run::{AnyGame, WholeError};

/// Returns the unit of what is counted at the ends of games.
pub(super) fn unit(game: &dyn AnyGame) -> &'static str {
    if game.learning().counts_scores() { "score" } else { "share of the win" }
}

/// Returns an amount of it.
pub(super) fn amount(game: &dyn AnyGame, value: f64) -> String {
    // Without a minus sign in front of nothing.
    let value = if value.abs() < 5e-5 { 0.0 } else { value };
    if game.learning().counts_scores() { format!("{value:.4}") } else { format!("{:.2} %", 100.0 * value) }
}

/// Returns why a game was not looked at as a whole.
pub(super) fn whole_error(entry: &Entry, source: &WholeError) -> CliError {
    match source {
        WholeError::Stopped => CliError::Interrupted("interrupted: nothing is known yet".to_owned()),
        WholeError::Bot { .. } => CliError::BotFailed(source.to_string()),
        _ => InputError::new(format!(
            "{}: {source}; `train --method value` and `exploit` without --exact are for games of any size",
            entry.id(),
        ))
        .into(),
    }
}
