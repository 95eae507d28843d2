//! What can happen in Film Rummy, for the coverage of the rules and for who acts against whom.

use super::action::{FilmEvent, Spot, TurnKind, Use};
use ludometer_model::{EventClass, EventKind, Interaction};

const fn item(kind: EventClass, name: &'static str, clause: &'static str) -> EventKind {
    EventKind { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
///
/// Only the pile that becomes the stock is a plain `shuffle`: many of those in one play mean that the
/// deck goes round and round, which many deals or defects do not.
pub(super) const EVENT_KINDS: &[EventKind] = &[
    item(EventClass::Event, "deal", "FR-9"),
    item(EventClass::Event, "shuffle_deck", "FR-10"),
    item(EventClass::Event, "shuffle pile", "FR-68"),
    item(EventClass::Event, "shuffle_stock", "FR-64"),
    item(EventClass::Event, "turn normal", "FR-16"),
    item(EventClass::Event, "turn extra", "FR-49"),
    item(EventClass::Event, "turn missed", "FR-52"),
    item(EventClass::Event, "draw dealt", "FR-11"),
    item(EventClass::Event, "draw pile", "FR-18"),
    item(EventClass::Event, "draw stock", "FR-18"),
    item(EventClass::Event, "move_card", ""),
    item(EventClass::Event, "lay_down", "FR-31"),
    item(EventClass::Event, "publish", "FR-21"),
    item(EventClass::Event, "hit", "FR-25"),
    item(EventClass::Event, "exchange", "FR-42"),
    item(EventClass::Event, "discard plain", "FR-29"),
    item(EventClass::Event, "discard play", "FR-48"),
    item(EventClass::Event, "lay", "FR-52"),
    item(EventClass::Event, "interact", "FR-58"),
    item(EventClass::Event, "look", "FR-60"),
    item(EventClass::Event, "steal", "FR-61"),
    item(EventClass::Event, "give", "FR-64"),
    item(EventClass::Event, "fizzle", "FR-65"),
    item(EventClass::Ending, "deal_end went_out", "FR-69"),
    item(EventClass::Ending, "deal_end dead", ""),
    item(EventClass::Guard, "deal_end unfinished", ""),
    item(EventClass::Event, "score", "FR-72"),
];

/// The event's place in the list.
#[inline]
pub(super) const fn happening(event: &FilmEvent) -> usize {
    match event {
        FilmEvent::Deal { .. } => 0,
        FilmEvent::ShuffleDeck { .. } => 1,
        FilmEvent::Shuffle { .. } => 2,
        FilmEvent::ShuffleStock { .. } => 3,
        FilmEvent::Turn { kind: TurnKind::Normal, .. } => 4,
        FilmEvent::Turn { kind: TurnKind::Extra, .. } => 5,
        FilmEvent::Turn { kind: TurnKind::Missed, .. } => 6,
        FilmEvent::Draw { dealt: true, .. } => 7,
        FilmEvent::Draw { from: Spot::Pile, .. } => 8,
        FilmEvent::Draw { .. } => 9,
        FilmEvent::MoveCard { .. } => 10,
        FilmEvent::LayDown { .. } => 11,
        FilmEvent::Publish { .. } => 12,
        FilmEvent::Hit { .. } => 13,
        FilmEvent::Exchange { .. } => 14,
        FilmEvent::Discard { usage: Use::Discard, .. } => 15,
        FilmEvent::Discard { usage: Use::Play, .. } => 16,
        FilmEvent::Lay { .. } => 17,
        FilmEvent::Interact { .. } => 18,
        FilmEvent::Look { .. } => 19,
        FilmEvent::Steal { .. } => 20,
        FilmEvent::Give { .. } => 21,
        FilmEvent::Fizzle { .. } => 22,
        FilmEvent::DealEnd { winner: Some(_), .. } => 23,
        FilmEvent::DealEnd { dead: true, .. } => 24,
        FilmEvent::DealEnd { .. } => 25,
        FilmEvent::Score { .. } => 26,
    }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["negative card", "interaction card", "steal a card"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &FilmEvent) -> Option<Interaction> {
    match *event {
        FilmEvent::Lay { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 0 }),
        // `rules.defect_self_target` allows a card against oneself, which harms nobody else.
        FilmEvent::Interact { seat, target, .. } if seat.index() != target.index() => {
            Some(Interaction { actor: Some(seat), target, kind: 1 })
        }
        FilmEvent::Steal { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 2 }),
        _ => None,
    }
}
