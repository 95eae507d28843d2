//! The index of a folder of results: what was asked of each design, what came of it, and how its versions compare.

mod entry;
mod find;
mod history;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use maud::{Markup, html};
use serde_json::Value as Json;

use self::entry::Entry;
use self::history::{figures, table, versions};
use super::figure::Figure;
use super::page::{escaped, frame};
use super::results::{Results, ResultsError};
use super::words::{sentence, slug, unbroken};
pub use find::folders_of_results;
use ludometer_model::{Program, counted};

/// The name of the index in its folder.
pub const INDEX: &str = "index.html";

/// A folder of results in an index.
#[derive(Debug)]
pub struct Indexed {
    path: String,
    link: Option<String>,
    results: Results,
}

impl Indexed {
    /// Reads a folder. `path` tells where it is, as people see it; `page` is the path of its page from the index, if it
    /// has one.
    ///
    /// # Errors
    /// As [`Results::read`].
    pub fn read(folder: &Path, path: &Path, page: Option<&Path>) -> Result<Self, ResultsError> {
        let parts = |page: &Path| page.iter().map(escaped).collect::<Vec<_>>().join("/");
        let results = Results::read_tables(folder)?;
        Ok(Self { path: path.display().to_string(), link: page.map(parts), results })
    }
}

/// The program's knowledge of a design of which there are results.
#[derive(Clone, Debug)]
pub struct KnownDesign {
    /// Its title.
    pub title: String,
    /// The printed rules, as records have them, without the number of players.
    pub printed: Json,
}

/// The results of one design.
struct Design {
    id: String,
    title: String,
    /// In order of time, the oldest first.
    entries: Vec<Entry>,
}

impl Design {
    /// Returns the newest result that speaks of the design; of bots or of settings that were tried, if there is no
    /// other.
    fn newest(&self) -> Option<&Entry> {
        let speaks = |entry: &&Entry| ["run", "study", "check"].contains(&entry.kind);
        self.entries.iter().rev().find(speaks).or(self.entries.last())
    }
}

/// Makes the index of these folders. The same folders give the same bytes. `unread` are those that can't be read, with
/// the reasons; `known` tells of a design by its id.
pub fn index(
    folders: &[Indexed],
    unread: &[(String, String)],
    known: &dyn Fn(&str) -> Option<KnownDesign>,
) -> String {
    let mut unread = unread.to_vec();
    let mut by_id: BTreeMap<&str, (Option<KnownDesign>, Vec<Entry>)> = BTreeMap::new();
    for folder in folders {
        let id = folder.results.game();
        let (design, entries) = by_id.entry(id).or_insert_with(|| (known(id), Vec::new()));
        match Entry::read(folder, design.as_ref()) {
            Ok(entry) => entries.push(entry),
            Err(error) => unread.push((folder.path.clone(), error.to_string())),
        }
    }
    unread.sort();
    let mut designs: Vec<Design> = Vec::new();
    for (id, (design, mut entries)) in by_id {
        entries.sort_by(|a, b| (&a.when, &a.path).cmp(&(&b.when, &b.path)));
        let title = design.map_or_else(|| title_of(id), |design| design.title);
        if !entries.is_empty() {
            designs.push(Design { id: id.to_owned(), title, entries });
        }
    }
    designs.sort_by(|a, b| (&a.title, &a.id).cmp(&(&b.title, &b.id)));
    let main = html! {
        section id="findings" { (short(&designs)) }
        @if designs.len() > 1 {
            nav aria-label="Contents" {
                ul { @for (i, design) in designs.iter().enumerate() { li { a href={ "#" (name(design, i)) } { (design.title) } } } }
            }
        }
        @for (i, design) in designs.iter().enumerate() { (of_design(design, &name(design, i))) }
        @if !unread.is_empty() { (not_read(&unread)) }
        (words())
    };
    frame("Index of results", &head(&designs), &main)
}

/// Returns a title for a design that the program doesn't know: a script's is its name.
fn title_of(id: &str) -> String {
    let stem = Path::new(id).file_stem().map_or_else(|| id.into(), |stem| stem.to_string_lossy());
    sentence(&stem.replace('-', " "))
}

/// Returns the name of a design's section.
fn name(design: &Design, number: usize) -> String {
    format!("design-{}-{}", number + 1, slug(&design.id))
}

