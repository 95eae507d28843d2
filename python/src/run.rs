//! A batch in the process, and what came of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ludometer::cli::run_record;
use ludometer_model::Seat;
use ludometer_report::{RunRecord, names_table, run_tables};
use ludometer_run::{AnalysisPlan, AnyGame, Batch, Depth, Entry, Hooks, Plan, RunError, Work};
use ludometer_stats::{Cell, Table as Figures};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::bot::Interrupt;
use crate::convert::to_python;
use crate::ending::{detached, ending, is_ending};
use crate::outcome::page_of;
use crate::table::{Table, frame};
use crate::value_error;

/// How often it is looked whether the user interrupts, and progress is reported.
const LOOK: Duration = Duration::from_millis(50);

/// A batch to play.
pub(crate) struct Wanted {
    pub(crate) plan: Plan,
    pub(crate) analyze: bool,
    /// True if a row for each game is kept.
    pub(crate) rows: bool,
    pub(crate) bots: Vec<ludometer_bots::BotSpec>,
    /// The exception by which a bot in Python is to end the program.
    pub(crate) interrupt: Interrupt,
}

/// What a batch of games came to.
#[pyclass(frozen, module = "ludometer")]
pub(crate) struct Run {
    /// Games played: fewer than were asked for, if a bot failed or the user stopped.
    #[pyo3(get)]
    games: u64,
    /// Decisions taken in them.
    #[pyo3(get)]
    decisions: u64,
    #[pyo3(get)]
    tables: Py<PyDict>,
    record: RunRecord,
    /// The tables of figures, of which the page is made.
    figures: Vec<Figures>,
    /// The name that people use for the game.
    title: String,
}

impl Run {
    /// Writes the files of the batch to a folder: its record last, which says that they are there.
    fn write(&self, py: Python<'_>, folder: &Path) -> PyResult<()> {
        fs::create_dir_all(folder)?;
        for table in self.tables.bind(py).values() {
            let table = table.cast::<Table>()?.get();
            table.write_csv(&folder.join(table.file_name()))?;
        }
        let record = serde_json::to_value(&self.record).map_err(value_error)?;
        Ok(fs::write(folder.join("run.json"), format!("{record:#}\n"))?)
    }
}

#[pymethods]
impl Run {
    /// Returns what `run.json` of the command line holds: the command, the rules, the bots, the seed, times.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_value(&self.record).map_err(value_error)?)
    }

    /// Writes the files of a run to a folder that is empty or not there yet: `run.json` and the tables as CSV.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        if folder.is_dir() && fs::read_dir(&folder)?.next().is_some() {
            return Err(value_error(format!(
                "the folder {} is not empty: choose another one",
                folder.display()
            )));
        }
        self.write(py, &folder)
    }

    /// Returns the page of the batch, as `report` of the command line makes it.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let record = serde_json::to_value(&self.record).map_err(value_error)?;
        detached(py, || page_of("run.json", record, (&self.figures, &[]), Some(&self.title)))?
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

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{} games\n{}", self.games, self.__getitem__(py, "strategies")?.repr()?))
    }
}

/// Does something on another thread, while this one listens to the user and tells how many of `total` are done.
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    total: u64,
    work: impl FnOnce(Hooks<'_>) -> T + Send,
) -> PyResult<T> {
    let done = AtomicU64::new(0);
    let add = |games| {
        done.fetch_add(games, Ordering::Relaxed);
    };
    let work = |stop: Arc<AtomicBool>| work(Hooks { stop: &stop, progress: &add });
    attended_by(py, progress, &|| (done.load(Ordering::Relaxed), total), work)
}

