//! The figures of one side, unit by unit, and how an experiment that is made of them goes on.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::compare::Comparison;
use super::early::Stopped;
use super::metric::{Metric, Reach, seat_rates};
use ludometer_run::{Hooks, Meter, Recorder, RunError, Tallies, TallyError};
use ludometer_stats::{MIN_UNITS, Report, Row, Sample, SeatRow, half_width};

/// Units that are played before the recorder hears of them.
pub(super) const STEP: u64 = 64;

/// Units before anything is said of a mean that nothing bounds: a game that decides it must have had its chance to be
/// seen. With 32 games a unit, what happens in one of 5,000 games is missed in fewer than 5 of 100 samples.
pub(super) const MIN_UNBOUNDED: u64 = 512;

/// Stops, follows, records and resumes an experiment. It looks at its figures at fixed numbers of units, so one that
/// goes on ends as if nothing had happened.
pub struct Control<'a> {
    /// The hooks: what stops it, and who hears of games done.
    pub hooks: Hooks<'a>,
    /// Hears at every look how many games will probably do, by what is known so far.
    pub expect: &'a dyn Fn(u64),
    /// The state that the recorder got of an earlier part, to go on from.
    pub start: Option<&'a [u8]>,
    /// Gets the state after every few units.
    pub recorder: &'a mut dyn Recorder,
    /// Gets what a comparison found so far, at every look but the last one.
    pub look: Option<&'a dyn Fn(&Comparison)>,
}

impl<'a> Control<'a> {
    /// Returns the control of an experiment that begins and that nobody resumes.
    pub fn new(hooks: Hooks<'a>, recorder: &'a mut dyn Recorder) -> Self {
        Self { hooks, expect: &|_| {}, start: None, recorder, look: None }
    }

    /// Reads the state to go on from.
    pub(super) fn state<T: DeserializeOwned>(&self) -> Result<Option<T>, RunError> {
        self.start.map(from_bytes).transpose()
    }
}

/// Reads a state from its bytes.
pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RunError> {
    let damaged = |what: String| Err(TallyError::Read(what).into());
    match postcard::take_from_bytes(bytes) {
        Ok((state, [])) => Ok(state),
        Ok(_) => damaged("there is something behind them".to_owned()),
        Err(error) => damaged(error.to_string()),
    }
}

/// Writes a state as bytes.
pub(super) fn to_bytes(state: &impl Serialize) -> Result<Vec<u8>, RunError> {
    postcard::to_allocvec(state).map_err(|error| TallyError::Store(error.to_string()).into())
}

/// Records a part of some work: hands on the whole state, which this function makes of the part's.
pub(super) struct PartRecorder<'a, F> {
    /// The games of the parts before.
    pub(super) before: u64,
    pub(super) whole: F,
    pub(super) recorder: &'a mut dyn Recorder,
}

impl<F: Fn(Vec<u8>) -> Result<Vec<u8>, RunError> + Send> Recorder for PartRecorder<'_, F> {
    fn counted(&mut self, plays: u64, state: Tallies<'_>) -> Result<(), RunError> {
        self.recorder.counted(self.before + plays, &|| (self.whole)(state()?))
    }

    fn stopped(&mut self, plays: u64, state: Tallies<'_>) -> Result<(), RunError> {
        self.recorder.stopped(self.before + plays, &|| (self.whole)(state()?))
    }
}

/// Returns the number of units after which to look next: a tenth more, and at most all of them. The intervals hold at
/// all times, only the looking costs.
pub(super) fn next_look(looked: u64, most: u64) -> u64 {
    (looked + (looked / 10).max(MIN_UNITS)).min(most)
}

/// Holds the units of a series and their tallies.
#[derive(Serialize, Deserialize)]
pub(super) struct SeriesState<'a> {
    rows: Cow<'a, [Vec<Option<f64>>]>,
    tallies: Vec<u8>,
}

/// A meter with what it has read so far.
pub(super) struct Series<'a> {
    meter: Box<dyn Meter + 'a>,
    metrics: Vec<Metric>,
    /// A row a unit: one figure a metric, then all seats' win rates if a spread is asked for.
    rows: Vec<Vec<Option<f64>>>,
    total: Report,
}

/// The seats with the largest and the smallest win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extremes {
    high: usize,
    low: usize,
}

impl Extremes {
    fn of(rates: &[Option<f64>]) -> Option<Self> {
        let known = || rates.iter().enumerate().filter_map(|(seat, rate)| Some((seat, (*rate)?)));
        let by = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
        // Of equal ones the first: the result must not depend on an order of search.
        let high = known().rev().max_by(by)?.0;
        let low = known().min_by(by)?.0;
        Some(Self { high, low })
    }
}

