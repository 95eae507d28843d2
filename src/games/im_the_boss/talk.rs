//! Negotiation (section 6): who may talk when, what may be offered, what a promise forbids and
//! when it is kept.

use super::ImTheBoss;
use super::action::{Action, Class, Kind};
use super::cards::{Cards, FACES, face};
use super::counts::few_bits;
use super::event::{Event, Status};
use super::params::Mode;
use super::promise::{Held, can_fulfil, faces};
use super::proof;
use super::state::{Phase, Promise, Public, State};
use crate::model::{BySeat, Log, Rng, Seat};

impl ImTheBoss {
    /// True if the seat turned all its disks.
    #[inline(always)]
    pub(super) fn is_out(&self, public: &Public, seat: Seat) -> bool {
        public.passes[seat] >= self.params.disks
    }

    /// True if nothing before this seat may change any more (IB-40).
    #[inline(always)]
    pub(super) fn is_protected(&self, public: &Public, seat: Seat) -> bool {
        self.is_out(public, seat) && !self.params.nasty
    }

    /// The seats that are still in, a bit each.
    #[inline(always)]
    pub(super) fn live(&self, public: &Public) -> u8 {
        self.table & !public.passes.at_least(self.params.disks)
    }

    /// The seats before which things can change, a bit each.
    #[inline(always)]
    pub(super) fn open(&self, public: &Public) -> u8 {
        if self.params.nasty { self.table } else { self.live(public) }
    }

    /// True if a token could go to this seat.
    #[inline]
    pub(super) fn is_eligible(&self, public: &Public, seat: Seat) -> bool {
        let talks = &self.params.talks;
        let barred = talks.mode == Mode::Reputation && public.strikes[seat] >= talks.strikes;
        seat != public.boss && !public.cousin[seat] && !barred
    }

    /// The next eligible seat behind `after`, up to the one before the Boss.
    fn next_eligible(&self, public: &Public, after: Seat) -> Option<Seat> {
        let seats = self.params.seats;
        after
            .others(seats)
            .take_while(|&seat| seat != public.boss)
            .find(|&seat| self.is_eligible(public, seat))
    }

    /// All eligible seats, clockwise from the Boss's left.
    fn eligible<'a>(&'a self, public: &'a Public) -> impl Iterator<Item = Seat> + 'a {
        public.boss.others(self.params.seats).filter(|&seat| self.is_eligible(public, seat))
    }

    /// Holds a window if one is due when the turn leaves the Boss's seat.
    #[inline]
    pub(super) fn open_window<L: Log<Event>>(&self, public: &mut Public, log: &mut L) -> bool {
        let talks = &self.params.talks;
        if !talks.enabled
            || public.tokens_left == 0
            || public.windows >= talks.windows
            || public.talks_ended
            || self.live(public) & !(1 << public.boss.index()) == 0
        {
            return false;
        }
        let Some(first) = self.next_eligible(public, public.boss) else { return false };
        public.windows += 1;
        public.asks = 0;
        public.phase = Phase::TalkOffer(first);
        log.note(Event::Window { window: public.windows, lap: public.lap });
        true
    }

    /// Cards that a Move card may take now, those of a forbidden source left out. Asked for while none
    /// is being carried out: nothing has been moved yet.
    #[inline]
    pub(super) fn movable(&self, public: &Public, no_negative: bool) -> u8 {
        let from = if no_negative { face::MINUS } else { face::PLUS };
        let mut cards: u8 = public.centre[from..].iter().sum();
        let open = self.open(public);
        for seat in Seat::all(self.params.seats) {
            if open >> seat.index() & 1 != 0 {
                cards += public.front[seat].cards();
            }
        }
        cards
    }

    /// The largest Move card that can be played with `movable` cards on the table (R5).
    #[inline(always)]
    pub(super) fn most_moves(&self, movable: u8) -> usize {
        if self.params.move_as_many && movable > 0 { 3 } else { usize::from(movable.min(3)) }
    }

