//! `test`: the scenes of a game script, held against its rules.

use serde_json::{Value as Json, json};

use super::args::TestArgs;
use super::error::CliError;
use super::input::{InputError, check_script};
use super::output::{print, print_json};
use ludometer_model::counted;
use ludometer_scripted::{SceneFound, test as test_script};

pub(super) fn test(args: &TestArgs) -> Result<(), CliError> {
    let script = args.file.to_string_lossy();
    check_script(&script)?;
    let mut found = test_script(&script).map_err(InputError::from)?;
    if found.is_empty() {
        let beside = script.strip_suffix("luau").unwrap_or(&script);
        return Err(CliError::Usage(format!(
            "{script} has no scenes: write scene(\"clause and what it says\", function() ... end) in it, or in \
             {beside}scenes.luau beside it; docs/reference/scripts.md has examples"
        )));
    }
    if let Some(words) = &args.only {
        found.retain(|scene| scene.clause.contains(words.as_str()));
        if found.is_empty() {
            return Err(CliError::Usage(format!("{script} has no scene with `{words}` in its first words")));
        }
    }
    let failed = found.iter().filter(|scene| scene.failure.is_some()).count();
    if args.json {
        print_json(
            &json!({ "scenes": found.iter().map(as_json).collect::<Vec<_>>(), "valid": failed == 0 }),
        )?;
    } else {
        print(&text(&found, failed))?;
    }
    let all = counted(found.len() as u64, "scene");
    match failed {
        0 => Ok(()),
        1 => Err(CliError::Invalid(format!("{script}: one of {all} fails"))),
        more => Err(CliError::Invalid(format!("{script}: {more} of {all} fail"))),
    }
}

fn text(found: &[SceneFound], failed: usize) -> String {
    let mut out = String::new();
    for scene in found {
        match scene.failure {
            None => out += &format!("ok     {}\n", scene.clause),
            Some(_) => out += &format!("FAILS  {}", lines(scene, "       ")),
        }
    }
    if failed == 0 {
        let all = counted(found.len() as u64, "scene");
        out += &format!("\n{all}: the rules are as they say.\n");
    }
    out
}

/// Returns a scene that fails: its clause, where it stands, and what was found.
pub(super) fn lines(scene: &SceneFound, indent: &str) -> String {
    let what = scene.failure.as_ref().map_or_else(String::new, ToString::to_string);
    format!("{} ({}:{})\n{indent}{what}\n", scene.clause, scene.file, scene.line)
}

/// Returns a scene as `test` and `validate` give it as JSON.
pub(super) fn as_json(scene: &SceneFound) -> Json {
    let failure = scene
        .failure
        .as_ref()
        .map(|error| json!({ "file": error.file, "line": error.line, "what": error.message }));
    json!({ "clause": scene.clause, "file": scene.file, "line": scene.line, "failure": failure })
}
