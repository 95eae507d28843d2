//! Threads to play on, and how the plays of a batch are divided among them.

use std::cell::RefCell;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::batch::RunError;
use ludometer_stats::Merge;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Returns a pool of so many threads.
///
/// # Errors
/// [`RunError::Threads`] if the system gives no more.
pub fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("play-{i}")).build();
    pool.map_err(|error| RunError::Threads { threads, reason: error.to_string() })
}

thread_local! {
    /// The pool of [`on_own_pool`], and the process that it is of.
    static OWN: RefCell<Option<(u32, Arc<ThreadPool>)>> = const { RefCell::new(None) };
}

/// Does something on a pool of all cores that this thread keeps; on this thread alone where the system gives no pool. In a
/// process that was copied from another one (`fork`), the threads of the pool are not there: it gets one of its own.
pub(crate) fn on_own_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let kept = OWN.with_borrow_mut(|own| {
        let here = std::process::id();
        if let Some((process, pool)) = own.take_if(|(process, _)| *process != here) {
            debug_assert_ne!(process, here);
            // Its threads would be told to end, and are not there.
            std::mem::forget(pool);
        }
        if own.is_none() {
            let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
            *own = pool(cores).ok().map(|pool| (here, Arc::new(pool)));
        }
        own.as_ref().map(|(_, pool)| Arc::clone(pool))
    });
    match kept {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Plays units on all threads and returns what each of them gave, in the order of the units. Each thread plays at a table
/// of its own.
///
/// # Errors
/// That of the first unit that fails.
pub(crate) fn in_order<T: Send, R: Send, E: Send>(
    pool: &ThreadPool,
    units: Range<u64>,
    table: impl Fn() -> T + Sync,
    play: impl Fn(&mut T, u64) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let parts = hand_out(
        pool,
        units,
        || (table(), Vec::new()),
        |(table, given), unit| {
            given.push((unit, play(table, unit)?));
            Ok(())
        },
    )?;
    let mut given: Vec<(u64, R)> = parts.into_iter().flat_map(|(_, given)| given).collect();
    given.sort_unstable_by_key(|(unit, _)| *unit);
    Ok(given.into_iter().map(|(_, given)| given).collect())
}

/// Plays units on all threads and returns the sum of what they gave. Each thread plays at a table of its own and adds to a
/// sum of its own.
///
/// # Errors
/// That of the first unit that fails.
pub(crate) fn summed<T: Send, S: Merge + Send, E: Send>(
    pool: &ThreadPool,
    units: Range<u64>,
    table: impl Fn() -> T + Sync,
    none: impl Fn() -> S + Sync,
    play: impl Fn(&mut T, u64, &mut S) -> Result<(), E> + Sync,
) -> Result<S, E> {
    let parts = hand_out(pool, units, || (table(), none()), |(table, sum), unit| play(table, unit, sum))?;
    let mut all = none();
    for (_, sum) in parts {
        all.merge(sum);
    }
    Ok(all)
}

/// Hands out units in their order to all threads; returns what each thread has made of its own.
fn hand_out<T: Send, E: Send>(
    pool: &ThreadPool,
    units: Range<u64>,
    begin: impl Fn() -> T + Sync,
    play: impl Fn(&mut T, u64) -> Result<(), E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, failure, parts) = (AtomicU64::new(units.start), Mutex::new(None), Mutex::new(Vec::new()));
    on_all(pool, &|| {
        let mut part = None;
        loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units.end {
                break;
            }
            if let Err(error) = play(part.get_or_insert_with(&begin), unit) {
                // Nothing more is handed out. Units before this one are under way or done, so that the first failure of
                // all is found whatever the number of threads.
                next.fetch_max(units.end, Ordering::Relaxed);
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                if failure.as_ref().is_none_or(|(first, _)| unit < *first) {
                    *failure = Some((unit, error));
                }
                break;
            }
        }
        parts.lock().unwrap_or_else(PoisonError::into_inner).extend(part);
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(parts.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Does the same on every thread, and waits for all. It is compiled once, not for each game.
pub(crate) fn on_all(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    pool.broadcast(|_| work());
}

/// Plays a chunk where bots answer at once; with bots that think a chunk is a single play.
const CHUNK: u64 = 256;

/// Plays a chunk near the end of the batch, where a thread that is done would wait for another's long
/// chunk. (Small ones all along would cost a tally and its merging more often.)
const LAST_CHUNK: u64 = 32;

/// How the plays of a batch are divided. What comes of them doesn't hang on it.
#[derive(Clone, Copy)]
pub(super) struct Chunks {
    plays: u64,
    /// Bots think: each play is a chunk.
    single: bool,
    /// Chunks of full size, ahead of the shorter ones.
    full: u64,
}

impl Chunks {
    pub(super) fn new(plays: u64, threads: usize, single: bool) -> Self {
        let full = plays.saturating_sub(CHUNK * threads as u64) / CHUNK;
        Self { plays, single, full: if single { 0 } else { full } }
    }

    /// Returns the plays of a chunk, counted from the first one of the batch; none behind the last chunk.
    pub(super) fn get(&self, number: u64) -> Option<Range<u64>> {
        let (begin, size) = if self.single {
            (number, 1)
        } else if number < self.full {
            (number * CHUNK, CHUNK)
        } else {
            ((self.full * CHUNK).saturating_add((number - self.full).saturating_mul(LAST_CHUNK)), LAST_CHUNK)
        };
        (begin < self.plays).then(|| begin..self.plays.min(begin.saturating_add(size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_gives_the_same_order_and_sum() {
        for threads in [1, 2, 5] {
            let pool = pool(threads).unwrap();
            let square = |(): &mut (), unit: u64| {
                // The others are done by then.
                if unit == 3 {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                }
                Ok::<_, ()>(unit * unit)
            };
            let squares = in_order(&pool, 3..200, || (), square).unwrap();
            assert_eq!(squares, (3..200).map(|unit| unit * unit).collect::<Vec<u64>>());
            let add = |(): &mut (), unit: u64, sum: &mut u64| {
                *sum += unit;
                Ok::<_, ()>(())
            };
            assert_eq!(summed(&pool, 3..200, || (), || 0, add), Ok((3..200).sum()));
        }
    }

    #[test]
    fn the_first_failure_is_reported() {
        for threads in [1, 2, 5] {
            let pool = pool(threads).unwrap();
            let fails = |(): &mut (), unit: u64| if unit % 7 == 6 { Err(unit) } else { Ok(unit) };
            for _ in 0..50 {
                assert_eq!(in_order(&pool, 0..100, || (), fails), Err(6));
            }
            assert_eq!(in_order(&pool, 0..6, || (), fails), Ok((0..6).collect()));
            assert_eq!(in_order(&pool, 6..6, || (), fails), Ok(Vec::new()));
        }
    }

    #[test]
    fn chunks_cover_the_plays_in_order() {
        for (plays, threads, single) in
            [(0, 1, false), (1, 2, false), (700, 2, false), (5000, 2, false), (4096, 64, false), (9, 2, true)]
        {
            let chunks = Chunks::new(plays, threads, single);
            let all: Vec<Range<u64>> = (0..).map_while(|number| chunks.get(number)).collect();
            let next = all
                .iter()
                .try_fold(0, |next, chunk| (chunk.start == next && chunk.end > next).then_some(chunk.end));
            assert_eq!(next, Some(plays), "{plays} plays, {threads} threads: {all:?}");
            let last = all.last().map_or(0, |chunk| chunk.end - chunk.start);
            assert!(last <= if single { 1 } else { LAST_CHUNK }, "{all:?}");
        }
        assert_eq!(Chunks::new(u64::MAX, 1, false).get(u64::MAX), None);
    }
}
