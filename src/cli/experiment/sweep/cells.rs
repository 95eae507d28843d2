//! The rule sets of a sweep in the file of a shard.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Done, SweepPlan};
use crate::cli::input::InputError;
use ludometer_experiment::{Figure, Played};
use ludometer_report::{CheckpointHeader, MergeError, number};
use ludometer_spec::SweepSpec;

/// A figure: its name; value, lower and upper bound; parts.
type StoredFigure = (String, [Option<String>; 3], Vec<Option<String>>);

/// A finished rule set, as it stands in a shard's file. Numbers are texts that read back exactly.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    /// The hash of the sweep's identity.
    sweep: String,
    /// The point that was played, to know it again.
    point: Json,
    plays: u64,
    part: u64,
    precise: bool,
    figures: Vec<StoredFigure>,
}

impl Stored {
    fn of(plan: &SweepPlan, i: usize, played: &Played) -> Self {
        let figures = played.figures.iter().map(|f| {
            let numbers = [f.value, f.interval.map(|i| i.0), f.interval.map(|i| i.1)];
            let parts = f.parts.iter().map(|x| x.map(number)).collect();
            (f.metric.clone(), numbers.map(|x| x.map(number)), parts)
        });
        Self {
            sweep: plan.hash.clone(),
            point: plan.point_json(i),
            plays: played.plays,
            part: played.part,
            precise: played.precise,
            figures: figures.collect(),
        }
    }

    /// Returns what came of rule set number `i` of the sweep with this hash of its options, if this is it.
    fn read(self, plan: &SweepPlan, sweep: &str, i: usize) -> Option<Played> {
        if self.sweep != sweep || i >= plan.points.len() || self.point != plan.point_json(i) {
            return None;
        }
        let read = |text: Option<String>| text.and_then(|t| t.parse().ok());
        let figure = |(metric, texts, parts): StoredFigure| {
            let [value, low, high] = texts.map(read);
            Figure { metric, value, interval: low.zip(high), parts: parts.into_iter().map(read).collect() }
        };
        Some(Played {
            plays: self.plays,
            part: self.part,
            precise: self.precise,
            figures: self.figures.into_iter().map(figure).collect(),
        })
    }
}

/// Returns the body of a shard's file: all its rule sets.
pub(super) fn shard(plan: &SweepPlan, done: &Done) -> serde_json::Result<Vec<u8>> {
    let stored: Vec<(usize, Stored)> =
        done.iter().map(|(&i, played)| (i, Stored::of(plan, i, played))).collect();
    serde_json::to_vec(&stored)
}

/// Adds the rule sets in the file of a shard to those of others.
///
/// # Errors
/// The fault in it.
pub(super) fn add(
    plan: &SweepPlan,
    kept: &CheckpointHeader<SweepSpec>,
    body: &[u8],
    done: &mut Done,
) -> Result<(), String> {
    let stored: Vec<(usize, Stored)> = serde_json::from_slice(body).map_err(|e| e.to_string())?;
    let part = plan.part_of(kept.shards);
    let mut count = 0;
    for (i, stored) in stored {
        let valid = part.contains(&i) && plan.points[i].table.is_ok();
        let played = stored.read(plan, &kept.hash, i).filter(|_| valid);
        let played = played.ok_or_else(|| format!("rule set {i} is another one"))?;
        if done.insert(i, played).is_some() {
            return Err(format!("rule set {i} is there twice"));
        }
        count += 1;
    }
    let valid = part.filter(|&i| plan.points[i].table.is_ok()).count();
    if count == valid { Ok(()) } else { Err(format!("it holds {count} rule sets instead of {valid}")) }
}

/// Returns the error of a shard whose file is damaged.
pub(super) fn damaged(folder: &std::path::Path, reason: String) -> InputError {
    MergeError::Damaged { path: folder.join(ludometer_report::SHARD), reason }.into()
}
