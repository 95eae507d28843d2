//! `run`: the main job.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use super::args::{RunArgs, Seats};
use super::error::CliError;
use super::input::InputError;
use super::output::{print, print_json, warn};
use super::plan::RunPlan;
use super::progress::Progress;
use super::stop::Stop;
use crate::bots::{BotSpec, OnBotError};
use crate::model::RuleSet;
pub(super) use crate::report::shell_word as quoted;
use crate::report::{
    Draft, FileError, Folder, PlaysWriter, RUN_FILES, RunRecord, run_tables, strategy_files, summary_json,
    summary_text, thousands, write_table,
};
use crate::run::{Batch, Depth, Hooks, PlayError, Played, RunError, Stage, Work, bot_names};

pub(super) fn run(args: &RunArgs) -> Result<(), CliError> {
    let plan = RunPlan::check(args)?;
    // From here on an interruption is kept until it can be answered, and leaves nothing half done.
    let stop = Stop::listen()?;
    let folder = Folder::prepare(&plan.out, plan.force).map_err(InputError::from)?;
    stop.leave_nothing_of(folder.leftovers());
    if !plan.quiet {
        warn(&plan.table.game.warnings());
    }
    let begun = Instant::now();
    let Outcome { batch, rows, failure } = play(&plan, &folder, &stop)?;
    let record = record(&plan, &batch, begun.elapsed());
    let shown = plan.out.display().to_string();
    if let Some(failure) = failure.as_ref().filter(|_| batch.plays == 0) {
        return Err(CliError::BotFailed(format!("{failure} (no play was done before it)")));
    }
    if batch.plays == 0 {
        let plays = thousands(record.plays);
        return Err(CliError::Interrupted(format!("interrupted before any of {plays} plays was done")));
    }
    let files = publish(folder, &record, &batch, rows)?;
    if plan.json {
        print_json(&summary_json(&record, &batch, &shown, &files))?;
    } else {
        print(&summary_text(&record, plan.table.entry.title, &batch, &shown, &files))?;
    }
    if !plan.quiet {
        warn(&record.first_failures);
    }
    if let Some(failure) = failure {
        let done = thousands(record.plays_done);
        return Err(CliError::BotFailed(format!(
            "{failure} (the {done} plays before it are kept in {shown}; with --on-bot-error forfeit the run goes on)"
        )));
    }
    if batch.interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} plays; the files in {shown} are those of the plays done",
            thousands(record.plays_done),
            thousands(record.plays)
        )));
    }
    Ok(())
}

/// What came of playing.
struct Outcome {
    batch: Batch,
    rows: Option<Draft>,
    /// The bot that failed, where the run is to stop then.
    failure: Option<PlayError>,
}

/// Plays; the rows of the plays go to a draft meanwhile.
fn play(plan: &RunPlan, folder: &Folder, stop: &Stop) -> Result<Outcome, CliError> {
    let table = &plan.table;
    let mut rows = None;
    let mut leftovers = Vec::new();
    if plan.per_game {
        let draft = folder.begin("games.csv")?;
        leftovers.push(draft.temporary().to_owned());
        let path = plan.out.join("games.csv");
        let writer = PlaysWriter::new(draft, table.bots.len(), table.seed, bot_names(&table.bots));
        rows = Some(writer.map_err(|source| FileError { path, source })?);
    }
    leftovers.extend(folder.leftovers());
    stop.leave_nothing_of(leftovers);
    let progress = Progress::new(plan.plan.plays.end, plan.quiet);
    let hooks = Hooks { stop: stop.flag(), progress: &|plays| progress.add(plays) };
    let mut sink = rows.as_mut().map(|rows| |play: u64, played: &Played| rows.row(play, played));
    let sink = sink.as_mut().map(|sink| sink as &mut (dyn FnMut(u64, &Played) -> io::Result<()> + Send));
    let batch = match plan.analysis {
        Some(analysis) => {
            let stage = |stage: &Stage<'_>| progress.stage(stage.name, stage.pieces, stage.unit);
            table.game.analyse(&table.bots, &plan.plan, Work { hooks, stage: &stage }, sink, analysis)
        }
        None => table.game.simulate(&table.bots, &plan.plan, hooks, sink),
    };
    progress.clear();
    let failed = |source| FileError { path: plan.out.join("games.csv"), source };
    let (batch, failure) = match batch {
        Err(RunError::Rows(source)) => return Err(failed(source).into()),
        Err(RunError::Bot { failure, batch }) => (*batch, Some(failure)),
        other => (other?, None),
    };
    let rows = rows.map(PlaysWriter::finish).transpose().map_err(failed)?;
    Ok(Outcome { batch, rows, failure })
}

