//! The life cycle of long work. `run`, `tournament`, `compare`, `check`, `sweep`, `tune` and
//! `study` are jobs.
//!
//! A [`Job`] is made of its specification, plays, and makes files and text of what came of it. [`Execute`] does that for
//! whoever wants results as values, and leaves no files. `ExecuteInto` leaves the files of whole work in a folder.
//! [`perform`] is the one caller that goes on in a folder:
//!
//! 1. it listens for Ctrl-C and takes the folder with its lock;
//! 2. it finds out whether the work begins, goes on from a checkpoint or is finished;
//! 3. it has the job play, with one writer of checkpoints, whatever they hold;
//! 4. it publishes the files together, in place of results that stood there, and then removes the checkpoint;
//! 5. it prints text or JSON and ends with the exit status, the reason and the command that goes on.
//!
//! `train`, `exploit` and `review` are none, as they keep less: the first writes a strategy file, which may stand among those
//! of others. But they have the same [`Execute`].
//!
//! Once it is running a job never looks at the folder, at the clock of checkpoints or at the way it was begun: it gets
//! the bytes that its recorder got before, and plays on.

mod execute;
mod files;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value as Json;

use super::args::JobArgs;
use super::error::CliError;
use super::events::Events;
use super::experiment::{CheckPlan, ComparePlan, SweepPlan, TunePlan};
use super::input::InputError;
use super::plan::{RunPlan, TablePlan, threads};
use super::stop::Stop;
use super::study::StudyPlan;
use super::tournament::Plan as TournamentPlan;
use crate::registry::Games;
pub use execute::Outcome;
use execute::{outcome, write_folder};
pub(super) use files::{Contents, write_results};
use ludometer_model::{Program, did_you_mean, nearest};
use ludometer_report::{
    CHECKPOINT, CheckRecord, CheckpointWriter, CompareRecord, Folder, Identity, RecordHead, RunRecord,
    Shards, StudyRecord, SweepRecord, TournamentRecord, TuneRecord, thousands,
};
use ludometer_run::{AnyGame, PlayError, Start};
use ludometer_spec::{
    CheckSpec, CompareSpec, ExploitSpec, Minutes, ReviewSpec, RunSpec, Spec, StudySpec, SweepSpec,
    TournamentSpec, TrainSpec, TuneSpec,
};

/// Means of long work: how it is done, and how much of it. Whatever they are, what is done is the same.
#[derive(Clone)]
pub struct Means {
    /// The games that there are, beside scripts.
    pub games: Games,
    /// The number of threads.
    pub threads: usize,
    /// The budget in time.
    pub minutes: Option<Minutes>,
    /// The part that is to be done: `i/n`, the i-th of n equal parts.
    pub shard: Option<String>,
    /// The time between checkpoints.
    pub checkpoint: Duration,
}

impl Means {
    /// Returns all cores, and all the time that it takes.
    pub fn all_cores() -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        Self { games: Games::default(), threads, minutes: None, shard: None, checkpoint: Duration::MAX }
    }
}

/// Specification that can be executed: the layer for who is not the command line.
///
/// ```
/// use std::sync::Arc;
///
/// use ludometer::cli::{Event, Execute as _, Means};
/// use ludometer::spec::{RunSpec, TableSpec};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut spec = RunSpec::of(TableSpec::of("pure-profit"));
/// (spec.table.players, spec.games) = (Some(3), Some(300));
/// let progress = |event: Event<'_>| println!("{event:?}");
/// let run = spec.execute(&Means::all_cores(), &progress, Arc::default())?;
/// assert!(run.complete && run.record.games_done == 300);
/// println!("{}; {} tables", run.record.command, run.tables.len());
/// # Ok(())
/// # }
/// ```
pub trait Execute: Spec {
    /// Record of the work.
    type Record: Serialize;

    /// Does what is asked for by these means, tells of its progress, and ends early when `cancel` is set. It leaves no
    /// files.
    ///
    /// # Errors
    /// Bad input, a bot that failed, work that was cancelled before anything was done.
    fn execute(
        &self,
        means: &Means,
        events: &dyn Events,
        cancel: Arc<AtomicBool>,
    ) -> Result<Outcome<Self::Record>, CliError>;
}

/// Specification whose results can be left in a folder, as its command leaves them.
#[cfg(feature = "workbench")]
pub(crate) trait ExecuteInto: Execute {
    /// Checks what is asked for, and plays nothing.
    fn check(&self, means: &Means) -> Result<(), CliError>;

