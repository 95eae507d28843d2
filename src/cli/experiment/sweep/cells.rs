//! What is kept of a sweep: each rule set that is finished, in a file of its own until all are, and the
//! file of a shard.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{CELLS, Done, SweepPlan};
use crate::cli::input::InputError;
use crate::cli::output::warn_of_beginning;
use ludometer_experiment::{Figure, Played};
use ludometer_model::{MAX_RECORD, read_text};
use ludometer_report::{
    CheckpointHeader, FileError, Folder, MergeError, Options, ResumeError, no_link, number, read_sealed,
    seal, write_sealed,
};

/// What makes a sweep this one, whatever part of it is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct SweepOptions(pub(super) Json);

impl Options for SweepOptions {
    const RECORD: &'static str = "sweep.json";
    const KIND: &'static str = "sweep";
    const SHARD_KIND: &'static str = "sweep-shard";
}

/// What the file of a finished rule set calls itself.
const KIND: &str = "rule-set";

/// A finished rule set, as it waits in its file. Numbers are texts that read back exactly.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    /// The hash of the sweep's options.
    sweep: String,
    /// What was played, to know it again.
    point: Json,
    plays: u64,
    precise: bool,
    /// Name, value, lower and upper bound.
    figures: Vec<(String, [Option<String>; 3])>,
}

impl Stored {
    fn of(plan: &SweepPlan, i: usize, played: &Played) -> Self {
        let figures = played.figures.iter().map(|f| {
            let numbers = [f.value, f.interval.map(|i| i.0), f.interval.map(|i| i.1)];
            (f.metric.clone(), numbers.map(|x| x.map(number)))
        });
        Self {
            sweep: plan.hash.clone(),
            point: plan.point_json(i),
            plays: played.plays,
            precise: played.precise,
            figures: figures.collect(),
        }
    }

    /// What came of rule set number `i`, if this is it.
    fn read(self, plan: &SweepPlan, i: usize) -> Option<Played> {
        if self.sweep != plan.hash || i >= plan.points.len() || self.point != plan.point_json(i) {
            return None;
        }
        let figure = |(metric, texts): (String, [Option<String>; 3])| {
            let [value, low, high] = texts.map(|text| text.and_then(|t| t.parse().ok()));
            Figure { metric, value, interval: low.zip(high) }
        };
        Some(Played {
            plays: self.plays,
            precise: self.precise,
            figures: self.figures.into_iter().map(figure).collect(),
        })
    }
}

fn path(plan: &SweepPlan, i: usize) -> PathBuf {
    plan.out.path.join(CELLS).join(format!("{i:06}.bin"))
}

/// Keeps a finished rule set.
pub(super) fn keep(plan: &SweepPlan, i: usize, played: &Played) -> Result<(), FileError> {
    write_sealed(&path(plan, i), KIND, &Stored::of(plan, i, played), &[])
}

/// The rule sets of this part that an earlier sweep has kept. One whose file is damaged is played again.
fn kept(plan: &SweepPlan) -> Done {
    let read = |i: usize| {
        let (stored, _): (Stored, _) = read_sealed(&path(plan, i), KIND).ok()?;
        Some((i, stored.read(plan, i)?))
    };
    plan.part().filter_map(read).collect()
}

/// The folder, new or with what an earlier sweep of the same kind has left in it, and the milliseconds
/// that it took so far. Nothing if it is complete already.
pub(super) fn prepare(plan: &SweepPlan) -> Result<Option<(Folder, Done, u64)>, InputError> {
    let folder_path = &plan.out.path;
    let record = folder_path.join("sweep.json");
    if plan.resume && record.exists() {
        let text = read_text(&record, MAX_RECORD)
            .map_err(|source| InputError::ExperimentFile { path: record.clone(), source })?;
        let found: Json = serde_json::from_str(&text).unwrap_or_default();
        let mine = plan.record();
        let differs = mine
            .as_object()
            .into_iter()
            .flatten()
            .find(|(key, value)| found.get(key).unwrap_or(&Json::Null) != *value);
        if let Some((key, _)) = differs {
            return Err(InputError::OtherExperiment { path: folder_path.clone(), key: key.clone() });
        }
        if found["complete"] == true {
            return Ok(None);
        }
        no_link(&folder_path.join(CELLS)).map_err(|source| InputError::Output { source })?;
        let folder = Folder::reopen(folder_path)?;
        let spent = found["wall_seconds"].as_f64().unwrap_or(0.0);
        return Ok(Some((folder, kept(plan), (spent * 1000.0) as u64)));
    }
    if plan.resume {
        let failed = |source| ResumeError::Read { path: folder_path.clone(), source };
        if let Some(entry) = Folder::entry(folder_path).map_err(failed)? {
            let path = folder_path.clone();
            return Err(ResumeError::NoCheckpoint { kind: "sweep", path, file: "sweep.json", entry }.into());
        }
        if !plan.out.quiet {
            warn_of_beginning("sweep", folder_path);
        }
    }
    let folder = Folder::prepare(folder_path, plan.out.force)?;
    let _ = fs::remove_dir_all(folder_path.join(CELLS));
    Ok(Some((folder, BTreeMap::new(), 0)))
}

/// The file of a shard, with all its rule sets.
pub(super) fn shard(
    plan: &SweepPlan,
    kept: &CheckpointHeader<SweepOptions>,
    done: &Done,
) -> Result<Vec<u8>, std::io::Error> {
    let stored: Vec<(usize, Stored)> =
        done.iter().map(|(&i, played)| (i, Stored::of(plan, i, played))).collect();
    seal(SweepOptions::SHARD_KIND, kept, &serde_json::to_vec(&stored)?)
}

/// Adds the rule sets in the file of a shard to those of others.
///
/// # Errors
/// What is wrong with it.
pub(super) fn add(
    plan: &SweepPlan,
    kept: &CheckpointHeader<SweepOptions>,
    body: &[u8],
    done: &mut Done,
) -> Result<(), String> {
    let stored: Vec<(usize, Stored)> = serde_json::from_slice(body).map_err(|e| e.to_string())?;
    let part = plan.part_of(kept.shards);
    let mut count = 0;
    for (i, stored) in stored {
        let valid = part.contains(&i) && plan.points[i].table.is_ok();
        let played = stored.read(plan, i).filter(|_| valid);
        let played = played.ok_or_else(|| format!("rule set {i} is another one"))?;
        if done.insert(i, played).is_some() {
            return Err(format!("rule set {i} is there twice"));
        }
        count += 1;
    }
    let valid = part.filter(|&i| plan.points[i].table.is_ok()).count();
    if count == valid { Ok(()) } else { Err(format!("it holds {count} rule sets instead of {valid}")) }
}

/// The error of a shard whose file is damaged.
pub(super) fn damaged(folder: &std::path::Path, reason: String) -> InputError {
    MergeError::Damaged { path: folder.join(ludometer_report::SHARD), reason }.into()
}
