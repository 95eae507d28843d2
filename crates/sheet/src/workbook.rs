//! Workbooks of spreadsheets: `.xlsx` and `.ods` read, `.xlsx` written.

use std::io::{Cursor, Read as _, Write as _};

use calamine::{Data, ExcelDateTime, Ods, Reader as _, SheetVisible, Xlsx};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::deck::header;
use crate::error::SheetError;
use crate::number::{Read, Signs, number, plain_number};
use crate::table::{MAX_COLUMNS, MAX_ROWS};

/// The most bytes of a workbook when it is unpacked.
const MAX_UNPACKED: u64 = 64 << 20;

/// Returns the cells of a sheet. Where none is named, it is the first one that is not hidden and holds a table of cards, or else the
/// first one.
///
/// # Errors
/// A file that is no workbook, and a sheet that it does not have.
pub(crate) fn read(
    bytes: &[u8],
    is_ods: bool,
    sheet: Option<&str>,
    table: &str,
) -> Result<Vec<Vec<String>>, SheetError> {
    unpacked(bytes, table)?;
    if is_ods {
        let mut book = Ods::new(Cursor::new(bytes)).map_err(|error| no_workbook(table, error))?;
        let names = meant(book.sheets_metadata(), sheet, table)?;
        first_with_cards(&names, |name| ods_cells(&mut book, name, table))
    } else {
        let mut book = Xlsx::new(Cursor::new(bytes)).map_err(|error| no_workbook(table, error))?;
        let names = meant(book.sheets_metadata(), sheet, table)?;
        first_with_cards(&names, |name| xlsx_cells(&mut book, name, table))
    }
}

/// Returns the cells of the first of these sheets that has the titles of a table of cards, or else of the first one.
fn first_with_cards(
    names: &[String],
    mut read: impl FnMut(&str) -> Result<Vec<Vec<String>>, SheetError>,
) -> Result<Vec<Vec<String>>, SheetError> {
    let mut first = None;
    for name in names {
        let rows = read(name)?;
        if header(&rows).is_some() {
            return Ok(rows);
        }
        first = first.or(Some(rows));
    }
    Ok(first.unwrap_or_default())
}

fn ods_cells(book: &mut Ods<Cursor<&[u8]>>, name: &str, table: &str) -> Result<Vec<Vec<String>>, SheetError> {
    let mut grid = Grid { rows: Vec::new(), table };
    let range = book.worksheet_range(name).map_err(|error| no_workbook(table, error))?;
    let (top, left) = range.start().unwrap_or_default();
    for (row, column, cell) in range.used_cells() {
        grid.put((row + top as usize, column + left as usize), &cell_text(cell))?;
    }
    Ok(grid.rows)
}

fn xlsx_cells(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    table: &str,
) -> Result<Vec<Vec<String>>, SheetError> {
    let mut grid = Grid { rows: Vec::new(), table };
    // Cell by cell: a sheet as a whole has room for all cells between the first and the last.
    let mut cells = book.worksheet_cells_reader(name).map_err(|error| no_workbook(table, error))?;
    while let Some(cell) = cells.next_cell().map_err(|error| no_workbook(table, error))? {
        let (row, column) = cell.get_position();
        grid.put((row as usize, column as usize), &cell_text(&cell.get_value().clone().into()))?;
    }
    Ok(grid.rows)
}

fn no_workbook(table: &str, error: impl std::fmt::Display) -> SheetError {
    SheetError::new(table, format!("can't be read as a workbook of a spreadsheet: {error}"))
}

/// Unpacks a workbook as far as it may go, for a small file can hold more than a machine has room for.
fn unpacked(bytes: &[u8], table: &str) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| no_workbook(table, error))?;
    let mut left = MAX_UNPACKED;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(|error| no_workbook(table, error))?;
        let read = std::io::copy(&mut part.take(left + 1), &mut std::io::sink())
            .map_err(|error| no_workbook(table, error))?;
        left = left.checked_sub(read).ok_or_else(|| {
            SheetError::new(table, format!("holds more than {} MiB when it is unpacked", MAX_UNPACKED >> 20))
        })?;
    }
    Ok(())
}

/// Returns the names of the sheets that can be meant: the one that is named, or all that are not hidden.
fn meant(sheets: &[calamine::Sheet], sheet: Option<&str>, table: &str) -> Result<Vec<String>, SheetError> {
    let is_meant = |other: &&calamine::Sheet| match sheet {
        Some(name) => other.name == name,
        None => other.visible == SheetVisible::Visible,
    };
    let found: Vec<String> = sheets.iter().filter(is_meant).map(|sheet| sheet.name.clone()).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    Err(SheetError::new(table, format!("there is no such sheet; there are: {}", names.join(", "))))
}

