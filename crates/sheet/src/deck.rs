//! What a table says of cards: which columns it has, and each card's name, id, copies and attributes.

use std::collections::{HashMap, HashSet};

use ludometer_model::{counted, did_you_mean, nearest};

use crate::error::SheetError;
use crate::id::{folded, id};
use crate::number::{Read, number};
use crate::table::{HEAD, Table};

/// Titles of the column of names, and of that of copies, the one that counts first in front, in small letters: in English, then
/// in German, French and Spanish. `Nombre` is a name in Spanish and a number in French, which has `Nom` for names.
const NAMES: [&str; 16] = [
    "name",
    "card",
    "title",
    "card_name",
    "card_title",
    "karte",
    "kartenname",
    "titel",
    "bezeichnung",
    "nom",
    "carte",
    "titre",
    "carta",
    "titulo",
    "nombre_de_la_carta",
    "nombre",
];
const COPIES: [&str; 25] = [
    "copies",
    "quantity",
    "qty",
    "count",
    "number",
    "amount",
    "number_of_copies",
    "no_of_copies",
    "card_count",
    "item_count",
    "num",
    "of_copies",
    "anzahl",
    "menge",
    "stuck",
    "stuckzahl",
    "kopien",
    "exemplare",
    "quantite",
    "qte",
    "exemplaires",
    "cantidad",
    "copias",
    "ejemplares",
    "nombre",
];

/// Names of a row that is no card, but the sum of the others.
const SUMS: [&str; 11] = [
    "",
    "total",
    "totals",
    "sum",
    "grand_total",
    "total_cards",
    "summe",
    "gesamt",
    "insgesamt",
    "somme",
    "suma",
];

/// What spreadsheets show for a formula that fails.
const ERRORS: [&str; 9] =
    ["#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!", "#SPILL!"];

/// The most copies that a table can say; what a game allows is less.
const MAX_COPIES: f64 = 1e6;

/// One cell of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// Anything else.
    Text(String),
}

/// A column, with a cell for each card.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its title as it is written.
    pub title: String,
    /// The title as an id in small letters.
    pub key: String,
    /// The cells, in the order of the cards.
    pub cells: Vec<Cell>,
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its id, which no other card has.
    pub id: String,
    /// Its name as people write it; the second of two cards of one name has a number behind it.
    pub name: String,
    /// Its copies, of all its rows together.
    pub copies: u32,
    /// The rows that it stands in, from 0: more than one where rows are alike.
    pub rows: Vec<usize>,
}

/// The cards of a table.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The table that was read.
    pub table: Table,
    /// The columns, those of names and copies among them.
    pub columns: Vec<Column>,
    /// The cards, in the order of their first rows.
    pub cards: Vec<Card>,
    /// What was understood in a way that may not be meant, in sentences.
    pub notes: Vec<String>,
    /// The row with the titles of the columns, from 0.
    pub head: usize,
    /// The title of the column of copies.
    pub copies_title: Option<String>,
    copies_column: Option<usize>,
    /// The row of their sum, where there is one.
    sum: Option<usize>,
}

/// The row with the titles of the columns, and the columns of names and copies, all from 0.
type Header = (usize, usize, Option<usize>);

/// Returns the row in which columns of names and copies have their titles, near the top of a table.
pub(crate) fn header(rows: &[Vec<String>]) -> Option<Header> {
    rows.iter().take(HEAD).enumerate().find_map(|(at, row)| match titled(row) {
        (Some(name), Some(copies)) => Some((at, name, Some(copies))),
        _ => None,
    })
}

/// Returns the columns of names and copies among these titles.
fn titled(row: &[String]) -> (Option<usize>, Option<usize>) {
    let keys: Vec<String> = row.iter().map(|title| folded(title)).collect();
    let first = |words: &[&str], other: Option<usize>| {
        let at = |word: &&str| (0..keys.len()).find(|&at| Some(at) != other && keys[at] == **word);
        words.iter().find_map(at)
    };
    let name = first(&NAMES, None);
    (name, first(&COPIES, name))
}

