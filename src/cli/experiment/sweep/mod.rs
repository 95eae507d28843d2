//! `sweep`: a grid or a sample of rule sets, one row each.

mod cells;
mod merge;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde_json::{Value as Json, json};

pub(in crate::cli) use self::cells::SweepOptions;
use self::cells::{keep, prepare};
pub(in crate::cli) use self::merge::merge_sweeps;
use self::tables::{Ended, finish};
use super::args::SweepArgs;
use super::{OutPlan, catalog, enough_time, metric_with_number, repeat};
use crate::cli::args::{Minutes, TableArgs};
use crate::cli::error::CliError;
use crate::cli::finished::finished;
use crate::cli::input::{InputError, find_game};
use crate::cli::output::print;
use crate::cli::plan::{SeatsOption, TablePlan, rule_set, rule_set_with, shards, suffix};
use crate::cli::progress::Progress;
use crate::cli::repeat::sandbox_option;
use crate::cli::run::with_resume_hint;
use crate::cli::stop::Stop;
use ludometer_experiment::{Allotment, Axis, Design, DesignError, Metric, Played, play};
use ludometer_model::Program;
use ludometer_report::{
    CheckpointHeader, FileError, Options as _, Shards, number, shell_word as quoted, strategy_files,
    write_file,
};
use ludometer_run::{Hooks, MeterPlan, unit_of};

/// The folder inside the results in which finished rule sets wait for the others.
const CELLS: &str = "cells";

/// A rule set of the sweep: what is set, and the table it makes or why it makes none.
struct Point {
    at: Vec<usize>,
    table: Result<TablePlan, String>,
}

impl Point {
    /// What the game warns of with this rule set.
    fn warnings(&self) -> Vec<String> {
        self.table.as_ref().map_or_else(|_| Vec::new(), |table| table.game.warnings().to_vec())
    }
}

/// A sweep, checked.
struct SweepPlan {
    base: TablePlan,
    axes: Vec<Axis>,
    points: Vec<Point>,
    asked: Vec<Metric>,
    allotment: Allotment,
    samples: Option<u64>,
    /// The part of the rule sets to play.
    shards: Option<Shards>,
    out: OutPlan,
    resume: bool,
    /// What makes it this sweep, and the hash of that.
    options: SweepOptions,
    hash: String,
}

/// The rule sets that are finished, by their number.
type Done = BTreeMap<usize, Played>;

/// The table with one value of each axis.
fn table_at(args: &TableArgs, axes: &[Axis], at: &[usize]) -> Result<TablePlan, InputError> {
    let mut args = args.clone();
    let (mut seats, mut varied) = (None, Vec::new());
    for (axis, &i) in axes.iter().zip(at) {
        let value = &axis.values[i];
        match axis.name.as_str() {
            "players" => {
                let number = ludometer_model::whole_number(value).ok_or_else(|| InputError::NotAllowed {
                    option: "--vary players",
                    value: value.clone(),
                    allowed: "a whole number",
                })?;
                seats = Some(SeatsOption::vary(number));
            }
            "bots" => args.bots = vec![value.clone()],
            key => varied.push(format!("{key}={value}")),
        }
    }
    let rules = rule_set_with(&find_game(&args.game)?, &args.rules, "--vary", &varied)?;
    let table = TablePlan::with_seats(&args, rules, seats);
    // With an axis of bots there are no others.
    let of_axis = axes.iter().any(|axis| axis.name == "bots");
    table.map_err(|error| if of_axis { error.of_bot("--vary bots=", &args.bots[0]) } else { error })
}

