//! Measuring a rule set bit by bit: plays in units of a few, each unit's figures apart, until
//! somebody has seen enough.
//!
//! A unit is the observation that sequential intervals and paired differences are made of. Units
//! of the same number under two rule sets are played with the same random numbers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::ThreadPool;

use super::batch::{Hooks, RunError, counted};
use super::play::{PlayError, Seating, SplitChance, Table};
use super::recorder::{TallyError, decode, encode};
use super::threads::in_order;
use ludometer_bots::BotSpec;
use ludometer_model::Streams;
use ludometer_playable::Playable;
use ludometer_stats::{CardsPlayed, Merge, Report, Standard, Statistic, TallyLayout};

/// Units that are played before their tallies are merged: bounds the memory.
const ROUND: u64 = 64;

/// How a meter plays.
#[derive(Clone, Debug)]
pub struct MeterPlan {
    /// The seed of the plays.
    pub seed: u64,
    /// The seating of the bots.
    pub seating: Seating,
    /// Plays a unit, at least 1.
    pub unit: u64,
    /// True where chance comes from one stream an action (see [`Streams::in_turn`]) and draws are
    /// coupled (see [`Rng::race`](ludometer_model::Rng::race)), so that two rule sets' plays of one number
    /// stay alike for longer; else the plays are those of `run`.
    pub split: bool,
    /// The threads.
    pub pool: Arc<ThreadPool>,
}

/// Returns the plays of a unit for these bots and tables: enough that a unit's means are nearly normal and
/// that making its figures costs little beside playing it, and a multiple of each number of seats,
/// so that bots sit everywhere equally often in every unit. Who sits behind whom differs from unit to
/// unit, which is part of their spread, and evens out over all of them: see [`Seating::Rotate`].
pub fn unit_of(bots: &[BotSpec], seats: &[usize]) -> u64 {
    let least = if bots.iter().any(BotSpec::is_search) { 4 } else { 32 };
    let round = seats.iter().map(|&n| n as u64).fold(1, lcm);
    round * u64::div_ceil(least, round)
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b.max(1));
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b.max(1)
}

/// Reads the wanted figures out of a unit's report; none where it can't be given.
pub type Reader<'a> = &'a (dyn Fn(&Report) -> Vec<Option<f64>> + Sync);

/// The measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Each unit's figures, in order; none where it can't be given.
    pub units: Vec<Vec<Option<f64>>>,
    /// True if it was stopped before all units were done.
    pub interrupted: bool,
}

/// Plays unit after unit of one rule set.
pub trait Meter: Send {
    /// Plays a unit.
    fn unit(&self) -> u64;

    /// Plays the next `units` units and reads each one's figures.
    ///
    /// # Errors
    /// [`RunError`] if a bot fails.
    fn extend(&mut self, units: u64, hooks: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError>;

    /// Returns all figures of all plays done.
    fn report(&self) -> Report;

    /// Returns the tallies of all plays done, to go on from.
    ///
    /// # Errors
    /// [`RunError`].
    fn tallies(&self) -> Result<Vec<u8>, RunError>;

    /// Goes on after the first `units` units, whose tallies these are.
    ///
    /// # Errors
    /// [`RunError`] if they aren't.
    fn restore(&mut self, units: u64, tallies: &[u8]) -> Result<(), RunError>;
}

/// The tally of a meter.
type Tally<S> = (Standard<S>, CardsPlayed);

fn report_of<G: Playable, T: Statistic<G>>(tally: &T, counted: &TallyLayout) -> Report {
    let mut report = Report::default();
    tally.report(counted, &mut report);
    report
}

/// The setup: who plays what, and how.
struct Setup<'a, G> {
    game: &'a G,
    bots: Vec<BotSpec>,
    counted: TallyLayout,
    plan: MeterPlan,
}

/// The meter of a game.
pub(super) struct GameMeter<'a, G: Playable, S> {
    setup: Setup<'a, G>,
    total: Tally<S>,
    units: u64,
}

impl<'a, G: Playable, S: Statistic<G>> GameMeter<'a, G, S> {
    pub(super) fn new(game: &'a G, bots: &[BotSpec], plan: MeterPlan) -> Self {
        let counted = counted(game, bots);
        let total = <Tally<S> as Statistic<G>>::new(&counted);
        Self { setup: Setup { game, bots: bots.to_vec(), counted, plan }, total, units: 0 }
    }
}

