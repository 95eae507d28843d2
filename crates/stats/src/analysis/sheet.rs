//! The tables of an analysis while they are filled.

use super::histogram::Histogram;
use crate::estimate::Estimate;
use crate::table::{Cell, Table};

/// The tables that several tallies add rows to.
pub(super) struct FigureTable {
    pub metrics: Table,
    pub curves: Table,
    pub histograms: Table,
}

impl FigureTable {
    pub(super) fn new() -> Self {
        let metrics = ["metric", "group", "value", "ci_low", "ci_high", "unit", "games", "reading"];
        let curves = ["curve", "series", "x", "value", "ci_low", "ci_high", "games"];
        Self {
            metrics: Table::new("metrics", &metrics),
            curves: Table::new("curves", &curves),
            histograms: Table::new("histograms", &["histogram", "x", "games"]),
        }
    }

    /// A row of `metrics.csv`; `reading` says the value in plain words.
    pub(super) fn metric(
        &mut self,
        name: &str,
        group: &str,
        estimate: Estimate,
        unit: &str,
        reading: impl FnOnce(f64) -> String,
    ) {
        let text = estimate.value.map_or_else(|| "too few plays".to_owned(), reading);
        let [low, high] = estimate.bounds();
        self.metrics.row(vec![
            name.into(),
            group.into(),
            estimate.value.into(),
            low,
            high,
            unit.into(),
            estimate.games.into(),
            Cell::Text(text),
        ]);
    }

    /// A point of a curve.
    pub(super) fn point(&mut self, curve: &str, series: &str, x: usize, estimate: Estimate) {
        let [low, high] = estimate.bounds();
        self.curves.row(vec![
            curve.into(),
            series.into(),
            (x as u64).into(),
            estimate.value.into(),
            low,
            high,
            estimate.games.into(),
        ]);
    }

    pub(super) fn histogram(&mut self, name: &str, histogram: &Histogram) {
        for (x, plays) in histogram.counts() {
            self.histograms.row(vec![name.into(), u64::from(x).into(), plays.into()]);
        }
    }
}

/// A share for people: `12.3 %`.
pub(super) fn per_cent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
