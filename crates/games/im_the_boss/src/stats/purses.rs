//! Money: who is broke, what is never paid, and who comes back.

use serde::{Deserialize, Serialize};

use super::super::event::Event;
use super::tally::Average;
use ludometer_model::{BySeat, SHARE_UNITS, Seat};
use ludometer_stats::{GameEnd, Mean, Merge, Report, Share};

#[derive(Clone, Debug, Default, PartialEq, Merge, Serialize, Deserialize)]
pub(super) struct Purses {
    /// Share of seats without money after a round.
    broke: Average,
    /// Dollars due and not paid in a round, by all seats together.
    unpaid: Average,
    /// Dollars that the bank owed and could not pay in a round.
    owed: Average,
    /// Win share of seats that had nothing left at some time, in units.
    comebacks: Average,
    /// Plays won, alone or not, by a seat that had nothing left at some time.
    comeback_wins: Share,
    winner_money: Mean,
    money: Mean,
    #[serde(skip)]
    #[merge(skip)]
    now: BySeat<bool>,
}

impl Purses {
    #[inline(always)]
    pub(super) fn event(&mut self, event: &Event) {
        match *event {
            Event::FirstBoss { .. } => self.now = BySeat::default(),
            Event::Due { seat, boss, amount, paid, money, .. } => {
                self.broke.add(i64::from(money == 0));
                self.now[seat] |= money == 0;
                // Who owes pays no more than that, and so does the bank.
                let left = amount - paid;
                self.unpaid.add_many((-left).max(0), u64::from(boss));
                self.owed.add_many(left.max(0), u64::from(boss));
            }
            Event::Round { .. }
            | Event::Cut { .. }
            | Event::Colour { .. }
            | Event::Draw { .. }
            | Event::ShowX { .. }
            | Event::DrawLost { .. }
            | Event::Shuffle { .. }
            | Event::Lap { .. }
            | Event::Turn { .. }
            | Event::MoveCard { .. }
            | Event::PutAway { .. }
            | Event::Dropped { .. }
            | Event::Disks { .. }
            | Event::Bonus { .. }
            | Event::Window { .. }
            | Event::Offered { .. }
            | Event::Asked { .. }
            | Event::Token { .. }
            | Event::TalksEnded
            | Event::Promise { .. }
            | Event::Strike { .. }
            | Event::Settle { .. }
            | Event::Pay { .. } => {}
        }
    }

    pub(super) fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let units = outcome.win_units();
        let mut comeback = false;
        for seat in Seat::all(outcome.seats) {
            if self.now[seat] {
                self.comebacks.add(units[seat] as i64);
                comeback |= units[seat] > 0;
            }
        }
        self.comeback_wins.add(comeback);
        if let Some(winner) = outcome.winners().next() {
            self.winner_money.add(outcome.scores[winner]);
        }
        self.money.add(outcome.scores.first(outcome.seats).iter().sum());
        [&mut self.broke, &mut self.unpaid, &mut self.owed, &mut self.comebacks]
            .into_iter()
            .for_each(Average::close);
    }

    pub(super) fn report(&self, seats: usize, out: &mut Report) {
        let metrics = &mut out.metrics;
        metrics.push(super::deals::named("ib_winner_money", self.winner_money.estimate()));
        metrics.push(super::deals::named("ib_mean_money", self.money.estimate_in(1.0 / seats as f64)));
        metrics.push(self.broke.share_metric("ib_broke"));
        metrics.push(self.unpaid.metric("ib_unpaid_per_round"));
        metrics.push(self.owed.metric("ib_bank_short_per_round"));
        let unit = 1.0 / SHARE_UNITS as f64;
        let mut rate = self.comebacks.estimate();
        rate.value = rate.value.map(|x| x * unit);
        rate.interval = rate.interval.map(|(low, high)| (low * unit, high * unit));
        metrics.push(super::deals::named("ib_win_rate_after_broke", rate.of_share()));
        metrics.push(super::deals::named("ib_comeback_wins", self.comeback_wins.estimate()));
    }
}
