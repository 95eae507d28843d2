//! The answers of an experiment in plain sentences, for the terminal and for its record, from which the page takes them.

use std::fmt::Write as _;

use crate::cli::terminal::Style;
use ludometer_experiment::Statement;
use ludometer_experiment::study::State;
use ludometer_report::{AnswerRecord, minutes_of};

/// Returns the answers as a record has them.
pub(super) fn answers(statements: &[Statement]) -> Vec<AnswerRecord> {
    let answer = |one: &Statement| AnswerRecord {
        question: one.question.to_owned(),
        asked: one.asked.to_owned(),
        state: one.state.id().to_owned(),
        text: one.text.clone(),
        times: one.times,
    };
    statements.iter().map(answer).collect()
}

/// Returns the answers as they are printed: the first, which is the verdict, alone and last, where it stays on the screen,
/// and before it the others with their questions. `seconds` is how long it took so far.
pub(super) fn answers_text(statements: &[Statement], seconds: f64) -> String {
    let Some((verdict, others)) = statements.split_first() else { return String::new() };
    let said = |one: &Statement| {
        let more = one.times.map_or_else(String::new, |times| {
            format!(" That is about {} more.", minutes_of(seconds * (times - 1.0)))
        });
        format!("{}{more}", one.text)
    };
    let style = Style::of_output();
    let mut out = String::new();
    for one in others {
        let question = style.question(one.asked, one.state == State::Problem);
        let _ = writeln!(out, "\n{question}\n  {}", said(one));
    }
    out + &format!("\n{}\n", said(verdict))
}
