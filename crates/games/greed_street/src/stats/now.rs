//! The play in progress, as its events tell it.

use ludometer_model::small_table::BySeat;
use ludometer_model::{Pile, Seat, SeatSet};

use super::super::action::Action;
use super::super::cards::{KINDS, Kind};
use super::super::event::{CardFor, DrawFor, Event, Holder, Loot, Party, PayFor, Spot, WorkerFor};
use super::super::names::{MAX_WORKERS, Roster};
use super::counts::{COUNTS, Count, Own, PER_SEAT, RATIOS};

/// A fight whose Weapons are still on the table.
#[derive(Clone, Copy, Debug)]
struct Fight {
    instigator: Seat,
    defender: Seat,
    /// The change for both, in dollars.
    change: [i64; 2],
}

/// Counts of one play.
#[derive(Clone, Debug)]
pub(super) struct Now {
    pub(super) counts: [i64; COUNTS],
    pub(super) per_seat: BySeat<[u64; PER_SEAT.len()]>,
    /// Recruits, payments, dollars, changes of each Worker.
    pub(super) workers: [[u64; 4]; MAX_WORKERS],
    pub(super) owners: [Option<Seat>; MAX_WORKERS],
    pub(super) roster: Roster,
    /// The seat that moved first.
    pub(super) first: Seat,
    /// The seats in the order in which they arrived.
    pub(super) arrivals: Pile<Place, 8>,
    /// The seats that led when the first piece arrived.
    pub(super) leaders: SeatSet,
    seats: usize,
    turn: u32,
    /// The seat that leads alone, once one has.
    leader: Option<Seat>,
    values: [i64; KINDS],
    money: BySeat<i64>,
    /// Money, cards and Workers of each seat.
    totals: BySeat<i64>,
    /// The Worker of the landing in hand.
    worker: usize,
    fight: Option<Fight>,
    /// Choices between fighting and not.
    fight_chances: u64,
    /// Fights with a winner and those that the instigator won: after a payment, over a square.
    decided: [[u64; 2]; 2],
    rounds: u64,
    proximity: bool,
    /// Dollars won and lost in fights by instigators and defenders.
    stakes: [[u64; 2]; 2],
}

/// A seat, for lists that need a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(Seat);

impl Default for Place {
    fn default() -> Self {
        Self(Seat::new(0))
    }
}

impl std::ops::Deref for Place {
    type Target = Seat;
    fn deref(&self) -> &Seat {
        &self.0
    }
}

impl Default for Now {
    fn default() -> Self {
        Self {
            counts: [0; COUNTS],
            per_seat: BySeat::all([0; PER_SEAT.len()]),
            workers: [[0; 4]; MAX_WORKERS],
            owners: [None; MAX_WORKERS],
            roster: Roster::default(),
            first: Seat::new(0),
            arrivals: Pile::new(),
            leaders: SeatSet::EMPTY,
            seats: 0,
            turn: 0,
            leader: None,
            values: [0; KINDS],
            money: BySeat::all(0),
            totals: BySeat::all(0),
            worker: 0,
            fight: None,
            fight_chances: 0,
            decided: [[0; 2]; 2],
            rounds: 0,
            proximity: false,
            stakes: [[0; 2]; 2],
        }
    }
}

impl Now {
    #[inline]
    fn count(&mut self, count: Count, by: i64) {
        self.counts[count as usize] += by;
    }

    #[inline]
    fn own(&mut self, seat: Seat, own: Own, by: i64) {
        self.per_seat[seat][own as usize] += by.unsigned_abs();
    }

    fn get(&self, count: Count) -> u64 {
        self.counts[count as usize].unsigned_abs()
    }

