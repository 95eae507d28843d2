//! Points by two figures, and the line below which there are none.

use maud::{Markup, html};

use super::{Drawing, Plot, Scale, WIDTH, bottom_axis, foot, heading, left_axis, place, width_of};
use crate::html::words::Unit;

/// A point.
pub(in crate::html) struct Dot {
    /// Where it stands: to the right, and up.
    pub(in crate::html) at: (f64, f64),
    /// The text shown when it is pointed at.
    pub(in crate::html) note: String,
    /// True if it is one of the best.
    pub(in crate::html) best: bool,
    /// The text beside it.
    pub(in crate::html) name: Option<String>,
}

/// Points by two figures, less of either being better.
pub(in crate::html) struct Scatter {
    /// The points.
    pub(in crate::html) dots: Vec<Dot>,
    /// The titles of the bottom axis, which is in whole numbers, and of the left one.
    pub(in crate::html) axes: (String, String),
}

impl Scatter {
    /// Returns the plot.
    pub(in crate::html) fn draw(&self) -> Plot {
        Plot::of(|width| self.at(width))
    }

    fn at(&self, width: f64) -> Drawing {
        let (title, more) = heading(&self.axes.1, width);
        let (left, right) = (if width < WIDTH { 52.0 } else { 64.0 }, width - 24.0);
        let (top, bottom) = (40.0 + more, 330.0 + more);
        let most = |of: fn(&Dot) -> f64| self.dots.iter().map(of).fold(0.0, f64::max).max(1e-9);
        let (widest, highest) = (most(|dot| dot.at.0).max(1.0), most(|dot| dot.at.1));
        let across = Scale::new((0.0, widest * 1.03), (left + 10.0, right));
        let up = Scale::new((0.0, highest * 1.03), (bottom - 8.0, top));
        let place_of = |(x, y): (f64, f64)| (across.at(x), up.at(y));
        let dots: Vec<(f64, f64)> = self.dots.iter().map(|dot| place_of(dot.at)).collect();
        let mut names: Vec<(Frame, &Dot)> = Vec::new();
        for dot in self.dots.iter().filter(|dot| dot.name.is_some()) {
            let name = dot.name.as_deref().unwrap_or_default();
            let taken: Vec<Frame> = names.iter().map(|(frame, _)| *frame).collect();
            let area = Frame { left: left + 2.0, right, top: top - 14.0, bottom: bottom - 2.0 };
            names.push((free_place(place_of(dot.at), width_of(name), area, (&dots, &taken)), dot));
        }
        let body = html! {
            (title)
            (left_axis(up, Unit::Plain, (left, right)))
            (bottom_axis(across, (Unit::Plain, true), &self.axes.0, (bottom, bottom), width))
            g class="series s0" {
                polyline class="curve" points=(self.edge(place_of)) {}
            }
            @for best in [false, true] {
                @for dot in self.dots.iter().filter(|dot| dot.best == best) {
                    (Self::dot(dot, place_of(dot.at)))
                }
            }
            @for (frame, dot) in &names {
                (Self::name(dot, place_of(dot.at), *frame))
            }
        };
        Drawing { height: bottom + foot(&self.axes.0, across, width), body }
    }

    fn dot(dot: &Dot, (x, y): (f64, f64)) -> Markup {
        let class = if dot.best { "plain" } else { "even" };
        html! {
            g class=(class) {
                title { (dot.note) }
                circle class="mark" cx=(place(x)) cy=(place(y)) r=(if dot.best { "4.5" } else { "3" }) {}
            }
        }
    }

    /// Returns the name of a point in its frame, with a line to the point.
    fn name(dot: &Dot, (x, y): (f64, f64), frame: Frame) -> Markup {
        let (middle, height) =
            (f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom));
        // From the ring to the edge of the frame that faces it.
        let to = (x.clamp(frame.left, frame.right), y.clamp(frame.top, frame.bottom));
        let away = (to.0 - x).hypot(to.1 - y);
        let from = |part: f64| (x + (to.0 - x) * part, y + (to.1 - y) * part);
        html! {
            circle class="ring" cx=(place(x)) cy=(place(y)) r=(place(RING)) {}
            @if away > RING + 4.0 {
                @let (begin, end) = (from(RING / away), from(1.0));
                line class="link" x1=(place(begin.0)) y1=(place(begin.1)) x2=(place(end.0)) y2=(place(end.1)) {}
            }
            text class="value onto" x=(place(middle)) y=(place(height + 4.5)) text-anchor="middle" { (dot.name.as_deref().unwrap_or_default()) }
        }
    }

    /// Returns the steps below which there is no point.
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

