//! A study: all that a designer asks of a game design, answered in sentences.
//!
//! A study is a list of [`Step`]s, each a batch or an analysis of its own, played one after the other. How many games
//! each of them plays follows from two numbers alone ([`Sizes`]), so that the same numbers give the same study; they are
//! chosen by the time that there is, from the measured speed of the game. What a step found is kept as soon as it is
//! done. [`Facts`] are read off the steps, and [`answers`] are made of the facts.

mod answers;
mod cards;
pub(crate) mod changes;
mod facts;
mod question;
mod stored;
#[cfg(test)]
mod tests_of_answers;
pub(crate) mod words;

use std::time::{Duration, Instant};

use ludometer_bots::BotSpec;
use ludometer_run::{AnalysisPlan, AnyGame, Batch, Depth, Plan, Recorder, RunError, Seating, Work};
use ludometer_stats::{Cell, Report, Table};

pub use self::answers::answers;
pub use self::facts::{Facts, Measured};
pub use self::question::{Answer, Question, State};
pub use self::stored::Done;
use self::stored::Stored;
use super::series::{from_bytes, to_bytes};

/// The three levels of bots, weakest first.
pub const LEVELS: [&str; 3] = ["random", "greedy", "mcts:iterations=100"];

/// How many games a study plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Games of the main batch of `greedy`; all other steps without search have a fixed part of them.
    pub games: u64,
    /// Games of each step with a search.
    pub search: u64,
}

impl Sizes {
    /// The fewest and the most games of the main batch.
    pub const GAMES: (u64, u64) = (1 << 10, 1 << 20);

    /// The fewest and the most games of a step with a search.
    pub const SEARCH: (u64, u64) = (1 << 5, 1 << 14);

    /// All steps without search play about this many games of the main table for one game of the main batch.
    const WEIGHT: f64 = 5.5;

    /// All steps with a search play about this many games for one of [`Sizes::search`].
    const SEARCH_WEIGHT: f64 = 3.0;

    /// The part of the time that searches have.
    const SEARCH_PART: f64 = 0.35;

    /// Chooses the sizes that take about this time where a game takes so long: powers of two, so that a slightly
    /// different measurement seldom makes another study.
    pub fn within(time: Duration, game: Duration, search: Duration) -> Self {
        let fit = |part: f64, weight: f64, one: Duration, (least, most): (u64, u64)| {
            let games = time.as_secs_f64() * part / weight / one.as_secs_f64().max(1e-9);
            let power = games.max(1.0).log2().floor().min(63.0) as u32;
            (1_u64 << power).clamp(least, most)
        };
        Self {
            games: fit(1.0 - Self::SEARCH_PART, Self::WEIGHT, game, Self::GAMES),
            search: fit(Self::SEARCH_PART, Self::SEARCH_WEIGHT, search, Self::SEARCH),
        }
    }
}

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
    /// What each card is worth to who draws it.
    Holding,
    /// One `greedy` that never chooses this kind of action, among `greedy`.
    Without(usize),
    /// One copy more or less of each card.
    Deck,
    /// The changed deck that makes games shorter (false) or longer (true) most.
    Change(bool),
    /// One search among `greedy`.
    SearchDuel,
    /// The search in all seats.
    SearchTable,
    /// How much bots, seats, deal and draws weigh.
    Variance,
}

/// Makes a game with a key of its rules changed by so much; none if it can't be played.
pub type Changed<'a> = &'a dyn Fn(&str, i64) -> Option<Box<dyn AnyGame>>;

