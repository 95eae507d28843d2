//! Events that the rules announce, every chance outcome and every consequence, and what they count for:
//! coverage of the rules, interaction.

use std::fmt;

use serde::{Serialize, Serializer};

use super::action::Kind;
use super::card::{Card, Colour};
use ludometer_model::{CardMove, Event as GameEvent, Interaction, Seat};

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a hand.
    Hand(Seat),
    /// In the centre of the table.
    Centre,
    /// In front of a seat.
    Front(Seat),
    /// Played and being carried out.
    Playing,
    /// On the discard pile, face up.
    Discard,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(seat) => write!(f, "hand {seat}"),
            Self::Centre => f.write_str("centre"),
            Self::Front(seat) => write!(f, "front {seat}"),
            Self::Playing => f.write_str("playing"),
            Self::Discard => f.write_str("discard_pile"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A payer or payee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purse {
    /// The bank.
    Bank,
    /// A seat.
    Seat(Seat),
}

impl Serialize for Purse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bank => serializer.serialize_str("bank"),
            Self::Seat(seat) => seat.serialize(serializer),
        }
    }
}

/// Why a card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// At the start.
    Deal,
    /// As the last to turn a first disk (IB-39).
    Bonus,
    /// After a round (IB-30).
    Refill,
}

/// The state of a promise (section 6, status).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not judged yet.
    Open,
    /// Kept.
    Kept,
    /// Broken.
    Broken,
    /// It could not be kept.
    Void,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called what they hold, as traces show them")]
pub enum Event {
    /// The seat that is the Boss first (IB-12), and the dollars that each begins with (IB-11).
    FirstBoss { seat: Seat, seats: usize, money: i64 },
    /// The first stock was put together: cards of its halves, X cards included, and X cards in each (IB-16).
    Cut { upper: u16, lower: u16, x_cards: u8 },
    /// A round begins, numbered from 1: dollars of a point before the multiplier, and the largest value of a share
    /// either way, if there is a limit.
    Round { round: u16, boss: Seat, multiplier: u8, factor: i64, limit: Option<i64> },
    /// The round's colour is fixed.
    Colour { colour: Colour },
    /// A card came off the `stock` into a hand.
    Draw { seat: Seat, card: Card, from: &'static str, reason: Reason },
    /// An X card came off the stock and is shown, the last of the game or not; the draw is repeated (IB-87,
    /// IB-88). The multiplier is that of this deal, or, between rounds, of the next one.
    ShowX { seat: Seat, x_shown: u8, multiplier: u8, last: bool },
    /// There was no card left to draw.
    DrawLost { seat: Seat },
    /// The discard pile became the stock (IB-91), with these X cards among its cards (IB-90).
    Shuffle { cards: u16, x_cards: u8 },
    /// The turn leaves the Boss's seat: a lap of the round begins, numbered from 1.
    Lap { lap: u16 },
    /// A turn begins, `alone` if every other seat is out. Move cards of the round's colour in the hand, by number
    /// moved, and those of them that may not be played for want of cards to move.
    Turn { turn: u32, seat: Seat, alone: bool, moves_held: [u8; 3], moves_stuck: [u8; 3] },
    /// A card changed its place.
    MoveCard { card: Card, from: Place, to: Place },
    /// A card was put away: face down until all have answered, then on the discard pile.
    PutAway { seat: Seat, card: Card },
    /// All have answered: this many cards of the seat went face down to the discard pile.
    Dropped { seat: Seat, cards: u8 },
    /// Pass disks were turned, `turned` at once and `passes` by now; `out` if none is left.
    Disks { seat: Seat, turned: u8, passes: u8, out: bool },
    /// The last seat to turn a first disk is entitled to this many cards.
    Bonus { seat: Seat, cards: u8 },
    /// A window of negotiation opens, numbered from 1 in the round, after this lap.
    Window { window: u8, lap: u16 },
    /// An offer was made to the Boss, or `kept` from the last window.
    Offered { seat: Seat, kind: Kind, kept: bool },
    /// The Boss asked a seat for a promise.
    Asked { seat: Seat, kind: Kind },
    /// A token went from the Boss to a seat for a promise (IB-57), which the Boss had `asked` for or not; so many
    /// are left with the Boss.
    Token { from: Seat, to: Seat, kind: Kind, asked: bool, left: u8 },
    /// The Boss ended the talks of the round (IB-62).
    TalksEnded,
    /// A promise was judged.
    Promise { seat: Seat, kind: Kind, status: Status },
    /// A seat broke its word where that counts: its strikes now.
    Strike { seat: Seat, strikes: u8 },
    /// The value of a share, after the limit (IB-44, IB-49), by the sum of the centre.
    Settle { round: u16, sum: i32, multiplier: u8, value: i64, limited: bool },
    /// The amount that a seat is due in the settlement, and what it gets or, below 0, pays; its money afterwards. One
    /// of its shares as the Boss, one as a Cousin; pieces of the action, and Reverse cards in front.
    Due {
        seat: Seat,
        shares: u8,
        boss: bool,
        cousin: bool,
        pota: u8,
        reverses: u8,
        amount: i64,
        paid: i64,
        money: i64,
    },
    /// Dollars changed hands.
    Pay { from: Purse, to: Purse, amount: i64 },
}

impl GameEvent for Event {
    /// Returns the number of a card that comes onto the table, and is not put away.
    #[inline]
    fn used(&self) -> Option<usize> {
        match *self {
            Self::MoveCard { card, from: Place::Hand(_), .. } => Some(card.number()),
            _ => None,
        }
    }

    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        match *self {
            Self::MoveCard { card, from: Place::Playing | Place::Front(_), to: Place::Front(target) }
                if !card.is_pota() =>
            {
                Some(Interaction { actor: None, target, kind: 0 })
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

    #[inline]
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, card, .. } => Some(CardMove::Drawn { seat, kind: card.number() }),
            Self::MoveCard { card, from: Place::Hand(seat), .. } | Self::PutAway { seat, card } => {
                Some(CardMove::Played { seat, kind: card.number() })
            }
            Self::MoveCard { .. }
            | Self::FirstBoss { .. }
            | Self::Cut { .. }
            | Self::Round { .. }
            | Self::Colour { .. }
            | Self::ShowX { .. }
            | Self::DrawLost { .. }
            | Self::Shuffle { .. }
            | Self::Lap { .. }
            | Self::Turn { .. }
            | Self::Dropped { .. }
            | Self::Disks { .. }
            | Self::Bonus { .. }
            | Self::Window { .. }
            | Self::Offered { .. }
            | Self::Asked { .. }
            | Self::Token { .. }
            | Self::TalksEnded
            | Self::Promise { .. }
            | Self::Strike { .. }
            | Self::Settle { .. }
            | Self::Due { .. }
            | Self::Pay { .. } => None,
        }
    }
}