    /// Returns the ratios of this play, part and whole.
    pub(super) fn ratios(&self) -> [[u64; 2]; RATIOS] {
        let fights = self.get(Count::Fights);
        let all = fights + self.get(Count::ProximityFights);
        let [[paid, paid_won], [near, near_won]] = self.decided;
        [
            [fights, self.fight_chances],
            [paid_won, paid],
            [near_won, near],
            [self.rounds, all],
            [self.stakes[0][0], all],
            [self.stakes[0][1], all],
            [self.stakes[1][0], all],
            [self.stakes[1][1], all],
            [self.get(Count::Recruits), self.get(Count::RecruitRolls)],
            [self.get(Count::Trades), self.get(Count::Offers)],
            [self.get(Count::BrokeTurns), u64::from(self.turn)],
        ]
    }

    /// Counts a decision.
    #[inline]
    pub(super) fn step(&mut self, action: Action) {
        if matches!(action, Action::Fight | Action::EndTurn) {
            self.fight_chances += 1;
        }
    }

    /// Closes the account of the last fight.
    pub(super) fn end_fight(&mut self) {
        if let Some(fight) = self.fight.take() {
            for (stake, change) in self.stakes.iter_mut().zip(fight.change) {
                stake[usize::from(change < 0)] += change.unsigned_abs();
            }
        }
    }

    /// Changes a seat's total, and the account of a fight that it is in.
    fn change(&mut self, seat: Seat, by: i64, in_fight: bool) {
        self.totals[seat] += by;
        if let Some(fight) = &mut self.fight
            && in_fight
        {
            fight.change[usize::from(seat != fight.instigator)] += by;
        }
    }

    fn best(&self) -> i64 {
        self.totals.first(self.seats).iter().copied().max().unwrap_or(0)
    }

    fn leaders(&self) -> SeatSet {
        let best = self.best();
        Seat::all(self.seats).filter(|&seat| self.totals[seat] == best).collect()
    }

    fn begin_turn(&mut self, turn: u32, seat: Seat) {
        self.end_fight();
        self.turn = turn;
        if self.money[seat] == 0 {
            self.count(Count::BrokeTurns, 1);
        }
        let leaders = self.leaders();
        if !leaders.has_several() {
            let leader = leaders.iter().next();
            if self.leader.is_some() && self.leader != leader {
                self.count(Count::LeaderChanges, 1);
            }
            self.leader = leader;
        }
    }

    fn paid(&mut self, from: Party, to: Party, amount: i64, reason: PayFor) {
        let in_fight = reason == PayFor::Penalty;
        if let Party::Seat(seat) = from {
            self.money[seat] -= amount;
            self.change(seat, -amount, in_fight);
        }
        if let Party::Seat(seat) = to {
            self.money[seat] += amount;
            self.change(seat, amount, in_fight);
        }
        match reason {
            PayFor::Price => self.rent(Count::PaymentsFull, from, to, amount),
            PayFor::Unasked => self.rent(Count::PaymentsUnasked, from, to, amount),
            PayFor::Short => self.rent(Count::PaymentsShort, from, to, amount),
            PayFor::Haggled => self.rent(Count::PaymentsHaggled, from, to, amount),
            PayFor::Square => {
                if from == Party::Bank {
                    self.count(Count::SquareGainDollars, amount);
                } else if to == Party::Bank {
                    self.count(Count::SquareLossDollars, amount);
                }
            }
            PayFor::Trade => self.count(Count::TradeDollars, amount),
            PayFor::Theft => self.count(Count::TheftDollars, amount),
            PayFor::Recruit | PayFor::Bribe | PayFor::Penalty => {}
        }
    }

    fn rent(&mut self, kind: Count, from: Party, to: Party, amount: i64) {
        self.count(Count::Payments, 1);
        self.count(kind, 1);
        self.count(Count::RentDollars, amount);
        let worker = &mut self.workers[self.worker];
        worker[1] += 1;
        worker[2] += amount.unsigned_abs();
        if let (Party::Seat(payer), Party::Seat(owner)) = (from, to) {
            self.own(payer, Own::Paid, amount);
            self.own(owner, Own::Received, amount);
            if self.arrivals.iter().any(|place| **place == owner) {
                self.count(Count::RentRetiredDollars, amount);
            }
        }
    }

