//! The seats: is one of them favoured?

use super::show::{Named, against, clearest, figures_of};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, capital, thousands};
use ludometer_model::{Sharing, player};
use ludometer_stats::{MetricRow, Row, SeatRow, StrategyRow, catalogue, mover};

pub(in crate::html) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(SeatRow::TABLE) else { return Ok(None) };
    if !has_fair_share(results)? {
        return Ok(None);
    }
    let rows: Vec<SeatRow> = sheet.typed()?;
    let list = figures_of(&rows, |row| (player(row.seat as usize), row.win_rate));
    let games = rows.iter().map(|row| row.games).max().unwrap_or(0);
    let order = by_order(results, &list)?;
    let mut definition = "Share of the games that each player wins (A, B, C ... sit in this order), with its 95 % interval; a game with several winners is shared \
                          among them. A triangle pointing up or down is clearly more or less than fair, a hollow circle is not."
        .to_owned();
    if order.is_some() {
        definition +=
            " Not every game begins with the same seat: whether it is good to go first, the next plot tells.";
    }
    let mut section = Section::new("Does the seat matter?", Vec::new());
    // Where losing is all that counts, the losses of seats say it, and where sides play, their wins.
    if !results.is_lost_alone()? && results.fixed_sides()? == 0 {
        let of = (games, results.record.distinct_games, results.sharing()?);
        let by_seat = shares("Wins by seat", "No player", &list, &definition, of);
        section.figures.push(by_seat.with_table(sheet));
    }
    section.figures.extend(order);
    Ok(section.if_any())
}

/// Returns true if bots have a fair share, which they don't where all seats win or lose together.
fn has_fair_share(results: &Results) -> Result<bool, ResultsError> {
    let bots = results.rows::<StrategyRow>()?;
    let is_fair = bots.iter().any(|bot| bot.expected_rate.is_some());
    Ok(is_fair || bots.iter().all(|bot| bot.games == 0))
}

/// Returns how often who moves first, second and so on wins; none where the order of play is that of the seats.
fn by_order(results: &Results, seats: &[Named]) -> Result<Option<Figure>, ResultsError> {
    let Some(metrics) = results.sheet(MetricRow::TABLE) else { return Ok(None) };
    let rows: Vec<MetricRow> = metrics.typed()?;
    let is_order = |row: &MetricRow| row.metric == catalogue::WIN_SHARE_BY_ORDER.id;
    let sheet = metrics.filtered(|row| is_order(&rows[row]));
    let who = |group: &str| match group.strip_prefix("order ").and_then(|place| place.parse::<usize>().ok()) {
        Some(place) => mover(place.saturating_sub(1), Some(seats.len())),
        None => group.to_owned(),
    };
    let of_order = || rows.iter().filter(|row| is_order(row));
    let mut list = figures_of(of_order(), |row| (who(&row.group), row.value));
    let same = list.iter().zip(seats).all(|(order, seat)| (order.value - seat.value).abs() < 1e-9);
    let sides = results.fixed_sides()?;
    // Who plays on a side wins with it: the shares of sides that are equally large are whole wins.
    if sides > 0 {
        if !seats.len().is_multiple_of(sides) {
            return Ok(None);
        }
        let whole = (seats.len() / sides) as f64;
        for one in &mut list {
            one.value *= whole;
            one.interval = one.interval.map(|(low, high)| (low * whole, (high * whole).min(1.0)));
        }
    }
    let games = of_order().map(|row| row.games).max().unwrap_or(0);
    if same || list.len() != seats.len() {
        return Ok(None);
    }
    let definition = "Share of the games won by whoever moves first, second and so on, wherever they sit, with its 95 % interval. The \
                      first line answers whether it is good to go first.";
    let of = (games, results.record.distinct_games, results.sharing()?);
    let figure = shares("Wins by order of play", "No place in the order of play", &list, definition, of);
    Ok(Some(figure.with_table(&sheet)))
}

/// Returns the plot of these shares of the plays against what is fair; `none` is what no one of them is, `distinct` the games
/// that differ where all others are copies, `sharing` whose wins they are a part of.
fn shares(
    title: &str,
    none: &str,
    list: &[Named],
    definition: &str,
    (games, distinct, sharing): (u64, Option<u64>, Sharing),
) -> Figure {
    let seats = list.len();
    let fair = list.iter().map(|seat| seat.value).sum::<f64>() / seats as f64;
    let [wins, _] = sharing.words();
    let above = clearest(list, fair, seats, Verdict::Above);
    let below = clearest(list, fair, seats, Verdict::Below);
    let says = |seat: &Named, word: &str| {
        let interval =
            seat.interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let has = sharing.says(&Unit::Share.text(seat.value));
        format!("{} {has}{interval}, clearly {word} than the fair {}", seat.name, Unit::Share.exact(fair))
    };
    let reading = match (above, below) {
        _ if fair <= 0.0 => format!("Nobody wins any of {} games.", thousands(games as f64)),
        _ if distinct.is_some() => {
            format!("All games are copies of {}: that is no share.", thousands(distinct.unwrap_or(1) as f64))
        }
        (Some(above), Some(below)) => {
            format!(
                "{}; {} {} clearly less: {}.",
                capital(&says(above, "more")),
                below.name,
                wins,
                Unit::Share.text(below.value)
            )
        }
        (Some(above), None) => format!("{}.", capital(&says(above, "more"))),
        (None, Some(below)) => format!("{}.", capital(&says(below, "less"))),
        (None, None) => {
            let ends = list
                .iter()
                .fold((f64::MAX, f64::MIN), |(low, high), s| (low.min(s.value), high.max(s.value)));
            format!(
                "{none} clearly {wins} more or less than its fair {}: what was seen, {}, can be luck in {} games.",
                Unit::Share.exact(fair),
                Unit::Share.range(ends),
                thousands(games as f64)
            )
        }
    };
    let plot = Intervals {
        rows: against(list, fair, seats),
        unit: Unit::Share,
        axis: "share of games won".to_owned(),
        reference: Some((fair, format!("fair: {}", Unit::Share.exact(fair)))),
    };
    Figure::new(title, reading, definition, plot.draw()).with_topics(&["seat", "first"])
}
