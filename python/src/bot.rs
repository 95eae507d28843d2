//! Bots that are written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use ludometer_bots::{AnyDecision, AnyStrategy, Forfeit, custom_bot_for_all};
use ludometer_model::Rng;
use ludometer_playable::CustomBot;
use numpy::PyArray1;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use serde_json::Value as Json;

use crate::batcher::Desk;
use crate::convert::to_python;

/// The methods by which an object chooses, once or for many games.
const CHOOSE: &str = "choose";
pub(crate) const CHOOSE_BATCH: &str = "choose_batch";

/// The attribute of an object that reads numbers and no dict.
const NUMBERS: &str = "numbers";

/// Returns true if the object chooses for many games at once.
pub(crate) fn is_batched(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.hasattr(CHOOSE_BATCH)
}

/// The exception of a bot that is no failure of its own but is to end the program: `KeyboardInterrupt`, `SystemExit`.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Mutex<Option<PyErr>>>);

impl Interrupt {
    /// Notes it, if it is such; the first one counts.
    fn note(&self, py: Python<'_>, error: &PyErr) {
        if !error.is_instance_of::<PyException>(py) {
            let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            noted.get_or_insert_with(|| error.clone_ref(py));
        }
    }

    /// Returns what a bot raised, if any did.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns the bots that these objects are, by their names, and where it is noted that one of them ends the program.
pub(crate) fn customs(own: &Bound<'_, PyDict>) -> PyResult<(Vec<CustomBot>, Interrupt)> {
    let interrupt = Interrupt::default();
    let bots = own.iter().map(|(name, object)| custom(&name.extract::<String>()?, &object, &interrupt));
    Ok((bots.collect::<PyResult<_>>()?, interrupt))
}

/// Returns the bot that this object is, under its name. A class that chooses once is made into an object of its own for
/// each seat and thread, one that chooses in batches into one object.
fn custom(name: &str, object: &Bound<'_, PyAny>, interrupt: &Interrupt) -> PyResult<CustomBot> {
    let interrupt = interrupt.clone();
    let about = object.getattr("__doc__").and_then(|doc| doc.extract::<String>()).unwrap_or_default();
    let about = about.lines().next().unwrap_or_default().to_owned();
    let numbers = match object.getattr_opt(NUMBERS)? {
        Some(numbers) => numbers.is_truthy()?,
        None => false,
    };
    let name_of_bot = name.to_owned();
    if is_batched(object)? {
        let desk = Desk::new(name, made(object)?, interrupt);
        return Ok(custom_bot_for_all(name, &about, Vec::new(), move |_| Batched {
            name: name_of_bot.clone(),
            desk: desk.clone(),
            numbers,
        }));
    }
    let object = object.clone().unbind();
    Ok(custom_bot_for_all(name, &about, Vec::new(), move |_| PythonBot {
        name: name_of_bot.clone(),
        made: Python::attach(|py| made(object.bind(py))),
        numbers,
        interrupt: interrupt.clone(),
        failed: None,
    }))
}

/// Returns the object that is called to choose.
fn made(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
    Ok(object.unbind())
}

/// The knowledge of the player.
pub(crate) enum View {
    Plain(Json),
    Numbers(Vec<f32>),
}

/// The question to a bot; put together while other threads use Python.
pub(crate) struct Question {
    pub(crate) view: View,
    legal: Vec<String>,
    game: String,
    seat: usize,
    players: usize,
    turn: u32,
    phase: String,
    /// For a generator of the bot's own: the same in the same game, whatever ran before.
    seed: u64,
}

impl Question {
    fn of(decision: &dyn AnyDecision, numbers: bool, rng: &mut Rng) -> Self {
        let view = if numbers {
            let mut row = Vec::new();
            decision.observe(&mut row);
            View::Numbers(row)
        } else {
            View::Plain(decision.view_json())
        };
        Self {
            view,
            legal: (0..decision.choices()).map(|place| decision.action_text(place)).collect(),
            game: decision.design().id.clone(),
            seat: decision.seat().index(),
            players: decision.seats(),
            turn: decision.turn(),
            phase: decision.phase().to_owned(),
            seed: u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX)),
        }
    }

    pub(crate) fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.view {
            View::Plain(view) => to_python(py, view),
            View::Numbers(row) => Ok(PyArray1::from_slice(py, row).into_any()),
        }
    }

    pub(crate) fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.legal)
    }

    pub(crate) fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("game", &self.game)?;
        info.set_item("seat", self.seat)?;
        info.set_item("players", self.players)?;
        info.set_item("turn", self.turn)?;
        info.set_item("phase", &self.phase)?;
        info.set_item("seed", self.seed)?;
        Ok(info)
    }

    /// Returns the place of what was chosen: a place, or the text of an action.
    pub(crate) fn place(&self, name: &str, chosen: &Bound<'_, PyAny>) -> PyResult<Result<usize, Forfeit>> {
        let place = match chosen.extract::<String>() {
            Ok(text) => self.legal.iter().position(|action| *action == text),
            Err(_) => {
                usize::try_from(chosen.extract::<i64>()?).ok().filter(|place| *place < self.legal.len())
            }
        };
        let none =
            || Forfeit::new(format!("{name} chose none of the legal actions: {}", self.legal.join(", ")));
        Ok(place.ok_or_else(none))
    }
}

