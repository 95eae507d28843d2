//! The acts of a seat in its turn: cards played, their targets, moves, disks (section 5).

use super::ImTheBoss;
use super::action::{Action, Kind, Source};
use super::card::{Card, TYPES, face};
use super::event::{Event, Place, Reason};
use super::proof;
use super::rules::Engine;
use super::state::{Phase, Public};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Seat};

/// The result of a turn's action.
#[derive(Clone, Copy)]
enum Turn {
    /// Disks are turned.
    Disks,
    /// A plus or minus card goes to the centre.
    Valued,
    /// A piece of the action or a Reverse is to be put in front of a seat.
    Laid,
    /// A Move card is carried out.
    Moving,
}

/// The result of playing a card, by its number. Which card is chosen, or none, is for chance to say: looked
/// up, it is one jump instead of two branches, and took 3 % less time.
static PLAYS: [Turn; 256] = {
    let mut all = [Turn::Laid; 256];
    let mut number = 0;
    while number < TYPES {
        let card = Card::from_number(number);
        if let Some(face) = card.face() {
            if face::is_valued(face) {
                all[number] = Turn::Valued;
            } else if face::is_move(face) {
                all[number] = Turn::Moving;
            }
        }
        number += 1;
    }
    all[NO_CARD.number()] = Turn::Disks;
    all
};

/// Stands for no card in [`PLAYS`].
const NO_CARD: Card = Card::from_number(255);

