//! Two rule sets or bots against each other: paired plays, looked at as they come, until every
//! question is answered.
//!
//! Units of the same number are played with the same random numbers on both sides, so that what
//! both have in common cancels out in their difference. The interval of each mean difference is an
//! asymptotic confidence sequence (see [`half_width`](ludometer_stats::half_width)) at the level
//! `alpha` shared equally among the metrics (Bonferroni): with probability 1 - `alpha` all of them
//! hold at all looks.

mod statements;
#[cfg(test)]
mod tests;

use std::time::Instant;

pub(crate) use self::statements::wanted;
pub use self::statements::{About, Distance, Statement, statements, verdict_text};
use crate::check::Unseen;
use crate::early::Stopped;
use crate::metric::{Metric, Reach};
use crate::series::{
    Control, MIN_UNBOUNDED, STEP, Series, SeriesState, arms, next_look, to_bytes, variance_floor,
};
use crate::study::Measured;
use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Meter, Plan, RunError, Work};
use ludometer_stats::{
    MIN_UNITS, MatchupRow, Report, Sample, half_width, normal_quantile, observations_until,
};
use serde::{Deserialize, Serialize};

/// The chance with which the fixed design finds a difference as large as the precision.
const POWER: f64 = 0.9;

/// Units of which the spread says something, and the most units that anything is said to need.
const FEWEST: u64 = 8;
const MOST: u64 = 1 << 40;

/// When to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareLimits {
    /// The precision asked for: in shares and figures up to 1 an absolute difference, in larger ones
    /// relative to side A (0.01: a point, or 1 %).
    pub precision: f64,
    /// A metric's own precision, absolute, where one is asked for; as many as metrics.
    pub own: Vec<Option<f64>>,
    /// The chance of any false difference among all metrics.
    pub alpha: f64,
    /// The most plays a side.
    pub max_plays: u64,
    /// When to stop whatever is known by then, if so; looked at each time both sides have played `stride` units more,
    /// at least 1.
    pub deadline: Option<Instant>,
    /// The units that a side plays at most before the other one plays as many. Without a deadline it makes no difference.
    pub stride: u64,
}

/// The verdict on a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Larger on side B.
    Larger,
    /// Smaller on side B.
    Smaller,
    /// No difference beyond the precision.
    Same,
    /// Too few plays to tell.
    Open,
}

impl Verdict {
    /// Returns true for a difference.
    pub const fn is_difference(self) -> bool {
        matches!(self, Self::Larger | Self::Smaller)
    }

    /// Returns the verdict in one word or a few.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Larger => "larger",
            Self::Smaller => "smaller",
            Self::Same => "no difference",
            Self::Open => "too few games",
        }
    }
}

/// One metric on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its name.
    pub metric: String,
    /// Side A's figure, if it can be given.
    pub a: Option<f64>,
    /// Side B's figure, if it can be given.
    pub b: Option<f64>,
    /// B less A, corrected for the early stop, if the stop was early and this was the difference that was found last.
    pub corrected: Option<f64>,
    /// B less A with its interval, valid at every look; none before the first.
    pub interval: Option<(f64, f64)>,
    /// The precision, absolute.
    pub precision: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// Plays a side after which that was said first, and ever since.
    pub settled: Option<u64>,
    /// The correlation of both sides' units: what pairing has to work with.
    pub correlation: Option<f64>,
    /// Plays a side of a fixed design without pairs that finds a difference as large as the
    /// precision in nine of ten cases, at the same level.
    pub fixed: Option<u64>,
    /// The same for a difference as large as the one that was found, which nobody knows beforehand.
    pub fixed_for_found: Option<u64>,
    /// The interval of B as a part of A, less 1, where A is above 0.
    pub relative: Option<(f64, f64)>,
    /// The games that the sample can't have shown and the verdict rests on.
    pub unseen: Option<Unseen>,
    /// The interval that it would have if games of every kind were in the sample, where that tells more than its own.
    pub plain: Option<(f64, f64)>,
    /// Plays a side after which it will probably be known, and after which it would be with five times the precision's
    /// distance; of what is known already those that are done. None while nothing is known of its spread.
    pub needed: Option<[u64; 2]>,
}

impl Compared {
    /// Returns how much larger the figure is on side B.
    pub fn difference(&self) -> Option<f64> {
        Some(self.b? - self.a?)
    }

