//! The standard statistics with an analysis beside them, as one observer.

use serde::{Deserialize, Serialize};

use super::Analysis;
use crate::length::Lengths;
use crate::observer::{GameEnd, Observer, Statistic, Step, TurnSnapshot};
use crate::standard::{Standard, Tally};
use ludometer_figures::{Merge, Report, TallyLayout};
use ludometer_model::{Game, Seat};

/// The standard statistics of a batch with an analysis beside them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "S: Serialize + serde::de::DeserializeOwned")]
pub struct Analysed<S> {
    standard: Standard<S>,
    analysis: Option<Analysis>,
}

impl<S> Analysed<S> {
    /// Returns tallies of nothing.
    pub const fn with(standard: Standard<S>, analysis: Analysis) -> Self {
        Self { standard, analysis: Some(analysis) }
    }

    /// Returns the analysis.
    pub const fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }
}

impl<S: Merge> Merge for Analysed<S> {
    fn merge(&mut self, other: Self) {
        let Self { standard, analysis } = other;
        self.standard.merge(standard);
        match (&mut self.analysis, analysis) {
            (Some(mine), Some(theirs)) => mine.merge(theirs),
            (mine @ None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        }
    }
}

impl<G: Game, S: Observer<G>> Observer<G> for Analysed<S> {
    const WANTS_TIMELINE: bool = true;
    const WANTS_RACES: bool = S::WANTS_RACES;

    fn begin(&mut self, play: u64) {
        Observer::<G>::begin(&mut self.standard, play);
        if let Some(analysis) = &mut self.analysis {
            analysis.now.play = play;
        }
    }

    fn scene(&mut self, scene: &TurnSnapshot) {
        Observer::<G>::scene(&mut self.standard, scene);
        if let Some(analysis) = &mut self.analysis {
            analysis.scene(scene);
        }
    }

    #[inline]
    fn held(&mut self, seat: Seat, kind: usize, copies: u32) {
        Observer::<G>::held(&mut self.standard, seat, kind, copies);
        if let Some(analysis) = &mut self.analysis {
            analysis.hands.held(kind, copies);
        }
    }

    #[inline]
    fn phase(&mut self, phase: usize) {
        Observer::<G>::phase(&mut self.standard, phase);
        if let Some(analysis) = &mut self.analysis {
            analysis.now.phase = phase;
        }
    }

    #[inline]
    fn start(&mut self) {
        Observer::<G>::start(&mut self.standard);
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        self.standard.step(step);
        if let Some(analysis) = &mut self.analysis {
            analysis.step(step.seat, step.word, step.choices);
        }
    }

    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        Observer::<G>::event(&mut self.standard, event);
        if let Some(analysis) = &mut self.analysis {
            analysis.event(event);
        }
    }

    #[inline]
    fn raced(&mut self, races: u32) {
        Observer::<G>::raced(&mut self.standard, races);
    }

    fn forfeit(&mut self, seat: Seat) {
        Observer::<G>::forfeit(&mut self.standard, seat);
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        Observer::<G>::finish(&mut self.standard, finish);
        if let Some(analysis) = &mut self.analysis {
            analysis.finish(finish);
        }
    }
}

impl<G: Game, S: Statistic<G>> Statistic<G> for Analysed<S> {
    /// Returns statistics without an analysis: that needs to know more of the game.
    fn new(counted: &TallyLayout) -> Self {
        Self { standard: Statistic::<G>::new(counted), analysis: None }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        Statistic::<G>::report(&self.standard, counted, out);
        if let Some(analysis) = &self.analysis {
            analysis.report(counted, out);
        }
    }
}

impl<G: Game, S: Statistic<G> + Sync> Tally<G> for Analysed<S> {
    fn lengths(&self) -> &Lengths {
        self.standard.lengths()
    }

    fn forfeits(&self) -> &[u64] {
        self.standard.forfeits()
    }

    fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        self.standard.add_time(bot, nanoseconds);
    }
}
