//! The answers of a study, and what only a study has: numbers of players beside each other, restricted play.

use maud::{Markup, html};

use super::cards::TOPICS;
use super::show::{Named, against, clearest, ends, named, plain};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section, command};
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure, sentence, thousands, unbroken};
use ludometer_model::Names;

/// The section in which the figures behind an answer stand.
const BEHIND: &[(&str, &str)] = &[
    ("seats", "Does the seat matter?"),
    ("won", "Does the seat matter?"),
    ("length", "How long is a game?"),
    ("skill", DUELS),
    ("best_bot", DUELS),
    ("strongest_card", "What are the cards worth?"),
    ("dead_card", "What are the cards worth?"),
    ("actions", ACTIONS),
    ("leader", "How does a game go?"),
    ("endless_games", "What happens, and what never does?"),
    ("players", PLAYERS),
    ("levels", LEVELS),
    ("changed_rules", RULES),
    ("what_to_try", "What are the cards worth?"),
];

const PLAYERS: &str = "Does the number of players matter?";
const LEVELS: &str = "Is it another game for beginners?";
const RULES: &str = "What do other rules do?";
const DUELS: &str = "Which bot plays best?";
const ACTIONS: &str = "Which actions matter?";

/// Returns the answers, problems first.
pub(in crate::html) fn top(results: &Results, sections: &[Section]) -> Option<Result<Markup, ResultsError>> {
    let sheet = results.sheets.get("answers")?;
    Some(answers(results, sheet, sections))
}

fn answers(results: &Results, sheet: &CsvTable, sections: &[Section]) -> Result<Markup, ResultsError> {
    let (questions, asked) = (sheet.texts("question")?, sheet.texts("asked")?);
    let (states, texts, holds) = (sheet.texts("state")?, sheet.texts("text")?, sheet.texts("holds_for")?);
    let (games, times) = (sheet.numbers("games")?, sheet.numbers("times")?);
    let problems = states.iter().filter(|state| **state == "problem").count();
    let link = |question: &str| {
        let title = BEHIND.iter().find(|(id, _)| *id == question)?.1;
        sections.iter().find(|section| section.title == title)
    };
    Ok(html! {
        h2 { "The answers" }
        p class="lead" {
            @match problems {
                0 => "Nothing is clearly wrong. Players A, B, C\u{2026} sit in this order.",
                1 => "One thing asks for attention; it stands first. Players A, B, C\u{2026} sit in this order.",
                _ => "What asks for attention stands first. Players A, B, C\u{2026} sit in this order.",
            }
        }
        // Folders of earlier versions have no short answers.
        @if let Ok(shorts) = sheet.texts("short") {
            dl class="brief" {
                @for (row, short) in shorts.iter().enumerate() {
                    div class=[(states[row] == "problem").then_some("strong")] {
                        dt { (asked[row]) }
                        dd { a href={ "#answer-" (row) } { (unbroken(short)) } }
                    }
                }
            }
            h3 { "In full" }
        }
        ul class="findings answers" {
            @for (row, text) in texts.iter().enumerate() {
                li id={ "answer-" (row) } class=[(states[row] == "problem").then_some("strong")] {
                    p { strong { (asked[row]) } " " (unbroken(text))
                        @if let Some(times) = times[row] { " " (more(results, times)) }
                    }
                    p class="note" {
                        "Holds for " (holds[row])
                        @if let Some(games) = games[row] { "; rests on " (thousands(games)) " games" }
                        "."
                        @if let Some(section) = link(questions[row]) {
                            " " a href={ "#" (section.id) } { "The figures" }
                        }
                    }
                    (examples(results, row)?)
                }
            }
        }
    })
}

/// Returns the games that show an answer, each with the command to watch it.
fn examples(results: &Results, answer: usize) -> Result<Markup, ResultsError> {
    // Folders of earlier versions have none.
    let Some(sheet) = results.sheets.get("answer_games") else { return Ok(html! {}) };
    let (answers, games) = (sheet.numbers("answer")?, sheet.numbers("game")?);
    let (whats, commands) = (sheet.texts("what")?, sheet.texts("command")?);
    let own: Vec<usize> = (0..whats.len()).filter(|&row| answers[row] == Some(answer as f64)).collect();
    Ok(html! {
        @if !own.is_empty() {
            details class="replay" {
                summary { "Games to watch" }
                ul { @for row in own {
                    li {
                        (sentence(whats[row])) ", game " (thousands(games[row].unwrap_or(0.0))) ": " (command(commands[row]))
                    }
                } }
            }
        }
    })
}

/// Returns how long it would take to settle what is open.
pub(super) fn more(results: &Results, times: f64) -> String {
    let seconds = results.record["wall_seconds"].as_f64().unwrap_or(0.0) * (times - 1.0);
    match (seconds / 60.0).ceil() {
        minutes if minutes <= 1.0 => "About a minute more would tell.".to_owned(),
        minutes => format!("About {} minutes more would tell.", thousands(minutes)),
    }
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(PLAYERS, Vec::new());
    if let Some(sheet) = results.sheet("table_sizes").filter(|sheet| sheet.rows.len() > 1) {
        section.figures.push(lengths(sheet, tables_of(sheet)?, "Turns by number of players", GREEDY)?);
        section.figures.extend(biases(sheet)?);
    }
    Ok(section.if_any())
}

