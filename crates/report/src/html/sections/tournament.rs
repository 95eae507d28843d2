//! Who won the tournament, and who beats whom.

use std::collections::BTreeSet;

use super::show::{Named, named};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell, Intervals, Point, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::verdicts::{self, AtSize, Known, Pair, Ranked, known_pairs, pairs_reading, verdict_of};
use crate::html::words::{Unit, figure};
use crate::text::early_stop;

/// Returns who won, in a sentence.
pub(in crate::html) fn headline(results: &Results) -> Result<Option<String>, ResultsError> {
    let Some(sheet) = results.sheet("ratings") else { return Ok(None) };
    let Some((own, _)) = scopes(sheet)?.into_iter().next() else { return Ok(None) };
    let (names, win_rates) = (own.texts("strategy")?, own.numbers("win_rate")?);
    let (intervals, expected) = (own.intervals("ci_low", "ci_high")?, own.numbers("expected_rate")?);
    let bots: Vec<Ranked<'_>> = (0..names.len())
        .filter_map(|row| {
            let (win_rate, interval) = (win_rates[row], intervals[row]);
            let (name, forfeits) = (names[row], results.forfeits(names[row]));
            Some(Ranked { name, win_rate, interval, expected: expected[row]?, forfeits })
        })
        .collect();
    let (pairs, sizes) = (pairs(results)?, sizes(results)?);
    let margin = results.record["until"]["margin"].as_f64().unwrap_or(0.0);
    let distinct = results.count("distinct_games");
    Ok(Known::of(verdicts::Results { bots, pairs, sizes, margin, distinct }).reading())
}

/// Returns the results of the pairs at each number of players, where there are several and the number of games was settled
/// before the first: intervals of one look at all games don't hold where these ended because of what was seen.
fn sizes(results: &Results) -> Result<Vec<AtSize<'_>>, ResultsError> {
    let mut sizes: Vec<AtSize<'_>> = Vec::new();
    let Some(sheet) = results.sheet("pairs").filter(|_| results.record["until"].is_null()) else {
        return Ok(sizes);
    };
    // The rows over all of them are no number of players.
    let numbers = sheet.texts("players")?.into_iter().filter(|players| players.parse::<usize>().is_ok());
    if numbers.collect::<BTreeSet<_>>().len() < 2 {
        return Ok(sizes);
    }
    let (ours, theirs) = (sheet.texts("strategy")?, sheet.texts("opponent")?);
    let (values, intervals) = (sheet.numbers("difference")?, sheet.intervals("ci_low", "ci_high")?);
    for (row, players) in sheet.texts("players")?.into_iter().enumerate() {
        let (Some(value), Some(interval)) = (values[row], intervals[row]) else { continue };
        if players.parse::<usize>().is_err() {
            continue;
        }
        let found = (ours[row], theirs[row], value, interval);
        match sizes.iter_mut().find(|size| size.players == players) {
            Some(size) => size.differences.push(found),
            None => sizes.push(AtSize { players: players.to_owned(), differences: vec![found] }),
        }
    }
    Ok(sizes)
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Who won the tournament?", Vec::new());
    let ratings_sheet = results.sheet("ratings");
    let mut names = ratings_sheet.map_or_else(|| Ok(Vec::new()), |sheet| sheet.texts("strategy"))?;
    names.retain(|name| results.forfeits(name) == 0);
    // Each stands there once for each number of players.
    names.sort_unstable();
    names.dedup();
    let pairs = known_pairs(&names, pairs(results)?, &sizes(results)?);
    if let Some(sheet) = ratings_sheet {
        for (own, players) in scopes(sheet)? {
            section.figures.extend(ratings(&own, &players, &pairs)?);
        }
    }
    if let Some(sheet) = results.sheet("payoff") {
        for (own, players) in scopes(sheet)? {
            section.figures.push(payoff(&own, &players, &pairs)?);
        }
    }
    let record = &results.record;
    let is_early = record["settled"] == true && record["deals_done"].as_u64() < record["deals"].as_u64();
    if let Some(figure) = section.figures.first_mut().filter(|_| is_early && !record["until"].is_null()) {
        figure.reading += &format!(" {}", early_stop(&[]));
    }
    Ok(section.if_any())
}

