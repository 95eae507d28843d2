//! Figures beside the bounds that they have to keep: gates.

use super::compare::early_stop;
use super::show::{listed, unit_of};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Point, Ranges, Span};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, spoken};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("check") else { return Ok(None) };
    let mut figure = gates(sheet)?;
    figure.reading += &early_stop(sheet, &results.record, Unit::said)?;
    Ok(Some(Section::new("Are the gates passed?", vec![figure])))
}

fn gates(sheet: &CsvTable) -> Result<Figure, ResultsError> {
    let (metrics, answers) = (sheet.texts("metric")?, sheet.texts("result")?);
    let (values, intervals) = (sheet.numbers("value")?, sheet.intervals("ci_low", "ci_high")?);
    let (min, max) = (sheet.numbers("min")?, sheet.numbers("max")?);
    let mut rows = Vec::new();
    for (row, metric) in metrics.iter().enumerate() {
        let Some(value) = values[row] else { continue };
        rows.push(Span {
            metric: (*metric).to_owned(),
            below: bounds(unit_of(metric), (min[row], max[row])),
            before: None,
            value,
            interval: intervals[row],
            zone: (min[row], max[row]),
            unit: unit_of(metric),
            point: beside(value, (min[row], max[row]), answers[row] == "failed"),
        });
    }
    let reading = reading(sheet)?;
    let key = "point: the figure with its interval; shaded: what is allowed";
    let plot = Ranges { rows, key: key.to_owned() }.draw();
    let definition = "Each figure on a scale of its own, with what is allowed in small letters. A gate is passed when the whole interval \
                      lies in the shaded part, failed when none of it does: then a triangle points to the side on which it is out. The intervals hold however often the games were looked at.";
    Ok(Figure::new("Gates", reading, definition, plot).with_table(sheet))
}

/// Returns which gates are passed, in words.
pub(in crate::html) fn reading(sheet: &CsvTable) -> Result<String, ResultsError> {
    let (metrics, answers) = (sheet.texts("metric")?, sheet.texts("result")?);
    let of = |answer: &str| -> Vec<String> {
        metrics.iter().zip(&answers).filter(|(_, of)| **of == answer).map(|(m, _)| spoken(m)).collect()
    };
    // How many are passed, where so many are not.
    let passed = |others: usize| match (metrics.len().saturating_sub(others), metrics.len()) {
        (0, _) => "No gate is passed yet.".to_owned(),
        (1, all) => format!("1 of {all} gates is passed."),
        (some, all) => format!("{some} of {all} gates are passed."),
    };
    Ok(match (&of("failed")[..], &of("undecided")[..]) {
        ([], []) if metrics.len() == 1 => "The gate is passed.".to_owned(),
        ([], []) => format!("All {} gates are passed.", metrics.len()),
        ([], open) => format!("{} Undecided, for too few games: {}.", passed(open.len()), listed(open)),
        (failed, []) => format!("Failed: {}. {}", listed(failed), passed(failed.len())),
        (failed, open) => format!(
            "Failed: {}. Undecided, for too few games: {}. {}",
            listed(failed),
            listed(open),
            passed(failed.len() + open.len())
        ),
    })
}

/// Bounds in words.
pub(super) fn bounds(unit: Unit, zone: (Option<f64>, Option<f64>)) -> String {
    match zone {
        (Some(min), Some(max)) => unit.range((min, max)),
        (Some(min), None) => format!("at least {}", unit.text(min)),
        (None, Some(max)) => format!("at most {}", unit.text(max)),
        (None, None) => String::new(),
    }
}

/// Returns the mark of a figure beside its bounds: a triangle where it is clearly outside.
pub(super) fn beside(value: f64, (_, max): (Option<f64>, Option<f64>), outside: bool) -> Point {
    match (outside, max.is_some_and(|max| value > max)) {
        (true, true) => Point::Against(Verdict::Above),
        (true, false) => Point::Against(Verdict::Below),
        (false, _) => Point::Plain,
    }
}
