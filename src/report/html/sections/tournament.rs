//! Who won the tournament, and who beats whom.

use super::show::{Named, listed, named};
use crate::report::html::figure::{Figure, Section};
use crate::report::html::plot::{Heat, HeatCell, Intervals, Point, Row};
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::sheet::Sheet;
use crate::report::html::words::{Unit, figure};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Who won the tournament?", Vec::new());
    if let Some(sheet) = results.sheet("ratings") {
        for (own, players) in scopes(sheet)? {
            section.figures.extend(ratings(&own, &players)?);
        }
    }
    if let Some(sheet) = results.sheet("payoff") {
        for (own, players) in scopes(sheet)? {
            section.figures.push(payoff(&own, &players)?);
        }
    }
    Ok(section.if_any())
}

/// The rows over all numbers of players, or those of the only one, which come first; then those of each number
/// of players, with its words for titles and sentences.
fn scopes(sheet: &Sheet) -> Result<Vec<(Sheet, String)>, ResultsError> {
    let scopes = sheet.texts("players")?;
    let mut names: Vec<&str> = Vec::new();
    for scope in &scopes {
        if !names.contains(scope) {
            names.push(scope);
        }
    }
    let own = |(i, name): (usize, &&str)| {
        let words = if i == 0 { String::new() } else { format!(" with {name} players") };
        (sheet.filtered(|row| scopes[row] == *name), words)
    };
    Ok(names.iter().enumerate().map(own).collect())
}

fn ratings(sheet: &Sheet, players: &str) -> Result<Option<Figure>, ResultsError> {
    let intervals = sheet.intervals("rating_low", "rating_high")?;
    let mut list = named(sheet.texts("strategy")?, &sheet.numbers("rating")?, &intervals);
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
    let [best, others @ ..] = &list[..] else { return Ok(None) };
    let low = |named: &Named| named.interval.map_or(named.value, |interval| interval.0);
    let high = |named: &Named| named.interval.map_or(named.value, |interval| interval.1);
    let close: Vec<String> =
        others.iter().filter(|other| high(other) >= low(best)).map(|other| other.name.clone()).collect();
    let reading = if close.is_empty() {
        format!(
            "{} has the highest rating{players}, {}; no other interval reaches up to its own.",
            best.name,
            figure(best.value.round())
        )
    } else {
        format!(
            "{} has the highest rating{players}, {}; but so close that their intervals touch: {}.",
            best.name,
            figure(best.value.round()),
            listed(&close)
        )
    };
    let row = |one: &Named| Row {
        label: one.name.clone(),
        value: one.value.round(),
        interval: one.interval,
        second: None,
        point: Point::Plain,
    };
    let plot = Intervals {
        rows: list.iter().map(row).collect(),
        unit: Unit::Plain,
        axis: "rating".to_owned(),
        reference: None,
    };
    let definition = "Playing strength as one number, on the scale of chess: who is 400 points ahead of another wins ten plays for \
                      each that the other wins. It comes from all places in all plays, with its 95 % interval.";
    let title = format!("Ratings{players}");
    Ok(Some(Figure::new(&title, reading, definition, plot.draw()).with_table(sheet)))
}

fn payoff(sheet: &Sheet, players: &str) -> Result<Figure, ResultsError> {
    let (ours, theirs) = (sheet.texts("strategy")?, sheet.texts("opponent")?);
    let (values, intervals) = (sheet.numbers("payoff")?, sheet.intervals("ci_low", "ci_high")?);
    let mut bots: Vec<String> = Vec::new();
    for bot in ours.iter().chain(&theirs) {
        if !bots.iter().any(|known| known == bot) {
            bots.push((*bot).to_owned());
        }
    }
    let number = |name: &str| bots.iter().position(|bot| bot == name).unwrap_or(0);
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        bots.iter().map(|_| bots.iter().map(|_| None).collect()).collect();
    let mut unsettled = Vec::new();
    for (row, value) in values.iter().enumerate() {
        let Some(value) = *value else { continue };
        let interval =
            intervals[row].map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let (i, j) = (number(ours[row]), number(theirs[row]));
        if i < j && intervals[row].is_none_or(|(low, high)| low <= 0.5 && high >= 0.5) {
            unsettled.push(format!("{} against {}", ours[row], theirs[row]));
        }
        let note = format!(
            "of the plays that {} or {} won, {} won {}{interval}",
            ours[row],
            theirs[row],
            ours[row],
            Unit::Share.text(value)
        );
        let below = intervals[row].map(|interval| Unit::Share.range(interval));
        cells[i][j] =
            Some(HeatCell { text: Unit::Share.text(value), below, note, weight: (value - 0.5) * 2.0 });
    }
    let reading = if unsettled.is_empty() {
        format!("In every pair one bot wins more than the other{players}, by more than its interval.")
    } else {
        format!("It may still be even{players}: {}.", listed(&unsettled))
    };
    let axes = ("bot".to_owned(), "against opponent".to_owned());
    let heat = Heat { rows: bots.clone(), columns: bots, cells, axes };
    let definition = "Of the plays that one of the two won, the share won by the bot of the row. 50 % is even; the further from it, \
                      the deeper the colour.";
    let title = format!("Who beats whom{players}");
    Ok(Figure::new(&title, reading, definition, heat.draw()).with_table(sheet))
}
