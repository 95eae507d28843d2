//! Finished rule sets, kept one by one.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::experiment::{Figure, Played};
use crate::report::number;

/// A finished rule set, as it waits in its file. Numbers are texts that read back exactly.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    /// What was played, to know it again.
    pub(super) point: Json,
    plays: u64,
    precise: bool,
    /// Name, value, lower and upper bound.
    figures: Vec<(String, [Option<String>; 3])>,
}

impl Stored {
    pub(super) fn of(point: Json, played: &Played) -> Self {
        let figures = played.figures.iter().map(|f| {
            let numbers = [f.value, f.interval.map(|i| i.0), f.interval.map(|i| i.1)];
            (f.metric.clone(), numbers.map(|x| x.map(number)))
        });
        Self { point, plays: played.plays, precise: played.precise, figures: figures.collect() }
    }

    pub(super) fn read(self) -> Played {
        let figure = |(metric, texts): (String, [Option<String>; 3])| {
            let [value, low, high] = texts.map(|text| text.and_then(|t| t.parse().ok()));
            Figure { metric, value, interval: low.zip(high) }
        };
        Played {
            plays: self.plays,
            precise: self.precise,
            figures: self.figures.into_iter().map(figure).collect(),
        }
    }
}