    /// What the table allows of a promise, whatever the hand: 0 nothing, else how many cards the
    /// largest playable Move card moves, where the promise needs one, or 1.
    pub(super) fn table_allows(&self, public: &Public, kind: Kind) -> u8 {
        let allowed = match kind {
            Kind::PotaBoss => !self.is_protected(public, public.boss),
            Kind::ReverseOn(target) => !self.is_protected(public, target),
            Kind::ClearNegative => public.centre[face::MINUS..].iter().any(|&n| n > 0),
            Kind::ClearReverse => {
                !self.is_protected(public, public.boss) && public.front[public.boss].reverse > 0
            }
            Kind::Plain
            | Kind::Raise(_)
            | Kind::Lower
            | Kind::Discard(_)
            | Kind::PassOut
            | Kind::NoReverse
            | Kind::NoNegative
            | Kind::NoMove => true,
        };
        match kind {
            _ if !allowed => 0,
            Kind::ClearNegative | Kind::ClearReverse => self.most_moves(self.movable(public, false)) as u8,
            _ => 1,
        }
    }

    /// All kinds in the order of the spec's table that the table allows to be promised by `seat`.
    #[inline(always)]
    pub(super) fn each_kind(&self, public: &Public, seat: Seat, mut each: impl FnMut(Kind)) {
        each(Kind::Plain);
        if self.is_out(public, seat) {
            return;
        }
        for value in 1..=4 {
            each(Kind::Raise(value));
        }
        each(Kind::Lower);
        // The last column of the spec's table. Whether a Move card can be played is a matter of
        // the hand.
        let open = self.open(public);
        let open_boss = open >> public.boss.index() & 1 != 0;
        if open_boss {
            each(Kind::PotaBoss);
        }
        for target in few_bits(u16::from(open & !(1 << seat.index()))) {
            each(Kind::ReverseOn(Seat::new(target)));
        }
        if public.centre[face::MINUS..] != [0; face::POTA - face::MINUS] {
            each(Kind::ClearNegative);
        }
        if open_boss && public.front[public.boss].reverse > 0 {
            each(Kind::ClearReverse);
        }
        for class in [Class::Reverse, Class::Minus, Class::Move] {
            each(Kind::Discard(class));
        }
        each(Kind::PassOut);
        each(Kind::NoReverse);
        each(Kind::NoNegative);
        each(Kind::NoMove);
    }

    /// True if this hand and the table together allow the promise.
    #[inline]
    pub(super) fn can_promise(&self, public: &Public, hand: &Cards, kind: Kind) -> bool {
        can_fulfil(Held::of(hand, public.round_colour()), kind, self.table_allows(public, kind))
    }

    pub(super) fn legal_offers(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let public = &state.public;
        let binding = self.params.talks.mode == Mode::Binding;
        let held = public.held[seat];
        let hand = Held::of(&state.hands[seat], public.round_colour());
        // Only promises to clear something mind how much can be moved.
        let moves = if hand.faces & faces(face::MOVE..FACES) == 0 {
            0
        } else {
            self.most_moves(self.movable(public, false)) as u8
        };
        into.push(Action::OfferNone);
        self.each_kind(public, seat, |kind| {
            let table = if matches!(kind, Kind::ClearNegative | Kind::ClearReverse) { moves } else { 1 };
            if !binding || can_fulfil(hand, kind, table) {
                into.push(if held == Some(kind) { Action::OfferKeep } else { Action::Offer(kind) });
            }
        });
    }

    pub(super) fn legal_boss(&self, public: &Public, into: &mut Vec<Action>) {
        let others = public.boss.others(self.params.seats);
        let standing = into.len();
        into.extend(others.filter(|&seat| public.offers[seat].is_some()).map(Action::Accept));
        let any = into.len() > standing;
        if public.asks < self.params.talks.asks {
            into.extend(self.eligible(public).map(Action::AskSeat));
        }
        into.push(Action::Close);
        if any {
            into.push(Action::Hold);
        }
        into.push(Action::End);
    }

