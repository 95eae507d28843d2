//! The files with tables of cards that a script reads (`file "cards.csv"`): they lie beside it or below its folder, and are
//! part of what it says.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use mlua::{Lua, Table as LuaTable};
use sha2::{Digest as _, Sha256};

use ludometer_bots::luau;
use ludometer_model::read_text;
use ludometer_sheet::{Cell, Deck, SheetError, Table};

use crate::ScriptFile;
use crate::error::ScriptError;
use crate::file::MAX_BYTES;
use crate::sandbox::script_compiler;
use crate::scenes::ENDING;
use crate::source::scan;

/// A file as the script names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileUse {
    /// Its name, from the script's folder.
    pub(crate) name: String,
    /// The sheet in it.
    pub(crate) sheet: Option<String>,
    /// The line in which it is named.
    pub(crate) line: usize,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    used: FileUse,
    pub(crate) deck: Arc<Deck>,
}

/// Reads the files of the script with this name, which lies in this folder.
///
/// # Errors
/// The first file that can't be read or is wrong, with the line that names it.
pub(crate) fn read(
    script: &str,
    folder: Option<&Path>,
    files: &[FileUse],
) -> Result<Vec<Sheet>, ScriptError> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for file in files {
        let fault = |what: String| ScriptError::new(script, file.line, what);
        if sheets.iter().any(|sheet| sheet.key() == file.key()) {
            continue;
        }
        let folder =
            folder.ok_or_else(|| fault(format!("`{}`: this script lies in no folder", file.name)))?;
        let path = beside(folder, &file.name).map_err(fault)?;
        let deck = Table::open(&path, &file.name, file.sheet.as_deref()).and_then(Deck::read);
        let deck = deck.map_err(|error| fault(error.to_string()))?;
        sheets.push(Sheet { used: file.clone(), deck: Arc::new(deck) });
    }
    Ok(sheets)
}

/// Returns the tables of cards that the script with this path reads from files.
///
/// # Errors
/// An error in the script, or in a file.
pub fn sheets(path: &str) -> Result<Vec<Deck>, ScriptError> {
    let file = ScriptFile::open(Path::new(path))?;
    Ok(file.sheets.iter().map(|sheet| Deck::clone(&sheet.deck)).collect())
}

/// Returns the files that the script with this path reads, as far as its text can be read: tables of cards, and the scenes beside
/// it. They need not be there.
pub fn files(script: &Path) -> Vec<PathBuf> {
    let name = script.to_string_lossy();
    let named = || {
        let text = read_text(script, MAX_BYTES).ok()?;
        let checked = luau::checked(&text, &name, &script_compiler()).ok()?;
        Some(scan(&name, &checked, false).ok()?.files)
    };
    let sheets = named().unwrap_or_default().into_iter().map(|file| script.with_file_name(file.name));
    sheets.chain([script.with_extension(ENDING)]).collect()
}

/// Returns the path of a file beside the script or below its folder.
fn beside(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let is_below = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !is_below || name.contains('\\') {
        return Err(format!(
            "`{name}`: a script reads files beside it and in folders below, named with / between them, such as \
             \"cards.csv\" or \"decks/cards.csv\""
        ));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let unread = |error: std::io::Error| format!("{name}: can't be read: {error}");
    let (folder, path) =
        (folder.canonicalize().map_err(unread)?, folder.join(name).canonicalize().map_err(unread)?);
    if path.starts_with(&folder) {
        Ok(path)
    } else {
        Err(format!("`{name}` is a link that leads out of the script's folder: put the file itself there"))
    }
}

impl FileUse {
    /// Returns the key by which the engine's Luau side finds the file.
    fn key(&self) -> String {
        match &self.sheet {
            Some(sheet) => format!("{}\n{sheet}", self.name),
            None => self.name.clone(),
        }
    }
}

impl Sheet {
    /// Returns the key of its file.
    fn key(&self) -> String {
        self.used.key()
    }

    /// Returns the name of its file.
    pub(crate) fn file(&self) -> &str {
        &self.used.name
    }

    /// Adds the file to a hash: the cells, not the bytes, for a workbook that is saved again holds other bytes.
    pub(crate) fn hash_into(&self, hash: &mut Sha256) {
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add(&self.key());
        for row in &self.deck.table.rows {
            add("");
            for cell in row {
                add(cell);
            }
        }
    }
}

/// Returns the tables of a script's files for Luau, by key.
pub(crate) fn tables(lua: &Lua, sheets: &[Sheet]) -> mlua::Result<LuaTable> {
    let all = lua.create_table()?;
    for sheet in sheets {
        all.raw_set(sheet.key(), table(lua, &sheet.deck)?)?;
    }
    Ok(all)
}

/// Returns the table of cards that a text of the script holds, for Luau.
pub(crate) fn inline(lua: &Lua, text: &str) -> mlua::Result<Result<LuaTable, SheetError>> {
    let deck = Table::from_text(text, "the table of cards").and_then(Deck::read);
    match deck {
        Ok(deck) => table(lua, &deck).map(Ok),
        Err(error) => Ok(Err(error)),
    }
}

fn table(lua: &Lua, deck: &Deck) -> mlua::Result<LuaTable> {
    let table = lua.create_table()?;
    table.raw_set("name", deck.table.name.as_str())?;
    table.raw_set("copies_title", deck.copies_title.as_deref())?;
    table.raw_set("notes", lua.create_sequence_from(deck.notes.iter().map(String::as_str))?)?;
    let cards = lua.create_table()?;
    for card in &deck.cards {
        let row = lua.create_table()?;
        row.raw_set("id", card.id.as_str())?;
        row.raw_set("name", card.name.as_str())?;
        row.raw_set("copies", card.copies)?;
        row.raw_set("row", card.rows[0] + 1)?;
        cards.raw_push(row)?;
    }
    table.raw_set("cards", cards)?;
    let columns = lua.create_table()?;
    for column in &deck.columns {
        let own = lua.create_table()?;
        own.raw_set("key", column.key.as_str())?;
        own.raw_set("title", column.title.as_str())?;
        let cells = lua.create_table()?;
        for cell in &column.cells {
            match cell {
                Cell::Number(number) => cells.raw_push(*number)?,
                Cell::Text(text) => cells.raw_push(text.as_str())?,
            }
        }
        own.raw_set("cells", cells)?;
        columns.raw_push(own)?;
    }
    table.raw_set("columns", columns)?;
    Ok(table)
}
