//! Interruption: the first Ctrl-C asks the work to stop, one a moment later ends the process.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::error::CliError;
use crate::bots::kill_processes;

/// The exit status of an interrupted process.
const INTERRUPTED: i32 = 130;

/// A signal that comes this soon after the first belongs to it: `timeout`, for one, signals the process and
/// then its whole group.
const SAME: Duration = Duration::from_millis(250);

/// True if the user who asked the work to stop at the `first` time asks once more.
fn insists(first: Instant, now: Instant) -> bool {
    now.saturating_duration_since(first) >= SAME
}

/// Tells whether the user wants the work to stop.
pub(super) struct Stop {
    asked: Arc<AtomicBool>,
    leftovers: Arc<Mutex<Vec<PathBuf>>>,
}

impl Stop {
    /// Listens for Ctrl-C and for the request to terminate.
    pub(super) fn listen() -> Result<Self, CliError> {
        let stop = Self { asked: Arc::default(), leftovers: Arc::default() };
        let (asked, leftovers) = (Arc::clone(&stop.asked), Arc::clone(&stop.leftovers));
        let mut first = None;
        ctrlc::set_handler(move || {
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
        })?;
        Ok(stop)
    }

    /// Set when the work is to stop.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.asked
    }

    /// True when the work is to stop.
    pub(super) fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// What to remove, in this order, if the process has to end at once.
    pub(super) fn leave_nothing_of(&self, paths: Vec<PathBuf>) {
        *self.leftovers.lock().unwrap_or_else(PoisonError::into_inner) = paths;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_signals_at_once_are_one() {
        let first = Instant::now();
        for (milliseconds, again) in [(0, false), (1, false), (249, false), (250, true), (60_000, true)] {
            assert_eq!(insists(first, first + Duration::from_millis(milliseconds)), again, "{milliseconds}");
        }
    }
}
