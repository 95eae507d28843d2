//! Rows of tables as structs: what a table's columns are called and hold is written once, in the fields of its row.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema as JsonSchemaOf, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::estimate::{Bounded, Estimate};
use crate::table::{Cell, Table};

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// The description of what it holds; of several columns of one field all the same.
    pub doc: &'static str,
    /// True if a file may lack it, as those of older versions do: then it is empty.
    pub optional: bool,
}

/// A row of a table: derived, from a struct whose fields are the columns.
///
/// ```
/// use ludometer_figures::{Row, Table};
///
/// /// How often a card was played.
/// #[derive(Debug, PartialEq, Row)]
/// #[row(table = "cards_played")]
/// struct CardPlayed {
///     /// The card's id.
///     card: String,
///     /// The share of the games in which it was played.
///     share: Option<f64>,
///     /// Its 95 % interval.
///     #[row("ci_low", "ci_high")]
///     interval: Option<(f64, f64)>,
/// }
///
/// let row = || CardPlayed { card: "bomb".to_owned(), share: Some(0.5), interval: None };
/// let table = Table::of([row()]);
/// assert_eq!(table.columns, ["card", "share", "ci_low", "ci_high"]);
/// assert_eq!(table.rows::<CardPlayed>(), Ok(vec![row()]));
/// ```
pub trait Row: Sized {
    /// The table's name: that of its file without the ending.
    const TABLE: &'static str;

    /// Returns its columns, in order.
    fn columns() -> Vec<Column>;

    /// Returns the fields in the order of the columns.
    fn into_cells(self) -> Vec<Cell>;

    /// Reads a row.
    ///
    /// # Errors
    /// [`RowError`] at the first field that doesn't hold what its column must.
    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError>;
}

/// A row that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowError {
    /// The table lacks a column.
    #[error("there is no column `{0}`")]
    NoColumn(&'static str),
    /// A field doesn't hold what its column must.
    #[error("`{column}` is `{text}`, but must be {wanted}")]
    Field {
        /// The row, from 0.
        row: usize,
        /// The column.
        column: &'static str,
        /// The field's text.
        text: String,
        /// The form that it must have, in words.
        wanted: &'static str,
    },
}

/// The fields of one row on their way into a struct, in the order of its columns.
pub struct Cells<'a> {
    row: usize,
    columns: &'a [Column],
    /// The place of each column among the fields; none where there is no such column.
    places: &'a [Option<usize>],
    fields: &'a [Cell],
    next: usize,
}

impl Cells<'_> {
    /// Returns the error of this column's field.
    fn wrong(&self, at: usize, wanted: &'static str) -> RowError {
        let cell = self.places[at].and_then(|place| self.fields.get(place));
        let text = cell.map_or_else(String::new, |cell| cell.text().into_owned());
        RowError::Field { row: self.row, column: self.columns[at].name, text, wanted }
    }

    /// Takes the next column's number; none if there is no such column.
    fn number_if_any(&mut self) -> Result<Option<f64>, RowError> {
        if self.places[self.next].is_some() {
            return Option::read(self);
        }
        self.next += 1;
        Ok(None)
    }

    /// Takes the next column's field: `read` returns nothing of a field that isn't `wanted`.
    fn take<T>(
        &mut self,
        wanted: &'static str,
        read: impl FnOnce(&Cell) -> Option<T>,
    ) -> Result<T, RowError> {
        let at = self.next;
        self.next += 1;
        let cell = match self.places[at].and_then(|place| self.fields.get(place)) {
            Some(cell) => cell,
            None if self.columns[at].optional => &Cell::Empty,
            None => return Err(RowError::NoColumn(self.columns[at].name)),
        };
        read(cell).ok_or_else(|| self.wrong(at, wanted))
    }
}

/// A type that fills one column of a row, or several.
pub trait RowField: Sized {
    /// Adds its cells to those of the row.
    fn write(self, out: &mut Vec<Cell>);

    /// Reads it from the next cells.
    ///
    /// # Errors
    /// As [`Row::read`].
    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError>;
}

/// Numbers of files are below this: sums and hundredths of them are numbers, too.
const TOO_LARGE: f64 = 1e100;

