//! The figures of one side, unit by unit.

use super::metric::{Metric, seat_rates};
use ludometer_run::{Hooks, Meter, RunError};
use ludometer_stats::{Report, Sample};

/// A meter with what it has read so far.
pub(super) struct Series<'a> {
    meter: Box<dyn Meter + 'a>,
    metrics: Vec<Metric>,
    /// A row a unit: one figure a metric, then all seats' win rates if a spread is asked for.
    rows: Vec<Vec<f64>>,
    total: Report,
}

/// The seats with the largest and the smallest win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extremes {
    high: usize,
    low: usize,
}

impl Extremes {
    fn of(rates: &[f64]) -> Option<Self> {
        let by = |a: &usize, b: &usize| rates[*a].total_cmp(&rates[*b]);
        // Of equal ones the first: the result must not depend on an order of search.
        let high = (0..rates.len()).rev().max_by(by)?;
        let low = (0..rates.len()).min_by(by)?;
        Some(Self { high, low })
    }
}

impl<'a> Series<'a> {
    pub(super) fn new(meter: Box<dyn Meter + 'a>, metrics: &[Metric]) -> Self {
        let total = meter.report();
        Self { meter, metrics: metrics.to_vec(), rows: Vec::new(), total }
    }

    /// Plays a unit has.
    pub(super) fn unit(&self) -> u64 {
        self.meter.unit()
    }

    /// Units done.
    pub(super) fn units(&self) -> u64 {
        self.rows.len() as u64
    }

    /// True while units are handed out that were played before: what was seen of them then was not enough.
    pub(super) fn ahead(&self) -> bool {
        self.meter.ahead()
    }

    /// All figures of all plays done.
    pub(super) const fn report(&self) -> &Report {
        &self.total
    }

    /// Plays more units; false if it was stopped before all were done.
    pub(super) fn extend(&mut self, units: u64, hooks: Hooks<'_>) -> Result<bool, RunError> {
        let metrics = &self.metrics;
        let spread = metrics.iter().any(Metric::is_spread);
        let read = |report: &Report| {
            let mut row: Vec<f64> = metrics.iter().map(|m| m.read(report)).collect();
            if spread {
                row.extend(seat_rates(report));
            }
            row
        };
        let measured = self.meter.extend(units, hooks, &read)?;
        self.rows.extend(measured.units);
        self.total = self.meter.report();
        Ok(!measured.interrupted)
    }

    /// Leaves out all units after the first `units`.
    pub(super) fn keep(&mut self, units: u64) {
        self.rows.truncate(units as usize);
    }

    /// The figure over all plays.
    pub(super) fn value(&self, metric: usize) -> f64 {
        self.metrics[metric].read(&self.total)
    }

    /// Each unit's figure whose mean is this metric.
    pub(super) fn column(&self, metric: usize) -> impl Iterator<Item = f64> + '_ {
        // A spread is the difference of two means once it is known which two.
        let extremes = self.metrics[metric].is_spread().then(|| Extremes::of(&seat_rates(&self.total)));
        let seats = self.metrics.len();
        self.rows.iter().map(move |row| match extremes {
            Some(Some(Extremes { high, low })) => row[seats + high] - row[seats + low],
            Some(None) => f64::NAN,
            None => row[metric],
        })
    }

    /// The spread of a unit's figure.
    pub(super) fn sample(&self, metric: usize) -> Sample {
        let mut sample = Sample::default();
        self.column(metric).for_each(|x| sample.add(x));
        sample
    }
}

/// The least variance of a unit's figure to believe in after `units` units of `unit` plays: as if
/// one play of all had been off by one. Where nothing has varied yet, the interval is then about
/// that of the rule of three.
pub(super) fn variance_floor(units: u64, unit: u64) -> f64 {
    1.0 / (units.max(1) as f64 * (unit as f64).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_are_the_first_of_equals() {
        let of = |rates: &[f64]| Extremes::of(rates).map(|e| (e.high, e.low));
        assert_eq!(of(&[0.2, 0.4, 0.1]), Some((1, 2)));
        assert_eq!(of(&[0.5, 0.5]), Some((0, 0)));
        assert_eq!(of(&[]), None);
    }
}
