//! Figures on their way out: tables of cells, and metrics of the summary.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::estimate::Estimate;

/// One field of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// A word.
    Text(String),
    /// A count.
    Count(u64),
    /// A real number.
    Real(f64),
    /// Nothing: the number can't be given.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Self {
        number.filter(|x| x.is_finite()).map_or(Self::Empty, Self::Real)
    }
}

/// For people: real numbers with four decimals, a dash for nothing.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.pad(text),
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Real(number) => f.pad(&format!("{number:.4}")),
            Self::Empty => f.pad("-"),
        }
    }
}

impl Cell {
    /// Returns the number in this field, if it holds one.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Real(number) => Some(*number),
            Self::Text(_) | Self::Empty => None,
        }
    }
}

/// A table with one fixed order of columns and rows: one CSV file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The file's name without ending.
    pub name: &'static str,
    /// The header.
    pub columns: Vec<&'static str>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<Cell>>,
}

impl<'de> Deserialize<'de> for Table {
    /// Reads a table whose names last as long as the program, as all do: some hundred of them, once, at a resume.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Owned {
            name: String,
            columns: Vec<String>,
            rows: Vec<Vec<Cell>>,
        }
        let Owned { name, columns, rows } = Owned::deserialize(from)?;
        let columns = columns.into_iter().map(|column| &*column.leak()).collect();
        Ok(Self { name: name.leak(), columns, rows })
    }
}

impl Table {
    /// Returns an empty table.
    ///
    /// The first column, words or counts, is the key of the rows: sweeps, gates and targets know each figure
    /// as `table.column[key]`. All other columns are figures to them but `ci_low`, `ci_high` (bounds of the
    /// figure before them) and `games` (the plays it rests on).
    pub fn new(name: &'static str, columns: &[&'static str]) -> Self {
        Self { name, columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, which must be as long as the header.
    pub fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of {}", self.name);
        self.rows.push(cells);
    }

    /// Returns the field of this column in row number `row`.
    pub fn cell(&self, row: usize, column: &str) -> Option<&Cell> {
        let column = self.columns.iter().position(|name| *name == column)?;
        self.rows.get(row)?.get(column)
    }
}

/// For people: aligned columns under their names, words to the left and numbers to the right.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect()).collect();
        let left = |column: usize| self.rows.iter().any(|row| matches!(row[column], Cell::Text(_)));
        let width = |column: usize| {
            let cells = texts.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].len()]).max().unwrap_or(0)
        };
        let header: Vec<String> = self.columns.iter().map(|name| (*name).to_owned()).collect();
        for row in std::iter::once(&header).chain(&texts) {
            let mut line = String::new();
            for (column, text) in row.iter().enumerate() {
                let width = width(column);
                let gap = if column == 0 { "" } else { "  " };
                line += &if left(column) {
                    format!("{gap}{text:<width$}")
                } else {
                    format!("{gap}{text:>width$}")
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Estimate {
    /// Returns the lower and upper bound as cells.
    pub fn bounds(&self) -> [Cell; 2] {
        [self.interval.map(|i| i.0).into(), self.interval.map(|i| i.1).into()]
    }
}