    /// Does what [`Execute::execute`] does, and leaves the files of the command in this folder, in place of results that
    /// stood there, unless it was cancelled.
    fn execute_into(
        &self,
        means: &Means,
        events: &dyn Events,
        cancel: Arc<AtomicBool>,
        folder: &Path,
    ) -> Result<Outcome<Self::Record>, CliError>;
}

/// Says which job does the work of each specification.
macro_rules! jobs {
    ($($spec:ty: $job:ty => $record:ty),+ $(,)?) => {
        $(impl Execute for $spec {
            type Record = $record;

            fn execute(
                &self,
                means: &Means,
                events: &dyn Events,
                cancel: Arc<AtomicBool>,
            ) -> Result<Outcome<$record>, CliError> {
                outcome::<$job>(self, means, events, cancel, None)
            }
        }

        #[cfg(feature = "workbench")]
        impl ExecuteInto for $spec {
            fn check(&self, means: &Means) -> Result<(), CliError> {
                <$job as Job>::check(self, means).map(drop)
            }

            fn execute_into(
                &self,
                means: &Means,
                events: &dyn Events,
                cancel: Arc<AtomicBool>,
                folder: &Path,
            ) -> Result<Outcome<$record>, CliError> {
                outcome::<$job>(self, means, events, cancel, Some(folder))
            }
        })+
    };
}

jobs! {
    RunSpec: RunPlan => RunRecord,
    TournamentSpec: TournamentPlan => TournamentRecord,
    CompareSpec: ComparePlan => CompareRecord,
    CheckSpec: CheckPlan => CheckRecord,
    SweepSpec: SweepPlan => SweepRecord,
    TuneSpec: TunePlan => TuneRecord,
    StudySpec: StudyPlan => StudyRecord,
}

/// Execution of a specification that is given as JSON.
type ByJson = fn(Json, &Means, &dyn Events, Arc<AtomicBool>) -> Result<Outcome<Json>, CliError>;

/// All commands that can be executed.
const EXECUTED: &[(&str, ByJson)] = &[
    by_json::<RunSpec>(),
    by_json::<TournamentSpec>(),
    by_json::<CompareSpec>(),
    by_json::<CheckSpec>(),
    by_json::<SweepSpec>(),
    by_json::<TuneSpec>(),
    by_json::<StudySpec>(),
    by_json::<TrainSpec>(),
    by_json::<ExploitSpec>(),
    by_json::<ReviewSpec>(),
];

const fn by_json<S: Execute>() -> (&'static str, ByJson) {
    (S::COMMAND, |spec, means, events, cancel| {
        let spec = S::read(spec).map_err(|error| InputError::new(error.to_string()))?;
        spec.execute(means, events, cancel)?.into_json()
    })
}

/// Does what the JSON of a specification asks for, as [`Execute`] does; `command` is `run`, `study` and so on.
///
/// # Errors
/// A command that has no such layer, JSON that is no specification of it, and what [`Execute::execute`] reports.
pub fn execute_json(
    command: &str,
    spec: Json,
    means: &Means,
    events: &dyn Events,
    cancel: Arc<AtomicBool>,
) -> Result<Outcome<Json>, CliError> {
    if let Some((_, execute)) = EXECUTED.iter().find(|(name, _)| *name == command) {
        return execute(spec, means, events, cancel);
    }
    let known = EXECUTED.iter().map(|(name, _)| *name);
    let near = did_you_mean(nearest(command, known.clone()));
    let known = known.collect::<Vec<_>>().join(", ");
    Err(InputError::new(format!("there is no command `{command}`{near}; there are: {known}")).into())
}

/// Place of the results of a command, and how they are shown.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct JobPlan {
    pub(super) path: PathBuf,
    /// False for work that leaves no files.
    pub(super) writes: bool,
    pub(super) force: bool,
    pub(super) resume: bool,
    pub(super) quiet: bool,
    /// True if the files are to be listed.
    pub(super) verbose: bool,
    pub(super) json: bool,
}

impl JobPlan {
    /// Returns where these files are, for people; their names only if they are to be listed.
    pub(super) fn files(&self, files: &[String]) -> String {
        files_text(&self.path, files, self.verbose)
    }

    fn folder(&self) -> Result<Option<Folder>, InputError> {
        let folder = match (self.writes, self.resume) {
            (false, _) => return Ok(None),
            (true, true) => Folder::reopen(&self.path),
            (true, false) => Folder::prepare(&self.path, self.force),
        };
        Ok(Some(folder?))
    }
}

