//! Reviews that were interrupted, and are gone on with.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::cli::error::CliError;
use crate::cli::input::InputError;
use ludometer_report::{read_sealed, write_sealed};
use ludometer_run::Reviews;

/// The name of the file in the folder of the review.
pub(super) const CHECKPOINT: &str = "review.checkpoint";

/// The kind of these files.
const KIND: &str = "review";

/// Time between two checkpoints, at least.
const PAUSE: Duration = Duration::from_secs(20);

/// The review that a checkpoint is of.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The program, its version, and the command that began the review.
    options: String,
    /// The first game that is not in it.
    next: u64,
}

/// Keeps what is reviewed, now and then.
pub(super) struct Keeper {
    path: PathBuf,
    options: String,
    /// When it was kept last.
    last: Option<Instant>,
}

impl Keeper {
    /// Returns what keeps a review that `options` ask for in this folder.
    pub(super) fn new(folder: &Path, options: String) -> Self {
        Self { path: folder.join(CHECKPOINT), options, last: None }
    }

    /// Keeps the games before `next`, if that was not done shortly before or has to be.
    pub(super) fn keep(&mut self, next: u64, reviews: &Reviews, has_to: bool) -> Result<(), CliError> {
        if !has_to && self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return Ok(());
        }
        self.last = Some(Instant::now());
        let header = Header { options: self.options.clone(), next };
        let bytes = reviews.to_bytes().map_err(ludometer_run::RunError::from)?;
        Ok(write_sealed(&self.path, KIND, &header, &bytes)?)
    }

    /// Returns what was kept, and the first game that is not in it; nothing if nothing was.
    pub(super) fn read(&self) -> Result<Option<(u64, Reviews)>, CliError> {
        if !self.path.exists() {
            return Ok(None);
        }
        let damaged = |what: String| {
            InputError::new(format!("this review can't be gone on with: {what} (begin anew with --force)"))
        };
        let (header, bytes): (Header, _) =
            read_sealed(&self.path, KIND).map_err(|error| damaged(error.to_string()))?;
        if header.options != self.options {
            let path = self.path.clone();
            return Err(InputError::new(format!(
                "the review in {} was begun by `{asked}`: go on with the same options, or begin anew with --force",
                path.display(),
                asked = header.options,
            )).into());
        }
        let reviews = Reviews::from_bytes(&bytes);
        let reviews =
            reviews.ok_or_else(|| damaged(format!("{} is of another version", self.path.display())))?;
        Ok(Some((header.next, reviews)))
    }
}
