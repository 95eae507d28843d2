//! Promises (section 6): what they forbid, when they are kept, and what becomes of those that are
//! not.

use std::ops::Range;

use super::ImTheBoss;
use super::action::{Class, Kind};
use super::card::{Card, Colour, FACES, face};
use super::cards::Cards;
use super::event::{Event, Status};
use super::params::Mode;
use super::rules::Engine;
use super::state::{Promise, Public};
use ludometer_model::{EventSink, Seat};

impl ImTheBoss {
    /// Returns the promise that the mover must keep in this turn, if it has one that is still open.
    #[inline]
    pub(super) fn due_promise(public: &Public, seat: Seat) -> Option<Kind> {
        if !public.due {
            return None;
        }
        let promise = public.promises[seat]?;
        (promise.status == Status::Open).then_some(promise.kind)
    }

    /// Returns the rest-of-round promise that binds this seat, if one does.
    #[inline]
    pub(super) fn forbidden(&self, public: &Public, seat: Seat) -> Option<Kind> {
        match public.promises[seat] {
            Some(Promise {
                kind: kind @ (Kind::NoReverse | Kind::NoNegative | Kind::NoMove),
                status: Status::Open,
            }) if self.params.talks.mode == Mode::Binding => Some(kind),
            _ => None,
        }
    }

    /// Notes that the seat did what its due promise says, if the promise is of this kind.
    #[inline]
    pub(super) fn fulfil(public: &mut Public, seat: Seat, fits: impl FnOnce(Kind) -> bool) {
        if let Some(kind) = Self::due_promise(public, seat)
            && fits(kind)
        {
            public.fulfilled = true;
        }
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Judges, if `did`, that the seat did what `kind` forbids: that promise is broken, if it was made. Whether it was is
    /// asked first: mostly there is none, while what was done is for chance to say.
    #[inline(always)]
    pub(super) fn violate(&mut self, seat: Seat, kind: Kind, did: bool) {
        let public = &mut self.state.public;
        if let Some(Promise { kind: promised, status: Status::Open }) = public.promises[seat]
            && promised == kind
            && did
        {
            self.judge(seat, Status::Broken);
        }
    }

    /// Judges the due promise when its turn is over. `used` is the card that left the hand.
    #[inline(always)]
    pub(super) fn judge_turn(&mut self, seat: Seat, used: Option<Card>) {
        if self.state.public.due {
            self.judge_due(seat, used);
        }
    }

    #[inline(never)]
    fn judge_due(&mut self, seat: Seat, used: Option<Card>) {
        if let Some(kind) = ImTheBoss::due_promise(&self.state.public, seat) {
            let public = &self.state.public;
            let mut held = Held::of(&self.state.hands[seat], public.round_colour());
            match used.map(|card| (card, card.face())) {
                Some((card, Some(face))) if card.colour() == public.colour => held.faces |= 1 << face,
                Some((Card::WILD, _)) => held.wild = true,
                _ => {}
            }
            let status = if public.fulfilled {
                Status::Kept
            } else if has_kind_needed(held, kind) && !can_fulfil(held, kind, public.due_table) {
                Status::Void
            } else {
                Status::Broken
            };
            self.judge(seat, status);
        }
        self.state.public.due = false;
        self.state.public.fulfilled = false;
        self.state.public.due_table = 0;
    }

    /// Judges the rest-of-round promises that nobody broke: they are kept at SETTLE.
    pub(super) fn judge_round(&mut self) {
        for seat in Seat::all(self.game.params.seats) {
            if matches!(self.state.public.promises[seat], Some(Promise { status: Status::Open, .. })) {
                self.judge(seat, Status::Kept);
            }
        }
    }

    #[inline(never)]
    fn judge(&mut self, seat: Seat, status: Status) {
        let public = &mut self.state.public;
        if let Some(promise) = &mut public.promises[seat] {
            promise.status = status;
            self.log.emit(Event::Promise { seat, kind: promise.kind, status });
        }
        if status == Status::Broken && self.game.params.talks.mode == Mode::Reputation {
            public.strikes[seat] = public.strikes[seat].saturating_add(1);
            self.log.emit(Event::Strike { seat, strikes: public.strikes[seat] });
        }
    }
}

/// The contents of a hand in the round's colour: the types, a bit each, and wild cards.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) faces: u16,
    pub(super) wild: bool,
}

impl Held {
    #[inline]
    pub(super) fn of(hand: &Cards, colour: Colour) -> Self {
        Self { faces: hand.faces(colour), wild: hand.has(Card::WILD) }
    }
}

/// Returns the bits of some types.
#[inline(always)]
pub(super) const fn faces(range: Range<usize>) -> u16 {
    ((1_u32 << range.end) - (1 << range.start)) as u16
}

/// Returns the types of a class of promised discards.
pub(super) const fn of_class(class: Class) -> u16 {
    match class {
        Class::Reverse => faces(face::REVERSE..face::MOVE),
        Class::Minus => faces(face::MINUS..face::POTA),
        Class::Move => faces(face::MOVE..FACES),
    }
}

/// Returns true if the hand holds a card of the kind needed, playable or not.
fn has_kind_needed(held: Held, kind: Kind) -> bool {
    can_fulfil(held, kind, 3)
}

/// Returns true if the hand allows the promise where the table allows `table` (see
/// [`ImTheBoss::table_allows`]).
#[inline(always)]
pub(super) const fn can_fulfil(held: Held, kind: Kind, table: u8) -> bool {
    let fitting = match kind {
        Kind::Raise(value) => faces(face::PLUS + value as usize - 1..face::MINUS),
        Kind::Lower => faces(face::MINUS..face::POTA),
        Kind::PotaBoss if held.wild => return table > 0,
        Kind::PotaBoss => faces(face::POTA..face::REVERSE),
        Kind::ReverseOn(_) => faces(face::REVERSE..face::MOVE),
        Kind::ClearNegative | Kind::ClearReverse => faces(face::MOVE..face::MOVE + table as usize),
        Kind::Discard(class) => of_class(class),
        Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return table > 0,
    };
    table > 0 && held.faces & fitting != 0
}
