//! How many plays had which whole number.

use std::collections::BTreeMap;

use ludometer_figures::Merge;
use serde::{Deserialize, Serialize};

/// Plays by a whole number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    pub(super) fn add(&mut self, x: u32) {
        *self.0.entry(x).or_default() += 1;
    }

    /// Returns each number that occurred with its plays, rising.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(&x, &plays)| (x, plays))
    }
}

impl Merge for Histogram {
    fn merge(&mut self, other: Self) {
        for (x, plays) in other.0 {
            *self.0.entry(x).or_default() += plays;
        }
    }
}
