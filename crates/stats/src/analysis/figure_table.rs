//! The tables of an analysis while they are filled: figures, curves and histograms.

use std::collections::BTreeMap;

use ludometer_figures::{Estimate, Figure, Member, Merge, Metric, Row};
use serde::{Deserialize, Serialize};

/// The rows that several tallies add to.
#[derive(Default)]
pub(super) struct FigureTable {
    pub metrics: Vec<Metric>,
    pub curves: Vec<CurveRow>,
    pub histograms: Vec<HistogramRow>,
}

/// A row of `curves.csv`: a point of a curve.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "curves")]
pub struct CurveRow {
    /// Id of the curve.
    pub curve: String,
    /// Series of the curve: a rank, a seat or the winner; empty where there is one.
    pub series: String,
    /// Tenth of the game, 0 to 10.
    pub x: u64,
    /// Value at this tenth.
    #[row("value", "ci_low", "ci_high", "games")]
    pub value: Estimate,
}

/// A row of `histograms.csv`: a value that occurred.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "histograms")]
pub struct HistogramRow {
    /// Id of the histogram.
    pub histogram: String,
    /// Value.
    pub x: u64,
    /// Games with exactly this value.
    pub games: u64,
}

impl FigureTable {
    /// Adds a figure of all games.
    pub(super) fn add(&mut self, figure: &'static Figure, estimate: Estimate) {
        self.metrics.push(Metric::new(figure, estimate));
    }

    /// Adds a figure of a seat, a phase ...
    pub(super) fn add_of(&mut self, figure: &'static Figure, member: Member, estimate: Estimate) {
        self.metrics.push(Metric::of(figure, member, estimate));
    }

    /// Adds the points of a curve.
    pub(super) fn curve(&mut self, curve: &str, series: &str, points: impl IntoIterator<Item = Estimate>) {
        for (x, value) in (0..).zip(points) {
            let (curve, series) = (curve.to_owned(), series.to_owned());
            self.curves.push(CurveRow { curve, series, x, value });
        }
    }

    pub(super) fn histogram(&mut self, name: &str, histogram: &Histogram) {
        let row = |(x, games)| HistogramRow { histogram: name.to_owned(), x: u64::from(x), games };
        self.histograms.extend(histogram.counts().map(row));
    }
}

/// Plays by a whole number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    pub(super) fn add(&mut self, x: u32) {
        *self.0.entry(x).or_default() += 1;
    }

    /// Returns each number that occurred with its plays, rising.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(&x, &plays)| (x, plays))
    }
}
