//! The number of games that a study plays: of each part, and as many as fit into a time by the measured speed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::study::{Step, Subject, simulate};
use ludometer_bots::BotSpec;
use ludometer_run::{AnyGame, Hooks, RunError, Work};

/// How many games a study plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Games of the main batch of `greedy`; all other parts without a search have a fixed share of them.
    pub games: u64,
    /// Games of a table of searches; the other parts with a search have a fixed multiple of them. With 0 there are none.
    pub search: u64,
    /// How many times its games a part has, at most, when it is played again because a question is open; 1: it is not.
    pub again: u64,
}

/// The numbers by which the parts of a study are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// Other numbers of players.
    pub sizes: u64,
    /// Decks that differ by one copy.
    pub decks: u64,
    /// True if there is a learned bot with levels.
    pub levels: bool,
}

/// Which bots tell luck from skill: each two of them meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// `random` and `greedy`.
    #[default]
    Quick,
    /// These and a search.
    Search,
    /// The learned bot at its lowest level, in the middle and at its best.
    Learned,
}

/// How long a game takes, in seconds, with all threads at work.
#[derive(Clone, Debug)]
struct Speed {
    /// Of `greedy` at the main table.
    pub main: f64,
    /// Of one `greedy` among `random`.
    pub duel: f64,
    /// Of `greedy` at the other tables.
    pub sizes: Vec<f64>,
    /// Of one search among `greedy`; none if not one game came to its end while there was time to measure.
    pub search: Option<f64>,
    /// Of one learned bot among `greedy`, if there is one.
    pub learned: f64,
    /// The seats of the main table.
    pub seats: f64,
}

impl Sizes {
    /// The fewest and the most games of the main batch.
    pub const GAMES: (u64, u64) = (1 << 6, 1 << 20);

    /// The fewest and the most games of a table of searches, if there is one.
    pub const SEARCH: (u64, u64) = (1 << 2, 1 << 14);

    /// A main batch of fewer games goes without the curve that mends estimated chances, which has a pilot of its own.
    pub(super) const PILOT: u64 = 1 << 14;

    /// The fewest searches with which they are among the line-ups that tell luck from skill.
    const VARIANCE: u64 = 256;

    /// The fewest games of the main batch with which the learned bot is.
    const LEARNED_VARIANCE: u64 = 1 << 15;

    /// Games that tell luck from skill, without those of searches and of the learned bot; line-ups with this have so many.
    const REPLAYS: u64 = 10_000;
    const LEARNED_REPLAYS: u64 = 480;

    /// Games that tell what decides between equals: 300 deals, eight times each.
    const REPLAYS_OF_EQUALS: u64 = 2_400;

    /// A part without searches has at least so many games.
    const PART: u64 = 16;

    /// A changed deck with fewer games is left out, as its interval would hold too seldom.
    const DECK: u64 = 50;

    /// The share of the time for the first pass that searches have.
    const SEARCH_SHARE: f64 = 0.35;

    /// Returns how many games a part has; pairs of games for [`Step::Holding`], games a deck for [`Step::Deck`].
    pub(super) fn of(self, step: &Step, counts: Counts) -> u64 {
        let part = |games: u64| games.max(Self::PART);
        match step {
            Step::Main | Step::Printed | Step::Restricted => self.games,
            Step::Size(_) => part(self.games / 4),
            Step::Duel => part(self.games / 8),
            // With one learned bot a game takes some 160 times as long as one of `greedy` (Pure Profit, Even-Odd): all
            // these parts together take about as long as all others without a search.
            Step::LearnedDuel => part(self.games / 128),
            Step::LearnedTable => part(self.games / 256),
            Step::LevelTable(_) => part(self.games / 1024),
            Step::Holding | Step::Settings | Step::Fresh | Step::Change(_) | Step::Setting => {
                part(self.games / 2)
            }
            Step::HoldingAt(_) => part(self.games / 4 / counts.sizes.max(1)),
            Step::Deck => Self::deck(self.games / counts.decks.max(1)),
            Step::DeckAt(_) => Self::deck(self.games / 4 / counts.sizes.max(1) / counts.decks.max(1)),
            Step::SearchDuel => self.search.saturating_mul(2),
            Step::SearchTable => self.search,
            // Its line-ups have fixed sizes.
            Step::Variance if self.ladder(counts.levels) == Ladder::Quick && self.games < Self::PILOT => 0,
            Step::Variance => Self::REPLAYS,
            Step::VarianceAt(_) if self.games < Self::PILOT => 0,
            Step::VarianceAt(_) => Self::REPLAYS_OF_EQUALS,
        }
    }

