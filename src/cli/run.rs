//! `run`: the main job.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::args::{Minutes, RunArgs};
use super::error::CliError;
use super::finished::finished;
use super::input::InputError;
use super::output::{print, print_json, warn, warn_of_beginning};
use super::plan::RunPlan;
use super::progress::Progress;
use super::repeat::{command, on_bot_error, options, seating};
use super::replaced::replaced;
use super::stop::Stop;
use ludometer_bots::BotSpec;
use ludometer_model::Program;
use ludometer_report::{
    AtomicFile, CHECKPOINT, CheckpointHeader, CheckpointWriter, FileError, Folder, Options as _, Pace,
    PlaysFormat, RUN_FILES, Resume, ResumeError, Rows, RowsOf, RunOptions, RunRecord, SHARD, look, number,
    run_tables, seal, strategy_files, summary_json, summary_text, thousands, write_sealed, write_table,
};
use ludometer_run::{Batch, Hooks, PlayError, RunError, Stage, Start, Work, bot_names};

pub(super) fn run(args: &RunArgs) -> Result<(), CliError> {
    let mut plan = RunPlan::check(args)?;
    // From here on an interruption is kept until it can be answered, and leaves nothing half done.
    let stop = Stop::listen()?.within(plan.minutes.map(Minutes::duration));
    let folder = if plan.resume { Folder::reopen(&plan.out) } else { Folder::prepare(&plan.out, plan.force) };
    let folder = folder.map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let Some((kept, start)) = begin(&plan, &folder)? else {
        // There may be a checkpoint from just before its end.
        folder.remove(CHECKPOINT)?;
        folder.remove_parts();
        return finished("run", &plan.out, RunOptions::RECORD, plan.json);
    };
    if !plan.quiet {
        warn(plan.table.game.warnings());
    }
    let before = Duration::from_millis(kept.milliseconds);
    let begun = Instant::now();
    let mut done = play(&plan, &folder, &stop, kept, start.as_ref())?;
    if stop.time_is_up() {
        enough_time(done.batch.plays, plan.minutes)?;
        end_with_what_is_done(&mut plan, &mut done);
    }
    let record = record(&plan, &done, before + begun.elapsed());
    let shown = plan.out.display().to_string();
    let (batch, failure) = (&done.batch, &done.failure);
    if let Some(failure) = failure.as_ref().filter(|_| batch.plays == 0) {
        return Err(CliError::BotFailed(format!("{failure} (no game was done before it)")));
    }
    if batch.plays == 0 {
        let plays = thousands(record.plays);
        return Err(CliError::Interrupted(format!("interrupted before any of {plays} games was done")));
    }
    let resume = done.kept.resume(&plan.out);
    let drafts = drafts(&folder, &record, batch, done.rows.take(), done.shard.take())
        .map_err(|e| with_resume_hint(e, (keep_all(&folder, &done), "games"), &resume))?;
    let files = publish(folder, drafts, record.complete)
        .map_err(|e| with_resume_hint(e, (done.stored, "games"), &resume))?;
    let printed = if plan.json {
        print_json(&summary_json(&record, batch, &shown, &files))
    } else {
        print(&summary_text(&record, plan.table.entry.title(), batch, &shown, &files))
    };
    if !plan.quiet {
        warn(&record.first_failures);
    }
    if let Some(failure) = failure {
        let done = thousands(record.plays_done);
        let kept = if record.plays_done == record.plays {
            format!("in a game beside the run, for the analysis; the {done} games of the run")
        } else {
            format!("the {done} games before it")
        };
        return Err(CliError::BotFailed(format!(
            "{failure} ({kept} are kept in {shown}; with --on-bot-error forfeit a run goes on; this one tries the \
             same game again with: {resume})"
        )));
    }
    if batch.interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} games; the files in {shown} are those of the games done; go on with: \
             {resume}",
            thousands(record.plays_done),
            thousands(record.plays)
        )));
    }
    Ok(printed?)
}

/// Refuses a result of no plays, because the time was up before.
pub(super) fn enough_time(plays: u64, minutes: Option<Minutes>) -> Result<(), CliError> {
    match minutes {
        Some(minutes) if plays == 0 => Err(CliError::OutOfTime { minutes: number(minutes.number()) }),
        _ => Ok(()),
    }
}

/// Makes the run one of as many plays as were done, whose command repeats it.
fn end_with_what_is_done(plan: &mut RunPlan, done: &mut Done) {
    plan.games = done.batch.plays;
    plan.plan.plays = 0..done.batch.plays;
    done.batch.interrupted = false;
    done.kept.options = options(plan);
    (done.kept.hash, done.kept.command) = (done.kept.options.hash(), command(plan));
}

