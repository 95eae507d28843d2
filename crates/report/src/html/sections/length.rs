//! How long plays are, and other counts per play.

use maud::html;

use crate::html::figure::{Figure, Section};
use crate::html::plot::Histogram;
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, capital, figure, sentence, unbroken};
use ludometer_stats::{HistogramRow, LengthRow, MetricRow, Row, SummaryRow, catalogue};

/// A histogram that needs better words than its name.
struct Known {
    name: &'static str,
    title: &'static str,
    /// The words for what is counted.
    words: &'static str,
    /// How much less than the value a play counted there may have.
    class: f64,
    /// The sentence on the quantiles of 5, 50 and 95 %.
    reading: fn([f64; 3]) -> String,
}

const KNOWN: &[Known] = &[Known {
    name: "decided_at_tenth",
    title: "When games are decided",
    words: "tenths of the game that are over when it is decided",
    class: 1.0,
    reading: |tenths| {
        let [low, half, high] = tenths.map(|tenth| figure(10.0 * tenth));
        format!(
            "Half of the games are decided before {half} % of their length; nine in ten between {low} and {high} %."
        )
    },
}];

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("How long is a game?", Vec::new());
    let target = Target::read(results)?;
    if let Some(target) = &target {
        section.lead = html! { p class="lead" { (unbroken(&capital(&target.reading))) "." } };
    }
    let zone = |unit: &str| target.as_ref().filter(|target| target.unit == unit).map(|target| target.range);
    if let Some(sheet) = results.sheet(LengthRow::TABLE) {
        let values = pairs(results.rows::<LengthRow>()?.iter().map(|row| (row.turns, row.games)));
        let (mut reading, marks) = spread(&values, 0.0, |marks| at_most("turns", &values, marks));
        if let Some(unfinished) = unfinished(results)? {
            reading += &unfinished;
        }
        let plot = Histogram::new(&values, "turns", marks).with_zone(zone("turns")).draw();
        let definition = "How many games took how many turns. The dashed lines: half of the games are at most as long as the median, \
                          one in twenty is outside each of the outer lines.";
        let definition = definition.to_owned() + if zone("turns").is_some() { SHADED } else { "" };
        let topics = &["turns", "length", "rounds", "decisions"];
        let length =
            Figure::new("Length in turns", reading, &definition, plot).with_table(sheet).with_topics(topics);
        section.figures.push(length);
    }
    if let Some(sheet) = results.sheet(HistogramRow::TABLE) {
        let rows: Vec<HistogramRow> = sheet.typed()?;
        let mut kinds: Vec<&str> = rows.iter().map(|row| row.histogram.as_str()).collect();
        kinds.dedup();
        // The lengths tell it already.
        kinds.retain(|kind| *kind != "turns" || section.figures.is_empty());
        for kind in kinds {
            let own = sheet.filtered(|row| rows[row].histogram == kind);
            let of_kind = rows.iter().filter(|row| row.histogram == kind);
            let values = pairs(of_kind.map(|row| (row.x, row.games)));
            let known = KNOWN.iter().find(|known| known.name == kind);
            let words = known.map_or_else(|| kind.replace('_', " "), |known| known.words.to_owned());
            let title = known.map_or_else(|| sentence(kind), |known| known.title.to_owned());
            let (reading, marks) = match known {
                Some(known) => spread(&values, known.class, known.reading),
                None => spread(&values, 0.0, |marks| at_most(&words, &values, marks)),
            };
            let plot = Histogram::new(&values, &words, marks).with_zone(zone(kind)).draw();
            let definition = format!(
                "How many games have each number of {words}. The dashed lines mark the median and where nine of ten games lie.{}",
                if zone(kind).is_some() { SHADED } else { "" }
            );
            section.figures.push(Figure::new(&title, reading, &definition, plot).with_table(&own));
        }
    }
    Ok(section.if_any())
}

/// The words about the plot that shows the length that is wanted.
const SHADED: &str = " Shaded: the length that is wanted.";

/// The length that plays should have.
struct Target {
    /// The unit that it is counted in.
    unit: String,
    range: (f64, f64),
    /// How many plays have it.
    reading: String,
}

