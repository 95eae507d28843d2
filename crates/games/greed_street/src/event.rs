//! Events that the rules announce, every chance outcome and every consequence, and what they count for:
//! coverage of the rules, interaction.

use serde::{Serialize, Serializer};

use super::board::{Roster, Worker};
use super::cards::{KINDS, Kind};
use ludometer_model::{CardMove, Event as GameEvent, Interaction, Seat};

/// The party that pays or is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The bank.
    Bank,
    /// A seat.
    Seat(Seat),
}

impl Serialize for Party {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bank => serializer.serialize_str("bank"),
            Self::Seat(seat) => seat.serialize(serializer),
        }
    }
}

/// Where a Worker is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// In the open area.
    Open,
    /// With a seat.
    Seat(Seat),
}

impl Serialize for Holder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Open => serializer.serialize_str("open"),
            Self::Seat(seat) => seat.serialize(serializer),
        }
    }
}

/// The purpose of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RollFor {
    /// The seat that moves first.
    First,
    /// Moving.
    Move,
    /// Doubles only, on the Finish circle.
    Retired,
    /// Moving on or back by a square's order.
    Direction,
    /// Recruiting.
    Recruit,
    /// Fighting.
    Fight,
}

/// Why a Score card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawFor {
    /// Doubles.
    Doubles,
    /// Doubles of a retired player's roll.
    RetiredDoubles,
    /// A square.
    Square,
}

/// The part of the deck that a card came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The top part, whose order nobody knows.
    Deck,
    /// The bottom part, which everybody knows.
    DeckBottom,
}

/// Why money moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PayFor {
    /// An Action square.
    Square,
    /// A Worker was recruited.
    Recruit,
    /// The full price of another's Worker.
    Price,
    /// The full price, unasked.
    Unasked,
    /// All that a payer had.
    Short,
    /// The part of the price that was agreed.
    Haggled,
    /// A bribe.
    Bribe,
    /// A trade.
    Trade,
    /// A theft.
    Theft,
    /// A lost fight without a Worker to lose.
    Penalty,
}

/// Why a Worker changes hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerFor {
    /// Recruited.
    Recruit,
    /// Won in a fight.
    Fight,
    /// Lost on a square.
    Square,
    /// Stolen.
    Theft,
}

/// Why a card changes places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CardFor {
    /// A wild card was played.
    Wild,
    /// A square took it.
    Square,
    /// Sold or swapped.
    Trade,
    /// Stolen, and shown.
    Theft,
    /// Used in a roll or fight: back to the deck or the hand.
    Used,
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// In a hand.
    Hand(Seat),
    /// Face up before a seat.
    Table(Seat),
    /// Under the deck.
    DeckBottom,
}

/// The kind of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A card for cash.
    #[default]
    Sell,
    /// Cash for a card.
    Buy,
    /// A card for a card.
    Swap,
}

/// The loot that a thief is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loot {
    /// A Worker.
    Worker,
    /// A Score card.
    ScoreCard,
    /// Cash.
    Cash,
}

