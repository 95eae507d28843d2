//! The actions in a play.

use super::show::{ends, figures_of, listed, plain};
use crate::html::figure::{Figure, Section};
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, figure};
use ludometer_stats::{Row, SummaryRow};

/// Metrics of the summary that count actions.
const PREFIX: &str = "action_";

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(SummaryRow::TABLE) else { return Ok(None) };
    let rows: Vec<SummaryRow> = sheet.typed()?;
    let own = sheet.filtered(|row| rows[row].metric.starts_with(PREFIX));
    let actions = rows.iter().filter(|row| row.metric.starts_with(PREFIX));
    let list =
        figures_of(actions, |row| (results.names.action(&row.metric[PREFIX.len()..]), row.value.into()));
    let Some(most) = list.iter().max_by(|a, b| a.value.total_cmp(&b.value)) else { return Ok(None) };
    let mut reading = format!("Most often: {}, {} times a game.", most.name, figure(most.value));
    let never: Vec<String> = list.iter().filter(|one| one.value == 0.0).map(|one| one.name.clone()).collect();
    if !never.is_empty() {
        reading += &format!(" Never chosen: {}.", listed(&never));
    }
    let (shown, left_out) = ends(list.iter().filter(|one| one.value > 0.0).cloned().collect());
    let plot = Intervals {
        rows: plain(&shown),
        unit: Unit::Plain,
        axis: "times a game, all seats together".to_owned(),
        reference: None,
    };
    let definition = format!(
        "How often each kind of action is chosen in a game, by the first word of its name.{left_out}"
    );
    let figure = Figure::new("Actions in a game", reading, &definition, plot.draw())
        .with_table(&own)
        .with_topics(&["decisions"]);
    Ok(Some(Section::new("What do players do?", vec![figure])))
}
