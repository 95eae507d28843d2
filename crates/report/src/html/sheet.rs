//! A CSV file of a folder of results, as texts by column.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use csv::ReaderBuilder;

use super::results::ResultsError;
use ludometer_model::{MAX_RESULTS, Names, is_hidden, player, read_file};
use ludometer_stats::{Cell, Row, RowError, read_rows};

/// The fields of one CSV file.
#[derive(Clone, Debug)]
pub(super) struct CsvTable {
    path: PathBuf,
    /// The file's name without its ending.
    pub(super) name: String,
    /// The header.
    pub(super) columns: Vec<String>,
    /// The rows, each as long as the header.
    pub(super) rows: Vec<Vec<String>>,
    /// The line of each row, for messages.
    lines: Vec<u64>,
    /// The names of cards and actions for people; none where the fields are for people already.
    pub(super) names: Option<Arc<Names>>,
}

/// Returns printable text: what a control character would do to a page or an SVG file is nobody's wish.
fn printable(field: &str) -> String {
    field.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect()
}

/// Returns the line of a record, from 1. The reader's own count is one too low where lines end in CR LF;
/// our fields have no line breaks, so that records are lines.
pub(super) fn line_of(position: &csv::Position) -> u64 {
    position.record() + 1
}

impl CsvTable {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that can't be read, is no UTF-8, has no header, or has rows of another length than it.
    pub(super) fn read(path: &Path, name: &str) -> Result<Self, ResultsError> {
        let bytes = read_file(path, MAX_RESULTS)
            .map_err(|source| ResultsError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&bytes, path, name)
    }

    /// Reads the bytes of a file with this path.
    ///
    /// # Errors
    /// No UTF-8, no header, or rows of another length than it.
    pub(super) fn parse(bytes: &[u8], path: &Path, name: &str) -> Result<Self, ResultsError> {
        let damaged = |line: u64, what: String| ResultsError::Damaged { path: path.to_owned(), line, what };
        let mut reader = ReaderBuilder::new().flexible(true).from_reader(bytes);
        let wrong = |error: csv::Error| {
            let line = error.position().map_or(1, line_of);
            damaged(line, "it is not UTF-8 text".to_owned())
        };
        let columns: Vec<String> = reader.headers().map_err(wrong)?.iter().map(printable).collect();
        if columns.is_empty() {
            return Err(damaged(1, "there is no header".to_owned()));
        }
        let mut sheet = Self {
            path: path.to_owned(),
            name: name.to_owned(),
            columns,
            rows: Vec::new(),
            lines: Vec::new(),
            names: None,
        };
        for record in reader.records() {
            let record = record.map_err(wrong)?;
            let line = record.position().map_or(1, line_of);
            if record.len() != sheet.columns.len() {
                let (has, header) = (record.len(), sheet.columns.len());
                return Err(damaged(line, format!("the row has {has} fields, the header {header}")));
            }
            sheet.rows.push(record.iter().map(printable).collect());
            sheet.lines.push(line);
        }
        Ok(sheet)
    }

