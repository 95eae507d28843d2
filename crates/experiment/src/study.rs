//! A study: all that a designer asks of a game design, answered in sentences.
//!
//! A study is a list of [`Step`]s, each a batch or an analysis of its own, played one after the other in a first pass.
//! Those that left a question open are played again with more games, in a second pass. How many games each of them plays
//! follows from three numbers alone ([`Sizes`]), so that the same numbers give the same study; they are chosen by the
//! time that there is, from the measured speed of the game. What a step found is kept as soon as it is done. [`Facts`]
//! are read off the steps, and [`answers`] are made of the facts.

mod answers;
mod cards_and_actions;
mod facts;
mod question;
mod sizes;
#[cfg(test)]
mod tests_of_answers;

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

pub(crate) use self::answers::WON_BY_ALL;
pub use self::answers::answers;
use self::answers::times_of_size;
use self::cards_and_actions::times_of_action;
use self::facts::accused;
pub use self::facts::{Facts, Measured, Size};
pub use self::question::{Answer, Example, Question, State};
use self::sizes::Counts;
pub use self::sizes::{Ladder, Sizes};
use crate::series::{from_bytes, to_bytes};
use ludometer_bots::BotSpec;
use ludometer_model::{RuleSet, Value};
use ludometer_run::{
    AnalysisPlan, AnyGame, Batch, CardChange, CardEffect, CardValueRow, Depth, Plan, Recorder, RunError,
    Seating, Work,
};
use ludometer_stats::{Report, Row, Table, TurnTime, rows_of};
use serde::{Deserialize, Serialize};

/// The three levels of bots that every game has, weakest first.
pub const LEVELS: [&str; 3] = ["random", "greedy", "mcts:iterations=100"];

/// The bot that plays by a network, where the program has one for the game.
pub const LEARNED: &str = "learned";

/// The levels of the learned bot between a random player's and its best one.
pub const LOWER_LEVELS: RangeInclusive<usize> = 2..=ludometer_bots::LEVELS - 1;

/// Keeps the games in which something is shown apart from those in which it was found.
const FRESH: u64 = 0x66_72_65_73_68;