    fn worker_moved(&mut self, worker: usize, from: Holder, to: Holder, price: i64, reason: WorkerFor) {
        let in_fight = reason == WorkerFor::Fight;
        if let Holder::Seat(seat) = from {
            self.change(seat, -price, in_fight);
            self.own(seat, Own::Lost, 1);
        }
        self.owners[worker] = None;
        if let Holder::Seat(seat) = to {
            self.change(seat, price, in_fight);
            self.owners[worker] = Some(seat);
        }
        if let (Holder::Seat(_), Holder::Seat(seat)) = (from, to) {
            self.own(seat, Own::Won, 1);
            self.count(Count::WorkerChanges, 1);
            self.workers[worker][3] += 1;
        }
        match (reason, to) {
            (WorkerFor::Recruit, Holder::Seat(seat)) => {
                self.count(Count::Recruits, 1);
                self.count(Count::OpenWorkers, -1);
                self.workers[worker][0] += 1;
                self.own(seat, Own::Recruited, 1);
            }
            (WorkerFor::Recruit, Holder::Open) => {}
            (WorkerFor::Square, _) => {
                self.count(Count::SquareWorkers, 1);
                self.count(Count::OpenWorkers, 1);
            }
            (WorkerFor::Fight, _) => self.count(Count::FightWorkers, 1),
            (WorkerFor::Theft, _) => self.count(Count::TheftWorkers, 1),
        }
    }

    fn card_moved(&mut self, card: Kind, from: Spot, to: Spot, reason: CardFor) {
        let value = self.values[card.index()];
        let used = reason == CardFor::Used;
        match (from, to) {
            (Spot::Hand(seat) | Spot::Table(seat), Spot::DeckBottom) => self.change(seat, -value, used),
            (Spot::Hand(from), Spot::Hand(to)) => {
                self.change(from, -value, false);
                self.change(to, value, false);
            }
            // Bling back to its owner, who never stopped owning it.
            (Spot::Table(_) | Spot::DeckBottom, _) | (Spot::Hand(_), Spot::Table(_)) => {}
        }
        match reason {
            CardFor::Wild if card == Kind::DONUTS => self.count(Count::Donuts, 1),
            CardFor::Wild => self.count(Count::FreePasses, 1),
            CardFor::Theft => self.count(Count::TheftCards, 1),
            CardFor::Square | CardFor::Trade | CardFor::Used => {}
        }
    }

