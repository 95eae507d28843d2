//! The life cycle of long work. `run`, `tournament`, `compare`, `check`, `sweep` and `tune` are jobs.
//!
//! A [`Job`] says what makes it this one (its options, and the command that repeats it), plays, and makes files and
//! text of what came of it. [`execute`] does for all of them what is no different between them:
//!
//! 1. it listens for Ctrl-C and takes the folder with its lock;
//! 2. it finds out whether the work begins, goes on from a checkpoint or is finished;
//! 3. it has the job play, with one writer of checkpoints, whatever they hold;
//! 4. it publishes the files together, in place of results that stood there, and then removes the checkpoint;
//! 5. it prints text or JSON and ends with the exit status, the reason and the command that goes on.
//!
//! `train` is none: it writes one strategy file, which may stand among those of others. Its methods share a life cycle of
//! their own (`train/mod.rs`).
//!
//! Once it is running a job never looks at the folder, at the clock of checkpoints or at the way it was begun: it gets
//! the bytes that its recorder got before, and plays on.

mod execute;
mod files;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::args::JobArgs;
use super::error::CliError;
use super::input::InputError;
use super::plan::{TablePlan, threads};
use super::stop::Stop;
pub(super) use execute::execute;
pub(super) use files::{Contents, write_results};
use ludometer_report::{CheckpointWriter, Folder, Identity, Shards, thousands};
use ludometer_run::{AnyGame, PlayError, Start};
use ludometer_spec::{Minutes, Spec};

/// Where results go and how the work is done, checked.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct JobPlan {
    pub(super) path: PathBuf,
    /// False for work that leaves no files.
    pub(super) writes: bool,
    pub(super) force: bool,
    pub(super) resume: bool,
    /// The time between checkpoints.
    pub(super) checkpoint: Duration,
    /// The budget in time.
    pub(super) minutes: Option<Minutes>,
    pub(super) threads: usize,
    pub(super) quiet: bool,
    pub(super) json: bool,
}

impl JobPlan {
    /// Checks the options; the folder has this name among the reports, unless another is asked for.
    pub(super) fn check(
        args: &JobArgs,
        minutes: Option<Minutes>,
        default: impl FnOnce() -> String,
    ) -> Result<Self, InputError> {
        Ok(Self {
            path: args.out.clone().unwrap_or_else(|| PathBuf::from("reports").join(default())),
            writes: true,
            force: args.force,
            resume: args.resume,
            checkpoint: Duration::from_secs(args.checkpoint),
            minutes,
            threads: threads(args.threads)?,
            quiet: args.quiet,
            json: args.json,
        })
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

/// The means with which a job plays.
pub(super) struct Session<'a, S: Spec> {
    pub(super) plan: &'a JobPlan,
    pub(super) stop: &'a Stop,
    /// Keeps the state of the work: a recorder, or a part of one.
    pub(super) writer: CheckpointWriter<'a, S>,
    folder: Option<&'a Folder>,
}

impl<'a, S: Spec> Session<'a, S> {
    /// Returns the folder of work that keeps rows in it.
    pub(super) const fn folder(&self) -> &'a Folder {
        self.folder.expect("only `check` goes without a folder, and it keeps no rows")
    }
}

/// How playing ended.
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
    /// How much the last checkpoint keeps.
    pub(super) stored: Option<u64>,
}

/// Says what was done before a failure: `the 5 games before it are`.
pub(super) fn before_it(count: u64, unit: &str) -> String {
    match count {
        1 => format!("the {} before it is", unit.trim_end_matches('s')),
        _ => format!("the {} {unit} before it are", thousands(count)),
    }
}

/// Long work with results in a folder.
pub(super) trait Job {
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

    /// Returns what makes it this work.
    fn identity(&self) -> Identity<Self::Spec>;

    /// Returns the command that repeats it, whatever became of its rule file.
    fn command(&self) -> String {
        self.identity().spec.command()
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

    /// Makes it work of so much as was done when the time was up.
    fn limit(&mut self, _done: u64) {}

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
