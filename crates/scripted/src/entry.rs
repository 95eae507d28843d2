//! Scripts as the program has them: a line of the list of games each, and small playable ones to begin with.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use ludometer_model::{Game, Program, Schema, Silent, Streams};
use ludometer_run::Entry;
use ludometer_sheet::{Cell, Column, Deck};

use crate::ScriptGame;
use crate::error::ScriptError;
use crate::file::{Allowed, Declared, ScriptFile};
use crate::playable::{design, with_rules};

/// Returns the entry of the script with this path, which is its id.
///
/// # Errors
/// An error in the script.
pub fn entry(path: &str) -> Result<Entry, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let schema = Arc::new(schema(&file, path)?);
    let (low, high, _) = file.facts.seats;
    let design = Arc::new(design(&file, path));
    let own = design.as_ref().clone();
    try_out(&file).map_err(|error| ScriptError {
        message: format!(
            "{}; `{} validate {path}` says in which game",
            error.message,
            Program::current().name
        ),
        ..error
    })?;
    Ok(Entry::new(
        own,
        schema,
        move |_| (low, high),
        move |seats, rules| with_rules(&file, &design, seats, rules),
    ))
}

/// Random games that a script must stand before anything else is done with it, and the most decisions in each.
const TRIALS: u64 = 2;
/// So many games are tried where nobody has decided anything yet.
const MORE_TRIALS: u64 = 50;
const MOST_DECISIONS: usize = 2000;

/// Plays some random games in which every list of actions is held against what its seat sees.
fn try_out(file: &Arc<ScriptFile>) -> Result<(), ScriptError> {
    let game = ScriptGame::load(file, file.facts.seats.2, &[])?.checked()?;
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut decisions = 0;
    for play in 0..MORE_TRIALS {
        if play >= TRIALS && decisions > 0 {
            break;
        }
        let (mut chance, mut choices) =
            (Streams::new(0, play).chance(), Streams::new(0, play).side_stream(1));
        game.deal(&mut state, &mut chance, &mut Silent);
        for _ in 0..MOST_DECISIONS {
            if game.to_move(&state).is_none() {
                break;
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let Some(&action) = legal.get(choices.index(legal.len().max(1))) else { break };
            game.apply(&mut state, action, &mut chance, &mut Silent);
            decisions += 1;
        }
        if let Some(fault) = game.fault_of(&state) {
            return Err(fault);
        }
    }
    if decisions == 0 {
        return Err(game.without_decisions(MORE_TRIALS));
    }
    Ok(())
}

/// Returns the parameters of a script, with the hash of its text as their version.
pub(crate) fn schema(file: &ScriptFile, id: &str) -> Result<Schema, ScriptError> {
    let mut text = format!("game = {}\nusual_seats = {}\n", quoted(id), file.facts.seats.2);
    for param in &file.facts.params {
        describe(param, &mut text);
    }
    let schema = Schema::parse(&text).map_err(|error| ScriptError::new(&file.name, None, error))?;
    Ok(Schema { version: file.hash.clone(), ..schema })
}

fn quoted(text: &str) -> String {
    ludometer_model::Value::Text(text.to_owned()).to_string()
}

/// Writes one parameter as `rules.toml` does. What stands in front of the first colon of its origin says where the default
/// comes from, what stands behind it what it means.
fn describe(param: &Declared, text: &mut String) {
    let (from, about) = match param.origin.split_once(':') {
        Some((from, about)) => (from.trim(), about.trim()),
        None => (param.origin.trim(), ""),
    };
    let known = ["rulebook", "source", "assumed"].contains(&from);
    let (from, about) = if known { (from, about) } else { ("assumed", param.origin.trim()) };
    let words = match param.key.strip_prefix("deck.") {
        Some(card) => format!("copies of {card}"),
        None => param.key.replace(['.', '_'], " "),
    };
    let about = if about.is_empty() { &words } else { about };
    let allowed = match &param.allowed {
        Allowed::Range(low, high) => format!("range = [{low}, {high}]"),
        Allowed::List(len, low, high) => format!("range = [{low}, {high}]\nlen = [{len}, {len}]"),
        Allowed::Flag => "flag = true".to_owned(),
        Allowed::Choice(numbers, words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("numbers = {numbers:?}\nwords = [{}]", words.join(", "))
        }
    };
    let _ = write!(
        text,
        "\n[[param]]\nkey = {}\ndefault = {}\n{allowed}\nfrom = {}\nabout = {}\n",
        quoted(&param.key),
        param.default,
        quoted(from),
        quoted(about),
    );
}

/// A script to begin with: its name and its text, in which `TITLE` stands for the title.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its name on the command line.
    pub name: &'static str,
    text: &'static str,
}

/// All templates.
pub const TEMPLATES: &[Template] = &[
    Template { name: "cards", text: include_str!("templates/cards.luau") },
    Template { name: "tricks", text: include_str!("templates/tricks.luau") },
    Template { name: "draft", text: include_str!("templates/draft.luau") },
    Template { name: "dice", text: include_str!("templates/dice.luau") },
    Template { name: "board", text: include_str!("templates/board.luau") },
];

/// The script that begins with the cards of a sheet.
const SHEET: &str = include_str!("templates/sheet.luau");

/// Columns of numbers that number cards.
const NUMBERING: [&str; 5] = ["id", "no", "nr", "number", "index"];

/// Words that can be no name in Luau.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Returns the script of a game with this title whose cards are those of a file beside it. A card is worth what the first column
/// of numbers says.
pub fn sheet_script(title: &str, file: &str, deck: &Deck) -> String {
    let cell = |key: &str| {
        let is_name = !key.starts_with(|c: char| c.is_ascii_digit()) && !KEYWORDS.contains(&key);
        if is_name { format!("t.{key}[c]") } else { format!("t[\"{key}\"][c]") }
    };
    let own = || deck.columns.iter().filter(|column| !matches!(column.key.as_str(), "name" | "copies"));
    let is_worth = |column: &&Column| {
        Some(&column.title) != deck.copies_title.as_ref()
            && !NUMBERING.contains(&column.key.as_str())
            && column.title.trim() != "#"
            && column.cells.iter().all(|cell| matches!(cell, Cell::Number(n) if n.fract() == 0.0))
    };
    let (worth, said) = match own().find(is_worth) {
        Some(column) => (cell(&column.key), "a card is worth what the sheet says"),
        None => ("1".to_owned(), "a card is worth 1, as no column has a whole number for each"),
    };
    let columns: Vec<&str> = own().map(|column| column.key.as_str()).collect();
    let columns =
        if columns.is_empty() { "none but names and copies".to_owned() } else { columns.join(", ") };
    let text = SHEET
        .replace("WORTH", &worth)
        .replace("SAID", said)
        .replace("COLUMNS", &columns)
        .replace("FILE", file);
    titled(&text, title)
}

/// The file name of [`EDITOR_TYPES`].
pub const EDITOR_TYPES_FILE: &str = "ludometer.d.luau";

/// The names of scripts with their types, for editors that complete them.
pub const EDITOR_TYPES: &str = include_str!("templates/ludometer.d.luau");

impl Template {
    /// Returns the script of a game with this title.
    pub fn script(&self, title: &str) -> String {
        titled(self.text, title)
    }
}

/// Returns a template's text with this title.
fn titled(text: &str, title: &str) -> String {
    // A title stands in a comment and in a text in quotes.
    let plain: String = title.chars().filter(|c| !matches!(c, '"' | '\\') && !c.is_control()).collect();
    text.replace("TITLE", &plain)
}
