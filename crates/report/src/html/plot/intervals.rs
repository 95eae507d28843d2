//! Figures with their intervals, one below the other.

use maud::{Markup, html};

use super::{Drawing, Plot, Scale, WIDTH, bottom_axis, fitted, foot, place, width_of};
use crate::html::chance::Verdict;
use crate::html::words::{Unit, shortened};

const ROW: f64 = 26.0;
/// On a phone the label and the figure stand above the marks.
const NARROW_ROW: f64 = 42.0;

/// Where the parts of a row stand.
struct Places {
    label: (f64, &'static str),
    value: f64,
    text_y: f64,
    mark_y: f64,
    /// True if the texts stand on the lines of the grid.
    on_grid: bool,
}

/// How a figure is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::html) enum Point {
    /// By how it compares with what is fair.
    Against(Verdict),
    /// By the way it went, and whether that is towards what is wanted, where something is.
    Moved(Verdict, Option<bool>),
    /// Just where it stands.
    Plain,
}

impl Point {
    /// Returns the class of the marks' style.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Plain | Self::Moved(_, None) => "plain",
            Self::Moved(_, Some(true)) => "near",
            Self::Moved(_, Some(false)) => "far",
            Self::Against(Verdict::Above) => "above",
            Self::Against(Verdict::Below) => "below",
            Self::Against(Verdict::Unclear) => "even",
        }
    }

    /// Returns the mark of a figure.
    pub(super) fn mark(self, x: f64, y: f64) -> Markup {
        match self {
            Self::Against(Verdict::Above) | Self::Moved(Verdict::Above, _) => triangle(x, y, -1.0),
            Self::Against(Verdict::Below) | Self::Moved(Verdict::Below, _) => triangle(x, y, 1.0),
            _ => html! { circle class="mark" cx=(place(x)) cy=(place(y)) r="5" {} },
        }
    }
}

/// A figure.
pub(in crate::html) struct Row {
    /// The subject of the figure.
    pub(in crate::html) label: String,
    /// The figure.
    pub(in crate::html) value: f64,
    /// Its interval.
    pub(in crate::html) interval: Option<(f64, f64)>,
    /// A second figure beside it.
    pub(in crate::html) second: Option<f64>,
    /// How it is marked.
    pub(in crate::html) point: Point,
}

/// Figures with their intervals.
pub(in crate::html) struct Intervals {
    /// From top to bottom.
    pub(in crate::html) rows: Vec<Row>,
    /// The unit that they count.
    pub(in crate::html) unit: Unit,
    /// The title of the axis.
    pub(in crate::html) axis: String,
    /// A line to compare with, and what it is.
    pub(in crate::html) reference: Option<(f64, String)>,
}

impl Intervals {
    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| self.at(width))
    }

    fn at(&self, width: f64) -> Drawing {
        let narrow = width < WIDTH;
        let values: Vec<String> = self.rows.iter().map(|row| self.value(row)).collect();
        let label = |(row, value): (&Row, &String)| {
            if narrow {
                fitted(&row.label, width - width_of(value) - 20.0)
            } else {
                shortened(&row.label, 32)
            }
        };
        let labels: Vec<String> = self.rows.iter().zip(&values).map(label).collect();
        let widest = |texts: &[String]| texts.iter().map(|text| width_of(text)).fold(0.0, f64::max);
        let (left, right) = if narrow {
            (16.0, width - 16.0)
        } else {
            let left = (widest(&labels) + 16.0).clamp(60.0, 310.0);
            (left, width - (widest(&values) + 18.0).clamp(50.0, 150.0))
        };
        let height = if narrow { NARROW_ROW } else { ROW };
        let top = if self.reference.is_some() { 26.0 } else { 8.0 };
        let bottom = top + height * self.rows.len() as f64;
        let places = |i: usize| {
            let y = top + height * (i as f64 + 0.5);
            if narrow {
                Places {
                    label: (4.0, "start"),
                    value: width - 4.0,
                    text_y: y - 5.0,
                    mark_y: y + 9.0,
                    on_grid: true,
                }
            } else {
                Places {
                    label: (left, "end"),
                    value: width - 4.0,
                    text_y: y + 4.5,
                    mark_y: y,
                    on_grid: false,
                }
            }
        };
        let scale = Scale::new(self.range(), (left + 8.0, right - 8.0));
        let body = html! {
            (bottom_axis(scale, (self.unit, false), &self.axis, (top, bottom), width))
            @if let Some((at, name)) = &self.reference {
                @let x = scale.at(*at);
                @let half = width_of(name) / 2.0;
                line class="fair" x1=(place(x)) x2=(place(x)) y1=(place(top - 6.0)) y2=(place(bottom)) {}
                text class="tick" x=(place(x.clamp(half, width - half))) y="14" text-anchor="middle" { (name) }
            }
            @for (i, row) in self.rows.iter().enumerate() {
                (self.row(row, (&labels[i], &values[i]), scale, &places(i)))
            }
        };
        Drawing { height: bottom + foot(&self.axis, scale, width), body }
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

    fn row(&self, row: &Row, (label, value): (&str, &str), scale: Scale, places: &Places) -> Markup {
        let Places { label: (label_x, anchor), value: value_x, text_y, mark_y: y, on_grid } = *places;
        let x = scale.at(row.value);
        let interval = row.interval.map_or_else(String::new, |i| format!(" (95 %: {})", self.unit.range(i)));
        html! {
            g class=(row.point.class()) {
                title { (row.label) ": " (value) (interval) }
                text x=(place(label_x)) y=(place(text_y)) text-anchor=(anchor) class=[on_grid.then_some("onto")] { (label) }
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
                text class=(if on_grid { "value onto" } else { "value" }) x=(place(value_x)) y=(place(text_y)) text-anchor="end" { (value) }
            }
        }
    }
}

/// Returns a triangle whose tip points up (-1) or down (1).
fn triangle(x: f64, y: f64, tip: f64) -> Markup {
    let corner = |dx: f64, dy: f64| format!("{},{}", place(x + dx), place(y + dy * tip));
    html! { polygon class="mark" points={ (corner(0.0, 6.5)) " " (corner(-6.5, -5.0)) " " (corner(6.5, -5.0)) } {} }
}
