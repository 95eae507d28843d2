//! `train`: a strategy learned by self-play, as a strategy file.
//!
//! All methods go the same way: [`train`] refuses the options of other methods; the method checks its own and learns; and
//! [`publish`] writes its files, shows what came of it, and says how far an interrupted one came.

mod regret;
pub(super) mod value;
mod weights;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::args::TrainArgs;
use super::error::CliError;
use super::input::InputError;
use super::output::{OutputError, print, print_json};
use super::plan::read_bot;
use crate::registry::Games;
use ludometer_bots::{BotKind, BotSpec, TOML_ENDING, bot_name};
use ludometer_model::shell_word;
use ludometer_report::{writable, write_file};
use ludometer_run::AnyGame;
use ludometer_spec::{Method, Spec as _, TrainSpec};

/// Options that not all methods have: the value given, the methods, and what is allowed otherwise.
type OfMethods = (&'static str, Option<String>, &'static [Method], &'static str);

pub(super) fn train(games: &Games, args: &TrainArgs) -> Result<(), CliError> {
    use Method::{Regret, Value, Weights};
    const BY_NETWORK: (&[Method], &str) = (&[Value], "left out, or used with --method value");
    const WITH_CURVE: (&[Method], &str) =
        (&[Value, Regret], "left out, or used with --method value or regret");
    const BY_GAMES: &[Method] = &[Weights, Value];
    let begins = "left out with --method regret, which begins with nothing";
    let by_games = "left out (say how many --games), or used with --method value or regret";
    let rounds = "left out with --method regret, which plays no games: say how many --rounds";
    let one_rule_set = "left out, or used with --method value: the others learn under one rule set";
    let flag = |given: bool| given.then(|| "given".to_owned());
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let minutes = args.spec.minutes.map(|minutes| minutes.number().to_string());
    let options: [OfMethods; 10] = [
        ("--rounds", number(args.spec.rounds), &[Regret], "left out, or used with --method regret"),
        ("--resume", flag(args.again.resume), BY_NETWORK.0, BY_NETWORK.1),
        ("--against", args.spec.against.first().cloned(), BY_NETWORK.0, BY_NETWORK.1),
        ("--teacher", args.spec.teacher.clone(), BY_NETWORK.0, BY_NETWORK.1),
        ("--worlds", number(args.spec.worlds), BY_NETWORK.0, BY_NETWORK.1),
        ("--vary", args.spec.vary.first().cloned(), BY_NETWORK.0, one_rule_set),
        ("--open", flag(args.open), WITH_CURVE.0, WITH_CURVE.1),
        ("--minutes", minutes, WITH_CURVE.0, by_games),
        ("--from", Some(args.spec.from.clone()).filter(|from| from != "greedy"), BY_GAMES, begins),
        ("--games", number(args.spec.games), BY_GAMES, rounds),
    ];
    for (option, given, methods, allowed) in options {
        if let Some(value) = given.filter(|_| !methods.contains(&args.spec.method)) {
            return Err(InputError::not_allowed(option, value, allowed).into());
        }
    }
    match args.spec.method {
        Weights => weights::train(games, args),
        Value => value::train(games, args),
        Regret => regret::train(games, args),
    }
}

/// The results of learning.
trait Trained {
    /// Returns the files with what stands in them, the strategy file first.
    fn files(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, CliError>;

    /// Returns the text to print.
    fn text(&self) -> String;

    /// Returns the same as JSON.
    fn json(&self) -> Json;

    /// Says how far it came, if it was interrupted, and how to go on.
    fn interrupted(&self) -> Option<String>;

    /// Does what is to be done when the files of all that was asked for are there.
    fn finish(&self) {}
}

/// Writes the files of what was learned, and lets `show` show it.
fn publish<T: Trained>(
    trained: &T,
    show: impl FnOnce(&T) -> Result<(), OutputError>,
) -> Result<(), CliError> {
    for (path, bytes) in trained.files()? {
        write_file(&path, &bytes)?;
    }
    let shown = show(trained);
    if let Some(progress) = trained.interrupted() {
        return Err(CliError::Interrupted(progress));
    }
    trained.finish();
    Ok(shown?)
}

/// Prints what was learned.
fn show(trained: &impl Trained, json: bool) -> Result<(), OutputError> {
    if json { print_json(&trained.json()) } else { print(&trained.text()) }
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
fn check_file(path: &Path, force: bool) -> Result<(), InputError> {
    let refused = |allowed| Err(InputError::not_allowed("--out", path.display(), allowed));
    if !path.to_string_lossy().ends_with(TOML_ENDING) {
        return refused("a file that ends in .toml, as strategy files do");
    }
    bot_name(path).map_err(|source| InputError::new(format!("`--out {}`: {source}", path.display())))?;
    if path.exists() && !force {
        return refused("a file that is not there yet (or allow it to be replaced with --force)");
    }
    writable(path).map_err(|source| InputError::output(&source, "-o"))
}