impl ImTheBoss {
    pub(super) fn move_from(public: &mut Public, seat: Seat, source: Source) {
        if public.first_move {
            let boss = public.boss;
            Self::fulfil(public, seat, |kind| match kind {
                Kind::ClearNegative => matches!(source, Source::Centre(card) if card.value() < 0),
                Kind::ClearReverse => source == Source::Reverse(boss),
                _ => false,
            });
            public.first_move = false;
        }
        public.phase = Phase::MoveTo(seat, source);
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    pub(super) fn take_turn(&mut self, seat: Seat, action: Action) {
        if let Action::Discard(card) = action {
            return self.discard(seat, card);
        }
        let card = if let Action::Play(card) = action { card } else { NO_CARD };
        match PLAYS[card.number() % PLAYS.len()] {
            Turn::Disks => {
                let draws = self.turn_disks(seat, action == Action::DoublePass);
                let out = self.game.is_eliminated(&self.state.public, seat);
                ImTheBoss::fulfil(&mut self.state.public, seat, |kind| out && kind == Kind::PassOut);
                // Before the bonus comes: what it brings says nothing about what the turn allowed.
                self.judge_turn(seat, None);
                if draws {
                    self.draw_bonus(seat);
                }
                self.advance(seat);
            }
            Turn::Valued => self.play_valued(seat, card),
            Turn::Laid => {
                self.leave_hand(seat, card, Place::Playing);
                self.state.public.playing = Some(card);
                self.state.public.phase = Phase::Target(seat);
            }
            Turn::Moving => {
                self.leave_hand(seat, card, Place::Playing);
                let no_negative = self.game.forbidden(&self.state.public, seat) == Some(Kind::NoNegative);
                let movable = ImTheBoss::movable(&self.state.public, no_negative);
                let public = &mut self.state.public;
                public.playing = Some(card);
                public.moves_left = card.moves().min(movable);
                public.first_move = true;
                public.phase = Phase::MoveFrom(seat);
                self.violate(seat, Kind::NoMove, true);
            }
        }
    }

    /// Discards, as promised, for the turn's action.
    #[inline(never)]
    fn discard(&mut self, seat: Seat, card: Card) {
        self.leave_hand(seat, card, Place::Discard);
        self.state.public.face_up.add(card);
        ImTheBoss::fulfil(&mut self.state.public, seat, |kind| matches!(kind, Kind::Discard(_)));
        self.judge_turn(seat, Some(card));
        self.advance(seat);
    }

    #[inline(always)]
    fn leave_hand(&mut self, seat: Seat, card: Card, to: Place) {
        self.state.hands[seat].take(card);
        self.state.public.hands[seat] -= 1;
        if L::TRACK_KNOWLEDGE {
            self.state.public.proofs[seat] = proof::without(self.state.public.proofs[seat], card);
        }
        self.log.emit(Event::MoveCard { card, from: Place::Hand(seat), to });
    }

    #[inline(always)]
    fn play_valued(&mut self, seat: Seat, card: Card) {
        self.leave_hand(seat, card, Place::Centre);
        let public = &mut self.state.public;
        // The remainder is the type itself; it saves a check.
        public.centre[card.face().unwrap_or_default() % face::POTA] += 1;
        public.movable += 1;
        let value = card.value();
        ImTheBoss::fulfil(public, seat, |kind| match kind {
            Kind::Raise(least) => value >= i32::from(least),
            Kind::Lower => value < 0,
            _ => false,
        });
        self.violate(seat, Kind::NoNegative, value < 0);
        self.judge_turn(seat, Some(card));
        self.advance(seat);
    }

    pub(super) fn target(&mut self, seat: Seat, action: Action) {
        let public = &mut self.state.public;
        let (Action::Target(target), Some(card)) = (action, public.playing.take()) else { return };
        public.front[target].add(card);
        public.movable += 1;
        self.log.emit(Event::MoveCard { card, from: Place::Playing, to: Place::Front(target) });
        let boss = public.boss;
        ImTheBoss::fulfil(public, seat, |kind| match kind {
            Kind::PotaBoss => card.is_pota() && target == boss,
            Kind::ReverseOn(promised) => !card.is_pota() && target == promised,
            _ => false,
        });
        self.violate(seat, Kind::NoReverse, !card.is_pota() && target == boss);
        self.judge_turn(seat, Some(card));
        self.advance(seat);
    }

    pub(super) fn move_to(&mut self, (seat, source): (Seat, Source), action: Action) {
        let public = &mut self.state.public;
        let (card, from) = match source {
            Source::Centre(card) => {
                if let Some(face) = card.face() {
                    public.centre[face] -= 1;
                    public.movable -= 1;
                }
                self.violate(seat, Kind::NoNegative, card.value() > 0);
                (card, Place::Centre)
            }
            Source::Pota(from) => {
                // The coloured card goes first; those that this Move card put there stay.
                let coloured = public.front[from].pota > public.moved[from].pota;
                let card = if coloured { public.card(face::POTA) } else { Card::WILD };
                public.front[from].take(card);
                public.movable -= 1;
                (card, Place::Front(from))
            }
            Source::Reverse(from) => {
                let card = public.card(face::REVERSE);
                public.front[from].take(card);
                public.movable -= 1;
                (card, Place::Front(from))
            }
        };
        let public = &mut self.state.public;
        if let Action::MoveTo(Some(target)) = action {
            public.front[target].add(card);
            public.movable += 1;
            public.moved[target].add(card);
            self.log.emit(Event::MoveCard { card, from, to: Place::Front(target) });
            let did = !card.is_pota() && target == public.boss;
            self.violate(seat, Kind::NoReverse, did);
        } else {
            public.face_up.add(card);
            self.log.emit(Event::MoveCard { card, from, to: Place::Discard });
        }
        let public = &mut self.state.public;
        public.moves_left -= 1;
        if public.moves_left > 0 {
            public.phase = Phase::MoveFrom(seat);
            return;
        }
        let played = public.playing.take();
        if let Some(card) = played {
            public.face_up.add(card);
            self.log.emit(Event::MoveCard { card, from: Place::Playing, to: Place::Discard });
        }
        public.moved = BySeat::default();
        self.judge_turn(seat, played);
        self.advance(seat);
    }

    /// Turns disks. True if the seat draws the bonus.
    #[inline(always)]
    fn turn_disks(&mut self, seat: Seat, double: bool) -> bool {
        let public = &mut self.state.public;
        let before = public.passes[seat];
        let begun = public.passes.nonzero().bits() as u8 | 1 << seat.index();
        let passes = if double { self.game.params.disks } else { before + 1 };
        public.passes[seat] = passes;
        let out = passes == self.game.params.disks;
        public.live &= !(u8::from(out) << seat.index());
        public.movable -= public.front[seat].cards() * u8::from(self.game.is_protected(public, seat));
        self.log.emit(Event::Disks { seat, turned: passes - before, passes, out });
        // One number, so that it is one branch.
        let last = before | (begun ^ self.game.table) == 0;
        last && (!double || self.game.params.bonus_on_double)
    }

    #[inline(never)]
    fn draw_bonus(&mut self, seat: Seat) {
        let cards = self.game.params.bonus_cards;
        self.log.emit(Event::Bonus { seat, cards });
        for _ in 0..cards {
            self.draw(seat, Reason::Bonus);
        }
    }
}
