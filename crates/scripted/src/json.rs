//! States, views and events of scripts as JSON, in the script's names.

use ludometer_model::Seat;
use serde_json::{Map, Value, json};

use crate::event::{ScriptEvent, UNNOTICED, What};
use crate::layout::{SECRET, Zone, ZoneKind, chosen, head, i32_at, seats_at, u16_at};
use crate::source::OwnMeasure;
use crate::stats::WHOLE;
use crate::text::{Meant, NOTE_FIELDS};
use crate::view::Pool;
use crate::{ScriptAction, ScriptGame};

/// Kinds of what waits in a state, as in `calls.luau`; others are rounds of questions.
const ASKED: u8 = 1;
const RESUMED: u8 = 2;

impl ScriptGame {
    /// Returns the bytes of a state, or of what a seat knows, with all that follows from it.
    pub(crate) fn bytes_json(&self, bytes: &[u8], viewer: Option<Seat>) -> Value {
        let layout = self.layout();
        let mut bytes = bytes.to_vec();
        if let Some(viewer) = viewer {
            layout.deduce(&mut bytes, viewer, &mut Pool::default());
        }
        let bytes = &bytes[..];
        let mut all = Map::new();
        let step = usize::from(bytes[head::STEP])
            .checked_sub(1)
            .and_then(|step| self.shared.file.scan.steps.get(step));
        let mover = usize::from(bytes[head::MOVER]).checked_sub(1);
        // From 0, as in traces.
        all.insert("turn".to_owned(), json!((i32_at(bytes, head::BEGUN) - 1).max(0)));
        all.insert("step".to_owned(), json!(step.map(|step| &step.name)));
        all.insert("mover".to_owned(), json!(mover));
        if let Some(waiting) =
            layout.calls.map(|at| self.waiting_json(bytes, at)).filter(|all| !all.is_empty())
        {
            all.insert("later".to_owned(), Value::Array(waiting));
        }
        for number in layout.numbers.iter().filter(|number| viewer.is_none() || number.is_shown) {
            add(&mut all, &number.name, number.seat, json!(i32_at(bytes, number.off)));
        }
        for secret in &layout.secrets {
            for seat in Seat::all(layout.seats) {
                let number = match viewer {
                    Some(viewer) => layout.known_secret(bytes, secret, viewer, seat),
                    None => Some(i32_at(bytes, secret.off + 4 * seat.index())),
                };
                add(&mut all, &secret.name, Some(seat), json!(number));
            }
        }
        for cells in layout.cells.iter().filter(|cells| viewer.is_none() || cells.is_shown) {
            let numbers = (0..cells.count).map(|i| u16_at(bytes, cells.off + 2 * i).cast_signed());
            all.insert(cells.name.clone(), numbers.collect());
        }
        for zone in &layout.zones {
            add(&mut all, &zone.name, zone.owner, self.zone_json(bytes, zone, viewer));
        }
        if !seats_at(bytes, head::ASKED).is_empty() {
            let chosen = Seat::all(layout.seats).map(|seat| self.sealed_json(bytes, seat, viewer));
            all.insert("chosen".to_owned(), chosen.collect());
        }
        Value::Object(all)
    }

    /// Returns what waits until `back` or `ask_next`, the latest last.
    fn waiting_json(&self, bytes: &[u8], at: usize) -> Vec<Value> {
        let scan = &self.shared.file.scan;
        let entries = bytes[at + 4..].chunks_exact(8).take(usize::from(u16_at(bytes, at)));
        entries
            .map(|entry| {
                let (place, seat) =
                    (usize::from(entry[1]).wrapping_sub(1), usize::from(entry[2]).wrapping_sub(1));
                let step = scan.steps.get(place).map(|step| &step.name);
                match entry[0] {
                    ASKED => json!({ "step": step, "seat": seat }),
                    RESUMED => json!({ "resume": scan.resumes.get(place), "seat": seat }),
                    _ => {
                        let circle: Vec<usize> = seats_at(entry, 4).iter().map(Seat::index).collect();
                        json!({ "around": step, "seat": seat, "seats": circle })
                    }
                }
            })
            .collect()
    }

