//! How plays go: scores, leads and tension over time, and how good the estimates of chances are.

use crate::html::chance::{Interval, Verdict, verdict};
use crate::html::figure::{Figure, Section};
use crate::html::plot::{Line, Lines};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, figure, sentence};
use ludometer_model::player;
use ludometer_stats::{CalibrationRow, CurveRow, Row};

/// More curves than this are a tangle.
const MOST_LINES: usize = 10;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("How does a game go?", Vec::new());
    if let Some(sheet) = results.sheet(CurveRow::TABLE) {
        let rows: Vec<CurveRow> = sheet.typed()?;
        let mut kinds: Vec<&str> = Vec::new();
        for row in &rows {
            if !kinds.contains(&row.curve.as_str()) {
                kinds.push(&row.curve);
            }
        }
        for kind in kinds {
            let own = sheet.filtered(|row| rows[row].curve == kind);
            let figure = curve(rows.iter().filter(|row| row.curve == kind), kind);
            section.figures.extend(figure.map(|figure| figure.with_table(&own)));
        }
    }
    if let Some(sheet) = results.sheet(CalibrationRow::TABLE) {
        section.figures.push(calibration(sheet.typed()?).with_table(sheet));
    }
    Ok(section.if_any())
}

/// Returns the points of each series, in the order of the file.
fn series<'a>(rows: impl Iterator<Item = &'a CurveRow>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        let Some(y) = row.value.value else { continue };
        let point = (row.x as f64, y, row.value.interval);
        let seat = row.series.strip_prefix("seat ").and_then(|seat| seat.parse().ok());
        let name = seat.map_or_else(|| row.series.clone(), player);
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name, points: vec![point] }),
        }
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    lines
}

/// A curve that the page knows.
struct Known {
    /// As the file has it.
    name: &'static str,
    title: &'static str,
    unit: Unit,
    /// The title of the left axis.
    up: &'static str,
    /// The word for its series, if they go by number.
    series: &'static str,
    /// The first of them, as the file has it.
    leads: &'static str,
    /// The quantity of that one, in a sentence.
    first: &'static str,
    definition: &'static str,
    topics: &'static [&'static str],
}

/// All of them go over the tenths of a play.
const KNOWN: &[Known] = &[
    Known {
        name: "score_by_rank",
        title: "Scores over time",
        unit: Unit::Plain,
        up: "score so far",
        series: "place",
        leads: "1",
        first: "The later winner's score",
        definition: "The scores of the seats that finish first, second and so on, in the games that somebody wins. Curves that part early: who is ahead stays ahead.",
        topics: &["score", "margin", "comeback"],
    },
    Known {
        name: "leader_gap",
        title: "The leader's lead over time",
        unit: Unit::Plain,
        up: "distance of the first score from the second",
        series: "",
        leads: "",
        first: "The lead",
        definition: "How far the best score so far is ahead of the next one, whoever has them at that time.",
        topics: &["lead", "runaway", "margin"],
    },
    Known {
        name: "standing_by_rank",
        title: "Standings over time",
        unit: Unit::Plain,
        up: "standing",
        series: "place",
        leads: "1",
        first: "The later winner's standing",
        definition: "The standings of the seats that finish first, second and so on, in the games that somebody wins. Curves that part early: who is \
                     ahead stays ahead. The game design says what counts as a standing.",
        topics: &["score", "margin", "comeback"],
    },
    Known {
        name: "standing_gap",
        title: "The leader's lead over time",
        unit: Unit::Plain,
        up: "distance of the first standing from the second",
        series: "",
        leads: "",
        first: "The lead",
        definition: "How far the best standing is ahead of the next one, whoever has them at that time.",
        topics: &["lead", "runaway", "margin"],
    },
    Known {
        name: "table_score",
        title: "Score over time",
        unit: Unit::Plain,
        up: "score so far",
        series: "",
        leads: "",
        first: "The score",
        definition: "How far the score has come.",
        topics: &["score"],
    },
    Known {
        name: "table_standing",
        title: "Standing over time",
        unit: Unit::Plain,
        up: "standing",
        series: "",
        leads: "",
        first: "The standing",
        definition: "How the game stands. The game design says what counts as a standing.",
        topics: &["score"],
    },
    Known {
        name: "tension",
        title: "Tension over time",
        unit: Unit::Share,
        up: "tension",
        series: "",
        leads: "",
        first: "Tension",
        definition: "How open the game is: 100 % less the distance between the two best estimated chances to win. At 100 % two are \
                     level at the top; at 0 % one has as good as won.",
        topics: &["tension", "drama", "decided", "closest"],
    },
    Known {
        name: "win_estimate",
        title: "Estimated chances over time",
        unit: Unit::Share,
        up: "estimated chance to win",
        series: "seat",
        leads: "winner",
        first: "The later winner's estimated chance",
        definition: "The chance to win that the position gives each seat, and the seat that wins in the end. The sooner the winner's curve \
                     rises, the sooner games are decided.",
        topics: &["winner", "comeback", "decided"],
    },
    Known {
        name: "leader_wins",
        title: "Does the leader go on to win?",
        unit: Unit::Share,
        up: "share of games",
        series: "",
        leads: "",
        first: "The share of games that the leader of that time wins",
        definition: "Of the games in which one seat leads at that time, by its estimated chance: how many it wins in the end. 100 % \
                     early on: the rest is a formality.",
        topics: &["lead", "comeback", "decided"],
    },
];

