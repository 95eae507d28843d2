//! How figures answer to settings: curves for one, maps for two, and who weighs most among many.

use std::collections::BTreeMap;

use maud::html;

use super::show::{listed, unit_of};
use super::weights::{slopes, weights};
use crate::experiments::SweptRow;
use crate::html::chance::Interval;
use crate::html::extremes::{SPREAD, Swept, closest_reading, ends, fairer_reading, swept_reading};
use crate::html::figure::{Figure, Section, table};
use crate::html::plot::{Heat, HeatCell, Intervals, Line, Lines, Point, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::rules::{axis_name, before_value};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, capital, spoken, thousands};
use ludometer_model::player;
use ludometer_stats::Row as _;

/// The figures that are drawn where nothing was asked for.
const USUAL: &[&str] = &["turns", "table_score", "seat_spread", "leader_gap", "unfinished"];

/// The most figures that are drawn, and the most maps of one.
const MOST: usize = 6;
const MAPS: usize = 3;

/// A setting that was varied.
struct Axis {
    /// The column.
    key: String,
    /// In words: of an axis of a plot, and before a value.
    name: String,
    before: String,
    values: Vec<String>,
    /// The value in the present rules, if there is one.
    present: Option<String>,
}

/// A figure of every rule set: its value and interval.
type Column = Vec<Option<(f64, Interval)>>;

/// A sweep as the page reads it.
struct Sweep<'a> {
    axes: Vec<Axis>,
    /// For each rule set its value on each axis.
    points: Vec<Vec<&'a str>>,
    sheet: &'a CsvTable,
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(SweptRow::TABLE) else { return Ok(None) };
    let sweep = Sweep::read(results, sheet)?;
    let mut section = Section::new("How do the results change with the settings?", Vec::new());
    for metric in sweep.drawn(results)? {
        match &sweep.axes[..] {
            [_] => section.figures.extend(sweep.curve(results, &metric)?),
            [_, _] => section.figures.extend(sweep.map(results, &metric, (0, 1))?),
            _ => section.figures.extend(weights(results, &metric)?),
        }
    }
    match sweep.axes.len() {
        1 => section.figures.extend(sweep.seats()?),
        2 => {}
        _ => section.figures.extend(sweep.maps(results)?),
    }
    section.lead = sweep.lead()?;
    section.rest = html! {
        @for (name, what) in [
            ("sweep", "All rule sets"), ("effects", "Means by value"), ("elasticities", "Slopes and elasticities"),
        ] {
            @if let Some(sheet) = results.sheet(name) {
                details { summary { (what) ", " code { (name) ".csv" } } (table(sheet)) }
            }
        }
    };
    Ok(Some(section))
}

/// Returns what matters most: whether a setting is fairer than the present one, and how the first figure answers.
pub(in crate::html) fn headline(results: &Results) -> Result<Option<String>, ResultsError> {
    let Some(sheet) = results.sheet(SweptRow::TABLE) else { return Ok(None) };
    let sweep = Sweep::read(results, sheet)?;
    let [axis] = &sweep.axes[..] else { return Ok(None) };
    let first = sweep.drawn(results)?.into_iter().next();
    let mut parts = Vec::new();
    if let Some(metric) = first {
        let (known, slopes) = (sweep.known(&metric)?, slopes(results, &metric)?);
        parts.extend(swept_reading(&metric, Some(&axis.before), &known, &slopes));
    }
    if sheet.find(SPREAD).is_some() {
        parts.extend(fairer_reading(&sweep.known(SPREAD)?, sweep.parties()));
    }
    Ok((!parts.is_empty()).then(|| parts.join(" ")))
}

