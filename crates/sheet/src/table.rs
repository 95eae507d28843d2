//! A table as a file holds it, whatever kind of file it is.

use std::path::Path;

use ludometer_model::read_file;

use crate::deck::header;
use crate::delimited::{self, MARKS, Style, decoded, named_mark};
use crate::error::SheetError;
use crate::number::Signs;
use crate::{save, workbook};

/// The most bytes of a file with a table.
pub const MAX_FILE: u64 = 16 << 20;

/// The most rows and columns of a table.
pub(crate) const MAX_ROWS: usize = 20_000;
pub(crate) const MAX_COLUMNS: usize = 1_000;

/// Rows from the top among which the titles of the columns are looked for.
pub(crate) const HEAD: usize = 20;

/// A table: its cells as texts, row by row, as spreadsheets count them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in messages: that of its file, and of the sheet in it.
    pub name: String,
    /// The cells of each row; rows may have fewer than others.
    pub rows: Vec<Vec<String>>,
    /// Its form as text, where it was one.
    pub style: Option<Style>,
    /// True if a row that is shorter than others is a mistake, as in text, where a sign is missing then.
    pub(crate) is_full: bool,
    /// True if its encoding was guessed.
    pub(crate) is_guessed: bool,
}

impl Table {
    /// Reads a file: a workbook, a save of Tabletop Simulator, or text, by its ending. Of a workbook a sheet can be named, of a
    /// save a deck.
    ///
    /// # Errors
    /// What keeps the file from being read, and what is wrong in it.
    pub fn open(path: &Path, name: &str, sheet: Option<&str>) -> Result<Self, SheetError> {
        let bytes = read_file(path, MAX_FILE)
            .map_err(|error| SheetError::new(name, format!("can't be read: {error}")))?;
        Self::from_bytes(&bytes, name, sheet)
    }

    /// Reads the bytes of a file with this name.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn from_bytes(bytes: &[u8], name: &str, sheet: Option<&str>) -> Result<Self, SheetError> {
        let full = sheet.map_or_else(|| name.to_owned(), |sheet| format!("{name}, sheet {sheet}"));
        let plain = |rows| Self { name: full.clone(), rows, style: None, is_full: false, is_guessed: false };
        match ending(name).as_str() {
            "xlsx" | "xlsm" => Ok(plain(workbook::read(bytes, false, sheet, &full)?)),
            "ods" => Ok(plain(workbook::read(bytes, true, sheet, &full)?)),
            "json" => Ok(plain(save::read(bytes, sheet, &full)?)),
            "xls" | "numbers" | "gsheet" => {
                let message = "this kind of file can't be read: export it as .csv, .tsv, .xlsx or .ods";
                Err(SheetError::new(&full, message))
            }
            _ if sheet.is_some() => Err(SheetError::new(
                &full,
                "sheets are named in workbooks (.xlsx, .ods); a text is one table",
            )),
            _ => {
                let (text, has_byte_order_mark, is_guessed) = decoded(bytes);
                Ok(Self { is_guessed, ..Self::of_text(&text, has_byte_order_mark, name)? })
            }
        }
    }

    /// Reads a table that stands in a script, where lines may be indented.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn from_text(text: &str, name: &str) -> Result<Self, SheetError> {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let indent = &first[..first.len() - first.trim_start().len()];
        if indent.is_empty() {
            return Self::of_text(text, false, name);
        }
        let lines: Vec<&str> =
            text.split('\n').map(|line| line.strip_prefix(indent).unwrap_or(line)).collect();
        Self::of_text(&lines.join("\n"), false, name)
    }

    fn of_text(text: &str, has_byte_order_mark: bool, name: &str) -> Result<Self, SheetError> {
        let (text, named) = named_mark(text);
        let mark = named.unwrap_or_else(|| mark_of(text, name));
        let rows = delimited::rows(text, mark, MAX_ROWS + 1, name)?;
        if rows.len() > MAX_ROWS || rows.iter().any(|row| row.len() > MAX_COLUMNS) {
            let message = format!("a table has at most {MAX_ROWS} rows and {MAX_COLUMNS} columns");
            return Err(SheetError::new(name, message));
        }
        let style = Some(Style { mark, has_byte_order_mark });
        Ok(Self { name: name.to_owned(), rows, style, is_full: true, is_guessed: false })
    }

    /// Returns the meanings that commas and points have in its numbers.
    pub(crate) fn signs(&self) -> Signs {
        let cells = self.rows.iter().flatten().map(String::as_str);
        Signs::of(self.style.map(|style| style.mark), cells)
    }

    /// Returns the bytes of a file of this name that holds the table: text parted by tabs, by commas or as it was read, or a
    /// workbook.
    ///
    /// # Errors
    /// A kind of file that is not written.
    pub fn to_bytes(&self, name: &str) -> Result<Vec<u8>, SheetError> {
        let own = self.style.unwrap_or(Style { mark: ',', has_byte_order_mark: false });
        let mark = match ending(name).as_str() {
            "xlsx" => return workbook::written(&self.rows, self.signs(), name),
            "tsv" | "tab" => '\t',
            // Commas would be other columns where the sheet has semicolons.
            "csv" => match own.mark {
                '\t' if self.signs().has_decimal_commas => ';',
                '\t' => ',',
                mark => mark,
            },
            "txt" => own.mark,
            other => {
                let message = format!("`.{other}` can't be written: name a file with .csv, .tsv or .xlsx");
                return Err(SheetError::new(name, message));
            }
        };
        let mut rows = self.rows.clone();
        if !self.is_full {
            // Workbooks leave out cells at the end of a row.
            let width = rows.iter().map(Vec::len).max().unwrap_or_default();
            for row in &mut rows {
                row.resize(width, String::new());
            }
        }
        Ok(delimited::written(&rows, Style { mark, ..own }).into_bytes())
    }
}

/// Returns the ending of a file's name, in small letters.
pub(crate) fn ending(name: &str) -> String {
    Path::new(name).extension().map_or_else(String::new, |ending| ending.to_string_lossy().to_lowercase())
}

/// Returns the sign that parts the cells: the one by which the titles of columns are found, or else the most frequent one.
fn mark_of(text: &str, name: &str) -> char {
    let finds =
        |&mark: &char| delimited::rows(text, mark, HEAD, name).is_ok_and(|rows| header(&rows).is_some());
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let most = || MARKS.into_iter().rev().max_by_key(|&mark| first.matches(mark).count());
    MARKS.into_iter().find(finds).or_else(most).unwrap_or(',')
}
