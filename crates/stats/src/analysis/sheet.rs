//! The figures of an analysis while they are filled.

use super::histogram::Histogram;
use ludometer_figures::{Estimate, Figure, Member, Metric, Table};

/// The rows that several tallies add to.
pub(super) struct FigureTable {
    pub metrics: Vec<Metric>,
    pub curves: Table,
    pub histograms: Table,
}

impl FigureTable {
    pub(super) fn new() -> Self {
        let curves = ["curve", "series", "x", "value", "ci_low", "ci_high", "games"];
        Self {
            metrics: Vec::new(),
            curves: Table::new("curves", &curves),
            histograms: Table::new("histograms", &["histogram", "x", "games"]),
        }
    }

    /// Adds a figure of all games.
    pub(super) fn add(&mut self, figure: &'static Figure, estimate: Estimate) {
        self.metrics.push(Metric::new(figure, estimate));
    }

    /// Adds a figure of a seat, a phase ...
    pub(super) fn add_of(&mut self, figure: &'static Figure, member: Member, estimate: Estimate) {
        self.metrics.push(Metric::of(figure, member, estimate));
    }

    /// Adds a point of a curve.
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
