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
pub enum Event {
    /// The seat that is the Boss first (IB-12), and what each begins with (IB-11).
    FirstBoss {
        /// Which.
        seat: Seat,
        /// Seats at the table.
        seats: usize,
        /// Dollars of each seat.
        money: i64,
    },
    /// The first stock was put together; X cards included (IB-16).
    Cut {
        /// Cards of the upper half.
        upper: u16,
        /// Cards of the lower half.
        lower: u16,
        /// X cards in each.
        x_cards: u8,
    },
    /// A round begins.
    Round {
        /// Its number, from 1.
        round: u16,
        /// The Boss.
        boss: Seat,
        /// The multiplier now.
        multiplier: u8,
        /// Dollars of a point before the multiplier.
        factor: i64,
        /// Largest value of a share either way, if there is a limit.
        limit: Option<i64>,
    },
    /// The round's colour is fixed.
    Colour {
        /// The colour.
        colour: Colour,
    },
    /// A card came off the stock.
    Draw {
        /// Into whose hand.
        seat: Seat,
        /// Which.
        card: Card,
        /// From where: `stock`.
        from: &'static str,
        /// Why.
        reason: Reason,
    },
    /// An X card came off the stock and is shown; the draw is repeated (IB-87, IB-88).
    ShowX {
        /// The seat that drew it.
        seat: Seat,
        /// X cards shown now.
        x_shown: u8,
        /// The multiplier of this deal, or, between rounds, of the next one.
        multiplier: u8,
        /// True if it was the last X card of the game.
        last: bool,
    },
    /// There was no card left to draw.
    DrawLost {
        /// The seat that would have drawn.
        seat: Seat,
    },
    /// The discard pile became the stock (IB-91).
    Shuffle {
        /// Cards in the new stock.
        cards: u16,
        /// X cards among them (IB-90).
        x_cards: u8,
    },
    /// The turn leaves the Boss's seat: a lap begins.
    Lap {
        /// Its number in the round, from 1.
        lap: u16,
    },
    /// A turn begins.
    Turn {
        /// Its number in the play.
        turn: u32,
        /// Whose.
        seat: Seat,
        /// True if every other seat is out.
        alone: bool,
        /// Move cards of the round's colour in the hand, by number moved.
        moves_held: [u8; 3],
        /// Those of them that may not be played for want of cards to move.
        moves_stuck: [u8; 3],
    },
    /// A card changed its place.
    MoveCard {
        /// Which.
        card: Card,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// A card was put away: face down until all have answered, then on the discard pile.
    PutAway {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// All have answered: this many cards went face down to the discard pile.
    Dropped {
        /// Whose.
        seat: Seat,
        /// How many.
        cards: u8,
    },
    /// Pass disks were turned.
    Disks {
        /// Whose.
        seat: Seat,
        /// How many at once.
        turned: u8,
        /// Turned by now.
        passes: u8,
        /// True if none is left: the seat is out.
        out: bool,
    },
    /// The last seat to turn a first disk is entitled to this many cards.
    Bonus {
        /// Which seat.
        seat: Seat,
        /// Cards to draw.
        cards: u8,
    },
    /// A window of negotiation opens.
    Window {
        /// Its number in the round, from 1.
        window: u8,
        /// The lap that is over.
        lap: u16,
    },
    /// An offer was made to the Boss.
    Offered {
        /// By whom.
        seat: Seat,
        /// The promise.
        kind: Kind,
        /// True if it was held over from the last window.
        kept: bool,
    },
    /// The Boss asked a seat for a promise.
    Asked {
        /// Whom.
        seat: Seat,
        /// For what.
        kind: Kind,
    },
    /// A token changed hands (IB-57).
    Token {
        /// From the Boss.
        from: Seat,
        /// To this seat.
        to: Seat,
        /// The promise for it.
        kind: Kind,
        /// True if the Boss had asked.
        asked: bool,
        /// Tokens left with the Boss.
        left: u8,
    },
    /// The Boss ended the talks of the round (IB-62).
    TalksEnded,
    /// A promise was judged.
    Promise {
        /// Whose.
        seat: Seat,
        /// The promise itself.
        kind: Kind,
        /// Its status.
        status: Status,
    },
    /// A seat broke its word where that counts.
    Strike {
        /// Which.
        seat: Seat,
        /// Its strikes now.
        strikes: u8,
    },
    /// The value of a share (IB-44, IB-49).
    Settle {
        /// The round.
        round: u16,
        /// Sum of the centre.
        sum: i32,
        /// The multiplier.
        multiplier: u8,
        /// Value of one share, after the limit.
        value: i64,
        /// True if it is at the limit.
        limited: bool,
    },
    /// The amount that a seat is due in the settlement.
    Due {
        /// Which.
        seat: Seat,
        /// Its shares in all.
        shares: u8,
        /// One of them as the Boss.
        boss: bool,
        /// One of them as a Cousin.
        cousin: bool,
        /// Pieces of the action.
        pota: u8,
        /// Reverse cards in front.
        reverses: u8,
        /// Amount due, in dollars.
        amount: i64,
        /// The amount that it gets or, below 0, pays.
        paid: i64,
        /// Its money afterwards.
        money: i64,
    },
    /// Money changed hands.
    Pay {
        /// Payer.
        from: Purse,
        /// Payee.
        to: Purse,
        /// Dollars.
        amount: i64,
    },
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
        interaction(self)
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

/// Returns who acts against whom by this event.
#[inline]
fn interaction(event: &Event) -> Option<Interaction> {
    match *event {
        Event::MoveCard { card, from: Place::Playing | Place::Front(_), to: Place::Front(target) }
            if !card.is_pota() =>
        {
            Some(Interaction { actor: None, target, kind: 0 })
        }
        _ => None,
    }
}
