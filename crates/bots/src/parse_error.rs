//! Problems in the text of a strategy file.

/// Describes a problem in a file's text: what is wrong, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParseError {
    pub(super) line: Option<usize>,
    pub(super) message: String,
}

impl ParseError {
    pub(super) fn new(line: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self { line: line.into(), message: message.into() }
    }
}