impl<'a> Sweep<'a> {
    fn read(results: &Results, sheet: &'a CsvTable) -> Result<Self, ResultsError> {
        // What has one value only is a setting like others.
        let varied = results.record.axes.iter().filter(|axis| axis.values.len() > 1);
        let axes = varied.map(|axis| Axis {
            key: axis.name.clone(),
            name: axis_name(&results.names, &axis.name),
            before: before_value(&results.names, &axis.name),
            values: axis.values.clone(),
            present: results.record.present.get(&axis.name).cloned(),
        });
        let axes: Vec<Axis> = axes.collect();
        let columns = axes.iter().map(|axis| sheet.texts(&axis.key)).collect::<Result<Vec<_>, _>>()?;
        let points = (0..sheet.rows.len()).map(|row| columns.iter().map(|column| column[row]).collect());
        Ok(Self { points: points.collect(), axes, sheet })
    }

    /// Returns the word for those who win against each other.
    fn parties(&self) -> &'static str {
        let has_sides = self.sheet.columns.iter().any(|column| column.starts_with("side_win_rate["));
        if has_sides { "side" } else { "seat" }
    }

    fn column(&self, metric: &str) -> Result<Column, ResultsError> {
        let values = self.sheet.numbers(metric)?;
        let intervals = self.sheet.intervals(&format!("{metric}_ci_low"), &format!("{metric}_ci_high"))?;
        Ok(values.into_iter().zip(intervals).map(|(value, interval)| Some((value?, interval))).collect())
    }

    /// Returns the figures to draw: those that were asked for, then the usual ones that change at all.
    fn drawn(&self, results: &Results) -> Result<Vec<String>, ResultsError> {
        let asked = &results.record.metrics;
        let usual = USUAL.iter().copied().filter(|name| !asked.iter().any(|asked| asked == name));
        let mut drawn = Vec::new();
        for (i, name) in asked.iter().map(String::as_str).chain(usual).enumerate() {
            if self.sheet.find(name).is_none() {
                continue;
            }
            let values = self.column(name)?;
            let mut values = values.iter().flatten().map(|(value, _)| *value);
            let first = values.next();
            if first.is_some() && (i < asked.len() || values.any(|value| Some(value) != first)) {
                drawn.push(name.to_owned());
            }
        }
        drawn.truncate(MOST);
        Ok(drawn)
    }

    fn lead(&self) -> Result<maud::Markup, ResultsError> {
        let rows: Vec<SweptRow> = self.sheet.typed()?;
        let invalid: Vec<&SweptRow> = rows.iter().filter(|row| row.status == "invalid").collect();
        let axes: Vec<String> =
            self.axes.iter().map(|axis| format!("{} ({})", axis.name, listed(&axis.values))).collect();
        Ok(html! {
            p class="lead" {
                @if !axes.is_empty() { "Varied: " (listed(&axes)) ". " }
                @if let Some(first) = invalid.first() {
                    (thousands(invalid.len() as f64)) " of " (thousands(rows.len() as f64))
                    " rule sets can't be played; the first because: " (first.reason)
                }
            }
        })
    }

    /// Returns true if these values, one an axis, are those of the present rules.
    fn is_present(&self, point: &[&str]) -> bool {
        self.axes.iter().zip(point).all(|(axis, value)| axis.present.as_deref() == Some(value))
    }

    /// Returns a figure at each value of the first setting where it is known.
    fn known(&self, metric: &str) -> Result<Vec<Swept>, ResultsError> {
        let column = self.column(metric)?;
        let at = |(point, field): (&Vec<&'a str>, _)| {
            let (value, interval): (f64, Interval) = field?;
            Some(Swept { place: point[0].to_owned(), value, interval, is_present: self.is_present(point) })
        };
        Ok(self.points.iter().zip(column).filter_map(at).collect())
    }

    /// Returns a figure over one setting: a curve where that is a number, else a point for each value.
    fn curve(&self, results: &Results, metric: &str) -> Result<Option<Figure>, ResultsError> {
        let (axis, known, slopes) = (&self.axes[0], self.known(metric)?, slopes(results, metric)?);
        let Some(reading) = swept_reading(metric, Some(&axis.before), &known, &slopes) else {
            return Ok(None);
        };
        let (name, unit) = (spoken(metric), unit_of(metric));
        let title = format!("{} by {}", capital(&name), axis.name);
        let definition = "Each point is a rule set that was played, with its 95 % interval; all else is the same. The present rules are \
             marked \u{201c}now\u{201d}, if they are among them.";
        let up = if unit == Unit::Points { format!("{name}, in percentage points") } else { name.clone() };
        let numbers: Option<Vec<f64>> = known.iter().map(|at| at.place.parse().ok()).collect();
        let plot = if let Some(numbers) = numbers {
            let points = numbers.into_iter().zip(&known).map(|(x, at)| (x, at.value, at.interval)).collect();
            let curves = vec![Line { name: name.clone(), points }];
            curves_over(axis, curves, unit, &up)
        } else {
            let row = |at: &Swept| Row {
                label: if at.is_present { format!("{} (now)", at.place) } else { at.place.clone() },
                value: at.value,
                interval: at.interval,
                second: None,
                point: Point::Plain,
            };
            Intervals { rows: known.iter().map(row).collect(), unit, axis: up, reference: None }.draw()
        };
        Ok(Some(Figure::new(&title, reading, definition, plot)))
    }

    /// Returns every seat's win rate over one setting.
    fn seats(&self) -> Result<Option<Figure>, ResultsError> {
        let axis = &self.axes[0];
        let mut curves = Vec::new();
        for seat in 0_usize.. {
            let metric = format!("seat_win_rate[{seat}]");
            if self.sheet.find(&metric).is_none() {
                break;
            }
            let column = self.column(&metric)?;
            let points = self.points.iter().zip(&column).filter_map(|(point, field)| {
                let (value, interval) = (*field)?;
                Some((point[0].parse().ok()?, value, interval))
            });
            curves.push(Line { name: player(seat), points: points.collect() });
        }
        if curves.iter().all(|line| line.points.len() < 2) {
            return Ok(None);
        }
        curves.retain(|line| !line.points.is_empty());
        let reading = self.closest()?;
        let definition = "The share of games that each seat wins, with its 95 % interval.";
        let plot = curves_over(axis, curves, Unit::Share, "win rate");
        Ok(Some(Figure::new("Wins by seat and setting", reading, definition, plot)))
    }

    /// Says where the seats are closest together, if that is more than luck.
    fn closest(&self) -> Result<String, ResultsError> {
        let axis = &self.axes[0];
        let known = if self.sheet.find(SPREAD).is_some() { self.known(SPREAD)? } else { Vec::new() };
        Ok(closest_reading(&known, &axis.before))
    }

    /// Returns a figure by two of the settings, its mean where others vary as well.
    fn map(
        &self,
        results: &Results,
        metric: &str,
        (down, across): (usize, usize),
    ) -> Result<Option<Figure>, ResultsError> {
        let (rows, columns, unit) = (&self.axes[down], &self.axes[across], unit_of(metric));
        let mut sums: BTreeMap<(usize, usize), Sum> = BTreeMap::new();
        for (point, field) in self.points.iter().zip(self.column(metric)?) {
            let place = |axis: &Axis, at: usize| axis.values.iter().position(|value| value == point[at]);
            let (Some((value, interval)), Some(i), Some(j)) =
                (field, place(rows, down), place(columns, across))
            else {
                continue;
            };
            sums.entry((i, j)).or_default().add(value, interval);
        }
        // A map of holes shows nothing.
        if sums.len() * 2 <= rows.values.len() * columns.values.len() {
            return Ok(None);
        }
        let means: BTreeMap<(usize, usize), (f64, Interval)> =
            sums.into_iter().map(|(at, sum)| (at, sum.mean())).collect();
        let place = |(i, j): (usize, usize)| {
            format!("{}{}, {}{}", rows.before, rows.values[i], columns.before, columns.values[j])
        };
        let alone = self.axes.len() == 2;
        let is_now = |(i, j): (usize, usize)| {
            [(rows, i), (columns, j)]
                .iter()
                .all(|(axis, at)| axis.present.as_ref() == Some(&axis.values[*at]))
        };
        let known: Vec<Swept> = means
            .iter()
            .map(|(&at, &(value, interval))| Swept {
                place: place(at),
                value,
                interval,
                is_present: alone && is_now(at),
            })
            .collect();
        let slopes = if alone { slopes(results, metric)? } else { Vec::new() };
        let Some(reading) = swept_reading(metric, None, &known, &slopes) else { return Ok(None) };
        // Colours would make a pattern of mere luck.
        let clear = ends(&known).is_some();
        let values = || known.iter().map(|swept| swept.value);
        let (least, most) =
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let (middle, half) = (f64::midpoint(least, most), ((most - least) / 2.0).max(1e-12));
        let cell = |at: (usize, usize)| {
            let &(value, interval) = means.get(&at)?;
            let known = interval.map_or_else(String::new, |i| format!(" (95 %: {})", unit.range(i)));
            let now = if is_now(at) { ", the present rules" } else { "" };
            let note = format!("{}: {}{known}{now}", place(at), unit.said(value));
            let weight = if clear { (value - middle) / half } else { 0.0 };
            let (text, below) = (unit.text(value), interval.map(|i| unit.range(i)));
            Some(HeatCell { text, below, note, weight, is_marked: is_now(at) })
        };
        let cells = (0..rows.values.len()).map(|i| (0..columns.values.len()).map(|j| cell((i, j))).collect());
        let axes = (rows.name.clone(), format!("by {}", columns.name));
        let heat =
            Heat { rows: rows.values.clone(), columns: columns.values.clone(), cells: cells.collect(), axes };
        let name = capital(&spoken(metric));
        let what = if alone { "a rule set" } else { "the mean over all rule sets with these two values" };
        let colour = if clear {
            "The further from the middle between the least and the most, the deeper the colour."
        } else {
            "Without colour: no two of them clearly differ."
        };
        let any_now = means.keys().any(|&at| is_now(at));
        let now = if any_now { " The frame marks the present rules." } else { "" };
        let definition = format!("Each cell is {what}, with its 95 % interval. {colour}{now}");
        let title = if alone {
            format!("{name} by two settings")
        } else {
            format!("{name} by {} and {}", rows.name, columns.name)
        };
        Ok(Some(Figure::new(&title, reading, &definition, heat.draw())))
    }

    /// Returns the first figure by pairs of the settings that weigh most.
    fn maps(&self, results: &Results) -> Result<Vec<Figure>, ResultsError> {
        let Some(metric) = self.drawn(results)?.into_iter().next() else { return Ok(Vec::new()) };
        let mut maps = Vec::new();
        for down in 0..self.axes.len() {
            for across in down + 1..self.axes.len() {
                if maps.len() < MAPS {
                    maps.extend(self.map(results, &metric, (down, across))?);
                }
            }
        }
        Ok(maps)
    }
}

/// The sum of a figure over rule sets.
#[derive(Default)]
struct Sum {
    value: f64,
    rule_sets: f64,
    /// Of the ends of the intervals, of those that are known.
    ends: (f64, f64),
    intervals: f64,
}

impl Sum {
    fn add(&mut self, value: f64, interval: Interval) {
        self.value += value;
        self.rule_sets += 1.0;
        if let Some((low, high)) = interval {
            self.ends = (self.ends.0 + low, self.ends.1 + high);
            self.intervals += 1.0;
        }
    }

    /// Returns the mean. Its interval is the mean of theirs: wide enough however their plays hang together.
    fn mean(&self) -> (f64, Interval) {
        let n = self.rule_sets;
        (self.value / n, (self.intervals == n).then_some((self.ends.0 / n, self.ends.1 / n)))
    }
}

fn curves_over(axis: &Axis, curves: Vec<Line>, unit: Unit, up: &str) -> crate::html::plot::Plot {
    let across = (axis.name.clone(), Unit::Plain);
    let now = axis.present.as_ref().and_then(|value| value.parse().ok());
    Lines { curves, unit, across, up: up.to_owned(), diagonal: false, now }.draw()
}
