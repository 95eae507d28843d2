//! What can happen in I'm the Boss, for the coverage of the rules and for who acts against whom.

use super::event::{Event, Place, Reason, Status};
use ludometer_model::{EventClass, EventKind, Interaction};

const fn item(kind: EventClass, name: &'static str, clause: &'static str) -> EventKind {
    EventKind { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const EVENT_KINDS: &[EventKind] = &[
    item(EventClass::Event, "first_boss", "IB-12"),
    item(EventClass::Event, "cut", "IB-16"),
    item(EventClass::Event, "round", "IB-29"),
    item(EventClass::Event, "colour", "IB-24"),
    item(EventClass::Event, "draw deal", "IB-15"),
    item(EventClass::Event, "draw bonus", "IB-39"),
    item(EventClass::Event, "draw refill", "IB-30"),
    item(EventClass::Event, "show_x", "IB-87"),
    item(EventClass::Event, "draw_lost", ""),
    item(EventClass::Event, "shuffle", "IB-91"),
    item(EventClass::Event, "lap", ""),
    item(EventClass::Event, "turn", "IB-36"),
    item(EventClass::Event, "move_card centre", "IB-43"),
    item(EventClass::Event, "move_card front", "IB-64"),
    item(EventClass::Event, "move_card shift", "IB-73"),
    item(EventClass::Event, "move_card other", "IB-83"),
    item(EventClass::Event, "put_away", "IB-30"),
    item(EventClass::Event, "dropped", "IB-85"),
    item(EventClass::Event, "disks first", "IB-37"),
    item(EventClass::Event, "disks out", "IB-40"),
    item(EventClass::Event, "bonus", "IB-39"),
    item(EventClass::Event, "window", "IB-55"),
    item(EventClass::Event, "offered", "IB-57"),
    item(EventClass::Event, "asked", "IB-62"),
    item(EventClass::Event, "token", "IB-57"),
    item(EventClass::Event, "talks_ended", "IB-62"),
    item(EventClass::Event, "promise kept", "IB-57"),
    item(EventClass::Event, "promise broken", "IB-57"),
    item(EventClass::Event, "promise void", "IB-57"),
    item(EventClass::Event, "strike", ""),
    item(EventClass::Event, "settle", "IB-44"),
    item(EventClass::Event, "settle limited", "IB-49"),
    item(EventClass::Event, "due", "IB-77"),
    item(EventClass::Event, "pay", "IB-77"),
];

/// The event's place in the list.
#[inline]
pub(super) const fn happening(event: &Event) -> usize {
    match event {
        Event::FirstBoss { .. } => 0,
        Event::Cut { .. } => 1,
        Event::Round { .. } => 2,
        Event::Colour { .. } => 3,
        Event::Draw { reason: Reason::Deal, .. } => 4,
        Event::Draw { reason: Reason::Bonus, .. } => 5,
        Event::Draw { reason: Reason::Refill, .. } => 6,
        Event::ShowX { .. } => 7,
        Event::DrawLost { .. } => 8,
        Event::Shuffle { .. } => 9,
        Event::Lap { .. } => 10,
        Event::Turn { .. } => 11,
        Event::MoveCard { to: Place::Centre, .. } => 12,
        Event::MoveCard { from: Place::Playing, to: Place::Front(_), .. } => 13,
        Event::MoveCard { from: Place::Front(_), to: Place::Front(_), .. } => 14,
        Event::MoveCard { .. } => 15,
        Event::PutAway { .. } => 16,
        Event::Dropped { .. } => 17,
        Event::Disks { out: false, .. } => 18,
        Event::Disks { out: true, .. } => 19,
        Event::Bonus { .. } => 20,
        Event::Window { .. } => 21,
        Event::Offered { .. } => 22,
        Event::Asked { .. } => 23,
        Event::Token { .. } => 24,
        Event::TalksEnded => 25,
        // What is promised is announced with the token, and here only what became of it.
        Event::Promise { status: Status::Open | Status::CheckpointHeader, .. } => 26,
        Event::Promise { status: Status::Broken, .. } => 27,
        Event::Promise { status: Status::Void, .. } => 28,
        Event::Strike { .. } => 29,
        Event::Settle { limited: false, .. } => 30,
        Event::Settle { limited: true, .. } => 31,
        Event::Due { .. } => 32,
        Event::Pay { .. } => 33,
    }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["reverse card laid or moved"];

/// Who acts against whom by this event.
#[inline]
pub(super) fn harm(event: &Event) -> Option<Interaction> {
    match *event {
        Event::MoveCard { card, from: Place::Playing | Place::Front(_), to: Place::Front(target) }
            if !card.is_pota() =>
        {
            Some(Interaction { actor: None, target, kind: 0 })
        }
        _ => None,
    }
}
