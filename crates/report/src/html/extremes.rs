//! Where a figure of a sweep is lowest and where it is highest: one reading for the page and the terminal.

use super::chance::{Interval, apart};
use super::sections::show::{listed, unit_of};
use super::slopes::{Slope, sloped_reading};
use super::words::{Unit, capital, spoken};

/// How far the seats are apart.
pub(super) const SPREAD: &str = "seat_spread";

/// A figure of one rule set, or of some.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The setting there: the value of the one setting that varies, or `key=value` of several.
    pub place: String,
    /// The figure.
    pub value: f64,
    /// Its 95 % interval, where there is one.
    pub interval: Option<(f64, f64)>,
    /// True for the present rules.
    pub is_present: bool,
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
    let differ = |less: &Swept, more: &Swept| apart(of(less), of(more), looks(known));
    differ(least, most).then(|| Ends {
        least: known.iter().filter(|other| !differ(least, other)).collect(),
        most: known.iter().filter(|other| !differ(other, most)).collect(),
    })
}

/// Returns at how many figures one looks: two of them are one comparison.
fn looks(known: &[Swept]) -> usize {
    if known.len() == 2 { 1 } else { known.len() }
}

/// Returns the lowest and the highest figure that was seen.
fn seen(known: &[Swept]) -> Option<(&Swept, &Swept)> {
    let by = |a: &&Swept, b: &&Swept| a.value.total_cmp(&b.value);
    Some((known.iter().min_by(by)?, known.iter().max_by(by)?))
}

/// Returns the place of an end, after `before` which belongs to the first of its names.
fn place_of(end: &[&Swept], before: &str) -> String {
    let places: Vec<String> = end.iter().map(|swept| swept.place.clone()).collect();
    let among = if places.len() > 1 { "somewhere among" } else { "at" };
    format!("{among} {before}{}", listed(&places))
}

