//! The result of a step of a study, as it is kept in a checkpoint.

use serde::{Deserialize, Serialize};

use super::settle::Again;
use ludometer_stats::{Cell, Row, Table, rows_of};

/// The result of a step.
#[derive(Clone, Debug)]
pub struct Done {
    /// Games, or pairs of games, that it played.
    pub games: u64,
    /// 5 %, 50 % and 95 % quantile of the number of turns, where it was a batch.
    pub turns: Option<[u32; 3]>,
    /// The games that differ, where all others are copies of these.
    pub distinct: Option<u64>,
    /// Its tables, as they are written.
    pub tables: Vec<Table>,
    /// How long it took.
    pub seconds: f64,
}

impl Done {
    pub(super) fn table(games: u64, table: Option<Table>) -> Self {
        Self { games, turns: None, distinct: None, tables: table.into_iter().collect(), seconds: 0.0 }
    }

    /// Returns the table with this name.
    pub fn get(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns the rows of a table; none where there is no such table.
    pub fn rows<R: Row>(&self) -> Vec<R> {
        rows_of(&self.tables)
    }
}

#[derive(Serialize, Deserialize)]
struct StoredTable {
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// [`Done`] as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    games: u64,
    turns: Option<[u32; 3]>,
    distinct: Option<u64>,
    tables: Vec<StoredTable>,
    seconds: f64,
}

/// A study as it is kept: its games; the parts of the second pass, once they are known, and how many of them are done;
/// what came of the parts.
pub(super) type Kept = ((u64, u64), (Option<(u64, Vec<Again>)>, u64), Vec<Stored>);

impl Stored {
    pub(super) fn of(done: &Done) -> Self {
        let table = |table: &Table| StoredTable {
            name: table.name.to_owned(),
            columns: table.columns.iter().map(|&column| column.to_owned()).collect(),
            rows: table.rows.clone(),
        };
        let tables = done.tables.iter().map(table).collect();
        Self { games: done.games, turns: done.turns, distinct: done.distinct, tables, seconds: done.seconds }
    }

    pub(super) fn done(self) -> Done {
        let table = |table: StoredTable| Table {
            name: lasting(table.name),
            columns: table.columns.into_iter().map(lasting).collect(),
            rows: table.rows,
        };
        let tables = self.tables.into_iter().map(table).collect();
        Done { games: self.games, turns: self.turns, distinct: self.distinct, tables, seconds: self.seconds }
    }
}

/// Returns a name that lasts as long as the program, as those of tables do: some hundred of them, once, at a resume.
fn lasting(name: String) -> &'static str {
    name.leak()
}
