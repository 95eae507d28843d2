//! What can happen in Even-Odd, for the coverage of the rules and for who acts against whom.

use super::cards::Deck;
use super::event::{Account, Cause, Close, Event, Why, Win};
use ludometer_model::{EventClass, EventKind, Interaction};

const fn item(kind: EventClass, name: &'static str, clause: &'static str) -> EventKind {
    EventKind { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const EVENT_KINDS: &[EventKind] = &[
    item(EventClass::Event, "setup", "EO-3"),
    item(EventClass::Event, "shuffle", "EO-21"),
    item(EventClass::Event, "deal", "EO-1"),
    item(EventClass::Event, "turn", "EO-23"),
    item(EventClass::Event, "roll", "EO-6"),
    item(EventClass::Event, "draw even", "EO-7"),
    item(EventClass::Event, "draw odd", "EO-14"),
    item(EventClass::Event, "no_card", ""),
    item(EventClass::Event, "move_card played", "EO-21"),
    item(EventClass::Event, "move_card over_limit", "EO-22"),
    item(EventClass::Event, "move_card shown", "EO-11"),
    item(EventClass::Event, "move_card out", "EO-78"),
    item(EventClass::Event, "shield", "EO-59"),
    item(EventClass::Event, "shield_lapse", "EO-60"),
    item(EventClass::Event, "hit", "EO-15"),
    item(EventClass::Event, "debt", "EO-57"),
    item(EventClass::Event, "pay get_paid", "EO-38"),
    item(EventClass::Event, "pay shoe", "EO-24"),
    item(EventClass::Event, "pay clothing", "EO-76"),
    item(EventClass::Event, "pay auction", "EO-28"),
    item(EventClass::Event, "pay burn", "EO-57"),
    item(EventClass::Event, "pay poor_life_decision", "EO-58"),
    item(EventClass::Event, "pay service", "EO-19"),
    item(EventClass::Event, "lapse", ""),
    item(EventClass::Event, "shortage", ""),
    item(EventClass::Event, "service", "EO-17"),
    item(EventClass::Event, "choose", "EO-44"),
    item(EventClass::Event, "decline", "EO-43"),
    item(EventClass::Event, "price", "EO-49"),
    item(EventClass::Event, "cancel", "EO-69"),
    item(EventClass::Event, "settle", "EO-18"),
    item(EventClass::Event, "service_end served", "EO-72"),
    item(EventClass::Event, "service_end no_client", "EO-48"),
    item(EventClass::Event, "service_end enforced", "EO-61"),
    item(EventClass::Event, "service_end voided", "EO-66"),
    item(EventClass::Event, "service_end provider_out", ""),
    item(EventClass::Event, "sell_shoe", "EO-24"),
    item(EventClass::Event, "sell_clothing", "EO-76"),
    item(EventClass::Event, "auction", "EO-26"),
    item(EventClass::Event, "bid", "EO-27"),
    item(EventClass::Event, "sold", "EO-28"),
    item(EventClass::Event, "unsold", "EO-28"),
    item(EventClass::Event, "out", "EO-29"),
    item(EventClass::Event, "turn_end", "EO-10"),
    item(EventClass::Ending, "won shoes", "EO-30"),
    item(EventClass::Ending, "won last_standing", "EO-29"),
    item(EventClass::Guard, "unfinished", ""),
    item(EventClass::Event, "payoff", "EO-80"),
];

/// The event's place in the list.
#[inline]
pub(super) const fn happening(event: &Event) -> usize {
    match event {
        Event::Setup { .. } => 0,
        Event::Shuffle { .. } => 1,
        Event::Deal { .. } => 2,
        Event::Turn { .. } => 3,
        Event::Roll { .. } => 4,
        Event::Draw { from: Deck::Even, .. } => 5,
        Event::Draw { from: Deck::Odd, .. } => 6,
        Event::NoCard { .. } => 7,
        Event::MoveCard { cause: Cause::Played, .. } => 8,
        Event::MoveCard { cause: Cause::OverLimit, .. } => 9,
        Event::MoveCard { cause: Cause::Shown, .. } => 10,
        Event::MoveCard { cause: Cause::Out, .. } => 11,
        Event::Shield { .. } => 12,
        Event::ShieldLapse { .. } => 13,
        Event::Hit { .. } => 14,
        Event::Debt { .. } => 15,
        Event::Pay { why: Why::GetPaid, .. } => 16,
        Event::Pay { why: Why::Shoe, .. } => 17,
        Event::Pay { why: Why::Clothing, .. } => 18,
        Event::Pay { why: Why::Auction, .. } => 19,
        Event::Pay { why: Why::Burn, .. } => 20,
        Event::Pay { why: Why::PoorLifeDecision, .. } => 21,
        Event::Pay { why: Why::Service, .. } => 22,
        Event::Lapse { .. } => 23,
        Event::Shortage { .. } => 24,
        Event::Service { .. } => 25,
        Event::Choose { .. } => 26,
        Event::Decline { .. } => 27,
        Event::Price { .. } => 28,
        Event::Cancel { .. } => 29,
        Event::Settle { .. } => 30,
        Event::ServiceEnd { how: Close::Served, .. } => 31,
        Event::ServiceEnd { how: Close::NoClient, .. } => 32,
        Event::ServiceEnd { how: Close::Enforced, .. } => 33,
        Event::ServiceEnd { how: Close::Voided, .. } => 34,
        Event::ServiceEnd { how: Close::ProviderOut, .. } => 35,
        Event::SellShoe { .. } => 36,
        Event::SellClothing { .. } => 37,
        Event::Auction { .. } => 38,
        Event::Bid { .. } => 39,
        Event::Sold { .. } => 40,
        Event::Unsold => 41,
        Event::Out { .. } => 42,
        Event::TurnEnd { .. } => 43,
        Event::Won { how: Win::Shoes, .. } => 44,
        Event::Won { how: Win::LastStanding, .. } => 45,
        Event::Unfinished { .. } => 46,
        Event::Payoff { .. } => 47,
    }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["poor life decision", "chosen as client", "made to pay"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &Event) -> Option<Interaction> {
    match *event {
        Event::Hit { by, target, .. } => Some(Interaction { actor: Some(by), target, kind: 0 }),
        Event::Choose { provider, client, .. } => {
            Some(Interaction { actor: Some(provider), target: client, kind: 1 })
        }
        Event::Pay {
            from: Account::Player(from),
            to: Account::Player(to),
            why: Why::Service | Why::PoorLifeDecision | Why::Burn,
            ..
        } => Some(Interaction { actor: Some(to), target: from, kind: 2 }),
        _ => None,
    }
}
