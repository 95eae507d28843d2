//! The legal actions of each phase.

use std::hint::select_unpredictable;

use super::ImTheBoss;
use super::action::{Action, Kind, Source};
use super::card::{Card, Colour, FACES, TYPES, face};
use super::cards::Cards;
use super::counts::nonzero;
use super::event::Status;
use super::menu::{ANSWERS, DROP, KINDS, NAMES, SEATS, TURN, answer, drop, kinds, turn};
use super::params::{Mode, PLAYERS};
use super::promise::{Held, can_fulfil, faces, of_class};
use super::state::{Phase, Promise, Public, State};
use ludometer_model::{MenuReader, Seat};

/// Describes the legal actions in the order in which the spec names them; cards in canonical order, seats
/// clockwise.
#[inline(always)]
pub(super) fn menu<R: MenuReader<Action>>(game: &ImTheBoss, state: &State, reader: R) -> R::Out {
    let public = &state.public;
    match public.phase {
        Phase::Lead => game.read_leads(state, reader),
        Phase::TalkOffer(seat) => game.read_offers(state, seat, reader),
        Phase::TalkBoss => game.read_answers(public, reader),
        Phase::TalkAsk(seat) => {
            reader.slots(game.kinds_allowed(public, seat), |place| Action::Ask(KINDS[place & 31]))
        }
        Phase::TalkReply(seat, kind) => game.read_replies(state, seat, kind, reader),
        Phase::Turn(seat) => {
            let actions = &TURN[public.round_colour().index() % TURN.len()];
            reader.slots(game.turn_menu(state, seat), |place| actions[place & 31])
        }
        Phase::Target(seat) => {
            let open = game.turned(game.targets(public, seat), seat);
            reader.slots(open, |steps| Action::Target(game.seat_at(seat, steps)))
        }
        Phase::MoveFrom(seat) => game.read_sources(public, seat, reader),
        Phase::MoveTo(seat, source) => {
            let open = game.turned(game.destinations(public, seat, source), seat);
            reader.slots(open << 1 | 1, |place| {
                Action::MoveTo(place.checked_sub(1).map(|steps| game.seat_at(seat, steps)))
            })
        }
        Phase::Drop(seat) => ImTheBoss::read_drops(state, seat, reader),
        Phase::Over => reader.slots(0..0, |_| Action::Pass),
    }
}

