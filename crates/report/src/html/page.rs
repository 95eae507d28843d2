//! The page around the sections.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figure::{Figure, Section, command};
use super::plays::Replay;
use super::plot;
use super::printed::chosen;
use super::results::{Results, ResultsError};
use super::rules::setting;
use super::sections::show::listed;
use super::sections::{SECTIONS, compare, findings, tables};
use super::words::{Unit, sentence, thousands, unbroken};
use crate::experiments::SweptRow;
use crate::policy::policy;
use crate::summary::copies;
use ludometer_model::Program;
use ludometer_run::FindingRow;
use ludometer_stats::{Row, SideRow, SummaryRow};

/// The page's name in the folder of results.
pub const PAGE: &str = "report.html";

/// The folder of the plots of [`PAGE`], beside it.
pub const PLOTS: &str = "plots";

/// Returns the folder of the plots of the page in this file, beside it: each page has one of its own.
pub fn plots_folder(file: &Path) -> OsString {
    match file.file_stem() {
        Some(stem) if file.file_name() != Some(OsStr::new(PAGE)) => {
            let mut folder = stem.to_owned();
            folder.push("-plots");
            folder
        }
        _ => PLOTS.into(),
    }
}

/// Returns a name as a link has it: what stands for something else in an address is escaped.
pub(super) fn escaped(name: &OsStr) -> String {
    let mut link = String::new();
    for byte in name.as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) {
            link.push(char::from(*byte));
        } else {
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}

/// A page and its plots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The page, whole.
    pub html: String,
    /// The plots as SVG files: name without ending, contents.
    pub plots: Vec<(String, String)>,
}

/// The style and the script of pages.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Makes the page of a folder of results. The same results give the same bytes.
///
/// `title` is the game's; without it the page shows its id. `plots` is the name of the folder beside the page that
/// its plots are linked to.
///
/// # Errors
/// A table that lacks a column or has words where numbers must be.
pub fn page(results: &Results, title: Option<&str>, plots: &OsStr) -> Result<Page, ResultsError> {
    let mut sections: Vec<Section> = Vec::new();
    for part in SECTIONS {
        sections.extend((part.draw)(results)?);
    }
    sections.extend(tables::rest(results));
    // Two figures of one name would share a file.
    let mut names: Vec<String> = Vec::new();
    for figure in sections.iter_mut().flat_map(|section| &mut section.figures) {
        let wanted = figure.id.clone();
        let mut number = 1;
        while names.contains(&figure.id) {
            number += 1;
            figure.id = format!("{wanted}-{number}");
        }
        names.push(figure.id.clone());
    }
    let top = findings::top(results, &sections)?;
    let title = title.map_or_else(|| sentence(results.game()), str::to_owned);
    let figures = || sections.iter().flat_map(|section| &section.figures);
    let files = figures().map(|figure| (figure.id.clone(), figure.plot.file(&figure.label()))).collect();
    let folder = escaped(plots);
    // What is found in the only plot stands on top already.
    let alone = figures().count() == 1
        && results.sheet(FindingRow::TABLE).is_none()
        && results.record.answers.is_none();
    let content = html! {
        section id="findings" { (top) }
        nav aria-label="Contents" {
            ul {
                @for section in &sections { li { a href={ "#" (section.id) } { (section.title) } } }
                li { a href="#words" { "What the words mean" } }
            }
        }
        @for (section, sheet) in sections.iter().zip(chosen(&sections)) {
            section id=(section.id) class="part" {
                h2 { (section.title) }
                (section.lead)
                @for (figure, class) in section.figures.iter().zip(sheet) {
                    (draw(results, figure, class, (&folder, alone)))
                }
                (section.rest)
            }
        }
    };
    let words = words(results, &content.0);
    let name = format!("{title}: {} report", results.kind);
    let html = frame(&name, &head(results, &title), &html! { (content) (words) });
    Ok(Page { html, plots: files })
}

