//! What can happen in Film Rummy, for the coverage of the rules and for who acts against whom.

use super::action::{FilmEvent, Spot, TurnKind, Use};
use crate::model::{Happening, HappeningKind, Harm};

const fn item(kind: HappeningKind, name: &'static str, clause: &'static str) -> Happening {
    Happening { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const HAPPENINGS: &[Happening] = &[
    item(HappeningKind::Event, "deal", "FR-10"),
    item(HappeningKind::Event, "shuffle pile", "FR-68"),
    item(HappeningKind::Event, "shuffle all", "FR-10"),
    item(HappeningKind::Event, "turn normal", "FR-16"),
    item(HappeningKind::Event, "turn extra", "FR-49"),
    item(HappeningKind::Event, "turn missed", "FR-52"),
    item(HappeningKind::Event, "draw dealt", "FR-11"),
    item(HappeningKind::Event, "draw pile", "FR-18"),
    item(HappeningKind::Event, "draw stock", "FR-18"),
    item(HappeningKind::Event, "move_card", ""),
    item(HappeningKind::Event, "lay_down", "FR-31"),
    item(HappeningKind::Event, "publish", "FR-21"),
    item(HappeningKind::Event, "hit", "FR-25"),
    item(HappeningKind::Event, "exchange", "FR-42"),
    item(HappeningKind::Event, "discard plain", "FR-29"),
    item(HappeningKind::Event, "discard play", "FR-48"),
    item(HappeningKind::Event, "lay", "FR-52"),
    item(HappeningKind::Event, "interact", "FR-58"),
    item(HappeningKind::Event, "look", "FR-60"),
    item(HappeningKind::Event, "steal", "FR-61"),
    item(HappeningKind::Event, "give", "FR-64"),
    item(HappeningKind::Event, "fizzle", "FR-65"),
    item(HappeningKind::Ending, "deal_end went_out", "FR-69"),
    item(HappeningKind::Ending, "deal_end dead", ""),
    item(HappeningKind::Guard, "deal_end unfinished", ""),
    item(HappeningKind::Event, "score", "FR-72"),
];

/// The event's place in the list.
#[inline]
pub(super) const fn happening(event: &FilmEvent) -> usize {
    match event {
        FilmEvent::Deal { .. } => 0,
        FilmEvent::Shuffle { from: Spot::Pile, .. } => 1,
        FilmEvent::Shuffle { .. } => 2,
        FilmEvent::Turn { kind: TurnKind::Normal, .. } => 3,
        FilmEvent::Turn { kind: TurnKind::Extra, .. } => 4,
        FilmEvent::Turn { kind: TurnKind::Missed, .. } => 5,
        FilmEvent::Draw { dealt: true, .. } => 6,
        FilmEvent::Draw { from: Spot::Pile, .. } => 7,
        FilmEvent::Draw { .. } => 8,
        FilmEvent::MoveCard { .. } => 9,
        FilmEvent::LayDown { .. } => 10,
        FilmEvent::Publish { .. } => 11,
        FilmEvent::Hit { .. } => 12,
        FilmEvent::Exchange { .. } => 13,
        FilmEvent::Discard { usage: Use::Discard, .. } => 14,
        FilmEvent::Discard { usage: Use::Play, .. } => 15,
        FilmEvent::Lay { .. } => 16,
        FilmEvent::Interact { .. } => 17,
        FilmEvent::Look { .. } => 18,
        FilmEvent::Steal { .. } => 19,
        FilmEvent::Give { .. } => 20,
        FilmEvent::Fizzle { .. } => 21,
        FilmEvent::DealEnd { winner: Some(_), .. } => 22,
        FilmEvent::DealEnd { dead: true, .. } => 23,
        FilmEvent::DealEnd { .. } => 24,
        FilmEvent::Score { .. } => 25,
    }
}

/// The ways to act against another seat.
pub(super) const HARMS: &[&str] = &["negative card", "interaction card", "steal a card"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &FilmEvent) -> Option<Harm> {
    match *event {
        FilmEvent::Lay { seat, target, .. } => Some(Harm { actor: Some(seat), target, kind: 0 }),
        // `rules.defect_self_target` allows a card against oneself, which harms nobody else.
        FilmEvent::Interact { seat, target, .. } if seat.index() != target.index() => {
            Some(Harm { actor: Some(seat), target, kind: 1 })
        }
        FilmEvent::Steal { seat, target, .. } => Some(Harm { actor: Some(seat), target, kind: 2 }),
        _ => None,
    }
}