impl Target {
    /// Returns the target of the analysis, if it had one: its row of the metrics has `turns=20..40` for a group.
    fn read(results: &Results) -> Result<Option<Self>, ResultsError> {
        let metrics = results.rows::<MetricRow>()?;
        let is_target = |row: &MetricRow| row.metric == catalogue::WITHIN_TARGET_LENGTH.id;
        let Some(MetricRow { group, reading, .. }) = metrics.into_iter().find(is_target) else {
            return Ok(None);
        };
        let parsed = || {
            let (unit, range) = group.split_once('=')?;
            let (low, high) = range.split_once("..")?;
            Some(Self { unit: unit.to_owned(), range: (low.parse().ok()?, high.parse().ok()?), reading })
        };
        Ok(parsed())
    }
}

/// Values with their plays, in increasing order.
fn pairs(values: impl Iterator<Item = (u64, u64)>) -> Vec<(f64, f64)> {
    let mut pairs: Vec<(u64, u64)> = values.collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(value, games)| (value as f64, games as f64)).collect()
}

/// Returns the least value that this share of the plays does not exceed: exact, as all values are counted.
pub(super) fn quantile(values: &[(f64, f64)], share: f64) -> Option<f64> {
    let total: f64 = values.iter().map(|(_, plays)| plays).sum();
    let mut seen = 0.0;
    let reached = |(x, plays): &(f64, f64)| {
        seen += plays;
        (seen >= share * total).then_some(*x)
    };
    values.iter().find_map(reached)
}

/// Returns the sentence on how many turns, or what else is counted, the games have.
fn at_most(unit: &str, values: &[(f64, f64)], marks: [f64; 3]) -> String {
    let [low, half, high] = marks.map(figure);
    if values.len() == 1 {
        format!("All games have {half} {unit}.")
    } else if low == high {
        format!("Nine in ten games or more have {half} {unit}.")
    } else {
        format!("Half of the games have at most {half} {unit}; nine in ten have {low} to {high}.")
    }
}

/// Returns where most plays lie, in words and as marks; `class` is how much less than a value the plays counted there
/// may have.
fn spread(
    values: &[(f64, f64)],
    class: f64,
    reading: impl FnOnce([f64; 3]) -> String,
) -> (String, Vec<(f64, String)>) {
    let at = |share| quantile(values, share).unwrap_or(0.0);
    let (low, middle, high) = (at(0.05), at(0.5), at(0.95));
    let reading = reading([(low - class).max(0.0), middle, high]);
    if low == high {
        return (reading, vec![(middle, format!("median: {}", figure(middle)))]);
    }
    let mut marks =
        vec![(low, format!("5 %: {}", figure(low))), (middle, format!("median: {}", figure(middle)))];
    marks.push((high, format!("95 %: {}", figure(high))));
    marks.dedup_by(|a, b| a.0 == b.0);
    (reading, marks)
}

/// Returns what the summary says of plays that did not end.
fn unfinished(results: &Results) -> Result<Option<String>, ResultsError> {
    let summary = results.rows::<SummaryRow>()?;
    let row = summary.iter().find(|row| row.metric == catalogue::UNFINISHED.id);
    let share = row.and_then(|row| row.value.value);
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

    #[test]
    fn of_one_length_no_range_is_said() {
        let says = |values: &[(f64, f64)]| spread(values, 0.0, |marks| at_most("turns", values, marks));
        let (text, marks) = says(&[(16.0, 100.0)]);
        assert_eq!((text.as_str(), marks.len()), ("All games have 16 turns.", 1));
        assert_eq!(says(&[(16.0, 99.0), (17.0, 1.0)]).0, "Nine in ten games or more have 16 turns.");
        assert!(says(&[(16.0, 90.0), (17.0, 10.0)]).0.ends_with("nine in ten have 16 to 17."));
    }

    #[test]
    fn a_class_begins_below_its_value() {
        let tenths = [(3.0, 1.0), (7.0, 8.0), (9.0, 1.0)];
        assert_eq!(
            spread(&tenths, 1.0, KNOWN[0].reading).0,
            "Half of the games are decided before 70 % of their length; nine in ten between 20 and 90 %."
        );
    }
}
