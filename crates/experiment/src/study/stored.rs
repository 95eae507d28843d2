//! What a step of a study leaves, as it is kept in a checkpoint.

use serde::{Deserialize, Serialize};

use ludometer_run::Batch;
use ludometer_stats::{Cell, Estimate, Metric, Report, Table};

/// What came of a step.
#[derive(Clone, Debug)]
pub struct Done {
    /// Games, or pairs of games, that it played.
    pub games: u64,
    /// 5 %, 50 % and 95 % quantile of the number of turns, where it was a batch.
    pub turns: Option<[u32; 3]>,
    /// Its figures.
    pub report: Report,
}

impl Done {
    pub(super) fn batch(batch: Batch) -> Self {
        Self { games: batch.plays, turns: batch.turns, report: batch.report }
    }

    pub(super) fn table(games: u64, table: Option<Table>) -> Self {
        let report = Report { tables: table.into_iter().collect(), ..Report::default() };
        Self { games, turns: None, report }
    }
}

#[derive(Serialize, Deserialize)]
enum StoredCell {
    Text(String),
    Count(u64),
    Real(f64),
    Empty,
}

#[derive(Serialize, Deserialize)]
struct StoredTable {
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<StoredCell>>,
}

/// A name, a figure, its interval, and the games it rests on.
type StoredMetric = (String, Option<f64>, Option<(f64, f64)>, u64);

/// [`Done`] as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    games: u64,
    turns: Option<[u32; 3]>,
    metrics: Vec<StoredMetric>,
    tables: Vec<StoredTable>,
}

impl Stored {
    pub(super) fn of(done: &Done) -> Self {
        let metric = |metric: &Metric| {
            let Estimate { value, interval, games } = metric.estimate;
            (metric.name.clone(), value, interval, games)
        };
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => StoredCell::Text(text.clone()),
            Cell::Count(count) => StoredCell::Count(*count),
            Cell::Real(number) => StoredCell::Real(*number),
            Cell::Empty => StoredCell::Empty,
        };
        let table = |table: &Table| StoredTable {
            name: table.name.to_owned(),
            columns: table.columns.iter().map(|&column| column.to_owned()).collect(),
            rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        };
        Self {
            games: done.games,
            turns: done.turns,
            metrics: done.report.metrics.iter().map(metric).collect(),
            tables: done.report.tables.iter().map(table).collect(),
        }
    }

    pub(super) fn done(self) -> Done {
        let metric =
            |(name, value, interval, games)| Metric { name, estimate: Estimate { value, interval, games } };
        let cell = |cell| match cell {
            StoredCell::Text(text) => Cell::Text(text),
            StoredCell::Count(count) => Cell::Count(count),
            StoredCell::Real(number) => Cell::Real(number),
            StoredCell::Empty => Cell::Empty,
        };
        let table = |table: StoredTable| Table {
            name: lasting(table.name),
            columns: table.columns.into_iter().map(lasting).collect(),
            rows: table.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect(),
        };
        let report = Report {
            metrics: self.metrics.into_iter().map(metric).collect(),
            tables: self.tables.into_iter().map(table).collect(),
        };
        Done { games: self.games, turns: self.turns, report }
    }
}

/// Returns a name that lasts as long as the program, as those of tables do: some hundred of them, once, at a resume.
fn lasting(name: String) -> &'static str {
    name.leak()
}
