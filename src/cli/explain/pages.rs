//! The text of the pages of the reference, the rules and the glossary, row by row: the same that the book has.

use std::collections::{BTreeMap, BTreeSet};

use super::Thing;
use ludometer_report::{Word, glossary, without_markdown as words};

/// A page of the book: its text, where it stands, the game design that it is of, and what kinds of things its tables list,
/// by the first word of the table's head.
struct Source {
    text: &'static str,
    path: &'static str,
    game: Option<&'static str>,
    kinds: &'static [(&'static str, &'static str)],
}

/// The kind of things that a table lists whose head begins with any other word than those that are named.
const ANY: &str = "";

macro_rules! page {
    ($path:literal, $game:expr, $kinds:expr) => {
        Source {
            text: include_str!(concat!("../../../docs/", $path)),
            path: $path,
            game: $game,
            kinds: $kinds,
        }
    };
}

/// The tables of the rules that are read: clauses, and the words of the rulebook. Keys are reported by the program itself.
const RULES: &[(&str, &str)] = &[
    ("id", "clause"),
    ("no.", "clause"),
    ("clause", "clause"),
    ("rulebook", "word"),
    ("identifier", "word"),
    ("term", "word"),
];

/// The kind of a column of files.
const COLUMN: &str = "column";

const SOURCES: &[Source] = &[
    page!("reference/files.md", None, &[("column", COLUMN), ("file", "file"), ("status", "exit status")]),
    page!("reference/targets-and-gates.md", None, &[("figure", "figure"), ("key", "target or gate")]),
    page!("reference/strategy-files.md", None, &[(ANY, "strategy file")]),
    page!("reference/scripts.md", None, &[(ANY, "game script")]),
    page!("rules/pure-profit.md", Some("Pure Profit"), RULES),
    page!("rules/even-odd.md", Some("Even-Odd"), RULES),
    page!("rules/greed-street.md", Some("Greed Street"), RULES),
    page!("rules/film-rummy.md", Some("Film Rummy"), RULES),
    page!("rules/im-the-boss.md", Some("I'm the Boss: The Card Game"), RULES),
];

/// Returns all that the pages explain.
pub(super) fn things() -> Vec<Thing> {
    let mut things: Vec<Thing> = SOURCES.iter().flat_map(rows).collect();
    things.extend(glossary().into_iter().map(of_glossary));
    let mut files = files_by_column(&things);
    for column in things.iter_mut().filter(|thing| thing.kind == COLUMN) {
        let found: BTreeSet<String> =
            column.names.iter().filter_map(|name| files.remove(name)).flatten().collect();
        if !found.is_empty() {
            column.says.push(named_in(found));
        }
    }
    // The ends of intervals have no row of their own.
    things.extend(files.into_iter().map(|(name, files)| Thing {
        kind: COLUMN.to_owned(),
        says: end_of_interval(&name).into_iter().chain([named_in(files)]).collect(),
        names: vec![name],
        game: None,
        page: "docs/reference/files.md".to_owned(),
    }));
    things
}

/// Returns what is known of a column by its name: that it is an end of the interval of another one.
fn end_of_interval(name: &str) -> Option<(String, String)> {
    let ends = [("_ci_low", "lower"), ("_low", "lower"), ("_ci_high", "upper"), ("_high", "upper")];
    let (of, end) = ends.iter().find_map(|(ending, end)| Some((name.strip_suffix(ending)?, end)))?;
    Some((String::new(), format!("the {end} end of the interval of `{of}` in the same row").replace('`', "")))
}

/// Returns what the glossary says of a word.
fn of_glossary(word: Word) -> Thing {
    let mut says = vec![(String::new(), word.meaning)];
    says.extend(word.example.map(|example| ("example".to_owned(), example)));
    Thing {
        kind: if word.is_question { "question" } else { "word" }.to_owned(),
        names: word.names,
        game: None,
        says,
        page: "docs/glossary.md".to_owned(),
    }
}

