//! The comparison of bots: which one plays better.

use maud::html;

use super::show::{Named, against, clearest, figures_of, listed};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell, Intervals};
use crate::html::results::{Results, ResultsError};
use crate::html::words::Unit;
use ludometer_model::{Sharing, player};
use ludometer_stats::{MatchupRow, Row, SideRow, StrategyRow};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Which bot plays better?", Vec::new());
    if let Some(sheet) = results.sheet(StrategyRow::TABLE) {
        let rows: Vec<StrategyRow> = sheet.typed()?;
        match &rows[..] {
            [bot] => {
                // As many as there are seats: more or fewer would be refused.
                let line_up = greedy_among_random(results)?;
                // Where all win or lose together, a table of several bots tells nothing of one of them.
                let is_together = results.is_together()?;
                "Who plays".clone_into(&mut section.title);
                section.lead = html! {
                    p class="lead" {
                        (if results.record.is_solo() { "The player is " } else { "All seats are played by " }) strong { (bot.strategy) } ", so this page describes the game design as that bot plays it."
                        @if results.is_study() {
                            " Where other bots play, it is said."
                        } @else if !is_together {
                            " To see whether skill pays, run it again with several bots, such as " code { "--bots " (line_up) } "."
                        }
                    }
                };
            }
            // Where all win or lose together, no share is a fair one, and nobody ranks ahead of another.
            _ if results.is_together()? => return Ok(None),
            bots => {
                let names = bots.iter().map(|row| row.strategy.clone());
                let failed: Vec<String> = names.filter(|bot| results.forfeits(bot) > 0).collect();
                section.figures.push(wins(bots, &failed, results.sharing()?).with_table(sheet));
            }
        }
    }
    if let Some(sheet) = results.sheet(MatchupRow::TABLE) {
        let failed = |bot: &str| results.forfeits(bot) > 0;
        section.figures.push(meetings(&sheet.typed()?, failed).with_table(sheet));
    }
    Ok(section.if_any())
}

/// Wins by bot. Bots that hold different numbers of seats have different fair shares: then the
/// difference from these is drawn.
/// Where bots failed, nothing is said of who wins more. `sharing`: whose wins a share is a part of.
fn wins(rows: &[StrategyRow], failed: &[String], sharing: Sharing) -> Figure {
    let fair = rows.iter().filter_map(|row| row.expected_rate);
    let one_fair = fair.reduce(|a, b| if (a - b).abs() < 1e-9 { a } else { f64::NAN });
    let same = one_fair.filter(|x| x.is_finite());
    let plain = figures_of(rows, |row| (row.strategy.clone(), row.win_rate));
    let (list, level, unit, axis) = if let Some(fair) = same {
        (plain.clone(), fair, Unit::Share, "share of games won")
    } else {
        let above = figures_of(rows, |row| (row.strategy.clone(), row.win_rate.less(row.expected_rate)));
        (above, 0.0, Unit::Points, "wins above the fair share, in percentage points")
    };
    let best = clearest(&list, level, list.len(), Verdict::Above);
    let rate = |bot: &Named| {
        plain.iter().find(|named| named.name == bot.name).map_or(bot.value, |named| named.value)
    };
    let reading = match best {
        _ if !failed.is_empty() => format!(
            "{} failed and lost games by it: these shares tell nothing of who plays better.",
            listed(failed)
        ),
        Some(best) => {
            let row = rows.iter().find(|row| row.strategy == best.name);
            let row = row.and_then(|row| row.expected_rate).unwrap_or(level);
            format!(
                "{} {}, clearly more than its fair share of {}.",
                best.name,
                sharing.says(&Unit::Share.text(rate(best))),
                Unit::Share.exact(row)
            )
        }
        None => "No bot clearly wins more than its fair share.".to_owned(),
    };
    let mut drawn = list.clone();
    drawn.sort_by(|a, b| b.value.total_cmp(&a.value));
    let plot = Intervals {
        rows: against(&drawn, level, drawn.len()),
        unit,
        axis: axis.to_owned(),
        reference: Some((
            level,
            if same.is_some() { format!("fair: {}", unit.exact(level)) } else { "fair".to_owned() },
        )),
    };
    let definition = "Share of the games that each bot wins, in any of its seats, with its 95 % interval. Fair is what it would win \
                      if all bots were equal: an even part of the games that somebody wins.";
    Figure::new("Wins by bot", reading, definition, plot.draw()).with_topics(&["skill", "upset"])
}

/// Returns who ranks ahead of whom. Of bots that failed nothing is said.
fn meetings(rows: &[MatchupRow], failed: impl Fn(&str) -> bool) -> Figure {
    let mut bots: Vec<String> = Vec::new();
    for bot in rows.iter().map(|row| &row.strategy).chain(rows.iter().map(|row| &row.opponent)) {
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        bots.iter().map(|_| bots.iter().map(|_| None).collect()).collect();
    let mut most: Option<(f64, String)> = None;
    let number = |name: &str| bots.iter().position(|bot| bot == name).unwrap_or(0);
    for row in rows.iter().filter(|row| row.games > 0) {
        let Some(rate) = row.rate.value else { continue };
        let part = |pairs: u64| pairs as f64 / row.games as f64;
        let ahead = part(row.better);
        let interval =
            row.ahead.interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let says = format!(
            "{} ranks ahead of {} in {} of their meetings",
            row.strategy,
            row.opponent,
            Unit::Share.text(ahead)
        );
        let level = if row.equal > 0 {
            format!("; they are level in {}", Unit::Share.text(part(row.equal)))
        } else {
            String::new()
        };
        let note = format!("{says}{interval}{level}");
        let is_compared = !failed(&row.strategy) && !failed(&row.opponent);
        let is_clear = row.rate.interval.is_some_and(|(low, _)| low > 0.5);
        if is_compared && is_clear && most.as_ref().is_none_or(|(best, _)| rate > *best) {
            most = Some((rate, says));
        }
        cells[number(&row.strategy)][number(&row.opponent)] = Some(HeatCell {
            text: Unit::Share.text(ahead),
            below: None,
            note,
            weight: (rate - 0.5) * 2.0,
            is_marked: false,
        });
    }
    let reading = most.map_or_else(
        || "Of no pair is one bot clearly ahead of the other.".to_owned(),
        |(_, says)| format!("The most one-sided of the pairs that are clear: {says}."),
    );
    let heat = Heat {
        rows: bots.clone(),
        columns: bots,
        cells,
        axes: ("bot".to_owned(), "against opponent".to_owned()),
    };
    let definition = "How often the bot of the row ranks ahead of the bot of the column where both sit at one table. The more \
                      often it is ahead than behind, or the other way round, the deeper the colour.";
    Figure::new("Who ranks ahead of whom", reading, definition, heat.draw())
}

/// Returns a line-up for this table of greedy players in the first seat, or on the first side, and random ones.
fn greedy_among_random(results: &Results) -> Result<String, ResultsError> {
    let sides = results.rows::<SideRow>()?;
    // Sides that are drawn have no seats of their own.
    let side = sides.iter().find(|side| side.expected_rate.is_some());
    let seats: Vec<String> = match side {
        Some(side) => side
            .side
            .split(", ")
            .flat_map(|part| part.split(" and "))
            .map(|seat| format!("Player {seat}"))
            .collect(),
        None => vec![player(0)],
    };
    let bot = |seat: usize| if seats.contains(&player(seat)) { "greedy" } else { "random" };
    Ok((0..results.record.bots.len().max(2)).map(bot).collect::<Vec<_>>().join(" "))
}
