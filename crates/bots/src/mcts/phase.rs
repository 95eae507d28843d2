//! Where the time of an iteration goes.

use std::time::{Duration, Instant};

/// A part of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A full state made out of what the searcher knows.
    Imagine,
    /// Down the tree: legal actions, the choice among them, and carrying it out; one new node.
    Select,
    /// From the new node on to the end, or its estimate.
    Rollout,
    /// Rewards counted at the nodes passed.
    BackUp,
}

impl Phase {
    /// All of them, in the order of an iteration.
    pub const ALL: [Self; 4] = [Self::Imagine, Self::Select, Self::Rollout, Self::BackUp];

    /// Returns its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Imagine => "imagine",
            Self::Select => "select",
            Self::Rollout => "rollout",
            Self::BackUp => "back up",
        }
    }
}

/// Is notified when a search goes on to another part. A type parameter of the search, so that nothing is
/// left of it where nobody takes the time.
pub trait PhaseTimer {
    /// Begins an iteration.
    fn begin(&mut self);

    /// Ends this part of it.
    fn done(&mut self, phase: Phase);
}

impl PhaseTimer for () {
    #[inline(always)]
    fn begin(&mut self) {}

    #[inline(always)]
    fn done(&mut self, _: Phase) {}
}

/// The time of each part, over many iterations.
#[derive(Clone, Debug)]
pub struct PhaseTimes {
    iterations: u64,
    /// Nanoseconds and measurements of each part.
    parts: [(u64, u64); Phase::ALL.len()],
    last: Instant,
    /// The cost of reading the clock, in nanoseconds: part of every measurement.
    clock: f64,
}

impl PhaseTimes {
    /// Returns times of nothing.
    pub fn new() -> Self {
        Self { iterations: 0, parts: [(0, 0); 4], last: Instant::now(), clock: clock() }
    }

    /// Iterations measured.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Returns the mean nanoseconds an iteration that this part takes, without those of the clock.
    pub fn nanoseconds(&self, phase: Phase) -> f64 {
        let (sum, count) = self.parts[phase as usize];
        ((sum as f64 - count as f64 * self.clock) / self.iterations.max(1) as f64).max(0.0)
    }
}

impl Default for PhaseTimes {
    fn default() -> Self {
        Self::new()
    }
}

impl PhaseTimer for PhaseTimes {
    #[inline]
    fn begin(&mut self) {
        self.iterations += 1;
        self.last = Instant::now();
    }

    #[inline]
    fn done(&mut self, phase: Phase) {
        let now = Instant::now();
        let (sum, count) = &mut self.parts[phase as usize];
        *sum += now.duration_since(self.last).as_nanos() as u64;
        *count += 1;
        self.last = now;
    }
}

/// Returns the mean time from one look at the clock to the next, in nanoseconds: the least of several rounds,
/// since whatever comes between makes it more.
fn clock() -> f64 {
    const LOOKS: u32 = 2000;
    let round = || {
        let begun = Instant::now();
        let last = (0..LOOKS).fold(begun, |_, _| Instant::now());
        last.duration_since(begun).max(Duration::from_nanos(1)).as_nanos() as f64 / f64::from(LOOKS)
    };
    (0..9).map(|_| round()).fold(f64::INFINITY, f64::min)
}
