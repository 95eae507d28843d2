//! A game with its rules and its number of players.

use std::num::NonZero;
use std::path::PathBuf;

use ludometer::cli::{open_game, watch_choices};
use ludometer_bots::BotSpec;
use ludometer_model::Seat;
use ludometer_playable::CustomBot;
use ludometer_run::{AnyGame, AuditError, Entry, Plan, Seating, audit};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::bot::{Interrupt, customs, is_batched};
use crate::convert::to_python;
use crate::ending::detached;
use crate::environment::Environments;
use crate::game_tree::whole;
use crate::run::{Run, Wanted, attended, play};
use crate::value_error;

/// Games in play at once where a bot chooses for many: each waits on a thread of its own.
const BATCH: usize = 64;

/// Bytes that a game side by side with others takes, about.
const GAME_ROOM: usize = 4096;

/// A game design, opened with a rule set for a number of players.
#[pyclass(frozen, module = "ludometer")]
pub(crate) struct Game {
    name: String,
    players: Option<u64>,
    rule_file: Option<PathBuf>,
    settings: Vec<String>,
    entry: Entry,
    opened: Box<dyn AnyGame>,
}

impl Game {
    /// Returns the same game, which knows these bots too.
    fn with(&self, bots: &[CustomBot]) -> PyResult<Box<dyn AnyGame>> {
        let opened = open_game(&self.name, self.players, self.rule_file.clone(), self.settings.clone(), bots);
        let (entry, game) = opened.map_err(value_error)?;
        // One that is called as a built-in bot would never be asked.
        entry.check_bots().map_err(value_error)?;
        Ok(game)
    }

