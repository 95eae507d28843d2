//! Curves with their bands.

use maud::{Markup, html};

use super::{Drawing, Plot, Scale, WIDTH, bottom_axis, fitted, foot, heading, left_axis, place, width_of};
use crate::html::words::{Unit, figure, shortened};

/// Colours that the style has.
const COLOURS: usize = 6;

/// Dashes that tell lines apart without colour.
const DASHES: [&str; 5] = ["none", "8 4", "2 4", "10 4 2 4", "14 6"];

/// The height of a name below the axis.
const NAME: f64 = 18.0;

/// A point of a curve: where, its figure, the figure's interval.
pub(in crate::html) type Moment = (f64, f64, Option<(f64, f64)>);

/// A curve.
pub(in crate::html) struct Line {
    /// The subject of the curve.
    pub(in crate::html) name: String,
    /// From left to right.
    pub(in crate::html) points: Vec<Moment>,
}

/// Curves over one axis.
pub(in crate::html) struct Lines {
    /// The curves.
    pub(in crate::html) curves: Vec<Line>,
    /// The unit that they count.
    pub(in crate::html) unit: Unit,
    /// The title of the bottom axis, and the unit that it counts.
    pub(in crate::html) across: (String, Unit),
    /// The title of the left axis.
    pub(in crate::html) up: String,
    /// True if the line on which both are the same is drawn.
    pub(in crate::html) diagonal: bool,
    /// Where on the bottom axis things stand now, if that is marked.
    pub(in crate::html) now: Option<f64>,
}

