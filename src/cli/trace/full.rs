//! A trace in full: every line with all its fields, for people with the rulebook in hand. Before a decision stands its turn, as
//! people count turns; fields have the ids, seats and turns of the lines for programs.

use std::io::{self, Write};

use ludometer_model::Names;
use serde_json::{Map, Value as Json};

/// Writes a line of a trace with all its fields.
pub(super) fn line(out: &mut dyn Write, json: &Json, names: &Names) -> io::Result<()> {
    let Json::Object(fields) = json else { return writeln!(out, "{json}") };
    match fields.get("event").and_then(Json::as_str) {
        Some("decision") => decision(out, fields, names),
        Some("start" | "end") => frame(out, fields),
        _ => {
            let word = fields.get("event").map(plain).unwrap_or_default();
            let rest = fields.iter().filter(|(k, _)| *k != "event");
            let rest: Vec<String> = rest.map(|(k, v)| format!("{k} {}", plain(v))).collect();
            writeln!(out, "        {word:<12} {}", rest.join(", "))
        }
    }
}

/// Writes `turn 3  seat 1  play      bank 4      (of 5: ...)`.
fn decision(out: &mut dyn Write, fields: &Map<String, Json>, names: &Names) -> io::Result<()> {
    let field = |key: &str| fields.get(key).map(plain).unwrap_or_default();
    let legal = fields.get("legal").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let of = if legal.len() == 1 {
        "(forced)".to_owned()
    } else {
        let all: Vec<String> = legal.iter().map(plain).collect();
        format!("(of {}: {})", legal.len(), all.join(", "))
    };
    let turn = fields.get("turn").and_then(Json::as_u64).and_then(|turn| u32::try_from(turn).ok());
    let turn = names.turn(turn.unwrap_or_default());
    let (seat, phase, chosen) = (field("seat"), field("phase"), field("chosen"));
    writeln!(out, "turn {turn:<4} seat {seat}  {phase:<12} {chosen:<20} {of}")?;
    if let Some(view) = fields.get("view") {
        writeln!(out, "        view         {view}")?;
    }
    Ok(())
}

fn frame(out: &mut dyn Write, fields: &Map<String, Json>) -> io::Result<()> {
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("event", word) => writeln!(out, "{}", plain(word))?,
            // The rules of a game are what `rules` shows; here only the game is of interest.
            ("rules", _) => {}
            ("state", Json::Object(state)) => {
                writeln!(out, "    state:")?;
                for (key, value) in state {
                    writeln!(out, "        {key:<12} {}", plain(value))?;
                }
            }
            (key, value) => writeln!(out, "    {key:<12} {}", plain(value))?,
        }
    }
    Ok(())
}

/// Returns JSON without the quotes and braces of simple things.
fn plain(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(list) => {
            let all: Vec<String> = list.iter().map(plain).collect();
            format!("[{}]", all.join(" "))
        }
        other => other.to_string(),
    }
}
