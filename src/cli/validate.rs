//! `validate`: what a game script says, what of it is never used, and what is wrong with it.

use serde_json::{Value as Json, json};

use super::args::ValidateArgs;
use super::error::CliError;
use super::events::{Event, Events as _};
use super::input::{InputError, check_script};
use super::output::{print, print_json};
use super::plan::{TablePlan, weak_appeals};
use super::progress::Progress;
use super::test;
use crate::registry::Games;
use ludometer_model::{Program, counted, shell_word};
use ludometer_report::{TextTable, thousands};
use ludometer_scripted::{Mistake, TableFound, Validation, validate as validate_script};
use ludometer_spec::TableSpec;

pub(super) fn validate(games: &Games, args: &ValidateArgs) -> Result<(), CliError> {
    if args.games == 0 {
        let allowed = "a whole number from 1";
        return Err(InputError::not_allowed("--games", "0", allowed).into());
    }
    let seats = args.players.map(|players| usize::try_from(players).unwrap_or(usize::MAX));
    let script = args.file.to_string_lossy();
    if games.all().iter().any(|entry| entry.id() == script) && !args.file.exists() {
        return Err(CliError::Usage(format!(
            "`{script}` is built into the program: `validate` checks a game script, a file such as mine.luau"
        )));
    }
    check_script(&script)?;
    let (bar, mut known) = (Progress::new(false), None);
    let found = validate_script(&script, seats, args.games, args.seed, &mut |done, all| {
        let (before, expected) = known.unwrap_or((0, 0));
        if known.is_none() {
            bar.take(Event::Started { expected: all, unit: "games", time: None, in_time: false });
        } else if all != expected {
            bar.take(Event::Snapshot { expected: all });
        }
        bar.take(Event::Advanced { by: done.saturating_sub(before) });
        known = Some((done, all));
    });
    bar.take(Event::Done);
    let mut found = found.map_err(InputError::from)?;
    if found.mistakes() == 0 {
        let usual = TablePlan::check(games, &TableSpec { players: args.players, ..TableSpec::of(&script) })?;
        found.warnings.splice(0..0, weak_appeals(&usual));
    }
    if args.json {
        print_json(&as_json(&found))?;
    } else {
        print(&text(&found, &script, args.games))?;
    }
    match found.mistakes() {
        0 => Ok(()),
        1 => Err(CliError::Invalid(format!("{script}: one mistake was found"))),
        more => Err(CliError::Invalid(format!("{script}: {more} mistakes were found"))),
    }
}

/// Games at each number of players that tell the mistakes of a script while it is written.
#[cfg(feature = "workbench")]
const FEW: u64 = 10;

/// Returns the mistakes of a script, those of a few games and its scenes included, as they are printed.
#[cfg(feature = "workbench")]
pub(crate) fn mistakes(script: &str) -> Vec<String> {
    let found = match validate_script(script, None, FEW, 0, &mut |_, _| {}) {
        Ok(found) => found,
        Err(error) => return vec![error.to_string()],
    };
    let scenes =
        found.scenes.iter().filter(|scene| scene.failure.is_some()).map(|scene| test::lines(scene, ""));
    scenes
        .chain(found.mistakes.iter().map(|mistake| mistake.what.clone()))
        .chain(found.in_text.iter().cloned())
        .collect()
}

fn text(found: &Validation, script: &str, games: u64) -> String {
    let mut out = format!("{}\n", found.title);
    // What must be mended stands first, as the rest is of games that it broke off; then what figures rest on.
    if found.mistakes() > found.in_text.len() {
        out += "\nMistakes:\n";
        for scene in found.scenes.iter().filter(|scene| scene.failure.is_some()) {
            out += &format!("  {}", test::lines(scene, "    "));
        }
        for mistake in &found.mistakes {
            out += &format!("  {}\n", mistake.what);
            out += &format!("    {}\n", command(mistake, script));
        }
    }
    if !found.in_text.is_empty() {
        out += "\nMistakes in the text, wherever a game comes there:\n";
        for line in &found.in_text {
            out += &format!("  {line}\n");
        }
    }
    if !found.warnings.is_empty() {
        out += "\nIs this meant?\n";
        for line in &found.warnings {
            out += &format!("  {line}\n");
        }
    }
    if found.mistakes() + found.warnings.len() > 0 {
        out += "\nWhat the script says:\n";
    }
    for line in &found.summary {
        out += &format!("  {line}\n");
    }
    out += "\nPlayed at random:\n";
    // A column of its own only where there are some.
    let is_broken = found.tables.iter().any(|table| table.broken_off > 0);
    let mut header = vec!["players", "games", "turns", "decisions", "unfinished", "hidden-card checks"];
    header.extend(is_broken.then_some("broken off"));
    let mut table = TextTable::new(0, &header);
    for row in &found.tables {
        let each = |sum: u64| format!("{:.1}", sum as f64 / row.games as f64);
        let mut cells = vec![
            row.seats.to_string(),
            thousands(row.games),
            each(row.turns),
            each(row.decisions),
            thousands(row.unfinished),
            thousands(row.determinized),
        ];
        cells.extend(is_broken.then(|| thousands(row.broken_off)));
        table.row(cells);
    }
    out += &table.indented(2).to_string();
    out += "  (turns and decisions a game; hidden-card checks: positions whose hidden cards were dealt again, and no seat \
            noticed)\n";
    if found.mistakes.is_empty() && found.tables.iter().any(|table| table.games < games) {
        out += &format!(
            "  (fewer than the {} games asked for: after a million decisions at one table none begins, or fewer in a game of \
             many cards, where each takes longer to check)\n",
            thousands(games)
        );
    }
    if !found.scenes.is_empty() && found.scenes.iter().all(|scene| scene.failure.is_none()) {
        out += &format!("\n{}: the rules are as they say.\n", counted(found.scenes.len() as u64, "scene"));
    }
    if !found.unused.is_empty() {
        out += "\nNever used in these games:\n";
        for line in &found.unused {
            out += &format!("  {line}\n");
        }
    }
    out
}

/// Returns the command that shows the game in which a mistake was found.
fn command(mistake: &Mistake, script: &str) -> String {
    format!(
        "in game {} of seed {} with {}, decision {}: {} validate {} --players {} --seed {}",
        mistake.game,
        mistake.seed,
        counted(mistake.seats as u64, "player"),
        mistake.decision,
        Program::current().name,
        shell_word(script),
        mistake.seats,
        mistake.seed,
    )
}

fn as_json(found: &Validation) -> Json {
    let table = |row: &TableFound| {
        json!({
            "players": row.seats,
            "games": row.games,
            "unfinished": row.unfinished,
            "broken_off": row.broken_off,
            "turns": row.turns,
            "decisions": row.decisions,
            "determinized": row.determinized,
        })
    };
    let mistake = |mistake: &Mistake| {
        json!({
            "what": mistake.what,
            "players": mistake.seats,
            "seed": mistake.seed,
            "game": mistake.game,
            "decision": mistake.decision,
        })
    };
    json!({
        "title": found.title,
        "summary": found.summary,
        "tables": found.tables.iter().map(table).collect::<Vec<_>>(),
        "unused": found.unused,
        "warnings": found.warnings,
        "in_text": found.in_text,
        "mistakes": found.mistakes.iter().map(mistake).collect::<Vec<_>>(),
        "scenes": found.scenes.iter().map(test::as_json).collect::<Vec<_>>(),
        "valid": found.mistakes() == 0,
    })
}
