//! Problems in the text of a strategy file.

use std::fmt;

use thiserror::Error;

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
