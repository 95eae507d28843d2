//! Shards of a run: whether they belong together, and their tables of plays one after another.

use std::io::ErrorKind::{NotADirectory, NotFound};
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::checkpoint_header::{CHECKPOINT, CheckpointHeader, Identity, SHARD, Shards};
use super::parquet::{ParquetWriter, read_parquet};
use super::rows::RowsOf;
use super::sealed::{SealError, read_sealed};
use super::summed::{Sum, Summed, sum_of};
use ludometer_model::{Program, open_file};
use ludometer_run::Start;
use ludometer_spec::Spec;

/// Why shards can't be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The file of a shard can't be used.
    #[error("{0}: play this shard again")]
    Shard(#[from] SealError),
    /// The file of a shard can't be read.
    #[error("reading {} failed: {source}; make it readable, or name another folder", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no folder of a finished shard.
    #[error("{} holds no finished shard (no {SHARD} in it){hint}", path.display())]
    NoShard {
        /// The folder.
        path: PathBuf,
        /// The possible cause, or nothing.
        hint: String,
    },
    /// A shard of another run.
    #[error("{} and {} don't belong to one run: {difference}", first.display(), path.display())]
    Other {
        /// The first folder.
        first: PathBuf,
        /// The one that differs from it.
        path: PathBuf,
        /// In what.
        difference: String,
    },
    /// Two of the same shard.
    #[error("{} and {} hold the same games (shards {} and {}): leave one of them out", first.display(), second.display(), shards[0], shards[1])]
    Doubled {
        /// The one folder.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// Their shards.
        shards: [Shards; 2],
    },
    /// Shards that aren't there.
    #[error("of {of} shards {missing} {} missing{hint}", if *several { "are" } else { "is" })]
    Missing {
        /// How many there should be.
        of: u64,
        /// Which are not there.
        missing: String,
        /// True if they are more than one.
        several: bool,
        /// The advice, or nothing.
        hint: &'static str,
    },
    /// The table of plays isn't what the shard's file says.
    #[error("{} is missing or damaged: play this shard again", path.display())]
    Rows {
        /// The table's file.
        path: PathBuf,
    },
    /// A shard's file contradicts itself.
    #[error("{} is damaged: {reason}; play this shard again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that is known.
        reason: String,
    },
}

/// A shard that is to be merged. Its tallies are read again when they are needed, so that all
/// shards together don't have to fit into memory.
#[derive(Clone, Debug)]
pub struct Part {
    /// The folder.
    pub path: PathBuf,
    /// The hash of the run's options.
    pub hash: String,
    /// Which plays it holds.
    pub shards: Shards,
    /// The number of the first.
    pub begin: u64,
    /// How many.
    pub plays: u64,
    /// Its table of plays.
    pub rows: Option<Sum>,
    /// The time that was spent on it, in milliseconds.
    pub milliseconds: u64,
}

impl Part {
    /// Returns true if this is still what its file tells.
    fn is_of(&self, kept: &CheckpointHeader) -> bool {
        kept.hash == self.hash && kept.shards == Some(self.shards) && kept.rows == self.rows
    }
}

/// Shards in the order of their plays, which belong together and are all there.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The shards.
    pub parts: Vec<Part>,
    /// The header of the first, about the run.
    pub kept: CheckpointHeader,
    /// Which shards they are together, or `None` if they are the whole run.
    pub shards: Option<Shards>,
}

/// Reads the file of a shard in this folder: its header, and what stands behind it.
///
/// # Errors
/// [`MergeError`], which names what is to blame.
pub fn read_shard<S: Spec>(folder: &Path) -> Result<(CheckpointHeader<S>, Vec<u8>), MergeError> {
    read_sealed(&folder.join(SHARD), S::SHARD).map_err(|error| match error {
        SealError::Read { source, .. } if [NotFound, NotADirectory].contains(&source.kind()) => {
            let hint = match folder.join(CHECKPOINT) {
                _ if !folder.exists() => ": there is no such folder",
                checkpoint if checkpoint.exists() => ": it is unfinished; go on with it by --resume",
                _ => ": play it with `PROGRAM run ... --shard i/n`",
            };
            MergeError::NoShard {
                path: folder.to_owned(),
                hint: hint.replace("PROGRAM", Program::current().name),
            }
        }
        SealError::Read { path, source } => MergeError::Read { path, source },
        other => other.into(),
    })
}

