//! A service: one stage after the other, in the order of the ranks. Section 5 (P8) of the spec.

use super::EvenOdd;
use super::cards::{Card, Kinds};
use super::event::Event;
use super::holders::Group;
use super::layers::{Asked, Asking, Creditor, Question, Service, Stage};
use super::reason::{Cause, Close, Why};
use super::state::{Public, State};
use ludometer_model::SeatSet;
use ludometer_model::{EventSink, Seat};

impl EvenOdd {
    pub(super) fn start_service<L: EventSink<Event>>(
        &self,
        state: &mut State,
        card: Card,
        base: u16,
        log: &mut L,
    ) {
        let t = &mut state.table;
        t.service = Service { stage: Stage::Client, leg: 1, base, ..Service::NONE };
        log.emit(Event::Service { provider: t.active, card, base: self.dollars(base) });
    }

    /// Returns whether a `ServiceBonus` may be laid, cards apart.
    #[inline]
    pub(super) const fn bonus_open(&self, service: &Service) -> bool {
        (service.leg == 1 || self.params.bonus_in_second) && service.bonuses < self.params.max_bonus
    }

    /// Returns the next stages, in their order, up to who is asked or to what has to be paid first.
    #[inline(never)]
    pub(super) fn service_step<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        let provider = state.table.active;
        if state.table.service.stage == Stage::Second {
            let t = &state.table;
            let others = t.alive.without(SeatSet::one(provider)).without(t.service.served);
            if t.service.leg <= self.params.max_second
                && !others.is_empty()
                && !state.hands[provider].kinds.and(Kinds::SECOND).is_empty()
            {
                return Some((provider, Question::Second));
            }
            self.end_service(state, Close::Served, log);
            return None;
        }
        if state.table.service.stage == Stage::Enforced {
            self.end_service(state, Close::Enforced, log);
            return None;
        }
        if state.table.service.stage == Stage::Client {
            if !state.table.clients().is_empty() {
                return Some((provider, Question::Client));
            }
            self.end_service(state, Close::NoClient, log);
            return None;
        }
        if state.table.service.stage == Stage::Special {
            let mut askable = state.holders.of(Group::Special) & state.table.alive;
            for seat in askable.iter() {
                if state.table.specials(seat, state.hands[seat].kinds).is_empty() {
                    askable.remove(seat);
                }
            }
            if let Some(seat) = self.next_answer(&mut state.table, askable) {
                return Some((seat, Question::Special));
            }
            if state.table.service.asking == Asking::AnswerDeclined {
                self.decline(state, log);
                return None;
            }
            state.table.service.stage = Stage::Declined;
        }
        if state.table.service.stage == Stage::Declined {
            let holders = state.holders.of(Group::Declined) & state.table.alive;
            let askable =
                if self.params.provider_declines { holders } else { holders.without(SeatSet::one(provider)) };
            if let Some(seat) = self.next_answer(&mut state.table, askable) {
                return Some((seat, Question::Declined));
            }
            state.table.service.stage = Stage::Discount;
        }
        if state.table.service.stage == Stage::Discount {
            let client = state.table.client();
            if !state.hands[client].kinds.and(Kinds::DISCOUNT).is_empty() {
                return Some((client, Question::Discount));
            }
            state.table.service.close_discount();
        }
        if state.table.service.stage == Stage::Bonus {
            let bonus = state.hands[provider].kinds.and(Kinds::BONUS);
            if self.bonus_open(&state.table.service) && !bonus.is_empty() {
                return Some((provider, Question::Bonus));
            }
            self.close_bonus(&mut state.table.service);
        }
        if state.table.service.stage == Stage::Settle {
            self.settle_leg(state, log);
        }
        None
    }

    /// Returns the next of these players, from the Client clockwise.
    #[inline]
    fn next_answer(&self, table: &mut Public, askable: SeatSet) -> Option<Seat> {
        if askable.is_empty() {
            table.service.cursor = 0;
            return None;
        }
        let next = askable.next(table.client(), table.service.cursor, self.params.seats);
        table.service.cursor = next.unwrap_or(0);
        next.map(|offset| self.offset(table.client(), offset))
    }

    fn end_service<L: EventSink<Event>>(&self, state: &mut State, how: Close, log: &mut L) {
        let service = &mut state.table.service;
        let served = service.served.len() as u8;
        let price = if how == Close::Voided { self.dollars(service.base + service.carried) } else { 0 };
        *service = Service::NONE;
        log.emit(Event::ServiceEnd { how, served, price });
    }

    pub(super) fn choose_client<L: EventSink<Event>>(&self, state: &mut State, client: Seat, log: &mut L) {
        let t = &mut state.table;
        let service = &mut t.service;
        service.client = client.index() as u8;
        service.stage = Stage::Special;
        let price = self.dollars(service.base + service.carried);
        log.emit(Event::Choose { provider: t.active, client, leg: service.leg, price });
    }

    pub(super) fn pass_in_service<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let service = &mut state.table.service;
        match service.stage {
            Stage::Special | Stage::Declined => service.cursor += 1,
            Stage::Discount => service.close_discount(),
            Stage::Bonus => self.close_bonus(service),
            Stage::Second => self.end_service(state, Close::Served, log),
            // Nobody is asked to pass here.
            Stage::None | Stage::Client | Stage::Settle | Stage::Enforced => {}
        }
    }

    /// No more bonuses; in the ranked reading those laid may be answered.
    fn close_bonus(&self, service: &mut Service) {
        if self.params.ranked && service.bonuses > 0 {
            service.asking = Asking::AnswerBonus;
            service.stage = Stage::Special;
            service.cursor = 0;
        } else {
            service.stage = Stage::Settle;
        }
    }

    /// A card that answers a `ServiceBonus` cancels those of this choice of Client.
    fn cancel_bonuses<L: EventSink<Event>>(&self, service: &mut Service, log: &mut L) {
        if service.asking == Asking::AnswerBonus {
            log.emit(Event::Cancel { amount: self.dollars(service.bonus_sum) });
            service.carried -= service.bonus_sum;
            service.bonus_sum = 0;
        }
    }

    pub(super) fn special<L: EventSink<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        log: &mut L,
    ) {
        state.discard(seat, card, Cause::Played, log);
        let t = &mut state.table;
        self.cancel_bonuses(&mut t.service, log);
        let (client, provider) = (t.client(), t.active);
        let target = if card == Card::ENFORCE { client } else { provider };
        log.emit(Event::Hit { by: seat, card, target });
        self.shield(t, target, log);
        if card == Card::VOID {
            self.end_service(state, Close::Voided, log);
            return;
        }
        t.service.stage = Stage::Enforced;
        t.service.asking = Asking::First;
        t.service.served.insert(client);
        let price = t.service.base + t.service.carried;
        t.service.price = price as i16;
        let leg = t.service.leg;
        log.emit(Event::Settle { leg, client, price: self.dollars(price) as i32 });
        self.owe(state, client, Creditor::Player(provider), price, Why::Service, log);
    }

    pub(super) fn declined<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, log: &mut L) {
        state.discard(seat, Card::DECLINED, Cause::Played, log);
        let service = &mut state.table.service;
        if self.params.ranked && service.asking == Asking::First {
            service.asking = Asking::AnswerDeclined;
            service.stage = Stage::Special;
            service.cursor = 0;
            return;
        }
        self.cancel_bonuses(service, log);
        self.decline(state, log);
    }

    /// The choice of Client fails, for the Client just chosen.
    fn decline<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let client = state.table.client();
        let service = &mut state.table.service;
        service.declined = SeatSet::one(client);
        service.choose_anew();
        log.emit(Event::Decline { client, price: self.dollars(service.base + service.carried) });
    }

    /// Returns the price after a Discount, in jewels; negative if the Provider pays.
    pub(super) fn discounted(&self, price: u16, card: Card) -> i16 {
        let price = price as i16;
        let amount = self.params.amount(card) as i16;
        match card {
            Card::DISCOUNT_FREE => 0,
            Card::DISCOUNT_REVERSE => -amount,
            _ => (price - amount).max(0),
        }
    }

    pub(super) fn discount<L: EventSink<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        log: &mut L,
    ) {
        state.discard(seat, card, Cause::Played, log);
        let service = &mut state.table.service;
        self.cancel_bonuses(service, log);
        let before = service.base + service.carried;
        service.price = self.discounted(before, card);
        service.discounted = true;
        service.stage = Stage::Settle;
        let after = i32::from(service.price) * self.params.jewel_value as i32;
        log.emit(Event::Price { card, before: self.dollars(before) as i32, after });
    }

    pub(super) fn bonus<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, card: Card, log: &mut L) {
        state.discard(seat, card, Cause::Played, log);
        let service = &mut state.table.service;
        let before = service.base + service.carried;
        let amount = self.params.amount(card);
        service.bonuses += 1;
        service.bonus_sum += amount;
        service.carried += amount;
        let (before, after) = (self.dollars(before) as i32, self.dollars(before + amount) as i32);
        log.emit(Event::Price { card, before, after });
    }

    /// The price is paid; the Client counts as served.
    fn settle_leg<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &mut state.table;
        let (client, provider) = (t.client(), t.active);
        let service = &mut t.service;
        if !service.discounted {
            service.price = (service.base + service.carried) as i16;
        }
        service.served.insert(client);
        service.declined = SeatSet::EMPTY;
        service.stage = Stage::Second;
        service.asking = Asking::First;
        let price = service.price;
        let shown = i32::from(price) * self.params.jewel_value as i32;
        log.emit(Event::Settle { leg: service.leg, client, price: shown });
        if price > 0 {
            self.owe(state, client, Creditor::Player(provider), price as u16, Why::Service, log);
        } else {
            self.owe(state, provider, Creditor::Player(client), price.unsigned_abs(), Why::Service, log);
        }
    }

    pub(super) fn second<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, card: Card, log: &mut L) {
        state.discard(seat, card, Cause::Played, log);
        let service = &mut state.table.service;
        let lower = service.base.saturating_sub(self.params.amount(card));
        service.leg += 1;
        service.base = lower.max(self.params.min_second_price);
        service.choose_anew();
    }
}

impl Service {
    /// The Provider chooses a Client: nothing of the last choice is left but what it added to the price.
    const fn choose_anew(&mut self) {
        let Self { leg, served, declined, base, carried, .. } = *self;
        *self = Self { stage: Stage::Client, leg, served, declined, base, carried, ..Self::NONE };
    }

    /// No Discount is played.
    const fn close_discount(&mut self) {
        self.stage = if matches!(self.asking, Asking::AnswerBonus) { Stage::Settle } else { Stage::Bonus };
    }
}
