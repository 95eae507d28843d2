//! How well the better bot of two does under a rule set.

use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Plan, RunError, Work};
use ludometer_stats::Cell;

use crate::study::Measured;

/// Plays one strong bot among weak ones and returns how often it finishes ahead of one of them; none if that is
/// not known, or it was stopped.
///
/// # Errors
/// [`RunError`] if a bot fails.
pub fn strength(
    game: &dyn AnyGame,
    [strong, weak]: [&BotSpec; 2],
    plan: &Plan,
    work: Work<'_>,
) -> Result<Option<Measured>, RunError> {
    let mut bots = vec![weak.clone(); game.seats()];
    bots[0] = strong.clone();
    let batch = game.simulate(&bots, plan, work.begin("strength", plan.plays.end, "games"), None)?;
    if work.stopped() {
        return Ok(None);
    }
    let Some(table) = batch.report.table("matchups") else { return Ok(None) };
    let number = |column| table.cell(0, column).and_then(Cell::number);
    let [value, low, high] = ["ahead", "ahead_low", "ahead_high"].map(number);
    Ok(value.zip(low.zip(high)).map(|(value, (low, high))| Measured { value, low, high, games: batch.plays }))
}
