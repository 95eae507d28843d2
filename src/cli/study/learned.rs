//! The network whose levels a study shows.

use super::super::input::InputError;
use super::super::plan::read_bot;
use ludometer_bots::{BotKind, BotSpec};
use ludometer_experiment::study::LEARNED;
use ludometer_run::AnyGame;

/// Reads the bot of `--learned`: one with a network that knows these rules at this table.
pub(super) fn learned_bot(game: &dyn AnyGame, text: &str) -> Result<BotSpec, InputError> {
    let bot = read_bot(game, "--learned ", text)?;
    let refused = |allowed| InputError::not_allowed("--learned", text, allowed);
    if bot.kind != BotKind::Learned {
        return Err(refused("a strategy file that `ludometer train GAME --method value` wrote"));
    }
    if bot.warning(game.rules(), game.seats()).is_some() {
        return Err(refused("a network that was trained for these rules and this number of players"));
    }
    Ok(bot)
}

/// Returns the bot `learned`, where the program has a network that knows these rules at this table.
pub(super) fn usual_learned(game: &dyn AnyGame) -> Option<String> {
    learned_bot(game, LEARNED).ok().map(|_| LEARNED.to_owned())
}
