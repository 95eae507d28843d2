//! Figures by two things: a map of cells.

use maud::html;

use super::{Plot, WIDTH, place, width_of};
use crate::report::html::words::shortened;

/// One cell.
pub(in crate::report::html) struct HeatCell {
    /// What stands in it.
    pub(in crate::report::html) text: String,
    /// What stands below that, in small letters.
    pub(in crate::report::html) below: Option<String>,
    /// What it tells when it is pointed at.
    pub(in crate::report::html) note: String,
    /// How strongly it is coloured: from -1 (least) over 0 to 1 (most).
    pub(in crate::report::html) weight: f64,
}

/// A map of cells.
pub(in crate::report::html) struct Heat {
    /// What stands at the left.
    pub(in crate::report::html) rows: Vec<String>,
    /// What stands above.
    pub(in crate::report::html) columns: Vec<String>,
    /// By row and column; none where there is no figure.
    pub(in crate::report::html) cells: Vec<Vec<Option<HeatCell>>>,
    /// What the rows are, and what the columns.
    pub(in crate::report::html) axes: (String, String),
}

/// A, B, ..., Z, AA, AB, ...
pub(in crate::report::html) fn letter(mut number: usize) -> String {
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
    /// The drawing. Rows and columns of the same names are told apart by letters where these are long,
    /// so that they need to stand but once.
    pub(in crate::report::html) fn draw(&self) -> Plot {
        let room = ((WIDTH - 308.0) / self.columns.len().max(1) as f64).min(110.0);
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
        let width = ((WIDTH - left - 8.0) / self.columns.len().max(1) as f64).min(110.0);
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
        Plot { height: top + height * self.rows.len() as f64 + 12.0, body }
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
