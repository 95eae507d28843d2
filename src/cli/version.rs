//! `--version`: the program that runs, and what it was built from.
//!
//! Records and checkpoints hold [`Program::release`], which knows no commit: what was begun by one build of a version is
//! resumed by another.

use serde_json::{Value as Json, json};

use super::output::{OutputError, print_json};
use crate::registry;
use crate::registry::Games;
use ludometer_model::{Program, RuleSet};

/// The commit of the library that the program is made with, as `build.rs` found it.
#[derive(Clone, Copy)]
struct Commit {
    hash: &'static str,
    /// True if the sources were not those of the commit.
    is_changed: bool,
}

/// Returns the commit, if it is known: see `build.rs`.
fn commit() -> Option<Commit> {
    let built_from = env!("LUDOMETER_BUILT_FROM");
    let (hash, is_changed) =
        built_from.strip_suffix(" changed").map_or((built_from, false), |hash| (hash, true));
    (!hash.is_empty()).then_some(Commit { hash, is_changed })
}

/// Returns the versions of the program that runs and of the library, with the library's commit: `0.2.0 (2f05a2c4ab)`,
/// `0.1.0 (ludometer 0.2.0, 2f05a2c4ab)`.
pub(super) fn text() -> String {
    with_commit(Program::current().versions(), commit())
}

fn with_commit(versions: String, commit: Option<Commit>) -> String {
    let Some(Commit { hash, is_changed }) = commit else { return versions };
    let short = hash.get(..10).unwrap_or(hash);
    let commit = if is_changed { format!("{short}, changed") } else { short.to_owned() };
    match versions.strip_suffix(')') {
        Some(open) => format!("{open}, {commit})"),
        None => format!("{versions} ({commit})"),
    }
}

/// Prints all of it as JSON, with the rule sets of the program's games.
pub(super) fn json(games: &Games) -> Result<(), OutputError> {
    let rule_set = |entry: &registry::Entry| json!({ "game": entry.id(), "rules_hash": RuleSet::defaults(entry.schema()).hash() });
    let features = [
        ("luau", cfg!(feature = "luau")),
        ("parquet", cfg!(feature = "parquet")),
        ("workbench", cfg!(feature = "workbench")),
    ];
    let features: Vec<&str> =
        features.into_iter().filter(|feature| feature.1).map(|feature| feature.0).collect();
    let commit = commit();
    let json: Json = json!({
        "name": Program::current().name,
        "version": Program::release(),
        "commit": commit.as_ref().map(|commit| commit.hash),
        "changed": commit.as_ref().map(|commit| commit.is_changed),
        "rustc": env!("LUDOMETER_COMPILER"),
        "target": env!("LUDOMETER_TARGET"),
        "features": features,
        "rule_sets": games.all().iter().map(rule_set).collect::<Vec<_>>(),
    });
    print_json(&json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commit_stands_behind_the_version_of_the_library() {
        let commit = |is_changed| Some(Commit { hash: "0123456789abcdef", is_changed });
        let text = |versions: &str, commit| with_commit(versions.to_owned(), commit);
        assert_eq!(text("0.2.0", None), "0.2.0");
        assert_eq!(text("0.2.0", commit(false)), "0.2.0 (0123456789)");
        assert_eq!(text("0.2.0", commit(true)), "0.2.0 (0123456789, changed)");
        assert_eq!(text("1.0.0 (ludometer 0.2.0)", commit(false)), "1.0.0 (ludometer 0.2.0, 0123456789)");
    }
}
