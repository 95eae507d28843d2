//! The entry of an index for one folder of results.

use serde_json::Value as Json;

use super::{Indexed, KnownDesign};
use crate::experiments::{AnswerRow, CheckRow};
use crate::html::results::{Results, ResultsError};
use crate::html::rules::{changes, in_short, key_name, listed_changes, setting};
use crate::html::sections::show::listed;
use crate::html::sections::{check, compare, seats, sweep, tournament};
use crate::html::words::{capital, thousands};
use ludometer_run::{FindingRow, Severity};
use ludometer_stats::{Bounded, Figure, MetricRow, Row, SummaryRow, catalogue};

/// A figure with its interval.
pub(super) type Measured = (f64, Option<(f64, f64)>);

/// The measurements of a rule set at one table.
#[derive(Clone, Debug, Default)]
pub(super) struct Measures {
    pub(super) turns: Option<Measured>,
    pub(super) seat_spread: Option<Measured>,
    pub(super) decided_at: Option<Measured>,
    pub(super) games: u64,
}

/// A folder of results as the index shows it. The order is that of the moments when they were finished, then of paths.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// When it was finished, where the record tells it.
    pub(super) when: Option<String>,
    pub(super) path: String,
    pub(super) link: Option<String>,
    pub(super) kind: &'static str,
    /// The rules in words.
    pub(super) rules: String,
    /// The same in short, for a plot.
    pub(super) label: String,
    /// The hash of the rule set, if it is about one.
    pub(super) hash: Option<String>,
    /// The number of players and the bots: `4 players: greedy`.
    pub(super) table: String,
    pub(super) games: Option<u64>,
    pub(super) seed: Option<u64>,
    /// The result, and whether that is a problem.
    pub(super) said: String,
    pub(super) is_problem: bool,
    pub(super) measures: Option<Measures>,
    /// Which gates are passed.
    pub(super) gates: Option<String>,
}

impl Entry {
    pub(super) fn read(indexed: &Indexed, known: Option<&KnownDesign>) -> Result<Self, ResultsError> {
        let results = &indexed.results;
        let (said, is_problem) = said(results)?;
        let gates = results.rows::<CheckRow>()?;
        let is_batch = ["run", "study"].contains(&results.kind);
        let hash = results.record.rule_set().map(str::to_owned);
        Ok(Self {
            when: results.record.finished.clone(),
            path: indexed.path.clone(),
            link: indexed.link.clone(),
            kind: results.kind,
            rules: rules(results, known),
            label: label(results, known),
            hash: hash.filter(|_| is_batch || results.kind == "check"),
            table: table(results),
            games: results.record.all_games(),
            seed: results.record.seed,
            said,
            is_problem,
            measures: if is_batch { Some(measures(results)?) } else { None },
            gates: (!gates.is_empty()).then(|| check::reading(&gates)),
        })
    }

    /// Returns the day on which it was finished.
    pub(super) fn day(&self) -> Option<&str> {
        self.when.as_deref()?.split('T').next()
    }

    /// Returns the moment as people read it: `2026-11-25 03:31`.
    pub(super) fn moment(&self) -> Option<String> {
        let (day, time) = self.when.as_deref()?.split_once('T')?;
        Some(format!("{day} {}", time.get(..5)?))
    }
}

/// Returns who played: `4 players: greedy`.
fn table(results: &Results) -> String {
    let mut bots = &results.record.bots[..];
    // The order of seats matters, but not how often the same bot stands in it.
    if bots.windows(2).all(|pair| pair[0] == pair[1]) {
        bots = &bots[..bots.len().min(1)];
    }
    let seats = listed(&results.record.seats());
    match (seats.is_empty(), bots.is_empty()) {
        (true, true) => String::new(),
        (true, false) => bots.join(", "),
        (false, _) => {
            let players = if seats == "1" { "1 player".to_owned() } else { format!("{seats} players") };
            if bots.is_empty() { players } else { format!("{players}: {}", bots.join(", ")) }
        }
    }
}

/// The rules of an unchanged side of a comparison.
const PRINTED: &str = "the printed rules";

