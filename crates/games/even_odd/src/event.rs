//! Events that the rules announce, with their details, and what they count for: coverage of the rules,
//! interaction. Amounts are dollars.

use serde::{Serialize, Serializer};

use super::cards::{Card, Deck};
use ludometer_model::{CardMove, Interaction, Seat};

/// Returns a number that is left out of what is written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// One chance outcome or rule consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called what they hold, as traces show them")]
pub enum Event {
    /// The table is set, with the money and shoes of each player and of the Vault; the deal follows.
    Setup { first: Seat, seats: u8, money: u32, vault: u32, shoes: u8, vault_shoes: u8 },
    /// A stock was shuffled; how many cards it has.
    Shuffle { deck: Deck, cards: u16 },
    /// A card of the deal.
    Deal { seat: Seat, card: Card },
    /// A turn begins.
    Turn { turn: u32, seat: Seat },
    /// The die was rolled.
    Roll { seat: Seat, dice: i64 },
    /// A card was drawn from the stock of this deck.
    Draw { seat: Seat, card: Card, from: Deck },
    /// Nothing was left to draw for this seat.
    NoCard { seat: Seat, from: Deck },
    /// A seat's card went to the discard pile of its deck.
    MoveCard { seat: Seat, card: Card, from: From, to: Deck, cause: Cause },
    /// A player carries a shield now, which lapses at the end of the turn `until`.
    Shield { seat: Seat, until: u32 },
    /// A shield lapsed.
    ShieldLapse { seat: Seat },
    /// A `PoorLifeDecision` hits a player.
    Hit { by: Seat, card: Card, target: Seat },
    /// A debt is to be settled, of this amount in all.
    Debt { seat: Seat, amount: u32, why: Why },
    /// Money moved.
    Pay { from: Account, to: Account, amount: u32, why: Why },
    /// A debt was left unpaid for good.
    Lapse { seat: Seat, amount: u32 },
    /// The Vault could not pay the seat in full what was meant.
    Shortage { seat: Seat, amount: u32, why: Why },
    /// A service begins: who collects, the card that starts it, the base price.
    Service { provider: Seat, card: Card, base: u32 },
    /// A Client was chosen; the price is the one before this choice's cards.
    Choose { provider: Seat, client: Seat, leg: u8, price: u32 },
    /// The choice of Client failed: this price was not paid.
    Decline { client: Seat, price: u32 },
    /// A card changed the price, which is negative if the Provider pays.
    Price { card: Card, before: i32, after: i32 },
    /// Bonuses were cancelled: the amount leaves the price.
    Cancel { amount: u32 },
    /// A leg is settled. The price is negative if the Provider pays.
    Settle { leg: u8, client: Seat, price: i32 },
    /// A service ended after so many Clients served; the price is the one that was stopped, for a voided service.
    ServiceEnd { how: Close, served: u8, price: u32 },
    /// A shoe was sold to the Vault, `forced` if a debt left no other choice.
    SellShoe { seat: Seat, forced: bool },
    /// An item of clothing was sold to the Vault.
    SellClothing { seat: Seat },
    /// A shoe is on offer, sold by the seller, or `again`: unsold after an earlier sale of the seller.
    Auction { seller: Seat, again: bool },
    /// A bid.
    Bid { seat: Seat, amount: u32 },
    /// A shoe was bought.
    Sold { seat: Seat, amount: u32 },
    /// Nobody bid: the shoe stays in the Vault.
    Unsold,
    /// A player is out; the shoes fall to the Vault (`elimination.rule = "jewels"`).
    Out {
        seat: Seat,
        turn: u32,
        #[serde(skip_serializing_if = "is_zero")]
        shoes: u8,
    },
    /// A turn ends.
    TurnEnd { turn: u32, seat: Seat },
    /// Somebody won.
    Won { seat: Seat, how: Win },
    /// The limit of turns was reached with this turn.
    Unfinished { turn: u32 },
    /// The sum that the pot gives or takes, in real money.
    Payoff { seat: Seat, amount: i64 },
}

