//! The deals of a tournament, round after round, and its checkpoints.

use std::time::{Duration, Instant};

use super::Played;
use super::plan::Plan;
use crate::cli::error::CliError;
use crate::cli::progress::Progress;
use crate::cli::run::with_resume_hint;
use crate::cli::stop::Stop;
use ludometer_bots::BotSpec;
use ludometer_rating::Order;
use ludometer_report::{
    CHECKPOINT, CheckpointHeader, DealsDraft, FileError, Folder, Options as _, TournamentOptions,
    write_sealed,
};
use ludometer_run::{Deals, Hooks, PlayError, RunError, meetings};

/// Tables a thread that a round has at least, so that threads seldom wait for the last one.
const TABLES: u64 = 8;

/// How it ended.
pub(super) struct Ended {
    pub(super) played: Played,
    pub(super) order: Order,
    /// The bot that failed, where the tournament is to stop then.
    pub(super) failure: Option<PlayError>,
    pub(super) kept: CheckpointHeader<TournamentOptions>,
    /// The deals that a checkpoint keeps.
    pub(super) stored: Option<u64>,
}

/// Writes down how far it is.
struct Keep<'a> {
    folder: &'a Folder,
    stop: &'a Stop,
    kept: CheckpointHeader<TournamentOptions>,
    draft: DealsDraft,
    stored: Option<u64>,
    begun: Instant,
    /// Milliseconds spent before this process.
    spent: u64,
    last: Instant,
}

impl Keep<'_> {
    /// Keeps all deals that are whole.
    fn store(&mut self) -> Result<(), FileError> {
        let (done, sum) = self.draft.safe()?;
        let spent = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.kept.milliseconds = self.spent.saturating_add(spent);
        (self.kept.done, self.kept.rows) = (done, Some(sum));
        write_sealed(&self.folder.path().join(CHECKPOINT), TournamentOptions::KIND, &self.kept, &[])?;
        if self.stored.replace(done).is_none() {
            self.folder.keep();
            self.stop.remove_on_abort(self.folder.leftovers());
        }
        self.last = Instant::now();
        Ok(())
    }
}

/// Plays all deals, or until the order is settled or a bot fails. Every number of players has the same deals.
///
/// They are played in rounds that grow; the order is looked at after each deal, and deals of the round that
/// come after the settled one are dropped. So the result is the same for any rounds, which are as long as
/// the time between checkpoints.
pub(super) fn play(
    plan: &Plan,
    folder: &Folder,
    stop: &Stop,
    (kept, draft): (CheckpointHeader<TournamentOptions>, DealsDraft),
    played: Played,
    quiet: bool,
) -> Result<Ended, CliError> {
    let now = Instant::now();
    let stored = (kept.done > 0).then_some(kept.done);
    if stored.is_none() {
        let part = std::iter::once(DealsDraft::part(folder));
        stop.remove_on_abort(part.chain(folder.leftovers()).collect());
    }
    let mut keep =
        Keep { folder, stop, spent: kept.milliseconds, kept, draft, stored, begun: now, last: now };
    let per_deal = plan.per_deal().iter().sum::<u64>();
    let progress = match stop.deadline() {
        Some(deadline) => Progress::in_time(deadline, quiet),
        None => Progress::new(per_deal * plan.deals, quiet),
    };
    progress.begin_at(per_deal * keep.kept.done);
    let some_done = |plays| {
        progress.add(plays);
        stop.look_at_clock();
    };
    let hooks = Hooks { stop: stop.flag(), progress: &some_done };
    let ended = rounds(plan, stop, hooks, &mut keep, played);
    progress.clear();
    let (played, order, failure) = ended
        .map_err(|error| with_resume_hint(error, (keep.stored, "deals"), &keep.kept.resume(folder.path())))?;
    Ok(Ended { played, order, failure, kept: keep.kept, stored: keep.stored })
}

fn rounds(
    plan: &Plan,
    stop: &Stop,
    hooks: Hooks<'_>,
    keep: &mut Keep<'_>,
    mut played: Played,
) -> Result<(Played, Order, Option<PlayError>), RunError> {
    let least = (TABLES * plan.threads as u64).div_ceil(plan.tables()).max(1);
    let first = if plan.bots.iter().any(BotSpec::is_search) { 4 } else { 64 };
    let mut order = plan.order();
    let mut failure = None;
    let mut judged = 0;
    // The deals of the last round, and the time that they took.
    let mut last: Option<(u64, Duration)> = None;
    loop {
        judged = judge(plan, &mut order, &mut played, judged);
        keep.draft.add(&played)?;
        let done = judged as u64;
        let settled = plan.until.is_some() && order.settled();
        if settled || done >= plan.deals || stop.asked() || failure.is_some() {
            if done > 0 {
                keep.store()?;
            }
            return Ok((played, order, failure));
        }
        if done > 0 && keep.last.elapsed() >= plan.every {
            keep.store()?;
        }
        let most = last.map_or(u64::MAX, |(deals, took)| {
            let share = plan.every.as_secs_f64() / took.as_secs_f64().max(1e-6);
            (deals as f64 * share) as u64
        });
        let next = done + (done / 2).max(first).min(most.max(least));
        let begun = Instant::now();
        for (game, (_, all)) in plan.games.iter().zip(&mut played) {
            let deals = Deals { seed: plan.seed, numbers: done..next.min(plan.deals), threads: plan.threads };
            let met = game.play_deals(&plan.bots, &deals, hooks)?;
            all.extend(met.deals);
            failure = failure.or(met.failure);
        }
        last = Some((next - done, begun.elapsed()));
    }
}

/// Looks at the order after each whole deal that it has not seen yet, and drops the deals after the one
/// that settles it, and those that aren't whole. Returns the number of deals that are left.
fn judge(plan: &Plan, order: &mut Order, played: &mut Played, judged: usize) -> usize {
    let mut last = played.iter().map(|(_, deals)| deals.len()).min().unwrap_or(0);
    for deal in judged..last {
        let parts = played.iter().map(|(seats, deals)| (*seats, &deals[deal][..]));
        let met = meetings(plan.bots.len(), parts);
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
