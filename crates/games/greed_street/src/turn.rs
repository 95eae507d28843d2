//! A turn: its begin and end, theft, moves, landing, Action squares and recruiting; debts on another's Worker
//! (GS-46, GS-65 to GS-75); fights (GS-48 to GS-56, GS-82 to GS-84).

use super::action::Fraction;
use super::board::{Act, Square};
use super::cards::{Counts, Kind};
use super::event::{CardFor, DrawFor, Event, Holder, Loot, Party, PayFor, RollFor, Spot, WorkerFor};
use super::rules::Engine;
use super::state::{Phase, State, Window};
use ludometer_model::{EventSink, Seat};

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Asks the active seat the first thing in its turn.
    pub(super) fn start_turn(&mut self) {
        let public = self.public();
        public.thefts = 0;
        public.moves = 0;
        if self.params.thefts > 0 {
            self.ask_active(Phase::TheftTarget);
        } else {
            self.open(Window::TurnStart);
        }
    }

    /// Goes on with the next seat that doesn't skip its turn.
    pub(super) fn end_turn(&mut self) {
        let seats = self.seats();
        loop {
            if self.state.public.turn >= self.params.max_turns {
                self.log.emit(Event::Unfinished { turns: self.state.public.turn });
                self.end();
                return;
            }
            let public = self.public();
            public.turn += 1;
            public.active = public.active.next(seats);
            let (turn, seat) = (public.turn, public.active);
            let skipped = public.skip.contains(seat);
            public.skip.remove(seat);
            self.log.emit(Event::Turn { turn, seat });
            if !skipped {
                break;
            }
            self.log.emit(Event::Skip { seat });
        }
        self.start_turn();
    }

    /// Carries out a theft, noticed or not (GS-77).
    pub(super) fn steal(&mut self, what: Loot, worker: usize) {
        let (thief, victim) = (self.state.public.active, self.state.public.victim);
        let noticed = self.rng.chance(self.params.theft_notice[victim]);
        self.log.emit(Event::Theft { thief, victim, what, noticed });
        if !noticed {
            match what {
                Loot::Worker => {
                    self.move_worker(worker, Holder::Seat(victim), Holder::Seat(thief), WorkerFor::Theft);
                }
                Loot::ScoreCard => {
                    let nth = self.rng.below(u32::from(self.state.public.hand[victim]));
                    let card = self.state.hands[victim].nth(nth);
                    self.hand_over(victim, thief, card, CardFor::Theft);
                }
                Loot::Cash => {
                    let amount = self.params.theft_cash.min(self.state.public.money[victim]);
                    self.pay(Party::Seat(victim), Party::Seat(thief), amount, PayFor::Theft);
                }
            }
        }
        self.public().thefts += 1;
        if self.state.public.thefts < self.params.thefts {
            self.public().phase = Phase::TheftTarget;
        } else {
            self.open(Window::TurnStart);
        }
    }

    /// Returns the square on which a piece ends its move of this many squares (GS-12, R3).
    fn ahead(&self, from: u8, steps: u8) -> u8 {
        let finish = i32::from(self.params.finish());
        let to = i32::from(from) + i32::from(steps);
        let over = to - finish;
        if over <= 0 {
            to as u8
        } else if self.params.exact {
            (finish - over).max(0) as u8
        } else {
            finish as u8
        }
    }

    fn move_piece(&mut self, to: u8) {
        let public = self.public();
        let seat = public.active;
        let from = std::mem::replace(&mut public.position[seat], to);
        self.log.emit(Event::MovePiece { seat, from, to });
    }

    /// Carries out the roll that moves the piece.
    pub(super) fn move_roll(&mut self) {
        let seat = self.state.public.active;
        let steps = self.roll(seat, RollFor::Move);
        self.move_piece(self.ahead(self.state.public.position[seat], steps));
        self.land();
    }

    /// Carries out the roll of a direction square (GS-33).
    pub(super) fn direction_roll(&mut self) {
        let seat = self.state.public.active;
        let steps = self.roll(seat, RollFor::Direction);
        let from = self.state.public.position[seat];
        let forward =
            matches!(self.params.squares[usize::from(from) - 1], Square::Action { act: Act::Forward, .. });
        let to = if forward { self.ahead(from, steps) } else { from.saturating_sub(steps) };
        self.move_piece(to);
        self.public().moves += 1;
        let obeyed = self.params.after_direction && self.state.public.moves < self.params.chain_max;
        if obeyed {
            self.land();
        } else if to == self.params.finish() {
            self.retire(false);
        } else {
            self.log.emit(Event::NotObeyed { seat, position: to });
            self.end_turn();
        }
    }

    /// Returns true if another piece stands where the active one does.
    fn has_company(&self) -> bool {
        let public = &self.state.public;
        let here = public.position[public.active];
        public.active.others(self.seats()).any(|other| public.position[other] == here)
    }

    /// Goes on where the piece has come to its square.
    fn land(&mut self) {
        let seat = self.state.public.active;
        let position = self.state.public.position[seat];
        if position == 0 {
            self.end_turn();
        } else if position == self.params.finish() {
            self.retire(true);
        } else {
            self.log.emit(Event::Land { seat, position });
            if self.params.proximity && self.has_company() {
                self.ask_active(Phase::ProximityChoice);
            } else {
                self.square();
            }
        }
    }

    /// Goes on where the piece has come to Finish (GS-59). `landed`: it may fight there.
    fn retire(&mut self, landed: bool) {
        let seats = self.seats();
        let public = self.public();
        let seat = public.active;
        public.retired.insert(seat);
        let arrival = public.retired.len();
        self.log.emit(Event::Retire { seat, arrival: arrival as u8 });
        if arrival as usize == seats {
            self.end();
        } else if landed && self.params.proximity && self.params.proximity_finish && self.has_company() {
            self.ask_active(Phase::ProximityChoice);
        } else {
            self.end_turn();
        }
    }

    /// Goes on without a fight over the square.
    pub(super) fn ignore(&mut self) {
        if self.state.public.is_retired(self.state.public.active) {
            self.end_turn();
        } else {
            self.square();
        }
    }

    /// Carries out the square's rule.
    fn square(&mut self) {
        let seat = self.state.public.active;
        match self.params.squares[usize::from(self.state.public.position[seat]) - 1] {
            Square::Score => {
                self.draw(seat, DrawFor::Square);
                self.end_turn();
            }
            Square::Worker(worker) => {
                let public = self.public();
                public.worker = worker;
                public.haggled = false;
                match public.owner(usize::from(worker)) {
                    None => self.open(Window::BeforeRecruit),
                    Some(owner) if owner == seat => self.end_turn(),
                    Some(owner) => self.claim_check(owner),
                }
            }
            Square::Action { cop: true, .. } => self.open(Window::BeforeCop),
            Square::Action { cop: false, .. } => self.action_effect(),
        }
    }

    /// Carries out what an Action square orders (GS-30 to GS-35).
    pub(super) fn action_effect(&mut self) {
        let seat = self.state.public.active;
        let me = Party::Seat(seat);
        let workers = i64::from(self.state.public.owned[seat].len());
        let square = self.params.squares[usize::from(self.state.public.position[seat]) - 1];
        let Square::Action { act, .. } = square else { unreachable!("only Action squares order something") };
        match act {
            Act::Pay(amount) => self.pay_up_to(seat, Party::Bank, amount, PayFor::Square),
            Act::Gain(amount) => self.pay(Party::Bank, me, amount, PayFor::Square),
            Act::Forward | Act::Back => return self.ask_active(Phase::ActionEffect),
            Act::LoseWorker if workers == 0 => {}
            Act::LoseWorker if self.params.random_loss => {
                let nth = self.rng.index(workers as usize);
                let mut owned = self.state.public.owned[seat].iter();
                let worker = owned.nth(nth).expect("nth is below the number of Workers owned");
                return self.lose_worker(worker);
            }
            Act::LoseWorker => return self.ask_active(Phase::LoseWorkerChoice),
            Act::LoseScore if self.state.public.hand[seat] == 0 => {}
            Act::LoseScore => return self.ask_active(Phase::LoseScoreChoice),
            Act::SkipTurn => {
                self.public().skip.insert(seat);
                self.log.emit(Event::SkipMark { seat });
            }
            Act::CollectEach(amount) => {
                for other in seat.others(self.seats()) {
                    self.pay_up_to(other, me, amount, PayFor::Square);
                }
            }
            Act::PayEach(amount) => {
                for other in seat.others(self.seats()) {
                    self.pay_up_to(seat, Party::Seat(other), amount, PayFor::Square);
                }
            }
            Act::GainPerWorker(amount) => self.pay(Party::Bank, me, amount * workers, PayFor::Square),
            Act::PayPerWorker(amount) => self.pay_up_to(seat, Party::Bank, amount * workers, PayFor::Square),
            Act::TakeScore(cards) => {
                for _ in 0..cards {
                    self.draw(seat, DrawFor::Square);
                }
            }
            Act::Blank => {}
        }
        self.end_turn();
    }

    /// Moves a Worker back to the open area (GS-34).
    pub(super) fn lose_worker(&mut self, worker: usize) {
        let seat = self.state.public.active;
        self.move_worker(worker, Holder::Seat(seat), Holder::Open, WorkerFor::Square);
        self.end_turn();
    }

    /// Turns the face-down cards of a side up.
    fn reveal(&mut self, side: usize) -> Counts {
        let State { public, down, .. } = &mut *self.state;
        let seat = public.side(side);
        let cards = std::mem::take(&mut down[side]);
        if public.down[side] > 0 {
            public.down[side] = 0;
            for card in cards.cards() {
                public.known[seat].take_if_any(card);
                self.log.emit(Event::Reveal { seat, card });
            }
        }
        cards
    }

    /// Carries out the recruit roll (GS-38 to GS-45).
    pub(super) fn recruit_roll(&mut self) {
        let seat = self.state.public.active;
        let (dice, double) = self.dice(seat, RollFor::Recruit);
        // Turned up before the draw, so that a known card drawn now isn't taken for a placed one.
        let cards = self.reveal(0);
        if double {
            self.doubles(seat, DrawFor::Doubles);
        }
        let total = i64::from(dice) + cards.weigh(&self.params.points);
        let won = total >= self.params.recruit_min;
        let worker = usize::from(self.state.public.worker);
        self.log.emit(Event::Recruit { seat, worker: self.params.worker(worker), total, won });
        if won {
            self.move_worker(worker, Holder::Open, Holder::Seat(seat), WorkerFor::Recruit);
            if self.params.cash_bonus {
                self.pay(Party::Bank, Party::Seat(seat), self.params.prices[worker], PayFor::Recruit);
            }
        }
        for card in cards.cards() {
            let State { public, hands, .. } = &mut *self.state;
            let to = if card.is_bling() && self.params.bling_reusable {
                hands[seat].add(card);
                public.hand[seat] += 1;
                public.known[seat].add(card);
                Spot::Hand(seat)
            } else {
                public.bottom.push(card);
                Spot::DeckBottom
            };
            self.log.emit(Event::MoveCard { card, from: Spot::Table(seat), to, reason: CardFor::Used });
        }
        self.end_turn();
    }

    /// Returns the first seat after the active one whose next turn isn't skipped.
    pub(super) fn next_roller(&self) -> Seat {
        let public = &self.state.public;
        public.active.others(self.seats()).find(|&seat| !public.skip.contains(seat)).unwrap_or(public.active)
    }

    /// Returns the owner of the Worker landed on.
    fn owner(&self) -> Seat {
        let public = &self.state.public;
        public.owner(usize::from(public.worker)).expect("payments are asked only where a Worker is owned")
    }

    fn price(&self) -> i64 {
        self.params.prices[usize::from(self.state.public.worker)]
    }

    fn worker(&self) -> super::board::Worker {
        self.params.worker(usize::from(self.state.public.worker))
    }

    /// Does the owner notice (GS-65)?
    fn claim_check(&mut self, owner: Seat) {
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

    /// Begins a fight: for the Worker paid for, or over the square.
    pub(super) fn start_fight(&mut self, proximity: bool) {
        let params = self.params;
        let public = self.public();
        let number = usize::from(public.worker);
        if !proximity {
            public.fight.defender = public.owner(number).expect("a fight is for an owned Worker");
        }
        public.fight.proximity = proximity;
        public.fight.round = 1;
        public.fight.dice = [0; 2];
        public.fight.defending = false;
        let (instigator, defender) = (public.active, public.fight.defender);
        let worker = (!proximity).then(|| params.worker(number));
        self.log.emit(Event::FightStart { instigator, defender, worker });
        self.open(Window::BeforeFight);
    }

    /// Carries out a fighter's roll.
    pub(super) fn fight_roll(&mut self) {
        let side = self.state.public.acting();
        let seat = self.state.public.side(side);
        let (dice, double) = self.dice(seat, RollFor::Fight);
        self.public().fight.dice[side] = dice;
        if !self.params.reveal_both {
            self.turn_up(side);
        } else if side == 1 {
            self.turn_up(0);
            self.turn_up(1);
        }
        if double {
            self.doubles(seat, DrawFor::Doubles);
        }
        if side == 0 {
            self.public().fight.defending = true;
            if self.state.public.fight.round == 1 {
                self.open(Window::BeforeFight);
            } else {
                self.ask(self.state.public.fight.defender, Phase::WeaponCards);
            }
        } else {
            self.compare();
        }
    }

    fn turn_up(&mut self, side: usize) {
        let cards = self.reveal(side);
        for card in cards.cards() {
            self.public().fight.up[side].push(card);
        }
    }

    fn fight_total(&self, side: usize) -> i64 {
        let fight = &self.state.public.fight;
        let points: i64 = fight.up[side].iter().map(|card| self.params.points[card.index()]).sum();
        i64::from(fight.dice[side]) + points
    }

    fn compare(&mut self) {
        let (instigator, defender) = (self.fight_total(0), self.fight_total(1));
        let public = &self.state.public;
        let round = public.fight.round;
        self.log.emit(Event::Compare { round, instigator, defender });
        let (attacker, attacked) = (public.active, public.fight.defender);
        let proximity = public.fight.proximity;
        let number = usize::from(public.worker);
        let worker = (!proximity).then(|| self.params.worker(number));
        if instigator == defender {
            if round >= self.params.max_rounds {
                self.log.emit(Event::FightEnd { winner: None, instigator: attacker, worker });
                self.fight_end();
            } else {
                let fight = &mut self.public().fight;
                fight.round += 1;
                fight.dice = [0; 2];
                fight.defending = false;
                self.ask_active(Phase::WeaponCards);
            }
            return;
        }
        let attack_won = instigator > defender;
        let (winner, loser) = if attack_won { (attacker, attacked) } else { (attacked, attacker) };
        self.log.emit(Event::FightEnd { winner: Some(winner), instigator: attacker, worker });
        if attack_won && !proximity {
            self.move_worker(number, Holder::Seat(loser), Holder::Seat(winner), WorkerFor::Fight);
            self.fight_end();
        } else if !self.state.public.owned[loser].is_empty() {
            self.ask(winner, Phase::LootChoice);
        } else {
            if !proximity && self.params.pay_again {
                self.pay_up_to(loser, Party::Seat(winner), self.params.prices[number], PayFor::Penalty);
            }
            self.fight_end();
        }
    }

    /// Lets the winner take one of the loser's Workers (GS-53, GS-84).
    pub(super) fn loot(&mut self, worker: usize) {
        let (winner, loser) = self.looted();
        self.move_worker(worker, Holder::Seat(loser), Holder::Seat(winner), WorkerFor::Fight);
        self.fight_end();
    }

    /// Returns winner and loser of a fight that loot is taken after.
    fn looted(&self) -> (Seat, Seat) {
        let public = &self.state.public;
        let winner = public.mover;
        let loser = if winner == public.active { public.fight.defender } else { public.active };
        (winner, loser)
    }

    /// Weapons go under the deck (GS-51), the turn is over.
    fn fight_end(&mut self) {
        for side in 0..2 {
            let public = &mut self.state.public;
            let seat = public.side(side);
            for &card in public.fight.up[side].iter() {
                public.bottom.push(card);
                let (from, to) = (Spot::Table(seat), Spot::DeckBottom);
                self.log.emit(Event::MoveCard { card, from, to, reason: CardFor::Used });
            }
            public.fight.up[side].clear();
        }
        let fight = &mut self.public().fight;
        fight.round = 0;
        fight.dice = [0; 2];
        fight.defending = false;
        self.end_turn();
    }
}