/// The cells that were read.
struct Grid<'a> {
    rows: Vec<Vec<String>>,
    table: &'a str,
}

impl Grid<'_> {
    fn put(&mut self, (row, column): (usize, usize), text: &str) -> Result<(), SheetError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if row >= MAX_ROWS || column >= MAX_COLUMNS {
            let message = format!("a table has at most {MAX_ROWS} rows and {MAX_COLUMNS} columns");
            return Err(SheetError::new(self.table, message).at(row));
        }
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        text.clone_into(&mut cells[column]);
        Ok(())
    }
}

/// Returns what a cell shows, numbers as they are kept.
fn cell_text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::Int(whole) => whole.to_string(),
        Data::Float(number) => number.to_string(),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Bool(yes) => if *yes { "TRUE" } else { "FALSE" }.to_owned(),
        Data::DateTime(time) => date(time),
        Data::Error(error) => error.to_string(),
    }
}

fn date(time: &ExcelDateTime) -> String {
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

/// The parts of a workbook with one sheet that are the same in all.
const PARTS: [(&str, &str); 4] = [
    (
        "[Content_Types].xml",
        r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#,
    ),
    (
        "_rels/.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    (
        "xl/workbook.xml",
        r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
    ),
];

/// The first line of each part.
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Returns an `.xlsx` workbook with one sheet; cells that read as numbers are numbers.
pub(crate) fn written(rows: &[Vec<String>], signs: Signs, table: &str) -> Result<Vec<u8>, SheetError> {
    let mut sheet = String::from(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>",
    );
    for row in rows {
        sheet.push_str("<row>");
        for cell in row {
            let number = match number(cell, signs) {
                Read::Number(number) | Read::Thousands(number)
                    if signs.has_decimal_commas && cell.contains(['.', ',']) =>
                {
                    Some(number)
                }
                // What would not look the same, such as 007, is a text.
                _ => plain_number(cell).filter(|number| number.to_string() == *cell),
            };
            if cell.is_empty() {
                sheet.push_str("<c/>");
            } else if let Some(number) = number {
                sheet += &format!("<c><v>{number}</v></c>");
            } else {
                let text = escaped(cell);
                sheet += &format!("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>");
            }
        }
        sheet.push_str("</row>");
    }
    sheet.push_str("</sheetData></worksheet>");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let parts = PARTS.into_iter().chain([("xl/worksheets/sheet1.xml", sheet.as_str())]);
    let write = || {
        for (name, text) in parts {
            archive.start_file(name, SimpleFileOptions::default())?;
            archive.write_all(XML.as_bytes())?;
            archive.write_all(text.as_bytes())?;
        }
        zip::result::ZipResult::Ok(())
    };
    write()
        .and_then(|()| archive.finish())
        .map(Cursor::into_inner)
        .map_err(|error| SheetError::new(table, format!("can't be written as a workbook: {error}")))
}

/// Returns a text as XML has it; characters that XML has none for are left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(c),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<Vec<String>> {
        [["Name", "Copies", "Text"], ["Füchsin <& Co>", "6", "Draw 2,\nthen 007"], ["", "0.5", "007"]]
            .map(|row| row.map(str::to_owned).to_vec())
            .to_vec()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let bytes = written(&table(), Signs::of(None, [].into_iter()), "t").unwrap();
        assert_eq!(read(&bytes, false, None, "t").unwrap(), table());
        assert_eq!(read(&bytes, false, Some("Cards"), "t").unwrap(), table());
        let error = read(&bytes, false, Some("Decks"), "t").unwrap_err().to_string();
        assert_eq!(error, "t: there is no such sheet; there are: Cards");
    }

    #[test]
    fn a_workbook_that_is_broken_anywhere_is_refused() {
        let bytes = written(&table(), Signs::of(None, [].into_iter()), "t").unwrap();
        for place in 0..bytes.len() {
            let _ = read(&bytes[..place], false, None, "t").unwrap_err();
            let mut other = bytes.clone();
            other[place] ^= 0x41;
            for is_ods in [false, true] {
                // Read or refused, but it ends.
                let _ = read(&other, is_ods, None, "t");
            }
        }
    }

    #[test]
    fn a_workbook_that_unpacks_without_end_is_refused() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("xl/workbook.xml", SimpleFileOptions::default()).unwrap();
        let block = vec![b' '; 1 << 20];
        for _ in 0..=MAX_UNPACKED >> 20 {
            archive.write_all(&block).unwrap();
        }
        let bytes = archive.finish().unwrap().into_inner();
        assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
        let error = read(&bytes, false, None, "t").unwrap_err().to_string();
        assert_eq!(error, "t: holds more than 64 MiB when it is unpacked");
    }
}