impl Deck {
    /// Reads the cards of a table.
    ///
    /// # Errors
    /// The first cell that is wrong, with its row and column.
    pub fn read(table: Table) -> Result<Self, SheetError> {
        let (head, name_column, copies_column) =
            header(&table.rows).map_or_else(|| without_copies(&table), Ok)?;
        let mut titles = table.rows[head].clone();
        let filled = |row: &[String], at: usize| row.get(at).is_some_and(|cell| !cell.is_empty());
        let rows: Vec<usize> = (head + 1..table.rows.len())
            .filter(|&at| table.rows[at].iter().any(|cell| !cell.is_empty()))
            .collect();
        for &at in &rows {
            let row = &table.rows[at];
            if (titles.len()..row.len()).any(|place| filled(row, place)) {
                let message = format!(
                    "has {}, but only {}: a cell that holds the sign between cells must stand in quotes",
                    counted(row.len() as u64, "cell"),
                    match titles.len() {
                        1 => "1 column has a title".to_owned(),
                        more => format!("{more} columns have titles"),
                    }
                );
                return Err(SheetError::new(&table.name, message).at(at));
            }
            if table.is_full && row.len() < titles.len() {
                let message = format!("has {} of {} cells", row.len(), titles.len());
                return Err(SheetError::new(&table.name, message).at(at));
            }
        }
        // Columns without a title that hold nothing are none.
        while titles.last().is_some_and(String::is_empty) {
            titles.pop();
        }
        let mut deck = Self {
            copies_title: copies_column.map(|column| titles[column].clone()),
            columns: Vec::new(),
            cards: Vec::new(),
            notes: Vec::new(),
            sum: None,
            head,
            copies_column,
            table,
        };
        if deck.table.is_guessed {
            deck.notes.push(format!("{} is no UTF-8: it is read as Windows-1252", deck.table.name));
        }
        deck.note_errors(&titles, &rows);
        deck.read_cards(&titles, name_column, rows)?;
        deck.read_columns(&titles)?;
        Ok(deck)
    }

    /// Returns an error of a cell.
    fn fault(&self, row: usize, column: &str, message: impl Into<String>) -> SheetError {
        SheetError::new(&self.table.name, message).at(row).under(column)
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        self.table.rows[row].get(column).map_or("", String::as_str)
    }

    /// Notes the first formula that failed.
    fn note_errors(&mut self, titles: &[String], rows: &[usize]) {
        let cells =
            rows.iter().flat_map(|&row| titles.iter().enumerate().map(move |(at, title)| (row, at, title)));
        let mut failed = cells.filter(|&(row, at, _)| ERRORS.contains(&self.cell(row, at)));
        if let Some((row, at, title)) = failed.next() {
            let others = match failed.count() {
                0 => String::new(),
                others => format!(" (and {others} more)"),
            };
            let text = self.cell(row, at);
            let note = format!(
                "`{text}` is the error of a formula and is read as a text{others}: mend it in the sheet"
            );
            self.notes.push(self.fault(row, title, note).to_string());
        }
    }