/// Returns the whole page around what stands at its head and in it; `name` is that of its window.
pub(super) fn frame(name: &str, head: &Markup, main: &Markup) -> String {
    let style = format!("{STYLE}{}", plot::STYLE);
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy(&style, SCRIPT));
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "ludometer " (env!("CARGO_PKG_VERSION")) };
                title { (name) }
                style { (PreEscaped(&style)) }
            }
            body {
                header { (head) }
                main { (main) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    html.into_string() + "\n"
}

/// Returns true for the text of a page that this program made.
pub fn is_ours(html: &str) -> bool {
    html.contains("<meta name=\"generator\" content=\"ludometer ")
}

/// Returns the files of the plots that a page links to, as seen from its folder, or `None` if it is no page of ours.
pub fn plots_of(html: &str) -> Option<Vec<String>> {
    if !is_ours(html) {
        return None;
    }
    let link = format!("href=\"{PLOTS}/");
    let names = html.split(&link).skip(1).filter_map(|rest| rest.split('"').next()?.strip_suffix(".svg"));
    // As `slug` makes them: nothing else is a plot's name.
    let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    Some(names.filter(plain).map(|name| format!("{PLOTS}/{name}.svg")).collect())
}

/// Returns what was played.
fn head(results: &Results, title: &str) -> Markup {
    // A sweep may vary them, so that its record has none.
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for bot in &results.record.bots {
        match kinds.iter_mut().find(|(name, _)| *name == bot) {
            Some((_, seats)) => *seats += 1,
            None => kinds.push((bot, 1)),
        }
    }
    let record = &results.record;
    let (seats, plays) = (listed(&record.seats()), record.all_games());
    let settings: Vec<String> = record.settings().iter().map(|text| setting(&results.names, text)).collect();
    let fact = |name: &str, value: Markup| html! { div { dt { (name) } dd { (value) } } };
    html! {
        p class="kind" { (sentence(results.kind)) " report" }
        h1 { (title) }
        dl class="facts" {
            @if let Some(plays) = plays {
                @let name = if results.kind == "comparison" { "Games on each side" } else { "Games" };
                (fact(name, html! { (thousands(plays as f64)) }))
            }
            @if let Some(deals) = record.deals_done { (fact("Deals", html! { (thousands(deals as f64)) })) }
            @if !seats.is_empty() { (fact("Seats", html! { (seats) })) }
            @if !kinds.is_empty() {
                (fact("Bots", html! { @for (i, (bot, seats)) in kinds.iter().enumerate() {
                    @if i > 0 { ", " }
                    @if kinds.len() > 1 && results.kind == "run" { (seats) " \u{d7} " }
                    (bot)
                } }))
            }
            @if results.kind == "comparison" {
                @for (name, side) in ["Side A", "Side B"].into_iter().zip(compare::sides(record, &results.names)) {
                    (fact(name, html! { (side) }))
                }
            } @else {
                (fact("Rules", html! { @if settings.is_empty() { "as printed (the defaults)" } @else { (settings.join(", ")) } }))
            }
            @if let Some(seed) = record.seed { (fact("Seed", html! { (seed) })) }
        }
        @for warning in warnings(results) { p class="warning" { (warning) } }
        @if let Some(shard) = &record.shard {
            p class="warning" {
                "This is shard " (shard) " of a run, so only a part of its games: " code { (Program::current().name) " merge" } " joins the shards."
            }
        }
        @if record.complete == Some(false) {
            p class="warning" {
                @if results.kind != "run" {
                    "This " (results.kind) " was interrupted: it is made of what was done before."
                } @else { "This run was interrupted: it is made of the first " (thousands(plays.unwrap_or(0) as f64))
                " of " (thousands(record.games.unwrap_or(0) as f64)) " games. All figures hold for these." }
            }
        }
    }
}

/// Returns what the game warns of with the rule set that was played, or found; of a sweep, with how many.
fn warnings(results: &Results) -> Vec<String> {
    let record = &results.record;
    let failed = record.forfeits.iter();
    let mut warnings: Vec<String> = failed
        .map(|(bot, &times)| {
            let times = if times == 1 { "once".to_owned() } else { format!("{} times", thousands(times as f64)) };
            format!("{bot} failed {times} and lost these games; someone who chooses at random played on for it. They tell nothing of how well \
                     any bot plays.")
        })
        .collect();
    if let Some(distinct) = record.distinct_games {
        let games = record.games_done.unwrap_or(distinct);
        warnings.push(format!("Distinct games: {}.", copies(distinct, games)));
    }
    let [a, b] = [&record.a, &record.b].map(|side| side.as_ref().map(|side| &side.warnings));
    let found = record.chosen().map(|found| &found.warnings);
    for (texts, rules) in [
        (Some(&record.warnings), "these rules"),
        (a, "the rules of side A"),
        (b, "the rules of side B"),
        (found, "the rule set that was found"),
    ] {
        let texts = texts.into_iter().flatten();
        warnings.extend(texts.map(|text| format!("The game design warns of {rules}: {text}.")));
    }
    if let Ok(rows) = results.rows::<SweptRow>() {
        let warned = rows.iter().filter(|row| !row.warnings.is_empty()).count();
        if warned > 0 {
            warnings.push(format!(
                "The game design warns of {warned} of the rule sets: see the table of all of them."
            ));
        }
    }
    warnings
}

/// Returns the plays that belong to a figure: those whose metric is one of its topics, or else the typical
/// ones, or else any.
fn plays_for<'a>(results: &'a Results, figure: &Figure) -> Vec<&'a Replay> {
    let of = |topic: &str, replay: &Replay| replay.metric.contains(topic) || replay.what.contains(topic);
    let own: Vec<&Replay> =
        results.plays.iter().filter(|replay| figure.topics.iter().any(|topic| of(topic, replay))).collect();
    if !own.is_empty() {
        return own.into_iter().take(6).collect();
    }
    let typical = ["median", "typical"];
    let found: Vec<&Replay> =
        results.plays.iter().filter(|replay| typical.iter().any(|word| of(word, replay))).take(2).collect();
    if found.is_empty() { results.plays.iter().take(2).collect() } else { found }
}

