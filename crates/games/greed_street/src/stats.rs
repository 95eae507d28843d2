//! Figures that the designer of this game asks for (spec 14), counted from events and choices alone.

use serde::{Deserialize, Serialize};

use super::GreedStreet;
use super::action::Action;
use super::board::{MAX_WORKERS, Roster};
use super::cards::{KINDS, Kind};
use super::event::{CardFor, DrawFor, Event, Holder, Loot, Party, PayFor, Spot, WorkerFor};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Pile, SHARE_UNITS, Seat, SeatSet};
use ludometer_stats::{
    Bounded, Cell, EstimateKind, GameEnd, Mean, Member, Merge, Metric, Observer, Ratio, Report, Row, Share,
    Statistic, Step, Table, TallyLayout, figure_enum,
};

/// Sums for one Worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct WorkerTally {
    /// Times she was recruited.
    recruits: u64,
    /// Payments for her, and their dollars.
    payments: u64,
    dollars: u64,
    /// Times she went from one seat to another.
    changes: u64,
    /// Plays at whose end she was open.
    open: Share,
    /// The win share of the seat that owned her at the end, over the finished plays in which one did.
    owner: Ratio,
}

/// The game's own statistics over many plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tally {
    seats: usize,
    /// Plays counted.
    plays: u64,
    /// Per play: one mean for each [`Count`](Count).
    means: Vec<Mean>,
    /// One ratio for each [`Rate`](Rate).
    ratios: Vec<Ratio>,
    /// Win share of the seat that moved first, second, ... Unfinished plays have no winner and say nothing
    /// here (spec 10), nor in the following two.
    order: Vec<Ratio>,
    /// Win share of the piece that arrived first, second, ...
    arrival: Vec<Ratio>,
    /// Finished plays in which no winner led when the first piece arrived.
    upset: Share,
    /// Sums for each seat: [`PER_SEAT`] of them.
    per_seat: Vec<u64>,
    /// Plays in which each seat arrived.
    arrived: Vec<u64>,
    /// Ids of the Workers, once a play has reported them.
    names: Vec<String>,
    /// One for each Worker.
    workers: Vec<WorkerTally>,
    /// The play in progress.
    #[serde(skip)]
    now: Now,
}

impl Merge for Tally {
    fn merge(&mut self, other: Self) {
        let Self {
            seats: _,
            plays,
            means,
            ratios,
            order,
            arrival,
            upset,
            per_seat,
            arrived,
            names,
            workers,
            now: _,
        } = other;
        self.plays += plays;
        self.means.merge(means);
        self.ratios.merge(ratios);
        self.order.merge(order);
        self.arrival.merge(arrival);
        self.upset.merge(upset);
        self.per_seat.merge(per_seat);
        self.arrived.merge(arrived);
        self.workers.merge(workers);
        if self.names.is_empty() {
            self.names = names;
        }
    }
}

impl Observer<GreedStreet> for Tally {
    #[inline]
    fn start(&mut self) {
        self.now = Now::default();
    }

    #[inline]
    fn step(&mut self, step: &Step<GreedStreet>) {
        self.now.step(step.action);
    }

    #[inline]
    fn event(&mut self, event: &Event) {
        self.now.event(event);
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let now = &mut self.now;
        now.end_fight();
        let outcome = finish.outcome;
        let units = outcome.win_units();
        self.plays += 1;
        for (mean, count) in self.means.iter_mut().zip(now.counts) {
            mean.add(count);
        }
        for (ratio, [part, whole]) in self.ratios.iter_mut().zip(now.ratios()) {
            ratio.add(part, whole);
        }
        for place in now.arrivals.iter() {
            self.arrived[place.index()] += 1;
        }
        if !outcome.unfinished {
            for (place, ratio) in now.first.around(self.seats).zip(&mut self.order) {
                ratio.add(units[place], SHARE_UNITS);
            }
            for (place, ratio) in now.arrivals.iter().zip(&mut self.arrival) {
                ratio.add(units[*place], SHARE_UNITS);
            }
            let led = outcome.winners().any(|seat| now.leaders.contains(seat));
            self.upset.add(!led);
        }
        let sums = now.per_seat.first(self.seats).iter().flatten();
        for (sum, count) in self.per_seat.iter_mut().zip(sums) {
            *sum += count;
        }
        if self.names.is_empty() {
            self.names = now.roster.names().to_vec();
        }
        for (number, worker) in self.workers.iter_mut().enumerate().take(self.names.len()) {
            let [recruits, payments, dollars, changes] = now.workers[number];
            worker.recruits += recruits;
            worker.payments += payments;
            worker.dollars += dollars;
            worker.changes += changes;
            let owner = now.owners[number];
            worker.open.add(owner.is_none());
            if let Some(seat) = owner
                && !outcome.unfinished
            {
                worker.owner.add(units[seat], SHARE_UNITS);
            }
        }
    }
}

