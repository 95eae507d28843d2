//! Figures with their intervals, one below the other.

use maud::{Markup, html};

use super::{Plot, Scale, WIDTH, bottom_axis, place, width_of};
use crate::report::html::chance::Verdict;
use crate::report::html::words::{Unit, shortened};

const ROW: f64 = 26.0;

/// How a figure is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report::html) enum Point {
    /// By how it compares with what is fair.
    Against(Verdict),
    /// Just where it stands.
    Plain,
}

impl Point {
    /// The class of the marks' style.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Against(Verdict::Above) => "above",
            Self::Against(Verdict::Below) => "below",
            Self::Against(Verdict::Unclear) => "even",
        }
    }

    /// The mark of a figure.
    pub(super) fn mark(self, x: f64, y: f64) -> Markup {
        match self {
            Self::Against(Verdict::Above) => triangle(x, y, -1.0),
            Self::Against(Verdict::Below) => triangle(x, y, 1.0),
            _ => html! { circle class="mark" cx=(place(x)) cy=(place(y)) r="5" {} },
        }
    }
}

/// A figure.
pub(in crate::report::html) struct Row {
    /// What it is of.
    pub(in crate::report::html) label: String,
    /// The figure.
    pub(in crate::report::html) value: f64,
    /// Its interval.
    pub(in crate::report::html) interval: Option<(f64, f64)>,
    /// A second figure beside it.
    pub(in crate::report::html) second: Option<f64>,
    /// How it is marked.
    pub(in crate::report::html) point: Point,
}

/// Figures with their intervals.
pub(in crate::report::html) struct Intervals {
    /// From top to bottom.
    pub(in crate::report::html) rows: Vec<Row>,
    /// What they count.
    pub(in crate::report::html) unit: Unit,
    /// What the axis shows.
    pub(in crate::report::html) axis: String,
    /// A line to compare with, and what it is.
    pub(in crate::report::html) reference: Option<(f64, String)>,
}

impl Intervals {
    /// The drawing.
    pub(in crate::report::html) fn draw(&self) -> Plot {
        let labels: Vec<String> = self.rows.iter().map(|row| shortened(&row.label, 32)).collect();
        let values: Vec<String> = self.rows.iter().map(|row| self.value(row)).collect();
        let widest = |texts: &[String]| texts.iter().map(|text| width_of(text)).fold(0.0, f64::max);
        let left = (widest(&labels) + 16.0).clamp(60.0, 310.0);
        let right = WIDTH - (widest(&values) + 18.0).clamp(50.0, 150.0);
        let top = if self.reference.is_some() { 26.0 } else { 8.0 };
        let bottom = top + ROW * self.rows.len() as f64;
        let scale = Scale::new(self.range(), (left + 8.0, right - 8.0));
        let body = html! {
            (bottom_axis(scale, (self.unit, false), &self.axis, (top, bottom)))
            @if let Some((at, name)) = &self.reference {
                @let x = scale.at(*at);
                @let half = width_of(name) / 2.0;
                line class="fair" x1=(place(x)) x2=(place(x)) y1=(place(top - 6.0)) y2=(place(bottom)) {}
                text class="tick" x=(place(x.clamp(half, WIDTH - half))) y="14" text-anchor="middle" { (name) }
            }
            @for (i, row) in self.rows.iter().enumerate() {
                (self.row(row, (&labels[i], &values[i]), scale, (left, top + ROW * (i as f64 + 0.5))))
            }
        };
        Plot { height: bottom + 50.0, body }
    }

    fn value(&self, row: &Row) -> String {
        match row.second {
            Some(second) => format!("{} / {}", self.unit.text(row.value), self.unit.text(second)),
            None => self.unit.text(row.value),
        }
    }

    fn range(&self) -> (f64, f64) {
        let ends = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            [Some(row.value), Some(low), Some(high), row.second]
        });
        let all = ends.chain([self.reference.as_ref().map(|(at, _)| *at)]).flatten();
        let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        // Two points of a rate, whatever the data: noise of a tenth of a point isn't to fill the plot.
        let least = if matches!(self.unit, Unit::Plain | Unit::Change) { 0.0 } else { 0.02 };
        let pad = ((high - low) * 0.06).max((least - (high - low)) / 2.0);
        let padded = (low - pad, high + pad);
        match self.unit {
            _ if low >= 0.0 && low < 0.35 * high => (0.0, padded.1),
            Unit::Share => (padded.0.max(0.0), padded.1.min(1.0)),
            _ => padded,
        }
    }

    fn row(&self, row: &Row, (label, value): (&str, &str), scale: Scale, (left, y): (f64, f64)) -> Markup {
        let x = scale.at(row.value);
        let interval = row.interval.map_or_else(String::new, |i| format!(" (95 %: {})", self.unit.range(i)));
        html! {
            g class=(row.point.class()) {
                title { (row.label) ": " (value) (interval) }
                text x=(place(left)) y=(place(y + 4.5)) text-anchor="end" { (label) }
                @if let Some((low, high)) = row.interval {
                    @let (low, high) = (scale.at(low), scale.at(high));
                    line class="range" x1=(place(low)) x2=(place(high)) y1=(place(y)) y2=(place(y)) {}
                }
                @if let Some(second) = row.second {
                    @let second = scale.at(second);
                    line class="link" x1=(place(x)) x2=(place(second)) y1=(place(y)) y2=(place(y)) {}
                    g class="second" { circle class="mark" cx=(place(second)) cy=(place(y)) r="4.5" {} }
                }
                (row.point.mark(x, y))
                text class="value" x=(place(WIDTH - 4.0)) y=(place(y + 4.5)) text-anchor="end" { (value) }
            }
        }
    }
}

/// A triangle whose tip points up (-1) or down (1).
fn triangle(x: f64, y: f64, tip: f64) -> Markup {
    let corner = |dx: f64, dy: f64| format!("{},{}", place(x + dx), place(y + dy * tip));
    html! { polygon class="mark" points={ (corner(0.0, 6.5)) " " (corner(-6.5, -5.0)) " " (corner(6.5, -5.0)) } {} }
}
