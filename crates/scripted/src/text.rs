//! Texts of a script: the display names that it gives, as
//! `game.names = { cards = { ... }, actions = { ... } }`, what names may be, and actions written with them.

use std::fmt::Write as _;

use mlua::{LuaString, Table};

use ludometer_model::{Names, did_you_mean, is_hidden, nearest};

use crate::layout::{Zone, ZoneKind};
use crate::source::{Argument, Scan};
use crate::{ScriptAction, ScriptGame, ScriptState};

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
    let mut names = Names { events, tells_choices: true, ..Names::default() };
    // What the script says itself comes later and counts.
    for entry in host.get::<Table>("titles")?.pairs::<String, LuaString>() {
        let (id, name) = entry?;
        names.insert("card", &id, &cleaned(&name.to_string_lossy()));
    }
    let mut names = given_names(host, scan, names)?;
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

/// The lists of names that a script can give.
const NAMED: [&str; 5] = ["cards", "actions", "phases", "zones", "numbers"];

/// Returns the names of what stands in these lists of the prelude.
fn in_field(host: &Table, lists: &[&str]) -> mlua::Result<Vec<String>> {
    let mut names = Vec::new();
    for list in lists {
        for entry in host.get::<Table>(*list)?.sequence_values::<Table>() {
            names.push(entry?.get("name")?);
        }
    }
    Ok(names)
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
            "zones" => ("zone", in_field(host, &["zones"])?),
            "numbers" => {
                let mut numbers: Vec<String> = host.get("vnames")?;
                numbers.extend(in_field(host, &["seatv", "secrets", "cells"])?);
                ("number", numbers)
            }
            other => {
                let near = did_you_mean(nearest(other, NAMED));
                let what = format!("`game.names.{other}`: names are for {}{near}", NAMED.join(", "));
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

/// Characters of a name at most, and of a title or a sentence.
const MAX_NAME: usize = 80;
const MAX_SENTENCE: usize = 500;

/// Returns true for a text that can name a thing: one line, of characters that all can be seen.
pub(crate) fn is_name(text: &str) -> bool {
    !text.chars().any(is_hidden) && text.chars().count() <= MAX_NAME
}

/// Returns a title, a display name or a sentence of the script as one line: what separates words is a space, and characters
/// that steer a terminal, turn the direction of text or can't be seen are left out.
pub(crate) fn cleaned(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = spaced.filter(|&c| !is_hidden(c)).take(MAX_SENTENCE).collect();
    seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

impl ScriptGame {
    /// Returns the action's word and arguments: cards by name, seats by number from 0.
    pub(crate) fn text(&self, action: ScriptAction) -> String {
        if action.as_fault().is_some() {
            return "fault".to_owned();
        }
        let Some(act) = self.shared.file.scan.acts.get(action.word()) else { return String::new() };
        let mut text = act.name.clone();
        for (argument, number) in act.arguments.iter().zip(action.arguments()) {
            let _ = match argument {
                Argument::Number | Argument::Slot(_) => write!(text, " {number}"),
                Argument::Card | Argument::Seat if number == 0 => Ok(()),
                Argument::Card => {
                    let card = self.shared.declared.cards.get(usize::from(number) - 1);
                    write!(text, " {}", card.map_or("?", |card| &card.name))
                }
                Argument::Seat => write!(text, " {}", number - 1),
            };
        }
        text
    }

    /// Returns the same with the cards in brackets that lie in the slots that it names.
    pub(crate) fn label(&self, state: &ScriptState, action: ScriptAction) -> String {
        let text = self.text(action);
        let act = self.shared.file.scan.acts.get(action.word()).filter(|_| action.as_fault().is_none());
        let arguments = act.into_iter().flat_map(|act| act.arguments.iter().zip(action.arguments()));
        let cards: Vec<String> = arguments
            .filter_map(|(argument, number)| {
                let Argument::Slot(name) = argument else { return None };
                self.card_in(self.row_meant(name)?, number, state)
            })
            .collect();
        if cards.is_empty() { text } else { format!("{text} ({})", cards.join(", ")) }
    }

    /// Returns the row whose slots an argument of this name counts: the only one, or that whose name the argument's begins
    /// with.
    fn row_meant(&self, argument: &str) -> Option<&Zone> {
        let rows = || self.layout().zones.iter().filter(|zone| zone.kind == ZoneKind::Row);
        let named =
            rows().filter(|zone| argument.starts_with(&*zone.name)).max_by_key(|zone| zone.name.len());
        named.or_else(|| rows().next().filter(|_| rows().count() == 1))
    }

    /// Returns the name of the card in this slot, counted from 1, of a row.
    fn card_in(&self, row: &Zone, slot: u16, state: &ScriptState) -> Option<String> {
        let place = usize::from(slot).checked_sub(1).filter(|&place| place < row.cap)?;
        let kind = row.card(&state.bytes, place).checked_sub(1)?;
        self.shared.declared.cards.get(kind).map(|card| card.name.clone())
    }
}