impl<'a, G: Playable> Setup<'a, G> {
    fn table(&self) -> Table<'a, G> {
        Table::new(self.game, &self.bots, self.plan.seating, self.plan.seed)
    }

    /// Returns one unit, or `None` if it was stopped.
    fn play<S: Statistic<G>>(
        &self,
        table: &mut Table<'_, G>,
        unit: u64,
        hooks: Hooks<'_>,
    ) -> Result<Option<Tally<S>>, RunError> {
        let mut tally = <Tally<S> as Statistic<G>>::new(&self.counted);
        for play in unit * self.plan.unit..(unit + 1) * self.plan.unit {
            let chance = SplitChance::new(Streams::new(self.plan.seed, play), self.plan.split);
            match table.play_with(play, &mut tally, hooks.stop, None, chance) {
                Ok(_) => {}
                Err(PlayError::Stopped) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        (hooks.progress)(self.plan.unit);
        Ok(Some(tally))
    }
}

impl<G: Playable, S: Statistic<G>> Meter for GameMeter<'_, G, S> {
    fn unit(&self) -> u64 {
        self.setup.plan.unit
    }

    fn extend(&mut self, units: u64, hooks: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError> {
        let end = self.units + units;
        let mut measured = Measured { units: Vec::with_capacity(units as usize), interrupted: false };
        while self.units < end {
            let first = self.units;
            let round = first..end.min(first + ROUND);
            let setup = &self.setup;
            let one = |table: &mut Table<'_, G>, unit| {
                if hooks.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let tally = setup.play::<S>(table, unit, hooks)?;
                Ok::<_, RunError>(tally.map(|tally| {
                    let figures = read(&report_of::<G, Tally<S>>(&tally, &setup.counted));
                    (tally, figures)
                }))
            };
            for done in in_order(&setup.plan.pool, round, || setup.table(), one)? {
                let Some((tally, figures)) = done else {
                    measured.interrupted = true;
                    return Ok(measured);
                };
                self.total.merge(tally);
                self.units += 1;
                measured.units.push(figures);
            }
        }
        Ok(measured)
    }

    fn report(&self) -> Report {
        report_of::<G, Tally<S>>(&self.total, &self.setup.counted)
    }

    fn tallies(&self) -> Result<Vec<u8>, RunError> {
        Ok(encode(&self.total, &[])?)
    }

    fn restore(&mut self, units: u64, tallies: &[u8]) -> Result<(), RunError> {
        let (total, _): (Tally<S>, Vec<PlayError>) = decode(tallies)?;
        let (found, expected) = (total.0.lengths().plays(), units * self.setup.plan.unit);
        if found != expected {
            return Err(TallyError::Plays { found, expected }.into());
        }
        (self.total, self.units) = (total, units);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::test_game::{Mistake, Toy};
    use ludometer_model::{Game as _, Seat};
    use ludometer_playable::Compiled as _;
    use ludometer_stats::{Analysed, GameEnd, Observer, Step, TurnSnapshot};
    use serde::{Deserialize, Serialize};

    /// How often each call came.
    #[derive(Clone, Default, Debug, PartialEq, Merge, Serialize, Deserialize)]
    struct Heard {
        heard: [u64; 10],
    }

    impl Observer<Toy> for Heard {
        const WANTS_TIMELINE: bool = true;
        const WANTS_RACES: bool = true;

        fn begin(&mut self, _: u64) {
            self.heard[0] += 1;
        }
        fn scene(&mut self, _: &TurnSnapshot) {
            self.heard[1] += 1;
        }
        fn held(&mut self, _: Seat, _: usize, _: u32) {
            self.heard[2] += 1;
        }
        fn phase(&mut self, _: usize) {
            self.heard[3] += 1;
        }
        fn start(&mut self) {
            self.heard[4] += 1;
        }
        fn step(&mut self, _: &Step<Toy>) {
            self.heard[5] += 1;
        }
        fn event(&mut self, _: &<Toy as ludometer_model::Game>::Event) {
            self.heard[6] += 1;
        }
        fn raced(&mut self, _: u32) {
            self.heard[7] += 1;
        }
        fn forfeit(&mut self, _: Seat) {
            self.heard[8] += 1;
        }
        fn finish(&mut self, _: &GameEnd<'_>) {
            self.heard[9] += 1;
        }
    }

    impl Statistic<Toy> for Heard {
        fn new(_: &TallyLayout) -> Self {
            Self::default()
        }
        fn report(&self, _: &TallyLayout, _: &mut Report) {}
    }

    /// Lets an observer watch a game, and returns it.
    fn watch<O: Observer<Toy>>(mut observer: O) -> O {
        let game = Toy(Mistake::None);
        let bots = ["random"; 2].map(|bot| BotSpec::parse(bot, Toy::definition()).unwrap());
        let mut table = Table::new(&game, &bots, Seating::Rotate, 7);
        table.play(5, &mut observer, &AtomicBool::new(false), None).unwrap();
        // What the toy has not.
        observer.held(Seat::new(0), 0, 1);
        observer.phase(0);
        observer.forfeit(Seat::new(0));
        assert_eq!(game.seats(), 2);
        observer
    }

    fn json(tally: &impl Serialize) -> String {
        serde_json::to_string(tally).unwrap()
    }

    #[test]
    fn a_statistic_of_ones_own_hears_all_it_wants_wherever_it_is_counted() {
        let alone = watch(Heard::default());
        assert!(alone.heard.iter().all(|&times| times > 0), "{alone:?}");
        let game = Toy(Mistake::None);
        let bots = ["random"; 2].map(|bot| BotSpec::parse(bot, Toy::definition()).unwrap());
        let layout = counted(&game, &bots);
        let alone = serde_json::to_string(&alone).unwrap();
        let holds = |name: &str, json: String| assert!(json.contains(&alone), "{name}: {json}");
        holds("standard", json(&watch(<Standard<Heard> as Statistic<Toy>>::new(&layout))));
        holds("first of two", json(&watch(<(Heard, ()) as Statistic<Toy>>::new(&layout))));
        holds("second of two", json(&watch(<((), Heard) as Statistic<Toy>>::new(&layout))));
        holds("analysed", json(&watch(<Analysed<Heard> as Statistic<Toy>>::new(&layout))));
        holds("metered", json(&watch(<Tally<Heard> as Statistic<Toy>>::new(&layout))));
    }

    #[test]
    fn units_are_whole_rounds_of_the_table() {
        assert_eq!(unit_of(&[], &[4]), 32);
        assert_eq!(unit_of(&[], &[3]), 33);
        assert_eq!(unit_of(&[], &[4, 6]), 36);
        assert_eq!(unit_of(&[], &[5, 7]), 35);
    }
}
