//! How often which value came.

use maud::html;

use super::{Drawing, LINE, Plot, Scale, WIDTH, bottom_axis, foot, heading, left_axis, place, width_of};
use crate::html::words::{Unit, figure, thousands};

/// More bars than this are too thin to see.
const MOST_BARS: f64 = 60.0;

/// Plays with a value in a range.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bar {
    /// The least value.
    low: f64,
    /// The width of the range of values.
    width: f64,
    /// The plays.
    plays: f64,
}

/// A histogram.
pub(in crate::html) struct Histogram {
    bars: Vec<Bar>,
    axis: String,
    /// What is counted.
    counted: &'static str,
    /// Values to mark, and what they are.
    marks: Vec<(f64, String)>,
    whole: bool,
    /// The values that are wanted, both included.
    zone: Option<(f64, f64)>,
}

impl Histogram {
    /// Returns the histogram of these values, each with its number of plays, in increasing order. Values
    /// that are many are put together.
    pub(in crate::html) fn new(values: &[(f64, f64)], axis: &str, marks: Vec<(f64, String)>) -> Self {
        let whole = values.iter().all(|(x, _)| x.fract() == 0.0);
        let (first, last) = match values {
            [(first, _), .., (last, _)] => (*first, *last),
            [(only, _)] => (*only, *only),
            [] => (0.0, 0.0),
        };
        let least = values.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::MAX, f64::min);
        let unit = if whole { 1.0 } else { least.min(last - first).max(f64::MIN_POSITIVE) };
        let rough = (last - first + unit) / MOST_BARS;
        let width = if rough <= unit {
            unit
        } else {
            let power = 10_f64.powf(rough.log10().floor());
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|w| *w >= rough).unwrap_or(rough)
        };
        // Whole values stand in the middle of their bars, others at the left ends.
        let start = if width > unit { (first / width).floor() * width } else { first };
        let mut bars: Vec<Bar> = Vec::new();
        for &(x, plays) in values {
            let low = start + ((x - start) / width + 1e-9).floor() * width;
            match bars.last_mut().filter(|bar| (bar.low - low).abs() < width / 2.0) {
                Some(bar) => bar.plays += plays,
                None => bars.push(Bar { low, width, plays }),
            }
        }
        Self { bars, axis: axis.to_owned(), counted: "games", marks, whole, zone: None }
    }

    /// Returns the plot of something else than games.
    pub(in crate::html) fn counting(self, counted: &'static str) -> Self {
        Self { counted, ..self }
    }

    /// Returns the plot with these values shaded.
    pub(in crate::html) fn with_zone(self, zone: Option<(f64, f64)>) -> Self {
        Self { zone, ..self }
    }

    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| self.at(width))
    }

    fn at(&self, width: f64) -> Drawing {
        let total: f64 = self.bars.iter().map(|bar| bar.plays).sum::<f64>().max(1.0);
        let most = self.bars.iter().map(|bar| bar.plays).fold(0.0, f64::max) / total;
        // A bar of whole values reaches half a unit to both sides of them.
        let shift = if self.whole { 0.5 } else { 0.0 };
        let ends = self.bars.first().zip(self.bars.last());
        let (low, high) = ends.map_or((0.0, 1.0), |(a, b)| (a.low - shift, b.low + b.width - shift));
        let zone = self.zone.map(|(from, to)| (from - shift, to + shift));
        // What is wanted may be nowhere near what there is.
        let (low, high) = zone.map_or((low, high), |(from, to)| (low.min(from), high.max(to)));
        // Each mark has a line of its own below the title of the axis.
        let mark_y = |i: usize| LINE * (i + 2) as f64;
        let top = 22.0 + LINE * (1 + self.marks.len()) as f64;
        let (left, right, bottom) = (if width < WIDTH { 52.0 } else { 64.0 }, width - 16.0, top + 200.0);
        let (title, _) = heading(&format!("share of {}", self.counted), width);
        let across = Scale::new((low, high), (left, right));
        let up = Scale::new((0.0, most.max(1e-9)), (bottom, top));
        let body = html! {
            @if let Some((from, to)) = zone {
                rect class="zone" x=(place(across.at(from))) y=(place(top)) width=(place(across.at(to) - across.at(from)))
                    height=(place(bottom - top)) { title { "wanted: " (figure(from + shift)) " to " (figure(to - shift)) } }
            }
            (title)
            (left_axis(up, Unit::Share, (left, right)))
            (bottom_axis(across, (Unit::Plain, self.whole), &self.axis, (bottom, bottom), width))
            @for bar in &self.bars {
                @let (x, end) = (across.at(bar.low - shift), across.at(bar.low + bar.width - shift));
                @let y = up.at(bar.plays / total);
                @let gap = if end - x > 4.0 { 1.0 } else { 0.0 };
                rect class="bar" x=(place(x)) y=(place(y)) width=(place((end - x - gap).max(0.5)))
                    height=(place(bottom - y)) {
                    title { (self.name(bar)) ": " (thousands(bar.plays)) " " (self.counted) ", " (Unit::Share.text(bar.plays / total)) }
                }
            }
            @for (i, (at, name)) in self.marks.iter().enumerate() {
                @let x = across.at(*at);
                @let half = width_of(name) / 2.0;
                @let y = mark_y(i);
                line class="fair" x1=(place(x)) x2=(place(x)) y1=(place(top - 8.0)) y2=(place(bottom)) {}
                text class="tick" x=(place(x.clamp(half, width - half))) y=(place(y)) text-anchor="middle" { (name) }
            }
        };
        Drawing { height: bottom + foot(&self.axis, across, width), body }
    }

    fn name(&self, bar: &Bar) -> String {
        let last = bar.low + bar.width - if self.whole { 1.0 } else { 0.0 };
        if last > bar.low { format!("{} to {}", figure(bar.low), figure(last)) } else { figure(bar.low) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_a_bar_each_and_many_share_them() {
        let bars = |values: &[(f64, f64)]| Histogram::new(values, "", Vec::new()).bars;
        let bar = |low, width, plays| Bar { low, width, plays };
        assert_eq!(bars(&[(3.0, 1.0), (5.0, 2.0)]), [bar(3.0, 1.0, 1.0), bar(5.0, 1.0, 2.0)]);
        let many: Vec<(f64, f64)> = (7..=306).map(|turns| (f64::from(turns), 1.0)).collect();
        let many = bars(&many);
        assert_eq!((many[0], many[1], many.len()), (bar(5.0, 5.0, 3.0), bar(10.0, 5.0, 5.0), 61));
        assert_eq!(many.iter().map(|bar| bar.plays).sum::<f64>(), 300.0);
        assert_eq!(bars(&[(0.1, 1.0), (0.35, 2.0)]).len(), 2);
        assert!(bars(&[]).is_empty());
    }
}
