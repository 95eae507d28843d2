//! The report of a batch: its metrics and tables.

use crate::estimate::Estimate;
use crate::figure::{Figure, Member, Metric};
use crate::row::Row;
use crate::table::Table;

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
}

impl Report {
    /// Returns the table with this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns the rows of a table; none where there is no such table.
    pub fn rows<R: Row>(&self) -> Vec<R> {
        self.table(R::TABLE).map_or_else(Vec::new, Table::written)
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
