//! Events that can happen in Film Rummy, for the coverage of the rules and for who acts against whom.

use super::event::{FilmEvent, Spot, TurnKind, Use};
use ludometer_model::Interaction;

ludometer_model::event_kinds! {
    FilmEvent;
    Event "deal" "FR-9" => FilmEvent::Deal { .. },
    Event "shuffle_deck" "FR-10" => FilmEvent::ShuffleDeck { .. },
    Event "shuffle pile" "FR-68" => FilmEvent::Shuffle { .. },
    Event "shuffle_stock" "FR-64" => FilmEvent::ShuffleStock { .. },
    Event "turn normal" "FR-16" => FilmEvent::Turn { kind: TurnKind::Normal, .. },
    Event "turn extra" "FR-49" => FilmEvent::Turn { kind: TurnKind::Extra, .. },
    Event "turn missed" "FR-52" => FilmEvent::Turn { kind: TurnKind::Missed, .. },
    Event "draw dealt" "FR-11" => FilmEvent::Draw { dealt: true, .. },
    Event "draw pile" "FR-18" => FilmEvent::Draw { from: Spot::Pile, .. },
    Event "draw stock" "FR-18" => FilmEvent::Draw { .. },
    Event "move_card" "" => FilmEvent::MoveCard { .. },
    Event "lay_down" "FR-31" => FilmEvent::LayDown { .. },
    Event "publish" "FR-21" => FilmEvent::Publish { .. },
    Event "hit" "FR-25" => FilmEvent::Hit { .. },
    Event "exchange" "FR-42" => FilmEvent::Exchange { .. },
    Event "discard plain" "FR-29" => FilmEvent::Discard { usage: Use::Discard, .. },
    Event "discard play" "FR-48" => FilmEvent::Discard { usage: Use::Play, .. },
    Event "lay" "FR-52" => FilmEvent::Lay { .. },
    Event "interact" "FR-58" => FilmEvent::Interact { .. },
    Event "look" "FR-60" => FilmEvent::Look { .. },
    Event "steal" "FR-61" => FilmEvent::Steal { .. },
    Event "give" "FR-64" => FilmEvent::Give { .. },
    Event "fizzle" "FR-65" => FilmEvent::Fizzle { .. },
    Ending "deal_end went_out" "FR-69" => FilmEvent::DealEnd { winner: Some(_), .. },
    Ending "deal_end dead" "" => FilmEvent::DealEnd { dead: true, .. },
    Guard "deal_end unfinished" "" => FilmEvent::DealEnd { .. },
    Event "score" "FR-72" => FilmEvent::Score { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["negative card", "interaction card", "steal a card"];

/// Returns who acts against whom by this event.
#[inline]
pub(super) const fn interaction(event: &FilmEvent) -> Option<Interaction> {
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
