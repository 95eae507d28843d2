//! Events that the rules announce, and what they count for: coverage of the rules, interaction.

use std::fmt;

use serde::{Serialize, Serializer};

use super::card::{Card, Genre};
use ludometer_model::{CardMove, Event, Interaction, Seat};

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The face-down stock.
    Stock,
    /// The open pile.
    Pile,
    /// A seat's hand.
    Hand(Seat),
    /// On the table in front of a seat.
    Front(Seat),
    /// A seat's meld.
    Meld(Seat),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stock => f.write_str("stock"),
            Self::Pile => f.write_str("pile"),
            Self::Hand(seat) => write!(f, "hand {seat}"),
            Self::Front(seat) => write!(f, "front {seat}"),
            Self::Meld(seat) => write!(f, "meld {seat}"),
        }
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a card left a hand for the pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// A plain discard.
    Discard,
    /// Played for its effect.
    Play,
}

/// How a turn came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnKind {
    /// In the order of seats.
    Normal,
    /// Earned by a positive card.
    Extra,
    /// Missed by a negative card.
    Missed,
}

/// An event that the rules announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called what they hold, as traces show them")]
pub enum FilmEvent {
    /// A deal begins, numbered from 1 in the match (the first dealer by lot, if the rules say so).
    Deal { deal: u16, dealer: Seat },
    /// All cards are shuffled for a deal (FR-10).
    ShuffleDeck { cards: u16 },
    /// The pile is shuffled and becomes the stock (FR-68).
    Shuffle { cards: u16 },
    /// The stock is shuffled with the cards given to a defect, which its cards include (FR-64).
    ShuffleStock { cards: u16 },
    /// A turn begins: its number in the deal, and that of its slot, from 0.
    Turn { seat: Seat, turn: u32, slot: u32, kind: TurnKind },
    /// A card comes into a hand, from stock or pile, or in the deal.
    Draw { seat: Seat, card: Card, from: Spot, dealt: bool },
    /// A card moves without its holder's choice: the first card of the pile, a negative card from
    /// in front of a player, a joker into the hand of who exchanged it.
    MoveCard { card: Card, from: Spot, to: Spot },
    /// A card of a film is laid down, for the category it stands for, from 1.
    LayDown { seat: Seat, card: Card, category: u8 },
    /// A film is published, with jokers in it; so many cards are left in the hand.
    Publish { seat: Seat, genre: Genre, jokers: u8, left: u8 },
    /// A card is added to the owner's meld.
    Hit { seat: Seat, card: Card, owner: Seat },
    /// A real card takes a joker's place in the owner's meld, which stood for a basic card or not.
    Exchange { seat: Seat, card: Card, owner: Seat, basic: bool },
    /// A card, an action card or not, is put onto the pile by its holder.
    Discard { seat: Seat, card: Card, usage: Use, action: bool },
    /// A negative card is laid in front of a player.
    Lay { seat: Seat, card: Card, target: Seat },
    /// An interaction card takes effect on a player.
    Interact { seat: Seat, card: Card, target: Seat },
    /// A hand is shown to one player, `seat`.
    Look { seat: Seat, target: Seat },
    /// A card is stolen from a player, not `chosen` if it was drawn blind.
    Steal { seat: Seat, target: Seat, card: Card, chosen: bool },
    /// A card goes from a hand into the stock.
    Give { seat: Seat, card: Card },
    /// A defect that the seat played on a hand of one card does nothing.
    Fizzle { seat: Seat, card: Card },
    /// A deal is over: the seat that went out, unless it is unfinished, `dead` if no hand could shrink any more.
    DealEnd { winner: Option<Seat>, dead: bool },
    /// Points are written down, in this deal and in the match so far, with the cards left in hand.
    Score { seat: Seat, points: u32, total: u32, cards: u8 },
}

