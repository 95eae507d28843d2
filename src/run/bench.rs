//! Throughput beside the floor of the machine, measured in the same process.

use std::hint::black_box;
use std::time::{Duration, Instant};

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
