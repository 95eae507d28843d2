//! The figures that a design counts itself: how their values spread, and what they are by card.

use super::length::quantile;
use super::show::{ends, figures_of, plain};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Histogram, Intervals};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, capital, figure};
use ludometer_model::readable;
use ludometer_stats::{Bounded, OwnCardRow, OwnValueRow, Row, SummaryRow};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("What does the design itself count?", Vec::new());
    if let Some(sheet) = results.sheet(OwnValueRow::TABLE) {
        let rows: Vec<OwnValueRow> = sheet.typed()?;
        for metric in metrics(rows.iter().map(|row| row.metric.as_str())) {
            let of = |counted: &str| -> Vec<(f64, f64)> {
                let own = rows.iter().filter(|row| row.metric == metric && row.of == counted);
                own.map(|row| (row.value, row.count as f64)).collect()
            };
            let drawn = if of("seats").is_empty() {
                of_games(metric, &of("games"))
            } else {
                of_seats(metric, &of("seats"), &of("winners"))
            };
            section.figures.push(drawn.with_table(&sheet.filtered(|row| rows[row].metric == metric)));
        }
    }
    if let Some(sheet) = results.sheet(OwnCardRow::TABLE) {
        let rows: Vec<OwnCardRow> = sheet.typed()?;
        for metric in metrics(rows.iter().map(|row| row.metric.as_str())) {
            let own = rows.iter().filter(|row| row.metric == metric);
            let list = figures_of(own, |row| {
                let value = ludometer_stats::Bounded { value: row.value, interval: row.interval };
                (results.names.card(&row.card), value)
            });
            let (list, left_out) = ends(list);
            let words = readable(metric);
            let reading = match (list.first(), list.last()) {
                (Some(most), Some(least)) if list.len() > 1 => format!(
                    "{} has the most, {}, and {} the least, {}.",
                    capital(&most.name),
                    figure(most.value),
                    least.name,
                    figure(least.value)
                ),
                _ => "There is nothing to compare.".to_owned(),
            };
            let definition = format!(
                "What the script adds to \u{201c}{words}\u{201d} for each card, in a game on average, or the ratio of the two sums that it adds up; \
                 with 95 % intervals.{left_out}"
            );
            let plot =
                Intervals { rows: plain(&list), unit: Unit::Plain, axis: words.clone(), reference: None };
            let drawn =
                Figure::new(&format!("{} by card", capital(&words)), reading, &definition, plot.draw());
            section.figures.push(drawn.with_table(&sheet.filtered(|row| rows[row].metric == metric)));
        }
    }
    section.figures.extend(ratios(results)?);
    Ok(section.if_any())
}

/// What the figures of a metric are called behind its word in the summary: those of ratios have nothing there.
const BEHIND: [&str; 8] = ["", "_p10", "_p50", "_p90", "_games", "_when", "_winners", "_others"];

/// Draws the ratios of two sums over all games.
fn ratios(results: &Results) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet(SummaryRow::TABLE) else { return Ok(None) };
    let values: Vec<OwnValueRow> = results.rows()?;
    let metrics = metrics(values.iter().map(|row| row.metric.as_str()));
    let is_of_metric = |word: &str| {
        metrics.iter().any(|metric| {
            word.strip_prefix(metric)
                .is_some_and(|behind| BEHIND.contains(&behind) || behind.starts_with("_seat_"))
        })
    };
    let rows: Vec<SummaryRow> = sheet.typed()?;
    let ratio = |row: &SummaryRow| {
        row.metric.strip_prefix("own_").filter(|word| !is_of_metric(word)).map(str::to_owned)
    };
    let list = figures_of(rows.iter().filter(|row| ratio(row).is_some()), |row| {
        (readable(&ratio(row).unwrap_or_default()), Bounded::from(row.value))
    });
    if list.is_empty() {
        return Ok(None);
    }
    let said: Vec<String> =
        list.iter().map(|named| format!("{} is {}", named.name, figure(named.value))).collect();
    let (list, left_out) = ends(list);
    let definition = format!(
        "Of each ratio that the script counts, the one sum over the other, over all games; with 95 % intervals.{left_out}"
    );
    let axis = "ratio".to_owned();
    let plot = Intervals { rows: plain(&list), unit: Unit::Plain, axis, reference: None };
    let drawn = Figure::new("Ratios", format!("{}.", capital(&said.join(", "))), &definition, plot.draw());
    Ok(Some(drawn.with_table(&sheet.filtered(|row| ratio(&rows[row]).is_some()))))
}