/// Rounds in which settings are tried; after each, a quarter of them is left, which has four times the games.
const ROUNDS: u64 = 3;

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
    /// One `greedy` among `random`; `random` where one plays alone.
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
    /// Numbers of the rules one step up or down, held against what is unfair: which of them helps most.
    Settings,
    /// The usual table once more, in games of its own, against which what could be tried is held.
    Fresh,
    /// The changed deck that makes games shorter (false) or longer (true) most, in the games of [`Step::Fresh`].
    Change(bool),
    /// The changed number of the rules that makes what is unfair fairer, in the games of [`Step::Fresh`].
    Setting,
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
    /// How much seats, deal and draws weigh among equals, with another number of players (its place in [`Subject::sizes`]).
    VarianceAt(usize),
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
    /// The pace of people at the table.
    pub pace: TurnTime,
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
        // What a card or an action is worth is measured in wins.
        let are_won = self.game.contest().ends.are_won;
        if are_won && !self.game.cards().is_empty() {
            steps.push(Step::Holding);
        }
        if are_won {
            steps.push(Step::Restricted);
        }
        if are_won && !self.game.cards().is_empty() {
            steps.extend((0..self.sizes.len()).map(Step::HoldingAt));
        }
        if self.learned.is_some() {
            steps.extend([Step::LearnedDuel, Step::LearnedTable]);
            steps.extend((0..self.lower.len()).map(Step::LevelTable));
        }
        steps.push(Step::SearchDuel);
        if self.game.cards().iter().any(|card| self.game.probes().copies_key(&card.name).is_some()) {
            steps.push(Step::Deck);
        }
        if are_won && self.game.contest().is_contest() && self.game.seats() > 1 {
            steps.push(Step::Settings);
        }
        steps.extend([Step::Fresh, Step::Change(false), Step::Change(true), Step::Setting]);
        if steps.contains(&Step::Deck) {
            steps.extend((0..self.sizes.len()).map(Step::DeckAt));
        }
        steps.extend([Step::SearchTable, Step::Variance]);
        steps.extend((0..self.sizes.len()).map(Step::VarianceAt));
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
        let tables = (self.tables)(&batch.report);
        Done { games: batch.plays, turns, distinct, tables, tried: None, seconds: 0.0 }
    }

    /// Returns the seed of a step: what could be tried is found in some games and shown in others.
    pub fn seed_of(&self, step: &Step) -> u64 {
        match step {
            Step::Fresh | Step::Change(_) | Step::Setting => self.seed ^ FRESH,
            _ => self.seed,
        }
    }

    fn plan(&self, games: u64, seed: u64) -> Plan {
        let threads = self.threads;
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
            if let Some(done) = before.next() {
                earlier += done.seconds;
                study.done.push((step, done));
                continue;
            }
            // Settings are tried where the first pass has found something unfair.
            let games = if step == Step::Settings { 0 } else { self.games(&step, sizes) };
            let done = self.play(&step, games, &study, work)?;
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
        let plan = self.plan(games, self.seed_of(step));
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
                self.analysed(self.game, &plan, work, depth)
            }
            Step::Printed => self.printed.as_ref().map_or_else(nothing, |game| whole(&**game, "greedy")),
            Step::Size(at) => self.analysed(&*self.sizes[*at], &plan, work, Depth::Short),
            Step::Duel if self.game.seats() == 1 => whole(self.game, "random"),
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
            Step::Settings => self.settings(games, study, work),
            // There is something to be held against it.
            Step::Fresh => {
                let steps = [Step::Change(false), Step::Change(true), Step::Setting];
                let is_held = steps.iter().any(|step| self.change(study, step).is_some());
                if is_held { self.analysed(self.game, &plan, work, Depth::Short) } else { nothing() }
            }
            Step::Change(_) | Step::Setting => {
                let game = self.change(study, step).and_then(|(key, by)| (self.changed)(&key, by));
                game.map_or_else(nothing, |game| self.analysed(&*game, &plan, work, Depth::Short))
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
                let plan = self.plan(study.sizes.games, self.seed);
                let ladder = self.ladder(study.sizes);
                Ok(Done::table(games, Some(probes.variance(&self.all(1), &ladder, &plan, work)?)))
            }
            Step::VarianceAt(at) => {
                let plan = self.plan(study.sizes.games, self.seed);
                let game = &*self.sizes[*at];
                let bots = vec![self.levels[1].clone(); game.seats()];
                Ok(Done::table(games, Some(game.probes().variance(&bots, &[], &plan, work)?)))
            }
        }
    }
}