impl SweepPlan {
    fn check(args: &SweepArgs) -> Result<Self, CliError> {
        let axes = args.vary.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<Axis>, _>>();
        let axes = axes.map_err(InputError::from)?;
        let out_of_range = |option, value: &str, allowed| {
            Err(InputError::NotAllowed { option, value: value.to_owned(), allowed }.into())
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
        let rules = rule_set(&base.entry, &args.table.rules)?;
        for (axis, typed) in axes.iter().zip(&args.vary) {
            if !["players", "bots"].contains(&axis.name.as_str()) && rules.schema().find(&axis.name).is_none()
            {
                let fault = rules.clone().set_by("--vary", typed);
                fault.map_err(|fault| InputError::Rules(fault.into()))?;
            }
        }
        let set = |axis: &&Axis| {
            let keys = args.table.rules.set.iter().filter_map(|setting| setting.split_once('='));
            keys.into_iter().any(|(key, _)| key.trim() == axis.name)
        };
        if let Some(axis) = axes.iter().find(set) {
            return Err(InputError::from(DesignError::Fixed { name: axis.name.clone() }).into());
        }
        let design = Design::new(&axes, args.samples, args.table.seed).map_err(InputError::from)?;
        let mut out = OutPlan::check(&args.out, "sweep", &base)?;
        let point = |at: Vec<usize>| match table_at(&args.table, &axes, &at) {
            // No fault of the rule set: none could be played as it was asked for.
            Err(error @ InputError::Sandbox(_)) => Err(error),
            table => Ok(Point { at, table: table.map_err(|e| e.to_string()) }),
        };
        let points = design.points.into_iter().map(point).collect::<Result<Vec<Point>, _>>()?;
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
        let shards = shards(args.shard.as_deref(), points.len() as u64, "rule sets")?;
        if args.out.out.is_none() {
            out.path.as_mut_os_string().push(suffix(shards));
        }
        let (samples, resume) = (args.samples, args.resume);
        let (options, hash) = (SweepOptions(Json::Null), String::new());
        let mut plan =
            Self { base, axes, points, asked, allotment, samples, shards, out, resume, options, hash };
        plan.options = SweepOptions(plan.identity());
        plan.hash = plan.options.hash();
        Ok(plan)
    }

    /// The numbers of the rule sets to play.
    fn part(&self) -> Range<usize> {
        self.part_of(self.shards)
    }

    fn part_of(&self, shards: Option<Shards>) -> Range<usize> {
        let count = self.points.len();
        // No more than there are, so the numbers fit.
        shards.map_or(0..count, |shards| {
            let part = shards.plays(count as u64);
            part.start as usize..part.end as usize
        })
    }

    /// What makes this sweep this one: a resumed one must agree.
    fn identity(&self) -> Json {
        let mut base = self.base.game.rules().to_json();
        if let Some(map) = base.as_object_mut() {
            // What is varied is no part of what is common.
            map.retain(|key, _| self.axes.iter().all(|axis| axis.name != *key));
        }
        let tables =
            std::iter::once(&self.base).chain(self.points.iter().filter_map(|p| p.table.as_ref().ok()));
        let bots: Vec<_> = tables.flat_map(|table| table.bots.iter().cloned()).collect();
        json!({
            "version": Program::release(),
            "experiment": "sweep",
            "command": self.command(),
            "game": self.base.entry.id(),
            "rules": base,
            "strategy_files": strategy_files(&bots),
            "axes": self.axes.iter().map(|a| json!({"name": a.name, "values": a.values})).collect::<Vec<_>>(),
            "seed": self.base.seed,
            "rule_sets": self.points.len(),
        })
    }

    /// What is told of it in its folder, and must be the same when it goes on.
    fn record(&self) -> Json {
        let mut record = self.options.0.clone();
        record["shard"] = self.shards.map(|shards| shards.to_string()).into();
        record
    }

    fn command(&self) -> String {
        let mut text = repeat(&self.base, "sweep");
        let confined =
            |point: &Point| point.table.as_ref().is_ok_and(|t| t.bots.iter().any(|bot| bot.confined));
        if sandbox_option(&self.base.bots).is_empty() && self.points.iter().any(confined) {
            text += " --sandbox";
        }
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

    fn point_json(&self, i: usize) -> Json {
        let settings =
            self.axes.iter().zip(&self.points[i].at).map(|(axis, &i)| json!([axis.name, axis.values[i]]));
        settings.collect()
    }
}

pub(in crate::cli) fn sweep(args: &SweepArgs) -> Result<(), CliError> {
    let plan = SweepPlan::check(args)?;
    let begun = Instant::now();
    let stop = Stop::listen()?.within(args.minutes.map(Minutes::duration));
    let Some((folder, mut done, spent)) = prepare(&plan)? else {
        return finished("sweep", &plan.out.path, SweepOptions::RECORD, plan.out.json);
    };
    stop.remove_on_abort(folder.leftovers());
    let valid = plan.part().filter(|&i| plan.points[i].table.is_ok()).count();
    let cells = plan.out.path.join(CELLS);
    if done.len() < valid {
        let failed = |source| FileError { path: cells.clone(), source };
        fs::create_dir_all(&cells).map_err(failed)?;
        let mut record = plan.record();
        record["complete"] = false.into();
        write_file(&plan.out.path.join("sweep.json"), (format!("{record:#}\n")).as_bytes())?;
    }
    let mut kept = CheckpointHeader {
        hash: plan.hash.clone(),
        options: plan.options.clone(),
        command: plan.command(),
        shards: plan.shards,
        done: 0,
        milliseconds: 0,
        rows: None,
    };
    let resume = kept.resume(&plan.out.path);
    let with_resume_hint = |error: CliError, done: &Done| {
        let stored = (!done.is_empty()).then_some(done.len() as u64);
        with_resume_hint(error, (stored, "rule sets"), &resume)
    };
    let played = play_all(&plan, &stop, (valid - done.len()) as u64, &mut done);
    played.map_err(|error| with_resume_hint(error, &done))?;
    let complete = done.len() == valid;
    let time_is_up = stop.time_is_up() && !complete;
    if time_is_up {
        enough_time(done.len() as u64, args.minutes)?;
    }
    kept.done = done.len() as u64;
    kept.milliseconds = spent.saturating_add(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX));
    let ended = Ended { complete, minutes: args.minutes, go_on: time_is_up.then(|| resume.clone()) };
    let summary =
        finish(&plan, folder, &kept, &done, &ended).map_err(|error| with_resume_hint(error, &done))?;
    let printed = print(&summary);
    if complete {
        // All is in the tables now.
        let _ = fs::remove_dir_all(&cells);
    }
    if complete || time_is_up {
        return Ok(printed?);
    }
    Err(CliError::Interrupted(format!(
        "interrupted after {} of {valid} rule sets; go on with: {resume}",
        done.len()
    )))
}

/// Plays the rule sets that are not done, until all are, the user stops or the time is up; each is kept at once.
fn play_all(plan: &SweepPlan, stop: &Stop, left: u64, done: &mut Done) -> Result<(), CliError> {
    let pool = Arc::new(ludometer_run::pool(plan.out.threads)?);
    let foreseen = left.saturating_mul(plan.allotment.plays);
    let progress = Progress::until(foreseen, "games", stop.deadline(), plan.out.quiet);
    for i in plan.part() {
        let Ok(table) = &plan.points[i].table else { continue };
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
        let counted = AtomicU64::new(0);
        let count = |plays: u64| {
            let before = counted.fetch_add(plays, Ordering::Relaxed);
            progress.add(plays.min(plan.allotment.plays.saturating_sub(before)));
            stop.look_at_clock();
        };
        let hooks = Hooks { stop: stop.flag(), progress: &count };
        let meter = table.game.meter(&table.bots, meter);
        let Some(played) = play(meter, &plan.asked, &plan.allotment, hooks)? else { break };
        keep(plan, i, &played)?;
        done.insert(i, played);
    }
    progress.clear();
    Ok(())
}