/// Returns the metrics in order, each once.
fn metrics<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut metrics: Vec<&str> = words.collect();
    metrics.dedup();
    metrics
}

/// Returns the mean of values with their numbers.
fn mean(values: &[(f64, f64)]) -> Option<f64> {
    let all: f64 = values.iter().map(|(_, count)| count).sum();
    (all > 0.0).then(|| values.iter().map(|(value, count)| value * count).sum::<f64>() / all)
}

/// Returns where most values lie, in words.
fn spread(values: &[(f64, f64)], counted: &str) -> String {
    let at = |share| figure(quantile(values, share).unwrap_or(0.0));
    format!("half of the {counted} have at most {}, nine in ten {} to {}.", at(0.5), at(0.05), at(0.95))
}

fn of_games(metric: &str, values: &[(f64, f64)]) -> Figure {
    let words = readable(metric);
    let average = mean(values).unwrap_or(0.0);
    let reading = format!("{} on average; {}", figure(average), spread(values, "games"));
    let marks = vec![(average, format!("mean: {}", figure(average)))];
    let plot = Histogram::new(values, &words, marks).draw();
    let definition = format!("In how many games the script added up each value of \u{201c}{words}\u{201d}.");
    Figure::new(&format!("{} in a game", capital(&words)), reading, &definition, plot)
}

fn of_seats(metric: &str, seats: &[(f64, f64)], winners: &[(f64, f64)]) -> Figure {
    let words = readable(metric);
    let average = mean(seats).unwrap_or(0.0);
    let sum = |values: &[(f64, f64)]| -> (f64, f64) {
        values.iter().fold((0.0, 0.0), |(sum, all), (value, count)| (sum + value * count, all + count))
    };
    let ((sum_of_all, all), (sum_of_winners, won)) = (sum(seats), sum(winners));
    let others = (all > won).then(|| (sum_of_all - sum_of_winners) / (all - won));
    let mut reading = format!("{} on average; {}", figure(average), spread(seats, "seats"));
    let mut marks = vec![(average, format!("mean: {}", figure(average)))];
    if let Some((winners, others)) = mean(winners).zip(others) {
        reading += &format!(" Winners have {} on average, the others {}.", figure(winners), figure(others));
        marks = vec![
            (winners, format!("winners: {}", figure(winners))),
            (others, format!("others: {}", figure(others))),
        ];
    }
    let lines = if marks.len() > 1 {
        " The dashed lines are the means of the seats that win and of the others."
    } else {
        ""
    };
    let definition = format!(
        "For how many seats of games the script added up each value of \u{201c}{words}\u{201d}.{lines}"
    );
    let plot = Histogram::new(seats, &words, marks).counting("seats").draw();
    Figure::new(&format!("{} of a seat", capital(&words)), reading, &definition, plot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_parted_by_who_wins() {
        let seats = [(0.0, 6.0), (2.0, 2.0), (4.0, 2.0)];
        assert_eq!(mean(&seats), Some(1.2));
        let drawn = of_seats("gold_left", &seats, &[(2.0, 1.0), (4.0, 1.0)]);
        assert_eq!(
            drawn.reading,
            "1.20 on average; half of the seats have at most 0, nine in ten 0 to 4. Winners have 3 on average, the others \
             0.750."
        );
        assert_eq!(drawn.title, "Gold left of a seat");
        assert_eq!(mean(&[]), None);
    }
}
