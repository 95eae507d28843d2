//! Sheets of cards: written with the copies of a rule set or the figures of a result, in the rows that the cards come from;
//! `import` and `export`.

use std::path::Path;

use super::args::{ExportArgs, ImportArgs};
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print, print_as_it_is};
use super::plan::{load_usual, rule_set};
use super::rules::write_output;
use crate::registry::{Entry, Games};
use ludometer_model::{counted, read_file};
use ludometer_report::Results;
use ludometer_run::AnyGame;
use ludometer_sheet::{Deck, MAX_FILE, SheetError, Table, with_copies};

/// Writes the sheet of a game's cards with the copies that the game has.
pub(super) fn write_copies(entry: &Entry, game: &dyn AnyGame, path: &Path) -> Result<(), CliError> {
    let deck = source(entry, game, path)?;
    let cards = game.cards();
    let copies = |id: &str| cards.iter().find(|card| card.name == id)?.copies.try_into().ok();
    write(&deck.with_copies(copies), path)?;
    let all: u64 = cards.iter().map(|card| card.copies).sum();
    let (all, kinds) = (counted(all, "card"), counted(cards.len() as u64, "kind"));
    Ok(print(&format!("{}: {all} of {kinds}\n", path.display()))?)
}

/// Tables of a result with figures of cards, and what stands in front of the titles of their columns in a sheet.
const FIGURES: [(&str, &str); 2] = [("cards.csv", ""), ("card_deals.csv", "dealt ")];

/// Writes the sheet of a game's cards with the figures of the result in this folder behind its own columns.
pub(super) fn write_figures(games: &Games, folder: &Path, path: &Path) -> Result<(), CliError> {
    let results = Results::read(folder).map_err(InputError::from)?;
    let entry = find_game(games, results.game())?;
    let game = load_usual(&entry, rule_set(&entry, &ludometer_spec::RuleSpec::default())?)?;
    let deck = source(&entry, &*game, path)?;
    let (mut titles, mut tables) = (Vec::new(), Vec::new());
    for (name, prefix) in FIGURES {
        let file = folder.join(name);
        // Only runs with --analyze have the second one.
        if !prefix.is_empty() && !file.exists() {
            continue;
        }
        let mut rows =
            Table::open(&file, &file.display().to_string(), None).map_err(InputError::from)?.rows.into_iter();
        let head = rows.next().unwrap_or_default();
        let own: Vec<usize> = (1..head.len()).filter(|&at| head[at] != "copies").collect();
        titles.extend(own.iter().map(|&at| format!("{prefix}{}", head[at])));
        tables.push((own, rows.collect::<Vec<_>>()));
    }
    let cells = |id: &str| {
        let mut cells = Vec::new();
        let mut is_known = false;
        for (own, rows) in &tables {
            let row = rows.iter().find(|row| row.first().is_some_and(|card| card == id));
            is_known |= row.is_some();
            let cell =
                |&at: &usize| row.and_then(|row| row.get(at)).map(|cell| short(cell)).unwrap_or_default();
            cells.extend(own.iter().map(cell));
        }
        is_known.then_some(cells)
    };
    if deck.cards.iter().all(|card| cells(&card.id).is_none()) {
        let text =
            format!("{} has no figures of these cards: has the sheet changed since?", folder.display());
        return Err(InputError::new(text).into());
    }
    write(&deck.with_columns(&titles, cells), path)?;
    let count = counted(deck.cards.len() as u64, "card");
    Ok(print(&format!("{}: {count} with {} figures each\n", path.display(), titles.len()))?)
}

/// Returns a figure with the digits that a table for people has room for: four that count.
fn short(cell: &str) -> String {
    match cell.parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => {
            let after = (3 - number.abs().log10().floor() as i32).max(0) as usize;
            let text = format!("{number:.after$}");
            if text.contains('.') {
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                text
            }
        }
        _ => cell.to_owned(),
    }
}

pub(super) fn import(args: &ImportArgs) -> Result<(), CliError> {
    let name = args.file.display().to_string();
    let table = Table::open(&args.file, &name, args.sheet.as_deref()).map_err(InputError::from)?;
    if let Some(path) = &args.out {
        return write(&table, path);
    }
    let text = table.to_bytes("cards.csv").map_err(InputError::from)?;
    Ok(print_as_it_is(&String::from_utf8_lossy(&text))?)
}

pub(super) fn export(games: &Games, args: &ExportArgs) -> Result<(), CliError> {
    let entry = find_game(games, &args.game)?;
    let game = load_usual(&entry, rule_set(&entry, &args.rules)?)?;
    let name = args.save.display().to_string();
    let bytes = read_file(&args.save, MAX_FILE)
        .map_err(|error| InputError::new(format!("{name} can't be read: {error}")))?;
    let copies: Vec<(String, String, usize)> = game
        .cards()
        .iter()
        .map(|card| {
            (card.name.clone(), card.title.clone(), usize::try_from(card.copies).unwrap_or(usize::MAX))
        })
        .collect();
    let save = with_copies(&bytes, &name, &copies).map_err(InputError::from)?;
    write_output(&args.out, &save, "-o")
}

/// Returns the cards of a game as the sheet has them that they come from, or as a list of them. Of several sheets the one is
/// meant whose file is called as the one that is written.
fn source(entry: &Entry, game: &dyn AnyGame, path: &Path) -> Result<Deck, CliError> {
    let mut decks = sheets(entry)?;
    let own = |deck: &Deck| {
        path.file_stem().is_some() && Path::new(&deck.table.name).file_stem() == path.file_stem()
    };
    if decks.len() > 1 {
        let names: Vec<&str> = decks.iter().map(|deck| deck.table.name.as_str()).collect();
        let text = format!(
            "{} reads {}: call the file to write as the one that is meant, such as {}",
            entry.id(),
            names.join(", "),
            Path::new(names[0]).file_name().unwrap_or_default().to_string_lossy()
        );
        decks.retain(own);
        if decks.len() != 1 {
            return Err(InputError::new(text).into());
        }
    }
    match decks.pop() {
        Some(deck) => Ok(deck),
        None => listed(entry, game).map_err(|error| InputError::from(error).into()),
    }
}

#[cfg(feature = "luau")]
fn sheets(entry: &Entry) -> Result<Vec<Deck>, InputError> {
    if entry.design().files.is_empty() { Ok(Vec::new()) } else { Ok(ludometer_scripted::sheets(entry.id())?) }
}

#[cfg(not(feature = "luau"))]
fn sheets(_: &Entry) -> Result<Vec<Deck>, InputError> {
    Ok(Vec::new())
}

/// Returns a list of a game's cards: names, copies, ids.
fn listed(entry: &Entry, game: &dyn AnyGame) -> Result<Deck, SheetError> {
    let mut table = Table::from_text("Name,Copies,Id", entry.id())?;
    let row = |card: &ludometer_playable::CardKind| {
        vec![card.title.clone(), card.copies.to_string(), card.name.clone()]
    };
    table.rows.extend(game.cards().iter().map(row));
    let mut deck = Deck::read(table)?;
    for (card, kind) in deck.cards.iter_mut().zip(game.cards()) {
        kind.name.clone_into(&mut card.id);
    }
    Ok(deck)
}

fn write(table: &Table, path: &Path) -> Result<(), CliError> {
    let bytes = table.to_bytes(&path.display().to_string()).map_err(InputError::from)?;
    if path.exists() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        let text = format!(
            "{} is there already, and its formats and other sheets would be lost: name a new file",
            path.display()
        );
        return Err(InputError::new(text).into());
    }
    write_output(path, &bytes, "FILE")
}
