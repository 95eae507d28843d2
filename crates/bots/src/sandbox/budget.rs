//! The budget of a script for one decision, in steps.
//!
//! A call and a pass of a loop are a step each; functions of the library whose work grows with what they are given
//! take more (`library.luau`). So the end comes at the same point on every machine. What is not counted (operators on
//! very long texts, tables with very many emptied places) ends by its time, as a last resort.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mlua::Error;

use super::MAX_MEMORY;
use crate::luau::{Watch, too_late, too_many_steps, too_much_memory};

/// Steps that a script may take for one decision.
pub(super) const MAX_STEPS: u32 = 5_000_000;

/// How many steps lie between two looks at the clock: few, as one of them may join texts of many megabytes.
const CLOCK_STEPS: i64 = 64;

/// Counts the steps that a decision may still take.
pub(super) struct Budget {
    /// Below zero once it is used up.
    steps: AtomicI64,
    /// The weight of each step: more than one while a long pattern is tried, place by place.
    weight: AtomicI64,
    late: AtomicBool,
    /// True if the memory was used up, and the script caught that.
    full: AtomicBool,
    watch: Mutex<Watch>,
}

/// Returns the value behind this lock, whoever panicked with it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Budget {
    /// Returns a full allowance.
    pub(super) fn new() -> Self {
        Self {
            steps: AtomicI64::new(MAX_STEPS.into()),
            weight: AtomicI64::new(1),
            late: AtomicBool::new(false),
            full: AtomicBool::new(false),
            watch: Mutex::new(Watch::begin()),
        }
    }

    /// Fills it up for the next decision.
    pub(super) fn refill(&self) {
        *lock(&self.watch) = Watch::begin();
        self.late.store(false, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
        self.weight.store(1, Ordering::Relaxed);
        self.steps.store(MAX_STEPS.into(), Ordering::Relaxed);
    }

    /// Takes one step.
    pub(super) fn step(&self) -> Result<(), Error> {
        self.take(self.weight.load(Ordering::Relaxed))
    }

    /// Takes so many steps at once.
    pub(super) fn take(&self, count: i64) -> Result<(), Error> {
        let before = self.steps.load(Ordering::Relaxed);
        let left = before.saturating_sub(count).max(-1);
        self.steps.store(left, Ordering::Relaxed);
        if left < 0 {
            return Err(Error::runtime("out of steps"));
        }
        if before / CLOCK_STEPS != left / CLOCK_STEPS && lock(&self.watch).is_late() {
            self.late.store(true, Ordering::Relaxed);
            self.steps.store(-1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Takes all steps, as the memory was used up: when that is depends on the time at which Luau collects garbage, so no
    /// choice may follow from it.
    pub(super) fn end_full(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.steps.store(-1, Ordering::Relaxed);
    }

    /// Lets each step count for so many until `work` is done.
    pub(super) fn weighed<T>(&self, weight: i64, work: impl FnOnce() -> T) -> T {
        let before = self.weight.swap(weight.max(1), Ordering::Relaxed);
        let done = work();
        self.weight.store(before, Ordering::Relaxed);
        done
    }

    /// Returns why the allowance is used up, if it is: even if the script caught the error.
    pub(super) fn spent(&self) -> Option<String> {
        if self.late.load(Ordering::Relaxed) {
            return Some(too_late());
        }
        if self.full.load(Ordering::Relaxed) {
            return Some(too_much_memory(MAX_MEMORY));
        }
        (self.steps.load(Ordering::Relaxed) < 0).then(|| too_many_steps(MAX_STEPS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_allowed_and_the_next_is_not() {
        let budget = Budget::new();
        budget.take(i64::from(MAX_STEPS) - 2).unwrap();
        budget.weighed(2, || budget.step()).unwrap();
        assert_eq!(budget.spent(), None);
        assert!(budget.step().is_err());
        assert!(budget.spent().unwrap().contains("5000000 steps"));
        budget.refill();
        assert!(budget.take(i64::MAX).is_err() && budget.spent().is_some());
    }
}
