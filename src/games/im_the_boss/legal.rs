//! The legal actions of each phase.

use std::ops::Range;

use super::ImTheBoss;
use super::action::{Action, Kind, Source};
use super::cards::{Card, Colour, FACES, MAX_COLOURS, TYPES, face};
use super::counts::{bits, few_bits};
use super::params::Mode;
use super::promise::{Held, can_fulfil, faces, of_class};
use super::state::{Phase, Public, State};
use crate::model::Seat;

impl ImTheBoss {
    /// Appends the legal actions in the order in which the spec names them; cards in canonical
    /// order, seats clockwise.
    pub(super) fn legal_actions(&self, state: &State, into: &mut Vec<Action>) {
        let public = &state.public;
        match public.phase {
            Phase::Lead => self.legal_leads(state, into),
            Phase::TalkOffer(seat) => self.legal_offers(state, seat, into),
            Phase::TalkBoss => self.legal_boss(public, into),
            Phase::TalkAsk(seat) => self.each_kind(public, seat, |kind| into.push(Action::Ask(kind))),
            Phase::TalkReply(seat, kind) => self.legal_replies(state, seat, kind, into),
            Phase::Turn(seat) => self.legal_turn(state, seat, into),
            Phase::Target(seat) => self.legal_targets(public, seat, into),
            Phase::MoveFrom(seat) => self.legal_sources(public, seat, into),
            Phase::MoveTo(seat, source) => self.legal_destinations(public, seat, source, into),
            Phase::Drop(seat) => self.legal_drops(state, seat, into),
            Phase::Over => {}
        }
    }

    fn legal_leads(&self, state: &State, into: &mut Vec<Action>) {
        let hand = &state.hands[state.public.boss];
        let valued = hand.ranks(self.params.colours) & ((1 << (face::POTA * MAX_COLOURS)) - 1);
        if valued == 0 {
            into.extend(Colour::all(self.params.colours).map(Action::Name));
        }
        into.extend(bits(valued).map(|rank| Action::Lead(Card::from_rank(rank))));
    }

    fn legal_turn(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let public = &state.public;
        let held = Held::of(&state.hands[seat], public.round_colour());
        let due = Self::due_promise(public, seat);
        if let Some(kind) = due
            && self.params.talks.mode == Mode::Binding
            && can_fulfil(held, kind, public.due_table)
        {
            return self.legal_fulfilments(public, seat, held, kind, into);
        }
        let forbidden = self.forbidden(public, seat);
        let no_negative = forbidden == Some(Kind::NoNegative);
        let mut playable = held.faces;
        if no_negative {
            playable &= !faces(face::MINUS..face::POTA);
        }
        if held.faces & faces(face::MOVE..FACES) != 0 {
            let movable = self.movable(public, no_negative);
            let most = if forbidden == Some(Kind::NoMove) { 0 } else { self.most_moves(movable) };
            playable &= !faces(face::MOVE + most..FACES);
        }
        let play = |face| Action::Play(public.card(face));
        into.extend(few_bits(playable).map(play));
        if held.wild {
            into.push(Action::Play(Card::WILD));
        }
        into.push(Action::Pass);
        if self.params.disks - public.passes[seat] >= 2 {
            into.push(Action::DoublePass);
        }
        if self.params.talks.mode != Mode::Binding
            && let Some(Kind::Discard(class)) = due
        {
            let discard = |face| Action::Discard(public.card(face));
            into.extend(few_bits(held.faces & of_class(class)).map(discard));
        }
    }

    /// The actions that fulfil a binding promise.
    fn legal_fulfilments(&self, public: &Public, seat: Seat, held: Held, kind: Kind, into: &mut Vec<Action>) {
        let mut play = |range: Range<usize>| {
            let faces = few_bits(held.faces & faces(range));
            into.extend(faces.map(|face| Action::Play(public.card(face))));
        };
        match kind {
            Kind::Raise(value) => play(face::PLUS + usize::from(value) - 1..face::MINUS),
            Kind::Lower => play(face::MINUS..face::POTA),
            Kind::PotaBoss => {
                play(face::POTA..face::REVERSE);
                if held.wild {
                    into.push(Action::Play(Card::WILD));
                }
            }
            Kind::ReverseOn(_) => play(face::REVERSE..face::MOVE),
            Kind::ClearNegative | Kind::ClearReverse => {
                play(face::MOVE..face::MOVE + usize::from(public.due_table));
            }
            Kind::Discard(class) => {
                let fitting = few_bits(held.faces & of_class(class));
                into.extend(fitting.map(|face| Action::Discard(public.card(face))));
            }
            Kind::PassOut => {
                let last = self.params.disks - public.passes[seat] == 1;
                into.push(if last { Action::Pass } else { Action::DoublePass });
            }
            // Not due at a turn: they forbid instead.
            Kind::Plain | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => {}
        }
    }

