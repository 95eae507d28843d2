//! Figures that the designer of this game asks for (spec 14), counted from events and choices alone.

mod counts;
mod now;
mod report;

pub use self::report::WorkerRow;

use serde::{Deserialize, Serialize};

use ludometer_model::SHARE_UNITS;
use ludometer_stats::{GameEnd, Mean, Merge, Observer, Ratio, Report, Share, Statistic, Step, TallyLayout};

use self::counts::{COUNTS, PER_SEAT, RATIOS};
use self::now::Now;
use super::GreedStreet;
use super::event::Event;
use super::names::MAX_WORKERS;

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
    /// Per play: one mean for each [`Count`](counts::Count).
    means: Vec<Mean>,
    /// One ratio for each [`Rate`](counts::Rate).
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
                ratio.add(units[**place], SHARE_UNITS);
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
        report::report(self, out);
    }
}
