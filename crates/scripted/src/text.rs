//! Texts of a script: the display names that it gives, as
//! `game.names = { cards = { ... }, actions = { ... } }`, what names may be, and actions written with them.

use std::fmt::Write as _;

use mlua::{LuaString, Table};

use ludometer_model::{Names, Seat, did_you_mean, is_hidden, nearest, readable};

use crate::layout::{Zone, ZoneKind};
use crate::source::{Meaning, Routine, Scan};
use crate::{ScriptAction, ScriptGame, ScriptState};

/// Events that the engine announces, as sentences: see `ludometer_narration`.
const EVENTS: [(&str, &str); 35] = [
    ("move", "From {@from} to {@to}: [seen_by: {card} | a card]."),
    ("shuffle", "{@zone} is shuffled."),
    ("show", "{@to} looks at {@zone}."),
    ("show to=none", "All see {@zone}."),
    ("reveal", "{@to} is shown [to: {card} | a card] in {@zone}."),
    ("reveal to=none", "All are shown {card} in {@zone}."),
    ("show secret=true", "[to: {@to} looks at {@zone} in secret. | ]"),
    ("reveal secret=true", "[to: {@to} is shown {card} in {@zone} in secret. | ]"),
    ("secret_number", "[of: {@of}'s {number}: now {value}. | ]"),
    ("add", "{@of}'s {number} changes by {by}."),
    ("pay", "{@from} gives {@to} [from, to: {amount} | some] of {number}."),
    ("show_number", "{@to} is shown {@of}'s {number}[of, to: : {value} | ]."),
    ("show_number to=none", "{@of}'s {number}: {value}."),
    ("sees", "[seat: {@seat} can tell that {@zone} holds {card}. | ]"),
    ("sees card=none", "[seat: {@seat} can tell that {@zone} holds one of {cards}. | ]"),
    ("swap", "{@one} and {@other} change places."),
    ("rotate", "What was {@from} is now {@to}."),
    ("roll", "A die shows {value}."),
    ("shake", "{dice} dice are shaken in {@cup}."),
    ("choose", "{@seat} carries out [seat: the choice to {!chosen} | what was chosen]."),
    ("number", "{@of}'s {number}: {before}, now {after}."),
    ("number of=none", "The {number}: {before}, now {after}."),
    ("cell", "Place {cell} of the {cells}: {before}, now {after}."),
    ("lacks", "{@zone} holds no {card}."),
    ("holds", "{@zone} holds {card} ({cards} to {most})."),
    ("holds most=none", "{@zone} holds {card} ({cards} or more)."),
    ("holds exact=true", "{@zone} holds {card} (exactly {cards})."),
    // The kinds have been named by then.
    ("among", "Of {card}:"),
    ("among alone=true", ""),
    ("holds card=none", "{@zone} holds {cards} to {most} of these."),
    ("holds card=none most=none", "{@zone} holds {cards} or more of these."),
    ("holds card=none exact=true", "{@zone} holds exactly {cards} of these."),
    ("only", "{@zone} holds no other cards than {card}."),
    ("only card=none", "{@zone} holds no other cards than these."),
    ("turn_begins", ""),
];

/// Notes and figures of the designer's own, whose words the script gives.
const OWN: [(&str, &str); 6] = [
    ("note", "{note}: {with}."),
    ("note with=none", "{note}."),
    ("metric", ""),
    ("ratio", ""),
    ("interaction", ""),
    ("took", ""),
];

/// A list of words that a script declares: its name, and the id and the text of each word.
pub(crate) type Words = (String, Vec<(String, String)>);

/// The meanings of the numbers of a note that has a sentence of its own.
pub(crate) type NoteMeanings = Vec<Option<[Meaning; 3]>>;

/// What a script calls things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    pub(crate) names: Names,
    pub(crate) words: Vec<Words>,
    /// Of each note of the script.
    pub(crate) notes: NoteMeanings,
}

/// Reads the display names of a script that was loaded.
///
/// # Errors
/// A list that there is none of, and a name for what the script does not have, with what is nearest.
pub(crate) fn texts(host: &Table, scan: &Scan) -> mlua::Result<Texts> {
    let text = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
    let events = EVENTS.into_iter().chain(OWN).map(text).collect();
    let names = Names { events, tells_choices: true, ..Names::default() };
    let mut texts = Texts { names, words: words(host)?, notes: vec![None; scan.notes.len()] };
    let all = texts.words.iter().flat_map(|(_, words)| words.clone());
    texts.names.words = all.filter(|(id, text)| readable(id) != *text).collect();
    // What the script says itself comes later and counts.
    for entry in host.get::<Table>("titles")?.pairs::<String, LuaString>() {
        let (id, name) = entry?;
        texts.names.insert("card", &id, &cleaned(&name.to_string_lossy()));
    }
    for entry in host.get::<Table>("printed")?.pairs::<LuaString, Table>() {
        let (title, numbers) = entry?;
        let of = texts.names.printed.entry(cleaned(&title.to_string_lossy())).or_default();
        for entry in numbers.pairs::<String, f64>() {
            let (id, number) = entry?;
            of.insert(id, number.to_string());
        }
    }
    given_names(host, scan, &mut texts)?;
    for act in &scan.acts {
        add_choice(act, &mut texts.names)?;
    }
    Ok(texts)
}