/// Returns the figures of an end.
fn values_of(end: &[&Swept], unit: Unit) -> String {
    let values = || end.iter().map(|swept| swept.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = (unit.said(low), unit.said(high));
    if low == high { low } else { format!("{low} to {high}") }
}

/// Returns the intervals of the figures of an end, if there are any: `5.0 to 7.0 %`; of several the outermost bounds.
fn intervals_of(end: &[&Swept], unit: Unit) -> Option<String> {
    let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
    let range = end.iter().filter_map(|swept| swept.interval).reduce(both)?;
    let before = if end.len() > 1 { "intervals from " } else { "" };
    Some(format!("{before}{}", unit.range(range)))
}

/// Returns how far the seats of an end are apart: `6.0 % (5.0 to 7.0 %)`. The difference of the two that are picked lies above
/// that of equal seats: the interval says how much is known.
fn spread_of(end: &[&Swept]) -> String {
    let range = intervals_of(end, Unit::Share).map_or_else(String::new, |range| format!(" ({range})"));
    values_of(end, Unit::Share) + &range
}

/// Says where the seats are closest together, if that is more than luck. `before` is what stands before a value.
pub(super) fn closest_reading(known: &[Swept], before: &str) -> String {
    let Some(ends) = ends(known) else {
        return "No setting clearly brings the seats closer together or further apart.".to_owned();
    };
    format!(
        "The seats are closest together {}: the best wins {} of the games more than the worst. They are furthest apart {}: {}.",
        place_of(&ends.least, before),
        spread_of(&ends.least),
        place_of(&ends.most, ""),
        spread_of(&ends.most)
    )
}

/// Figures whose names are plurals.
const PLURAL: [&str; 4] = ["turns", "rounds", "decisions", "forced_decisions"];

/// Tells in a sentence where a figure is lowest and highest, and where that can't be distinguished from luck; none if
/// fewer than two rule sets have it. `before` is what stands before a value if one setting alone varies (`bank goal `), its
/// values in their order. Where no two rule sets are clearly apart, the slopes over all of them may tell more.
pub fn swept_reading(
    metric: &str,
    before: Option<&str>,
    known: &[Swept],
    slopes: &[Slope],
) -> Option<String> {
    let [first, .., last] = known else { return None };
    let (name, unit) = (spoken(metric), unit_of(metric));
    let (least, most) = seen(known)?;
    let Some(ends) = ends(known) else {
        let (l, m) = (unit.said(least.value), unit.said(most.value));
        if let Some(reading) = sloped_reading(metric, slopes) {
            return Some(reading);
        }
        return Some(format!(
            "{} shows no clear change: what was seen, {l} to {m}, can be luck.",
            capital(&name)
        ));
    };
    let outermost = [[first, last], [last, first]].iter().any(|[low, high]| *low == least && *high == most);
    if let Some(before) = before.filter(|_| outermost) {
        let way = match (last.value > first.value, PLURAL.contains(&metric)) {
            (true, false) => "grows",
            (true, true) => "grow",
            (false, false) => "falls",
            (false, true) => "fall",
        };
        let said = |one: &Swept| if metric == SPREAD { spread_of(&[one]) } else { unit.said(one.value) };
        let (from, to) = (said(first), said(last));
        return Some(format!(
            "From {before}{} to {}, {name} {way} from {from} to {to}.",
            first.place, last.place
        ));
    }
    // At the edge of what was tried, the figure may go on beyond it.
    let edge = |end: &[&Swept]| match end {
        [one] if before.is_some() && (*one == first || *one == last) => ", the edge of what was tried",
        _ => "",
    };
    // Which seats are compared is picked: the figure is worth little without its interval.
    let said = |end: &[&Swept]| {
        let intervals = intervals_of(end, unit).filter(|_| metric == SPREAD);
        values_of(end, unit) + &intervals.map_or_else(String::new, |range| format!(", {range}"))
    };
    Some(format!(
        "{} is lowest {} ({}{}) and highest {} ({}{}).",
        capital(&name),
        place_of(&ends.least, before.unwrap_or_default()),
        said(&ends.least),
        edge(&ends.least),
        place_of(&ends.most, ""),
        said(&ends.most),
        edge(&ends.most)
    ))
}

/// Tells whether a setting surely brings the seats closer together than the present rules, by their spread; none where
/// the present rules are not among those that were tried.
pub fn fairer_reading(known: &[Swept], who: &str) -> Option<String> {
    let present = known.iter().find(|swept| swept.is_present)?;
    let of = |swept: &Swept| -> (f64, Interval) { (swept.value, swept.interval) };
    let mut better: Vec<&Swept> =
        known.iter().filter(|other| apart(of(other), of(present), looks(known))).collect();
    better.sort_by(|a, b| a.value.total_cmp(&b.value));
    let (place, now) = (&present.place, spread_of(&[present]));
    Some(match better.first() {
        None => format!(
            "No setting is surely fairer than the present one, {place}: there the best {who} wins {now} of the games more \
             than the worst."
        ),
        Some(best) => {
            let others = better.len() - 1;
            let also = if others == 0 { String::new() } else { format!(" (so are {others} more)") };
            format!(
                "At {} the {who}s are surely fairer than at present, {place}{also}: the best wins {} of the games more than \
                 the worst instead of {now}.",
                best.place,
                spread_of(&[best])
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swept(figures: &[(&str, f64, f64)]) -> Vec<Swept> {
        let one = |&(place, value, half): &(&str, f64, f64)| Swept {
            place: place.to_owned(),
            value,
            interval: Some((value - half, value + half)),
            is_present: place == "4",
        };
        figures.iter().map(one).collect()
    }

    fn reading(before: Option<&str>, figures: &[(&str, f64, f64)]) -> String {
        swept_reading("turns", before, &swept(figures), &[]).unwrap()
    }

    #[test]
    fn a_place_is_named_alone_only_where_its_neighbours_are_clearly_beside_it() {
        let clear = [("2", 30.0, 0.1), ("3", 20.0, 0.1), ("4", 40.0, 0.1), ("5", 35.0, 0.1)];
        assert_eq!(reading(Some("a="), &clear), "Turns is lowest at a=3 (20) and highest at 4 (40).");
        let flat =
            [("2", 30.0, 0.1), ("3", 20.0, 0.1), ("4", 20.05, 0.1), ("5", 40.0, 0.1), ("6", 39.9, 0.1)];
        let expected = "Turns is lowest somewhere among a=3 and 4 (20 to 20.1) and highest somewhere among 5 and 6 \
                        (39.9 to 40).";
        assert_eq!(reading(Some("a="), &flat), expected);
        let map = [("a=1 b=1", 5.0, 0.1), ("a=1 b=2", 1.0, 0.1), ("a=2 b=2", 1.0, 0.1)];
        let expected = "Turns is lowest somewhere among a=1 b=2 and a=2 b=2 (1) and highest at a=1 b=1 (5).";
        assert_eq!(reading(None, &map), expected);
    }

    #[test]
    fn an_end_at_the_edge_is_called_so() {
        let bent = [("2", 20.0, 0.1), ("3", 40.0, 0.1), ("4", 30.0, 0.1)];
        assert_eq!(
            reading(Some("a="), &bent),
            "Turns is lowest at a=2 (20, the edge of what was tried) and highest at 3 (40)."
        );
    }

    #[test]
    fn a_setting_is_fairer_only_if_that_is_sure() {
        let of = |figures: &[(&str, f64, f64)]| fairer_reading(&swept(figures), "seat");
        let none = [("3", 0.05, 0.01), ("4", 0.06, 0.01), ("5", 0.07, 0.01)];
        assert_eq!(
            of(&none).unwrap(),
            "No setting is surely fairer than the present one, 4: there the best seat wins 6.0 % (5.0 to 7.0 %) of the \
             games more than the worst."
        );
        let some = [("2", 0.01, 0.005), ("3", 0.02, 0.005), ("4", 0.06, 0.005), ("5", 0.09, 0.005)];
        assert_eq!(
            of(&some).unwrap(),
            "At 2 the seats are surely fairer than at present, 4 (so are 1 more): the best wins 1.0 % (0.5 to \
             1.5 %) of the games more than the worst instead of 6.0 % (5.5 to 6.5 %)."
        );
        assert_eq!(of(&none[..1]), None, "the present rules were not tried");
    }

    #[test]
    fn how_far_seats_are_apart_is_said_with_the_interval() {
        let figures = [("2", 0.05, 0.005), ("3", 0.02, 0.005), ("4", 0.09, 0.005), ("5", 0.092, 0.005)];
        let text = closest_reading(&swept(&figures), "a=");
        assert_eq!(
            text,
            "The seats are closest together at a=3: the best wins 2.0 % (1.5 to 2.5 %) of the games more than the worst. They \
             are furthest apart somewhere among 4 and 5: 9.0 % to 9.2 % (intervals from 8.5 to 9.7 %)."
        );
        let luck = swept(&[("2", 0.05, 0.02), ("3", 0.04, 0.02)]);
        assert!(closest_reading(&luck, "a=").starts_with("No setting clearly"));
        let of =
            |figures: &[(&str, f64, f64)]| swept_reading(SPREAD, Some("a="), &swept(figures), &[]).unwrap();
        assert_eq!(
            of(&figures),
            "Seat spread is lowest at a=3 (2.0 %, 1.5 to 2.5 %) and highest somewhere among 4 and 5 (9.0 % to 9.2 %, intervals \
             from 8.5 to 9.7 %)."
        );
        assert_eq!(
            of(&figures[1..3]),
            "From a=3 to 4, seat spread grows from 2.0 % (1.5 to 2.5 %) to 9.0 % (8.5 to 9.5 %)."
        );
    }

    #[test]
    fn no_clear_change_is_never_said_beside_a_clear_slope() {
        let near = swept(&[("2", 52.9, 3.0), ("3", 54.0, 3.0), ("4", 55.3, 3.0)]);
        let slope = |half: f64| Slope {
            before: "a=".to_owned(),
            slope: 0.6,
            interval: Some((0.6 - half, 0.6 + half)),
        };
        let reading = |half| swept_reading("turns", Some("a="), &near, &[slope(half)]).unwrap();
        assert_eq!(reading(0.26), "Turns changes by +0.60 (+0.34 to +0.86) for one more of a=.");
        assert!(reading(0.7).contains("no clear change"));
    }

    #[test]
    fn ways_and_luck() {
        let rising = [("2", 20.0, 0.1), ("3", 25.0, 9.0), ("4", 30.0, 0.1)];
        assert_eq!(reading(Some("a="), &rising), "From a=2 to 4, turns grow from 20 to 30.");
        let luck = [("2", 20.0, 3.0), ("3", 19.0, 3.0), ("4", 21.0, 3.0)];
        assert_eq!(
            reading(Some("a="), &luck),
            "Turns shows no clear change: what was seen, 19 to 21, can be luck."
        );
        assert_eq!(swept_reading("turns", None, &swept(&luck[..1]), &[]), None);
        let unknown = [Swept { interval: None, ..swept(&luck)[0].clone() }, swept(&luck)[1].clone()];
        assert!(swept_reading("turns", None, &unknown, &[]).unwrap().contains("no clear change"));
    }
}
