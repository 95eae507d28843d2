//! Figures beside the bounds that they have to keep: gates.

use super::compare::early_stop;
use super::show::{listed, unit_of};
use crate::experiments::CheckRow;
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Point, Ranges, Span};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, spoken};
use ludometer_stats::Row;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(CheckRow::TABLE) else { return Ok(None) };
    let rows = results.rows::<CheckRow>()?;
    let mut figure = gates(&rows).with_table(sheet);
    let corrected = rows.iter().map(|row| (row.metric.as_str(), row.value, row.corrected));
    figure.reading += &early_stop(corrected, results.record.stopped_early, Unit::said);
    Ok(Some(Section::new("Are the gates passed?", vec![figure])))
}

fn gates(rows: &[CheckRow]) -> Figure {
    let spans = rows.iter().filter_map(|row| {
        let (value, unit, zone) = (row.value?, unit_of(&row.metric), (row.min, row.max));
        Some(Span {
            metric: row.metric.clone(),
            below: bounds(unit, zone),
            before: None,
            value,
            interval: row.interval,
            zone,
            unit,
            point: beside(value, zone, row.result == "failed"),
        })
    });
    let spans = spans.collect();
    let key = "point: the figure with its interval; shaded: what is allowed";
    let plot = Ranges { rows: spans, key: key.to_owned() }.draw();
    let definition = "Each figure on a scale of its own, with what is allowed in small letters. A gate is passed when the whole interval \
                      lies in the shaded part, failed when none of it does: then a triangle points to the side on which it is out. The intervals hold however often the games were looked at.";
    Figure::new("Gates", reading(rows), definition, plot)
}

/// Returns which gates are passed, in words.
pub(in crate::html) fn reading(rows: &[CheckRow]) -> String {
    let of = |answer: &str| -> Vec<String> {
        rows.iter().filter(|row| row.result == answer).map(|row| spoken(&row.metric)).collect()
    };
    // How many are passed, where so many are not.
    let passed = |others: usize| match (rows.len().saturating_sub(others), rows.len()) {
        (0, _) => "No gate is passed yet.".to_owned(),
        (1, all) => format!("1 of {all} gates is passed."),
        (some, all) => format!("{some} of {all} gates are passed."),
    };
    match (&of("failed")[..], &of("undecided")[..]) {
        ([], []) if rows.len() == 1 => "The gate is passed.".to_owned(),
        ([], []) => format!("All {} gates are passed.", rows.len()),
        ([], open) => format!("{} Undecided, for too few games: {}.", passed(open.len()), listed(open)),
        (failed, []) => format!("Failed: {}. {}", listed(failed), passed(failed.len())),
        (failed, open) => format!(
            "Failed: {}. Undecided, for too few games: {}. {}",
            listed(failed),
            listed(open),
            passed(failed.len() + open.len())
        ),
    }
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
