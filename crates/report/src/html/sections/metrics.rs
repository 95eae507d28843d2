//! All other figures, as tables; with a sentence about each where the analysis has one.

use maud::html;

use crate::html::figure::{Section, table};
use crate::html::results::{Results, ResultsError};
use ludometer_stats::{MetricRow, Row, SummaryRow};

#[expect(clippy::unnecessary_wraps, reason = "all sections have this shape")]
pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("All figures", Vec::new());
    let metrics = results.sheet(MetricRow::TABLE);
    if let Some(sheet) = metrics {
        section.lead = html! {
            p class="lead" { "Each figure of the analysis with what it says. A group is a part of the games or of the table, such as one seat." }
            div class="readings" { (table(&sheet.beginning_with("reading"))) }
        };
    }
    if let Some(sheet) = results.sheet(SummaryRow::TABLE) {
        section.rest = html! {
            details open[metrics.is_none()] {
                summary { "The summary of the run, " code { "summary.csv" } }
                (table(sheet))
            }
        };
    }
    Ok(section.if_any())
}
