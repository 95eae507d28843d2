//! Set-up, and what all parts of a turn share: rolls, draws, money, cards and Workers that move.

use super::action::Action;
use super::board::Workers;
use super::cards::{Counts, Kind};
use super::event::{CardFor, DrawFor, Event, Holder, Part, Party, PayFor, RollFor, Spot, WorkerFor};
use super::params::Params;
use super::state::{Phase, Public, State};
use ludometer_model::{EventSink, Rng, Seat, SeatSet, small_table};

/// Re-rolls for the first turn before the lowest tied seat has it.
const FIRST_REROLLS: u32 = 50;

/// The rules at work on one state.
pub(super) struct Engine<'a, L> {
    pub(super) params: &'a Params,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

/// Returns the total of each seat: money, Score cards, Workers (GS-2).
#[inline]
pub(super) fn total_parts(params: &Params, state: &State, seat: Seat) -> [i64; 3] {
    let public = &state.public;
    let mut cards = state.hands[seat];
    // Cards still on the table count for their owner: a play may be cut off in the middle.
    for side in 0..2 {
        if public.down[side] > 0 && public.side(side) == seat {
            cards.add_all(&state.down[side]);
        }
    }
    [public.money[seat], cards.weigh(&params.values), params.worth(public.owned[seat])]
}