/// Returns a figure with its plot, which is also a file in `folder`; `alone` if it is the only one. `class` tells how
/// it is printed.
fn draw(results: &Results, figure: &Figure, class: Option<&str>, (folder, alone): (&str, bool)) -> Markup {
    let plays = plays_for(results, figure);
    let replays: Vec<(String, String)> = if plays.is_empty() {
        results.trace(0).map(|trace| ("The first game of the run".to_owned(), trace)).into_iter().collect()
    } else {
        plays.iter().filter_map(|play| Some((play.text(), results.trace(play.play)?))).collect()
    };
    html! {
        figure id=(figure.id) class=[class] {
            h3 { (figure.title) }
            @if !alone { p class="reading" { (unbroken(&figure.reading)) } }
            div class="drawing" tabindex="0" role="group" aria-label={ "Plot: " (figure.title) } {
                (figure.plot.element(&figure.label()))
            }
            figcaption { (unbroken(&figure.definition)) " " a href={ (folder) "/" (figure.id) ".svg" } { "As an SVG file" } }
            @if let Some(table) = &figure.table { details { summary { "The numbers" } (table) } }
            @if !replays.is_empty() {
                details class="replay" {
                    summary { "Watch games behind this" }
                    ul { @for (what, trace) in &replays { li { (what) ": " (command(trace)) } } }
                }
            }
        }
    }
}

/// The definitions of the figures of experiments that all games have.
const METRICS: &[(&str, &str)] = &[
    (
        "Seat spread",
        "By how much the seat that wins most often wins more of the games than the one that wins least often.",
    ),
    ("Seat bias", "By how many points a seat wins more of the games than is fair, or fewer."),
    ("Leader gap", "By how much the first is ahead of the second at the end, in score, on average."),
    (
        "Alpha rank",
        "How much of a long time players would spend on a bot if they now and then changed to one that beats what the \
         others play. It needs no single scale, so bots that beat each other in a circle share it.",
    ),
    ("Unfinished", "The share of the games that did not come to an end and were stopped."),
];

/// Returns the text of a page without its tags.
fn text_of(markup: &str) -> String {
    let mut is_tag = false;
    let keep = |c: &char| {
        let was_tag = is_tag;
        is_tag = *c == '<' || (is_tag && *c != '>');
        !is_tag && !was_tag
    };
    markup.chars().filter(keep).collect::<String>().replace('_', " ").to_lowercase()
}