/// The ring around a point that has a name.
const RING: f64 = 8.5;

/// A part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn holds(&self, (x, y): (f64, f64), margin: f64) -> bool {
        let across = self.left - margin < x && x < self.right + margin;
        across && self.top - margin < y && y < self.bottom + margin
    }

    fn meets(&self, other: &Self) -> bool {
        let across = self.left < other.right && other.left < self.right;
        across && self.top < other.bottom && other.top < self.bottom
    }

    fn lies_in(&self, other: &Self) -> bool {
        let across = other.left <= self.left && self.right <= other.right;
        across && other.top <= self.top && self.bottom <= other.bottom
    }
}

/// Returns the nearest frame to a point, for a text of this width, that lies in the area, on no dot and on no other
/// frame; if there is none, the one on the fewest dots.
fn free_place(
    (x, y): (f64, f64),
    width: f64,
    area: Frame,
    (dots, taken): (&[(f64, f64)], &[Frame]),
) -> Frame {
    const DIRECTIONS: u32 = 16;
    let (half, height) = (width / 2.0, 8.0);
    let around = |(distance, direction): (f64, u32)| {
        // Upwards first.
        let turn = f64::from(direction.div_ceil(2)) * if direction % 2 == 0 { 1.0 } else { -1.0 };
        let angle = turn * std::f64::consts::TAU / f64::from(DIRECTIONS);
        let (dx, dy) = (angle.sin(), -angle.cos());
        let (x, y) = (x + dx * (distance + half), y + dy * (distance + height));
        Frame { left: x - half, right: x + half, top: y - height, bottom: y + height }
    };
    let distances = (0..12).map(|step| RING + 2.0 + 12.0 * f64::from(step));
    let frames = distances.flat_map(|distance| (0..DIRECTIONS).map(move |direction| (distance, direction)));
    let inside =
        frames.map(around).filter(|frame| frame.lies_in(&area) && !taken.iter().any(|t| t.meets(frame)));
    let covered = |frame: &Frame| dots.iter().filter(|dot| frame.holds(**dot, 5.5)).count();
    // Of equals the first, which is the nearest.
    inside.min_by_key(covered).unwrap_or_else(|| around((RING, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_off_the_points_and_the_edge() {
        let area = Frame { left: 0.0, right: 300.0, top: 0.0, bottom: 200.0 };
        let alone = free_place((150.0, 100.0), 70.0, area, (&[(150.0, 100.0)], &[]));
        assert_eq!(f64::midpoint(alone.left, alone.right), 150.0, "right above it");
        assert!(alone.bottom < 100.0);
        // A crowd around it, all to the left and above.
        let crowd: Vec<(f64, f64)> =
            (0..40).map(|i| (100.0 + f64::from(i % 8) * 12.0, 60.0 + f64::from(i / 8) * 12.0)).collect();
        let name = free_place((148.0, 96.0), 70.0, area, (&crowd, &[]));
        assert!(name.lies_in(&area) && !crowd.iter().any(|&dot| name.holds(dot, 3.0)), "{name:?}");
        let other = free_place((148.0, 96.0), 70.0, area, (&crowd, &[name]));
        assert!(!other.meets(&name));
        let corner = free_place((299.0, 1.0), 70.0, area, (&[(299.0, 1.0)], &[]));
        assert!(corner.lies_in(&area), "{corner:?}");
    }

    #[test]
    fn the_edge_goes_down_in_steps() {
        let dot = |at| Dot { at, note: String::new(), best: false, name: None };
        let at = [(2.0, 1.0), (0.0, 9.0), (1.0, 9.5), (1.0, 4.0), (3.0, 1.0), (1.0, 5.0)];
        let scatter = Scatter { dots: at.map(dot).into(), axes: (String::new(), String::new()) };
        assert_eq!(scatter.edge(|at| at), "0,9 1,9 1,4 2,4 2,1");
    }
}