/// Reads the lists of words that the script declares.
fn words(host: &Table) -> mlua::Result<Vec<Words>> {
    let read = |list: mlua::Result<Table>| {
        let list = list?;
        let name: String = list.get("name")?;
        let mut words: Vec<(String, String)> = Vec::new();
        for text in list.get::<Table>("texts")?.sequence_values::<LuaString>() {
            let text = cleaned(&text?.to_string_lossy());
            let id: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
            if let Some((_, other)) = words.iter().find(|(other, _)| *other == id) {
                let what = format!("words(\"{name}\"): \"{other}\" and \"{text}\" can't be told apart");
                return Err(mlua::Error::runtime(what));
            }
            words.push((id, text));
        }
        Ok((name, words))
    };
    host.get::<Table>("words")?.sequence_values().map(read).collect()
}

/// Adds how an action is told: its name, in which an argument stands as `{its name}`; behind a name without such the arguments
/// follow.
fn add_choice(act: &Routine, names: &mut Names) -> mlua::Result<()> {
    let id = &act.name;
    let given = names.action(id);
    let fields = act.arguments.iter().map(|argument| (argument.name.as_str(), &argument.meaning));
    let fields: Vec<(&str, &Meaning)> = fields.collect();
    let what = format!("`game.names.actions.{id}`");
    let (mut text, fixed) = template(&given, &fields, &["1", "2", "3"], &what)?;
    let names_fields = given.contains('{');
    if !names_fields {
        for (number, argument) in (1..).zip(&act.arguments) {
            text += &if argument.meaning == Meaning::Seat {
                format!(" {{@{number}}}")
            } else {
                format!(" {{{number}}}")
            };
        }
    }
    names.choices.insert(id.clone(), text);
    if names_fields || act.arguments.is_empty() {
        names.insert("action", id, &fixed);
    }
    Ok(())
}

/// Returns a text of the script as a template of a sentence, in which these fields are called by their `keys`; and the same text
/// with dots in place of the fields.
fn template(
    text: &str,
    fields: &[(&str, &Meaning)],
    keys: &[&str],
    what: &str,
) -> mlua::Result<(String, String)> {
    // Square brackets would be read as those of a secret.
    let text = text.replace('[', "(").replace(']', ")");
    let (mut told, mut fixed) = (String::new(), String::new());
    let mut rest = text.as_str();
    let wrong = |message: String| mlua::Error::runtime(format!("{what}: {message}"));
    while let Some(open) = rest.find(['{', '}']) {
        let close = rest[open..].find('}').map(|end| open + end);
        let Some(close) = close.filter(|&close| close > open) else {
            return Err(wrong("a brace is not closed, or was not opened".to_owned()));
        };
        let name = rest[open + 1..close].trim();
        let Some(place) = fields.iter().position(|(field, _)| *field == name) else {
            let near = did_you_mean(nearest(name, fields.iter().map(|(field, _)| *field)));
            let known: Vec<String> = fields.iter().map(|(field, _)| format!("{{{field}}}")).collect();
            let there = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(wrong(format!("there is no `{{{name}}}`{near}; there are: {there}")));
        };
        let form = if *fields[place].1 == Meaning::Seat { "@" } else { "" };
        let _ = write!(told, "{}{{{form}{}}}", &rest[..open], keys[place]);
        let _ = write!(fixed, "{}...", &rest[..open]);
        rest = &rest[close + 1..];
    }
    Ok((told + rest, fixed + rest))
}

/// The names of a note's numbers in its sentence: `{1}`, or with a type `{1: seat}`; and in its event.
const NUMBERS: [&str; 3] = ["1", "2", "3"];
pub(crate) const NOTE_FIELDS: [&str; 3] = ["first", "second", "third"];

/// Adds the sentence of a note.
fn add_note(note: usize, word: &str, given: &str, texts: &mut Texts) -> mlua::Result<()> {
    let mut meanings = [Meaning::Number, Meaning::Number, Meaning::Number];
    let mut text = given.to_owned();
    for (number, meaning) in NUMBERS.into_iter().zip(&mut meanings) {
        let typed = format!("{{{number}:");
        let Some(begin) = text.find(&typed) else { continue };
        let Some(end) = text[begin..].find('}').map(|end| begin + end) else { continue };
        let kind = text[begin + typed.len()..end].trim().to_owned();
        *meaning = Meaning::of(&kind);
        if let Meaning::Word(list) = &meaning
            && !texts.words.iter().any(|(name, _)| name == list)
        {
            let lists = texts.words.iter().map(|(name, _)| name.as_str());
            let near = did_you_mean(nearest(list, lists.chain(["seat", "card", "amount"])));
            let what = format!(
                "`game.names.notes.{word}`: `{list}` is no `seat`, `card`, `amount` or list of words{near}"
            );
            return Err(mlua::Error::runtime(what));
        }
        text = text.replace(&text[begin..=end], &format!("{{{number}}}"));
    }
    let fields: Vec<(&str, &Meaning)> = NUMBERS.into_iter().zip(&meanings).collect();
    let (told, _) = template(&text, &fields, &NOTE_FIELDS, &format!("`game.names.notes.{word}`"))?;
    let told = if told.ends_with(['.', '!', '?']) { told } else { told + "." };
    // Two conditions, so that it comes before the sentences of all notes.
    texts.names.events.insert(format!("note event=note note={word}"), told);
    texts.notes[note] = Some(meanings);
    Ok(())
}

