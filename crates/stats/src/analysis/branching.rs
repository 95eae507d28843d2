//! How many actions there are to choose from, in all and by phase.

use serde::{Deserialize, Serialize};

use super::sheet::FigureTable;
use ludometer_figures::{Estimate, Member, Merge, Ratio, catalogue};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Choices {
    legal: Ratio,
    forced: Ratio,
    most: u64,
    /// This play: decisions, actions, decisions with one action.
    #[serde(skip)]
    now: [u64; 3],
}

impl Choices {
    #[inline]
    const fn add(&mut self, choices: u64) {
        self.now[0] += 1;
        self.now[1] += choices;
        self.now[2] += (choices == 1) as u64;
        if choices > self.most {
            self.most = choices;
        }
    }

    /// Ends the play; returns the decisions in it.
    fn finish(&mut self) -> u64 {
        let [decisions, choices, forced] = std::mem::take(&mut self.now);
        self.legal.add(choices, decisions);
        self.forced.add(forced, decisions);
        decisions
    }
}

impl Merge for Choices {
    fn merge(&mut self, other: Self) {
        let Self { legal, forced, most, now: _ } = other;
        self.legal.merge(legal);
        self.forced.merge(forced);
        self.most = self.most.max(most);
    }
}

/// Choices by phase, and of all phases together, which are added up as a play ends.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Branching {
    all: Choices,
    by_phase: Vec<Choices>,
}

impl Branching {
    pub(super) fn new(phases: usize) -> Self {
        // All decisions of a game that names no phases belong to one.
        Self { all: Choices::default(), by_phase: vec![Choices::default(); phases.max(1)] }
    }

    #[inline]
    pub(super) fn step(&mut self, choices: usize, phase: usize) {
        if let Some(here) = self.by_phase.get_mut(phase) {
            here.add(choices as u64);
        }
    }

    /// Ends the play; returns the decisions of each phase in it.
    pub(super) fn finish(&mut self) -> impl Iterator<Item = u64> + '_ {
        for phase in &self.by_phase {
            for (all, here) in self.all.now.iter_mut().zip(phase.now) {
                *all += here;
            }
            self.all.most = self.all.most.max(phase.most);
        }
        self.all.finish();
        self.by_phase.iter_mut().map(Choices::finish)
    }

    pub(super) fn report(&self, phases: &[String], sheet: &mut FigureTable) {
        let groups = self.by_phase.iter().zip(phases).filter(|(choices, _)| choices.most > 0);
        let groups = groups.map(|(choices, phase)| (choices, Member::Named(phase.clone())));
        for (choices, member) in std::iter::once((&self.all, Member::Whole)).chain(groups) {
            let legal = choices.legal.estimate();
            let most = Estimate { value: Some(choices.most as f64), interval: None, games: legal.games };
            sheet.add_of(&catalogue::BRANCHING_MEAN, member.clone(), legal);
            sheet.add_of(&catalogue::BRANCHING_MAX, member.clone(), most);
            sheet.add_of(&catalogue::FORCED_SHARE, member, choices.forced.share());
        }
    }
}