/// Does the work of a command: what is asked for, by these means, with its files where the arguments say. Returns their
/// folder.
pub(super) fn perform<J: Job>(
    games: &Games,
    spec: &J::Spec,
    minutes: Option<Minutes>,
    shard: Option<&String>,
    args: &JobArgs,
) -> Result<PathBuf, CliError> {
    let writes = J::WRITES || args.out.is_some();
    if args.resume && !writes {
        let text = "`--resume` without --out: a check keeps what it has played only where it writes files: name \
                    their folder with --out";
        return Err(CliError::Usage(text.to_owned()));
    }
    let means = Means {
        games: games.clone(),
        threads: threads(args.threads)?,
        minutes,
        shard: shard.cloned(),
        checkpoint: Duration::from_secs(args.checkpoint),
    };
    let job = J::check(spec, &means)?;
    let plan = JobPlan {
        path: args.out.clone().unwrap_or_else(|| usual_folder(&job.folder(), args.force || args.resume)),
        writes,
        force: args.force,
        resume: args.resume,
        quiet: args.quiet,
        verbose: args.verbose,
        json: args.json,
    };
    write_folder(job, &means, &plan)?;
    Ok(plan.path)
}

/// Returns where these files are, for people; with their names if they are to be listed.
pub(super) fn files_text(folder: &Path, files: &[String], are_listed: bool) -> String {
    let folder = folder.display();
    if are_listed { format!("{folder}: {}", files.join(", ")) } else { folder.to_string() }
}

/// Returns the folder of results for which none is named: this one among the reports, or the next of its name with a number
/// from 2 that is free. Work that replaces results, or goes on, has the last that there is, and so has work which was left
/// there unfinished.
fn usual_folder(name: &str, has_results: bool) -> PathBuf {
    let numbered = |number: u64| {
        let reports = PathBuf::from("reports");
        if number == 1 { reports.join(name) } else { reports.join(format!("{name}-{number}")) }
    };
    let is_taken = |number: &u64| numbered(*number).read_dir().is_ok_and(|mut files| files.next().is_some());
    let last = (1..u64::MAX).take_while(is_taken).last();
    match last {
        Some(last) if has_results || numbered(last).join(CHECKPOINT).exists() => numbered(last),
        last => numbered(last.unwrap_or(0) + 1),
    }
}

/// Means with which a job plays.
pub(super) struct Session<'a, S: Spec> {
    pub(super) means: &'a Means,
    pub(super) stop: &'a Stop,
    pub(super) events: &'a dyn Events,
    /// Keeps the state of the work: a recorder, or a part of one.
    pub(super) writer: CheckpointWriter<'a, S>,
    /// The folder, if there is one, for what grows while the work goes on.
    pub(super) folder: Option<&'a Folder>,
}

/// How playing ended.
#[derive(Clone)]
pub(super) enum End {
    Complete,
    Interrupted,
    TimeIsUp,
    /// A bot failed, and the work was to stop then.
    BotFailed(PlayError),
}

impl End {
    /// Returns how work ended that was stopped or not.
    pub(super) fn of(interrupted: bool, stop: &Stop) -> Self {
        match (interrupted, stop.time_is_up()) {
            (false, _) => Self::Complete,
            (true, true) => Self::TimeIsUp,
            (true, false) => Self::Interrupted,
        }
    }
}

/// The result of playing.
pub(super) struct Played<D> {
    pub(super) done: D,
    /// How much is done.
    pub(super) count: u64,
    pub(super) end: End,
}

/// The facts about the work when its files are written.
pub(super) struct Ended<'a> {
    /// The command that repeats it, and the hash of its options.
    pub(super) command: &'a str,
    pub(super) hash: &'a str,
    /// The time that it took, also in processes before.
    pub(super) seconds: f64,
    /// True if it is all that was asked for, or all that there was time for.
    pub(super) complete: bool,
    pub(super) time_is_up: bool,
    /// The command that goes on.
    pub(super) go_on: &'a str,
}

impl Ended<'_> {
    /// Returns the facts that the record of an experiment begins with: it tells this specification.
    pub(super) fn head<S: Spec>(&self, spec: S, minutes: Option<Minutes>) -> RecordHead<S> {
        let mut named = serde_json::to_value(&spec).unwrap_or_default();
        RecordHead {
            version: Program::release().to_owned(),
            experiment: S::COMMAND.to_owned(),
            command: spec.command(),
            game: named["game"].take().as_str().unwrap_or_default().to_owned(),
            spec,
            options_hash: self.hash.to_owned(),
            complete: self.complete,
            wall_seconds: self.seconds,
            minutes: minutes.map(Minutes::number),
            finished: None,
        }
    }
}

