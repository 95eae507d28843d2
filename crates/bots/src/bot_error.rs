//! Errors of a bot that was asked for.

use thiserror::Error;

use super::parse_error::StrategyFileError;
use ludometer_model::shell_word;

/// A bot that can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BotError {
    /// No such bot.
    #[error("there is no bot `{name}`{hint}; there are: {known}")]
    Unknown {
        /// As it was given.
        name: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
        /// All names.
        known: String,
    },
    /// A game for which the program has no network.
    #[error(
        "this program has no network for {game}: `ludometer train {} --method value -o FILE.toml` makes one: \
         then FILE.toml is the bot, and FILE.toml:bot=mcts a search with it",
        shell_word(game)
    )]
    NotLearned {
        /// The game's id.
        game: String,
    },
    /// No such setting.
    #[error("`{bot}` has no setting `{key}`{hint}; it has: {known}")]
    UnknownSetting {
        /// The bot.
        bot: String,
        /// As it was given.
        key: String,
        /// ` (did you mean ...?)`, or how bots and settings are separated, or nothing.
        hint: String,
        /// All settings.
        known: String,
    },
    /// A value outside its range.
    #[error("`{key}` of `{bot}` is {value}, but must be {allowed}")]
    OutOfRange {
        /// The bot.
        bot: String,
        /// The setting.
        key: String,
        /// As it was given.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// A setting without a value.
    #[error("`{setting}` in `{text}` is no setting: write bot:key=value,key=value")]
    NoValue {
        /// The part that isn't one.
        setting: String,
        /// The whole text.
        text: String,
    },
    /// Something is wrong with a strategy file.
    #[error(transparent)]
    File(#[from] StrategyFileError),
}
