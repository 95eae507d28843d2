//! Luck or skill.

use super::show::{Named, against, figures_of, listed, plain};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Intervals, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, sentence};
use ludometer_run::{SkillRow, VarianceRow};
use ludometer_stats::{Bounded, Row as _};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Luck or skill?", Vec::new());
    if let Some(sheet) = results.sheet(VarianceRow::TABLE) {
        section.figures.extend(sources(sheet, &sheet.typed()?));
    }
    if let Some(sheet) = results.sheet(SkillRow::TABLE) {
        section.figures.push(ladder(&sheet.typed()?).with_table(sheet));
    }
    Ok(section.if_any())
}

/// Returns a source in words.
fn source(name: &str) -> String {
    match name {
        "bot" => "Which bot plays".to_owned(),
        "seat" => "The seat".to_owned(),
        "deal" => "The deal".to_owned(),
        "draws" => "Draws and dice after it".to_owned(),
        "interplay" => "Combinations of these".to_owned(),
        "ties" => "What the bots choose by chance".to_owned(),
        other => sentence(other),
    }
}

/// Returns a figure for the ladder of bots and one for the run's own.
fn sources(sheet: &CsvTable, rows: &[VarianceRow]) -> Vec<Figure> {
    let whole =
        [("", "Where outcomes come from"), ("ladder", "Where outcomes come from, with bots of all levels")];
    let own = (VarianceRow::OWN, "Where outcomes come from, with this run's bots");
    let mut figures = Vec::new();
    for (name, title) in whole.into_iter().chain([own]) {
        // The line-ups of the ladder stand with it in the table.
        let is_shown = |row: &VarianceRow| row.among == name || (name == "ladder" && row.among != own.0);
        let shown: Vec<&VarianceRow> = rows.iter().filter(|row| is_shown(row)).collect();
        let list = figures_of(shown.iter().copied().filter(|row| row.among == name), |row| {
            (source(&row.source), row.share)
        });
        let table = sheet.filtered(|row| is_shown(&rows[row]));
        figures.extend(sources_of(&list, &shown, title).map(|figure| figure.with_table(&table)));
    }
    figures
}

fn sources_of(list: &[Named], shown: &[&VarianceRow], title: &str) -> Option<Figure> {
    if list.is_empty() {
        return None;
    }
    let explain = |one: &Named| format!("{} {}", lower(&one.name), Unit::Share.text(one.value));
    let all: Vec<String> = list.iter().map(explain).collect();
    let mut reading = if list.iter().all(|one| one.value == 0.0) {
        "All outcomes are the same.".to_owned()
    } else {
        format!("The differences between outcomes come from: {}.", listed(&all))
    };
    let line_ups = by_line_up(shown);
    if line_ups.len() > 1 {
        reading += &format!(" Which bot plays, by line-up: {}.", listed(&line_ups));
    }
    let plot = Intervals {
        rows: plain(list),
        unit: Unit::Share,
        axis: "share of the variance of outcomes".to_owned(),
        reference: None,
    };
    let definition = "Where the differences between the seats' results come from. The same deals are played again: with the bots in \
                      other seats, with other draws and dice, and with nothing changed but what the bots choose by chance, \
                      among actions that they hold to be equally good. Combinations: what a bot, a seat, a deal and draws \
                      bring about together and none of them alone. How much the bot explains depends on how unequal these bots are: \
                      random ones beside good ones make it much in almost any game.";
    Some(Figure::new(title, reading, definition, plot.draw()))
}

/// Returns what the bots explain in each line-up of a ladder.
fn by_line_up(rows: &[&VarianceRow]) -> Vec<String> {
    let is_line_up = |row: &&&VarianceRow| {
        row.source == "bot" && !["", "ladder", "this run"].contains(&row.among.as_str())
    };
    let share = |row: &&VarianceRow| Some(format!("{} {}", row.among, Unit::Share.text(row.share.value?)));
    rows.iter().filter(is_line_up).filter_map(share).collect()
}

/// Returns the text with a small letter first.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn ladder(rows: &[SkillRow]) -> Figure {
    let list = figures_of(rows, |row| {
        let rate = Bounded { value: row.rate, interval: row.interval };
        (format!("{} against {}", row.strategy, row.opponent), rate.less(row.fair))
    });
    let gain: Vec<String> =
        list.iter().map(|one| format!("{} {} points", one.name, Unit::Points.text(one.value))).collect();
    let reading = if gain.is_empty() {
        "There is no fair share of the wins here.".to_owned()
    } else {
        format!("Wins above the fair share, step by step: {}.", listed(&gain))
    };
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
    Figure::new("The ladder of skill", reading, definition, plot.draw())
}