fn curve<'a>(rows: impl Iterator<Item = &'a CurveRow>, kind: &str) -> Option<Figure> {
    let known = KNOWN.iter().find(|known| known.name == kind);
    let mut lines = series(rows);
    let all = lines.len();
    lines.truncate(MOST_LINES);
    // Where no game has a winner, what leads is another series.
    let leads = known.filter(|known| lines.first().is_some_and(|line| line.name == known.leads));
    let words = kind.replace('_', " ");
    let title = known.map_or_else(|| sentence(kind), |known| known.title.to_owned());
    for line in &mut lines {
        // A series by number is one of a seat, if nothing else is known.
        if line.name.parse::<u32>().is_ok() {
            line.name = format!("{} {}", known.map_or("seat", |known| known.series), line.name);
        } else if line.name.is_empty() {
            line.name.clone_from(&words);
        }
        if known.is_some() {
            for point in &mut line.points {
                point.0 /= 10.0;
            }
        }
    }
    let reading = reading(&lines, known, leads.map(|known| known.first))?;
    let left =
        if all > MOST_LINES { format!(" Drawn are the first {MOST_LINES} of {all}.") } else { String::new() };
    let about = known
        .map_or_else(|| format!("The mean of \u{201c}{words}\u{201d}."), |known| known.definition.to_owned());
    let definition = format!(
        "{about} Each point is a mean over games; the light band around a curve is its 95 % interval.{left}"
    );
    let plot = Lines {
        curves: lines,
        unit: known.map_or(Unit::Plain, |known| known.unit),
        across: match known {
            Some(_) => ("part of the game".to_owned(), Unit::Share),
            None => ("x".to_owned(), Unit::Plain),
        },
        up: known.map_or(words, |known| known.up.to_owned()),
        diagonal: false,
        now: None,
    };
    let topics = known.map_or(&[][..], |known| known.topics);
    Some(Figure::new(&title, reading, &definition, plot.draw()).with_topics(topics))
}

