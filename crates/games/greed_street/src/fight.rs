//! Fights: Weapons, rolls, ties, loot (GS-48 to GS-56, GS-82 to GS-84).

use ludometer_model::{EventSink, Seat};

use super::event::{CardFor, DrawFor, Event, Holder, Party, PayFor, RollFor, Spot, WorkerFor};
use super::phase::{Phase, Window};
use super::rules::Engine;

impl<L: EventSink<Event>> Engine<'_, L> {
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
