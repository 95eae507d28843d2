//! The page around the sections.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figure::{Figure, Section, command};
use super::plays::Replay;
use super::plot;
use super::printed::choose;
use super::results::{Films, Results, ResultsError};
use super::rules::setting;
use super::sections::show::listed;
use super::sections::{SECTIONS, cards, compare, findings, tables};
use super::terms::explained;
use super::words::{Unit, sentence, thousands, unbroken};
use crate::experiments::SweptRow;
use crate::policy::policy;
use crate::summary::copies;
use crate::viewer::{self, viewer};
use ludometer_model::Program;
use ludometer_run::FindingRow;
use ludometer_stats::Row;

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
/// `title` is the game's; without it the page shows its id.
///
/// # Errors
/// A table that lacks a column or has words where numbers must be.
pub fn page(results: &Results, title: Option<&str>) -> Result<Page, ResultsError> {
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
    choose(&mut sections);
    let figures = || sections.iter().flat_map(|section| &section.figures);
    let files = figures().map(|figure| (figure.id.clone(), figure.plot.file(&figure.label()))).collect();
    let has_one = figures().count() == 1;
    // What is found in the only plot stands on top already.
    let alone = has_one && results.sheet(FindingRow::TABLE).is_none() && results.record.answers.is_none();
    // The answers of a study take their plots with them.
    let top = findings::top(results, &mut sections)?;
    let title = title.map_or_else(|| sentence(results.game()), str::to_owned);
    let content = html! {
        nav aria-label="Contents" {
            ul {
                li { a href="#findings" { (top.title) } }
                @if sections.iter().any(|section| section.title == cards::ALL) { li { a href="#all-cards" { (cards::ALL) } } }
                @if !results.films.films.is_empty() { li { a href="#games" { "Games" } } }
                @if !sections.is_empty() { li { a href="#details" { "All details" } } }
                li { a href="#words" { "Words" } }
            }
        }
        section id="findings" { h2 { (top.title) } (top.content) }
        @if !results.films.films.is_empty() {
            section id="games" { details class="part" {
                summary { h3 { "Games to watch" } }
                (PreEscaped(GAMES))
            } }
        }
        @if !sections.is_empty() {
            section id="details" {
                h2 { "All details" }
                @for section in &sections {
                    details id=(section.id) class="part" open[has_one && !section.figures.is_empty()] {
                        summary { h3 { (section.title) } }
                        (section.lead)
                        @for figure in &section.figures { (draw(results, figure, (alone, true))) }
                        (section.rest)
                    }
                }
            }
        }
    };
    let name = format!("{title}: {} report", results.kind);
    let html = frame(&name, &head(results, &title), &html! { (content) (again(results)) });
    // Its text has no terms of this page.
    let html = html.replacen(GAMES, &frame_of(&results.films), 1);
    Ok(Page { html, plots: files })
}

/// The place of the games in a page.
const GAMES: &str = "<!--games-->";

/// Returns the viewer with these games in a frame: a page in the page, with a style and a script of its own.
fn frame_of(films: &Films) -> String {
    let page = viewer(&films.films).replace('&', "&amp;").replace('\'', "&#39;");
    format!("<iframe class=\"viewer\" title=\"Games to watch\" loading=\"lazy\" srcdoc='{page}'></iframe>")
}

/// Returns how the results came about.
fn again(results: &Results) -> Markup {
    // Their intervals allow for all that they look at.
    let together = results.record.confidence.filter(|_| ["comparison", "check"].contains(&results.kind));
    html! {
        section id="again" {
            @if let Some(text) = &results.record.command {
                h2 { "How to repeat all this" }
                p class="again" { (command(text)) }
            }
            @if let Some(together) = together {
                p class="note" {
                    "The intervals hold all at once in " (unbroken(&Unit::Share.exact(together))) " of such experiments."
                }
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

/// Returns the style of pages and their plots.
pub fn style() -> String {
    format!("{STYLE}{}", plot::STYLE)
}

/// Returns the whole page around what stands at its head and in it; `name` is that of its window.
pub(super) fn frame(name: &str, head: &Markup, main: &Markup) -> String {
    let style = style();
    let (main, terms, meanings) = explained(&main.0);
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy(&[&style, viewer::STYLE], &[SCRIPT, viewer::SCRIPT]));
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "ludometer " (env!("CARGO_PKG_VERSION")) };
                title { (name) }
                style { (PreEscaped(&style)) }
            }
            body {
                header { (head) }
                main {
                    (main)
                    section id="words" {
                        details class="part" {
                            summary { h2 { "Words" } }
                            p class="note" { "Tap a word to see what it means." }
                            p { (terms) }
                        }
                    }
                }
                (meanings)
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

/// Returns the files of the plots of a page, as seen from its folder, or `None` if it is no page of ours.
pub fn plots_of(html: &str) -> Option<Vec<String>> {
    if !is_ours(html) {
        return None;
    }
    let names = html.split("<figure id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    // As `slug` makes them: nothing else is a plot's name.
    let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    Some(names.filter(plain).map(|name| format!("{PLOTS}/{name}.svg")).collect())
}

/// Returns what was played.
fn head(results: &Results, title: &str) -> Markup {
    let record = &results.record;
    // A sweep may vary them, so that its record has none. A study has more tables than the one of its `bots`.
    let bots = if record.levels.is_empty() { &record.bots } else { &record.levels };
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for bot in bots {
        match kinds.iter_mut().find(|(name, _)| *name == bot) {
            Some((_, seats)) => *seats += 1,
            None => kinds.push((bot, 1)),
        }
    }
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

/// Returns a figure with its plot; `alone` if it is the only one, and with games that belong to it if `has_games`.
pub(super) fn draw(results: &Results, figure: &Figure, (alone, has_games): (bool, bool)) -> Markup {
    let plays = plays_for(results, figure);
    let replays: Vec<(String, String)> = if plays.is_empty() {
        results.trace(0).map(|trace| ("The first game of the run".to_owned(), trace)).into_iter().collect()
    } else {
        plays.iter().filter_map(|play| Some((play.text(), results.trace(play.play)?))).collect()
    };
    let replays = results.shown(replays, |(_, trace)| trace);
    html! {
        figure id=(figure.id) class=[figure.sheet] {
            h4 { (figure.title) }
            @if !alone { p class="reading" { (unbroken(&figure.reading)) } }
            div class="drawing" tabindex="0" role="group" aria-label={ "Plot: " (figure.title) } {
                (figure.plot.element(&figure.label()))
            }
            figcaption { (unbroken(&figure.definition)) }
            @if let Some(table) = &figure.table { details { summary { "The numbers" } (table) } }
            @if has_games && !replays.is_empty() {
                details class="replay" {
                    summary { "Watch games behind this" }
                    ul { @for (what, trace) in &replays { li { (what) ": " (results.game_of(trace)) } } }
                }
            }
        }
    }
}