/// Where the run begins or goes on, or `None` if all of it is done.
fn begin(plan: &RunPlan, folder: &Folder) -> Result<Option<(CheckpointHeader, Option<Start>)>, CliError> {
    let options = options(plan);
    let found = if plan.resume {
        look(folder.path(), &options, plan.shards).map_err(InputError::from)?
    } else {
        Resume::Nothing
    };
    match found {
        Resume::Finished => Ok(None),
        Resume::Part(kept, start) => {
            folder.keep();
            Ok(Some((*kept, Some(start))))
        }
        Resume::Nothing => {
            if plan.resume && !plan.quiet {
                warn_of_beginning("run", &plan.out);
            }
            // What a former run left to go on with is replaced with it.
            folder.remove(CHECKPOINT)?;
            folder.remove_parts();
            let (hash, command) = (options.hash(), command(plan));
            let shards = plan.shards;
            let kept =
                CheckpointHeader { hash, options, command, shards, done: 0, milliseconds: 0, rows: None };
            Ok(Some((kept, None)))
        }
    }
}

/// What came of playing.
struct Done {
    batch: Batch,
    /// The bot that failed, where the run is to stop then.
    failure: Option<PlayError>,
    /// The table of plays.
    rows: Option<AtomicFile>,
    kept: CheckpointHeader,
    /// The number of plays that a checkpoint keeps.
    stored: Option<u64>,
    /// The tallies, if all of it is done.
    tallies: Option<Vec<u8>>,
    /// The contents of a shard's file, if it is one and all of it is done.
    shard: Option<Vec<u8>>,
}

/// The table of plays, begun or gone on with.
fn rows(plan: &RunPlan, folder: &Folder, kept: &CheckpointHeader) -> Result<Option<Rows>, CliError> {
    let Some(format) = plan.per_game else { return Ok(None) };
    let table = &plan.table;
    let of = RowsOf { seats: table.bots.len(), seed: table.seed, names: bot_names(&table.bots) };
    match kept.rows {
        None => Ok(Some(Rows::begin(folder, format, &of)?)),
        Some(sum) => match Rows::go_on(folder, format, &of, sum)? {
            Some(rows) => Ok(Some(rows)),
            None => Err(InputError::from(ResumeError::Rows { path: plan.out.clone() }).into()),
        },
    }
}

/// Plays; rows and checkpoints are written meanwhile.
fn play(
    plan: &RunPlan,
    folder: &Folder,
    stop: &Stop,
    kept: CheckpointHeader,
    start: Option<&Start>,
) -> Result<Done, CliError> {
    let table = &plan.table;
    let rows = rows(plan, folder, &kept)?;
    if start.is_none() {
        let drafts = plan.per_game.iter().map(|format| folder.part(format.file()));
        stop.remove_on_abort(drafts.chain(folder.leftovers()).collect());
    }
    let first = || {
        folder.keep();
        stop.remove_on_abort(folder.leftovers());
    };
    let clock = Instant::now();
    let pace = Pace { every: plan.checkpoint, clock: &|| clock.elapsed(), first: &first };
    let mut keeper = CheckpointWriter::new(folder.path(), kept, rows, pace);
    let progress = match stop.deadline() {
        Some(deadline) if plan.in_time => Progress::in_time(deadline, plan.quiet),
        deadline => {
            Progress::until(plan.plan.plays.end - plan.plan.plays.start, "games", deadline, plan.quiet)
        }
    };
    progress.begin_at(start.map_or(0, |start| start.plays));
    let some_done = |plays| {
        progress.add(plays);
        stop.look_at_clock();
    };
    let hooks = Hooks { stop: stop.flag(), progress: &some_done };
    let done = start.map_or(0, |start| start.plays);
    let stage = |stage: &Stage<'_>| {
        progress.stage(stage.name, stage.pieces, stage.unit);
        if stage.is_batch {
            progress.begin_at(done);
        }
    };
    let work = Work { hooks, stage: &stage };
    let analysis = plan.analysis.map(|analysis| (analysis, plan.games));
    let batch = table.game.simulate_from(&table.bots, &plan.plan, work, analysis, start, &mut keeper);
    progress.clear();
    let (mut batch, failure) = match batch {
        Ok(batch) => (batch, None),
        Err(RunError::Bot { failure, batch }) => (*batch, Some(failure)),
        Err(error) => {
            return Err(with_resume_hint(
                error,
                (keeper.stored(), "games"),
                &keeper.kept().resume(&plan.out),
            ));
        }
    };
    // What there was time for is a whole run: its tables are finished in peace.
    let interrupted = batch.interrupted && !stop.time_is_up();
    stop.go_on_after_time();
    let stored = keeper.stored();
    let (rows, mut kept, tallies) = keeper.finish();
    let rows = rows.map(|rows| rows.finish(folder, plan.plan.plays.start, !interrupted, stop.flag()));
    let rows = match rows
        .transpose()
        .map_err(|e| with_resume_hint(e, (stored, "games"), &kept.resume(&plan.out)))?
    {
        // Stopped while the table was made: only its draft is there.
        Some(None) => {
            batch.interrupted = true;
            None
        }
        Some(Some((draft, sum))) => {
            kept.rows = Some(sum);
            Some(draft)
        }
        None => None,
    };
    let shard = match (&tallies, plan.shards) {
        (Some(tallies), Some(_)) if !batch.interrupted => {
            let failed = |source| FileError { path: plan.out.join(SHARD), source };
            Some(seal("shard", &kept, tallies).map_err(failed)?)
        }
        _ => None,
    };
    Ok(Done { batch, failure, rows, kept, stored, tallies, shard })
}

