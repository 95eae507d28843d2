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

use crate::analysis::course::Story;
use crate::analysis::figure_table::FigureTable;
use crate::observer::MILLION;
use ludometer_figures::{Bounded, Chances, Estimate, Member, Merge, Ratio, Row, Table, catalogue};
use ludometer_model::{BySeat, Seat};
use serde::{Deserialize, Serialize};

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Bin {
    /// Of the chances: positions, sum of chances in millionths.
    positions: u64,
    predicted: u64,
    /// Shares of the win, in millionths, by play.
    observed: Ratio,
    #[serde(skip)]
    #[merge(skip)]
    now: [u64; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Calibration {
    plays: u64,
    bins: Vec<Bin>,
    raw: Vec<Raw>,
}

impl Calibration {
    pub(super) fn new() -> Self {
        Self { plays: 0, bins: vec![Bin::default(); BINS], raw: vec![Raw::default(); RAW_BINS] }
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
                let bin = &mut self.bins[place(chance)];
                bin.positions += 1;
                bin.predicted += u64::from(chance);
                bin.now[0] += share;
                bin.now[1] += 1;
                self.raw[raw_place(estimates[seat])].add(estimates[seat], share);
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
const fn place(chance: u32) -> usize {
    let bin = (chance as u64 * BINS as u64 / MILLION as u64) as usize;
    if bin < BINS { bin } else { BINS - 1 }
}

/// The log-odds at which the line may break: chances of 0.25, 1.1, 2.9, 7.6, 12, 18, 27, 38, 50 % and so on.
const KNOTS: [f64; 17] =
    [-6.0, -4.5, -3.5, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.5, 4.5, 6.0];

/// How far apart neighbouring knots are before anything is known, as a standard deviation in log-odds.
const APART: f64 = 1.0;

/// Rounds of Newton's method, and the most that a knot moves in one: from where all are 0, that reaches any line
/// that makes a difference.
const ROUNDS: usize = 20;
const STRIDE: f64 = 1.0;

/// Estimates of one size: eight bins for each halving of the chance to win, and as many of that to lose.
const RAW_BINS: usize = 272;
const HALF: u32 = MILLION / 2;

/// Returns the bin of an estimate.
const fn raw_place(estimate: u32) -> usize {
    if estimate > HALF { RAW_BINS - 1 - place_below(MILLION - estimate) } else { place_below(estimate) }
}

/// Returns the bin of an estimate up to a half.
const fn place_below(estimate: u32) -> usize {
    if estimate < 8 {
        return estimate as usize;
    }
    let halving = estimate.ilog2();
    (8 * (halving - 2) + (estimate >> (halving - 3)) % 8) as usize
}

/// Returns the least estimate of a bin, and the largest of the one before.
const fn edge(bin: usize) -> u32 {
    match bin {
        0..8 => bin as u32,
        8..136 => (8 + bin as u32 % 8) << (bin / 8 - 1),
        136 => HALF,
        _ => MILLION - edge(RAW_BINS - bin),
    }
}

/// Of the estimates of a bin: positions, sum of estimates, sum of shares of the win, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Raw([u64; 3]);

impl Raw {
    pub(super) const fn add(&mut self, estimate: u32, share: u64) {
        self.0[0] += 1;
        self.0[1] += estimate as u64;
        self.0[2] += share;
    }

    /// Returns how far the sum of the estimates is from that of the shares, in millionths.
    const fn apart(&self) -> u64 {
        self.0[1].abs_diff(self.0[2])
    }
}

/// From a game's estimate to a chance, both in millionths: the values at the edges of the bins.
///
/// In log-odds, what came differs from what was estimated by a broken line between `KNOTS`. It is fitted by
/// logistic regression with the estimate as an offset (D. R. Cox, "Two further applications of a model for binary
/// regression", 1958, whose line is straight), and neighbouring knots are drawn together a little, so that a knot
/// that few positions are near follows the others. So few numbers are fitted that chance says little in them, and
/// small chances have knots of their own: bins of equal widths would hold the rarest ones together with ten times
/// as large ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    values: Vec<u32>,
    /// The plays that it was fitted on.
    plays: u64,
}

impl Curve {
    /// Returns the curve that fits the positions of so many plays best; none where there is nothing to fit.
    fn fit(raw: &[Raw], plays: u64) -> Option<Self> {
        let seen: Vec<Seen> = raw.iter().filter_map(Seen::of).collect();
        let positions: f64 = seen.iter().map(|seen| seen.positions).sum();
        if seen.is_empty() || plays == 0 {
            return None;
        }
        // The positions of one play tell little more than one does.
        let pull = positions / plays as f64 / (APART * APART);
        let mut line = Line::default();
        for _ in 0..ROUNDS {
            line.improve(&seen, pull);
        }
        let chance = |bin: usize| {
            let estimate = f64::from(edge(bin)) / f64::from(MILLION);
            let odds = log_odds(estimate);
            (chance_of(odds + line.at(odds)) * f64::from(MILLION)).round() as u32
        };
        let mut values: Vec<u32> = (0..=RAW_BINS).map(chance).collect();
        // What is certain stays so, and a larger estimate is no smaller chance.
        (values[0], values[RAW_BINS]) = (0, MILLION);
        for bin in 1..values.len() {
            values[bin] = values[bin].max(values[bin - 1]);
        }
        Some(Self { values, plays })
    }

    /// Returns the plays that it was fitted on.
    pub(super) const fn plays(&self) -> u64 {
        self.plays
    }

    fn at(&self, estimate: u32) -> u32 {
        let bin = raw_place(estimate);
        let (start, end) = (edge(bin), edge(bin + 1));
        let (low, high) = (self.values[bin], self.values[bin + 1]);
        low + (u64::from(high - low) * u64::from(estimate - start) / u64::from(end - start)) as u32
    }

    /// Returns the chances of the seats of one position, with the sum of a million (up to rounding).
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

fn log_odds(chance: f64) -> f64 {
    (chance / (1.0 - chance)).ln()
}

fn chance_of(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The positions of a bin: how many, the log-odds of the mean estimate, the mean share of the win.
struct Seen {
    positions: f64,
    odds: f64,
    share: f64,
}

impl Seen {
    /// Returns none where there are none, or all are certain.
    fn of(Raw([positions, estimates, shares]): &Raw) -> Option<Self> {
        let whole = positions * u64::from(MILLION);
        (0 < *estimates && *estimates < whole).then(|| Self {
            positions: *positions as f64,
            odds: log_odds(*estimates as f64 / whole as f64),
            share: *shares as f64 / whole as f64,
        })
    }
}

/// The amount to add to the log-odds of an estimate, by knot; beyond the outermost ones as at these.
#[derive(Default)]
struct Line([f64; KNOTS.len()]);

impl Line {
    fn at(&self, odds: f64) -> f64 {
        let (knot, part) = between(odds);
        self.0[knot] * (1.0 - part) + self.0[knot + 1] * part
    }

    /// Does a round of Newton's method for the likelihood, less `pull` / 2 times the squared differences of neighbours.
    fn improve(&mut self, seen: &[Seen], pull: f64) {
        const LAST: usize = KNOTS.len() - 1;
        // The slope by knot, and the curvature: of each knot, and with the next one.
        let (mut slope, mut own, mut next) = ([0.0; LAST + 1], [0.0; LAST + 1], [0.0; LAST]);
        for Seen { positions, odds, share } in seen {
            let chance = chance_of(odds + self.at(*odds));
            let (error, weight) = (positions * (share - chance), positions * chance * (1.0 - chance));
            let (knot, part) = between(*odds);
            slope[knot] += error * (1.0 - part);
            slope[knot + 1] += error * part;
            own[knot] += weight * (1.0 - part) * (1.0 - part);
            own[knot + 1] += weight * part * part;
            next[knot] += weight * part * (1.0 - part);
        }
        for knot in 0..LAST {
            let apart = pull * (self.0[knot + 1] - self.0[knot]);
            slope[knot] += apart;
            slope[knot + 1] -= apart;
            own[knot] += pull;
            own[knot + 1] += pull;
            next[knot] -= pull;
        }
        // Only neighbours meet: each knot is taken out of the equation of the next, and then the last is known.
        for knot in 0..LAST {
            let part = next[knot] / own[knot];
            own[knot + 1] -= part * next[knot];
            slope[knot + 1] -= part * slope[knot];
        }
        let mut step = 0.0;
        for knot in (0..=LAST).rev() {
            let later = if knot < LAST { next[knot] * step } else { 0.0 };
            step = (slope[knot] - later) / own[knot];
            if step.is_finite() {
                self.0[knot] += step.clamp(-STRIDE, STRIDE);
            } else {
                step = 0.0;
            }
        }
    }
}

/// Returns the knot before these log-odds, and how far they are on the way to the next one.
fn between(odds: f64) -> (usize, f64) {
    let after = KNOTS.iter().position(|knot| *knot >= odds).unwrap_or(KNOTS.len() - 1).max(1);
    let (low, high) = (KNOTS[after - 1], KNOTS[after]);
    (after - 1, ((odds - low) / (high - low)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_follow_each_other_without_a_gap() {
        for bin in 0..RAW_BINS {
            assert!(edge(bin) < edge(bin + 1), "{bin}");
            assert_eq!(raw_place(edge(bin) + u32::from(bin >= 136)), bin);
        }
        assert_eq!(
            (edge(0), edge(RAW_BINS), raw_place(0), raw_place(MILLION)),
            (0, MILLION, 0, RAW_BINS - 1)
        );
        let halves = [100, 1000, 499_999, 500_000, 500_001, 999_999].map(raw_place);
        assert!(halves.is_sorted(), "{halves:?}");
    }
}