    /// Returns which bots tell luck from skill, if there is a learned one with `levels` or not: as many as there is time for.
    pub(super) const fn ladder(self, levels: bool) -> Ladder {
        match levels {
            true if self.games >= Self::LEARNED_VARIANCE => Ladder::Learned,
            false if self.search >= Self::VARIANCE => Ladder::Search,
            _ => Ladder::Quick,
        }
    }

    const fn deck(games: u64) -> u64 {
        if games < Self::DECK { 0 } else { games }
    }

    /// Returns how many times as many games of the main batch it takes until changed decks are played.
    pub(super) fn times_to_decks(self, counts: Counts) -> f64 {
        (Self::DECK * counts.decks) as f64 / self.games.max(1) as f64
    }

    /// Returns how many seconds a part takes, about.
    fn seconds(self, step: &Step, counts: Counts, speed: &Speed) -> f64 {
        let games = self.of(step, counts) as f64;
        let search = speed.search.unwrap_or(0.0);
        games
            * match step {
                // Half as much again for the analysis.
                Step::Main if self.games >= Self::PILOT => {
                    1.5 * speed.main * (1.0 + Self::PILOT as f64 / games)
                }
                // Half as much again for reading which actions name a card.
                Step::Main | Step::Restricted | Step::Fresh | Step::Change(_) => 1.5 * speed.main,
                // They are played in the second pass, if at all.
                Step::Settings | Step::Setting => 0.0,
                Step::Printed => speed.main,
                Step::HoldingAt(at) => 2.0 * speed.sizes.get(*at).copied().unwrap_or(speed.main),
                Step::Size(at) => 1.5 * speed.sizes.get(*at).copied().unwrap_or(speed.main),
                Step::Duel => speed.duel,
                Step::LearnedDuel => speed.learned,
                Step::LearnedTable | Step::LevelTable(_) => speed.learned * speed.seats,
                Step::Holding => 2.0 * speed.main,
                // The deck as it is counts for three.
                Step::Deck => speed.main * (counts.decks + 3) as f64,
                Step::DeckAt(at) => {
                    speed.sizes.get(*at).copied().unwrap_or(speed.main) * (counts.decks + 3) as f64
                }
                Step::VarianceAt(at) => speed.sizes.get(*at).copied().unwrap_or(speed.main),
                Step::SearchDuel => search,
                Step::SearchTable => search * speed.seats,
                // And 1000 games with a search, or those of learned bots: one among weaker ones, another among learned ones.
                Step::Variance => {
                    speed.main
                        + match self.ladder(counts.levels) {
                            Ladder::Quick => 0.0,
                            Ladder::Search => 0.1 * search,
                            Ladder::Learned => {
                                let share = Self::LEARNED_REPLAYS as f64 / Self::REPLAYS as f64;
                                share * (2.0 + speed.seats) * speed.learned
                            }
                        }
                }
            }
    }

