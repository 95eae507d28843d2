//! The distance to what the designer wants: whether a change brings figures nearer to it.

use super::statements::times;
use super::{About, Compared, Comparison, Statement};
use crate::bounds::Bound;
use crate::naming::{Count, figure};
use crate::rounding::rounded;
use crate::study::State;
use crate::study::words::list;

/// The effect of a change on the distance of a figure to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// It misses the target by less.
    Nearer,
    /// It misses the target by more.
    Farther,
    /// It meets the target with the change as without it.
    Met,
    /// It is not known.
    Open,
}

impl Distance {
    /// Finds out how a figure moves towards its target; side A's figure is taken as it is.
    pub fn of(target: &Bound, compared: &Compared) -> Self {
        let Some((a, (low, high))) = compared.a.zip(compared.interval) else { return Self::Open };
        let (before, ends) = (target.miss(a), [target.miss(a + low), target.miss(a + high)]);
        let most = ends[0].max(ends[1]);
        // A miss is smallest within the target, if the interval reaches into it.
        let reaches =
            target.min.is_none_or(|min| a + high >= min) && target.max.is_none_or(|max| a + low <= max);
        let least = if reaches { 0.0 } else { ends[0].min(ends[1]) };
        match () {
            () if most < before => Self::Nearer,
            () if least > before => Self::Farther,
            () if most <= 0.0 => Self::Met,
            () => Self::Open,
        }
    }

    /// Returns its name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Nearer => "nearer",
            Self::Farther => "farther",
            Self::Met => "met",
            Self::Open => "open",
        }
    }
}

/// Returns the range of a target in words, its bounds times a number.
pub(crate) fn wanted(target: &Bound, by: f64) -> String {
    let bound = |x: f64| (x * by * 1e6).round() / 1e6;
    match (target.min, target.max) {
        (Some(min), Some(max)) => format!("{} to {}", bound(min), bound(max)),
        (Some(min), None) => format!("at least {}", bound(min)),
        (None, Some(max)) => format!("at most {}", bound(max)),
        (None, None) => "anything".to_owned(),
    }
}

/// States which targets the change brings nearer, if there are any.
pub(super) fn targets(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    let mut lists: [(Distance, &str, Vec<String>); 4] = [
        (Distance::Farther, "Farther from the target", Vec::new()),
        (Distance::Nearer, "Nearer to the target", Vec::new()),
        (Distance::Met, "On target as before", Vec::new()),
        (Distance::Open, "Not known yet", Vec::new()),
    ];
    for target in about.targets {
        let metric = target.metric.name();
        let Some(one) = found.find(metric) else { continue };
        let (name, count) = figure(&about.names, metric);
        let (by, unit) = if count == Count::Share { (100.0, " %") } else { (1.0, "") };
        let interval = times(one.interval.unwrap_or((0.0, 0.0)), by);
        let value = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |x| rounded(x * by, interval));
        let text = format!(
            "{name} ({}{unit} instead of {}{unit}, wanted {}{unit})",
            value(one.b),
            value(one.a),
            wanted(target, by)
        );
        let distance = Distance::of(target, one);
        let place = lists.iter().position(|(known, ..)| *known == distance).unwrap_or(3);
        lists[place].2.push(text);
    }
    let state = match &lists {
        [(.., farther), ..] if !farther.is_empty() => State::Problem,
        [_, (.., nearer), ..] if !nearer.is_empty() => State::Fine,
        _ => State::Fact,
    };
    let parts: Vec<String> = (lists.iter())
        .filter(|(.., texts)| !texts.is_empty())
        .map(|(_, what, texts)| format!("{what}: {}.", list(texts)))
        .collect();
    (!parts.is_empty())
        .then(|| Statement::new("targets", "Does it get nearer to the targets?", state, parts.join(" ")))
}
