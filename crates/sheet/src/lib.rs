//! Tables of cards as spreadsheets and the tools of designers hold them.
//!
//! A [`Table`] is what a file holds, cell by cell. A [`Deck`] is what a table says of cards: their names, ids, copies and
//! columns. Knows nothing of games.

mod deck;
mod delimited;
mod error;
mod id;
mod number;
mod save;
mod table;
mod workbook;

pub use deck::{Card, Cell, Column, Deck};
pub use delimited::Style;
pub use error::SheetError;
pub use id::{folded, id};
pub use save::with_copies;
pub use table::{MAX_FILE, Table};
