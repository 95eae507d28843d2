//! Tournaments: every deal is played by all bots in all seats.
//!
//! Workers take tables in order. Finished tables are put together strictly in order: the result is
//! that of the deals 0..k at any moment, for any number of threads.

mod design;
mod long_run;
mod results;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

pub use design::Design;
pub use long_run::LongRun;
pub use results::{BotRow, Copies, Scope, Standings, meetings};

use super::batch::{Hooks, RunError};
use super::play::{PlayError, Seating, Table};
use super::repeats::{Course, Seen};
use super::threads::{on_all, pool};
use ludometer_bots::BotSpec;
use ludometer_model::{BySeat, Rng, SeatSet};
use ludometer_playable::Playable;

/// Which deals to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deals {
    /// The seed of the tournament.
    pub seed: u64,
    /// The numbers of the deals. What chance brings in each follows from (seed, number).
    pub numbers: Range<u64>,
    /// Threads, at least 1.
    pub threads: usize,
}

/// One play of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePlay {
    /// Which bot sat in each seat.
    pub bots: BySeat<u8>,
    /// Each seat's place, from 1; 0 for all where the rules give none.
    pub ranks: BySeat<u8>,
    /// True where nobody won: the engine's limit ended it, all lost, or all bots failed.
    pub is_lost: bool,
    /// The seats whose bots failed.
    pub forfeited: SeatSet,
    /// True where nothing is left to chance: these bots in these seats always play this game.
    pub is_fixed: bool,
}

/// The plays of each deal, in order of the deals; only whole deals.
pub type PlayedDeals = Vec<Vec<TablePlay>>;

/// The results of playing deals.
#[derive(Clone, Debug, Default)]
pub struct DealResults {
    /// The whole deals before the first one that was not done.
    pub deals: PlayedDeals,
    /// The bot that failed in the next deal, where the tournament is to stop then: the first one in
    /// order of play, for any number of threads.
    pub failure: Option<PlayError>,
}

/// The tournament's random numbers that are not part of any play.
const SEATING: u64 = 2000;

struct Shared<'a> {
    next: AtomicU64,
    /// The first table in which a bot failed: those before it are still played.
    failed: AtomicU64,
    done: Mutex<BTreeMap<u64, Vec<TablePlay>>>,
    failures: Mutex<BTreeMap<u64, PlayError>>,
    hooks: Hooks<'a>,
}

/// Plays deals with these bots, which must differ in name, as their [`Design`] says. Stopped early,
/// it gives the whole deals before the first one that is not done.
///
/// # Errors
/// [`RunError`] if threads can't be started.
pub(super) fn deals<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Deals,
    hooks: Hooks<'_>,
) -> Result<DealResults, RunError> {
    let design = Design::new(bots.len(), game.seats());
    let tables = design.tables() as u64;
    let count = plan.numbers.end.saturating_sub(plan.numbers.start);
    let shared = Shared {
        next: AtomicU64::new(0),
        failed: AtomicU64::new(u64::MAX),
        done: Mutex::default(),
        failures: Mutex::default(),
        hooks,
    };
    on_all(&pool(plan.threads)?, &|| worker(game, bots, plan, design, &shared));
    let failures = shared.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failure = failures.into_values().next();
    let mut done = shared.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut deals = Vec::new();
    for deal in 0..count {
        let mut plays = Vec::with_capacity(design.plays() as usize);
        for table in 0..tables {
            let Some(played) = done.remove(&(deal * tables + table)) else {
                return Ok(DealResults { deals, failure });
            };
            plays.extend(played);
        }
        deals.push(plays);
    }
    if failure.is_none() && are_fixed(game, bots, plan, &deals, hooks) {
        deals.iter_mut().flatten().for_each(|play| play.is_fixed = true);
    }
    Ok(DealResults { deals, failure })
}

/// Deals that are looked at closely, at most.
const CLOSE: usize = 3;