impl Cell {
    /// Returns what stands in a file.
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Count(count) => Cow::Owned(count.to_string()),
            Self::Real(number) => Cow::Owned(number.to_string()),
            Self::Empty => Cow::Borrowed(""),
        }
    }

    /// Returns the number in this field, be it read from a file or not.
    fn real(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.trim().parse().ok().filter(|x: &f64| x.abs() < TOO_LARGE),
            _ => self.number(),
        }
    }

    /// Returns the whole number in this field, be it read from a file or not.
    fn count(&self) -> Option<u64> {
        match self {
            Self::Count(count) => Some(*count),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Real(_) | Self::Empty => None,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Empty => true,
            Self::Count(_) | Self::Real(_) => false,
        }
    }
}

impl RowField for Cell {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(self);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("", |cell| Some(cell.clone()))
    }
}

impl RowField for String {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(Cell::Text(self));
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("a word", |cell| Some(cell.text().into_owned()))
    }
}

impl RowField for u64 {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(Cell::Count(self));
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("a whole number", Cell::count)
    }
}

/// 1 or 0.
impl RowField for bool {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(Cell::Count(u64::from(self)));
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("0 or 1", |cell| cell.count().filter(|&count| count < 2).map(|count| count == 1))
    }
}

impl RowField for f64 {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(Some(self).into());
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("a number", Cell::real)
    }
}

impl RowField for Option<String> {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(self.map_or(Cell::Empty, Cell::Text));
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("a word", |cell| Some((!cell.is_empty()).then(|| cell.text().into_owned())))
    }
}

impl RowField for Option<u64> {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(self.map_or(Cell::Empty, Cell::Count));
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        let read = |cell: &Cell| if cell.is_empty() { Some(None) } else { cell.count().map(Some) };
        cells.take("a whole number", read)
    }
}

impl RowField for Option<f64> {
    fn write(self, out: &mut Vec<Cell>) {
        out.push(self.into());
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        cells.take("a number", |cell| if cell.is_empty() { Some(None) } else { cell.real().map(Some) })
    }
}

/// An interval, in two columns, which a file may lack: a figure can stand without one.
impl RowField for Option<(f64, f64)> {
    fn write(self, out: &mut Vec<Cell>) {
        out.extend([self.map(|interval| interval.0).into(), self.map(|interval| interval.1).into()]);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        let (low, at) = (cells.number_if_any()?, cells.next);
        let high = cells.number_if_any()?;
        match low.zip(high) {
            Some((low, high)) if low > high => Err(cells.wrong(at, "no less than the lower end")),
            interval => Ok(interval),
        }
    }
}

/// A figure with its interval, in three columns.
impl RowField for Bounded {
    fn write(self, out: &mut Vec<Cell>) {
        self.value.write(out);
        self.interval.write(out);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        Ok(Self { value: Option::read(cells)?, interval: Option::read(cells)? })
    }
}

/// A figure with its interval and the games that it rests on, in four columns.
impl RowField for Estimate {
    fn write(self, out: &mut Vec<Cell>) {
        Bounded::from(self).write(out);
        self.games.write(out);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, RowError> {
        Ok(Bounded::read(cells)?.of(RowField::read(cells)?))
    }
}

/// Implements [`RowField`] for an enum whose variants stand in a file as words.
///
/// ```
/// use ludometer_figures::{Row, Table, row_words};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Answer { Passed, Failed }
///
/// row_words!(Answer { Passed => "passed", Failed => "failed" });
///
/// #[derive(Row)]
/// #[row(table = "gates")]
/// struct Gate { answer: Answer }
///
/// let table = Table::of([Gate { answer: Answer::Failed }]);
/// assert_eq!(table.rows::<Gate>().unwrap()[0].answer, Answer::Failed);
/// assert_eq!(Answer::Passed.word(), "passed");
/// ```
#[macro_export]
macro_rules! row_words {
    ($kind:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $kind {
            /// Returns the word for it in files.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl $crate::RowField for $kind {
            fn write(self, out: &mut ::std::vec::Vec<$crate::Cell>) {
                out.push(self.word().into());
            }

            fn read(cells: &mut $crate::Cells<'_>) -> ::std::result::Result<Self, $crate::RowError> {
                const WANTED: &str = concat!("one of", $(" `", $word, "`"),+);
                cells.word(WANTED, |word| match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                })
            }
        }
    };
}

impl Cells<'_> {
    /// Takes the next column's word.
    ///
    /// # Errors
    /// A word of which `read` returns nothing, as it isn't `wanted`.
    pub fn word<T>(
        &mut self,
        wanted: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, RowError> {
        self.take(wanted, |cell| read(&cell.text()))
    }
}

