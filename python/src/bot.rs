//! Bots that are written in Python.

use ludometer_bots::{AnyDecision, AnyStrategy, Forfeit, custom_bot_for_all};
use ludometer_model::Rng;
use ludometer_playable::CustomBot;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use crate::convert::to_python;

/// A function `choose(view, legal, info)`, or an object with such a method, in a seat.
struct PythonBot {
    name: String,
    made: PyResult<Py<PyAny>>,
}

/// Returns the bot that this object is, under its name. A class is made into an object of its own for each seat and thread.
pub(crate) fn custom(name: &str, object: &Bound<'_, PyAny>) -> CustomBot {
    let about = object.getattr("__doc__").and_then(|doc| doc.extract::<String>()).unwrap_or_default();
    let about = about.lines().next().unwrap_or_default().to_owned();
    let (object, own_name) = (object.clone().unbind(), name.to_owned());
    custom_bot_for_all(name, &about, Vec::new(), move |_| PythonBot {
        name: own_name.clone(),
        made: Python::attach(|py| made(object.bind(py))),
    })
}

/// What is called to choose.
fn made(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
    Ok(object.unbind())
}

impl PythonBot {
    fn choose(&self, py: Python<'_>, decision: &dyn AnyDecision, rng: &mut Rng) -> PyResult<usize> {
        let object = self.made.as_ref().map_err(|error| error.clone_ref(py))?.bind(py);
        let legal: Vec<String> = (0..decision.choices()).map(|place| decision.action_text(place)).collect();
        let view = to_python(py, &decision.view_json())?;
        let info = PyDict::new(py);
        info.set_item("game", &decision.design().id)?;
        info.set_item("seat", decision.seat().index())?;
        info.set_item("players", decision.seats())?;
        info.set_item("turn", decision.turn())?;
        info.set_item("phase", decision.phase())?;
        // For a generator of the bot's own: the same in the same game, whatever ran before.
        info.set_item("seed", u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX)))?;
        let texts = PyList::new(py, &legal)?;
        let choose = object.getattr_opt("choose")?.unwrap_or_else(|| object.clone());
        let chosen = choose.call1((view, texts, info))?;
        if let Ok(text) = chosen.extract::<String>() {
            return Ok(legal.iter().position(|action| *action == text).unwrap_or(usize::MAX));
        }
        chosen.extract()
    }

    /// Tells the object something, if it wants to know.
    fn tell(&self, method: &str) {
        Python::attach(|py| {
            let Ok(object) = &self.made else { return };
            if let Ok(Some(method)) = object.bind(py).getattr_opt(method) {
                // What goes wrong here shows when it is to choose.
                let _ = method.call0();
            }
        });
    }
}

impl AnyStrategy for PythonBot {
    fn decide(&mut self, decision: &dyn AnyDecision, rng: &mut Rng) -> Result<usize, Forfeit> {
        let chosen = Python::attach(|py| {
            let chosen = self.choose(py, decision, rng);
            chosen.map_err(|error| {
                let place = error.traceback(py).and_then(|trace| trace.format().ok()).unwrap_or_default();
                let line = place
                    .lines()
                    .rev()
                    .find(|line| line.trim_start().starts_with("File"))
                    .unwrap_or_default();
                Forfeit::new(format!("{error} ({})", line.trim()))
            })
        })?;
        if chosen < decision.choices() {
            return Ok(chosen);
        }
        let legal: Vec<String> = (0..decision.choices()).map(|place| decision.action_text(place)).collect();
        Err(Forfeit::new(format!("{} chose none of the legal actions: {}", self.name, legal.join(", "))))
    }

    fn begin(&mut self) {
        self.tell("begin");
    }
}
