//! The index of a folder of results.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::beside;
use crate::cli::error::CliError;
use crate::cli::input::{InputError, find_game};
use crate::registry::Games;
use ludometer_model::{MAX_RECORD, RuleSet, read_text};
use ludometer_report::{
    Indexed, KnownDesign, PAGE, Results, folders_of_results, index, is_ours, thousands, writable, write_file,
};

/// Returns the folders with results in this one, if it has some and holds none itself.
pub(super) fn inner(folder: &Path) -> Result<Option<Vec<PathBuf>>, CliError> {
    if Results::are_in(folder) || !folder.is_dir() {
        return Ok(None);
    }
    let inner = folders_of_results(folder).map_err(InputError::from)?;
    Ok((!inner.is_empty()).then_some(inner))
}

/// Writes the index of these folders in `from` to this path; returns what is to be said of it.
pub(super) fn make(games: &Games, from: &Path, inner: &[PathBuf], path: &Path) -> Result<String, CliError> {
    let beside = beside(path)?;
    let output = |source| InputError::output(&source, "-o");
    writable(path).map_err(output)?;
    if path.is_file() && !read_text(path, MAX_RECORD).is_ok_and(|text| is_ours(&text)) {
        return Err(InputError::new(format!(
            "{} is not an index of this program's, so it stays; choose another file with -o",
            path.display()
        ))
        .into());
    }
    let (mut folders, mut unread) = (Vec::new(), Vec::new());
    for name in inner {
        let folder = from.join(name);
        let page = folder.join(PAGE);
        // Where nothing may be written, or the results are damaged, the index goes without the page.
        let has_page = page.is_file() || super::make(games, &folder, &page).is_ok();
        let link = has_page.then(|| way(beside, &page));
        match Indexed::read(&folder, name, link.as_deref()) {
            Ok(indexed) => folders.push(indexed),
            Err(error) => unread.push((name.display().to_string(), error.to_string())),
        }
    }
    write_file(path, index(&folders, &unread, &|id| known(games, id)).as_bytes())?;
    if path.exists() && !path.is_file() {
        return Ok(String::new());
    }
    let results = match folders.len() {
        1 => "1 result".to_owned(),
        count => format!("{} results", thousands(count as u64)),
    };
    let damaged = match unread.len() {
        0 => String::new(),
        count => format!("; {count} more could not be read"),
    };
    Ok(format!("{}: {results}{damaged}\n", path.display()))
}

/// Returns the way from a folder to a file.
fn way(from: &Path, to: &Path) -> PathBuf {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (from, to) = (whole(from), whole(to));
    let shared = from.iter().zip(to.iter()).take_while(|(a, b)| a == b).count();
    let up = from.iter().skip(shared).map(|_| OsStr::new(".."));
    up.chain(to.iter().skip(shared)).collect()
}

/// Returns the facts about a design, unless its script is gone.
fn known(games: &Games, id: &str) -> Option<KnownDesign> {
    let entry = find_game(games, id).ok()?;
    let schema = entry.schema();
    let mut printed = RuleSet::defaults(schema.clone()).to_json();
    if let (Some(key), Some(rules)) = (schema.seats_key.as_deref(), printed.as_object_mut()) {
        rules.remove(key);
    }
    Some(KnownDesign { title: entry.title().to_owned(), printed })
}
