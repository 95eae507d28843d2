//! Figures beside the ranges that they are held against, each on a scale of its own.

use maud::{Markup, html};

use super::intervals::Point;
use super::{Plot, Scale, WIDTH, place, width_of};
use crate::report::html::words::{Unit, parts, shortened};

const ROW: f64 = 42.0;

/// A figure and its range.
pub(in crate::report::html) struct Span {
    /// The name of the metric.
    pub(in crate::report::html) metric: String,
    /// What stands below the figure, in small letters.
    pub(in crate::report::html) below: String,
    /// What it was before.
    pub(in crate::report::html) before: Option<f64>,
    /// The figure.
    pub(in crate::report::html) value: f64,
    /// Its interval.
    pub(in crate::report::html) interval: Option<(f64, f64)>,
    /// The range, open where there is no bound.
    pub(in crate::report::html) zone: (Option<f64>, Option<f64>),
    /// What it counts.
    pub(in crate::report::html) unit: Unit,
    /// How it is marked.
    pub(in crate::report::html) point: Point,
}

impl Span {
    /// The figure, with what it was before.
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
pub(in crate::report::html) struct Ranges {
    /// From top to bottom.
    pub(in crate::report::html) rows: Vec<Span>,
    /// What the shaded part of a row is, and how a row is read.
    pub(in crate::report::html) key: String,
}

impl Ranges {
    /// The drawing.
    pub(in crate::report::html) fn draw(&self) -> Plot {
        let cut = |text: &str| shortened(text, 34);
        let labels: Vec<(String, Option<String>)> = (self.rows.iter())
            .map(|row| parts(&row.metric))
            .map(|(name, of)| (cut(&name), of.as_deref().map(cut)))
            .collect();
        let names = labels.iter().flat_map(|(name, of)| [Some(name), of.as_ref()]).flatten();
        let left = (names.map(|name| width_of(name)).fold(0.0, f64::max) + 16.0).clamp(60.0, 290.0);
        let values: Vec<String> = self.rows.iter().map(Span::text).collect();
        let below = self.rows.iter().map(|row| width_of(&row.below) * 0.85);
        let widest = values.iter().map(|value| width_of(value)).chain(below).fold(0.0, f64::max);
        let right = WIDTH - (widest + 18.0).clamp(50.0, 210.0);
        let top = 30.0;
        let body = html! {
            text class="axis" x="8" y="14" { (self.key) }
            @for (i, row) in self.rows.iter().enumerate() {
                (Self::row(row, (&labels[i], &values[i]), (left + 8.0, right - 8.0), top + ROW * (i as f64 + 0.5)))
            }
        };
        Plot { height: top + ROW * self.rows.len() as f64 + 8.0, body }
    }

    fn row(
        row: &Span,
        ((name, of), value): (&(String, Option<String>), &str),
        (left, right): (f64, f64),
        y: f64,
    ) -> Markup {
        let scale = row.scale((left, right));
        let zone = (row.zone.0.map_or(left, |x| scale.at(x)), row.zone.1.map_or(right, |x| scale.at(x)));
        let x = scale.at(row.value);
        let interval = row.interval.map_or_else(String::new, |i| format!(" ({})", row.unit.range(i)));
        html! {
            g class=(row.point.class()) {
                title { (row.metric) ": " (value) (interval) }
                @let first = if of.is_some() { y - 2.5 } else { y + 4.5 };
                text x=(place(left - 8.0)) y=(place(first)) text-anchor="end" { (name) }
                @if let Some(of) = of {
                    text class="tick" x=(place(left - 8.0)) y=(place(y + 12.5)) text-anchor="end" { (of) }
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
                @let first = if row.below.is_empty() { y + 4.5 } else { y - 2.5 };
                text class="value" x=(place(WIDTH - 4.0)) y=(place(first)) text-anchor="end" { (value) }
                @if !row.below.is_empty() {
                    text class="small" x=(place(WIDTH - 4.0)) y=(place(y + 12.5)) text-anchor="end" { (row.below) }
                }
            }
        }
    }
}