impl ImTheBoss {
    #[inline(always)]
    fn read_leads<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        let valued = state.hands[state.public.boss].ranks() & ((1 << NAMES) - 1);
        let names = ((1 << self.params.colours) - 1) << NAMES;
        reader.slots(if valued == 0 { names } else { valued }, |place| {
            if place < NAMES {
                Action::Lead(Card::from_rank(place))
            } else {
                Action::Name(Colour((place - NAMES) as u8))
            }
        })
    }

    #[inline(always)]
    fn turn_menu(&self, state: &State, seat: Seat) -> u32 {
        let public = &state.public;
        let held = Held::of(&state.hands[seat], public.round_colour());
        let double = self.params.disks - public.passes[seat] >= 2;
        let passes = 1 << turn::PASS | u32::from(double) << turn::DOUBLE_PASS;
        let wild = u32::from(held.wild) << turn::WILD;
        // As a rule there is no promise to keep.
        if let Some(Promise { kind, status: Status::Open }) = public.promises[seat] {
            return self.promised_turn_menu(public, seat, held, kind);
        }
        let most = self.most_moves(Self::movable(public, false));
        u32::from(held.faces & faces(face::PLUS..face::MOVE + most)) | wild | passes
    }

    /// Returns the menu of TURN for a seat with an open promise.
    #[inline(never)]
    fn promised_turn_menu(&self, public: &Public, seat: Seat, held: Held, kind: Kind) -> u32 {
        let binding = self.params.talks.mode == Mode::Binding;
        let wild = u32::from(held.wild) << turn::WILD;
        let double = self.params.disks - public.passes[seat] >= 2;
        if public.due && binding && can_fulfil(held, kind, public.due_table) {
            let play = |range| u32::from(held.faces & faces(range));
            // The actions that fulfil a binding promise.
            return match kind {
                Kind::Raise(value) => play(face::PLUS + usize::from(value) - 1..face::MINUS),
                Kind::Lower => play(face::MINUS..face::POTA),
                Kind::PotaBoss => play(face::POTA..face::REVERSE) | wild,
                Kind::ReverseOn(_) => play(face::REVERSE..face::MOVE),
                Kind::ClearNegative | Kind::ClearReverse => {
                    play(face::MOVE..face::MOVE + usize::from(public.due_table))
                }
                Kind::Discard(class) => turn::discards(held.faces & of_class(class)),
                Kind::PassOut => 1 << if double { turn::DOUBLE_PASS } else { turn::PASS },
                // Not due at a turn: they forbid instead.
                Kind::Plain | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => 0,
            };
        }
        let forbidden = if binding { Some(kind) } else { None };
        let no_negative = forbidden == Some(Kind::NoNegative);
        let mut playable = held.faces;
        if no_negative {
            playable &= !faces(face::MINUS..face::POTA);
        }
        let most = self.most_moves(Self::movable(public, no_negative));
        let most = if forbidden == Some(Kind::NoMove) { 0 } else { most };
        playable &= faces(face::PLUS..face::MOVE + most);
        let mut menu = u32::from(playable) | wild | 1 << turn::PASS | u32::from(double) << turn::DOUBLE_PASS;
        if public.due
            && !binding
            && let Kind::Discard(class) = kind
        {
            menu |= turn::discards(held.faces & of_class(class));
        }
        menu
    }

    #[inline(always)]
    fn read_offers<R: MenuReader<Action>>(&self, state: &State, seat: Seat, reader: R) -> R::Out {
        let public = &state.public;
        let open = self.kinds_offered(public, &state.hands[seat], seat);
        let kept = public.held[seat];
        reader.slots(open << 1 | 1, |place| {
            let Some(place) = place.checked_sub(1) else { return Action::OfferNone };
            let kind = KINDS[place & 31];
            if kept == Some(kind) { Action::OfferKeep } else { Action::Offer(kind) }
        })
    }

    #[inline(always)]
    fn read_answers<R: MenuReader<Action>>(&self, public: &Public, reader: R) -> R::Out {
        let left = public.boss.next(self.params.seats);
        let offering = Seat::all(PLAYERS.1)
            .fold(0, |seats, seat| seats | u8::from(public.offers[seat].is_some()) << seat.index());
        let mut open = self.turned(offering, left) | 1 << answer::CLOSE | 1 << answer::END;
        open |= u32::from(offering != 0) << answer::HOLD;
        if public.asks < self.params.talks.asks {
            open |= self.turned(self.eligible(public), left) << answer::ASK;
        }
        // Which answer it is is for chance to say: its place in a table instead of a branch.
        reader.slots(open, |place| {
            let first = if place < answer::ASK { 0 } else { answer::ASK };
            let seated = first + self.seat_at(left, (place - first) % SEATS).index();
            ANSWERS[select_unpredictable(place < answer::CLOSE, seated, place) & 15]
        })
    }

    #[inline(always)]
    fn read_replies<R: MenuReader<Action>>(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        reader: R,
    ) -> R::Out {
        let binding = self.params.talks.mode == Mode::Binding;
        let yes = !binding || self.can_promise(&state.public, &state.hands[seat], kind);
        reader.slots(u8::from(yes) | 2, |place| Action::Reply(place == 0))
    }

    /// Returns the one seat that a binding promise leaves for the card that is being played.
    #[inline(always)]
    fn promised_target(&self, public: &Public, seat: Seat) -> Option<Seat> {
        if self.params.talks.mode != Mode::Binding {
            return None;
        }
        let card = public.playing?;
        match Self::due_promise(public, seat)? {
            Kind::PotaBoss if card.is_pota() => Some(public.boss),
            Kind::ReverseOn(target) if card.face() == Some(face::REVERSE) => Some(target),
            _ => None,
        }
        .filter(|&target| !self.is_protected(public, target))
    }

    #[inline(always)]
    fn targets(&self, public: &Public, seat: Seat) -> u8 {
        if let Some(target) = self.promised_target(public, seat) {
            return 1 << target.index();
        }
        let reverse = public.playing.is_some_and(|card| card.face() == Some(face::REVERSE));
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        self.open(public) & !(u8::from(spared) << public.boss.index())
    }

    #[inline(always)]
    fn read_sources<R: MenuReader<Action>>(&self, public: &Public, seat: Seat, reader: R) -> R::Out {
        // Two places for each seat behind the centre's.
        const FRONT: usize = face::POTA;
        let binding = self.params.talks.mode == Mode::Binding;
        let promised = if binding && public.first_move { Self::due_promise(public, seat) } else { None };
        let centre = u32::from(nonzero(u64::from_le_bytes(public.centre)));
        let no_negative = self.forbidden(public, seat) == Some(Kind::NoNegative);
        let mut open = if no_negative { centre & !u32::from(faces(face::PLUS..face::MINUS)) } else { centre };
        let steps_of = |of: Seat| self.turned(1 << of.index(), seat).trailing_zeros() as usize;
        let mut left = self.turned(self.open(public), seat);
        while left != 0 {
            let steps = left.trailing_zeros() as usize;
            let target = self.seat_at(seat, steps);
            let (front, moved) = (public.front[target], public.moved[target]);
            let some =
                u32::from(front.potas() > moved.potas()) | u32::from(front.reverse > moved.reverse) << 1;
            open |= some << (FRONT + 2 * steps);
            left &= left - 1;
        }
        match promised {
            Some(Kind::ClearNegative) => {
                let minus = centre & u32::from(faces(face::MINUS..face::POTA));
                open = if minus != 0 { minus } else { open };
            }
            Some(Kind::ClearReverse)
                if public.front[public.boss].reverse > 0 && !self.is_protected(public, public.boss) =>
            {
                open = 2 << (FRONT + 2 * steps_of(public.boss));
            }
            _ => {}
        }
        reader.slots(open, |place| {
            Action::MoveFrom(if place < FRONT {
                Source::Centre(public.card(place))
            } else {
                let of = self.seat_at(seat, (place - FRONT) / 2);
                if place % 2 == FRONT % 2 { Source::Pota(of) } else { Source::Reverse(of) }
            })
        })
    }

    #[inline(always)]
    fn destinations(&self, public: &Public, seat: Seat, source: Source) -> u8 {
        let (from, reverse) = match source {
            Source::Centre(_) => return 0,
            Source::Pota(from) => (from, false),
            Source::Reverse(from) => (from, true),
        };
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        self.open(public) & !(1 << from.index()) & !(u8::from(spared) << public.boss.index())
    }

    #[inline(always)]
    fn read_drops<R: MenuReader<Action>>(state: &State, seat: Seat, reader: R) -> R::Out {
        let hand = &state.hands[seat];
        let from = state.aside[seat].top().map_or(0, Card::rank);
        // Behind a wild card nothing but another one follows.
        let open = if from < 64 { hand.ranks() & u64::MAX << from } else { 0 };
        let more = drop::STOP
            | if hand.has(Card::WILD) { drop::WILD } else { 0 }
            | if hand.has(Cards::LAST) && from < TYPES { drop::LAST_RANK } else { 0 };
        reader.slots([open, more], |place| DROP[place % DROP.len()])
    }
}

