//! Plays worth watching: the typical and the extreme ones.

use std::path::Path;

use csv::{Reader, StringRecord};

use super::results::ResultsError;
use super::sheet::line_of;
use super::words::{Unit, figure, sentence};
use crate::{RowsOf, read_parquet};
use ludometer_model::{counted, open_file};
use ludometer_stats::NotableRow;

/// A play worth watching, and why.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Replay {
    /// `longest`, `median`, ...
    pub(super) what: String,
    /// Which metric it is the longest by.
    pub(super) metric: String,
    /// The metric's value in it.
    pub(super) value: Option<f64>,
    /// The play's number.
    pub(super) play: u64,
}

impl Replay {
    /// Returns it in words: `Longest (93 turns)`.
    pub(super) fn text(&self) -> String {
        let metric = self.metric.replace('_', " ");
        match self.value {
            Some(value) => format!("{} ({})", sentence(&self.what), said(&self.metric, value)),
            None if metric.is_empty() => sentence(&self.what),
            None => format!("{} ({metric})", sentence(&self.what)),
        }
    }
}

/// Returns a figure of one game in words: `93 turns`.
fn said(metric: &str, value: f64) -> String {
    let percent = || match value {
        0.0 => "0 %".to_owned(),
        x if x < 0.0005 => "less than 0.1 %".to_owned(),
        x => Unit::Share.text(x),
    };
    match metric {
        "winner_lowest_chance" => format!("the winner's chance was once {}", percent()),
        "decided_at" => format!("decided after {} of its length", percent()),
        "score_margin" => format!("{} ahead", figure(value)),
        "turns" | "lead_changes" => {
            counted(value as u64, metric.trim_end_matches('s').replace('_', " ").as_str())
        }
        _ => format!("{} {}", metric.replace('_', " "), figure(value)),
    }
}

/// Returns those that the analysis found.
pub(super) fn notable_plays(rows: Vec<NotableRow>) -> Vec<Replay> {
    let replay = |row: NotableRow| Replay {
        what: row.what.word().to_owned(),
        metric: row.metric,
        value: Some(row.value),
        play: row.game,
    };
    rows.into_iter().map(replay).collect()
}

/// The first play with the most and the one with the least of something.
#[derive(Default)]
struct Extremes {
    least: Option<(f64, u64)>,
    most: Option<(f64, u64)>,
}

impl Extremes {
    fn add(&mut self, value: f64, play: u64) {
        if self.least.is_none_or(|(least, _)| value < least) {
            self.least = Some((value, play));
        }
        if self.most.is_none_or(|(most, _)| value > most) {
            self.most = Some((value, play));
        }
    }
}

/// The figures seen of the plays of a table.
#[derive(Default)]
struct Seen {
    lengths: Vec<(f64, u64)>,
    length: Extremes,
    margin: Extremes,
    stopped: Option<(f64, u64)>,
}

impl Seen {
    fn add(&mut self, play: u64, turns: f64, mut scores: Vec<f64>, stopped: bool) {
        self.lengths.push((turns, play));
        self.length.add(turns, play);
        scores.sort_by(f64::total_cmp);
        if let [.., second, first] = scores[..] {
            self.margin.add(first - second, play);
        }
        if stopped {
            self.stopped.get_or_insert((turns, play));
        }
    }

    fn replays(self) -> Vec<Replay> {
        let Self { mut lengths, length, margin, stopped } = self;
        lengths.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let middle = lengths.get(lengths.len().saturating_sub(1) / 2).copied();
        // The first play of that length.
        let median =
            middle.and_then(|(turns, _)| lengths.iter().find(|(length, _)| *length == turns).copied());
        let list = [
            ("median length", "turns", median),
            ("longest", "turns", length.most),
            ("shortest", "turns", length.least),
            ("closest finish", "score_margin", margin.least),
            ("clearest win", "score_margin", margin.most),
            ("unfinished", "turns", stopped),
        ];
        let replay = |(what, metric, found): (&str, &str, Option<(f64, u64)>)| {
            let (value, play) = found?;
            Some(Replay { what: what.to_owned(), metric: metric.to_owned(), value: Some(value), play })
        };
        list.into_iter().filter_map(replay).collect()
    }
}

/// Returns those that can be found in the table of all plays. Reads it row by row: it may be long.
pub(super) fn plays_of_games(path: &Path) -> Result<Vec<Replay>, ResultsError> {
    let file = open_file(path);
    let file = file.map_err(|source| ResultsError::Unreadable { path: path.to_owned(), source })?;
    let mut reader = Reader::from_reader(file);
    let header = reader.headers().map_err(|error| wrong(path, &error))?.clone();
    let column = |name: &str| header.iter().position(|column| column == name);
    let (Some(game), Some(turns)) = (column("game"), column("turns")) else {
        let what = "there is no column `game` or `turns`".to_owned();
        return Err(ResultsError::Damaged { path: path.to_owned(), line: 1, what });
    };
    let scores: Vec<usize> = (0..).map_while(|seat| column(&format!("score_{seat}"))).collect();
    let unfinished = column("unfinished");
    let mut seen = Seen::default();
    for record in reader.records() {
        let record = record.map_err(|error| wrong(path, &error))?;
        let number = |column: usize| field(path, &record, &header, column);
        let play = number(game)? as u64;
        let table = scores.iter().map(|&column| number(column)).collect::<Result<Vec<f64>, _>>()?;
        let stopped = unfinished.is_some_and(|column| record.get(column) == Some("true"));
        seen.add(play, number(turns)?, table, stopped);
    }
    Ok(seen.replays())
}

/// Returns the same from a Parquet table of a run with these bots, one a seat, whose first play has this number.
pub(super) fn plays_of_parquet(
    path: &Path,
    mut names: Vec<String>,
    first: u64,
) -> Result<Vec<Replay>, ResultsError> {
    let seats = names.len();
    names.sort();
    names.dedup();
    let (mut seen, mut play) = (Seen::default(), first);
    let of = RowsOf { seats, seed: 0, names, own: Vec::new(), are_won: true };
    let read = read_parquet(path, &of, &mut |played, _| {
        let outcome = &played.outcome;
        let table = outcome.scores.first(seats).iter().map(|&score| score as f64).collect();
        seen.add(play, f64::from(outcome.turns), table, outcome.unfinished);
        play += 1;
        Ok(())
    });
    read.map_err(|source| ResultsError::Unreadable { path: path.to_owned(), source })?;
    Ok(seen.replays())
}

fn field(path: &Path, row: &StringRecord, header: &StringRecord, column: usize) -> Result<f64, ResultsError> {
    let text = row.get(column).unwrap_or_default();
    text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| ResultsError::Damaged {
        path: path.to_owned(),
        line: row.position().map_or(1, line_of),
        what: format!("`{}` is `{text}`, but must be a number", header.get(column).unwrap_or_default()),
    })
}

fn wrong(path: &Path, error: &csv::Error) -> ResultsError {
    let path = path.to_owned();
    match error.kind() {
        csv::ErrorKind::Io(source) => {
            ResultsError::Unreadable { path, source: std::io::Error::new(source.kind(), source.to_string()) }
        }
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => ResultsError::Damaged {
            path,
            line: pos.as_ref().map_or(1, line_of),
            what: format!("the row has {len} fields, the header {expected_len}"),
        },
        _ => ResultsError::Damaged {
            path,
            line: error.position().map_or(1, line_of),
            what: "it is not UTF-8 text".to_owned(),
        },
    }
}
