//! Gates: does a rule set keep within bounds? Played until every answer is known.
//!
//! Intervals as in [`compare`](super::compare): asymptotic confidence sequences that hold at every
//! look, the chance of any error shared equally among the figures.

use serde::{Deserialize, Serialize};

use super::bounds::Bound;
use super::metric::Metric;
use super::series::{Control, Series, next_look, variance_floor};
use ludometer_run::{Meter, RunError};
use ludometer_stats::{Report, observations_until};

/// What can be said about a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The figure keeps within its bounds.
    Passed,
    /// It doesn't.
    Failed,
    /// Too few plays to tell.
    Undecided,
}

impl Answer {
    /// Returns the answer in one word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Undecided => "undecided",
        }
    }
}

/// A gate with its figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The gate.
    pub gate: Bound,
    /// The figure, if it can be given.
    pub value: Option<f64>,
    /// Its interval, valid at every look; none before the first.
    pub interval: Option<(f64, f64)>,
    /// What can be said.
    pub answer: Answer,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// One a gate, in order.
    pub gates: Vec<Checked>,
    /// Plays done.
    pub plays: u64,
    /// All figures.
    pub report: Report,
    /// True if the user stopped it.
    pub interrupted: bool,
}

impl Check {
    /// Returns `Failed` if any gate is, else undecided if any is, else passed.
    pub fn answer(&self) -> Answer {
        let any = |answer| self.gates.iter().any(|gate| gate.answer == answer);
        if any(Answer::Failed) {
            Answer::Failed
        } else if any(Answer::Undecided) {
            Answer::Undecided
        } else {
            Answer::Passed
        }
    }
}

/// Plays on until every gate is decided or `max_plays` is reached. `alpha` is the chance of any
/// wrong answer.
///
/// # Errors
/// [`RunError`] if a bot fails, if the recorder does, or if there is no going on from the control's state.
pub fn check<'a>(
    meter: Box<dyn Meter + 'a>,
    gates: &[Bound],
    alpha: f64,
    max_plays: u64,
    control: Control<'_>,
) -> Result<Check, RunError> {
    let decided = |rows: &[Checked]| rows.iter().all(|row| row.answer != Answer::Undecided);
    watch(meter, gates, alpha / gates.len() as f64, max_plays, control, decided)
}

/// Plays on until every gate is passed or one failed, or `max_plays` is reached. `alpha` is the
/// chance that all are called passed where one is not: each is held to it on its own.
///
/// # Errors
/// As [`check`].
pub fn prove<'a>(
    meter: Box<dyn Meter + 'a>,
    gates: &[Bound],
    alpha: f64,
    max_plays: u64,
    control: Control<'_>,
) -> Result<Check, RunError> {
    let known = |rows: &[Checked]| {
        rows.iter().all(|row| row.answer == Answer::Passed)
            || rows.iter().any(|row| row.answer == Answer::Failed)
    };
    watch(meter, gates, alpha, max_plays, control, known)
}

/// Plays on, with intervals of this level, until what is known of the gates is enough.
fn watch<'a>(
    meter: Box<dyn Meter + 'a>,
    gates: &[Bound],
    each: f64,
    max_plays: u64,
    mut control: Control<'_>,
    enough: impl Fn(&[Checked]) -> bool,
) -> Result<Check, RunError> {
    let metrics: Vec<Metric> = gates.iter().map(|gate| gate.metric.clone()).collect();
    let mut series = Series::new(meter, &metrics);
    let most = (max_plays / series.unit()).max(1);
    let mut looked = series.resume(&control)?;
    loop {
        let whole = series.record_to(next_look(looked, most), looked, &mut control)?;
        looked = series.units();
        let rows: Vec<Checked> =
            gates.iter().enumerate().map(|(i, gate)| look(&series, i, gate, each)).collect();
        if enough(&rows) || !whole || looked >= most {
            let (plays, report) = (series.plays(), series.report().clone());
            return Ok(Check { gates: rows, plays, report, interrupted: !whole });
        }
        (control.expect)(likely_end(&rows, looked, each, most) * series.unit());
    }
}