/// Returns what is fair, as the game is won; nothing where all win or lose together, or sides are drawn.
fn fair(results: &Results, seats: u32) -> Option<String> {
    if results.is_together().ok()? {
        return None;
    }
    let each = |parts: u32| Unit::Share.exact(1.0 / f64::from(parts));
    let sides = results.rows::<SideRow>().ok()?;
    if sides.iter().any(|side| side.expected_rate.is_some()) {
        let count = sides.len() as u32;
        return Some(format!("each of {count} sides wins {} of the games that somebody wins", each(count)));
    }
    if results.is_lost_alone().ok()? {
        return Some(format!("with {seats} seats, each wins as many games as the others, and loses as many"));
    }
    Some(format!("with {seats} seats, each wins {} of the games that somebody wins", each(seats)))
}

/// Returns how to read the page, for those who never saw an interval: the words that stand on it.
fn words(results: &Results, shown: &str) -> Markup {
    let seats =
        results.record.seats().first().and_then(|seats| seats.parse::<u32>().ok()).filter(|seats| *seats > 0);
    let is_together = results.is_together().unwrap_or(false);
    let fair = fair(results, seats.unwrap_or(4));
    // Players together have no seats that differ and no lead.
    let of_rivals = ["Seat spread", "Seat bias", "Leader gap"];
    // What a summary leaves empty means nothing in this game.
    let summary = results.rows::<SummaryRow>().unwrap_or_default();
    let is_empty = |name: &str| {
        let id = name.to_lowercase().replace(' ', "_");
        summary.iter().any(|row| row.metric == id && row.value.value.is_none())
    };
    let is_told =
        |name: &&str| results.kind != "run" && !is_empty(name) && !(is_together && of_rivals.contains(name));
    // Their intervals allow for all that they look at.
    let together = results.record.confidence.filter(|_| ["comparison", "check"].contains(&results.kind));
    let together = together.map(|confidence| Unit::Share.exact(confidence));
    let text = text_of(shown);
    let has = |word: &str| text.contains(word);
    html! {
        section id="words" {
            h2 { "What the words mean" }
            dl class="words" {
                dt { "95 % interval" }
                dd {
                    "Every figure was measured on a limited number of games, so it is off by some luck. The bar around a point, or \
                     \u{201c}95 % from\u{2026} to\u{2026}\u{201d} in a table, is the range in which the true value lies in "
                    @if let Some(together) = &together {
                        (unbroken(together)) " of such experiments, for all figures at once"
                    } @else { "19 of 20 such measurements" }
                    ". More games make it narrower: four times as many games, half the width."
                }
                @if has("clear") {
                    dt { "Clearly" }
                    dd {
                        "By more than luck explains. Where many figures are looked at together, some stand out by luck alone, so \
                         each has to stand out further: the page calls anything in a plot \u{201c}clear\u{201d} by mistake at \
                         most once in 20 such plots."
                    }
                }
                @if let Some(fair) = fair.as_ref().filter(|_| has("fair")) {
                    dt { "Fair" }
                    dd { "What would come out if nothing made a difference: " (unbroken(fair)) "." }
                }
                @for (name, what) in METRICS.iter().filter(|(name, _)| is_told(name) && has(&name.to_lowercase())) {
                    dt { (name) } dd { (what) }
                }
                @if has("points") {
                    dt { "Percentage points" }
                    dd { "The difference of two shares: from 25 % to 28 % is 3 points." }
                }
                dt { "Bot" }
                dd { "The program that chooses for a seat. What is said here about the game design holds for players who play as these bots do." }
                @if has("seat") {
                    dt { "Seat" }
                    dd { "A place at the table, numbered from 0 in turn order." }
                }
                dt { "Game" }
                dd { "One complete playthrough, numbered from 0. Its number and the commands on this page bring it back, event by event." }
            }
            @if let Some(text) = &results.record.command {
                h3 { "How to repeat all this" }
                p class="again" { (command(text)) }
            }
            p class="note" {
                "Made by " (Program::current())
                @if let Some(version) = results.record.version.as_deref().filter(|v| *v != Program::release()) { " from results of version " (version) }
                @if let Some(hash) = results.record.rule_set() { "; rule set " code { (hash) } }
                "."
            }
        }
    }
}
