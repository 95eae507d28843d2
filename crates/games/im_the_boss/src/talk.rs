//! Negotiation (section 6): who may talk when, what may be offered, what a promise forbids and
//! when it is kept.

use super::ImTheBoss;
use super::action::{Action, Kind};
use super::card::face;
use super::cards::Cards;
use super::event::{Event, Status};
use super::params::Mode;
use super::promise::{Held, can_fulfil};
use super::proof;
use super::rules::Engine;
use super::state::{Phase, Promise, Public};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Seat};

impl ImTheBoss {
    /// Returns true if the seat turned all its disks.
    #[inline(always)]
    pub(super) fn is_eliminated(&self, public: &Public, seat: Seat) -> bool {
        public.passes[seat] >= self.params.disks
    }

    /// Returns true if nothing before this seat may change any more (IB-40).
    #[inline(always)]
    pub(super) fn is_protected(&self, public: &Public, seat: Seat) -> bool {
        self.is_eliminated(public, seat) && !self.params.nasty
    }

    /// Returns the seats that are still in, a bit each.
    #[inline(always)]
    pub(super) fn live(&self, public: &Public) -> u8 {
        debug_assert_eq!(public.live, self.table & !public.passes.at_least(self.params.disks).bits() as u8);
        public.live
    }

    /// Returns the seats of which one must be in for the play to go on, a bit each (IB-25, IB-95).
    #[inline(always)]
    pub(super) fn players_on(&self, public: &Public) -> u8 {
        self.table & !(u8::from(self.params.boss_stops) << public.boss.index())
    }

    /// Returns the seats before which things can change, a bit each.
    #[inline(always)]
    pub(super) fn open(&self, public: &Public) -> u8 {
        if self.params.nasty { self.table } else { self.live(public) }
    }

    /// Returns all seats that a token could go to, a bit each.
    #[inline(always)]
    pub(super) fn eligible(&self, public: &Public) -> u8 {
        let mut seats = self.table & !(1 << public.boss.index()) & !public.cousin.holding().bits() as u8;
        if self.params.talks.mode == Mode::Reputation {
            seats &= !self.barred(public);
        }
        seats
    }

    /// Returns the seats that broke their word too often, a bit each.
    #[inline(never)]
    fn barred(&self, public: &Public) -> u8 {
        let barred = |seat: &Seat| public.strikes[*seat] >= self.params.talks.strikes;
        Seat::all(self.params.seats).filter(barred).fold(0, |seats, seat| seats | 1 << seat.index())
    }

    /// Returns the next eligible seat behind `after`, up to the one before the Boss.
    #[inline(always)]
    fn next_eligible(&self, public: &Public, after: Seat) -> Option<Seat> {
        let left = public.boss.next(self.params.seats);
        let eligible = self.turned(self.eligible(public), left);
        // Those up to `after`, none if that is the Boss.
        let asked = self.turned(1 << after.index(), left) << 1 & u32::from(self.table);
        let next = eligible & asked.max(1).wrapping_neg();
        (next != 0).then(|| self.seat_at(left, next.trailing_zeros() as usize))
    }

    /// Returns 0 if no window is due when the turn leaves the Boss's seat. A product, because the compiler makes a
    /// branch of each of several conditions.
    #[inline(always)]
    pub(super) fn windows_due(&self, public: &Public) -> u32 {
        let talks = &self.params.talks;
        let others = self.live(public) & !(1 << public.boss.index());
        let windows = talks.windows.saturating_sub(public.windows);
        let open = u32::from(talks.enabled) * u32::from(windows) * u32::from(!public.talks_ended);
        open.min(1) * u32::from(public.tokens_left) * u32::from(others) * u32::from(self.eligible(public))
    }

    /// Returns the number of cards that a Move card may take now, those of a forbidden source left out. Asked for while none
    /// is being carried out: nothing has been moved yet.
    #[inline(always)]
    pub(super) fn movable(public: &Public, no_negative: bool) -> u8 {
        if no_negative {
            return public.movable - public.centre[face::PLUS..face::MINUS].iter().sum::<u8>();
        }
        public.movable
    }

    /// Returns true if there is a minus card in the centre.
    #[inline(always)]
    pub(super) fn any_minus(public: &Public) -> bool {
        public.centre[face::MINUS..].iter().fold(0, |some, n| some | n) != 0
    }