pub(super) fn draw_duels(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(DUELS, Vec::new());
    if let Some(sheet) = results.sheet("duels") {
        section.figures.extend(duels(sheet)?);
    }
    Ok(section.if_any())
}

/// Returns what one better player wins among others.
fn duels(sheet: &CsvTable) -> Result<Option<Figure>, ResultsError> {
    let who = sheet.texts("bot")?.into_iter().zip(sheet.texts("among")?);
    let names = who.map(|(bot, among)| format!("one {bot} among {among}"));
    let list = named(names, &sheet.numbers("win_share")?, &sheet.intervals("ci_low", "ci_high")?);
    let fair = sheet.numbers("fair")?.first().copied().flatten();
    let (Some(fair), false) = (fair, list.is_empty()) else { return Ok(None) };
    let looks = list.len();
    let reading = match clearest(&list, fair, looks, Verdict::Above) {
        Some(best) => format!(
            "{} wins {} of the games where {} would be even.",
            sentence(&best.name),
            Unit::Share.text(best.value),
            Unit::Share.text(fair)
        ),
        None => "No bot clearly wins more than those around it.".to_owned(),
    };
    let plot = Intervals {
        rows: against(&list, fair, looks),
        unit: Unit::Share,
        axis: "win share of the one".to_owned(),
        reference: Some((fair, "even".to_owned())),
    };
    let definition = "One bot sits at a table of another kind and changes its seat from game to game.";
    let figure = Figure::new("One bot among others", reading, definition, plot.draw());
    Ok(Some(figure.with_table(sheet)))
}

pub(super) fn draw_actions(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(ACTIONS, Vec::new());
    if let Some(sheet) = results.sheet("restricted_play") {
        for restriction in &RESTRICTIONS {
            section.figures.extend(losses(sheet, &results.names, restriction)?);
        }
    }
    Ok(section.if_any())
}

fn tables_of(sheet: &CsvTable) -> Result<Vec<String>, ResultsError> {
    let players = sheet.numbers("players")?;
    Ok(players.iter().map(|players| format!("{} players", figure(players.unwrap_or(0.0)))).collect())
}

/// The players of most tables of a study.
const GREEDY: &str = "greedy players";

/// Returns how long games are in each row of a sheet, which has this name on the page.
fn lengths(sheet: &CsvTable, names: Vec<String>, title: &str, among: &str) -> Result<Figure, ResultsError> {
    let list = named(names, &sheet.numbers("turns")?, &sheet.intervals("ci_low", "ci_high")?);
    let first = list.first();
    let off = |row: &&Named| first.map_or(0.0, |first| (row.value - first.value).abs());
    let reading = match (first, list.iter().max_by(|a, b| off(a).total_cmp(&off(b)))) {
        (Some(first), Some(other)) => format!(
            "With {} a game takes {} turns on average, with {} it takes {}.",
            first.name,
            figure(first.value),
            other.name,
            figure(other.value)
        ),
        _ => String::new(),
    };
    let plot =
        Intervals { rows: plain(&list), unit: Unit::Plain, axis: "turns a game".to_owned(), reference: None };
    let definition = format!("The mean number of turns of all players together, among {among}.");
    Ok(Figure::new(title, reading, &definition, plot.draw()).with_table(sheet))
}

pub(super) fn draw_rules(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(RULES, Vec::new());
    if let Some(sheet) = results.sheet("rule_sets").filter(|sheet| sheet.rows.len() > 1) {
        let names = sheet.texts("rules")?.into_iter().map(str::to_owned).collect();
        section.figures.push(lengths(sheet, names, "Turns by rules", GREEDY)?);
    }
    Ok(section.if_any())
}

pub(super) fn draw_levels(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(LEVELS, Vec::new());
    if let Some(sheet) = results.sheet("levels").filter(|sheet| sheet.rows.len() > 1) {
        let name = |level: &Option<f64>| format!("players of level {}", figure(level.unwrap_or(0.0)));
        let names = sheet.numbers("level")?.iter().map(name).collect();
        let among = "players who are all learned bots of one level: 2 are beginners, 5 experts";
        section.figures.push(lengths(sheet, names, "Turns by level", among)?);
    }
    Ok(section.if_any())
}