    pub(super) fn legal_replies(&self, state: &State, seat: Seat, kind: Kind, into: &mut Vec<Action>) {
        let public = &state.public;
        let binding = self.params.talks.mode == Mode::Binding;
        if !binding || self.can_promise(public, &state.hands[seat], kind) {
            into.push(Action::Reply(true));
        }
        into.push(Action::Reply(false));
    }

    pub(super) fn offer<L: Log<Event>>(&self, state: &mut State, seat: Seat, action: Action, log: &mut L) {
        let public = &mut state.public;
        let held = public.held[seat].take();
        let kind = match action {
            Action::Offer(kind) => Some(kind),
            Action::OfferKeep => held,
            _ => None,
        };
        public.offers[seat] = kind;
        if let Some(kind) = kind {
            log.note(Event::Offered { seat, kind, kept: action == Action::OfferKeep });
            self.prove(public, seat, kind);
        }
        public.phase = match self.next_eligible(public, seat) {
            Some(next) => Phase::TalkOffer(next),
            None => Phase::TalkBoss,
        };
    }

    /// Remembers what an offer shows about the hand (I4).
    fn prove(&self, public: &mut Public, seat: Seat, kind: Kind) {
        if self.params.talks.mode == Mode::Binding {
            let movable = self.table_allows(public, kind);
            public.proofs[seat] |= proof::of_offer(kind, public.round_colour(), movable);
        }
    }

    pub(super) fn boss<L: Log<Event>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        let public = &mut state.public;
        match action {
            Action::Accept(seat) => {
                if let Some(kind) = public.offers[seat] {
                    self.give_token(state, seat, kind, false, rng, log);
                }
                return;
            }
            Action::AskSeat(seat) => {
                public.asks += 1;
                public.phase = Phase::TalkAsk(seat);
                return;
            }
            Action::Hold => public.held = public.offers,
            Action::End => {
                public.talks_ended = true;
                log.note(Event::TalksEnded);
            }
            _ => {}
        }
        self.close_window(state, rng, log);
    }

    pub(super) fn ask<L: Log<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        kind: Kind,
        rng: &mut Rng,
        log: &mut L,
    ) {
        log.note(Event::Asked { seat, kind });
        if kind == Kind::Plain && self.params.talks.forced_gift {
            self.give_token(state, seat, kind, true, rng, log);
        } else {
            state.public.phase = Phase::TalkReply(seat, kind);
        }
    }

    pub(super) fn reply<L: Log<Event>>(
        &self,
        state: &mut State,
        (seat, kind): (Seat, Kind),
        yes: bool,
        rng: &mut Rng,
        log: &mut L,
    ) {
        if yes {
            self.prove(&mut state.public, seat, kind);
            self.give_token(state, seat, kind, true, rng, log);
        } else {
            state.public.phase = Phase::TalkBoss;
        }
    }

    fn give_token<L: Log<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        kind: Kind,
        asked: bool,
        rng: &mut Rng,
        log: &mut L,
    ) {
        let public = &mut state.public;
        public.cousin[seat] = true;
        public.tokens_left -= 1;
        public.offers[seat] = None;
        if kind != Kind::Plain {
            public.promises[seat] = Some(Promise { kind, status: Status::Open });
        }
        let (from, left) = (public.boss, public.tokens_left);
        log.note(Event::Token { from, to: seat, kind, asked, left });
        if left > 0 && self.next_eligible(public, public.boss).is_some() {
            public.phase = Phase::TalkBoss;
        } else {
            self.close_window(state, rng, log);
        }
    }

    fn close_window<L: Log<Event>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        state.public.offers = BySeat::default();
        let boss = state.public.boss;
        self.go_on_from(state, boss, rng, log);
    }
}
