//! Experiments on the command line: what their commands share.

mod args;
mod answers;
mod inline;
mod retrain;
mod compare;
mod check;
mod sweep;
mod tune;

use std::sync::Arc;

use serde::Serialize;

use answers::{answers, answers_text};
pub(super) use args::{CheckArgs, CompareArgs, SweepArgs, TuneArgs};
pub(super) use check::{CheckPlan, check};
pub(super) use compare::{ComparePlan, compare};
use inline::{Wanted, bound_options, move_options};
pub(super) use sweep::{SweepPlan, merge_sweeps, sweep};
pub(super) use tune::{TunePlan, tune};

use super::input::InputError;
use super::job::{Ended, JobPlan};
use super::plan::TablePlan;
use ludometer_experiment::{Bound, Catalog, Checked, Metric};
use ludometer_report::{Corrected, TargetRecord, thousands};
#[cfg(feature = "workbench")]
use ludometer_run::AnyGame;
use ludometer_run::{MeterPlan, Seating, pool, unit_of};
use ludometer_spec::Minutes;
use ludometer_stats::MIN_UNITS;

/// Returns the name of the folder of a command's results at this table, among the reports.
pub(super) fn folder_of(command: &str, table: &TablePlan) -> String {
    format!("{}-{command}-{}", table.entry.file_name(), table.seed)
}

/// Returns how to play at these tables.
fn meter_plan(
    threads: usize,
    tables: &[&TablePlan],
    split: bool,
) -> Result<MeterPlan, ludometer_run::RunError> {
    let bots: Vec<_> = tables.iter().flat_map(|t| t.bots.iter().cloned()).collect();
    let seats: Vec<usize> = tables.iter().map(|t| t.bots.len()).collect();
    let (seed, seating) = tables.first().map_or((0, Seating::Rotate), |t| (t.seed, t.seats));
    Ok(MeterPlan { seed, seating, unit: unit_of(&bots, &seats), split, pool: Arc::new(pool(threads)?) })
}

/// Returns the plan with units small enough that so many games at most make 64 of them, as many as a sequential interval
/// needs; `parts` is how many times as many are needed.
fn in_units(plan: MeterPlan, seats: usize, games: u64, parts: u64) -> Result<MeterPlan, InputError> {
    let (seats, units) = (seats as u64, parts * MIN_UNITS);
    let least = units * seats;
    if games < least {
        return Err(InputError::too_few_games("--games", games, least));
    }
    // Each bot sits in each seat equally often in every unit.
    let unit = plan.unit.min(games / units / seats * seats);
    Ok(MeterPlan { unit, ..plan })
}

/// Returns a sentence where not all games that were asked for make whole units.
fn whole_units(asked: u64, unit: u64, played: u64) -> String {
    if asked.is_multiple_of(unit) || played + unit <= asked {
        return String::new();
    }
    format!(
        "Of the {} games asked for {} were played: they come in blocks of {unit}, so that every bot sits in every seat equally \
         often.\n\n",
        thousands(asked),
        thousands(played)
    )
}

/// Plays where neither a file nor an option says how many, and where only the time is limited: then as many as
/// memory bears.
const MAX_GAMES: u64 = 1_000_000;
const MAX_GAMES_IN_TIME: u64 = 100_000_000;

/// Returns the most plays of an experiment that stops when its answer is known.
fn most_plays(asked: Option<u64>, minutes: Option<Minutes>) -> u64 {
    asked.unwrap_or(if minutes.is_some() { MAX_GAMES_IN_TIME } else { MAX_GAMES })
}

/// Returns a share between 0 and 1, both excluded.
fn open_share(option: &'static str, value: f64) -> Result<f64, InputError> {
    if value > 0.0 && value < 1.0 {
        return Ok(value);
    }
    Err(InputError::not_allowed(option, value, "a number between 0 and 1"))
}

/// Returns the figures that this table has.
fn catalog(table: &TablePlan, plan: &MeterPlan) -> Catalog {
    Catalog::of(&table.game.meter(&table.bots, plan.clone()).report())
}

/// Returns the figures that a game has, whoever plays it.
#[cfg(feature = "workbench")]
pub(crate) fn figures_of(game: &dyn AnyGame) -> Option<Catalog> {
    let bots = vec![game.bot("random").ok()?; game.seats()];
    let unit = unit_of(&bots, &[bots.len()]);
    let pool = Arc::new(pool(1).ok()?);
    let plan = MeterPlan { seed: 0, seating: Seating::Rotate, unit, split: false, pool };
    Some(Catalog::of(&game.meter(&bots, plan).report()))
}

/// Reads `name` or `name=number`.
fn metric_with_number(catalog: &Catalog, text: &str) -> Result<(Vec<Metric>, Option<f64>), InputError> {
    // A pace in brackets has signs of its own.
    let is_whole = text.ends_with(']');
    let (name, number) = match text.rsplit_once('=').filter(|_| !is_whole) {
        None => (text, None),
        Some((name, number)) => {
            let good = number.trim().parse::<f64>().ok().filter(|x| *x > 0.0 && x.is_finite());
            let bad = || {
                InputError::not_allowed(
                    "--metrics",
                    text,
                    "a metric, or metric=precision with a number above 0",
                )
            };
            (name.trim(), Some(good.ok_or_else(bad)?))
        }
    };
    Ok((catalog.find(name)?, number))
}

/// Returns the text to print: the record with its folder and files, or this text about the files.
pub(super) fn shown(
    record: &impl Serialize,
    plan: &JobPlan,
    files: &[String],
    text: impl FnOnce(&str) -> String,
) -> String {
    let folder = plan.path.display().to_string();
    if !plan.json {
        return text(&plan.files(files));
    }
    let mut record = serde_json::to_value(record).unwrap_or_default();
    record["folder"] = folder.into();
    record["files"] = files.into();
    as_json(&record)
}

/// Returns a record as it is printed.
fn as_json(record: &impl Serialize) -> String {
    serde_json::to_string_pretty(record).unwrap_or_default() + "\n"
}

/// Returns a target as records have it.
fn target_record(target: &Bound) -> TargetRecord {
    let Bound { metric, min, max, weight, .. } = target;
    let metric = metric.name().to_owned();
    TargetRecord { metric, min: *min, max: *max, weight: *weight, distance: None }
}

/// Returns the sentence about work that is to go on because its time was up, if it was.
fn time_is_up(progress: &str, ended: &Ended<'_>) -> String {
    if !ended.time_is_up {
        return String::new();
    }
    format!("The time is up after {progress}; go on with: {}\n", ended.go_on)
}

/// Returns a figure for people.
fn figure(x: impl Into<Option<f64>>) -> String {
    // Adding zero turns -0 into 0.
    let shown = |x: f64| format!("{:.4}", (x * 1e4).round() / 1e4 + 0.0);
    x.into().filter(|x| x.is_finite()).map_or_else(|| "-".to_owned(), shown)
}

/// Returns the gates' figures that are corrected for an early stop.
fn corrected(gates: &[Checked]) -> Vec<Corrected> {
    let corrected = |gate: &Checked| {
        let name = gate.gate.metric.name().to_owned();
        Some(Corrected { name, found: figure(gate.value), value: figure(gate.corrected?) })
    };
    gates.iter().filter_map(corrected).collect()
}

/// Returns an interval for people.
fn range(interval: Option<(f64, f64)>) -> String {
    interval.map_or_else(|| "-".to_owned(), |(low, high)| format!("{} to {}", figure(low), figure(high)))
}
