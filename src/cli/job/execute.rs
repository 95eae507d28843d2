//! Does the work of a job: for whoever wants values, and with the files that [the module above](super) lists.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value as Json;

use super::{End, Ended, Job, JobPlan, Means, Played, Session, files};
use crate::cli::command_line::trace;
use crate::cli::error::CliError;
use crate::cli::events::Events;
use crate::cli::finished::finished;
use crate::cli::input::InputError;
use crate::cli::output::{print_result, warn, warn_of_beginning};
use crate::cli::plan::imagined_faults;
use crate::cli::progress::Progress;
use crate::cli::stop::Stop;
use ludometer_model::{Program, shell_word};
use ludometer_report::{
    CHECKPOINT, CheckpointHeader, CheckpointWriter, FileError, Folder, Pace, Resume, ResumeError, SealError,
    look, number, thousands, write_sealed,
};
use ludometer_run::{PlayError, RunError, Start};
use ludometer_spec::{Minutes, Spec as _};
use ludometer_stats::Table;

/// Results of long work, as values.
#[derive(Debug)]
pub struct Outcome<R> {
    /// What the record of the command holds: all that is needed to repeat it, and how it ended.
    pub record: R,
    /// The tables.
    pub tables: Vec<Table>,
    /// Other files of the command, by their names: rule sets, gates, targets.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the game warns of, and the failures of bots.
    pub warnings: Vec<String>,
    /// True if it is all that was asked for, or all that there was time for.
    pub complete: bool,
}

impl<R: Serialize> Outcome<R> {
    /// Returns it with its record as JSON.
    pub(super) fn into_json(self) -> Result<Outcome<Json>, CliError> {
        let Self { record, tables, files, warnings, complete } = self;
        let record = serde_json::to_value(record).map_err(|error| CliError::Output(error.into()))?;
        Ok(Outcome { record, tables, files, warnings, complete })
    }
}

/// Does what is asked for by these means, tells of its progress, and ends early when `cancel` is set. It leaves no files,
/// but where a folder is named those of the command, in place of results that stood there, unless it was cancelled.
///
/// # Errors
/// Bad input, a bot that failed, work that was cancelled before anything was done, files that can't be written.
pub(super) fn outcome<J: Job>(
    spec: &J::Spec,
    means: &Means,
    events: &dyn Events,
    cancel: Arc<AtomicBool>,
    folder: Option<&Path>,
) -> Result<Outcome<J::Record>, CliError> {
    let mut job = J::check(spec, means)?;
    let mut warnings = job.warnings();
    let stop = Stop::by(cancel).within(means.minutes.map(Minutes::duration));
    stop.give_up_late();
    let begun = Instant::now();
    let pace = Pace { every: Duration::MAX, clock: &|| begun.elapsed(), first: &|| {} };
    let writer = CheckpointWriter::new(None, header_of(&job), pace);
    let mut session = Session { means, stop: &stop, events, writer, folder: None };
    let played = job.play(&mut session, None)?;
    if played.count == 0 && !matches!(played.end, End::Complete) {
        return Err(nothing_done(&job, means, played.end, None, ""));
    }
    if let End::BotFailed(failure) = played.end {
        return Err(CliError::BotFailed(failure.to_string()));
    }
    let seconds = session.writer.time().as_secs_f64();
    let header = session.writer.finish();
    let mut concluded = Concluded::of(&mut job, &header, played);
    let record = concluded.record(&job, seconds, "");
    let contents = job.contents(&mut concluded.done).map_err(CliError::Output)?;
    warnings.extend(job.failures(&concluded.done));
    let files = contents.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
    let tables = contents.tables.clone();
    if let Some(path) = folder.filter(|_| concluded.complete) {
        let folder = Folder::prepare(path, true).map_err(InputError::from)?;
        let drafts = files::drafts(&folder, Ok(contents), &concluded.header, &record)?;
        files::publish(&means.games, folder, drafts, J::FILES, &[])?;
    }
    Ok(Outcome { record, tables, files, warnings, complete: concluded.complete })
}

/// Work of which all is played, and its header, which is that of less work where the time was up.
struct Concluded<J: Job> {
    done: J::Done,
    header: CheckpointHeader<J::Spec>,
    complete: bool,
    time_is_up: bool,
}

impl<J: Job> Concluded<J> {
    fn of(job: &mut J, checkpoint: &CheckpointHeader<J::Spec>, played: Played<J::Done>) -> Self {
        let Played { done, count, end } = played;
        let time_is_up = matches!(end, End::TimeIsUp);
        let whole = time_is_up && J::WHOLE_IN_TIME;
        let mut header = checkpoint.clone();
        if whole {
            job.limit(&done, count);
            let CheckpointHeader { rows, done, milliseconds, .. } = *checkpoint;
            header = CheckpointHeader { rows, done, milliseconds, ..header_of(job) };
        }
        let complete = whole || matches!(end, End::Complete);
        Self { done, header, complete, time_is_up }
    }