/// Returns the rows of the tables of a page that list things of a known kind.
fn rows(source: &Source) -> Vec<Thing> {
    let mut found = Vec::new();
    let mut head: Option<Vec<String>> = None;
    for line in source.text.lines() {
        let Some(cells) = cells(line) else {
            head = None;
            continue;
        };
        let Some(head) = &head else {
            head = Some(cells.iter().map(|cell| words(cell).to_lowercase()).collect());
            continue;
        };
        let is_rule = |cell: &String| cell.chars().all(|sign| "-: ".contains(sign));
        if cells.iter().all(is_rule) {
            continue;
        }
        let of = |word: &str| source.kinds.iter().find(|(first, _)| *first == word).map(|(_, kind)| *kind);
        let Some(kind) = of(&head[0]).or_else(|| of(ANY)) else { continue };
        found.extend(thing(source, kind, head, &cells));
    }
    found
}

fn thing(source: &Source, kind: &str, head: &[String], cells: &[String]) -> Option<Thing> {
    let mut names = names(cells.first()?);
    let mut says = Vec::new();
    for (what, text) in head.iter().zip(cells).skip(1).filter(|(_, text)| !words(text).is_empty()) {
        // The rulebook's own word stands first, the identifier beside it.
        if what == "identifier" {
            names.extend(self::names(text));
        } else {
            says.push((reported_as(what), words(text)));
        }
    }
    let (game, page) = (source.game.map(str::to_owned), format!("docs/{}", source.path));
    Some(Thing { kind: kind.to_owned(), names, game, says, page })
}

/// Returns what the text of a column is introduced by: what says what the thing is needs no word.
fn reported_as(head: &str) -> String {
    match head {
        "definition" | "meaning" | "rule" | "rule in own words" | "gives" | "is" => String::new(),
        head => head.to_owned(),
    }
}

/// Returns the files that a column is in.
fn named_in(files: BTreeSet<String>) -> (String, String) {
    ("in".to_owned(), files.into_iter().collect::<Vec<_>>().join(", "))
}

/// Returns the files of each column.
fn files_by_column(things: &[Thing]) -> BTreeMap<String, BTreeSet<String>> {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in things.iter().filter(|thing| thing.kind == "file") {
        for (_, text) in file.says.iter().filter(|(what, _)| what == "columns") {
            let of_file =
                text.split(", ").filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
            for name in of_file {
                let named = file.names.iter().filter(|name| name.contains('.')).cloned();
                files.entry(name.to_owned()).or_default().extend(named);
            }
        }
    }
    files
}

/// Returns the cells of a line of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    // A bar within a cell is escaped.
    let inner = inner.replace("\\|", "\u{1}");
    Some(inner.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect())
}

/// Returns the names in a first cell: what is set as code, or all of it.
fn names(cell: &str) -> Vec<String> {
    // A function is found by its name alone.
    let name = |part: &str| part.split_once('(').map_or(part, |(name, _)| name).to_owned();
    let code: Vec<String> = cell.split('`').skip(1).step_by(2).map(name).collect();
    if code.is_empty() { words(cell).split(", ").map(str::to_owned).collect() } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_names_and_links_are_read() {
        assert_eq!(cells("| `a`, `b` | c \\| d |"), Some(vec!["`a`, `b`".to_owned(), "c | d".to_owned()]));
        assert_eq!(names("`ci_low`, `ci_high`"), ["ci_low", "ci_high"]);
        let of = |kind: &str| things().iter().filter(|thing| thing.kind == kind).count();
        assert!(of("clause") > 300 && of("file") > 30 && of("column") > 60);
        assert!(of("game script") > 60 && of("word") > 40);
        let in_no_file =
            |thing: &Thing| thing.kind == COLUMN && thing.says.contains(&named_in(BTreeSet::new()));
        assert!(!things().iter().any(in_no_file), "a column that no file has");
        assert_eq!(of("exit status"), crate::cli::EXIT_STATUSES.len());
    }
}
