//! Who sits where: is a seat favoured?

use super::show::{against, clearest, named};
use crate::report::html::chance::Verdict;
use crate::report::html::figure::{Figure, Section};
use crate::report::html::plot::Intervals;
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::words::{Unit, thousands};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("seats") else { return Ok(None) };
    let names = sheet.texts("seat")?.into_iter().map(|seat| format!("seat {seat}"));
    let (rates, intervals) = (sheet.numbers("win_rate")?, sheet.intervals("ci_low", "ci_high")?);
    let plays = sheet.numbers("games")?.into_iter().flatten().fold(0.0, f64::max);
    let seats = sheet.rows.len();
    let fair = 1.0 / seats as f64;
    let list = named(names, &rates, &intervals);
    let share = |x: f64| Unit::Share.text(x);
    let above = clearest(&list, fair, seats, Verdict::Above);
    let below = clearest(&list, fair, seats, Verdict::Below);
    let says = |seat: &super::show::Named, word: &str| {
        let interval =
            seat.interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        format!(
            "{} wins {} of the plays{interval}, clearly {word} than the fair {}",
            seat.name,
            share(seat.value),
            Unit::Share.exact(fair)
        )
    };
    let reading = match (above, below) {
        (Some(above), Some(below)) => {
            format!(
                "{}; {} wins clearly less: {}.",
                capital(&says(above, "more")),
                below.name,
                share(below.value)
            )
        }
        (Some(above), None) => format!("{}.", capital(&says(above, "more"))),
        (None, Some(below)) => format!("{}.", capital(&says(below, "less"))),
        (None, None) => {
            let ends = list
                .iter()
                .fold((f64::MAX, f64::MIN), |(low, high), s| (low.min(s.value), high.max(s.value)));
            format!(
                "No seat clearly wins more or less than its fair {}: what was seen, {}, can be luck in {} plays.",
                Unit::Share.exact(fair),
                Unit::Share.range(ends),
                thousands(plays)
            )
        }
    };
    let plot = Intervals {
        rows: against(&list, fair, seats),
        unit: Unit::Share,
        axis: "share of plays won".to_owned(),
        reference: Some((fair, format!("fair: {}", Unit::Share.exact(fair)))),
    };
    let definition = "Share of the plays that each seat wins, with its 95 % interval; a play with several winners is shared \
                      among them. A triangle pointing up or down is clearly more or less than fair, a hollow circle is not.";
    let figure = Figure::new("Wins by seat", reading, definition, plot.draw())
        .with_table(sheet)
        .with_topics(&["seat", "first"]);
    Ok(Some(Section::new("Does the seat matter?", vec![figure])))
}

/// With a capital letter.
fn capital(text: &str) -> String {
    crate::report::html::words::sentence(text)
}
