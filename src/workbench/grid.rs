//! The versions by questions: what the files that were kept with each of them say. Nothing is worked out anew.

use std::collections::BTreeSet;
use std::path::Path;

use maud::{Markup, html};
use serde::de::DeserializeOwned;

use super::bench::{Hand, Opened};
use super::parameters::load;
use super::versions::{VERSIONS, Version, damaged, file_name};
use crate::cli::settings;
use ludometer_model::{MAX_WRITTEN, counted, read_text};
use ludometer_report::{CompareRecord, StudyRecord, number};
use ludometer_spec::{CompareSpec, Spec, StudySpec};

/// A version with what is known of it.
struct Row<'a> {
    version: &'a Version,
    compared: Option<CompareRecord>,
    studied: Option<StudyRecord>,
}

/// Reads the record that a command left in a folder of its name.
fn record<S: Spec, R: DeserializeOwned>(folder: &Path) -> Option<R> {
    let text = read_text(&folder.join(S::COMMAND).join(S::RECORD), MAX_WRITTEN).ok()?;
    serde_json::from_str(&text).ok()
}

/// Returns the mean turns of side A and of side B.
fn turns(record: &CompareRecord) -> [Option<f64>; 2] {
    let row = record.metrics.0.iter().chain(&record.beside.0).find(|row| row.metric == "turns");
    row.map_or([None, None], |row| [row.a, row.b])
}

/// Returns turns, and the minutes that they take.
fn lengths(turns: Option<f64>, seconds: f64) -> Markup {
    let shown = |value: f64| format!("{value:.1}");
    html! {
        td class="n" { (turns.map_or_else(|| "not known".to_owned(), shown)) }
        td class="n" { (turns.map_or_else(|| "not known".to_owned(), |turns| shown(turns * seconds / 60.0))) }
    }
}

/// Returns what versions are compared with, in words.
fn other(opened: &Opened, record: &CompareRecord) -> String {
    let before = &record.head.spec.set_a;
    if before.is_empty() {
        return "the printed rules".to_owned();
    }
    let of = |version: &&Version| {
        let hand = Hand { players: record.players, ..version.hand.clone() };
        load(&opened.entry, &hand).is_ok_and(|game| settings(game.rules()) == *before)
    };
    let known = opened.versions.iter().find(of);
    known.map_or_else(|| before.join(", "), |version| version.name.clone())
}

/// Returns the versions as a table.
pub(super) fn grid(opened: &Opened) -> Markup {
    let damaged = damaged(&opened.folder.join(VERSIONS));
    let unread = html! { @if !damaged.is_empty() {
        p class="fault" { "Can't be read, as " code { "version.json" } " is damaged: " (damaged.join(", ")) "." }
    } };
    if opened.versions.is_empty() {
        return unread;
    }
    let read = |version: &Version| {
        let folder = file_name(&version.name).map(|name| opened.folder.join(VERSIONS).join(name));
        let folder = folder.unwrap_or_default();
        let compared = record::<CompareSpec, CompareRecord>(&folder);
        (compared, record::<StudySpec, StudyRecord>(&folder))
    };
    let row = |version| {
        let (compared, studied) = read(version);
        Row { version, compared, studied }
    };
    let rows: Vec<Row<'_>> = opened.versions.iter().map(row).collect();
    let compared = || rows.iter().filter_map(|row| Some((row.version, row.compared.as_ref()?)));
    let others: BTreeSet<_> =
        compared().map(|(_, record)| (&record.a.rules_hash, record.players, &record.a.bots)).collect();
    let printed = compared().find(|(_, record)| record.head.spec.set_a.is_empty());
    // The questions of the first study are those of all: a study asks them in one order.
    let studies = rows.iter().filter_map(|row| row.studied.as_ref());
    let questions: Vec<_> = studies.take(1).flat_map(|study| &study.answers.0).collect();
    let short = |study: &StudyRecord, question: &str| {
        let answer = study.answers.0.iter().find(|answer| answer.question == question);
        answer.map(|answer| answer.short.clone().unwrap_or_else(|| answer.text.clone())).unwrap_or_default()
    };
    html! {
        (unread)
        @if others.len() > 1 {
            p class="note" { "Not all of these were compared with the same version at the same table: mind the column " em { "compared with" } "." }
        }
        div class="grid" tabindex="0" role="group" aria-label="Versions by questions" { table {
            thead { tr {
                th scope="col" { "Version" }
                th scope="col" class="n" { "Turns" }
                th scope="col" class="n" { "Minutes" }
                th scope="col" { "Compared with" }
                th scope="col" { "What its comparison said" }
                @for question in &questions { th scope="col" { (question.asked) } }
            } }
            tbody {
                @if let Some((version, record)) = printed {
                    tr {
                        th scope="row" { "The printed rules" br; span class="note" { (table_of(record.players, &version.hand)) } }
                        (lengths(turns(record)[0], version.hand.seconds))
                        td { "" } td { "" }
                        @for _ in &questions { td { "" } }
                    }
                }
                @for Row { version, compared, studied } in &rows { tr {
                    th scope="row" { (named(version)) }
                    @match compared.as_ref() {
                        Some(record) => {
                            (lengths(turns(record)[1], version.hand.seconds))
                            td { (other(opened, record)) }
                            td class="said" { (record.answers.first().map_or("", |answer| &answer.text)) }
                        },
                        None => td colspan="4" { "not compared" },
                    }
                    @for question in &questions { td class="short" { (studied.as_ref().map_or_else(|| "no study".to_owned(), |study| short(study, &question.question))) } }
                } }
            }
        } }
    }
}

/// Returns the table at which a version is played.
fn table_of(players: usize, hand: &Hand) -> String {
    format!("{}, at {} seconds a turn", counted(players as u64, "player"), number(hand.seconds))
}

/// Returns the name of a version, its note, its settings, and the way back to it.
fn named(version: &Version) -> Markup {
    let Version { name, note, hand, .. } = version;
    html! {
        strong { (name) } @if !note.is_empty() { ": " (note) }
        br;
        span class="note" {
            @match hand.settings.len() {
                0 => "as printed",
                _ => @for (i, (key, value)) in hand.settings.iter().enumerate() { @if i > 0 { ", " } (key) "=" (value) },
            }
            "; " (table_of(hand.players, hand))
        }
        br;
        button type="button" data-version=(name) data-hand=(serde_json::to_string(hand).unwrap_or_default()) aria-label={ "Back to " (name) } { "Back to it" }
    }
}
