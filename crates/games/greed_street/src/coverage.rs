//! Events that can happen in Greed Street, for the coverage of the rules and for who acts against whom.

use super::cards::Kind;
use super::event::{CardFor, DrawFor, Event, Holder, Party, PayFor, RollFor, WorkerFor};
use ludometer_model::Interaction;

ludometer_model::event_kinds! {
    Event;
    Event "setup" "GS-8" => Event::Setup { .. },
    Event "roll first" "GS-9" => Event::Roll { purpose: RollFor::First, .. },
    Event "roll move" "GS-12" => Event::Roll { purpose: RollFor::Move, .. },
    Event "roll retired" "GS-60" => Event::Roll { purpose: RollFor::Retired, .. },
    Event "roll direction" "GS-33" => Event::Roll { purpose: RollFor::Direction, .. },
    Event "roll recruit" "GS-38" => Event::Roll { purpose: RollFor::Recruit, .. },
    Event "roll fight" "GS-49" => Event::Roll { purpose: RollFor::Fight, .. },
    Event "draw doubles" "GS-15" => Event::Draw { reason: DrawFor::Doubles, .. },
    Event "draw retired_doubles" "GS-60" => Event::Draw { reason: DrawFor::RetiredDoubles, .. },
    Event "draw square" "GS-36" => Event::Draw { reason: DrawFor::Square, .. },
    Event "no_card" "" => Event::NoCard { .. },
    Event "first_player" "GS-9" => Event::FirstPlayer { .. },
    Event "turn" "GS-12" => Event::Turn { .. },
    Event "skip" "GS-35" => Event::Skip { .. },
    Event "skip_mark" "GS-35" => Event::SkipMark { .. },
    Event "move_piece" "GS-12" => Event::MovePiece { .. },
    Event "not_obeyed" "GS-33" => Event::NotObeyed { .. },
    Event "land" "GS-29" => Event::Land { .. },
    Event "retire" "GS-59" => Event::Retire { .. },
    Event "pay square" "GS-31" => Event::Pay { reason: PayFor::Square, .. },
    Event "pay recruit" "GS-43" => Event::Pay { reason: PayFor::Recruit, .. },
    Event "pay price" "GS-46" => Event::Pay { reason: PayFor::Price, .. },
    Event "pay unasked" "GS-67" => Event::Pay { reason: PayFor::Unasked, .. },
    Event "pay short" "GS-74" => Event::Pay { reason: PayFor::Short, .. },
    Event "pay haggled" "GS-80" => Event::Pay { reason: PayFor::Haggled, .. },
    Event "pay bribe" "GS-68" => Event::Pay { reason: PayFor::Bribe, .. },
    Event "pay trade" "GS-28" => Event::Pay { reason: PayFor::Trade, .. },
    Event "pay theft" "GS-77" => Event::Pay { reason: PayFor::Theft, .. },
    Event "pay penalty" "" => Event::Pay { reason: PayFor::Penalty, .. },
    Event "forgiven" "GS-74" => Event::Forgiven { .. },
    Event "place" "GS-39" => Event::Place { .. },
    Event "reveal" "GS-50" => Event::Reveal { .. },
    Event "move_card donuts" "GS-20" => Event::MoveCard { reason: CardFor::Wild, card: Kind::DONUTS, .. },
    Event "move_card free_pass" "GS-23" => Event::MoveCard { reason: CardFor::Wild, .. },
    Event "move_card square" "GS-35" => Event::MoveCard { reason: CardFor::Square, .. },
    Event "move_card trade" "GS-28" => Event::MoveCard { reason: CardFor::Trade, .. },
    Event "move_card theft" "GS-77" => Event::MoveCard { reason: CardFor::Theft, .. },
    Event "move_card used" "GS-40" => Event::MoveCard { reason: CardFor::Used, .. },
    Event "recruit won" "GS-42" => Event::Recruit { won: true, .. },
    Event "recruit failed" "GS-45" => Event::Recruit { won: false, .. },
    Event "move_worker recruit" "GS-43" => Event::MoveWorker { reason: WorkerFor::Recruit, .. },
    Event "move_worker fight" "" => Event::MoveWorker { reason: WorkerFor::Fight, .. },
    Event "move_worker square" "GS-34" => Event::MoveWorker { reason: WorkerFor::Square, .. },
    Event "move_worker theft" "GS-77" => Event::MoveWorker { reason: WorkerFor::Theft, .. },
    Event "face" "GS-47" => Event::Face { .. },
    Event "claim at_once" "GS-46" => Event::Claim { late: false, .. },
    Event "claim late" "GS-66" => Event::Claim { late: true, .. },
    Event "unnoticed" "GS-65" => Event::Unnoticed { .. },
    Event "missed" "GS-65" => Event::Missed { .. },
    Event "bribe" "GS-68" => Event::Bribe { .. },
    Event "haggled" "GS-72" => Event::Haggled { .. },
    Event "fight_start worker" "GS-48" => Event::FightStart { worker: Some(_), .. },
    Event "fight_start shared_square" "GS-82" => Event::FightStart { worker: None, .. },
    Event "compare" "GS-14" => Event::Compare { .. },
    Event "fight_end instigator" "GS-52" => Event::FightEnd { winner: Some(winner), instigator, worker: Some(_) } if winner.index() == instigator.index(),
    Event "fight_end defender" "GS-53" => Event::FightEnd { winner: Some(_), worker: Some(_), .. },
    Event "fight_end shared_square" "GS-84" => Event::FightEnd { winner: Some(_), worker: None, .. },
    Guard "fight_end too_long" "" => Event::FightEnd { winner: None, .. },
    Event "offer" "GS-28" => Event::Offer { .. },
    Event "counter" "GS-28" => Event::Counter { .. },
    Event "trade agreed" "GS-28" => Event::Trade { agreed: true, .. },
    Event "trade refused" "GS-28" => Event::Trade { agreed: false, .. },
    Event "theft" "GS-77" => Event::Theft { .. },
    Guard "unfinished" "" => Event::Unfinished { .. },
    Event "total" "GS-2" => Event::Total { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["made to pay", "worker won in a fight", "theft"];

/// Returns who acts against whom by this event.
#[inline]
pub(super) const fn interaction(event: &Event) -> Option<Interaction> {
    match *event {
        Event::Pay {
            from: Party::Seat(from),
            to: Party::Seat(to),
            reason: PayFor::Price | PayFor::Unasked | PayFor::Short | PayFor::Haggled,
            ..
        } => Some(Interaction { actor: Some(to), target: from, kind: 0 }),
        Event::MoveWorker {
            from: Holder::Seat(from),
            to: Holder::Seat(to),
            reason: WorkerFor::Fight,
            ..
        } => Some(Interaction { actor: Some(to), target: from, kind: 1 }),
        Event::Theft { thief, victim, .. } => {
            Some(Interaction { actor: Some(thief), target: victim, kind: 2 })
        }
        _ => None,
    }
}
