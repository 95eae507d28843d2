//! Actions.

use std::fmt;

use super::card::{Card, Genre};
use ludometer_model::Seat;

/// One choice (spec, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// MISSED: put the negative card in front onto the pile.
    DiscardPending,
    /// DRAW: the top of the stock.
    DrawStock,
    /// DRAW: the top of the pile.
    DrawPile,
    /// ACT: publish a film of this genre.
    Meld(Genre),
    /// ACT: add this card to a meld as an extra.
    Hit(Card),
    /// ACT: put this card in a joker's place.
    Exchange(Card),
    /// ACT, `THIEF_DISCARD`: put this card onto the pile, without effect.
    Discard(Card),
    /// ACT: an extra turn.
    PlayPositive(Card),
    /// ACT: a missed turn for someone.
    PlayNegative(Card),
    /// ACT, INTERRUPT: spy, thief or defect.
    PlayInteraction(Card),
    /// A target phase: this seat.
    Target(Seat),
    /// `MELD_FILL`: the real card.
    Natural,
    /// `MELD_FILL`: a joker.
    Joker,
    /// THEFT: this card.
    Steal(Card),
    /// `DEFECT_SELECT`: this card goes.
    Give(Card),
    /// INTERRUPT: no card.
    Pass,
}

ludometer_model::action_kinds! {
    Action;
    "discard_pending" => Self::DiscardPending,
    "draw_stock" => Self::DrawStock,
    "draw_pile" => Self::DrawPile,
    "meld" => Self::Meld(_),
    "hit" => Self::Hit(_),
    "exchange" => Self::Exchange(_),
    "discard" => Self::Discard(_),
    "play_positive" => Self::PlayPositive(_),
    "play_negative" => Self::PlayNegative(_),
    "play_interaction" => Self::PlayInteraction(_),
    "target" => Self::Target(_),
    "natural" => Self::Natural,
    "joker" => Self::Joker,
    "steal" => Self::Steal(_),
    "give" => Self::Give(_),
    "pass" => Self::Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.kind_name();
        match self {
            Self::DiscardPending
            | Self::DrawStock
            | Self::DrawPile
            | Self::Natural
            | Self::Joker
            | Self::Pass => f.write_str(word),
            Self::Meld(genre) => write!(f, "{word}({genre})"),
            Self::Hit(card)
            | Self::Exchange(card)
            | Self::Discard(card)
            | Self::PlayPositive(card)
            | Self::PlayNegative(card)
            | Self::PlayInteraction(card)
            | Self::Steal(card)
            | Self::Give(card) => write!(f, "{word}({card})"),
            Self::Target(seat) => write!(f, "{word}({seat})"),
        }
    }
}
