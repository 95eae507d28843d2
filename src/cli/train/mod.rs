//! `train`: a strategy learned by self-play, as a strategy file.
//!
//! All methods go the same way: [`check`] refuses the options of other methods, and makes the lessons of one; they are learned;
//! and [`train`] writes the files, shows what came of it, and says how far an interrupted one came. [`Execute`] leaves out
//! the files.

mod regret;
mod value;
mod weights;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;

use super::args::TrainArgs;
use super::error::CliError;
use super::events::Events;
use super::input::InputError;
use super::job::{Execute, Means, Outcome};
use super::output::{print, print_json, warn};
use super::plan::{read_bot, threads};
use super::progress::Progress;
use super::report;
use super::stop::Stop;
use crate::registry::Games;
use ludometer_bots::{BotKind, BotSpec, TOML_ENDING, bot_name};
use ludometer_model::shell_word;
use ludometer_report::{writable, write_file};
use ludometer_run::AnyGame;
use ludometer_spec::{Method, Spec as _, TrainSpec};

/// The strategy file that is learned where none is written.
const UNWRITTEN: &str = "learned.toml";

/// Place of a strategy file that is learned.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) out: &'a Path,
    /// False where files are returned and none is written.
    pub(super) writes: bool,
    pub(super) force: bool,
    pub(super) resume: bool,
}

/// Lessons of one method, checked.
pub(super) trait Lessons {
    /// Returns the game at the first table.
    fn game(&self) -> &dyn AnyGame;

    /// Learns.
    fn learn(&self, events: &dyn Events, stop: &Stop) -> Result<Learned, CliError>;
}

/// The results of lessons.
pub(super) struct Learned {
    /// The strategy file, and then what stands beside it.
    pub(super) files: Vec<(PathBuf, Vec<u8>)>,
    /// How strong it is, in a sentence without its full stop.
    pub(super) verdict: String,
    text: String,
    json: Json,
    /// How far it came, if it was interrupted, and how to go on.
    interrupted: Option<String>,
    /// The checkpoint that is not needed any more when the files of all that was asked for are there.
    checkpoint: Option<PathBuf>,
}

impl Learned {
    /// Writes the files.
    pub(super) fn write(&self) -> Result<(), CliError> {
        for (path, bytes) in &self.files {
            write_file(path, bytes)?;
        }
        Ok(())
    }

