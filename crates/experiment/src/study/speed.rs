//! How long games take here, measured before a study is planned.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Hooks, RunError, Work};

use super::sizes::{Sizes, Speed};
use super::{Step, Subject, simulate};

/// The share of the time that a line-up without searches is measured for.
const QUICK: f64 = 0.01;

/// The share of the time that a line-up with a search is measured for.
const SEARCH: f64 = 0.08;

/// The share of the time that the first pass takes; the second one has what is left.
const FIRST: f64 = 0.5;

/// A line-up is measured with at most so many games.
const GAMES: u64 = 512;

impl Subject<'_> {
    /// Chooses how many games of a first pass fit into a part of this time, and leave the rest to the second pass.
    pub(super) fn fit(&self, time: Duration, work: Work<'_>) -> Result<Sizes, RunError> {
        let enough = time.mul_f64(QUICK);
        let seconds = |game: &dyn AnyGame, step: &Step| match self.bots(step) {
            Some(bots) => self.seconds_a_game(game, &bots, enough, work),
            None => Ok(0.0),
        };
        let sizes = self.sizes.iter().enumerate().map(|(at, game)| seconds(&**game, &Step::Size(at)));
        let speed = Speed {
            main: seconds(self.game, &Step::Main)?,
            duel: seconds(self.game, &Step::Duel)?,
            sizes: sizes.collect::<Result<_, _>>()?,
            search: self.seconds_a_search(time.mul_f64(SEARCH), work)?,
            learned: seconds(self.game, &Step::LearnedDuel)?,
            seats: self.game.seats() as f64,
        };
        Ok(Sizes::within(time.as_secs_f64() * FIRST, &self.steps(), self.counts(), &speed))
    }

    /// Measures batches, each larger than the one before, until one takes long enough to be measured.
    fn seconds_a_game(
        &self,
        game: &dyn AnyGame,
        bots: &[BotSpec],
        enough: Duration,
        work: Work<'_>,
    ) -> Result<f64, RunError> {
        let mut games = self.threads as u64;
        loop {
            let begun = Instant::now();
            let batch = simulate(game, bots, &self.plan(games), "speed", work)?;
            let took = begun.elapsed();
            if took >= enough || games >= GAMES || work.stopped() {
                return Ok(took.as_secs_f64() / batch.plays.max(1) as f64);
            }
            games *= 4;
        }
    }

    /// Measures games with one search; none if no game came to its end in this time, after which they are stopped.
    fn seconds_a_search(&self, most: Duration, work: Work<'_>) -> Result<Option<f64>, RunError> {
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let begun = Instant::now();
        let outer = work.hooks.stop;
        thread::scope(|scope| {
            scope.spawn(|| {
                let is_over = || done.load(Ordering::Relaxed) || outer.load(Ordering::Relaxed);
                while !is_over() && begun.elapsed() < most {
                    thread::sleep(Duration::from_millis(5));
                }
                stop.store(true, Ordering::Relaxed);
            });
            let hooks = Hooks { stop: &stop, ..work.hooks };
            let plan = self.plan(8 * self.threads as u64);
            let bots = self.one_among(self.levels[2].clone(), 1);
            let batch = simulate(self.game, &bots, &plan, "speed", Work { hooks, ..work });
            done.store(true, Ordering::Relaxed);
            let plays = batch?.plays;
            Ok((plays > 0).then(|| begun.elapsed().as_secs_f64() / plays as f64))
        })
    }
}
