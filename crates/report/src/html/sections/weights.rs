//! The settings that figures of a sweep answer to, by `elasticities.csv`.

use super::show::{clearest, named, plain};
use crate::html::chance::{Interval, Verdict};
use crate::html::figure::Figure;
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::rules::{before_value, key_name};
use crate::html::slopes::Slope;
use crate::html::words::{Unit, capital, figure, spoken};

/// Returns what one more of each setting adds to a figure.
pub(super) fn slopes(results: &Results, metric: &str) -> Result<Vec<Slope>, ResultsError> {
    let Some(sheet) = results.sheet("elasticities") else { return Ok(Vec::new()) };
    let metrics = sheet.texts("metric")?;
    let own = sheet.filtered(|row| metrics[row] == metric);
    let (keys, slopes) = (own.texts("parameter")?, own.numbers("slope")?);
    let all = keys.into_iter().zip(slopes).zip(own.intervals("ci_low", "ci_high")?);
    let slope = |((key, slope), interval): ((&str, Option<f64>), Interval)| {
        Some(Slope { before: before_value(&results.names, key), slope: slope?, interval })
    };
    Ok(all.filter_map(slope).collect())
}

/// Returns by how many per cent a figure changes where a setting grows by one: all settings together.
pub(super) fn weights(results: &Results, metric: &str) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet("elasticities") else { return Ok(None) };
    let metrics = sheet.texts("metric")?;
    let own = sheet.filtered(|row| metrics[row] == metric);
    let intervals = own.intervals("elasticity_low", "elasticity_high")?;
    let names = own.texts("parameter")?.into_iter().map(|key| key_name(&results.names, key));
    let mut list = named(names, &own.numbers("elasticity")?, &intervals);
    list.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    if list.is_empty() {
        return Ok(None);
    }
    let clear = [Verdict::Above, Verdict::Below].map(|side| clearest(&list, 0.0, list.len(), side));
    let most = clear.into_iter().flatten().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let name = spoken(metric);
    let reading = most.map_or_else(
        || format!("{} clearly answers to none of the settings: all of it can be luck.", capital(&name)),
        |most| {
            let by = figure(most.value);
            format!(
                "{} answers most to {}: by {by} % for one per cent more of it.",
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
    let title = format!("What {name} answers to");
    Ok(Some(Figure::new(&title, reading, definition, plot.draw()).with_table(&own)))
}
