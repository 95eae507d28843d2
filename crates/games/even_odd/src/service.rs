//! A service: one stage after the other, in the order of the ranks. Section 5 (P8) of the spec.

use super::EvenOdd;
use super::cards::{Card, Kinds};
use super::event::{Cause, Close, Event, Why};
use super::rules::Engine;
use super::state::{Asked, Asking, Creditor, Group, Public, Question, Service, Stage};
use ludometer_model::{EventSink, Seat, SeatSet};

impl EvenOdd {
    /// Returns whether a `ServiceBonus` may be laid, cards apart.
    #[inline]
    const fn bonus_open(&self, service: &Service) -> bool {
        (service.leg == 1 || self.params.bonus_in_second) && service.bonuses < self.params.max_bonus
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

    /// Allows no more bonuses; in the ranked reading those laid may be answered.
    fn close_bonus(&self, service: &mut Service) {
        if self.params.ranked && service.bonuses > 0 {
            service.asking = Asking::AnswerBonus;
            service.stage = Stage::Special;
            service.cursor = 0;
        } else {
            service.stage = Stage::Settle;
        }
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
}

impl<L: EventSink<Event>> Engine<'_, L> {
    pub(super) fn start_service(&mut self, card: Card, base: u16) {
        let t = &mut self.state.table;
        t.service = Service { stage: Stage::Client, leg: 1, base, ..Service::NONE };
        self.log.emit(Event::Service { provider: t.active, card, base: self.game.dollars(base) });
    }

    /// Returns the next stages, in their order, up to who is asked or to what has to be paid first.
    #[inline(never)]
    pub(super) fn service_step(&mut self) -> Asked {
        let provider = self.state.table.active;
        if self.state.table.service.stage == Stage::Second {
            let t = &self.state.table;
            let others = t.alive.without(SeatSet::one(provider)).without(t.service.served);
            if t.service.leg <= self.game.params.max_second
                && !others.is_empty()
                && !self.state.hands[provider].kinds.and(Kinds::SECOND).is_empty()
            {
                return Some((provider, Question::Second));
            }
            self.end_service(Close::Served);
            return None;
        }
        if self.state.table.service.stage == Stage::Enforced {
            self.end_service(Close::Enforced);
            return None;
        }
        if self.state.table.service.stage == Stage::Client {
            if !self.state.table.clients().is_empty() {
                return Some((provider, Question::Client));
            }
            self.end_service(Close::NoClient);
            return None;
        }
        if self.state.table.service.stage == Stage::Special {
            let mut askable = self.state.holders.of(Group::Special) & self.state.table.alive;
            for seat in askable.iter() {
                if self.state.table.specials(seat, self.state.hands[seat].kinds).is_empty() {
                    askable.remove(seat);
                }
            }
            if let Some(seat) = self.game.next_answer(&mut self.state.table, askable) {
                return Some((seat, Question::Special));
            }
            if self.state.table.service.asking == Asking::AnswerDeclined {
                self.decline();
                return None;
            }
            self.state.table.service.stage = Stage::Declined;
        }
        if self.state.table.service.stage == Stage::Declined {
            let holders = self.state.holders.of(Group::Declined) & self.state.table.alive;
            let askable = if self.game.params.provider_declines {
                holders
            } else {
                holders.without(SeatSet::one(provider))
            };
            if let Some(seat) = self.game.next_answer(&mut self.state.table, askable) {
                return Some((seat, Question::Declined));
            }
            self.state.table.service.stage = Stage::Discount;
        }
        if self.state.table.service.stage == Stage::Discount {
            let client = self.state.table.client();
            if !self.state.hands[client].kinds.and(Kinds::DISCOUNT).is_empty() {
                return Some((client, Question::Discount));
            }
            self.state.table.service.close_discount();
        }
        if self.state.table.service.stage == Stage::Bonus {
            let bonus = self.state.hands[provider].kinds.and(Kinds::BONUS);
            if self.game.bonus_open(&self.state.table.service) && !bonus.is_empty() {
                return Some((provider, Question::Bonus));
            }
            self.game.close_bonus(&mut self.state.table.service);
        }
        if self.state.table.service.stage == Stage::Settle {
            self.settle_leg();
        }
        None
    }

    fn end_service(&mut self, how: Close) {
        let service = &mut self.state.table.service;
        let served = service.served.len() as u8;
        let price = if how == Close::Voided { self.game.dollars(service.base + service.carried) } else { 0 };
        *service = Service::NONE;
        self.log.emit(Event::ServiceEnd { how, served, price });
    }

    pub(super) fn choose_client(&mut self, client: Seat) {
        let t = &mut self.state.table;
        let service = &mut t.service;
        service.client = client.index() as u8;
        service.stage = Stage::Special;
        let price = self.game.dollars(service.base + service.carried);
        self.log.emit(Event::Choose { provider: t.active, client, leg: service.leg, price });
    }

    pub(super) fn pass_in_service(&mut self) {
        let service = &mut self.state.table.service;
        match service.stage {
            Stage::Special | Stage::Declined => service.cursor += 1,
            Stage::Discount => service.close_discount(),
            Stage::Bonus => self.game.close_bonus(service),
            Stage::Second => self.end_service(Close::Served),
            // Nobody is asked to pass here.
            Stage::None | Stage::Client | Stage::Settle | Stage::Enforced => {}
        }
    }

    /// Cancels the bonuses of this choice of Client, if the card answers a `ServiceBonus`.
    fn cancel_bonuses(&mut self) {
        let service = &mut self.state.table.service;
        if service.asking == Asking::AnswerBonus {
            self.log.emit(Event::Cancel { amount: self.game.dollars(service.bonus_sum) });
            service.carried -= service.bonus_sum;
            service.bonus_sum = 0;
        }
    }

    pub(super) fn special(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card, Cause::Played);
        self.cancel_bonuses();
        let t = &self.state.table;
        let (client, provider) = (t.client(), t.active);
        let target = if card == Card::ENFORCE { client } else { provider };
        self.log.emit(Event::Hit { by: seat, card, target });
        self.shield(target);
        if card == Card::VOID {
            self.end_service(Close::Voided);
            return;
        }
        let t = &mut self.state.table;
        t.service.stage = Stage::Enforced;
        t.service.asking = Asking::First;
        t.service.served.insert(client);
        let price = t.service.base + t.service.carried;
        t.service.price = price as i16;
        let leg = t.service.leg;
        self.log.emit(Event::Settle { leg, client, price: self.game.dollars(price) as i32 });
        self.owe(client, Creditor::Player(provider), price, Why::Service);
    }

