//! Tables as text: cells parted by commas, tabs or semicolons, as RFC 4180 has them and as spreadsheets write them.

use crate::error::SheetError;

/// The signs that part cells.
pub(crate) const MARKS: [char; 3] = [',', '\t', ';'];

/// The form of a table as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The sign between cells.
    pub mark: char,
    /// True if the text begins with the mark of UTF-8 or UTF-16, without which some spreadsheets read no umlauts.
    pub has_byte_order_mark: bool,
}

/// Returns the text of a file: UTF-8, UTF-16 with its mark or without, or else Windows-1252, which Excel writes where it is
/// not told otherwise; whether it began with a mark; and whether it was none of the first two.
pub(crate) fn decoded(bytes: &[u8]) -> (String, bool, bool) {
    let wide = |bytes: &[u8], little: bool| {
        let unit =
            |pair: &[u8; 2]| if little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) };
        let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(unit).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (String::from_utf8_lossy(rest).into_owned(), true, false),
        [0xff, 0xfe, rest @ ..] => (wide(rest, true), true, false),
        [0xfe, 0xff, rest @ ..] => (wide(rest, false), true, false),
        // The letters of a header, each with a zero behind or in front of it.
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => (wide(bytes, true), false, false),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => (wide(bytes, false), false, false),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), false, false),
            Err(_) => (bytes.iter().map(|&byte| windows_1252(byte)).collect(), false, true),
        },
    }
}

/// Returns a character of Windows-1252.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Returns the text without its first line where that line names the sign between cells (`sep=;`), as Excel has it.
pub(crate) fn named_mark(text: &str) -> (&str, Option<char>) {
    let line = text.lines().next().unwrap_or_default();
    let mark = line.trim().strip_prefix("sep=").and_then(|rest| rest.chars().next());
    match mark.filter(|mark| MARKS.contains(mark)) {
        Some(mark) => (text[line.len()..].trim_start_matches(['\r', '\n']), Some(mark)),
        None => (text, None),
    }
}

/// Returns at most so many rows of a table, each with its cells, without quotes and white space around them. A row is what
/// spreadsheets call one: a line break in quotes does not end it, and an empty line is one.
///
/// # Errors
/// A quote that does not end, and what stands behind a quote.
pub(crate) fn rows(text: &str, mark: char, most: usize, table: &str) -> Result<Vec<Vec<String>>, SheetError> {
    let mut rows = Vec::new();
    let mut rest = text;
    while !rest.is_empty() && rows.len() < most {
        let mut row = Vec::new();
        loop {
            let fault = |message| SheetError::new(table, message).at(rows.len());
            let (cell, behind) = cell(rest, mark).map_err(fault)?;
            row.push(cell);
            let Some(next) = behind.strip_prefix(mark) else {
                rest = behind.strip_prefix("\r\n").or(behind.strip_prefix(['\r', '\n'])).unwrap_or(behind);
                break;
            };
            rest = next;
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Returns the cell that a text begins with, and the text from the sign or the line end behind it.
fn cell(text: &str, mark: char) -> Result<(String, &str), String> {
    let ends = [mark, '\n', '\r'];
    // Tabs may also stand behind commas, for the eye.
    let start = text.trim_start_matches(|c| c == ' ' || c == '\t' && mark != '\t');
    let Some(mut rest) = start.strip_prefix('"') else {
        let (cell, behind) = text.split_at(text.find(ends).unwrap_or(text.len()));
        return Ok((cell.trim().to_owned(), behind));
    };
    let mut cell = String::new();
    loop {
        let Some((part, behind)) = rest.split_once('"') else {
            return Err("a quote does not end: a quote inside of a cell is written twice".to_owned());
        };
        cell.push_str(part);
        // Two quotes stand for one.
        if let Some(more) = behind.strip_prefix('"') {
            cell.push('"');
            rest = more;
            continue;
        }
        let (between, end) = behind.split_at(behind.find(ends).unwrap_or(behind.len()));
        if !between.trim().is_empty() {
            let shown: String = between.trim().chars().take(40).collect();
            return Err(format!(
                "`{shown}` stands behind a quote: a quote inside of a cell is written twice"
            ));
        }
        return Ok((cell.trim().replace("\r\n", "\n"), end));
    }
}

/// Returns a table as text, each cell in quotes that needs them.
pub(crate) fn written(rows: &[Vec<String>], style: Style) -> String {
    let mut text = if style.has_byte_order_mark { "\u{feff}".to_owned() } else { String::new() };
    for row in rows {
        for (place, cell) in row.iter().enumerate() {
            if place > 0 {
                text.push(style.mark);
            }
            if cell.contains(['"', '\n', '\r', style.mark]) {
                text += &format!("\"{}\"", cell.replace('"', "\"\""));
            } else {
                text += cell;
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, mark: char) -> Vec<Vec<String>> {
        rows(text, mark, 100, "t").unwrap()
    }

    #[test]
    fn cells_are_those_of_rfc_4180() {
        let text = "name,text\r\n\"Beatrix, Queen\",\"Draw a card,\r\nthen \"\"stop\"\".\"\r\n\r\n12\" tube, x \n,,\n";
        let expected: [&[&str]; 5] = [
            &["name", "text"],
            &["Beatrix, Queen", "Draw a card,\nthen \"stop\"."],
            &[""],
            &["12\" tube", "x"],
            &["", "", ""],
        ];
        assert_eq!(read(text, ','), expected);
        let again = written(&read(text, ','), Style { mark: ',', has_byte_order_mark: false });
        assert_eq!(read(&again, ','), expected);
        // A sign that parts nothing is a letter.
        assert_eq!(read("Fox;6;0,5", ';'), [["Fox", "6", "0,5"]]);
        assert_eq!(read("a\t\"b\tc\" \t", '\t'), [["a", "b\tc", ""]]);
    }

    #[test]
    fn a_quote_that_goes_wrong_is_named_with_its_row() {
        let wrong = |text| rows(text, ',', 100, "t").unwrap_err().to_string();
        assert!(wrong("a\n\n\"b,c\nd").starts_with("t, row 3: a quote does not end"));
        assert!(wrong("a\n\"b\"s,c").starts_with("t, row 2: `s` stands behind a quote"));
    }

    #[test]
    fn every_encoding_of_a_spreadsheet_is_read() {
        let text = "Füchsin";
        let wide = |little: bool| -> Vec<u8> {
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            text.encode_utf16().flat_map(bytes).collect()
        };
        let marked = |mark: &[u8], bytes: Vec<u8>| [mark.to_vec(), bytes].concat();
        for (bytes, is_marked, is_guessed) in [
            (text.as_bytes().to_vec(), false, false),
            (marked(&[0xef, 0xbb, 0xbf], text.into()), true, false),
            (marked(&[0xff, 0xfe], wide(true)), true, false),
            (marked(&[0xfe, 0xff], wide(false)), true, false),
            (wide(true), false, false),
            (wide(false), false, false),
            (b"F\xfcchsin".to_vec(), false, true),
        ] {
            assert_eq!(decoded(&bytes), (text.to_owned(), is_marked, is_guessed), "{bytes:?}");
        }
        assert_eq!(decoded(b"\x80 \x93a\x94").0, "€ “a”");
    }

    #[test]
    fn excel_names_the_sign_in_a_line_of_its_own() {
        assert_eq!(named_mark("sep=;\r\na;b"), ("a;b", Some(';')));
        assert_eq!(named_mark("separate\na"), ("separate\na", None));
    }
}
