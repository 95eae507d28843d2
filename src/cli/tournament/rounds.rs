//! The deals of a tournament, round after round.

use std::time::{Duration, Instant};

use super::Deals as Played;
use super::plan::Plan;
use crate::cli::job::Session;
use ludometer_bots::BotSpec;
use ludometer_rating::Order;
use ludometer_report::DealsDraft;
use ludometer_run::{Copies, Deals, Hooks, PlayError, RunError, meetings};
use ludometer_spec::TournamentSpec;

/// Tables a thread that a round has at least, so that threads seldom wait for the last one.
const TABLES: u64 = 8;

/// Plays all deals, or until the order is settled or a bot fails, the one that is given back. Every number of players
/// has the same deals.
///
/// They are played in rounds that grow; the order is looked at after each deal, and deals of the round that
/// come after the settled one are dropped. So the result is the same for any rounds, which are as long as
/// the time between checkpoints.
pub(super) fn rounds(
    plan: &Plan,
    session: &mut Session<'_, TournamentSpec>,
    hooks: Hooks<'_>,
    mut draft: Option<&mut DealsDraft>,
    played: &mut Played,
) -> Result<(Order, Option<PlayError>), RunError> {
    let (threads, every) = (session.means.threads, session.means.checkpoint);
    let least = (TABLES * threads as u64).div_ceil(plan.tables()).max(1);
    let first = if plan.bots.iter().any(BotSpec::is_search) { 4 } else { 64 };
    let mut order = plan.order();
    let mut failure = None;
    let (mut judged, mut copies) = (0, Copies::default());
    // The deals of the last round, and the time that they took.
    let mut last: Option<(u64, Duration)> = None;
    loop {
        judged = judge(plan, (&mut order, &mut copies), played, judged);
        if let Some(draft) = &mut draft {
            draft.add(played)?;
        }
        let done = judged as u64;
        let ended = plan.is_over(&order, done) || session.stop.asked() || failure.is_some();
        if let Some(draft) = draft.as_mut().filter(|_| ended || session.writer.is_due()) {
            session.writer.write(|| {
                let (done, sum) = draft.safe()?;
                Ok((done, Some(sum), Vec::new()))
            })?;
        }
        if ended {
            return Ok((order, failure));
        }
        let most = last.map_or(u64::MAX, |(deals, took)| {
            let share = every.as_secs_f64() / took.as_secs_f64().max(1e-6);
            (deals as f64 * share) as u64
        });
        let next = done + (done / 2).max(first).min(most.max(least));
        let begun = Instant::now();
        for (game, (_, all)) in plan.games.iter().zip(&mut *played) {
            let deals = Deals { seed: plan.seed, numbers: done..next.min(plan.deals), threads };
            let met = game.play_deals(&plan.bots, &deals, hooks)?;
            all.extend(met.deals);
            failure = failure.or(met.failure);
        }
        last = Some((next - done, begun.elapsed()));
    }
}

/// Looks at the order after each whole deal that it has not seen yet, and drops the deals after the one
/// that settles it, and those that aren't whole. Returns the number of deals that are left.
fn judge(
    plan: &Plan,
    (order, copies): (&mut Order, &mut Copies),
    played: &mut Played,
    judged: usize,
) -> usize {
    let mut last = played.iter().map(|(_, deals)| deals.len()).min().unwrap_or(0);
    for deal in judged..last {
        let parts = || played.iter().map(|(seats, deals)| (*seats, &deals[deal][..]));
        // A game that is played again is no evidence.
        if copies.is_copy(parts()) {
            continue;
        }
        let met = meetings(plan.bots.len(), parts());
        order.add(|i, j| met[i][j]);
        if plan.until.is_some() && order.settled() {
            last = deal + 1;
            break;
        }
    }
    for (_, deals) in played {
        deals.truncate(last);
    }
    last
}
