//! `new` and `validate`: writing game scripts, and looking at them.

use std::fs::File;
use std::io::Write as _;

use super::args::{NewArgs, ValidateArgs};
use super::error::CliError;
use super::input::InputError;
use super::output::print;
use ludometer_model::Program;
use ludometer_scripted::TEMPLATES;

pub(super) fn new(args: &NewArgs) -> Result<(), CliError> {
    let path = &args.file;
    let refused = |why: String| InputError::NewScript { path: path.clone(), why };
    if path.extension().is_none_or(|ending| ending != "luau") {
        return Err(refused("the name of a game script ends in .luau".to_owned()).into());
    }
    let template = TEMPLATES.iter().find(|template| template.name == args.template);
    let template = template.ok_or_else(|| refused(format!("there is no template `{}`", args.template)))?;
    let stem =
        path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().replace(['_', '-'], " "));
    // Never over a script that is there.
    let mut file = File::create_new(path).map_err(|error| refused(error.to_string()))?;
    file.write_all(template.script(&stem).as_bytes()).map_err(|error| refused(error.to_string()))?;
    let (program, shown) = (Program::current().name, path.display());
    print(&format!(
        "{shown}: a small game; `{program} validate {shown}` plays it, every command takes its path\n"
    ))?;
    Ok(())
}

pub(super) fn validate(args: &ValidateArgs) -> Result<(), CliError> {
    let path = args.file.to_string_lossy();
    let said = ludometer_scripted::validate(&path, args.games, args.seed).map_err(InputError::from)?;
    print(&said)?;
    Ok(())
}
