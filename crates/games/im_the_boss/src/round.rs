//! From one round to the next: settlement, hand-over, putting cards away, refill.

use std::hint::select_unpredictable;

use super::action::Action;
use super::card::{Card, face};
use super::event::{Event, Place, Purse, Reason};
use super::rules::Engine;
use super::state::{Front, Phase};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Seat};

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Begins a round: LEAD is next.
    pub(super) fn begin_round(&mut self) {
        let public = &mut self.state.public;
        public.round_multiplier = self.game.params.base + public.x_shown;
        public.phase = Phase::Lead;
        public.turn += 1;
        let (round, boss) = (public.round_no, public.boss);
        let (factor, limit) = (self.game.params.factor, self.game.params.limit);
        self.log.emit(Event::Round { round, boss, multiplier: public.round_multiplier, factor, limit });
    }

    /// Settles the round and hands over (SETTLE, HANDOVER). Not inlined: it would have every turn save registers for it.
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        let params = &self.game.params;
        self.judge_round();
        let public = &mut self.state.public;
        let sum = public.sum();
        let multiplier = self.game.multiplier(public);
        let full = i64::from(sum) * params.factor * i64::from(multiplier);
        let value = params.limit.map_or(full, |limit| full.clamp(-limit, limit));
        let limited = params.limit.is_some_and(|limit| value.abs() == limit);
        let round = public.round_no;
        public.settled = round;
        self.log.emit(Event::Settle { round, sum, multiplier, value, limited });
        let mut due = BySeat::all(0_i64);
        for seat in Seat::all(params.seats) {
            let amount = i64::from(public.shares(seat)) * value;
            due[seat] = select_unpredictable(public.front[seat].reverse % 2 == 1, -amount, amount);
        }
        let mut paid = BySeat::all(0_i64);
        // Payments in go first: only with a limited bank does the order matter (R23). Who is due nothing, or
        // the other way round, pays 0: to leave seats out would be a branch that nothing foresees.
        for seat in public.boss.around(params.seats) {
            let money = i64::from(public.money[seat]);
            let change = due[seat].min(0).max(-money);
            paid[seat] = change;
            self.state.bank_paid += change;
            public.money[seat] = (money + change) as i32;
            if change < 0 {
                self.log.emit(Event::Pay { from: Purse::Seat(seat), to: Purse::Bank, amount: -change });
            }
        }
        for seat in public.boss.around(params.seats) {
            let due = due[seat].max(0);
            let change = params.bank.map_or(due, |worth| {
                let start = params.seats as i64 * i64::from(params.start_money);
                due.min(worth - start - self.state.bank_paid).max(0)
            });
            paid[seat] += change;
            self.state.bank_paid += change;
            public.money[seat] += change as i32;
            if change > 0 {
                self.log.emit(Event::Pay { from: Purse::Bank, to: Purse::Seat(seat), amount: change });
            }
        }
        for seat in public.boss.around(params.seats) {
            let front = public.front[seat];
            self.log.emit(Event::Due {
                seat,
                shares: public.shares(seat),
                boss: seat == public.boss,
                cousin: public.cousin[seat],
                pota: front.potas(),
                reverses: front.reverse,
                amount: due[seat],
                paid: paid[seat],
                money: i64::from(public.money[seat]),
            });
        }
        self.hand_over();
    }

    fn hand_over(&mut self) {
        let params = &self.game.params;
        let public = &mut self.state.public;
        let colour = public.round_colour();
        let face_up = &mut public.face_up;
        let mut clear = |card: Card, count: u8, from: Place| {
            (0..count).for_each(|_| self.log.emit(Event::MoveCard { card, from, to: Place::Discard }));
        };
        // All types, those too that are not there: how many are is for chance to say.
        for (face, &count) in public.centre.iter().enumerate() {
            let card = Card::new(face, colour);
            face_up.add_many(card, count);
            clear(card, count, Place::Centre);
        }
        let (pota, reverse) = (Card::new(face::POTA, colour), Card::new(face::REVERSE, colour));
        let mut all = Front::default();
        for seat in Seat::all(params.seats) {
            let front = std::mem::take(&mut public.front[seat]);
            clear(pota, front.pota, Place::Front(seat));
            clear(Card::WILD, front.pota_wild, Place::Front(seat));
            clear(reverse, front.reverse, Place::Front(seat));
            all.pota += front.pota;
            all.pota_wild += front.pota_wild;
            all.reverse += front.reverse;
        }
        face_up.add_many(pota, all.pota);
        face_up.add_many(Card::WILD, all.pota_wild);
        face_up.add_many(reverse, all.reverse);
        public.centre = [0; face::POTA];
        public.movable = 0;
        public.passes = BySeat::default();
        public.live = self.game.table;
        public.held = BySeat::default();
        public.promises = BySeat::default();
        public.cousin = BySeat::default();
        public.tokens_left = params.cousins;
        public.colour = None;
        public.lap = 0;
        public.windows = 0;
        public.asks = 0;
        public.talks_ended = false;
        if public.round_no == params.rounds {
            public.phase = Phase::Over;
            public.finished = true;
            return;
        }
        public.boss = public.boss.next(params.seats);
        if params.drop_max == 0 {
            self.refill();
        } else {
            public.phase = Phase::Drop(public.boss);
        }
    }

    /// Puts one card away, or ends that (DROP).
    pub(super) fn put_away(&mut self, seat: Seat, action: Action) {
        if let Action::Drop(card) = action {
            self.state.hands[seat].take(card);
            self.state.aside[seat].push(card);
            self.log.emit(Event::PutAway { seat, card });
            if self.state.aside[seat].len() < usize::from(self.game.params.drop_max) {
                return;
            }
        }
        let next = seat.next(self.game.params.seats);
        if next == self.state.public.boss {
            self.refill();
        } else {
            self.state.public.phase = Phase::Drop(next);
        }
    }

    /// Has all put their cards on the discard pile and draw (REFILL); a new round begins.
    fn refill(&mut self) {
        let params = &self.game.params;
        let boss = self.state.public.boss;
        for seat in boss.around(params.seats) {
            let public = &mut self.state.public;
            let cards = self.state.aside[seat].len();
            for &card in &*self.state.aside[seat] {
                self.state.dropped[seat].add(card);
            }
            self.state.aside[seat].clear();
            public.face_down[seat] += cards as u16;
            public.hands[seat] -= cards as u16;
            public.last_drops[seat] = cards as u8;
            public.decisions += drop_decisions(cards, params.drop_max);
            if cards > 0 {
                public.proofs[seat] = 0;
            }
            if params.drop_max > 0 {
                self.log.emit(Event::Dropped { seat, cards: cards as u8 });
            }
        }
        // The seats that have still to draw, clockwise from the Boss: one loop over all draws, whose end is
        // all that is left for chance to say.
        let short = |hands: &BySeat<u16>, seat| usize::from(hands[seat]) < params.hand;
        let mut left = (0..params.seats).fold(0_u32, |left, steps| {
            left | u32::from(short(&self.state.public.hands, self.game.seat_at(boss, steps))) << steps
        });
        while left != 0 {
            let seat = self.game.seat_at(boss, left.trailing_zeros() as usize);
            let drawn = self.draw(seat, Reason::Refill);
            let done = !(drawn & short(&self.state.public.hands, seat));
            left &= left - u32::from(done);
        }
        self.state.public.round_no += 1;
        self.begin_round();
    }
}

/// Decisions that it took to put away so many cards.
const fn drop_decisions(cards: usize, drop_max: u8) -> u32 {
    if cards == drop_max as usize { cards as u32 } else { cards as u32 + 1 }
}
