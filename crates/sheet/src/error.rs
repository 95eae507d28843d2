//! Errors in sheets, and where they are.

use std::fmt;

/// An error in a sheet, in one sentence, with its row and column where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// The table's name.
    pub table: String,
    /// The row, from 1, as spreadsheets count them.
    pub row: Option<usize>,
    /// The title of the column.
    pub column: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl SheetError {
    /// Returns an error of a whole table.
    pub(crate) fn new(table: &str, message: impl Into<String>) -> Self {
        Self { table: table.to_owned(), row: None, column: None, message: message.into() }
    }

    /// Returns the same of this row, from 0.
    pub(crate) fn at(self, row: usize) -> Self {
        Self { row: Some(row + 1), ..self }
    }

    /// Returns the same of the column with this title.
    pub(crate) fn under(self, column: &str) -> Self {
        Self { column: Some(column.to_owned()), ..self }
    }
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table)?;
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for SheetError {}
