//! A script to begin with, from a template, and beside it the names that editors complete.

use std::fs;
use std::path::Path;

use super::super::args::NewArgs;
use super::super::error::CliError;
use super::super::input::InputError;
use super::super::output::{print, warn};
use super::{refused, title, write};
use ludometer_model::{Program, shell_word};
use ludometer_scripted::{EDITOR_TYPES, EDITOR_TYPES_FILE, TEMPLATES, sheet_script};
use ludometer_sheet::{Deck, Table};

pub(super) fn new_script(args: &NewArgs) -> Result<(), CliError> {
    let path = &args.file;
    if path.extension().is_none_or(|ending| ending != "luau") {
        return Err(refused(path, "the name of a game script ends in .luau (for a crate: --rust)").into());
    }
    let notes = begin_script(path, &args.template, args.sheet.as_deref())?;
    warn(&notes);
    let types = write_types(path)?;
    let (program, shown) = (Program::current().name, path.display());
    let script = shell_word(&shown.to_string());
    print(&format!(
        "{shown} is a small game. Try it, and change it into your own:\n  \
         {program} validate {script}    what it says, and what is wrong\n  \
         {program} play {script}        sit down at the table\n  \
         {program} run {script}         a batch of games\n\
         {types}"
    ))?;
    Ok(())
}

/// Writes a script by this template, or with the cards of a sheet. Returns what was understood of the sheet as it may not be
/// meant.
pub(crate) fn begin_script(
    path: &Path,
    template: &str,
    sheet: Option<&Path>,
) -> Result<Vec<String>, InputError> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut notes = Vec::new();
    let text = if let Some(sheet) = sheet {
        let (text, of_sheet) = of_sheet(path, sheet, &title(&stem))?;
        notes = of_sheet;
        text
    } else {
        let found = TEMPLATES.iter().find(|known| known.name == template);
        let found = found.ok_or_else(|| refused(path, format!("there is no template `{template}`")))?;
        found.script(&title(&stem))
    };
    write(path, &text)?;
    Ok(notes)
}

/// Returns the script that begins with the cards of a sheet, which lies beside it or below its folder, and what was understood
/// of the sheet as it may not be meant.
fn of_sheet(script: &Path, sheet: &Path, title: &str) -> Result<(String, Vec<String>), InputError> {
    let folder = script.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = |why: String| refused(script, format!("`--sheet {}`: {why}", sheet.display()));
    let whole = sheet.canonicalize().map_err(|error| wrong(error.to_string()))?;
    let below = folder.canonicalize().ok().and_then(|folder| whole.strip_prefix(folder).ok());
    let name = below.and_then(Path::to_str).map(|name| name.replace('\\', "/"));
    let name = name.filter(|name| !name.contains('"'));
    let name = name.ok_or_else(|| wrong("must lie beside the script, or in a folder below".to_owned()))?;
    let deck = Table::open(&whole, &name, None).and_then(Deck::read);
    let deck = deck.map_err(|error| refused(script, error.to_string()))?;
    Ok((sheet_script(title, &name, &deck), deck.notes))
}

/// Writes the names that editors complete beside a script, unless a file of this name is somebody else's. Returns a line
/// that says so.
fn write_types(script: &Path) -> Result<String, InputError> {
    let path = script.with_file_name(EDITOR_TYPES_FILE);
    let head = EDITOR_TYPES.lines().next().unwrap_or_default();
    if fs::read(&path).is_ok_and(|text| !text.starts_with(head.as_bytes())) {
        return Ok(String::new());
    }
    fs::write(&path, EDITOR_TYPES).map_err(|error| refused(&path, error.to_string()))?;
    Ok(format!("Editors that know Luau complete its names by {}.\n", path.display()))
}