    /// Counts an event.
    #[inline]
    pub(super) fn event(&mut self, event: &Event) {
        match *event {
            Event::Setup { workers, card_values, money, seats } => {
                self.roster = workers;
                self.values = card_values.map(i64::from);
                self.seats = usize::from(seats);
                self.money = BySeat::all(money);
                self.totals = BySeat::all(money);
                self.counts[Count::OpenWorkers as usize] = workers.names().len() as i64;
            }
            Event::Draw { seat, card, reason, .. } => {
                self.change(seat, self.values[card.index()], false);
                let (count, own) = match reason {
                    DrawFor::Doubles => (Count::DrawsDoubles, Own::DrawnDoubles),
                    DrawFor::RetiredDoubles => (Count::DrawsRetired, Own::DrawnDoubles),
                    DrawFor::Square => (Count::DrawsSquares, Own::DrawnSquares),
                };
                self.count(count, 1);
                self.own(seat, own, 1);
            }
            Event::NoCard { .. } => self.count(Count::DrawsEmpty, 1),
            Event::FirstPlayer { seat } => self.first = seat,
            Event::Turn { turn, seat } => self.begin_turn(turn, seat),
            Event::Skip { .. } => self.count(Count::SkippedTurns, 1),
            Event::Retire { seat, .. } => {
                if self.arrivals.is_empty() {
                    self.leaders = self.leaders();
                }
                self.arrivals.push(Place(seat));
                self.own(seat, Own::ArrivalTurns, i64::from(self.turn));
            }
            Event::Pay { from, to, amount, reason } => self.paid(from, to, amount, reason),
            Event::Forgiven { from, amount, reason, .. } => {
                if reason == PayFor::Short {
                    self.count(Count::Stiffs, 1);
                    self.count(Count::StiffedDollars, amount);
                    self.own(from, Own::Stiffed, amount);
                } else {
                    self.count(Count::ForgivenDollars, amount);
                }
            }
            Event::MoveCard { card, from, to, reason } => self.card_moved(card, from, to, reason),
            Event::Recruit { .. } => self.count(Count::RecruitRolls, 1),
            Event::MoveWorker { worker, from, to, price, reason } => {
                self.worker_moved(worker.number(), from, to, price, reason);
            }
            Event::Claim { worker, late, .. } => {
                self.worker = worker.number();
                self.count(Count::LateClaims, i64::from(late));
            }
            Event::Unnoticed { worker, .. } => self.worker = worker.number(),
            Event::Missed { owner, lander, price, .. } => {
                let amount = price.min(self.money[lander]);
                self.count(Count::MissedClaims, 1);
                self.count(Count::MissedDollars, amount);
                self.own(owner, Own::Missed, amount);
            }
            Event::Bribe { accepted, .. } => {
                self.count(Count::BribesOffered, 1);
                self.count(Count::BribesTaken, i64::from(accepted));
            }
            Event::Haggled { price, amount, agreed, .. } => {
                self.count(Count::Haggles, 1);
                self.count(Count::HagglesAgreed, i64::from(agreed));
                self.count(Count::HaggledOffDollars, if agreed { price - amount } else { 0 });
            }
            Event::FightStart { instigator, defender, worker } => {
                self.proximity = worker.is_none();
                self.count(if self.proximity { Count::ProximityFights } else { Count::Fights }, 1);
                self.own(instigator, Own::FightsStarted, 1);
                self.fight = Some(Fight { instigator, defender, change: [0; 2] });
            }
            Event::Compare { .. } => self.rounds += 1,
            Event::FightEnd { winner: Some(winner), instigator, .. } => {
                let attacker = winner == instigator;
                debug_assert!(attacker || self.fight.is_some_and(|fight| fight.defender == winner));
                let decided = &mut self.decided[usize::from(self.proximity)];
                decided[0] += 1;
                decided[1] += u64::from(attacker);
                self.own(winner, Own::FightsWon, 1);
            }
            Event::Offer { .. } => self.count(Count::Offers, 1),
            Event::Counter { .. } => self.count(Count::Counters, 1),
            Event::Trade { agreed, .. } => self.count(Count::Trades, i64::from(agreed)),
            Event::Theft { what: Loot::Worker | Loot::ScoreCard | Loot::Cash, noticed, .. } => {
                self.count(Count::Thefts, 1);
                self.count(Count::TheftsNoticed, i64::from(noticed));
            }
            Event::Total { seat, money, cards, workers } => {
                debug_assert_eq!(self.totals[seat], money + cards + workers, "the running total of {seat}");
                self.count(Count::ScoreMoney, money);
                self.count(Count::ScoreCards, cards);
                self.count(Count::ScoreWorkers, workers);
                self.own(seat, Own::Money, money);
                self.own(seat, Own::Cards, cards);
                self.own(seat, Own::Workers, workers);
            }
            Event::Roll { .. }
            | Event::SkipMark { .. }
            | Event::MovePiece { .. }
            | Event::NotObeyed { .. }
            | Event::Land { .. }
            | Event::Place { .. }
            | Event::Reveal { .. }
            | Event::Face { .. }
            | Event::FightEnd { winner: None, .. }
            | Event::Unfinished { .. } => {}
        }
    }
}