/// One chance outcome or consequence. Amounts in dollars, positions as on the track.
#[expect(missing_docs, reason = "fields are called what they hold, as traces show them")]
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A play begins: the Workers in the order of the board and the end value of each kind of card.
    Setup { workers: Roster, card_values: [i16; KINDS], money: i64, seats: u8 },
    /// Dice were rolled.
    Roll { seat: Seat, dice: [u8; 2], purpose: RollFor },
    /// A Score card was drawn.
    Draw { seat: Seat, card: Kind, from: Part, reason: DrawFor },
    /// The deck had no card to draw.
    NoCard { seat: Seat, reason: DrawFor },
    /// The seat that moves first.
    FirstPlayer { seat: Seat },
    /// A turn begins.
    Turn { turn: u32, seat: Seat },
    /// The turn is skipped and the mark cleared.
    Skip { seat: Seat },
    /// The seat's next turn will be skipped.
    SkipMark { seat: Seat },
    /// A piece moved.
    MovePiece { seat: Seat, from: u8, to: u8 },
    /// The square reached is not obeyed.
    NotObeyed { seat: Seat, position: u8 },
    /// The piece landed on this square, whose rule follows.
    Land { seat: Seat, position: u8 },
    /// The piece arrived at Finish, as the first, second, ... one.
    Retire { seat: Seat, arrival: u8 },
    /// Money moved.
    Pay { from: Party, to: Party, amount: i64, reason: PayFor },
    /// The rest of a debt was forgiven.
    Forgiven { from: Seat, to: Party, amount: i64, reason: PayFor },
    /// A card was placed face down.
    Place { seat: Seat, card: Kind },
    /// A placed card turned up.
    Reveal { seat: Seat, card: Kind },
    /// A card changed places.
    MoveCard { card: Kind, from: Spot, to: Spot, reason: CardFor },
    /// A recruit roll was counted.
    Recruit { seat: Seat, worker: Worker, total: i64, won: bool },
    /// A Worker changed hands.
    MoveWorker { worker: Worker, from: Holder, to: Holder, price: i64, reason: WorkerFor },
    /// A seat saw a Worker's face.
    Face { seat: Seat, worker: Worker },
    /// The owner claims: at once, or late.
    Claim { owner: Seat, payer: Seat, worker: Worker, late: bool },
    /// The owner doesn't notice at once.
    Unnoticed { owner: Seat, lander: Seat, worker: Worker },
    /// The claim was missed for good.
    Missed { owner: Seat, lander: Seat, worker: Worker, price: i64 },
    /// A bribe was offered, and taken or not.
    Bribe { from: Seat, to: Seat, accepted: bool },
    /// Haggling ended.
    Haggled { payer: Seat, owner: Seat, worker: Worker, price: i64, amount: i64, agreed: bool },
    /// A fight began; without a Worker it is one over a shared square.
    FightStart { instigator: Seat, defender: Seat, worker: Option<Worker> },
    /// Both have rolled.
    Compare { round: u16, instigator: i64, defender: i64 },
    /// A fight ended, the one that began with the same instigator and Worker; nobody wins one that lasted
    /// too long.
    FightEnd { winner: Option<Seat>, instigator: Seat, worker: Option<Worker> },
    /// A trade was offered. A swap's cash is negative if the partner pays it.
    Offer { kind: OfferKind, proposer: Seat, partner: Seat, give: Option<Kind>, get: Option<Kind>, cash: i32 },
    /// The partner names other cash.
    Counter { partner: Seat, cash: i32 },
    /// An offer was accepted or refused.
    Trade { proposer: Seat, partner: Seat, agreed: bool },
    /// A theft was tried.
    Theft { thief: Seat, victim: Seat, what: Loot, noticed: bool },
    /// The turn limit was reached.
    Unfinished { turns: u32 },
    /// A seat's total in its three parts.
    Total { seat: Seat, money: i64, cards: i64, workers: i64 },
}

impl Serialize for Roster {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names().serialize(serializer)
    }
}