    /// Finds the cards in these rows.
    fn read_cards(
        &mut self,
        titles: &[String],
        names: usize,
        mut rows: Vec<usize>,
    ) -> Result<(), SheetError> {
        let mut copies = Vec::new();
        self.drop_sum(names, &mut rows)?;
        for &row in &rows {
            if self.cell(row, names).is_empty() {
                return Err(self.fault(row, &titles[names], "the card has no name"));
            }
            copies.push(match self.copies_column {
                Some(column) => self.copies(row, column, &titles[column])?,
                None => 1,
            });
        }
        if rows.is_empty() {
            return Err(SheetError::new(
                &self.table.name,
                "there are titles of columns, but no cards below them",
            ));
        }
        self.refuse_numbering(titles, &rows, &copies)?;
        let attributes: Vec<usize> = (0..titles.len()).filter(|&at| Some(at) != self.copies_column).collect();
        // Cards by all that is said of them, and how many have a name.
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        let mut faces: HashMap<String, u32> = HashMap::new();
        for (&row, &copies) in rows.iter().zip(&copies) {
            let said: Vec<String> = attributes.iter().map(|&at| self.cell(row, at).to_owned()).collect();
            if let Some(&card) = known.get(&said) {
                let card = &mut self.cards[card];
                card.copies += copies;
                card.rows.push(row);
                if self.copies_column.is_some() {
                    let (name, first) = (&card.name, card.rows[0] + 1);
                    self.notes.push(format!(
                        "{}, row {}: {name} stands in row {first} already, with the same in all columns: their copies add up",
                        self.table.name,
                        row + 1
                    ));
                }
                continue;
            }
            known.insert(said, self.cards.len());
            let name = self.cell(row, names).split_whitespace().collect::<Vec<_>>().join(" ");
            let face = faces.entry(name.clone()).or_default();
            *face += 1;
            let name = if *face == 1 { name } else { format!("{name} ({face})") };
            self.cards.push(Card { id: String::new(), name, copies, rows: vec![row] });
        }
        self.name_ids(names);
        if self.copies_column.is_none() {
            self.notes.push(format!(
                "{} has no column of copies ({}): each row is one card",
                self.table.name,
                COPIES[..6].join(", ")
            ));
        }
        Ok(())
    }

    /// Gives each card an id of its own. The first card of a name has the name's own id, others one with a number.
    fn name_ids(&mut self, names: usize) {
        let own: Vec<String> = self.cards.iter().map(|card| id(self.cell(card.rows[0], names))).collect();
        let natural: HashSet<&String> = own.iter().collect();
        let mut taken: HashSet<String> = HashSet::new();
        let ids = own.iter().map(|own| {
            let mut given = own.clone();
            let mut number = 2;
            while taken.contains(&given) || number > 2 && natural.contains(&given) {
                given = format!("{own}_{number}");
                number += 1;
            }
            taken.insert(given.clone());
            given
        });
        let ids: Vec<String> = ids.collect();
        for (card, id) in self.cards.iter_mut().zip(ids) {
            card.id = id;
        }
    }

    /// Returns the copies that a cell says: 3, 3x or x3.
    fn copies(&self, row: usize, column: usize, title: &str) -> Result<u32, SheetError> {
        let text = self.cell(row, column);
        if text.is_empty() {
            return Err(self.fault(row, title, "is empty: write how many copies there are, 0 for none"));
        }
        let signs: &[char] = &['x', 'X', '×', ' ', '\u{a0}'];
        let number = match number(text.trim_matches(signs), self.table.signs()) {
            Read::Number(number) | Read::Thousands(number) => Some(number),
            Read::Empty | Read::Text | Read::Either(..) => None,
        };
        match number.filter(|number| number.fract() == 0.0 && (0.0..=MAX_COPIES).contains(number)) {
            Some(number) => Ok(number as u32),
            None => {
                Err(self.fault(row, title, format!("`{text}` is no number of copies, such as 3, 3x or x3")))
            }
        }
    }

    /// Leaves out a last row that holds the sum of all copies.
    fn drop_sum(&mut self, names: usize, rows: &mut Vec<usize>) -> Result<(), SheetError> {
        let (Some(column), Some((&last, cards))) = (self.copies_column, rows.split_last()) else {
            return Ok(());
        };
        let name = self.cell(last, names);
        if !SUMS.contains(&folded_or_empty(name).as_str()) || cards.is_empty() {
            return Ok(());
        }
        let title = self.cell(self.head, column).to_owned();
        let mut sum = 0;
        for &row in cards {
            sum += self.copies(row, column, &title)?;
        }
        let shown = if name.is_empty() { "a row without a name".to_owned() } else { format!("`{name}`") };
        let place = format!("{}, row {}", self.table.name, last + 1);
        if self.copies(last, column, &title).is_ok_and(|copies| copies == sum) {
            self.notes.push(format!("{place}: {shown} is no card, as it holds the sum of all copies"));
            self.sum = rows.pop();
        } else if !name.is_empty() {
            self.notes.push(format!(
                "{place}: {shown} is a card, as its copies are not the sum of the others ({sum})"
            ));
        }
        Ok(())
    }

