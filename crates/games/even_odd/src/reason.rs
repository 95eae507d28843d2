//! Details of events beside who and what: from where to where, why, and how it ended.

use serde::{Serialize, Serializer};

use ludometer_model::Seat;

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