impl Statistic<GreedStreet> for Tally {
    fn new(counted: &TallyLayout) -> Self {
        let seats = counted.seats;
        Self {
            seats,
            plays: 0,
            means: vec![Mean::default(); COUNTS],
            ratios: vec![Ratio::default(); RATIOS],
            order: vec![Ratio::default(); seats],
            arrival: vec![Ratio::default(); seats],
            upset: Share::default(),
            per_seat: vec![0; seats * PER_SEAT.len()],
            arrived: vec![0; seats],
            names: Vec::new(),
            workers: vec![WorkerTally::default(); MAX_WORKERS],
            now: Now::default(),
        }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        report(self, out);
    }
}

figure_enum! {
    /// Counts per game. Dollars where the name says so.
    enum Count {
        /// Payments for landing on a Worker.
        Payments = "gs_payments", "per game", Mean;
        /// Of the payments, those in full.
        PaymentsFull = "gs_payments_full", "per game", Mean;
        /// Of the payments, those that were not asked for.
        PaymentsUnasked = "gs_payments_unasked", "per game", Mean;
        /// Of the payments, those with too little money.
        PaymentsShort = "gs_payments_short", "per game", Mean;
        /// Of the payments, haggled ones.
        PaymentsHaggled = "gs_payments_haggled", "per game", Mean;
        /// Dollars paid for landing on Workers.
        RentDollars = "gs_rent_dollars", "dollars per game", Mean;
        /// Of these dollars, those to retired owners.
        RentRetiredDollars = "gs_rent_retired_dollars", "dollars per game", Mean;
        /// Free passes used.
        FreePasses = "gs_free_passes", "per game", Mean;
        /// Donuts used.
        Donuts = "gs_donuts", "per game", Mean;
        /// Fights.
        Fights = "gs_fights", "per game", Mean;
        /// Fights that were begun by proximity.
        ProximityFights = "gs_proximity_fights", "per game", Mean;
        /// Payments that were refused or could not be made.
        Stiffs = "gs_stiffs", "per game", Mean;
        /// The dollars of these payments.
        StiffedDollars = "gs_stiffed_dollars", "dollars per game", Mean;
        /// Dollars that owners let go.
        ForgivenDollars = "gs_forgiven_dollars", "dollars per game", Mean;
        /// Turns begun without money.
        BrokeTurns = "gs_broke_turns", "per game", Mean;
        /// Turns skipped.
        SkippedTurns = "gs_skipped_turns", "per game", Mean;
        /// Payments that an owner did not notice.
        MissedClaims = "gs_missed_claims", "per game", Mean;
        /// What owners who missed a claim would have got: the price, or all that the lander had.
        MissedDollars = "gs_missed_dollars", "dollars per game", Mean;
        /// Claims made late.
        LateClaims = "gs_late_claims", "per game", Mean;
        /// Bribes offered.
        BribesOffered = "gs_bribes_offered", "per game", Mean;
        /// Bribes taken.
        BribesTaken = "gs_bribes_taken", "per game", Mean;
        /// Rolls to recruit.
        RecruitRolls = "gs_recruit_rolls", "per game", Mean;
        /// Rolls to recruit that succeeded.
        Recruits = "gs_recruits", "per game", Mean;
        /// Workers without an owner at the end.
        OpenWorkers = "gs_open_workers", "per game", Mean;
        /// Workers won in fights.
        FightWorkers = "gs_fight_workers", "per game", Mean;
        /// Workers lost on squares.
        SquareWorkers = "gs_square_workers", "per game", Mean;
        /// Workers that went from one seat to another: in fights and by theft.
        WorkerChanges = "gs_worker_changes", "per game", Mean;
        /// Score cards drawn for doubles.
        DrawsDoubles = "gs_draws_doubles", "per game", Mean;
        /// Score cards drawn while retired.
        DrawsRetired = "gs_draws_retired", "per game", Mean;
        /// Score cards drawn on squares.
        DrawsSquares = "gs_draws_squares", "per game", Mean;
        /// Draws from an empty stock.
        DrawsEmpty = "gs_draws_empty", "per game", Mean;
        /// Offers of trade.
        Offers = "gs_offers", "per game", Mean;
        /// Counter-offers.
        Counters = "gs_counters", "per game", Mean;
        /// Trades made.
        Trades = "gs_trades", "per game", Mean;
        /// Dollars of trades.
        TradeDollars = "gs_trade_dollars", "dollars per game", Mean;
        /// Haggles.
        Haggles = "gs_haggles", "per game", Mean;
        /// Haggles that were agreed on.
        HagglesAgreed = "gs_haggles_agreed", "per game", Mean;
        /// Dollars taken off by haggles.
        HaggledOffDollars = "gs_haggled_off_dollars", "dollars per game", Mean;
        /// Thefts.
        Thefts = "gs_thefts", "per game", Mean;
        /// Thefts that were noticed.
        TheftsNoticed = "gs_thefts_noticed", "per game", Mean;
        /// Workers taken by theft.
        TheftWorkers = "gs_theft_workers", "per game", Mean;
        /// Cards taken by theft.
        TheftCards = "gs_theft_cards", "per game", Mean;
        /// Dollars taken by theft.
        TheftDollars = "gs_theft_dollars", "dollars per game", Mean;
        /// Dollars won on squares.
        SquareGainDollars = "gs_square_gain_dollars", "dollars per game", Mean;
        /// Dollars lost on squares.
        SquareLossDollars = "gs_square_loss_dollars", "dollars per game", Mean;
        /// Changes of the richest seat.
        LeaderChanges = "gs_leader_changes", "per game", Mean;
        /// Money in final scores.
        ScoreMoney = "gs_score_money", "dollars per seat", Mean;
        /// Cards in final scores.
        ScoreCards = "gs_score_cards", "dollars per seat", Mean;
        /// Workers in final scores.
        ScoreWorkers = "gs_score_workers", "dollars per seat", Mean;
    }
}

