//! How well the better bot of two does under a rule set.

use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Plan, RunError, Work};
use ludometer_stats::MatchupRow;

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
    let first: Option<MatchupRow> = batch.report.rows().into_iter().next();
    Ok(first.and_then(|row| Measured::of(row.ahead.of(batch.plays))))
}