    /// Returns how much larger the figure is on side B, as far as that is known at an early stop.
    pub fn believed(&self) -> Option<f64> {
        self.corrected.or_else(|| self.difference())
    }

    /// Returns how far both sides' figures can be apart around their middle, where both are within this range.
    fn farthest(&self, (least, most): (f64, f64)) -> f64 {
        let middle = self.a.zip(self.b).map(|(a, b)| f64::midpoint(a, b));
        middle.map_or(0.0, |middle| 2.0 * (middle - least).min(most - middle).max(0.0))
    }

    /// Returns both sides' figures, as far apart as is believed.
    pub fn levels(&self) -> Option<[f64; 2]> {
        let (middle, half) = (f64::midpoint(self.a?, self.b?), self.believed()? / 2.0);
        Some(if self.corrected.is_some() { [middle - half, middle + half] } else { [self.a?, self.b?] })
    }
}

/// The results of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// One a metric, in order.
    pub metrics: Vec<Compared>,
    /// The figures looked at beside them, in order; they have no say in when the comparison ends. Their intervals hold all
    /// together, apart from those of the metrics.
    pub beside: Vec<Compared>,
    /// Plays done on each side.
    pub plays: u64,
    /// Plays a unit has.
    pub unit: u64,
    /// All figures of side A and of side B.
    pub reports: [Report; 2],
    /// True if its deadline was over.
    pub time_is_up: bool,
    /// True if the user stopped it.
    pub interrupted: bool,
}

impl Comparison {
    /// Returns true if something could be said about every metric.
    pub fn settled(&self) -> bool {
        self.metrics.iter().all(|m| m.verdict != Verdict::Open)
    }

