//! Many plays over many threads, with the same result for any number of them.
//!
//! Workers take chunks of consecutive plays in order. Finished chunks are merged, and their rows
//! handed out, strictly in order of play: at any moment the result is that of the plays 0..k, so
//! stopping early leaves a whole result of fewer plays.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use thiserror::Error;

use super::play::{PlayError, Played, Seating, Table, identities};
use super::recorder::{Counts, Recorder, RowsOnly, Start, TallyError, encode, figures, read};
use super::repeats::rest_on_copies;
use super::threads::{Chunks, on_all, pool};
use ludometer_bots::BotSpec;
use ludometer_model::Seat;
use ludometer_playable::Playable;
use ludometer_stats::{Merge, Report, Standard, Statistic, Tally, TallyLayout};

/// How many chunks a thread may be ahead of the slowest.
const AHEAD: u64 = 64;

/// How many failures of bots are reported one by one.
const NAMED: usize = 5;

/// The plan of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the batch.
    pub seed: u64,
    /// The numbers of the plays.
    pub plays: Range<u64>,
    /// The seating of the bots.
    pub seating: Seating,
    /// Threads, at least 1.
    pub threads: usize,
    /// Measure the time of each decision (the result is then no longer repeatable).
    pub timing: bool,
    /// A play of so many decisions ends the batch, of which nothing is left then.
    pub stall: Option<u32>,
}

/// Receives every play in order of its number.
pub type RowSink<'a> = &'a mut (dyn FnMut(u64, &Played) -> io::Result<()> + Send);

/// The hooks of a batch: what its caller listens to and may do.
#[derive(Clone, Copy)]
pub struct Hooks<'a> {
    /// Set it to stop: what was played is kept.
    pub stop: &'a AtomicBool,
    /// Receives how many more plays are done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Hooks<'_> {
    /// Returns hooks by which nobody stops the batch and nobody is informed of its progress.
    pub const fn none() -> Hooks<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Hooks { stop: &NEVER, progress: &|_| {} }
    }
}

/// Why a batch failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A bot could not choose, where nothing is kept of what was played before.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A bot could not choose, and the batch was to stop then.
    #[error("{failure}")]
    Bot {
        /// Which bot, where and why.
        failure: PlayError,
        /// The plays before.
        batch: Box<Batch>,
    },
    /// A play took as many decisions as end the batch.
    #[error("a game takes too many decisions")]
    Stalled,
    /// A row could not be written.
    #[error("writing the table of games failed: {0}")]
    Rows(#[source] io::Error),
    /// A file could not be written.
    #[error("writing {} failed: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Tallies could not be stored, read back or joined.
    #[error(transparent)]
    Tallies(#[from] TallyError),
    /// No threads could be started.
    #[error("starting {threads} threads failed: {reason}")]
    Threads {
        /// How many.
        threads: usize,
        /// Why.
        reason: String,
    },
}

/// The results of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Layout of the tallies: names of bots, cards, words.
    pub counted: TallyLayout,
    /// All figures.
    pub report: Report,
    /// Plays done: those with the first numbers of the plan.
    pub plays: u64,
    /// Decisions taken in them.
    pub decisions: u64,
    /// 5 %, 50 % and 95 % quantile of the number of turns.
    pub turns: Option<[u32; 3]>,
    /// True if it was stopped before all plays were done.
    pub interrupted: bool,
    /// How often each bot failed, in the order of the bots counted; all zero unless bots forfeit.
    pub forfeits: Vec<u64>,
    /// The first failures, in order of play.
    pub first_forfeits: Vec<PlayError>,
    /// The games that differ, where nothing was left to chance: all others are copies of these, and no evidence.
    pub distinct: Option<u64>,
}

/// Returns the layout of the tallies of a batch of this game with these bots.
pub(super) fn counted<G: Playable>(game: &G, bots: &[BotSpec]) -> TallyLayout {
    counted_of(game, identities(bots).0)
}

/// Returns the layout of the tallies of a batch of this game with different bots of these names.
pub(super) fn counted_of<G: Playable>(game: &G, bots: Vec<String>) -> TallyLayout {
    TallyLayout {
        seats: game.seats(),
        words: game.action_kinds().to_vec(),
        cards: game.cards().into_iter().map(|c| (c.name, c.copies)).collect(),
        bots,
        event_kinds: game.design().event_kinds.clone(),
        interactions: game.design().interactions.clone(),
        contest: game.contest(),
        most_turns: game.most_turns(),
    }
}

