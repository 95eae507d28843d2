//! Ludometer in Python: the part in Rust. What people use of it stands in `package/ludometer/`, in Python.

mod bot;
mod convert;
mod batcher;
mod ending;
mod environment;
mod game;
mod outcome;
mod run;
mod table;
mod game_tree;

use std::ffi::OsString;

use ludometer::cli::{App, Program};
use ludometer::registry::GAMES;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns a Python `ValueError` with the message that the command line would print.
fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the ids and titles of the games that are built in.
#[pyfunction]
fn builtin_games() -> Vec<(String, String)> {
    GAMES.iter().map(|entry| (entry.id().to_owned(), entry.title().to_owned())).collect()
}

/// Runs the command line with these arguments, the program's name first, and returns its exit status. It knows these
/// bots in Python beside its own.
#[pyfunction]
fn command_line(py: Python<'_>, arguments: Vec<OsString>, bots: Bound<'_, PyDict>) -> PyResult<u8> {
    let app = GAMES.iter().cloned().fold(App::new(Program::LUDOMETER), App::game);
    let (bots, interrupt) = bot::customs(&bots)?;
    let app = bots.into_iter().fold(app, App::bot);
    let status = ending::detached(py, || {
        // `ExitCode` tells its number only to the system.
        let code = app.run(arguments);
        (0..=u8::MAX).find(|&status| std::process::ExitCode::from(status) == code).unwrap_or(1)
    })?;
    interrupt.take().map_or(Ok(status), Err)
}

#[pymodule]
fn _ludometer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", Program::release())?;
    module.add_function(wrap_pyfunction!(builtin_games, module)?)?;
    module.add_function(wrap_pyfunction!(command_line, module)?)?;
    module.add_function(wrap_pyfunction!(table::frame, module)?)?;
    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(outcome::execute, module)?)?;
    module.add_class::<run::Run>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<environment::Environments>()?;
    ending::register(module)
}
