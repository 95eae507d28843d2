//! `merge`: joins the shards of a run.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::args::MergeArgs;
use super::error::CliError;
use super::events::Events as _;
use super::experiment::merge_sweeps;
use super::input::{InputError, find_game};
use super::job::{Contents, files_text, write_results};
use super::output::{print, print_json, warn};
use super::plan::{line_up, load_with, threads};
use super::progress::Progress;
use super::run::record_of;
use super::stop::Stop;
use crate::registry::{Entry, Games};
use ludometer_model::Program;
use ludometer_report::{
    AtomicFile, CheckpointHeader, FileError, Folder, Identity, JoinError, MergeError, Part, Parts, RUN_FILES,
    RowsOf, SHARD, Sum, Summed, join_csv, join_parquet, names_table, run_tables, sealed_kind, summary_json,
    summary_text,
};
use ludometer_run::{AnyGame, Batch, Hooks, Plan, Work};
use ludometer_spec::{PlaysFormat, Spec as _, SweepSpec};

pub(super) fn merge(games: &Games, args: &MergeArgs) -> Result<(), CliError> {
    if args.folders.iter().any(|folder| is_of_sweep(folder)) {
        return merge_sweeps(games, args);
    }
    let parts = Parts::read(&args.folders, args.partial).map_err(InputError::from)?;
    let (entry, game) = load(games, &parts)?;
    let identity = parts.identity();
    let analysis = identity.spec.analysis();
    let plan = plan(&parts)?;
    // Whose files are not here is not asked whether it leaves anything to chance.
    let bots = line_up(&*game, &identity.spec.table.bots).ok().filter(|_| parts.shards.is_none());
    let whole = bots.as_ref().map(|bots| (&bots[..], &plan));
    let (mut batch, tallies) = game
        .stored()
        .join(&identity.names, analysis.is_some(), whole, &mut parts.tallies())
        .map_err(|(i, source)| {
            let path = parts.parts[i].path.join(SHARD);
            InputError::from(MergeError::Damaged { path, reason: source.to_string() })
        })?;
    refuse_into(&args.folders, &args.out)?;
    let stop = Stop::listen()?;
    let folder = Folder::prepare_anew(&args.out, args.force).map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let rows = rows(args, &parts, &*game, &folder, &stop)?;
    if parts.shards.is_none() && analysis.is_some() {
        find(&plan, game.as_ref(), &stop, &mut batch)?;
    }
    let kept = CheckpointHeader {
        shards: parts.shards,
        done: parts.plays(),
        milliseconds: parts.parts.iter().fold(0, |all, part| part.milliseconds.saturating_add(all)),
        rows: rows.as_ref().map(|(_, sum)| *sum),
        ..parts.kept.clone()
    };
    if let Some(pace) = &kept.identity.spec.seconds_a_turn {
        pace.add_to(&mut batch.report);
    }
    let record = record_of(game.as_ref(), &kept, &batch, kept.milliseconds as f64 / 1000.0);
    let (mut tables, rows) = (run_tables(&batch.report), rows.map(|(draft, _)| draft));
    tables.push(names_table(game.names()));
    let contents = Contents { tables, rows, shard: Some(tallies), ..Contents::default() };
    let files = write_results(games, folder, Ok(contents), &kept, &record, RUN_FILES)?;
    let shown = args.out.display().to_string();
    if args.json {
        print_json(&summary_json(&record, &batch, &shown, &files))?;
    } else {
        print(&summary_text(&record, entry.title(), &batch, &files_text(&args.out, &files, args.verbose)))?;
    }
    if !args.quiet {
        warn(&record.first_failures);
    }
    Ok(())
}

/// Returns true if a sweep's shard is in this folder.
fn is_of_sweep(folder: &Path) -> bool {
    sealed_kind(&folder.join(SHARD)).as_deref() == Some(SweepSpec::SHARD)
}