/// Says where the first curve begins, stands at half of its way, and ends; and how far apart several end.
fn reading(lines: &[Line], known: Option<&Known>, what: Option<&str>) -> Option<String> {
    let unit = known.map_or(Unit::Plain, |known| known.unit);
    let [first, rest @ ..] = lines else { return None };
    let (begin, middle, end) =
        (first.points.first()?, first.points.get(first.points.len() / 2)?, first.points.last()?);
    let when = |x: f64| match known {
        Some(_) => format!("after {} of the game", Unit::Share.tick(x, 0.1)),
        None => format!("at {}", figure(x)),
    };
    // A single point is no course: games of one decision have their end alone.
    if first.points.len() < 2 {
        return None;
    }
    let what = what.map_or_else(|| sentence(&first.name), str::to_owned);
    let begins = match begin.0 {
        x if known.is_some() && x > 0.0 => format!("{what} is at {} {}", unit.text(begin.1), when(x)),
        _ => format!("{what} begins at {}", unit.text(begin.1)),
    };
    let mut text = format!(
        "{begins}, is at {} {} and ends at {}",
        unit.text(middle.1),
        when(middle.0),
        unit.text(end.1)
    );
    if let Some((name, last)) = rest.iter().rev().find_map(|line| Some((&line.name, line.points.last()?))) {
        text += &format!("; {name} ends at {}", unit.text(last.1));
    }
    Some(text + ".")
}

/// Returns how far the estimates are off, the mean over all positions.
fn mean_error(rows: &[CalibrationRow]) -> Option<f64> {
    let (mut distance, mut all) = (0.0, 0.0);
    for row in rows {
        if let (Some(x), Some(y)) = (row.predicted, row.observed.value) {
            distance += (y - x).abs() * row.positions as f64;
            all += row.positions as f64;
        }
    }
    (all > 0.0).then(|| distance / all)
}

fn calibration(rows: Vec<CalibrationRow>) -> Figure {
    let mean_error = mean_error(&rows);
    let known = |row: CalibrationRow| {
        Some((row.predicted?, row.observed.value?, row.observed.interval, row.predicted_range))
    };
    let mut rows: Vec<_> = rows.into_iter().filter_map(known).collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let looks = rows.len();
    // An interval without a width is that of a few plays that ended alike: nothing is known.
    let known = |interval: &Interval| interval.filter(|(low, high)| low < high);
    // What is left open on both sides adds up as errors do that have nothing to do with each other.
    let both = |y: f64, interval: &Interval, open: &Interval| {
        let half = open.map_or(0.0, |(low, high)| (high - low) / 2.0);
        known(interval).map(|(low, high)| (y - (y - low).hypot(half), y + (high - y).hypot(half)))
    };
    let clear =
        rows.iter().filter(|(x, y, i, open)| verdict(*y, both(*y, i, open), *x, looks) != Verdict::Unclear);
    let worst = clear.max_by(|a, b| (a.1 - a.0).abs().total_cmp(&(b.1 - b.0).abs()));
    let is_empty = rows.is_empty();
    let mut reading = mean_error.map_or_else(String::new, |error| {
        format!("On average the estimate is off by {:.1} points. ", error * 100.0)
    });
    reading += &worst.map_or_else(
        || {
            let says = if is_empty {
                "No game came to an end that could tell."
            } else {
                "Nowhere is it clearly off."
            };
            says.to_owned()
        },
        |(x, y, ..)| {
            let (says, won) = (Unit::Share.text(*x), Unit::Share.text(*y));
            format!(
                "It is clearly off, and most so, where it says {says}: {won} of these positions were won."
            )
        },
    );
    let points = rows.into_iter().map(|(x, y, interval, _)| (x, y, interval)).collect();
    let lines = vec![Line { name: "observed".to_owned(), points }];
    let plot = Lines {
        curves: lines,
        unit: Unit::Share,
        across: ("chance to win that was estimated".to_owned(), Unit::Share),
        up: "share of positions won".to_owned(),
        diagonal: true,
        now: None,
    };
    let definition = "How far the estimated chances to win, on which tension, comebacks and hopeless positions rest, can be trusted: \
                      of the positions in which a seat's chance was estimated at 30 %, 30 % should be won. On the dashed line they agree. \
                      Games without an end are left out.";
    Figure::new("Can the estimated chances be trusted?", reading, definition, plot.draw())
}
