//! `tune`: counts that meet a designer's targets.

mod keep;
mod tables;
mod text;

use std::time::Duration;

use self::keep::{Keep, TuneOptions, begin};
use self::tables::{record, rows};
use self::text::text;
use super::args::TuneArgs;
use super::{
    OutPlan, Wanted, bound_options, catalog, enough_time, move_options, open_share, publish_with, repeat,
};
use crate::cli::args::Minutes;
use crate::cli::error::CliError;
use crate::cli::finished::finished;
use crate::cli::input::InputError;
use crate::cli::output::{print, print_json, warn};
use crate::cli::plan::TablePlan;
use crate::cli::progress::Progress;
use crate::cli::run::with_resume_hint;
use crate::cli::stop::Stop;
use ludometer_experiment::{
    Check, Measurement, Metric, Objective, Search, Targets, Task, Tuned, measure, prove, unplayable,
};
use ludometer_model::{Origin, RuleSet, Value};
use ludometer_report::{
    CHECKPOINT, Folder, Options as _, TUNE_FILES, number, shell_word as quoted, thousands, write_records,
};
use ludometer_run::{AnyGame, Hooks, MeterPlan, RunError};
use ludometer_stats::MIN_UNITS;

/// Plays where neither the file nor an option says how many.
const BUDGET: u64 = 1_000_000;

/// Fresh plays have seeds of their own: the search's, mixed with what they are for.
const VISIT: u64 = 0x9E37_79B9_7F4A_7C15;
const FRESH: u64 = 0xD1B5_4A32_D192_ED03;

/// A search, checked.
struct TunePlan {
    table: TablePlan,
    targets: Targets,
    text: String,
    /// The name of the file or options that the text is of, and the file if it is one.
    name: String,
    file: Option<String>,
    confidence: f64,
    budget: u64,
    /// Whether rule sets that the game warns of are tried.
    allow_warnings: bool,
    /// The budget in time.
    minutes: Option<Minutes>,
    meter: MeterPlan,
    out: OutPlan,
    resume: bool,
    /// The time between checkpoints.
    every: Duration,
}

impl TunePlan {
    fn check(args: &TuneArgs) -> Result<Self, CliError> {
        let table = TablePlan::check(&args.table)?;
        let out = OutPlan::check(&args.out, "tune", &table)?;
        let Wanted { text, name, is_file } =
            Wanted::targets(&args.target, &args.moves, args.cards.as_deref())?;
        let meter = out.meter(&[&table], false)?;
        let targets = Targets::read(&text, &name, &catalog(&table, &meter), table.game.rules());
        let targets = targets.map_err(InputError::from)?;
        let confidence = open_share("--confidence", args.confidence.or(targets.confidence).unwrap_or(0.95))?;
        let budget = args.games.or(targets.budget).unwrap_or(BUDGET);
        // The last of the plays go into a confirmation that needs as many.
        let least = 40 * MIN_UNITS * meter.unit;
        if budget < least {
            return Err(InputError::TooFewPlays { option: "--games", plays: budget, least }.into());
        }
        let file = is_file.then(|| name.clone());
        let (resume, allow_warnings) = (args.resume, args.allow_warnings);
        let every = Duration::from_secs(args.checkpoint);
        Ok(Self {
            table,
            targets,
            text,
            name,
            file,
            confidence,
            budget,
            allow_warnings,
            minutes: args.minutes,
            meter,
            out,
            resume,
            every,
        })
    }

    /// A command that does the same search, from anywhere.
    fn command(&self) -> String {
        let Targets { targets, moves, cards, .. } = &self.targets;
        self.command_with(&(bound_options("--target", targets) + &move_options(moves, *cards)))
    }

    /// A command that goes on with it, by the targets file where it stands: its text is kept as it is.
    fn command_here(&self) -> String {
        match &self.file {
            Some(file) => self.command_with(&format!(" --target {}", quoted(file))),
            None => self.command(),
        }
    }

    fn command_with(&self, targets: &str) -> String {
        format!(
            "{}{targets} --games {} --confidence {}{}",
            repeat(&self.table, "tune"),
            self.budget,
            number(self.confidence),
            if self.allow_warnings { " --allow-warnings" } else { "" },
        )
    }

