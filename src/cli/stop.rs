//! Interruption: the first Ctrl-C asks the work to stop, the second ends the process.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::CliError;
use crate::bots::kill_processes;

/// The exit status of an interrupted process.
const INTERRUPTED: i32 = 130;

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
        ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
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