    /// Corrects the differences that the games ended for.
    fn correct(&mut self, [a, b]: [&Series<'_>; 2], alpha: f64, most: u64) {
        let last = self.metrics.iter_mut().enumerate().filter(|(_, m)| m.settled == Some(self.plays));
        for (i, row) in last.filter(|(_, m)| m.verdict.is_difference()) {
            let (value, interval) = (row.difference(), row.interval);
            let precision = row.precision;
            let reach = b.reach(i).of_difference(a.reach(i));
            let least = if reach.is_known { 0 } else { MIN_UNBOUNDED };
            let corrected = |((value, interval), variance): ((f64, (f64, f64)), f64)| {
                let parts = |units| arms(units, a.unit(), variance, reach, [alpha; 2]);
                let is_known = |interval| verdict(Some(interval), precision) != Verdict::Open;
                let units = [least, most];
                Stopped { value, interval, spread: variance.sqrt(), arms: &parts, units, is_known: &is_known }
                    .corrected()
            };
            let farthest = row.farthest(a.range(i));
            row.corrected = value.zip(interval).zip(differences([a, b], i).variance()).and_then(corrected);
            row.corrected = row.corrected.map(|by| by.clamp(-farthest, farthest));
        }
    }

    /// Returns the comparison of a figure, whether it was asked for or looked at beside.
    pub fn find(&self, name: &str) -> Option<&Compared> {
        self.metrics.iter().chain(&self.beside).find(|m| m.metric == name)
    }
}

/// The verdict on each metric at the last look, and the games a side after which it was first said.
type Settled = Vec<Option<(Verdict, u64)>>;

/// A comparison on its way: both sides, the units at the last look, and what was said then.
type State<'a> = (SeriesState<'a>, SeriesState<'a>, u64, Settled);

/// Plays on until every metric is settled, or the limit is reached, and looks at other figures beside them. The numbers
/// of games that the control's `expect` and recorder hear are those of one side and of both.
///
/// # Errors
/// [`RunError`] if a bot fails, if the recorder does, or if there is no going on from the control's state.
pub fn compare<'a>(
    sides: [Box<dyn Meter + 'a>; 2],
    metrics: &[Metric],
    beside: &[Metric],
    limits: &CompareLimits,
    control: Control<'_>,
) -> Result<Comparison, RunError> {
    let all = [metrics, beside].concat();
    let [mut a, mut b] = sides.map(|meter| Series::new(meter, &all));
    let unit = a.unit();
    let most = (limits.max_plays / unit).max(1);
    let (mut looked, mut settled): (u64, Settled) = (0, vec![None; metrics.len()]);
    if let Some((of_a, of_b, at, said)) = control.state::<State<'static>>()? {
        a.restore(of_a)?;
        b.restore(of_b)?;
        (control.hooks.progress)(a.plays() + b.plays());
        looked = at.min(b.units());
        settled.iter_mut().zip(said).for_each(|(settled, said)| *settled = said);
    }
    let Control { hooks, expect, recorder, look: watch, .. } = control;
    loop {
        let look_at = next_look(looked, most);
        let (mut whole, mut time_is_up) = (true, false);
        while whole && !time_is_up && b.units() < look_at {
            // An interruption may have come between the two: then the other one catches up first.
            let next = (b.units() + limits.stride.clamp(1, STEP)).max(a.units()).min(look_at);
            whole = a.play_to(next, hooks)? && b.play_to(next, hooks)?;
            let state = || -> Result<_, RunError> { to_bytes(&(a.state()?, b.state()?, looked, &settled)) };
            if whole {
                recorder.counted(a.plays() + b.plays(), &state)?;
            } else {
                recorder.stopped(a.plays() + b.plays(), &state)?;
            }
            time_is_up = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        a.look();
        b.look();
        if !whole {
            trim(&mut a, &mut b);
        }
        looked = a.units();
        let plays = a.plays();
        let alpha = limits.alpha / metrics.len() as f64;
        let of = |i: usize, alpha: f64| look([&a, &b], (i, all[i].name()), limits, alpha, most);
        let mut rows: Vec<Compared> = (0..metrics.len()).map(|i| of(i, alpha)).collect();
        for (row, settled) in rows.iter_mut().zip(&mut settled) {
            if settled.is_none_or(|(verdict, _)| verdict != row.verdict) {
                *settled = Some((row.verdict, plays));
            }
            row.settled = settled.filter(|(verdict, _)| *verdict != Verdict::Open).map(|(_, plays)| plays);
        }
        let done = rows.iter().all(|row| row.verdict != Verdict::Open);
        let is_over = done || !whole || time_is_up || a.units() >= most;
        if !is_over {
            expect(likely_end(&rows, most * unit));
            if watch.is_none() {
                continue;
            }
        }
        let reports = [a.report().clone(), b.report().clone()];
        let of_beside = limits.alpha / beside.len().max(1) as f64;
        let beside = (metrics.len()..all.len()).map(|i| of(i, of_beside)).collect();
        let interrupted = !whole;
        let mut found = Comparison { metrics: rows, beside, plays, unit, reports, time_is_up, interrupted };
        if is_over {
            if done && a.units() < most {
                found.correct([&a, &b], alpha, most);
            }
            return Ok(found);
        }
        watch.inspect(|watch| watch(&found));
    }
}

/// Trims both sides to as many units. After an interruption one may have more than the other: they are left out of the
/// differences.
fn trim(a: &mut Series<'_>, b: &mut Series<'_>) {
    let units = a.units().min(b.units());
    a.keep(units);
    b.keep(units);
}

/// Returns the figures of the units that have one on both sides.
fn pairs<'a>([a, b]: [&'a Series<'_>; 2], metric: usize) -> impl Iterator<Item = (f64, f64)> + 'a {
    a.column(metric).zip(b.column(metric)).filter_map(|(x, y)| x.zip(y))
}

fn differences(sides: [&Series<'_>; 2], metric: usize) -> Sample {
    let mut sample = Sample::default();
    pairs(sides, metric).for_each(|(x, y)| sample.add(y - x));
    sample
}

/// Looks at a metric; `most` is the most units there will be.
fn look(
    [a, b]: [&Series<'_>; 2],
    (i, name): (usize, &str),
    limits: &CompareLimits,
    alpha: f64,
    most: u64,
) -> Compared {
    let (value_a, value_b) = (a.value(i), b.value(i));
    let differences = differences([a, b], i);
    let precision = limits.own.get(i).copied().flatten();
    let precision = precision.unwrap_or_else(|| limits.precision * value_a.map_or(1.0, |a| a.abs().max(1.0)));
    let floor = |reach: f64| variance_floor(differences.n(), a.unit(), reach);
    let reach = b.reach(i).of_difference(a.reach(i));
    let difference = value_b.zip(value_a).map(|(b, a)| b - a);
    let interval = |reach: Reach| {
        let [below, above] = reach.by.map(|reach| differences.always(alpha, floor(reach)));
        Some((difference? - below?, difference? + above?))
    };
    let (interval, plain) = (interval(reach), interval(Reach::ONE));
    let (of_a, of_b) = (a.sample(i).variance(), b.sample(i).variance());
    let correlation = of_a.zip(of_b).zip(differences.variance()).and_then(|((va, vb), vd)| {
        let of_both = (va * vb).sqrt();
        (of_both > 0.0).then(|| (va + vb - vd) / (2.0 * of_both))
    });
    let fixed = |size: f64| {
        let variance = of_a? + of_b?;
        let reach = normal_quantile(1.0 - alpha / 2.0) + normal_quantile(POWER);
        let units = reach * reach * variance / (size * size);
        (units.is_finite() && units < 1e15).then(|| (units.ceil() as u64).max(1) * a.unit())
    };
    let is_early = !reach.is_known && a.units() < MIN_UNBOUNDED.min(most);
    let told = |interval| if is_early { Verdict::Open } else { verdict(interval, precision) };
    let verdict = told(interval);
    let one_in = a.one_in(alpha);
    let unseen = match verdict {
        Verdict::Open if told(plain) == Verdict::Open => None,
        Verdict::Open => Some(Unseen { one_in, turns: a.report().most_turns.max(b.report().most_turns) }),
        _ => (!reach.is_known).then_some(Unseen { one_in, turns: None }),
    };
    let needed = |times: f64| {
        let (difference, n) = (difference?.abs(), differences.n());
        let variance =
            differences.variance().filter(|_| n >= FEWEST)?.max(floor(reach.by[0].max(reach.by[1])));
        let precision = times * precision;
        // Either the interval leaves nothing out, or it keeps within the precision.
        let wanted = difference.max(precision - difference);
        let units = observations_until(wanted, (n, half_width(n, alpha) * variance.sqrt()), alpha, MOST);
        let least = if reach.is_known { MIN_UNITS } else { MIN_UNBOUNDED };
        Some(if verdict == Verdict::Open { units.max(least) } else { n } * a.unit())
    };
    let relative = value_a.zip(value_b).filter(|(a, _)| *a > 0.0).and_then(|(of_a, of_b)| {
        // A ratio's own observations: how far each pair is from it (the delta method).
        let ratio = of_b / of_a;
        let mut off = Sample::default();
        pairs([a, b], i).for_each(|(x, y)| off.add((y - ratio * x) / of_a));
        let half = off.always(alpha, floor(reach.by[0].max(reach.by[1])) / (of_a * of_a))?;
        Some((ratio - 1.0 - half, ratio - 1.0 + half))
    });
    Compared {
        metric: name.to_owned(),
        a: value_a,
        b: value_b,
        corrected: None,
        interval,
        precision,
        verdict,
        settled: None,
        correlation,
        fixed: fixed(precision),
        fixed_for_found: difference.and_then(fixed),
        relative,
        unseen,
        plain: plain.filter(|_| unseen.is_some_and(|unseen| unseen.turns.is_some())),
        needed: needed(1.0).zip(needed(5.0)).map(|(fine, coarse)| [fine, coarse]),
    }
}

/// Returns the games a side after which all verdicts will probably be known, if the differences are as they look now.
fn likely_end(rows: &[Compared], most: u64) -> u64 {
    rows.iter().map(|row| row.needed.map_or(most, |[games, _]| games)).max().unwrap_or(0).min(most)
}

fn verdict(interval: Option<(f64, f64)>, precision: f64) -> Verdict {
    match interval {
        // First: within the precision on both sides of nothing, a tiny difference is none.
        Some((low, high)) if -precision <= low && high <= precision => Verdict::Same,
        Some((low, _)) if low > 0.0 => Verdict::Larger,
        Some((_, high)) if high < 0.0 => Verdict::Smaller,
        _ => Verdict::Open,
    }
}

/// Plays one strong bot, or a side of them, among weak ones and returns how often it finishes ahead of one of them; none if that
/// is not known, or it was stopped.
///
/// # Errors
/// [`RunError`] if a bot fails.
pub fn strength(
    game: &dyn AnyGame,
    [strong, weak]: [&BotSpec; 2],
    plan: &Plan,
    work: Work<'_>,
) -> Result<Option<Measured>, RunError> {
    let bots = game.contest().one_among(strong.clone(), weak, game.seats());
    let batch = game.simulate(&bots, plan, work.begin("strength", plan.plays.end, "games"), None)?;
    if work.stopped() {
        return Ok(None);
    }
    let first: Option<MatchupRow> = batch.report.rows().into_iter().next();
    Ok(first.and_then(|row| Measured::of(row.ahead.of(batch.plays))))
}
