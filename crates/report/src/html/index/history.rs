//! The history of a design: its versions, one beside the other, in the order in which they were first played.

use maud::{Markup, html};

use super::entry::{Entry, Measured, Measures};
use crate::html::chance::apart;
use crate::html::figure::Figure;
use crate::html::plot::{Intervals, Point, Row};
use crate::html::words::{Unit, capital, thousands};

/// A version of a design: a rule set.
pub(super) struct Version<'a> {
    /// The hash of its rule set.
    hash: &'a str,
    /// The changes from the printed rules, and the same in short.
    rules: String,
    label: String,
    /// The day on which it was first played.
    day: Option<&'a str>,
    /// The measurements, by who played: of the largest batch.
    tables: Vec<(&'a str, &'a Measures)>,
    /// Which gates it passed when it was last held against some.
    gates: Option<&'a str>,
}

/// The figures that are followed.
struct Followed {
    title: &'static str,
    /// In a sentence.
    words: &'static str,
    axis: &'static str,
    definition: &'static str,
    unit: Unit,
    of: fn(&Measures) -> Option<Measured>,
}

const FOLLOWED: &[Followed] = &[
    Followed {
        title: "Length",
        words: "the mean number of turns in a game",
        axis: "turns a game",
        definition: "The mean number of turns of all players together.",
        unit: Unit::Plain,
        of: |measures| measures.turns,
    },
    Followed {
        title: "Seats",
        words: "the distance between the best and the worst seat",
        axis: "share of games that the best seat wins more than the worst",
        definition: "How much more of the games the best seat wins than the worst: 0 would be fair, and luck alone adds a little.",
        unit: Unit::Share,
        of: |measures| measures.seat_spread,
    },
    Followed {
        title: "When games are decided",
        words: "the part of a game after which the winner leads for good",
        axis: "part of the game after which the winner leads for good",
        definition: "The later, the longer a game stays open.",
        unit: Unit::Share,
        of: |measures| measures.decided_at,
    },
];

/// Returns the versions of these results of one design, which come in the order of their time.
pub(super) fn versions(entries: &[Entry]) -> Vec<Version<'_>> {
    let mut versions: Vec<Version<'_>> = Vec::new();
    for entry in entries {
        let Some(hash) = entry.hash.as_deref() else { continue };
        let at = versions.iter().position(|version| version.hash == hash).unwrap_or_else(|| {
            let (rules, label) = (entry.rules.clone(), entry.label.clone());
            versions.push(Version { hash, rules, label, day: entry.day(), tables: Vec::new(), gates: None });
            versions.len() - 1
        });
        let version = &mut versions[at];
        version.gates = entry.gates.as_deref().or(version.gates);
        let Some(measures) = &entry.measures else { continue };
        match version.tables.iter_mut().find(|(table, _)| *table == entry.table) {
            Some((_, known)) if known.games > measures.games => {}
            Some((_, known)) => *known = measures,
            None => version.tables.push((&entry.table, measures)),
        }
    }
    // A script of another text may have the same settings.
    let reported: Vec<String> = versions.iter().map(|version| version.rules.clone()).collect();
    for version in &mut versions {
        if reported.iter().filter(|rules| **rules == version.rules).count() > 1 {
            let mark = format!(" ({})", version.hash.get(..8).unwrap_or(version.hash));
            version.rules += &mark;
            version.label += &mark;
        }
    }
    versions
}

/// Returns who played more than one of these versions, in order of first appearance.
fn tables<'a>(versions: &[Version<'a>]) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for (table, _) in versions.iter().flat_map(|version| &version.tables) {
        if !all.contains(table) {
            all.push(table);
        }
    }
    all.retain(|table| versions.iter().filter(|version| version.at(table).is_some()).count() > 1);
    all
}

impl Version<'_> {
    fn at(&self, table: &str) -> Option<&Measures> {
        self.tables.iter().find(|(known, _)| *known == table).map(|(_, measures)| *measures)
    }
}

/// Returns the plots of a design's history; `prefix` keeps their names apart from those of other designs.
pub(super) fn figures(versions: &[Version<'_>], prefix: &str) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (number, table) in tables(versions).into_iter().enumerate() {
        for followed in FOLLOWED {
            let points: Vec<(usize, Measured)> = versions
                .iter()
                .enumerate()
                .filter_map(|(i, version)| Some((i, (followed.of)(version.at(table)?)?)))
                .collect();
            if points.len() < 2 {
                continue;
            }
            let row = |&(i, (value, interval)): &(usize, Measured)| Row {
                label: format!("{}: {}", i + 1, versions[i].label),
                value,
                interval,
                second: None,
                point: Point::Plain,
            };
            let plot = Intervals {
                rows: points.iter().map(row).collect(),
                unit: followed.unit,
                axis: followed.axis.to_owned(),
                reference: None,
            };
            let definition =
                format!("{} Each row is a version, with its 95 % interval. {table}.", followed.definition);
            let title = format!("{} by version", followed.title);
            let mut figure = Figure::new(&title, reading(followed, &points), &definition, plot.draw());
            figure.id = format!("{prefix}-{}-{number}", figure.id);
            figures.push(figure);
        }
    }
    figures
}

/// Returns how a figure went from the first version to the last.
fn reading(followed: &Followed, points: &[(usize, Measured)]) -> String {
    let (Some(&(first, before)), Some(&(last, after))) = (points.first(), points.last()) else {
        return String::new();
    };
    let (words, unit) = (followed.words, followed.unit);
    let (first, last) = (first + 1, last + 1);
    let (a, b) = (unit.text(before.0), unit.text(after.0));
    if apart(before, after, 1) || apart(after, before, 1) {
        let way = if after.0 > before.0 { "grew" } else { "fell" };
        format!("From version {first} to version {last}, {words} {way} from {a} to {b}.")
    } else {
        format!(
            "{} shows no clear change from version {first} to version {last}: {a} and {b}.",
            capital(words)
        )
    }
}

/// Returns the table of the versions of the design of this title.
pub(super) fn table(versions: &[Version<'_>], title: &str) -> Markup {
    let shown = |unit: Unit, measured: Option<Measured>| match measured {
        Some((value, Some(interval))) => format!("{} ({})", unit.text(value), unit.range(interval)),
        Some((value, None)) => unit.text(value),
        None => String::new(),
    };
    let no_figures = ("", &Measures::default());
    html! {
        div class="scroll" tabindex="0" role="region" aria-label={ "Versions of " (title) } {
            table class="versions" {
                thead { tr {
                    @for head in ["Version", "Rules", "First played", "Who played", "Games", "Turns", "Best seat over worst", "Decided after", "Gates", "Rule set"] {
                        th scope="col" { (head) }
                    }
                } }
                tbody {
                    @for (i, version) in versions.iter().enumerate() {
                        @let rows = if version.tables.is_empty() { std::slice::from_ref(&no_figures) } else { &version.tables[..] };
                        @for (row, (who, measures)) in rows.iter().enumerate() {
                            tr {
                                td { @if row == 0 { (i + 1) } }
                                td { @if row == 0 { (version.rules) } }
                                td { @if row == 0 { (version.day.unwrap_or_default()) } }
                                td { (who) }
                                td { @if measures.games > 0 { (thousands(measures.games as f64)) } }
                                td { (shown(Unit::Plain, measures.turns)) }
                                td { (shown(Unit::Share, measures.seat_spread)) }
                                td { (shown(Unit::Share, measures.decided_at)) }
                                td { @if row == 0 { (version.gates.unwrap_or("not checked")) } }
                                td { @if row == 0 { code { (version.hash) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}
