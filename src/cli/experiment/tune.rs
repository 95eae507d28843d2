//! `tune`: counts that meet a designer's targets.

mod other;
mod tables;
mod text;

use std::io;

use self::tables::{record, rows};
use self::text::text;
use super::args::TuneArgs;
use super::retrain::offer;
use super::{
    Wanted, bound_options, catalog, folder_of, in_units, meter_plan, move_options, open_share, shown,
    time_is_up,
};
use crate::cli::error::CliError;
use crate::cli::events::{Event, Events};
use crate::cli::input::InputError;
use crate::cli::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use crate::cli::plan::TablePlan;
use crate::registry::Games;
use ludometer_experiment::{
    Check, Control, Measurement, Memory, Metric, Objective, Search, Statement, Targets, Task, Tuned, measure,
    prove, unplayable,
};
use ludometer_model::{Origin, RuleSet, Value};
use ludometer_report::{Identity, TUNE_FILES, TuneRecord, names_table, thousands, write_records};
use ludometer_run::{AnyGame, Hooks, MeterPlan, Recorder, RunError, Start};
use ludometer_spec::{Minutes, Spec as _, TuneSpec};

/// Plays where neither the file nor an option says how many.
const BUDGET: u64 = 1_000_000;

/// Fresh plays have seeds of their own: the search's, mixed with what they are for.
const VISIT: u64 = 0x9E37_79B9_7F4A_7C15;
const FRESH: u64 = 0xD1B5_4A32_D192_ED03;

/// A search, checked.
pub(in crate::cli) struct TunePlan {
    table: TablePlan,
    /// The targets as they were asked for: their text is kept as it is.
    asked: TuneSpec,
    targets: Targets,
    wanted: Wanted,
    confidence: f64,
    budget: u64,
    /// True if rule sets that the game warns of are tried.
    allow_warnings: bool,
    /// The budget in time.
    minutes: Option<Minutes>,
    meter: MeterPlan,
}

/// The results of a search.
pub(in crate::cli) struct Done {
    tuned: Tuned,
    statements: Vec<Statement>,
}

impl TunePlan {
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

    /// Returns the rules with these counts.
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
    /// Returns what the game warns of with these counts.
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
    /// The plays so far and their recorder; none where nothing is to be played.
    keep: Option<Keep<'a>>,
}

struct Keep<'a> {
    memory: Memory,
    recorder: &'a mut dyn Recorder,
    events: &'a dyn Events,
}

impl Keep<'_> {
    /// Keeps the memory after a task is finished.
    fn record(&mut self) -> Result<(), RunError> {
        let memory = &self.memory;
        self.recorder.counted(memory.plays(), &|| memory.to_bytes())
    }
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
        let Some(keep) = &mut self.keep else { return Ok(None) };
        let task = Task { point: point.to_vec(), plays, visit: Some(visit) };
        if let Some(figures) = keep.memory.measured(&task) {
            (self.hooks.progress)(plays);
            return Ok(Some(figures));
        }
        let seed = self.plan.meter.seed.wrapping_add(VISIT.wrapping_mul(visit + 1));
        let meter = MeterPlan { seed, ..self.plan.meter.clone() };
        let metrics: Vec<Metric> = self.plan.targets.targets.iter().map(|t| t.metric.clone()).collect();
        let start = keep.memory.start(&task).map(<[u8]>::to_vec);
        let mut recorder = keep.memory.recorder(&task, keep.recorder);
        let control = Control { start: start.as_deref(), ..Control::new(self.hooks, &mut recorder) };
        let figures = measure(game.meter(&self.plan.table.bots, meter), &metrics, plays, false, control)?;
        drop(recorder);
        if let Some(figures) = &figures {
            keep.memory.add_measured(task, figures);
            keep.record()?;
        }
        Ok(figures)
    }

    fn confirm(&mut self, point: &[i64], alpha: f64, plays: u64) -> Result<Option<Check>, RunError> {
        let Ok(game) = self.game(point) else { return Ok(None) };
        let Some(keep) = &mut self.keep else { return Ok(None) };
        keep.events.take(Event::Stage { name: "confirming", pieces: plays, unit: TunePlan::UNIT });
        let task = Task { point: point.to_vec(), plays, visit: None };
        if let Some(check) = keep.memory.confirmed(&task, &self.plan.search()) {
            (self.hooks.progress)(check.plays);
            return Ok(Some(check));
        }
        let meter = MeterPlan { seed: self.plan.meter.seed ^ FRESH, ..self.plan.meter.clone() };
        let start = keep.memory.start(&task).map(<[u8]>::to_vec);
        let mut recorder = keep.memory.recorder(&task, keep.recorder);
        let control = Control { start: start.as_deref(), ..Control::new(self.hooks, &mut recorder) };
        let meter = game.meter(&self.plan.table.bots, meter);
        let check = prove(meter, &self.plan.targets.targets, alpha, plays, control)?;
        drop(recorder);
        if check.interrupted {
            return Ok(None);
        }
        keep.memory.add_confirmed(task, &check);
        keep.record()?;
        Ok(Some(check))
    }
}