impl GameEvent for Event {
    /// Returns the kind of a card that is placed for its points, or played as a wild card.
    #[inline]
    fn used(&self) -> Option<usize> {
        match *self {
            Self::Place { card, .. } | Self::MoveCard { card, reason: CardFor::Wild, .. } => {
                Some(card.index())
            }
            _ => None,
        }
    }

    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        match *self {
            Self::Pay {
                from: Party::Seat(from),
                to: Party::Seat(to),
                reason: PayFor::Price | PayFor::Unasked | PayFor::Short | PayFor::Haggled,
                ..
            } => Some(Interaction { actor: Some(to), target: from, kind: 0 }),
            Self::MoveWorker {
                from: Holder::Seat(from),
                to: Holder::Seat(to),
                reason: WorkerFor::Fight,
                ..
            } => Some(Interaction { actor: Some(to), target: from, kind: 1 }),
            Self::Theft { thief, victim, .. } => {
                Some(Interaction { actor: Some(thief), target: victim, kind: 2 })
            }
            _ => None,
        }
    }

    #[inline]
    fn event_kind(&self) -> Option<usize> {
        event_kind(self)
    }

    /// Returns a card that is drawn, or played: it left a hand by its holder's choice. That holds for a card given up
    /// on `lose_score` (spec 3.3) too, but not for a stolen one; one used in a roll left the hand when it was placed.
    #[inline]
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, card, .. } => Some(CardMove::Drawn { seat, kind: card.index() }),
            Self::Place { seat, card }
            | Self::MoveCard {
                card,
                from: Spot::Hand(seat),
                reason: CardFor::Wild | CardFor::Trade | CardFor::Square,
                ..
            } => Some(CardMove::Played { seat, kind: card.index() }),
            Self::MoveCard { .. }
            | Self::Setup { .. }
            | Self::Roll { .. }
            | Self::NoCard { .. }
            | Self::FirstPlayer { .. }
            | Self::Turn { .. }
            | Self::Skip { .. }
            | Self::SkipMark { .. }
            | Self::MovePiece { .. }
            | Self::NotObeyed { .. }
            | Self::Land { .. }
            | Self::Retire { .. }
            | Self::Pay { .. }
            | Self::Forgiven { .. }
            | Self::Reveal { .. }
            | Self::Recruit { .. }
            | Self::MoveWorker { .. }
            | Self::Face { .. }
            | Self::Claim { .. }
            | Self::Unnoticed { .. }
            | Self::Missed { .. }
            | Self::Bribe { .. }
            | Self::Haggled { .. }
            | Self::FightStart { .. }
            | Self::Compare { .. }
            | Self::FightEnd { .. }
            | Self::Offer { .. }
            | Self::Counter { .. }
            | Self::Trade { .. }
            | Self::Theft { .. }
            | Self::Unfinished { .. }
            | Self::Total { .. } => None,
        }
    }
}

