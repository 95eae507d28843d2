//! The winner of the tournament, and who beats whom.

use super::show::{Named, listed};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell, Intervals, Point, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::verdicts::{self, AtSize, Known, Pair, Ranked, known_pairs, pairs_reading, verdict_of};
use crate::html::words::{Unit, figure};
use crate::text::early_stop;
use crate::tournament::{PairRow, PayoffRow, RatingRow};
use ludometer_run::Form;
use ludometer_stats::{Cell, Row as _};

/// Returns who won, in a sentence.
pub(in crate::html) fn headline(results: &Results) -> Result<Option<String>, ResultsError> {
    let Some(sheet) = results.sheet(RatingRow::TABLE) else { return Ok(None) };
    let rows = results.rows::<RatingRow>()?;
    let Some((_, own)) = scopes(sheet, &rows, |row| &row.players).into_iter().next() else { return Ok(None) };
    let ranked = own.rows.iter().copied().filter_map(|row| {
        let (name, forfeits) = (row.strategy.as_str(), results.forfeits(&row.strategy));
        let &RatingRow { win_rate, interval, .. } = row;
        Some(Ranked { name, win_rate, interval, expected: row.expected_rate?, forfeits })
    });
    let bots = ranked.collect();
    let pairs_of_bots = results.rows::<PairRow>()?;
    let (pairs, sizes) = (pairs(&pairs_of_bots), sizes(results, &pairs_of_bots));
    let margin = results.record.until.map_or(0.0, |until| until.margin);
    let (distinct, form) = (results.record.distinct_games, results.record.form);
    Ok(Known::of(verdicts::Results { bots, pairs, sizes, margin, distinct, form }).reading())
}

/// Returns the results of the pairs at each number of players, where there are several and the number of games was settled
/// before the first: intervals of one look at all games don't hold where these ended because of what was seen.
fn sizes<'a>(results: &Results, rows: &'a [PairRow]) -> Vec<AtSize<'a>> {
    let mut sizes: Vec<AtSize<'_>> = Vec::new();
    if results.record.until.is_some() {
        return sizes;
    }
    for row in rows {
        let players = row.players.to_string();
        // The rows over all of them are no number of players.
        let (Some(value), Some(interval), Ok(_)) = (row.difference, row.interval, players.parse::<usize>())
        else {
            continue;
        };
        let found = (row.strategy.as_str(), row.opponent.as_str(), value, interval);
        match sizes.iter_mut().find(|size| size.players == players) {
            Some(size) => size.differences.push(found),
            None => sizes.push(AtSize { players, differences: vec![found] }),
        }
    }
    if sizes.len() < 2 { Vec::new() } else { sizes }
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Who won the tournament?", Vec::new());
    let ratings_rows = results.rows::<RatingRow>()?;
    let mut names: Vec<&str> = ratings_rows.iter().map(|row| row.strategy.as_str()).collect();
    names.retain(|name| results.forfeits(name) == 0);
    // Each stands there once for each number of players.
    names.sort_unstable();
    names.dedup();
    let pairs_of_bots = results.rows::<PairRow>()?;
    let pairs = known_pairs(&names, pairs(&pairs_of_bots), &sizes(results, &pairs_of_bots));
    if let Some(sheet) = results.sheet(RatingRow::TABLE) {
        for (players, own) in scopes(sheet, &ratings_rows, |row| &row.players) {
            section.figures.extend(ratings(&own, &players, (&names, &pairs), results.record.form));
        }
    }
    if let Some(sheet) = results.sheet(PayoffRow::TABLE) {
        for (players, own) in scopes(sheet, &results.rows::<PayoffRow>()?, |row| &row.players) {
            let kind = (results.record.form, results.record.until.is_some());
            section.figures.push(payoff(&own, &players, &pairs, kind));
        }
    }
    let record = &results.record;
    let is_early = record.settled && record.deals_done < record.deals;
    if let Some(figure) = section.figures.first_mut().filter(|_| is_early && record.until.is_some()) {
        figure.reading += &format!(" {}", early_stop(&[]));
    }
    Ok(section.if_any())
}

/// Returns the pairs whose order was watched, each reported once in the order of the file, with what is known of them.
fn pairs(rows: &[PairRow]) -> Vec<Pair<'_>> {
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for row in rows {
        let (first, second) = (row.strategy.as_str(), row.opponent.as_str());
        let known = pairs.iter().any(|pair| (pair.0, pair.1) == (second, first));
        if let Some(verdict) = row.verdict.as_deref().and_then(verdict_of).filter(|_| !known) {
            pairs.push((first, second, verdict));
        }
    }
    pairs
}

/// The rows of one scope: over all numbers of players or at one.
struct Scope<'a, R> {
    rows: Vec<&'a R>,
    sheet: CsvTable,
}

/// Returns the rows over all numbers of players, or those of the only one, which come first; then those of each number
/// of players; each with its words for titles and sentences.
fn scopes<'a, R>(
    sheet: &CsvTable,
    rows: &'a [R],
    players: impl Fn(&R) -> &Cell,
) -> Vec<(String, Scope<'a, R>)> {
    let mut names: Vec<&Cell> = Vec::new();
    for row in rows {
        if !names.contains(&players(row)) {
            names.push(players(row));
        }
    }
    let own = |(i, name): (usize, &&Cell)| {
        let words = if i == 0 { String::new() } else { format!(" with {name} players") };
        let is_own = |row: usize| players(&rows[row]) == *name;
        let sheet = sheet.filtered(is_own);
        (words, Scope { rows: rows.iter().filter(|row| players(row) == *name).collect(), sheet })
    };
    names.iter().enumerate().map(own).collect()
}

