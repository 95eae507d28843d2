//! `sweep`: a grid or a sample of rule sets, one row each.

mod cells;
mod merge;
mod tables;

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value as Json, json};

use self::cells::shard;
pub(in crate::cli) use self::merge::merge_sweeps;
use self::tables::{record, summary, tables};
use super::args::SweepArgs;
use super::retrain::offer;
use super::{catalog, folder_of, meter_plan, metric_with_number, shown, time_is_up};
use crate::cli::error::CliError;
use crate::cli::input::{InputError, find_game};
use crate::cli::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use crate::cli::plan::{SeatsOption, TablePlan, rule_set, rule_set_with, shards, suffix};
use crate::registry::Games;
use ludometer_bots::BotSpec;
use ludometer_experiment::{Allotment, Axis, Control, Design, Metric, SweepState, play};
use ludometer_model::{RuleError, RuleSet, counted};
use ludometer_report::{Identity, SWEEP_FILES, Shards, SweepRecord};
use ludometer_run::{AnyGame, Hooks, MeterPlan, Recorder as _, Start, unit_of};
use ludometer_spec::{Minutes, Spec as _, SweepSpec, TableSpec};

/// A rule set of the sweep: what is set, and the table it makes or why it makes none.
struct Point {
    at: Vec<usize>,
    table: Result<TablePlan, String>,
}

impl Point {
    /// Returns what the game warns of with this rule set.
    fn warnings(&self) -> Vec<String> {
        self.table.as_ref().map_or_else(|_| Vec::new(), TablePlan::warnings)
    }
}

/// Returns what the rule sets warn of that may make trouble in play, each with how many of them do.
fn hazards(tables: &[&TablePlan]) -> Vec<String> {
    let mut found: Vec<(&str, u64)> = Vec::new();
    for hazard in tables.iter().flat_map(|table| &table.game.info().hazards) {
        match found.iter_mut().find(|(known, _)| known == hazard) {
            Some((_, sets)) => *sets += 1,
            None => found.push((hazard, 1)),
        }
    }
    let all = counted(tables.len() as u64, "rule set");
    found.into_iter().map(|(hazard, sets)| format!("in {sets} of {all}: {hazard}")).collect()
}

/// A sweep, checked.
pub(in crate::cli) struct SweepPlan {
    base: TablePlan,
    axes: Vec<Axis>,
    points: Vec<Point>,
    asked: Vec<Metric>,
    allotment: Allotment,
    /// The part of the rule sets to play.
    shards: Option<Shards>,
    minutes: Option<Minutes>,
    /// What makes it this sweep, and its hash.
    identity: Identity<SweepSpec>,
    hash: String,
}

/// The rule sets that are finished, by their number.
pub(in crate::cli) type Done = BTreeMap<usize, ludometer_experiment::Played>;

/// Returns the table with one value of each axis.
fn table_at(games: &Games, args: &TableSpec, axes: &[Axis], at: &[usize]) -> Result<TablePlan, InputError> {
    let mut args = args.clone();
    let (mut seats, mut varied) = (None, Vec::new());
    for (axis, &i) in axes.iter().zip(at) {
        let value = &axis.values[i];
        match axis.name.as_str() {
            "players" => {
                let number = ludometer_model::whole_number(value)
                    .ok_or_else(|| InputError::not_allowed("--vary players", value, "a whole number"))?;
                seats = Some(SeatsOption::vary(number));
            }
            "bots" => args.bots = vec![value.clone()],
            key => varied.push(format!("{key}={value}")),
        }
    }
    let rules = rule_set_with(&find_game(games, &args.game)?, &args.rules, "--vary", &varied)?;
    let table = TablePlan::with_seats(games, &args, rules, seats);
    // With an axis of bots there are no others.
    let of_axis = axes.iter().any(|axis| axis.name == "bots");
    table.map_err(|error| if of_axis { error.of_bot("--vary bots=", &args.bots[0]) } else { error })
}

/// Returns what makes this sweep this one: a resumed one must agree.
fn identity(
    base: &TablePlan,
    axes: &[Axis],
    points: &[Point],
    spec: &SweepSpec,
    asked: &[Metric],
    allotment: &Allotment,
) -> Identity<SweepSpec> {
    let tables = std::iter::once(base).chain(points.iter().filter_map(|point| point.table.as_ref().ok()));
    let bots: Vec<_> = tables.flat_map(|table| table.bots.iter().cloned()).collect();
    let mut table = base.spec();
    table.sandbox = bots.iter().any(|bot| bot.confined);
    let spec = SweepSpec {
        table,
        vary: axes.iter().map(|axis| format!("{}={}", axis.name, axis.values.join(","))).collect(),
        metrics: asked.iter().map(|metric| metric.name().to_owned()).collect(),
        max_games: allotment.precision.map(|_| allotment.max_plays),
        ..spec.clone()
    };
    Identity::new(spec, &[&*base.game], &bots)
}