impl Subject<'_> {
    /// Plays a batch of greedy players, analysed.
    fn analysed(
        &self,
        game: &dyn AnyGame,
        plan: &Plan,
        work: Work<'_>,
        depth: Depth,
    ) -> Result<Done, RunError> {
        let analysis = AnalysisPlan { depth, skill: false, card_values: None, target: None };
        let bots = vec![self.levels[1].clone(); game.seats()];
        Ok(self.batch(&game.analyse(&bots, plan, work, None, analysis)?))
    }

    /// Lists the whole numbers of the rules, one step down and one step up.
    fn steps_of_rules(&self) -> Vec<(String, i64)> {
        let cards = self.game.cards().iter().filter_map(|card| self.game.probes().copies_key(&card.name));
        let rules = self.game.rules().entries().into_iter();
        let numbers = rules.filter(|(_, value)| matches!(value, Value::Int(_)));
        let mut keys: Vec<String> = numbers.map(|(key, _)| key.to_owned()).chain(cards).collect();
        keys.sort();
        keys.dedup();
        keys.into_iter().flat_map(|key| [(key.clone(), -1), (key, 1)]).collect()
    }

    /// Finds the number of the rules that makes what is unfair fairest, one step up or down, by halving: each round plays
    /// all that are left, and keeps the best quarter. What is found is the best by its figure, and no more.
    fn settings(&self, games: u64, study: &Study, work: Work<'_>) -> Result<Done, RunError> {
        let Some((accused, _)) = facts::main(self, study).as_ref().and_then(accused) else {
            return Ok(Done::table(0, None));
        };
        let mut left: Vec<(String, i64)> = self
            .steps_of_rules()
            .into_iter()
            .filter(|(key, by)| (self.changed)(key, *by).is_some())
            .collect();
        let mut done = Done::table(0, None);
        done.tried = Some((left.len() as u64, None));
        for round in 0..ROUNDS {
            let each = (games / ROUNDS / left.len().max(1) as u64).max(1);
            let plan = self.plan(each, self.seed.wrapping_add(round + 1) ^ FRESH);
            let mut bias = Vec::new();
            for (key, by) in left.drain(..) {
                let Some(game) = (self.changed)(&key, by) else { continue };
                let batch = self.analysed(&*game, &plan, work, Depth::Short)?;
                done.games += batch.games;
                let table = facts::size_of(&batch, &*game, &self.pace);
                let off = table.and_then(|table| accused.bias(&table));
                bias.extend(off.map(|off| (off.value.abs(), (key, by))));
            }
            bias.sort_by(|a, b| a.0.total_cmp(&b.0));
            bias.truncate(bias.len().div_ceil(4));
            left.extend(bias.into_iter().map(|(_, setting)| setting));
        }
        if let Some((_, best)) = &mut done.tried {
            *best = left.into_iter().next();
        }
        Ok(done)
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
        let done: Vec<&Done> = study.done.iter().map(|(_, done)| done).collect();
        to_bytes(&((study.sizes.games, study.sizes.search), second, done))
    };
    recorder.stopped(study.done.len() as u64 + second.1, &all)
}

impl Subject<'_> {
    fn all(&self, level: usize) -> Vec<BotSpec> {
        vec![self.levels[level].clone(); self.game.seats()]
    }

    /// Returns one bot, or one side, among others of a level.
    fn one_among(&self, one: BotSpec, level: usize) -> Vec<BotSpec> {
        self.game.contest().one_among(one, &self.levels[level], self.game.seats())
    }

    /// Returns true if there is a learned bot with levels.
    fn has_levels(&self) -> bool {
        self.learned.is_some() && self.lower.len() == LOWER_LEVELS.count()
    }

    /// Returns the bots that tell luck from skill, weakest first.
    fn ladder(&self, sizes: Sizes) -> Vec<BotSpec> {
        let [random, greedy, search] = self.levels.clone();
        match (sizes.ladder(self.has_levels()), &self.learned) {
            (Ladder::Learned, Some(best)) => {
                vec![random, self.lower[self.lower.len() / 2].clone(), best.clone()]
            }
            (Ladder::Quick, _) => vec![random, greedy],
            _ => vec![random, greedy, search],
        }
    }

    /// Returns the bots of a step that plays whole games, one a seat; none for the other steps.
    fn bots(&self, step: &Step) -> Option<Vec<BotSpec>> {
        let greedy = |game: &dyn AnyGame| vec![self.levels[1].clone(); game.seats()];
        Some(match step {
            Step::Main | Step::Printed | Step::Fresh | Step::Change(_) | Step::Setting => greedy(self.game),
            Step::Size(at) => greedy(&**self.sizes.get(*at)?),
            // Who plays alone meets nobody, and is held against a random player's games.
            Step::Duel if self.game.seats() == 1 => self.all(0),
            Step::Duel => self.one_among(self.levels[1].clone(), 0),
            Step::SearchDuel => self.one_among(self.levels[2].clone(), 1),
            Step::SearchTable => self.all(2),
            Step::LearnedDuel => self.one_among(self.learned.clone()?, 1),
            Step::LearnedTable => vec![self.learned.clone()?; self.game.seats()],
            Step::LevelTable(at) => vec![self.lower.get(*at)?.clone(); self.game.seats()],
            Step::Holding
            | Step::HoldingAt(_)
            | Step::Restricted
            | Step::Deck
            | Step::DeckAt(_)
            | Step::Settings
            | Step::Variance
            | Step::VarianceAt(_) => {
                return None;
            }
        })
    }

    /// Returns the rules and the bots, one a seat, of a step that plays whole games; none for the other steps.
    pub fn table_of(&self, step: &Step, study: &Study) -> Option<(RuleSet, Vec<BotSpec>)> {
        let rules = match step {
            Step::Printed => self.printed.as_ref()?.rules().clone(),
            Step::Size(at) => self.sizes.get(*at)?.rules().clone(),
            Step::Change(_) | Step::Setting => {
                let (key, by) = self.change(study, step)?;
                (self.changed)(&key, by)?.rules().clone()
            }
            _ => self.game.rules().clone(),
        };
        Some((rules, self.bots(step)?))
    }

    /// Returns the key of the rules and the change that a step plays.
    fn change(&self, study: &Study, step: &Step) -> Option<(String, i64)> {
        match step {
            // It certainly makes games shorter or longer, most of all.
            Step::Change(longer) => {
                let (card, more) = Self::changed_card(study, *longer)?;
                Some((self.game.probes().copies_key(&card)?, if more { 1 } else { -1 }))
            }
            Step::Setting => study.get(&Step::Settings)?.tried.as_ref()?.1.clone(),
            _ => None,
        }
    }

    /// Returns the card, and whether it is one copy more.
    fn changed_card(study: &Study, longer: bool) -> Option<(String, bool)> {
        let rows: Vec<CardValueRow> = study.get(&Step::Deck)?.rows();
        let sign = if longer { 1.0 } else { -1.0 };
        let sure = |row: &CardValueRow| {
            row.on == CardEffect::Turns
                && matches!(row.change, CardChange::OneMore | CardChange::OneLess)
                && row.adjusted.is_some_and(|(low, high)| if longer { low > 0.0 } else { high < 0.0 })
        };
        let size = |row: &CardValueRow| sign * row.effect.value.unwrap_or(0.0);
        let row = rows.into_iter().filter(sure).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        Some((row.card, row.change == CardChange::OneMore))
    }
}

