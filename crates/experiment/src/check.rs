//! Gates: does a rule set keep within bounds? Played until every answer is known.
//!
//! Intervals as in [`compare`](super::compare): asymptotic confidence sequences that hold at every
//! look, the chance of any error shared equally among the figures.

use serde::{Deserialize, Serialize};

use super::bounds::Bound;
use super::metric::Metric;
use super::series::{Control, MIN_UNBOUNDED, Series, next_look};
use ludometer_run::{Meter, RunError};
use ludometer_stats::{Report, observations_until};

/// The answer about a gate.
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
    /// The figure, corrected for the early stop, if the stop was early and this was the gate that was decided last.
    pub corrected: Option<f64>,
    /// Its interval, valid at every look; none before the first.
    pub interval: Option<(f64, f64)>,
    /// The answer.
    pub answer: Answer,
    /// The games that the sample can't have shown and the answer rests on.
    pub unseen: Option<Unseen>,
}

/// The sentence that says what makes long games a smaller risk.
pub const LOWER_LIMIT: &str = "With a lower limit of turns fewer games would do: `turn_limit(n)` in a script, else \
                               `limits.max_turns`.";

/// Games that are too rare to be in the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseen {
    /// One in so many games, or fewer.
    pub one_in: u64,
    /// The turns to which they would have to run on to change the answer: without these, it would be another one. `None`
    /// where nothing bounds the figure: then the answer is of what is more frequent.
    pub turns: Option<u64>,
}

/// The results of a check.
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
        let before = looked;
        let whole = series.record_to(next_look(looked, most), looked, &mut control)?;
        looked = series.units();
        let mut rows: Vec<Checked> =
            gates.iter().enumerate().map(|(i, gate)| look(&series, i, gate, each, most)).collect();
        if enough(&rows) && looked < most {
            for (i, row) in rows.iter_mut().enumerate() {
                row.corrected = correct(&series, i, row, each, [before, most]);
            }
        }
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

/// Looks at a gate; `most` is the most units there will be.
fn look(series: &Series<'_>, i: usize, gate: &Bound, alpha: f64, most: u64) -> Checked {
    let (value, sample) = (series.value(i), series.sample(i));
    let intervals = series.always(i, alpha);
    // A figure that was the bound itself in every game would lie too near to it after any number of them.
    let is_constant = sample.n() >= MIN_UNBOUNDED && sample.variance() == Some(0.0);
    let constant = value.filter(|_| is_constant);
    let is_early = !series.reach(i).is_known && series.units() < MIN_UNBOUNDED.min(most);
    let answered = |interval| if is_early { Answer::Undecided } else { answer(gate, interval, constant) };
    let answer = intervals.map_or(Answer::Undecided, |[interval, _]| answered(interval));
    let one_in = series.one_in(alpha);
    let unseen = match intervals {
        Some(_) if answer != Answer::Undecided && !series.reach(i).is_known => {
            Some(Unseen { one_in, turns: None })
        }
        Some([_, plain]) if answer == Answer::Undecided && answered(plain) == Answer::Passed => {
            Some(Unseen { one_in, turns: series.report().most_turns })
        }
        _ => None,
    };
    let interval = intervals.map(|[interval, _]| interval);
    Checked { gate: gate.clone(), value, corrected: None, interval, answer, unseen }
}

/// Returns a gate's figure, corrected for the early stop, if this gate was not decided at the look before the last.
fn correct(
    series: &Series<'_>,
    i: usize,
    row: &Checked,
    alpha: f64,
    [before, most]: [u64; 2],
) -> Option<f64> {
    let is_known = |interval| answer(&row.gate, interval, None) != Answer::Undecided;
    let early = series.interval_before(i, alpha, before);
    let is_last = row.answer != Answer::Undecided && !early.is_some_and(is_known);
    is_last.then(|| series.corrected(i, alpha, most, &is_known)).flatten()
}

/// Holds an interval against a gate. `constant` is the figure of a sample in which it has never varied.
fn answer(gate: &Bound, (low, high): (f64, f64), constant: Option<f64>) -> Answer {
    let keeps = |bound: Option<f64>, is_kept: &dyn Fn(f64) -> bool| {
        bound.is_none_or(|bound| is_kept(bound) || constant == Some(bound))
    };
    if gate.min.is_some_and(|min| high < min) || gate.max.is_some_and(|max| low > max) {
        Answer::Failed
    } else if keeps(gate.min, &|min| min <= low) && keeps(gate.max, &|max| high <= max) {
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
            Checked {
                gate,
                value: Some(value),
                corrected: None,
                interval: Some((value - 4.0, value + 4.0)),
                answer,
                unseen: None,
            }
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
        assert_eq!(answer(&gate, (31.0, 39.0), None), Answer::Passed);
        assert_eq!(answer(&gate, (29.0, 39.0), None), Answer::Undecided);
        assert_eq!(answer(&gate, (39.0, 41.0), None), Answer::Undecided);
        assert_eq!(answer(&gate, (41.0, 42.0), None), Answer::Failed);
        assert_eq!(answer(&gate, (20.0, 29.0), None), Answer::Failed);
        let open = Bound { max: None, ..gate.clone() };
        assert_eq!(answer(&open, (31.0, 1e9), None), Answer::Passed);
        // What was the bound itself in every game keeps it, and no other.
        assert_eq!(answer(&gate, (39.9, 40.1), Some(40.0)), Answer::Passed);
        assert_eq!(answer(&gate, (29.9, 40.1), Some(40.0)), Answer::Undecided);
        assert_eq!(answer(&gate, (39.9, 40.1), Some(39.99)), Answer::Undecided);
    }
}