impl SweepPlan {
    /// Returns the value of each axis in the present rules, as it is written, where there is one.
    fn present(&self) -> Vec<(String, Json)> {
        let value = |axis: &Axis| match axis.name.as_str() {
            "players" => Some(self.base.bots.len().to_string()),
            "bots" => None,
            // As it is typed: without the quotation marks of a file.
            key => {
                self.base.game.rules().get(key).map(|value| value.to_string().trim_matches('"').to_owned())
            }
        };
        self.axes.iter().filter_map(|axis| Some((axis.name.clone(), value(axis)?.into()))).collect()
    }

    /// Returns true for the rule set that has the values of the present rules on all axes.
    fn is_present(&self, number: usize) -> bool {
        let present = self.present();
        present.len() == self.axes.len()
            && (self.axes.iter().zip(&self.points[number].at))
                .zip(&present)
                .all(|((axis, &at), (_, value))| *value == axis.values[at].as_str())
    }

    /// Returns the numbers of the rule sets to play.
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

    /// Returns the number of rule sets that can be played.
    fn valid(&self) -> usize {
        self.part().filter(|&i| self.points[i].table.is_ok()).count()
    }

    /// Plays the rule sets that are not done, until all are or it is stopped.
    fn play_all(&self, session: &mut Session<'_, SweepSpec>, state: &mut SweepState) -> Result<(), CliError> {
        let (stop, progress) = (session.stop, session.events);
        let pool = Arc::new(ludometer_run::pool(session.means.threads)?);
        let left = (self.valid() - state.done.len()) as u64;
        let foreseen = left.saturating_mul(self.allotment.plays);
        progress.begin(foreseen, "games", stop.deadline());
        for i in self.part() {
            let Ok(table) = &self.points[i].table else { continue };
            if state.done.contains_key(&i) {
                continue;
            }
            let meter = MeterPlan {
                seed: table.seed,
                seating: table.seats,
                unit: unit_of(&table.bots, &[table.bots.len()]),
                split: false,
                pool: pool.clone(),
            };
            // Plays beyond the allotment are not foreseen in the bar.
            let counted = AtomicU64::new(0);
            let count = |plays: u64| {
                let before = counted.fetch_add(plays, Ordering::Relaxed);
                progress.add(plays.min(self.allotment.plays.saturating_sub(before)));
                stop.look_at_clock();
            };
            let hooks = Hooks { stop: stop.flag(), progress: &count };
            let start = state.start(i).map(<[u8]>::to_vec);
            let mut recorder = state.recorder(i, &mut session.writer);
            let control = Control { start: start.as_deref(), ..Control::new(hooks, &mut recorder) };
            let meter = table.game.meter(&table.bots, meter);
            let played = play(meter, &self.asked, &self.allotment, control)?;
            drop(recorder);
            let Some(played) = played else { break };
            state.add(i, played);
            session.writer.counted(state.plays(), &|| state.to_bytes())?;
        }
        progress.end();
        Ok(())
    }

    fn point_json(&self, i: usize) -> Json {
        let settings =
            self.axes.iter().zip(&self.points[i].at).map(|(axis, &i)| json!([axis.name, axis.values[i]]));
        settings.collect()
    }
}

