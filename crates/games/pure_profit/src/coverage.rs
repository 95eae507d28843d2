//! What can happen in Pure Profit, for the coverage of the rules and for who acts against whom.

use super::card::Source;
use super::event::{Cause, Ending, PlayEvent};
use ludometer_model::{EventClass, EventKind, Interaction};

const fn item(kind: EventClass, name: &'static str, clause: &'static str) -> EventKind {
    EventKind { kind, name, clause }
}

/// All that can be announced, but for a stop: that is a choice, and none by default. The first word is the
/// event's name in traces.
pub(super) const EVENT_KINDS: &[EventKind] = &[
    item(EventClass::Event, "game", "PP-49"),
    item(EventClass::Event, "deal", "PP-11"),
    item(EventClass::Event, "turn_up", "PP-12"),
    item(EventClass::Event, "turn", "PP-15"),
    item(EventClass::Event, "shuffle", "PP-14"),
    item(EventClass::Event, "draw stock", "PP-17"),
    item(EventClass::Event, "draw discard", "PP-16"),
    item(EventClass::Event, "move_card bank", "PP-24"),
    item(EventClass::Event, "move_card discard", "PP-18"),
    item(EventClass::Event, "move_card dump", "PP-32"),
    item(EventClass::Event, "move_card resolve", "PP-28"),
    item(EventClass::Event, "move_card lost", "PP-30"),
    item(EventClass::Event, "move_card finish", "PP-48"),
    item(EventClass::Event, "move_card leftover", "PP-46"),
    item(EventClass::Event, "hold", "PP-32"),
    item(EventClass::Event, "relief", "PP-55"),
    item(EventClass::Event, "steal", "PP-36"),
    item(EventClass::Ending, "game_end finish", "PP-45"),
    item(EventClass::Ending, "game_end single", "PP-8"),
    item(EventClass::Guard, "game_end unfinished", ""),
];

/// The event's place in the list, if it is there.
#[inline]
pub(super) const fn happening(event: &PlayEvent) -> Option<usize> {
    Some(match event {
        PlayEvent::Game { .. } => 0,
        PlayEvent::Deal { .. } => 1,
        PlayEvent::TurnUp { .. } => 2,
        PlayEvent::Turn { .. } => 3,
        PlayEvent::Shuffle { .. } => 4,
        PlayEvent::Draw { from: Source::Stock, .. } => 5,
        PlayEvent::Draw { from: Source::Discard, .. } => 6,
        PlayEvent::Stop { .. } => return None,
        PlayEvent::MoveCard { cause: Cause::Bank, .. } => 7,
        PlayEvent::MoveCard { cause: Cause::Discard, .. } => 8,
        PlayEvent::MoveCard { cause: Cause::Dump, .. } => 9,
        PlayEvent::MoveCard { cause: Cause::Resolve, .. } => 10,
        PlayEvent::MoveCard { cause: Cause::Lost, .. } => 11,
        PlayEvent::MoveCard { cause: Cause::Finish, .. } => 12,
        PlayEvent::MoveCard { cause: Cause::Leftover, .. } => 13,
        PlayEvent::Hold { .. } => 14,
        PlayEvent::Relief { .. } => 15,
        PlayEvent::Steal { .. } => 16,
        PlayEvent::GameEnd { ending: Ending::Finish, .. } => 17,
        PlayEvent::GameEnd { ending: Ending::Single, .. } => 18,
        PlayEvent::GameEnd { ending: Ending::Unfinished, .. } => 19,
    })
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["steal a card"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &PlayEvent) -> Option<Interaction> {
    match *event {
        PlayEvent::Steal { thief, victim, .. } => {
            Some(Interaction { actor: Some(thief), target: victim, kind: 0 })
        }
        _ => None,
    }
}
