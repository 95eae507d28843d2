//! Two rule sets or bots, before and after.

use maud::{Markup, html};
use serde_json::Value as Json;

use super::show::{listed, unit_of};
use crate::experiments::CompareRow;
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Point, Ranges, Span};
use crate::html::record::Record;
use crate::html::results::{Results, ResultsError};
use crate::html::rules::in_short;
use crate::html::words::{Unit, parts, spoken};
use crate::text::{self, Corrected};
use ludometer_model::Names;
use ludometer_stats::Row;

/// The verdicts of a comparison: as the table has them, how the mark shows them, and in words.
const VERDICTS: &[(&str, Point, &str)] = &[
    ("larger", Point::Moved(Verdict::Above, None), "Larger on side B"),
    ("smaller", Point::Moved(Verdict::Below, None), "Smaller on side B"),
    ("no difference", Point::Plain, "No difference that matters"),
    ("larger in all games", Point::Moved(Verdict::Above, None), "Larger in all games"),
    ("smaller in all games", Point::Moved(Verdict::Below, None), "Smaller in all games"),
    ("the same in all games", Point::Plain, "The same in all games"),
    ("too few games", Point::Plain, "Too few games to tell"),
    // As 0.1 wrote it.
    ("too few plays", Point::Plain, "Too few games to tell"),
];

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(CompareRow::TABLE) else { return Ok(None) };
    let rows = results.rows::<CompareRow>()?;
    let [a, b] = sides(&results.record, &results.names);
    let key = "open: side A; filled: side B with the interval of the difference; shaded: too small to matter";
    let mut figure = change(&rows, &results.record, key).with_table(sheet);
    let corrected = rows.iter().map(|row| (row.metric.as_str(), row.difference, row.corrected));
    figure.reading +=
        &early_stop(corrected, results.record.stopped_early, |unit, by| difference(unit, by, None));
    let mut section = Section::new("What does the change do?", vec![figure]);
    section.lead = html! { p class="lead" { "Side A: " (a) ". Side B: " (b) "." } };
    Ok(Some(section))
}

/// Returns the sides in words: in what each differs from the other.
pub(in crate::html) fn sides(record: &Record, names: &Names) -> [String; 2] {
    if let Some(subjects) = &record.subjects {
        return subjects.clone();
    }
    let differing = |mine: &Json, theirs: &Json| {
        let words = in_short(names, mine, theirs);
        if words.is_empty() { "the same rules".to_owned() } else { listed(&words) }
    };
    let [a, b] = record.sides();
    [differing(a, b), differing(b, a)]
}

/// Returns what to know of figures at the end of games that stopped early, behind another sentence: figures as they were
/// found and corrected, and how such a number is said.
pub(super) fn early_stop<'a>(
    corrected: impl Iterator<Item = (&'a str, Option<f64>, Option<f64>)>,
    stopped_early: bool,
    said: impl Fn(Unit, f64) -> String,
) -> String {
    if !stopped_early {
        return String::new();
    }
    let figure = |(metric, found, corrected): (&str, Option<f64>, Option<f64>)| {
        let say = |x| said(unit_of(metric), x);
        Some(Corrected { name: spoken(metric), found: say(found?), value: say(corrected?) })
    };
    format!(" {}", text::early_stop(&corrected.filter_map(figure).collect::<Vec<_>>()))
}

/// Returns a difference in words, with its interval.
fn difference(unit: Unit, by: f64, interval: Option<(f64, f64)>) -> String {
    // The difference of two shares counts points.
    let unit = match unit {
        Unit::Share | Unit::Points => Unit::Points,
        Unit::Plain | Unit::Change => Unit::Change,
    };
    let known = interval.map_or_else(String::new, |interval| format!(" ({})", unit.range(interval)));
    format!("{}{known}", unit.said(by))
}

/// Returns the first few of these metrics, each with its difference if that is to be reported: the table has all. What
/// several have in common is said once: `card played share of corner, of burn_100`.
fn reported_of(metrics: &[(&str, Option<String>)]) -> String {
    const MOST: usize = 5;
    let mut words = Vec::new();
    let mut before = None;
    for (metric, by) in metrics.iter().take(MOST) {
        let (name, of) = parts(metric);
        let what = match of {
            Some(of) if before.as_ref() == Some(&name) => format!("of {of}"),
            _ => spoken(metric),
        };
        words.push(by.as_ref().map_or_else(|| what.clone(), |by| format!("{what} {by}")));
        before = Some(name);
    }
    match metrics.len() {
        0..=MOST => listed(&words),
        all => format!("{} and {} more", words.join(", "), all - MOST),
    }
}

/// Returns true if the change brings this figure nearer to its target, false if farther from it; none where nothing is
/// wanted of it, or it is on target anyway, or nobody knows.
fn nearer(record: &Record, metric: &str) -> Option<bool> {
    match record.targets.iter().find(|target| target.metric == metric)?.distance.as_deref()? {
        "nearer" => Some(true),
        "farther" => Some(false),
        _ => None,
    }
}

/// Returns the plot of a comparison that still goes on, as its page will have it.
pub fn change_plot(rows: &[CompareRow]) -> Markup {
    let key = "open: before; filled: with the change, with the interval of the difference; shaded: too small to matter";
    let figure = change(rows, &Record::default(), key);
    figure.plot.element(&figure.label())
}

fn change(rows: &[CompareRow], record: &Record, key: &str) -> Figure {
    let differs = |row: &CompareRow| Some(difference(unit_of(&row.metric), row.difference?, row.interval));
    let spans = rows.iter().filter_map(|row| {
        let (before, verdict) = (row.a?, VERDICTS.iter().find(|known| known.0 == row.verdict));
        Some(Span {
            metric: row.metric.clone(),
            below: differs(row).unwrap_or_default(),
            before: Some(before),
            value: row.b?,
            interval: row.interval.map(|(low, high)| (before + low, before + high)),
            zone: (row.precision.map(|p| before - p), row.precision.map(|p| before + p)),
            unit: unit_of(&row.metric),
            point: match verdict.map(|known| known.1) {
                Some(Point::Moved(way, _)) => Point::Moved(way, nearer(record, &row.metric)),
                point => point.unwrap_or(Point::Plain),
            },
        })
    });
    let spans = spans.collect();
    // The largest first, each by what matters.
    let size = |row: &CompareRow| {
        row.difference.zip(row.precision).map_or(0.0, |(by, matters)| (by / matters).abs())
    };
    let mut reading = Vec::new();
    for (verdict, _, what) in VERDICTS {
        let mut reported: Vec<&CompareRow> = rows.iter().filter(|row| row.verdict == *verdict).collect();
        let clear = verdict.starts_with("larger") || verdict.starts_with("smaller");
        if clear {
            reported.sort_by(|a, b| size(b).total_cmp(&size(a)));
        }
        let words = reported.into_iter().map(|row| (row.metric.as_str(), differs(row).filter(|_| clear)));
        let words: Vec<_> = words.collect();
        if !words.is_empty() {
            reading.push(format!("{what}: {}.", reported_of(&words)));
        }
    }
    let plot = Ranges { rows: spans, key: key.to_owned() }.draw();
    let definition = "Each figure on a scale of its own, with the difference in small letters. A triangle that points up or down: \
                      side B has clearly more or less; green, if that is nearer to the target given, orange, if farther. The intervals hold however often the games were looked at; those of all figures \
                      together at the confidence asked for.";
    Figure::new("Before and after", reading.join(" "), definition, plot)
}
