//! `sweep`: a grid or a sample of rule sets, one row each.

mod stored;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Value as Json, json};

use self::stored::Stored;
use self::tables::{metric_names, responses, rows, summary};
use super::args::SweepArgs;
use super::{OutPlan, catalog, metric_with_number, publish_with, repeat};
use crate::cli::args::TableArgs;
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::output::{print, print_json};
use crate::cli::plan::{TablePlan, rule_set};
use crate::cli::progress::Progress;
use crate::cli::run::quoted;
use crate::cli::stop::Stop;
use crate::experiment::{Allotment, Axis, Design, Metric, Played, effects, elasticities, play};
use crate::report::{Folder, number, write_file, write_records};
use crate::run::{Hooks, MeterPlan, unit_of};

const FILES: &[&str] = &["sweep.csv", "effects.csv", "elasticities.csv", "sweep.json"];

/// The folder inside the results in which finished rule sets wait for the others.
const CELLS: &str = "cells";

/// A rule set of the sweep: what is set, and the table it makes or why it makes none.
struct Point {
    at: Vec<usize>,
    table: Result<TablePlan, String>,
}

/// A sweep, checked.
struct SweepPlan {
    base: TablePlan,
    axes: Vec<Axis>,
    points: Vec<Point>,
    asked: Vec<Metric>,
    allotment: Allotment,
    samples: Option<u64>,
    out: OutPlan,
    resume: bool,
}

/// The rule sets that are finished, by their number.
type Done = BTreeMap<usize, Played>;

/// The table with one value of each axis.
fn table_at(args: &TableArgs, axes: &[Axis], at: &[usize]) -> Result<TablePlan, InputError> {
    let mut args = args.clone();
    for (axis, &i) in axes.iter().zip(at) {
        let value = &axis.values[i];
        match axis.name.as_str() {
            "players" => {
                let seats = crate::model::whole_number(value).ok_or_else(|| InputError::OutOfRange {
                    option: "--vary players",
                    value: value.clone(),
                    allowed: "a whole number",
                })?;
                args.players = Some(seats);
            }
            "bots" => args.bots = vec![value.clone()],
            key => args.rules.set.push(format!("{key}={value}")),
        }
    }
    TablePlan::check(&args)
}

impl SweepPlan {
    fn check(args: &SweepArgs) -> Result<Self, CliError> {
        let axes = args.vary.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<Axis>, _>>();
        let axes = axes.map_err(InputError::from)?;
        let out_of_range = |option, value: &str, allowed| {
            Err(InputError::OutOfRange { option, value: value.to_owned(), allowed }.into())
        };
        if args.games == 0 || args.samples == Some(0) {
            let option = if args.games == 0 { "--games" } else { "--samples" };
            return out_of_range(option, "0", "a whole number from 1");
        }
        if let Some(precision) = args.precision.filter(|p| !(*p > 0.0 && p.is_finite())) {
            return out_of_range("--precision", &precision.to_string(), "a number above 0");
        }
        let base = TablePlan::check(&args.table)?;
        // A key that isn't one would make every row invalid: it is refused at once.
        let rules = rule_set(base.entry, &args.table.rules)?;
        for axis in axes.iter().filter(|axis| !["players", "bots"].contains(&axis.name.as_str())) {
            if rules.schema().find(&axis.name).is_none() {
                let value = axis.values.first().cloned().unwrap_or_default();
                let fault = rules.clone().set_text(&format!("{}={value}", axis.name));
                fault.map_err(|fault| InputError::Rules(fault.into()))?;
            }
        }
        let design = Design::new(&axes, args.samples, args.table.seed).map_err(InputError::from)?;
        let out = OutPlan::check(&args.out, "sweep", &base)?;
        let point = |at: Vec<usize>| {
            let table = table_at(&args.table, &axes, &at).map_err(|e| e.to_string());
            Point { at, table }
        };
        let points: Vec<Point> = design.points.into_iter().map(point).collect();
        let mut asked = Vec::new();
        // The first table that can be played tells which figures there are.
        let Some(table) = points.iter().find_map(|p| p.table.as_ref().ok()) else {
            let why = points.into_iter().find_map(|p| p.table.err()).unwrap_or_default();
            return Err(InputError::NoValidPoint { why }.into());
        };
        let catalog = catalog(table, &out.meter(&[table], false)?);
        for text in &args.metrics {
            asked.extend(metric_with_number(&catalog, text)?.0);
        }
        if args.precision.is_some() && asked.is_empty() {
            asked.extend(catalog.find("turns").map_err(InputError::from)?);
        }
        let max_plays = args.max_games.unwrap_or(args.games.saturating_mul(10));
        let allotment = Allotment { plays: args.games, precision: args.precision, max_plays };
        Ok(Self { base, axes, points, asked, allotment, samples: args.samples, out, resume: args.resume })
    }