/// Says what was done before a failure: `the 5 games before it are`.
pub(super) fn before_it(count: u64, unit: &str) -> String {
    match count {
        1 => format!("the {} before it is", unit.trim_end_matches('s')),
        _ => format!("the {} {unit} before it are", thousands(count)),
    }
}

/// Long work with results in a folder.
pub(super) trait Job: Sized {
    /// All that decides what its files hold: it goes on as itself only.
    type Spec: Spec;
    /// The result of it.
    type Done;
    /// The contents of the last of its files.
    type Record: Serialize;
    /// The word for it in messages.
    const WORK: &'static str;
    /// The unit that it counts, in the plural.
    const UNIT: &'static str;
    /// The names of its files, the record last.
    const FILES: &'static [&'static str];
    /// True if what there was time for is a whole result of less work.
    const WHOLE_IN_TIME: bool = true;
    /// True if it leaves files even where no folder is named.
    const WRITES: bool = true;

    /// Checks what is asked for.
    fn check(spec: &Self::Spec, means: &Means) -> Result<Self, CliError>;

    /// Returns the name of its folder among the reports, where no other is asked for.
    fn folder(&self) -> String;

    /// Returns what does the same from anywhere.
    fn spec(&self) -> Self::Spec;

    /// Returns what makes it this work.
    fn identity(&self) -> Identity<Self::Spec>;

    /// Returns the command that repeats it, whatever became of its rule file.
    fn command(&self) -> String {
        self.spec().command()
    }

    /// Returns the part of the work that is to be done.
    fn shards(&self) -> Option<Shards> {
        None
    }

    /// Returns the games that are played, which know of mistakes in positions that bots imagined.
    fn games(&self) -> Vec<&dyn AnyGame>;

    /// Returns the table whose games have the numbers of the work's, if there is one.
    fn table(&self) -> Option<&TablePlan> {
        None
    }

    /// Returns what the game warns of.
    fn warnings(&self) -> Vec<String>;

    /// Returns the names of drafts that a checkpoint needs.
    fn parts(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Plays, from the start if there is one.
    fn play(
        &self,
        session: &mut Session<'_, Self::Spec>,
        start: Option<&Start>,
    ) -> Result<Played<Self::Done>, CliError>;

    /// Makes it work of so much as was done when the time was up: `count` units.
    fn limit(&mut self, _done: &Self::Done, _count: u64) {}

    /// Returns the last state, if there may be no checkpoint of it yet.
    fn last_state<'d>(&self, _done: &'d Self::Done) -> Option<&'d [u8]> {
        None
    }

    /// Returns the record: all that is needed to repeat the work, and how it ended.
    fn record(&self, done: &Self::Done, ended: &Ended<'_>) -> Self::Record;

    /// Returns the files to write beside the record.
    fn contents(&self, done: &mut Self::Done) -> io::Result<Contents>;

    /// Returns the output to print: text, or JSON if the plan asks for it. `files` are the names of all files.
    fn shown(
        &self,
        done: &Self::Done,
        record: &Self::Record,
        ended: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String;

    /// Returns the failures of bots that a user should know of.
    fn failures(&self, _done: &Self::Done) -> Vec<String> {
        Vec::new()
    }

    /// Names what is missing if nothing was done: `any of 10 games was done`.
    fn nothing(&self) -> String;

    /// Says how far it is: `5 of 10 games`.
    fn progress(&self, done: &Self::Done, ended: &Ended<'_>) -> String;

    /// Says what its files are made of after an interruption.
    fn part_done(&self) -> &'static str {
        "the games done"
    }

    /// Says what is kept when a bot has failed: `the 5 games before it are`.
    fn before_failure(&self, count: u64) -> String {
        before_it(count, Self::UNIT)
    }

    /// Ends the command: with this error, if there is one, or with the verdict. Mistakes in imagined positions come after.
    fn verdict(&self, _done: &Self::Done, error: Option<CliError>) -> Result<(), CliError> {
        error.map_or(Ok(()), Err)
    }

    /// Ends the command where the record says that all was done before.
    fn finished(&self, _record: &serde_json::Value) -> Result<(), CliError> {
        Ok(())
    }
}
