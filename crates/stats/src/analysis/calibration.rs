//! Whether estimated chances come true, and the curve that makes them.
//!
//! A game's own estimate ([`Playable::evaluate`](ludometer_playable::Playable::evaluate)) is made for
//! search, where only the order matters much. Before an analysis, a pilot batch tells how often seats
//! with a given estimate really won. The rising step function that fits this best (isotonic regression
//! by pooling adjacent violators: Barlow, Bartholomew, Bremner and Brunk, *Statistical Inference under
//! Order Restrictions*, 1972; bins with few positions pooled first; used to calibrate probabilities by
//! Zadrozny and Elkan, KDD 2002), joined by straight lines, is the curve. Each estimate goes through
//! it, and those of one position are scaled to the sum of 1. Where the game's estimates are off by
//! less than 3 % on average they are used as they are.
//!
//! The pilot batch has plays of its own, always the same ones for the same rules and bots. So the
//! curve is no estimate of something else but a part of the definition of the figures that rest on
//! chances (drama, tension, comebacks): a batch of any size and seed measures the same thing, and its
//! intervals need not allow for the curve. How far the chances can be trusted is told beside them, by
//! `calibration.csv` and the row `calibration_error`.

use serde::{Deserialize, Serialize};

use super::sheet::{Sheet, per_cent};
use super::story::Story;
use crate::estimate::{Estimate, Ratio};
use crate::observer::{MILLION, Merge};
use crate::table::Table;
use ludometer_model::{BySeat, Seat};

/// Bins of the table.
const BINS: usize = 20;

/// Bins that the curve is fitted on.
const FINE: usize = 50;

/// The fewest plays of a pilot batch that a curve may be fitted on.
const LEAST_PLAYS: u64 = 200;

/// Estimates that are off by less than this on average are used as they are: a curve fitted on the
/// pilot batch would hardly be nearer to the truth.
const GOOD_ENOUGH: f64 = 0.03;

/// A block of the curve holds at least one part in so many of all positions.
const THIN: u64 = 40;

/// From a game's estimate to a chance, both in millionths: values at 0, 1/50, ... 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve(Vec<u32>);

impl Curve {
    fn at(&self, estimate: u32) -> u32 {
        let step = MILLION / FINE as u32;
        let k = ((estimate / step) as usize).min(FINE - 1);
        let (low, high) = (self.0[k], self.0[k + 1]);
        let part = u64::from(estimate - k as u32 * step);
        low + (u64::from(high - low) * part / u64::from(step)) as u32
    }

    /// The chances of the seats of one position, with the sum of a million (up to rounding).
    pub(super) fn apply(&self, estimates: &BySeat<u32>, seats: usize) -> BySeat<u32> {
        let mut chances = BySeat::all(0);
        for seat in Seat::all(seats) {
            chances[seat] = self.at(estimates[seat].min(MILLION));
        }
        to_one(&mut chances, seats);
        chances
    }
}

/// Scales chances to the sum of a million, up to rounding.
pub(super) fn to_one(chances: &mut BySeat<u32>, seats: usize) {
    let sum: u64 = chances.first(seats).iter().map(|&chance| u64::from(chance)).sum();
    // Nothing to do but rounding: divisions would cost more than all the rest.
    if sum.abs_diff(u64::from(MILLION)) > seats as u64 {
        for chance in chances.first_mut(seats) {
            let scaled = (u64::from(*chance) * u64::from(MILLION)).checked_div(sum);
            *chance = scaled.map_or(MILLION / seats as u32, |chance| chance as u32);
        }
    }
}

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

/// Of the game's estimates: positions, sum of estimates, sum of shares, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Raw([u64; 3]);