/// The number of counts.
const COUNTS: usize = Count::FIGURES.len();

/// The first of the counts that are reported per seat, not per game: where scores come from.
const FIRST_PER_SEAT: usize = Count::ScoreMoney as usize;

figure_enum! {
    /// Ratios of two counts of a game.
    enum Rate {
        /// Fights begun by those who had paid and could choose / such choices.
        FightsBegun = "gs_fight_rate", "share of choices", Share;
        /// Fights that the attacker won / fights.
        InstigatorWins = "gs_instigator_win_rate", "share of fights", Share;
        /// Fights by proximity that the attacker won / fights by proximity.
        ProximityWins = "gs_proximity_win_rate", "share of fights", Share;
        /// Rounds of a fight.
        FightRounds = "gs_fight_rounds", "rounds", Ratio;
        /// What a fight wins the attacker: Workers, Weapons, penalties.
        InstigatorGain = "gs_instigator_gain", "dollars", Ratio;
        /// What a fight costs the attacker.
        InstigatorLoss = "gs_instigator_loss", "dollars", Ratio;
        /// What a fight wins the defender.
        DefenderGain = "gs_defender_gain", "dollars", Ratio;
        /// What a fight costs the defender.
        DefenderLoss = "gs_defender_loss", "dollars", Ratio;
        /// Rolls to recruit that succeeded / rolls.
        Recruited = "gs_recruit_rate", "share of rolls", Share;
        /// Offers that led to a trade / offers.
        Traded = "gs_trade_rate", "share of offers", Share;
        /// Turns begun without money / turns.
        BrokeTurns = "gs_broke_rate", "share of turns", Share;
    }
}

/// The number of ratios.
const RATIOS: usize = Rate::FIGURES.len();

figure_enum! {
    /// Win rates.
    enum Wins {
        /// Games in which no winner led when the first piece arrived / games.
        Upset = "gs_upset_rate", "share of games", Share;
        /// Win rate of the seat that moved first, second, and so on.
        Order = "gs_order_*_win_rate", "share of games", Share;
        /// Win rate of the piece that arrived first, second, and so on.
        Arrival = "gs_arrival_*_win_rate", "share of games", Share;
    }
}

