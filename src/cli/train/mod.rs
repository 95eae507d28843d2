//! `train`: a strategy learned by self-play, as a strategy file.

mod regret;
pub(super) mod value;
mod weights;

use std::path::Path;

use super::args::{Method, TrainArgs};
use super::error::CliError;
use super::input::InputError;
use super::plan::read_bot;
use ludometer_bots::{BotKind, BotSpec, TOML_ENDING, bot_name};
use ludometer_report::writable;
use ludometer_run::AnyGame;

pub(super) fn train(args: &TrainArgs) -> Result<(), CliError> {
    if let Some(rounds) = args.rounds.filter(|_| args.method != Method::Regret) {
        let value = rounds.to_string();
        let allowed = "left out, or used with --method regret";
        return Err(InputError::NotAllowed { option: "--rounds", value, allowed }.into());
    }
    let by_network = matches!(args.method, Method::Value | Method::Policy);
    if args.again.resume && !by_network {
        let (value, allowed) = ("given".to_owned(), "left out, or used with --method value or policy");
        return Err(InputError::NotAllowed { option: "--resume", value, allowed }.into());
    }
    let worlds = args.worlds.map(|worlds| worlds.to_string());
    let others =
        [("--against", &args.against.first().cloned()), ("--teacher", &args.teacher), ("--worlds", &worlds)];
    for (option, given) in others {
        if let Some(value) = given.clone().filter(|_| !by_network) {
            let allowed = "left out, or used with --method value or policy";
            return Err(InputError::NotAllowed { option, value, allowed }.into());
        }
    }
    if args.open && args.method == Method::Weights {
        let (value, allowed) =
            ("given".to_owned(), "left out, or used with --method value, policy or regret");
        return Err(InputError::NotAllowed { option: "--open", value, allowed }.into());
    }
    match args.method {
        Method::Weights => weights::train(args),
        Method::Value | Method::Policy => value::train(args),
        Method::Regret => regret::train(args),
    }
}

/// Reads the bot of `--from`: `greedy`, with any weights.
fn greedy_from(game: &dyn AnyGame, text: &str) -> Result<BotSpec, InputError> {
    let spec = read_bot(game, "--from ", text)?;
    if spec.kind != BotKind::Greedy || !spec.restrictions.is_empty() {
        let allowed = "greedy, with settings if you like, or a strategy file of such";
        return Err(InputError::NotAllowed { option: "--from", value: text.to_owned(), allowed });
    }
    Ok(spec)
}

/// Refuses a file that can't be written or can't be a bot's, before anything is played.
fn check_file(path: &Path, force: bool) -> Result<(), InputError> {
    let refused =
        |allowed| Err(InputError::NotAllowed { option: "--out", value: path.display().to_string(), allowed });
    if !path.to_string_lossy().ends_with(TOML_ENDING) {
        return refused("a file that ends in .toml, as strategy files do");
    }
    bot_name(path).map_err(|source| InputError::BotName { path: path.to_owned(), source })?;
    if path.exists() && !force {
        return refused("a file that is not there yet (or allow it to be replaced with --force)");
    }
    writable(path).map_err(|source| InputError::Output { source })
}
