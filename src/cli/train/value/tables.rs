//! The tables of lessons and exams.

use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::super::error::CliError;
use super::super::super::events::{Event, Events};
use super::super::super::input::InputError;
use super::super::super::plan::{load_for, rule_set};
use super::super::super::stop::Stop;
use super::checkpoint::{Checkpoint, path_of};
use super::results::figures;
use super::{Budget, ValuePlan};
use crate::registry::Entry;
use ludometer_bots::{BotSpec, LEVELS};
use ludometer_experiment::{Course, CurvePoint, Lesson, Player, School, Variation, VaryError};
use ludometer_learn::{Network, Samples};
use ludometer_model::{MAX_SEATS, Rng, RuleError, RuleSet, Streams};
use ludometer_report::thousands;
use ludometer_run::{AnyGame, Challenge, Hooks, LessonPlan};
use ludometer_spec::TrainSpec;
use ludometer_stats::{Estimate, wilson};

/// How far a position's worth is that of the end of its game: see `docs/explain/learning.md`.
const LAMBDA: f32 = 0.7;

/// Imagined states and actions tried in a decision of lessons.
const LEARNING: [f64; 2] = [6.0, 12.0];

/// Exams and proofs have deals of their own.
const EXAM_SEED: u64 = 0x6578_616D;

/// Returns the tables that are learned: those asked for, or all numbers of players, with varied numbers of cards.
pub(super) fn variation(entry: &Entry, game: &dyn AnyGame, asked: &TrainSpec) -> Result<Variation, CliError> {
    let rules = rule_set(entry, &asked.rules)?;
    let seats = game.seats();
    let (low, high) = entry.seats_allowed(&rules);
    let is_set = |key: &String| rules.fault(key, "").origin.is_some();
    let fixed = asked.players.is_some() || rules.schema().seats_key.as_ref().is_some_and(is_set);
    // A script may have zones for each seat: then each size of table tells features of its own, and is learned alone.
    let features = game.learning().features();
    let is_alike = |players: usize| {
        let game = load_for(entry, rules.clone(), players);
        game.is_ok_and(|game| game.learning().features() == features)
    };
    // The first one is that of the course.
    let others: Vec<usize> =
        (low..=high.min(MAX_SEATS)).filter(|&other| other != seats && !fixed && is_alike(other)).collect();
    let mut tables = Variation::new(rules, iter::once(seats).chain(others).collect());
    match &asked.vary[..] {
        [] => {
            let cards = game.cards().iter().filter_map(|card| game.probes().copies_key(&card.name));
            for key in cards.collect::<BTreeSet<String>>() {
                tables.vary_count(&key);
            }
        }
        [none] if none == "none" => {}
        vary => {
            for text in vary {
                tables.vary(text).map_err(|fault| match fault {
                    VaryError::Design(fault) => InputError::from(fault),
                    VaryError::Rules(fault) => InputError::from(RuleError::from(fault)),
                })?;
            }
        }
    }
    Ok(tables)
}

/// Lessons and exams at the tables of a game.
pub(super) struct Tables<'a> {
    plan: &'a ValuePlan,
    /// The games of exams that were loaded, table by table.
    exams: Vec<Vec<Box<dyn AnyGame>>>,
    stop: &'a Stop,
    begun: Instant,
    /// How long the lessons took before, which are gone on with.
    before: Duration,
    events: &'a dyn Events,
    /// True if the lessons are over, and the games of exams are those that count.
    proving: bool,
}

/// The side stream of tables, and that of the varied rule sets of exams.
const TABLES: u64 = 0x7461_626C;
const EXAM_TABLES: u64 = 0x7661_7279;

/// The tables of a round of lessons, and of the exam under varied rule sets.
const TABLES_OF_ROUND: u64 = 4;
const TABLES_OF_EXAM: u64 = 20;

/// Rule sets that are drawn for a table until one can be played.
const DRAWS: usize = 20;

