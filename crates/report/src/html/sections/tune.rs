//! A search for counts that meet targets: what was found, and what was tried.

use maud::{Markup, html};

use super::check::{beside, bounds};
use super::compare::early_stop;
use super::show::{listed, unit_of};
use crate::experiments::TriedRow;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Dot, Ranges, Scatter, Span};
use crate::html::results::{Results, ResultsError};
use crate::html::rules::key_name;
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure, spoken, thousands};
use crate::manifest::{MoveRecord, TargetRecord};
use ludometer_stats::Row;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(TriedRow::TABLE) else { return Ok(None) };
    let rows: Vec<TriedRow> = sheet.typed()?;
    let found = results.record.found;
    let mut section = Section::new("Which counts meet the targets?", Vec::new());
    let chosen = if found { "confirmed" } else { "nearest" };
    let settings = settings(results);
    let settings = if settings.is_empty() { "the rules as they are".to_owned() } else { listed(&settings) };
    let fresh = fresh_plays(results);
    // The answers on top say it already, where there are some.
    let is_said = results.record.answers.is_some();
    section.lead = html! {
        @if !is_said {
            p class="lead" {
                @if found {
                    "The smallest edit that was confirmed to meet all targets: " strong { (settings) } "."
                    @if let Some(fresh) = fresh { " It took " (thousands(fresh)) " fresh games." }
                } @else {
                    "No rule set was found that meets all targets with the confidence asked for. The nearest: " strong { (settings) } "."
                }
            }
        }
    };
    section.rest = passed_over(results, sheet, &rows)?;
    section.figures.extend(targets(results, sheet, chosen, &rows)?);
    section.figures.push(tried(results, sheet, &rows)?);
    Ok(Some(section))
}

/// Returns the smaller edits that look as good as what was confirmed, and why they were passed over.
fn passed_over(results: &Results, sheet: &CsvTable, tried: &[TriedRow]) -> Result<Markup, ResultsError> {
    const MOST: usize = 6;
    let mut rows: Vec<usize> = (0..tried.len()).filter(|&row| !tried[row].passed_over.is_empty()).collect();
    rows.sort_by_key(|&row| tried[row].edit);
    if rows.is_empty() {
        return Ok(html! {});
    }
    let changed = |row: usize| -> Result<String, ResultsError> {
        let mut words = Vec::new();
        for MoveRecord { key, start, .. } in &results.record.moves {
            let value = sheet.numbers(key)?[row];
            if value != Some(*start as f64) {
                words.extend(
                    value.map(|value| format!("{} {}", key_name(&results.names, key), figure(value))),
                );
            }
        }
        Ok(if words.is_empty() { "the rules as they are".to_owned() } else { words.join(", ") })
    };
    let items = rows.iter().take(MOST).map(|&row| {
        let TriedRow { edit, passed_over, .. } = &tried[row];
        Ok(format!("{} ({edit} steps): {}", changed(row)?, in_words(results, passed_over)))
    });
    let items = items.collect::<Result<Vec<String>, ResultsError>>()?;
    Ok(html! {
        details {
            summary {
                @if results.record.found { "Smaller edits that look as good, and why they were passed over" }
                @else { "What looks as if it met all targets, and why it was not confirmed" }
            }
            ul { @for item in &items { li { (item) } } }
            @if rows.len() > MOST { p class="note" { (thousands((rows.len() - MOST) as f64)) " more are in the table." } }
        }
    })
}

/// Returns a reason with the metrics of the targets in words.
fn in_words(results: &Results, reason: &str) -> String {
    let targets = results.record.targets.iter().map(|target| &target.metric);
    let metrics = targets.filter(|metric| metric.contains(['_', '[']));
    metrics.fold(reason.replace(" -", " \u{2212}").replace("(-", "(\u{2212}"), |text, metric| {
        text.replace(metric, &spoken(metric))
    })
}

/// Returns the plays that confirmed what was found, if anything was.
fn fresh_plays(results: &Results) -> Option<f64> {
    results.record.confirmed.as_ref().map(|confirmed| confirmed.fresh_games as f64)
}

/// Returns what was changed, and from what.
fn settings(results: &Results) -> Vec<String> {
    let changed = results.record.moves.iter().filter_map(|MoveRecord { key, start, .. }| {
        let to = results.record.chosen()?.settings.get(key)?.as_i64()?;
        (to != *start).then(|| format!("{} {to} instead of {start}", key_name(&results.names, key)))
    });
    changed.collect()
}

