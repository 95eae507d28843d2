//! Points by two figures, and the line below which there are none.

use maud::{Markup, html};

use super::{Plot, Scale, WIDTH, bottom_axis, left_axis, place, width_of};
use crate::report::html::words::Unit;

/// A point.
pub(in crate::report::html) struct Dot {
    /// Where it stands: to the right, and up.
    pub(in crate::report::html) at: (f64, f64),
    /// What it tells when it is pointed at.
    pub(in crate::report::html) note: String,
    /// Whether it is one of the best.
    pub(in crate::report::html) best: bool,
    /// What is written beside it.
    pub(in crate::report::html) name: Option<String>,
}

/// Points by two figures, less of either being better.
pub(in crate::report::html) struct Scatter {
    /// The points.
    pub(in crate::report::html) dots: Vec<Dot>,
    /// What the bottom axis shows, in whole numbers, and what the left one.
    pub(in crate::report::html) axes: (String, String),
}

impl Scatter {
    /// The drawing.
    pub(in crate::report::html) fn draw(&self) -> Plot {
        let (left, right, top, bottom) = (64.0, WIDTH - 24.0, 40.0, 330.0);
        let most = |of: fn(&Dot) -> f64| self.dots.iter().map(of).fold(0.0, f64::max).max(1e-9);
        let (widest, highest) = (most(|dot| dot.at.0).max(1.0), most(|dot| dot.at.1));
        let across = Scale::new((0.0, widest * 1.03), (left + 10.0, right));
        let up = Scale::new((0.0, highest * 1.03), (bottom - 8.0, top));
        let place_of = |(x, y): (f64, f64)| (across.at(x), up.at(y));
        let body = html! {
            (left_axis(up, Unit::Plain, &self.axes.1, (left, right)))
            (bottom_axis(across, (Unit::Plain, true), &self.axes.0, (bottom, bottom)))
            g class="series s0" {
                polyline class="curve" points=(self.edge(place_of)) {}
            }
            @for best in [false, true] {
                @for dot in self.dots.iter().filter(|dot| dot.best == best) {
                    (Self::dot(dot, place_of(dot.at), right))
                }
            }
        };
        Plot { height: bottom + 50.0, body }
    }

    fn dot(dot: &Dot, (x, y): (f64, f64), right: f64) -> Markup {
        let class = if dot.best { "plain" } else { "even" };
        html! {
            g class=(class) {
                title { (dot.note) }
                circle class="mark" cx=(place(x)) cy=(place(y)) r=(if dot.best { "4.5" } else { "3" }) {}
                @if let Some(name) = &dot.name {
                    circle class="ring" cx=(place(x)) cy=(place(y)) r="8.5" {}
                    @let half = width_of(name) / 2.0;
                    text class="value onto" x=(place(x.clamp(64.0 + half, right - half))) y=(place(y - 14.0)) text-anchor="middle" { (name) }
                }
            }
        }
    }

    /// The steps below which there is no point.
    fn edge(&self, place_of: impl Fn((f64, f64)) -> (f64, f64)) -> String {
        let mut corners: Vec<(f64, f64)> = self.dots.iter().map(|dot| dot.at).collect();
        corners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for (x, y) in corners {
            match steps.last() {
                None => steps.push((x, y)),
                Some(&(_, lowest)) if y < lowest => steps.extend([(x, lowest), (x, y)]),
                Some(_) => {}
            }
        }
        let written = steps.into_iter().map(|at| {
            let (x, y) = place_of(at);
            format!("{},{}", place(x), place(y))
        });
        written.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_goes_down_in_steps() {
        let dot = |at| Dot { at, note: String::new(), best: false, name: None };
        let at = [(2.0, 1.0), (0.0, 9.0), (1.0, 9.5), (1.0, 4.0), (3.0, 1.0), (1.0, 5.0)];
        let scatter = Scatter { dots: at.map(dot).into(), axes: (String::new(), String::new()) };
        assert_eq!(scatter.edge(|at| at), "0,9 1,9 1,4 2,4 2,1");
    }
}
