//! The test whether estimated chances come true, and the curve that makes them.
//!
//! A game's own estimate ([`Playable::evaluate`](ludometer_playable::Playable::evaluate)) is made for
//! search, where only the order matters much. Before an analysis, a pilot batch tells how often seats
//! with a given estimate really won, and the curve that fits this best ([`Curve`]) is drawn. Each estimate goes
//! through it, and those of one position are scaled to the sum of 1.
//!
//! The pilot batch has plays of its own, always the same ones for the same rules and bots. So the
//! curve is no estimate of something else but a part of the definition of the figures that rest on
//! chances (drama, tension, comebacks): a batch of any size and seed measures the same thing, and its
//! intervals need not allow for the curve. `calibration.csv` and the row `calibration_error`
//! say how far the chances can be trusted.

use serde::{Deserialize, Serialize};

use super::chance_curve::{self, Curve, Raw};
use super::sheet::FigureTable;
use super::story::Story;
use crate::observer::MILLION;
use ludometer_figures::{Bounded, Chances, Estimate, Member, Merge, Ratio, Row, Table, catalogue};
use ludometer_model::{BySeat, Seat};

/// A row of `calibration.csv`: a range of estimated chances.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "calibration")]
pub struct CalibrationRow {
    /// Range of the estimates, as `0.05-0.10`.
    pub bin: String,
    /// Mean estimate, a share of the win.
    pub predicted: Option<f64>,
    /// Mean share of the win.
    #[row("observed", "ci_low", "ci_high")]
    pub observed: Bounded,
    /// Estimates in this range.
    pub positions: u64,
    /// Range of `predicted` that the pilot batch leaves open.
    #[row("predicted_low", "predicted_high")]
    pub predicted_range: Option<(f64, f64)>,
}

/// Bins of the table.
const BINS: usize = 20;

/// The fewest plays of a pilot batch that a curve may be fitted on.
const LEAST_PLAYS: u64 = 200;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Bin {
    /// Of the chances: positions, sum of chances in millionths.
    positions: u64,
    predicted: u64,
    /// Shares of the win, in millionths, by play.
    observed: Ratio,
    #[serde(skip)]
    now: [u64; 2],
}

impl Merge for Bin {
    fn merge(&mut self, other: Self) {
        let Self { positions, predicted, observed, now: _ } = other;
        self.positions += positions;
        self.predicted += predicted;
        self.observed.merge(observed);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Calibration {
    plays: u64,
    bins: Vec<Bin>,
    raw: Vec<Raw>,
}

impl Calibration {
    pub(super) fn new() -> Self {
        Self { plays: 0, bins: vec![Bin::default(); BINS], raw: vec![Raw::default(); chance_curve::BINS] }
    }

    /// Counts a finished play; `estimates` are the game's own, a row a turn.
    pub(super) fn add(&mut self, story: &Story<'_>, estimates: &[BySeat<u32>]) {
        if story.outcome.unfinished {
            return;
        }
        self.plays += 1;
        let end = &story.rows[story.turns()].chances;
        for (row, estimates) in story.rows[..story.turns()].iter().zip(estimates) {
            for seat in Seat::all(story.seats) {
                let (chance, share) = (row.chances[seat], u64::from(end[seat]));
                let bin = &mut self.bins[place(chance, BINS)];
                bin.positions += 1;
                bin.predicted += u64::from(chance);
                bin.now[0] += share;
                bin.now[1] += 1;
                self.raw[chance_curve::place(estimates[seat])].add(estimates[seat], share);
            }
        }
        for bin in &mut self.bins {
            let [share, positions] = std::mem::take(&mut bin.now);
            bin.observed.add(share, positions);
        }
    }

    /// Returns the curve that fits what came of the game's estimates best, or none if there were too few plays.
    pub(super) fn fit(&self) -> Option<Curve> {
        if self.plays < LEAST_PLAYS {
            return None;
        }
        Curve::fit(&self.raw, self.plays)
    }

    /// Returns `calibration.csv` and its metrics, of chances that this curve made. What the curve predicts is itself known from
    /// so many plays only: as exactly as these would show what comes, which the spread over this batch tells.
    pub(super) fn report(&self, curve: Option<&Curve>, sheet: &mut FigureTable) -> Table {
        let wider = curve.map(|curve| (self.plays as f64 / curve.plays() as f64).sqrt());
        let mut rows = Vec::new();
        let unit = 1.0 / f64::from(MILLION);
        let (mut positions, mut distance) = (0, 0.0);
        for (k, bin) in self.bins.iter().enumerate() {
            let predicted = (bin.positions > 0).then(|| bin.predicted as f64 * unit / bin.positions as f64);
            let observed = bin.observed.estimate_in(unit).of_share();
            let half = wider.zip(observed.interval).map(|(wider, (low, high))| wider * (high - low) / 2.0);
            rows.push(CalibrationRow {
                bin: format!("{:.2}-{:.2}", k as f64 / BINS as f64, (k + 1) as f64 / BINS as f64),
                predicted,
                observed: observed.into(),
                positions: bin.positions,
                predicted_range: predicted
                    .zip(half)
                    .map(|(p, half)| ((p - half).max(0.0), (p + half).min(1.0))),
            });
            positions += bin.positions;
            let apart = predicted.zip(observed.value).map_or(0.0, |(p, o)| (p - o).abs());
            distance += apart * bin.positions as f64;
        }
        let raw = self.raw.iter().map(|raw| raw.apart() as f64).sum::<f64>() * unit;
        let mean = |sum: f64| (positions > 0).then(|| sum / positions as f64);
        let used = if curve.is_some() { Chances::Mended } else { Chances::Plain };
        for (chances, value) in [(used, mean(distance)), (Chances::Raw, mean(raw))] {
            let estimate = Estimate { value, interval: None, games: self.plays };
            sheet.add_of(&catalogue::CALIBRATION_ERROR, Member::Chances(chances), estimate);
        }
        Table::of(rows)
    }
}

/// Returns the bin of a chance.
const fn place(chance: u32, bins: usize) -> usize {
    let bin = (chance as u64 * bins as u64 / MILLION as u64) as usize;
    if bin < bins { bin } else { bins - 1 }
}

impl Merge for Calibration {
    fn merge(&mut self, other: Self) {
        let Self { plays, bins, raw } = other;
        self.plays += plays;
        self.bins.merge(bins);
        self.raw.merge(raw);
    }
}
