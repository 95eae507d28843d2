//! The end of the interpreter beside threads that play: they are called off and waited for. A thread that comes back from
//! work without Python when Python is gone would end the whole process.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::marker::Ungil;
use pyo3::prelude::*;

/// True from the moment on when the interpreter ends.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Calls that work without Python and come back to it.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// How long the end waits for them, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(5);

/// A call that is under way.
struct UnderWay;

impl UnderWay {
    fn begin() -> PyResult<Self> {
        // Counted first: so either the end sees the call, or the call the end.
        UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        let under_way = Self;
        if is_ending() { Err(ending()) } else { Ok(under_way) }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns true if the interpreter ends.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Returns what a call comes to that the end of the interpreter calls off.
pub(crate) fn ending() -> PyErr {
    PyRuntimeError::new_err("Python is ending: nothing is played any more")
}

/// Works while other threads use Python.
///
/// # Errors
/// That the interpreter ends.
pub(crate) fn detached<T: Ungil>(py: Python<'_>, work: impl FnOnce() -> T + Ungil) -> PyResult<T> {
    let _under_way = UnderWay::begin()?;
    Ok(py.detach(work))
}

/// Calls off what is under way and waits for it.
#[pyfunction]
fn call_off(py: Python<'_>) {
    ENDING.store(true, Ordering::SeqCst);
    py.detach(|| {
        let begun = Instant::now();
        while UNDER_WAY.load(Ordering::SeqCst) > 0 && begun.elapsed() < PATIENCE {
            std::thread::sleep(LOOK);
        }
    });
}

/// Forgets what is under way in the process that this one was copied from.
#[pyfunction]
fn begin_anew() {
    UNDER_WAY.store(0, Ordering::SeqCst);
}

/// Lets the interpreter call these when it ends, and in a process that was copied from this one.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    py.import("atexit")?.call_method1("register", (wrap_pyfunction!(call_off, module)?,))?;
    // Where processes can be copied.
    if let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? {
        let options = pyo3::types::PyDict::new(py);
        options.set_item("after_in_child", wrap_pyfunction!(begin_anew, module)?)?;
        register.call((), Some(&options))?;
    }
    Ok(())
}