/// Returns what went wrong in Python, with the last line of it.
pub(crate) fn forfeit(py: Python<'_>, error: &PyErr, interrupt: &Interrupt) -> Forfeit {
    interrupt.note(py, error);
    let place = error.traceback(py).and_then(|trace| trace.format().ok()).unwrap_or_default();
    let line = place.lines().rev().find(|line| line.trim_start().starts_with("File"));
    Forfeit::new(line.map_or_else(|| error.to_string(), |line| format!("{error} ({})", line.trim())))
}

/// A function `choose(view, legal, info)`, or an object with such a method, in a seat.
struct PythonBot {
    name: String,
    made: PyResult<Py<PyAny>>,
    numbers: bool,
    interrupt: Interrupt,
    /// The error of a call that only informs the bot; it is raised when the bot is next asked to choose.
    failed: Option<PyErr>,
}

impl PythonBot {
    fn choose(&self, py: Python<'_>, question: &Question) -> PyResult<Result<usize, Forfeit>> {
        let object = self.made.as_ref().map_err(|error| error.clone_ref(py))?.bind(py);
        let choose = object.getattr_opt(CHOOSE)?.unwrap_or_else(|| object.clone());
        let chosen = choose.call1((question.view(py)?, question.legal(py)?, question.info(py)?))?;
        question.place(&self.name, &chosen)
    }

    /// Tells the object something, if it wants to know.
    fn tell(&mut self, method: &str) {
        Python::attach(|py| {
            let Ok(object) = &self.made else { return };
            if let Ok(Some(method)) = object.bind(py).getattr_opt(method) {
                self.failed = method.call0().err();
            }
        });
    }
}

impl AnyStrategy for PythonBot {
    fn decide(&mut self, decision: &dyn AnyDecision, rng: &mut Rng) -> Result<usize, Forfeit> {
        let question = Question::of(decision, self.numbers, rng);
        Python::attach(|py| {
            let chosen = self.failed.take().map_or_else(|| self.choose(py, &question), Err);
            chosen.unwrap_or_else(|error| Err(forfeit(py, &error, &self.interrupt)))
        })
    }

    fn begin(&mut self) {
        self.tell("begin");
    }
}

/// An object with a method `choose_batch(views, legal, infos)`, in a seat: all seats and threads ask one object.
struct Batched {
    name: String,
    desk: Desk,
    numbers: bool,
}

impl AnyStrategy for Batched {
    fn decide(&mut self, decision: &dyn AnyDecision, rng: &mut Rng) -> Result<usize, Forfeit> {
        let broken = || Forfeit::new(format!("{} broke off in another game", self.name));
        self.desk.ask(Question::of(decision, self.numbers, rng)).unwrap_or_else(|| Err(broken()))
    }
}
