//! The report of a batch: its metrics and tables.

use ludometer_macros::Row;
use ludometer_model::Contest;

use crate::estimate::{Bounded, Estimate};
use crate::figure::{Figure, Member, Metric};
use crate::row::Row;
use crate::table::Table;

/// A row of `summary.csv`: a figure.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "summary")]
pub struct SummaryRow {
    /// Id of the figure.
    pub metric: String,
    /// Value of the figure.
    #[row("value", "ci_low", "ci_high", "games")]
    pub value: Estimate,
}

impl From<&Metric> for SummaryRow {
    fn from(metric: &Metric) -> Self {
        Self { metric: metric.name(), value: metric.estimate }
    }
}

/// A row of `metrics.csv`: a figure of an analysis.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "metrics")]
pub struct MetricRow {
    /// Id of the figure.
    pub metric: String,
    /// Member of a family of figures: a seat, a phase; empty for a figure that stands alone.
    pub group: String,
    /// Value of the figure.
    #[row("value", "ci_low", "ci_high")]
    pub value: Bounded,
    /// Unit of the value.
    pub unit: String,
    /// Games.
    pub games: u64,
    /// Value in words.
    pub reading: String,
}

impl MetricRow {
    /// Returns the row of a figure of a game that is won in this way.
    pub fn of(metric: &Metric, contest: &Contest) -> Self {
        Self {
            metric: metric.figure.id.to_owned(),
            group: metric.member.to_string(),
            value: metric.estimate.into(),
            unit: metric.unit().to_owned(),
            games: metric.estimate.games,
            reading: metric.reading(contest),
        }
    }
}

/// Returns the rows of the table among these that was written from such; none where there is no such table.
pub fn rows_of<R: Row>(tables: &[Table]) -> Vec<R> {
    let rows = tables.iter().filter(|table| table.is_of::<R>()).find_map(|table| table.rows().ok());
    rows.unwrap_or_default()
}

/// Where statistics put their figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Rows of the summary, in order.
    pub metrics: Vec<Metric>,
    /// Rows of the analysis, in order; none without one.
    pub analysis: Vec<Metric>,
    /// Further tables.
    pub tables: Vec<Table>,
    /// The turns at which a game is broken off as unfinished, if there is a limit.
    pub most_turns: Option<u64>,
    /// Who wins against whom; without parties, each seat plays for itself.
    pub contest: Contest,
}

impl Report {
    /// Returns the table with this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns the rows of the table that was written from such; none where there is no such table. A program's own
    /// table with the same name is another.
    pub fn rows<R: Row>(&self) -> Vec<R> {
        rows_of(&self.tables)
    }

    /// Returns a figure of the summary. Of a family this is the first member.
    pub fn metric(&self, figure: &Figure) -> Option<Estimate> {
        self.metrics.iter().find(|metric| metric.figure == figure).map(|metric| metric.estimate)
    }

    /// Returns this member of a figure of the summary.
    pub fn member(&self, figure: &Figure, member: &Member) -> Option<Estimate> {
        let is_it = |metric: &&Metric| metric.figure == figure && metric.member == *member;
        self.metrics.iter().find(is_it).map(|metric| metric.estimate)
    }

    /// Returns the figure that has this name in `summary.csv`.
    pub fn named(&self, name: &str) -> Option<Estimate> {
        self.metrics.iter().find(|metric| metric.name() == name).map(|metric| metric.estimate)
    }

    /// Returns all members of a figure of the analysis.
    pub fn analysed(&self, figure: &'static Figure) -> impl Iterator<Item = &Metric> {
        self.analysis.iter().filter(move |metric| metric.figure == figure)
    }
}