    /// Returns the choice that a seat has made and not shown.
    fn sealed_json(&self, bytes: &[u8], seat: Seat, viewer: Option<Seat>) -> Value {
        if viewer.is_some_and(|viewer| viewer != seat) {
            return Value::Null;
        }
        if let Some(at) = self.layout().secret_of(bytes, seat) {
            let choices = bytes[at + 8..at + SECRET].as_chunks::<8>().0.iter().take(usize::from(bytes[at]));
            let text = |bits: &[u8; 8]| self.text(ScriptAction::new(u64::from_le_bytes(*bits), false));
            return choices.map(text).collect();
        }
        if !chosen(bytes).contains(seat) {
            return Value::Null;
        }
        self.sealed_choice(bytes, seat).into()
    }

    /// Returns the words of the choice that a seat has sealed.
    pub(crate) fn sealed_choice(&self, bytes: &[u8], seat: Seat) -> String {
        let at = head::SEALS + 8 * seat.index();
        let bits = bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        self.text(ScriptAction::new(bits, false))
    }

    /// Returns the cards of a zone: a list in order, or copies by kind. Where the viewer doesn't see them, how many
    /// there are and what it knows of them.
    fn zone_json(&self, bytes: &[u8], zone: &Zone, viewer: Option<Seat>) -> Value {
        let size = zone.size(bytes);
        match zone.kind {
            ZoneKind::Bag => {
                let copies = zone.all_copies(bytes).enumerate().filter(|(_, copies)| *copies > 0);
                let cards: Map<String, Value> =
                    copies.map(|(kind, copies)| (self.kind_name(zone, kind), json!(copies))).collect();
                let Some(viewer) = viewer.filter(|&viewer| !zone.is_seen_by(viewer)) else {
                    return cards.into();
                };
                let lacking = self.layout().lacking(bytes, self.layout().row_of(zone, Some(viewer)));
                let none =
                    (0..zone.width).filter(|&kind| lacking.contains(kind) && zone.copies(bytes, kind) == 0);
                let none: Vec<_> = none.map(|kind| self.kind_name(zone, kind)).collect();
                let mut json = json!({ "size": size, "known": cards, "none_of": none });
                // That there are none of some kinds stands in `none_of`.
                let told =
                    self.layout().said(bytes, zone).filter(|&(_, least, most)| (least, most) != (0, 0));
                let told = told.map(|(kinds, least, most)| {
                    let of = (0..zone.width).filter(|&kind| kinds.contains(kind));
                    let of: Vec<_> = of.map(|kind| self.kind_name(zone, kind)).collect();
                    json!({ "least": least, "most": (most < usize::MAX).then_some(most), "of": of })
                });
                let told: Vec<Value> = told.collect();
                if !told.is_empty() {
                    json["told"] = told.into();
                }
                json
            }
            ZoneKind::List | ZoneKind::Stack | ZoneKind::Row => {
                let places = if zone.kind == ZoneKind::Row { zone.cap } else { size };
                let cards = zone.cards(bytes, places);
                cards.map(|card| card.checked_sub(1).map(|kind| self.kind_name(zone, kind))).collect()
            }
        }
    }

    fn kind_name(&self, zone: &Zone, kind: usize) -> String {
        let card = if zone.fresh { None } else { self.shared.declared.cards.get(kind) };
        card.map_or_else(|| (kind + 1).to_string(), |card| card.name.clone())
    }

    /// Returns a seat or the name of a card in an event; nothing for 0.
    fn card_json(&self, card: i32) -> Value {
        let kind = usize::try_from(card - 1).ok();
        json!(kind.and_then(|kind| self.shared.declared.cards.get(kind)).map(|card| &card.name))
    }

    fn zone_name_json(&self, number: i32) -> Value {
        let zone = usize::try_from(number - 1).ok().and_then(|place| self.layout().zones.get(place));
        json!(zone.map(|zone| match zone.owner {
            Some(seat) => format!("{} of {seat}", zone.name),
            None => zone.name.clone(),
        }))
    }