    fn search(&self) -> Search<'_> {
        Search {
            targets: &self.targets.targets,
            moves: &self.targets.moves,
            cards: self.targets.cards,
            budget: self.budget,
            alpha: 1.0 - self.confidence,
            seed: self.table.seed,
        }
    }

    /// The rules with these counts.
    fn rules(&self, point: &[i64]) -> Result<RuleSet, String> {
        let mut rules = self.table.game.rules().clone();
        for (m, value) in self.targets.moves.iter().zip(point) {
            let origin = Origin::Option(format!("[[move]] {}", m.key));
            rules.set(&m.key, &Value::Int(*value), origin).map_err(|fault| fault.message)?;
        }
        Ok(rules)
    }
}

impl TunePlan {
    /// What the game warns of with these counts.
    fn warnings(&self, point: &[i64]) -> Vec<String> {
        let game = self.rules(point).ok().and_then(|rules| {
            let table = &self.table;
            table.entry.load(table.bots.len(), rules).ok()
        });
        game.map_or_else(Vec::new, |game| game.warnings().to_vec())
    }
}

/// Tries settings by playing them.
struct PlayLab<'a> {
    plan: &'a TunePlan,
    hooks: Hooks<'a>,
    /// What was played; none where nothing is to be.
    keep: Option<Keep<'a>>,
}

impl PlayLab<'_> {
    fn game(&self, point: &[i64]) -> Result<Box<dyn AnyGame>, String> {
        let rules = self.plan.rules(point)?;
        self.plan.table.entry.load(self.plan.table.bots.len(), rules).map_err(|e| e.to_string())
    }
}

impl Objective for PlayLab<'_> {
    fn unit(&self) -> u64 {
        self.plan.meter.unit
    }

    fn cards(&self, point: &[i64]) -> Result<u64, String> {
        Ok(self.game(point)?.cards().iter().map(|card| card.copies).sum())
    }

    fn hazard(&self, point: &[i64]) -> Option<String> {
        if self.plan.allow_warnings {
            return None;
        }
        let hazards = self.game(point).map_or_else(|_| Vec::new(), |game| game.info().hazards.clone());
        (!hazards.is_empty())
            .then(|| format!("{} (--allow-warnings tries such rule sets too)", hazards.join("; ")))
    }

    fn measure(
        &mut self,
        point: &[i64],
        plays: u64,
        visit: u64,
    ) -> Result<Option<Vec<Measurement>>, RunError> {
        // Settings are tried only where their cards could be counted: they load.
        let Ok(game) = self.game(point) else { return Ok(None) };
        let Some(Keep { memory, writer }) = &mut self.keep else { return Ok(None) };
        let task = Task { point: point.to_vec(), plays, visit: Some(visit) };
        if let Some(figures) = memory.measured(&task) {
            (self.hooks.progress)(plays);
            return Ok(Some(figures));
        }
        let seed = self.plan.meter.seed.wrapping_add(VISIT.wrapping_mul(visit + 1));
        let meter = MeterPlan { seed, ..self.plan.meter.clone() };
        let metrics: Vec<Metric> = self.plan.targets.targets.iter().map(|t| t.metric.clone()).collect();
        let mut note = |plays, memory: &dyn Fn() -> _| writer.note(plays, memory);
        let meter = memory.meter(&task, game.meter(&self.plan.table.bots, meter), &mut note)?;
        let figures = measure(meter, &metrics, plays, self.hooks)?;
        if let Some(figures) = &figures {
            memory.add_measured(task, figures);
            writer.note(0, &|| Ok(memory.clone()))?;
        }
        Ok(figures)
    }

    fn confirm(&mut self, point: &[i64], alpha: f64, plays: u64) -> Result<Option<Check>, RunError> {
        let Ok(game) = self.game(point) else { return Ok(None) };
        let Some(Keep { memory, writer }) = &mut self.keep else { return Ok(None) };
        let task = Task { point: point.to_vec(), plays, visit: None };
        if let Some(check) = memory.confirmed(&task, &self.plan.search()) {
            (self.hooks.progress)(check.plays);
            return Ok(Some(check));
        }
        let meter = MeterPlan { seed: self.plan.meter.seed ^ FRESH, ..self.plan.meter.clone() };
        let mut note = |plays, memory: &dyn Fn() -> _| writer.note(plays, memory);
        let meter = memory.meter(&task, game.meter(&self.plan.table.bots, meter), &mut note)?;
        let check = prove(meter, &self.plan.targets.targets, alpha, plays, self.hooks)?;
        if check.interrupted {
            return Ok(None);
        }
        memory.add_confirmed(task, &check);
        writer.note(0, &|| Ok(memory.clone()))?;
        Ok(Some(check))
    }
}

