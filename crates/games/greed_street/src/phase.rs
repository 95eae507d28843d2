//! The subject of a decision, and when trades may be proposed.

use super::cards::{Kind, Kinds};

/// The subject of the next decision (spec 5, 6, 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// Whom to rob.
    TheftTarget,
    /// The kind of loot to take.
    TheftWhat,
    /// Which Worker to take.
    TheftWorker,
    /// The choice whether and what to offer.
    TradeKind,
    /// To whom.
    TradePartner,
    /// Which card is given.
    TradeGive,
    /// Which card is asked for.
    TradeGet,
    /// For how much.
    TradeCash,
    /// The partner's answer.
    TradeAnswer,
    /// The proposer's reply to a counter-offer.
    TradeReply,
    /// The roll that moves the piece.
    #[default]
    MoveRoll,
    /// The roll on the Finish circle.
    RetireRoll,
    /// The choice whether to fight a neighbour on the square.
    ProximityChoice,
    /// The choice whether to obey a cop square.
    CopChoice,
    /// The roll that a direction square orders.
    ActionEffect,
    /// Which Worker goes.
    LoseWorkerChoice,
    /// Which card goes.
    LoseScoreChoice,
    /// The cards that help the recruit roll.
    RecruitCards,
    /// The recruit roll.
    RecruitRoll,
    /// The choice about an owner who hasn't noticed.
    SilenceChoice,
    /// The choice whether to bribe.
    BribeChoice,
    /// The choice whether to take the bribe.
    BribeAnswer,
    /// How to pay.
    PayChoice,
    /// Which part of the price is offered.
    HaggleOffer,
    /// The owner's answer.
    HaggleAnswer,
    /// The payer's reply to a counter-offer.
    HaggleReply,
    /// The choice whether to fight.
    FightChoice,
    /// The cards that help the fight roll.
    WeaponCards,
    /// The fight roll.
    FightRoll,
    /// Which Worker the winner takes.
    LootChoice,
    /// The play is over.
    Over,
}

ludometer_model::phases! {
    Phase;
    "TheftTarget" => Self::TheftTarget,
    "TheftWhat" => Self::TheftWhat,
    "TheftWorker" => Self::TheftWorker,
    "TradeKind" => Self::TradeKind,
    "TradePartner" => Self::TradePartner,
    "TradeGive" => Self::TradeGive,
    "TradeGet" => Self::TradeGet,
    "TradeCash" => Self::TradeCash,
    "TradeAnswer" => Self::TradeAnswer,
    "TradeReply" => Self::TradeReply,
    "MoveRoll" => Self::MoveRoll,
    "RetireRoll" => Self::RetireRoll,
    "ProximityChoice" => Self::ProximityChoice,
    "CopChoice" => Self::CopChoice,
    "ActionEffect" => Self::ActionEffect,
    "LoseWorkerChoice" => Self::LoseWorkerChoice,
    "LoseScoreChoice" => Self::LoseScoreChoice,
    "RecruitCards" => Self::RecruitCards,
    "RecruitRoll" => Self::RecruitRoll,
    "SilenceChoice" => Self::SilenceChoice,
    "BribeChoice" => Self::BribeChoice,
    "BribeAnswer" => Self::BribeAnswer,
    "PayChoice" => Self::PayChoice,
    "HaggleOffer" => Self::HaggleOffer,
    "HaggleAnswer" => Self::HaggleAnswer,
    "HaggleReply" => Self::HaggleReply,
    "FightChoice" => Self::FightChoice,
    "WeaponCards" => Self::WeaponCards,
    "FightRoll" => Self::FightRoll,
    "LootChoice" => Self::LootChoice,
    ; "Over" => Self::Over,
}

/// A moment at which trades may be proposed (spec 6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// Before the turn's roll.
    #[default]
    TurnStart,
    /// On a cop square.
    BeforeCop,
    /// On an open Worker.
    BeforeRecruit,
    /// When claimed on.
    BeforePay,
    /// Before a fighter's first Weapons.
    BeforeFight,
}

impl Window {
    /// The number of windows.
    pub const COUNT: usize = 5;

    /// All windows.
    pub const ALL: [Self; Self::COUNT] =
        [Self::TurnStart, Self::BeforeCop, Self::BeforeRecruit, Self::BeforePay, Self::BeforeFight];

    /// Returns the window's number.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the window's name in the rule set.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TurnStart => "turn_start",
            Self::BeforeCop => "before_cop",
            Self::BeforeRecruit => "before_recruit",
            Self::BeforePay => "before_pay",
            Self::BeforeFight => "before_fight",
        }
    }

    /// Returns the kinds that may be asked for.
    pub const fn wanted(self) -> Kinds {
        match self {
            Self::TurnStart => Kinds::ALL,
            Self::BeforeCop => Kinds::one(Kind::DONUTS),
            Self::BeforeRecruit => Kinds::RECRUIT,
            Self::BeforePay => Kinds::one(Kind::FREE_PASS),
            Self::BeforeFight => Kinds::WEAPONS,
        }
    }
}