    /// Returns the seats that see a move, as they see into one of these zones or as everybody knows of it.
    fn seen_by(&self, event: &ScriptEvent, zones: &[i32]) -> Vec<usize> {
        let zone = |number: &i32| self.layout().zones.get(usize::try_from(number - 1).ok()?);
        let zones: Vec<&Zone> = zones.iter().filter_map(zone).collect();
        let sees = |seat: &Seat| event.is_open() || zones.iter().any(|zone| zone.is_seen_by(*seat));
        Seat::all(self.layout().seats).filter(sees).map(Seat::index).collect()
    }

    /// Returns an event with its name in the field `event`.
    pub(crate) fn event_object(&self, event: &ScriptEvent) -> Value {
        let [a, b, c, d] = event.numbers;
        let seat = |number: i32| json!(usize::try_from(number - 1).ok());
        match event.what {
            What::Move => json!({
                "event": "move", "card": self.card_json(a), "from": self.zone_name_json(b), "to": self.zone_name_json(c),
                "forced": event.forced, "seen_by": self.seen_by(event, &[b, c]),
            }),
            What::Shuffle => json!({ "event": "shuffle", "zone": self.zone_name_json(a) }),
            What::Show => {
                let event = json!({ "event": "show", "zone": self.zone_name_json(a), "to": seat(b) });
                with_secret(event, d)
            }
            What::Reveal => {
                let zone = self.zone_name_json(b);
                let event =
                    json!({ "event": "reveal", "card": self.card_json(a), "zone": zone, "to": seat(c) });
                with_secret(event, d)
            }
            What::Secret => {
                let list = usize::try_from(a - 1).ok().and_then(|list| self.layout().secrets.get(list));
                let name = list.map(|secret| &secret.name);
                match event.given {
                    // As in `secret_numbers.luau`.
                    0 => json!({ "event": "secret_number", "number": name, "of": seat(b), "value": d }),
                    1 => json!({ "event": "add", "number": name, "of": seat(b), "by": d }),
                    2 => {
                        json!({ "event": "pay", "number": name, "from": seat(b), "to": seat(c), "amount": d })
                    }
                    _ => {
                        json!({ "event": "show_number", "number": name, "of": seat(b), "to": seat(c), "value": d })
                    }
                }
            }
            What::Sees => {
                let rule = usize::try_from(a - 1).ok().and_then(|rule| self.layout().roles.get(rule));
                let is_seen = |kind: &usize| rule.is_some_and(|rule| rule.seen.contains(*kind));
                let kinds = (0..self.layout().kinds).filter(is_seen);
                let names: Vec<_> = kinds.map(|kind| self.card_json(kind as i32 + 1)).collect();
                let one = if let [one] = &names[..] { one.clone() } else { Value::Null };
                let zone = self.zone_name_json(c);
                json!({ "event": "sees", "seat": seat(b), "zone": zone, "card": one, "cards": names })
            }
            What::Swap => {
                json!({ "event": "swap", "one": self.zone_name_json(a), "other": self.zone_name_json(b) })
            }
            What::Rotate => {
                json!({ "event": "rotate", "from": self.zone_name_json(a), "to": self.zone_name_json(b) })
            }
            What::Roll => json!({ "event": "roll", "value": a, "sides": b }),
            What::Shake => json!({ "event": "shake", "cup": self.zone_name_json(a), "dice": b }),
            What::Note => self.note_object(event),
            What::Metric => {
                let own =
                    usize::try_from(a - 1).ok().and_then(|metric| self.shared.file.scan.metrics.get(metric));
                let word = own.map(|own| &own.word);
                match own.map(|own| own.measure) {
                    Some(OwnMeasure::Seat) => {
                        json!({ "event": "metric", "metric": word, "value": b, "seat": seat(c) })
                    }
                    Some(OwnMeasure::Card) => {
                        json!({ "event": "metric", "metric": word, "value": b, "card": self.card_json(c) })
                    }
                    Some(OwnMeasure::Ratio) if c == 0 => {
                        json!({ "event": "ratio", "metric": word, "part": b })
                    }
                    Some(OwnMeasure::Ratio) => json!({ "event": "ratio", "metric": word, "whole": b }),
                    Some(OwnMeasure::CardRatio) => {
                        let (sum, card) = if c > WHOLE { ("whole", c - WHOLE) } else { ("part", c) };
                        json!({ "event": "ratio", "metric": word, "card": self.card_json(card), sum: b })
                    }
                    _ => json!({ "event": "metric", "metric": word, "value": b }),
                }
            }
            What::Choose => {
                let chosen = event.choice.map(|choice| self.text(choice));
                json!({ "event": "choose", "seat": seat(a), "chosen": chosen })
            }
            What::Number => {
                let number = usize::try_from(a).ok().and_then(|number| self.layout().numbers.get(number));
                let mut event = json!({ "event": "number", "number": number.map(|number| &number.name) });
                if let Some(seat) = number.and_then(|number| number.seat) {
                    event["of"] = json!(seat.index());
                }
                (event["before"], event["after"]) = (json!(b), json!(c));
                event
            }
            What::Cell => {
                let cells = usize::try_from(a).ok().and_then(|cells| self.layout().cells.get(cells));
                let name = cells.map(|cells| &cells.name);
                json!({ "event": "cell", "cells": name, "cell": b, "before": c, "after": d })
            }
            What::Turn => json!({ "event": "turn_begins", "turn": b | c << 16, "seat": seat(a) }),
            What::Interaction => {
                let word = usize::try_from(d - 1).ok();
                let word = word.and_then(|word| self.shared.file.scan.interactions.get(word));
                json!({ "event": "interaction", "interaction": word, "seat": seat(a), "target": seat(b) })
            }
            What::Took => json!({ "event": "took", "card": self.card_json(a), "seat": seat(b) }),
            What::Holds => {
                let card = if d > 0 { self.card_json(d) } else { Value::Null };
                let most = (c > 0).then_some(c - 1);
                let mut event = json!({
                    "event": "holds", "zone": self.zone_name_json(a), "cards": b, "most": most, "card": card,
                });
                if most == Some(b) {
                    event["exact"] = json!(true);
                }
                event
            }
            // Of a single kind, what comes next says it.
            What::Among => json!({ "event": "among", "card": self.card_json(a), "alone": b == 1 }),
            What::Only => {
                let card = if b > 0 { self.card_json(b) } else { Value::Null };
                json!({ "event": "only", "zone": self.zone_name_json(a), "card": card })
            }
            What::Lacks => {
                json!({ "event": "lacks", "card": self.card_json(a), "zone": self.zone_name_json(b) })
            }
        }
    }
}