impl Lines {
    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| self.at(width))
    }

    fn at(&self, width: f64) -> Drawing {
        // On a wide screen the names stand where the curves end, on a phone below the axis.
        let narrow = width < WIDTH;
        let name = |line: &Line| {
            if narrow { fitted(&line.name, width - 60.0) } else { shortened(&line.name, 26) }
        };
        let names: Vec<String> = self.curves.iter().map(name).collect();
        let (title, more) = heading(&self.up, width);
        let (left, top) = (if narrow { 52.0 } else { 64.0 }, 40.0 + more);
        let (right, bottom) = if narrow {
            (width - 20.0, top + 230.0)
        } else {
            let widest = names.iter().map(|name| width_of(name)).fold(0.0, f64::max);
            let needed = top + 16.0 * self.curves.len() as f64;
            (width - (widest * 1.1 + 24.0).clamp(40.0, 260.0), needed.max(top + 230.0))
        };
        let all = || self.curves.iter().flat_map(|line| &line.points);
        let ends = |range: (f64, f64), x: f64| (range.0.min(x), range.1.max(x));
        let x_range = all().map(|point| point.0).fold((f64::MAX, f64::MIN), ends);
        let y_ends = all().flat_map(|(_, y, interval)| interval.map_or([*y, *y], |(low, high)| [low, high]));
        let (mut low, mut high) = y_ends.fold((f64::MAX, f64::MIN), ends);
        if self.diagonal {
            (low, high) = (low.min(x_range.0), high.max(x_range.1));
        }
        if low > 0.0 && low < 0.5 * high {
            low = 0.0;
        }
        let across = Scale::new(x_range, (left, right));
        let up = Scale::new((low, high), (bottom, top));
        let labels = spread(
            self.curves.iter().map(|line| line.points.last().map_or(bottom, |p| up.at(p.1))),
            top,
            bottom,
        );
        let legend = bottom + foot(&self.across.0, across, width);
        let body = html! {
            (title)
            (left_axis(up, self.unit, (left, right)))
            (bottom_axis(across, (self.across.1, false), &self.across.0, (bottom, bottom), width))
            @if self.diagonal {
                @let (from, to) = (across.low.max(up.low), across.high.min(up.high));
                line class="fair" x1=(place(across.at(from))) y1=(place(up.at(from)))
                    x2=(place(across.at(to))) y2=(place(up.at(to))) {}
            }
            @if let Some(x) = self.now.filter(|x| (across.low..=across.high).contains(x)).map(|x| across.at(x)) {
                line class="now" x1=(place(x)) x2=(place(x)) y1=(place(top)) y2=(place(bottom)) {}
                text class="small" x=(place(x)) y=(place(top - 4.0)) text-anchor="middle" { "now" }
            }
            @for (i, line) in self.curves.iter().enumerate() {
                (self.line(line, i, (across, up)))
                @if narrow {
                    @let y = legend + NAME * (i as f64 + 0.5);
                    g class={ "series s" (i % COLOURS) } {
                        line class="curve" x1="8" x2="40" y1=(place(y)) y2=(place(y)) stroke-dasharray=(DASHES[i % DASHES.len()]) {}
                        text class="name" x="48" y=(place(y + 4.5)) { (names[i]) }
                    }
                } @else if let Some((x, y, _)) = line.points.last() {
                    g class={ "series s" (i % COLOURS) } {
                        line class="link" x1=(place(across.at(*x) + 3.0)) y1=(place(up.at(*y))) x2=(place(right + 12.0)) y2=(place(labels[i])) {}
                        text class="name" x=(place(right + 16.0)) y=(place(labels[i] + 4.5)) { (names[i]) }
                    }
                }
            }
        };
        let names = if narrow { NAME * self.curves.len() as f64 + 4.0 } else { 0.0 };
        Drawing { height: legend + names, body }
    }

    fn line(&self, line: &Line, number: usize, (across, up): (Scale, Scale)) -> Markup {
        let at = |x: f64, y: f64| format!("{},{}", place(across.at(x)), place(up.at(y)));
        let join = |points: Vec<String>| points.join(" ");
        let curve = join(line.points.iter().map(|(x, y, _)| at(*x, *y)).collect());
        let with = || line.points.iter().filter_map(|(x, _, interval)| Some((*x, (*interval)?)));
        let above = with().map(|(x, (_, high))| at(x, high));
        let below: Vec<String> = with().map(|(x, (low, _))| at(x, low)).collect();
        let band = join(above.chain(below.into_iter().rev()).collect());
        // A mark at every point of a short curve, at some of a long one.
        let every = line.points.len().div_ceil(20).max(1);
        html! {
            g class={ "series s" (number % COLOURS) } {
                title { (line.name) }
                @if !band.is_empty() { polygon class="band" points=(band) {} }
                polyline class="curve" points=(curve) stroke-dasharray=(DASHES[number % DASHES.len()]) {}
                @for (x, y, interval) in line.points.iter().step_by(every) {
                    circle class="mark" cx=(place(across.at(*x))) cy=(place(up.at(*y))) r="3" {
                        title {
                            (line.name) ", " (self.across.0) " " (figure(*x)) ": " (self.unit.text(*y))
                            @if let Some(interval) = interval { " (95 %: " (self.unit.range(*interval)) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// Moves labels apart so that they don't overlap, in the order of where they would stand.
fn spread(wanted: impl Iterator<Item = f64>, top: f64, bottom: f64) -> Vec<f64> {
    const APART: f64 = 16.0;
    let mut order: Vec<(usize, f64)> = wanted.enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut last = top - APART;
    for (_, y) in &mut order {
        *y = y.max(last + APART);
        last = *y;
    }
    // Pushed out at the bottom: back up.
    let mut limit = bottom;
    for (_, y) in order.iter_mut().rev() {
        *y = y.min(limit);
        limit = *y - APART;
    }
    order.sort_by_key(|(i, _)| *i);
    order.into_iter().map(|(_, y)| y).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance_and_order() {
        assert_eq!(spread([50.0, 52.0, 10.0].into_iter(), 0.0, 100.0), [50.0, 66.0, 10.0]);
        assert_eq!(spread([99.0, 100.0, 98.0].into_iter(), 0.0, 100.0), [84.0, 100.0, 68.0]);
    }
}
