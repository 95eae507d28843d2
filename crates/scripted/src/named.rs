//! The display names that a script gives: `game.names = { cards = { ... }, actions = { ... }, phases = { ... } }`.

use mlua::Table;

use ludometer_model::{Names, did_you_mean, nearest};

use crate::source::Scan;

/// Reads the display names of a script that was loaded.
///
/// # Errors
/// A list that there is none of, and a name for what the script does not have, with what is nearest.
pub(crate) fn names(host: &Table, scan: &Scan) -> mlua::Result<Names> {
    let mut names = Names::default();
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