impl<L: EventSink<Event>> Engine<'_, L> {
    #[inline]
    pub(super) fn public(&mut self) -> &mut Public {
        &mut self.state.public
    }

    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.params.seats
    }

    /// Asks this seat about this.
    #[inline]
    pub(super) fn ask(&mut self, seat: Seat, phase: Phase) {
        self.state.public.mover = seat;
        self.state.public.phase = phase;
    }

    /// Asks the active seat about this.
    #[inline]
    pub(super) fn ask_active(&mut self, phase: Phase) {
        self.ask(self.state.public.active, phase);
    }

    /// Sets the game up (GS-5 to GS-9).
    pub(super) fn deal(&mut self) {
        let params = self.params;
        let seats = params.seats;
        *self.state = State {
            public: Public::blank(seats),
            hands: small_table::BySeat::all(Counts::NONE),
            unknown: params.deck,
            down: [Counts::NONE; 2],
        };
        let public = &mut self.state.public;
        public.unknown = params.deck.total() as u16;
        public.roster = params.roster;
        public.open = Workers::range(0, params.workers);
        self.log.emit(Event::Setup {
            workers: params.roster,
            card_values: params.values.map(|value| value as i16),
            money: params.start,
            seats: seats as u8,
        });
        for seat in Seat::all(seats) {
            self.state.public.money[seat] = params.start;
        }
        let first = self.first_roll();
        self.log.emit(Event::FirstPlayer { seat: first });
        self.state.public.active = first;
        self.log.emit(Event::Turn { turn: 1, seat: first });
        self.start_turn();
    }

    /// Returns who moves first: the highest roll, ties rolled again (GS-9).
    fn first_roll(&mut self) -> Seat {
        let mut tied = SeatSet::of_table(self.seats());
        for _ in 0..=FIRST_REROLLS {
            let mut best = 0;
            let mut leaders = SeatSet::EMPTY;
            for seat in tied.iter() {
                let (total, double) = self.dice(seat, RollFor::First);
                if double && self.params.doubles_first {
                    self.doubles(seat, DrawFor::Doubles);
                }
                if total > best {
                    best = total;
                    leaders = SeatSet::EMPTY;
                }
                if total == best {
                    leaders.insert(seat);
                }
            }
            tied = leaders;
            if !tied.has_several() {
                break;
            }
        }
        tied.iter().next().unwrap_or_default()
    }

    /// Rolls both dice; gives the total and whether they are doubles.
    #[inline]
    pub(super) fn dice(&mut self, seat: Seat, purpose: RollFor) -> (u8, bool) {
        let sides = self.params.sides;
        // One number for both dice: they are the digits of a number below sides squared.
        let both = self.rng.below(sides * sides);
        let dice = [(both / sides) as u8 + 1, (both % sides) as u8 + 1];
        self.log.emit(Event::Roll { seat, dice, purpose });
        (dice[0] + dice[1], dice[0] == dice[1])
    }

    /// Draws the card that doubles give (GS-15).
    #[inline]
    pub(super) fn doubles(&mut self, seat: Seat, reason: DrawFor) {
        if self.params.doubles {
            self.draw(seat, reason);
        }
    }

    /// Rolls, and draws for doubles.
    #[inline]
    pub(super) fn roll(&mut self, seat: Seat, purpose: RollFor) -> u8 {
        let (total, double) = self.dice(seat, purpose);
        if double {
            let retired = purpose == RollFor::Retired;
            self.doubles(seat, if retired { DrawFor::RetiredDoubles } else { DrawFor::Doubles });
        }
        total
    }

    /// Draws the top card, if there is one (R7).
    pub(super) fn draw(&mut self, seat: Seat, reason: DrawFor) {
        let State { public, hands, unknown, .. } = &mut *self.state;
        let (card, from) = if public.unknown > 0 {
            let card = unknown.nth(self.rng.below(u32::from(public.unknown)));
            unknown.take(card);
            public.unknown -= 1;
            (card, Part::Deck)
        } else if let Some(&card) = public.bottom.first() {
            public.bottom.rotate_left(1);
            public.bottom.pop();
            // Everybody knows what lay there.
            public.known[seat].add(card);
            (card, Part::DeckBottom)
        } else {
            self.log.emit(Event::NoCard { seat, reason });
            return;
        };
        hands[seat].add(card);
        public.hand[seat] += 1;
        self.log.emit(Event::Draw { seat, card, from, reason });
    }

    /// Moves money.
    pub(super) fn pay(&mut self, from: Party, to: Party, amount: i64, reason: PayFor) {
        if amount == 0 {
            return;
        }
        let public = &mut self.state.public;
        match from {
            Party::Bank => public.bank -= amount,
            Party::Seat(seat) => public.money[seat] -= amount,
        }
        match to {
            Party::Bank => public.bank += amount,
            Party::Seat(seat) => public.money[seat] += amount,
        }
        self.log.emit(Event::Pay { from, to, amount, reason });
    }

    /// Pays what is owed as far as the money goes; the rest is forgiven (GS-74).
    pub(super) fn pay_up_to(&mut self, from: Seat, to: Party, owed: i64, reason: PayFor) {
        let amount = owed.min(self.state.public.money[from]);
        self.pay(Party::Seat(from), to, amount, reason);
        if amount < owed {
            self.log.emit(Event::Forgiven { from, to, amount: owed - amount, reason });
        }
    }

    /// Moves a Worker; a new owner sees her face (GS-44).
    pub(super) fn move_worker(&mut self, worker: usize, from: Holder, to: Holder, reason: WorkerFor) {
        let public = &mut self.state.public;
        match from {
            Holder::Open => public.open.remove(worker),
            Holder::Seat(seat) => public.owned[seat].remove(worker),
        }
        match to {
            Holder::Open => public.open.insert(worker),
            Holder::Seat(seat) => {
                public.owned[seat].insert(worker);
                public.seen[seat].insert(worker);
            }
        }
        let price = self.params.prices[worker];
        self.log.emit(Event::MoveWorker { worker: self.params.worker(worker), from, to, price, reason });
    }

    /// Puts a shown card from a hand under the deck.
    pub(super) fn hand_to_bottom(&mut self, seat: Seat, card: Kind, reason: CardFor) {
        let State { public, hands, .. } = &mut *self.state;
        hands[seat].take(card);
        public.hand[seat] -= 1;
        public.known[seat].take_if_any(card);
        public.bottom.push(card);
        self.log.emit(Event::MoveCard { card, from: Spot::Hand(seat), to: Spot::DeckBottom, reason });
    }

    /// Hands a card over in the open: everybody knows who has it now.
    pub(super) fn hand_over(&mut self, from: Seat, to: Seat, card: Kind, reason: CardFor) {
        let State { public, hands, .. } = &mut *self.state;
        hands[from].take(card);
        public.hand[from] -= 1;
        public.known[from].take_if_any(card);
        hands[to].add(card);
        public.hand[to] += 1;
        public.known[to].add(card);
        self.log.emit(Event::MoveCard { card, from: Spot::Hand(from), to: Spot::Hand(to), reason });
    }

    /// Puts a card face down before its holder.
    fn place(&mut self, card: Kind) {
        let State { public, hands, down, .. } = &mut *self.state;
        let seat = public.mover;
        let side = public.acting();
        hands[seat].take(card);
        public.hand[seat] -= 1;
        down[side].add(card);
        public.down[side] += 1;
        self.log.emit(Event::Place { seat, card });
    }

    /// Ends the play (GS-3).
    pub(super) fn end(&mut self) {
        self.state.public.phase = Phase::Over;
        for seat in Seat::all(self.seats()) {
            let [money, cards, workers] = total_parts(self.params, self.state, seat);
            self.log.emit(Event::Total { seat, money, cards, workers });
        }
    }

    /// Carries out a legal action.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Roll => self.rolled(),
            Action::NoTheft => self.open(super::state::Window::TurnStart),
            Action::Target(seat) => {
                self.public().victim = seat;
                self.public().phase = Phase::TheftWhat;
            }
            Action::StealWorker => self.public().phase = Phase::TheftWorker,
            Action::StealCard => self.steal(super::event::Loot::ScoreCard, 0),
            Action::StealCash => self.steal(super::event::Loot::Cash, 0),
            Action::TheftWorker(worker) => self.steal(super::event::Loot::Worker, worker.number()),
            Action::Comply => self.action_effect(),
            Action::PlayDonuts => {
                self.hand_to_bottom(self.state.public.active, Kind::DONUTS, CardFor::Wild);
                self.end_turn();
            }
            Action::LoseWorker(worker) => self.lose_worker(worker.number()),
            Action::LoseScore(card) => {
                self.hand_to_bottom(self.state.public.active, card, CardFor::Square);
                self.end_turn();
            }
            Action::Place(card) => self.place(card),
            Action::Done => {
                let fight = self.state.public.phase == Phase::WeaponCards;
                self.public().phase = if fight { Phase::FightRoll } else { Phase::RecruitRoll };
            }
            Action::StaySilent => self.silent(),
            Action::Volunteer => self.pay_full(PayFor::Unasked),
            Action::Bribe => self.ask(self.next_roller(), Phase::BribeAnswer),
            Action::NoBribe => self.late_claim(),
            Action::PayFull => self.pay_full(PayFor::Price),
            Action::PayAll => self.pay_all(),
            Action::PlayFreePass => self.play_free_pass(),
            Action::Haggle => self.public().phase = Phase::HaggleOffer,
            Action::HaggleOffer(part) => self.haggle_offer(part),
            Action::CounterFraction(part) => self.haggle_counter(part),
            Action::Pass | Action::EndTurn => self.end_turn(),
            Action::Fight => self.start_fight(false),
            Action::Loot(worker) => self.loot(worker.number()),
            Action::Ignore => self.ignore(),
            Action::Challenge(seat) => {
                self.public().fight.defender = seat;
                self.start_fight(true);
            }
            Action::NoTrade => self.close_window(),
            Action::Sell => self.offer_kind(super::event::OfferKind::Sell),
            Action::Buy => self.offer_kind(super::event::OfferKind::Buy),
            Action::Swap => self.offer_kind(super::event::OfferKind::Swap),
            Action::TradePartner(seat) => self.trade_partner(seat),
            Action::TradeGive(card) => self.trade_give(card),
            Action::TradeGet(card) => {
                self.public().offer.get = card;
                self.public().phase = Phase::TradeCash;
            }
            Action::TradeCash(cash) => self.trade_cash(cash),
            Action::CounterCash(cash) => self.trade_counter(cash),
            Action::Accept | Action::Refuse => self.answered(action == Action::Accept),
        }
    }

    fn rolled(&mut self) {
        match self.state.public.phase {
            Phase::RetireRoll => {
                self.roll(self.state.public.active, RollFor::Retired);
                self.end_turn();
            }
            Phase::ActionEffect => self.direction_roll(),
            Phase::RecruitRoll => self.recruit_roll(),
            Phase::FightRoll => self.fight_roll(),
            _ => self.move_roll(),
        }
    }

    fn answered(&mut self, yes: bool) {
        match self.state.public.phase {
            Phase::BribeAnswer => self.bribe_answer(yes),
            Phase::HaggleAnswer | Phase::HaggleReply => self.haggle_end(yes),
            _ => self.trade_end(yes),
        }
    }
}
