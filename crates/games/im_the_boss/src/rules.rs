//! How a play goes on: the set-up and the stock, the lead, windows, the acts of a seat in its turn, and from
//! one round to the next (section 5).

use std::hint::select_unpredictable;

use super::action::{Action, Kind, Source};
use super::card::{Card, Colour, TYPES, face};
use super::event::{Event, Place, Purse, Reason, Status};
use super::params::{MAX_STOCK_X, Params};
use super::state::{Front, Half, Phase, Promise, Public, State};
use super::{ImTheBoss, talk};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Pile, Rng, Seat};

impl ImTheBoss {
    /// Returns the multiplier of the deal as it stands (IB-44, R7).
    #[inline]
    pub(super) fn multiplier(&self, public: &Public) -> u8 {
        if self.params.x_next_round { public.round_multiplier } else { self.params.base + public.x_shown }
    }

    fn move_from(public: &mut Public, seat: Seat, source: Source) {
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
                    public.proofs[boss] = talk::without(public.proofs[boss], card);
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
    fn advance(&mut self, from: Seat) {
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

    /// Sets the game up (SETUP).
    pub(super) fn set_up(&mut self) {
        let params = &self.game.params;
        let seats = params.seats;
        self.state.public = Public::new();
        self.state.hands = BySeat::default();
        self.state.dropped = BySeat::default();
        self.state.aside = BySeat::from_fn(|_| Pile::new());
        self.state.stock.clone_from(&params.cards);
        self.state.bank_paid = 0;
        let public = &mut self.state.public;
        public.seats = seats as u8;
        public.x_under = params.x_under;
        public.live = self.game.table;
        public.tokens_left = params.cousins;
        Seat::all(seats).for_each(|seat| public.money[seat] = params.start_money);
        public.first_boss = Seat::new(self.rng.index(seats));
        public.boss = public.first_boss;
        self.log.emit(Event::FirstBoss { seat: public.boss, seats, money: i64::from(params.start_money) });
        for seat in public.boss.around(seats) {
            public.hands[seat] = params.hand as u16;
            for _ in 0..params.hand {
                let card = self.state.stock.draw(self.rng).expect("the deck was checked to be large enough");
                self.state.hands[seat].add(card);
                self.log.emit(Event::Draw { seat, card, from: "stock", reason: Reason::Deal });
            }
        }
        let n = self.state.stock.len();
        let shift = if params.jitter == 0 { 0 } else { self.rng.index(2 * params.jitter + 1) };
        self.state.halves = halves(params, n, shift);
        let [upper, lower] = self.state.halves.map(Half::size);
        public.stock = upper + lower;
        self.log.emit(Event::Cut { upper, lower, x_cards: params.x_per_half });
        self.begin_round();
    }

    /// Draws one card for this seat (DRAW); returns false if there is none.
    #[inline(always)]
    pub(super) fn draw(&mut self, seat: Seat, reason: Reason) -> bool {
        loop {
            if self.state.public.stock == 0 {
                self.reshuffle();
            }
            let public = &mut self.state.public;
            if public.stock == 0 {
                self.log.emit(Event::DrawLost { seat });
                return false;
            }
            let half = if self.state.halves[0].size() > 0 {
                &mut self.state.halves[0]
            } else {
                &mut self.state.halves[1]
            };
            let is_x =
                half.x_cards > 0 && self.rng.index(usize::from(half.size())) < usize::from(half.x_cards);
            public.stock -= 1;
            if is_x {
                half.x_cards -= 1;
                public.x_shown += 1;
                if !public.reshuffled {
                    public.x_drawn_at[usize::from(public.x_shown) - 1] = public.drawn;
                    public.drawn += 1;
                }
                let x_shown = public.x_shown;
                let counts = reason == Reason::Refill || !self.game.params.x_next_round;
                let multiplier =
                    if counts { self.game.params.base + x_shown } else { public.round_multiplier };
                let last = x_shown == self.game.params.x_cards();
                self.log.emit(Event::ShowX { seat, x_shown, multiplier, last });
                continue;
            }
            half.cards -= 1;
            if !public.reshuffled {
                public.drawn += 1;
            }
            let card = self.state.stock.draw(self.rng).expect("the halves count the cards of the stock");
            self.state.hands[seat].add(card);
            public.hands[seat] += 1;
            if L::TRACK_KNOWLEDGE {
                public.no_valued[seat] = false;
            }
            self.log.emit(Event::Draw { seat, card, from: "stock", reason });
            return true;
        }
    }

    /// Makes the discard pile the stock (IB-90, IB-91).
    #[cold]
    #[inline(never)]
    fn reshuffle(&mut self) {
        let public = &mut self.state.public;
        let x_cards = std::mem::take(&mut public.x_under);
        let discards = std::mem::take(&mut public.face_up);
        discards.each(|card, count| self.state.stock.push_many(card, count));
        for seat in Seat::all(self.game.params.seats) {
            let dropped = std::mem::take(&mut self.state.dropped[seat]);
            dropped.each(|card, count| self.state.stock.push_many(card, count));
        }
        public.face_down = BySeat::default();
        public.reshuffled = true;
        public.x_drawn_at = [u16::MAX; MAX_STOCK_X];
        public.drawn = 0;
        self.state.halves = [Half { cards: self.state.stock.len() as u16, x_cards }, Half::default()];
        public.stock = self.state.halves[0].size();
        if public.stock > 0 {
            self.log.emit(Event::Shuffle { cards: public.stock, x_cards });
        }
    }

    fn take_turn(&mut self, seat: Seat, action: Action) {
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
            self.state.public.proofs[seat] = talk::without(self.state.public.proofs[seat], card);
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

    fn target(&mut self, seat: Seat, action: Action) {
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

    fn move_to(&mut self, (seat, source): (Seat, Source), action: Action) {
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

    /// Begins a round: LEAD is next.
    fn begin_round(&mut self) {
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
    fn settle(&mut self) {
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
    fn put_away(&mut self, seat: Seat, action: Action) {
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

/// Returns the halves of a stock of `n` cards, cut `shift` cards behind the earliest place (SETUP).
pub(super) fn halves(params: &Params, n: usize, shift: usize) -> [Half; 2] {
    let upper = (n.div_ceil(2) + shift).saturating_sub(params.jitter).min(n);
    let x_cards = params.x_per_half;
    [Half { cards: upper as u16, x_cards }, Half { cards: (n - upper) as u16, x_cards }]
}

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

/// Decisions that it took to put away so many cards.
const fn drop_decisions(cards: usize, drop_max: u8) -> u32 {
    if cards == drop_max as usize { cards as u32 } else { cards as u32 + 1 }
}
