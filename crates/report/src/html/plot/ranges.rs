//! Figures beside the ranges that they are held against, each on a scale of its own.

use maud::{Markup, html};

use super::intervals::Point;
use super::{Drawing, Plot, Scale, WIDTH, fitted, heading, place, width_of};
use crate::html::words::{Unit, parts, shortened};

const ROW: f64 = 42.0;
/// On a phone the name and the figure stand above the range.
const NARROW_ROW: f64 = 72.0;

/// Where the parts of a row stand.
struct Places {
    ends: (f64, f64),
    label: (f64, &'static str),
    value: f64,
    text_y: f64,
    mark_y: f64,
}

/// A figure and its range.
pub(in crate::html) struct Span {
    /// The name of the metric.
    pub(in crate::html) metric: String,
    /// The text below the figure, in small letters.
    pub(in crate::html) below: String,
    /// The value that it had before.
    pub(in crate::html) before: Option<f64>,
    /// The figure.
    pub(in crate::html) value: f64,
    /// Its interval.
    pub(in crate::html) interval: Option<(f64, f64)>,
    /// The range, open where there is no bound.
    pub(in crate::html) zone: (Option<f64>, Option<f64>),
    /// The unit that it counts.
    pub(in crate::html) unit: Unit,
    /// How it is marked.
    pub(in crate::html) point: Point,
}

impl Span {
    /// Returns the figure, with what it was before.
    fn text(&self) -> String {
        match self.before {
            Some(before) => format!("{} \u{2192} {}", self.unit.text(before), self.unit.said(self.value)),
            None => self.unit.said(self.value),
        }
    }

    fn scale(&self, (left, right): (f64, f64)) -> Scale {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        let ends = [self.before, Some(self.value), Some(low), Some(high), self.zone.0, self.zone.1];
        let range = ends.into_iter().flatten();
        let (low, high) = range.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let pad = (high - low) * 0.08;
        Scale::new((low - pad, high + pad), (left, right))
    }
}

/// Figures beside their ranges.
pub(in crate::html) struct Ranges {
    /// From top to bottom.
    pub(in crate::html) rows: Vec<Span>,
    /// The legend: what the shaded part of a row is, and how a row is read.
    pub(in crate::html) key: String,
}

impl Ranges {
    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| self.at(width))
    }

    fn at(&self, width: f64) -> Drawing {
        let narrow = width < WIDTH;
        let values: Vec<String> = self.rows.iter().map(Span::text).collect();
        // What stands beside a label on a phone, in its line and in the one below.
        let room = |beside: f64| if narrow { width - beside - 20.0 } else { f64::INFINITY };
        let labels: Vec<(String, Option<String>)> = (self.rows.iter().zip(&values))
            .map(|(row, value)| {
                let (name, of) = parts(&row.metric);
                let cut = |text: &str, beside: f64| fitted(&shortened(text, 34), room(beside));
                (cut(&name, width_of(value)), of.map(|of| cut(&of, width_of(&row.below) * 0.85)))
            })
            .collect();
        let (left, right) = if narrow {
            (8.0, width - 8.0)
        } else {
            let names = labels.iter().flat_map(|(name, of)| [Some(name), of.as_ref()]).flatten();
            let left = (names.map(|name| width_of(name)).fold(0.0, f64::max) + 16.0).clamp(60.0, 290.0);
            let below = self.rows.iter().map(|row| width_of(&row.below) * 0.85);
            let widest = values.iter().map(|value| width_of(value)).chain(below).fold(0.0, f64::max);
            (left + 8.0, width - (widest + 18.0).clamp(50.0, 210.0) - 8.0)
        };
        let (key, more) = heading(&self.key, width);
        let (top, height) = (30.0 + more, if narrow { NARROW_ROW } else { ROW });
        let body = html! {
            (key)
            @for (i, row) in self.rows.iter().enumerate() {
                @let y = top + height * (i as f64 + 0.5);
                @let places = if narrow {
                    Places { ends: (left, right), label: (4.0, "start"), value: width - 4.0, text_y: y - 16.0, mark_y: y + 13.0 }
                } else {
                    Places { ends: (left, right), label: (left - 8.0, "end"), value: width - 4.0, text_y: y, mark_y: y }
                };
                (Self::row(row, (&labels[i], &values[i]), &places))
            }
        };
        Drawing { height: top + height * self.rows.len() as f64 + 8.0, body }
    }

    fn row(row: &Span, ((name, of), value): (&(String, Option<String>), &str), places: &Places) -> Markup {
        let Places { ends: (left, right), label: (label_x, anchor), value: value_x, text_y, mark_y: y } =
            *places;
        let scale = row.scale((left, right));
        let zone = (row.zone.0.map_or(left, |x| scale.at(x)), row.zone.1.map_or(right, |x| scale.at(x)));
        let x = scale.at(row.value);
        let interval = row.interval.map_or_else(String::new, |i| format!(" ({})", row.unit.range(i)));
        html! {
            g class=(row.point.class()) {
                title { (row.metric) ": " (value) (interval) }
                @let first = if of.is_some() { text_y - 2.5 } else { text_y + 4.5 };
                text x=(place(label_x)) y=(place(first)) text-anchor=(anchor) { (name) }
                @if let Some(of) = of {
                    text class="tick" x=(place(label_x)) y=(place(text_y + 12.5)) text-anchor=(anchor) { (of) }
                }
                rect class="zone" x=(place(zone.0)) y=(place(y - 10.0)) height="20"
                    width=(place((zone.1 - zone.0).max(0.5))) {}
                line class="grid" x1=(place(left)) x2=(place(right)) y1=(place(y)) y2=(place(y)) {}
                @if let Some((low, high)) = row.interval {
                    line class="range" x1=(place(scale.at(low))) x2=(place(scale.at(high))) y1=(place(y)) y2=(place(y)) {}
                }
                @if let Some(before) = row.before {
                    g class="second" { circle class="mark" cx=(place(scale.at(before))) cy=(place(y)) r="4.5" {} }
                }
                (row.point.mark(x, y))
                @let first = if row.below.is_empty() { text_y + 4.5 } else { text_y - 2.5 };
                text class="value" x=(place(value_x)) y=(place(first)) text-anchor="end" { (value) }
                @if !row.below.is_empty() {
                    text class="small" x=(place(value_x)) y=(place(text_y + 12.5)) text-anchor="end" { (row.below) }
                }
            }
        }
    }
}
