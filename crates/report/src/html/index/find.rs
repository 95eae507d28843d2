//! The folders of results below a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::html::results::{Results, ResultsError};

/// How deep folders are looked through.
const DEPTH: usize = 8;

/// Returns the folders below this one that hold results, by their paths from it, in order of these. Hidden folders and
/// links are left out.
///
/// # Errors
/// The folder can't be read. Folders in it that can't be read are left out.
pub fn folders_of_results(folder: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|source| ResultsError::Unreadable { path: folder.to_owned(), source })?;
    add(entries, Path::new(""), DEPTH, &mut found);
    found.sort();
    Ok(found)
}

fn add(entries: fs::ReadDir, from: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in entries.flatten() {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        // The kind of the entry itself: a link is no folder here, so nothing is found twice or without end.
        if is_hidden || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let (path, inner) = (entry.path(), from.join(entry.file_name()));
        if Results::are_in(&path) {
            found.push(inner.clone());
        }
        if let (1.., Ok(entries)) = (depth, fs::read_dir(&path)) {
            add(entries, &inner, depth - 1, found);
        }
    }
}
