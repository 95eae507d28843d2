//! What a player can choose.

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

/// The first words of all actions, in the order of [`Action::word`].
pub const ACTION_KINDS: &[&str] = &[
    "Roll",
    "EndTurn",
    "Pass",
    "PlayGetPaid",
    "PlayQuickie",
    "PlayPld",
    "Target",
    "Client",
    "PlaySpecial",
    "PlayDeclined",
    "PlayDiscount",
    "PlayBonus",
    "PlaySecond",
    "SellShoe",
    "SellClothing",
    "SellClothingCard",
    "Pay",
    "Bid",
    "Discard",
];

impl Action {
    /// The place of its first word in [`ACTION_KINDS`].
    pub const fn word(self) -> usize {
        match self {
            Self::Roll => 0,
            Self::EndTurn => 1,
            Self::Pass => 2,
            Self::PlayGetPaid(_) => 3,
            Self::PlayQuickie(_) => 4,
            Self::PlayPld(_) => 5,
            Self::Target(_) => 6,
            Self::Client(_) => 7,
            Self::PlaySpecial(_) => 8,
            Self::PlayDeclined => 9,
            Self::PlayDiscount(_) => 10,
            Self::PlayBonus(_) => 11,
            Self::PlaySecond(_) => 12,
            Self::SellShoe => 13,
            Self::SellClothing => 14,
            Self::SellClothingCard => 15,
            Self::Pay => 16,
            Self::Bid(_) => 17,
            Self::Discard(_) => 18,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = ACTION_KINDS[self.word()];
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
