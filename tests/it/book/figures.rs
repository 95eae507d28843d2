//! The reference of figures is written from the catalogue.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{read, root};
use ludometer::model::RuleSet;
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{MeterPlan, Seating, pool};
use ludometer::stats::{Figure, catalogue};

/// Returns the table of these figures.
fn table<'a>(list: impl IntoIterator<Item = &'a Figure>) -> String {
    let mut table = "| figure | definition | unit | kind |\n|---|---|---|---|\n".to_owned();
    for Figure { id, definition, unit, kind, .. } in list {
        let unit = if unit.is_empty() { "as the target" } else { unit };
        let _ = writeln!(table, "| `{id}` | {definition} | {unit} | {} |", kind.name());
    }
    table
}

/// Returns the page with this table in the place of the first one under the heading.
fn with_table(page: &str, heading: &str, table: &str) -> String {
    let heading = format!("\n## {heading}\n");
    let chapter = page.find(&heading).unwrap_or_else(|| panic!("no chapter{heading}"));
    let begin =
        chapter + page[chapter..].find("\n|").unwrap_or_else(|| panic!("no table under{heading}")) + 1;
    let lines = page[begin..].split_inclusive('\n').take_while(|line| line.starts_with('|'));
    let end = begin + lines.map(str::len).sum::<usize>();
    format!("{}{table}{}", &page[..begin], &page[end..])
}

/// Returns the figures of a game design that other designs don't have.
fn own(entry: &Entry) -> Vec<&'static Figure> {
    let seats = entry.schema().usual_seats;
    let game = entry.load(seats, RuleSet::defaults(entry.schema())).expect("the usual table");
    let bots = vec![game.bot("random").expect("every game has it"); seats];
    let pool = pool(1).expect("a thread").into();
    let plan = MeterPlan { seed: 0, seating: Seating::Rotate, unit: 1, split: false, pool };
    // The report of no games has all figures.
    let report = game.meter(&bots, plan).report();
    let common: BTreeSet<&str> =
        catalogue::CHAPTERS.iter().flat_map(|(_, list)| list.iter().map(|figure| figure.id)).collect();
    let mut seen = BTreeSet::new();
    let list = report.metrics.iter().map(|metric| metric.figure);
    list.filter(|figure| !common.contains(figure.id) && seen.insert(figure.id)).collect()
}

/// Holds the page to this text, or writes it with `UPDATE=1`.
fn hold(name: &str, wanted: impl Fn(&str) -> String) {
    let path = root().join(name);
    let stored = read(&path);
    let page = wanted(&stored);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
        return;
    }
    let differs = stored.lines().zip(page.lines()).find(|(a, b)| a != b);
    assert!(stored == page, "{name} is not the catalogue (UPDATE=1 cargo test --test it book): {differs:?}");
}

#[test]
fn the_reference_of_metrics_is_the_catalogue() {
    hold("docs/reference/metrics.md", |page| {
        let chapters = catalogue::CHAPTERS.iter();
        chapters.fold(page.to_owned(), |page, (title, list)| {
            with_table(&page, title, &table(list.iter().copied()))
        })
    });
}

#[test]
fn the_reference_of_single_designs_is_what_they_declare() {
    hold("docs/reference/game-metrics.md", |page| {
        GAMES.iter().fold(page.to_owned(), |page, entry| with_table(&page, entry.title(), &table(own(entry))))
    });
}