impl Job for SweepPlan {
    type Spec = SweepSpec;
    type Done = Done;
    type Record = SweepRecord;
    const WORK: &'static str = "sweep";
    const UNIT: &'static str = "games";
    const FILES: &'static [&'static str] = SWEEP_FILES;
    const WHOLE_IN_TIME: bool = false;

    fn check(asked: &SweepSpec, means: &Means) -> Result<Self, CliError> {
        let axes = asked.vary.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<Axis>, _>>();
        let axes = axes.map_err(InputError::from)?;
        let out_of_range =
            |option, value: &str, allowed| Err(InputError::not_allowed(option, value, allowed).into());
        if asked.games == 0 || asked.samples == Some(0) {
            let option = if asked.games == 0 { "--games" } else { "--samples" };
            return out_of_range(option, "0", "a whole number from 1");
        }
        if let Some(precision) = asked.precision.filter(|p| !(*p > 0.0 && p.is_finite())) {
            return out_of_range("--precision", &precision.to_string(), "a number above 0");
        }
        let base = TablePlan::check(&means.games, &asked.table)?;
        // A key that isn't one would make every row invalid: it is refused at once.
        let rules = rule_set(&base.entry, &asked.table.rules)?;
        for (axis, typed) in axes.iter().zip(&asked.vary) {
            if !["players", "bots"].contains(&axis.name.as_str()) && rules.schema().find(&axis.name).is_none()
            {
                let fault = rules.clone().set_by("--vary", typed);
                fault.map_err(|fault| InputError::from(RuleError::from(fault)))?;
            }
        }
        let design = Design::new(&axes, asked.samples, asked.table.seed).map_err(InputError::from)?;
        let point = |at: Vec<usize>| match table_at(&means.games, &asked.table, &axes, &at) {
            // No fault of the rule set: none could be played as it was asked for.
            Err(error @ InputError::Sandbox(_)) => Err(error),
            table => {
                let table = table.and_then(|table| table.without_copies(asked.games, "").map(|()| table));
                Ok(Point { at, table: table.map_err(|e| e.to_string()) })
            }
        };
        let points = design.points.into_iter().map(point).collect::<Result<Vec<Point>, _>>()?;
        let mut watched = Vec::new();
        // The first table that can be played tells which figures there are.
        let Some(table) = points.iter().find_map(|p| p.table.as_ref().ok()) else {
            let why = points.into_iter().find_map(|p| p.table.err()).unwrap_or_default();
            return Err(InputError::new(format!(
                "none of the rule sets can be played; the first one: {why}"
            ))
            .into());
        };
        let catalog = catalog(table, &meter_plan(means.threads, &[table], false)?);
        for text in &asked.metrics {
            watched.extend(metric_with_number(&catalog, text)?.0);
        }
        if asked.precision.is_some() && watched.is_empty() {
            watched.extend(catalog.find("turns").map_err(InputError::from)?);
        }
        let max_plays = asked.max_games.unwrap_or(asked.games.saturating_mul(10));
        let allotment = Allotment { plays: asked.games, precision: asked.precision, max_plays };
        let shards = shards(means.shard.as_deref(), points.len() as u64, "rule sets")?;
        let minutes = means.minutes;
        let identity = identity(&base, &axes, &points, asked, &watched, &allotment);
        let hash = identity.hash();
        let plan = Self { base, axes, points, asked: watched, allotment, shards, minutes, identity, hash };
        Ok(plan)
    }

    fn folder(&self) -> String {
        folder_of(Self::Spec::COMMAND, &self.base) + &suffix(self.shards)
    }

    fn spec(&self) -> SweepSpec {
        self.identity.spec.clone()
    }

    fn identity(&self) -> Identity<SweepSpec> {
        self.identity.clone()
    }

    fn shards(&self) -> Option<Shards> {
        self.shards
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        self.points.iter().filter_map(|point| Some(&*point.table.as_ref().ok()?.game)).collect()
    }

    /// Returns those of single rule sets stand in the rows.
    fn warnings(&self) -> Vec<String> {
        let tables: Vec<&TablePlan> =
            self.points.iter().filter_map(|point| point.table.as_ref().ok()).collect();
        let bots: Vec<BotSpec> = tables.iter().flat_map(|table| table.bots.iter().cloned()).collect();
        let sets = tables.iter().map(|table| table.game.rules());
        let sets: Vec<&RuleSet> = std::iter::once(self.base.game.rules()).chain(sets).collect();
        hazards(&tables).into_iter().chain(offer(&self.base, &bots, &sets)).collect()
    }

    fn play(
        &self,
        session: &mut Session<'_, SweepSpec>,
        start: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let state = start.map(|start| SweepState::from_bytes(&start.tallies)).transpose()?;
        let mut state = state.unwrap_or_default();
        state.done.retain(|i, _| self.part().contains(i) && self.points[*i].table.is_ok());
        self.play_all(session, &mut state)?;
        let done = state.done;
        let end = End::of(done.len() < self.valid(), session.stop);
        let all = session.writer.header().done;
        session.writer.update(all, None);
        Ok(Played { count: done.len() as u64, done, end })
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> SweepRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        let (tables, csv) = tables(self, done)?;
        let shard = self.shards.map(|_| shard(self, done)).transpose()?;
        Ok(Contents { tables, files: vec![("sweep.csv", csv)], shard, rows: None })
    }

    fn shown(
        &self,
        done: &Done,
        record: &SweepRecord,
        ended: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        shown(record, plan, files, |files| {
            let text = summary(self, done, ended.seconds, files);
            text + &time_is_up(&self.progress(done, ended), ended)
        })
    }

    fn nothing(&self) -> String {
        "any rule set was played".to_owned()
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} of {} rule sets", done.len(), self.valid())
    }

    fn part_done(&self) -> &'static str {
        "the rule sets done"
    }
}

pub(in crate::cli) fn sweep(games: &Games, args: &SweepArgs) -> Result<(), CliError> {
    perform::<SweepPlan>(games, &args.spec, args.minutes, args.shard.as_ref(), &args.job).map(drop)
}
