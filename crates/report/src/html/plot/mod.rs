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

use super::words::{Unit, shortened};

/// The widths of a plot, in the units of the drawing, which are about pixels: on a wide screen and in a file, and on a
/// phone. Each plot is drawn for both, so that its texts keep their size.
const WIDTH: f64 = 720.0;
const NARROW: f64 = 360.0;

/// The style of all plots; a page has it once, an SVG file each.
pub(super) const STYLE: &str = include_str!("plot.css");

/// A drawing without its frame.
struct Drawing {
    height: f64,
    body: Markup,
}

/// A plot, drawn for wide screens and for phones.
pub(super) struct Plot {
    wide: Drawing,
    narrow: Drawing,
}

impl Plot {
    /// Returns the plot that is drawn so for a width.
    fn of(draw: impl Fn(f64) -> Drawing) -> Self {
        Self { wide: draw(WIDTH), narrow: draw(NARROW) }
    }

    /// Returns the heights of the drawings, each in parts of its width: for wide screens and for phones.
    pub(super) fn proportions(&self) -> (f64, f64) {
        (self.wide.height / WIDTH, self.narrow.height / NARROW)
    }

    /// Returns the drawings as elements of a page, which shows the one that fits. `label` tells those who don't see it
    /// what it shows.
    pub(super) fn element(&self, label: &str) -> Markup {
        let svg = |class: &str, width: f64, drawing: &Drawing| {
            html! {
                svg xmlns="http://www.w3.org/2000/svg" class=(class) role="img" aria-label=(label)
                    viewBox={ "0 0 " (width) " " (drawing.height) } { (drawing.body) }
            }
        };
        html! { (svg("plot wide", WIDTH, &self.wide)) (svg("plot narrow", NARROW, &self.narrow)) }
    }

    /// Returns the wide drawing as a file of its own.
    pub(super) fn file(&self, label: &str) -> String {
        let Drawing { height, body } = &self.wide;
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" class="plot alone" role="img" aria-label=(label)
                width=(WIDTH) height=(height) viewBox={ "0 0 " (WIDTH) " " (height) } {
                title { (label) }
                style { (STYLE) }
                rect class="paper" width="100%" height="100%" {}
                (body)
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
    /// Returns a scale from the range of the figures, which is widened if it is empty, to places.
    fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        let (low, high) = match low {
            _ if high > low => (low, high),
            // Far from 0 a half would be lost in rounding.
            _ if low == high => (low - 0.5 - low.abs() * 1e-9, low + 0.5 + low.abs() * 1e-9),
            // Nothing is to be drawn.
            _ => (0.0, 1.0),
        };
        Self { low, high, from, to }
    }

    fn at(self, x: f64) -> f64 {
        self.from + (x - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Returns about `count` round figures in the range, and how far apart they are.
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

/// Returns a place as the drawing has it: a tenth of a pixel is fine enough, and short.
fn place(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Returns how wide a text is at most, in the drawing's units, in the wide ones of the usual fonts.
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

/// Returns a text cut to a width; what is left out, in the middle, is an ellipsis.
fn fitted(text: &str, room: f64) -> String {
    let mut most = text.chars().count();
    loop {
        let cut = shortened(text, most);
        if width_of(&cut) <= room || most <= 2 {
            return cut;
        }
        most -= 1;
    }
}

/// Returns a text in as many lines as it takes in this width.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width_of(line) + width_of(word) + 4.3 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The distance of lines of text.
const LINE: f64 = 14.0;

/// Returns a title at the top left, in as many lines as it takes, and the height of all but the first.
fn heading(text: &str, width: f64) -> (Markup, f64) {
    let lines = wrapped(text, width - 12.0);
    let more = LINE * (lines.len() - 1) as f64;
    let lines = lines.into_iter().enumerate();
    let markup = html! {
        @for (i, line) in lines {
            text class="axis" x="8" y=(place(LINE * (i + 1) as f64)) { (line) }
        }
    };
    (markup, more)
}

/// Returns the lines of the title of an axis below this part of a drawing, and where its middle is.
fn foot_lines(title: &str, scale: Scale, width: f64) -> (Vec<String>, f64) {
    let middle = f64::midpoint(scale.from, scale.to);
    (wrapped(title, 2.0 * middle.min(width - middle) - 8.0), middle)
}

/// Returns the height that the ticks and the title of a bottom axis take.
fn foot(title: &str, scale: Scale, width: f64) -> f64 {
    36.0 + LINE * foot_lines(title, scale, width).0.len() as f64
}

/// Returns an axis at the bottom of a drawing of this width, with its grid.
///
/// An axis of whole numbers has no ticks between them.
fn bottom_axis(
    scale: Scale,
    (unit, whole): (Unit, bool),
    title: &str,
    (top, bottom): (f64, f64),
    width: f64,
) -> Markup {
    let most = if whole { scale.high - scale.low } else { f64::MAX };
    let apart = if width < WIDTH { 64.0 } else { 80.0 };
    let (ticks, step) = scale.ticks(((scale.to - scale.from) / apart).min(most) as usize);
    let (lines, middle) = foot_lines(title, scale, width);
    html! {
        @for tick in ticks {
            @let x = place(scale.at(tick));
            line class="grid" x1=(x) x2=(x) y1=(place(top)) y2=(place(bottom)) {}
            text class="tick" x=(x) y=(place(bottom + 20.0)) text-anchor="middle" { (unit.tick(tick, step)) }
        }
        @for (i, line) in lines.iter().enumerate() {
            text class="axis" x=(place(middle)) y=(place(bottom + 40.0 + LINE * i as f64)) text-anchor="middle" { (line) }
        }
    }
}

/// Returns an axis at the left with its grid; its title is a [`heading`].
fn left_axis(scale: Scale, unit: Unit, (left, right): (f64, f64)) -> Markup {
    let (ticks, step) = scale.ticks(5);
    html! {
        @for tick in ticks {
            @let y = scale.at(tick);
            line class="grid" x1=(place(left)) x2=(place(right)) y1=(place(y)) y2=(place(y)) {}
            text class="tick" x=(place(left - 8.0)) y=(place(y + 4.0)) text-anchor="end" { (unit.tick(tick, step)) }
        }
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
    fn texts_keep_to_the_width_that_there_is() {
        let text = "win rate of a seat that drew at least one copy";
        for room in [40.0, 120.0, 300.0] {
            let lines = wrapped(text, room);
            assert_eq!(lines.join(" "), text);
            assert!(lines.iter().all(|line| width_of(line) <= room || !line.contains(' ')), "{lines:?}");
            assert!(width_of(&fitted(text, room)) <= room, "{}", fitted(text, room));
        }
        assert_eq!(fitted("short", 300.0), "short");
    }

    #[test]
    fn a_file_is_xml_and_escapes_what_it_is_given() {
        let plot = Plot::of(|_| Drawing { height: 10.0, body: html! { text { ("<b>&") } } });
        let file = plot.file("a \"quoted\" <label>");
        assert!(file.contains("aria-label=\"a &quot;quoted&quot; &lt;label&gt;\""), "{file}");
        assert!(file.contains("<text>&lt;b&gt;&amp;</text>"), "{file}");
    }
}
