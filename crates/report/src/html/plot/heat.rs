//! Figures by two things: a map of cells.

use maud::html;

use super::{Drawing, Plot, WIDTH, fitted, heading, place, width_of};
use crate::html::words::shortened;

/// One cell.
pub(in crate::html) struct HeatCell {
    /// The text in it.
    pub(in crate::html) text: String,
    /// The text below that, in small letters.
    pub(in crate::html) below: Option<String>,
    /// The text shown when it is pointed at.
    pub(in crate::html) note: String,
    /// How strongly it is coloured: from -1 (least) over 0 to 1 (most).
    pub(in crate::html) weight: f64,
    /// True if it has a frame.
    pub(in crate::html) is_marked: bool,
}

/// A map of cells.
pub(in crate::html) struct Heat {
    /// The texts at the left.
    pub(in crate::html) rows: Vec<String>,
    /// The texts above.
    pub(in crate::html) columns: Vec<String>,
    /// By row and column; none where there is no figure.
    pub(in crate::html) cells: Vec<Vec<Option<HeatCell>>>,
    /// The titles of the rows and of the columns.
    pub(in crate::html) axes: (String, String),
}

/// Returns the letter of a number: A, B, ..., Z, AA, AB, ...
pub(in crate::html) fn letter(mut number: usize) -> String {
    let mut text = String::new();
    loop {
        text.insert(0, char::from(b'A' + (number % 26) as u8));
        match number / 26 {
            0 => return text,
            rest => number = rest - 1,
        }
    }
}