/// Does something on another thread, while this one listens to the user and tells how many are done, of how many.
pub(crate) fn attended_by<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    done: &(dyn Fn() -> (u64, u64) + Sync),
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::<AtomicBool>::default();
    let progress = progress.map(|progress| progress.clone().unbind());
    let reported = || {
        Python::attach(|py| {
            py.check_signals()?;
            match &progress {
                Some(progress) => progress.call1(py, done()).map(drop),
                None => Ok(()),
            }
        })
    };
    let (result, listened) = detached(py, || {
        let (send, finished) = channel();
        std::thread::scope(|scope| {
            let cancel = Arc::clone(&stop);
            scope.spawn(move || {
                // Whoever waits for it is there until it comes.
                let _ = send.send(work(cancel));
            });
            let mut listened = Ok(());
            loop {
                match finished.recv_timeout(LOOK) {
                    Ok(result) => return (Some(result), listened.and_then(|()| reported())),
                    Err(RecvTimeoutError::Disconnected) => return (None, listened),
                    Err(RecvTimeoutError::Timeout) if listened.is_ok() => {
                        listened = if is_ending() { Err(ending()) } else { reported() };
                        if listened.is_err() {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })?;
    listened?;
    result.ok_or_else(|| value_error("the work broke off"))
}

/// Plays a batch.
pub(crate) fn play(
    py: Python<'_>,
    (entry, game): (&Entry, &dyn AnyGame),
    wanted: &Wanted,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Run> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let total = wanted.plan.plays.end;
    let begun = Instant::now();
    let batch = attended(py, progress, total, |hooks| batch(game, wanted, hooks, &mut rows))?;
    if let Some(raised) = wanted.interrupt.take() {
        return Err(raised);
    }
    let batch = batch.map_err(failed)?;
    let seconds = begun.elapsed().as_secs_f64();
    let record = run_record(entry, game, &wanted.bots, &wanted.plan, wanted.analyze, (&batch, seconds));
    let tables = PyDict::new(py);
    let figures: Vec<Figures> =
        run_tables(&batch.report).into_iter().chain([names_table(game.names())]).collect();
    for table in &figures {
        tables.set_item(table.name, Table::of(table)?)?;
    }
    if wanted.rows {
        tables.set_item("games", Table::new("games", columns(game.seats()), rows)?)?;
    }
    let (tables, title) = (tables.unbind(), entry.title().to_owned());
    Ok(Run { games: batch.plays, decisions: batch.decisions, tables, record, figures, title })
}

fn failed(error: RunError) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}

fn batch(
    game: &dyn AnyGame,
    wanted: &Wanted,
    hooks: Hooks<'_>,
    rows: &mut Vec<Vec<Cell>>,
) -> Result<Batch, RunError> {
    let seats = game.seats();
    let mut keep = |number: u64, played: &ludometer_run::Played| {
        let outcome = &played.outcome;
        let mut row: Vec<Cell> = vec![
            number.into(),
            u64::from(outcome.turns).into(),
            u64::from(played.decisions).into(),
            u64::from(outcome.unfinished).into(),
        ];
        for seat in Seat::all(seats) {
            let units = outcome.win_units()[seat] as f64 / ludometer_model::SHARE_UNITS as f64;
            row.extend([
                Cell::Text(wanted.bots[usize::from(played.bots[seat])].name.clone()),
                Cell::Real(units),
                Cell::Real(outcome.scores[seat] as f64),
            ]);
        }
        rows.push(row);
        Ok(())
    };
    let sink: Option<ludometer_run::RowSink<'_>> = if wanted.rows { Some(&mut keep) } else { None };
    if !wanted.analyze {
        return game.simulate(&wanted.bots, &wanted.plan, hooks, sink);
    }
    let analysis = AnalysisPlan { depth: Depth::Basic, skill: false, card_values: None, target: None };
    game.analyse(&wanted.bots, &wanted.plan, Work { hooks, stage: &|_| {} }, sink, analysis)
}

/// Returns the columns of the table with a row for each game.
fn columns(seats: usize) -> Vec<String> {
    let mut columns = ["game", "turns", "decisions", "unfinished"].map(str::to_owned).to_vec();
    for seat in 0..seats {
        columns.extend(["strategy", "win", "score"].map(|name| format!("{name}_{seat}")));
    }
    columns
}
