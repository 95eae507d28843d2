//! Writes down how far long work is, every few seconds and when it ends early.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::checkpoint_header::{CHECKPOINT, CheckpointHeader};
use super::draft::FileError;
use super::rows::Rows;
use super::sealed::write_sealed;
use super::summed::Sum;
use ludometer_run::{Played, Recorder, RunError, Tallies};
use ludometer_spec::{RunSpec, Spec};

/// A checkpoint must have been worth this many times the time that it took to write.
const WORTH: u32 = 100;

/// When checkpoints are written. The clock decides only when, never what: whatever it shows, the
/// files are the same.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    /// The time between checkpoints, at least; zero for one after every few plays.
    pub every: Duration,
    /// The time since some moment. It may jump.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Called when the first checkpoint has been written.
    pub first: &'a (dyn Fn() + Sync),
}

/// Writes the checkpoints of some work.
pub struct CheckpointWriter<'a, S: Spec = RunSpec> {
    /// The file; none where nothing is kept.
    path: Option<PathBuf>,
    header: CheckpointHeader<S>,
    pace: Pace<'a>,
    begun: Duration,
    /// Milliseconds spent before this process.
    spent: u64,
    /// When the last checkpoint was written, and how long to wait after it.
    last: Duration,
    pause: Duration,
    /// The amount of work that the last checkpoint keeps.
    stored: Option<u64>,
}

impl<'a, S: Spec> CheckpointWriter<'a, S> {
    /// Returns the writer for work in this folder, if it is to be kept. The header tells where it goes on.
    pub fn new(folder: Option<&Path>, header: CheckpointHeader<S>, pace: Pace<'a>) -> Self {
        let now = (pace.clock)();
        Self {
            path: folder.map(|folder| folder.join(CHECKPOINT)),
            stored: (header.done > 0).then_some(header.done),
            spent: header.milliseconds,
            header,
            begun: now,
            last: now,
            pause: pace.every,
            pace,
        }
    }

    /// Returns true if it is time for the next checkpoint.
    pub fn is_due(&self) -> bool {
        // A clock that went back is asked anew from there on.
        let since = (self.pace.clock)().checked_sub(self.last);
        self.path.is_some() && since.is_none_or(|since| since >= self.pause)
    }

    /// Brings the header up to date: so much is done, and this is the sum of its rows.
    pub fn update(&mut self, done: u64, rows: Option<Sum>) {
        self.update_at((self.pace.clock)(), done, rows);
    }

    fn update_at(&mut self, now: Duration, done: u64, rows: Option<Sum>) {
        let spent = now.saturating_sub(self.begun).as_millis();
        self.header.milliseconds = self.spent.saturating_add(u64::try_from(spent).unwrap_or(u64::MAX));
        (self.header.done, self.header.rows) = (done, rows);
    }

    /// Writes a checkpoint, if anything is done: `state` gives how much, the sum of its rows, and the body.
    ///
    /// # Errors
    /// Those of `state`, and of writing the file.
    pub fn write(
        &mut self,
        state: impl FnOnce() -> Result<(u64, Option<Sum>, Vec<u8>), RunError>,
    ) -> Result<(), RunError> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        let begun = (self.pace.clock)();
        let (done, rows, body) = state()?;
        if done == 0 {
            return Ok(());
        }
        self.update_at(begun, done, rows);
        write_sealed(&path, S::CHECKPOINT, &self.header, &body)?;
        if self.stored.replace(done).is_none() {
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

    /// Returns how much the last checkpoint keeps, if there is one.
    pub const fn stored(&self) -> Option<u64> {
        self.stored
    }

    /// Returns the description of the work.
    pub const fn header(&self) -> &CheckpointHeader<S> {
        &self.header
    }

    /// Returns the time that was spent on the work, also by processes before.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.spent).saturating_add((self.pace.clock)().saturating_sub(self.begun))
    }

    /// Returns what was known of the work at last.
    pub fn finish(self) -> CheckpointHeader<S> {
        self.header
    }
}

/// The state of work without rows.
impl<S: Spec> Recorder for CheckpointWriter<'_, S> {
    fn counted(&mut self, done: u64, state: Tallies<'_>) -> Result<(), RunError> {
        if self.is_due() { self.stopped(done, state) } else { Ok(()) }
    }

    fn stopped(&mut self, done: u64, state: Tallies<'_>) -> Result<(), RunError> {
        self.write(|| Ok((done, None, if done > 0 { state()? } else { Vec::new() })))
    }
}

/// Follows a run: writes its rows and has its checkpoints written.
pub struct RunRecorder<'w, 'a> {
    writer: &'w mut CheckpointWriter<'a>,
    rows: Option<Rows>,
    tallies: Option<Vec<u8>>,
}

impl<'w, 'a> RunRecorder<'w, 'a> {
    /// Returns the recorder that writes these rows.
    pub const fn new(writer: &'w mut CheckpointWriter<'a>, rows: Option<Rows>) -> Self {
        Self { writer, rows, tallies: None }
    }

    fn store(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        let rows = &mut self.rows;
        self.writer.write(|| Ok((plays, safe(rows)?, tallies()?)))
    }

    /// Returns the table of plays, and the tallies if all of it is done.
    pub fn finish(self) -> (Option<Rows>, Option<Vec<u8>>) {
        (self.rows, self.tallies)
    }
}

/// Stores the rows safely.
fn safe(rows: &mut Option<Rows>) -> Result<Option<Sum>, FileError> {
    rows.as_mut().map(Rows::safe).transpose()
}

impl From<FileError> for RunError {
    fn from(FileError { path, source }: FileError) -> Self {
        Self::File { path, source }
    }
}

impl Recorder for RunRecorder<'_, '_> {
    fn wants_rows(&self) -> bool {
        self.rows.is_some()
    }

    fn row(&mut self, play: u64, played: &Played, own: &[i64]) -> Result<(), RunError> {
        match &mut self.rows {
            Some(rows) => Ok(rows.row(play, played, own)?),
            None => Ok(()),
        }
    }

    fn counted(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        self.rows.as_ref().map_or(Ok(()), Rows::check_there)?;
        if self.writer.is_due() { self.store(plays, tallies) } else { Ok(()) }
    }

    fn stopped(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        if plays > 0 { self.store(plays, tallies) } else { Ok(()) }
    }

    fn finished(&mut self, plays: u64, tallies: Tallies<'_>) -> Result<(), RunError> {
        let rows = safe(&mut self.rows)?;
        self.writer.update(plays, rows);
        let all = tallies()?;
        let header = self.writer.header();
        let analysed = header.identity.spec.analyze.is_some() && header.shards.is_none();
        if analysed || self.rows.as_ref().is_some_and(Rows::are_records) {
            // An analysis plays on beside the run, and a Parquet file is made now: both may take long.
            self.store(plays, &|| Ok(all.clone()))?;
        }
        self.tallies = Some(all);
        Ok(())
    }
}
