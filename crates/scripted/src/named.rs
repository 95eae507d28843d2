//! The display names that a script gives: `game.names = { cards = { ... }, actions = { ... }, phases = { ... } }`.

use mlua::Table;

use ludometer_model::{Names, did_you_mean, nearest};

use crate::source::Scan;

/// What the engine announces, as sentences: see `ludometer_narration`.
const EVENTS: [(&str, &str); 12] = [
    ("move", "From {@from} to {@to}: [seen_by: {card} | a card]."),
    ("shuffle", "{@zone} is shuffled."),
    ("show", "{@to} looks at {@zone}."),
    ("show to=none", "All see {@zone}."),
    ("reveal", "{@to} is shown [to: {card} | a card] in {@zone}."),
    ("reveal to=none", "All are shown {card} in {@zone}."),
    ("swap", "{@one} and {@other} change places."),
    ("roll", "A die shows {value}."),
    ("shake", "{dice} dice are shaken in {@cup}."),
    ("choose", "{@seat} carries out what was chosen."),
    ("number", "{@of}'s {number}: {before}, now {after}."),
    ("number of=none", "The {number}: {before}, now {after}."),
];

/// Notes and figures of the designer's own, whose words the script gives.
const OWN: [(&str, &str); 2] = [("note", "{note}."), ("metric", "")];

/// Reads the display names of a script that was loaded.
///
/// # Errors
/// A list that there is none of, and a name for what the script does not have, with what is nearest.
pub(crate) fn names(host: &Table, scan: &Scan) -> mlua::Result<Names> {
    let text = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
    let mut names = Names { events: EVENTS.into_iter().chain(OWN).map(text).collect(), ..Names::default() };
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
        for entry in given.pairs::<String, String>() {
            let (id, name) = entry?;
            if !known.contains(&id) {
                let near = did_you_mean(nearest(&id, known.iter().map(String::as_str)));
                let what =
                    format!("`game.names.{list}` names `{id}`, which the script has no {kind} for{near}");
                return Err(mlua::Error::runtime(what));
            }
            names.insert(kind, &id, &name);
        }
    }
    Ok(names)
}
