//! Analyses of batches: the observers of `stats`, and what takes plays of its own.
//!
//! | file | table |
//! |---|---|
//! | `checks.rs`, `findings.rs` | `findings`: what stands out, in words, with a familywise error rate |
//! | `choices.rs` | rows of `metrics`: how much choices matter, by playouts (`Depth::Deep`) |
//! | `skill.rs` | `skill`: each bot level against the next weaker one |
//! | `variance.rs` | `variance`: how much of the outcome is deal, draws, choices |
//! | `card_values.rs` | `card_values`: what one copy more or less does |

mod card_values;
mod checks;
mod choices;
mod findings;
mod skill;
mod variance;

use std::sync::atomic::Ordering;

use self::card_values::card_values;
use self::choices::choices;
use self::findings::{Level, findings};
use self::skill::ladder;
use self::variance::variance;
use super::batch::{Batch, Hooks, Plan, RowSink, RunError, counted, simulate_on};
use super::keep::{Recorder, RowsOnly, Start};
use crate::bots::BotSpec;
use crate::games::Playable;
use crate::model::RuleSet;
use crate::stats::{Analysed, Analysis, Cell, Curve, Report, Standard, Statistic, Subject};

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
    /// Also the ladder of skill and where the variance of outcomes comes from.
    pub skill: bool,
    /// Also what each card does, by plays with one copy more and one less.
    pub card_values: bool,
}

/// Threads for work of the analysis itself.
fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| RunError::Threads { threads, reason: e.to_string() })
}

type Watched<G> = Analysed<<G as Playable>::Stats>;

/// Plays a batch that is analysed with this curve.
fn watched<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    start: Option<&Start>,
    recorder: &mut dyn Recorder,
    curve: Option<Curve>,
) -> Result<(Batch, Watched<G>), RunError> {
    let counted = counted(game, bots);
    let phases = G::PHASES.iter().map(|phase| (*phase).to_owned()).collect();
    let subject = Subject { phases, standing: G::STANDING, curve };
    let analysis = Analysis::new::<G::Event>(&counted, &counted.words, &subject);
    let standard = <Standard<G::Stats> as Statistic<G>>::new(&counted);
    simulate_on(game, bots, plan, hooks, start, recorder, &Analysed::with(standard, analysis))
}