    fn ended<'a>(&'a self, seconds: f64, go_on: &'a str) -> Ended<'a> {
        let CheckpointHeader { command, hash, .. } = &self.header;
        let Self { complete, time_is_up, .. } = *self;
        Ended { command, hash, seconds, complete, time_is_up, go_on }
    }

    fn record(&self, job: &J, seconds: f64, go_on: &str) -> J::Record {
        job.record(&self.done, &self.ended(seconds, go_on))
    }
}

/// Does the work of a job from its beginning, or from where it was left, to its end, and writes its files.
pub(super) fn write_folder<J: Job>(mut job: J, means: &Means, plan: &JobPlan) -> Result<(), CliError> {
    // From here on an interruption is kept until it can be answered, and leaves nothing half done.
    let stop = Stop::listen()?.within(means.minutes.map(Minutes::duration));
    stop.give_up_late();
    let folder = plan.folder()?;
    let leftovers = || folder.iter().flat_map(Folder::leftovers).collect::<Vec<_>>();
    stop.remove_on_abort(leftovers());
    let Some((header, start)) = begin(&job, plan, folder.as_ref())? else {
        let record = finished(J::WORK, &plan.path, J::Spec::RECORD, plan.json)?;
        return job.finished(&record);
    };
    if !plan.quiet {
        warn(&job.warnings());
    }
    if start.is_none() {
        let parts = folder.iter().flat_map(|folder| job.parts().into_iter().map(|name| folder.part(name)));
        stop.remove_on_abort(parts.chain(leftovers()).collect());
    }
    let first = || {
        folder.iter().for_each(Folder::keep);
        stop.remove_on_abort(leftovers());
    };
    let begun = Instant::now();
    let pace = Pace { every: means.checkpoint, clock: &|| begun.elapsed(), first: &first };
    let writer = CheckpointWriter::new(folder.as_ref().map(Folder::path), header, pace);
    let progress = Progress::new(plan.quiet);
    let mut session = Session { means, stop: &stop, events: &progress, writer, folder: folder.as_ref() };
    let played = job.play(&mut session, start.as_ref()).map_err(|error| explained(error, &job, plan));
    let seconds = session.writer.time().as_secs_f64();
    let (mut stored, checkpoint) = (session.writer.stored(), session.writer.finish());
    let go_on = checkpoint.resume(&plan.path);
    let hint = |error: CliError, stored| with_resume_hint(error, stored, J::UNIT, &go_on);
    let played = played.map_err(|error| hint(error, stored))?;
    let (count, end) = (played.count, played.end.clone());
    if count == 0 && !matches!(end, End::Complete) {
        return Err(nothing_done(&job, means, end, stored, &go_on));
    }
    let mut concluded = Concluded::of(&mut job, &checkpoint, played);
    let record = concluded.record(&job, seconds, &go_on);
    let mut names = Vec::new();
    if let Some(folder) = folder {
        let mut contents = job.contents(&mut concluded.done);
        if let (Ok(contents), false) = (&mut contents, concluded.complete) {
            contents.shard = None;
        }
        let drafts = files::drafts(&folder, contents, &concluded.header, &record).map_err(|error| {
            if let Some(state) = job.last_state(&concluded.done).filter(|_| stored != Some(checkpoint.done)) {
                let path = folder.path().join(CHECKPOINT);
                if write_sealed(&path, J::Spec::CHECKPOINT, &checkpoint, state).is_ok() {
                    folder.keep();
                    stored = Some(checkpoint.done);
                }
            }
            hint(error.into(), stored)
        })?;
        let checkpoint = folder.path().join(CHECKPOINT);
        let parts = job.parts().into_iter().map(|name| folder.part(name));
        let is_over = concluded.complete;
        let kept: Vec<PathBuf> = std::iter::once(checkpoint).chain(parts).filter(|_| is_over).collect();
        names = files::publish(&means.games, folder, drafts, J::FILES, &kept)
            .map_err(|error| hint(error.into(), stored))?;
    }
    let ended = concluded.ended(seconds, &go_on);
    let done = &concluded.done;
    let printed = print_result(&job.shown(done, &record, &ended, plan, &names), plan.json);
    if !plan.quiet {
        warn(&job.failures(done));
    }
    let shown = plan.path.display();
    let error = match end {
        End::Complete | End::TimeIsUp => None,
        // No option helps against a mistake in the rules, and mended rules are other ones.
        End::BotFailed(failure @ PlayError::Rules { play, .. }) => {
            let see = if plan.writes && J::WORK == "run" {
                let folder = shell_word(&shown.to_string());
                format!("see it with: {} trace --run {folder} --game {play}", Program::current().name)
            } else {
                see(&job, play)
            };
            Some(CliError::BotFailed(format!(
                "{failure} ({} kept in {shown}; {see})",
                job.before_failure(count)
            )))
        }
        End::BotFailed(failure) => Some(CliError::BotFailed(format!(
            "{failure} ({} kept in {shown}; with --on-bot-error forfeit a {} goes on; this one tries the same {} \
             again with: {go_on})",
            job.before_failure(count),
            J::WORK,
            singular::<J>(),
        ))),
        End::Interrupted => {
            let progress = job.progress(done, &ended);
            let kept =
                format!("; the files in {shown} are those of {}; go on with: {go_on}", job.part_done());
            let kept = if plan.writes { &kept } else { "" };
            Some(CliError::Interrupted(format!("interrupted after {progress}{kept}")))
        }
    };
    // It counts even if nobody reads the figures.
    let imagined = job.games().into_iter().find_map(|game| imagined_faults(game, error.as_ref()));
    if let Err(error) = job.verdict(done, error) {
        warn(&imagined.iter().map(ToString::to_string).collect::<Vec<_>>());
        return Err(error);
    }
    printed?;
    imagined.map_or(Ok(()), Err)
}