/// Returns the figures of the rule set that was chosen beside the targets.
fn targets(
    results: &Results,
    sheet: &CsvTable,
    chosen: &str,
    tried: &[TriedRow],
) -> Result<Option<Figure>, ResultsError> {
    let Some(place) = tried.iter().position(|row| row.result == chosen) else { return Ok(None) };
    let now = tried.iter().position(|row| row.edit == 0);
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for TargetRecord { metric, min, max, .. } in &results.record.targets {
        let values = sheet.numbers(metric)?;
        let intervals = sheet.intervals(&format!("{metric}_ci_low"), &format!("{metric}_ci_high"))?;
        // Fresh plays weigh more than those of the search, which chose it for its luck too.
        let fresh = results.record.proven().iter().find(|of| of.metric == *metric);
        let Some(value) = fresh.and_then(|of| of.value).or(values[place]) else { continue };
        let zone = (*min, *max);
        let inside = zone.0.is_none_or(|min| value >= min) && zone.1.is_none_or(|max| value <= max);
        if !inside {
            missed.push(spoken(metric));
        }
        rows.push(Span {
            metric: metric.clone(),
            below: bounds(unit_of(metric), zone),
            before: now.and_then(|now| values[now]).filter(|_| now != Some(place)),
            value,
            interval: fresh.map_or(intervals[place], |of| of.interval),
            zone,
            unit: unit_of(metric),
            point: beside(value, zone, !inside),
        });
    }
    if rows.is_empty() {
        return Ok(None);
    }
    let corrected = results.record.proven().iter().map(|of| (of.metric.as_str(), of.value, of.corrected));
    let stopped_early = results.record.confirmed.as_ref().is_some_and(|confirmed| confirmed.stopped_early);
    let early = early_stop(corrected, stopped_early, Unit::said);
    let reading = match (missed.is_empty(), fresh_plays(results).is_some()) {
        (true, true) => "Every figure lies in its target.".to_owned(),
        (true, false) => {
            "Every figure lies in its target, but the games don't show it clearly enough.".to_owned()
        }
        (false, _) => format!("Outside of their targets: {}.", listed(&missed)),
    };
    let key =
        "open: the rules as they are; filled: the rule set found, with its interval; shaded: the target";
    let plot = Ranges { rows, key: key.to_owned() }.draw();
    let definition = "Each figure on a scale of its own, from the rules as they are to the rule set that was found or comes nearest, with \
                      its target in small letters. A triangle: the figure misses its target, on the side to which it points.";
    Ok(Some(Figure::new("Targets", reading + &early, definition, plot)))
}

/// Returns all that was tried, by how much was changed and how far the targets are missed.
fn tried(results: &Results, sheet: &CsvTable, rows: &[TriedRow]) -> Result<Figure, ResultsError> {
    let keys: Vec<&str> = results.record.moves.iter().map(|moved| moved.key.as_str()).collect();
    let columns = keys.iter().map(|key| sheet.texts(key)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = keys.iter().map(|key| key_name(&results.names, key)).collect();
    let point = |(i, row): (usize, &TriedRow)| Some((i, (row.edit as f64, row.miss?)));
    let points: Vec<(usize, (f64, f64))> = rows.iter().enumerate().filter_map(point).collect();
    let is_best = |row: usize| rows[row].pareto == "yes";
    // What misses by more than the rules as they are would press all others to the ground.
    let worst = |row: &&(usize, (f64, f64))| is_best(row.0) || !rows[row.0].result.is_empty();
    let limit = points.iter().filter(worst).map(|row| row.1.1).fold(0.0, f64::max) * 1.05;
    let dot = |&(row, at): &(usize, (f64, f64))| {
        let settings = names.iter().zip(&columns).map(|(name, column)| format!("{name} {}", column[row]));
        let settings = settings.collect::<Vec<_>>().join(", ");
        let TriedRow { result, games, .. } = &rows[row];
        let plays = thousands(*games as f64);
        Dot {
            at,
            note: format!("{settings}: {} steps, missed by {}; {plays} games", figure(at.0), figure(at.1)),
            best: is_best(row),
            name: (!result.is_empty()).then(|| result.clone()),
        }
    };
    let shown: Vec<Dot> = points.iter().filter(|row| limit == 0.0 || row.1.1 <= limit).map(dot).collect();
    let met = points.iter().filter(|row| row.1.1 <= 0.0).count();
    let left_out = points.len() - shown.len();
    let mut reading = match met {
        0 => format!(
            "Of {} rule sets tried, none has all figures within the targets.",
            thousands(points.len() as f64)
        ),
        _ => format!(
            "Of {} rule sets tried, {} {} all figures within the targets.",
            thousands(points.len() as f64),
            thousands(met as f64),
            if met == 1 { "has" } else { "have" }
        ),
    };
    if left_out > 0 {
        reading += &format!(" {} that miss by more are not drawn.", thousands(left_out as f64));
    }
    let axes = ("steps by which counts are moved".to_owned(), "missed by, all targets together".to_owned());
    let plot = Scatter { dots: shown, axes }.draw();
    let definition = "Each point is a rule set: how much of the rules it changes, and by how far it misses the targets (in hundredths of the \
                      bound, or of 1 where that is more, times the weight). Filled: no other is better in every respect. The line: nothing \
                      tried lies below it. All of it, and the table, is of the search's games; what was found is held against the targets \
                      in fresh ones.";
    Ok(Figure::new("What was tried", reading, definition, plot).with_table(sheet))
}
