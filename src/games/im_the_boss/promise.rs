//! Promises (section 6): what they forbid, when they are kept, and what becomes of those that are
//! not.

use super::ImTheBoss;
use super::action::{Class, Kind};
use super::cards::{Card, Cards, FACES, face};
use super::event::{Event, Status};
use super::params::Mode;
use super::state::{Promise, Public, State};
use crate::model::{Log, Seat};

impl ImTheBoss {
    /// The promise that the mover must keep in this turn, if it has one that is still open.
    #[inline]
    pub(super) fn due_promise(public: &Public, seat: Seat) -> Option<Kind> {
        let promise = public.promises[seat]?;
        (public.due && promise.status == Status::Open).then_some(promise.kind)
    }

    /// The rest-of-round promise that binds this seat, if one does.
    #[inline]
    pub(super) fn forbidden(&self, public: &Public, seat: Seat) -> Option<Kind> {
        let promise = public.promises[seat]?;
        let binds = self.params.talks.mode == Mode::Binding && promise.status == Status::Open;
        (binds && !promise.kind.is_due_next_turn()).then_some(promise.kind)
    }

    /// The seat did what `kind` forbids: that promise is broken, if it was made.
    pub(super) fn violate<L: Log<Event>>(&self, public: &mut Public, seat: Seat, kind: Kind, log: &mut L) {
        if public.promises[seat] == Some(Promise { kind, status: Status::Open }) {
            self.judge(public, seat, Status::Broken, log);
        }
    }

    /// The seat did what its due promise says, if the promise is of this kind.
    #[inline]
    pub(super) fn fulfil(public: &mut Public, seat: Seat, fits: impl FnOnce(Kind) -> bool) {
        if let Some(kind) = Self::due_promise(public, seat)
            && fits(kind)
        {
            public.fulfilled = true;
        }
    }

    /// Judges the due promise when its turn is over. `used` is the card that left the hand.
    #[inline]
    pub(super) fn judge_turn<L: Log<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        used: Option<Card>,
        log: &mut L,
    ) {
        if !state.public.due {
            return;
        }
        if let Some(kind) = Self::due_promise(&state.public, seat) {
            let mut hand = state.hands[seat];
            if let Some(card) = used {
                hand.add(card);
            }
            let public = &state.public;
            let status = if public.fulfilled {
                Status::Kept
            } else if has_kind_needed(public, &hand, kind)
                && !can_fulfil(public, &hand, kind, public.due_table)
            {
                Status::Void
            } else {
                Status::Broken
            };
            self.judge(&mut state.public, seat, status, log);
        }
        state.public.due = false;
        state.public.fulfilled = false;
        state.public.due_table = 0;
    }

    /// Rest-of-round promises that nobody broke are kept at SETTLE.
    pub(super) fn judge_round<L: Log<Event>>(&self, public: &mut Public, log: &mut L) {
        for seat in Seat::all(self.params.seats) {
            if matches!(public.promises[seat], Some(Promise { status: Status::Open, .. })) {
                self.judge(public, seat, Status::Kept, log);
            }
        }
    }

    fn judge<L: Log<Event>>(&self, public: &mut Public, seat: Seat, status: Status, log: &mut L) {
        if let Some(promise) = &mut public.promises[seat] {
            promise.status = status;
            log.note(Event::Promise { seat, kind: promise.kind, status });
        }
        if status == Status::Broken && self.params.talks.mode == Mode::Reputation {
            public.strikes[seat] = public.strikes[seat].saturating_add(1);
            log.note(Event::Strike { seat, strikes: public.strikes[seat] });
        }
    }
}

/// True if the hand holds a card of the kind needed, playable or not.
fn has_kind_needed(public: &Public, hand: &Cards, kind: Kind) -> bool {
    can_fulfil(public, hand, kind, 3)
}

/// True if the hand allows the promise where the table allows `table` (see
/// [`ImTheBoss::table_allows`]).
#[inline]
pub(super) fn can_fulfil(public: &Public, hand: &Cards, kind: Kind, table: u8) -> bool {
    table > 0 && {
        let own: &[u8; FACES] = hand.of_colour(public.round_colour());
        let any = |cards: &[u8]| cards.iter().any(|&n| n > 0);
        match kind {
            Kind::Raise(value) => any(&own[face::PLUS + usize::from(value) - 1..face::MINUS]),
            Kind::Lower | Kind::Discard(Class::Minus) => any(&own[face::MINUS..face::POTA]),
            Kind::PotaBoss => own[face::POTA] > 0 || hand.has(Card::WILD),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => own[face::REVERSE] > 0,
            Kind::ClearNegative | Kind::ClearReverse => {
                any(&own[face::MOVE..face::MOVE + usize::from(table)])
            }
            Kind::Discard(Class::Move) => any(&own[face::MOVE..]),
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => true,
        }
    }
}
