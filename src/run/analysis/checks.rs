//! The questions that every analysis asks, each with a p-value: is this figure beyond what a designer
//! would tolerate?
//!
//! The null hypothesis of a check is always that the figure lies within its tolerance. Figures with
//! an interval are tested by their distance from the tolerance in standard errors (the interval is
//! normal or nearly so at the least number of plays); rare events by the exact tail of the Poisson
//! distribution.

use crate::stats::{Cell, Report, Table};

/// Fewer plays than this give no verdict on anything.
pub(super) const LEAST_PLAYS: u64 = 100;

/// How much it matters, by size and not by certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    Serious,
    Moderate,
    Slight,
    Note,
}

impl Severity {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Serious => "serious",
            Self::Moderate => "moderate",
            Self::Slight => "slight",
            Self::Note => "note",
        }
    }

    fn of(excess: f64, [moderate, serious]: [f64; 2]) -> Self {
        if excess >= serious {
            Self::Serious
        } else if excess >= moderate {
            Self::Moderate
        } else {
            Self::Slight
        }
    }
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Check {
    pub topic: &'static str,
    /// What it is about within the topic.
    pub item: String,
    pub severity: Severity,
    pub value: f64,
    pub interval: Option<(f64, f64)>,
    /// What the figure would ideally be, or the bound that it should keep.
    pub fair: f64,
    /// 1 above the tolerance, -1 below it, 0 within.
    pub side: i8,
    /// The chance of a figure at least this far out if it were within its tolerance.
    pub p: f64,
    pub games: u64,
    pub text: String,
    /// A play to look at.
    pub trace: Option<u64>,
}

/// The upper tail of the standard normal distribution.
fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The chance that a Poisson number with this mean is at least `count`.
fn poisson_tail(count: u64, mean: f64) -> f64 {
    if count == 0 {
        return 1.0;
    }
    if mean <= 0.0 {
        return 0.0;
    }
    // From the first term on: exact where it is small, and never below 0 by cancellation.
    let mut term = (count as f64 * mean.ln() - mean - libm::lgamma(count as f64 + 1.0)).exp();
    let mut sum = 0.0;
    let mut k = count as f64;
    while term > sum * 1e-15 && k < count as f64 + 10_000.0 {
        sum += term;
        k += 1.0;
        term *= mean / k;
    }
    sum.min(1.0)
}

/// A figure with its interval, as tables hold it.
#[derive(Clone, Copy)]
struct Figure {
    value: f64,
    low: f64,
    high: f64,
    games: u64,
}

impl Figure {
    /// In which direction and how surely it lies outside `low` to `high`.
    fn outside(&self, low: f64, high: f64) -> (i8, f64) {
        let error = ((self.high - self.low) / (2.0 * 1.959_963_984_540_054)).max(1e-12);
        let beyond = (self.value - high).max(low - self.value);
        let side = if self.value > high {
            1
        } else if self.value < low {
            -1
        } else {
            0
        };
        // Two tails: it could have been out on either side.
        (side, (2.0 * normal_tail(beyond / error)).min(1.0))
    }
}

/// The tables of a report by name.
pub(super) struct Tables<'a>(pub &'a Report);

impl<'a> Tables<'a> {
    fn rows(&self, name: &str) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let table = self.0.table(name);
        table.into_iter().flat_map(|table| (0..table.rows.len()).map(move |row| Row { table, row }))
    }

    fn metric(&self, name: &'static str) -> impl Iterator<Item = (String, Figure)> + use<'a> {
        let rows = self.rows("metrics").filter(move |row| row.text("metric") == name);
        rows.filter_map(|row| Some((row.text("group"), row.figure("value", "ci_low", "ci_high")?)))
    }

    fn notable(&self, what: &str) -> Option<u64> {
        self.rows("notable").find(|row| row.text("what") == what).and_then(|row| row.count("game"))
    }
}

