//! A study: all that a designer asks of a game design, answered in sentences.
//!
//! A study is a list of [`Step`]s, each a batch or an analysis of its own, played one after the other in a first pass.
//! Those that left a question open are played again with more games, in a second pass. How many games each of them plays
//! follows from three numbers alone ([`Sizes`]), so that the same numbers give the same study; they are chosen by the
//! time that there is, from the measured speed of the game. What a step found is kept as soon as it is done. [`Facts`]
//! are read off the steps, and [`answers`] are made of the facts.

mod actions;
mod answers;
mod cards;
pub(crate) mod changes;
mod examples;
mod facts;
mod levels;
mod lineups;
mod question;
mod reading;
mod settle;
mod sizes;
mod speed;
mod stored;
#[cfg(test)]
mod tests_of_answers;
mod together;
pub(crate) mod words;

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use ludometer_bots::BotSpec;
use ludometer_run::{AnalysisPlan, AnyGame, Batch, Depth, Plan, Recorder, RunError, Seating, Work};
use ludometer_stats::{Report, Table};

pub use self::answers::answers;
pub use self::examples::Example;
pub use self::facts::{Facts, Measured, Size};
pub use self::question::{Answer, Question, State};
use self::settle::Again;
use self::sizes::Counts;
pub use self::sizes::{Ladder, Sizes};
pub use self::stored::Done;
use self::stored::{Kept, Stored};
use super::series::{from_bytes, to_bytes};

/// The three levels of bots that every game has, weakest first.
pub const LEVELS: [&str; 3] = ["random", "greedy", "mcts:iterations=100"];

/// The bot that plays by a network, where the program has one for the game.
pub const LEARNED: &str = "learned";

/// The levels of the learned bot between a random player's and its best one.
pub const LOWER_LEVELS: RangeInclusive<usize> = 2..=ludometer_bots::LEVELS - 1;

/// How much a study may play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many games.
    Games(Sizes),
    /// As many as take about this time.
    Time(Duration),
}

/// A part of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `greedy` in all seats of the usual table, analysed.
    Main,
    /// The same with the printed rules, where those of the study are changed.
    Printed,
    /// The same with another number of players (its place in [`Subject::sizes`]).
    Size(usize),
    /// One `greedy` among `random`.
    Duel,
    /// The worth of each card to who draws it.
    Holding,
    /// The worth of a card to who draws it, with another number of players (its place in [`Subject::sizes`]).
    HoldingAt(usize),
    /// The cost to a player of never choosing a kind of action or a card, or of always doing so where possible.
    Restricted,
    /// One copy more or less of each card.
    Deck,
    /// The same with another number of players (its place in [`Subject::sizes`]).
    DeckAt(usize),
    /// The changed deck that makes games shorter (false) or longer (true) most.
    Change(bool),
    /// One search among `greedy`.
    SearchDuel,
    /// The search in all seats.
    SearchTable,
    /// One learned bot among `greedy`.
    LearnedDuel,
    /// The learned bot in all seats.
    LearnedTable,
    /// The learned bot at a lower level (its place in [`Subject::lower`]) in all seats.
    LevelTable(usize),
    /// How much bots, seats, deal and draws weigh.
    Variance,
}

/// Makes a game with a key of its rules changed by so much; none if it can't be played.
pub type Changed<'a> = &'a dyn Fn(&str, i64) -> Option<Box<dyn AnyGame>>;

/// The subject of a study.
pub struct Subject<'a> {
    /// The game at its usual table, or at the one that was asked for.
    pub game: &'a dyn AnyGame,
    /// The same rules with other numbers of players, in rising order.
    pub sizes: Vec<Box<dyn AnyGame>>,
    /// The printed rules at the same table, if the rules of the study are changed.
    pub printed: Option<Box<dyn AnyGame>>,
    /// Makes the game with this key of the rules changed by this much, at the same table.
    pub changed: Changed<'a>,
    /// The bots of the levels.
    pub levels: [BotSpec; 3],
    /// The bot that learned these rules at this table, if there is one.
    pub learned: Option<BotSpec>,
    /// The same at [`LOWER_LEVELS`], if it has levels.
    pub lower: Vec<BotSpec>,
    /// Makes the tables of a batch, as they are written.
    pub tables: fn(&Report) -> Vec<Table>,
    /// The seed of all batches.
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// The results of a study so far.
pub struct Study {
    /// How many games it plays.
    pub sizes: Sizes,
    /// The steps done, with what came of them, in order.
    pub done: Vec<(Step, Done)>,
    /// True if it was stopped before its last step.
    pub interrupted: bool,
}