    /// What makes this sweep this one: a resumed one must agree.
    fn identity(&self) -> Json {
        let mut base = self.base.game.rules().to_json();
        if let Some(map) = base.as_object_mut() {
            // What is varied is no part of what is common.
            map.retain(|key, _| self.axes.iter().all(|axis| axis.name != *key));
        }
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "experiment": "sweep",
            "command": self.command(),
            "game": self.base.entry.id,
            "rules": base,
            "axes": self.axes.iter().map(|a| json!({"name": a.name, "values": a.values})).collect::<Vec<_>>(),
            "seed": self.base.seed,
            "rule_sets": self.points.len(),
        })
    }

    fn command(&self) -> String {
        let mut text = repeat(&self.base, "sweep");
        for axis in &self.axes {
            text += &format!(" --vary {}", quoted(&format!("{}={}", axis.name, axis.values.join(","))));
        }
        text += &format!(" --games {}", self.allotment.plays);
        if let Some(samples) = self.samples {
            text += &format!(" --samples {samples}");
        }
        if let Some(precision) = self.allotment.precision {
            text += &format!(" --precision {} --max-games {}", number(precision), self.allotment.max_plays);
        }
        if !self.asked.is_empty() {
            text += " --metrics";
            for metric in &self.asked {
                text += &format!(" {}", quoted(metric.name()));
            }
        }
        text
    }

    fn point_json(&self, point: &Point) -> Json {
        let settings = self.axes.iter().zip(&point.at).map(|(axis, &i)| json!([axis.name, axis.values[i]]));
        settings.collect()
    }

    fn cell_path(&self, i: usize) -> PathBuf {
        self.out.path.join(CELLS).join(format!("{i:06}.json"))
    }
}

/// The folder, new or with what an earlier sweep of the same kind has left in it.
/// Nothing if it is complete already.
fn prepare(plan: &SweepPlan) -> Result<Option<(Folder, Done)>, InputError> {
    let path = &plan.out.path;
    let record = path.join("sweep.json");
    let mut done = BTreeMap::new();
    if plan.resume && record.exists() {
        let text = fs::read_to_string(&record)
            .map_err(|source| InputError::ExperimentFile { path: record.clone(), source })?;
        let found: Json = serde_json::from_str(&text).unwrap_or_default();
        let mine = plan.identity();
        let differs =
            mine.as_object().into_iter().flatten().find(|(key, value)| found.get(key) != Some(value));
        if let Some((key, _)) = differs {
            return Err(InputError::OtherExperiment { path: path.clone(), key: key.clone() });
        }
        if found["complete"] == true {
            return Ok(None);
        }
        for (i, point) in plan.points.iter().enumerate() {
            let stored = fs::read_to_string(plan.cell_path(i)).ok();
            // A file that doesn't read is played again.
            let stored: Option<Stored> = stored.and_then(|text| serde_json::from_str(&text).ok());
            if let Some(stored) = stored.filter(|stored| stored.point == plan.point_json(point)) {
                done.insert(i, stored.read());
            }
        }
        return Ok(Some((Folder::prepare(path, true)?, done)));
    }
    let folder = Folder::prepare(path, plan.out.force)?;
    let _ = fs::remove_dir_all(path.join(CELLS));
    Ok(Some((folder, done)))
}