fn head(designs: &[Design]) -> Markup {
    let entries = || designs.iter().flat_map(|design| &design.entries);
    let newest = entries().filter_map(Entry::moment).max();
    let oldest = entries().filter_map(Entry::moment).min();
    html! {
        p class="kind" { "Index of results" }
        h1 { (counted(entries().count() as u64, "result")) " of " (counted(designs.len() as u64, "game design")) }
        dl class="facts" {
            @if let (Some(oldest), Some(newest)) = (oldest, newest) {
                div { dt { "Oldest" } dd { (oldest) } }
                div { dt { "Newest" } dd { (newest) } }
            }
        }
    }
}

/// Returns the newest word on each design.
fn short(designs: &[Design]) -> Markup {
    html! {
        h2 { "In short" }
        ul class="findings" {
            @for (i, design) in designs.iter().enumerate() {
                @if let Some(last) = design.newest() {
                    li class=[last.is_problem.then_some("strong")] {
                        p {
                            a href={ "#" (name(design, i)) } { strong { (design.title) } }
                            ", " (counted(design.entries.len() as u64, "result"))
                            @let versions = versions(&design.entries).len();
                            @if versions > 1 { " of " (versions) " versions" }
                        }
                        p { (unbroken(&last.said)) }
                        p class="note" { "The newest " (last.kind) ". " (last.rules) "." }
                    }
                }
            }
        }
    }
}

/// Returns the history of a design, and all results, the newest first.
fn of_design(design: &Design, id: &str) -> Markup {
    let versions = versions(&design.entries);
    let drawn = figures(&versions, id);
    html! {
        section id=(id) class="part" {
            h2 { (design.title) }
            @if versions.len() > 1 {
                p class="lead" {
                    "The versions in the order in which they were first played. What is written against the printed rules is what was \
                     changed in them."
                }
                @for figure in &drawn { (draw(figure)) }
                @if drawn.is_empty() {
                    p class="note" { "No two versions were played by the same bots at tables of one size, so their figures are not drawn beside each other." }
                }
                h3 { "The versions" }
                (table(&versions, &design.title))
                h3 { "All results" }
            }
            ul class="findings" { @for entry in design.entries.iter().rev() { (item(entry)) } }
        }
    }
}

fn draw(figure: &Figure) -> Markup {
    html! {
        figure id=(figure.id) class="sheet" {
            h3 { (figure.title) }
            p class="reading" { (unbroken(&figure.reading)) }
            div class="drawing" tabindex="0" role="group" aria-label={ "Plot: " (figure.title) } {
                (figure.plot.element(&figure.label()))
            }
            figcaption { (unbroken(&figure.definition)) }
        }
    }
}

/// Returns a result with what came of it.
fn item(entry: &Entry) -> Markup {
    let facts = [
        (!entry.rules.is_empty()).then(|| entry.rules.clone()),
        (!entry.table.is_empty()).then(|| entry.table.clone()),
        entry.games.map(|games| counted(games, "game")),
        entry.seed.map(|seed| format!("seed {seed}")),
        entry.moment(),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    html! {
        li class=[entry.is_problem.then_some("strong")] {
            p {
                span class="badge" { (sentence(entry.kind)) }
                @match &entry.link {
                    Some(link) => a href=(link) { (entry.path) },
                    None => code { (entry.path) },
                }
            }
            p { (unbroken(&entry.said)) }
            p class="note" { (facts.join("; ")) "." }
        }
    }
}

fn not_read(unread: &[(String, String)]) -> Markup {
    html! {
        section id="unread" {
            h2 { "What could not be read" }
            ul { @for (path, reason) in unread { li { code { (path) } ": " (reason) } } }
        }
    }
}

fn words() -> Markup {
    html! {
        section id="of-this-page" {
            h2 { "About this index" }
            dl class="words" {
                dt { "Version" }
                dd { "A setting of all rules, the number of players among them, or another text of a game script. Versions are numbered in the order in which they were first played." }
                dt { "Gates" }
                dd { "What " code { (Program::current().name) " check" } " holds a version against: the newest check of it counts." }
                dt { "When" }
                dd { "Days and times are those of universal time (UTC)." }
            }
            p class="note" { "Made by " (Program::current()) "." }
        }
    }
}
