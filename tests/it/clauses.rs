//! The clauses of the rules: every clause that the code cites stands in `docs/rules/<game>.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Prefix of a game's clauses, as they are cited; the name of its rule file.
const RULE_FILES: [(&str, &str); 5] = [
    ("PP", "pure-profit"),
    ("EO", "even-odd"),
    ("GS", "greed-street"),
    ("FR", "film-rummy"),
    ("IB", "im-the-boss"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files below this folder, in any depth.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder lies in the repository") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Numbers of the clauses that this rule file defines: the rows `| PP-17 | ...` of its tables.
fn defined(text: &str, prefix: &str) -> Vec<u32> {
    let begin = format!("| {prefix}-");
    let rows = text.lines().filter_map(|line| line.strip_prefix(&begin)?.split(' ').next());
    rows.map(|number| number.parse().unwrap_or_else(|_| panic!("{begin}{number} is no clause number")))
        .collect()
}

/// Numbers of the clauses that this text cites: `PP-17`, and `pp_17_` in the name of a test.
fn cited(text: &str, prefix: &str) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    for mark in [format!("{prefix}-"), format!("fn {}_", prefix.to_lowercase())] {
        for (at, _) in text.match_indices(&mark) {
            let inside_word = text[..at].ends_with(|c: char| c.is_alphanumeric());
            let digits = text[at + mark.len()..].split(|c: char| !c.is_ascii_digit()).next();
            if let Some(Ok(number)) = digits.filter(|_| !inside_word).map(str::parse) {
                numbers.insert(number);
            }
        }
    }
    numbers
}

#[test]
fn every_game_has_its_rule_file() {
    let entries = fs::read_dir(root().join("crates/games"))
        .expect("it is there")
        .map(|entry| entry.expect("listed").path());
    let games = entries.filter(|path| path.is_dir());
    let ids: BTreeSet<String> =
        games.map(|path| path.file_name().unwrap().to_string_lossy().replace('_', "-")).collect();
    assert_eq!(ids, RULE_FILES.map(|(_, game)| game.to_owned()).into());
}

#[test]
fn every_cited_clause_stands_in_the_rules() {
    let mut lost = Vec::new();
    let mut citations = 0;
    for (prefix, game) in RULE_FILES {
        let path = root().join("docs/rules").join(format!("{game}.md"));
        let numbers = defined(&fs::read_to_string(&path).expect("the rule file is there"), prefix);
        assert!(numbers.is_sorted_by(|a, b| a < b), "{game}.md: clauses are numbered upwards, each once");
        let known: BTreeSet<u32> = numbers.into_iter().collect();
        for file in ["src", "crates", "tests"].into_iter().flat_map(|folder| files(&root().join(folder))) {
            // What this file says of clauses is about none of them.
            if file == root().join("tests/it/clauses.rs") {
                continue;
            }
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let cited = cited(&text, prefix);
            citations += cited.len();
            lost.extend(
                cited.difference(&known).map(|number| format!("{}: {prefix}-{number}", file.display())),
            );
        }
    }
    assert!(lost.is_empty(), "cited, but not in docs/rules:\n{}", lost.join("\n"));
    assert!(citations > 400, "only {citations} citations were found");
}

#[test]
fn citations_and_definitions_are_found() {
    let text = "(PP-17 to PP-19, APP-3)\nfn pp_20_a_bankrupt() {}\npp_21_";
    assert_eq!(cited(text, "PP"), BTreeSet::from([17, 19, 20]));
    assert_eq!(defined("| PP-1 | a | b |\nPP-2\n| PP-10 | c |", "PP"), [1, 10]);
}
