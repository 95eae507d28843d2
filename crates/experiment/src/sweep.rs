//! One rule set of a sweep: played, and played on where its figures are still too uncertain.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::metric::{Catalog, Metric};
use super::series::{Control, PartRecorder, Series, from_bytes, to_bytes, variance_floor};
use super::tune::Measurement;
use ludometer_run::{Meter, Recorder, RunError};
use ludometer_stats::normal_quantile;

/// How many plays a rule set gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Allotment {
    /// At least so many, up to a whole unit.
    pub plays: u64,
    /// Where a precision is asked for (as in [`CompareLimits`](super::CompareLimits)): on until the
    /// 95 % interval of every figure asked for is within it.
    pub precision: Option<f64>,
    /// At most so many.
    pub max_plays: u64,
}

/// A figure of a rule set with its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name.
    pub metric: String,
    /// The figure, where there is one.
    pub value: Option<f64>,
    /// The interval, where there is one.
    pub interval: Option<(f64, f64)>,
    /// The means of equal parts of the games, in order, as many for all figures of a rule set. Games of the same number
    /// have the same random numbers under every rule set.
    pub parts: Vec<Option<f64>>,
}

/// The most parts that the games of a rule set are kept in, for the intervals of slopes.
const PARTS: u64 = 16;

/// The results of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Plays done.
    pub plays: u64,
    /// Plays of each part.
    pub part: u64,
    /// True if the precision was reached, or none was asked for.
    pub precise: bool,
    /// All rows of the summary, then the seats' win rates, then what else was asked for.
    pub figures: Vec<Figure>,
}

/// A sweep on its way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SweepState {
    /// The rule sets that are finished, by their number.
    pub done: BTreeMap<usize, Played>,
    /// The number of the rule set under way, and its state.
    current: Option<(usize, Vec<u8>)>,
}

impl SweepState {
    /// Reads a state from its bytes.
    ///
    /// # Errors
    /// The fault in them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RunError> {
        from_bytes(bytes)
    }

    /// Returns the state as bytes.
    ///
    /// # Errors
    /// Why there are none.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RunError> {
        to_bytes(self)
    }

    /// Returns the games of all rule sets that are finished.
    pub fn plays(&self) -> u64 {
        self.done.values().map(|played| played.plays).sum()
    }

    /// Returns the state that this rule set goes on from, if it was under way.
    pub fn start(&self, number: usize) -> Option<&[u8]> {
        self.current.as_ref().filter(|(current, _)| *current == number).map(|(_, state)| &state[..])
    }

    /// Returns a recorder of this rule set that hands on the state of the sweep. It borrows what is finished: there may
    /// be many rule sets.
    pub fn recorder<'a>(&'a self, number: usize, recorder: &'a mut dyn Recorder) -> impl Recorder + use<'a> {
        // As `SweepState` is written.
        let whole = move |state: Vec<u8>| to_bytes(&(&self.done, Some((number, state))));
        PartRecorder { before: self.plays(), whole, recorder }
    }

    /// Adds a rule set that is finished.
    pub fn add(&mut self, number: usize, played: Played) {
        self.done.insert(number, played);
        self.current = None;
    }
}

/// Plays a rule set. `None` if it was interrupted: a part of it is no result.
///
/// # Errors
/// As [`check`](super::check()).
pub fn play<'a>(
    meter: Box<dyn Meter + 'a>,
    asked: &[Metric],
    allotment: &Allotment,
    mut control: Control<'_>,
) -> Result<Option<Played>, RunError> {
    let catalog = Catalog::of(&meter.report());
    // A table of fewer seats lacks some seats' figures.
    let mut metrics: Vec<Metric> = asked.iter().filter(|m| catalog.find(m.name()).is_ok()).cloned().collect();
    let rates = ["seat_win_rate[*]", "side_win_rate[*]", "seat_loss_rate[*]"];
    for rate in rates.iter().flat_map(|name| catalog.find(name).unwrap_or_default()) {
        if !metrics.contains(&rate) {
            metrics.push(rate);
        }
    }
    let wanted = asked.iter().filter(|m| metrics.contains(m)).count();
    // Slopes are of all rows of the summary.
    for row in &meter.report().metrics {
        for metric in catalog.find(&row.name()).unwrap_or_default() {
            if !metrics.contains(&metric) {
                metrics.push(metric);
            }
        }
    }
    let mut series = Series::new(meter, &metrics);
    let unit = series.unit();
    let most = allotment.max_plays.max(allotment.plays).div_ceil(unit);
    let mut looked = series.resume(&control)?;
    let precise = loop {
        let end = match looked {
            0 => allotment.plays.div_ceil(unit),
            _ => (looked + (looked / 4).max(1)).min(most),
        };
        if !series.record_to(end, looked, &mut control)? {
            return Ok(None);
        }
        looked = end;
        // By the interval that the row will show, where the report has one: that of single plays, which
        // is steadier than that of a few units.
        let report = series.report();
        let within = (0..wanted).all(|i| {
            let precision = allotment.precision.unwrap_or(f64::INFINITY)
                * series.value(i).map_or(1.0, |x| x.abs().max(1.0));
            let shown = report.named(metrics[i].name());
            let half = match shown.and_then(|shown| shown.interval) {
                Some((low, high)) => Some((high - low) / 2.0),
                None => half_width(&series, i, 1.0),
            };
            half.is_none_or(|half| half <= precision)
        });
        if within || looked >= most {
            break within;
        }
    };
    let each = part_of(series.units());
    let parts = |name: &str| -> Vec<Option<f64>> {
        let Some(at) = metrics.iter().position(|metric| metric.name() == name) else { return Vec::new() };
        parts(series.column(at), each)
    };
    let mut figures: Vec<Figure> = series
        .report()
        .metrics
        .iter()
        .map(|m| Figure {
            metric: m.name(),
            value: m.estimate.value.filter(|x| x.is_finite()),
            interval: m.estimate.interval,
            parts: parts(&m.name()),
        })
        .collect();
    for (i, metric) in metrics.iter().enumerate() {
        if figures.iter().any(|figure| figure.metric == metric.name()) {
            continue;
        }
        let value = series.value(i).filter(|x| x.is_finite());
        let interval = value.and_then(|_| interval_of(&series, i, metric));
        figures.push(Figure {
            metric: metric.name().to_owned(),
            value,
            interval,
            parts: parts(metric.name()),
        });
    }
    Ok(Some(Played { plays: series.plays(), part: each * unit, precise, figures }))
}