impl Table {
    /// Returns the table with these rows.
    pub fn of<R: Row>(rows: impl IntoIterator<Item = R>) -> Self {
        Self {
            name: R::TABLE,
            columns: R::columns().iter().map(|column| column.name).collect(),
            rows: rows.into_iter().map(Row::into_cells).collect(),
        }
    }

    /// Returns the rows.
    ///
    /// # Errors
    /// As [`read_rows`].
    pub fn rows<R: Row>(&self) -> Result<Vec<R>, RowError> {
        read_rows(&self.columns, &self.rows)
    }

    /// Returns true if it has the name and the columns of these rows.
    pub fn is_of<R: Row>(&self) -> bool {
        self.name == R::TABLE && self.columns.iter().eq(R::columns().iter().map(|column| &column.name))
    }
}

/// Rows in JSON: an array of objects whose keys are the columns. An empty field is `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JsonRows<R>(pub Vec<R>);

impl<R: Row> FromIterator<R> for JsonRows<R> {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        Self(rows.into_iter().collect())
    }
}

/// A field in JSON.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum JsonCell {
    Text(String),
    Count(u64),
    Real(f64),
    Empty(()),
}

impl From<Cell> for JsonCell {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Text(text) => Self::Text(text),
            Cell::Count(count) => Self::Count(count),
            Cell::Real(number) => Self::Real(number),
            Cell::Empty => Self::Empty(()),
        }
    }
}

impl From<JsonCell> for Cell {
    fn from(cell: JsonCell) -> Self {
        match cell {
            JsonCell::Text(text) => Self::Text(text),
            JsonCell::Count(count) => Self::Count(count),
            JsonCell::Real(number) => Self::Real(number),
            JsonCell::Empty(()) => Self::Empty,
        }
    }
}

impl<R: Row + Clone> Serialize for JsonRows<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = R::columns();
        serializer.collect_seq(self.0.iter().cloned().map(|row| {
            let cells = row.into_cells().into_iter().map(JsonCell::from);
            Object(columns.iter().map(|column| column.name).zip(cells).collect())
        }))
    }
}

/// An object whose keys have an order.
struct Object(Vec<(&'static str, JsonCell)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, cell)| (name, cell)))
    }
}

impl<'de, R: Row> Deserialize<'de> for JsonRows<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let objects: Vec<BTreeMap<String, JsonCell>> = Vec::deserialize(deserializer)?;
        let read = |object: BTreeMap<String, JsonCell>| {
            let (header, cells): (Vec<String>, Vec<Cell>) =
                object.into_iter().map(|(key, cell)| (key, cell.into())).unzip();
            read_rows::<R>(&header, &[cells])
        };
        let rows: Result<Vec<Vec<R>>, RowError> = objects.into_iter().map(read).collect();
        rows.map(|rows| Self(rows.into_iter().flatten().collect())).map_err(D::Error::custom)
    }
}

impl<R: Row> JsonSchema for JsonRows<R> {
    fn schema_name() -> Cow<'static, str> {
        format!("rows_of_{}", R::TABLE).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> JsonSchemaOf {
        let field = |column: &Column| {
            let field = json_schema!({ "type": ["string", "number", "null"], "description": column.doc });
            (column.name.to_owned(), field.to_value())
        };
        let fields: serde_json::Map<_, _> = R::columns().iter().map(field).collect();
        json_schema!({ "type": "array", "items": { "type": "object", "properties": fields } })
    }
}