    /// Returns the game with its own bots and those in Python by their names, and who sits in each seat.
    fn line_up(
        &self,
        bots: &[String],
        own: &Bound<'_, PyDict>,
    ) -> PyResult<(Box<dyn AnyGame>, Vec<BotSpec>, Interrupt)> {
        let (own, interrupt) = customs(own)?;
        let game = self.with(&own)?;
        let seats = game.seats();
        if bots.len() != 1 && bots.len() != seats {
            return Err(value_error(format!(
                "{} bots for {seats} players: give one for all seats, or one for each",
                bots.len()
            )));
        }
        let specs: Result<Vec<BotSpec>, _> = bots.iter().map(|name| game.bot(name)).collect();
        let mut specs = specs.map_err(value_error)?;
        while specs.len() < seats {
            specs.push(specs[0].clone());
        }
        Ok((game, specs, interrupt))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, players=None, settings=Vec::new(), rule_file=None))]
    fn new(
        py: Python<'_>,
        name: String,
        players: Option<u64>,
        settings: Vec<String>,
        rule_file: Option<PathBuf>,
    ) -> PyResult<Self> {
        let opened = detached(py, || open_game(&name, players, rule_file.clone(), settings.clone(), &[]))?;
        let (entry, game) = opened.map_err(value_error)?;
        Ok(Self { name, players, rule_file, settings, entry, opened: game })
    }

    /// Returns the id, or the path of the script.
    #[getter]
    fn id(&self) -> &str {
        self.entry.id()
    }

    /// Returns what people call the game.
    #[getter]
    fn title(&self) -> &str {
        self.entry.title()
    }

    /// Returns the number of players.
    #[getter]
    fn players(&self) -> usize {
        self.opened.seats()
    }

    /// Returns the fewest and the most players that these rules allow.
    #[getter]
    fn players_allowed(&self) -> (usize, usize) {
        self.entry.seats_allowed(self.opened.rules())
    }

    /// Returns a hash of the rule set.
    #[getter]
    fn rules_hash(&self) -> String {
        self.opened.rules().hash()
    }

    /// Returns the warnings about the rule set, which can be played all the same.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.opened.warnings().to_vec()
    }

    /// Returns the rule set as a dict.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.opened.rules().to_json())
    }

    /// Returns the names of the bots of the program, each with a line about it.
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for bot in self.entry.bots() {
            dict.set_item(bot.name, bot.about)?;
        }
        Ok(dict)
    }

    /// Plays a batch.
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    #[pyo3(signature = (bots, own, games, seed, analyze, threads, fixed, per_game, progress))]
    fn run(
        &self,
        py: Python<'_>,
        bots: Vec<String>,
        own: Bound<'_, PyDict>,
        games: u64,
        seed: u64,
        analyze: bool,
        threads: Option<usize>,
        fixed: bool,
        per_game: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Run> {
        let (game, specs, interrupt) = self.line_up(&bots, &own)?;
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let seating = if fixed { Seating::Fixed } else { Seating::Rotate };
        let is_any_batched = own.values().iter().any(|bot| is_batched(&bot).unwrap_or(false));
        let at_once = if is_any_batched { BATCH } else { cores() };
        let threads = threads.unwrap_or(at_once);
        let plan = Plan { seed, plays: 0..games, seating, threads, timing: false, stall: None };
        let wanted = Wanted { plan, analyze, rows: per_game, bots: specs, interrupt };
        play(py, (&self.entry, &*game), &wanted, progress.as_ref())
    }

    /// Looks whether bots ever choose by what they can't see.
    fn audit<'py>(
        &self,
        py: Python<'py>,
        bots: Vec<String>,
        own: Bound<'_, PyDict>,
        positions: u64,
        seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (game, specs, interrupt) = self.line_up(&bots, &own)?;
        let found = attended(py, None, positions, |hooks| audit(&*game, &specs, positions, seed, hooks))?;
        if let Some(raised) = interrupt.take() {
            return Err(raised);
        }
        let dict = PyDict::new(py);
        match found {
            Ok(found) => {
                dict.set_item("honest", true)?;
                dict.set_item("positions", found.positions)?;
                dict.set_item("redealt", found.different)?;
                dict.set_item("games", found.plays)?;
            }
            Err(error @ (AuditError::Peek(_) | AuditError::Unstable(_))) => {
                dict.set_item("honest", false)?;
                dict.set_item("what", error.to_string())?;
            }
            Err(error) => return Err(pyo3::exceptions::PyRuntimeError::new_err(error.to_string())),
        }
        Ok(dict)
    }

    /// Returns all that can happen in a small game, as a dict of arrays.
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        whole(py, &*self.opened)
    }

    /// Returns so many games side by side, none of them dealt.
    fn environments(&self, py: Python<'_>, games: usize) -> PyResult<Environments> {
        // Asked for in one piece first: where there is no room for many small ones, the process would end.
        let mut room: Vec<u8> = Vec::new();
        if room.try_reserve_exact(games.saturating_mul(GAME_ROOM)).is_err() {
            return Err(PyMemoryError::new_err(format!("there is no memory for {games} games")));
        }
        drop(room);
        detached(py, || {
            let learning = self.opened.learning();
            Environments::new(learning.environments(games), learning.counts_scores())
        })
    }

    /// Returns the page on which a game is followed that was played elsewhere, as a seat knows it or open: see
    /// `course` of `Environments`.
    #[pyo3(signature = (course, who, seat=None))]
    fn watch_choices(
        &self,
        py: Python<'_>,
        course: (u64, u64, Vec<usize>),
        who: Vec<String>,
        seat: Option<usize>,
    ) -> PyResult<String> {
        let (seed, number, choices) = course;
        let who: Vec<&str> = who.iter().map(String::as_str).collect();
        let seats = self.opened.seats();
        if who.len() != seats || seat.is_some_and(|seat| seat >= seats) {
            return Err(value_error(format!("there are {seats} players")));
        }
        let of = (seed, number);
        let page = detached(py, || {
            watch_choices(&self.entry, &*self.opened, &who, of, &choices, seat.map(Seat::new))
        })?;
        page.map_err(|error| value_error(error.paragraph().unwrap_or_default()))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, players={})", self.name, self.opened.seats())
    }
}