impl ValuePlan {
    /// Returns the game with this rule set for so many players.
    fn load(&self, players: usize, rules: RuleSet) -> Result<Box<dyn AnyGame>, CliError> {
        Ok(load_for(&self.entry, rules, players)?)
    }

    /// Returns the game at a table that is drawn: one that can be played, without trouble.
    fn draw(
        &self,
        rng: &mut Rng,
        draw: impl Fn(&mut Rng) -> (usize, RuleSet),
    ) -> Result<Box<dyn AnyGame>, CliError> {
        for _ in 0..DRAWS {
            let (players, rules) = draw(rng);
            if let Ok(game) = self.load(players, rules)
                && game.info().hazards.len() <= self.game.info().hazards.len()
                && game.learning().features() == self.features
            {
                return Ok(game);
            }
        }
        self.load(self.game.seats(), self.tables.base().clone())
    }

    /// Returns the number of tables at which exams are held: one a number of players, one under varied rule sets, and one
    /// with each of the other bots that are to be beaten.
    fn exams(&self) -> usize {
        self.first_rival() + self.more.len()
    }

    /// Returns the first table with another bot than the first.
    fn first_rival(&self) -> usize {
        self.tables.players().len() + usize::from(self.tables.varied().next().is_some())
    }

    /// Returns who sits in the other seats at a table of exams.
    pub(super) fn rival(&self, table: usize) -> &BotSpec {
        table.checked_sub(self.first_rival()).and_then(|place| self.more.get(place)).unwrap_or(&self.other)
    }

    /// Returns the number of players at a table of exams, and what it is called.
    pub(super) fn exam_table(&self, table: usize) -> (usize, String) {
        let first = self.game.seats();
        if table >= self.first_rival() {
            return (first, format!("{first} players against {}", self.rival(table).name));
        }
        let players = self.tables.players().get(table).copied();
        let shown = players.map(|players| format!("{players} players"));
        (players.unwrap_or(first), shown.unwrap_or_else(|| "varied rules".to_owned()))
    }

    /// Returns the games of a table of exams.
    fn exam_games(&self, table: usize) -> Result<Vec<Box<dyn AnyGame>>, CliError> {
        if let Some(&players) = self.tables.players().get(table) {
            return Ok(vec![self.load(players, self.tables.base().clone())?]);
        }
        let seats = self.game.seats();
        if table >= self.first_rival() {
            return Ok(vec![self.load(seats, self.tables.base().clone())?]);
        }
        let drawn = |number| {
            let mut rng = Streams::new(self.seed, number).side_stream(EXAM_TABLES);
            self.draw(&mut rng, |rng| (seats, self.tables.draw_rules(rng)))
        };
        (0..TABLES_OF_EXAM).map(drawn).collect()
    }
}

impl<'a> Tables<'a> {
    pub(super) fn new(
        plan: &'a ValuePlan,
        stop: &'a Stop,
        events: &'a dyn Events,
        before: Duration,
    ) -> Result<Self, CliError> {
        let exams = (0..plan.exams()).map(|table| plan.exam_games(table)).collect::<Result<_, _>>()?;
        Ok(Self { plan, exams, stop, begun: Instant::now(), before, events, proving: false })
    }
}

impl Tables<'_> {
    /// Returns how long it has taken.
    fn seconds(&self) -> f64 {
        (self.before + self.begun.elapsed()).as_secs_f64()
    }
}