    pub(super) fn declined(&mut self, seat: Seat) {
        self.discard(seat, Card::DECLINED, Cause::Played);
        let service = &mut self.state.table.service;
        if self.game.params.ranked && service.asking == Asking::First {
            service.asking = Asking::AnswerDeclined;
            service.stage = Stage::Special;
            service.cursor = 0;
            return;
        }
        self.cancel_bonuses();
        self.decline();
    }

    /// Lets the choice of Client fail, for the Client just chosen.
    fn decline(&mut self) {
        let client = self.state.table.client();
        let service = &mut self.state.table.service;
        service.declined = SeatSet::one(client);
        service.choose_anew();
        self.log.emit(Event::Decline { client, price: self.game.dollars(service.base + service.carried) });
    }

    pub(super) fn discount(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card, Cause::Played);
        self.cancel_bonuses();
        let service = &mut self.state.table.service;
        let before = service.base + service.carried;
        service.price = self.game.discounted(before, card);
        service.discounted = true;
        service.stage = Stage::Settle;
        let after = i32::from(service.price) * self.game.params.jewel_value as i32;
        self.log.emit(Event::Price { card, before: self.game.dollars(before) as i32, after });
    }

    pub(super) fn bonus(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card, Cause::Played);
        let service = &mut self.state.table.service;
        let before = service.base + service.carried;
        let amount = self.game.params.amount(card);
        service.bonuses += 1;
        service.bonus_sum += amount;
        service.carried += amount;
        let (before, after) = (self.game.dollars(before) as i32, self.game.dollars(before + amount) as i32);
        self.log.emit(Event::Price { card, before, after });
    }

    /// Has the price paid; the Client counts as served.
    fn settle_leg(&mut self) {
        let t = &mut self.state.table;
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
        let shown = i32::from(price) * self.game.params.jewel_value as i32;
        self.log.emit(Event::Settle { leg: service.leg, client, price: shown });
        if price > 0 {
            self.owe(client, Creditor::Player(provider), price as u16, Why::Service);
        } else {
            self.owe(provider, Creditor::Player(client), price.unsigned_abs(), Why::Service);
        }
    }

    pub(super) fn second(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card, Cause::Played);
        let service = &mut self.state.table.service;
        let lower = service.base.saturating_sub(self.game.params.amount(card));
        service.leg += 1;
        service.base = lower.max(self.game.params.min_second_price);
        service.choose_anew();
    }
}

impl Service {
    /// Lets the Provider choose a Client: nothing of the last choice is left but what it added to the price.
    const fn choose_anew(&mut self) {
        let Self { leg, served, declined, base, carried, .. } = *self;
        *self = Self { stage: Stage::Client, leg, served, declined, base, carried, ..Self::NONE };
    }

    /// Goes on where no Discount is played.
    const fn close_discount(&mut self) {
        self.stage = if matches!(self.asking, Asking::AnswerBonus) { Stage::Settle } else { Stage::Bonus };
    }
}