fn biases(sheet: &CsvTable) -> Result<Option<Figure>, ResultsError> {
    let intervals = sheet.intervals("seat_bias_low", "seat_bias_high")?;
    let list = named(tables_of(sheet)?, &sheet.numbers("seat_bias")?, &intervals);
    // Where players win or lose together, no seat has a share of its own.
    if list.is_empty() {
        return Ok(None);
    }
    let clear: Vec<&Named> = [Verdict::Above, Verdict::Below]
        .into_iter()
        .filter_map(|side| clearest(&list, 0.0, 1, side))
        .collect();
    let reading = match clear.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs())) {
        Some(most) => format!(
            "The seats differ most with {}: the one farthest off wins {} points of the games beside its fair share.",
            most.name,
            Unit::Points.text(most.value)
        ),
        None => "No seat is clearly off its fair share with any number of players.".to_owned(),
    };
    let plot = Intervals {
        rows: against(&list, 0.0, 1),
        unit: Unit::Points,
        axis: "win share less the fair one of the seat farthest off, in percentage points".to_owned(),
        reference: Some((0.0, "fair".to_owned())),
    };
    let definition = "At each table the seat whose share is farthest from the fair one. The intervals allow for all seats.";
    let figure = Figure::new("Seats by number of players", reading, definition, plot.draw());
    Ok(Some(figure.with_topics(&["seat"])))
}

/// Rows of `restricted_play.csv` that are drawn together, and their words.
struct Restriction {
    what: &'static str,
    rule: &'static str,
    title: &'static str,
    /// What the player does, before the name.
    does: &'static str,
    none: &'static str,
    axis: &'static str,
    definition: &'static str,
}

const RESTRICTIONS: [Restriction; 3] = [
    Restriction {
        what: "action",
        rule: "without",
        title: "What doing without costs",
        does: "never chooses",
        none: "No kind of action is clearly worth anything to a greedy player.",
        axis: "loss of who never chooses it, in percentage points",
        definition: "One greedy player who never chooses this kind of action, wherever there is another one, among greedy players.",
    },
    Restriction {
        what: "action",
        rule: "always",
        title: "What choosing it always costs",
        does: "always chooses",
        none: "No kind of action clearly loses or wins for who always chooses it.",
        axis: "loss of who chooses it whenever possible, in percentage points",
        definition: "One greedy player who chooses this kind of action wherever it is legal, among greedy players. Below 0, it wins \
                     more than greedy choices do.",
    },
    Restriction {
        what: "card",
        rule: "without",
        title: "What never choosing a card costs",
        does: "never chooses",
        none: "No card is clearly worth choosing to a greedy player.",
        axis: "loss of who never chooses the card, in percentage points",
        definition: "One greedy player who chooses no action that names this card, wherever there is another one, among greedy \
                     players.",
    },
];

fn losses(
    sheet: &CsvTable,
    names: &Names,
    restriction: &Restriction,
) -> Result<Option<Figure>, ResultsError> {
    let (whats, rules, ids) = (sheet.texts("what")?, sheet.texts("rule")?, sheet.texts("id")?);
    let (values, intervals) = (sheet.numbers("loss")?, sheet.intervals("adjusted_low", "adjusted_high")?);
    let is_card = restriction.what == "card";
    let (chosen, usual) = (sheet.numbers("chosen")?, sheet.numbers("usual")?);
    // Who can't avoid most of it does not do without.
    let does = |row: &usize| {
        restriction.rule != "without" || chosen[*row].unwrap_or(0.0) < usual[*row].unwrap_or(0.0) / 2.0
    };
    let rows = (0..ids.len())
        .filter(|&row| whats[row] == restriction.what && rules[row] == restriction.rule)
        .filter(does);
    let name = |row: usize| if is_card { names.card(ids[row]) } else { names.action(ids[row]) };
    let one = |row: usize| Some(Named { name: name(row), value: values[row]?, interval: intervals[row] });
    let list: Vec<Named> = rows.filter_map(one).collect();
    if list.is_empty() {
        return Ok(None);
    }
    let says = |one: &Named, way: &str| {
        let quoted =
            if is_card { one.name.clone() } else { format!("\u{201c}{}\u{201d}", sentence(&one.name)) };
        let points = figure((one.value.abs() * 1000.0).round() / 10.0);
        format!("Who {} {quoted} wins {points} points {way} of the games.", restriction.does)
    };
    let worst = clearest(&list, 0.0, 1, Verdict::Above).map(|one| says(one, "fewer"));
    let best = clearest(&list, 0.0, 1, Verdict::Below).map(|one| says(one, "more"));
    let reading: Vec<String> = best.into_iter().chain(worst).collect();
    let reading = if reading.is_empty() { restriction.none.to_owned() } else { reading.join(" ") };
    let (shown, left_out) = ends(list);
    let plot = Intervals {
        rows: against(&shown, 0.0, 1),
        unit: Unit::Points,
        axis: restriction.axis.to_owned(),
        reference: Some((0.0, "no loss".to_owned())),
    };
    let definition = format!(
        "{} Each game is played with and without the restriction, with the same luck. What changed no game, or can't be avoided half of the time, is left out. The \
         intervals allow for all restrictions.{left_out}",
        restriction.definition
    );
    let figure = Figure::new(restriction.title, reading, &definition, plot.draw());
    Ok(Some(figure.with_table(sheet).with_topics(TOPICS)))
}