struct Row<'a> {
    table: &'a Table,
    row: usize,
}

impl Row<'_> {
    fn text(&self, column: &str) -> String {
        match self.table.cell(self.row, column) {
            Some(Cell::Text(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        self.table.cell(self.row, column).and_then(Cell::number)
    }

    fn count(&self, column: &str) -> Option<u64> {
        self.number(column).map(|n| n as u64)
    }

    fn figure(&self, value: &str, low: &str, high: &str) -> Option<Figure> {
        let (value, low, high) = (self.number(value)?, self.number(low)?, self.number(high)?);
        Some(Figure { value, low, high, games: self.count("games").unwrap_or(0) })
    }
}

/// `27.3 % ± 0.1`.
fn shown(figure: &Figure) -> String {
    let half = (figure.high - figure.low) * 50.0;
    format!("{:.1} % ± {half:.1}", figure.value * 100.0)
}

/// A figure that should not be above (`sign` 1) or below (`sign` -1) a bound.
struct Bound {
    metric: &'static str,
    topic: &'static str,
    sign: f64,
    limit: f64,
    /// Distances from the bound that are moderate and serious.
    grades: [f64; 2],
    trace: Option<&'static str>,
    text: fn(&str, &str) -> String,
}

const BOUNDS: &[Bound] = &[
    Bound {
        metric: "shared_wins",
        topic: "shared wins",
        sign: 1.0,
        limit: 0.05,
        grades: [0.05, 0.15],
        trace: None,
        text: |_, v| format!("{v} of the plays have several winners: a tiebreak is missing"),
    },
    Bound {
        metric: "half_time_leader_wins",
        topic: "runaway",
        sign: 1.0,
        limit: 0.85,
        grades: [0.05, 0.10],
        trace: Some("biggest runaway"),
        text: |_, v| format!("who has the best chance at half time wins {v} of the plays"),
    },
    Bound {
        metric: "decided_at",
        topic: "decided early",
        sign: -1.0,
        limit: 0.25,
        grades: [0.05, 0.15],
        trace: Some("biggest runaway"),
        text: |_, v| format!("the winner takes the lead for good after only {v} of the play, on average"),
    },
    Bound {
        metric: "eliminated",
        topic: "elimination",
        sign: 1.0,
        limit: 0.25,
        grades: [0.10, 0.25],
        trace: None,
        text: |group, v| format!("{group} is out of the play and waits in {v} of the turns"),
    },
    Bound {
        metric: "hopeless",
        topic: "hopeless",
        sign: 1.0,
        limit: 0.40,
        grades: [0.10, 0.25],
        trace: Some("biggest runaway"),
        text: |group, v| format!("{group} has less than a fifth of its fair chance in {v} of the turns"),
    },
    Bound {
        metric: "kingmaking",
        topic: "kingmaking",
        sign: 1.0,
        limit: 0.10,
        grades: [0.10, 0.25],
        trace: None,
        text: |_, v| {
            format!("in {v} of the plays the final lead changes hands in the turn of a seat without hope")
        },
    },
    Bound {
        metric: "forced_share",
        topic: "forced decisions",
        sign: 1.0,
        limit: 0.60,
        grades: [0.10, 0.25],
        trace: None,
        text: |_, v| format!("{v} of the decisions leave no choice"),
    },
];

/// All questions that this report answers, in a fixed order.
///
/// `blank` is a kind of card that is meant to do nothing.
pub(super) fn checks(report: &Report, seats: usize, blank: Option<&str>) -> Vec<Check> {
    let tables = Tables(report);
    let mut checks = Vec::new();
    seat_checks(&tables, seats, &mut checks);
    rare_checks(&tables, &mut checks);
    for bound in BOUNDS {
        for (group, figure) in tables.metric(bound.metric) {
            // By phase, forced decisions are no fault.
            if bound.metric == "forced_share" && !group.is_empty() {
                continue;
            }
            let (low, high) =
                if bound.sign > 0.0 { (f64::MIN, bound.limit) } else { (bound.limit, f64::MAX) };
            let (side, p) = figure.outside(low, high);
            let excess = (figure.value - bound.limit) * bound.sign;
            checks.push(Check {
                topic: bound.topic,
                item: group.clone(),
                severity: Severity::of(excess, bound.grades),
                value: figure.value,
                interval: Some((figure.low, figure.high)),
                fair: bound.limit,
                side,
                p,
                games: figure.games,
                text: (bound.text)(&group, &shown(&figure)),
                trace: bound.trace.and_then(|what| tables.notable(what)),
            });
        }
    }
    card_checks(&tables, blank, &mut checks);
    checks
}

/// Part of the fair share that a seat's share may be away from it: a point at four seats.
const SEAT_TOLERANCE: f64 = 0.04;

fn seat_checks(tables: &Tables<'_>, seats: usize, checks: &mut Vec<Check>) {
    let fair = 1.0 / seats as f64;
    let by_seat: Vec<_> = tables.metric("win_share").collect();
    let by_order: Vec<_> = tables.metric("win_share_by_order").collect();
    // Where seat 0 always begins, both are the same figures.
    let same = by_seat.iter().zip(&by_order).all(|(a, b)| a.1.value.to_bits() == b.1.value.to_bits());
    let order = if same { &[][..] } else { &by_order[..] };
    for (topic, list) in [("seat balance", &by_seat[..]), ("order of play", order)] {
        for (group, figure) in list {
            let slack = SEAT_TOLERANCE * fair;
            let (side, p) = figure.outside(fair - slack, fair + slack);
            let who = match group.strip_prefix("order ") {
                Some(place) => format!("who moves as number {place}"),
                None => group.clone(),
            };
            checks.push(Check {
                topic,
                item: group.clone(),
                severity: Severity::of((figure.value - fair).abs() / fair, [0.12, 0.30]),
                value: figure.value,
                interval: Some((figure.low, figure.high)),
                fair,
                side,
                p,
                games: figure.games,
                text: format!(
                    "{who} wins {} of the plays at {seats} seats, fair is {:.1} %",
                    shown(figure),
                    fair * 100.0
                ),
                trace: None,
            });
        }
    }
}

/// The share of plays in which something that should not happen may happen.
const RARE: f64 = 0.001;

fn rare_checks(tables: &Tables<'_>, checks: &mut Vec<Check>) {
    let games = tables.metric("finished").next().map_or(0, |(_, figure)| figure.games);
    for row in tables.rows("coverage").filter(|row| row.text("kind") == "guard") {
        let (plays, item) = (row.count("plays").unwrap_or(0), row.text("item"));
        let share = plays as f64 / games.max(1) as f64;
        let (topic, what) = match item.as_str() {
            "turn limit" => ("unfinished plays", "run into the engine's limit and have no winner".to_owned()),
            "standstill" => ("loops", "stand still for 20 rounds: no seat gets on".to_owned()),
            "many shuffles" => {
                ("loops", "shuffle a stock anew 20 times or more: the deck goes round and round".to_owned())
            }
            other => ("engine guards", format!("need the guard `{other}`")),
        };
        checks.push(Check {
            topic,
            item,
            severity: Severity::of(share, [0.01, 0.05]),
            value: share,
            interval: crate::stats::wilson(share, games),
            fair: 0.0,
            side: i8::from(share > RARE),
            p: poisson_tail(plays, RARE * games as f64),
            games,
            text: format!("{:.1} % of the plays {what}", share * 100.0),
            trace: row.count("shortest_game"),
        });
    }
}

/// How far a card may change the win share of the seat that is dealt it.
const DEALT_TOLERANCE: f64 = 0.10;

/// How far the win rates with and without a card may lie apart by mere observation: who lasts longer
/// draws more.
const DRAWN_TOLERANCE: f64 = 0.35;

/// Of the copies drawn, at least this share should be put to use.
const USED: f64 = 0.02;

fn card_checks(tables: &Tables<'_>, blank: Option<&str>, checks: &mut Vec<Check>) {
    let first_play = |card: &str| {
        let item = format!("{card} drawn");
        let row = tables.rows("coverage").find(|row| row.text("kind") == "card" && row.text("item") == item);
        row.and_then(|row| row.count("first_game"))
    };
    for row in tables.rows("card_use") {
        let (card, games) = (row.text("card"), row.count("games").unwrap_or(0));
        let copies = |column: &str| row.number(column).unwrap_or(0.0) * games as f64;
        let (drawn, used) = (copies("drawn").round(), copies("used").round());
        if drawn > 0.0 && blank != Some(card.as_str()) {
            checks.push(Check {
                topic: "dead cards",
                item: card.clone(),
                severity: Severity::Serious,
                value: used / drawn,
                interval: None,
                fair: USED,
                side: -i8::from(used == 0.0),
                // No use in so many draws, if each were used with the least probability.
                p: if used > 0.0 { 1.0 } else { (1.0 - USED).powf(drawn) },
                games,
                text: format!("{card} was drawn {drawn} times and never put to use"),
                trace: first_play(&card),
            });
        }
    }
    let powers = [
        ("card_deals", "strong cards", DEALT_TOLERANCE, "being dealt"),
        ("cards", "strong cards (observed)", DRAWN_TOLERANCE, "having drawn"),
    ];
    for (table, topic, tolerance, how) in powers {
        for row in tables.rows(table) {
            let Some(figure) = row.figure("delta", "ci_low", "ci_high") else { continue };
            let card = row.text("card");
            let (side, p) = figure.outside(-tolerance, tolerance);
            let way = if figure.value > 0.0 { "more" } else { "less" };
            let half = (figure.high - figure.low) * 50.0;
            checks.push(Check {
                topic,
                item: card.clone(),
                severity: Severity::of(figure.value.abs() - tolerance, [0.05, 0.15]),
                value: figure.value,
                interval: Some((figure.low, figure.high)),
                fair: 0.0,
                side,
                p,
                games: figure.games,
                text: format!(
                    "seats win {:.1} ± {half:.1} points {way} after {how} {card}",
                    figure.value.abs() * 100.0
                ),
                trace: first_play(&card),
            });
        }
    }
}

/// What never happened, by kind, in words.
pub(super) fn never(report: &Report) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for row in Tables(report).rows("coverage") {
        let kind = row.text("kind");
        // Guards should never be needed, and cards have checks of their own.
        if row.count("count") != Some(0) || ["guard", "card"].contains(&kind.as_str()) {
            continue;
        }
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, items)) => items.push(row.text("item")),
            None => found.push((kind, vec![row.text("item")])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.1; the Poisson ones by hand.
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_253_9), (1.959_963_985, 0.025), (4.0, 3.167_124_183e-5)]
        {
            assert!((normal_tail(z) - tail).abs() < 1e-9, "{z}");
        }
        assert!((poisson_tail(1, 2.0) - (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
        assert!((poisson_tail(3, 1.0) - (1.0 - 2.5 * (-1.0_f64).exp())).abs() < 1e-12);
        assert_eq!((poisson_tail(0, 3.0), poisson_tail(4, 0.0)), (1.0, 0.0));
    }

    #[test]
    fn within_the_tolerance_nothing_is_out() {
        let figure = Figure { value: 0.26, low: 0.255, high: 0.265, games: 1000 };
        assert_eq!(figure.outside(0.24, 0.265).0, 0);
        let (side, p) = figure.outside(0.20, 0.25);
        // A hundredth beyond, with a standard error of 0.00255: 3.92 of them.
        assert_eq!(side, 1);
        assert!((p - 2.0 * normal_tail(0.01 / 0.002_551_067)).abs() < 1e-6, "{p}");
    }
}
