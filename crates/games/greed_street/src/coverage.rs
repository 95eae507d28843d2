//! What can happen in Greed Street, for the coverage of the rules and for who acts against whom.

use super::cards::Kind;
use super::event::{CardFor, DrawFor, Event, Holder, Party, PayFor, RollFor, WorkerFor};
use ludometer_model::{Happening, HappeningKind, Harm};

const fn item(kind: HappeningKind, name: &'static str, clause: &'static str) -> Happening {
    Happening { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const HAPPENINGS: &[Happening] = &[
    item(HappeningKind::Event, "setup", "GS-8"),
    item(HappeningKind::Event, "roll first", "GS-9"),
    item(HappeningKind::Event, "roll move", "GS-12"),
    item(HappeningKind::Event, "roll retired", "GS-60"),
    item(HappeningKind::Event, "roll direction", "GS-33"),
    item(HappeningKind::Event, "roll recruit", "GS-38"),
    item(HappeningKind::Event, "roll fight", "GS-49"),
    item(HappeningKind::Event, "draw doubles", "GS-15"),
    item(HappeningKind::Event, "draw retired_doubles", "GS-60"),
    item(HappeningKind::Event, "draw square", "GS-36"),
    item(HappeningKind::Event, "no_card", ""),
    item(HappeningKind::Event, "first_player", "GS-9"),
    item(HappeningKind::Event, "turn", "GS-12"),
    item(HappeningKind::Event, "skip", "GS-35"),
    item(HappeningKind::Event, "skip_mark", "GS-35"),
    item(HappeningKind::Event, "move_piece", "GS-12"),
    item(HappeningKind::Event, "not_obeyed", "GS-33"),
    item(HappeningKind::Event, "land", "GS-29"),
    item(HappeningKind::Event, "retire", "GS-59"),
    item(HappeningKind::Event, "pay square", "GS-31"),
    item(HappeningKind::Event, "pay recruit", "GS-43"),
    item(HappeningKind::Event, "pay price", "GS-46"),
    item(HappeningKind::Event, "pay unasked", "GS-67"),
    item(HappeningKind::Event, "pay short", "GS-74"),
    item(HappeningKind::Event, "pay haggled", "GS-80"),
    item(HappeningKind::Event, "pay bribe", "GS-68"),
    item(HappeningKind::Event, "pay trade", "GS-28"),
    item(HappeningKind::Event, "pay theft", "GS-77"),
    item(HappeningKind::Event, "pay penalty", ""),
    item(HappeningKind::Event, "forgiven", "GS-74"),
    item(HappeningKind::Event, "place", "GS-39"),
    item(HappeningKind::Event, "reveal", "GS-50"),
    item(HappeningKind::Event, "move_card donuts", "GS-20"),
    item(HappeningKind::Event, "move_card free_pass", "GS-23"),
    item(HappeningKind::Event, "move_card square", "GS-35"),
    item(HappeningKind::Event, "move_card trade", "GS-28"),
    item(HappeningKind::Event, "move_card theft", "GS-77"),
    item(HappeningKind::Event, "move_card used", "GS-40"),
    item(HappeningKind::Event, "recruit won", "GS-42"),
    item(HappeningKind::Event, "recruit failed", "GS-45"),
    item(HappeningKind::Event, "move_worker recruit", "GS-43"),
    item(HappeningKind::Event, "move_worker fight", ""),
    item(HappeningKind::Event, "move_worker square", "GS-34"),
    item(HappeningKind::Event, "move_worker theft", "GS-77"),
    item(HappeningKind::Event, "face", "GS-47"),
    item(HappeningKind::Event, "claim at_once", "GS-46"),
    item(HappeningKind::Event, "claim late", "GS-66"),
    item(HappeningKind::Event, "unnoticed", "GS-65"),
    item(HappeningKind::Event, "missed", "GS-65"),
    item(HappeningKind::Event, "bribe", "GS-68"),
    item(HappeningKind::Event, "haggled", "GS-72"),
    item(HappeningKind::Event, "fight_start worker", "GS-48"),
    item(HappeningKind::Event, "fight_start shared_square", "GS-82"),
    item(HappeningKind::Event, "compare", "GS-14"),
    item(HappeningKind::Event, "fight_end instigator", "GS-52"),
    item(HappeningKind::Event, "fight_end defender", "GS-53"),
    item(HappeningKind::Event, "fight_end shared_square", "GS-84"),
    item(HappeningKind::Guard, "fight_end too_long", ""),
    item(HappeningKind::Event, "offer", "GS-28"),
    item(HappeningKind::Event, "counter", "GS-28"),
    item(HappeningKind::Event, "trade agreed", "GS-28"),
    item(HappeningKind::Event, "trade refused", "GS-28"),
    item(HappeningKind::Event, "theft", "GS-77"),
    item(HappeningKind::Guard, "unfinished", ""),
    item(HappeningKind::Event, "total", "GS-2"),
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
pub(super) const HARMS: &[&str] = &["made to pay", "worker won in a fight", "theft"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &Event) -> Option<Harm> {
    match *event {
        Event::Pay {
            from: Party::Seat(from),
            to: Party::Seat(to),
            reason: PayFor::Price | PayFor::Unasked | PayFor::Short | PayFor::Haggled,
            ..
        } => Some(Harm { actor: Some(to), target: from, kind: 0 }),
        Event::MoveWorker {
            from: Holder::Seat(from),
            to: Holder::Seat(to),
            reason: WorkerFor::Fight,
            ..
        } => Some(Harm { actor: Some(to), target: from, kind: 1 }),
        Event::Theft { thief, victim, .. } => Some(Harm { actor: Some(thief), target: victim, kind: 2 }),
        _ => None,
    }
}
