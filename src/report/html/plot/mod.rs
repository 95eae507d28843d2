//! Plots as SVG, drawn by hand rather than by a plotting crate: their colours are variables of the
//! page, so that one drawing serves light, dark and paper; every mark tells its figure when it is
//! pointed at; series differ in shape and dash as well as in colour; and the bytes follow from the
//! figures alone, as no font is measured.

mod heat;
mod histogram;
mod intervals;
mod lines;
mod ranges;
mod scatter;

use maud::{Markup, html};

pub(super) use heat::{Heat, HeatCell};
pub(super) use histogram::Histogram;
pub(super) use intervals::{Intervals, Point, Row};
pub(super) use lines::{Line, Lines};
pub(super) use ranges::{Ranges, Span};
pub(super) use scatter::{Dot, Scatter};

use super::words::Unit;

/// The width of all plots, in the units of the drawing (about pixels on a wide screen).
const WIDTH: f64 = 720.0;

/// The style of all plots; a page has it once, an SVG file each.
pub(super) const STYLE: &str = include_str!("plot.css");

/// A drawing without its frame.
pub(super) struct Plot {
    height: f64,
    body: Markup,
}

impl Plot {
    /// The drawing as an element of a page. `label` tells those who don't see it what it shows.
    pub(super) fn element(&self, label: &str) -> Markup {
        html! {
            svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-label=(label)
                viewBox={ "0 0 " (WIDTH) " " (self.height) } { (self.body) }
        }
    }

    /// The drawing as a file of its own.
    pub(super) fn file(&self, label: &str) -> String {
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" class="plot alone" role="img" aria-label=(label)
                width=(WIDTH) height=(self.height) viewBox={ "0 0 " (WIDTH) " " (self.height) } {
                title { (label) }
                style { (STYLE) }
                rect class="paper" width="100%" height="100%" {}
                (self.body)
            }
        };
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", svg.into_string())
    }
}

/// From figures to places, linearly.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale from the range of the figures, which is widened if it is empty, to places.
    fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Self { low, high, from, to }
    }

    fn at(self, x: f64) -> f64 {
        self.from + (x - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// About `count` round figures in the range, and how far apart they are.
    fn ticks(self, count: usize) -> (Vec<f64>, f64) {
        let rough = (self.high - self.low) / count.max(1) as f64;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let (first, last) = ((self.low / step - 1e-9).ceil(), (self.high / step + 1e-9).floor());
        let ticks = (0..=(last - first).clamp(0.0, 100.0) as usize).map(|i| (first + i as f64) * step);
        (ticks.collect(), step)
    }
}

/// A place as the drawing has it: a tenth of a pixel is fine enough, and short.
fn place(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// How wide a text is at most, in the drawing's units, in the wide ones of the usual fonts.
fn width_of(text: &str) -> f64 {
    let width = |c: char| match c {
        ' ' => 4.3,
        'i' | 'j' | 'l' | 't' | 'f' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' | '(' | ')' | '[' | ']' => 5.2,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 12.8,
        _ if c.is_uppercase() => 9.6,
        _ if c.is_ascii() => 8.3,
        // Letters of other scripts may be as wide as they are high.
        _ => 13.0,
    };
    text.chars().map(width).sum()
}

/// An axis at the bottom with its grid.
///
/// An axis of whole numbers has no ticks between them.
fn bottom_axis(scale: Scale, (unit, whole): (Unit, bool), title: &str, (top, bottom): (f64, f64)) -> Markup {
    let most = if whole { scale.high - scale.low } else { f64::MAX };
    let (ticks, step) = scale.ticks(((scale.to - scale.from) / 80.0).min(most) as usize);
    let middle = f64::midpoint(scale.from, scale.to);
    html! {
        @for tick in ticks {
            @let x = place(scale.at(tick));
            line class="grid" x1=(x) x2=(x) y1=(place(top)) y2=(place(bottom)) {}
            text class="tick" x=(x) y=(place(bottom + 20.0)) text-anchor="middle" { (unit.tick(tick, step)) }
        }
        text class="axis" x=(place(middle)) y=(place(bottom + 40.0)) text-anchor="middle" { (title) }
    }
}

/// An axis at the left with its grid; its title stands above it.
fn left_axis(scale: Scale, unit: Unit, title: &str, (left, right): (f64, f64)) -> Markup {
    let (ticks, step) = scale.ticks(5);
    html! {
        @for tick in ticks {
            @let y = scale.at(tick);
            line class="grid" x1=(place(left)) x2=(place(right)) y1=(place(y)) y2=(place(y)) {}
            text class="tick" x=(place(left - 8.0)) y=(place(y + 4.0)) text-anchor="end" { (unit.tick(tick, step)) }
        }
        text class="axis" x="8" y="14" { (title) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let ticks = |low, high, count| Scale::new((low, high), (0.0, 1.0)).ticks(count).0;
        assert_eq!(ticks(0.0, 1.0, 5), [0.0, 0.2, 0.4, 3.0 * 0.2, 0.8, 1.0]);
        assert_eq!(ticks(28.0, 71.0, 5), [30.0, 40.0, 50.0, 60.0, 70.0]);
        assert_eq!(ticks(-0.031, 0.012, 4), [-0.02, 0.0]);
        assert_eq!(ticks(7.0, 7.0, 3), [6.5, 7.0, 7.5], "one figure alone");
    }

    #[test]
    fn a_file_is_xml_and_escapes_what_it_is_told() {
        let plot = Plot { height: 10.0, body: html! { text { ("<b>&") } } };
        let file = plot.file("a \"quoted\" <label>");
        assert!(file.contains("aria-label=\"a &quot;quoted&quot; &lt;label&gt;\""), "{file}");
        assert!(file.contains("<text>&lt;b&gt;&amp;</text>"), "{file}");
    }
}