impl ludometer_model::Event for Event {
    /// Returns the kind of a card that is played, or takes effect as it is drawn.
    #[inline]
    fn used(&self) -> Option<usize> {
        match *self {
            Self::MoveCard { card, cause: Cause::Played | Cause::Shown, .. } => Some(card.index()),
            _ => None,
        }
    }

    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        match *self {
            Self::Hit { by, target, .. } => Some(Interaction { actor: Some(by), target, kind: 0 }),
            Self::Choose { provider, client, .. } => {
                Some(Interaction { actor: Some(provider), target: client, kind: 1 })
            }
            Self::Pay {
                from: Account::Player(from),
                to: Account::Player(to),
                why: Why::Service | Why::PoorLifeDecision | Why::Burn,
                ..
            } => Some(Interaction { actor: Some(to), target: from, kind: 2 }),
            _ => None,
        }
    }

    #[inline]
    fn is_reshuffle(&self) -> bool {
        matches!(self, Self::Shuffle { .. })
    }

    #[inline]
    fn event_kind(&self) -> Option<usize> {
        event_kind(self)
    }

    #[inline]
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Deal { seat, card } | Self::Draw { seat, card, .. } => {
                Some(CardMove::Drawn { seat, kind: card.index() })
            }
            Self::MoveCard { seat, card, cause: Cause::Played | Cause::OverLimit, .. } => {
                Some(CardMove::Played { seat, kind: card.index() })
            }
            Self::MoveCard { .. }
            | Self::Setup { .. }
            | Self::Shuffle { .. }
            | Self::Turn { .. }
            | Self::Roll { .. }
            | Self::NoCard { .. }
            | Self::Shield { .. }
            | Self::ShieldLapse { .. }
            | Self::Hit { .. }
            | Self::Debt { .. }
            | Self::Pay { .. }
            | Self::Lapse { .. }
            | Self::Shortage { .. }
            | Self::Service { .. }
            | Self::Choose { .. }
            | Self::Decline { .. }
            | Self::Price { .. }
            | Self::Cancel { .. }
            | Self::Settle { .. }
            | Self::ServiceEnd { .. }
            | Self::SellShoe { .. }
            | Self::SellClothing { .. }
            | Self::Auction { .. }
            | Self::Bid { .. }
            | Self::Sold { .. }
            | Self::Unsold
            | Self::Out { .. }
            | Self::TurnEnd { .. }
            | Self::Won { .. }
            | Self::Unfinished { .. }
            | Self::Payoff { .. } => None,
        }
    }
}

/// Where money is: a player or the Vault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Account {
    /// The bank.
    Vault,
    /// A player.
    Player(Seat),
}

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Vault => serializer.serialize_str("vault"),
            Self::Player(seat) => seat.serialize(serializer),
        }
    }
}

/// The reason for a payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A `GetPaid` card.
    GetPaid,
    /// A shoe sold to the Vault.
    Shoe,
    /// An item of clothing sold to the Vault.
    Clothing,
    /// A shoe bought in an auction.
    Auction,
    /// A drawn Burn.
    Burn,
    /// A `PoorLifeDecision`.
    PoorLifeDecision,
    /// A service.
    Service,
}

/// Where a card goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// A hand.
    Hand,
    /// A stock.
    Stock,
}

/// Why a card goes to the discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It was played.
    Played,
    /// It was over the limit at the end of its holder's turn.
    OverLimit,
    /// It was shown as it was drawn.
    Shown,
    /// Its holder went out.
    Out,
}

/// How a service ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Close {
    /// The last Client was served.
    Served,
    /// Nobody was left to choose.
    NoClient,
    /// A special `PoorLifeDecision` made the Client pay.
    Enforced,
    /// A special `PoorLifeDecision` stopped it.
    Voided,
    /// The Provider went out.
    ProviderOut,
}

/// How a play was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Win {
    /// By the shoes owned.
    Shoes,
    /// As the last one standing.
    LastStanding,
}

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