impl ImTheBoss {
    /// Returns these seats, clockwise from `first`: bit k for the one k steps on.
    #[inline(always)]
    pub(super) fn turned(&self, seats: u8, first: Seat) -> u32 {
        // Written down twice, a table's length apart: those of the second turn stand behind those of the first.
        let twice = u32::from(seats) | u32::from(seats) << self.params.seats;
        twice >> first.index() & u32::from(self.table)
    }

    /// Returns the seat so many steps clockwise from `first`, less than a turn.
    #[inline(always)]
    pub(super) fn seat_at(&self, first: Seat, steps: usize) -> Seat {
        let place = first.index() + steps;
        let seats = self.params.seats;
        Seat::new(if place >= seats { place - seats } else { place })
    }

    /// Returns the kinds of promises that this seat may offer.
    #[inline(always)]
    pub(super) fn kinds_offered(&self, public: &Public, hand: &Cards, seat: Seat) -> u32 {
        let allowed = self.kinds_allowed(public, seat);
        if self.params.talks.mode == Mode::Binding {
            let held = Held::of(hand, public.round_colour());
            return allowed & held.kinds(self.most_moves(Self::movable(public, false)));
        }
        allowed
    }

    /// Returns the kinds of promises that the table allows this seat.
    #[inline(always)]
    pub(super) fn kinds_allowed(&self, public: &Public, seat: Seat) -> u32 {
        if self.is_eliminated(public, seat) {
            return kinds::PLAIN;
        }
        // The last column of the spec's table. Whether a Move card can be played is a matter of
        // the hand.
        let open = u32::from(self.open(public));
        let boss = open >> public.boss.index() & 1 != 0;
        let targets = (open & !(1 << seat.index())) << kinds::REVERSE_AT;
        // What lies on the table is for chance to say: no branches.
        let unless = |some: bool, kinds: u32| kinds & u32::from(some).wrapping_sub(1);
        kinds::ALL
            & !kinds::REVERSES
            & !unless(Self::any_minus(public), kinds::CLEAR_NEGATIVE)
            & !unless(boss, kinds::POTA_BOSS | kinds::CLEAR_REVERSE)
            & !unless(public.front[public.boss].reverse > 0, kinds::CLEAR_REVERSE)
            | targets
    }
}

impl Held {
    /// Returns the kinds of promises that the hand allows, where Move cards that move up to `moves` cards can be
    /// played: [`can_fulfil`] for all of them at once.
    #[inline(always)]
    fn kinds(self, moves: usize) -> u32 {
        let held = u32::from(self.faces);
        let some = |range| held & u32::from(faces(range)) != 0;
        let if_any = |any: bool, kinds: u32| kinds & u32::from(any).wrapping_neg();
        // A plus card is worth all that is less.
        let plus = held & u32::from(faces(face::PLUS..face::MINUS));
        let raises = plus | plus >> 1;
        let raises = raises | raises >> 2;
        kinds::OF_NO_CARD
            | raises << kinds::RAISE_AT
            | if_any(some(face::MINUS..face::POTA), kinds::LOWER | kinds::DISCARD_MINUS)
            | if_any(self.wild || some(face::POTA..face::REVERSE), kinds::POTA_BOSS)
            | if_any(some(face::REVERSE..face::MOVE), kinds::REVERSES | kinds::DISCARD_REVERSE)
            | if_any(some(face::MOVE..FACES), kinds::DISCARD_MOVE)
            | if_any(some(face::MOVE..face::MOVE + moves), kinds::CLEAR_NEGATIVE | kinds::CLEAR_REVERSE)
    }
}