    /// Returns the largest Move card that can be played with `movable` cards on the table (R5).
    #[inline(always)]
    pub(super) fn most_moves(&self, movable: u8) -> usize {
        let all = 3 * u8::from(self.params.move_as_many & (movable > 0));
        usize::from(movable.min(3).max(all))
    }

    /// Returns what the table allows of a promise, whatever the hand: 0 nothing, else how many cards the
    /// largest playable Move card moves, where the promise needs one, or 1.
    pub(super) fn table_allows(&self, public: &Public, kind: Kind) -> u8 {
        let allowed = match kind {
            Kind::PotaBoss => !self.is_protected(public, public.boss),
            Kind::ReverseOn(target) => !self.is_protected(public, target),
            Kind::ClearNegative => Self::any_minus(public),
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
            Kind::ClearNegative | Kind::ClearReverse => self.most_moves(Self::movable(public, false)) as u8,
            _ => 1,
        }
    }

    /// Returns true if this hand and the table together allow the promise.
    #[inline]
    pub(super) fn can_promise(&self, public: &Public, hand: &Cards, kind: Kind) -> bool {
        can_fulfil(Held::of(hand, public.round_colour()), kind, self.table_allows(public, kind))
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Holds a window, which must be due.
    #[inline]
    pub(super) fn open_window(&mut self) {
        let public = &mut self.state.public;
        let Some(first) = self.game.next_eligible(public, public.boss) else { return };
        public.windows += 1;
        public.asks = 0;
        public.phase = Phase::TalkOffer(first);
        self.log.emit(Event::Window { window: public.windows, lap: public.lap });
    }

    pub(super) fn offer(&mut self, seat: Seat, action: Action) {
        let public = &mut self.state.public;
        let held = public.held[seat].take();
        let kind = match action {
            Action::Offer(kind) => Some(kind),
            Action::OfferKeep => held,
            _ => None,
        };
        public.offers[seat] = kind;
        if let Some(kind) = kind {
            self.log.emit(Event::Offered { seat, kind, kept: matches!(action, Action::OfferKeep) });
            self.prove(seat, kind);
        }
        let public = &mut self.state.public;
        public.phase = match self.game.next_eligible(public, seat) {
            Some(next) => Phase::TalkOffer(next),
            None => Phase::TalkBoss,
        };
    }

    /// Remembers what an offer shows about the hand (I4).
    fn prove(&mut self, seat: Seat, kind: Kind) {
        let public = &mut self.state.public;
        if L::TRACK_KNOWLEDGE && self.game.params.talks.mode == Mode::Binding {
            let movable = self.game.table_allows(public, kind);
            public.proofs[seat] |= proof::of_offer(kind, public.round_colour(), movable);
        }
    }

    pub(super) fn boss(&mut self, action: Action) {
        let public = &mut self.state.public;
        match action {
            Action::Accept(seat) => {
                if let Some(kind) = public.offers[seat] {
                    self.give_token(seat, kind, false);
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
                self.log.emit(Event::TalksEnded);
            }
            _ => {}
        }
        self.close_window();
    }

    pub(super) fn ask(&mut self, seat: Seat, kind: Kind) {
        self.log.emit(Event::Asked { seat, kind });
        if kind == Kind::Plain && self.game.params.talks.forced_gift {
            self.give_token(seat, kind, true);
        } else {
            self.state.public.phase = Phase::TalkReply(seat, kind);
        }
    }

    pub(super) fn reply(&mut self, (seat, kind): (Seat, Kind), yes: bool) {
        if yes {
            self.prove(seat, kind);
            self.give_token(seat, kind, true);
        } else {
            self.state.public.phase = Phase::TalkBoss;
        }
    }

    fn give_token(&mut self, seat: Seat, kind: Kind, asked: bool) {
        let public = &mut self.state.public;
        public.cousin[seat] = true;
        public.tokens_left -= 1;
        public.offers[seat] = None;
        if kind != Kind::Plain {
            public.promises[seat] = Some(Promise { kind, status: Status::Open });
        }
        let (from, left) = (public.boss, public.tokens_left);
        self.log.emit(Event::Token { from, to: seat, kind, asked, left });
        if left > 0 && self.game.next_eligible(public, public.boss).is_some() {
            public.phase = Phase::TalkBoss;
        } else {
            self.close_window();
        }
    }

    fn close_window(&mut self) {
        self.state.public.offers = BySeat::default();
        let boss = self.state.public.boss;
        self.go_on_from(boss);
    }
}
