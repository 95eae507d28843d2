//! Events that the rules announce. Amounts are dollars.

use serde::Serialize;

use super::cards::{Card, Deck};
use super::coverage;
use super::reason::{Account, Cause, Close, From, Why, Win};
use ludometer_model::{CardMove, Interaction, Seat};

/// Returns a number that is left out of what is written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// One chance outcome or rule consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table is set; the deal follows.
    Setup {
        /// The seat that begins.
        first: Seat,
        /// Players.
        seats: u8,
        /// Dollars of each.
        money: u32,
        /// Dollars of the Vault.
        vault: u32,
        /// Shoes of each.
        shoes: u8,
        /// Shoes in the Vault.
        vault_shoes: u8,
    },
    /// A stock was shuffled; how many cards it has.
    Shuffle {
        /// Which.
        deck: Deck,
        /// Its cards.
        cards: u16,
    },
    /// A card of the deal.
    Deal {
        /// The seat that gets it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A turn begins.
    Turn {
        /// Its number.
        turn: u32,
        /// Whose it is.
        seat: Seat,
    },
    /// The die was rolled.
    Roll {
        /// By whom.
        seat: Seat,
        /// The face.
        dice: i64,
    },
    /// A card was drawn.
    Draw {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// From which deck's stock.
        from: Deck,
    },
    /// Nothing was left to draw.
    NoCard {
        /// The seat that should have drawn.
        seat: Seat,
        /// From which deck.
        from: Deck,
    },
    /// A card went to the discard pile of its deck.
    MoveCard {
        /// Whose card it was.
        seat: Seat,
        /// The card.
        card: Card,
        /// Where it was.
        from: From,
        /// The discard pile.
        to: Deck,
        /// Why.
        cause: Cause,
    },
    /// A player carries a shield now.
    Shield {
        /// The player's seat.
        seat: Seat,
        /// The turn at whose end it lapses.
        until: u32,
    },
    /// A shield lapsed.
    ShieldLapse {
        /// Whose.
        seat: Seat,
    },
    /// A `PoorLifeDecision` hits a player.
    Hit {
        /// The seat that plays it.
        by: Seat,
        /// The card.
        card: Card,
        /// Whom it hits.
        target: Seat,
    },
    /// A debt is to be settled.
    Debt {
        /// The seat that owes.
        seat: Seat,
        /// The whole debt.
        amount: u32,
        /// For what.
        why: Why,
    },
    /// Money moved.
    Pay {
        /// The payer.
        from: Account,
        /// The receiver.
        to: Account,
        /// How much.
        amount: u32,
        /// For what.
        why: Why,
    },
    /// A debt was left unpaid for good.
    Lapse {
        /// The seat that owed.
        seat: Seat,
        /// How much.
        amount: u32,
    },
    /// The Vault could not pay in full.
    Shortage {
        /// The seat that asked for money.
        seat: Seat,
        /// How much was meant.
        amount: u32,
        /// For what.
        why: Why,
    },
    /// A service begins.
    Service {
        /// The seat that collects.
        provider: Seat,
        /// The card that starts it.
        card: Card,
        /// The base price.
        base: u32,
    },
    /// A Client was chosen.
    Choose {
        /// The seat that collects.
        provider: Seat,
        /// The seat that is to pay.
        client: Seat,
        /// The leg.
        leg: u8,
        /// The price before this choice's cards.
        price: u32,
    },
    /// The choice of Client failed.
    Decline {
        /// The Client it failed for.
        client: Seat,
        /// The price that was not paid.
        price: u32,
    },
    /// A card changed the price.
    Price {
        /// The card.
        card: Card,
        /// The price before.
        before: i32,
        /// The price after; negative if the Provider pays.
        after: i32,
    },
    /// Bonuses were cancelled.
    Cancel {
        /// The amount that leaves the price.
        amount: u32,
    },
    /// A leg is settled.
    Settle {
        /// The leg.
        leg: u8,
        /// The Client.
        client: Seat,
        /// The price; negative if the Provider pays.
        price: i32,
    },
    /// A service ended.
    ServiceEnd {
        /// How.
        how: Close,
        /// Clients served.
        served: u8,
        /// The price that was stopped, for a voided service.
        price: u32,
    },
    /// A shoe was sold to the Vault.
    SellShoe {
        /// By whom.
        seat: Seat,
        /// True if a debt left no other choice.
        forced: bool,
    },
    /// An item of clothing was sold to the Vault.
    SellClothing {
        /// By whom.
        seat: Seat,
    },
    /// A shoe is on offer.
    Auction {
        /// The seat that sold it, or after whose sale it is offered again.
        seller: Seat,
        /// An unsold shoe that is offered again.
        again: bool,
    },
    /// A bid.
    Bid {
        /// By whom.
        seat: Seat,
        /// The bid.
        amount: u32,
    },
    /// A shoe was bought.
    Sold {
        /// By whom.
        seat: Seat,
        /// The price.
        amount: u32,
    },
    /// Nobody bid: the shoe stays in the Vault.
    Unsold,
    /// A player is out.
    Out {
        /// The player's seat.
        seat: Seat,
        /// The turn.
        turn: u32,
        /// Shoes that fall to the Vault (`elimination.rule = "jewels"`).
        #[serde(skip_serializing_if = "is_zero")]
        shoes: u8,
    },
    /// A turn ends.
    TurnEnd {
        /// Its number.
        turn: u32,
        /// Whose it was.
        seat: Seat,
    },
    /// Somebody won.
    Won {
        /// The winner.
        seat: Seat,
        /// How.
        how: Win,
    },
    /// The limit of turns was reached.
    Unfinished {
        /// The last turn.
        turn: u32,
    },
    /// The sum that the pot gives or takes, in real money.
    Payoff {
        /// Whom.
        seat: Seat,
        /// How much.
        amount: i64,
    },
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
        coverage::interaction(self)
    }

    #[inline]
    fn event_kind(&self) -> Option<usize> {
        coverage::event_kind(self)
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
