//! The parts that sections are made of: figures with their sentences, and tables.

use maud::{Markup, html};

use super::plot::Plot;
use super::sheet::CsvTable;
use super::words::{figure, heading, slug, thousands};

/// The most rows of a table on the page; the file has all.
const MOST_ROWS: usize = 1000;

/// A plot with what must be said about it.
pub(super) struct Figure {
    /// Names the figure on the page and the SVG file.
    pub(super) id: String,
    /// Its title.
    pub(super) title: String,
    /// The reading: what is to be seen in it, in one sentence or two.
    pub(super) reading: String,
    /// The definition of what is shown, and how it was got.
    pub(super) definition: String,
    /// The drawing.
    pub(super) plot: Plot,
    /// The table behind it.
    pub(super) table: Option<Markup>,
    /// Words in the names of metrics whose extreme plays belong to it.
    pub(super) topics: &'static [&'static str],
    /// Its place on a printed sheet, if it is printed: `sheet` beside another one, or `sheet whole`.
    pub(super) sheet: Option<&'static str>,
}

impl Figure {
    /// Returns a figure without a table and topics.
    pub(super) fn new(title: &str, reading: String, definition: &str, plot: Plot) -> Self {
        Self {
            id: slug(title),
            title: title.to_owned(),
            reading,
            definition: definition.to_owned(),
            plot,
            table: None,
            topics: &[],
            sheet: None,
        }
    }

    /// Returns the figure with the table behind it.
    pub(super) fn with_table(mut self, sheet: &CsvTable) -> Self {
        self.table = Some(table(sheet));
        self
    }

    /// Returns the figure with the topics of the plays that belong to it.
    pub(super) fn with_topics(mut self, topics: &'static [&'static str]) -> Self {
        self.topics = topics;
        self
    }

    /// Returns what the drawing shows, for those who don't see it.
    pub(super) fn label(&self) -> String {
        format!("{}. {}", self.title, self.reading)
    }
}

/// The part of the page that stands on top.
pub(super) struct Top {
    /// Its heading.
    pub(super) title: String,
    /// What stands below it.
    pub(super) content: Markup,
}

/// A part of the page.
pub(super) struct Section {
    /// Names it in links.
    pub(super) id: String,
    /// Its heading.
    pub(super) title: String,
    /// The part that comes first.
    pub(super) lead: Markup,
    /// Its figures.
    pub(super) figures: Vec<Figure>,
    /// The part that comes last.
    pub(super) rest: Markup,
}

impl Section {
    /// Returns a section of these figures.
    pub(super) fn new(title: &str, figures: Vec<Figure>) -> Self {
        Self { id: slug(title), title: title.to_owned(), lead: html! {}, figures, rest: html! {} }
    }

    /// Returns this section, unless there is nothing in it.
    pub(super) fn if_any(self) -> Option<Self> {
        (!self.is_empty()).then_some(self)
    }

    /// Returns true if there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.lead.0.is_empty() && self.rest.0.is_empty()
    }
}

/// A text of more characters takes a wide column.
const LONG: usize = 60;

/// Returns a field of a table: rounded for the eye, whole for sorting.
fn field(text: &str, numbers: bool) -> Markup {
    match text.parse::<f64>() {
        Ok(number) if numbers && number.is_finite() => {
            html! { td class="n" data-v=(text) { (figure(number)) } }
        }
        _ if numbers => html! { td class="n" { (text) } },
        _ => html! { td class=[(text.chars().count() > LONG).then_some("long")] { (text) } },
    }
}

/// Returns a table that can be sorted.
pub(super) fn table(sheet: &CsvTable) -> Markup {
    // Counts that name something (a seat, a play) are numbers too, but read better as they are.
    let numbers: Vec<bool> = (0..sheet.columns.len())
        .map(|column| {
            let mut fields =
                (0..sheet.rows.len()).map(|row| sheet.shown(row, column)).filter(|text| !text.is_empty());
            fields.all(|text| text.parse::<f64>().is_ok())
        })
        .collect();
    // Columns without any number (a time that wasn't measured) would only take place.
    let empty = |column: usize| sheet.rows.iter().all(|row| row[column].is_empty());
    let shown: Vec<usize> = (0..sheet.columns.len()).filter(|&column| !empty(column)).collect();
    let left_out = sheet.rows.len().saturating_sub(MOST_ROWS);
    html! {
        div class="scroll" tabindex="0" role="group" aria-label={ "Table " (sheet.name) } {
            table class="sortable" {
                thead { tr {
                    @for &column in &shown {
                        th scope="col" class=[numbers[column].then_some("n")] { (heading(&sheet.columns[column])) }
                    }
                } }
                tbody {
                    @for row in 0..sheet.rows.len().min(MOST_ROWS) {
                        tr { @for &column in &shown { (field(&sheet.shown(row, column), numbers[column])) } }
                    }
                }
            }
        }
        @if left_out > 0 {
            p class="note" { (thousands(left_out as f64)) " more rows are in the file " code { (sheet.name) ".csv" } "." }
        }
    }
}

/// Returns a command to copy.
pub(super) fn command(text: &str) -> Markup {
    html! { code class="command" { (text) } }
}