/// Returns which parts of its run a shard holds, or what is wrong with its header.
///
/// # Errors
/// The contradiction.
pub fn part_of<S: Spec>(kept: &CheckpointHeader<S>) -> Result<Shards, String> {
    let shards = kept.shards.ok_or("it doesn't tell which shard it is")?;
    if shards.first == 0 || shards.first > shards.last || shards.last > shards.of {
        return Err(format!("there is no shard {shards}"));
    }
    if kept.hash != kept.identity.hash() {
        return Err("the hash of its options is another one".to_owned());
    }
    Ok(shards)
}

fn part(folder: &Path, kept: &CheckpointHeader) -> Result<Part, MergeError> {
    let damaged = |reason: &str| MergeError::Damaged { path: folder.join(SHARD), reason: reason.to_owned() };
    let shards = part_of(kept).map_err(|reason| damaged(&reason))?;
    let plays = shards.plays(kept.identity.spec.games.unwrap_or(0));
    let (begin, plays) = (plays.start, plays.end - plays.start);
    if plays != kept.done {
        return Err(damaged(&format!("it counts {} games instead of {plays}", kept.done)));
    }
    if kept.rows.is_some() != kept.identity.spec.per_game {
        return Err(damaged("its parts contradict each other"));
    }
    let (rows, milliseconds) = (kept.rows, kept.milliseconds);
    let hash = kept.hash.clone();
    Ok(Part { path: folder.to_owned(), hash, shards, begin, plays, rows, milliseconds })
}

impl Parts {
    /// Reads the shards in these folders. With `partial`, a part of the run will do if no shard is
    /// missing in its midst.
    ///
    /// # Errors
    /// [`MergeError`], which names the shard that is to blame.
    pub fn read(folders: &[PathBuf], partial: bool) -> Result<Self, MergeError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut first: Option<CheckpointHeader> = None;
        for folder in folders {
            let (kept, _) = read_shard(folder)?;
            let part = part(folder, &kept)?;
            match &first {
                Some(first) => belongs((&parts[0].path, first), (folder, &kept))?,
                None => first = Some(kept),
            }
            parts.push(part);
        }
        let Some(kept) = first else {
            let hint = ": name at least one folder".to_owned();
            return Err(MergeError::NoShard { path: PathBuf::new(), hint });
        };
        parts.sort_by_key(|part| (part.shards.first, part.shards.last));
        let places: Vec<_> = parts.iter().map(|part| (&*part.path, part.shards)).collect();
        let shards = complete(&places, partial)?;
        Ok(Self { parts, kept, shards })
    }

    /// Returns the plays of all of them.
    pub fn plays(&self) -> u64 {
        self.parts.iter().map(|part| part.plays).sum()
    }

    /// Returns the identity of the run.
    pub const fn identity(&self) -> &Identity {
        &self.kept.identity
    }

    /// Returns the tallies of all shards, read one after another. A shard that has changed meanwhile gives
    /// none, which whoever joins them notices.
    pub fn tallies(&self) -> impl Iterator<Item = Start> {
        self.parts.iter().map(|part| {
            let tallies = match read_shard(&part.path) {
                Ok((kept, tallies)) if part.is_of(&kept) => tallies,
                _ => Vec::new(),
            };
            Start { plays: part.plays, tallies }
        })
    }
}

/// Makes sure that two shards, each with its folder, are of one run.
///
/// # Errors
/// [`MergeError::Other`].
pub fn belongs<S: Spec>(
    (first, kept): (&Path, &CheckpointHeader<S>),
    (path, other): (&Path, &CheckpointHeader<S>),
) -> Result<(), MergeError> {
    let of = |kept: &CheckpointHeader<S>| kept.shards.map_or(0, |shards| shards.of);
    let difference = if of(kept) == of(other) {
        kept.identity.difference(&other.identity)
    } else {
        Some(format!("one is split in {} shards, the other in {}", of(kept), of(other)))
    };
    match difference {
        None => Ok(()),
        Some(difference) => {
            Err(MergeError::Other { first: first.to_owned(), path: path.to_owned(), difference })
        }
    }
}