/// Reads the rows below a header, whose columns may stand in any order, with others between them. Only intervals and
/// columns that are marked `#[row(optional)]` may be missing.
///
/// # Errors
/// [`RowError`] at the first field that doesn't hold what its column must.
pub fn read_rows<R: Row>(header: &[impl AsRef<str>], rows: &[Vec<Cell>]) -> Result<Vec<R>, RowError> {
    let place = |column: &Column| header.iter().position(|name| name.as_ref() == column.name);
    let columns = R::columns();
    let places: Vec<Option<usize>> = columns.iter().map(place).collect();
    let read = |(row, cells): (usize, &Vec<Cell>)| {
        R::read(&mut Cells { row, columns: &columns, places: &places, fields: cells, next: 0 })
    };
    rows.iter().enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_macros::Row;

    /// Everything that a row can hold.
    #[derive(Clone, Debug, PartialEq, Row)]
    #[row(table = "everything")]
    struct Everything {
        /// A word.
        name: String,
        count: u64,
        x: f64,
        /// Perhaps
        /// a number.
        #[row(optional)]
        y: Option<f64>,
        perhaps: Option<u64>,
        #[row("low", "high")]
        interval: Option<(f64, f64)>,
        #[row("value", "ci_low", "ci_high", "games")]
        figure: Estimate,
        #[row("type")]
        kind: Option<String>,
    }

    fn row() -> Everything {
        Everything {
            name: "a".to_owned(),
            count: 3,
            x: 0.5,
            y: None,
            perhaps: Some(7),
            interval: Some((1.0, 2.0)),
            figure: Estimate { value: Some(0.25), interval: None, games: 9 },
            kind: None,
        }
    }

    #[test]
    fn rows_come_back_as_they_went() {
        let table = Table::of([row(), Everything { name: "b".to_owned(), y: Some(-1.0), ..row() }]);
        let names = "name count x y perhaps low high value ci_low ci_high games type";
        assert_eq!((table.name, table.columns.join(" ").as_str()), ("everything", names));
        let back: Vec<Everything> = table.rows().unwrap();
        assert_eq!(back, [row(), Everything { name: "b".to_owned(), y: Some(-1.0), ..row() }]);
        assert_eq!(Everything::columns()[3], Column { name: "y", doc: "Perhaps a number.", optional: true });
        assert_eq!(Everything::columns()[6], Column { name: "high", doc: "", optional: false });
    }

    #[test]
    fn rows_in_json_are_objects_that_come_back() {
        let rows = JsonRows(vec![row()]);
        let json = serde_json::to_value(&rows).unwrap();
        assert_eq!(json[0]["name"], "a");
        assert_eq!((json[0]["count"].as_u64(), json[0]["y"].is_null()), (Some(3), true));
        let back: JsonRows<Everything> = serde_json::from_value(json).unwrap();
        assert_eq!(back, rows);
        let wrong = serde_json::from_str::<JsonRows<Everything>>("[{\"name\": \"a\"}]").unwrap_err();
        assert!(wrong.to_string().contains("there is no column `count`"), "{wrong}");
        let schema = serde_json::to_value(schemars::schema_for!(JsonRows<Everything>)).unwrap();
        assert_eq!(schema["items"]["properties"]["name"]["description"], "A word.");
    }

    #[test]
    fn rows_within_rows_are_their_columns() {
        #[derive(Debug, PartialEq, Row)]
        #[row(table = "outer")]
        struct Outer {
            key: String,
            #[row(flatten)]
            inner: Everything,
        }
        let outer = || Outer { key: "k".to_owned(), inner: row() };
        let table = Table::of([outer()]);
        assert_eq!((table.name, table.columns[..3].join(" ").as_str()), ("outer", "key name count"));
        assert_eq!(table.rows::<Outer>().unwrap(), [outer()]);
    }

    #[test]
    fn rows_of_a_file_are_texts_in_any_order() {
        let header = ["other", "x", "name", "count", "games", "high", "low", "perhaps", "type", "value"];
        let cells = |texts: [&str; 10]| texts.map(Cell::from).to_vec();
        let rows = |texts| read_rows::<Everything>(&header, &[cells(texts)]);
        let back = rows(["?", "0.5", "a", "3", "9", "2", "1", "7", "", ""]).unwrap();
        let figure = Estimate { value: None, interval: None, games: 9 };
        assert_eq!(back, [Everything { figure, ..row() }]);
        let wrong = rows(["?", "0.5", "a", "three", "9", "", "", "", "", ""]).unwrap_err();
        assert_eq!(wrong.to_string(), "`count` is `three`, but must be a whole number");
        let wrong = rows(["?", "0.5", "a", "3", "9", "1", "2", "7", "", ""]).unwrap_err();
        assert_eq!(wrong.to_string(), "`high` is `1`, but must be no less than the lower end");
        let wrong = rows(["?", "nan", "a", "3", "9", "", "", "", "", ""]).unwrap_err();
        assert_eq!(wrong.to_string(), "`x` is `nan`, but must be a number");
        // An interval and what is marked so may be missing, nothing else.
        for missing in ["x", "name", "count", "games", "perhaps", "type", "value"] {
            let others = header.map(|name| if name == missing { "?" } else { name });
            let read =
                read_rows::<Everything>(&others, &[cells(["1", "1", "a", "1", "1", "", "", "", "", ""])]);
            assert_eq!(read, Err(RowError::NoColumn(missing)));
        }
    }
}
