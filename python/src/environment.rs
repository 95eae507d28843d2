//! Games side by side, for learning.

use std::sync::Mutex;

use ludometer_model::Seat;
use ludometer_run::{EnvironmentError, Environments as Games, StepRows};
use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::convert::to_python;
use crate::ending::detached;
use crate::value_error;

/// Games of one game design, named by their places from 0 on; an action is named by its number.
#[pyclass(frozen, module = "ludometer")]
pub(crate) struct Environments {
    games: Mutex<Box<dyn Games>>,
    count: usize,
    /// Whether the score counts and not the win.
    #[pyo3(get)]
    counts_scores: bool,
}

fn failed(error: EnvironmentError) -> PyErr {
    match error {
        EnvironmentError::Rules { .. } => PyRuntimeError::new_err(error.to_string()),
        _ => value_error(error),
    }
}

impl Environments {
    pub(crate) fn new(games: Box<dyn Games>, counts_scores: bool) -> Self {
        let count = games.games();
        Self { games: Mutex::new(games), count, counts_scores }
    }

    fn with<T>(&self, work: impl FnOnce(&mut dyn Games) -> T) -> PyResult<T> {
        let mut games =
            self.games.lock().map_err(|_| PyRuntimeError::new_err("a game failed on another thread"))?;
        Ok(work(&mut **games))
    }

    /// Returns the same for a game at a place that there is.
    fn at<T>(&self, game: usize, work: impl FnOnce(&mut dyn Games) -> T) -> PyResult<T> {
        if game >= self.count {
            return Err(PyIndexError::new_err(format!("there is no game {game} of {}", self.count)));
        }
        self.with(work)
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        let seats = self.with(|games| games.seats())?;
        if seat < seats {
            Ok(Seat::new(seat))
        } else {
            Err(value_error(format!("there is no seat {seat} of {seats}")))
        }
    }
}

/// The arrays of a step: what is shown, the legal actions, who moves, rewards, what ended.
type Arrays<'py> = (
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, i8>,
);

impl Environments {
    /// Lets this write to the arrays, which must be as long as the rows of all games.
    fn rows<T: Send>(
        &self,
        py: Python<'_>,
        mut arrays: Arrays<'_>,
        work: impl FnOnce(&mut dyn Games, &mut StepRows<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (observations, masks) = (arrays.0.as_slice_mut()?, arrays.1.as_slice_mut()?);
        let (movers, rewards, ended) =
            (arrays.2.as_slice_mut()?, arrays.3.as_slice_mut()?, arrays.4.as_slice_mut()?);
        let (features, actions, seats) =
            self.with(|games| (games.features().len().max(1), games.actions(), games.seats()))?;
        let wanted = [features, actions, 1, seats, 1].map(|width| width * self.count);
        let lengths = [observations.len(), masks.len(), movers.len(), rewards.len(), ended.len()];
        if lengths != wanted {
            return Err(value_error(format!("arrays of lengths {lengths:?}, but {wanted:?} are needed")));
        }
        let mut rows = StepRows { observations, masks, movers, rewards, ended };
        detached(py, || self.with(|games| work(games, &mut rows)))?
    }
}

#[pymethods]
impl Environments {
    /// Returns the number of seats.
    #[getter]
    fn seats(&self) -> PyResult<usize> {
        self.with(|games| games.seats())
    }

    /// Returns the names of the numbers of an observation.
    #[getter]
    fn features(&self) -> PyResult<Vec<String>> {
        self.with(|games| games.features().to_vec())
    }

    /// Returns the texts of the actions that have numbers of their own, in order.
    #[getter]
    fn action_names(&self) -> PyResult<Vec<String>> {
        self.with(|games| games.action_names().to_vec())
    }

    /// Returns the number of actions.
    #[getter]
    fn actions(&self) -> PyResult<usize> {
        self.with(|games| games.actions())
    }

    /// Sets up the game with this number of a batch with this seed.
    fn deal(&self, game: usize, seed: u64, number: u64) -> PyResult<()> {
        self.at(game, |games| games.deal(game, seed, number))?.map_err(failed)
    }

    /// Returns the seat to move, or nothing when the game is over.
    fn to_move(&self, game: usize) -> PyResult<Option<usize>> {
        self.at(game, |games| games.to_move(game).map(Seat::index))
    }

    /// Returns the numbers of the legal actions.
    fn legal(&self, game: usize) -> PyResult<Vec<usize>> {
        self.at(game, |games| games.legal(game))
    }

    /// Returns a legal action in words.
    fn action_text(&self, game: usize, action: usize) -> PyResult<Option<String>> {
        self.at(game, |games| games.action_text(game, action))
    }

    /// Returns what a seat knows, as a dict.
    fn view<'py>(&self, py: Python<'py>, game: usize, seat: usize) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        to_python(py, &self.at(game, |games| games.view(game, seat))?)
    }

    /// Returns the seed and number with which a game was dealt, and the places of what was chosen in it.
    fn course(&self, game: usize) -> PyResult<(u64, u64, Vec<usize>)> {
        self.at(game, |games| {
            let (seed, number, chosen) = games.course(game);
            (seed, number, chosen.to_vec())
        })
    }

    /// Returns what a seat knows, as an array.
    fn observe<'py>(&self, py: Python<'py>, game: usize, seat: usize) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let row = self.at(game, |games| {
            let mut row = Vec::with_capacity(games.features().len());
            games.observe(game, seat, &mut row);
            row
        })?;
        Ok(PyArray1::from_vec(py, row))
    }

    /// Returns the legal actions as an array of zeros and ones.
    fn mask<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = self.at(game, |games| {
            let mut mask = vec![0; games.actions()];
            for action in games.legal(game) {
                if let Some(legal) = mask.get_mut(action) {
                    *legal = 1;
                }
            }
            mask
        })?;
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Returns what each seat gets, once the game is over.
    fn rewards(&self, game: usize) -> PyResult<Vec<f64>> {
        self.at(game, |games| Seat::all(games.seats()).map(|seat| games.reward(game, seat)).collect())
    }

    /// Carries out a legal action.
    fn step(&self, game: usize, action: usize) -> PyResult<()> {
        self.at(game, |games| games.step(game, action))?.map_err(failed)
    }

    /// Writes what the seats to move are shown.
    fn look_all(&self, py: Python<'_>, arrays: Arrays<'_>) -> PyResult<()> {
        self.rows(py, arrays, |games, rows| games.look_all(rows))
    }

    /// Carries out an action in every game, and deals those anew that end.
    fn step_all(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.count {
            return Err(value_error(format!("{} actions for {} games", actions.len(), self.count)));
        }
        self.rows(py, arrays, |games, rows| games.step_all(actions, rows))?.map_err(failed)
    }
}