/// Returns which shards these are together: folders and what they hold, in the order of their parts. `None` if
/// they are the whole run. With `partial`, a part of it will do if no shard is missing in its midst.
///
/// # Errors
/// [`MergeError`] if some are missing or doubled.
pub fn complete(parts: &[(&Path, Shards)], partial: bool) -> Result<Option<Shards>, MergeError> {
    let (from, of) = parts.first().map_or((1, 1), |(_, shards)| (shards.first, shards.of));
    let begin = if partial { from } else { 1 };
    let mut next = begin;
    let mut missing: Vec<Shards> = Vec::new();
    for (i, &(path, shards)) in parts.iter().enumerate() {
        if shards.first < next {
            let (first, before) = parts[i.saturating_sub(1)];
            return Err(MergeError::Doubled {
                first: first.to_owned(),
                second: path.to_owned(),
                shards: [before, shards],
            });
        }
        if shards.first > next {
            missing.push(Shards { first: next, last: shards.first - 1, of });
        }
        next = shards.last + 1;
    }
    let last = if partial { next - 1 } else { of };
    if next <= last {
        missing.push(Shards { first: next, last, of });
    }
    if missing.is_empty() {
        let whole = begin == 1 && last == of;
        return Ok((!whole).then_some(Shards { first: begin, last, of }));
    }
    let several = missing.len() > 1 || missing[0].first != missing[0].last;
    // Two numbers tell as much as a thousand.
    let shown: Vec<String> = missing
        .iter()
        .map(|m| if m.first == m.last { m.first.to_string() } else { format!("{} to {}", m.first, m.last) })
        .collect();
    let hint = if partial { "" } else { "; --partial joins consecutive shards of a run that isn't complete" };
    Err(MergeError::Missing { of, missing: shown.join(", "), several, hint })
}

/// Why tables could not be joined.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A shard is to blame.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The output can't be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The user stopped it.
    #[error("interrupted")]
    Stopped,
}

/// Writes the tables `games.csv` of all shards one after another, under one header. Each is checked
/// against the sum that its shard's file tells. `done` is informed of the plays that are through.
///
/// # Errors
/// [`JoinError`].
pub fn join_csv<W: Write>(
    parts: &[Part],
    out: &mut W,
    stop: &AtomicBool,
    done: &dyn Fn(u64),
) -> Result<(), JoinError> {
    for (i, part) in parts.iter().enumerate() {
        let path = part.path.join("games.csv");
        let bad = |_| MergeError::Rows { path: path.clone() };
        let mut file = BufReader::with_capacity(1 << 16, open_file(&path).map_err(bad)?);
        // What is read is summed up, and only then written.
        let mut sum = Summed::after(io::sink(), Sum::default());
        let mut header = Vec::new();
        file.by_ref().take(1 << 16).read_until(b'\n', &mut header).map_err(bad)?;
        sum.write_all(&header)?;
        if i == 0 {
            out.write_all(&header)?;
        }
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(JoinError::Stopped);
            }
            let bytes = file.fill_buf().map_err(bad)?;
            if bytes.is_empty() {
                break;
            }
            sum.write_all(bytes)?;
            out.write_all(bytes)?;
            let length = bytes.len();
            file.consume(length);
        }
        if Some(sum.sum()) != part.rows {
            return Err(MergeError::Rows { path }.into());
        }
        done(part.plays);
    }
    Ok(())
}

/// Joins tables as [`join_csv`] does, for `games.parquet`. The groups of rows are made anew, so that the file is that of
/// one run.
///
/// # Errors
/// [`JoinError`].
pub fn join_parquet<W: Write + Send>(
    parts: &[Part],
    of: &RowsOf,
    out: &mut W,
    stop: &AtomicBool,
    done: &dyn Fn(u64),
) -> Result<(), JoinError> {
    let first = parts.first().map_or(0, |part| part.begin);
    let mut writer = ParquetWriter::new(out, of.clone(), first)?;
    for part in parts {
        let path = part.path.join("games.parquet");
        let bad = || MergeError::Rows { path: path.clone() };
        if sum_of(&path, u64::MAX).ok() != part.rows {
            return Err(bad().into());
        }
        let mut failed = None;
        let read = read_parquet(&path, of, &mut |played, own| {
            if stop.load(Ordering::Relaxed) {
                failed = Some(JoinError::Stopped);
                return Err(io::ErrorKind::Interrupted.into());
            }
            writer.row(played, own).map_err(|error| {
                let kind = error.kind();
                failed = Some(JoinError::Write(error));
                kind.into()
            })
        });
        match (failed, read) {
            (Some(error), _) => return Err(error),
            (None, Ok(plays)) if plays == part.plays => done(plays),
            _ => return Err(bad().into()),
        }
    }
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests;
