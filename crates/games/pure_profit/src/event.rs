//! Events that the rules announce, and what they count for: coverage of the rules, interaction.

use serde::Serialize;

use super::action::Source;
use super::card::Card;
use ludometer_model::{CardMove, Event, Interaction, Seat};

/// Why a card moved out of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// `bank`: onto the own bank.
    Bank,
    /// `discard`: a value card or a Steal.
    Discard,
    /// `dump`: a Bankrupt that goes alone.
    Dump,
    /// `resolve`: the Bankrupt itself.
    Resolve,
    /// `resolve`: the value card that a Bankrupt takes.
    Lost,
    /// `finish`: onto the own bank.
    Finish,
    /// `finish`: the card left over.
    Leftover,
}

/// A public place that a card goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The mover's bank.
    Bank,
    /// The discard pile.
    Discard,
}

/// How a game of the match was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the finishing move.
    Finish,
    /// By banking the last value.
    Single,
    /// Not at all: the turn limit.
    Unfinished,
}

/// One chance outcome or rule consequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlayEvent {
    /// A game of the match begins, with this number from 0.
    Game {
        /// Its number.
        game: u32,
        /// The bank top that wins.
        goal: u8,
    },
    /// Set-up: a card is dealt.
    Deal {
        /// To this seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Set-up: a card is turned up onto the discard pile.
    TurnUp {
        /// The card.
        card: Card,
    },
    /// A turn begins.
    Turn {
        /// Its number in the game, from 0.
        turn: u32,
        /// Whose.
        seat: Seat,
    },
    /// The discard pile without its top becomes the stock.
    Shuffle {
        /// Cards that go into the stock.
        cards: u16,
        /// Steals that leave the game.
        removed: u16,
    },
    /// A card is drawn.
    Draw {
        /// By this seat.
        seat: Seat,
        /// From here.
        from: Source,
        /// The card.
        card: Card,
        /// True if the pile showed a value card at that moment.
        pile_open: bool,
    },
    /// A seat draws no further card though it could.
    Stop {
        /// This seat.
        seat: Seat,
        /// True if the pile showed a value card at that moment.
        pile_open: bool,
    },
    /// A card leaves a hand.
    MoveCard {
        /// The hand's seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// Where it goes.
        to: Place,
        /// Why.
        cause: Cause,
        /// For a value card taken by a Bankrupt: the bank lacks this value and the hand has no
        /// second copy.
        needed: bool,
    },
    /// Bankrupts are kept for lack of value cards.
    Hold {
        /// By this seat.
        seat: Seat,
        /// How many.
        bankrupts: u16,
    },
    /// A hand holds Bankrupts and no value card.
    Relief {
        /// This seat's.
        seat: Seat,
        /// How many.
        bankrupts: u16,
    },
    /// A card goes from hand to hand.
    Steal {
        /// To this seat's hand.
        thief: Seat,
        /// From this seat's hand.
        victim: Seat,
        /// The card.
        card: Card,
    },
    /// A game of the match ends.
    GameEnd {
        /// Its number, from 0.
        game: u32,
        /// How.
        ending: Ending,
        /// Its winner.
        winner: Option<Seat>,
        /// Values that the winner's bank lacked before its last move.
        missing: u8,
        /// Turns begun in it.
        turns: u32,
    },
}

impl Event for PlayEvent {
    /// Returns the kind of a card that is used: a value card in a bank, a Steal on the pile, a Bankrupt that strikes.
    #[inline]
    fn used(&self) -> Option<usize> {
        let Self::MoveCard { card, cause, .. } = *self else { return None };
        let kind = card.index();
        match cause {
            Cause::Bank | Cause::Finish | Cause::Resolve => Some(kind),
            Cause::Discard => (card.as_value().is_none()).then_some(kind),
            Cause::Dump | Cause::Lost | Cause::Leftover => None,
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

    #[inline(always)]
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Deal { seat, card } | Self::Draw { seat, card, .. } => {
                Some(CardMove::Drawn { seat, kind: card.index() })
            }
            Self::MoveCard { seat, card, cause, .. } => match cause {
                // The holder chooses to resolve, not what the Bankrupt takes.
                Cause::Lost => None,
                Cause::Bank
                | Cause::Discard
                | Cause::Dump
                | Cause::Resolve
                | Cause::Finish
                | Cause::Leftover => Some(CardMove::Played { seat, kind: card.index() }),
            },
            Self::Game { .. }
            | Self::TurnUp { .. }
            | Self::Turn { .. }
            | Self::Shuffle { .. }
            | Self::Stop { .. }
            | Self::Hold { .. }
            | Self::Relief { .. }
            | Self::Steal { .. }
            | Self::GameEnd { .. } => None,
        }
    }
}

ludometer_model::event_kinds! {
    PlayEvent;
    Event "game" "PP-49" => PlayEvent::Game { .. },
    Event "deal" "PP-11" => PlayEvent::Deal { .. },
    Event "turn_up" "PP-12" => PlayEvent::TurnUp { .. },
    Event "turn" "PP-15" => PlayEvent::Turn { .. },
    Event "shuffle" "PP-14" => PlayEvent::Shuffle { .. },
    Event "draw stock" "PP-17" => PlayEvent::Draw { from: Source::Stock, .. },
    Event "draw discard" "PP-16" => PlayEvent::Draw { from: Source::Discard, .. },
    Event "move_card bank" "PP-24" => PlayEvent::MoveCard { cause: Cause::Bank, .. },
    Event "move_card discard" "PP-18" => PlayEvent::MoveCard { cause: Cause::Discard, .. },
    Event "move_card dump" "PP-32" => PlayEvent::MoveCard { cause: Cause::Dump, .. },
    Event "move_card resolve" "PP-28" => PlayEvent::MoveCard { cause: Cause::Resolve, .. },
    Event "move_card lost" "PP-30" => PlayEvent::MoveCard { cause: Cause::Lost, .. },
    Event "move_card finish" "PP-48" => PlayEvent::MoveCard { cause: Cause::Finish, .. },
    Event "move_card leftover" "PP-46" => PlayEvent::MoveCard { cause: Cause::Leftover, .. },
    Event "hold" "PP-32" => PlayEvent::Hold { .. },
    Event "relief" "PP-55" => PlayEvent::Relief { .. },
    Event "steal" "PP-36" => PlayEvent::Steal { .. },
    Ending "game_end finish" "PP-45" => PlayEvent::GameEnd { ending: Ending::Finish, .. },
    Ending "game_end single" "PP-8" => PlayEvent::GameEnd { ending: Ending::Single, .. },
    Guard "game_end unfinished" "" => PlayEvent::GameEnd { ending: Ending::Unfinished, .. },
    ; PlayEvent::Stop { .. }
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["steal a card"];

/// Returns who acts against whom by this event.
#[inline]
const fn interaction(event: &PlayEvent) -> Option<Interaction> {
    match *event {
        PlayEvent::Steal { thief, victim, .. } => {
            Some(Interaction { actor: Some(thief), target: victim, kind: 0 })
        }
        _ => None,
    }
}
