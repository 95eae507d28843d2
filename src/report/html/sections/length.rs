//! How long plays are, and other counts per play.

use crate::report::html::figure::{Figure, Section};
use crate::report::html::plot::Histogram;
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::sheet::Sheet;
use crate::report::html::words::{Unit, figure, sentence};

/// Histograms that need better words than their names: name, title, what is counted.
const KNOWN: &[(&str, &str, &str)] =
    &[("decided_at_tenth", "When plays are decided", "tenths of their length behind them when decided")];

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("How long is a play?", Vec::new());
    if let Some(sheet) = results.sheet("lengths") {
        let values = pairs(sheet, "turns")?;
        let (mut reading, marks) = spread(&values, "turns");
        if let Some(unfinished) = unfinished(results)? {
            reading += &unfinished;
        }
        let plot = Histogram::new(&values, "turns", marks).draw();
        let definition = "How many plays took how many turns. The dashed lines: half of the plays are shorter than the median, one in \
                          twenty is outside each of the outer lines.";
        let topics = &["turns", "length", "rounds", "decisions"];
        let length =
            Figure::new("Length in turns", reading, definition, plot).with_table(sheet).with_topics(topics);
        section.figures.push(length);
    }
    if let Some(sheet) = results.sheet("histograms") {
        let names = sheet.texts("histogram")?;
        let mut kinds: Vec<&str> = names.clone();
        kinds.dedup();
        // The lengths tell it already.
        kinds.retain(|kind| *kind != "turns" || section.figures.is_empty());
        for kind in kinds {
            let own = sheet.filtered(|row| names[row] == kind);
            let values = pairs(&own, "x")?;
            let known = KNOWN.iter().find(|known| known.0 == kind);
            let words = known.map_or_else(|| kind.replace('_', " "), |known| known.2.to_owned());
            let title = known.map_or_else(|| sentence(kind), |known| known.1.to_owned());
            let (reading, marks) = spread(&values, &words);
            let plot = Histogram::new(&values, &words, marks).draw();
            let definition = format!(
                "In how many plays each value of \u{201c}{words}\u{201d} came; the dashed lines as above."
            );
            section.figures.push(Figure::new(&title, reading, &definition, plot).with_table(&own));
        }
    }
    Ok(section.if_any())
}

/// Values with their plays, in increasing order.
fn pairs(sheet: &Sheet, column: &str) -> Result<Vec<(f64, f64)>, ResultsError> {
    let (values, plays) = (sheet.numbers(column)?, sheet.numbers("games")?);
    let mut pairs: Vec<(f64, f64)> = values.into_iter().zip(plays).filter_map(|(x, n)| x.zip(n)).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(pairs)
}

/// The least value that this share of the plays does not exceed: exact, as all values are counted.
fn quantile(values: &[(f64, f64)], share: f64) -> Option<f64> {
    let total: f64 = values.iter().map(|(_, plays)| plays).sum();
    let mut seen = 0.0;
    let reached = |(x, plays): &(f64, f64)| {
        seen += plays;
        (seen >= share * total).then_some(*x)
    };
    values.iter().find_map(reached)
}

fn spread(values: &[(f64, f64)], unit: &str) -> (String, Vec<(f64, String)>) {
    let at = |share| quantile(values, share).unwrap_or(0.0);
    let (low, middle, high) = (at(0.05), at(0.5), at(0.95));
    let reading = format!(
        "Half of the plays have at most {} {unit}; nine in ten have {} to {}.",
        figure(middle),
        figure(low),
        figure(high)
    );
    let mut marks =
        vec![(low, format!("5 %: {}", figure(low))), (middle, format!("median: {}", figure(middle)))];
    marks.push((high, format!("95 %: {}", figure(high))));
    marks.dedup_by(|a, b| a.0 == b.0);
    (reading, marks)
}

/// What the summary says of plays that did not end.
fn unfinished(results: &Results) -> Result<Option<String>, ResultsError> {
    let Some(sheet) = results.sheet("summary") else { return Ok(None) };
    let (names, values) = (sheet.texts("metric")?, sheet.numbers("value")?);
    let share = names.iter().position(|name| *name == "unfinished").and_then(|row| values[row]);
    Ok(share.map(|share| match share {
        0.0 => " All came to an end.".to_owned(),
        _ => format!(" {} were stopped before their end.", Unit::Share.text(share)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_hand() {
        let values = [(3.0, 5.0), (4.0, 45.0), (5.0, 45.0), (9.0, 5.0)];
        let at = |share| quantile(&values, share).unwrap();
        assert_eq!([at(0.05), at(0.0501), at(0.5), at(0.51), at(1.0)], [3.0, 4.0, 4.0, 5.0, 9.0]);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