    /// Ends the lessons whose files are written: with an error, if they were interrupted.
    pub(super) fn end(&self) -> Result<(), CliError> {
        if let Some(progress) = &self.interrupted {
            return Err(CliError::Interrupted(progress.clone()));
        }
        if let Some(path) = &self.checkpoint {
            // It may not be there, and does no harm if it stays.
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// An option that not all methods have: the value given, the methods, and what is allowed otherwise.
type OfMethods = (&'static str, Option<String>, &'static [Method], &'static str);

/// Returns the lessons that are asked for.
///
/// # Errors
/// Options of other methods, bad input.
pub(super) fn check(
    games: &Games,
    spec: &TrainSpec,
    threads: usize,
    place: Place<'_>,
) -> Result<Box<dyn Lessons>, CliError> {
    use Method::{Regret, Value, Weights};
    const BY_NETWORK: (&[Method], &str) = (&[Value], "left out, or used with --method value");
    const BY_GAMES: &[Method] = &[Weights, Value];
    let begins = "left out with --method regret, which begins with nothing";
    let by_games = "left out (say how many --games), or used with --method value or regret";
    let rounds = "left out with --method regret, which plays no games: say how many --rounds";
    let one_rule_set = "left out, or used with --method value: the others learn under one rule set";
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let minutes = spec.minutes.map(|minutes| minutes.number().to_string());
    let options: [OfMethods; 9] = [
        ("--rounds", number(spec.rounds), &[Regret], "left out, or used with --method regret"),
        ("--resume", place.resume.then(|| "given".to_owned()), BY_NETWORK.0, BY_NETWORK.1),
        ("--against", spec.against.first().cloned(), BY_NETWORK.0, BY_NETWORK.1),
        ("--teacher", spec.teacher.clone(), BY_NETWORK.0, BY_NETWORK.1),
        ("--worlds", number(spec.worlds), BY_NETWORK.0, BY_NETWORK.1),
        ("--vary", spec.vary.first().cloned(), BY_NETWORK.0, one_rule_set),
        ("--minutes", minutes, &[Value, Regret], by_games),
        ("--from", Some(spec.from.clone()).filter(|from| from != "greedy"), BY_GAMES, begins),
        ("--games", number(spec.games), BY_GAMES, rounds),
    ];
    for (option, given, methods, allowed) in options {
        if let Some(value) = given.filter(|_| !methods.contains(&spec.method)) {
            return Err(InputError::not_allowed(option, value, allowed).into());
        }
    }
    Ok(match spec.method {
        Weights => Box::new(weights::WeightsPlan::check(games, spec, threads, place)?),
        Value => Box::new(value::ValuePlan::check(games, spec, threads, place)?),
        Regret => Box::new(regret::RegretPlan::check(games, spec, place)?),
    })
}

pub(super) fn train(games: &Games, args: &TrainArgs) -> Result<(), CliError> {
    if args.open && args.spec.method == Method::Weights {
        let allowed = "left out, or used with --method value or regret";
        return Err(InputError::not_allowed("--open", "given", allowed).into());
    }
    let place = Place { out: &args.out, writes: true, force: args.again.force, resume: args.again.resume };
    let lessons = check(games, &args.spec, threads(args.threads)?, place)?;
    let stop = Stop::listen()?;
    if !args.quiet {
        warn(lessons.game().warnings());
    }
    let learned = lessons.learn(&Progress::new(args.quiet), &stop)?;
    learned.write()?;
    let shown = if args.json { print_json(&learned.json) } else { print(&learned.text) };
    learned.end()?;
    shown?;
    if args.open { report::open(&args.out.with_extension("curve.html")) } else { Ok(()) }
}

impl Execute for TrainSpec {
    type Record = Json;

    fn execute(
        &self,
        means: &Means,
        events: &dyn Events,
        cancel: Arc<AtomicBool>,
    ) -> Result<Outcome<Json>, CliError> {
        let place = Place { out: Path::new(UNWRITTEN), writes: false, force: false, resume: false };
        let lessons = check(&means.games, self, means.threads, place)?;
        let warnings = lessons.game().warnings().to_vec();
        let learned = lessons.learn(events, &Stop::by(cancel))?;
        let named = |(path, bytes): (PathBuf, Vec<u8>)| (path.display().to_string(), bytes);
        Ok(Outcome {
            record: learned.json,
            tables: Vec::new(),
            files: learned.files.into_iter().map(named).collect(),
            warnings,
            complete: learned.interrupted.is_none(),
        })
    }
}

/// Returns the command that learns this and writes it to this file.
fn written(spec: &TrainSpec, out: &Path) -> String {
    format!("{} -o {}", spec.command(), shell_word(&out.display().to_string()))
}

/// Reads the bot of `--from`: `greedy`, with any weights.
fn greedy_from(game: &dyn AnyGame, text: &str) -> Result<BotSpec, InputError> {
    let spec = read_bot(game, "--from ", text)?;
    if spec.kind != BotKind::Greedy || !spec.restrictions.is_empty() {
        let allowed = "greedy, with settings if you like, or a strategy file of it";
        return Err(InputError::not_allowed("--from", text, allowed));
    }
    Ok(spec)
}

/// Refuses a file that can't be written or can't be a bot's, before anything is played.
fn check_file(Place { out: path, writes, force, resume }: Place<'_>) -> Result<(), InputError> {
    if !writes {
        return Ok(());
    }
    let refused = |allowed| Err(InputError::not_allowed("--out", path.display(), allowed));
    if !path.to_string_lossy().ends_with(TOML_ENDING) {
        return refused("a file that ends in .toml, as strategy files do");
    }
    bot_name(path).map_err(|source| InputError::new(format!("`--out {}`: {source}", path.display())))?;
    if path.exists() && !force && !resume {
        return refused("a file that is not there yet (or allow it to be replaced with --force)");
    }
    writable(path).map_err(|source| InputError::output(&source, "-o"))
}
