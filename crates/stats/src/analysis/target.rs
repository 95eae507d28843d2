//! How well the length of plays meets a length that is wanted.
//!
//! A play is within the target if its length lies from the least to the most that is wanted, both
//! included; its distance is how far it is outside, 0 within. Unfinished plays count with the
//! length at which they were stopped.

use serde::{Deserialize, Serialize};

use crate::observer::GameEnd;
use ludometer_figures::{Mean, Member, Merge, Metric, Share, TargetLength, catalogue};

/// Plays against a target.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Target {
    #[merge(skip)]
    wanted: TargetLength,
    within: Share,
    /// In parts of the unit.
    distance: Mean,
}

impl Target {
    pub(super) fn new(wanted: TargetLength) -> Self {
        Self { wanted, within: Share::default(), distance: Mean::default() }
    }

    pub(super) fn add(&mut self, finish: &GameEnd<'_>) {
        let (unit, [low, high]) = (self.wanted.unit(), self.wanted.ends());
        let length = unit.of(finish.outcome, finish.decisions);
        let bound = |count: u32| u64::from(count) * unit.parts();
        let distance = bound(low).saturating_sub(length).max(length.saturating_sub(bound(high)));
        self.within.add(distance == 0);
        self.distance.add(i64::try_from(distance).unwrap_or(i64::MAX));
    }

    pub(super) fn report(&self, out: &mut Vec<Metric>) {
        let member = || Member::Length(self.wanted);
        let distance = self.distance.estimate_in(1.0 / self.wanted.unit().parts() as f64);
        out.push(Metric::of(&catalogue::WITHIN_TARGET_LENGTH, member(), self.within.estimate()));
        out.push(Metric::of(&catalogue::TARGET_LENGTH_DISTANCE, member(), distance));
    }
}
