//! The one random number generator, the streams a game draws from, and all that can come of a step left to chance.

use std::convert::Infallible;

use rand::{Rng as _, SeedableRng, TryRng};
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use super::Seat;

/// A small, fast, seedable generator (PCG XSL 128/64 MCG, O'Neill 2014). Its numbers depend on
/// its seed alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    numbers: Pcg64Mcg,
    mode: Mode,
}

/// How numbers are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// At random.
    Plain,
    /// At random, cards by [`Rng::race`].
    Coupled {
        /// The number by which the races are turned; 0 leaves them as they are.
        anew: u32,
        /// How many there were.
        races: u32,
    },
    /// One way of all that there are: see [`Rng::counted`].
    Counted {
        /// The quotient of the way's number after the draws so far.
        left: u32,
        /// How many ways the draws so far could go; 0 if they can't be counted.
        ways: u32,
    },
}

/// Counters of copies in [`Rng::race`]. Kinds are hashed to them; two kinds that share one still have
/// distinct keys, so the draw stays uniform.
const PLACES: usize = 256;

impl Rng {
    /// Returns a generator whose numbers depend on the words alone.
    pub fn from_words(words: [u64; 3]) -> Self {
        // SplitMix64's finaliser over the words: near seeds give unrelated streams.
        let mut key = 0x9E37_79B9_7F4A_7C15_u64;
        let mut mix = |word: u64| {
            key = key.wrapping_add(word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mut z = key ^ (key >> 30);
            z = z.wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            key ^= z ^ (z >> 31);
            key
        };
        mix(words[0]);
        mix(words[1]);
        let high = mix(words[2]);
        let low = mix(0x5851_F42D_4C95_7F2D);
        let mut seed = [0; 16];
        seed[..8].copy_from_slice(&low.to_le_bytes());
        seed[8..].copy_from_slice(&high.to_le_bytes());
        Self { numbers: Pcg64Mcg::from_seed(seed), mode: Mode::Plain }
    }

    /// Returns the same numbers, with cards drawn by [`Rng::race`].
    #[must_use]
    pub fn coupled(mut self) -> Self {
        self.mode = Mode::Coupled { anew: 0, races: 0 };
        self
    }

    /// Returns coupled numbers whose cards are drawn anew, each way as likely as before, while all other numbers stay the
    /// same. Equal turns draw equal cards.
    #[must_use]
    pub fn with_cards_anew(mut self, turn: u32) -> Self {
        // 0 would leave them as they are.
        self.mode = Mode::Coupled { anew: turn.max(1), races: 0 };
        self
    }

    /// Returns how many cards were drawn by [`Rng::race`]; none of numbers that aren't coupled.
    pub const fn races(&self) -> u32 {
        match self.mode {
            Mode::Coupled { races, .. } => races,
            Mode::Counted { .. } | Mode::Plain => 0,
        }
    }

    /// Returns what the races are turned by ([`Rng::with_cards_anew`]), 0 if by nothing, for code that draws outside of this
    /// type.
    pub const fn turned_by(&self) -> u32 {
        match self.mode {
            Mode::Coupled { anew, .. } => anew,
            Mode::Counted { .. } | Mode::Plain => 0,
        }
    }

    /// Accounts for cards that were drawn outside of this type.
    pub fn raced_elsewhere(&mut self, so_many: u32) {
        if let Mode::Coupled { races, .. } = &mut self.mode {
            *races = races.wrapping_add(so_many);
        }
    }

    /// Returns a generator that leaves nothing to chance: its draws go the way with this number of all that they can
    /// go. A draw below `n` takes the number's remainder by `n` and leaves the quotient to the next one. [`Rng::ways`]
    /// tells how many ways there were; those who go through all numbers meet each way first by its own one, which is
    /// below that.
    pub fn counted(way: u32) -> Self {
        Self { mode: Mode::Counted { left: way, ways: 1 }, ..Self::from_words([0; 3]) }
    }

    /// Returns how many equally likely ways the draws of a [`counted`](Rng::counted) generator could go until now.
    /// None for another generator, or where they can't be counted: there are more than `u32` holds, or a real number
    /// was drawn.
    pub const fn ways(&self) -> Option<u32> {
        match self.mode {
            Mode::Counted { ways, .. } if ways > 0 => Some(ways),
            Mode::Counted { .. } | Mode::Plain | Mode::Coupled { .. } => None,
        }
    }

    /// Returns the quotient that the next draw of a counted generator divides, for code that draws outside of this type
    /// ([`Rng::drawn_elsewhere`]).
    pub const fn left(&self) -> Option<u32> {
        match self.mode {
            Mode::Counted { left, .. } => Some(left),
            Mode::Plain | Mode::Coupled { .. } => None,
        }
    }

    /// Accounts for draws that were made outside of this type from the value of [`left`](Rng::left): they could go this
    /// number of ways, 0 if that can't be counted.
    pub fn drawn_elsewhere(&mut self, so_many: u32) {
        if let Mode::Counted { left, ways } = self.mode {
            (self.mode, _) = count(left, ways, so_many);
        }
    }

    /// Says of a counted generator that its draws can't be counted.
    fn lose_count(&mut self) {
        self.drawn_elsewhere(0);
    }

    /// Returns true where cards are to be drawn by [`Rng::race`].
    #[inline(always)]
    pub const fn is_coupled(&self) -> bool {
        matches!(self.mode, Mode::Coupled { .. })
    }

    /// Returns a generator of its own, keyed by the next numbers of this one: however many are drawn from it, this
    /// one goes on from the same place.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        self.lose_count();
        let words = std::array::from_fn(|_| self.numbers.next_u64());
        Self { mode: self.mode, ..Self::from_words(words) }
    }

