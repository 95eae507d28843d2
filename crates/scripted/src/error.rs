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