ludometer_model::event_kinds! {
    Event;
    Event "setup" "GS-8" => Event::Setup { .. },
    Event "roll first" "GS-9" => Event::Roll { purpose: RollFor::First, .. },
    Event "roll move" "GS-12" => Event::Roll { purpose: RollFor::Move, .. },
    Event "roll retired" "GS-60" => Event::Roll { purpose: RollFor::Retired, .. },
    Event "roll direction" "GS-33" => Event::Roll { purpose: RollFor::Direction, .. },
    Event "roll recruit" "GS-38" => Event::Roll { purpose: RollFor::Recruit, .. },
    Event "roll fight" "GS-49" => Event::Roll { purpose: RollFor::Fight, .. },
    Event "draw doubles" "GS-15" => Event::Draw { reason: DrawFor::Doubles, .. },
    Event "draw retired_doubles" "GS-60" => Event::Draw { reason: DrawFor::RetiredDoubles, .. },
    Event "draw square" "GS-36" => Event::Draw { reason: DrawFor::Square, .. },
    Event "no_card" "" => Event::NoCard { .. },
    Event "first_player" "GS-9" => Event::FirstPlayer { .. },
    Event "turn" "GS-12" => Event::Turn { .. },
    Event "skip" "GS-35" => Event::Skip { .. },
    Event "skip_mark" "GS-35" => Event::SkipMark { .. },
    Event "move_piece" "GS-12" => Event::MovePiece { .. },
    Event "not_obeyed" "GS-33" => Event::NotObeyed { .. },
    Event "land" "GS-29" => Event::Land { .. },
    Event "retire" "GS-59" => Event::Retire { .. },
    Event "pay square" "GS-31" => Event::Pay { reason: PayFor::Square, .. },
    Event "pay recruit" "GS-43" => Event::Pay { reason: PayFor::Recruit, .. },
    Event "pay price" "GS-46" => Event::Pay { reason: PayFor::Price, .. },
    Event "pay unasked" "GS-67" => Event::Pay { reason: PayFor::Unasked, .. },
    Event "pay short" "GS-74" => Event::Pay { reason: PayFor::Short, .. },
    Event "pay haggled" "GS-80" => Event::Pay { reason: PayFor::Haggled, .. },
    Event "pay bribe" "GS-68" => Event::Pay { reason: PayFor::Bribe, .. },
    Event "pay trade" "GS-28" => Event::Pay { reason: PayFor::Trade, .. },
    Event "pay theft" "GS-77" => Event::Pay { reason: PayFor::Theft, .. },
    Event "pay penalty" "" => Event::Pay { reason: PayFor::Penalty, .. },
    Event "forgiven" "GS-74" => Event::Forgiven { .. },
    Event "place" "GS-39" => Event::Place { .. },
    Event "reveal" "GS-50" => Event::Reveal { .. },
    Event "move_card donuts" "GS-20" => Event::MoveCard { reason: CardFor::Wild, card: Kind::DONUTS, .. },
    Event "move_card free_pass" "GS-23" => Event::MoveCard { reason: CardFor::Wild, .. },
    Event "move_card square" "GS-35" => Event::MoveCard { reason: CardFor::Square, .. },
    Event "move_card trade" "GS-28" => Event::MoveCard { reason: CardFor::Trade, .. },
    Event "move_card theft" "GS-77" => Event::MoveCard { reason: CardFor::Theft, .. },
    Event "move_card used" "GS-40" => Event::MoveCard { reason: CardFor::Used, .. },
    Event "recruit won" "GS-42" => Event::Recruit { won: true, .. },
    Event "recruit failed" "GS-45" => Event::Recruit { won: false, .. },
    Event "move_worker recruit" "GS-43" => Event::MoveWorker { reason: WorkerFor::Recruit, .. },
    Event "move_worker fight" "" => Event::MoveWorker { reason: WorkerFor::Fight, .. },
    Event "move_worker square" "GS-34" => Event::MoveWorker { reason: WorkerFor::Square, .. },
    Event "move_worker theft" "GS-77" => Event::MoveWorker { reason: WorkerFor::Theft, .. },
    Event "face" "GS-47" => Event::Face { .. },
    Event "claim at_once" "GS-46" => Event::Claim { late: false, .. },
    Event "claim late" "GS-66" => Event::Claim { late: true, .. },
    Event "unnoticed" "GS-65" => Event::Unnoticed { .. },
    Event "missed" "GS-65" => Event::Missed { .. },
    Event "bribe" "GS-68" => Event::Bribe { .. },
    Event "haggled" "GS-72" => Event::Haggled { .. },
    Event "fight_start worker" "GS-48" => Event::FightStart { worker: Some(_), .. },
    Event "fight_start shared_square" "GS-82" => Event::FightStart { worker: None, .. },
    Event "compare" "GS-14" => Event::Compare { .. },
    Event "fight_end instigator" "GS-52" => Event::FightEnd { winner: Some(winner), instigator, worker: Some(_) } if winner.index() == instigator.index(),
    Event "fight_end defender" "GS-53" => Event::FightEnd { winner: Some(_), worker: Some(_), .. },
    Event "fight_end shared_square" "GS-84" => Event::FightEnd { winner: Some(_), worker: None, .. },
    Guard "fight_end too_long" "" => Event::FightEnd { winner: None, .. },
    Event "offer" "GS-28" => Event::Offer { .. },
    Event "counter" "GS-28" => Event::Counter { .. },
    Event "trade agreed" "GS-28" => Event::Trade { agreed: true, .. },
    Event "trade refused" "GS-28" => Event::Trade { agreed: false, .. },
    Event "theft" "GS-77" => Event::Theft { .. },
    Guard "unfinished" "" => Event::Unfinished { .. },
    Event "total" "GS-2" => Event::Total { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["made to pay", "worker won in a fight", "theft"];
