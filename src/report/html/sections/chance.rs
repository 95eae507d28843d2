//! Luck or skill.

use super::show::{against, named, plain};
use crate::report::html::figure::{Figure, Section};
use crate::report::html::plot::{Intervals, Row};
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::sheet::Sheet;
use crate::report::html::words::{Unit, sentence};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Luck or skill?", Vec::new());
    if let Some(sheet) = results.sheet("variance") {
        section.figures.extend(sources(sheet)?);
    }
    if let Some(sheet) = results.sheet("skill") {
        section.figures.push(ladder(sheet)?);
    }
    Ok(section.if_any())
}

/// A source in words.
fn source(name: &str) -> String {
    match name {
        "deal" => "The deal".to_owned(),
        "draws" => "Draws and dice after it".to_owned(),
        "choices" => "Choices".to_owned(),
        other => sentence(other),
    }
}

/// One figure for each line-up: the sources say after them which it is, the run's own says nothing.
fn sources(sheet: &Sheet) -> Result<Vec<Figure>, ResultsError> {
    let names = sheet.texts("source")?;
    let line_up = |row: usize| names[row].find(" (").map_or("", |at| &names[row][at..]);
    let mut line_ups: Vec<&str> = Vec::new();
    for row in 0..names.len() {
        if !line_ups.contains(&line_up(row)) {
            line_ups.push(line_up(row));
        }
    }
    let one = |of: &&str| sources_of(&sheet.filtered(|row| line_up(row) == *of), of);
    line_ups.iter().map(one).collect()
}

fn sources_of(sheet: &Sheet, line_up: &str) -> Result<Figure, ResultsError> {
    let names = sheet.texts("source")?;
    let names = names.iter().map(|name| source(name.strip_suffix(line_up).unwrap_or(name)));
    let list = named(names, &sheet.numbers("share")?, &sheet.intervals("ci_low", "ci_high")?);
    let most = list.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    let reading = most.map_or_else(String::new, |most| {
        let name = most.name.to_lowercase();
        format!(
            "Most of the difference between outcomes comes from {name}: {}.",
            Unit::Share.text(most.value)
        )
    });
    let plot = Intervals {
        rows: plain(&list),
        unit: Unit::Share,
        axis: "share of the variance of outcomes".to_owned(),
        reference: None,
    };
    let definition = "Where the differences between outcomes come from: the same deals are played again with other luck and with the \
                      bots in other seats, and it is counted how much of the outcome changes with each. Bots that play alike differ \
                      only in what they choose among equally good actions, which counts as choices too.";
    let title = format!("Where outcomes come from{line_up}");
    Ok(Figure::new(&title, reading, definition, plot.draw()).with_table(sheet))
}

fn ladder(sheet: &Sheet) -> Result<Figure, ResultsError> {
    let (ours, theirs) = (sheet.texts("strategy")?, sheet.texts("opponent")?);
    let names = ours.iter().zip(&theirs).map(|(a, b)| format!("{a} against {b}"));
    let (rates, fair) = (sheet.numbers("rate")?, sheet.numbers("fair")?);
    let less = |x: Option<f64>, i: usize| Some(x? - fair[i]?);
    let above: Vec<_> = rates.iter().enumerate().map(|(i, x)| less(*x, i)).collect();
    let intervals = sheet.intervals("ci_low", "ci_high")?;
    let interval = |(i, x): (usize, &Option<(f64, f64)>)| {
        let (low, high) = (*x)?;
        Some((less(Some(low), i)?, less(Some(high), i)?))
    };
    let intervals: Vec<_> = intervals.iter().enumerate().map(interval).collect();
    let list = named(names, &above, &intervals);
    let gain: Vec<String> =
        list.iter().map(|one| format!("{} {} points", one.name, Unit::Points.text(one.value))).collect();
    let reading = format!("Wins above the fair share, step by step: {}.", super::show::listed(&gain));
    // Long names of bots must fit.
    let short = |row: Row| Row { label: row.label.replace(" against ", " v. "), ..row };
    let rows = against(&list, 0.0, list.len()).into_iter().map(short);
    let plot = Intervals {
        rows: rows.collect(),
        unit: Unit::Points,
        axis: "wins above the fair share, in percentage points".to_owned(),
        reference: Some((0.0, "no better".to_owned())),
    };
    let definition = "One seat plays the stronger bot, the others the weaker one. The more it wins above its fair share, the more \
                      choosing well pays in this game; a ladder that ends early is a game with little to choose.";
    Ok(Figure::new("The ladder of skill", reading, definition, plot.draw()).with_table(sheet))
}
