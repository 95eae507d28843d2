//! `tune`: counts that meet a designer's targets.

mod keep;
mod text;

use std::time::Duration;

use serde_json::{Value as Json, json};

use self::keep::{Keep, TuneOptions, begin};
use self::text::{text, why_passed_over};
use super::args::TuneArgs;
use super::{OutPlan, Wanted, bound_options, catalog, move_options, open_share, publish_with, repeat};
use crate::cli::error::CliError;
use crate::cli::finished::finished;
use crate::cli::input::InputError;
use crate::cli::output::{print, print_json, warn};
use crate::cli::plan::TablePlan;
use crate::cli::progress::Progress;
use crate::cli::run::but_kept;
use crate::cli::stop::Stop;
use ludometer_experiment::{
    Check, Checked, Lab, Metric, Noisy, Search, Targets, Task, Tried, Tuned, measure, prove, unplayable,
};
use ludometer_model::{Origin, RuleSet, Value};
use ludometer_report::{
    CHECKPOINT, Folder, Options as _, number, shell_word as quoted, strategy_files, thousands, write_records,
};
use ludometer_run::{AnyGame, Hooks, MeterPlan, RunError};
use ludometer_stats::{Cell, MIN_UNITS};

/// What it leaves in its folder, its record last.
pub(in crate::cli) const TUNE_FILES: &[&str] =
    &["tune.csv", "best.toml", "nearest.toml", "targets.toml", "tune.json"];

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
        game.map_or_else(Vec::new, |game| game.warnings())
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

impl Lab for PlayLab<'_> {
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
        let hazards = self.game(point).map_or_else(|_| Vec::new(), |game| game.hazards());
        (!hazards.is_empty())
            .then(|| format!("{} (--allow-warnings tries such rule sets too)", hazards.join("; ")))
    }

    fn measure(&mut self, point: &[i64], plays: u64, visit: u64) -> Result<Option<Vec<Noisy>>, RunError> {
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
    let stop = Stop::listen()?;
    let path = &plan.out.path;
    let folder = if plan.resume { Folder::reopen(path) } else { Folder::prepare(path, plan.out.force) };
    let folder = folder.map_err(InputError::from)?;
    stop.leave_nothing_of(folder.leftovers());
    let Some(keep) = begin(&plan, &folder, &stop)? else {
        // There may be a checkpoint from just before its end.
        folder.remove(CHECKPOINT)?;
        return finished("search", path, TuneOptions::RECORD, plan.out.json);
    };
    if !plan.out.quiet {
        warn(&plan.table.game.warnings());
    }
    let progress = Progress::new(plan.budget, plan.out.quiet);
    let hooks = Hooks { stop: stop.flag(), progress: &|plays| progress.add(plays) };
    let mut lab = PlayLab { plan: &plan, hooks, keep: Some(keep) };
    let tuned = ludometer_experiment::tune(&search, &mut lab);
    progress.clear();
    let writer = lab.keep.map(|keep| keep.writer);
    let kept = writer.as_ref().map(|writer| (writer.stored(), writer.resume(), writer.milliseconds()));
    drop(writer);
    let (stored, resume, milliseconds) = kept.unwrap_or_default();
    let tuned = tuned.map_err(|error| but_kept(error, (stored, "plays"), &resume))?;
    let go_on = stored.map_or_else(String::new, |_| format!("; go on with: {resume}"));
    if tuned.tried.is_empty() {
        return Err(CliError::Interrupted(format!("interrupted before any rule set was tried{go_on}")));
    }
    let seconds = milliseconds as f64 / 1000.0;
    let names =
        write(&plan, folder, &tuned, seconds).map_err(|error| but_kept(error, (stored, "plays"), &resume))?;
    let shown = plan.out.path.display().to_string();
    let printed = if plan.out.json {
        let mut record = record(&plan, &tuned, seconds);
        record["folder"] = shown.clone().into();
        record["files"] = names.into();
        print_json(&record)
    } else {
        print(&text(&plan, &tuned, seconds, &format!("{shown}: {}", names.join(", "))))
    };
    if tuned.interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} plays; the files in {shown} are those of what was tried{go_on}",
            thousands(stored.unwrap_or(tuned.plays)),
            thousands(plan.budget)
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

