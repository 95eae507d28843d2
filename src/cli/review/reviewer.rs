//! Reviews of games that were checked: how many worlds fit into a time, and one game after the other.

use std::io;
use std::slice;
use std::time::Instant;

use rayon::ThreadPool;

use crate::cli::error::CliError;
use crate::cli::events::{Event, Events};
use crate::cli::plan::{TablePlan, confine, read_bot, warnings};
use crate::cli::stop::Stop;
use ludometer_bots::BotSpec;
use ludometer_model::{Seat, capital};
use ludometer_run::{
    Follower, Hooks, PlayError, Position, ReviewPlan, ReviewedGame, TraceError, TraceOptions, Which, pool,
    review, trace,
};
use serde_json::Value as Json;

/// Worlds a decision that tell how long a review takes.
const PILOT: u32 = 20;
/// The most worlds that are chosen by time.
const MOST: u32 = 2_000;

/// The bots of a review that don't play the games.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Others<'a> {
    /// The bot that plays on after an action.
    pub(in crate::cli) policy: &'a str,
    /// The bots that are asked what they would choose instead.
    pub(in crate::cli) asked: &'a [String],
    /// True if programs among them are confined.
    pub(in crate::cli) sandbox: bool,
}

/// The subject and the method of a review.
pub(in crate::cli) struct Reviewer<'a> {
    table: &'a TablePlan,
    split: bool,
    policy: BotSpec,
    asked: Vec<BotSpec>,
    which: Which,
    pool: ThreadPool,
    stop: Stop,
}

impl<'a> Reviewer<'a> {
    /// Returns a reviewer of games at a table; `split` for those of a paired comparison.
    pub(in crate::cli) fn new(
        (table, split): (&'a TablePlan, bool),
        others: Others<'_>,
        which: Which,
        threads: usize,
        stop: Stop,
    ) -> Result<Self, CliError> {
        let pool = pool(threads)?;
        let mut policy = read_bot(&*table.game, "--policy ", others.policy)?;
        let asked = others.asked.iter().map(|bot| read_bot(&*table.game, "--ask ", bot));
        let mut asked = asked.collect::<Result<Vec<_>, _>>()?;
        confine(slice::from_mut(&mut policy), others.sandbox)?;
        confine(&mut asked, others.sandbox)?;
        Ok(Self { table, split, policy, asked, which, pool, stop })
    }

    /// Returns the warnings about these bots under the rules at hand.
    pub(in crate::cli) fn warnings(&self) -> Vec<String> {
        let bots = [slice::from_ref(&self.policy), &self.asked[..]].concat();
        warnings(&*self.table.game, &bots)
    }

    fn options(&self, play: u64) -> TraceOptions<'static> {
        options(self.table, self.split, play)
    }

    /// Reviews a game while somebody else follows it.
    pub(in crate::cli) fn review(
        &self,
        play: u64,
        worlds: u32,
        events: &dyn Events,
        also: &mut dyn Follower,
    ) -> Result<ReviewedGame, CliError> {
        let hooks = Hooks { stop: self.stop.flag(), progress: &|decisions| events.add(decisions) };
        let plan = self.plan(worlds);
        let (game, bots) = (&*self.table.game, &self.table.bots);
        let mut counted = Counted { decisions: 0, events, also };
        review(game, bots, self.options(play), plan, &self.pool, hooks, &mut counted).map_err(|error| {
            match error {
                TraceError::Play(PlayError::Stopped) => interrupted(),
                error => error.into(),
            }
        })
    }

    fn plan(&self, worlds: u32) -> ReviewPlan<'_> {
        ReviewPlan { worlds, policy: &self.policy, which: self.which, asked: &self.asked }
    }

    /// Follows a game without a review.
    pub(in crate::cli) fn replay(&self, play: u64, follower: &mut dyn Follower) -> Result<(), CliError> {
        Ok(trace(&*self.table.game, &self.table.bots, self.options(play), follower)?)
    }

    /// Chooses the worlds a decision with which a review of this game takes about so many seconds.
    pub(in crate::cli) fn worlds_within(&self, seconds: f64, play: u64) -> Result<u32, CliError> {
        if self.plan(PILOT).rollout().is_none() {
            // A bot may take minutes for a pilot already.
            return Ok(2 * PILOT);
        }
        let begun = Instant::now();
        // What the asked bots take doesn't depend on the worlds.
        self.review(play, PILOT, &|_: Event<'_>| (), &mut |_: &Json| Ok(()))?;
        Ok(worlds_in_time(seconds, begun.elapsed().as_secs_f64()))
    }

    /// Returns how a game is valued, in words.
    pub(in crate::cli) fn method(&self, worlds: u32) -> String {
        let policy = &self.policy.name;
        let [_, aims] = self.table.game.contest().aim();
        format!(
            "{} if all play on as {policy}, in up to {worlds} imagined worlds a choice (--worlds {worlds})",
            capital(aims)
        )
    }
}

/// Returns what is traced of a game at a table; `split` for one of a paired comparison.
pub(in crate::cli) fn options(table: &TablePlan, split: bool, play: u64) -> TraceOptions<'static> {
    TraceOptions {
        seed: table.seed,
        play,
        seating: table.seats,
        split,
        labels: true,
        views: false,
        branch: None,
    }
}

/// Tells a bar how many choices a game has, before they are valued.
struct Counted<'a> {
    decisions: u64,
    events: &'a dyn Events,
    also: &'a mut dyn Follower,
}

impl Follower for Counted<'_> {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        self.also.line(line)
    }

    fn viewer(&self) -> Option<Seat> {
        self.also.viewer()
    }

    fn decided(&mut self, at: &dyn Position, chosen: usize) {
        self.decisions += 1;
        self.also.decided(at, chosen);
    }

    fn ended(&mut self, at: &dyn Position) {
        self.events.expect(self.decisions);
        self.also.ended(at);
    }
}

/// Returns the error of a review that nothing is left of.
pub(in crate::cli) fn interrupted() -> CliError {
    CliError::Interrupted("interrupted: the review is not complete".to_owned())
}

/// Returns which decisions are meant.
pub(in crate::cli) fn which(seat: Option<Seat>) -> Which {
    seat.map_or(Which::All, Which::Of)
}

/// Returns as many worlds as fit in the time of a review, if the pilot took this long: two digits, to type.
fn worlds_in_time(seconds: f64, pilot_seconds: f64) -> u32 {
    let worlds = f64::from(PILOT) * seconds / pilot_seconds.max(1e-3);
    let digits = 10_f64.powf(worlds.log10().floor() - 1.0);
    ((worlds / digits).floor() * digits).clamp(f64::from(2 * PILOT), f64::from(MOST)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_numbers_that_can_be_typed() {
        assert_eq!([worlds_in_time(15.0, 0.1234), worlds_in_time(15.0, 1e-9)], [2000, MOST]);
        assert_eq!(
            [worlds_in_time(15.0, 0.5), worlds_in_time(15.0, 0.77), worlds_in_time(15.0, 60.0)],
            [600, 380, 40]
        );
    }
}