    /// Refuses a column that numbers the cards in place of counting them.
    fn refuse_numbering(&self, titles: &[String], rows: &[usize], copies: &[u32]) -> Result<(), SheetError> {
        let Some(column) = self.copies_column.filter(|&column| folded(&titles[column]) == "number") else {
            return Ok(());
        };
        if copies.len() > 2 && copies.iter().zip(1..).all(|(&copies, place)| copies == place) {
            let message = "counts 1, 2, 3, ..., so it numbers the cards: call the column of copies `Copies`, or this one `No`";
            return Err(self.fault(rows[0], &titles[column], message));
        }
        Ok(())
    }

    /// Reads the cells of all columns.
    fn read_columns(&mut self, titles: &[String]) -> Result<(), SheetError> {
        let mut taken: HashSet<String> = HashSet::new();
        for (at, title) in titles.iter().enumerate() {
            if title.is_empty() {
                continue;
            }
            let cells = self.cells(at, title)?;
            // A second column of the same title has a number behind it.
            let mut title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            let plain = title.clone();
            for number in 2.. {
                if taken.insert(title.clone()) {
                    break;
                }
                title = format!("{plain}_{number}");
            }
            self.columns.push(Column { key: folded(&title), title, cells });
        }
        Ok(())
    }

    /// Returns the cells of a column. Those that are numbers are numbers, and empty cells are 0 where all others are numbers.
    fn cells(&mut self, column: usize, title: &str) -> Result<Vec<Cell>, SheetError> {
        let signs = self.table.signs();
        let texts: Vec<(usize, &str)> =
            self.cards.iter().map(|card| (card.rows[0], self.cell(card.rows[0], column))).collect();
        let kinds: Vec<Read> = texts.iter().map(|(_, text)| number(text, signs)).collect();
        let are_numbers = kinds.iter().all(|kind| !matches!(kind, Read::Text))
            && kinds.iter().any(|kind| !matches!(kind, Read::Empty));
        let mut cells = Vec::new();
        let mut empty = Vec::new();
        for (&(row, text), kind) in texts.iter().zip(&kinds) {
            cells.push(match kind {
                Read::Number(number) => Cell::Number(*number),
                Read::Either(number, thousands) if are_numbers => {
                    let sign = if text.contains('.') { "point" } else { "comma" };
                    let message =
                        format!("`{text}` can be {number} or {thousands}: write it without a {sign}");
                    return Err(self.fault(row, title, message));
                }
                Read::Thousands(number) if are_numbers => Cell::Number(*number),
                Read::Empty if are_numbers => {
                    empty.push((row + 1).to_string());
                    Cell::Number(0.0)
                }
                _ => Cell::Text(text.to_owned()),
            });
        }
        if !empty.is_empty() && Some(column) != self.copies_column {
            let rows = if empty.len() > 5 {
                format!("{} rows", empty.len())
            } else {
                format!("row {}", empty.join(", "))
            };
            let name = &self.table.name;
            self.notes.push(format!("{name}, {rows}, column {title}: an empty cell among numbers is 0"));
        }
        Ok(cells)
    }

    /// Returns the table with other copies, by id; cards that are not named keep theirs. A sum is that of the new copies. Where
    /// there is no column of copies, one is added.
    #[must_use]
    pub fn with_copies(&self, copies: impl Fn(&str) -> Option<u32>) -> Table {
        let mut table = self.table.clone();
        let column = self.copies_column.unwrap_or_else(|| {
            let column = table.rows[self.head].len();
            table.rows[self.head].push("Copies".to_owned());
            column
        });
        let mut put = |row: usize, copies: u32| {
            let row = &mut table.rows[row];
            if row.len() <= column {
                row.resize(column + 1, String::new());
            }
            row[column] = copies.to_string();
        };
        let mut sum = 0;
        for card in &self.cards {
            let now = copies(&card.id).unwrap_or(card.copies);
            sum += now;
            if now == card.copies && self.copies_column.is_some() {
                continue;
            }
            // Of rows that are alike the first one holds all.
            for (place, &row) in card.rows.iter().enumerate() {
                put(row, if place == 0 { now } else { 0 });
            }
        }
        if let Some(row) = self.sum {
            put(row, sum);
        }
        table
    }

