//! Errors in scripts, and where they are.

use std::fmt;

use ludometer_bots::luau::{self, ParseError, is_full, too_much_memory};

use crate::sandbox::MAX_MEMORY;

/// An error in a script, in one sentence, with its file and line where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The fault.
    pub message: String,
}

impl ScriptError {
    /// Returns an error of this file.
    pub(crate) fn new(file: &str, line: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: line.into(), message: message.into() }
    }

    /// Returns what is wrong in the text of this file.
    pub(crate) fn of(file: &str, fault: ParseError) -> Self {
        Self::new(file, fault.line, fault.message)
    }

    /// Returns what Luau says of the script of this file, with the line that led to it.
    pub(crate) fn of_luau(file: &str, error: &mlua::Error) -> Self {
        let mut fault = luau::located(error, file);
        if is_full(error) {
            fault.message = too_much_memory(MAX_MEMORY);
        }
        Self::of(file, fault)
    }

    /// Returns the error with what Luau's words mean for who reads a script and no manual of Luau.
    pub(crate) fn with_hint(mut self) -> Self {
        const HINTS: [(&str, &str); 5] = [
            (
                "attempt to index function",
                "a function is called before its result has entries: `numbers(\"coins\")`, not `numbers`",
            ),
            (
                "attempt to index nil",
                "what stands before the dot or bracket has no value here: is its name right?",
            ),
            ("attempt to call a nil value", "there is no function of this name"),
            ("attempt to perform arithmetic", "one of the two is no number: is its name right?"),
            ("attempt to compare", "the two are not of one kind, or one of them has no value"),
        ];
        let hint = HINTS.iter().find(|(words, _)| self.message.starts_with(words));
        if let Some((_, hint)) = hint {
            self.message += &format!(" ({hint})");
        }
        self
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ScriptError {}
