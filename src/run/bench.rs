//! Throughput beside the floor of the machine, measured in the same process, and where the time of a
//! search goes.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::batch::{Hooks, Plan, RunError, simulate};
use super::parts::positions;
use super::play::Seating;
use crate::bots::{BotKind, BotSpec, Mcts, Phase, Split};
use crate::games::Playable;
use crate::model::Rng;

/// What this machine needs for the simplest things, in nanoseconds: medians over several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// One bounded random number of the generator that all plays use.
    pub bounded_ns: f64,
    /// Shuffling a deck of `deck` cards.
    pub shuffle_ns: f64,
    /// The number of cards shuffled.
    pub deck: usize,
}

/// The throughput of one game with one bot in all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchRow {
    /// The bot.
    pub bot: String,
    /// The number of seats.
    pub seats: usize,
    /// Threads at work.
    pub threads: usize,
    /// Plays done.
    pub plays: u64,
    /// Decisions taken in them.
    pub decisions: u64,
    /// Time it took.
    pub time: Duration,
    /// The floor of one bounded random number, measured right before and after.
    pub floor_ns: f64,
}

impl BenchRow {
    /// Plays a second.
    pub fn plays_per_second(&self) -> f64 {
        self.plays as f64 / self.time.as_secs_f64()
    }

    /// Decisions a second.
    pub fn decisions_per_second(&self) -> f64 {
        self.decisions as f64 / self.time.as_secs_f64()
    }

    /// Wall nanoseconds a decision, per thread.
    pub fn ns_per_decision(&self) -> f64 {
        self.time.as_nanos() as f64 * self.threads as f64 / self.decisions.max(1) as f64
    }

    /// Nanoseconds a decision in multiples of the floor of one bounded random number.
    pub fn floors(&self) -> f64 {
        self.ns_per_decision() / self.floor_ns
    }
}

/// Measures the floor: a dependent chain of bounded random numbers, and shuffles of `deck` cards.
pub fn floor(deck: usize) -> Floor {
    let mut rng = Rng::from_words([0, 0, 0]);
    let mut cards: Vec<u8> = (0..deck).map(|i| i as u8).collect();
    let mut bounded = Vec::new();
    let mut shuffles = Vec::new();
    for _ in 0..9 {
        const NUMBERS: u32 = 400_000;
        let begun = Instant::now();
        // The bound hangs on the last number, as a game's next choice hangs on the last one.
        let mut n = 0;
        for _ in 0..NUMBERS {
            n = rng.below(black_box(7) + (n & 1));
        }
        black_box(n);
        bounded.push(begun.elapsed().as_nanos() as f64 / f64::from(NUMBERS));
        let rounds = 40_000 / deck.max(1) + 1;
        let begun = Instant::now();
        for _ in 0..rounds {
            rng.shuffle(black_box(&mut cards));
        }
        shuffles.push(begun.elapsed().as_nanos() as f64 / rounds as f64);
    }
    Floor { bounded_ns: median(&mut bounded), shuffle_ns: median(&mut shuffles), deck }
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Plays with these bots, one a seat, for about this long.
///
/// # Errors
/// As [`simulate`].
pub(super) fn throughput<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    threads: usize,
    time: Duration,
    stop: &AtomicBool,
) -> Result<BenchRow, RunError> {
    let hooks = Hooks { stop, progress: &|_| {} };
    let deck = game.cards().iter().map(|c| c.copies as usize).sum();
    let before = floor(deck).bounded_ns;
    // Warm up and find out how many plays fill the time; the last batch is the one that counts.
    let mut plays = threads as u64;
    loop {
        let plan = Plan { seed: 0, plays: 0..plays, seating: Seating::Fixed, threads, timing: false };
        let begun = Instant::now();
        let batch = simulate(game, bots, &plan, hooks, None)?;
        let took = begun.elapsed();
        if took * 2 >= time || batch.interrupted {
            let floor_ns = f64::midpoint(before, floor(deck).bounded_ns);
            let (plays, decisions) = (batch.plays, batch.decisions);
            return Ok(BenchRow {
                bot: bots[0].name.clone(),
                seats: game.seats(),
                threads,
                plays,
                decisions,
                time: took,
                floor_ns,
            });
        }
        let factor = (time.as_secs_f64() / took.as_secs_f64().max(1e-6)).clamp(2.0, 64.0);
        plays = (plays as f64 * factor).ceil() as u64;
    }
}

/// Where the time of a search's iterations goes.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitRow {
    /// The bot.
    pub bot: String,
    /// Iterations measured part by part; as many were measured as a whole.
    pub iterations: u64,
    /// Nanoseconds an iteration, measured as a whole, without a look at the clock in between.
    pub whole: f64,
    /// Nanoseconds an iteration that each part takes, without those of the clock.
    pub parts: Vec<(Phase, f64)>,
}

/// Searches positions of random plays for about this long: each once with the time of its parts
/// taken, and once as a whole. `None` for a bot that doesn't search a tree.
pub(super) fn split<G: Playable>(
    game: &G,
    bot: &BotSpec,
    time: Duration,
    stop: &AtomicBool,
) -> Option<SplitRow> {
    if bot.kind != BotKind::Mcts {
        return None;
    }
    let mut search = Mcts::new(game, &bot.values);
    let mut split = Split::new();
    let mut whole = Duration::ZERO;
    let begun = Instant::now();
    for (i, position) in positions(game).iter().cycle().enumerate() {
        let rng = Rng::from_words([i as u64, 0, 0]);
        search.search_split(game, &position.view, &position.legal, &mut rng.clone(), &mut split);
        let from = Instant::now();
        search.search(game, &position.view, &position.legal, &mut rng.clone());
        whole += from.elapsed();
        if begun.elapsed() >= time || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let iterations = split.iterations();
    let parts = Phase::ALL.map(|phase| (phase, split.nanoseconds(phase))).to_vec();
    let whole = whole.as_nanos() as f64 / iterations.max(1) as f64;
    Some(SplitRow { bot: bot.name.clone(), iterations, whole, parts })
}
