//! The display names that a script gives: `game.names = { cards = { ... }, actions = { ... }, phases = { ... } }`.

use mlua::{LuaString, Table};

use ludometer_model::{Names, did_you_mean, nearest};

use crate::source::{Argument, Scan};
use crate::text::cleaned;

/// Events that the engine announces, as sentences: see `ludometer_narration`.
const EVENTS: [(&str, &str); 16] = [
    ("move", "From {@from} to {@to}: [seen_by: {card} | a card]."),
    ("shuffle", "{@zone} is shuffled."),
    ("show", "{@to} looks at {@zone}."),
    ("show to=none", "All see {@zone}."),
    ("reveal", "{@to} is shown [to: {card} | a card] in {@zone}."),
    ("reveal to=none", "All are shown {card} in {@zone}."),
    ("swap", "{@one} and {@other} change places."),
    ("rotate", "What was {@from} is now {@to}."),
    ("roll", "A die shows {value}."),
    ("shake", "{dice} dice are shaken in {@cup}."),
    ("choose", "{@seat} carries out what was chosen."),
    ("number", "{@of}'s {number}: {before}, now {after}."),
    ("number of=none", "The {number}: {before}, now {after}."),
    ("cell", "The {cells} {cell}: {before}, now {after}."),
    ("lacks", "{@zone} holds no {card}."),
    ("turn_begins", ""),
];

/// Notes and figures of the designer's own, whose words the script gives.
const OWN: [(&str, &str); 3] = [("note", "{note}: {with}."), ("note with=none", "{note}."), ("metric", "")];

/// Reads the display names of a script that was loaded.
///
/// # Errors
/// A list that there is none of, and a name for what the script does not have, with what is nearest.
pub(crate) fn names(host: &Table, scan: &Scan) -> mlua::Result<Names> {
    let text = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
    let events = EVENTS.into_iter().chain(OWN).map(text).collect();
    let mut names = given_names(host, scan, Names { events, tells_choices: true, ..Names::default() })?;
    for act in &scan.acts {
        add_choice(&act.name, &act.arguments, &mut names);
    }
    Ok(names)
}

/// Says how an action is told: by its name, with players by name.
fn add_choice(act: &str, arguments: &[Argument], names: &mut Names) {
    let name = names.action(act);
    // Such a mark would be read as one of a template.
    if name.contains(['{', '}', '[', ']']) {
        return;
    }
    let mut text = name.clone();
    for (number, argument) in (1..).zip(arguments) {
        text += &if matches!(argument, Argument::Seat) {
            format!(" {{@{number}}}")
        } else {
            format!(" {{{number}}}")
        };
    }
    names.choices.insert(act.to_owned(), text);
    if arguments.is_empty() {
        names.insert("action", act, &name);
    }
}

/// Adds the names that the script gives.
fn given_names(host: &Table, scan: &Scan, mut names: Names) -> mlua::Result<Names> {
    let game: Table = host.get::<Table>("api")?.get("game")?;
    let Some(lists) = game.get::<Option<Table>>("names")? else { return Ok(names) };
    let cards: Vec<String> = host.get("kinds")?;
    let routines =
        |list: &[crate::source::Routine]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    for entry in lists.pairs::<String, Table>() {
        let (list, given) = entry?;
        let (kind, known) = match list.as_str() {
            "cards" => ("card", cards.clone()),
            "actions" => ("action", routines(&scan.acts)),
            "phases" => ("phase", routines(&scan.steps)),
            other => {
                let near = did_you_mean(nearest(other, ["cards", "actions", "phases"]));
                let what =
                    format!("`game.names.{other}`: names are for `cards`, `actions` and `phases`{near}");
                return Err(mlua::Error::runtime(what));
            }
        };
        for entry in given.pairs::<String, LuaString>() {
            let (id, name) = entry?;
            if !known.contains(&id) {
                let near = did_you_mean(nearest(&id, known.iter().map(String::as_str)));
                let what =
                    format!("`game.names.{list}` names `{id}`, which the script has no {kind} for{near}");
                return Err(mlua::Error::runtime(what));
            }
            names.insert(kind, &id, &cleaned(&name.to_string_lossy()));
        }
    }
    Ok(names)
}
