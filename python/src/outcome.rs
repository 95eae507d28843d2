//! Long commands in the process: a specification in, an outcome out.

use std::sync::atomic::{AtomicU64, Ordering};

use ludometer::cli::{Event, Means, execute_json, with_films};
use ludometer_report::{Results, page};
use ludometer_stats::Table as Figures;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::Value;

use crate::convert::to_python;
use crate::ending::detached;
use crate::run::attended_by;
use crate::table::{Table, frame};
use crate::value_error;

/// Results of a long command, as values.
#[pyclass(frozen, module = "ludometer")]
pub(crate) struct Outcome {
    /// The command's name.
    #[pyo3(get)]
    command: String,
    record: Value,
    #[pyo3(get)]
    tables: Py<PyDict>,
    #[pyo3(get)]
    files: Py<PyDict>,
    #[pyo3(get)]
    warnings: Vec<String>,
    #[pyo3(get)]
    complete: bool,
    figures: Vec<Figures>,
    own_files: Vec<(String, Vec<u8>)>,
}

/// Returns the page of results that are in no folder.
pub(crate) fn page_of(
    record_name: &str,
    record: Value,
    (figures, files): (&[Figures], &[(String, Vec<u8>)]),
    title: Option<&str>,
) -> PyResult<String> {
    let results = Results::of(record_name, record, figures, files).map_err(value_error)?;
    let page = page(&with_films(results).map_err(value_error)?, title);
    Ok(page.map_err(value_error)?.html)
}

#[pymethods]
impl Outcome {
    /// Returns what the record of the command line holds.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.record)
    }

    /// Returns the page, as `report` of the command line makes it.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        // What is learned brings its page along.
        if let Some((_, page)) = self.own_files.iter().find(|(name, _)| name.contains(".html")) {
            return Ok(String::from_utf8_lossy(page).into_owned());
        }
        let (name, record) = (format!("{}.json", self.command), self.record.clone());
        detached(py, || page_of(&name, record, (&self.figures, &self.own_files), None))?
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(frame(&self.html(py)?))
    }

    /// Returns a table by its name.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let tables = self.tables.bind(py);
        tables.get_item(name)?.ok_or_else(|| {
            PyKeyError::new_err(format!("there is no table `{name}`; there are: {}", tables.keys()))
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Outcome({:?}, tables={})", self.command, self.tables.bind(py).keys())
    }
}

/// Does what a specification asks for, and returns what came of it; `spec` is its JSON.
#[pyfunction]
#[pyo3(signature = (command, spec, threads, minutes, progress))]
pub(crate) fn execute(
    py: Python<'_>,
    command: &str,
    spec: &str,
    threads: Option<usize>,
    minutes: Option<f64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Outcome> {
    let spec: Value = serde_json::from_str(spec).map_err(value_error)?;
    let minutes = minutes.map(ludometer::spec::Minutes::try_from).transpose().map_err(value_error)?;
    let usual = Means::all_cores();
    let means = Means { threads: threads.unwrap_or(usual.threads), minutes, ..usual };
    let (done, total) = (AtomicU64::new(0), AtomicU64::new(0));
    let listen = |event: Event<'_>| match event {
        Event::Started { expected, .. } | Event::Snapshot { expected } => {
            total.store(expected, Ordering::Relaxed);
        }
        Event::Stage { pieces, .. } => {
            done.store(0, Ordering::Relaxed);
            total.store(pieces, Ordering::Relaxed);
        }
        Event::Resumed { done: by } | Event::Advanced { by } => {
            done.fetch_add(by, Ordering::Relaxed);
        }
        Event::Note { .. } | Event::Done => {}
    };
    let count = || (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed));
    let outcome = attended_by(py, progress.as_ref(), &count, |cancel| {
        execute_json(command, spec, &means, &listen, cancel)
    })?;
    let outcome = outcome.map_err(|error| value_error(error.paragraph().unwrap_or_default()))?;
    let (tables, files) = (PyDict::new(py), PyDict::new(py));
    for table in &outcome.tables {
        tables.set_item(table.name, Table::of(table)?)?;
    }
    for (name, bytes) in &outcome.files {
        files.set_item(name, PyBytes::new(py, bytes))?;
    }
    Ok(Outcome {
        command: command.to_owned(),
        record: outcome.record,
        tables: tables.unbind(),
        files: files.unbind(),
        warnings: outcome.warnings,
        complete: outcome.complete,
        figures: outcome.tables,
        own_files: outcome.files,
    })
}