    /// Draws one of these cards, each equally likely, and returns its place: every copy of every kind
    /// has a random key of its own, and the least one wins. Where two supplies differ in a few cards,
    /// the same numbers draw the same kind from both, but for those few; an index into the supply
    /// would soon mean other cards in most draws. The draws differ with a probability of at most
    /// 2d / (1 + d), d being the total variation distance of the supplies (Angel and Spinka, "Pairwise
    /// optimal coupling of multiple random variables", 2019).
    #[cold]
    #[inline(never)]
    pub fn race(&mut self, kinds: impl Iterator<Item = u64>) -> usize {
        let turn = u64::from(self.turned_by()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let draw = self.numbers.next_u64() ^ turn;
        self.raced_elsewhere(1);
        let mut copies = [0_u16; PLACES];
        let key = |(place, kind): (usize, u64)| {
            let kind = kind.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let copy = &mut copies[(kind >> 56) as usize];
            *copy = copy.wrapping_add(1);
            // SplitMix64's finaliser.
            let mut z = draw ^ kind.wrapping_add(u64::from(*copy) << 32 | u64::from(*copy));
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (z ^ (z >> 31), place)
        };
        kinds.enumerate().map(key).min().map_or(0, |(_, place)| place)
    }

    /// A number from 0 to `n` - 1, each exactly equally likely. `n` must be at least 1.
    ///
    /// Method: Lemire, "Fast random integer generation in an interval", 2019.
    // What is rarely called gets and returns values: a reference would keep a generator that is copied into a loop in
    // memory.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        if let Mode::Counted { left, ways } = self.mode {
            let drawn;
            (self.mode, drawn) = count(left, ways, n);
            return drawn;
        }
        let mut wide = u64::from((self.numbers.next_u64() >> 32) as u32) * u64::from(n);
        if (wide as u32) < n {
            (self.numbers, wide) = below_again(self.numbers.clone(), n, wide);
        }
        (wide >> 32) as u32
    }

    /// Returns an index into a list of `len` entries.
    #[inline(always)]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// Returns a real number from 0 (included) to 1 (excluded).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        self.lose_count();
        (self.numbers.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Returns true with this probability. A probability of exactly 0 or 1 draws no number.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        if probability <= 0.0 {
            false
        } else if probability >= 1.0 {
            true
        } else {
            self.unit() < probability
        }
    }

    /// Puts a list into uniformly random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.index(i + 1);
            list.swap(i, j);
        }
    }
}