ludometer_model::event_kinds! {
    Event;
    Event "first_boss" "IB-12" => Event::FirstBoss { .. },
    Event "cut" "IB-16" => Event::Cut { .. },
    Event "round" "IB-29" => Event::Round { .. },
    Event "colour" "IB-24" => Event::Colour { .. },
    Event "draw deal" "IB-15" => Event::Draw { reason: Reason::Deal, .. },
    Event "draw bonus" "IB-39" => Event::Draw { reason: Reason::Bonus, .. },
    Event "draw refill" "IB-30" => Event::Draw { reason: Reason::Refill, .. },
    Event "show_x" "IB-87" => Event::ShowX { .. },
    Event "draw_lost" "" => Event::DrawLost { .. },
    Event "shuffle" "IB-91" => Event::Shuffle { .. },
    Event "lap" "" => Event::Lap { .. },
    Event "turn" "IB-36" => Event::Turn { .. },
    Event "move_card centre" "IB-43" => Event::MoveCard { to: Place::Centre, .. },
    Event "move_card front" "IB-64" => Event::MoveCard { from: Place::Playing, to: Place::Front(_), .. },
    Event "move_card shift" "IB-73" => Event::MoveCard { from: Place::Front(_), to: Place::Front(_), .. },
    Event "move_card other" "IB-83" => Event::MoveCard { .. },
    Event "put_away" "IB-30" => Event::PutAway { .. },
    Event "dropped" "IB-85" => Event::Dropped { .. },
    Event "disks first" "IB-37" => Event::Disks { out: false, .. },
    Event "disks out" "IB-40" => Event::Disks { out: true, .. },
    Event "bonus" "IB-39" => Event::Bonus { .. },
    Event "window" "IB-55" => Event::Window { .. },
    Event "offered" "IB-57" => Event::Offered { .. },
    Event "asked" "IB-62" => Event::Asked { .. },
    Event "token" "IB-57" => Event::Token { .. },
    Event "talks_ended" "IB-62" => Event::TalksEnded,
    Event "promise kept" "IB-57" => Event::Promise { status: Status::Open | Status::Kept, .. },
    Event "promise broken" "IB-57" => Event::Promise { status: Status::Broken, .. },
    Event "promise void" "IB-57" => Event::Promise { status: Status::Void, .. },
    Event "strike" "" => Event::Strike { .. },
    Event "settle" "IB-44" => Event::Settle { limited: false, .. },
    Event "settle limited" "IB-49" => Event::Settle { limited: true, .. },
    Event "due" "IB-77" => Event::Due { .. },
    Event "pay" "IB-77" => Event::Pay { .. },
}

/// The ways to act against another seat.
pub(super) const INTERACTIONS: &[&str] = &["reverse card laid or moved"];
