//! A script to begin with, from a template, and beside it the names that editors complete.

use std::fs;
use std::path::Path;

use super::super::args::NewArgs;
use super::super::error::CliError;
use super::super::input::InputError;
use super::super::output::print;
use super::{refused, title, write};
use ludometer_model::{Program, shell_word};
use ludometer_scripted::{EDITOR_TYPES, EDITOR_TYPES_FILE, TEMPLATES};

pub(super) fn new_script(args: &NewArgs) -> Result<(), CliError> {
    let path = &args.file;
    if path.extension().is_none_or(|ending| ending != "luau") {
        return Err(refused(path, "the name of a game script ends in .luau (for a crate: --rust)").into());
    }
    let template = TEMPLATES.iter().find(|template| template.name == args.template);
    let template =
        template.ok_or_else(|| refused(path, format!("there is no template `{}`", args.template)))?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    write(path, &template.script(&title(&stem)))?;
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