impl Event for FilmEvent {
    /// Returns the kind of a card that comes into a meld, or is played for its effect.
    #[inline]
    fn used(&self) -> Option<usize> {
        match *self {
            Self::LayDown { card, .. }
            | Self::Hit { card, .. }
            | Self::Exchange { card, .. }
            | Self::Discard { card, usage: Use::Play, .. }
            | Self::Lay { card, .. } => Some(usize::from(card.kind)),
            _ => None,
        }
    }

    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        match *self {
            Self::Lay { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 0 }),
            // `rules.defect_self_target` allows a card against oneself, which harms nobody else.
            Self::Interact { seat, target, .. } if seat.index() != target.index() => {
                Some(Interaction { actor: Some(seat), target, kind: 1 })
            }
            Self::Steal { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 2 }),
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
            Self::Draw { seat, card, .. } => Some(CardMove::Drawn { seat, kind: usize::from(card.kind) }),
            Self::LayDown { seat, card, .. }
            | Self::Hit { seat, card, .. }
            | Self::Exchange { seat, card, .. }
            | Self::Discard { seat, card, .. }
            | Self::Lay { seat, card, .. }
            | Self::Give { seat, card } => Some(CardMove::Played { seat, kind: usize::from(card.kind) }),
            Self::Deal { .. }
            | Self::ShuffleDeck { .. }
            | Self::Shuffle { .. }
            | Self::ShuffleStock { .. }
            | Self::Turn { .. }
            | Self::MoveCard { .. }
            | Self::Publish { .. }
            | Self::Interact { .. }
            | Self::Look { .. }
            | Self::Steal { .. }
            | Self::Fizzle { .. }
            | Self::DealEnd { .. }
            | Self::Score { .. } => None,
        }
    }
}

ludometer_model::event_kinds! {
    FilmEvent;
    Event "deal" "FR-9" => FilmEvent::Deal { .. },
    Event "shuffle_deck" "FR-10" => FilmEvent::ShuffleDeck { .. },
    Event "shuffle pile" "FR-68" => FilmEvent::Shuffle { .. },
    Event "shuffle_stock" "FR-64" => FilmEvent::ShuffleStock { .. },
    Event "turn normal" "FR-16" => FilmEvent::Turn { kind: TurnKind::Normal, .. },
    Event "turn extra" "FR-49" => FilmEvent::Turn { kind: TurnKind::Extra, .. },
    Event "turn missed" "FR-52" => FilmEvent::Turn { kind: TurnKind::Missed, .. },
    Event "draw dealt" "FR-11" => FilmEvent::Draw { dealt: true, .. },
    Event "draw pile" "FR-18" => FilmEvent::Draw { from: Spot::Pile, .. },
    Event "draw stock" "FR-18" => FilmEvent::Draw { .. },
    Event "move_card" "" => FilmEvent::MoveCard { .. },
    Event "lay_down" "FR-31" => FilmEvent::LayDown { .. },
    Event "publish" "FR-21" => FilmEvent::Publish { .. },
    Event "hit" "FR-25" => FilmEvent::Hit { .. },
    Event "exchange" "FR-42" => FilmEvent::Exchange { .. },
    Event "discard plain" "FR-29" => FilmEvent::Discard { usage: Use::Discard, .. },
    Event "discard play" "FR-48" => FilmEvent::Discard { usage: Use::Play, .. },
    Event "lay" "FR-52" => FilmEvent::Lay { .. },
    Event "interact" "FR-58" => FilmEvent::Interact { .. },
    Event "look" "FR-60" => FilmEvent::Look { .. },
    Event "steal" "FR-61" => FilmEvent::Steal { .. },
    Event "give" "FR-64" => FilmEvent::Give { .. },
    Event "fizzle" "FR-65" => FilmEvent::Fizzle { .. },
    Ending "deal_end went_out" "FR-69" => FilmEvent::DealEnd { winner: Some(_), .. },
    Ending "deal_end dead" "" => FilmEvent::DealEnd { dead: true, .. },
    Guard "deal_end unfinished" "" => FilmEvent::DealEnd { .. },
    Event "score" "FR-72" => FilmEvent::Score { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["negative card", "interaction card", "steal a card"];
