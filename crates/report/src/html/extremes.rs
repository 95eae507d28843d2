//! Where a figure of a sweep is lowest and where it is highest: one reading for the page and the terminal.

use super::chance::{Interval, apart};
use super::sections::show::{listed, unit_of};
use super::words::{Unit, capital, spoken};

/// A figure of one rule set, or of some.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// What is set there: the value of the one setting that varies, or `key=value` of several.
    pub place: String,
    /// The figure.
    pub value: f64,
    /// Its 95 % interval, where there is one.
    pub interval: Option<(f64, f64)>,
}

/// The rule sets of which one has the lowest figure, and those of which one has the highest: as far as it is
/// known which.
pub(super) struct Ends<'a> {
    pub(super) least: Vec<&'a Swept>,
    pub(super) most: Vec<&'a Swept>,
}

/// Finds the ends; none where the lowest figure that was seen does not differ from the highest by more than luck.
pub(super) fn ends(known: &[Swept]) -> Option<Ends<'_>> {
    let (least, most) = seen(known)?;
    let of = |swept: &Swept| -> (f64, Interval) { (swept.value, swept.interval) };
    let differ = |less: &Swept, more: &Swept| apart(of(less), of(more), known.len());
    differ(least, most).then(|| Ends {
        least: known.iter().filter(|other| !differ(least, other)).collect(),
        most: known.iter().filter(|other| !differ(other, most)).collect(),
    })
}

/// The lowest and the highest figure that was seen.
fn seen(known: &[Swept]) -> Option<(&Swept, &Swept)> {
    let by = |a: &&Swept, b: &&Swept| a.value.total_cmp(&b.value);
    Some((known.iter().min_by(by)?, known.iter().max_by(by)?))
}

/// The place of an end, after `before` which belongs to the first of its names.
pub(super) fn place_of(end: &[&Swept], before: &str) -> String {
    let places: Vec<String> = end.iter().map(|swept| swept.place.clone()).collect();
    let among = if places.len() > 1 { "somewhere among" } else { "at" };
    format!("{among} {before}{}", listed(&places))
}

/// The figures of an end.
pub(super) fn values_of(end: &[&Swept], unit: Unit) -> String {
    let values = || end.iter().map(|swept| swept.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = (unit.said(low), unit.said(high));
    if low == high { low } else { format!("{low} to {high}") }
}

/// Tells in a sentence where a figure is lowest and highest, and where that can't be told from luck; none if
/// fewer than two rule sets have it. `axis` is the setting if one alone varies, its values in their order.
pub fn swept_reading(metric: &str, axis: Option<&str>, known: &[Swept]) -> Option<String> {
    let [first, .., last] = known else { return None };
    let (name, unit) = (spoken(metric), unit_of(metric));
    let (least, most) = seen(known)?;
    let Some(ends) = ends(known) else {
        let (l, m) = (unit.said(least.value), unit.said(most.value));
        return Some(format!(
            "{} shows no clear change: what was seen, {l} to {m}, can be luck.",
            capital(&name)
        ));
    };
    let outermost = [[first, last], [last, first]].iter().any(|[low, high]| *low == least && *high == most);
    if let Some(axis) = axis.filter(|_| outermost) {
        let way = if last.value > first.value { "grows" } else { "falls" };
        let (from, to) = (unit.said(first.value), unit.said(last.value));
        return Some(format!(
            "From {axis}={} to {}, {name} {way} from {from} to {to}.",
            first.place, last.place
        ));
    }
    let before = axis.map_or_else(String::new, |axis| format!("{axis}="));
    Some(format!(
        "{} is lowest {} ({}) and highest {} ({}).",
        capital(&name),
        place_of(&ends.least, &before),
        values_of(&ends.least, unit),
        place_of(&ends.most, ""),
        values_of(&ends.most, unit)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swept(figures: &[(&str, f64, f64)]) -> Vec<Swept> {
        let one = |&(place, value, half): &(&str, f64, f64)| Swept {
            place: place.to_owned(),
            value,
            interval: Some((value - half, value + half)),
        };
        figures.iter().map(one).collect()
    }

    fn reading(axis: Option<&str>, figures: &[(&str, f64, f64)]) -> String {
        swept_reading("turns", axis, &swept(figures)).unwrap()
    }

    #[test]
    fn a_place_is_named_alone_only_where_its_neighbours_are_clearly_beside_it() {
        let clear = [("2", 30.0, 0.1), ("3", 20.0, 0.1), ("4", 40.0, 0.1), ("5", 35.0, 0.1)];
        assert_eq!(reading(Some("a"), &clear), "Turns is lowest at a=3 (20) and highest at 4 (40).");
        let flat =
            [("2", 30.0, 0.1), ("3", 20.0, 0.1), ("4", 20.05, 0.1), ("5", 40.0, 0.1), ("6", 39.9, 0.1)];
        let expected = "Turns is lowest somewhere among a=3 and 4 (20 to 20.1) and highest somewhere among 5 and 6 \
                        (39.9 to 40).";
        assert_eq!(reading(Some("a"), &flat), expected);
        let map = [("a=1 b=1", 5.0, 0.1), ("a=1 b=2", 1.0, 0.1), ("a=2 b=2", 1.0, 0.1)];
        let expected = "Turns is lowest somewhere among a=1 b=2 and a=2 b=2 (1) and highest at a=1 b=1 (5).";
        assert_eq!(reading(None, &map), expected);
    }

    #[test]
    fn ways_and_luck() {
        let rising = [("2", 20.0, 0.1), ("3", 25.0, 9.0), ("4", 30.0, 0.1)];
        assert_eq!(reading(Some("a"), &rising), "From a=2 to 4, turns grows from 20 to 30.");
        let luck = [("2", 20.0, 3.0), ("3", 19.0, 3.0), ("4", 21.0, 3.0)];
        assert_eq!(
            reading(Some("a"), &luck),
            "Turns shows no clear change: what was seen, 19 to 21, can be luck."
        );
        assert_eq!(swept_reading("turns", None, &swept(&luck[..1])), None);
        let unknown = [Swept { interval: None, ..swept(&luck)[0].clone() }, swept(&luck)[1].clone()];
        assert!(swept_reading("turns", None, &unknown).unwrap().contains("no clear change"));
    }
}