    /// Chooses the games of a first pass of these parts that takes at most this time: powers of two, so that a slightly
    /// different measurement seldom makes another study, or the fewest if even these take longer.
    fn within(seconds: f64, steps: &[Step], counts: Counts, speed: &Speed) -> Self {
        let all = |sizes: Self, with_search: bool| -> f64 {
            let is_search = |step: &&Step| match step {
                Step::SearchDuel | Step::SearchTable => true,
                Step::Variance => !counts.levels,
                _ => false,
            };
            let own = steps.iter().filter(|step| is_search(step) == with_search);
            own.map(|step| sizes.seconds(step, counts, speed)).sum()
        };
        let most = |(least, most): (u64, u64), fits: &dyn Fn(u64) -> bool| {
            let sizes = std::iter::successors(Some(least), |games| Some(2 * games));
            sizes.take_while(|&games| games <= most && fits(games)).last()
        };
        let sizes = |games, search| Self { games, search, again: 1 };
        let for_search = if speed.search.is_some() { Self::SEARCH_SHARE * seconds } else { 0.0 };
        let search = match speed.search {
            Some(_) => most(Self::SEARCH, &|search| all(sizes(0, search), true) <= for_search).unwrap_or(0),
            None => 0,
        };
        let left = seconds - all(sizes(0, search), true);
        let games = most(Self::GAMES, &|games| all(sizes(games, 0), false) <= left).unwrap_or(Self::GAMES.0);
        sizes(games, search)
    }
}

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
            let batch = simulate(game, bots, &self.plan(games, self.seed), "speed", work)?;
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
            let plan = self.plan(8 * self.threads as u64, self.seed);
            let bots = self.one_among(self.levels[2].clone(), 1);
            let batch = simulate(self.game, &bots, &plan, "speed", Work { hooks, ..work });
            done.store(true, Ordering::Relaxed);
            let plays = batch?.plays;
            Ok((plays > 0).then(|| begun.elapsed().as_secs_f64() / plays as f64))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts = Counts { sizes: 2, decks: 10, levels: false };

    fn steps() -> Vec<Step> {
        vec![Step::Main, Step::Duel, Step::Holding, Step::Deck, Step::SearchDuel, Step::SearchTable]
    }

    fn speed(main: f64, search: Option<f64>) -> Speed {
        Speed { main, duel: main, sizes: Vec::new(), search, learned: 0.0, seats: 2.0 }
    }

    #[test]
    fn sizes_by_hand() {
        // For each game of the main batch 1.5 of 1 ms for itself, 1/8 for the duel, 1 for pairs, 1.3 for decks: 3.925 ms. For
        // each table of searches four searches of 50 ms. Of 10 s 3.5 are for searches: 16 take 3.2 s. 1024 games take
        // 4.0 s, twice as many more than what is left.
        let sizes = Sizes::within(10.0, &steps(), COUNTS, &speed(0.001, Some(0.05)));
        assert_eq!(sizes, Sizes { games: 1024, search: 16, again: 1 });
        // Searches take too long, or so long that nobody knows: the others get their time.
        let sizes = Sizes::within(10.0, &steps(), COUNTS, &speed(0.001, Some(1.0)));
        assert_eq!(sizes, Sizes { games: 2048, search: 0, again: 1 });
        assert_eq!(Sizes::within(10.0, &steps(), COUNTS, &speed(0.001, None)), sizes);
        let slow = Sizes::within(1.0, &steps(), COUNTS, &speed(1.0, None));
        assert_eq!(slow, Sizes { games: Sizes::GAMES.0, search: 0, again: 1 });
        let fast = Sizes::within(1e6, &steps(), COUNTS, &speed(1e-9, Some(1e-9)));
        assert_eq!(fast, Sizes { games: Sizes::GAMES.1, search: Sizes::SEARCH.1, again: 1 });
    }

    #[test]
    fn few_games_leave_decks_out() {
        let sizes = |games| Sizes { games, search: 4, again: 1 };
        assert_eq!([256, 512].map(|games| sizes(games).of(&Step::Deck, COUNTS)), [0, 51]);
        assert_eq!(sizes(250).times_to_decks(COUNTS), 2.0);
        assert_eq!([64, 512].map(|games| sizes(games).of(&Step::HoldingAt(0), COUNTS)), [16, 64]);
    }
}
