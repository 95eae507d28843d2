//! Money: who is broke, what is never paid, and who comes back.

use serde::{Deserialize, Serialize};

use super::super::event::Event;
use super::tally::Average;
use ludometer_model::small_table::BySeat;
use ludometer_model::{SHARE_UNITS, Seat};
use ludometer_stats::{Figures, GameEnd, Mean, Merge, Share};

#[derive(Clone, Debug, Default, PartialEq, Figures, Merge, Serialize, Deserialize)]
pub(super) struct Purses {
    /// Money of the winner at the end.
    #[figure("ib_winner_money", "dollars")]
    winner_money: Mean,
    /// Money of all seats at the end.
    #[figure("ib_mean_money", "dollars", by = |money| money.estimate_in(1.0 / counted.seats as f64))]
    money: Mean,
    /// Seats without money after a round / seats.
    #[figure("ib_broke", "share of seats", share)]
    broke: Average,
    /// Dollars due and not paid in a round, by all seats together.
    #[figure("ib_unpaid_per_round", "dollars per round")]
    unpaid: Average,
    /// Dollars that the bank owed and could not pay in a round.
    #[figure("ib_bank_short_per_round", "dollars per round")]
    owed: Average,
    /// Win rate of seats that had nothing left at some time.
    #[figure("ib_win_rate_after_broke", "share of the win", share, by = |units| units.estimate_in(UNIT).of_share())]
    comebacks: Average,
    /// Games won, alone or not, by a seat that had nothing left at some time / games.
    #[figure("ib_comeback_wins", "share of games")]
    comeback_wins: Share,
    #[serde(skip)]
    #[merge(skip)]
    now: BySeat<bool>,
}

/// The share of a win that a unit stands for.
const UNIT: f64 = 1.0 / SHARE_UNITS as f64;

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
            _ => {}
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
}
