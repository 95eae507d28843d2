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

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use design::Design;
pub use long_run::LongRun;
pub use results::{BotRow, Copies, Scope, Standings, meetings};

use super::batch::{Hooks, RunError};
use super::play::{PlayError, Seating, Table};
use super::repeats::{Course, Seen};
use super::threads::{on_all, pool};
use ludometer_bots::BotSpec;
use ludometer_model::{BySeat, Contest, Outcome, Rng, Seat, SeatSet};
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

/// The part of a table that a bot of a tournament holds, with what it is ranked by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A seat, by its place.
    #[default]
    Seats,
    /// A side, by its place.
    Sides,
    /// All seats, by whether they win: bots are compared in the same deal.
    Won,
    /// All seats, by their score, likewise.
    Scored,
    /// All seats, by their score, of which less is better.
    Fewest,
    /// A seat, by whether it loses: whoever does not has won.
    Spared,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] =
        [Self::Seats, Self::Sides, Self::Won, Self::Scored, Self::Fewest, Self::Spared];

    /// Returns the form of tournaments of games with this contest.
    pub fn of(contest: &Contest) -> Self {
        match (contest.is_contest(), contest.has_sides(), contest.ends.are_won) {
            (true, true, _) => Self::Sides,
            (true, false, _) if contest.ends.are_lost_alone => Self::Spared,
            (true, false, _) => Self::Seats,
            (false, _, true) => Self::Won,
            (false, _, false) if contest.ends.fewest_win => Self::Fewest,
            (false, _, false) => Self::Scored,
        }
    }

    /// Returns true for seats.
    pub const fn is_seats(&self) -> bool {
        matches!(self, Self::Seats)
    }

    /// Returns true if each bot plays by itself.
    pub const fn is_alone(self) -> bool {
        matches!(self, Self::Won) || self.is_scored()
    }

    /// Returns true if all who win have won whole.
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::Won | Self::Spared)
    }

    /// Returns what the better one of two bots does more of than the other.
    pub const fn excels(self) -> &'static str {
        match self {
            Self::Scored => "scores more",
            Self::Fewest => "scores less",
            Self::Seats | Self::Sides | Self::Won | Self::Spared => "wins more",
        }
    }

    /// Returns true if a score ranks the bots.
    pub const fn is_scored(self) -> bool {
        matches!(self, Self::Scored | Self::Fewest)
    }
}

/// One play of a tournament, between parties: seats, sides, or one bot that plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePlay {
    /// The part of the table that a bot held.
    pub form: Form,
    /// The number of parties.
    pub parties: u8,
    /// The score of a bot that played by itself.
    pub score: i64,
    /// Which bot was each party.
    pub bots: BySeat<u8>,
    /// Each party's place, from 1; 0 for all where the rules give none.
    pub ranks: BySeat<u8>,
    /// True where nobody won: the engine's limit ended it, all lost, or all bots failed.
    pub is_lost: bool,
    /// The parties whose bots failed.
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
    let design = Design::new(bots.len(), game.contest().parties.len());
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
    let contest = game.contest();
    let seats = contest.parties.len();
    let ends = |play: &TablePlay| {
        let places = play.ranks.first(seats).iter().fold(0, |all, &rank| all << 4 | u64::from(rank));
        (places << 1 | u64::from(play.is_lost)).wrapping_add(play.score as u64)
    };
    let mut seen = Seen::default();
    if deals.len() < 2 || !deals.iter().flatten().all(|play| seen.agrees(&play.bots, seats, ends(play))) {
        return false;
    }
    let design = Design::new(bots.len(), seats);
    let entries = entries(bots, design, &contest);
    let mut table = Table::new(game, &entries, Seating::Fixed, plan.seed);
    let mut seen = Seen::default();
    // The same tables of all deals first, so that the second game mostly tells.
    for number in 0..design.tables() as u64 {
        for deal in plan.numbers.clone().take(deals.len().min(CLOSE)) {
            let mut seated = seated(design, plan, deal, number);
            for _ in 0..seats {
                table.arrange(&seats_of(&seated, bots.len() * design.copies(), &contest));
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

/// Returns the line-up of a worker: each bot as often as it can hold a party, and all of them for each seat of a party.
fn entries(bots: &[BotSpec], design: Design, contest: &Contest) -> Vec<BotSpec> {
    let largest = contest.parties.iter().map(|party| party.len() as usize).max().unwrap_or(1);
    (0..design.copies() * largest).flat_map(|_| bots.iter().cloned()).collect()
}

/// Returns the entry of each seat, if these entries, of so many, are the parties.
fn seats_of(parties: &[u8], all: usize, contest: &Contest) -> Vec<u8> {
    let mut seated = vec![0; contest.parties.iter().map(|party| party.len() as usize).sum()];
    for (party, &entry) in contest.parties.iter().zip(parties) {
        for (number, seat) in party.iter().enumerate() {
            seated[seat.index()] = entry + (number * all) as u8;
        }
    }
    seated
}

impl TablePlay {
    /// Returns the play of these bots, one a party, that ended so.
    fn of(contest: &Contest, bots: BySeat<u8>, outcome: &Outcome) -> Self {
        let form = Form::of(contest);
        let parties = || Seat::all(contest.parties.len()).zip(&contest.parties);
        let mut play = Self {
            form,
            parties: contest.parties.len() as u8,
            score: if form.is_scored() { outcome.scores[Seat::new(0)] } else { 0 },
            bots,
            ranks: BySeat::all(0),
            is_lost: !outcome.is_won(),
            forfeited: SeatSet::EMPTY,
            is_fixed: false,
        };
        for (party, seats) in parties() {
            play.forfeited.set(party, seats.iter().any(|seat| outcome.forfeited.contains(seat)));
            if outcome.has_places() {
                let best = |seats: &SeatSet| seats.iter().map(|seat| outcome.ranks[seat]).min().unwrap_or(0);
                let ahead = parties().filter(|(_, others)| best(others) < best(seats)).count();
                play.ranks[party] = 1 + ahead as u8;
            }
        }
        play
    }
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
    let contest = game.contest();
    let entries = entries(bots, design, &contest);
    let mut table = Table::new(game, &entries, Seating::Fixed, plan.seed);
    let seats = contest.parties.len();
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
            table.arrange(&seats_of(&seated, bots.len() * design.copies(), &contest));
            match table.play(deal, &mut (), shared.hooks.stop, None) {
                Ok(played) => {
                    let bot =
                        |seat: Seat| seated.get(seat.index()).map_or(0, |&entry| entry % bots.len() as u8);
                    plays.push(TablePlay::of(&contest, BySeat::from_fn(bot), &played.outcome));
                }
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