/// `names` are the bots that are compared.
fn ratings(
    own: &Scope<'_, RatingRow>,
    players: &str,
    (names, pairs): (&[&str], &[Pair<'_>]),
    form: Form,
) -> Option<Figure> {
    let rated = |row: &&RatingRow| {
        let interval = row.rating_low.zip(row.rating_high);
        Some((Named { name: row.strategy.clone(), value: row.rating?, interval }, row.rating_low))
    };
    let mut list: Vec<(Named, Option<f64>)> = own.rows.iter().filter_map(rated).collect();
    list.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
    // Who failed is compared with nobody.
    let compared = || list.iter().filter(|(one, _)| names.contains(&one.name.as_str()));
    let (best, low) = compared().next().or(list.first())?;
    // Who has won all games has no upper end.
    let value = match (best.interval, low) {
        (None, Some(low)) => format!("above {}", figure(low.round())),
        _ => figure(best.value.round()),
    };
    let equal: Vec<String> = compared()
        .filter(|(one, _)| one.value.round() >= best.value.round())
        .map(|(one, _)| one.name.clone())
        .collect();
    let mut reading = match (compared().count(), equal.len()) {
        (some, _) if some < 2 && some < list.len() => "No two bots that did not fail were rated.".to_owned(),
        (_, 0 | 1) => format!("{} has the highest rating{players}, {value}.", best.name),
        _ => format!("{} have the highest rating{players}, {value}.", listed(&equal)),
    };
    let of_best = |pair: &&Pair<'_>| players.is_empty() && (pair.0 == best.name || pair.1 == best.name);
    let of_best: Vec<Pair<'_>> = pairs.iter().filter(of_best).copied().collect();
    if !of_best.is_empty() {
        let pairs = pairs_reading(&of_best, form);
        // A sentence of its own has a capital.
        reading += &if pairs.starts_with(char::is_uppercase) {
            format!(" {pairs}")
        } else {
            format!(" Of its pairs: {pairs}")
        };
    }
    let row = |(one, _): &(Named, Option<f64>)| Row {
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
    let source = if form.is_alone() {
        "It comes from all pairs of bots that played the same deals, each by itself"
    } else {
        "It comes from all places in all games, not from the wins alone"
    };
    let definition = format!(
        "Playing strength as one number, on the scale of chess: a bot that is 400 points ahead of another finishes ahead of it ten \
         times for each time that it finishes behind. {source}, with its 95 % interval; a bot that has won or lost all games has \
         an open end and is drawn without an interval."
    );
    let title = format!("Ratings{players}");
    Some(Figure::new(&title, reading, &definition, plot.draw()).with_table(&own.sheet))
}

/// `is_until` is true for a tournament that ends by what is seen.
fn payoff(
    own: &Scope<'_, PayoffRow>,
    players: &str,
    pairs: &[Pair<'_>],
    (form, is_until): (Form, bool),
) -> Figure {
    let mut bots: Vec<String> = Vec::new();
    for bot in own.rows.iter().map(|row| &row.strategy).chain(own.rows.iter().map(|row| &row.opponent)) {
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    let number = |name: &str| bots.iter().position(|bot| bot == name).unwrap_or(0);
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        bots.iter().map(|_| bots.iter().map(|_| None).collect()).collect();
    for PayoffRow { strategy, opponent, payoff, interval, .. } in &own.rows {
        let Some(value) = *payoff else { continue };
        let range = interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let share = Unit::Share.text(value);
        let note = if form.is_scored() {
            format!("of two in the same deal, {strategy} {} than {opponent} in {share}{range}", form.excels())
        } else {
            format!("of the games that {strategy} or {opponent} won, {strategy} won {share}{range}")
        };
        cells[number(strategy)][number(opponent)] = Some(HeatCell {
            text: Unit::Share.text(value),
            below: interval.map(|interval| Unit::Share.range(interval)),
            note,
            weight: (value - 0.5) * 2.0,
            is_marked: false,
        });
    }
    let reading = if pairs.is_empty() {
        format!("The colour tells who {}.", form.excels())
    } else if players.is_empty() {
        pairs_reading(pairs, form)
    } else {
        "Which bot of a pair is certainly better is known only for the games of all numbers of players together.".to_owned()
    };
    let axes = ("bot".to_owned(), "against opponent".to_owned());
    let heat = Heat { rows: bots.clone(), columns: bots, cells, axes };
    let excels = form.excels();
    let what = if form.is_scored() {
        format!(
            "Of the deals that both bots played, the share in which the bot of the row {excels}, level ones being half."
        )
    } else {
        "Of the games that one of the two won, the share won by the bot of the row.".to_owned()
    };
    let looks = if is_until { ", however often one looks," } else { "" };
    let definition = format!(
        "{what} 50 % is even; the further from it, the deeper the colour. Each interval is that of one pair alone, looked at once. \
         A pair is open until it is certain{looks} over all pairs together who {excels}, which takes more games."
    );
    let title = format!("Who beats whom{players}");
    Figure::new(&title, reading, &definition, heat.draw()).with_table(&own.sheet)
}