impl Study {
    /// Returns what came of a step.
    pub fn get(&self, step: &Step) -> Option<&Done> {
        self.done.iter().find(|(other, _)| other == step).map(|(_, done)| done)
    }
}

impl Subject<'_> {
    /// Lists the steps in order: the most important first, so that a study that is stopped knows something.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = vec![Step::Main, Step::Duel];
        steps.extend(self.printed.as_ref().map(|_| Step::Printed));
        steps.extend((0..self.sizes.len()).map(Step::Size));
        if !self.game.cards().is_empty() {
            steps.push(Step::Holding);
        }
        steps.push(Step::Restricted);
        if !self.game.cards().is_empty() {
            steps.extend((0..self.sizes.len()).map(Step::HoldingAt));
        }
        if self.learned.is_some() {
            steps.extend([Step::LearnedDuel, Step::LearnedTable]);
            steps.extend((0..self.lower.len()).map(Step::LevelTable));
        }
        steps.push(Step::SearchDuel);
        if self.game.cards().iter().any(|card| self.game.probes().copies_key(&card.name).is_some()) {
            steps.extend([Step::Deck, Step::Change(false), Step::Change(true)]);
            steps.extend((0..self.sizes.len()).map(Step::DeckAt));
        }
        steps.extend([Step::SearchTable, Step::Variance]);
        steps
    }

    fn counts(&self) -> Counts {
        let decks =
            self.game.cards().iter().filter(|card| self.game.probes().copies_key(&card.name).is_some());
        Counts { sizes: self.sizes.len() as u64, decks: 2 * decks.count() as u64, levels: self.has_levels() }
    }

    /// Returns how many games a step has.
    fn games(&self, step: &Step, sizes: Sizes) -> u64 {
        sizes.of(step, self.counts())
    }

    fn batch(&self, batch: &Batch) -> Done {
        let (turns, distinct) = (batch.turns, batch.distinct);
        Done { games: batch.plays, turns, distinct, tables: (self.tables)(&batch.report), seconds: 0.0 }
    }

    fn plan(&self, games: u64) -> Plan {
        let (seed, threads) = (self.seed, self.threads);
        Plan { seed, plays: 0..games, seating: Seating::Rotate, threads, timing: false, stall: None }
    }

    /// Plays the steps that are not done yet. `state` is what the recorder got last, to go on from.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn study(
        &self,
        budget: Budget,
        state: Option<&[u8]>,
        work: Work<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<Study, RunError> {
        let begun = Instant::now();
        let before: Option<Kept> = state.map(from_bytes).transpose()?;
        let ((games, search), mut second, before) = before.unwrap_or_default();
        let sizes = match budget {
            Budget::Games(sizes) => sizes,
            Budget::Time(_) if games > 0 => Sizes { games, search, again: 1 },
            Budget::Time(time) => self.fit(time, work)?,
        };
        let mut before = before.into_iter();
        let mut study = Study { sizes, done: Vec::new(), interrupted: false };
        let mut earlier = 0.0;
        for step in self.steps() {
            if let Some(stored) = before.next() {
                let done = stored.done();
                earlier += done.seconds;
                study.done.push((step, done));
                continue;
            }
            let done = self.play(&step, self.games(&step, sizes), &study, work)?;
            if work.stopped() {
                study.interrupted = true;
                return Ok(study);
            }
            study.done.push((step, done));
            keep(&study, &second, recorder)?;
        }
        let (again, parts) = second.0.take().unwrap_or_else(|| match budget {
            Budget::Games(sizes) => (sizes.again, self.again(&study, sizes.again)),
            Budget::Time(time) => {
                self.in_time(&study, time.as_secs_f64() - earlier - begun.elapsed().as_secs_f64())
            }
        });
        study.sizes.again = again;
        second.0 = Some((again, parts.clone()));
        for &(place, times) in parts.iter().skip(second.1 as usize) {
            let step = study.done[place].0.clone();
            let done = self.play(&step, self.games_again(&step, sizes, times), &study, work)?;
            if work.stopped() {
                study.interrupted = true;
                return Ok(study);
            }
            study.done[place].1 = done;
            second.1 += 1;
            keep(&study, &second, recorder)?;
        }
        Ok(study)
    }

    /// Plays a step with so many games.
    fn play(&self, step: &Step, games: u64, study: &Study, work: Work<'_>) -> Result<Done, RunError> {
        let begun = Instant::now();
        let mut done = self.step(step, games, study, work)?;
        done.seconds = begun.elapsed().as_secs_f64();
        Ok(done)
    }

    fn step(&self, step: &Step, games: u64, study: &Study, work: Work<'_>) -> Result<Done, RunError> {
        let plan = self.plan(games);
        let of = |game: &dyn AnyGame, bots: &[BotSpec], name: &str| -> Result<Done, RunError> {
            Ok(self.batch(&simulate(game, bots, &plan, name, work)?))
        };
        let probes = self.game.probes();
        let nothing = || Ok(Done::table(0, None));
        let is_copies = study.get(&Step::Main).is_some_and(|main| main.distinct.is_some());
        // A batch of whole games, of the bots of this step.
        let whole = |game: &dyn AnyGame, name: &str| match self.bots(step) {
            Some(bots) => of(game, &bots, name),
            None => nothing(),
        };
        match step {
            _ if games == 0 => nothing(),
            // What greedy players lose or gain by a change would be measured in copies of a game.
            Step::Holding | Step::HoldingAt(_) | Step::Restricted | Step::Deck | Step::DeckAt(_)
                if is_copies =>
            {
                nothing()
            }
            Step::Main => {
                let depth = if games < Sizes::PILOT { Depth::Short } else { Depth::Basic };
                let analysis = AnalysisPlan { depth, skill: false, card_values: None, target: None };
                Ok(self.batch(&self.game.analyse(&self.all(1), &plan, work, None, analysis)?))
            }
            Step::Printed => self.printed.as_ref().map_or_else(nothing, |game| whole(&**game, "greedy")),
            Step::Size(at) => whole(&*self.sizes[*at], "greedy"),
            Step::Duel => whole(self.game, "greedy among random"),
            Step::Holding => Ok(Done::table(games, probes.card_holding(&self.all(1), &plan, work, games)?)),
            Step::HoldingAt(at) => {
                let game = &*self.sizes[*at];
                let bots = vec![self.levels[1].clone(); game.seats()];
                Ok(Done::table(games, game.probes().card_holding(&bots, &plan, work, games)?))
            }
            Step::Restricted => {
                let table = probes.restricted_play(&self.all(1), &plan, work, games)?;
                Ok(Done::table(games, Some(table)))
            }
            Step::Deck => {
                let tables = study.get(&Step::Main).map(|done| done.tables.clone()).unwrap_or_default();
                let report = Report { tables, ..Report::default() };
                let table = probes.card_values(&self.all(1), &plan, work, games, &report)?;
                Ok(Done::table(games * self.counts().decks, Some(table)))
            }
            Step::DeckAt(at) => {
                let game = &*self.sizes[*at];
                let bots = vec![self.levels[1].clone(); game.seats()];
                let table = game.probes().card_values(&bots, &plan, work, games, &Report::default())?;
                Ok(Done::table(games * self.counts().decks, Some(table)))
            }
            Step::Change(longer) => {
                let change = self.change(study, *longer);
                let game = change.and_then(|(key, by)| (self.changed)(&key, by));
                game.map_or_else(nothing, |game| whole(&*game, "greedy"))
            }
            Step::SearchDuel => whole(self.game, "search among greedy"),
            Step::SearchTable => whole(self.game, "search"),
            Step::LearnedDuel => whole(self.game, "learned among greedy"),
            Step::LearnedTable => whole(self.game, "learned"),
            Step::LevelTable(at) => {
                whole(self.game, &format!("learned, level {}", LOWER_LEVELS.start() + at))
            }
            Step::Variance => {
                // It takes its part of a main batch.
                let plan = self.plan(study.sizes.games);
                let ladder = self.ladder(study.sizes);
                Ok(Done::table(games, Some(probes.variance(&self.all(1), &ladder, &plan, work)?)))
            }
        }
    }
}

fn simulate(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    plan: &Plan,
    name: &str,
    work: Work<'_>,
) -> Result<Batch, RunError> {
    game.simulate(bots, plan, work.begin(name, plan.plays.end, "games"), None)
}

/// Gives a study to the recorder.
fn keep(
    study: &Study,
    second: &(Option<(u64, Vec<Again>)>, u64),
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let all = || {
        let done: Vec<Stored> = study.done.iter().map(|(_, done)| Stored::of(done)).collect();
        to_bytes(&((study.sizes.games, study.sizes.search), second, done))
    };
    recorder.stopped(study.done.len() as u64 + second.1, &all)
}
