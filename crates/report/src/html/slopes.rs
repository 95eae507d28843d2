//! The gain of a figure of a sweep for one more of a setting.

use super::chance::{Interval, Verdict, verdict};
use super::sections::show::unit_of;
use super::words::{Unit, capital, spoken};

/// The amount that one more of a setting adds to a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    /// The setting in words, as it stands before a value: `Steal One `.
    pub before: String,
    /// The amount added.
    pub slope: f64,
    /// Its 95 % interval, where there is one.
    pub interval: Option<(f64, f64)>,
}

/// Tells what a figure gains for one more of each setting, as far as that is not luck; none where all of it can be.
pub(super) fn sloped_reading(metric: &str, slopes: &[Slope]) -> Option<String> {
    let is_clear = |one: &&Slope| verdict(one.slope, one.interval as Interval, 0.0, 1) != Verdict::Unclear;
    let unit = match unit_of(metric) {
        Unit::Share | Unit::Points => Unit::Points,
        Unit::Plain | Unit::Change => Unit::Change,
    };
    let say = |one: &Slope| {
        let interval = one.interval.map_or_else(String::new, |range| format!(" ({})", unit.range(range)));
        format!("{}{interval} for one more of {}", unit.said(one.slope), one.before.trim_end())
    };
    let reported: Vec<String> = slopes.iter().filter(is_clear).map(say).collect();
    let text = || format!("{} changes by {}.", capital(&spoken(metric)), reported.join(", and by "));
    (!reported.is_empty()).then(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::extremes::{Swept, swept_reading};

    fn swept(value: f64, half: f64) -> Swept {
        let interval = Some((value - half, value + half));
        Swept { place: "x".to_owned(), value, interval, is_present: false }
    }

    fn slope(before: &str, slope: f64, half: f64) -> Slope {
        Slope { before: before.to_owned(), slope, interval: Some((slope - half, slope + half)) }
    }

    #[test]
    fn slopes_are_reported_where_cells_are_not_apart() {
        let slopes = [slope("Steal One ", 0.54, 0.11), slope("Steal Two ", 0.15, 0.4)];
        let near = [swept(52.4, 3.0), swept(57.4, 3.0)];
        let reported = swept_reading("turns", None, &near, &slopes).unwrap();
        assert_eq!(reported, "Turns changes by +0.54 (+0.43 to +0.65) for one more of Steal One.");
        let apart = [swept(52.4, 0.1), swept(57.4, 0.1)];
        assert!(swept_reading("turns", None, &apart, &slopes).unwrap().starts_with("Turns is lowest"));
        let luck = swept_reading("turns", None, &near, &slopes[1..]).unwrap();
        assert!(luck.contains("can be luck"), "{luck}");
    }
}
