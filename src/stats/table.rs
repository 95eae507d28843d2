//! Figures on their way out: tables of cells, and metrics of the summary.

use super::estimate::Estimate;

/// One field of a table.
#[derive(Clone, Debug, PartialEq)]
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

/// A table with one fixed order of columns and rows: one CSV file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The file's name without ending.
    pub name: &'static str,
    /// The header.
    pub columns: Vec<&'static str>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table.
    pub fn new(name: &'static str, columns: &[&'static str]) -> Self {
        Self { name, columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, which must be as long as the header.
    pub fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of {}", self.name);
        self.rows.push(cells);
    }
}

/// One row of the summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name, as `summary.csv` has it.
    pub name: String,
    /// The figure, its interval, and the plays it rests on.
    pub estimate: Estimate,
}

impl Metric {
    /// A metric with this name.
    pub fn new(name: impl Into<String>, estimate: Estimate) -> Self {
        Self { name: name.into(), estimate }
    }
}

impl Estimate {
    /// The lower and upper bound as cells.
    pub fn bounds(&self) -> [Cell; 2] {
        [self.interval.map(|i| i.0).into(), self.interval.map(|i| i.1).into()]
    }
}