/// The curve for the chances in a run of so many plays, fitted on the first of them.
fn pilot<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    plays: u64,
) -> Result<Option<Curve>, RunError> {
    let plays = (plays / 20).clamp(PILOT.0, PILOT.1).min(plays / 4);
    let first = Plan { plays: 0..plays, timing: false, ..plan.clone() };
    let quiet = Hooks { stop: hooks.stop, progress: &|_| {} };
    match watched(game, bots, &first, quiet, None, &mut RowsOnly(None), None) {
        Ok((_, tally)) => Ok(tally.analysis().and_then(Analysis::fit)),
        // The batch itself comes to the same play, and keeps those before it.
        Err(RunError::Bot { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Plays a batch and analyses it.
///
/// # Errors
/// As a batch without an analysis.
pub(super) fn analyse<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    rows: Option<RowSink<'_>>,
    analysis: AnalysisPlan,
) -> Result<Batch, RunError> {
    let whole = (analysis, plan.plays.end);
    analyse_on(game, rules, bots, plan, hooks, whole, (None, &mut RowsOnly(rows)))
}

/// Plays a batch, or what is left of it after a start, followed by a recorder, and analyses it. It is
/// a part of a run of so many plays: what belongs to the whole run comes when it is the whole.
///
/// # Errors
/// As a batch without an analysis.
pub(super) fn analyse_on<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    (analysis, plays): (AnalysisPlan, u64),
    (start, recorder): (Option<&Start>, &mut dyn Recorder),
) -> Result<Batch, RunError> {
    let curve = pilot(game, bots, plan, hooks, plays)?;
    let (mut batch, _) = watched(game, bots, plan, hooks, start, recorder, curve)?;
    if batch.interrupted || plan.plays != (0..plays) {
        return Ok(batch);
    }
    let before = batch.report.clone();
    let concluded = conclude(game, rules, bots, plan, hooks, analysis, &mut batch);
    if hooks.stop.load(Ordering::Relaxed) {
        // Half of what belongs to the whole run would tell something wrong.
        batch.report = before;
        batch.interrupted = true;
        return Ok(batch);
    }
    concluded.map(|()| batch)
}

/// Plays what an analysis plays beside the batch, and adds its tables.
fn conclude<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    analysis: AnalysisPlan,
    batch: &mut Batch,
) -> Result<(), RunError> {
    if analysis.depth == Depth::Deep {
        let choices = choices(game, bots, plan, hooks)?;
        add_choices(&mut batch.report, &choices);
    }
    add_findings(game, plan, hooks, analysis.depth, batch)?;
    if analysis.skill {
        batch.report.tables.push(ladder(game, plan, hooks)?);
        batch.report.tables.push(variance(game, bots, plan, hooks)?);
    }
    if analysis.card_values {
        let values = card_values(game, rules, bots, plan, hooks, &batch.report)?;
        batch.report.tables.push(values);
    }
    Ok(())
}

/// Adds the findings of a whole batch, for which plays with other bots are played beside it.
///
/// # Errors
/// [`RunError`].
pub(super) fn add_findings<G: Playable>(
    game: &G,
    plan: &Plan,
    hooks: Hooks<'_>,
    depth: Depth,
    batch: &mut Batch,
) -> Result<(), RunError> {
    let names = &batch.counted.bots;
    let levels = levels(game, plan, hooks, depth, names)?;
    let table = findings(&batch.report, &names.join(" "), &levels, (game.seats(), G::BLANK), batch.plays);
    batch.report.tables.push(table);
    Ok(())
}

/// What a search tells of the decisions, as rows of the metrics.
fn add_choices(report: &mut Report, choices: &choices::Choices) {
    let Some(metrics) = report.tables.iter_mut().find(|table| table.name == "metrics") else { return };
    let percent = |v: f64| format!("{:.1} %", v * 100.0);
    let rows = [
        ("decision_spread", choices.spread, "share of the win", "the actions of a decision differ by"),
        ("meaningful_decisions", choices.meaningful, "share of decisions", "so many decisions matter:"),
    ];
    for (name, estimate, unit, reading) in rows {
        let [low, high] = estimate.bounds();
        let text = estimate
            .value
            .map_or_else(|| "too few plays".to_owned(), |v| format!("{reading} {}", percent(v)));
        metrics.row(vec![
            name.into(),
            "".into(),
            estimate.value.into(),
            low,
            high,
            unit.into(),
            estimate.games.into(),
            Cell::Text(text),
        ]);
    }
}

/// Bots for which the findings are looked at besides those of the batch, with the least and most
/// plays: a fortieth of the batch between them.
const LEVELS: [(&str, Depth, u64, u64); 3] = [
    ("random", Depth::Basic, 400, 5000),
    ("greedy", Depth::Basic, 400, 5000),
    ("mcts:iterations=50", Depth::Deep, 100, 400),
];

/// Plays batches with bots of other strengths.
fn levels<G: Playable>(
    game: &G,
    plan: &Plan,
    hooks: Hooks<'_>,
    depth: Depth,
    known: &[String],
) -> Result<Vec<Level>, RunError> {
    let quiet = Hooks { stop: hooks.stop, progress: &|_| {} };
    let mut levels = Vec::new();
    for (text, least_depth, least, most) in LEVELS {
        // A bot that all games have can be read; a batch of that bot alone needs no second one.
        let Ok(bot) = BotSpec::parse::<G>(text) else { continue };
        if depth < least_depth || *known == [bot.name.clone()] {
            continue;
        }
        let plays = (plan.plays.end / 40).clamp(least, most).min(plan.plays.end);
        let side = Plan { plays: 0..plays, timing: false, ..plan.clone() };
        let line_up = vec![bot.clone(); game.seats()];
        let curve = pilot(game, &line_up, &side, quiet, plays)?;
        let (batch, _) = watched(game, &line_up, &side, quiet, None, &mut RowsOnly(None), curve)?;
        levels.push(Level { name: bot.name, report: batch.report });
    }
    Ok(levels)
}
