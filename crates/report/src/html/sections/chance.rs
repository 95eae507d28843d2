//! Luck or skill.

use super::show::{Named, against, listed, named, plain};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Intervals, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, sentence};

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

/// Returns a source in words.
fn source(name: &str) -> String {
    match name {
        "bot" => "Which bot plays".to_owned(),
        "seat" => "Which seat it has".to_owned(),
        "deal" => "The deal".to_owned(),
        "draws" => "Draws and dice after it".to_owned(),
        "interplay" => "How these meet".to_owned(),
        "ties" => "The bots' own random numbers".to_owned(),
        other => sentence(other),
    }
}

/// Returns a figure for the ladder of bots and one for the run's own.
fn sources(sheet: &CsvTable) -> Result<Vec<Figure>, ResultsError> {
    let whole =
        [("", "Where outcomes come from"), ("ladder", "Where outcomes come from, with bots of all levels")];
    let own = ("this run", "Where outcomes come from, with this run's bots");
    // Earlier versions did not say among which bots.
    let among = if sheet.find("among").is_some() { sheet.texts("among")? } else { Vec::new() };
    let of = |row: usize| among.get(row).copied().unwrap_or_default();
    let mut figures = Vec::new();
    for (name, title) in whole.into_iter().chain([own]) {
        let rows = sheet.filtered(|row| of(row) == name);
        // The line-ups of the ladder stand with it in the table.
        let table = sheet.filtered(|row| of(row) == name || (name == "ladder" && of(row) != own.0));
        figures.extend(sources_of(&rows, &table, title)?);
    }
    Ok(figures)
}

fn sources_of(sheet: &CsvTable, table: &CsvTable, title: &str) -> Result<Option<Figure>, ResultsError> {
    let sources = sheet.texts("source")?;
    let names = sources.iter().map(|name| source(name));
    let list = named(names, &sheet.numbers("share")?, &sheet.intervals("ci_low", "ci_high")?);
    if list.is_empty() {
        return Ok(None);
    }
    let explain = |one: &Named| format!("{} {}", lower(&one.name), Unit::Share.text(one.value));
    let all: Vec<String> = list.iter().map(explain).collect();
    let mut reading = format!("Of the difference between outcomes comes from: {}.", listed(&all));
    let line_ups = by_line_up(table)?;
    if line_ups.len() > 1 {
        reading += &format!(" Which bot plays, by line-up: {}.", listed(&line_ups));
    }
    let plot = Intervals {
        rows: plain(&list),
        unit: Unit::Share,
        axis: "share of the variance of outcomes".to_owned(),
        reference: None,
    };
    let definition = "Where the differences between the seats' results come from. The same deals are played again: with the bots in \
                      other seats, with other draws and dice, and with nothing changed but the bots' own random numbers, by which they \
                      choose among actions that they hold to be equally good. How these meet: what comes of a bot, a seat, a deal and \
                      draws together and of none of them alone. In a game of skill the bot explains most, in one of chance nothing.";
    Ok(Some(Figure::new(title, reading, definition, plot.draw()).with_table(table)))
}

/// Returns what the bots explain in each line-up of a ladder.
fn by_line_up(sheet: &CsvTable) -> Result<Vec<String>, ResultsError> {
    if sheet.find("among").is_none() {
        return Ok(Vec::new());
    }
    let (among, sources, shares) = (sheet.texts("among")?, sheet.texts("source")?, sheet.numbers("share")?);
    let rows = among.iter().zip(sources).zip(shares);
    let of_bots =
        rows.filter(|((among, source), _)| *source == "bot" && !["ladder", "this run"].contains(among));
    Ok(of_bots
        .filter_map(|((among, _), share)| Some(format!("{among} {}", Unit::Share.text(share?))))
        .collect())
}

/// Returns the text with a small letter first.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn ladder(sheet: &CsvTable) -> Result<Figure, ResultsError> {
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
    let reading = format!("Wins above the fair share, step by step: {}.", listed(&gain));
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
