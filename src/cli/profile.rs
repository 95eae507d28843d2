//! `bench` of a game script: where its time goes, and its program.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::args::BenchArgs;
use super::error::CliError;
use super::input::InputError;
use super::output::print;
use ludometer_model::counted;
use ludometer_report::{TextTable, thousands};
use ludometer_scripted::{Profile, listing, profile};

/// The lines that are shown.
const MOST_LINES: usize = 12;
/// The characters of a line that are shown.
const MOST_TEXT: usize = 50;

/// Returns true for what is named as a script, not by the id of a game that is built in.
pub(super) fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "luau")
}

/// Prints the instructions of scripts.
pub(super) fn print_programs(args: &BenchArgs) -> Result<(), CliError> {
    if args.games.is_empty() {
        return Err(CliError::Usage(
            "--program prints the instructions of a script: name its file".to_owned(),
        ));
    }
    for name in &args.games {
        if !is_script(name) {
            return Err(CliError::Usage(format!(
                "`{name}` is no script, and has no program: name a file that ends with .luau"
            )));
        }
        let seats = args.players.map(|players| usize::try_from(players).unwrap_or(usize::MAX));
        print(&listing(name, seats).map_err(InputError::from)?)?;
    }
    Ok(())
}

/// Plays a script for a while, and returns where its time went: in words, and as JSON.
pub(super) fn of_script(
    script: &str,
    seats: usize,
    time: Duration,
    stop: &AtomicBool,
) -> Result<(String, Json), CliError> {
    let found = profile(script, Some(seats), time, stop).map_err(InputError::from)?;
    Ok((text(&found), as_json(&found)))
}

fn text(found: &Profile) -> String {
    if let Some(why) = &found.in_luau {
        return format!("Luau runs this script, as no program says all of it: {why}\n\n");
    }
    let mut routines =
        TextTable::new(1, &["called by the engine", "of the time", "calls a game", "ns a call"]);
    let all: u64 = found.routines.iter().map(|routine| routine.ns).sum();
    let games = found.games.max(1);
    for routine in &found.routines {
        routines.row(vec![
            routine.name.clone(),
            share(routine.ns, all),
            format!("{:.1}", routine.calls as f64 / games as f64),
            thousands(routine.ns / routine.calls.max(1)),
        ]);
    }
    let mut lines = TextTable::new(1, &["line", "of the instructions"]);
    let all: u64 = found.lines.iter().map(|line| line.instructions).sum();
    for line in found.lines.iter().take(MOST_LINES) {
        let text: String = line.text.chars().take(MOST_TEXT).collect();
        lines.row(vec![format!("{}: {text}", line.line), share(line.instructions, all)]);
    }
    format!(
        "Where the time of {} goes ({} of random choices, with the appeals of all choices; {:.0} instructions a decision)\n\
         {routines}\n{lines}\n",
        counted(found.games, "game"),
        counted(found.decisions, "decision"),
        all as f64 / found.decisions.max(1) as f64,
    )
}

fn share(part: u64, all: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

fn as_json(found: &Profile) -> Json {
    json!({
        "games": found.games,
        "decisions": found.decisions,
        "in_luau": found.in_luau.as_ref().map(ToString::to_string),
        "routines": found.routines.iter().map(|routine| json!({
            "name": routine.name,
            "calls": routine.calls,
            "ns": routine.ns,
        })).collect::<Json>(),
        "lines": found.lines.iter().map(|line| json!({
            "line": line.line,
            "instructions": line.instructions,
        })).collect::<Json>(),
    })
}
