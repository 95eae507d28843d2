//! Events that can happen in I'm the Boss, for the coverage of the rules and for who acts against whom.

use super::event::{Event, Place, Reason, Status};
use ludometer_model::Interaction;

ludometer_model::event_kinds! {
    Event;
    Event "first_boss" "IB-12" => Event::FirstBoss { .. },
    Event "cut" "IB-16" => Event::Cut { .. },
    Event "round" "IB-29" => Event::Round { .. },
    Event "colour" "IB-24" => Event::Colour { .. },
    Event "draw deal" "IB-15" => Event::Draw { reason: Reason::Deal, .. },
    Event "draw bonus" "IB-39" => Event::Draw { reason: Reason::Bonus, .. },
    Event "draw refill" "IB-30" => Event::Draw { reason: Reason::Refill, .. },
    Event "show_x" "IB-87" => Event::ShowX { .. },
    Event "draw_lost" "" => Event::DrawLost { .. },
    Event "shuffle" "IB-91" => Event::Shuffle { .. },
    Event "lap" "" => Event::Lap { .. },
    Event "turn" "IB-36" => Event::Turn { .. },
    Event "move_card centre" "IB-43" => Event::MoveCard { to: Place::Centre, .. },
    Event "move_card front" "IB-64" => Event::MoveCard { from: Place::Playing, to: Place::Front(_), .. },
    Event "move_card shift" "IB-73" => Event::MoveCard { from: Place::Front(_), to: Place::Front(_), .. },
    Event "move_card other" "IB-83" => Event::MoveCard { .. },
    Event "put_away" "IB-30" => Event::PutAway { .. },
    Event "dropped" "IB-85" => Event::Dropped { .. },
    Event "disks first" "IB-37" => Event::Disks { out: false, .. },
    Event "disks out" "IB-40" => Event::Disks { out: true, .. },
    Event "bonus" "IB-39" => Event::Bonus { .. },
    Event "window" "IB-55" => Event::Window { .. },
    Event "offered" "IB-57" => Event::Offered { .. },
    Event "asked" "IB-62" => Event::Asked { .. },
    Event "token" "IB-57" => Event::Token { .. },
    Event "talks_ended" "IB-62" => Event::TalksEnded,
    Event "promise kept" "IB-57" => Event::Promise { status: Status::Open | Status::Kept, .. },
    Event "promise broken" "IB-57" => Event::Promise { status: Status::Broken, .. },
    Event "promise void" "IB-57" => Event::Promise { status: Status::Void, .. },
    Event "strike" "" => Event::Strike { .. },
    Event "settle" "IB-44" => Event::Settle { limited: false, .. },
    Event "settle limited" "IB-49" => Event::Settle { limited: true, .. },
    Event "due" "IB-77" => Event::Due { .. },
    Event "pay" "IB-77" => Event::Pay { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["reverse card laid or moved"];

/// Returns who acts against whom by this event.
#[inline]
pub(super) fn interaction(event: &Event) -> Option<Interaction> {
    match *event {
        Event::MoveCard { card, from: Place::Playing | Place::Front(_), to: Place::Front(target) }
            if !card.is_pota() =>
        {
            Some(Interaction { actor: None, target, kind: 0 })
        }
        _ => None,
    }
}
