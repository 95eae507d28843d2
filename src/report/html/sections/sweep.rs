//! How figures answer to settings: curves for one, maps for two, and who weighs most among many.

use std::collections::BTreeMap;

use maud::html;

use super::show::{listed, named, plain, spoken, unit_of};
use crate::report::html::figure::{Figure, Section, table};
use crate::report::html::plot::{Heat, HeatCell, Intervals, Line, Lines, Point, Row};
use crate::report::html::results::{Results, ResultsError};
use crate::report::html::sheet::Sheet;
use crate::report::html::words::{Unit, figure, sentence, thousands};

/// What is drawn where nothing was asked for.
const USUAL: &[&str] = &["turns", "seat_spread", "leader_gap", "unfinished"];

/// The most figures that are drawn, and the most maps of one.
const MOST: usize = 6;
const MAPS: usize = 3;

/// What was varied.
struct Axis {
    name: String,
    values: Vec<String>,
}

/// A figure's interval, where it has one.
type Interval = Option<(f64, f64)>;

/// A figure of every rule set: its value and interval.
type Column = Vec<Option<(f64, Interval)>>;

/// A figure where one setting has this value.
type At<'a> = (&'a str, f64, Interval);

/// A sweep as the page reads it.
struct Sweep<'a> {
    axes: Vec<Axis>,
    /// For each rule set its value on each axis.
    points: Vec<Vec<&'a str>>,
    sheet: &'a Sheet,
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("sweep") else { return Ok(None) };
    let sweep = Sweep::read(results, sheet)?;
    let mut section = Section::new("How do figures answer to the settings?", Vec::new());
    for metric in sweep.drawn(results)? {
        match &sweep.axes[..] {
            [_] => section.figures.extend(sweep.curve(&metric)?),
            [_, _] => section.figures.extend(sweep.map(&metric, (0, 1))?),
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

impl<'a> Sweep<'a> {
    fn read(results: &Results, sheet: &'a Sheet) -> Result<Self, ResultsError> {
        let axes = results.record["axes"].as_array().into_iter().flatten().filter_map(|axis| {
            let values = axis["values"].as_array()?.iter().filter_map(|v| Some(v.as_str()?.to_owned()));
            Some(Axis { name: axis["name"].as_str()?.to_owned(), values: values.collect() })
        });
        // What has one value only is a setting like others.
        let axes: Vec<Axis> = axes.filter(|axis| axis.values.len() > 1).collect();
        let columns = axes.iter().map(|axis| sheet.texts(&axis.name)).collect::<Result<Vec<_>, _>>()?;
        let points = (0..sheet.rows.len()).map(|row| columns.iter().map(|column| column[row]).collect());
        Ok(Self { points: points.collect(), axes, sheet })
    }

    fn column(&self, metric: &str) -> Result<Column, ResultsError> {
        let values = self.sheet.numbers(metric)?;
        let intervals = self.sheet.intervals(&format!("{metric}_ci_low"), &format!("{metric}_ci_high"))?;
        Ok(values.into_iter().zip(intervals).map(|(value, interval)| Some((value?, interval))).collect())
    }

    /// The figures to draw: those that were asked for, then the usual ones that change at all.
    fn drawn(&self, results: &Results) -> Result<Vec<String>, ResultsError> {
        let words = results.text("command").and_then(shlex::split).unwrap_or_default();
        let asked = words.iter().skip_while(|word| *word != "--metrics").skip(1);
        let asked: Vec<String> = asked.take_while(|word| !word.starts_with("--")).cloned().collect();
        let usual = USUAL.iter().map(|name| (*name).to_owned()).filter(|name| !asked.contains(name));
        let mut drawn = Vec::new();
        for (i, name) in asked.iter().cloned().chain(usual).enumerate() {
            if self.sheet.find(&name).is_none() {
                continue;
            }
            let values = self.column(&name)?;
            let mut values = values.iter().flatten().map(|(value, _)| *value);
            let first = values.next();
            if first.is_some() && (i < asked.len() || values.any(|value| Some(value) != first)) {
                drawn.push(name);
            }
        }
        drawn.truncate(MOST);
        Ok(drawn)
    }

    fn lead(&self) -> Result<maud::Markup, ResultsError> {
        let (status, reasons) = (self.sheet.texts("status")?, self.sheet.texts("reason")?);
        let invalid: Vec<usize> = (0..status.len()).filter(|&row| status[row] == "invalid").collect();
        let axes: Vec<String> =
            self.axes.iter().map(|axis| format!("{} ({})", axis.name, listed(&axis.values))).collect();
        Ok(html! {
            p class="lead" {
                @if !axes.is_empty() { "Varied: " (listed(&axes)) ". " }
                @if let Some(&first) = invalid.first() {
                    (thousands(invalid.len() as f64)) " of " (thousands(status.len() as f64))
                    " rule sets can't be played; the first because: " (reasons[first])
                }
            }
        })
    }

    /// A figure over one setting: a curve where that is a number, else a point for each value.
    fn curve(&self, metric: &str) -> Result<Option<Figure>, ResultsError> {
        let (axis, column) = (&self.axes[0], self.column(metric)?);
        let known: Vec<At<'_>> = self
            .points
            .iter()
            .zip(&column)
            .filter_map(|(point, field)| field.map(|(value, interval)| (point[0], value, interval)))
            .collect();
        let [first, .., last] = known[..] else { return Ok(None) };
        let (title, unit) = (format!("{} by {}", sentence(metric), axis.name), unit_of(metric));
        let (least, most) = known.iter().fold((first, first), |(least, most), &at| {
            (if at.1 < least.1 { at } else { least }, if at.1 > most.1 { at } else { most })
        });
        let low = |at: At<'_>| at.2.map_or(at.1, |interval| interval.0);
        let high = |at: At<'_>| at.2.map_or(at.1, |interval| interval.1);
        let name = spoken(metric);
        let reading = if low(most) <= high(least) {
            format!("{} shows no clear change: all intervals have values in common.", sentence(metric))
        } else if (least.0, most.0) == (first.0, last.0) || (most.0, least.0) == (first.0, last.0) {
            let way = if last.1 > first.1 { "grows" } else { "falls" };
            let (from, to) = (unit.text(first.1), unit.text(last.1));
            format!("From {}={} to {}, {name} {way} from {from} to {to}.", axis.name, first.0, last.0)
        } else {
            let (l, m) = (unit.text(least.1), unit.text(most.1));
            format!(
                "{} is lowest at {}={} ({l}) and highest at {} ({m}).",
                sentence(metric),
                axis.name,
                least.0,
                most.0
            )
        };
        let definition =
            "Each point is a rule set that was played, with its 95 % interval; all else is the same.";
        let numbers: Option<Vec<f64>> = known.iter().map(|at| at.0.parse().ok()).collect();
        let plot = if let Some(numbers) = numbers {
            let points = numbers.into_iter().zip(&known).map(|(x, at)| (x, at.1, at.2)).collect();
            let curves = vec![Line { name: name.clone(), points }];
            curves_over(axis, curves, unit, &name)
        } else {
            let row = |at: &At<'_>| Row {
                label: at.0.to_owned(),
                value: at.1,
                interval: at.2,
                second: None,
                point: Point::Plain,
            };
            Intervals { rows: known.iter().map(row).collect(), unit, axis: name.clone(), reference: None }
                .draw()
        };
        Ok(Some(Figure::new(&title, reading, definition, plot)))
    }

    /// Every seat's win rate over one setting.
    fn seats(&self) -> Result<Option<Figure>, ResultsError> {
        let axis = &self.axes[0];
        let mut curves = Vec::new();
        for seat in 0.. {
            let metric = format!("seat_win_rate[{seat}]");
            if self.sheet.find(&metric).is_none() {
                break;
            }
            let column = self.column(&metric)?;
            let points = self.points.iter().zip(&column).filter_map(|(point, field)| {
                let (value, interval) = (*field)?;
                Some((point[0].parse().ok()?, value, interval))
            });
            curves.push(Line { name: format!("seat {seat}"), points: points.collect() });
        }
        if curves.iter().all(|line| line.points.len() < 2) {
            return Ok(None);
        }
        curves.retain(|line| !line.points.is_empty());
        let spread = |at: usize| {
            let rates = curves.iter().filter_map(|line| line.points.get(at).map(|point| point.1));
            let (low, high) = rates.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            high - low
        };
        let fairest =
            (0..curves[0].points.len()).min_by(|&i, &j| spread(i).total_cmp(&spread(j))).unwrap_or(0);
        let reading = format!(
            "The seats are closest together at {}={}: {} points between the best and the worst.",
            axis.name,
            figure(curves[0].points[fairest].0),
            figure((spread(fairest) * 1000.0).round() / 10.0)
        );
        let definition = "The share of plays that each seat wins, with its 95 % interval.";
        let plot = curves_over(axis, curves, Unit::Share, "win rate");
        Ok(Some(Figure::new("Wins by seat and setting", reading, definition, plot)))
    }

    /// A figure by two of the settings, its mean where others vary as well.
    fn map(&self, metric: &str, (down, across): (usize, usize)) -> Result<Option<Figure>, ResultsError> {
        let (rows, columns, unit) = (&self.axes[down], &self.axes[across], unit_of(metric));
        let mut sums: BTreeMap<(usize, usize), (f64, f64, Interval)> = BTreeMap::new();
        for (point, field) in self.points.iter().zip(self.column(metric)?) {
            let place = |axis: &Axis, at: usize| axis.values.iter().position(|value| value == point[at]);
            let (Some((value, interval)), Some(i), Some(j)) =
                (field, place(rows, down), place(columns, across))
            else {
                continue;
            };
            let sum = sums.entry((i, j)).or_insert((0.0, 0.0, None));
            *sum = (sum.0 + value, sum.1 + 1.0, interval);
        }
        // A map of holes shows nothing.
        if sums.len() * 2 <= rows.values.len() * columns.values.len() {
            return Ok(None);
        }
        let means: Vec<((usize, usize), f64)> = sums.iter().map(|(at, sum)| (*at, sum.0 / sum.1)).collect();
        let by = |a: &&((usize, usize), f64), b: &&((usize, usize), f64)| a.1.total_cmp(&b.1);
        let (Some(least), Some(most)) = (means.iter().min_by(by), means.iter().max_by(by)) else {
            return Ok(None);
        };
        let (middle, half) = (f64::midpoint(least.1, most.1), ((most.1 - least.1) / 2.0).max(1e-12));
        let words = |(i, j): (usize, usize)| {
            format!("{}={}, {}={}", rows.name, rows.values[i], columns.name, columns.values[j])
        };
        let cell = |at: (usize, usize)| {
            let sum = sums.get(&at)?;
            let value = sum.0 / sum.1;
            let interval = sum.2.filter(|_| sum.1 == 1.0);
            let interval = interval.map_or_else(String::new, |i| format!(" (95 %: {})", unit.range(i)));
            let note = format!("{}: {}{interval}", words(at), unit.text(value));
            Some(HeatCell { text: unit.text(value), note, weight: (value - middle) / half })
        };
        let cells = (0..rows.values.len()).map(|i| (0..columns.values.len()).map(|j| cell((i, j))).collect());
        let axes = (rows.name.clone(), format!("by {}", columns.name));
        let heat =
            Heat { rows: rows.values.clone(), columns: columns.values.clone(), cells: cells.collect(), axes };
        let reading = format!(
            "{} is lowest at {} ({}) and highest at {} ({}).",
            sentence(metric),
            words(least.0),
            unit.text(least.1),
            words(most.0),
            unit.text(most.1)
        );
        let alone = self.axes.len() == 2;
        let definition = if alone {
            "Each cell is a rule set; the further from the middle between the least and the most, the deeper the colour."
        } else {
            "Each cell is the mean over all rule sets with these two values; the further from the middle between the least and the most, \
             the deeper the colour."
        };
        let title = if alone {
            format!("{} by two settings", sentence(metric))
        } else {
            format!("{} by {} and {}", sentence(metric), rows.name, columns.name)
        };
        Ok(Some(Figure::new(&title, reading, definition, heat.draw())))
    }

    /// The first figure by pairs of the settings that weigh most.
    fn maps(&self, results: &Results) -> Result<Vec<Figure>, ResultsError> {
        let Some(metric) = self.drawn(results)?.into_iter().next() else { return Ok(Vec::new()) };
        let mut maps = Vec::new();
        for down in 0..self.axes.len() {
            for across in down + 1..self.axes.len() {
                if maps.len() < MAPS {
                    maps.extend(self.map(&metric, (down, across))?);
                }
            }
        }
        Ok(maps)
    }
}

fn curves_over(axis: &Axis, curves: Vec<Line>, unit: Unit, up: &str) -> crate::report::html::plot::Plot {
    let across = (axis.name.clone(), Unit::Plain);
    Lines { curves, unit, across, up: up.to_owned(), diagonal: false }.draw()
}

/// By how many per cent a figure changes where a setting grows by one: all settings together.
fn weights(results: &Results, metric: &str) -> Result<Option<Figure>, ResultsError> {
    let Some(sheet) = results.sheet("elasticities") else { return Ok(None) };
    let metrics = sheet.texts("metric")?;
    let own = sheet.filtered(|row| metrics[row] == metric);
    let intervals = own.intervals("elasticity_low", "elasticity_high")?;
    let mut list = named(own.texts("parameter")?, &own.numbers("elasticity")?, &intervals);
    list.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let [first, ..] = &list[..] else { return Ok(None) };
    let reading = format!(
        "{} answers most to {}: by {} % for one per cent more of it.",
        sentence(metric),
        first.name,
        figure(first.value)
    );
    let plot = Intervals {
        rows: plain(&list),
        unit: Unit::Plain,
        axis: "per cent for one per cent".to_owned(),
        reference: Some((0.0, "no effect".to_owned())),
    };
    let definition = "By how many per cent the figure changes at the middle of the settings if one of them grows by one per cent: the slope of a \
                      plane through all rule sets, with its 95 % interval from what the plane leaves over.";
    let title = format!("What {} answers to", spoken(metric));
    Ok(Some(Figure::new(&title, reading, definition, plot.draw()).with_table(&own)))
}
