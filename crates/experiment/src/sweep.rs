//! One rule set of a sweep: played, and played on where its figures are still too uncertain.

use super::metric::{Catalog, Metric};
use super::series::Series;
use ludometer_run::{Hooks, Meter, RunError};
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
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name.
    pub metric: String,
    /// The figure, where there is one.
    pub value: Option<f64>,
    /// The interval, where there is one.
    pub interval: Option<(f64, f64)>,
}

/// What came of a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Plays done.
    pub plays: u64,
    /// True if the precision was reached, or none was asked for.
    pub precise: bool,
    /// All rows of the summary, then the seats' win rates, then what else was asked for.
    pub figures: Vec<Figure>,
}

/// Plays a rule set. `None` if it was interrupted: a part of it is no result.
///
/// # Errors
/// [`RunError`] if a bot fails.
pub fn play<'a>(
    meter: Box<dyn Meter + 'a>,
    asked: &[Metric],
    allotment: &Allotment,
    hooks: Hooks<'_>,
) -> Result<Option<Played>, RunError> {
    let catalog = Catalog::of(&meter.report());
    // A table of fewer seats lacks some seats' figures.
    let mut metrics: Vec<Metric> =
        asked.iter().filter(|m| catalog.names().any(|name| name == m.name())).cloned().collect();
    for seat in catalog.find("seat_win_rate[*]").unwrap_or_default() {
        if !metrics.contains(&seat) {
            metrics.push(seat);
        }
    }
    let wanted = asked.iter().filter(|m| metrics.contains(m)).count();
    let mut series = Series::new(meter, &metrics);
    let unit = series.unit();
    let most = allotment.max_plays.max(allotment.plays).div_ceil(unit);
    let mut more = allotment.plays.div_ceil(unit);
    let precise = loop {
        if !series.extend(more, hooks)? {
            return Ok(None);
        }
        // By the interval that the row will show, where the report has one: that of single plays, which
        // is steadier than that of a few units.
        let report = series.report();
        let within = (0..wanted).all(|i| {
            let precision = allotment.precision.unwrap_or(f64::INFINITY) * series.value(i).abs().max(1.0);
            let shown = report.metrics.iter().find(|m| m.name == metrics[i].name());
            let half = match shown.and_then(|m| m.estimate.interval) {
                Some((low, high)) => Some((high - low) / 2.0),
                None => half_width(&series, i),
            };
            half.is_none_or(|half| half <= precision)
        });
        if within || series.units() >= most {
            break within;
        }
        more = (series.units() / 4).max(1).min(most - series.units());
    };
    let mut figures: Vec<Figure> = series
        .report()
        .metrics
        .iter()
        .map(|m| Figure {
            metric: m.name.clone(),
            value: m.estimate.value.filter(|x| x.is_finite()),
            interval: m.estimate.interval,
        })
        .collect();
    for (i, metric) in metrics.iter().enumerate() {
        if figures.iter().any(|figure| figure.metric == metric.name()) {
            continue;
        }
        let value = Some(series.value(i)).filter(|x| x.is_finite());
        let interval = value.zip(half_width(&series, i)).map(|(value, half)| (value - half, value + half));
        figures.push(Figure { metric: metric.name().to_owned(), value, interval });
    }
    Ok(Some(Played { plays: series.units() * unit, precise, figures }))
}

/// Half the normal 95 % interval of a figure, from its units.
fn half_width(series: &Series<'_>, metric: usize) -> Option<f64> {
    let sample = series.sample(metric);
    Some(normal_quantile(0.975) * (sample.variance()? / sample.n() as f64).sqrt())
}

/// Plays a rule set and reads figures, each with half the width of its 95 % interval. `None` if it
/// was interrupted.
///
/// # Errors
/// [`RunError`] if a bot fails.
pub fn measure<'a>(
    meter: Box<dyn Meter + 'a>,
    metrics: &[Metric],
    plays: u64,
    hooks: Hooks<'_>,
) -> Result<Option<Vec<(f64, f64)>>, RunError> {
    let mut series = Series::new(meter, metrics);
    // Two units at least: one alone has no spread.
    let units = plays.div_ceil(series.unit()).max(2);
    if !series.extend(units, hooks)? {
        return Ok(None);
    }
    let figure = |i| (series.value(i), half_width(&series, i).unwrap_or(f64::INFINITY));
    Ok(Some((0..metrics.len()).map(figure).collect()))
}