/// Returns true if nothing is left to chance: the same bots in the same seats play the same game in each deal.
fn are_fixed<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Deals,
    deals: &[Vec<TablePlay>],
    hooks: Hooks<'_>,
) -> bool {
    let seats = game.seats();
    let ends = |play: &TablePlay| {
        let places = play.ranks.first(seats).iter().fold(0, |all, &rank| all << 4 | u64::from(rank));
        places << 1 | u64::from(play.is_lost)
    };
    let mut seen = Seen::default();
    if deals.len() < 2 || !deals.iter().flatten().all(|play| seen.agrees(&play.bots, seats, ends(play))) {
        return false;
    }
    let design = Design::new(bots.len(), seats);
    let entries: Vec<BotSpec> = (0..design.copies()).flat_map(|_| bots.iter().cloned()).collect();
    let mut table = Table::new(game, &entries, Seating::Fixed, plan.seed);
    let mut seen = Seen::default();
    // The same tables of all deals first, so that the second game mostly tells.
    for number in 0..design.tables() as u64 {
        for deal in plan.numbers.clone().take(deals.len().min(CLOSE)) {
            let mut seated = seated(design, plan, deal, number);
            for _ in 0..seats {
                table.arrange(&seated);
                let mut course = Course::new(game);
                if table.play(deal, &mut course, hooks.stop, None).is_err() {
                    return false;
                }
                let at = BySeat::from_fn(|seat| {
                    seated.get(seat.index()).map_or(0, |&entry| entry % bots.len() as u8)
                });
                if !seen.agrees(&at, seats, course.finish()) {
                    return false;
                }
                seated.rotate_right(1);
            }
        }
    }
    true
}

/// Returns who sits where at a table of a deal at first.
fn seated(design: Design, plan: &Deals, deal: u64, number: u64) -> Vec<u8> {
    let mut whole = Rng::from_words([plan.seed, deal, SEATING]);
    let mut own = Rng::from_words([plan.seed, deal, SEATING + 1 + number]);
    design.seated(number as usize, &mut whole, &mut own)
}

fn worker<G: Playable>(game: &G, bots: &[BotSpec], plan: &Deals, design: Design, shared: &Shared<'_>) {
    let tables = design.tables() as u64;
    let units = plan.numbers.end.saturating_sub(plan.numbers.start).saturating_mul(tables);
    let entries: Vec<BotSpec> = (0..design.copies()).flat_map(|_| bots.iter().cloned()).collect();
    let mut table = Table::new(game, &entries, Seating::Fixed, plan.seed);
    let seats = game.seats();
    loop {
        let unit = shared.next.fetch_add(1, Ordering::Relaxed);
        if unit >= units || unit > shared.failed.load(Ordering::Relaxed) {
            return;
        }
        let deal = plan.numbers.start + unit / tables;
        let number = unit % tables;
        let mut seated = seated(design, plan, deal, number);
        let mut plays = Vec::with_capacity(seats);
        for _ in 0..seats {
            if shared.hooks.stop.load(Ordering::Relaxed) || unit > shared.failed.load(Ordering::Relaxed) {
                return;
            }
            table.arrange(&seated);
            match table.play(deal, &mut (), shared.hooks.stop, None) {
                Ok(played) => plays.push(TablePlay {
                    bots: BySeat::from_fn(|seat| {
                        seated.get(seat.index()).map_or(0, |&entry| entry % bots.len() as u8)
                    }),
                    ranks: played.outcome.ranks,
                    is_lost: !played.outcome.is_won(),
                    forfeited: played.outcome.forfeited,
                    is_fixed: false,
                }),
                Err(PlayError::Stopped) => return,
                Err(error) => {
                    shared.failed.fetch_min(unit, Ordering::Relaxed);
                    shared.failures.lock().unwrap_or_else(PoisonError::into_inner).insert(unit, error);
                    return;
                }
            }
            seated.rotate_right(1);
        }
        shared.done.lock().unwrap_or_else(PoisonError::into_inner).insert(unit, plays);
        (shared.hooks.progress)(seats as u64);
    }
}
