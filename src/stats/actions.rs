//! How often each kind of action is taken in a play.

use serde::{Deserialize, Serialize};

use super::estimate::Mean;
use super::observer::{Counted, Finish, Merge, Observer, Report, Statistic, Step};
use super::table::Metric;
use crate::model::Game;

/// Mean count a play of each action's first word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Actions {
    means: Vec<Mean>,
    /// This play's counts. They stand here and not in a vector: vectors of tallies that other threads free
    /// come to lie side by side in one cache line, which is written at every decision.
    #[serde(skip, default = "nothing")]
    now: [u32; MOST_WORDS],
}

/// The most words that a game's actions can begin with.
pub const MOST_WORDS: usize = 64;

const fn nothing() -> [u32; MOST_WORDS] {
    [0; MOST_WORDS]
}

impl Merge for Actions {
    fn merge(&mut self, other: Self) {
        let Self { means, now: _ } = other;
        self.means.merge(means);
    }
}

impl<G: Game> Observer<G> for Actions {
    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        // The mask changes no word; it spares the check.
        self.now[step.word & (MOST_WORDS - 1)] += 1;
    }

    fn finish(&mut self, _: &Finish<'_>) {
        for (mean, count) in self.means.iter_mut().zip(&mut self.now) {
            mean.add(i64::from(*count));
            *count = 0;
        }
    }
}

impl<G: Game> Statistic<G> for Actions {
    fn new(counted: &Counted) -> Self {
        let words = counted.words.len();
        debug_assert!(words <= MOST_WORDS, "no game has so many words");
        Self { means: vec![Mean::default(); words], now: nothing() }
    }

    fn report(&self, counted: &Counted, out: &mut Report) {
        for (word, mean) in counted.words.iter().zip(&self.means) {
            out.metrics.push(Metric::new(format!("action_{word}"), mean.estimate()));
        }
    }
}
