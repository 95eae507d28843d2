//! Chance: sfc32 (Chris Doty-Humphrey, `PractRand`), whole numbers below 2^32, so that all machines draw the same ones.

/// How draws are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draws {
    /// Each is random.
    #[default]
    Free,
    /// They go the way with a number, of all there are.
    Counted,
    /// The same numbers draw mostly the same kinds from supplies that differ in a few cards.
    Coupled,
}

/// The source of chance of one call.
#[derive(Clone, Debug, Default)]
pub struct Chance {
    /// The generator; of counted draws the first is the quotient of their way.
    state: [u32; 4],
    draws: Draws,
    /// What cards are drawn anew by, where they are.
    turn: u32,
    /// How many ways counted draws could go, 0 too many, or how many cards coupled draws drew.
    ways: u32,
    /// True while a game is set up and nothing has been left to chance.
    fixed: bool,
}

/// The most that a number of chance counts to.
pub const MOST_BELOW: u32 = 1 << 20;

impl Chance {
    /// Returns chance with three numbers as its seed.
    pub fn new(seed: [u32; 3], draws: Draws, turn: u32) -> Self {
        let ways = u32::from(draws != Draws::Coupled);
        Self { state: [seed[0], seed[1], seed[2], 1], draws, turn, ways, fixed: false }
    }

    /// Returns how many ways the draws could go, or how many cards were drawn by coupled ones.
    pub const fn ways(&self) -> u32 {
        self.ways
    }

    /// Returns numbers that are others once something was left to chance.
    pub const fn marks(&self) -> (u32, u32) {
        (self.state[3], self.ways)
    }

    /// Returns true while a game is set up and nothing has been left to chance.
    pub const fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Says that nothing was left to chance so far, or that something was.
    pub const fn fix(&mut self, fixed: bool) {
        self.fixed = fixed;
    }

    /// Returns true for coupled draws.
    pub const fn is_coupled(&self) -> bool {
        matches!(self.draws, Draws::Coupled)
    }

    #[inline]
    fn next(&mut self) -> u32 {
        let [a, b, c, d] = self.state;
        let t = a.wrapping_add(b).wrapping_add(d);
        self.state =
            [b ^ (b >> 9), c.wrapping_add(c << 3), c.rotate_left(21).wrapping_add(t), d.wrapping_add(1)];
        t
    }

    fn count(&mut self, n: u32) -> u32 {
        let left = self.state[0];
        self.state[0] = left / n;
        self.ways = self.ways.checked_mul(n).unwrap_or(0);
        left % n
    }

    /// Returns a number from 0 to n - 1, each exactly equally likely (Lemire 2019); n is 1 to 2^20.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.fixed = false;
        if self.draws == Draws::Counted {
            return self.count(n);
        }
        loop {
            let product = u64::from(self.next()) * u64::from(n);
            let (high, low) = ((product >> 32) as u32, product as u32);
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }

    /// Draws a kind, from 1, by a race of keys, one for each copy of each kind; 0 where there are no copies.
    pub fn race(&mut self, copies: impl Iterator<Item = usize>) -> usize {
        let draw = self.next() ^ self.turn;
        self.fixed = false;
        self.ways = self.ways.wrapping_add(1);
        let (mut best, mut winner) = (u64::MAX, 0);
        for (place, copies) in copies.enumerate() {
            let kind = place + 1;
            for copy in 1..=copies {
                let key = mix(draw ^ mix((kind * 65_536 + copy) as u32));
                if u64::from(key) < best {
                    (best, winner) = (u64::from(key), kind);
                }
            }
        }
        winner
    }
}

/// Mixes the bits of a number (lowbias32, Chris Wellons).
const fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
    x ^ (x >> 16)
}
