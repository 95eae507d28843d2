//! What can happen in Even-Odd, for the coverage of the rules and for who acts against whom.

use super::cards::Deck;
use super::event::{Account, Cause, Close, Event, Why, Win};
use ludometer_model::{Happening, HappeningKind, Harm};

const fn item(kind: HappeningKind, name: &'static str, clause: &'static str) -> Happening {
    Happening { kind, name, clause }
}

/// All that can be announced; the first word is the event's name in traces.
pub(super) const HAPPENINGS: &[Happening] = &[
    item(HappeningKind::Event, "setup", "EO-3"),
    item(HappeningKind::Event, "shuffle", "EO-21"),
    item(HappeningKind::Event, "deal", "EO-1"),
    item(HappeningKind::Event, "turn", "EO-23"),
    item(HappeningKind::Event, "roll", "EO-6"),
    item(HappeningKind::Event, "draw even", "EO-7"),
    item(HappeningKind::Event, "draw odd", "EO-14"),
    item(HappeningKind::Event, "no_card", ""),
    item(HappeningKind::Event, "move_card played", "EO-21"),
    item(HappeningKind::Event, "move_card over_limit", "EO-22"),
    item(HappeningKind::Event, "move_card shown", "EO-11"),
    item(HappeningKind::Event, "move_card out", "EO-78"),
    item(HappeningKind::Event, "shield", "EO-59"),
    item(HappeningKind::Event, "shield_lapse", "EO-60"),
    item(HappeningKind::Event, "hit", "EO-15"),
    item(HappeningKind::Event, "debt", "EO-57"),
    item(HappeningKind::Event, "pay get_paid", "EO-38"),
    item(HappeningKind::Event, "pay shoe", "EO-24"),
    item(HappeningKind::Event, "pay clothing", "EO-76"),
    item(HappeningKind::Event, "pay auction", "EO-28"),
    item(HappeningKind::Event, "pay burn", "EO-57"),
    item(HappeningKind::Event, "pay poor_life_decision", "EO-58"),
    item(HappeningKind::Event, "pay service", "EO-19"),
    item(HappeningKind::Event, "lapse", ""),
    item(HappeningKind::Event, "shortage", ""),
    item(HappeningKind::Event, "service", "EO-17"),
    item(HappeningKind::Event, "choose", "EO-44"),
    item(HappeningKind::Event, "decline", "EO-43"),
    item(HappeningKind::Event, "price", "EO-49"),
    item(HappeningKind::Event, "cancel", "EO-69"),
    item(HappeningKind::Event, "settle", "EO-18"),
    item(HappeningKind::Event, "service_end served", "EO-72"),
    item(HappeningKind::Event, "service_end no_client", "EO-48"),
    item(HappeningKind::Event, "service_end enforced", "EO-61"),
    item(HappeningKind::Event, "service_end voided", "EO-66"),
    item(HappeningKind::Event, "service_end provider_out", ""),
    item(HappeningKind::Event, "sell_shoe", "EO-24"),
    item(HappeningKind::Event, "sell_clothing", "EO-76"),
    item(HappeningKind::Event, "auction", "EO-26"),
    item(HappeningKind::Event, "bid", "EO-27"),
    item(HappeningKind::Event, "sold", "EO-28"),
    item(HappeningKind::Event, "unsold", "EO-28"),
    item(HappeningKind::Event, "out", "EO-29"),
    item(HappeningKind::Event, "turn_end", "EO-10"),
    item(HappeningKind::Ending, "won shoes", "EO-30"),
    item(HappeningKind::Ending, "won last_standing", "EO-29"),
    item(HappeningKind::Guard, "unfinished", ""),
    item(HappeningKind::Event, "payoff", "EO-80"),
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
pub(super) const HARMS: &[&str] = &["poor life decision", "chosen as client", "made to pay"];

/// Who acts against whom by this event.
#[inline]
pub(super) const fn harm(event: &Event) -> Option<Harm> {
    match *event {
        Event::Hit { by, target, .. } => Some(Harm { actor: Some(by), target, kind: 0 }),
        Event::Choose { provider, client, .. } => {
            Some(Harm { actor: Some(provider), target: client, kind: 1 })
        }
        Event::Pay {
            from: Account::Player(from),
            to: Account::Player(to),
            why: Why::Service | Why::PoorLifeDecision | Why::Burn,
            ..
        } => Some(Harm { actor: Some(to), target: from, kind: 2 }),
        _ => None,
    }
}
