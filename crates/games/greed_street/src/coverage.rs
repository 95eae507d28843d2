//! What can happen in Greed Street, for the coverage of the rules and for who acts against whom.

use super::cards::Kind;
use super::event::{CardFor, DrawFor, Event, Holder, Party, PayFor, RollFor, WorkerFor};
use ludometer_model::{EventClass, EventKind, Interaction};

const fn item(kind: EventClass, name: &'static str, clause: &'static str) -> EventKind {
    EventKind { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const EVENT_KINDS: &[EventKind] = &[
    item(EventClass::Event, "setup", "GS-8"),
    item(EventClass::Event, "roll first", "GS-9"),
    item(EventClass::Event, "roll move", "GS-12"),
    item(EventClass::Event, "roll retired", "GS-60"),
    item(EventClass::Event, "roll direction", "GS-33"),
    item(EventClass::Event, "roll recruit", "GS-38"),
    item(EventClass::Event, "roll fight", "GS-49"),
    item(EventClass::Event, "draw doubles", "GS-15"),
    item(EventClass::Event, "draw retired_doubles", "GS-60"),
    item(EventClass::Event, "draw square", "GS-36"),
    item(EventClass::Event, "no_card", ""),
    item(EventClass::Event, "first_player", "GS-9"),
    item(EventClass::Event, "turn", "GS-12"),
    item(EventClass::Event, "skip", "GS-35"),
    item(EventClass::Event, "skip_mark", "GS-35"),
    item(EventClass::Event, "move_piece", "GS-12"),
    item(EventClass::Event, "not_obeyed", "GS-33"),
    item(EventClass::Event, "land", "GS-29"),
    item(EventClass::Event, "retire", "GS-59"),
    item(EventClass::Event, "pay square", "GS-31"),
    item(EventClass::Event, "pay recruit", "GS-43"),
    item(EventClass::Event, "pay price", "GS-46"),
    item(EventClass::Event, "pay unasked", "GS-67"),
    item(EventClass::Event, "pay short", "GS-74"),
    item(EventClass::Event, "pay haggled", "GS-80"),
    item(EventClass::Event, "pay bribe", "GS-68"),
    item(EventClass::Event, "pay trade", "GS-28"),
    item(EventClass::Event, "pay theft", "GS-77"),
    item(EventClass::Event, "pay penalty", ""),
    item(EventClass::Event, "forgiven", "GS-74"),
    item(EventClass::Event, "place", "GS-39"),
    item(EventClass::Event, "reveal", "GS-50"),
    item(EventClass::Event, "move_card donuts", "GS-20"),
    item(EventClass::Event, "move_card free_pass", "GS-23"),
    item(EventClass::Event, "move_card square", "GS-35"),
    item(EventClass::Event, "move_card trade", "GS-28"),
    item(EventClass::Event, "move_card theft", "GS-77"),
    item(EventClass::Event, "move_card used", "GS-40"),
    item(EventClass::Event, "recruit won", "GS-42"),
    item(EventClass::Event, "recruit failed", "GS-45"),
    item(EventClass::Event, "move_worker recruit", "GS-43"),
    item(EventClass::Event, "move_worker fight", ""),
    item(EventClass::Event, "move_worker square", "GS-34"),
    item(EventClass::Event, "move_worker theft", "GS-77"),
    item(EventClass::Event, "face", "GS-47"),
    item(EventClass::Event, "claim at_once", "GS-46"),
    item(EventClass::Event, "claim late", "GS-66"),
    item(EventClass::Event, "unnoticed", "GS-65"),
    item(EventClass::Event, "missed", "GS-65"),
    item(EventClass::Event, "bribe", "GS-68"),
    item(EventClass::Event, "haggled", "GS-72"),
    item(EventClass::Event, "fight_start worker", "GS-48"),
    item(EventClass::Event, "fight_start shared_square", "GS-82"),
    item(EventClass::Event, "compare", "GS-14"),
    item(EventClass::Event, "fight_end instigator", "GS-52"),
    item(EventClass::Event, "fight_end defender", "GS-53"),
    item(EventClass::Event, "fight_end shared_square", "GS-84"),
    item(EventClass::Guard, "fight_end too_long", ""),
    item(EventClass::Event, "offer", "GS-28"),
    item(EventClass::Event, "counter", "GS-28"),
    item(EventClass::Event, "trade agreed", "GS-28"),
    item(EventClass::Event, "trade refused", "GS-28"),
    item(EventClass::Event, "theft", "GS-77"),
    item(EventClass::Guard, "unfinished", ""),
    item(EventClass::Event, "total", "GS-2"),
];

/// The event's place in the list.
#[inline]
pub(super) const fn happening(event: &Event) -> usize {
    match event {
        Event::Setup { .. } => 0,
        Event::Roll { purpose: RollFor::First, .. } => 1,
        Event::Roll { purpose: RollFor::Move, .. } => 2,
        Event::Roll { purpose: RollFor::Retired, .. } => 3,
        Event::Roll { purpose: RollFor::Direction, .. } => 4,
        Event::Roll { purpose: RollFor::Recruit, .. } => 5,
        Event::Roll { purpose: RollFor::Fight, .. } => 6,
        Event::Draw { reason: DrawFor::Doubles, .. } => 7,
        Event::Draw { reason: DrawFor::RetiredDoubles, .. } => 8,
        Event::Draw { reason: DrawFor::Square, .. } => 9,
        Event::NoCard { .. } => 10,
        Event::FirstPlayer { .. } => 11,
        Event::Turn { .. } => 12,
        Event::Skip { .. } => 13,
        Event::SkipMark { .. } => 14,
        Event::MovePiece { .. } => 15,
        Event::NotObeyed { .. } => 16,
        Event::Land { .. } => 17,
        Event::Retire { .. } => 18,
        Event::Pay { reason: PayFor::Square, .. } => 19,
        Event::Pay { reason: PayFor::Recruit, .. } => 20,
        Event::Pay { reason: PayFor::Price, .. } => 21,
        Event::Pay { reason: PayFor::Unasked, .. } => 22,
        Event::Pay { reason: PayFor::Short, .. } => 23,
        Event::Pay { reason: PayFor::Haggled, .. } => 24,
        Event::Pay { reason: PayFor::Bribe, .. } => 25,
        Event::Pay { reason: PayFor::Trade, .. } => 26,
        Event::Pay { reason: PayFor::Theft, .. } => 27,
        Event::Pay { reason: PayFor::Penalty, .. } => 28,
        Event::Forgiven { .. } => 29,
        Event::Place { .. } => 30,
        Event::Reveal { .. } => 31,
        Event::MoveCard { reason: CardFor::Wild, card: Kind::DONUTS, .. } => 32,
        Event::MoveCard { reason: CardFor::Wild, .. } => 33,
        Event::MoveCard { reason: CardFor::Square, .. } => 34,
        Event::MoveCard { reason: CardFor::Trade, .. } => 35,
        Event::MoveCard { reason: CardFor::Theft, .. } => 36,
        Event::MoveCard { reason: CardFor::Used, .. } => 37,
        Event::Recruit { won: true, .. } => 38,
        Event::Recruit { won: false, .. } => 39,
        Event::MoveWorker { reason: WorkerFor::Recruit, .. } => 40,
        Event::MoveWorker { reason: WorkerFor::Fight, .. } => 41,
        Event::MoveWorker { reason: WorkerFor::Square, .. } => 42,
        Event::MoveWorker { reason: WorkerFor::Theft, .. } => 43,
        Event::Face { .. } => 44,
        Event::Claim { late: false, .. } => 45,
        Event::Claim { late: true, .. } => 46,
        Event::Unnoticed { .. } => 47,
        Event::Missed { .. } => 48,
        Event::Bribe { .. } => 49,
        Event::Haggled { .. } => 50,
        Event::FightStart { worker: Some(_), .. } => 51,
        Event::FightStart { worker: None, .. } => 52,
        Event::Compare { .. } => 53,
        Event::FightEnd { winner: Some(winner), instigator, worker: Some(_) }
            if winner.index() == instigator.index() =>
        {
            54
        }
        Event::FightEnd { winner: Some(_), worker: Some(_), .. } => 55,
        Event::FightEnd { winner: Some(_), worker: None, .. } => 56,
        Event::FightEnd { winner: None, .. } => 57,
        Event::Offer { .. } => 58,
        Event::Counter { .. } => 59,
        Event::Trade { agreed: true, .. } => 60,
        Event::Trade { agreed: false, .. } => 61,
        Event::Theft { .. } => 62,
        Event::Unfinished { .. } => 63,
        Event::Total { .. } => 64,
    }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["made to pay", "worker won in a fight", "theft"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &Event) -> Option<Interaction> {
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
