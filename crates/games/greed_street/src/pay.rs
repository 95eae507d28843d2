//! Debts of a player on another's Worker: claims, bribes, payment, haggling (GS-46, GS-65 to GS-75).

use ludometer_model::{EventSink, Seat};

use super::action::Fraction;
use super::cards::Kind;
use super::event::{CardFor, Event, Party, PayFor};
use super::phase::{Phase, Window};
use super::rules::Engine;

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Returns the owner of the Worker landed on.
    fn owner(&self) -> Seat {
        let public = &self.state.public;
        public.owner(usize::from(public.worker)).expect("payments are asked only where a Worker is owned")
    }

    fn price(&self) -> i64 {
        self.params.prices[usize::from(self.state.public.worker)]
    }

    fn worker(&self) -> super::names::Worker {
        self.params.worker(usize::from(self.state.public.worker))
    }

    /// Does the owner notice (GS-65)?
    pub(super) fn claim_check(&mut self, owner: Seat) {
        if self.rng.chance(self.params.notice[owner]) {
            self.claim(owner, false);
            return;
        }
        let (lander, worker) = (self.state.public.active, self.worker());
        self.log.emit(Event::Unnoticed { owner, lander, worker });
        self.public().late = self.params.late[owner];
        self.ask_active(Phase::SilenceChoice);
    }

    fn claim(&mut self, owner: Seat, late: bool) {
        let (payer, worker) = (self.state.public.active, self.worker());
        self.log.emit(Event::Claim { owner, payer, worker, late });
        self.open(Window::BeforePay);
    }

    /// Goes on where the lander says nothing: a bribe may be in order (GS-68).
    pub(super) fn silent(&mut self) {
        let next = self.next_roller();
        let public = &self.state.public;
        let payer = public.active;
        let worth = public.late > 0.0 && public.money[payer] >= self.params.bribe;
        if self.params.bribes && worth && next != payer && next != self.owner() {
            self.ask_active(Phase::BribeChoice);
        } else {
            self.late_claim();
        }
    }

    /// Carries out the answer of the next roller.
    pub(super) fn bribe_answer(&mut self, accepted: bool) {
        let (from, to) = (self.state.public.active, self.state.public.mover);
        self.log.emit(Event::Bribe { from, to, accepted });
        if accepted {
            self.pay(Party::Seat(from), Party::Seat(to), self.params.bribe, PayFor::Bribe);
            self.public().late *= self.params.late_factor;
        }
        self.late_claim();
    }

    /// Takes the owner's last chance before the next roll (GS-66).
    pub(super) fn late_claim(&mut self) {
        let owner = self.owner();
        if self.rng.chance(self.state.public.late) {
            self.claim(owner, true);
            return;
        }
        let (lander, worker, price) = (self.state.public.active, self.worker(), self.price());
        self.log.emit(Event::Missed { owner, lander, worker, price });
        self.end_turn();
    }

    /// Lets the payer see the face (GS-47).
    fn see(&mut self) {
        let public = self.public();
        let seat = public.active;
        public.seen[seat].insert(public.worker.into());
        self.log.emit(Event::Face { seat, worker: self.worker() });
    }

    /// Has the full price paid (GS-46), asked for or not.
    pub(super) fn pay_full(&mut self, reason: PayFor) {
        let payer = self.state.public.active;
        self.pay(Party::Seat(payer), Party::Seat(self.owner()), self.price(), reason);
        self.see();
        self.ask_active(Phase::FightChoice);
    }

    /// Has all paid that there is; the rest is forgiven (GS-74).
    pub(super) fn pay_all(&mut self) {
        let payer = self.state.public.active;
        let owner = self.owner();
        let price = self.price();
        self.pay_up_to(payer, Party::Seat(owner), price, PayFor::Short);
        self.after_part();
    }

    /// Goes on after a payment that wasn't full (GS-73).
    fn after_part(&mut self) {
        if self.params.full_payment {
            self.end_turn();
        } else {
            self.ask_active(Phase::FightChoice);
        }
    }

    /// Has nothing paid (GS-23 to GS-27).
    pub(super) fn play_free_pass(&mut self) {
        self.hand_to_bottom(self.state.public.active, Kind::FREE_PASS, CardFor::Wild);
        self.see();
        self.end_turn();
    }

    /// Names a part of the price.
    fn name(&mut self, part: Fraction) {
        let place = self.params.fractions.iter().position(|(listed, _)| *listed == part);
        let public = self.public();
        public.fraction = place.expect("only listed fractions are offered") as u8;
        public.part = part;
    }

    /// Lets the payer name a part of the price (6.2).
    pub(super) fn haggle_offer(&mut self, part: Fraction) {
        self.name(part);
        self.ask(self.owner(), Phase::HaggleAnswer);
    }

    /// Lets the owner name a larger one.
    pub(super) fn haggle_counter(&mut self, part: Fraction) {
        self.name(part);
        self.ask_active(Phase::HaggleReply);
    }

    /// Carries out the last word.
    pub(super) fn haggle_end(&mut self, agreed: bool) {
        let (payer, owner) = (self.state.public.active, self.owner());
        let (worker, price) = (self.worker(), self.price());
        let place = usize::from(self.state.public.fraction);
        let amount = self.params.fractions[place].1[worker.number()];
        self.log.emit(Event::Haggled { payer, owner, worker, price, amount, agreed });
        if agreed {
            self.pay(Party::Seat(payer), Party::Seat(owner), amount, PayFor::Haggled);
            self.see();
            self.after_part();
        } else {
            self.public().haggled = true;
            self.ask_active(Phase::PayChoice);
        }
    }
}