/// The number of plays that a checkpoint keeps after the results could not be written: one of all plays is
/// tried then.
fn keep_all(folder: &Folder, done: &Done) -> Option<u64> {
    let all = Some(done.kept.done);
    let tallies = done.tallies.as_ref().filter(|_| done.stored != all);
    let write = |tallies: &Vec<u8>| {
        write_sealed(&folder.path().join(CHECKPOINT), RunOptions::KIND, &done.kept, tallies)
    };
    if tallies.is_none_or(|tallies| write(tallies).is_err()) {
        return done.stored;
    }
    folder.keep();
    all
}

/// An error after which so many plays (or deals) can be gone on with, if any can.
pub(super) fn with_resume_hint(
    source: impl Into<CliError>,
    (stored, what): (Option<u64>, &str),
    resume: &str,
) -> CliError {
    let source = source.into();
    match stored {
        Some(count) => {
            let (kept, command) = (format!("{} {what}", thousands(count)), resume.to_owned());
            CliError::CheckpointHeader { source: Box::new(source), kept, command }
        }
        None if matches!(source, CliError::File(_) | CliError::Run(RunError::File { .. })) => {
            CliError::Lost { source: Box::new(source), what: what.to_owned() }
        }
        None => source,
    }
}

/// Writes all files under temporary names, the record last.
pub(super) fn drafts(
    folder: &Folder,
    record: &RunRecord,
    batch: &Batch,
    rows: Option<AtomicFile>,
    shard: Option<Vec<u8>>,
) -> Result<Vec<AtomicFile>, FileError> {
    let mut drafts = Vec::new();
    for table in run_tables(&batch.report) {
        let mut draft = folder.begin(&format!("{}.csv", table.name))?;
        write_table(&table, &mut draft).map_err(|e| draft.failed(e))?;
        drafts.push(draft);
    }
    drafts.extend(rows);
    if let Some(bytes) = shard {
        drafts.push(folder.draft(SHARD, &bytes)?);
    }
    let json = serde_json::to_string_pretty(record).expect("a record of numbers and texts has JSON");
    drafts.push(folder.draft(RunOptions::RECORD, (json + "\n").as_bytes())?);
    Ok(drafts)
}

/// Gives all files their names; they appear together. What was kept of a `complete` run to go on with goes.
/// Returns the names.
pub(super) fn publish(
    folder: Folder,
    drafts: Vec<AtomicFile>,
    complete: bool,
) -> Result<Vec<String>, FileError> {
    let names = drafts.iter().map(AtomicFile::name).collect();
    let records = folder.part(PlaysFormat::Parquet.file());
    let kept = if complete { vec![folder.path().join(CHECKPOINT), records] } else { Vec::new() };
    let replaced = replaced(folder.path(), RUN_FILES);
    folder.publish_instead(drafts, &replaced, &kept)?;
    Ok(names)
}

fn record(plan: &RunPlan, done: &Done, took: Duration) -> RunRecord {
    let table = &plan.table;
    let batch = &done.batch;
    let rules = table.game.rules();
    let seconds = took.as_secs_f64();
    let per_second = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
    let shard = plan.shards.map(|shards| shards.to_string());
    let mut command = done.kept.command.clone();
    if let Some(shard) = &shard {
        command += &format!(" --shard {shard}");
    }
    RunRecord {
        version: Program::release(),
        command,
        game: table.entry.id().to_owned(),
        players: table.bots.len(),
        rules_hash: rules.hash(),
        rules: rules.to_json(),
        warnings: table.game.warnings().to_vec(),
        bots: table.bots.iter().map(BotSpec::to_arg).collect(),
        strategy_files: strategy_files(&table.bots),
        seating: seating(table.seats),
        on_bot_error: on_bot_error(&table.bots),
        seed: table.seed,
        options_hash: done.kept.hash.clone(),
        shard,
        first_play: plan.plan.plays.start,
        plays: plan.plan.plays.end - plan.plan.plays.start,
        minutes: plan.minutes.map(Minutes::number),
        plays_done: batch.plays,
        complete: !batch.interrupted,
        forfeits: forfeits(batch),
        first_failures: batch.first_forfeits.iter().map(ToString::to_string).collect(),
        wall_seconds: seconds,
        plays_per_second: per_second(batch.plays),
        decisions_per_second: per_second(batch.decisions),
    }
}

/// How often each bot failed, those that did.
pub(super) fn forfeits(batch: &Batch) -> BTreeMap<String, u64> {
    let counts = batch.counted.bots.iter().cloned().zip(batch.forfeits.iter().copied());
    counts.filter(|(_, count)| *count > 0).collect()
}