    /// Returns the table with further columns: their titles, and the cells of a card by its id, numbers as programs write them.
    /// They are written as the sheet writes its own.
    #[must_use]
    pub fn with_columns(&self, titles: &[String], cells: impl Fn(&str) -> Option<Vec<String>>) -> Table {
        let mut table = self.table.clone();
        let width = table.rows.iter().map(Vec::len).max().unwrap_or_default();
        // A row that is shorter than others could not be read back.
        for row in &mut table.rows {
            row.resize(width + titles.len(), String::new());
        }
        let signs = table.signs();
        let mut put = |row: usize, cells: &[String]| {
            for (cell, new) in table.rows[row][width..].iter_mut().zip(cells) {
                new.clone_into(cell);
            }
        };
        put(self.head, titles);
        for card in &self.cards {
            if let Some(mut cells) = cells(&card.id) {
                for cell in &mut cells {
                    *cell = signs.written(cell);
                }
                for &row in &card.rows {
                    put(row, &cells);
                }
            }
        }
        table
    }
}

/// Returns the key of a name, or nothing for one that has no letters.
fn folded_or_empty(name: &str) -> String {
    if name.is_empty() { String::new() } else { folded(name.trim_end_matches([':', '.'])) }
}

/// Returns the header of a table that has no column of copies.
fn without_copies(table: &Table) -> Result<Header, SheetError> {
    let first = table.rows.iter().position(|row| row.iter().any(|cell| !cell.is_empty()));
    let Some(at) = first else { return Err(SheetError::new(&table.name, "the table is empty")) };
    let row = &table.rows[at];
    let (name, copies) = titled(row);
    let titles = || row.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(", ");
    let Some(name) = name else {
        let which = if copies.is_some() {
            "names (`Name`, `Card` or `Title`)"
        } else {
            "names (`Name`, `Card` or `Title`) and copies (`Copies`, `Quantity`, `Qty`, `Count`, `Number` or `Amount`)"
        };
        let message = format!(
            "the first row has the titles of the columns, those of {which} among them, not: {}",
            titles()
        );
        return Err(SheetError::new(&table.name, message).at(at));
    };
    // Copies by the number of players: nobody can tell which are meant.
    let has_digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let is_of_copies = |title: &str| {
        let (word, rest) = title.split_once(' ').unwrap_or((title, ""));
        ["copies", "quantity", "qty"].contains(&&*folded_or_empty(word)) && has_digits(rest)
    };
    let several: Vec<&String> = row.iter().filter(|title| is_of_copies(title)).collect();
    if let [first, second, ..] = several[..] {
        let message = format!(
            "several columns have copies, such as `{first}` and `{second}`: give the one that counts the title `Copies`, and the \
             others titles that begin with another word"
        );
        return Err(SheetError::new(&table.name, message).at(at));
    }
    // A slip would make one copy of each card.
    let others = row.iter().enumerate().filter(|(place, _)| *place != name);
    for (place, title) in others.filter(|(_, title)| !has_digits(title) || is_of_copies(title)) {
        let key = folded(title);
        if let Some(near) = nearest(&key, COPIES[..6].iter().copied()).filter(|near| is_slip(&key, near)) {
            let message =
                format!("the column `{title}` (number {}) is unknown{}", place + 1, did_you_mean(Some(near)));
            return Err(SheetError::new(&table.name, message).at(at));
        }
    }
    Ok((at, name, None))
}