/// Columns of the table of seats with their names.
macro_rules! columns {
    ($($(#[$doc:meta])* $Column:ident $name:literal,)*) => {
        /// Counts for each seat. Workers recruited and won less those lost are those owned at the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Own { $($(#[$doc])* $Column,)* }

        /// The columns' names, in the order of [`Own`].
        pub(super) const PER_SEAT: [&str; [$($name),*].len()] = [$($name),*];
    };
}

columns! {
    /// The turn of its arrival: the mean of the games in which it arrived.
    ArrivalTurns "arrival_turn",
    Recruited "recruited",
    /// Workers won in fights and by theft.
    Won "workers_won",
    /// Workers lost on squares, in fights and by theft.
    Lost "workers_lost",
    Paid "paid_dollars",
    Received "received_dollars",
    Missed "missed_dollars",
    Stiffed "stiffed_dollars",
    FightsStarted "fights_started",
    FightsWon "fights_won",
    DrawnDoubles "drawn_doubles",
    DrawnSquares "drawn_squares",
    Money "score_money",
    Cards "score_cards",
    Workers "score_workers",
}

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
struct Now {
    counts: [i64; COUNTS],
    per_seat: BySeat<[u64; PER_SEAT.len()]>,
    /// Recruits, payments, dollars, changes of each Worker.
    workers: [[u64; 4]; MAX_WORKERS],
    owners: [Option<Seat>; MAX_WORKERS],
    roster: Roster,
    /// The seat that moved first.
    first: Seat,
    /// The seats in the order in which they arrived.
    arrivals: Pile<Seat, 8>,
    /// The seats that led when the first piece arrived.
    leaders: SeatSet,
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
    fn ratios(&self) -> [[u64; 2]; RATIOS] {
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
    fn step(&mut self, action: Action) {
        if matches!(action, Action::Fight | Action::EndTurn) {
            self.fight_chances += 1;
        }
    }

    /// Closes the account of the last fight.
    fn end_fight(&mut self) {
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
            if self.arrivals.contains(&owner) {
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
    fn event(&mut self, event: &Event) {
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
                self.arrivals.push(seat);
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

/// Rows of the summary, and the tables `workers` and `players`.
fn report(tally: &Tally, out: &mut Report) {
    let per_seat = 1.0 / tally.seats as f64;
    for (i, (figure, mean)) in Count::FIGURES.iter().zip(&tally.means).enumerate() {
        let unit = if i >= FIRST_PER_SEAT { per_seat } else { 1.0 };
        out.metrics.push(Metric::new(figure, mean.estimate_in(unit)));
    }
    for (figure, ratio) in Rate::FIGURES.iter().zip(&tally.ratios) {
        let share = figure.kind == EstimateKind::Share;
        out.metrics.push(Metric::new(figure, if share { ratio.share() } else { ratio.estimate() }));
    }
    let [upset, order, arrival] = Wins::FIGURES else { return };
    out.metrics.push(Metric::new(upset, tally.upset.estimate()));
    for (figure, ratios) in [(order, &tally.order), (arrival, &tally.arrival)] {
        let rows = (1..).zip(ratios);
        let row = |(place, ratio): (usize, &Ratio)| {
            Metric::of(figure, Member::Named(place.to_string()), ratio.share())
        };
        out.metrics.extend(rows.map(row));
    }
    out.tables.push(workers(tally));
    out.tables.push(players(tally));
}

fn mean(sum: u64, plays: u64) -> Option<f64> {
    (plays > 0).then(|| sum as f64 / plays as f64)
}

fn per_game(tally: &Tally, sum: u64) -> Option<f64> {
    mean(sum, tally.plays)
}

/// A row of `workers.csv`: a Worker.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "workers")]
pub struct WorkerRow {
    /// Name of the Worker.
    pub worker: String,
    /// Games.
    pub games: u64,
    /// Times that she is recruited, mean per game.
    pub recruits_per_game: Option<f64>,
    /// Payments for her, mean per game.
    pub payments_per_game: Option<f64>,
    /// Dollars of these payments, mean per game.
    pub rent_per_game: Option<f64>,
    /// Changes of her owner, mean per game.
    pub changes_per_game: Option<f64>,
    /// Share of the games that end with nobody as her owner.
    #[row("open_rate", "open_ci_low", "open_ci_high")]
    pub open_rate: Bounded,
    /// Win rate of her owner at the end.
    #[row("owner_win_rate", "ci_low", "ci_high")]
    pub owner_win_rate: Bounded,
}

fn workers(tally: &Tally) -> Table {
    let row = |(name, worker): (&String, &WorkerTally)| WorkerRow {
        worker: name.clone(),
        games: tally.plays,
        recruits_per_game: per_game(tally, worker.recruits),
        payments_per_game: per_game(tally, worker.payments),
        rent_per_game: per_game(tally, worker.dollars),
        changes_per_game: per_game(tally, worker.changes),
        open_rate: worker.open.estimate().into(),
        owner_win_rate: worker.owner.share().into(),
    };
    Table::of(tally.names.iter().zip(&tally.workers).map(row))
}

/// Returns a row per seat: what it does and gets, per game; when it arrives, per game in which it does.
fn players(tally: &Tally) -> Table {
    let mut columns = vec!["seat", "games"];
    columns.extend(PER_SEAT);
    let mut table = Table::new("players", &columns);
    for (seat, sums) in tally.per_seat.chunks(PER_SEAT.len()).enumerate() {
        let mut row: Vec<Cell> = vec![(seat as u64).into(), tally.plays.into()];
        row.extend(sums.iter().map(|&sum| Cell::from(per_game(tally, sum))));
        row[2 + Own::ArrivalTurns as usize] =
            mean(sums[Own::ArrivalTurns as usize], tally.arrived[seat]).into();
        table.row(row);
    }
    table
}
