//! The settings that figures of a sweep answer to, by `elasticities.csv`.

use super::show::{clearest, figures_of, plain};
use crate::experiments::SlopeRow;
use crate::html::chance::Verdict;
use crate::html::figure::Figure;
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::rules::{before_value, key_name};
use crate::html::slopes::Slope;
use crate::html::words::{Unit, capital, figure, spoken};
use ludometer_stats::Row;

/// Returns what one more of each setting adds to a figure.
pub(super) fn slopes(results: &Results, metric: &str) -> Result<Vec<Slope>, ResultsError> {
    let slope = |row: SlopeRow| {
        let before = before_value(&results.names, &row.parameter);
        Some(Slope { before, slope: row.slope.value?, interval: row.slope.interval })
    };
    let own = results.rows::<SlopeRow>()?.into_iter().filter(|row| row.metric == metric);
    Ok(own.filter_map(slope).collect())
}

/// Returns by how many per cent a figure changes where a setting grows by one: all settings together.
pub(super) fn weights(results: &Results, metric: &str) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet(SlopeRow::TABLE) else { return Ok(None) };
    let rows: Vec<SlopeRow> = sheet.typed()?;
    let own = rows.iter().filter(|row| row.metric == metric);
    let mut list = figures_of(own, |row| (key_name(&results.names, &row.parameter), row.elasticity));
    list.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    if list.is_empty() {
        return Ok(None);
    }
    let clear = [Verdict::Above, Verdict::Below].map(|side| clearest(&list, 0.0, list.len(), side));
    let most = clear.into_iter().flatten().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let name = spoken(metric);
    let reading = most.map_or_else(
        || format!("{} clearly depends on none of the settings: all of it can be luck.", capital(&name)),
        |most| {
            let by = figure(most.value);
            format!(
                "{} clearly depends on {}: one per cent more of it changes it by {by} %.",
                capital(&name),
                most.name
            )
        },
    );
    let plot = Intervals {
        rows: plain(&list),
        unit: Unit::Plain,
        axis: "per cent for one per cent".to_owned(),
        reference: Some((0.0, "no effect".to_owned())),
    };
    let definition = "By how many per cent the figure changes at the middle of the settings if one of them grows by one per cent: the slope of a \
                      plane through all rule sets, with its 95 % interval from how the slopes of equal parts of the games differ.";
    let title = format!("What {name} depends on");
    Ok(Some(
        Figure::new(&title, reading, definition, plot.draw())
            .with_table(&sheet.filtered(|row| rows[row].metric == metric)),
    ))
}
