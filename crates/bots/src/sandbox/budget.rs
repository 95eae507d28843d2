//! The budget of a script for one decision, in steps.
//!
//! A call and a pass of a loop are a step each; functions of the library whose work grows with what they are given
//! take more (`library.luau`). So the end comes at the same point on every machine. What is not counted (operators on
//! very long texts, tables with very many emptied places) ends by its time, as a last resort.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mlua::Error;

use super::MAX_MEMORY;
#[cfg(target_os = "linux")]
use nix::sys::time::TimeValLike as _;

/// Steps that a script may take for one decision.
pub(super) const MAX_STEPS: i64 = 5_000_000;

/// The last resort against work that takes no steps: processor time, so that a busy machine ends nothing.
pub const MAX_TIME: Duration = Duration::from_secs(20);

/// How long a decision takes before its processor time is looked at, which costs more than the clock.
const GRACE: Duration = Duration::from_secs(1);

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

/// The time of a decision.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    /// The thread's processor time when it was first looked at.
    first: Option<Duration>,
}

impl Watch {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Self {
        Self { begun: Instant::now(), first: None }
    }

    /// Returns true if the decision took more than [`MAX_TIME`] of processor time.
    pub fn is_late(&mut self) -> bool {
        let passed = self.begun.elapsed();
        if passed < GRACE {
            return false;
        }
        let spent = processor_time().unwrap_or(passed);
        spent.saturating_sub(*self.first.get_or_insert(spent)) > MAX_TIME
    }
}

/// Returns the processor time of this thread, where the system tells it.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let used = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    let both = used.user_time() + used.system_time();
    Some(Duration::from_micros(both.num_microseconds().try_into().ok()?))
}

#[cfg(not(target_os = "linux"))]
const fn processor_time() -> Option<Duration> {
    None
}

/// Returns the value behind this lock, whoever panicked with it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Budget {
    /// Returns a full allowance.
    pub(super) fn new() -> Self {
        Self {
            steps: AtomicI64::new(MAX_STEPS),
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
        self.steps.store(MAX_STEPS, Ordering::Relaxed);
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
            return Some(format!("worked for more than {} s of processor time", MAX_TIME.as_secs()));
        }
        if self.full.load(Ordering::Relaxed) {
            return Some(format!("used more than {} MiB of memory", MAX_MEMORY >> 20));
        }
        let spent = self.steps.load(Ordering::Relaxed) < 0;
        spent.then(|| {
            format!("took more than {MAX_STEPS} steps (calls, passes of loops, and work of the library)")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_allowed_and_the_next_is_not() {
        let budget = Budget::new();
        budget.take(MAX_STEPS - 2).unwrap();
        budget.weighed(2, || budget.step()).unwrap();
        assert_eq!(budget.spent(), None);
        assert!(budget.step().is_err());
        assert!(budget.spent().unwrap().contains("5000000 steps"));
        budget.refill();
        assert!(budget.take(i64::MAX).is_err() && budget.spent().is_some());
    }
}
