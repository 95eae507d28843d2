//! The layers above the step of the turn: a service, a payment, an auction.

use super::reason::Why;
use super::state::NOBODY;
use ludometer_model::Seat;
use ludometer_model::SeatSet;

/// The stage of a service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// There is no service.
    #[default]
    None,
    /// The Provider chooses a Client.
    Client,
    /// Rank 1.
    Special,
    /// Rank 2.
    Declined,
    /// Rank 3.
    Discount,
    /// Rank 4.
    Bonus,
    /// The price is paid.
    Settle,
    /// Rank 5.
    Second,
    /// An enforced price is paid, then the service ends.
    Enforced,
}

/// The question to the player who decides: it follows from the topmost layer that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// Nothing: the play is over.
    #[default]
    Nothing,
    /// Something to sell, as a turn starts?
    Sales,
    /// A `PoorLifeDecision`, in another's turn?
    Window,
    /// The choice before the roll.
    PreRoll,
    /// The choice after the draw.
    Main,
    /// Which card to discard.
    Discard,
    /// A bid?
    Bid,
    /// How to raise the money.
    Payment,
    /// Whom the `PoorLifeDecision` hits.
    Target,
    /// Whom the service is for.
    Client,
    /// Rank 1 of a service.
    Special,
    /// Rank 2.
    Declined,
    /// Rank 3.
    Discount,
    /// Rank 4.
    Bonus,
    /// Rank 5.
    Second,
}

/// The seat that is asked next and its question, if anybody is asked.
pub(super) type Asked = Option<(Seat, Question)>;

/// Which of the questions of a choice of Client this is (`ranked` asks some a second time).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asking {
    /// The first time.
    #[default]
    First,
    /// Rank 1 may answer a `ServiceDeclined`.
    AnswerDeclined,
    /// Ranks 1 to 3 may answer a `ServiceBonus`.
    AnswerBonus,
}

/// A service. The Provider is always the active player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    /// Its stage.
    pub stage: Stage,
    /// Which time the question is asked.
    pub asking: Asking,
    /// Seats that the question has gone by, counted from the Client.
    pub cursor: u8,
    /// The Client, once chosen, in this leg.
    pub client: u8,
    /// 1 for the first Client, then one more for each `SecondService`.
    pub leg: u8,
    /// `ServiceBonus` cards laid for this choice of Client.
    pub bonuses: u8,
    /// A Discount was played for this choice of Client.
    pub discounted: bool,
    /// The Clients served so far.
    pub served: SeatSet,
    /// The Client of the choice that was just declined, if any.
    pub declined: SeatSet,
    /// The price of this leg before cards, in jewels.
    pub base: u16,
    /// The sum that bonuses added, in jewels.
    pub carried: u16,
    /// The sum that the bonuses for this choice of Client added.
    pub bonus_sum: u16,
    /// The price to settle, once it is fixed; negative if the Provider pays.
    pub price: i16,
}

/// Whom a debt is owed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Creditor {
    /// The Vault.
    #[default]
    Vault,
    /// One player.
    Player(Seat),
    /// Every other alive player, clockwise from the debtor's left, this much each.
    Each,
}

/// A debt that is being settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// The seat that owes, or [`NOBODY`].
    pub debtor: u8,
    /// To whom.
    pub to: Creditor,
    /// How much to each creditor, in jewels.
    pub amount: u16,
    /// For what.
    pub why: Why,
    /// The debt comes from `burn_300_clothing` and no item was sold at its price yet.
    pub clothing_card: bool,
}

/// A shoe on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auction {
    /// The seat that sold the shoe, or [`NOBODY`]: there is no auction.
    pub seller: u8,
    /// The next seat that may bid.
    pub cursor: u8,
    /// The seats that may still bid.
    pub bidders: SeatSet,
    /// The highest bidder, or [`NOBODY`].
    pub leader: u8,
    /// The highest bid, in jewels.
    pub bid: u16,
    /// Unsold shoes of the Vault that are offered after this one.
    pub reoffers: u8,
    /// This shoe is one of those.
    pub again: bool,
    /// The seats that sold a shoe for a bid: these are offered after all that.
    pub queue: SeatSet,
}

impl Service {
    /// No service.
    pub(super) const NONE: Self = Self {
        stage: Stage::None,
        asking: Asking::First,
        cursor: 0,
        client: NOBODY,
        leg: 0,
        bonuses: 0,
        discounted: false,
        served: SeatSet::EMPTY,
        declined: SeatSet::EMPTY,
        base: 0,
        carried: 0,
        bonus_sum: 0,
        price: 0,
    };

    /// Returns true once the price of this choice of Client is fixed.
    pub(super) const fn is_priced(&self) -> bool {
        matches!(self.stage, Stage::Settle | Stage::Second | Stage::Enforced)
    }
}

impl Payment {
    /// No payment.
    pub(super) const NONE: Self =
        Self { debtor: NOBODY, to: Creditor::Vault, amount: 0, why: Why::Burn, clothing_card: false };
}

impl Auction {
    /// No auction.
    pub(super) const NONE: Self = Self {
        seller: NOBODY,
        cursor: 0,
        bidders: SeatSet::EMPTY,
        leader: NOBODY,
        bid: 0,
        reoffers: 0,
        again: false,
        queue: SeatSet::EMPTY,
    };
}
