//! Actions that a seat may choose, in the words of the spec.

use std::fmt;

use ludometer_model::Seat;

use super::cards::Kind;
use super::names::Worker;

/// A part of a price, between 0 and 1, as it was written in the rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction([u32; 2]);

impl Fraction {
    /// Returns this part.
    pub const fn new(part: f64) -> Self {
        // Two words keep actions aligned to four bytes.
        let bits = part.to_bits();
        Self([(bits >> 32) as u32, bits as u32])
    }

    /// Returns the part as a number.
    pub const fn value(self) -> f64 {
        f64::from_bits((self.0[0] as u64) << 32 | self.0[1] as u64)
    }

    /// Returns this part of a price, rounded down to a multiple of `unit`: of the decimal fraction that was
    /// written, not of its binary neighbour.
    pub fn of(self, price: i64, unit: i64) -> i64 {
        let text = self.value().to_string();
        let decimals = text.split_once('.').map_or("", |(_, decimals)| decimals);
        // Up to here no overflow: prices have at most four digits. Parts smaller than 1e-30 of a
        // dollar make no difference.
        let decimals = &decimals[..decimals.len().min(30)];
        let digits: u128 = decimals.parse().unwrap_or(0);
        let amount = digits * price.unsigned_abs() as u128 / 10_u128.pow(decimals.len() as u32);
        amount as i64 / unit * unit
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// One choice (spec 5, 6). Cash in dollars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll both dice.
    Roll,
    /// Retired: don't roll.
    Pass,
    /// Steal nothing more this turn.
    NoTheft,
    /// Try to steal from this seat.
    Target(Seat),
    /// Try to steal a Worker.
    StealWorker,
    /// Try to steal a Score card.
    StealCard,
    /// Try to steal cash.
    StealCash,
    /// Try to steal this Worker.
    TheftWorker(Worker),
    /// Obey the cop square.
    Comply,
    /// Cancel it.
    PlayDonuts,
    /// Put this Worker back into the open area.
    LoseWorker(Worker),
    /// Put this Score card under the deck.
    LoseScore(Kind),
    /// Put this card face down before the roll.
    Place(Kind),
    /// Place no more.
    Done,
    /// Don't pay an owner who hasn't noticed.
    StaySilent,
    /// Pay unasked.
    Volunteer,
    /// Bribe the next roller.
    Bribe,
    /// Don't.
    NoBribe,
    /// Pay the price.
    PayFull,
    /// Pay all there is, which is less.
    PayAll,
    /// Pay nothing, by the wild card.
    PlayFreePass,
    /// Open the haggling.
    Haggle,
    /// Offer this part of the price.
    HaggleOffer(Fraction),
    /// Don't fight.
    EndTurn,
    /// Fight for the Worker just paid for.
    Fight,
    /// Take this Worker after a fight.
    Loot(Worker),
    /// Don't fight anyone on this square.
    Ignore,
    /// Fight this seat.
    Challenge(Seat),
    /// Close the trade window.
    NoTrade,
    /// Offer a card for cash.
    Sell,
    /// Offer cash for a card.
    Buy,
    /// Offer a card for a card.
    Swap,
    /// Offer to this seat.
    TradePartner(Seat),
    /// Give this card.
    TradeGive(Kind),
    /// Ask for this card.
    TradeGet(Kind),
    /// With this cash; in a swap negative if the partner pays it.
    TradeCash(i32),
    /// Agree.
    Accept,
    /// Don't agree.
    Refuse,
    /// Name other cash.
    CounterCash(i32),
    /// Name a larger part of the price.
    CounterFraction(Fraction),
}

ludometer_model::action_kinds! {
    Action;
    "Roll" => Self::Roll,
    "Pass" => Self::Pass,
    "NoTheft" => Self::NoTheft,
    "Target" => Self::Target(_),
    "Worker" => Self::StealWorker,
    "ScoreCard" => Self::StealCard,
    "Cash" => Self::StealCash,
    "TheftWorker" => Self::TheftWorker(_),
    "Comply" => Self::Comply,
    "PlayDonuts" => Self::PlayDonuts,
    "LoseWorkerChoice" => Self::LoseWorker(_),
    "LoseScoreChoice" => Self::LoseScore(_),
    "Place" => Self::Place(_),
    "Done" => Self::Done,
    "StaySilent" => Self::StaySilent,
    "Volunteer" => Self::Volunteer,
    "Bribe" => Self::Bribe,
    "NoBribe" => Self::NoBribe,
    "PayFull" => Self::PayFull,
    "PayAllAndStiff" => Self::PayAll,
    "PlayFreePass" => Self::PlayFreePass,
    "Haggle" => Self::Haggle,
    "HaggleOffer" => Self::HaggleOffer(_),
    "EndTurn" => Self::EndTurn,
    "Fight" => Self::Fight,
    "LootChoice" => Self::Loot(_),
    "Ignore" => Self::Ignore,
    "Challenge" => Self::Challenge(_),
    "NoTrade" => Self::NoTrade,
    "Sell" => Self::Sell,
    "Buy" => Self::Buy,
    "Swap" => Self::Swap,
    "TradePartner" => Self::TradePartner(_),
    "TradeGive" => Self::TradeGive(_),
    "TradeGet" => Self::TradeGet(_),
    "TradeCash" => Self::TradeCash(_),
    "Accept" => Self::Accept,
    "Refuse" => Self::Refuse,
    "Counter" => Self::CounterCash(_) | Self::CounterFraction(_),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind_name())?;
        match self {
            Self::Target(seat) | Self::Challenge(seat) | Self::TradePartner(seat) => write!(f, "({seat})"),
            Self::TheftWorker(worker) | Self::LoseWorker(worker) | Self::Loot(worker) => {
                write!(f, "({worker})")
            }
            Self::LoseScore(kind) | Self::Place(kind) | Self::TradeGive(kind) | Self::TradeGet(kind) => {
                write!(f, "({kind})")
            }
            Self::HaggleOffer(part) | Self::CounterFraction(part) => write!(f, "({part})"),
            Self::TradeCash(cash) | Self::CounterCash(cash) => write!(f, "({cash})"),
            Self::Roll
            | Self::Pass
            | Self::NoTheft
            | Self::StealWorker
            | Self::StealCard
            | Self::StealCash
            | Self::Comply
            | Self::PlayDonuts
            | Self::Done
            | Self::StaySilent
            | Self::Volunteer
            | Self::Bribe
            | Self::NoBribe
            | Self::PayFull
            | Self::PayAll
            | Self::PlayFreePass
            | Self::Haggle
            | Self::EndTurn
            | Self::Fight
            | Self::Ignore
            | Self::NoTrade
            | Self::Sell
            | Self::Buy
            | Self::Swap
            | Self::Accept
            | Self::Refuse => Ok(()),
        }
    }
}