/// `tune.csv`: a row for each rule set that was tried.
fn rows(plan: &TunePlan, tuned: &Tuned) -> (Vec<String>, Vec<Vec<Cell>>) {
    let mut header: Vec<String> = plan.targets.moves.iter().map(|m| m.key.clone()).collect();
    header
        .extend(["edit", "miss", "pareto", "result", "passed_over", "warnings", "games"].map(str::to_owned));
    for target in &plan.targets.targets {
        let name = target.metric.name();
        header.extend([name.to_owned(), format!("{name}_ci_low"), format!("{name}_ci_high")]);
    }
    let row = |(i, tried): (usize, &Tried)| {
        let mut row: Vec<Cell> = tried.point.iter().map(|x| Cell::Real(*x as f64)).collect();
        let result = match &tuned.confirmed {
            Some((place, _)) if *place == i => "confirmed",
            None if tuned.nearest == i => "nearest",
            _ => "",
        };
        let pareto = if tuned.pareto.contains(&i) { "yes" } else { "no" };
        row.extend([tried.edit.into(), Some(tried.miss()).into(), pareto.into(), result.into()]);
        row.push(Cell::Text(why_passed_over(plan, tuned, i).unwrap_or_default()));
        row.push(Cell::Text(plan.warnings(&tried.point).join("; ")));
        row.push(tried.plays.into());
        for (value, half) in &tried.figures {
            row.extend([Some(*value), Some(value - half), Some(value + half)].map(Cell::from));
        }
        row
    };
    (header, tuned.tried.iter().enumerate().map(row).collect())
}

fn record(plan: &TunePlan, tuned: &Tuned, seconds: f64) -> Json {
    let table = &plan.table;
    let tried = |place: usize| {
        let tried = &tuned.tried[place];
        let settings = plan.targets.moves.iter().zip(&tried.point);
        json!({
            "settings": settings.map(|(m, x)| (m.key.clone(), json!(x))).collect::<serde_json::Map<_, _>>(),
            "edit": tried.edit,
            "miss": tried.miss(),
            "games": tried.plays,
            "warnings": plan.warnings(&tried.point),
        })
    };
    let fresh = |(place, check): &(usize, Check)| {
        let gate = |g: &Checked| {
            json!({
                "metric": g.gate.metric.name(), "value": g.value, "min": g.gate.min, "max": g.gate.max,
                "ci_low": g.interval.map(|i| i.0), "ci_high": g.interval.map(|i| i.1),
            })
        };
        let mut json = tried(*place);
        json["fresh_games"] = check.plays.into();
        json["targets"] = check.gates.iter().map(gate).collect();
        json
    };
    let confirmed = tuned.confirmed.as_ref().map(fresh);
    let refused = tuned.refused.iter().map(fresh).collect::<Vec<_>>();
    let targets = plan
        .targets
        .targets
        .iter()
        .map(|t| json!({"metric": t.metric.name(), "min": t.min, "max": t.max, "weight": t.weight}));
    let moves = plan
        .targets
        .moves
        .iter()
        .map(|m| json!({"key": m.key, "start": m.start, "min": m.min, "max": m.max, "step": m.step}));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "experiment": "tune",
        "command": plan.command(),
        "game": table.entry.id,
        "players": table.bots.len(),
        "rules_hash": table.game.rules().hash(),
        "rules": table.game.rules().to_json(),
        "warnings": table.game.warnings(),
        "bots": table.bots.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>(),
        "strategy_files": strategy_files(&table.bots),
        "seed": table.seed,
        "confidence": plan.confidence,
        "budget": plan.budget,
        "plays": tuned.plays,
        "options_hash": TuneOptions::of(plan).hash(),
        "complete": !tuned.interrupted,
        "found": tuned.confirmed.is_some(),
        "targets": targets.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "confirmed": confirmed,
        "not_confirmed": refused,
        "left_out_for_warnings": tuned.left_out,
        "nearest": tried(tuned.nearest),
        "start": tuned.start.map(tried),
        "is_nearer": tuned.is_nearer,
        "rule_sets": tuned.tried.len(),
        "wall_seconds": seconds,
    })
}
