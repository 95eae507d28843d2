//! Tables, numbers and sentences for the terminal.

use std::fmt;

/// A figure corrected for an early stop, in words.
#[derive(Clone, Debug)]
pub struct Corrected {
    /// The figure's name.
    pub name: String,
    /// The value at the stop.
    pub found: String,
    /// The corrected value.
    pub value: String,
}

/// Returns what to know of games that ended as soon as the answer was known, for terminal and page, and the figures that
/// the correction changes as they are shown.
pub fn early_stop(corrected: &[Corrected]) -> String {
    let mut text = "The games stopped as soon as the answer was known. At that moment a difference, from the other side or from a bound, \
                    looks larger than it is, on average; the intervals hold all the same."
        .to_owned();
    let changed = corrected.iter().filter(|figure| figure.value != figure.found);
    let figures: Vec<String> = changed.map(|figure| format!("{} {}", figure.name, figure.value)).collect();
    if !figures.is_empty() {
        text += &format!(" Corrected for that: {}.", figures.join(", "));
    }
    text
}

/// A table in columns: the first ones to the left, numbers to the right.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// How many columns are words.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Returns a table with this header, of whose columns the first `words` hold words.
    pub fn new(words: usize, header: &[&str]) -> Self {
        Self { words, rows: vec![header.iter().map(|&h| h.to_owned()).collect()] }
    }

    /// Returns a table without a header, of whose columns the first `words` hold words.
    pub const fn bare(words: usize) -> Self {
        Self { words, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if column > 0 {
                    line += "  ";
                }
                if column < self.words {
                    line += &format!("{cell:<width$}");
                } else {
                    line += &format!("{cell:>width$}");
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Returns a share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new(1, &["bot", "games"]);
        table.row(vec!["greedy".to_owned(), "1,234,567".to_owned()]);
        table.row(vec!["mcts".to_owned(), "12".to_owned()]);
        assert_eq!(table.to_string(), "bot         games\ngreedy  1,234,567\nmcts           12\n");
    }
}
