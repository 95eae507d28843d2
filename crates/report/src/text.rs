//! Tables, numbers and sentences for the terminal.

use std::fmt;

use ludometer_stats::{Cell, Table};

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
    /// True if the first row is the heads of the columns.
    has_heads: bool,
    /// The columns that are left free before each line.
    indent: usize,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Returns a table with this header, of whose columns the first `words` hold words.
    pub fn new(words: usize, header: &[&str]) -> Self {
        Self { words, has_heads: true, indent: 0, rows: vec![header.iter().map(|&h| h.to_owned()).collect()] }
    }

    /// Returns a table without a header, of whose columns the first `words` hold words.
    pub const fn bare(words: usize) -> Self {
        Self { words, has_heads: false, indent: 0, rows: Vec::new() }
    }

    /// Returns the table with so many columns free before each line.
    #[must_use]
    pub const fn indented(mut self, indent: usize) -> Self {
        self.indent = indent;
        self
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl From<&Table> for TextTable {
    /// Returns the table as people read it: the columns of words are those before the first of numbers.
    fn from(table: &Table) -> Self {
        let is_number = |column: &usize| {
            let mut cells = table.rows.iter().filter_map(|row| row.get(*column));
            cells.all(|cell| !matches!(cell, Cell::Text(_)))
        };
        let words = (0..table.columns.len()).find(is_number).unwrap_or(table.columns.len());
        let mut text = Self::new(words, &table.columns);
        for row in &table.rows {
            text.row(row.iter().map(Cell::to_string).collect());
        }
        text
    }
}

/// The width that every terminal has.
const WIDTH: usize = 80;
/// The gap between columns.
const GAP: usize = 2;
/// The least width to which a column of words is narrowed, unless its words are longer.
const LEAST: usize = 12;

/// Returns how many columns a text takes.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a cell into lines of this width, between words.
fn broken(cell: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    // A number stands with its per cent sign.
    for word in cell.replace(" %", "\u{a0}%").split(' ') {
        let line =
            lines.last_mut().filter(|line| line.is_empty() || columns(line) + 1 + columns(word) <= width);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

impl TextTable {
    /// Returns how wide the lines are with columns of these widths.
    fn room(&self, widths: &[usize]) -> usize {
        self.indent + widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
    }

    /// Returns the widths of the columns with which the table fits into [`WIDTH`], if it can: first the heads of numbers are
    /// broken, then the widest cells of words.
    fn widths(&self, columns_shown: &[usize]) -> Vec<usize> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let longest_word =
            |cell: &String| broken(cell, 0).iter().map(|word| columns(word)).max().unwrap_or(0);
        let least = |column: usize| cells(column).map(longest_word).max().unwrap_or(0);
        let mut widths: Vec<usize> = columns_shown
            .iter()
            .map(|&column| cells(column).map(|c| columns(c)).max().unwrap_or(0))
            .collect();
        let room = |widths: &[usize]| self.room(widths);
        if room(&widths) > WIDTH && self.has_heads {
            for (&column, width) in columns_shown.iter().zip(&mut widths) {
                let body = cells(column).skip(1).map(|cell| columns(cell)).max().unwrap_or(0);
                let head = cells(column).next().map_or(0, longest_word);
                if column >= self.words {
                    *width = (*width).min(body.max(head));
                }
            }
        }
        if room(&widths) <= WIDTH {
            return widths;
        }
        let words = columns_shown
            .iter()
            .map(|&column| if column < self.words { least(column).max(LEAST) } else { usize::MAX });
        let least: Vec<usize> = words.collect();
        while room(&widths) > WIDTH {
            let can_shrink = |&(place, width): &(usize, &usize)| *width > least[place];
            let widest = widths.iter().enumerate().filter(can_shrink).max_by_key(|&(_, width)| *width);
            let Some((place, _)) = widest else { break };
            widths[place] -= 1;
        }
        widths
    }

    /// Writes these columns of the table.
    fn write_columns(
        &self,
        f: &mut fmt::Formatter<'_>,
        columns_shown: &[usize],
        widths: &[usize],
    ) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            let cell = |(&column, &width): (&usize, &usize)| row.get(column).map(|cell| broken(cell, width));
            let cells: Vec<Vec<String>> =
                columns_shown.iter().zip(widths).map(|all| cell(all).unwrap_or_default()).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for at in 0..height {
                let mut line = " ".repeat(self.indent);
                for (place, (lines, &width)) in cells.iter().zip(widths).enumerate() {
                    if place > 0 {
                        line += "  ";
                    }
                    // Heads stand on the row below them, cells beside their row's name.
                    let skipped = if number == 0 && self.has_heads { height - lines.len() } else { 0 };
                    let part =
                        at.checked_sub(skipped).and_then(|at| lines.get(at)).map_or("", String::as_str);
                    if columns_shown[place] < self.words {
                        line += &format!("{part:<width$}");
                    } else {
                        line += &format!("{part:>width$}");
                    }
                }
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for TextTable {
    /// Writes the table so that it fits into the width that every terminal has; columns that don't fit beside the others
    /// stand below, with the columns again that name the row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<usize> = (0..self.rows.iter().map(Vec::len).max().unwrap_or(0)).collect();
        let fits = |shown: &[usize]| {
            let widths = self.widths(shown);
            self.room(&widths) <= WIDTH
        };
        // Words name a row, unless they take so much room that the first must do.
        let words = &all[..self.words.max(1).min(all.len())];
        let names =
            if self.room(&self.widths(words)) <= WIDTH / 2 { words } else { &words[..1.min(words.len())] };
        let mut left = &all[..];
        while !left.is_empty() {
            let mut shown: Vec<usize> = if left[0] == 0 { Vec::new() } else { names.to_vec() };
            let before = shown.len();
            while let Some((&next, rest)) = left.split_first() {
                shown.push(next);
                if shown.len() > before + 1 && !fits(&shown) {
                    shown.pop();
                    break;
                }
                left = rest;
            }
            if before > 0 {
                writeln!(f)?;
            }
            self.write_columns(f, &shown, &self.widths(&shown))?;
        }
        Ok(())
    }
}

/// Returns a time in minutes, as people say it.
pub fn minutes_of(seconds: f64) -> String {
    match (seconds / 60.0).ceil() {
        x if x <= 1.0 => "a minute".to_owned(),
        x if x < 120.0 => format!("{x:.0} minutes"),
        x => format!("{:.0} hours", (x / 60.0).ceil()),
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
    fn times_are_minutes_or_hours() {
        assert_eq!([1.0, 61.0, 7_140.0].map(minutes_of), ["a minute", "2 minutes", "119 minutes"]);
        assert_eq!(minutes_of(447.0 * 60.0), "8 hours");
    }

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new(1, &["bot", "games"]);
        table.row(vec!["greedy".to_owned(), "1,234,567".to_owned()]);
        table.row(vec!["mcts".to_owned(), "12".to_owned()]);
        assert_eq!(table.to_string(), "bot         games\ngreedy  1,234,567\nmcts           12\n");
    }

    #[test]
    fn a_table_fits_into_the_width_of_every_terminal() {
        let cell = |text: &str| text.to_owned();
        // Heads are broken first.
        let heads = ["strategy", "95 % confidence interval of it", "what would be fair to expect"];
        let mut table = TextTable::new(1, &heads);
        table.row(vec![cell("a bot whose name needs thirty-odd"), cell("99.81 to 100.00 %"), cell("25 %")]);
        let shown = table.to_string();
        assert!(shown.lines().all(|line| columns(line) <= WIDTH), "{shown}");
        assert!(shown.contains("a bot whose name needs thirty-odd  99.81 to 100.00 %"), "{shown}");
        // Then words.
        let mut table = TextTable::new(2, &["bot", "about"]);
        table.row(vec![
            cell("greedy"),
            cell("plays the action that scores best by the design's own rule, and takes the first of equals"),
        ]);
        let shown = table.to_string();
        assert_eq!(shown.lines().count(), 3, "{shown}");
        assert!(shown.lines().all(|line| columns(line) <= WIDTH), "{shown}");
        // Then columns stand below.
        let heads: Vec<String> = (0..9).map(|number| format!("a_word_of_twenty_{number}")).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = TextTable::new(1, &heads);
        table.row(heads.iter().map(|head| head.replace('a', "x")).collect());
        let shown = table.to_string();
        assert!(shown.lines().all(|line| columns(line) <= WIDTH), "{shown}");
        assert_eq!(shown.matches("a_word_of_twenty_0").count(), 3, "{shown}");
        assert!(heads.iter().all(|head| shown.contains(head)), "{shown}");
    }
}
