//! Tables of cards as spreadsheets copy and export them, made into what `cards` reads: lines of cells parted by commas.

/// Returns the text with the cells parted by commas, line by line, or `None` if it stands as it is. Cells may be parted by
/// tabs, semicolons or commas, as the first line has them, and may stand in quotes.
///
/// # Errors
/// The line of the text, from 0, and the error in it.
pub(super) fn with_commas(text: &str) -> Result<Option<String>, (usize, String)> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent = &first[..first.len() - first.trim_start().len()];
    // Tabs may also stand behind commas, for the eye.
    let mark = [',', '\t', ';'].into_iter().find(|&mark| first.trim().contains(mark)).unwrap_or(',');
    if mark == ',' && !text.contains('"') {
        return Ok(None);
    }
    let mut lines = Vec::new();
    for (number, line) in text.split('\n').enumerate() {
        let cells = cells(line.strip_prefix(indent).unwrap_or(line), mark).map_err(|what| (number, what))?;
        let empty = cells.iter().all(String::is_empty);
        lines.push(if empty { String::new() } else { cells.join(",") });
    }
    Ok(Some(lines.join("\n")))
}

/// Returns the cells of a line, without quotes and white space around them.
fn cells(line: &str, mark: char) -> Result<Vec<String>, String> {
    let mut cells = Vec::new();
    let mut rest = line.trim_matches(['\r', ' ']);
    loop {
        let (cell, behind) = if let Some(quoted) = rest.trim_start_matches(' ').strip_prefix('"') {
            quoted_cell(quoted, mark)?
        } else {
            let parted = rest.split_once(mark);
            parted.map_or((rest.to_owned(), None), |(cell, behind)| (cell.to_owned(), Some(behind)))
        };
        let cell = cell.trim().to_owned();
        if cell.contains(',') {
            return Err(format!("a cell of the table of cards can't hold a comma: {cell}"));
        }
        cells.push(cell);
        match behind {
            Some(behind) => rest = behind,
            None => return Ok(cells),
        }
    }
}

/// Returns a cell whose opening quote was read, and what follows behind its mark. Two quotes stand for one.
fn quoted_cell(text: &str, mark: char) -> Result<(String, Option<&str>), String> {
    let (mut cell, mut rest) = (String::new(), text);
    loop {
        let Some((part, behind)) = rest.split_once('"') else {
            return Err("a quote in the table of cards does not end in its line".to_owned());
        };
        cell.push_str(part);
        if let Some(more) = behind.strip_prefix('"') {
            cell.push('"');
            rest = more;
            continue;
        }
        let behind = behind.trim_start_matches(' ');
        return match behind.strip_prefix(mark) {
            Some(next) => Ok((cell, Some(next))),
            None if behind.is_empty() => Ok((cell, None)),
            None => Err(format!("in the table of cards `{behind}` stands behind a quote")),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::with_commas;

    #[test]
    fn spreadsheets_are_read_as_they_are_copied_and_exported() {
        let plain = "\nname, copies\nace, 4\n";
        assert_eq!(with_commas(plain), Ok(None));
        let rows = "\nname,copies,text\nace,4,the best\n\n";
        for table in [
            "\nname\tcopies\ttext\nace\t4\tthe best\n\t\t\n",
            "\n\t\tname\tcopies\ttext\n\t\tace\t4\tthe best\n\t\t\n\t",
            "\r\nname;copies;text\r\nace; 4; the best\r\n;;\r\n",
            "\n\"name\",\"copies\",\"text\"\n\"ace\", \"4\" ,\"the best\"\n\n",
        ] {
            assert_eq!(with_commas(table), Ok(Some(rows.to_owned())), "{table:?}");
        }
        assert_eq!(with_commas("name,\tcopies\nace,\t4"), Ok(None));
        // The last cells of a line may be empty.
        assert_eq!(
            with_commas("name\tcopies\ttext\nace\t4\t"),
            Ok(Some("name,copies,text\nace,4,".to_owned()))
        );
    }

    #[test]
    fn what_no_cell_can_hold_is_named_with_its_line() {
        for (table, line, words) in [
            ("name;copies;text\nace;4;draw 2, keep 1", 1, "can't hold a comma: draw 2, keep 1"),
            ("name,copies\n\n\"ace,4", 2, "does not end in its line"),
            ("name,copies\n\"ace\"s,4", 1, "`s,4` stands behind a quote"),
            ("name,copies,text\nace,4,\"a, \"\"b\"\"\"", 1, "can't hold a comma: a, \"b\""),
        ] {
            let (at, what) = with_commas(table).unwrap_err();
            assert_eq!(at, line, "{table:?}");
            assert!(what.contains(words), "{what}");
        }
    }
}
