//! Writes down how far a run is, every few seconds and when it ends early.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::draft::FileError;
use super::kept::{CHECKPOINT, CheckpointHeader};
use super::rows::Rows;
use super::sealed::write_sealed;
use ludometer_run::{Played, Recorder, RunError, Tallies};

/// A checkpoint must have been worth this many times the time that it took to write.
const WORTH: u32 = 100;

/// When checkpoints are written. The clock decides only when, never what: whatever it shows, the
/// files of a run are the same.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    /// The time between checkpoints, at least; zero for one after every few plays.
    pub every: Duration,
    /// The time since some moment. It may jump.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Told when the first checkpoint has been written.
    pub first: &'a (dyn Fn() + Sync),
}

/// Follows a run: writes its rows and its checkpoints.
pub struct CheckpointWriter<'a> {
    path: PathBuf,
    kept: CheckpointHeader,
    rows: Option<Rows>,
    pace: Pace<'a>,
    begun: Duration,
    /// Milliseconds spent before this process.
    spent: u64,
    /// When the last checkpoint was written, and how long to wait after it.
    last: Duration,
    pause: Duration,
    /// The plays in the last checkpoint.
    stored: Option<u64>,
    tallies: Option<Vec<u8>>,
}

impl<'a> CheckpointWriter<'a> {
    /// For a run in this folder. `kept` tells where it goes on; `rows` are those that it writes.
    pub fn new(folder: &Path, kept: CheckpointHeader, rows: Option<Rows>, pace: Pace<'a>) -> Self {
        let now = (pace.clock)();
        Self {
            path: folder.join(CHECKPOINT),
            stored: (kept.done > 0).then_some(kept.done),
            spent: kept.milliseconds,
            kept,
            rows,
            begun: now,
            last: now,
            pause: pace.every,
            pace,
            tallies: None,
        }
    }

    fn due(&self, now: Duration) -> bool {
        // A clock that went back is asked anew from there on.
        now.checked_sub(self.last).is_none_or(|since| since >= self.pause)
    }

    fn update(&mut self, plays: u64, now: Duration) -> Result<(), FileError> {
        self.kept.done = plays;
        let spent = now.saturating_sub(self.begun).as_millis();
        self.kept.milliseconds = self.spent.saturating_add(u64::try_from(spent).unwrap_or(u64::MAX));
        if let Some(rows) = &mut self.rows {
            self.kept.rows = Some(rows.safe()?);
        }
        Ok(())
    }

    fn store(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        let begun = (self.pace.clock)();
        self.update(plays, begun)?;
        write_sealed(&self.path, "checkpoint", &self.kept, &tallies()?)?;
        if self.stored.replace(plays).is_none() {
            (self.pace.first)();
        }
        let now = (self.pace.clock)();
        self.last = now;
        self.pause = match self.pace.every {
            Duration::ZERO => Duration::ZERO,
            every => every.max(now.saturating_sub(begun).saturating_mul(WORTH)),
        };
        Ok(())
    }

    /// The number of plays that a checkpoint keeps, if there is one.
    pub const fn stored(&self) -> Option<u64> {
        self.stored
    }

    /// What is known of the run.
    pub const fn kept(&self) -> &CheckpointHeader {
        &self.kept
    }

    /// The table of plays, what is known of the run, and the tallies if all of it is done.
    pub fn finish(self) -> (Option<Rows>, CheckpointHeader, Option<Vec<u8>>) {
        (self.rows, self.kept, self.tallies)
    }
}

impl From<FileError> for RunError {
    fn from(FileError { path, source }: FileError) -> Self {
        Self::File { path, source }
    }
}

impl Recorder for CheckpointWriter<'_> {
    fn wants_rows(&self) -> bool {
        self.rows.is_some()
    }

    fn row(&mut self, play: u64, played: &Played) -> Result<(), RunError> {
        match &mut self.rows {
            Some(rows) => Ok(rows.row(play, played)?),
            None => Ok(()),
        }
    }

    fn counted(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        if self.due((self.pace.clock)()) { self.store(plays, tallies) } else { Ok(()) }
    }

    fn stopped(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        if plays > 0 { self.store(plays, tallies) } else { Ok(()) }
    }

    fn finished(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        self.update(plays, (self.pace.clock)())?;
        let all = tallies()?;
        let analysed = self.kept.options.analysis.is_some() && self.kept.shards.is_none();
        if analysed || self.rows.as_ref().is_some_and(Rows::are_records) {
            // An analysis plays on beside the run, and a Parquet file is made now: both may take long.
            self.store(plays, &|| Ok(all.clone()))?;
        }
        self.tallies = Some(all);
        Ok(())
    }
}