/// The lists of names that a script can give.
const NAMED: [&str; 6] = ["cards", "actions", "phases", "zones", "numbers", "notes"];

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
fn given_names(host: &Table, scan: &Scan, texts: &mut Texts) -> mlua::Result<()> {
    let game: Table = host.get::<Table>("api")?.get("game")?;
    let Some(lists) = game.get::<Option<Table>>("names")? else { return Ok(()) };
    let cards: Vec<String> = host.get("kinds")?;
    let routines = |list: &[Routine]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
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
            "notes" => ("note", scan.notes.clone()),
            other => {
                let near = did_you_mean(nearest(other, NAMED));
                let what = format!("`game.names.{other}`: names are for {}{near}", NAMED.join(", "));
                return Err(mlua::Error::runtime(what));
            }
        };
        for entry in given.pairs::<String, LuaString>() {
            let (id, name) = entry?;
            let Some(place) = known.iter().position(|known| *known == id) else {
                let near = did_you_mean(nearest(&id, known.iter().map(String::as_str)));
                let what =
                    format!("`game.names.{list}` names `{id}`, which the script has no {kind} for{near}");
                return Err(mlua::Error::runtime(what));
            };
            let name = cleaned(&name.to_string_lossy());
            if kind == "note" {
                add_note(place, &id, &name, texts)?;
            } else {
                texts.names.insert(kind, &id, &name);
            }
        }
    }
    Ok(())
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

/// What a number of an action or a note means.
pub(crate) enum Meant<'a> {
    Number(i32),
    Seat(Seat),
    /// A card, or a word of a list.
    Id(&'a str),
    None,
}

impl ScriptGame {
    /// Returns the action's word and arguments: cards and words by name, seats by number from 0, and `none` for 0.
    pub(crate) fn text(&self, action: ScriptAction) -> String {
        self.text_from(action, 0)
    }

    /// Returns the same with seats counted from `first`.
    pub(crate) fn text_from(&self, action: ScriptAction, first: usize) -> String {
        if action.as_fault().is_some() {
            return "fault".to_owned();
        }
        let Some(act) = self.shared.file.scan.acts.get(action.word()) else { return String::new() };
        let given = act.arguments.iter().zip(action.arguments());
        let lacking = given.clone().rev().take_while(|(argument, number)| argument.may_lack && *number == 0);
        let shown = act.arguments.len() - lacking.count();
        let mut text = act.name.clone();
        for (argument, number) in given.take(shown) {
            let _ = match self.meant(&argument.meaning, number.into()) {
                Meant::Number(number) => write!(text, " {number}"),
                Meant::Seat(seat) => write!(text, " {}", seat.index() + first),
                Meant::Id(id) => write!(text, " {id}"),
                Meant::None => write!(text, " none"),
            };
        }
        text
    }

    /// Returns what a number of an action or a note means.
    pub(crate) fn meant(&self, meaning: &Meaning, number: i32) -> Meant<'_> {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        match (meaning, place) {
            (Meaning::Number | Meaning::Slot, _) => Meant::Number(number),
            (Meaning::Card, Some(place)) => {
                Meant::Id(self.shared.declared.cards.get(place).map_or("?", |card| &card.name))
            }
            (Meaning::Seat, Some(place)) => Meant::Seat(Seat::new(place)),
            (Meaning::Word(list), place) => {
                let Some((_, words)) = self.shared.file.facts.words.iter().find(|(name, _)| name == list)
                else {
                    return Meant::Number(number);
                };
                place.map_or(Meant::None, |place| Meant::Id(words.get(place).map_or("?", |(id, _)| id)))
            }
            (Meaning::Card | Meaning::Seat, None) => Meant::None,
        }
    }

    /// Returns the same with the cards in brackets that lie in the slots that it names.
    pub(crate) fn label(&self, state: &ScriptState, action: ScriptAction) -> String {
        let text = self.text(action);
        let act = self.shared.file.scan.acts.get(action.word()).filter(|_| action.as_fault().is_none());
        let arguments = act.into_iter().flat_map(|act| act.arguments.iter().zip(action.arguments()));
        let cards: Vec<String> = arguments
            .filter(|(argument, _)| argument.meaning == Meaning::Slot)
            .filter_map(|(argument, number)| self.card_in(self.row_meant(&argument.name)?, number, state))
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