impl<'a> Series<'a> {
    pub(super) fn new(meter: Box<dyn Meter + 'a>, metrics: &[Metric]) -> Self {
        let total = meter.report();
        Self { meter, metrics: metrics.to_vec(), rows: Vec::new(), total }
    }

    /// Goes on after the units of this state.
    pub(super) fn restore(&mut self, state: SeriesState<'_>) -> Result<(), RunError> {
        let seats = if self.is_spread() { seat_rates(&self.total).len() } else { 0 };
        if state.rows.iter().any(|row| row.len() != self.metrics.len() + seats) {
            return Err(TallyError::Read("they have other figures".to_owned()).into());
        }
        self.meter.restore(state.rows.len() as u64, &state.tallies)?;
        self.rows = state.rows.into_owned();
        Ok(())
    }

    /// Returns the state from which a later run goes on.
    pub(super) fn state(&self) -> Result<SeriesState<'_>, RunError> {
        Ok(SeriesState { rows: Cow::Borrowed(&self.rows), tallies: self.meter.tallies()? })
    }

    fn is_spread(&self) -> bool {
        self.metrics.iter().any(Metric::is_spread)
    }

    /// Returns the games of a unit.
    pub(super) fn unit(&self) -> u64 {
        self.meter.unit()
    }

    /// Returns the number of units done.
    pub(super) fn units(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Returns the games of all units done.
    pub(super) fn plays(&self) -> u64 {
        self.units() * self.unit()
    }

    /// Returns all figures of all plays up to the last look.
    pub(super) const fn report(&self) -> &Report {
        &self.total
    }

    /// Plays on until so many units are done, if they are not; returns false if it was stopped before.
    pub(super) fn play_to(&mut self, units: u64, hooks: Hooks<'_>) -> Result<bool, RunError> {
        let (metrics, spread) = (&self.metrics, self.is_spread());
        let read = |report: &Report| {
            let mut row: Vec<Option<f64>> = metrics.iter().map(|m| m.read(report)).collect();
            if spread {
                row.extend(seat_rates(report));
            }
            row
        };
        let measured = self.meter.extend(units.saturating_sub(self.units()), hooks, &read)?;
        self.rows.extend(measured.units);
        Ok(!measured.interrupted)
    }

    /// Reads the figures of all plays done.
    pub(super) fn look(&mut self) {
        self.total = self.meter.report();
    }

    /// Plays on until so many units are done, tells the recorder after every few of them, and looks; returns false if
    /// it was stopped before. `looked` is the number of units at the look before.
    pub(super) fn record_to(
        &mut self,
        units: u64,
        looked: u64,
        control: &mut Control<'_>,
    ) -> Result<bool, RunError> {
        let mut whole = true;
        while whole && self.units() < units {
            whole = self.play_to(units.min(self.units() + STEP), control.hooks)?;
            let state = || to_bytes(&(self.state()?, looked));
            if whole {
                control.recorder.counted(self.plays(), &state)?;
            } else {
                control.recorder.stopped(self.plays(), &state)?;
            }
        }
        self.look();
        Ok(whole)
    }

    /// Goes on from where the control says; returns the number of units at the last look.
    pub(super) fn resume(&mut self, control: &Control<'_>) -> Result<u64, RunError> {
        let Some((state, looked)) = control.state::<(SeriesState<'static>, u64)>()? else { return Ok(0) };
        self.restore(state)?;
        (control.hooks.progress)(self.plays());
        Ok(looked.min(self.units()))
    }

    /// Leaves out all units after the first `units`.
    pub(super) fn keep(&mut self, units: u64) {
        self.rows.truncate(units as usize);
    }

    /// Returns the figure over all plays, if it can be given.
    pub(super) fn value(&self, metric: usize) -> Option<f64> {
        self.metrics[metric].read(&self.total)
    }

    /// Returns each unit's figure whose mean is this metric.
    pub(super) fn column(&self, metric: usize) -> impl Iterator<Item = Option<f64>> + '_ {
        // A spread is the difference of two means once it is known which two.
        let extremes = self.metrics[metric].is_spread().then(|| Extremes::of(&seat_rates(&self.total)));
        let seats = self.metrics.len();
        self.rows.iter().map(move |row| match extremes {
            Some(Some(Extremes { high, low })) => Some(row[seats + high]? - row[seats + low]?),
            Some(None) => None,
            None => row[metric],
        })
    }

    /// Returns how far one game can be from the mean of this metric.
    pub(super) fn reach(&self, metric: usize) -> Reach {
        self.metrics[metric].reach(&self.total)
    }

    /// Returns the chances of an error of a metric's interval, below and above: `alpha`, shared by all pairs of seats of which one
    /// may have been picked.
    fn chances(&self, metric: usize, alpha: f64) -> [f64; 2] {
        // Of the largest and the smallest the difference is picked: no pair's interval may lie above what there is.
        let is_spread = self.metrics[metric].is_spread();
        let seats = if is_spread { seat_rates(&self.total).len() } else { 2 };
        [alpha / (seats * seats.saturating_sub(1) / 2).max(1) as f64, alpha]
    }

    /// Returns the interval that a metric had after its first `units` units; none where nothing was said yet.
    pub(super) fn interval_before(&self, metric: usize, alpha: f64, units: u64) -> Option<(f64, f64)> {
        let reach = self.reach(metric);
        let mut sample = Sample::default();
        self.column(metric).take(units as usize).flatten().for_each(|x| sample.add(x));
        let (mean, variance) = (sample.mean()?, sample.variance()?);
        if units < if reach.is_known { MIN_UNITS } else { MIN_UNBOUNDED } {
            return None;
        }
        let [below, above] = arms(sample.n(), self.unit(), variance, reach, self.chances(metric, alpha));
        Some((mean - below, mean + above))
    }

    /// Returns a metric's figure, corrected for an early stop after the units played, at which `is_known` took its interval to
    /// tell enough; `most` is the most units that there could have been.
    pub(super) fn corrected(
        &self,
        metric: usize,
        alpha: f64,
        most: u64,
        is_known: &dyn Fn((f64, f64)) -> bool,
    ) -> Option<f64> {
        let [interval, _] = self.always(metric, alpha)?;
        let variance = self.sample(metric).variance()?;
        let (reach, chances) = (self.reach(metric), self.chances(metric, alpha));
        let arms = |units| arms(units, self.unit(), variance, reach, chances);
        let units = [if reach.is_known { 0 } else { MIN_UNBOUNDED }, most];
        let spread = variance.sqrt();
        Stopped { value: self.value(metric)?, interval, spread, arms: &arms, units, is_known }.corrected()
    }

    /// Returns the least and the greatest value that a metric can have.
    pub(super) fn range(&self, metric: usize) -> (f64, f64) {
        let seats = self.report().table(SeatRow::TABLE).map_or(0, |seats| seats.rows.len());
        if self.metrics[metric].is_bias() && seats > 0 {
            let fair = 1.0 / seats as f64;
            return (-fair, 1.0 - fair);
        }
        self.metrics[metric].range()
    }

    /// Returns the interval of a metric that holds at every look, and what it would be if no game could be farther from the
    /// mean than by one; none before the first look.
    pub(super) fn always(&self, metric: usize, alpha: f64) -> Option<[(f64, f64); 2]> {
        let (value, sample) = (self.value(metric)?, self.sample(metric));
        let (least, most) = self.range(metric);
        let chances = self.chances(metric, alpha);
        let interval = |reach: Reach| {
            let half = |alpha, reach| sample.always(alpha, variance_floor(sample.n(), self.unit(), reach));
            let (below, above) = (half(chances[0], reach.by[0])?, half(chances[1], reach.by[1])?);
            Some(((value - below).max(least), (value + above).min(most)))
        };
        Some([interval(self.reach(metric))?, interval(Reach::ONE)?])
    }

    /// Returns the games of which one, having never been seen in all of these, may be of any kind.
    pub(super) fn one_in(&self, alpha: f64) -> u64 {
        let units = self.units().max(1);
        (self.plays() as f64 / (half_width(units, alpha) * (units as f64).sqrt())) as u64
    }

    /// Returns the spread of a unit's figure.
    pub(super) fn sample(&self, metric: usize) -> Sample {
        let mut sample = Sample::default();
        self.column(metric).flatten().for_each(|x| sample.add(x));
        sample
    }
}

/// Returns an interval's parts below and above the mean after `units` units of `unit` plays with this variance.
pub(super) fn arms(units: u64, unit: u64, variance: f64, reach: Reach, chances: [f64; 2]) -> [f64; 2] {
    let arm = |at: usize| {
        half_width(units, chances[at]) * variance.max(variance_floor(units, unit, reach.by[at])).sqrt()
    };
    [arm(0), arm(1)]
}

/// Returns the least variance of a unit's figure to believe in after `units` units of `unit` plays: as if
/// one play of all had been off by `reach`. Where nothing has varied yet, the interval is then about
/// that of the rule of three.
pub(super) fn variance_floor(units: u64, unit: u64, reach: f64) -> f64 {
    (reach / unit as f64).powi(2) / units.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_are_the_first_of_equals() {
        let of = |rates: &[f64]| {
            let rates: Vec<Option<f64>> = rates.iter().copied().map(Some).collect();
            Extremes::of(&rates).map(|e| (e.high, e.low))
        };
        assert_eq!(of(&[0.2, 0.4, 0.1]), Some((1, 2)));
        assert_eq!(of(&[0.5, 0.5]), Some((0, 0)));
        assert_eq!(of(&[]), None);
    }
}