/// Returns true if two words differ by a letter or two that were left out, added or exchanged.
fn is_slip(word: &str, meant: &str) -> bool {
    let count = |word: &str| {
        let mut letters = [0_i32; 26];
        for byte in word.bytes().filter(u8::is_ascii_lowercase) {
            letters[usize::from(byte - b'a')] += 1;
        }
        letters
    };
    let (one, other) = (count(word), count(meant));
    let different: i32 = one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum();
    word.chars().next() == meant.chars().next() && different <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck(text: &str) -> Deck {
        Deck::read(Table::from_text(text, "t").unwrap()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn wrong(text: &str) -> String {
        match Table::from_text(text, "cards.csv").and_then(Deck::read) {
            Ok(deck) => panic!("{deck:?}"),
            Err(error) => error.to_string(),
        }
    }

    fn cards(deck: &Deck) -> Vec<(&str, &str, u32)> {
        deck.cards.iter().map(|card| (card.id.as_str(), card.name.as_str(), card.copies)).collect()
    }

    fn cells(deck: &Deck, key: &str) -> Vec<Cell> {
        deck.columns.iter().find(|column| column.key == key).unwrap_or_else(|| panic!("{key}")).cells.clone()
    }

    fn numbers(list: &[f64]) -> Vec<Cell> {
        list.iter().map(|&number| Cell::Number(number)).collect()
    }

    fn texts(list: &[&str]) -> Vec<Cell> {
        list.iter().map(|&text| Cell::Text(text.to_owned())).collect()
    }

    #[test]
    fn titles_are_read_in_any_case_and_words() {
        for head in
            ["name,copies", "Name,Qty", "CARD,Quantity", "Card Name,count", "title,NUMBER", "copies.,Name"]
        {
            let deck = deck(&format!("{head}\n3,3\n"));
            assert_eq!(deck.cards[0].copies, 3, "{head}");
        }
        for head in [
            "Name;Anzahl",
            "Kartenname;Menge",
            "Titel;Stück",
            "Nom;Quantité",
            "Nom;Nombre",
            "Nombre;Cantidad",
        ] {
            let deck = deck(&format!("{head}\nFuchs;3\n"));
            assert_eq!(cards(&deck), [("Fuchs", "Fuchs", 3)], "{head}");
        }
        // The better word counts; the other column is kept.
        let both = deck("Name,Title,Number,Copies\nFox,The fox,7,2");
        assert_eq!((cards(&both), cells(&both, "number")), (vec![("Fox", "Fox", 2)], numbers(&[7.0])));
        // A line or two may stand above.
        let below = deck("My game,,\n,,\nName,Copies,Cost\nFox,2,1");
        assert_eq!((below.head, cards(&below).len()), (2, 1));
    }

    #[test]
    fn each_sign_between_cells_is_found() {
        for text in [
            "Name,Copies,Text\nFox,6,\"Draw a card, then discard one.\"",
            "Name;Copies;Text\nFox;6;Draw a card, then discard one.",
            "Name\tCopies\tText\nFox\t6\tDraw a card, then discard one.",
            "\t\tName\tCopies\tText\n\t\tFox\t6\tDraw a card, then discard one.\n\t\t\t\t\n\t",
            "sep=;\r\nName;Copies;Text\r\nFox;6;\"Draw a card, then discard one.\"\r\n;;\r\n",
            "name,\tcopies,\ttext\nFox,\t6,\t\"Draw a card, then discard one.\"",
        ] {
            let deck = deck(text);
            assert_eq!(cards(&deck), [("Fox", "Fox", 6)], "{text}");
            assert_eq!(cells(&deck, "text"), texts(&["Draw a card, then discard one."]), "{text}");
        }
    }

    #[test]
    fn copies_are_read_as_people_write_them() {
        for copies in ["3", "3x", "x3", "3 x", "× 3", "3.0", "X3"] {
            assert_eq!(deck(&format!("name;copies\nFox;{copies}")).cards[0].copies, 3, "{copies}");
        }
        let by_players = wrong("Card,Copies 2p,Copies 4p,VP\nFox,1,2,3");
        assert_eq!(
            by_players,
            "cards.csv, row 1: several columns have copies, such as `Copies 2p` and `Copies 4p`: give the one that counts the title \
             `Copies`, and the others titles that begin with another word"
        );
        assert_eq!(deck("Name,Number 1,Number 2\nFox,1,2").cards[0].copies, 1);
        for copies in ["many", "-1", "1.5", "3-4", "#REF!"] {
            let expected = format!(
                "cards.csv, row 2, column Qty: `{copies}` is no number of copies, such as 3, 3x or x3"
            );
            assert_eq!(wrong(&format!("Name,Qty\nFox,{copies}")), expected);
        }
        let empty = wrong("Name,Qty,Cost\nFox,1,2\n\nOwl,,3");
        assert_eq!(
            empty,
            "cards.csv, row 4, column Qty: is empty: write how many copies there are, 0 for none"
        );
        let numbering = wrong("Number,Name\n1,Fox\n2,Owl\n3,Elk");
        assert!(numbering.starts_with("cards.csv, row 2, column Number: counts 1, 2, 3, ..."), "{numbering}");
    }

    #[test]
    fn a_table_without_copies_has_a_card_a_row() {
        let cube = deck("name,cmc\nFox,1\nOwl,2\nFox,1");
        assert_eq!(cards(&cube), [("Fox", "Fox", 2), ("Owl", "Owl", 1)]);
        assert_eq!(cube.notes.len(), 1, "{:?}", cube.notes);
        assert!(cube.notes[0].contains("each row is one card"));
        assert_eq!(
            wrong("name,copis\nFox,2"),
            "cards.csv, row 1: the column `copis` (number 2) is unknown (did you mean `copies`?)"
        );
        let none = wrong("Fox,2\nOwl,3");
        assert!(
            none.starts_with("cards.csv, row 1: the first row has the titles")
                && none.ends_with("not: Fox, 2"),
            "{none}"
        );
        assert_eq!(wrong(""), "cards.csv: the table is empty");
        assert!(wrong("Name,Qty\n,,\n").ends_with("no cards below them"));
    }

    #[test]
    fn cards_of_one_name_are_joined_or_told_apart_as_their_rows_say() {
        let same = deck("name,copies,cost\nFox,2,1\nOwl,1,1\nFox,3,1");
        assert_eq!(cards(&same), [("Fox", "Fox", 5), ("Owl", "Owl", 1)]);
        assert_eq!(
            same.notes,
            ["t, row 4: Fox stands in row 2 already, with the same in all columns: their copies add up"]
        );
        let faces = deck("name,copies,cost\nFox,2,1\nFox,3,2\nFox_2,1,3\nOwl Bear,1,1\nOwl-Bear,1,1");
        assert_eq!(
            cards(&faces),
            [
                ("Fox", "Fox", 2),
                ("Fox_3", "Fox (2)", 3),
                ("Fox_2", "Fox_2", 1),
                ("Owl_Bear", "Owl Bear", 1),
                ("Owl_Bear_2", "Owl-Bear", 1),
            ]
        );
    }

    #[test]
    fn a_sum_at_the_end_is_no_card() {
        for last in ["Total,8,", "Total:,8,", ",8,", "SUM,8,"] {
            let deck = deck(&format!("name,copies,cost\nFox,2,1\nOwl,6,1\n{last}\n,,"));
            assert_eq!(cards(&deck).len(), 2, "{last}");
            assert!(deck.notes[0].contains("is no card"), "{:?}", deck.notes);
        }
        let card = deck("name,copies,cost\nFox,2,1\nTotal,6,1");
        assert_eq!(cards(&card)[1], ("Total", "Total", 6));
        assert!(card.notes[0].contains("are not the sum of the others (2)"), "{:?}", card.notes);
        assert_eq!(
            wrong("name,copies\nFox,2\n,1\nOwl,1"),
            "cards.csv, row 3, column name: the card has no name"
        );
    }

    #[test]
    fn columns_of_numbers_are_numbers() {
        let sheet =
            deck("Name;Copies;Cost;Rate;Text;Mixed\nFox;1;2;0,5;1 gold;2\nOwl;1;;1.25;;*\nElk;1;-3;−1;x;");
        assert_eq!(cells(&sheet, "cost"), numbers(&[2.0, 0.0, -3.0]));
        assert_eq!(cells(&sheet, "rate"), numbers(&[0.5, 1.25, -1.0]));
        assert_eq!(cells(&sheet, "text"), texts(&["1 gold", "", "x"]));
        assert_eq!(cells(&sheet, "mixed"), [numbers(&[2.0]), texts(&["*", ""])].concat());
        assert_eq!(sheet.notes, ["t, row 3, column Cost: an empty cell among numbers is 0"]);
        // A comma that parts cells is none of decimals, and one that can be either is refused.
        let commas = deck("name,copies,attack,players\nFox,1,\"2,500\",\"1,2\"\nOwl,1,300,3");
        assert_eq!(cells(&commas, "attack"), numbers(&[2500.0, 300.0]));
        assert_eq!(cells(&commas, "players"), [texts(&["1,2"]), numbers(&[3.0])].concat());
        assert_eq!(
            wrong("name\tcopies\tattack\nFox\t1\t2,500\nOwl\t1\t300"),
            "cards.csv, row 2, column attack: `2,500` can be 2.5 or 2500: write it without a comma"
        );
        // Words of Luau's that are numbers elsewhere are words.
        assert_eq!(
            cells(&deck("name,copies,x\na,1,inf\nb,1,0x10\nc,1,nan"), "x"),
            texts(&["inf", "0x10", "nan"])
        );
    }

    #[test]
    fn formulas_that_fail_are_noted() {
        let sheet = deck("Name,Copies,Cost\na,2,#REF!\nb,2,3\nc,2,#N/A\n");
        let note = "t, row 2, column Cost: `#REF!` is the error of a formula and is read as a text (and 1 more): mend it in the sheet";
        assert!(sheet.notes.iter().any(|said| said == note), "{:?}", sheet.notes);
        assert!(deck("Name,Copies,Rank\n#1,2,#A\n").notes.is_empty());
    }

    #[test]
    fn columns_without_titles_hold_nothing() {
        let extra = deck("name,copies,,\nFox,2,,\nOwl,1,,\n,,,");
        assert_eq!(extra.columns.len(), 2);
        let twice = deck("name,copies,icon,icon\nFox,2,a,b");
        let titles: Vec<&str> = twice.columns.iter().map(|column| column.title.as_str()).collect();
        assert_eq!(titles, ["name", "copies", "icon", "icon_2"]);
        assert!(
            wrong("name,copies\nFox,2,Draw a card, then stop")
                .starts_with("cards.csv, row 2: has 4 cells, but only 2")
        );
        assert_eq!(wrong("name,copies,cost\nFox,2"), "cards.csv, row 2: has 2 of 3 cells");
    }

    #[test]
    fn a_table_is_written_as_it_was_read() {
        let text = "My game;;\nName;Qty;Text\nFox;2;\"a;b\"\nOwl;3x;c\nTotal;5;\n";
        let sheet = deck(text);
        let same = sheet.with_copies(|_| None);
        assert_eq!(String::from_utf8(same.to_bytes("x.csv").unwrap()).unwrap(), text);
        let other = sheet.with_copies(|id| (id == "Owl").then_some(7));
        let expected = "My game;;\nName;Qty;Text\nFox;2;\"a;b\"\nOwl;7;c\nTotal;9;\n";
        assert_eq!(String::from_utf8(other.to_bytes("x.csv").unwrap()).unwrap(), expected);
        let wide =
            sheet.with_columns(&["worth".to_owned()], |id| (id == "Owl").then(|| vec!["0.1".to_owned()]));
        let expected =
            "My game\t\t\t\nName\tQty\tText\tworth\nFox\t2\ta;b\t\nOwl\t3x\tc\t0,1\nTotal\t5\t\t\n";
        assert_eq!(String::from_utf8(wide.to_bytes("x.tsv").unwrap()).unwrap(), expected);
        let again = Table::from_bytes(&other.to_bytes("x.xlsx").unwrap(), "x.xlsx", None).unwrap();
        assert_eq!(cards(&Deck::read(again).unwrap()), [("Fox", "Fox", 2), ("Owl", "Owl", 7)]);
        let refused = same.to_bytes("x.ods").unwrap_err().to_string();
        assert_eq!(refused, "x.ods: `.ods` can't be written: name a file with .csv, .tsv or .xlsx");
    }
}
