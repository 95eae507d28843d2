//! The findings that matter most, in words, on top of the page.

use maud::{Markup, html};

use super::{study, sweep, tournament};
use crate::html::figure::{Figure, Section, Top};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{capital, sentence, thousands, unbroken};
use crate::manifest::AnswerRecord;
use ludometer_run::{FindingRow, Severity};
use ludometer_stats::{MetricRow, Row};

/// Findings that are seen before the rest is unfolded.
const SHOWN: usize = 5;

/// Returns the findings of the analysis, or else what the plots say.
pub(in crate::html) fn top(results: &Results, sections: &mut Vec<Section>) -> Result<Top, ResultsError> {
    if let Some(answers) = study::top(results, sections) {
        return answers;
    }
    if let Some(answers) = of_record(results) {
        return Ok(answers);
    }
    if !results.sheets.contains_key(FindingRow::TABLE) {
        return readings(results, sections);
    }
    let rows = results.rows::<FindingRow>()?;
    let (shown, folded) = rows.split_at(rows.len().min(SHOWN));
    let games = rows.first().map(|row| row.games).filter(|games| rows.iter().all(|row| row.games == *games));
    let list = |rows: &[FindingRow]| html! { ul class="findings" { @for row in rows { (finding(results, row, games.is_none())) } } };
    let content = html! {
        @if !rows.is_empty() {
            p class="lead" {
                "The most important first. A finding is listed if its effect is not small and chance alone is an unlikely cause, counting \
                 everything that was tested. \u{201c}Unclear\u{201d} means that more games are needed. A plot below tests its own figures \
                 only, so it may call clear what is unclear here."
                @if let Some(games) = games { " All rest on " (thousands(games as f64)) " games." }
            }
        }
        @if rows.is_empty() {
            p class="lead" {
                "Nothing stands out: of all that was looked at, nothing differs clearly from what is "
                (if results.is_together()? { "usual" } else { "fair and usual" }) "."
            }
        }
        (list(shown))
        @if !folded.is_empty() {
            details class="more" { summary { (folded.len()) " more" } (list(folded)) }
        }
    };
    Ok(Top { title: "What was found".to_owned(), content })
}

/// Returns a finding; `games` says whether on how many games it rests.
fn finding(results: &Results, row: &FindingRow, games: bool) -> Markup {
    // Most texts say it themselves.
    let holds =
        !row.holds_for.is_empty() && !row.text.contains("holds for") && row.severity != Severity::Note;
    html! {
        li class=[(row.severity == Severity::Serious).then_some("strong")] {
            p {
                span class="badge" { (sentence(row.severity.word())) }
                strong { (sentence(&row.topic)) }
            }
            p { (unbroken(&capital(&row.text))) }
            @if holds || games {
                p class="note" {
                    @if holds { "Holds for " (row.holds_for.replace([';', ' '], ", ")) ". " }
                    @if games { "Rests on " (thousands(row.games as f64)) " games." }
                }
            }
            @if let Some(trace) = row.trace_game.and_then(|game| results.trace(game)) {
                p class="note" { "See it happen: " (results.game_of(&trace)) }
            }
        }
    }
}

/// Returns the answers that the record of an experiment has: the verdict in large, then each question.
fn of_record(results: &Results) -> Option<Top> {
    let answers = results.record.answers.as_ref()?;
    let (verdict, others) = answers.split_first()?;
    let names_players = answers.iter().any(|answer| answer.text.contains("layer A"));
    let more = |answer: &AnswerRecord| answer.times.map(|times| study::more(results, times));
    let content = html! {
        p class="verdict" { (unbroken(&verdict.text)) @if let Some(more) = more(verdict) { " " (more) } }
        ul class="findings answers" {
            @for answer in others {
                li class=[(answer.state == "problem").then_some("strong")] {
                    p { strong { (answer.asked) } " " (unbroken(&answer.text))
                        @if let Some(more) = more(answer) { " " (more) }
                    }
                }
            }
        }
        @if names_players { p class="note" { "Players A, B, C\u{2026} sit in this order." } }
    };
    Some(Top { title: verdict.asked.clone(), content })
}

/// Returns the sentence of each figure, with a link to it.
fn readings(results: &Results, sections: &[Section]) -> Result<Top, ResultsError> {
    let headline = match tournament::headline(results)? {
        None => sweep::headline(results)?,
        headline => headline,
    };
    let content = html! {
        @if let Some(headline) = &headline { p class="verdict" { (unbroken(headline)) } }
        ul class="findings" {
            // What the headline says already is not said again.
            @let is_new = |figure: &&Figure| headline.as_ref().is_none_or(|said| !said.contains(&figure.reading));
            @for figure in sections.iter().flat_map(|section| &section.figures).filter(is_new) {
                li { p { (unbroken(&figure.reading)) " " a href={ "#" (figure.id) } { (figure.title) } } }
            }
        }
        @if results.kind == "run" && results.sheet(MetricRow::TABLE).is_none() {
            p class="note" { "A run with " code { "--analyze" } " looks at far more, and ranks here what it finds." }
        }
    };
    Ok(Top { title: "In short".to_owned(), content })
}
