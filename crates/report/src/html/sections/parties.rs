//! Those who win and lose as one, sides and whole tables, and those who lose.

use super::length::quantile;
use super::show::{Named, against, clearest, figures_of, plain};
use crate::html::chance::{Verdict, apart};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Histogram, Intervals};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, capital, figure};
use ludometer_model::player;
use ludometer_stats::{LossRow, Row, ScoreRow, SideRow, SummaryRow, catalogue};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let (won, scores) = (won(results)?, scores(results)?);
    let is_solo = results.record.is_solo();
    let (sides, losses) = (sides(results)?, losses(results)?);
    let title = match (&won, &scores, &sides) {
        (Some(_), ..) => "How often is it won?",
        (None, Some(_), _) if is_solo => "What is scored?",
        (None, Some(_), _) => "What does the table score?",
        (None, None, Some(_)) => "Which side wins?",
        (None, None, None) => "Who loses?",
    };
    let figures = [won, scores, sides, losses].into_iter().flatten().collect();
    Ok(Section::new(title, figures).if_any())
}

/// Returns how often a table wins that plays together.
fn won(results: &Results) -> Result<Option<Figure>, ResultsError> {
    let is_together = results.is_together()?;
    let summary = results.rows::<SummaryRow>()?;
    let Some(row) = summary.iter().filter(|_| is_together).find(|row| row.metric == catalogue::WON.id) else {
        return Ok(None);
    };
    let who = if results.record.is_solo() { "player" } else { "table" };
    let list = figures_of([row], |row| (format!("the {who}"), row.value.into()));
    let Some(table) = list.first() else { return Ok(None) };
    let interval = table.interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
    let reading = format!("The {who} wins {} of the games{interval}.", Unit::Share.text(table.value));
    let plot = Intervals {
        rows: plain(&list),
        unit: Unit::Share,
        axis: "share of games won".to_owned(),
        reference: None,
    };
    let definition = if results.record.is_solo() {
        "Share of the games that the player wins, with its 95 % interval."
    } else {
        "Share of the games that the players win together, with its 95 % interval."
    };
    Ok(Some(Figure::new(&format!("How often the {who} wins"), reading, definition, plot.draw())))
}

/// Returns the scores of tables that play together for one.
fn scores(results: &Results) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet(ScoreRow::TABLE) else { return Ok(None) };
    let rows: Vec<ScoreRow> = sheet.typed()?;
    let values: Vec<(f64, f64)> = rows.iter().map(|row| (row.score, row.games as f64)).collect();
    let [low, half, high] = [0.05, 0.5, 0.95].map(|share| quantile(&values, share).unwrap_or(0.0));
    let reading = format!(
        "Half of the games end with at most {}, nine in ten with {} to {}.",
        figure(half),
        figure(low),
        figure(high)
    );
    let mut marks = vec![(low, format!("5 %: {}", figure(low))), (half, format!("median: {}", figure(half)))];
    marks.push((high, format!("95 %: {}", figure(high))));
    marks.dedup_by(|a, b| a.0 == b.0);
    let (title, axis) = if results.record.is_solo() {
        ("Score of the player", "score of the player")
    } else {
        ("Score of the table", "score of the table")
    };
    let plot = Histogram::new(&values, axis, marks).draw();
    let definition = "How many games ended with which score.";
    Ok(Some(Figure::new(title, reading, definition, plot).with_table(sheet)))
}

/// Returns how often each side wins: against an even part where sides are fixed.
fn sides(results: &Results) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet(SideRow::TABLE) else { return Ok(None) };
    let rows: Vec<SideRow> = sheet.typed()?;
    let list = figures_of(&rows, |row| (row.side.clone(), row.win_rate));
    let fair = rows.first().and_then(|row| row.expected_rate);
    let share = |x: f64| Unit::Share.text(x);
    let mut by_wins: Vec<_> = list.iter().collect();
    by_wins.sort_by(|a, b| b.value.total_cmp(&a.value));
    let reading = match (fair, by_wins.first()) {
        (Some(fair), _) => match clearest(&list, fair, list.len(), Verdict::Above) {
            Some(side) => format!(
                "The side of {} wins {} of the games, clearly more than an even {}.",
                side.name,
                share(side.value),
                Unit::Share.exact(fair)
            ),
            None => "No side clearly wins more than the others.".to_owned(),
        },
        // What drawn sides of different sizes should win, only the design knows.
        (None, Some(side)) => {
            let is_apart =
                |next: &&Named| apart((next.value, next.interval), (side.value, side.interval), list.len());
            if by_wins.get(1).is_none_or(is_apart) {
                format!("{} wins most, {} of the games.", capital(&side.name), share(side.value))
            } else {
                "No side clearly wins more than another: what was seen can be luck.".to_owned()
            }
        }
        (None, None) => String::new(),
    };
    let plot = Intervals {
        rows: fair.map_or_else(|| plain(&list), |fair| against(&list, fair, list.len())),
        unit: Unit::Share,
        axis: "share of games won".to_owned(),
        reference: fair.map(|fair| (fair, format!("even: {}", Unit::Share.exact(fair)))),
    };
    let definition = "Share of the games that each side wins, with its 95 % interval; a win that sides share is an equal part for each.";
    Ok(Some(Figure::new("Wins by side", reading, definition, plot.draw()).with_table(sheet)))
}

/// Returns how often each player loses, where the rules name losers.
fn losses(results: &Results) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet(LossRow::TABLE) else { return Ok(None) };
    let rows: Vec<LossRow> = sheet.typed()?;
    let list = figures_of(&rows, |row| (player(row.seat as usize), row.loss_rate));
    let even = list.iter().map(|seat| seat.value).sum::<f64>() / list.len().max(1) as f64;
    let reading = match clearest(&list, even, list.len(), Verdict::Above) {
        Some(seat) => format!(
            "{} loses {} of the games, clearly more than an even {}.",
            seat.name,
            Unit::Share.text(seat.value),
            Unit::Share.exact(even)
        ),
        None => "No player clearly loses more than the others.".to_owned(),
    };
    let plot = Intervals {
        rows: against(&list, even, list.len()),
        unit: Unit::Share,
        axis: "share of games lost".to_owned(),
        reference: Some((even, format!("even: {}", Unit::Share.exact(even)))),
    };
    let definition = "Share of the games that the player in each seat loses, alone or with others, with its 95 % interval.";
    Ok(Some(Figure::new("Losses by seat", reading, definition, plot.draw()).with_table(sheet)))
}
