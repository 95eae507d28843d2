//! Interruption: the first Ctrl-C asks the work to stop, one a moment later ends the process. So does a budget in
//! time when it is used up, but then the work is done.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
#[cfg(unix)]
use signal_hook::iterator::Signals;

use super::error::CliError;
use ludometer_bots::kill_processes;

/// The exit status of an interrupted process.
const INTERRUPTED: i32 = 130;

/// A signal that comes this soon after the first belongs to it: `timeout`, for one, signals the process and
/// then its whole group.
const SAME: Duration = Duration::from_millis(250);

/// For so long after its time a play is not given up.
const LEAST_GRACE: Duration = Duration::from_secs(10);

/// Returns true if the user who asked the work to stop at the `first` time asks once more.
fn insists(first: Instant, now: Instant) -> bool {
    now.saturating_duration_since(first) >= SAME
}

/// Tells whether the user wants the work to stop.
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
    /// Returns when the budget in time is used up, and whether that made the work stop.
    deadline: Option<Instant>,
    time_is_up: Arc<AtomicBool>,
    /// True if all plays are done, so that the time asks for nothing any more.
    in_peace: Arc<AtomicBool>,
    leftovers: Arc<Mutex<Vec<PathBuf>>>,
}

impl Stop {
    /// Returns work that stops when this flag is set.
    pub(super) fn by(asked: Arc<AtomicBool>) -> Self {
        Self {
            asked,
            deadline: None,
            time_is_up: Arc::default(),
            in_peace: Arc::default(),
            leftovers: Arc::default(),
        }
    }

    /// Listens for Ctrl-C and for the request to terminate.
    pub(crate) fn listen() -> Result<Self, CliError> {
        let stop = Self::by(Arc::default());
        let (asked, leftovers) = (Arc::clone(&stop.asked), Arc::clone(&stop.leftovers));
        let mut first = None;
        on_signal(move || {
            asked.store(true, Ordering::Relaxed);
            let now = Instant::now();
            if insists(*first.get_or_insert(now), now) {
                kill_processes();
                for path in &*leftovers.lock().unwrap_or_else(PoisonError::into_inner) {
                    // Whichever it is, the other call fails without harm: folders go only if empty.
                    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
                }
                process::exit(INTERRUPTED);
            }
        })
        .map_err(CliError::Signals)?;
        Ok(stop)
    }

    /// Gives the work a budget in time, from now on.
    pub(super) fn within(mut self, time: Option<Duration>) -> Self {
        // A budget beyond the end of all clocks is none.
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        self
    }

    /// Lets the work stop within a play, too, once as much time again has passed as it was given, and at least ten
    /// seconds. Until then a play that has begun is finished.
    pub(super) fn give_up_late(&self) {
        let Some(deadline) = self.deadline else { return };
        let grace = deadline.saturating_duration_since(Instant::now()).max(LEAST_GRACE);
        let Some(end) = deadline.checked_add(grace) else { return };
        let [asked, time_is_up, in_peace] = [&self.asked, &self.time_is_up, &self.in_peace].map(Arc::clone);
        // It ends with the process. Where there can be no thread more, plays end as they did.
        let _ = thread::Builder::new().name("time".to_owned()).spawn(move || {
            thread::sleep(end.saturating_duration_since(Instant::now()));
            if !in_peace.load(Ordering::Relaxed) && !asked.swap(true, Ordering::Relaxed) {
                time_is_up.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Returns when the budget in time is used up, if there is one.
    pub(super) const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Looks at the clock: asks the work to stop when its time is up. To be called whenever some plays are done.
    pub(super) fn look_at_clock(&self) {
        let over = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if !self.time_is_up() && over() && !self.asked.swap(true, Ordering::Relaxed) {
            self.time_is_up.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if the work stopped because its time was up.
    pub(super) fn time_is_up(&self) -> bool {
        self.time_is_up.load(Ordering::Relaxed)
    }

    /// Lets what is left be done after all plays: from now on only an interruption stops it.
    pub(super) fn go_on_after_time(&self) {
        self.in_peace.store(true, Ordering::Relaxed);
        if self.time_is_up() {
            self.asked.store(false, Ordering::Relaxed);
        }
    }

    /// Returns the flag that is set when the work is to stop.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.asked
    }

    /// Returns true when the work is to stop.
    pub(crate) fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Names what to remove, in this order, if the process has to end at once.
    pub(super) fn remove_on_abort(&self, paths: Vec<PathBuf>) {
        *self.leftovers.lock().unwrap_or_else(PoisonError::into_inner) = paths;
    }
}

/// Calls this whenever the process is interrupted or asked to terminate. What the process was started to ignore (`nohup`,
/// or work that a script put into the background) stays ignored.
#[cfg(unix)]
fn on_signal(mut asked: impl FnMut() + Send + 'static) -> io::Result<()> {
    let ignored = ignored_signals();
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(signals)?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            asked();
        }
    })?;
    Ok(())
}

/// Returns the signals that the process ignores, the first in the lowest bit.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    // Elsewhere than on Linux nothing says it.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn on_signal(asked: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(asked).map_err(io::Error::other)
}

/// Lets a file that grows beyond the limit of the process (`ulimit -f`) be an error of writing, as a full disk is, and not
/// the silent end of the process.
#[cfg(unix)]
pub(super) fn report_size_limits() {
    // Where it can't be done all is as it was.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub(super) const fn report_size_limits() {}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(time: Option<Duration>) -> Stop {
        Stop::by(Arc::default()).within(time)
    }

    #[test]
    fn a_budget_in_time_stops_the_work_and_an_interruption_stays_one() {
        let hours = stop(Some(Duration::from_secs(7200)));
        let none = stop(Some(Duration::ZERO));
        let interrupted = stop(Some(Duration::ZERO));
        interrupted.asked.store(true, Ordering::Relaxed);
        let endless = stop(Some(Duration::MAX));
        for (stop, ends) in [
            (hours, (false, false)),
            (none, (true, true)),
            (interrupted, (true, false)),
            (endless, (false, false)),
        ] {
            stop.look_at_clock();
            assert_eq!((stop.asked(), stop.time_is_up()), ends);
        }
    }

    #[test]
    fn two_signals_at_once_are_one() {
        let first = Instant::now();
        for (milliseconds, again) in [(0, false), (1, false), (249, false), (250, true), (60_000, true)] {
            assert_eq!(insists(first, first + Duration::from_millis(milliseconds)), again, "{milliseconds}");
        }
    }
}