/// The result of a step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Games, or pairs of games, that it played.
    pub games: u64,
    /// 5 %, 50 % and 95 % quantile of the number of turns, where it was a batch.
    pub turns: Option<[u32; 3]>,
    /// The games that differ, where all others are copies of these.
    pub distinct: Option<u64>,
    /// Its tables, as they are written.
    pub tables: Vec<Table>,
    /// How many settings were tried, and the one that was found: a key of the rules, and by how much it is changed.
    pub tried: Option<(u64, Option<(String, i64)>)>,
    /// How long it took.
    pub seconds: f64,
}

impl Done {
    fn table(games: u64, table: Option<Table>) -> Self {
        let tables = table.into_iter().collect();
        Self { games, turns: None, distinct: None, tables, tried: None, seconds: 0.0 }
    }

    /// Returns the table with this name.
    pub fn get(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns the rows of a table; none where there is no such table.
    pub fn rows<R: Row>(&self) -> Vec<R> {
        rows_of(&self.tables)
    }
}

/// A study as it is kept: its games; the parts of the second pass, once they are known, and how many of them are done;
/// what came of the parts.
type Kept = ((u64, u64), (Option<(u64, Vec<Again>)>, u64), Vec<Done>);

/// A part is played again with at most so many times its games.
const MOST: u64 = 256;

/// A part to play again: its place among the parts, and with how many times its games.
type Again = (usize, u64);

/// Returns the parts on which open answers rest, and how many times as many games they need.
fn unsettled(facts: &Facts) -> Vec<(Step, f64)> {
    let mut parts: Vec<(Step, f64)> = Vec::new();
    for answer in answers(facts).iter().filter(|answer| answer.state == State::Open) {
        let times = answer.times.unwrap_or(2.0);
        match answer.question {
            Question::Seats | Question::Dead | Question::Leader | Question::Loops => {
                parts.push((Step::Main, times));
            }
            Question::Levels => {
                parts.extend([Step::LevelTable(0), Step::LearnedTable].map(|step| (step, times)));
            }
            Question::Skill => {
                parts.extend([Step::SearchDuel, Step::LearnedDuel].map(|step| (step, times)));
            }
            Question::Strongest => parts.push((Step::Holding, times)),
            Question::Best => {
                parts.extend([Step::SearchDuel, Step::LearnedDuel].map(|step| (step, times)));
            }
            Question::Try if facts.accused.is_some() => parts.push((Step::Settings, times)),
            Question::Try => parts.push((Step::Deck, times)),
            Question::Actions => {
                let times = facts.actions.iter().filter_map(times_of_action);
                parts.extend(times.map(|times| (Step::Restricted, times)));
            }
            Question::Players => {
                let sizes = facts.sizes.iter().enumerate();
                parts.extend(sizes.filter_map(|(at, size)| Some((Step::Size(at), times_of_size(size)?))));
            }
            Question::Who
            | Question::Sides
            | Question::Together
            | Question::Score
            | Question::Length
            | Question::Changed => {}
        }
    }
    parts
}

impl Subject<'_> {
    /// Returns how many games a step has the second time.
    fn games_again(&self, step: &Step, sizes: Sizes, times: u64) -> u64 {
        match self.games(step, sizes) {
            // Decks had too few games and were left out.
            0 => self.games(step, Sizes { games: times * sizes.games, ..sizes }),
            games => times * games,
        }
    }