impl Job for TunePlan {
    type Spec = TuneSpec;
    type Done = Done;
    type Record = TuneRecord;
    const WORK: &'static str = "search";
    const UNIT: &'static str = "games";
    const FILES: &'static [&'static str] = TUNE_FILES;
    const WHOLE_IN_TIME: bool = false;

    fn check(asked: &TuneSpec, means: &Means) -> Result<Self, CliError> {
        let table = TablePlan::check(&means.games, &asked.table)?;
        let wanted = Wanted::targets(&asked.target, &asked.moves, asked.cards.as_deref())?;
        let meter = meter_plan(means.threads, &[&table], false)?;
        let targets = Targets::read(&wanted.text, &wanted.name, &catalog(&table, &meter), table.game.rules());
        let targets = targets.map_err(InputError::from)?;
        let confidence = open_share("--confidence", asked.confidence.or(targets.confidence).unwrap_or(0.95))?;
        let budget = asked.games.or(targets.budget).unwrap_or(BUDGET);
        // The last of the plays go into a confirmation that needs as many.
        let meter = in_units(meter, table.bots.len(), budget, 40)?;
        table.without_copies(budget, "")?;
        let (allow_warnings, minutes) = (asked.allow_warnings, means.minutes);
        let plan = Self {
            table,
            asked: asked.clone(),
            targets,
            wanted,
            confidence,
            budget,
            allow_warnings,
            minutes,
            meter,
        };
        let lab = PlayLab { plan: &plan, hooks: Hooks::none(), keep: None };
        if let Some(why) = unplayable(&plan.search(), &lab) {
            return Err(InputError::new(format!("{}: {why}", plan.wanted.name)).into());
        }
        Ok(plan)
    }

    fn folder(&self) -> String {
        folder_of(Self::Spec::COMMAND, &self.table)
    }

    fn spec(&self) -> TuneSpec {
        let Targets { targets, moves, cards, .. } = &self.targets;
        TuneSpec {
            table: self.table.spec(),
            target: bound_options(targets),
            moves: move_options(moves),
            cards: cards.map(|(low, high)| format!("{low}..{high}")),
            allow_warnings: self.allow_warnings,
            games: Some(self.budget),
            confidence: Some(self.confidence),
        }
    }

    fn identity(&self) -> Identity<TuneSpec> {
        Identity::new(self.spec(), &[&*self.table.game], &self.table.bots)
    }

    fn command(&self) -> String {
        let TuneSpec { target, moves, cards, .. } = self.asked.clone();
        TuneSpec { target, moves, cards, ..self.spec() }.command()
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        vec![&*self.table.game]
    }

    fn warnings(&self) -> Vec<String> {
        let ends = |end: fn(&ludometer_experiment::Move) -> i64| {
            let point: Vec<i64> = self.targets.moves.iter().map(end).collect();
            self.rules(&point).ok()
        };
        let (low, high) = (ends(|m| m.min), ends(|m| m.max));
        let sets: Vec<&RuleSet> =
            [Some(self.table.game.rules()), low.as_ref(), high.as_ref()].into_iter().flatten().collect();
        self.table.warnings().into_iter().chain(offer(&self.table, &self.table.bots, &sets)).collect()
    }

    fn play(
        &self,
        session: &mut Session<'_, TuneSpec>,
        start: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let memory = start.map(|start| Memory::from_bytes(&start.tallies)).transpose()?.unwrap_or_default();
        let stop = session.stop;
        let progress = session.events;
        progress.begin(self.budget, "games", stop.deadline());
        let some_done = |plays| {
            progress.add(plays);
            stop.look_at_clock();
        };
        let hooks = Hooks { stop: stop.flag(), progress: &some_done };
        let keep = Some(Keep { memory, recorder: &mut session.writer, events: progress });
        let tuned = ludometer_experiment::tune(&self.search(), &mut PlayLab { plan: self, hooks, keep });
        let tuned = tuned.map(|tuned| {
            let statements = self.statements(&tuned, hooks);
            Done { tuned, statements }
        });
        progress.end();
        let done = tuned?;
        let count = done.tuned.tried.len() as u64;
        Ok(Played { count, end: End::of(done.tuned.interrupted, stop), done })
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> TuneRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        let done = &done.tuned;
        let mut csv = Vec::new();
        let (header, rows) = rows(self, done);
        write_records(&header, &rows, &mut csv)?;
        let (place, name) = match &done.confirmed {
            Some((place, _)) => (*place, "best.toml"),
            None => (done.nearest, "nearest.toml"),
        };
        let rules = self.rules(&done.tried[place].point).map(|rules| rules.to_toml()).unwrap_or_default();
        let targets = self.wanted.text.clone().into_bytes();
        let files = vec![("tune.csv", csv), (name, rules.into_bytes()), ("targets.toml", targets)];
        let tables = vec![names_table(self.table.game.names())];
        Ok(Contents { tables, files, ..Contents::default() })
    }

    fn shown(
        &self,
        done: &Done,
        record: &TuneRecord,
        ended: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        let mut record = serde_json::to_value(record).unwrap_or_default();
        record["time_is_up"] = ended.time_is_up.into();
        record["go_on"] = ended.time_is_up.then_some(ended.go_on).into();
        shown(&record, plan, files, |files| {
            let text = text(self, done, ended.seconds, files);
            text + &time_is_up(&self.progress(done, ended), ended)
        })
    }

    fn nothing(&self) -> String {
        "any rule set was tried".to_owned()
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} of {} games", thousands(done.tuned.plays), thousands(self.budget))
    }

    fn part_done(&self) -> &'static str {
        "what was tried"
    }
}

pub(in crate::cli) fn tune(games: &Games, args: &TuneArgs) -> Result<(), CliError> {
    perform::<TunePlan>(games, &args.spec, args.minutes, None, &args.job).map(drop)
}
