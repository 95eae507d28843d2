//! Two rule sets or bots, before and after.

use maud::html;
use serde_json::Value as Json;

use super::show::{listed, spoken, unit_of};
use crate::report::html::chance::Verdict;
use crate::report::html::figure::{Figure, Section};
use crate::report::html::plot::{Point, Ranges, Span};
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::sheet::Sheet;

/// The verdicts of a comparison: as the table has them, how the mark shows them, and in words.
const VERDICTS: &[(&str, Point, &str)] = &[
    ("larger", Point::Against(Verdict::Above), "Larger on side B"),
    ("smaller", Point::Against(Verdict::Below), "Smaller on side B"),
    ("no difference", Point::Plain, "No difference that matters"),
    ("too few plays", Point::Plain, "Too few plays to tell"),
];

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("compare") else { return Ok(None) };
    let [a, b] = sides(&results.record);
    let mut section = Section::new("What does the change do?", vec![change(sheet)?]);
    section.lead = html! { p class="lead" { "Side A: " (a) ". Side B: " (b) "." } };
    Ok(Some(section))
}

/// The sides in words: in what each differs from the other.
pub(in crate::report::html) fn sides(record: &Json) -> [String; 2] {
    let subject = |i: usize| record["subjects"][i].as_str().map(str::to_owned);
    let rules = ["a", "b"].map(|side| &record[side]["rules"]);
    let differing = |mine: &Json, theirs: &Json| {
        let entries = mine.as_object().into_iter().flatten();
        let changed = entries.filter(|(key, value)| theirs.get(key.as_str()) != Some(value));
        let words: Vec<String> = changed.map(|(key, value)| format!("{key}={value}")).collect();
        if words.is_empty() { "the same rules".to_owned() } else { listed(&words) }
    };
    [0, 1].map(|i| subject(i).unwrap_or_else(|| differing(rules[i], rules[1 - i])))
}

fn change(sheet: &Sheet) -> Result<Figure, ResultsError> {
    let (metrics, verdicts) = (sheet.texts("metric")?, sheet.texts("verdict")?);
    let (a, b) = (sheet.numbers("a")?, sheet.numbers("b")?);
    let (intervals, precisions) = (sheet.intervals("ci_low", "ci_high")?, sheet.numbers("precision")?);
    let mut rows = Vec::new();
    for (row, metric) in metrics.iter().enumerate() {
        let (Some(before), Some(after)) = (a[row], b[row]) else { continue };
        let verdict = VERDICTS.iter().find(|known| known.0 == verdicts[row]);
        rows.push(Span {
            label: (*metric).to_owned(),
            before: Some(before),
            value: after,
            interval: intervals[row].map(|(low, high)| (before + low, before + high)),
            zone: (precisions[row].map(|p| before - p), precisions[row].map(|p| before + p)),
            unit: unit_of(metric),
            point: verdict.map_or(Point::Plain, |known| known.1),
        });
    }
    let mut reading = Vec::new();
    for (verdict, _, words) in VERDICTS {
        let told = metrics.iter().zip(&verdicts).filter(|(_, of)| *of == verdict);
        let told: Vec<String> = told.map(|(metric, _)| spoken(metric)).collect();
        if !told.is_empty() {
            reading.push(format!("{words}: {}.", listed(&told)));
        }
    }
    let key = "open: side A; filled: side B with the interval of the difference; shaded: too small to matter";
    let plot = Ranges { rows, key: key.to_owned() }.draw();
    let definition = "Each figure on a scale of its own. A triangle that points up or down: side B has clearly more or less. The \
                      intervals hold however often the plays were looked at; those of all figures together at the confidence asked for.";
    Ok(Figure::new("Before and after", reading.join(" "), definition, plot).with_table(sheet))
}
