//! Actions that a player can choose.

use std::fmt;

use super::cards::Card;
use ludometer_model::Seat;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll the die and draw.
    Roll,
    /// Play nothing more this turn.
    EndTurn,
    /// Leave it at that: no card, no sale, no bid.
    Pass,
    /// Take money from the Vault.
    PlayGetPaid(Card),
    /// Start a service at the printed price.
    PlayQuickie(Card),
    /// Play an ordinary `PoorLifeDecision`; its target is chosen next.
    PlayPld(Card),
    /// The target of the `PoorLifeDecision`.
    Target(Seat),
    /// The Client of the service.
    Client(Seat),
    /// Play a special `PoorLifeDecision`.
    PlaySpecial(Card),
    /// Play a `ServiceDeclined`.
    PlayDeclined,
    /// Play a Discount.
    PlayDiscount(Card),
    /// Play a `ServiceBonus`.
    PlayBonus(Card),
    /// Play a `SecondService`.
    PlaySecond(Card),
    /// Sell a shoe to the Vault.
    SellShoe,
    /// Sell an item of clothing to the Vault.
    SellClothing,
    /// Sell an item of clothing at the price of the card that is being settled.
    SellClothingCard,
    /// Pay what is there, up to the debt.
    Pay,
    /// Bid the minimum, or so many increments from it less one.
    Bid(u8),
    /// Discard a card over the limit.
    Discard(Card),
}

ludometer_model::action_kinds! {
    Action;
    "Roll" => Self::Roll,
    "EndTurn" => Self::EndTurn,
    "Pass" => Self::Pass,
    "PlayGetPaid" => Self::PlayGetPaid(_),
    "PlayQuickie" => Self::PlayQuickie(_),
    "PlayPld" => Self::PlayPld(_),
    "Target" => Self::Target(_),
    "Client" => Self::Client(_),
    "PlaySpecial" => Self::PlaySpecial(_),
    "PlayDeclined" => Self::PlayDeclined,
    "PlayDiscount" => Self::PlayDiscount(_),
    "PlayBonus" => Self::PlayBonus(_),
    "PlaySecond" => Self::PlaySecond(_),
    "SellShoe" => Self::SellShoe,
    "SellClothing" => Self::SellClothing,
    "SellClothingCard" => Self::SellClothingCard,
    "Pay" => Self::Pay,
    "Bid" => Self::Bid(_),
    "Discard" => Self::Discard(_),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.kind_name();
        match self {
            Self::PlayGetPaid(card)
            | Self::PlayQuickie(card)
            | Self::PlayPld(card)
            | Self::PlaySpecial(card)
            | Self::PlayDiscount(card)
            | Self::PlayBonus(card)
            | Self::PlaySecond(card)
            | Self::Discard(card) => write!(f, "{word}({card})"),
            Self::Target(seat) | Self::Client(seat) => write!(f, "{word}({seat})"),
            Self::Bid(steps) => write!(f, "{word}({steps})"),
            Self::Roll
            | Self::EndTurn
            | Self::Pass
            | Self::PlayDeclined
            | Self::SellShoe
            | Self::SellClothing
            | Self::SellClothingCard
            | Self::Pay => f.write_str(word),
        }
    }
}
