//! How a round goes on: the lead, windows, whose turn it is (section 5).

use super::ImTheBoss;
use super::action::Action;
use super::card::{Colour, face};
use super::event::{Event, Place, Status};
use super::proof;
use super::state::{Phase, Promise, Public, State};
use ludometer_model::{EventSink, Rng, Seat};

impl ImTheBoss {
    /// Returns the multiplier of the deal as it stands (IB-44, R7).
    #[inline]
    pub(super) fn multiplier(&self, public: &Public) -> u8 {
        if self.params.x_next_round { public.round_multiplier } else { self.params.base + public.x_shown }
    }
}

/// The rules at work on one state.
pub(super) struct Engine<'a, L> {
    pub(super) game: &'a ImTheBoss,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Carries out an action and all that follows.
    pub(super) fn carry_out(&mut self, action: Action) {
        match self.state.public.phase {
            Phase::Lead => self.lead(action),
            Phase::TalkOffer(seat) => self.offer(seat, action),
            Phase::TalkBoss => self.boss(action),
            Phase::TalkAsk(seat) => {
                if let Action::Ask(kind) = action {
                    self.ask(seat, kind);
                }
            }
            Phase::TalkReply(seat, kind) => {
                self.reply((seat, kind), matches!(action, Action::Reply(true)));
            }
            Phase::Turn(seat) => self.take_turn(seat, action),
            Phase::Target(seat) => self.target(seat, action),
            Phase::MoveFrom(seat) => {
                if let Action::MoveFrom(source) = action {
                    ImTheBoss::move_from(&mut self.state.public, seat, source);
                }
            }
            Phase::MoveTo(seat, source) => self.move_to((seat, source), action),
            Phase::Drop(seat) => {
                // Counted when all have answered: until then nobody knows how many there were.
                self.put_away(seat, action);
                return self.watch_limit();
            }
            Phase::Over => return,
        }
        self.state.public.decisions += 1;
        self.watch_limit();
    }

    fn watch_limit(&mut self) {
        let public = &mut self.state.public;
        if public.decisions >= self.game.params.decision_limit {
            public.phase = Phase::Over;
        }
    }

    fn lead(&mut self, action: Action) {
        let public = &mut self.state.public;
        let boss = public.boss;
        self.log.emit(Event::Turn {
            turn: public.turn,
            seat: boss,
            alone: false,
            moves_held: [0; 3],
            moves_stuck: [0; 3],
        });
        let colour = match action {
            Action::Lead(card) => {
                self.state.hands[boss].take(card);
                public.hands[boss] -= 1;
                if L::TRACK_KNOWLEDGE {
                    public.proofs[boss] = proof::without(public.proofs[boss], card);
                }
                if let Some(face) = card.face() {
                    public.centre[face] += 1;
                    public.movable += 1;
                }
                self.log.emit(Event::MoveCard { card, from: Place::Hand(boss), to: Place::Centre });
                card.colour().unwrap_or_default()
            }
            Action::Name(colour) => {
                if L::TRACK_KNOWLEDGE {
                    public.no_valued[boss] = true;
                }
                colour
            }
            _ => Colour::default(),
        };
        public.colour = Some(colour);
        self.log.emit(Event::Colour { colour });
        self.advance(boss);
    }

    /// Goes on from `from` (ADVANCE), with a window where the step leaves the Boss's seat.
    pub(super) fn advance(&mut self, from: Seat) {
        let public = &mut self.state.public;
        let seats = self.game.params.seats;
        let live = self.game.live(public);
        if live & self.game.players_on(public) == 0 {
            return self.settle();
        }
        let next = from.next(seats);
        let steps = self.game.turned(live, next).trailing_zeros();
        // The turn leaves the Boss's seat on its way to the next who is in.
        let to_boss = self.game.turned(1 << public.boss.index(), from).trailing_zeros();
        let leaves = (steps + 1).saturating_sub(to_boss);
        public.lap += u16::from(leaves > 0);
        if leaves > 0 {
            self.log.emit(Event::Lap { lap: public.lap });
        }
        if leaves * self.game.windows_due(public) != 0 {
            return self.open_window();
        }
        self.begin_turn(self.game.seat_at(next, steps as usize));
    }

    /// Goes on from a seat whose window is over.
    pub(super) fn go_on_from(&mut self, from: Seat) {
        let next = from.next(self.game.params.seats);
        let others = self.game.turned(self.game.live(&self.state.public) & !(1 << from.index()), next);
        if others == 0 {
            // Windows are held only while somebody beside the Boss can act.
            return self.advance(from);
        }
        self.begin_turn(self.game.seat_at(next, others.trailing_zeros() as usize));
    }

    #[inline(always)]
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let public = &mut self.state.public;
        public.phase = Phase::Turn(seat);
        public.turn += 1;
        public.due = false;
        if let Some(Promise { kind, status: Status::Open }) = public.promises[seat]
            && kind.is_due_next_turn()
        {
            public.due = true;
            public.due_table = self.game.table_allows(public, kind);
        }
        let own = self.state.hands[seat].of_colour(public.round_colour());
        let held: [u8; 3] = [own[face::MOVE], own[face::MOVE + 1], own[face::MOVE + 2]];
        let most = self.game.most_moves(ImTheBoss::movable(public, false));
        let stuck = std::array::from_fn(|i| held[i] * u8::from(i >= most));
        let alone = self.game.live(public) & !(1 << seat.index()) == 0;
        self.log.emit(Event::Turn { turn: public.turn, seat, alone, moves_held: held, moves_stuck: stuck });
    }
}