pub(in crate::cli) fn sweep(args: &SweepArgs) -> Result<(), CliError> {
    let plan = SweepPlan::check(args)?;
    let begun = Instant::now();
    let stop = Stop::listen()?;
    let Some((folder, mut done)) = prepare(&plan)? else {
        let shown = plan.out.path.display();
        print(&format!("the sweep in {shown} is complete already: nothing was left to play\n"))?;
        return Ok(());
    };
    stop.leave_nothing_of(folder.leftovers());
    let found = done.len();
    let valid = plan.points.iter().filter(|p| p.table.is_ok()).count();
    let cells = plan.out.path.join(CELLS);
    if found < valid {
        let failed = |source| crate::report::FileError { path: cells.clone(), source };
        fs::create_dir_all(&cells).map_err(failed)?;
        let mut identity = plan.identity();
        identity["complete"] = false.into();
        write_file(&plan.out.path.join("sweep.json"), (format!("{identity:#}\n")).as_bytes())?;
    }
    let pool = crate::run::pool(plan.out.threads)?;
    let left = (valid - found) as u64;
    let progress = Progress::new(left * plan.allotment.plays, plan.out.quiet);
    for (i, point) in plan.points.iter().enumerate() {
        let Ok(table) = &point.table else { continue };
        if done.contains_key(&i) {
            continue;
        }
        let meter = MeterPlan {
            seed: table.seed,
            seating: table.seats.seating(),
            unit: unit_of(&table.bots, &[table.bots.len()]),
            split: false,
            pool: pool.clone(),
        };
        // Plays beyond the allotment are not foreseen in the bar.
        let counted = std::sync::atomic::AtomicU64::new(0);
        let count = |plays: u64| {
            let before = counted.fetch_add(plays, std::sync::atomic::Ordering::Relaxed);
            progress.add(plays.min(plan.allotment.plays.saturating_sub(before)));
        };
        let hooks = Hooks { stop: stop.flag(), progress: &count };
        let meter = table.game.meter(&table.bots, meter);
        let Some(played) = play(meter, &plan.asked, &plan.allotment, hooks)? else { break };
        let stored = Stored::of(plan.point_json(point), &played);
        let text = serde_json::to_string(&stored).expect("numbers and texts have JSON") + "\n";
        write_file(&plan.cell_path(i), text.as_bytes())?;
        done.insert(i, played);
    }
    progress.clear();
    let complete = done.len() == valid;
    let seconds = begun.elapsed().as_secs_f64();
    finish(&plan, folder, &done, complete, seconds)?;
    if complete {
        // All is in the tables now.
        let _ = fs::remove_dir_all(&cells);
        return Ok(());
    }
    Err(CliError::Interrupted(format!(
        "interrupted after {} of {valid} rule sets; go on with the same command and --resume",
        done.len()
    )))
}

/// Writes the tables and prints the summary.
fn finish(
    plan: &SweepPlan,
    folder: Folder,
    done: &Done,
    complete: bool,
    seconds: f64,
) -> Result<(), CliError> {
    let metrics = metric_names(done);
    let responses = responses(plan, done, &metrics);
    let mut tables = Vec::new();
    if !done.is_empty() {
        tables.extend([effects(&responses), elasticities(&responses)]);
    }
    let mut csv = Vec::new();
    let (header, rows) = rows(plan, done, &metrics);
    write_records(&header, &rows, &mut csv)
        .map_err(|source| crate::report::FileError { path: plan.out.path.join("sweep.csv"), source })?;
    let mut record = plan.identity();
    record["complete"] = complete.into();
    record["played"] = done.len().into();
    record["plays"] = done.values().map(|p| p.plays).sum::<u64>().into();
    record["wall_seconds"] = seconds.into();
    let json = format!("{record:#}\n").into_bytes();
    let files = [("sweep.csv", csv), ("sweep.json", json)];
    let names = publish_with(folder, &tables, &files, FILES)?;
    let shown = plan.out.path.display().to_string();
    if plan.out.json {
        record["folder"] = shown.into();
        record["files"] = names.into();
        print_json(&record)?;
    } else {
        print(&summary(plan, done, &responses, seconds, &format!("{shown}: {}", names.join(", "))))?;
    }
    Ok(())
}
