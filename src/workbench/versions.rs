//! Versions that are kept: a folder each, with the rule set, the version as the window has it, and what came of its
//! comparison. A folder appears whole, by its last step, or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::bench::Hand;
use crate::cli::InputError;
use ludometer_model::{MAX_WRITTEN, read_text};
use ludometer_report::{FileError, write_file};
use ludometer_spec::{CompareSpec, Spec as _, StudySpec};

/// The folder of the versions, in that of the workbench.
pub(super) const VERSIONS: &str = "versions";

/// The beginning of the names of what is not whole yet.
const DRAFT: &str = ".ludometer-";

/// The file of a version beside its rule set.
const RECORD: &str = "version.json";
/// The rule set of a version, as `rules` writes it.
const RULES: &str = "rules.toml";
/// The longest name, and the longest note, in characters.
pub(super) const LONGEST: (usize, usize) = (60, 2000);

/// A version that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Version {
    /// The game, as files are named after it.
    pub(super) game: String,
    pub(super) name: String,
    pub(super) note: String,
    pub(super) hand: Hand,
    /// The command that compared it, if it was compared to the end.
    pub(super) command: Option<String>,
}

/// Returns the versions of a game that are kept in this folder, by their names.
pub(super) fn read(folder: &Path, game: &str) -> Vec<Version> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path().join(RECORD)));
    let version = |path: PathBuf| serde_json::from_str(&read_text(&path, MAX_WRITTEN).ok()?).ok();
    // What was begun and never became whole has a hidden name.
    let is_whole = |path: &PathBuf| {
        path.parent().and_then(Path::file_name).is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    };
    let mut versions: Vec<Version> = files.filter(is_whole).filter_map(version).collect();
    versions.retain(|version| version.game == game);
    versions.sort_by(|a, b| a.name.cmp(&b.name));
    versions
}

/// Returns the folders of versions that can't be read: each keeps its name taken.
pub(super) fn damaged(folder: &Path) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let is_read = |path: &Path| {
        let text = read_text(&path.join(RECORD), MAX_WRITTEN).unwrap_or_default();
        serde_json::from_str::<Version>(&text).is_ok()
    };
    let folders =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir() && !is_read(path));
    let names = folders.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

/// Removes what processes that were killed left half written, from a folder that is this process's own.
pub(super) fn tidy(folder: &Path) {
    let Ok(entries) = folder.read_dir() else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let is_draft = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(DRAFT));
        if is_draft {
            // What can't be removed does no harm.
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Keeps a version with its rule set, the files of its comparison and the record of its study, if there are any.
pub(super) fn keep(
    folder: &Path,
    version: &Version,
    rules: &str,
    compared: Option<&Path>,
    studied: Option<&Path>,
) -> Result<(), InputError> {
    let Version { name, note, .. } = version;
    let place = folder.join(file_name(name)?);
    if note.chars().count() > LONGEST.1 {
        return Err(InputError::new(format!("a note has at most {} characters", LONGEST.1)));
    }
    if place.exists() {
        return Err(InputError::new(format!("there is a version `{name}`: choose another name")));
    }
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let draft = tempfile::Builder::new().prefix(DRAFT).tempdir_in(folder)?;
        let record = serde_json::to_string_pretty(version)? + "\n";
        file(&draft.path().join(RULES), rules.as_bytes())?;
        if let Some(compared) = compared {
            copy_files(compared, &draft.path().join(CompareSpec::COMMAND))?;
        }
        if let Some(studied) = studied {
            let copy = draft.path().join(StudySpec::COMMAND);
            fs::create_dir(&copy)?;
            file(&copy.join(StudySpec::RECORD), &fs::read(studied.join(StudySpec::RECORD))?)?;
        }
        file(&draft.path().join(RECORD), record.as_bytes())?;
        fs::rename(draft.path(), &place)?;
        // It has its name now: nothing is left to remove.
        let _ = draft.keep();
        Ok(())
    };
    write().map_err(|error| {
        InputError::new(format!("the version can't be kept in {}: {error}", place.display()))
    })
}

fn file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_file(path, bytes).map_err(|FileError { source, .. }| source)
}

/// Copies the files of a folder, but for hidden ones, into a new one.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in from.read_dir()? {
        let entry = entry?;
        if entry.file_type()?.is_file() && !entry.file_name().to_string_lossy().starts_with('.') {
            file(&to.join(entry.file_name()), &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// Puts the files of its comparison into a version that was kept before this came to its end.
pub(super) fn compare(folder: &Path, version: &Version, compared: &Path, command: &str) -> io::Result<()> {
    let place = folder.join(file_name(&version.name).map_err(io::Error::other)?);
    let draft = tempfile::Builder::new().prefix(DRAFT).tempdir_in(folder)?;
    copy_files(compared, &draft.path().join(CompareSpec::COMMAND))?;
    fs::rename(draft.path().join(CompareSpec::COMMAND), place.join(CompareSpec::COMMAND))?;
    let version = Version { command: Some(command.to_owned()), ..version.clone() };
    file(&place.join(RECORD), (serde_json::to_string_pretty(&version)? + "\n").as_bytes())
}

/// Returns the name of the folder of a version, which no other sign than a letter, a digit or `-` is in.
pub(super) fn file_name(name: &str) -> Result<String, InputError> {
    let sign = |sign: char| if sign.is_alphanumeric() { sign } else { '-' };
    let file: String = name.to_lowercase().chars().map(sign).collect();
    let file = file.trim_matches('-').to_owned();
    if file.is_empty() || name.chars().count() > LONGEST.0 || name.chars().any(char::is_control) {
        let text = format!(
            "a version has a name of at most {} characters, with a letter or a digit in it",
            LONGEST.0
        );
        return Err(InputError::new(text));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_folder_and_no_path() {
        for (name, file) in [("Two more", "two-more"), ("../../etc", "etc"), ("Größe 2/3", "größe-2-3")] {
            assert_eq!(file_name(name).unwrap(), file);
        }
        for name in ["", "..", "///", "a\nb", &"x".repeat(61)] {
            assert!(file_name(name).is_err(), "{name:?}");
        }
    }
}