    /// Returns the place of a column.
    pub(super) fn find(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    fn place(&self, column: &str) -> Result<usize, ResultsError> {
        self.find(column).ok_or_else(|| ResultsError::Damaged {
            path: self.path.clone(),
            line: 1,
            what: format!("there is no column `{column}`"),
        })
    }

    /// Returns a column of words.
    ///
    /// # Errors
    /// No such column.
    pub(super) fn texts(&self, column: &str) -> Result<Vec<&str>, ResultsError> {
        let place = self.place(column)?;
        Ok(self.rows.iter().map(|row| row[place].as_str()).collect())
    }

    /// Returns a column of numbers; empty fields are none.
    ///
    /// # Errors
    /// No such column, or a field that is no number.
    pub(super) fn numbers(&self, column: &str) -> Result<Vec<Option<f64>>, ResultsError> {
        let place = self.place(column)?;
        let field = |(row, line): (&Vec<String>, &u64)| {
            let text = row[place].trim();
            if text.is_empty() {
                return Ok(None);
            }
            let number = text.parse().ok().filter(|x: &f64| x.abs() < 1e100);
            number.map(Some).ok_or_else(|| ResultsError::Damaged {
                path: self.path.clone(),
                line: *line,
                what: format!("`{column}` is `{text}`, but must be a number"),
            })
        };
        self.rows.iter().zip(&self.lines).map(field).collect()
    }

    /// Returns a column of numbers, or nothing in each row if there is no such column.
    ///
    /// # Errors
    /// A field that is no number.
    pub(super) fn numbers_if_any(&self, column: &str) -> Result<Vec<Option<f64>>, ResultsError> {
        if self.find(column).is_some() { self.numbers(column) } else { Ok(vec![None; self.rows.len()]) }
    }

    /// Returns the intervals of each row: the columns `low` and `high`.
    ///
    /// # Errors
    /// As [`CsvTable::numbers`].
    pub(super) fn intervals(&self, low: &str, high: &str) -> Result<Vec<Option<(f64, f64)>>, ResultsError> {
        let (lows, highs) = (self.numbers_if_any(low)?, self.numbers_if_any(high)?);
        let interval = |(row, (low, above)): (usize, (Option<f64>, Option<f64>))| match low.zip(above) {
            Some((low, above)) if low > above => Err(ResultsError::Damaged {
                path: self.path.clone(),
                line: self.lines[row],
                what: format!("`{high}` is `{above}`, but must be no less than the lower end"),
            }),
            interval => Ok(interval),
        };
        lows.into_iter().zip(highs).enumerate().map(interval).collect()
    }

    /// Returns the rows.
    ///
    /// # Errors
    /// A field that doesn't hold what its column must, or a column that lacks.
    pub(super) fn typed<R: Row>(&self) -> Result<Vec<R>, ResultsError> {
        let cells: Vec<Vec<Cell>> =
            self.rows.iter().map(|row| row.iter().cloned().map(Cell::Text).collect()).collect();
        // Files of 0.1 say `plays`.
        let is_old = self.find("games").is_none() && R::columns().iter().any(|column| column.name == "games");
        let name = |name: &String| if is_old && name == "plays" { "games".to_owned() } else { name.clone() };
        let header: Vec<String> = self.columns.iter().map(name).collect();
        read_rows(&header, &cells).map_err(|error| ResultsError::Damaged {
            path: self.path.clone(),
            line: match error {
                RowError::Field { row, .. } => self.lines[row],
                RowError::NoColumn(_) => 1,
            },
            what: error.to_string(),
        })
    }

    /// Returns a field as people read it: seats, cards and actions by their names.
    pub(super) fn shown(&self, row: usize, column: usize) -> String {
        let text = &self.rows[row][column];
        let seat = |text: &str| text.parse().ok().map(player);
        let Some(names) = &self.names else { return text.clone() };
        let Names { cards, actions, .. } = &**names;
        let name = match self.columns[column].as_str() {
            _ if text.is_empty() => None,
            "card" => Some(names.card(text)),
            "action" => Some(names.action(text)),
            "seat" | "actor" | "target" => seat(text),
            "group" | "series" | "id" | "item" => {
                let name = cards.get(text).or_else(|| actions.get(text)).cloned();
                name.or_else(|| seat(text.strip_prefix("seat ")?))
            }
            _ => None,
        };
        name.unwrap_or_else(|| text.clone())
    }

    /// Returns the same sheet with this column first.
    pub(super) fn beginning_with(&self, column: &str) -> Self {
        let mut sheet = self.clone();
        if let Some(at) = sheet.columns.iter().position(|name| name == column) {
            for row in sheet.rows.iter_mut().chain([&mut sheet.columns]) {
                row[..=at].rotate_right(1);
            }
        }
        sheet
    }

    /// Returns a sheet of this page's own.
    pub(super) fn of(name: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Self {
        let lines = vec![0; rows.len()];
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { path: PathBuf::new(), name: name.to_owned(), columns, rows, lines, names: None }
    }

    /// Returns the same sheet with the rows that `keep` wants, by number.
    pub(super) fn filtered(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.rows.len()).filter(|&row| keep(row)).collect();
        Self {
            rows: kept.iter().map(|&row| self.rows[row].clone()).collect(),
            lines: kept.iter().map(|&row| self.lines[row]).collect(),
            ..self.clone()
        }
    }
}