/// Returns the rules in words: what is changed from the printed ones, or what is beside what.
fn rules(results: &Results, known: Option<&KnownDesign>) -> String {
    let (record, names) = (&results.record, &results.names);
    let printed = known.map(|known| &known.printed);
    let of =
        |rules: &Json| printed.map(|printed| changes(names, rules, printed)).filter(|_| rules.is_object());
    match results.kind {
        "comparison" => {
            let [a, b] = match record.sides().map(of) {
                [Some(a), Some(b)] if record.subjects.is_none() => {
                    [listed_changes(&a, PRINTED), listed_changes(&b, PRINTED)]
                }
                _ => compare::sides(record, names),
            };
            format!("{b} beside {a}")
        }
        "sweep" => {
            let axes = record.axes.iter().map(|axis| key_name(names, &axis.name));
            format!("Varied: {}", listed(&axes.collect::<Vec<_>>()))
        }
        _ => {
            let words = || record.settings().iter().map(|text| setting(names, text)).collect();
            listed_changes(&of(&record.rules).unwrap_or_else(words), "As printed")
        }
    }
}

/// Returns the rules of a version in short, for a plot.
fn label(results: &Results, known: Option<&KnownDesign>) -> String {
    let words = || results.record.settings().iter().map(|text| setting(&results.names, text)).collect();
    let changed = known.map(|known| in_short(&results.names, &results.record.rules, &known.printed));
    listed_changes(&changed.unwrap_or_else(words), "as printed")
}

/// Returns the main sentence of a folder, and whether it is about a problem.
fn said(results: &Results) -> Result<(String, bool), ResultsError> {
    let answers = results.rows::<AnswerRow>()?;
    if let Some(first) = results.record.answers.as_ref().and_then(|answers| answers.first())
        && answers.is_empty()
    {
        return Ok((first.text.clone(), first.state == "problem"));
    }
    if !answers.is_empty() {
        let problems: Vec<_> = answers.iter().filter(|answer| answer.state == "problem").collect();
        let Some(first) = problems.first() else {
            return Ok(("Nothing is clearly wrong.".to_owned(), false));
        };
        let more = match problems.len() - 1 {
            0 => String::new(),
            1 => " There is one more problem.".to_owned(),
            more => format!(" There are {} more problems.", thousands(more as f64)),
        };
        return Ok((format!("{}{more}", first.text), true));
    }
    if results.sheets.contains_key(FindingRow::TABLE) {
        let rows = results.rows::<FindingRow>()?;
        let first = rows.into_iter().find(|row| row.severity != Severity::Note);
        return Ok(
            first.map_or_else(|| ("Nothing stands out.".to_owned(), false), |row| (capital(&row.text), true))
        );
    }
    let gates = results.rows::<CheckRow>()?;
    if !gates.is_empty() {
        return Ok((check::reading(&gates), results.record.result.as_deref() == Some("failed")));
    }
    let headline = match tournament::headline(results)? {
        None => sweep::headline(results)?,
        headline => headline,
    };
    if let Some(headline) = headline {
        return Ok((headline, false));
    }
    let section = seats::draw(results)?;
    let reading = section.and_then(|section| section.figures.into_iter().next()).map(|figure| figure.reading);
    Ok((reading.unwrap_or_default(), false))
}

/// Returns the figures of a batch.
fn measures(results: &Results) -> Result<Measures, ResultsError> {
    let summary = results.rows::<SummaryRow>()?;
    let measured = |figure: Bounded| Some((figure.value?, figure.interval));
    let of = |figure: &Figure| measured(summary.iter().find(|row| row.metric == figure.id)?.value.into());
    let metrics = results.rows::<MetricRow>()?;
    let decided = metrics.iter().find(|row| row.metric == catalogue::DECIDED_AT.id);
    Ok(Measures {
        turns: of(&catalogue::TURNS),
        seat_spread: of(&catalogue::SEAT_SPREAD),
        decided_at: decided.and_then(|row| measured(row.value)),
        games: results.record.all_games().unwrap_or(0),
    })
}