pub(in crate::cli) fn tune(args: &TuneArgs) -> Result<(), CliError> {
    let plan = TunePlan::check(args)?;
    let search = plan.search();
    if let Some(why) = unplayable(&search, &PlayLab { plan: &plan, hooks: Hooks::none(), keep: None }) {
        return Err(InputError::Unreachable { name: plan.name, why }.into());
    }
    let stop = Stop::listen()?.within(plan.minutes.map(Minutes::duration));
    let path = &plan.out.path;
    let folder = if plan.resume { Folder::reopen(path) } else { Folder::prepare(path, plan.out.force) };
    let folder = folder.map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let Some(keep) = begin(&plan, &folder, &stop)? else {
        // There may be a checkpoint from just before its end.
        folder.remove(CHECKPOINT)?;
        return finished("search", path, TuneOptions::RECORD, plan.out.json);
    };
    if !plan.out.quiet {
        warn(plan.table.game.warnings());
    }
    let progress = Progress::until(plan.budget, "games", stop.deadline(), plan.out.quiet);
    let some_done = |plays| {
        progress.add(plays);
        stop.look_at_clock();
    };
    let hooks = Hooks { stop: stop.flag(), progress: &some_done };
    let mut lab = PlayLab { plan: &plan, hooks, keep: Some(keep) };
    let tuned = ludometer_experiment::tune(&search, &mut lab);
    progress.clear();
    let writer = lab.keep.map(|keep| keep.writer);
    let kept = writer.as_ref().map(|writer| (writer.stored(), writer.resume(), writer.milliseconds()));
    drop(writer);
    let (stored, resume, milliseconds) = kept.unwrap_or_default();
    let tuned = tuned.map_err(|error| with_resume_hint(error, (stored, "games"), &resume))?;
    let go_on = stored.map_or_else(String::new, |_| format!("; go on with: {resume}"));
    let time_is_up = stop.time_is_up() && tuned.interrupted;
    if tuned.tried.is_empty() {
        if time_is_up {
            enough_time(0, plan.minutes)
                .map_err(|error| with_resume_hint(error, (stored, "games"), &resume))?;
        }
        return Err(CliError::Interrupted(format!("interrupted before any rule set was tried{go_on}")));
    }
    let seconds = milliseconds as f64 / 1000.0;
    let names = write(&plan, folder, &tuned, seconds)
        .map_err(|error| with_resume_hint(error, (stored, "games"), &resume))?;
    let shown = plan.out.path.display().to_string();
    let done = format!("{} of {} games", thousands(stored.unwrap_or(tuned.plays)), thousands(plan.budget));
    let printed = if plan.out.json {
        let mut record = record(&plan, &tuned, seconds);
        record["time_is_up"] = time_is_up.into();
        record["go_on"] = time_is_up.then_some(resume).into();
        record["folder"] = shown.clone().into();
        record["files"] = names.into();
        print_json(&record)
    } else {
        let mut text = text(&plan, &tuned, seconds, &format!("{shown}: {}", names.join(", ")));
        if time_is_up {
            text += &format!("The time is up after {done}{go_on}\n");
        }
        print(&text)
    };
    if tuned.interrupted && !time_is_up {
        return Err(CliError::Interrupted(format!(
            "interrupted after {done}; the files in {shown} are those of what was tried{go_on}"
        )));
    }
    Ok(printed?)
}

fn write(plan: &TunePlan, folder: Folder, tuned: &Tuned, seconds: f64) -> Result<Vec<String>, CliError> {
    let mut csv = Vec::new();
    let (header, rows) = rows(plan, tuned);
    write_records(&header, &rows, &mut csv)
        .map_err(|source| ludometer_report::FileError { path: plan.out.path.join("tune.csv"), source })?;
    let (place, name) = match &tuned.confirmed {
        Some((place, _)) => (*place, "best.toml"),
        None => (tuned.nearest, "nearest.toml"),
    };
    let rules = plan.rules(&tuned.tried[place].point).map(|rules| rules.to_toml()).unwrap_or_default();
    let json = format!("{:#}\n", record(plan, tuned, seconds));
    let files = [
        ("tune.csv", csv),
        (name, rules.into_bytes()),
        ("targets.toml", plan.text.clone().into_bytes()),
        ("tune.json", json.into_bytes()),
    ];
    let kept = [folder.path().join(CHECKPOINT)];
    let kept = if tuned.interrupted { &[][..] } else { &kept[..] };
    Ok(publish_with(folder, &[], &files, TUNE_FILES, kept)?)
}