impl Merge for Raw {
    fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
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
        Self { plays: 0, bins: vec![Bin::default(); BINS], raw: vec![Raw::default(); FINE] }
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
                let raw = &mut self.raw[place(estimates[seat], FINE)].0;
                raw[0] += 1;
                raw[1] += u64::from(estimates[seat]);
                raw[2] += share;
            }
        }
        for bin in &mut self.bins {
            let [share, positions] = std::mem::take(&mut bin.now);
            bin.observed.add(share, positions);
        }
    }

    /// The curve that fits the game's estimates best, or none if there were too few plays.
    pub(super) fn fit(&self) -> Option<Curve> {
        if self.plays < LEAST_PLAYS {
            return None;
        }
        let positions: u64 = self.raw.iter().map(|Raw([n, ..])| n).sum();
        let apart: u64 = self.raw.iter().map(|Raw([_, x, y])| x.abs_diff(*y)).sum();
        if positions == 0 || apart as f64 / f64::from(MILLION) / (positions as f64) < GOOD_ENOUGH {
            return None;
        }
        // Blocks of pooled bins: positions, sum of estimates, sum of shares.
        let mut blocks: Vec<[u64; 3]> = Vec::new();
        for Raw(bin) in self.raw.iter().filter(|bin| bin.0[0] > 0) {
            blocks.push(*bin);
            while let [.., a, b] = blocks[..]
                && (u128::from(a[2]) * u128::from(b[0]) >= u128::from(b[2]) * u128::from(a[0])
                    || a[0] < positions / THIN)
            {
                blocks.truncate(blocks.len() - 2);
                blocks.push([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
            }
        }
        let mean = |sum: u64, n: u64| sum as f64 / n as f64;
        let mut points: Vec<(f64, f64)> = blocks.iter().map(|&[n, x, y]| (mean(x, n), mean(y, n))).collect();
        let (first, last) = (*points.first()?, *points.last()?);
        // Beyond the outermost blocks towards no chance and certainty.
        points.insert(0, (0.0, first.1.min(first.0)));
        points.push((f64::from(MILLION), last.1.max(last.0.min(f64::from(MILLION)))));
        let step = f64::from(MILLION) / FINE as f64;
        let value = |x: f64| {
            let after = points.iter().position(|p| p.0 >= x).unwrap_or(points.len() - 1).max(1);
            let ((x0, y0), (x1, y1)) = (points[after - 1], points[after]);
            if x1 > x0 { y0 + (y1 - y0) * (x - x0) / (x1 - x0) } else { y1 }
        };
        let mut knots: Vec<u32> = (0..=FINE).map(|k| value(k as f64 * step).round() as u32).collect();
        // Rounding and the outer pieces must not make it fall.
        for k in 1..knots.len() {
            knots[k] = knots[k].clamp(knots[k - 1], MILLION);
        }
        Some(Curve(knots))
    }

    pub(super) fn report(&self, fitted: bool, sheet: &mut Sheet) -> Table {
        let columns = ["bin", "predicted", "observed", "ci_low", "ci_high", "positions"];
        let mut table = Table::new("calibration", &columns);
        let unit = 1.0 / f64::from(MILLION);
        let (mut positions, mut distance) = (0, 0.0);
        for (k, bin) in self.bins.iter().enumerate() {
            let name = format!("{:.2}-{:.2}", k as f64 / BINS as f64, (k + 1) as f64 / BINS as f64);
            let predicted = (bin.positions > 0).then(|| bin.predicted as f64 * unit / bin.positions as f64);
            let observed = bin.observed.estimate_in(unit).of_share();
            let bounds = observed.interval;
            table.row(vec![
                name.as_str().into(),
                predicted.into(),
                observed.value.into(),
                bounds.map(|b| b.0).into(),
                bounds.map(|b| b.1).into(),
                bin.positions.into(),
            ]);
            positions += bin.positions;
            let apart = predicted.zip(observed.value).map_or(0.0, |(p, o)| (p - o).abs());
            distance += apart * bin.positions as f64;
        }
        let raw = self.raw.iter().map(|Raw([_, x, y])| (*x as f64 - *y as f64).abs()).sum::<f64>() * unit;
        let mean = |sum: f64| (positions > 0).then(|| sum / positions as f64);
        let how = if fitted { "after the curve of the pilot batch" } else { "as the game estimates it" };
        for (group, value, how) in
            [("used", mean(distance), how), ("raw", mean(raw), "as the game estimates it")]
        {
            let estimate = Estimate { value, interval: None, games: self.plays };
            sheet.metric("calibration_error", group, estimate, "share of the win", |v| {
                format!("the chance to win, {how}, is off by {} on average", per_cent(v))
            });
        }
        table
    }
}

/// The bin of a chance.
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