/// What is studied.
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
    /// Makes the tables of a batch, as they are written.
    pub tables: fn(&Report) -> Vec<Table>,
    /// The seed of all batches.
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// What is known of a study so far.
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
        let kinds = self.game.design().action_kinds.len();
        if kinds > 1 {
            steps.extend((0..kinds).map(Step::Without));
        }
        steps.push(Step::SearchDuel);
        if self.game.cards().iter().any(|card| self.game.probes().copies_key(&card.name).is_some()) {
            steps.extend([Step::Deck, Step::Change(false), Step::Change(true)]);
        }
        steps.extend([Step::SearchTable, Step::Variance]);
        steps
    }

    /// Chooses how many games fit into this time, by how long some take among `greedy` and among searches.
    fn fit(&self, time: Duration, work: Work<'_>) -> Result<Sizes, RunError> {
        let mut games = [Duration::ZERO; 2];
        for (level, (game, first)) in games.iter_mut().zip([512, 2 * self.threads as u64]).enumerate() {
            let begun = Instant::now();
            let batch = simulate(self.game, &self.all(level + 1), &self.plan(first), "speed", work)?;
            *game = begun.elapsed() / u32::try_from(batch.plays.max(1)).unwrap_or(u32::MAX);
        }
        let [game, search] = games;
        Ok(Sizes::within(time, game, search))
    }

    fn batch(&self, batch: &Batch) -> Done {
        Done { games: batch.plays, turns: batch.turns, tables: (self.tables)(&batch.report) }
    }

    fn plan(&self, games: u64) -> Plan {
        let (seed, threads) = (self.seed, self.threads);
        Plan { seed, plays: 0..games, seating: Seating::Rotate, threads, timing: false }
    }

    fn all(&self, level: usize) -> Vec<BotSpec> {
        vec![self.levels[level].clone(); self.game.seats()]
    }

    /// One bot among others of a level.
    fn one_among(&self, one: BotSpec, level: usize) -> Vec<BotSpec> {
        let mut bots = self.all(level);
        bots[0] = one;
        bots
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
        let before: Option<((u64, u64), Vec<Stored>)> = state.map(from_bytes).transpose()?;
        let (sizes, before) = match (before, budget) {
            (Some(((games, search), done)), _) => (Sizes { games, search }, done),
            (None, Budget::Games(sizes)) => (sizes, Vec::new()),
            (None, Budget::Time(time)) => (self.fit(time, work)?, Vec::new()),
        };
        let mut before = before.into_iter();
        let mut study = Study { sizes, done: Vec::new(), interrupted: false };
        let steps = self.steps();
        for step in steps {
            if let Some(stored) = before.next() {
                study.done.push((step, stored.done()));
                continue;
            }
            let done = self.play(&step, sizes, &study, work)?;
            if work.stopped() {
                study.interrupted = true;
                break;
            }
            study.done.push((step, done));
            let all = || {
                let done: Vec<Stored> = study.done.iter().map(|(_, done)| Stored::of(done)).collect();
                to_bytes(&((sizes.games, sizes.search), done))
            };
            recorder.stopped(study.done.len() as u64, &all)?;
        }
        Ok(study)
    }

    fn play(&self, step: &Step, sizes: Sizes, study: &Study, work: Work<'_>) -> Result<Done, RunError> {
        let Sizes { games, search } = sizes;
        let kinds = self.game.design().action_kinds.len() as u64;
        let least = |games: u64| games.max(Sizes::GAMES.0 / 4);
        let greedy = |game: &dyn AnyGame, games: u64| {
            let bots = vec![self.levels[1].clone(); game.seats()];
            simulate(game, &bots, &self.plan(games), "greedy", work)
        };
        Ok(match step {
            Step::Main => {
                let analysis =
                    AnalysisPlan { depth: Depth::Basic, skill: false, card_values: None, target: None };
                self.batch(&self.game.analyse(&self.all(1), &self.plan(games), work, None, analysis)?)
            }
            Step::Printed => match &self.printed {
                Some(game) => self.batch(&greedy(&**game, games)?),
                None => Done::table(0, None),
            },
            Step::Size(at) => self.batch(&greedy(&*self.sizes[*at], least(games / 4))?),
            Step::Duel => {
                let bots = self.one_among(self.levels[1].clone(), 0);
                self.batch(&simulate(
                    self.game,
                    &bots,
                    &self.plan(least(games / 8)),
                    "greedy among random",
                    work,
                )?)
            }
            Step::Holding => {
                let pairs = games / 2;
                let table = self.game.probes().card_holding(&self.all(1), &self.plan(games), work, pairs)?;
                Done::table(pairs, table)
            }
            Step::Without(kind) => {
                let bots = self.one_among(self.levels[1].without(*kind, self.game.design()), 1);
                let name = &self.game.design().action_kinds[*kind];
                let games = least(games / 2 / kinds);
                self.batch(&simulate(self.game, &bots, &self.plan(games), &format!("without {name}"), work)?)
            }
            Step::Deck => {
                let decks = 2 * self.game.cards().len() as u64;
                let tables = study.get(&Step::Main).map(|done| done.tables.clone()).unwrap_or_default();
                let report = Report { tables, ..Report::default() };
                let average = (games / decks).max(400);
                let probes = self.game.probes();
                let table = probes.card_values(&self.all(1), &self.plan(games), work, average, &report)?;
                Done::table(average * decks, Some(table))
            }
            Step::Change(longer) => match self.change(study, *longer) {
                Some((key, by)) => match (self.changed)(&key, by) {
                    Some(game) => self.batch(&greedy(&*game, least(games / 2))?),
                    None => Done::table(0, None),
                },
                None => Done::table(0, None),
            },
            Step::SearchDuel => {
                let bots = self.one_among(self.levels[2].clone(), 1);
                self.batch(&simulate(self.game, &bots, &self.plan(2 * search), "search among greedy", work)?)
            }
            Step::SearchTable => {
                self.batch(&simulate(self.game, &self.all(2), &self.plan(search), "search", work)?)
            }
            // Fewer would tell nothing, and it has line-ups with searches of a fixed size.
            Step::Variance if search < 256 => Done::table(0, None),
            Step::Variance => {
                let table = self.game.probes().variance(&self.all(1), &self.plan(games), work)?;
                Done::table(search, Some(table))
            }
        })
    }

    /// Returns the key of the rules and the change that certainly makes games shorter or longer, most of all.
    pub(super) fn change(&self, study: &Study, longer: bool) -> Option<(String, i64)> {
        let (card, more) = Self::changed_card(study, longer)?;
        Some((self.game.probes().copies_key(&card)?, if more { 1 } else { -1 }))
    }

    /// Returns the card, and whether it is one copy more.
    pub(super) fn changed_card(study: &Study, longer: bool) -> Option<(String, bool)> {
        let table = study.get(&Step::Deck)?.get("card_values")?;
        let text = |row, column| match table.cell(row, column) {
            Some(Cell::Text(text)) => text.as_str(),
            _ => "",
        };
        let number = |row, column| table.cell(row, column).and_then(Cell::number);
        let sign = if longer { 1.0 } else { -1.0 };
        let sure = |row: &usize| {
            let bound = number(*row, if longer { "adjusted_low" } else { "adjusted_high" });
            text(*row, "on") == "turns"
                && ["one_more", "one_less"].contains(&text(*row, "change"))
                && bound.is_some_and(|bound| sign * bound > 0.0)
        };
        let size = |row: &usize| sign * number(*row, "effect").unwrap_or(0.0);
        let row = (0..table.rows.len()).filter(sure).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        Some((text(row, "card").to_owned(), text(row, "change") == "one_more"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_by_hand() {
        let second = Duration::from_secs(1);
        // Two minutes: 78 s for 5.5 games each of 100 microseconds, and 42 s for 3 searches of 50 ms.
        let sizes = Sizes::within(120 * second, second / 10_000, second / 20);
        assert_eq!(sizes, Sizes { games: 1 << 17, search: 1 << 8 });
        let slow = Sizes::within(second, second, second);
        assert_eq!(slow, Sizes { games: Sizes::GAMES.0, search: Sizes::SEARCH.0 });
        let fast = Sizes::within(3600 * second, second / 1_000_000_000, second / 1_000_000_000);
        assert_eq!(fast, Sizes { games: Sizes::GAMES.1, search: Sizes::SEARCH.1 });
    }
}
