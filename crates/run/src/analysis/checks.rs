//! The questions that every analysis asks, each with a p-value: is this figure beyond what a designer
//! would tolerate?
//!
//! The null hypothesis of a check is always that the figure lies within its tolerance. Figures with
//! an interval are tested by their distance from the tolerance in standard errors (the interval is
//! normal or nearly so at the least number of plays); rare events by the exact tail of the Poisson
//! distribution.

use super::evidence::{Figure, Tables, poisson_tail, shown};
use ludometer_stats::Report;

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

impl Check {
    /// Does this figure lie outside `low` to `high`?
    fn of(
        (topic, item): (&'static str, String),
        figure: &Figure,
        (low, high): (f64, f64),
        fair: f64,
        severity: Severity,
        text: String,
    ) -> Self {
        let (side, p) = figure.outside(low, high);
        let Figure { value, low, high, games } = *figure;
        let interval = Some((low, high));
        Self { topic, item, severity, value, interval, fair, side, p, games, text, trace: None }
    }
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
    text: fn(&str, &Figure) -> String,
}

const BOUNDS: &[Bound] = &[
    Bound {
        metric: "shared_wins",
        topic: "shared wins",
        sign: 1.0,
        limit: 0.05,
        grades: [0.05, 0.15],
        trace: None,
        text: |_, f| format!("{} of the plays have several winners: a tiebreak is missing", shown(f)),
    },
    Bound {
        metric: "half_time_leader_wins",
        topic: "runaway",
        sign: 1.0,
        limit: 0.85,
        grades: [0.05, 0.10],
        trace: Some("biggest runaway"),
        text: |_, f| format!("who has the best chance at half time wins {} of the plays", shown(f)),
    },
    Bound {
        metric: "decided_at",
        topic: "decided early",
        sign: -1.0,
        limit: 0.25,
        grades: [0.05, 0.15],
        trace: Some("biggest runaway"),
        text: |_, f| {
            format!("the winner takes the lead for good after only {} of the play, on average", shown(f))
        },
    },
    Bound {
        metric: "within_target_length",
        topic: "target length",
        sign: -1.0,
        limit: 0.50,
        grades: [0.10, 0.25],
        trace: None,
        text: |wanted, f| {
            let (unit, range) = wanted.split_once('=').unwrap_or(("", wanted));
            format!("only {} of the plays last the wanted {} {unit}", shown(f), range.replace("..", " to "))
        },
    },
    Bound {
        metric: "eliminated",
        topic: "elimination",
        sign: 1.0,
        limit: 0.25,
        grades: [0.10, 0.25],
        trace: None,
        text: |who, f| format!("{who} is out of the play and waits in {} of the turns", shown(f)),
    },
    Bound {
        metric: "hopeless",
        topic: "hopeless",
        sign: 1.0,
        limit: 0.40,
        grades: [0.10, 0.25],
        trace: Some("biggest runaway"),
        text: |who, f| format!("{who} has less than a fifth of its fair chance in {} of the turns", shown(f)),
    },
    Bound {
        metric: "kingmaking",
        topic: "kingmaking",
        sign: 1.0,
        limit: 0.10,
        grades: [0.10, 0.25],
        trace: None,
        text: |_, f| {
            let share = shown(f);
            format!("in {share} of the plays the final lead changes hands in the turn of a seat without hope")
        },
    },
    Bound {
        metric: "forced_share",
        topic: "forced decisions",
        sign: 1.0,
        limit: 0.60,
        grades: [0.10, 0.25],
        trace: None,
        text: |_, f| format!("{} of the decisions leave no choice", shown(f)),
    },
    // Where it happens in most turns, no plan lasts from one turn of a seat to its next.
    Bound {
        metric: "interaction_rate",
        topic: "interaction",
        sign: 1.0,
        limit: 0.50,
        grades: [0.25, 0.50],
        trace: None,
        text: |kind, f| {
            let half = (f.high - f.low) / 2.0;
            format!("seats do this to each other {:.2} ± {half:.2} times a turn: {kind}", f.value)
        },
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
        bound_checks(&tables, bound, &mut checks);
    }
    card_checks(&tables, blank, &mut checks);
    checks
}

fn bound_checks(tables: &Tables<'_>, bound: &Bound, checks: &mut Vec<Check>) {
    let mut ask = |(who, item): (&str, &str), figure: &Figure, limit: f64| {
        let tolerated = if bound.sign > 0.0 { (f64::MIN, limit) } else { (limit, f64::MAX) };
        let severity = Severity::of((figure.value - bound.limit) * bound.sign, bound.grades);
        let (about, text) = ((bound.topic, item.to_owned()), (bound.text)(who, figure));
        let trace = bound.trace.and_then(|what| tables.notable(what));
        let check = Check::of(about, figure, tolerated, bound.limit, severity, text);
        checks.push(Check { trace, ..check });
    };
    // By phase, forced decisions are no fault.
    let asked = |group: &String| bound.metric != "forced_share" || group.is_empty();
    let (seats, others): (Vec<_>, Vec<_>) =
        tables.metric(bound.metric).filter(|(group, _)| asked(group)).partition(|(group, _)| is_seat(group));
    for (group, figure) in &others {
        ask((group, group), figure, bound.limit);
    }
    // What is so for all seats is one question. A seat has one of its own only about what sets it apart.
    let Some(all) = Figure::mean(seats.iter().map(|(_, figure)| figure)) else { return };
    ask(("a seat", ""), &all, bound.limit);
    let apart = all.value + bound.sign * bound.grades[0];
    let limit = if bound.sign > 0.0 { bound.limit.max(apart) } else { bound.limit.min(apart) };
    for (group, figure) in &seats {
        ask((group, group), figure, limit);
    }
}

/// Whether a figure is one seat's.
fn is_seat(group: &str) -> bool {
    group.strip_prefix("seat ").is_some_and(|number| number.parse::<usize>().is_ok())
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
            let who = match group.strip_prefix("order ") {
                Some(place) => format!("who moves as number {place}"),
                None => group.clone(),
            };
            let share = shown(figure);
            let text =
                format!("{who} wins {share} of the plays at {seats} seats, fair is {:.1} %", fair * 100.0);
            let severity = Severity::of((figure.value - fair).abs() / fair, [0.12, 0.30]);
            let tolerated = (fair - slack, fair + slack);
            checks.push(Check::of((topic, group.clone()), figure, tolerated, fair, severity, text));
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
            interval: ludometer_stats::wilson(share, games),
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
            let way = if figure.value > 0.0 { "more" } else { "less" };
            let (size, half) = (figure.value.abs(), (figure.high - figure.low) * 50.0);
            let text = format!("seats win {:.1} ± {half:.1} points {way} after {how} {card}", size * 100.0);
            let severity = Severity::of(size - tolerance, [0.05, 0.15]);
            // A first draw may come long after the deal.
            let trace = if table == "cards" { first_play(&card) } else { None };
            let check = Check::of((topic, card), &figure, (-tolerance, tolerance), 0.0, severity, text);
            checks.push(Check { trace, ..check });
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
mod tests;
