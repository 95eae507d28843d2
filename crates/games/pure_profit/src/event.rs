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
#[expect(missing_docs, reason = "fields are called what they hold, as traces show them")]
pub enum PlayEvent {
    /// A game of the match begins, with this number from 0 and the bank top that wins.
    Game { game: u32, goal: u8 },
    /// Set-up: a card is dealt.
    Deal { seat: Seat, card: Card },
    /// Set-up: a card is turned up onto the discard pile.
    TurnUp { card: Card },
    /// A turn begins, numbered from 0 in the game.
    Turn { turn: u32, seat: Seat },
    /// The discard pile without its top becomes the stock, but for Steals that leave the game.
    Shuffle { cards: u16, removed: u16 },
    /// A card is drawn; the pile showed a value card at that moment or not.
    Draw { seat: Seat, from: Source, card: Card, pile_open: bool },
    /// A seat draws no further card though it could; the pile showed a value card at that moment or not.
    Stop { seat: Seat, pile_open: bool },
    /// A card leaves a seat's hand. For a value card taken by a Bankrupt, `needed`: the bank lacks this value and the
    /// hand has no second copy.
    MoveCard { seat: Seat, card: Card, to: Place, cause: Cause, needed: bool },
    /// Bankrupts are kept for lack of value cards.
    Hold { seat: Seat, bankrupts: u16 },
    /// A hand holds Bankrupts and no value card.
    Relief { seat: Seat, bankrupts: u16 },
    /// A card goes from hand to hand.
    Steal { thief: Seat, victim: Seat, card: Card },
    /// A game of the match, numbered from 0, ends: values that the winner's bank lacked before its last move, turns
    /// begun in it.
    GameEnd { game: u32, ending: Ending, winner: Option<Seat>, missing: u8, turns: u32 },
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
        match *self {
            Self::Steal { thief, victim, .. } => {
                Some(Interaction { actor: Some(thief), target: victim, kind: 0 })
            }
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