/// Returns the units of a part: a power of two, so that parts of more and fewer games can be joined to equal ones.
fn part_of(units: u64) -> u64 {
    units.div_ceil(PARTS).next_power_of_two()
}

/// Returns the means of whole parts of so many units; none where a unit has no figure.
fn parts(column: impl Iterator<Item = Option<f64>>, each: u64) -> Vec<Option<f64>> {
    let units: Vec<Option<f64>> = column.collect();
    let mean = |part: &[Option<f64>]| Some(part.iter().copied().sum::<Option<f64>>()? / part.len() as f64);
    units.chunks_exact(each.max(1) as usize).map(mean).collect()
}

/// Returns half the normal 95 % interval of a figure, from its units: as if one game had been off by `reach` at least.
fn half_width(series: &Series<'_>, metric: usize, reach: f64) -> Option<f64> {
    let sample = series.sample(metric);
    let variance = sample.variance()?.max(variance_floor(sample.n(), series.unit(), reach));
    Some(normal_quantile(0.975) * (variance / sample.n() as f64).sqrt())
}

/// Returns the normal 95 % interval of a figure, within the values that it can have.
fn interval_of(series: &Series<'_>, i: usize, metric: &Metric) -> Option<(f64, f64)> {
    let (value, half, (least, most)) = (series.value(i)?, half_width(series, i, 1.0)?, metric.range());
    Some(((value - half).max(least), (value + half).min(most)))
}

/// Plays a rule set and reads figures, each with half the width of its 95 % interval. `None` if it
/// was interrupted. Where something is said of the figures, they are final: then the intervals allow for a game that is too
/// rare to be among these. A search looks for what is likely.
///
/// # Errors
/// As [`check`](super::check()).
pub fn measure<'a>(
    meter: Box<dyn Meter + 'a>,
    metrics: &[Metric],
    plays: u64,
    is_final: bool,
    mut control: Control<'_>,
) -> Result<Option<Vec<Measurement>>, RunError> {
    let mut series = Series::new(meter, metrics);
    // Two units at least: one alone has no spread.
    let units = plays.div_ceil(series.unit()).max(2);
    series.resume(&control)?;
    if !series.record_to(units, 0, &mut control)? {
        return Ok(None);
    }
    let reach = |i| if is_final { series.reach(i).by.into_iter().fold(1.0, f64::max) } else { 1.0 };
    let figure = |i| Some((series.value(i)?, half_width(&series, i, reach(i)).unwrap_or(f64::INFINITY)));
    Ok(Some((0..metrics.len()).map(figure).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::memory::tests::Last;
    use super::*;

    #[test]
    fn the_state_of_a_rule_set_under_way_stands_behind_those_that_are_finished() {
        let figure = |value| Figure {
            metric: "turns".to_owned(),
            value,
            interval: value.map(|x| (x, x + 0.1)),
            parts: vec![value],
        };
        let figures = vec![figure(Some(0.1 + 0.2)), figure(None)];
        let mut state = SweepState::default();
        state.add(3, Played { plays: 64, part: 32, precise: true, figures });
        let mut last = Last::default();
        state.recorder(5, &mut last).counted(32, &|| Ok(vec![1, 2])).unwrap();
        let again = SweepState::from_bytes(&last.0.unwrap()).unwrap();
        assert_eq!((again.start(5), again.start(3), again.plays()), (Some(&[1, 2][..]), None, 64));
        assert_eq!(again.done, state.done);
        assert!(SweepState::from_bytes(&state.to_bytes().unwrap()).unwrap().start(5).is_none());
    }
}
