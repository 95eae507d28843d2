//! The printed part of a page: the answers and the plots that fit below them, on two sheets at most.

use super::figure::{Figure, Section};

/// Widths of a plot on a sheet (A4, with margins), in millimetres: beside another one, and alone.
const HALF: f64 = 89.0;
const WHOLE: f64 = 186.0;

/// The height that the title and the sentence of a plot take, beside another one and alone.
const TEXT: (f64, f64) = (26.0, 18.0);

/// The highest plot, and what all of them may take, in millimetres.
const HIGHEST: f64 = 110.0;
const ROOM: f64 = 240.0;

/// The most plots.
const MOST: usize = 4;

/// Chooses the plots that are printed: the first one of each section, then the second ones and so on, as far as they fit.
pub(super) fn choose(sections: &mut [Section]) {
    let longest = sections.iter().map(|section| section.figures.len()).max().unwrap_or(0);
    let places = (0..longest).flat_map(|i| (0..sections.len()).map(move |section| (section, i)));
    let (mut count, mut room) = (0, ROOM);
    for (section, i) in places.collect::<Vec<_>>() {
        let Some(figure) = sections[section].figures.get_mut(i) else { continue };
        let Some((class, height)) = placed(figure) else { continue };
        if count < MOST && height <= room {
            figure.sheet = Some(class);
            count += 1;
            room -= height;
        }
    }
}

/// Returns how a figure stands on a sheet, and the height that it takes of it; none where it is too high.
fn placed(figure: &Figure) -> Option<(&'static str, f64)> {
    let (whole, half) = figure.plot.proportions();
    if half * HALF <= HIGHEST {
        // Another one stands beside it.
        return Some(("sheet", f64::midpoint(half * HALF, TEXT.0)));
    }
    (whole * WHOLE <= HIGHEST).then_some(("sheet whole", whole * WHOLE + TEXT.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::plot::{Intervals, Point, Row};
    use crate::html::words::Unit;

    fn figure(rows: usize) -> Figure {
        let row =
            || Row { label: "x".to_owned(), value: 0.5, interval: None, second: None, point: Point::Plain };
        let rows = (0..rows).map(|_| row()).collect();
        let plot = Intervals { rows, unit: Unit::Plain, axis: "y".to_owned(), reference: None };
        Figure::new("a", String::new(), "", plot.draw())
    }

    #[test]
    fn the_first_plots_of_the_sections_are_printed_as_far_as_they_fit() {
        let of = |rows: &[usize]| Section::new("s", rows.iter().map(|&rows| figure(rows)).collect());
        let chosen = |mut sections: Vec<Section>| -> Vec<Vec<Option<&str>>> {
            choose(&mut sections);
            sections
                .iter()
                .map(|section| section.figures.iter().map(|figure| figure.sheet).collect())
                .collect()
        };
        let sheet = Some("sheet");
        assert_eq!(
            chosen(vec![of(&[4, 4, 4]), of(&[40, 3]), of(&[]), of(&[2])]),
            [vec![sheet, sheet, None], vec![None, sheet], vec![], vec![sheet]]
        );
        assert_eq!(chosen(vec![of(&[12])]), [[Some("sheet whole")]], "too high beside another one");
        assert_eq!(chosen(vec![]), Vec::<Vec<_>>::new());
    }
}
