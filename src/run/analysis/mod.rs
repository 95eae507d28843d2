//! Analyses of batches: the observers of `stats`, and what takes plays of its own.

use super::batch::{Batch, Hooks, Plan, RowSink, RunError, counted, simulate_as};
use crate::bots::BotSpec;
use crate::games::Playable;
use crate::stats::{Analysed, Analysis, Curve, Standard, Statistic, Subject};

/// Plays of the pilot batch that the curve of the chances is fitted on, at least and at most: a
/// twentieth of the batch between them, but never more than a quarter.
const PILOT: (u64, u64) = (200, 1000);

/// How deep an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// What can be seen in the plays themselves.
    Basic,
    /// Also what takes a search.
    Deep,
}

/// What to analyse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisPlan {
    /// How deep.
    pub depth: Depth,
}

type Watched<G> = Analysed<<G as Playable>::Stats>;

/// Plays a batch that is analysed with this curve.
fn watched<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    rows: Option<RowSink<'_>>,
    curve: Option<Curve>,
) -> Result<(Batch, Watched<G>), RunError> {
    let counted = counted(game, bots);
    let phases = G::PHASES.iter().map(|phase| (*phase).to_owned()).collect();
    let subject = Subject { phases, standing: G::STANDING, curve };
    let analysis = Analysis::new::<G::Event>(&counted, &counted.words, &subject);
    let standard = <Standard<G::Stats> as Statistic<G>>::new(&counted);
    simulate_as(game, bots, plan, hooks, rows, &Analysed::with(standard, analysis))
}

/// The curve for the chances in these plays, fitted on the first of them.
fn pilot<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
) -> Result<Option<Curve>, RunError> {
    let plays = (plan.plays.end / 20).clamp(PILOT.0, PILOT.1).min(plan.plays.end / 4);
    let first = Plan { plays: 0..plays, timing: false, ..plan.clone() };
    let quiet = Hooks { stop: hooks.stop, progress: &|_| {} };
    let (_, tally) = watched(game, bots, &first, quiet, None, None)?;
    Ok(tally.analysis().and_then(Analysis::fit))
}

/// Plays a batch and analyses it.
///
/// # Errors
/// As a batch without an analysis.
pub(super) fn analyse<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    rows: Option<RowSink<'_>>,
    _analysis: AnalysisPlan,
) -> Result<Batch, RunError> {
    let curve = pilot(game, bots, plan, hooks)?;
    let (batch, _) = watched(game, bots, plan, hooks, rows, curve)?;
    Ok(batch)
}