impl School for Tables<'_> {
    type Error = CliError;

    fn used(&self, games: u64) -> f64 {
        let used = match self.plan.budget {
            Budget::Games(budget) => games as f64 / budget as f64,
            Budget::Minutes(minutes) => self.seconds() / (60.0 * minutes.number()),
        };
        used.min(1.0)
    }

    fn exam_games(&self) -> u64 {
        // All exams together are some 50 times as long as one.
        match self.plan.budget {
            Budget::Games(games) => (games / 60).clamp(50, 1000),
            Budget::Minutes(minutes) => (50.0 * minutes.number()).clamp(50.0, 1000.0) as u64,
        }
    }

    fn lessons(
        &mut self,
        network: &Arc<Network>,
        past: &[Arc<Network>],
        lesson: &Lesson,
    ) -> Result<Option<Samples>, CliError> {
        let [worlds, candidates] = LEARNING;
        let mut all = Samples::default();
        let games = lesson.games.clone();
        for first in games.clone().step_by((games.end - games.start).div_ceil(TABLES_OF_ROUND) as usize) {
            let last = (first + (games.end - games.start).div_ceil(TABLES_OF_ROUND)).min(games.end);
            let plan = LessonPlan {
                seed: self.plan.seed,
                games: first..last,
                company: lesson.company,
                exploration: lesson.exploration,
                lambda: LAMBDA,
                settings: [worlds, candidates, lesson.margin, LEVELS as f64]
                    .into_iter()
                    .chain(self.plan.from.values.iter().copied())
                    .collect(),
                others: std::iter::once(&self.plan.other).chain(&self.plan.more).cloned().collect(),
                teacher: self.plan.teacher.clone(),
            };
            let mut rng = Streams::new(self.plan.seed, first).side_stream(TABLES);
            let game = self.plan.draw(&mut rng, |rng| self.plan.tables.draw(rng))?;
            let samples =
                game.learning().lessons(network, past, &plan, self.plan.threads, self.stop.flag())?;
            let Some(samples) = samples else { return Ok(None) };
            all.append(samples);
            self.events.add(last - first);
        }
        Ok(Some(all))
    }

    fn tables(&self) -> usize {
        self.exams.len()
    }

    fn rivals(&self) -> Range<usize> {
        self.plan.first_rival()..self.exams.len()
    }

    fn exam(
        &mut self,
        player: &Player<'_>,
        table: usize,
        games: Range<u64>,
    ) -> Result<Option<Estimate>, CliError> {
        let learned = self.plan.bot(player)?;
        let progress = |games| {
            if self.proving {
                self.events.add(games);
            }
        };
        let challenge = Challenge {
            challenger: &learned,
            others: self.plan.rival(table),
            seed: self.plan.seed ^ EXAM_SEED,
            threads: self.plan.threads,
        };
        let at_tables = &self.exams[table];
        let each = (games.end - games.start).div_ceil(at_tables.len() as u64);
        let (mut wins, mut played) = (0.0, 0);
        for (game, first) in at_tables.iter().zip(games.clone().step_by(each as usize)) {
            let plays = first..(first + each).min(games.end);
            let hooks = Hooks { stop: self.stop.flag(), progress: &progress };
            played += plays.end - plays.start;
            let Some(won) = challenge.wins(&**game, plays, hooks)? else { return Ok(None) };
            wins += won;
        }
        let share = wins / played as f64;
        Ok(Some(Estimate { value: Some(share), interval: wilson(share, played), games: played }))
    }

    fn keep(&mut self, course: &Course) -> Result<(), CliError> {
        if !self.plan.writes {
            return Ok(());
        }
        Checkpoint::write(&path_of(&self.plan.path), &self.plan.options(), course, self.seconds())
    }

    fn proving(&mut self, games: u64) {
        self.proving = true;
        self.events.take(Event::Stage { name: "how strong it is", pieces: games, unit: "games" });
    }

    fn examined(&mut self, point: &CurvePoint) {
        let (value, (low, high)) = figures(&point.win_rate);
        let text = format!(
            "after {} games: wins {value:.1} % ({low:.1} to {high:.1}) against {}, fair {:.1}",
            thousands(point.games),
            self.plan.other.name,
            100.0 / self.plan.game.seats() as f64,
        );
        self.events.take(Event::Note { text: &text });
    }
}
