//! Events that can happen in Pure Profit, for the coverage of the rules and for who acts against whom.

use super::card::Source;
use super::event::{Cause, Ending, PlayEvent};
use ludometer_model::Interaction;

ludometer_model::event_kinds! {
    PlayEvent;
    Event "game" "PP-49" => PlayEvent::Game { .. },
    Event "deal" "PP-11" => PlayEvent::Deal { .. },
    Event "turn_up" "PP-12" => PlayEvent::TurnUp { .. },
    Event "turn" "PP-15" => PlayEvent::Turn { .. },
    Event "shuffle" "PP-14" => PlayEvent::Shuffle { .. },
    Event "draw stock" "PP-17" => PlayEvent::Draw { from: Source::Stock, .. },
    Event "draw discard" "PP-16" => PlayEvent::Draw { from: Source::Discard, .. },
    Event "move_card bank" "PP-24" => PlayEvent::MoveCard { cause: Cause::Bank, .. },
    Event "move_card discard" "PP-18" => PlayEvent::MoveCard { cause: Cause::Discard, .. },
    Event "move_card dump" "PP-32" => PlayEvent::MoveCard { cause: Cause::Dump, .. },
    Event "move_card resolve" "PP-28" => PlayEvent::MoveCard { cause: Cause::Resolve, .. },
    Event "move_card lost" "PP-30" => PlayEvent::MoveCard { cause: Cause::Lost, .. },
    Event "move_card finish" "PP-48" => PlayEvent::MoveCard { cause: Cause::Finish, .. },
    Event "move_card leftover" "PP-46" => PlayEvent::MoveCard { cause: Cause::Leftover, .. },
    Event "hold" "PP-32" => PlayEvent::Hold { .. },
    Event "relief" "PP-55" => PlayEvent::Relief { .. },
    Event "steal" "PP-36" => PlayEvent::Steal { .. },
    Ending "game_end finish" "PP-45" => PlayEvent::GameEnd { ending: Ending::Finish, .. },
    Ending "game_end single" "PP-8" => PlayEvent::GameEnd { ending: Ending::Single, .. },
    Guard "game_end unfinished" "" => PlayEvent::GameEnd { ending: Ending::Unfinished, .. },
    ; PlayEvent::Stop { .. }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["steal a card"];

/// Returns who acts against whom by this event.
#[inline]
pub(super) const fn interaction(event: &PlayEvent) -> Option<Interaction> {
    match *event {
        PlayEvent::Steal { thief, victim, .. } => {
            Some(Interaction { actor: Some(thief), target: victim, kind: 0 })
        }
        _ => None,
    }
}
