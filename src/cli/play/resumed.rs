//! A game that broke off: what was chosen in it is chosen again, and the person asked from there on.

use std::path::Path;

use serde_json::Value as Json;

use crate::cli::input::InputError;
use ludometer_model::{MAX_RECORD, MAX_SEATS, Seat, read_text};
use ludometer_run::Taken;

/// The conditions on the game that is gone on with.
pub(super) struct Wanted<'a> {
    /// The first line of its trace, as far as it follows from the command line.
    pub(super) start: Json,
    /// The bots that may sit there.
    pub(super) bots: &'a [String],
    /// The person's seat.
    pub(super) seat: usize,
}

/// Reads the choices in the trace of a game that broke off.
pub(super) fn earlier(path: &Path, wanted: &Wanted<'_>) -> Result<Vec<Taken>, InputError> {
    let no = |what: String| InputError::new(format!("{} can't be gone on with: {what}", path.display()));
    let text = read_text(path, MAX_RECORD).map_err(|error| no(error.to_string()))?;
    let lines = written(&text).ok_or_else(|| no("it is no trace".to_owned()))?;
    unfinished(&lines, wanted).map_err(no)
}

/// Returns the lines of a trace, without a last one that was being written when the game broke off.
pub(crate) fn written(text: &str) -> Option<Vec<Json>> {
    let whole =
        if text.ends_with('\n') { text } else { text.rsplit_once('\n').map_or(text, |(whole, _)| whole) };
    whole.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// Returns the text of a trace.
pub(crate) fn trace_text(lines: &[Json]) -> String {
    let mut text = String::new();
    for line in lines {
        text += &format!("{line}\n");
    }
    text
}

/// Returns the choices in these lines, or why the game can't be gone on with.
fn unfinished(lines: &[Json], wanted: &Wanted<'_>) -> Result<Vec<Taken>, String> {
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
    taken(lines).ok_or_else(|| "a choice is damaged".to_owned())
}

/// Returns the choices in the lines of a trace; none if one of them is not among the legal actions.
pub(crate) fn taken(lines: &[Json]) -> Option<Vec<Taken>> {
    let choice = |line: &Json| {
        let seat = usize::try_from(line["seat"].as_u64()?).ok().filter(|seat| *seat < MAX_SEATS)?;
        let legal = line["legal"].as_array()?;
        let chosen = legal.iter().position(|action| *action == line["chosen"])?;
        Some(Taken { seat: Seat::new(seat), choices: legal.len(), chosen })
    };
    lines.iter().filter(|line| line["event"] == "decision").map(choice).collect()
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
    fn choices_are_made_again_in_the_game_that_they_were_made_in() {
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
        let all = [(0, 1, 0), (1, 2, 0), (0, 2, 1)];
        let all = all.map(|(seat, choices, chosen)| Taken { seat: Seat::new(seat), choices, chosen });
        assert_eq!(unfinished(&lines, &wanted(3)), Ok(all.into()));
        let damaged = [&lines[..], &[decision(1, 3, &["a", "b"], "c")]].concat();
        assert_eq!(unfinished(&damaged, &wanted(3)), Err("a choice is damaged".to_owned()));
        assert!(unfinished(&lines, &wanted(4)).is_err_and(|error| error.starts_with("its `seed` is not")));
        let seat = Wanted { seat: 1, ..wanted(3) };
        assert!(unfinished(&lines, &seat).is_err_and(|error| error.contains("sits `person`")));
        let over = [&lines[..], &[json!({ "event": "end" })]].concat();
        assert_eq!(unfinished(&over, &wanted(3)), Err("that game is over".to_owned()));
        assert_eq!(unfinished(&[], &wanted(3)), Err("it is no trace".to_owned()));
    }
}