/// Writes all files; they appear together. Returns their names.
fn publish(
    folder: Folder,
    record: &RunRecord,
    batch: &Batch,
    rows: Option<Draft>,
) -> Result<Vec<String>, FileError> {
    let mut names = Vec::new();
    let mut drafts = Vec::new();
    for table in run_tables(&batch.report) {
        let name = format!("{}.csv", table.name);
        let mut draft = folder.begin(&name)?;
        write_table(&table, &mut draft).map_err(|e| draft.failed(e))?;
        names.push(name);
        drafts.push(draft);
    }
    if let Some(mut draft) = rows {
        draft.flush().map_err(|e| draft.failed(e))?;
        names.push("games.csv".to_owned());
        drafts.push(draft);
    }
    let json = serde_json::to_string_pretty(record).expect("a record of numbers and texts has JSON");
    names.push("run.json".to_owned());
    drafts.push(folder.draft("run.json", (json + "\n").as_bytes())?);
    folder.publish(drafts, RUN_FILES)?;
    Ok(names)
}

fn record(plan: &RunPlan, batch: &Batch, took: Duration) -> RunRecord {
    let table = &plan.table;
    let rules = table.game.rules();
    let plays = plan.plan.plays.end;
    let seconds = took.as_secs_f64();
    let per_second = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
    RunRecord {
        version: env!("CARGO_PKG_VERSION"),
        command: command(plan),
        game: table.entry.id,
        players: table.bots.len(),
        rules_hash: rules.hash(),
        rules: rules.to_json(),
        bots: table.bots.iter().map(BotSpec::typed).collect(),
        strategy_files: strategy_files(&table.bots),
        seating: match table.seats {
            Seats::Rotate => "rotate",
            Seats::Fixed => "fixed",
        },
        seed: table.seed,
        shard: None,
        plays,
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
fn forfeits(batch: &Batch) -> BTreeMap<String, u64> {
    let counts = batch.counted.bots.iter().cloned().zip(batch.forfeits.iter().copied());
    counts.filter(|(_, count)| *count > 0).collect()
}

/// A command that repeats the run, whatever became of its rule file.
fn command(plan: &RunPlan) -> String {
    let table = &plan.table;
    let mut text = format!("ludometer run {} --players {} --bots", table.entry.id, table.bots.len());
    let all_alike = table.bots.iter().all(|bot| bot.is_same(&table.bots[0]));
    for bot in &table.bots[..if all_alike { 1 } else { table.bots.len() }] {
        let _ = write!(text, " {}", quoted(&bot.typed()));
    }
    let _ = write!(text, " --games {} --seed {}", plan.plan.plays.end, table.seed);
    if table.seats == Seats::Fixed {
        text += " --seats fixed";
    }
    if table.bots.iter().any(|bot| bot.on_error == OnBotError::Forfeit) {
        text += " --on-bot-error forfeit";
    }
    text += &rule_options(table.game.rules());
    if let Some(analysis) = plan.analysis {
        text += match analysis.depth {
            Depth::Basic => " --analyze",
            Depth::Deep => " --analyze=deep",
        };
        for (given, option) in [(analysis.skill, " --skill"), (analysis.card_values, " --card-values")] {
            if given {
                text += option;
            }
        }
        if let Some(target) = analysis.target {
            let _ = write!(text, " --target-length {target}");
        }
    }
    for (given, option) in [(plan.per_game, " --per-game"), (plan.plan.timing, " --timing")] {
        if given {
            text += option;
        }
    }
    text
}

/// The `--set` options that make these rules out of the defaults; the number of seats is none of
/// them.
pub(super) fn rule_options(rules: &RuleSet) -> String {
    let schema = rules.schema();
    let defaults = RuleSet::defaults(schema);
    let mut text = String::new();
    for (key, value) in rules.entries() {
        if defaults.get(key) != Some(value) && schema.seats_key.as_deref() != Some(key) {
            let _ = write!(text, " --set {}", quoted(&format!("{key}={value}")));
        }
    }
    text
}
