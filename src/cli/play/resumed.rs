//! A game that broke off: what the person chose in it is chosen again, and the person asked from there on.

use std::collections::VecDeque;
use std::path::Path;

use serde_json::Value as Json;

use super::Terminal;
use crate::cli::input::InputError;
use ludometer_model::{MAX_RECORD, Outcome, read_text};
use ludometer_run::{Advice, Answer, Person, Question, Reasons, VisibleMove};

/// A choice of the person: in which turn, among how many, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chosen {
    turn: u64,
    legal: usize,
    index: usize,
}

/// The conditions on the game that is gone on with.
pub(super) struct Wanted<'a> {
    /// The first line of its trace, as far as it follows from the command line.
    pub(super) start: Json,
    /// The bots that may sit there.
    pub(super) bots: &'a [String],
    /// The person's seat.
    pub(super) seat: usize,
}

/// The choices of a trace that are to be made again.
#[derive(Debug)]
pub(super) struct Earlier(VecDeque<Chosen>);

impl Earlier {
    /// Reads the trace of a game that broke off.
    pub(super) fn read(path: &Path, wanted: &Wanted<'_>) -> Result<Self, InputError> {
        let no = |what: String| InputError::new(format!("{} can't be gone on with: {what}", path.display()));
        let text = read_text(path, MAX_RECORD).map_err(|error| no(error.to_string()))?;
        let lines = written(&text).ok_or_else(|| no("it is no trace".to_owned()))?;
        choices(&lines, wanted).map(Self).map_err(no)
    }
}

/// Returns the lines of a trace, without a last one that was being written when the game broke off.
fn written(text: &str) -> Option<Vec<Json>> {
    let whole =
        if text.ends_with('\n') { text } else { text.rsplit_once('\n').map_or(text, |(whole, _)| whole) };
    whole.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// Returns the person's choices in these lines, or why they can't be made again.
fn choices(lines: &[Json], wanted: &Wanted<'_>) -> Result<VecDeque<Chosen>, String> {
    let start = lines.first().filter(|line| line["event"] == "start").ok_or("it is no trace")?;
    for (key, value) in wanted.start.as_object().into_iter().flatten() {
        if start[key] != *value {
            let text = |json: &Json| if json.is_object() { "others".to_owned() } else { json.to_string() };
            return Err(format!(
                "its `{key}` is not that of this command ({} there, {} here); give the options with which it began",
                text(&start[key]),
                text(value)
            ));
        }
    }
    let seats = start["strategies"].as_array().into_iter().flatten().enumerate();
    for (seat, name) in seats {
        let name = name.as_str().unwrap_or_default();
        let fits =
            if seat == wanted.seat { name == "person" } else { wanted.bots.iter().any(|bot| bot == name) };
        if !fits {
            return Err(format!("in seat {seat} sits `{name}` there; give --seat and --bots as it began"));
        }
    }
    if lines.last().is_some_and(|line| line["event"] == "end") {
        return Err("that game is over".to_owned());
    }
    let own = lines.iter().filter(|line| {
        line["event"] == "decision" && line["seat"].as_u64() == u64::try_from(wanted.seat).ok()
    });
    let mut all = VecDeque::new();
    for line in own {
        let legal = line["legal"].as_array().map_or(&[][..], Vec::as_slice);
        let index = legal.iter().position(|action| *action == line["chosen"]).ok_or("a choice is damaged")?;
        // Nobody is asked where there is nothing to choose.
        if legal.len() > 1 {
            all.push_back(Chosen { turn: line["turn"].as_u64().unwrap_or(0), legal: legal.len(), index });
        }
    }
    Ok(all)
}

/// A person who has played before.
pub(super) struct Resumed<'a, 'b> {
    pub(super) earlier: Earlier,
    pub(super) terminal: &'a mut Terminal<'b>,
    /// True if the game did not go as it went before.
    pub(super) is_other: bool,
}

impl Person for Resumed<'_, '_> {
    fn choose(&mut self, question: &Question) -> Answer {
        let Some(chosen) = self.earlier.0.pop_front() else { return self.terminal.choose(question) };
        if chosen.turn == u64::from(question.turn) && chosen.legal == question.legal.len() {
            return Answer::Take(chosen.index);
        }
        self.is_other = true;
        Answer::Quit
    }

    fn hinted(&mut self, advice: &Advice) {
        self.terminal.hinted(advice);
    }

    fn explained(&mut self, reasons: Option<&Reasons>) {
        self.terminal.explained(reasons);
    }

    fn over(&mut self, outcome: &Outcome, news: &[VisibleMove], view: &Json) {
        self.terminal.over(outcome, news, view);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_that_was_being_written_is_left_out() {
        let lines = |text: &str| written(text).map(|lines| lines.len());
        assert_eq!(lines("{}\n{}\n{\"ev"), Some(2));
        assert_eq!(lines("{}\n{}"), Some(1));
        assert_eq!(lines("{}\n{}\n"), Some(2));
        assert_eq!(lines("{}\n{\n{}\n"), None);
        assert_eq!(lines("no trace"), None);
    }

    #[test]
    fn own_choices_are_made_again_where_there_was_one() {
        let start = json!({ "event": "start", "game": "x", "seed": 3, "strategies": ["person", "greedy"] });
        let decision = |seat: u8, turn: u8, legal: &[&str], chosen: &str| json!({ "event": "decision", "seat": seat, "turn": turn, "legal": legal, "chosen": chosen });
        let lines = [
            start,
            decision(0, 0, &["a"], "a"),
            decision(1, 1, &["a", "b"], "a"),
            decision(0, 2, &["a", "b"], "b"),
        ];
        let bots = ["greedy".to_owned()];
        let wanted = |seed: u64| Wanted { start: json!({ "game": "x", "seed": seed }), bots: &bots, seat: 0 };
        let found = choices(&lines, &wanted(3));
        assert_eq!(found, Ok([Chosen { turn: 2, legal: 2, index: 1 }].into()));
        assert!(choices(&lines, &wanted(4)).is_err_and(|error| error.starts_with("its `seed` is not")));
        let seat = Wanted { seat: 1, ..wanted(3) };
        assert!(choices(&lines, &seat).is_err_and(|error| error.contains("sits `person`")));
        let over = [&lines[..], &[json!({ "event": "end" })]].concat();
        assert_eq!(choices(&over, &wanted(3)), Err("that game is over".to_owned()));
        assert_eq!(choices(&[], &wanted(3)), Err("it is no trace".to_owned()));
    }
}
