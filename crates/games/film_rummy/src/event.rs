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
pub enum FilmEvent {
    /// A deal begins.
    Deal {
        /// Its number in the match, from 1.
        deal: u16,
        /// The seat that deals (the first dealer by lot, if the rules say so).
        dealer: Seat,
    },
    /// All cards are shuffled for a deal (FR-10).
    ShuffleDeck {
        /// How many.
        cards: u16,
    },
    /// The pile is shuffled and becomes the stock (FR-68).
    Shuffle {
        /// How many cards.
        cards: u16,
    },
    /// The stock is shuffled with the cards given to a defect (FR-64).
    ShuffleStock {
        /// How many, the given ones included.
        cards: u16,
    },
    /// A turn begins.
    Turn {
        /// Whose.
        seat: Seat,
        /// Its number in the deal.
        turn: u32,
        /// The number of its slot, from 0.
        slot: u32,
        /// How it came about.
        kind: TurnKind,
    },
    /// A card comes into a hand.
    Draw {
        /// Whose hand.
        seat: Seat,
        /// The card.
        card: Card,
        /// Stock or pile.
        from: Spot,
        /// True in the deal.
        dealt: bool,
    },
    /// A card moves without its holder's choice: the first card of the pile, a negative card from
    /// in front of a player, a joker into the hand of who exchanged it.
    MoveCard {
        /// The card.
        card: Card,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A card of a film is laid down.
    LayDown {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// The category it stands for, from 1.
        category: u8,
    },
    /// A film is published.
    Publish {
        /// By whom.
        seat: Seat,
        /// Its genre.
        genre: Genre,
        /// Jokers in it.
        jokers: u8,
        /// Cards left in the hand.
        left: u8,
    },
    /// A card is added to a meld.
    Hit {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whose meld.
        owner: Seat,
    },
    /// A real card takes a joker's place.
    Exchange {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whose meld.
        owner: Seat,
        /// True if the joker stood for a basic card.
        basic: bool,
    },
    /// A card is put onto the pile by its holder.
    Discard {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// A plain discard, or for its effect.
        usage: Use,
        /// True for an action card.
        action: bool,
    },
    /// A negative card is laid in front of a player.
    Lay {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// In front of whom.
        target: Seat,
    },
    /// An interaction card takes effect.
    Interact {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// On whom.
        target: Seat,
    },
    /// A hand is shown to one player.
    Look {
        /// The seat that looks.
        seat: Seat,
        /// Whose hand.
        target: Seat,
    },
    /// A card is stolen.
    Steal {
        /// By whom.
        seat: Seat,
        /// From whom.
        target: Seat,
        /// The card.
        card: Card,
        /// False if it was drawn blind.
        chosen: bool,
    },
    /// A card goes from a hand into the stock.
    Give {
        /// Whose hand.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A defect on a hand of one card does nothing.
    Fizzle {
        /// The seat that played it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A deal is over.
    DealEnd {
        /// The seat that went out, unless the deal is unfinished.
        winner: Option<Seat>,
        /// True for an unfinished deal in which no hand could shrink any more.
        dead: bool,
    },
    /// Points are written down.
    Score {
        /// For whom.
        seat: Seat,
        /// In this deal.
        points: u32,
        /// In the match so far.
        total: u32,
        /// Cards left in hand.
        cards: u8,
    },
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
        interaction(self)
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

/// Returns who acts against whom by this event.
#[inline]
pub(super) const fn interaction(event: &FilmEvent) -> Option<Interaction> {
    match *event {
        FilmEvent::Lay { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 0 }),
        // `rules.defect_self_target` allows a card against oneself, which harms nobody else.
        FilmEvent::Interact { seat, target, .. } if seat.index() != target.index() => {
            Some(Interaction { actor: Some(seat), target, kind: 1 })
        }
        FilmEvent::Steal { seat, target, .. } => Some(Interaction { actor: Some(seat), target, kind: 2 }),
        _ => None,
    }
}
