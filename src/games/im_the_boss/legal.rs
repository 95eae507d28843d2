//! The legal actions of each phase.

use super::ImTheBoss;
use super::action::{Action, Class, Kind, Source};
use super::cards::{Card, Colour, FACES, face};
use super::params::Mode;
use super::promise::can_fulfil;
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
        let start = into.len();
        for face in face::PLUS..face::POTA {
            for colour in Colour::all(self.params.colours) {
                let card = Card::new(face, colour);
                if hand.has(card) {
                    into.push(Action::Lead(card));
                }
            }
        }
        if into.len() == start {
            into.extend(Colour::all(self.params.colours).map(Action::Name));
        }
    }

    fn legal_turn(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let public = &state.public;
        let hand = &state.hands[seat];
        let own = hand.of_colour(public.round_colour());
        let due = Self::due_promise(public, seat);
        if let Some(kind) = due
            && self.params.talks.mode == Mode::Binding
            && can_fulfil(public, hand, kind, public.due_table)
        {
            return self.legal_fulfilments(state, seat, kind, into);
        }
        let forbidden = self.forbidden(public, seat);
        let no_negative = forbidden == Some(Kind::NoNegative);
        let held = |face: &usize| own[*face] > 0;
        let play = |face| Action::Play(public.card(face));
        let last = if no_negative { face::MINUS } else { face::POTA };
        into.extend((face::PLUS..last).filter(held).map(play));
        into.extend((face::POTA..face::MOVE).filter(held).map(play));
        if own[face::MOVE..] != [0; 3] && forbidden != Some(Kind::NoMove) {
            let movable = self.movable(public, no_negative);
            for face in (face::MOVE..face::MOVE + 3).filter(held) {
                if self.can_move(public.card(face).moves(), movable) {
                    into.push(play(face));
                }
            }
        }
        if hand.has(Card::WILD) {
            into.push(Action::Play(Card::WILD));
        }
        into.push(Action::Pass);
        if self.params.disks - public.passes[seat] >= 2 {
            into.push(Action::DoublePass);
        }
        if self.params.talks.mode != Mode::Binding
            && let Some(Kind::Discard(class)) = due
        {
            into.extend(of_class(class).filter(held).map(|face| Action::Discard(public.card(face))));
        }
    }

    /// The actions that fulfil a binding promise.
    fn legal_fulfilments(&self, state: &State, seat: Seat, kind: Kind, into: &mut Vec<Action>) {
        let public = &state.public;
        let hand = &state.hands[seat];
        let own = hand.of_colour(public.round_colour());
        let mut play = |faces: std::ops::Range<usize>| {
            into.extend(faces.filter(|&face| own[face] > 0).map(|face| Action::Play(public.card(face))));
        };
        match kind {
            Kind::Raise(value) => play(face::PLUS + usize::from(value) - 1..face::MINUS),
            Kind::Lower => play(face::MINUS..face::POTA),
            Kind::PotaBoss => {
                play(face::POTA..face::REVERSE);
                if hand.has(Card::WILD) {
                    into.push(Action::Play(Card::WILD));
                }
            }
            Kind::ReverseOn(_) => play(face::REVERSE..face::MOVE),
            Kind::ClearNegative | Kind::ClearReverse => {
                play(face::MOVE..face::MOVE + usize::from(public.due_table));
            }
            Kind::Discard(class) => {
                let held = of_class(class).filter(|&face| own[face] > 0);
                into.extend(held.map(|face| Action::Discard(public.card(face))));
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
        let closed = |target| self.is_protected(public, target) || (spared && target == public.boss);
        into.extend(seat.around(self.params.seats).filter(|&target| !closed(target)).map(Action::Target));
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
        for target in seat.around(self.params.seats) {
            if self.is_protected(public, target) {
                continue;
            }
            let (front, moved) = (public.front[target], public.moved[target]);
            if front.potas() > moved.potas() {
                into.push(Action::MoveFrom(Source::Pota(target)));
            }
            if front.reverse > moved.reverse {
                into.push(Action::MoveFrom(Source::Reverse(target)));
            }
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
        for target in seat.around(self.params.seats) {
            let open = target != from && !self.is_protected(public, target);
            if open && !(spared && target == public.boss) {
                into.push(Action::MoveTo(Some(target)));
            }
        }
    }

    fn legal_drops(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let hand = &state.hands[seat];
        let from = state.aside[seat].top().map_or(0, Card::rank);
        let mut unseen = hand.len() - usize::from(hand.count(Card::WILD));
        let colours = self.params.colours;
        for place in 0..FACES * colours {
            if unseen == 0 {
                break;
            }
            let card = Card::new(place / colours, Colour((place % colours) as u8));
            let count = usize::from(hand.count(card));
            if count > 0 {
                unseen -= count;
                if card.rank() >= from {
                    into.push(Action::Drop(card));
                }
            }
        }
        if hand.has(Card::WILD) {
            into.push(Action::Drop(Card::WILD));
        }
        into.push(Action::DropStop);
    }
}

/// The types of a class of promised discards.
fn of_class(class: Class) -> std::ops::Range<usize> {
    match class {
        Class::Reverse => face::REVERSE..face::MOVE,
        Class::Minus => face::MINUS..face::POTA,
        Class::Move => face::MOVE..face::MOVE + 3,
    }
}