struct Collector<'a, S> {
    total: S,
    /// Plays merged, those counted before included.
    plays: u64,
    /// The next chunk to merge.
    next: u64,
    waiting: BTreeMap<u64, Done<S>>,
    /// The first failures of bots that forfeit.
    forfeits: Vec<PlayError>,
    /// The failure in the first chunk that has one, where the batch is to stop.
    failure: Option<(u64, PlayError)>,
    recorder: &'a mut dyn Recorder,
    error: Option<RunError>,
}

/// A chunk that was played.
struct Done<S> {
    tally: S,
    /// The plays, counted from the first one of the batch.
    plays: Range<u64>,
    rows: Vec<Played>,
    /// The numbers that the tally has of each of these plays, one after another.
    own: Vec<i64>,
    forfeits: Vec<PlayError>,
}

struct Shared<'a, S> {
    collector: Mutex<Collector<'a, S>>,
    moved: Condvar,
    next_chunk: AtomicU64,
    /// The first chunk in which a bot failed: those before it are still played, so that the same
    /// plays are kept for any number of threads.
    end: AtomicU64,
    /// Set when the user stops, or something fails.
    stop: AtomicBool,
    /// A play took as many decisions as end the batch.
    stalled: AtomicBool,
}

impl<'a, S> Shared<'a, S> {
    fn lock(&self) -> MutexGuard<'_, Collector<'a, S>> {
        // A poisoned lock means that another worker panicked, which ends the batch anyway.
        self.collector.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes waiting workers when one of them ends, even by a panic.
struct Leaving<'a, 'b, S>(&'a Shared<'b, S>);

impl<S> Drop for Leaving<'_, '_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop.store(true, Ordering::Relaxed);
        }
        self.0.moved.notify_all();
    }
}

/// Plays a batch.
///
/// # Errors
/// [`RunError`] if a bot fails, a row can't be written or threads can't be started.
pub(super) fn simulate<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    rows: Option<RowSink<'_>>,
) -> Result<Batch, RunError> {
    let empty = <Standard<G::Stats> as Statistic<G>>::new(&counted(game, bots));
    simulate_on(game, bots, plan, hooks, None, &mut RowsOnly(rows), &empty).map(|(batch, _)| batch)
}

/// Plays a batch, or what is left of it after `start`, followed by `recorder`, with a tally of the
/// caller's: `empty` has nothing counted yet.
///
/// # Errors
/// [`RunError`] if a bot or the recorder fails, `start` can't be read or threads can't be started.
pub(super) fn simulate_on<G: Playable, T: Tally<G>>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    start: Option<&Start>,
    recorder: &mut dyn Recorder,
    empty: &T,
) -> Result<(Batch, T), RunError> {
    let counted = counted(game, bots);
    let plays = plan.plays.end.saturating_sub(plan.plays.start);
    let (Counts { total, forfeits }, before) = match start {
        Some(start) => (read::<G, T>(&start.tallies, start.plays)?, start.plays),
        None => (Counts { total: empty.clone(), forfeits: Vec::new() }, 0),
    };
    let left = Plan { plays: plan.plays.start.saturating_add(before)..plan.plays.end, ..plan.clone() };
    let chunks = Chunks::new(plays.saturating_sub(before), plan.threads, bots.iter().any(BotSpec::is_search));
    let keep_rows = recorder.wants_rows();
    let shared = Shared {
        collector: Mutex::new(Collector {
            total,
            plays: before,
            next: 0,
            waiting: BTreeMap::new(),
            forfeits,
            failure: None,
            recorder,
            error: None,
        }),
        moved: Condvar::new(),
        next_chunk: AtomicU64::new(0),
        end: AtomicU64::new(u64::MAX),
        stop: AtomicBool::new(false),
        stalled: AtomicBool::new(false),
    };
    on_all(&pool(plan.threads)?, &|| {
        let _leaving = Leaving(&shared);
        worker(game, bots, &left, hooks, empty, &shared, (chunks, keep_rows));
    });
    if shared.stalled.load(Ordering::Relaxed) {
        return Err(RunError::Stalled);
    }
    let collector = shared.collector.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Collector { total, plays: done, next, forfeits, failure, recorder, error, .. } = collector;
    if let Some(error) = error {
        return Err(error);
    }
    let tallies = || Ok(encode(&total, &forfeits)?);
    let recorded =
        if done < plays { recorder.stopped(done, &tallies) } else { recorder.finished(done, &tallies) };
    let mut batch = figures::<G, T>(&total, forfeits.clone(), counted, done < plays);
    if done == plays && failure.is_none() {
        rest_on_copies(game, bots, plan, &total, hooks.stop, &mut batch);
    }
    match failure {
        // The bot's failure is what the user must hear of, whatever becomes of the record. A user who
        // stopped the batch before may not have seen that play come.
        Some((chunk, failure)) if chunk == next => Err(RunError::Bot { failure, batch: Box::new(batch) }),
        _ => recorded.map(|()| (batch, total)),
    }
}

