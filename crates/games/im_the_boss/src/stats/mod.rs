//! The game's own statistics: what the designer asks in section 14, from events alone.

mod tally;
mod table;
mod deals;
mod talks;
mod plays;
mod purses;

pub use self::deals::{BossOrderRow, DealValueRow, RoundRow};
pub use self::plays::{CardAimRow, OutOrderRow};
pub use self::talks::PromiseRow;

use serde::{Deserialize, Serialize};

use self::deals::Deals;
use self::plays::Plays;
use self::purses::Purses;
use self::table::Table;
use self::talks::Talks;
use super::ImTheBoss;
use super::event::Event;
use ludometer_stats::{Figures, GameEnd, Member, Merge, Observer, Report, Statistic, TallyLayout};

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