    /// The one seat that a binding promise leaves for the card that is being played.
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

    fn legal_targets(&self, public: &Public, seat: Seat, into: &mut Vec<Action>) {
        if let Some(target) = self.promised_target(public, seat) {
            into.push(Action::Target(target));
            return;
        }
        let reverse = public.playing.is_some_and(|card| card.face() == Some(face::REVERSE));
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        let open = self.open(public) & !(u8::from(spared) << public.boss.index());
        self.each_clockwise(open, seat, |target| into.push(Action::Target(target)));
    }

    fn legal_sources(&self, public: &Public, seat: Seat, into: &mut Vec<Action>) {
        let binding = self.params.talks.mode == Mode::Binding;
        let promised = if binding && public.first_move { Self::due_promise(public, seat) } else { None };
        let source = |face| Action::MoveFrom(Source::Centre(public.card(face)));
        let in_centre = |face: &usize| public.centre[*face] > 0;
        let start = into.len();
        match promised {
            Some(Kind::ClearNegative) => {
                into.extend((face::MINUS..face::POTA).filter(in_centre).map(source));
            }
            Some(Kind::ClearReverse)
                if public.front[public.boss].reverse > 0 && !self.is_protected(public, public.boss) =>
            {
                into.push(Action::MoveFrom(Source::Reverse(public.boss)));
            }
            _ => {}
        }
        if into.len() > start {
            return;
        }
        let no_negative = self.forbidden(public, seat) == Some(Kind::NoNegative);
        let first = if no_negative { face::MINUS } else { face::PLUS };
        into.extend((first..face::POTA).filter(in_centre).map(source));
        self.each_clockwise(self.open(public), seat, |target| {
            let (front, moved) = (public.front[target], public.moved[target]);
            if front.potas() > moved.potas() {
                into.push(Action::MoveFrom(Source::Pota(target)));
            }
            if front.reverse > moved.reverse {
                into.push(Action::MoveFrom(Source::Reverse(target)));
            }
        });
    }

    /// All of these seats, clockwise from `first`.
    #[inline(always)]
    fn each_clockwise(&self, seats: u8, first: Seat, mut each: impl FnMut(Seat)) {
        // Written down twice, a table's length apart: those of the second turn stand behind those of the first.
        let table = self.params.seats;
        let twice = u16::from(seats) | u16::from(seats) << table;
        let turn = twice >> first.index() & ((1 << table) - 1);
        for steps in few_bits(turn) {
            let seat = first.index() + steps;
            each(Seat::new(if seat >= table { seat - table } else { seat }));
        }
    }

    fn legal_destinations(&self, public: &Public, seat: Seat, source: Source, into: &mut Vec<Action>) {
        into.push(Action::MoveTo(None));
        let (from, reverse) = match source {
            Source::Centre(_) => return,
            Source::Pota(from) => (from, false),
            Source::Reverse(from) => (from, true),
        };
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        let open = self.open(public) & !(1 << from.index()) & !(u8::from(spared) << public.boss.index());
        self.each_clockwise(open, seat, |target| into.push(Action::MoveTo(Some(target))));
    }

    fn legal_drops(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let hand = &state.hands[seat];
        let from = state.aside[seat].top().map_or(0, Card::rank);
        // Behind a wild card nothing but another one follows.
        let open = if from < TYPES { u128::MAX << from } else { 0 };
        let ranks = bits(hand.ranks(self.params.colours) & open);
        into.extend(ranks.map(|rank| Action::Drop(Card::from_rank(rank))));
        if hand.has(Card::WILD) {
            into.push(Action::Drop(Card::WILD));
        }
        into.push(Action::DropStop);
    }
}