/// Returns the game that was played, if this program counts in it what was counted.
fn load(games: &Games, parts: &Parts) -> Result<(Entry, Box<dyn AnyGame>), InputError> {
    let identity = parts.identity();
    let damaged = |reason: String| {
        let path = parts.parts.first().map(|part: &Part| part.path.join(SHARD)).unwrap_or_default();
        InputError::from(MergeError::Damaged { path, reason })
    };
    if identity.version != Program::release() {
        let (here, theirs) = (Program::release(), identity.version.clone());
        return Err(InputError::new(format!(
            "the shards were played by version {theirs}, this is {here}: merge them with that version"
        )));
    }
    let table = &identity.spec.table;
    let entry = find_game(games, &table.game)?;
    let seats = table.players.unwrap_or(0);
    if table.bots.len() as u64 != seats {
        return Err(damaged(format!("{} bots in {seats} seats", table.bots.len())));
    }
    let game = load_with(&entry, &table.rules, table.players).map_err(|error| damaged(error.to_string()))?;
    let here = Identity::new(identity.spec.clone(), &[&*game], &[]);
    if here.rules != identity.rules {
        return Err(damaged("its rules can't be read back".to_owned()));
    }
    if here.script != identity.script {
        return Err(damaged("the game's script has changed since".to_owned()));
    }
    if game.stored().shape(&identity.names) != identity.counted {
        return Err(damaged("another build of the program counted something else".to_owned()));
    }
    Ok((entry, game))
}

/// Returns how the whole of which these are the parts was played.
fn plan(parts: &Parts) -> Result<Plan, CliError> {
    let spec = &parts.identity().spec;
    let (seed, plays, seating) = (spec.table.seed, 0..spec.games.unwrap_or(0), spec.table.seating);
    let threads = threads(None)?;
    Ok(Plan { seed, plays, seating, threads, timing: false, stall: None })
}

/// Adds the findings of an analysed run, which take its whole and some plays beside it.
fn find(plan: &Plan, game: &dyn AnyGame, stop: &Stop, batch: &mut Batch) -> Result<(), CliError> {
    let hooks = Hooks { stop: stop.flag(), progress: &|_| {} };
    let found = game.stored().find(plan, Work { hooks, stage: &|_| {} }, batch);
    if stop.flag().load(Ordering::Relaxed) {
        return Err(interrupted());
    }
    Ok(found?)
}

fn interrupted() -> CliError {
    let text = "interrupted: nothing was written, and the shards are as they were";
    CliError::Interrupted(text.to_owned())
}

/// Returns the joined table of plays, if there is one.
fn rows(
    args: &MergeArgs,
    parts: &Parts,
    game: &dyn AnyGame,
    folder: &Folder,
    stop: &Stop,
) -> Result<Option<(AtomicFile, Sum)>, CliError> {
    let Identity { spec, names, .. } = parts.identity();
    let Some(format) = spec.rows() else { return Ok(None) };
    let name = format.file();
    let mut out = Summed::after(folder.begin(name)?, Sum::default());
    let mut leftovers = vec![out.get_ref().temporary().to_owned()];
    leftovers.extend(folder.leftovers());
    stop.remove_on_abort(leftovers);
    let progress = Progress::counting(parts.plays(), "games", args.quiet);
    let reported = |plays| progress.add(plays);
    let joined = match format {
        PlaysFormat::Csv => join_csv(&parts.parts, &mut out, stop.flag(), &reported),
        PlaysFormat::Parquet => {
            let seats = spec.table.bots.len();
            let (names, own) = (names.clone(), game.columns());
            let are_won = game.contest().ends.are_won;
            let of = RowsOf { seats, seed: spec.table.seed, names, own, are_won };
            join_parquet(&parts.parts, &of, &mut out, stop.flag(), &reported)
        }
    };
    progress.end();
    let failed = |source| FileError { path: args.out.join(name), source };
    match joined {
        Ok(()) => {}
        Err(JoinError::Merge(error)) => return Err(InputError::from(error).into()),
        Err(JoinError::Write(source)) => return Err(failed(source).into()),
        Err(JoinError::Stopped) => return Err(interrupted()),
    }
    out.flush().map_err(failed)?;
    let sum = out.sum();
    Ok(Some((out.into_inner(), sum)))
}

/// Refuses a merge into one of the shards.
pub(super) fn refuse_into(folders: &[PathBuf], out: &Path) -> Result<(), InputError> {
    match folders.iter().find(|folder| same(folder, out)) {
        Some(folder) => Err(InputError::new(format!(
            "`--out {}` is one of the shards: choose another folder",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// Returns true if both are the same folder.
fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
