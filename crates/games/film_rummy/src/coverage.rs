//! What can happen in Film Rummy, for the coverage of the rules and for who acts against whom.

use super::action::{FilmEvent, Spot, TurnKind, Use};
use ludometer_model::{Happening, HappeningKind, Harm};

const fn item(kind: HappeningKind, name: &'static str, clause: &'static str) -> Happening {
    Happening { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
///
/// Only the pile that becomes the stock is a plain `shuffle`: many of those in one play mean that the
/// deck goes round and round, which many deals or defects do not.
pub(super) const HAPPENINGS: &[Happening] = &[
    item(HappeningKind::Event, "deal", "FR-9"),
    item(HappeningKind::Event, "shuffle_deck", "FR-10"),
    item(HappeningKind::Event, "shuffle pile", "FR-68"),
    item(HappeningKind::Event, "shuffle_stock", "FR-64"),
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
