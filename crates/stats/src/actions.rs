//! How often each kind of action is taken in a play.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic, Step};
use ludometer_figures::{Mean, Member, Merge, Metric, Report, TallyLayout, catalogue};
use ludometer_model::Game;

/// Mean count a play of each action's first word.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Actions {
    means: Vec<Mean>,
    /// This play's counts.
    #[merge(skip)]
    now: Vec<u32>,
}

impl<G: Game> Observer<G> for Actions {
    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        if let Some(count) = self.now.get_mut(step.word) {
            *count += 1;
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        for (mean, count) in self.means.iter_mut().zip(&mut self.now) {
            mean.add(i64::from(*count));
            *count = 0;
        }
    }
}

impl<G: Game> Statistic<G> for Actions {
    fn new(counted: &TallyLayout) -> Self {
        let words = counted.words.len();
        Self { means: vec![Mean::default(); words], now: vec![0; words] }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        for (word, mean) in counted.words.iter().zip(&self.means) {
            out.metrics.push(Metric::of(&catalogue::ACTION, Member::Named(word.clone()), mean.estimate()));
        }
    }
}