/// Returns how a counted generator goes on after a draw that can go `n` ways, and which way it went.
#[cold]
#[inline(never)]
fn count(left: u32, ways: u32, n: u32) -> (Mode, u32) {
    let mode =
        Mode::Counted { left: left.checked_div(n).unwrap_or(0), ways: ways.checked_mul(n).unwrap_or(0) };
    (mode, left.checked_rem(n).unwrap_or(0))
}

/// Draws on for a number below `n` as long as that takes.
#[cold]
#[inline(never)]
fn below_again(mut numbers: Pcg64Mcg, n: u32, mut wide: u64) -> (Pcg64Mcg, u64) {
    let threshold = n.wrapping_neg() % n;
    while (wide as u32) < threshold {
        wide = u64::from((numbers.next_u64() >> 32) as u32) * u64::from(n);
    }
    (numbers, wide)
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.lose_count();
        Ok(self.numbers.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.lose_count();
        Ok(self.numbers.next_u64())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.lose_count();
        self.numbers.fill_bytes(dst);
        Ok(())
    }
}

/// The purpose of numbers, where each action has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Outcomes that the rules leave to chance.
    Chance,
    /// Choices that the bot leaves to chance.
    Choice,
}

/// The random streams of one play: one a purpose, so that what a bot thinks changes no card.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
    play: u64,
}

impl Streams {
    /// Returns the streams of play number `play` of a batch with this seed.
    pub const fn new(seed: u64, play: u64) -> Self {
        Self { seed, play }
    }

    /// Shuffles, dice, draws: all that the rules leave to chance.
    pub fn chance(&self) -> Rng {
        Rng::from_words([self.seed, self.play, 0])
    }

    /// Returns what the rules leave to chance in action number `action` of this seat in this turn, or the bot
    /// in its decision: where two rule sets are compared, so that one action more or one card more in
    /// one seat's course leaves the numbers of all other turns and seats as they were.
    pub fn in_turn(&self, purpose: Purpose, turn: u32, seat: Seat, action: u32) -> Rng {
        let place = u64::from(turn) << 24 | (seat.index() as u64) << 20 | u64::from(action & 0xF_FFFF);
        let purpose = match purpose {
            Purpose::Chance => 1,
            Purpose::Choice => 2,
        };
        Rng::from_words([self.seed, self.play, purpose << 58 | place])
    }

    /// Returns the choices of the bot in this seat.
    pub fn seat(&self, seat: Seat) -> Rng {
        Rng::from_words([self.seed, self.play, 1 + seat.index() as u64])
    }

    /// Returns the choices of bot number `bot` (at most 799) of a tournament, in whichever seat it sits.
    pub fn bot(&self, bot: usize) -> Rng {
        Rng::from_words([self.seed, self.play, 100 + bot as u64])
    }

    /// Returns a generator for checks and experiments beside the play, such as the audit's re-deals.
    pub fn side_stream(&self, purpose: u64) -> Rng {
        Rng::from_words([self.seed, self.play, 1000 + purpose])
    }
}

/// Chance that can't be gone through way by way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChanceError {
    /// More ways than are to be gone through.
    #[error("chance can go more than {0} ways there")]
    TooMany(u32),
    /// More draws were made than can be counted, or a real number was drawn.
    #[error("chance can go more ways there than can be counted")]
    Uncountable,
}

/// Carries out a step once for each way that its draws can go, and returns what came of it each time with its probability:
/// at most `most` ways.
///
/// # Errors
/// [`ChanceError`].
pub fn each_chance<T>(most: u32, mut step: impl FnMut(&mut Rng) -> T) -> Result<Vec<(f64, T)>, ChanceError> {
    let mut found = Vec::new();
    // The ways that draws go need not be equally likely: what is drawn can decide what is drawn next.
    let mut known = 0.0;
    for way in 0..most {
        let mut rng = Rng::counted(way);
        let came = step(&mut rng);
        let ways = rng.ways().ok_or(ChanceError::Uncountable)?;
        if way >= ways {
            continue;
        }
        let probability = 1.0 / f64::from(ways);
        found.push((probability, came));
        known += probability;
        if known > 1.0 - 1e-9 {
            return Ok(found);
        }
    }
    Err(ChanceError::TooMany(most))
}

#[cfg(test)]
mod tests;
