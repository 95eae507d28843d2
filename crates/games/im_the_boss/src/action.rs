//! Actions that a seat can choose, in the words of the spec.

use std::fmt;

use serde::{Serialize, Serializer};

use super::card::{Card, Colour};
use ludometer_model::Seat;

/// Which cards a promised discard may be (section 6, `discard:k`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Reverse cards.
    Reverse,
    /// Minus cards.
    Minus,
    /// Move cards.
    Move,
}

/// The promise for a token (section 6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// To play a plus card worth so much or more.
    Raise(u8),
    /// To play a minus card.
    Lower,
    /// To play a piece of the action in front of the Boss.
    PotaBoss,
    /// To play a Reverse in front of this seat.
    ReverseOn(Seat),
    /// To play a Move card whose first move discards a minus card.
    ClearNegative,
    /// To play a Move card whose first move takes a Reverse off the Boss.
    ClearReverse,
    /// To discard such a card as the turn's action.
    Discard(Class),
    /// To turn all disks that are left.
    PassOut,
    /// Neither to play nor to move a Reverse onto the Boss.
    NoReverse,
    /// Neither to play a minus card nor to discard a plus card from the centre.
    NoNegative,
    /// To play no Move card.
    NoMove,
}

/// The number of kinds that are counted apart: values, targets and classes together.
pub(super) const KIND_GROUPS: usize = 12;

/// Names of the kinds that are counted apart, in the order of the spec's table.
pub(super) const KIND_NAMES: [&str; KIND_GROUPS] = [
    "plain",
    "raise",
    "lower",
    "pota_boss",
    "reverse_on",
    "clear_negative",
    "clear_reverse",
    "discard",
    "pass_out",
    "no_reverse",
    "no_negative",
    "no_move",
];

impl Kind {
    /// Returns the place in `KIND_NAMES`.
    pub const fn group(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Raise(_) => 1,
            Self::Lower => 2,
            Self::PotaBoss => 3,
            Self::ReverseOn(_) => 4,
            Self::ClearNegative => 5,
            Self::ClearReverse => 6,
            Self::Discard(_) => 7,
            Self::PassOut => 8,
            Self::NoReverse => 9,
            Self::NoNegative => 10,
            Self::NoMove => 11,
        }
    }

    /// Returns true if it is due at the promiser's next turn.
    #[inline]
    pub const fn is_due_next_turn(self) -> bool {
        !matches!(self, Self::Plain | Self::NoReverse | Self::NoNegative | Self::NoMove)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KIND_NAMES[self.group()])?;
        match self {
            Self::Raise(value) => write!(f, ":{value}"),
            Self::ReverseOn(seat) => write!(f, ":{seat}"),
            Self::Discard(Class::Reverse) => f.write_str(":reverse"),
            Self::Discard(Class::Minus) => f.write_str(":minus"),
            Self::Discard(Class::Move) => f.write_str(":move"),
            Self::Plain
            | Self::Lower
            | Self::PotaBoss
            | Self::ClearNegative
            | Self::ClearReverse
            | Self::PassOut
            | Self::NoReverse
            | Self::NoNegative
            | Self::NoMove => Ok(()),
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Which card a Move card takes (phase MOVE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A plus or minus card in the centre.
    Centre(Card),
    /// A piece of the action in front of a seat: a coloured one first.
    Pota(Seat),
    /// A Reverse in front of a seat.
    Reverse(Seat),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centre(card) => write!(f, "centre:{card}"),
            Self::Pota(seat) => write!(f, "front:{seat}:pota"),
            Self::Reverse(seat) => write!(f, "front:{seat}:reverse"),
        }
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The Boss leads a plus or minus card.
    Lead(Card),
    /// The Boss, holding none, names the round's colour.
    Name(Colour),
    /// Play a card.
    Play(Card),
    /// Turn one disk.
    Pass,
    /// Turn all disks that are left.
    DoublePass,
    /// Discard a card as promised.
    Discard(Card),
    /// Put the card that is being played in front of this seat.
    Target(Seat),
    /// Take this card off its place.
    MoveFrom(Source),
    /// Put the card that was taken in front of this seat, or, with `None`, on the discard pile.
    MoveTo(Option<Seat>),
    /// Offer nothing.
    OfferNone,
    /// Offer this promise for a token.
    Offer(Kind),
    /// Keep the offer that was held over.
    OfferKeep,
    /// The Boss accepts this seat's offer.
    Accept(Seat),
    /// The Boss asks this seat for a promise.
    AskSeat(Seat),
    /// The Boss ends the window; offers lapse.
    Close,
    /// The Boss ends the window; offers are held over.
    Hold,
    /// The Boss ends the talks of the round.
    End,
    /// The promise that the Boss asks for.
    Ask(Kind),
    /// The answer to an ask.
    Reply(bool),
    /// Put a card away before the refill.
    Drop(Card),
    /// Put no more cards away.
    DropStop,
}

ludometer_model::action_kinds! {
    Action;
    "lead" => Self::Lead(_),
    "name" => Self::Name(_),
    "play" => Self::Play(_),
    "pass" => Self::Pass,
    "double_pass" => Self::DoublePass,
    "discard" => Self::Discard(_),
    "target" => Self::Target(_),
    "move_from" => Self::MoveFrom(_),
    "move_to" => Self::MoveTo(_),
    "offer" => Self::OfferNone | Self::Offer(_) | Self::OfferKeep,
    "boss" => Self::Accept(_) | Self::AskSeat(_) | Self::Close | Self::Hold | Self::End,
    "ask" => Self::Ask(_),
    "reply" => Self::Reply(_),
    "drop" => Self::Drop(_) | Self::DropStop,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(card) => write!(f, "lead:{card}"),
            Self::Name(colour) => write!(f, "name:{colour}"),
            Self::Play(card) => write!(f, "play:{card}"),
            Self::Pass => f.write_str("pass"),
            Self::DoublePass => f.write_str("double_pass"),
            Self::Discard(card) => write!(f, "discard:{card}"),
            Self::Target(seat) => write!(f, "target:{seat}"),
            Self::MoveFrom(source) => write!(f, "move_from:{source}"),
            Self::MoveTo(Some(seat)) => write!(f, "move_to:{seat}"),
            Self::MoveTo(None) => f.write_str("move_to:discard"),
            Self::OfferNone => f.write_str("offer:none"),
            Self::Offer(kind) => write!(f, "offer:{kind}"),
            Self::OfferKeep => f.write_str("offer:keep"),
            Self::Accept(seat) => write!(f, "boss:accept:{seat}"),
            Self::AskSeat(seat) => write!(f, "boss:ask:{seat}"),
            Self::Close => f.write_str("boss:close"),
            Self::Hold => f.write_str("boss:hold"),
            Self::End => f.write_str("boss:end"),
            Self::Ask(kind) => write!(f, "ask:{kind}"),
            Self::Reply(true) => f.write_str("reply:yes"),
            Self::Reply(false) => f.write_str("reply:no"),
            Self::Drop(card) => write!(f, "drop:{card}"),
            Self::DropStop => f.write_str("drop:stop"),
        }
    }
}
