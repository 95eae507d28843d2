//! The comparison of bots: which one plays better.

use maud::html;

use super::show::{Named, against, clearest, listed, named};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell, Intervals};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::Unit;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("Which bot plays better?", Vec::new());
    if let Some(sheet) = results.sheet("strategies") {
        match &sheet.texts("strategy")?[..] {
            [bot] => {
                // As many as there are seats: more or fewer would be refused.
                let line_up = "greedy".to_owned() + &" random".repeat(results.bots().len().max(2) - 1);
                "Who plays".clone_into(&mut section.title);
                section.lead = html! {
                    p class="lead" {
                        "All seats are played by " strong { (bot) } ", so this page describes the game design as that bot plays it. To see \
                         whether skill pays, run it again with several bots, such as " code { "--bots " (line_up) } "."
                    }
                };
            }
            // Where all win or lose together, no share is a fair one.
            _ if sheet.numbers("expected_rate")?.iter().all(Option::is_none) => {}
            names => {
                let failed =
                    names.iter().filter(|bot| results.forfeits(bot) > 0).map(|bot| (*bot).to_owned());
                section.figures.push(wins(sheet, &failed.collect::<Vec<_>>())?);
            }
        }
    }
    if let Some(sheet) = results.sheet("matchups") {
        section.figures.push(meetings(sheet)?);
    }
    Ok(section.if_any())
}

/// Wins by bot. Bots that hold different numbers of seats have different fair shares: then the
/// difference from these is drawn.
/// Where bots failed, nothing is said of who wins more.
fn wins(sheet: &CsvTable, failed: &[String]) -> Result<Figure, ResultsError> {
    let names = sheet.texts("strategy")?;
    let (rates, intervals) = (sheet.numbers("win_rate")?, sheet.intervals("ci_low", "ci_high")?);
    let fair = sheet.numbers("expected_rate")?;
    let one_fair =
        fair.iter().flatten().copied().reduce(|a, b| if (a - b).abs() < 1e-9 { a } else { f64::NAN });
    let same = one_fair.filter(|x| x.is_finite());
    let less = |x: Option<f64>, i: usize| Some(x? - fair[i]?);
    let plain = named(names.iter().copied(), &rates, &intervals);
    let (list, level, unit, axis) = if let Some(fair) = same {
        (plain.clone(), fair, Unit::Share, "share of games won")
    } else {
        let rates: Vec<_> = rates.iter().enumerate().map(|(i, x)| less(*x, i)).collect();
        let interval = |(i, x): (usize, &Option<(f64, f64)>)| {
            let (low, high) = (*x)?;
            Some((less(Some(low), i)?, less(Some(high), i)?))
        };
        let intervals: Vec<_> = intervals.iter().enumerate().map(interval).collect();
        (
            named(names.iter().copied(), &rates, &intervals),
            0.0,
            Unit::Points,
            "wins above the fair share, in percentage points",
        )
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
            let row = names.iter().position(|name| *name == best.name).and_then(|i| fair[i]).unwrap_or(level);
            format!(
                "{} wins {} of the games, clearly more than its fair share of {}.",
                best.name,
                Unit::Share.text(rate(best)),
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
    Ok(Figure::new("Wins by bot", reading, definition, plot.draw())
        .with_table(sheet)
        .with_topics(&["skill", "upset"]))
}

/// Returns who ranks ahead of whom.
fn meetings(sheet: &CsvTable) -> Result<Figure, ResultsError> {
    let (ours, theirs) = (sheet.texts("strategy")?, sheet.texts("opponent")?);
    let rates = sheet.numbers("rate")?;
    let (games, better, equal) = (sheet.numbers("games")?, sheet.numbers("better")?, sheet.numbers("equal")?);
    // Files of before have none.
    let intervals = sheet.intervals("ahead_low", "ahead_high").unwrap_or_default();
    let mut bots: Vec<String> = Vec::new();
    for bot in ours.iter().chain(&theirs) {
        if !bots.iter().any(|known| known == bot) {
            bots.push((*bot).to_owned());
        }
    }
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        bots.iter().map(|_| bots.iter().map(|_| None).collect()).collect();
    let mut most: Option<(f64, String)> = None;
    let number = |name: &str| bots.iter().position(|bot| bot == name).unwrap_or(0);
    for (i, rate) in rates.iter().enumerate() {
        let (Some(rate), Some(better), Some(equal), Some(games)) = (*rate, better[i], equal[i], games[i])
        else {
            continue;
        };
        let ahead = better / games;
        let interval = intervals.get(i).copied().flatten();
        let interval = interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Share.range(i)));
        let says = format!(
            "{} ranks ahead of {} in {} of their meetings",
            ours[i],
            theirs[i],
            Unit::Share.text(ahead)
        );
        let level = if equal > 0.0 {
            format!("; they are level in {}", Unit::Share.text(equal / games))
        } else {
            String::new()
        };
        let note = format!("{says}{interval}{level}");
        if most.as_ref().is_none_or(|(best, _)| rate > *best) {
            most = Some((rate, says));
        }
        cells[number(ours[i])][number(theirs[i])] = Some(HeatCell {
            text: Unit::Share.text(ahead),
            below: None,
            note,
            weight: (rate - 0.5) * 2.0,
            is_marked: false,
        });
    }
    let reading = most.map_or_else(
        || "No two bots met.".to_owned(),
        |(_, says)| format!("The most one-sided pair: {says}."),
    );
    let heat = Heat {
        rows: bots.clone(),
        columns: bots,
        cells,
        axes: ("bot".to_owned(), "against opponent".to_owned()),
    };
    let definition = "How often the bot of the row ranks ahead of the bot of the column where both sit at one table. The more \
                      often it is ahead than behind, or the other way round, the deeper the colour.";
    Ok(Figure::new("Who ranks ahead of whom", reading, definition, heat.draw()).with_table(sheet))
}