impl ScriptGame {
    /// Returns a note with its numbers; with what they mean, where the script says so.
    fn note_object(&self, event: &ScriptEvent) -> Value {
        let [note, numbers @ ..] = event.numbers;
        let note = usize::try_from(note - 1).unwrap_or(usize::MAX);
        let given = &numbers[..usize::from(event.given).min(numbers.len())];
        let with = if given.is_empty() { Value::Null } else { json!(given) };
        let word = self.shared.file.scan.notes.get(note);
        let mut object = json!({ "event": "note", "note": word, "numbers": numbers, "with": with });
        let facts = &self.shared.file.facts;
        for ((field, meaning), number) in
            NOTE_FIELDS.iter().zip(facts.notes.get(note).into_iter().flatten().flatten()).zip(given)
        {
            object[*field] = match self.meant(meaning, *number) {
                Meant::Number(number) => json!(number),
                Meant::Seat(seat) => json!(seat.index()),
                Meant::Id(id) => json!(id),
                Meant::None => Value::Null,
            };
        }
        object
    }
}

/// Marks an event that only the seat notices which is shown something.
fn with_secret(mut event: Value, flags: i32) -> Value {
    if flags & UNNOTICED != 0 {
        event["secret"] = json!(true);
    }
    event
}

/// Adds a value under a name: where each seat has one, to the list of all.
fn add(all: &mut Map<String, Value>, name: &str, seat: Option<Seat>, value: Value) {
    if seat.is_none() {
        all.insert(name.to_owned(), value);
    } else if let Value::Array(list) = all.entry(name).or_insert_with(|| json!([])) {
        list.push(value);
    }
}
