//! How a round goes on: the lead, windows, whose turn it is (section 5).

use super::ImTheBoss;
use super::action::Action;
use super::card::{Colour, face};
use super::event::{Event, Place, Status};
use super::proof;
use super::state::{Phase, Promise, Public, State};
use ludometer_model::{EventSink, Rng, Seat};

impl ImTheBoss {
    /// The multiplier of the deal as it stands (IB-44, R7).
    #[inline]
    pub(super) fn multiplier(&self, public: &Public) -> u8 {
        if self.params.x_next_round { public.round_multiplier } else { self.params.base + public.x_shown }
    }

    /// Carries out an action and all that follows.
    pub(super) fn carry_out<L: EventSink<Event>>(
        &self,
        state: &mut State,
        action: Action,
        rng: &mut Rng,
        log: &mut L,
    ) {
        match state.public.phase {
            Phase::Lead => self.lead(state, action, rng, log),
            Phase::TalkOffer(seat) => self.offer(state, seat, action, log),
            Phase::TalkBoss => self.boss(state, action, rng, log),
            Phase::TalkAsk(seat) => {
                if let Action::Ask(kind) = action {
                    self.ask(state, seat, kind, rng, log);
                }
            }
            Phase::TalkReply(seat, kind) => {
                self.reply(state, (seat, kind), matches!(action, Action::Reply(true)), rng, log);
            }
            Phase::Turn(seat) => self.take_turn(state, seat, action, rng, log),
            Phase::Target(seat) => self.target(state, seat, action, rng, log),
            Phase::MoveFrom(seat) => {
                if let Action::MoveFrom(source) = action {
                    Self::move_from(&mut state.public, seat, source);
                }
            }
            Phase::MoveTo(seat, source) => self.move_to(state, (seat, source), action, rng, log),
            Phase::Drop(seat) => {
                // Counted when all have answered: until then nobody knows how many there were.
                self.put_away(state, seat, action, rng, log);
                return self.watch_limit(&mut state.public);
            }
            Phase::Over => return,
        }
        state.public.decisions += 1;
        self.watch_limit(&mut state.public);
    }

    fn watch_limit(&self, public: &mut Public) {
        if public.decisions >= self.params.decision_limit {
            public.phase = Phase::Over;
        }
    }

    fn lead<L: EventSink<Event>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        let public = &mut state.public;
        let boss = public.boss;
        log.emit(Event::Turn {
            turn: public.turn,
            seat: boss,
            alone: false,
            moves_held: [0; 3],
            moves_stuck: [0; 3],
        });
        let colour = match action {
            Action::Lead(card) => {
                state.hands[boss].take(card);
                public.hands[boss] -= 1;
                if L::TRACK_KNOWLEDGE {
                    public.proofs[boss] = proof::without(public.proofs[boss], card);
                }
                if let Some(face) = card.face() {
                    public.centre[face] += 1;
                    public.movable += 1;
                }
                log.emit(Event::MoveCard { card, from: Place::Hand(boss), to: Place::Centre });
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
        log.emit(Event::Colour { colour });
        self.advance(state, boss, rng, log);
    }

    /// ADVANCE: on from `from`, with a window where the step leaves the Boss's seat.
    pub(super) fn advance<L: EventSink<Event>>(
        &self,
        state: &mut State,
        from: Seat,
        rng: &mut Rng,
        log: &mut L,
    ) {
        let public = &mut state.public;
        let seats = self.params.seats;
        let live = self.live(public);
        if live & self.players_on(public) == 0 {
            return self.settle(state, rng, log);
        }
        let next = from.next(seats);
        let steps = self.turned(live, next).trailing_zeros();
        // The turn leaves the Boss's seat on its way to the next who is in.
        let to_boss = self.turned(1 << public.boss.index(), from).trailing_zeros();
        let leaves = (steps + 1).saturating_sub(to_boss);
        public.lap += u16::from(leaves > 0);
        if leaves > 0 {
            log.emit(Event::Lap { lap: public.lap });
        }
        if leaves * self.windows_due(public) != 0 {
            return self.open_window(public, log);
        }
        self.begin_turn(state, self.seat_at(next, steps as usize), log);
    }

    /// On from a seat whose window is over.
    pub(super) fn go_on_from<L: EventSink<Event>>(
        &self,
        state: &mut State,
        from: Seat,
        rng: &mut Rng,
        log: &mut L,
    ) {
        let next = from.next(self.params.seats);
        let others = self.turned(self.live(&state.public) & !(1 << from.index()), next);
        if others == 0 {
            // Windows are held only while somebody beside the Boss can act.
            return self.advance(state, from, rng, log);
        }
        self.begin_turn(state, self.seat_at(next, others.trailing_zeros() as usize), log);
    }

    #[inline(always)]
    pub(super) fn begin_turn<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, log: &mut L) {
        let public = &mut state.public;
        public.phase = Phase::Turn(seat);
        public.turn += 1;
        public.due = false;
        if let Some(Promise { kind, status: Status::Open }) = public.promises[seat]
            && kind.is_due_next_turn()
        {
            public.due = true;
            public.due_table = self.table_allows(public, kind);
        }
        let own = state.hands[seat].of_colour(public.round_colour());
        let held: [u8; 3] = [own[face::MOVE], own[face::MOVE + 1], own[face::MOVE + 2]];
        let most = self.most_moves(Self::movable(public, false));
        let stuck = std::array::from_fn(|i| held[i] * u8::from(i >= most));
        let alone = self.live(public) & !(1 << seat.index()) == 0;
        log.emit(Event::Turn { turn: public.turn, seat, alone, moves_held: held, moves_stuck: stuck });
    }
}