/// Returns the pairs whose order was watched, each reported once in the order of the file, with what is known of them.
fn pairs(results: &Results) -> Result<Vec<Pair<'_>>, ResultsError> {
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    let Some(sheet) = results.sheet("pairs") else { return Ok(pairs) };
    let (ours, theirs) = (sheet.texts("strategy")?, sheet.texts("opponent")?);
    for (row, word) in sheet.texts("verdict")?.into_iter().enumerate() {
        let (first, second) = (ours[row], theirs[row]);
        let known = pairs.iter().any(|pair| (pair.0, pair.1) == (second, first));
        if let Some(verdict) = verdict_of(word).filter(|_| !known) {
            pairs.push((first, second, verdict));
        }
    }
    Ok(pairs)
}

/// Returns the rows over all numbers of players, or those of the only one, which come first; then those of each number
/// of players, with its words for titles and sentences.
fn scopes(sheet: &CsvTable) -> Result<Vec<(CsvTable, String)>, ResultsError> {
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

fn ratings(sheet: &CsvTable, players: &str, pairs: &[Pair<'_>]) -> Result<Option<Figure>, ResultsError> {
    let intervals = sheet.intervals("rating_low", "rating_high")?;
    let mut list = named(sheet.texts("strategy")?, &sheet.numbers("rating")?, &intervals);
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
    let [best, ..] = &list[..] else { return Ok(None) };
    // Who has won all games has no upper end.
    let (names, lows) = (sheet.texts("strategy")?, sheet.numbers_if_any("rating_low")?);
    let low = names.iter().zip(lows).find(|(name, _)| **name == best.name).and_then(|(_, low)| low);
    let value = match (best.interval, low) {
        (None, Some(low)) => format!("above {}", figure(low.round())),
        _ => figure(best.value.round()),
    };
    let mut reading = format!("{} has the highest rating{players}, {value}.", best.name);
    let own = |pair: &&Pair<'_>| players.is_empty() && (pair.0 == best.name || pair.1 == best.name);
    let own: Vec<Pair<'_>> = pairs.iter().filter(own).copied().collect();
    if !own.is_empty() {
        let pairs = pairs_reading(&own);
        // A sentence of its own has a capital.
        reading += &if pairs.starts_with(char::is_uppercase) {
            format!(" {pairs}")
        } else {
            format!(" Of its pairs: {pairs}")
        };
    }
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
    let definition = "Playing strength as one number, on the scale of chess: who is 400 points ahead of another is placed before \
                      it ten times for each time that it is placed behind it. It comes from all places in all games, not from the \
                      wins alone, with its 95 % interval; who has won or lost all games has an open end and is drawn without an \
                      interval.";
    let title = format!("Ratings{players}");
    Ok(Some(Figure::new(&title, reading, definition, plot.draw()).with_table(sheet)))
}

fn payoff(sheet: &CsvTable, players: &str, pairs: &[Pair<'_>]) -> Result<Figure, ResultsError> {
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
    for (row, value) in values.iter().enumerate() {
        let Some(value) = *value else { continue };
        let interval =
            intervals[row].map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let (i, j) = (number(ours[row]), number(theirs[row]));
        let note = format!(
            "of the games that {} or {} won, {} won {}{interval}",
            ours[row],
            theirs[row],
            ours[row],
            Unit::Share.text(value)
        );
        let below = intervals[row].map(|interval| Unit::Share.range(interval));
        cells[i][j] = Some(HeatCell {
            text: Unit::Share.text(value),
            below,
            note,
            weight: (value - 0.5) * 2.0,
            is_marked: false,
        });
    }
    let reading = if pairs.is_empty() {
        "The colour tells who won more.".to_owned()
    } else if players.is_empty() {
        pairs_reading(pairs)
    } else {
        "Which bot of a pair is certainly better is known only for the games of all numbers of players together.".to_owned()
    };
    let axes = ("bot".to_owned(), "against opponent".to_owned());
    let heat = Heat { rows: bots.clone(), columns: bots, cells, axes };
    let definition = "Of the games that one of the two won, the share won by the bot of the row. 50 % is even; the further from it, \
                      the deeper the colour. A pair is open until it is certain who wins more, however often one looks and over all \
                      pairs together.";
    let title = format!("Who beats whom{players}");
    Ok(Figure::new(&title, reading, definition, heat.draw()).with_table(sheet))
}