/// Returns the units after which all answers will probably be known, if the figures are as they look now.
fn likely_end(rows: &[Checked], units: u64, alpha: f64, most: u64) -> u64 {
    let open = rows.iter().filter(|row| row.answer == Answer::Undecided);
    let end = |row: &Checked| {
        let Some((value, (low, high))) = row.value.zip(row.interval) else { return most };
        let bounds = row.gate.min.into_iter().chain(row.gate.max);
        let nearest = bounds.map(|bound| (value - bound).abs()).fold(f64::INFINITY, f64::min);
        observations_until(nearest, (units, (high - low) / 2.0), alpha, most)
    };
    open.map(end).max().unwrap_or(units)
}

fn look(series: &Series<'_>, i: usize, gate: &Bound, alpha: f64) -> Checked {
    let value = series.value(i);
    let sample = series.sample(i);
    let half = sample.always(alpha, variance_floor(sample.n(), series.unit()));
    let interval = value.zip(half).map(|(value, half)| (value - half, value + half));
    let answer = interval.map_or(Answer::Undecided, |interval| answer(gate, interval));
    Checked { gate: gate.clone(), value, interval, answer }
}

fn answer(gate: &Bound, (low, high): (f64, f64)) -> Answer {
    if gate.min.is_some_and(|min| high < min) || gate.max.is_some_and(|max| low > max) {
        Answer::Failed
    } else if gate.min.is_none_or(|min| min <= low) && gate.max.is_none_or(|max| high <= max) {
        Answer::Passed
    } else {
        Answer::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::super::metric::Catalog;
    use super::super::metric::tests::report;
    use super::*;

    #[test]
    fn the_likely_end_is_that_of_the_figure_nearest_to_its_bound() {
        let metric = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap().remove(0);
        let row = |value: f64, answer| {
            let gate = Bound { metric: metric.clone(), min: Some(30.0), max: Some(40.0), weight: 1.0 };
            Checked { gate, value: Some(value), interval: Some((value - 4.0, value + 4.0)), answer }
        };
        let (far, near, out) =
            (row(38.0, Answer::Undecided), row(39.0, Answer::Undecided), row(42.0, Answer::Undecided));
        let end = |rows: &[&Checked]| {
            let rows: Vec<Checked> = rows.iter().copied().cloned().collect();
            likely_end(&rows, 64, 0.05, 1_000_000)
        };
        // Half and a quarter of the width take about four and sixteen times as many.
        assert!((180..256).contains(&end(&[&far])), "{}", end(&[&far]));
        assert!((700..1024).contains(&end(&[&far, &near])), "{}", end(&[&near]));
        assert_eq!(end(&[&far]), end(&[&out]));
        assert_eq!(end(&[&row(35.0, Answer::Passed)]), 64);
        assert_eq!(end(&[&Checked { interval: None, ..far }]), 1_000_000);
    }

    #[test]
    fn an_answer_needs_the_whole_interval() {
        let metric = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap().remove(0);
        let gate = Bound { metric, min: Some(30.0), max: Some(40.0), weight: 1.0 };
        assert_eq!(answer(&gate, (31.0, 39.0)), Answer::Passed);
        assert_eq!(answer(&gate, (29.0, 39.0)), Answer::Undecided);
        assert_eq!(answer(&gate, (39.0, 41.0)), Answer::Undecided);
        assert_eq!(answer(&gate, (41.0, 42.0)), Answer::Failed);
        assert_eq!(answer(&gate, (20.0, 29.0)), Answer::Failed);
        let open = Bound { max: None, ..gate };
        assert_eq!(answer(&open, (31.0, 1e9)), Answer::Passed);
    }
}
