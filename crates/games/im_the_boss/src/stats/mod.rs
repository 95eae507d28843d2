//! The game's own statistics: what the designer asks in section 14, from events alone. Here: means with plays
//! as their unit, and money: who is broke, what is never paid, and who comes back.

mod deals;
mod talks;
mod plays;

pub use self::deals::{BossOrderRow, DealValueRow, RoundRow};
pub use self::plays::{CardAimRow, OutOrderRow};
pub use self::talks::PromiseRow;

use serde::{Deserialize, Serialize};

use self::deals::{Deals, Table};
use self::plays::Plays;
use self::talks::Talks;
use super::ImTheBoss;
use super::event::Event;
use ludometer_model::small_table::BySeat;
use ludometer_model::{SHARE_UNITS, Seat};
use ludometer_stats::{
    Estimate, EstimateKind, Figures, GameEnd, Mean, Measure, Member, Merge, Observer, Ratio, Report, Share,
    Statistic, TallyLayout,
};

/// All of the game's own statistics.
#[derive(Clone, Debug, Figures, Merge, Serialize, Deserialize)]
pub struct Stats {
    #[figures]
    deals: Deals,
    #[figures]
    talks: Talks,
    #[figures]
    plays: Plays,
    #[figures]
    purses: Purses,
    /// The table of the play that is watched.
    #[serde(skip)]
    #[merge(skip)]
    table: Table,
}

impl Observer<ImTheBoss> for Stats {
    // Where an event is announced its variant is known: inlined there, every `match` but the one
    // arm that counts falls away.
    #[inline(always)]
    fn event(&mut self, event: &Event) {
        self.plays.before(event, &mut self.table);
        self.table.event(event);
        self.plays.after(event, &mut self.table);
        self.deals.event(event);
        self.talks.event(event);
        self.purses.event(event);
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        self.deals.finish(finish);
        self.talks.finish(finish);
        self.plays.finish(finish);
        self.purses.finish(finish);
    }
}

impl Statistic<ImTheBoss> for Stats {
    fn new(counted: &TallyLayout) -> Self {
        Self {
            deals: Deals::new(counted.seats),
            talks: Talks::new(counted.bots.len(), counted.seats),
            plays: Plays::new(counted.seats),
            purses: Purses::default(),
            table: Table::default(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write_figures(&Member::Whole, counted, &mut out.metrics);
        self.deals.write_tables(out);
        self.talks.write_tables(&counted.bots, out);
        self.plays.write_tables(out);
    }
}

/// The mean of whole numbers, positive or negative, of which a play has any number: the ratio of their sum to their count,
/// gathered while the play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Merge, Serialize, Deserialize)]
struct Average {
    plays: Ratio,
    /// Of the play that is watched.
    #[serde(skip)]
    #[merge(skip)]
    now: (i64, u64),
}

impl Average {
    /// Adds one more number in this play.
    #[inline(always)]
    fn add(&mut self, x: i64) {
        self.add_many(x, 1);
    }

    /// Adds several more, given by their sum.
    #[inline(always)]
    fn add_many(&mut self, sum: i64, count: u64) {
        self.now.0 += sum;
        self.now.1 += count;
    }

    /// Ends a play.
    #[inline]
    fn close(&mut self) {
        let (sum, count) = std::mem::take(&mut self.now);
        self.plays.add_signed(sum, count);
    }

    /// Returns how many numbers there were, in all plays.
    const fn count(&self) -> u64 {
        self.plays.whole()
    }

    /// Returns the mean with its interval, each number being `unit` of what is meant.
    fn estimate_in(&self, unit: f64) -> Estimate {
        self.plays.estimate_in(unit)
    }
}

impl Measure for Average {
    const KIND: EstimateKind = EstimateKind::Ratio;

    fn estimate(&self) -> Estimate {
        self.estimate_in(1.0)
    }
}

/// A list of tallies that grows as numbers are seen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Growing<T>(Vec<T>);

impl<T: Default> Growing<T> {
    /// Returns the tally of this number.
    fn at(&mut self, number: usize) -> &mut T {
        self.grow(number + 1);
        &mut self.0[number]
    }

    fn grow(&mut self, len: usize) {
        if self.0.len() < len {
            self.0.resize_with(len, T::default);
        }
    }
}

impl<T: Default + Merge> Merge for Growing<T> {
    fn merge(&mut self, other: Self) {
        self.grow(other.0.len());
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

impl<T> std::ops::Deref for Growing<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

#[derive(Clone, Debug, Default, PartialEq, Figures, Merge, Serialize, Deserialize)]
struct Purses {
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
    fn event(&mut self, event: &Event) {
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

    fn finish(&mut self, finish: &GameEnd<'_>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_is_the_ratio_of_its_plays() {
        let mut average = Average::default();
        let mut ratio = Ratio::default();
        for play in [&[-1, 2][..], &[3], &[], &[-4]] {
            for &x in play {
                average.add(x);
            }
            average.close();
            ratio.add_signed(play.iter().sum(), play.len() as u64);
        }
        assert_eq!((average.estimate(), average.count()), (ratio.estimate(), 4));
        assert_eq!((average.estimate().value, average.estimate().games), (Some(0.0), 3));
    }

    #[test]
    fn what_was_always_0_may_be_more_and_is_never_less() {
        let mut average = Average::default();
        for _ in 0..40 {
            (0..5).for_each(|_| average.add(0));
            average.close();
        }
        let (low, high) = average.estimate().interval.unwrap();
        assert!(low == 0.0 && 0.0 < high && high < 0.1, "{low} {high}");
    }
}