    /// Returns how many seconds a step takes the second time, about.
    fn seconds_again(&self, study: &Study, place: usize, times: u64) -> f64 {
        let (step, done) = &study.done[place];
        if done.games > 0 {
            return times as f64 * done.seconds;
        }
        // Decks that were left out, or nothing to be tried; the main batch tells how long a game takes.
        let decks = if *step == Step::Deck { self.counts().decks } else { 1 };
        let games = decks * self.games_again(step, study.sizes, times);
        let main = study.get(&Step::Main).map_or(0.0, |main| main.seconds / main.games.max(1) as f64);
        main * games as f64
    }

    /// Lists what the second pass plays: with at most `again` times the games, in the order of the parts.
    ///
    /// An open answer says how many times as many games would probably tell. Each part that it rests on is played again
    /// with so many times its games, but at most with [`Sizes::again`] times as many. So the second pass
    /// follows from the first one and a single number. By time that number is the largest with which the second pass
    /// takes no longer than what is left, by how long the same parts took in the first pass.
    fn open_parts(&self, study: &Study, again: u64) -> Vec<Again> {
        let unsettled = unsettled(&Facts::of(self, study));
        let times = |step: &Step| {
            let own = unsettled.iter().filter(|(part, _)| part == step).map(|(_, times)| times.ceil() as u64);
            own.max().unwrap_or(1).clamp(1, again)
        };
        let mut parts: Vec<Again> =
            study.done.iter().enumerate().map(|(place, (step, _))| (place, times(step))).collect();
        // What is to be tried follows from decks and settings.
        let is_found =
            |&(place, times): &Again| matches!(study.done[place].0, Step::Deck | Step::Settings) && times > 1;
        let is_tried = parts.iter().any(is_found);
        let shows = |step: &Step| matches!(step, Step::Fresh | Step::Change(_) | Step::Setting);
        let follows = |place: usize| is_tried && shows(&study.done[place].0);
        parts.retain(|&(place, times)| {
            follows(place) || times > 1 && self.games_again(&study.done[place].0, study.sizes, times) > 0
        });
        parts
    }

    /// Lists the second pass that takes at most so many seconds, and with how many times the games at most.
    fn in_time(&self, study: &Study, seconds: f64) -> (u64, Vec<Again>) {
        let takes = |parts: &[Again]| -> f64 {
            parts.iter().map(|&(place, times)| self.seconds_again(study, place, times)).sum()
        };
        let all = self.open_parts(study, MOST);
        let fits = |again: &u64| {
            let parts: Vec<Again> = all.iter().map(|&(place, times)| (place, times.min(*again))).collect();
            takes(&parts) <= seconds
        };
        let again = (2..=MOST).rev().find(fits).unwrap_or(1);
        (again, self.again(study, again))
    }

    /// Lists the second pass with at most so many times the games.
    fn again(&self, study: &Study, again: u64) -> Vec<Again> {
        if again < 2 { Vec::new() } else { self.open_parts(study, again) }
    }
}
