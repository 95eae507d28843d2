//! The remains of an earlier run in a folder, and whether a run can go on from them.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value as Json};
use thiserror::Error;

use super::checkpoint_header::{CHECKPOINT, CheckpointHeader, Identity, Shards};
use super::folder::Folder;
use super::sealed::{SealError, read_sealed};
use ludometer_model::{MAX_RECORD, read_text};
use ludometer_run::Start;
use ludometer_spec::{RunSpec, Spec};

/// The work that there is to go on from.
#[derive(Debug)]
pub enum Resume<S: Spec = RunSpec> {
    /// Nothing: the run begins.
    Nothing,
    /// All of it is done.
    Finished,
    /// A part of it.
    Part(Box<CheckpointHeader<S>>, Start),
}

/// Why a run can't go on in a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The checkpoint can't be used.
    #[error("{0}; the run can't go on from it: begin it anew with --force instead of --resume")]
    Checkpoint(SealError),
    /// The checkpoint can't be read, and may be whole.
    #[error("{0}; what it keeps may be whole: see to it that the file can be read, then go on with --resume")]
    Unread(SealError),
    /// It is another run's.
    #[error(
        "the unfinished run in {} is another one: {difference}; go on with it by the command `{command}`, \
         or replace it with --force instead of --resume", path.display()
    )]
    Other {
        /// The folder.
        path: PathBuf,
        /// An option in which they differ.
        difference: String,
        /// The command of the other.
        command: String,
    },
    /// It holds the files of another run, which is finished.
    #[error(
        "the finished run in {} is another one: {difference}; choose another folder with --out, or \
         replace it with --force instead of --resume", path.display()
    )]
    OtherFinished {
        /// The folder.
        path: PathBuf,
        /// An option in which they differ, or the build that made it.
        difference: String,
    },
    /// There is something in the folder, but no checkpoint.
    #[error(
        "there is no {kind} to go on with in {} (it holds `{entry}`, but no {CHECKPOINT}): choose another folder \
         with --out, or replace what is there with --force instead of --resume", path.display()
    )]
    NoCheckpoint {
        /// The kind of work that is done there.
        kind: &'static str,
        /// The folder.
        path: PathBuf,
        /// One of the things in it.
        entry: String,
    },
    /// The table of plays isn't what the checkpoint says.
    #[error(
        "the table of games in {} is missing or damaged: the run can't go on from its checkpoint; begin it \
         anew with --force instead of --resume", path.display()
    )]
    Rows {
        /// The folder.
        path: PathBuf,
    },
    /// The folder can't be read.
    #[error("reading the folder {} failed: {source}", path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl From<SealError> for ResumeError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Read { .. } => Self::Unread(error),
            _ => Self::Checkpoint(error),
        }
    }
}

/// The facts that its record tells of an earlier run.
#[derive(Deserialize)]
struct Earlier {
    version: String,
    // Not all records of 0.1 have it.
    #[serde(default)]
    options_hash: String,
    complete: bool,
    shard: Option<String>,
    #[serde(flatten)]
    others: Map<String, Json>,
}

impl Earlier {
    /// Returns in what it differs from work with this identity.
    fn difference<S: Spec>(self, identity: &Identity<S>, shard: Option<&str>) -> String {
        let Self { version, shard: own_shard, mut others, .. } = self;
        if version != identity.version {
            return format!("version {version} made it, this is version {}", identity.version);
        }
        if own_shard.as_deref() != shard {
            return shard_difference(own_shard.as_deref(), shard);
        }
        // A run's record is its specification, but for the games, which are those of the shard.
        if let (Some(_), Ok(mut mine)) = (shard, serde_json::to_value(&identity.spec)) {
            others.insert("games".to_owned(), mine["games"].take());
        }
        let mut rules = identity.rules.clone();
        let sides = ["a", "b"].map(|side| others.get(side).and_then(|side| side.get("rules")));
        let found = others.get("rules").into_iter().chain(sides.into_iter().flatten());
        for (mine, found) in rules.iter_mut().zip(found) {
            // What is varied has no one value.
            if let (Some(mine), Some(found)) = (mine.as_object_mut(), found.as_object()) {
                mine.extend(found.clone());
            }
        }
        let spec = others.get("spec").cloned().unwrap_or_else(|| others.clone().into());
        let spec = serde_json::from_value(spec);
        let files = others.get("strategy_files").and_then(|files| serde_json::from_value(files.clone()).ok());
        let strategy_files = files.unwrap_or_else(|| identity.strategy_files.clone());
        let other = spec.ok().map(|spec| Identity { spec, rules, strategy_files, ..identity.clone() });
        let difference = other.and_then(|other| identity.difference(&other));
        difference.unwrap_or_else(|| {
            format!(
                "another build of version {version} made it, or the files of its game or bots were others"
            )
        })
    }
}

/// Returns in what parts of a run differ.
fn shard_difference(theirs: Option<&str>, mine: Option<&str>) -> String {
    let [theirs, mine] = [theirs, mine].map(|shard| shard.unwrap_or("the whole run"));
    format!("its shard is {theirs} instead of {mine}")
}

/// Looks for what work with these options can go on from. The folder should be locked.
///
/// # Errors
/// [`ResumeError`] where there is something else.
pub fn look<S: Spec>(
    path: &Path,
    identity: &Identity<S>,
    shards: Option<Shards>,
) -> Result<Resume<S>, ResumeError> {
    let text = read_text(&path.join(S::RECORD), MAX_RECORD).unwrap_or_default();
    let earlier: Option<Earlier> = serde_json::from_str(&text).ok().filter(|e: &Earlier| e.complete);
    let shard = shards.map(|shards| shards.to_string());
    if earlier.as_ref().is_some_and(|e| e.options_hash == identity.hash() && e.shard == shard) {
        return Ok(Resume::Finished);
    }
    if !path.join(CHECKPOINT).exists() {
        let entry =
            Folder::entry(path).map_err(|source| ResumeError::Read { path: path.to_owned(), source })?;
        return match (entry, earlier) {
            (None, _) => Ok(Resume::Nothing),
            (Some(_), Some(earlier)) => {
                let difference = earlier.difference(identity, shard.as_deref());
                Err(ResumeError::OtherFinished { path: path.to_owned(), difference })
            }
            (Some(entry), None) => Err(ResumeError::NoCheckpoint {
                kind: S::RECORD.trim_end_matches(".json"),
                path: path.to_owned(),
                entry,
            }),
        };
    }
    let (kept, tallies): (CheckpointHeader<S>, _) = read_sealed(&path.join(CHECKPOINT), S::CHECKPOINT)?;
    let difference = match identity.difference(&kept.identity) {
        None if kept.shards != shards => {
            let kept = kept.shards.map(|shards| shards.to_string());
            Some(shard_difference(kept.as_deref(), shard.as_deref()))
        }
        None if kept.hash != identity.hash() => Some("the hash of its options".to_owned()),
        other => other,
    };
    if let Some(difference) = difference {
        let (path, command) = (path.to_owned(), kept.resume(path));
        return Err(ResumeError::Other { path, difference, command });
    }
    let start = Start { plays: kept.done, tallies };
    Ok(Resume::Part(Box::new(kept), start))
}