impl Heat {
    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| if width < WIDTH { self.listed(width) } else { self.mapped(width) })
    }

    /// Returns the map for a phone: each row as a list of its cells, so that every figure has its place.
    fn listed(&self, width: f64) -> Drawing {
        const NAME: f64 = 22.0;
        let (down, across) = &self.axes;
        let (key, more) = heading(&format!("{down} (names) {across} (above each figure)"), width);
        let cells = || self.cells.iter().flatten().flatten();
        let texts = cells().map(|cell| width_of(&cell.text));
        let below = cells().filter_map(|cell| cell.below.as_deref()).map(|text| width_of(text) * 0.85);
        let figures = texts.chain(below).fold(0.0, f64::max);
        // Long names of columns are cut, but not more than to two in a line.
        let heads = self.columns.iter().map(|column| width_of(column)).fold(0.0, f64::max);
        let wanted = (figures.max(heads.min(width / 2.0 - 12.0)) + 8.0).clamp(44.0, width - 8.0);
        let a_line = ((width - 8.0) / wanted).floor().max(1.0);
        let wide = (width - 8.0) / a_line;
        let two_lines = cells().any(|cell| cell.below.is_some());
        let height = if two_lines { 54.0 } else { 40.0 };
        let lines = (self.columns.len() as f64 / a_line).ceil();
        let row_height = NAME + height * lines + 8.0;
        let top = 24.0 + more;
        let body = html! {
            (key)
            @for (i, row) in self.cells.iter().enumerate() {
                @let y = top + row_height * i as f64;
                text x="4" y=(place(y + 15.0)) { (fitted(&self.rows[i], width - 8.0)) }
                @for (j, cell) in row.iter().enumerate() {
                    @let (line, column) = ((j as f64 / a_line).floor(), j as f64 % a_line);
                    @let (x, y) = (4.0 + wide * column, y + NAME + height * line);
                    @let class = match cell {
                        None => "cell none",
                        Some(cell) if cell.weight < 0.0 => "cell low",
                        Some(_) => "cell high",
                    };
                    @let opacity = cell.as_ref().map(|cell| format!("{:.2}", cell.weight.abs().min(1.0) * 0.5));
                    g {
                        @if let Some(cell) = cell { title { (cell.note) } }
                        rect class=(class) x=(place(x)) y=(place(y)) width=(place(wide)) height=(place(height)) fill-opacity=[opacity] {}
                        @if cell.as_ref().is_some_and(|cell| cell.is_marked) {
                            rect class="frame" x=(place(x + 1.5)) y=(place(y + 1.5)) width=(place(wide - 3.0)) height=(place(height - 3.0)) {}
                        }
                        text class="small" x=(place(x + wide / 2.0)) y=(place(y + 14.0)) text-anchor="middle" {
                            (fitted(&self.columns[j], (wide - 6.0) / 0.85))
                        }
                        @if let Some(cell) = cell {
                            text class="value" x=(place(x + wide / 2.0)) y=(place(y + 31.0)) text-anchor="middle" { (cell.text) }
                            @if let Some(below) = &cell.below {
                                text class="small" x=(place(x + wide / 2.0)) y=(place(y + 46.0)) text-anchor="middle" { (below) }
                            }
                        }
                    }
                }
            }
        };
        Drawing { height: top + row_height * self.rows.len() as f64, body }
    }

    /// Returns the map. Rows and columns of the same names are distinguished by letters where these are long,
    /// so that they need to stand but once.
    fn mapped(&self, whole: f64) -> Drawing {
        let room = ((whole - 308.0) / self.columns.len().max(1) as f64).min(110.0);
        let long = self.columns.iter().any(|column| width_of(column) > room);
        let same = self.rows == self.columns && long;
        let name = |(i, name): (usize, &String)| {
            let name = shortened(name, 30);
            if same { format!("{name}  {}", letter(i)) } else { name }
        };
        let rows: Vec<String> = self.rows.iter().enumerate().map(name).collect();
        let heads: Vec<String> = (self.columns.iter().enumerate())
            .map(|(i, column)| match (same, self.rows == self.columns) {
                (true, _) => letter(i),
                (false, true) => column.clone(),
                (false, false) => shortened(column, 10),
            })
            .collect();
        let left = (rows.iter().map(|row| width_of(row)).fold(0.0, f64::max) + 16.0).clamp(60.0, 300.0);
        let top = 44.0;
        let width = ((whole - left - 8.0) / self.columns.len().max(1) as f64).min(110.0);
        // Cells too narrow for their texts tell them only when pointed at.
        let cells = || self.cells.iter().flatten().flatten();
        let fits = cells().map(|cell| width_of(&cell.text)).fold(0.0, f64::max) < width;
        let below = cells().filter_map(|cell| cell.below.as_deref()).map(|text| width_of(text) * 0.85);
        let widest = below.fold(0.0, f64::max);
        let two_lines = fits && widest > 0.0 && widest < width;
        let (height, first) = if two_lines { (46.0, 19.0) } else { (32.0, 20.5) };
        let (down, across) = &self.axes;
        let body = html! {
            text class="axis" x="8" y="14" { (down) " (rows) " (across) " (columns)" }
            @for (j, head) in heads.iter().enumerate() {
                @let x = left + width * (j as f64 + 0.5);
                text class="tick" x=(place(x)) y=(place(top - 8.0)) text-anchor="middle" { (head) }
            }
            @for (i, row) in self.cells.iter().enumerate() {
                @let y = top + height * i as f64;
                text x=(place(left - 8.0)) y=(place(y + height / 2.0 + 4.5)) text-anchor="end" { (rows[i]) }
                @for (j, cell) in row.iter().enumerate() {
                    @let x = left + width * j as f64;
                    @match cell {
                        Some(cell) => g {
                            title { (cell.note) }
                            rect class={ "cell " (if cell.weight < 0.0 { "low" } else { "high" }) } x=(place(x)) y=(place(y))
                                width=(place(width)) height=(place(height))
                                fill-opacity=(format!("{:.2}", cell.weight.abs().min(1.0) * 0.5)) {}
                            @if cell.is_marked {
                                rect class="frame" x=(place(x + 1.5)) y=(place(y + 1.5))
                                    width=(place(width - 3.0)) height=(place(height - 3.0)) {}
                            }
                            @if fits {
                                text class="value" x=(place(x + width / 2.0)) y=(place(y + first))
                                    text-anchor="middle" { (cell.text) }
                            }
                            @if let Some(below) = cell.below.as_ref().filter(|_| two_lines) {
                                text class="small" x=(place(x + width / 2.0)) y=(place(y + 36.0))
                                    text-anchor="middle" { (below) }
                            }
                        },
                        None => rect class="cell none" x=(place(x)) y=(place(y)) width=(place(width)) height=(place(height)) {},
                    }
                }
            }
        };
        Drawing { height: top + height * self.rows.len() as f64 + 12.0, body }
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_the_last() {
        assert_eq!([0, 25, 26, 51, 52].map(letter), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
