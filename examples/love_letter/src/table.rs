//! The things at the table: cards, actions, states, and what is announced.

use std::fmt;

use ludometer::prelude::*;
use serde::Serialize;

/// A card; its value is one more than its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Card {
    #[default]
    Guard,
    Priest,
    Baron,
    Handmaid,
    Prince,
    King,
    Countess,
    Princess,
}

impl Card {
    /// All kinds by value.
    pub(crate) const ALL: [Self; KINDS] = {
        use Card::{Baron, Countess, Guard, Handmaid, King, Priest, Prince, Princess};
        [Guard, Priest, Baron, Handmaid, Prince, King, Countess, Princess]
    };
    /// Their names, which are the first words of actions too.
    pub(crate) const NAMES: [&str; KINDS] =
        ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"];
}

/// A card to play, at whom, and what a Guard names: `guard 2 baron`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Action {
    pub card: Card,
    /// None for a card without effect on a seat.
    pub target: Option<Seat>,
    pub guess: Option<Card>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Card::NAMES[self.card as usize])?;
        self.target.map_or(Ok(()), |seat| write!(f, " {seat}"))?;
        self.guess.map_or(Ok(()), |card| write!(f, " {}", Card::NAMES[card as usize]))
    }
}

/// The number of card kinds.
pub(crate) const KINDS: usize = 8;
/// The most cards: 12 of each kind.
pub(crate) const DECK: usize = 12 * KINDS;
/// The most seats; at smaller tables the last ones are out of every round.
pub(crate) const SEATS: usize = 4;

/// All there is to know, hidden cards included.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct State {
    pub over: bool,
    /// Rounds and turns begun.
    pub round: u32,
    pub turn: u32,
    pub mover: Seat,
    pub tokens: [u8; SEATS],
    pub out: [bool; SEATS],
    pub protected: [bool; SEATS],
    pub open: Pile<Card, DECK>,
    pub discards: [Pile<Card, DECK>; SEATS],
    /// Cards are drawn as they are needed, and the last one is the one aside.
    pub stock: Stock<KINDS>,
    /// The cards that seats keep; none where one is out.
    pub hands: [Option<Card>; SEATS],
    /// The mover's second card.
    pub drawn: Option<Card>,
    /// The seats that know whose kept card, `known[holder][watcher]`: the holder always knows that too.
    pub known: [[bool; SEATS]; SEATS],
    /// The cards that each seat's card can't be, as all can tell: a Guard named it in vain, a Baron was higher, a Prince or
    /// King was played beside it.
    pub excluded: [Pile<Card, KINDS>; SEATS],
}

impl State {
    /// Notes that a seat's card can't be one of this kind.
    pub(crate) fn exclude(&mut self, seat: usize, card: Option<Card>) {
        if let Some(card) = card.filter(|card| !self.excluded[seat].contains(card)) {
            self.excluded[seat].push(card);
        }
    }

    /// Forgets all that is known of a seat's card: it is another one now.
    pub(crate) fn forget(&mut self, seat: usize) {
        self.known[seat] = [false; SEATS];
        self.excluded[seat].clear();
    }
}

/// The knowledge of one seat: the state, without the cards that it can't place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    pub seat: Seat,
    /// Cards left, with the one laid aside.
    pub cards_left: usize,
    /// Of other hands there are those that the seat knows, and of what others know, what they know of its own card.
    #[serde(flatten)]
    pub shown: State,
}

/// One chance outcome or rule consequence.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum PlayEvent {
    Round { round: u32, starter: Seat },
    TurnUp { card: Card },
    Draw { seat: Seat, card: Card },
    Play { seat: Seat, card: Card, target: Option<Seat> },
    Look { seat: Seat, target: Seat, card: Card },
    Discard { seat: Seat, card: Card, out: bool },
    Token { seat: Seat, tokens: u8 },
}

impl Event for PlayEvent {
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, card } => Some(CardMove::Drawn { seat, kind: card as usize }),
            Self::Play { seat, card, .. } => Some(CardMove::Played { seat, kind: card as usize }),
            _ => None,
        }
    }

    fn interaction(&self) -> Option<Interaction> {
        let Self::Play { seat, card, target } = *self else { return None };
        let target = target.filter(|&target| target != seat)?;
        Some(Interaction { actor: Some(seat), target, kind: card as usize })
    }
}
