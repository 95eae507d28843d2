//! The page on which a game is chosen, or begun from a template or a sheet of cards.

use std::path::{Path, PathBuf};

use maud::{Markup, html};
use serde::Deserialize;

use super::page::{SCRIPTS, frame};
use crate::cli::{InputError, begin_script};
use ludometer_model::Program;
use ludometer_scripted::TEMPLATES;

/// The endings of sheets of cards.
const SHEETS: [&str; 4] = ["csv", "tsv", "xlsx", "ods"];

/// The longest name of a game, in letters.
const LONGEST: usize = 60;

/// A game to begin, in the folder in which the program was started.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// The name of its file, without the ending.
    name: String,
    /// A template, or a sheet of the folder.
    from: String,
}

/// Returns the folder in which a game is begun: the one that was named, or that in which the program was started.
fn place(scripts: Option<&Path>) -> &Path {
    scripts.unwrap_or(Path::new("."))
}

/// Returns the sheets of a folder.
fn sheets(folder: &Path) -> Vec<String> {
    let Ok(files) = folder.read_dir() else { return Vec::new() };
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let is_sheet = |name: &String| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        !name.starts_with('.') && SHEETS.iter().any(|sheet| ending.eq_ignore_ascii_case(sheet))
    };
    let mut sheets: Vec<String> = names.filter(is_sheet).collect();
    sheets.sort();
    sheets
}

/// Writes the script of a game that is begun. Returns its path, and what was understood of a sheet as it may not be meant.
pub(super) fn begin(wanted: &Wanted, scripts: Option<&Path>) -> Result<(String, Vec<String>), InputError> {
    // The title may have spaces, the name of the file has none.
    let name = wanted.name.trim().replace(' ', "_").to_lowercase();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ['-', '_'].contains(&letter);
    if name.is_empty() {
        return Err(InputError::new("type a name for the game"));
    }
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if !begins || !name.chars().all(is_plain) || name.len() > LONGEST {
        let text = format!(
            "a game's name begins with a letter from A to Z and has such letters, digits, spaces, - and _, at most {LONGEST}, not `{}`",
            wanted.name.trim()
        );
        return Err(InputError::new(text));
    }
    let file = format!("{name}.luau");
    let path = scripts.map_or_else(|| PathBuf::from(&file), |folder| folder.join(&file));
    let sheet = sheets(place(scripts)).into_iter().find(|sheet| *sheet == wanted.from);
    let sheet = sheet.map(|sheet| place(scripts).join(sheet));
    let notes = begin_script(&path, &wanted.from, sheet.as_deref())?;
    let path = path.into_os_string().into_string();
    let path = path.map_err(|_| InputError::new("the path of the folder has letters that are no text"))?;
    Ok((path, notes))
}

/// The page on which a game is chosen: these can be, each by its id or path.
pub(super) fn page(games: &[(String, String)], folder: Option<&Path>) -> Markup {
    let sheets = sheets(place(folder));
    let list = html! {
        main {
            section {
                h2 { "Which game?" }
                ul class="games" { @for (name, title) in games {
                    li { button type="button" data-open=(name) { (title) } }
                } }
                p class="note" { @match folder {
                    Some(folder) if games.is_empty() => { "There is no game script in the folder " code { (folder.display()) } "." }
                    Some(folder) => { "The game scripts in the folder " code { (folder.display()) } "." }
                    None => { "Games of the program, and the game scripts in this folder and in the folder " code { "games" } "." }
                } }
            }
            section aria-labelledby="new-title" {
                h2 id="new-title" { "A new game" }
                p { "It begins as a small game that can be played. You change its text in your editor; whenever you save it, this window reads it again." }
                p class="keep" {
                    label { "Name " input id="new-name" type="text" maxlength=(LONGEST) autocomplete="off" spellcheck="false"; }
                    label { "It begins with " select id="new-from" {
                        @for sheet in &sheets { option value=(sheet) { "the cards of " (sheet) } }
                        @for template in TEMPLATES { option value=(template.name) { "the template " (template.name) } }
                    } }
                    button type="button" id="new" { "Begin" }
                }
                p class="fault" id="new-fault" hidden {}
                p class="note" { "Sheets of cards in this folder (CSV, Excel, ODS) are in the list, too." }
            }
            div id="said" role="status" {}
        }
    };
    frame(Program::current().name, &SCRIPTS, &html! {}, &list)
}
