//! README and book, held to the program: every command runs, every printed result is the program's, every link leads
//! somewhere.
//!
//! In a page, a `sh` block is run line by line with small budgets, a `console` block exactly as it stands and its output
//! compared, and a block with `file=NAME` is written to that file first (or must equal it, where the repository has it);
//! one with `more=NAME` is added to it.
//! `UPDATE=1 cargo test --test it book` writes the page of all commands and the tables of figures anew.

mod commands;
mod figures;
mod files;
mod links;
mod markdown;
mod run;
mod schemas;

use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and all pages of the book but rules and logs, which have no commands of their own.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    collect(&root().join("docs"), &mut pages);
    pages.retain(|page| {
        let name = page.strip_prefix(root()).unwrap_or(page);
        !name.starts_with("docs/rules") && !name.ends_with("performance-log.md")
    });
    assert!(pages.len() > 25, "only {} pages found", pages.len());
    pages
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            into.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
