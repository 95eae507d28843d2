//! Code that a script may have, but hardly means.

use std::collections::BTreeMap;

use ludometer_model::{Game as _, Seat, counted, did_you_mean, nearest};

use crate::error::ScriptError;
use crate::{ScriptGame, ScriptState};

/// The zones before the seats of one table when the first turn begins.
pub(super) struct Starts {
    seats: usize,
    games: u64,
    /// By zone and seat, the games in which it was empty while another seat's was not.
    empty: BTreeMap<(String, Seat), u64>,
}

impl Starts {
    /// Returns the record of a table before any game.
    pub(super) fn new(seats: usize) -> Self {
        Self { seats, games: 0, empty: BTreeMap::new() }
    }

    /// Looks at a game that was just set up.
    pub(super) fn see(&mut self, game: &ScriptGame, state: &ScriptState) {
        self.games += 1;
        let zones = &game.layout().zones;
        for zone in zones.iter().filter(|zone| zone.size(&state.bytes) == 0) {
            let Some(seat) = zone.owner else { continue };
            if zones.iter().any(|other| other.name == zone.name && other.size(&state.bytes) > 0) {
                *self.empty.entry((zone.name.clone(), seat)).or_default() += 1;
            }
        }
    }

    /// Returns the seats whose zone of this name was empty in every game.
    fn without(&self, zone: &str) -> Vec<Seat> {
        let always = self.empty.iter().filter(|&(key, &games)| key.0 == zone && games == self.games);
        always.map(|(key, _)| key.1).collect()
    }
}

/// Returns what looks like a slip, in sentences.
///
/// # Errors
/// An error in the script where it is loaded once more.
pub(super) fn warnings(game: &ScriptGame, starts: &[Starts]) -> Result<Vec<String>, ScriptError> {
    let scan = &game.shared.file.scan;
    let mut list = Vec::new();
    // All that is said of `greedy` rests on them.
    if !game.shared.file.facts.has_appeals {
        list.push("there are no appeals: `greedy` chooses at random, as `random` does".to_owned());
    }
    let follows = |name: &String| {
        scan.together.contains(name) || scan.secretly.contains(name) || scan.around.contains(name)
    };
    for (name, line) in scan.after.iter().filter(|(name, _)| !follows(name)) {
        list.push(format!(
            "after.{name} (line {line}) is never called: there is no together.{name}, secretly.{name} or around.{name}"
        ));
    }
    list.extend(tables(game)?);
    list.extend(decks(game)?);
    list.extend(empty(starts));
    if let Err(reason) = &game.shared.compiled {
        list.push(format!("it runs in Luau, several times slower than as a program: {reason}"));
    }
    Ok(list)
}

/// Says what the script itself warns of, with the numbers of players where it doesn't at every table.
pub(super) fn of_script(what: &str, seats: &[usize], tables: usize) -> String {
    if seats.len() == tables {
        return what.to_owned();
    }
    if let [1] = seats {
        return format!("with 1 player: {what}");
    }
    let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
    format!("with {} players: {what}", seats.join(", "))
}

/// Says that cards that a seat may hold left it nothing to do in a step.
pub(super) fn of_dead_end(step: &str, times: u64) -> String {
    format!(
        "{step} left a seat nothing to do with cards that others must believe it may hold, {}, and other cards were imagined: let \
         it do something with any cards (`may.pass()`), or say what being asked tells of them with `holds` or `lacks`",
        counted(times, "time")
    )
}

/// Says what was understood of tables of cards as it may not be meant.
fn tables(game: &ScriptGame) -> Result<Vec<String>, ScriptError> {
    let file = &game.shared.file;
    // The notes stay there as long as the machine.
    let (_machine, host) = file.load(game.seats(), None, false)?;
    host.get("table_notes").map_err(|error| ScriptError::of_luau(&file.name, &error))
}

/// The deck of each kind of card; each zone with its deck.
type Decks = (Vec<String>, Vec<(String, String)>);

/// Names decks that no card belongs to.
fn decks(game: &ScriptGame) -> Result<Vec<String>, ScriptError> {
    let file = &game.shared.file;
    // The tables stay there as long as the machine.
    let (_machine, host) = file.load(game.seats(), None, false)?;
    let read = || -> mlua::Result<Decks> {
        let zones: mlua::Table = host.get("zones")?;
        let zones = zones.sequence_values::<mlua::Table>();
        let named = |zone: mlua::Result<mlua::Table>| {
            let zone = zone?;
            Ok((zone.get("name")?, zone.get("deck")?))
        };
        Ok((host.get("decks")?, zones.map(named).collect::<mlua::Result<_>>()?))
    };
    let (decks, mut zones) = read().map_err(|error| ScriptError::of_luau(&file.name, &error))?;
    zones.dedup();
    let unknown = |deck: &str| !deck.is_empty() && decks.iter().all(|known| known != deck);
    let near =
        |deck: &str| did_you_mean(nearest(deck, decks.iter().map(String::as_str).filter(|d| !d.is_empty())));
    let zones = zones.iter().filter(|(_, deck)| unknown(deck)).map(|(zone, deck)| {
        format!("`{zone}` belongs to the deck \"{deck}\", of which there are no cards{}", near(deck))
    });
    let fills = file.scan.fills.iter().filter(|(deck, _)| unknown(deck)).map(|(deck, line)| {
        format!("fill (line {line}) takes the deck \"{deck}\", of which there are no cards{}", near(deck))
    });
    Ok(zones.chain(fills).collect())
}

/// Names zones that are empty before some seats of some tables, unless it is so at all tables.
fn empty(starts: &[Starts]) -> Vec<String> {
    let mut zones: Vec<&str> =
        starts.iter().flat_map(|start| start.empty.keys()).map(|key| key.0.as_str()).collect();
    zones.sort_unstable();
    zones.dedup();
    let mut list = Vec::new();
    for zone in zones {
        let lacking: Vec<_> = starts.iter().map(|start| (start.seats, start.without(zone))).collect();
        if starts.len() > 1 && lacking.iter().all(|(_, seats)| !seats.is_empty()) {
            continue;
        }
        for (players, seats) in lacking.iter().filter(|(_, seats)| !seats.is_empty()) {
            let numbers: Vec<String> = seats.iter().map(|seat| (seat.index() + 1).to_string()).collect();
            list.push(format!(
                "with {players} players `{zone}[{}]` is empty after game.setup, while other seats have cards there: was the \
                 stock empty?",
                numbers.join("], [")
            ));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_one_player_are_named_so() {
        assert_eq!(of_script("x", &[1], 2), "with 1 player: x");
        assert_eq!(of_script("x", &[2, 3], 3), "with 2, 3 players: x");
        assert_eq!(of_script("x", &[1], 1), "x");
    }
}
