//! A metric of the game's own: it watches what is announced, counts in whole numbers, and reports one figure. It stands in
//! `summary.csv`, in gates, sweeps and targets by its name.

use ludometer::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::{MyGame, News};

/// Counts how many of the highest card are discarded in a game.
#[derive(Clone, Default, Figures, Merge, Serialize, Deserialize)]
pub(crate) struct Wasted {
    /// How many of the highest card are discarded in a game.
    #[figure("wasted", "cards")]
    by_game: Mean,
    /// In the game under way.
    #[merge(skip)]
    now: i64,
}

impl Observer<MyGame> for Wasted {
    fn start(&mut self) {
        self.now = 0;
    }

    fn event(&mut self, event: &News) {
        self.now += i64::from(matches!(event, News::Drop { card: 8, .. }));
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        self.by_game.add(self.now);
    }
}

impl Statistic<MyGame> for Wasted {
    fn new(_: &TallyLayout) -> Self {
        Self::default()
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write_figures(&Member::Whole, counted, &mut out.metrics);
    }
}
