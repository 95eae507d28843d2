//! Events that can happen in Even-Odd, for the coverage of the rules and for who acts against whom.

use super::cards::Deck;
use super::event::Event;
use super::reason::{Account, Cause, Close, Why, Win};
use ludometer_model::Interaction;

ludometer_model::event_kinds! {
    Event;
    Event "setup" "EO-3" => Event::Setup { .. },
    Event "shuffle" "EO-21" => Event::Shuffle { .. },
    Event "deal" "EO-1" => Event::Deal { .. },
    Event "turn" "EO-23" => Event::Turn { .. },
    Event "roll" "EO-6" => Event::Roll { .. },
    Event "draw even" "EO-7" => Event::Draw { from: Deck::Even, .. },
    Event "draw odd" "EO-14" => Event::Draw { from: Deck::Odd, .. },
    Event "no_card" "" => Event::NoCard { .. },
    Event "move_card played" "EO-21" => Event::MoveCard { cause: Cause::Played, .. },
    Event "move_card over_limit" "EO-22" => Event::MoveCard { cause: Cause::OverLimit, .. },
    Event "move_card shown" "EO-11" => Event::MoveCard { cause: Cause::Shown, .. },
    Event "move_card out" "EO-78" => Event::MoveCard { cause: Cause::Out, .. },
    Event "shield" "EO-59" => Event::Shield { .. },
    Event "shield_lapse" "EO-60" => Event::ShieldLapse { .. },
    Event "hit" "EO-15" => Event::Hit { .. },
    Event "debt" "EO-57" => Event::Debt { .. },
    Event "pay get_paid" "EO-38" => Event::Pay { why: Why::GetPaid, .. },
    Event "pay shoe" "EO-24" => Event::Pay { why: Why::Shoe, .. },
    Event "pay clothing" "EO-76" => Event::Pay { why: Why::Clothing, .. },
    Event "pay auction" "EO-28" => Event::Pay { why: Why::Auction, .. },
    Event "pay burn" "EO-57" => Event::Pay { why: Why::Burn, .. },
    Event "pay poor_life_decision" "EO-58" => Event::Pay { why: Why::PoorLifeDecision, .. },
    Event "pay service" "EO-19" => Event::Pay { why: Why::Service, .. },
    Event "lapse" "" => Event::Lapse { .. },
    Event "shortage" "" => Event::Shortage { .. },
    Event "service" "EO-17" => Event::Service { .. },
    Event "choose" "EO-44" => Event::Choose { .. },
    Event "decline" "EO-43" => Event::Decline { .. },
    Event "price" "EO-49" => Event::Price { .. },
    Event "cancel" "EO-69" => Event::Cancel { .. },
    Event "settle" "EO-18" => Event::Settle { .. },
    Event "service_end served" "EO-72" => Event::ServiceEnd { how: Close::Served, .. },
    Event "service_end no_client" "EO-48" => Event::ServiceEnd { how: Close::NoClient, .. },
    Event "service_end enforced" "EO-61" => Event::ServiceEnd { how: Close::Enforced, .. },
    Event "service_end voided" "EO-66" => Event::ServiceEnd { how: Close::Voided, .. },
    Event "service_end provider_out" "" => Event::ServiceEnd { how: Close::ProviderOut, .. },
    Event "sell_shoe" "EO-24" => Event::SellShoe { .. },
    Event "sell_clothing" "EO-76" => Event::SellClothing { .. },
    Event "auction" "EO-26" => Event::Auction { .. },
    Event "bid" "EO-27" => Event::Bid { .. },
    Event "sold" "EO-28" => Event::Sold { .. },
    Event "unsold" "EO-28" => Event::Unsold,
    Event "out" "EO-29" => Event::Out { .. },
    Event "turn_end" "EO-10" => Event::TurnEnd { .. },
    Ending "won shoes" "EO-30" => Event::Won { how: Win::Shoes, .. },
    Ending "won last_standing" "EO-29" => Event::Won { how: Win::LastStanding, .. },
    Guard "unfinished" "" => Event::Unfinished { .. },
    Event "payoff" "EO-80" => Event::Payoff { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["poor life decision", "chosen as client", "made to pay"];

/// Returns who acts against whom by this event.
#[inline]
pub(super) const fn interaction(event: &Event) -> Option<Interaction> {
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
