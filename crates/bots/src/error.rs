//! Errors of bots that are asked for, and of the files that they come from.

use std::fmt;

use thiserror::Error;

use ludometer_model::shell_word;

/// Describes a problem in a file's text: what is wrong, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1, if one is to blame.
    pub line: Option<usize>,
    /// The error, and what would be right.
    pub message: String,
}

impl ParseError {
    pub(super) fn new(line: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self { line: line.into(), message: message.into() }
    }

    /// Returns the error of the file with this path.
    pub(super) fn of_file(self, path: &str) -> StrategyFileError {
        StrategyFileError { path: path.to_owned(), line: self.line, message: self.message }
    }

    /// Returns the message behind the name of the file and the line.
    #[cfg(feature = "luau")]
    pub(super) fn in_file(self, name: &str) -> String {
        self.line.map_or(self.message.clone(), |line| format!("{name}:{line}: {}", self.message))
    }
}

/// An error in a strategy file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct StrategyFileError {
    /// The file as it was given.
    pub path: String,
    /// The line, from 1, if one is to blame.
    pub line: Option<usize>,
    /// The error, and what would be right.
    pub message: String,
}

impl fmt::Display for StrategyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strategy file {}", self.path)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

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