fn worker<G: Playable, T: Tally<G>>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    empty: &T,
    shared: &Shared<'_, T>,
    (chunks, keep_rows): (Chunks, bool),
) {
    let mut table = Table::new(game, bots, plan.seating, plan.seed);
    let past_end = |number| number >= shared.end.load(Ordering::Relaxed);
    let stopped = || hooks.stop.load(Ordering::Relaxed) || shared.stop.load(Ordering::Relaxed);
    loop {
        let number = shared.next_chunk.fetch_add(1, Ordering::Relaxed);
        let Some(plays) = chunks.get(number) else { return };
        if past_end(number) {
            return;
        }
        {
            let mut collector = shared.lock();
            while number > collector.next + AHEAD * plan.threads as u64 && !stopped() && !past_end(number) {
                let wait = std::time::Duration::from_millis(100);
                let woken = shared.moved.wait_timeout(collector, wait);
                collector = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        let count = plays.end - plays.start;
        let mut tally = empty.clone();
        let mut rows = Vec::with_capacity(if keep_rows { count as usize } else { 0 });
        let mut own = Vec::new();
        for play in plays.clone() {
            if stopped() || past_end(number) {
                return;
            }
            let mut clock = |tally: &mut T, bot: usize, time: u64| tally.add_time(bot, time);
            let clock = plan.timing.then_some(&mut clock as &mut dyn FnMut(&mut _, usize, u64));
            match table.play(plan.plays.start + play, &mut tally, hooks.stop, clock) {
                Ok(played) if plan.stall.is_some_and(|most| played.decisions >= most) => {
                    shared.stalled.store(true, Ordering::Relaxed);
                    shared.stop.store(true, Ordering::Relaxed);
                    return;
                }
                Ok(played) if keep_rows => {
                    rows.push(played);
                    tally.of_last_game(&mut own);
                }
                Ok(_) => {}
                Err(PlayError::Stopped) => return,
                Err(failure) => {
                    // Bots that can fail think, and then a chunk is one play: nothing of it is lost.
                    let mut collector = shared.lock();
                    if collector.failure.as_ref().is_none_or(|(first, _)| number < *first) {
                        collector.failure = Some((number, failure));
                    }
                    shared.end.fetch_min(number, Ordering::Relaxed);
                    return;
                }
            }
        }
        (hooks.progress)(count);
        let mut collector = shared.lock();
        let forfeits = table.take_forfeits();
        collector.waiting.insert(number, Done { tally, plays, rows, own, forfeits });
        collector.drain(plan.plays.start);
        if collector.error.is_some() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        drop(collector);
        shared.moved.notify_all();
    }
}

impl<S: Merge + Serialize> Collector<'_, S> {
    /// Merges all chunks that are next in order.
    fn drain(&mut self, first_play: u64) {
        if self.error.is_some() {
            // What the recorder has got must stay what it has counted.
            return;
        }
        while let Some(done) = self.waiting.remove(&self.next) {
            if let Err(error) = self.record(first_play, done) {
                self.error = Some(error);
                return;
            }
        }
    }

    fn record(&mut self, first_play: u64, done: Done<S>) -> Result<(), RunError> {
        let Done { tally, plays, rows, own, forfeits } = done;
        let width = own.len() / rows.len().max(1);
        for (i, played) in rows.iter().enumerate() {
            self.recorder.row(
                first_play + plays.start + i as u64,
                played,
                &own[i * width..(i + 1) * width],
            )?;
        }
        self.total.merge(tally);
        self.plays += plays.end - plays.start;
        add_forfeits(&mut self.forfeits, forfeits);
        self.next += 1;
        let (total, forfeits) = (&self.total, &self.forfeits);
        self.recorder.counted(self.plays, &|| Ok(encode(total, forfeits)?))
    }
}

/// Adds later failures to the first ones, as many as are reported one by one.
pub(super) fn add_forfeits(first: &mut Vec<PlayError>, later: Vec<PlayError>) {
    let room = NAMED.saturating_sub(first.len());
    first.extend(later.into_iter().take(room));
}

impl Played {
    /// Returns the seats that won.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.outcome.winners()
    }
}
