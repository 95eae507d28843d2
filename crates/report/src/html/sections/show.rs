//! The common means of several sections to show figures.

use crate::html::chance::{Verdict, verdict};
use crate::html::plot::{Point, Row};
use crate::html::words::Unit;
use ludometer_stats::Bounded;

/// The most rows of a plot; of more, the highest and the lowest are drawn.
const MOST_ROWS: usize = 24;

/// A named figure with its interval.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

/// Returns the figures of these rows, each with its name: those that have a value.
pub(super) fn figures_of<'a, R: 'a>(
    rows: impl IntoIterator<Item = &'a R>,
    of: impl Fn(&R) -> (String, Bounded),
) -> Vec<Named> {
    let named = |row: &R| {
        let (name, Bounded { value, interval }) = of(row);
        Some(Named { name, value: value?, interval })
    };
    rows.into_iter().filter_map(named).collect()
}

/// Sorts from the highest to the lowest; of too many, the ends. Tells in words what is left out.
pub(super) fn ends(mut list: Vec<Named>) -> (Vec<Named>, String) {
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
    let all = list.len();
    if all <= MOST_ROWS {
        return (list, String::new());
    }
    let half = MOST_ROWS / 2;
    list.drain(half..all - half);
    (
        list,
        format!(" Drawn are the {half} highest and the {half} lowest of {all}; the table has all of them."),
    )
}

impl Named {
    /// Returns the row of a plot that compares it with nothing.
    fn row(&self) -> Row {
        Row {
            label: self.name.clone(),
            value: self.value,
            interval: self.interval,
            second: None,
            point: Point::Plain,
        }
    }
}

/// Returns the rows of a plot that compares them with nothing.
pub(super) fn plain(list: &[Named]) -> Vec<Row> {
    list.iter().map(Named::row).collect()
}

/// Returns the rows of a plot, each compared with what is fair among `looks` comparisons.
pub(super) fn against(list: &[Named], fair: f64, looks: usize) -> Vec<Row> {
    let row = |named: &Named| Row {
        point: Point::Against(verdict(named.value, named.interval, fair, looks)),
        ..named.row()
    };
    list.iter().map(row).collect()
}

/// Returns the figures that are clearly on this side of what is fair.
fn clear(list: &[Named], fair: f64, looks: usize, side: Verdict) -> impl Iterator<Item = &Named> {
    list.iter().filter(move |named| verdict(named.value, named.interval, fair, looks) == side)
}

/// Returns the figure that is farthest from what is fair of those that are clearly on this side of it. One that is not
/// clear may be farther off.
pub(super) fn clearest(list: &[Named], fair: f64, looks: usize, side: Verdict) -> Option<&Named> {
    clear(list, fair, looks, side).max_by(|a, b| (a.value - fair).abs().total_cmp(&(b.value - fair).abs()))
}

/// Returns the differences that are clearly on this side of none, in percentage points: the largest, and how many more.
pub(super) fn clear_points(list: &[Named], looks: usize, side: Verdict) -> Option<String> {
    let most = clearest(list, 0.0, looks, side)?;
    let more = match clear(list, 0.0, looks, side).count() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("{} ({} points){more}", most.name, Unit::Points.text(most.value)))
}

/// Words in a row: `a, b and c`; of many, the first.
pub(in crate::html) fn listed(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => String::new(),
        [one] => one.clone(),
        _ if words.len() > MOST => format!("{} and {} more", words[..MOST].join(", "), words.len() - MOST),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns what a figure of an experiment counts, by its name.
pub(in crate::html) fn unit_of(metric: &str) -> Unit {
    const SHARES: &[&str] = &[
        "unfinished",
        "won",
        "shared_wins",
        "joint_wins",
        "seat_spread",
        "seat_win_rate",
        "strategy_win_rate",
        "card_played_share",
        "card_win_rate_drawn",
    ];
    match metric.split('[').next().unwrap_or(metric) {
        stem if SHARES.contains(&stem) => Unit::Share,
        "seat_bias" | "card_delta" | "first_mover_advantage" => Unit::Points,
        _ => Unit::Plain,
    }
}