/// Returns the header of a job of which nothing is done.
fn header_of<J: Job>(job: &J) -> CheckpointHeader<J::Spec> {
    CheckpointHeader::new(job.identity(), job.command(), job.shards())
}

/// Where the work begins or goes on.
type Beginning<S> = (CheckpointHeader<S>, Option<Start>);

/// Finds out where the work begins or goes on; `None` if all of it is done.
fn begin<J: Job>(
    job: &J,
    plan: &JobPlan,
    folder: Option<&Folder>,
) -> Result<Option<Beginning<J::Spec>>, CliError> {
    let header = header_of(job);
    let Some(folder) = folder else { return Ok(Some((header, None))) };
    let found = if plan.resume {
        look(folder.path(), &header.identity, header.shards).map_err(InputError::from)?
    } else {
        Resume::Nothing
    };
    if let Resume::Part(header, start) = found {
        folder.keep();
        return Ok(Some((*header, Some(start))));
    }
    // There may be a checkpoint from just before the end of finished work, or one that is replaced.
    folder.remove(CHECKPOINT)?;
    folder.remove_parts();
    if let Resume::Finished = found {
        return Ok(None);
    }
    if plan.resume && !plan.quiet {
        warn_of_beginning(J::WORK, &plan.path);
    }
    Ok(Some((header, None)))
}

fn singular<J: Job>() -> &'static str {
    J::UNIT.trim_end_matches('s')
}

/// Returns the error of work that ended before anything was done.
fn nothing_done<J: Job>(job: &J, means: &Means, end: End, stored: Option<u64>, go_on: &str) -> CliError {
    match (end, means.minutes) {
        (End::BotFailed(failure), _) => {
            let see = match failure {
                PlayError::Rules { play, .. } => format!("; {}", see(job, play)),
                _ => String::new(),
            };
            CliError::BotFailed(format!("{failure} (no {} was done before it{see})", singular::<J>()))
        }
        (End::TimeIsUp, Some(minutes)) => {
            let error = CliError::OutOfTime { minutes: number(minutes.number()) };
            with_resume_hint(error, stored, J::UNIT, go_on)
        }
        _ => {
            let go_on = stored.map_or_else(String::new, |_| format!("; go on with: {go_on}"));
            CliError::Interrupted(format!("interrupted before {}{go_on}", job.nothing()))
        }
    }
}

/// Says how a game that failed can be seen.
fn see<J: Job>(job: &J, game: u64) -> String {
    match job.table() {
        Some(table) => format!("see it with: {}", trace(table, game)),
        None => format!("`trace` with --game {game} and the same seed, rules and bots shows it"),
    }
}

/// Returns the error of a checkpoint whose tallies this build can't read, that of a game which can be seen with the command
/// for it, and every other as it is.
fn explained<J: Job>(error: CliError, job: &J, plan: &JobPlan) -> CliError {
    match error {
        CliError::Run(RunError::Play(failure @ PlayError::Rules { play, .. })) if job.table().is_some() => {
            CliError::BotFailed(format!("{failure} ({})", see(job, play)))
        }
        CliError::Run(RunError::Tallies(error)) => {
            let (path, reason) = (plan.path.join(CHECKPOINT), error.to_string());
            InputError::from(ResumeError::from(SealError::Damaged { path, reason })).into()
        }
        error => error,
    }
}

/// Returns the error with how much is kept, and the command that goes on with it, if any is.
fn with_resume_hint(source: CliError, stored: Option<u64>, unit: &str, go_on: &str) -> CliError {
    let failed_to_write = matches!(source, CliError::File(_) | CliError::Run(RunError::File { .. }));
    let is_gone = match &source {
        CliError::File(FileError { source, .. }) | CliError::Run(RunError::File { source, .. }) => {
            source.kind() == std::io::ErrorKind::NotFound
        }
        _ => false,
    };
    match (source, stored) {
        // Nothing was played, so nothing is to be said of it.
        (source @ CliError::Input(_), _) => source,
        // A checkpoint is worth nothing without the table that it is of.
        (source, Some(_)) if is_gone => CliError::Lost { source: Box::new(source), what: unit.to_owned() },
        (source, Some(count)) => {
            let (kept, command) = (format!("{} {unit}", thousands(count)), go_on.to_owned());
            CliError::Resumable { source: Box::new(source), kept, command }
        }
        (source, None) if failed_to_write => {
            CliError::Lost { source: Box::new(source), what: unit.to_owned() }
        }
        (source, None) => source,
    }
}
