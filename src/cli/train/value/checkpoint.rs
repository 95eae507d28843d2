//! Lessons that were interrupted, and are gone on with.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::super::error::CliError;
use super::super::super::input::{ContinuedError, InputError};
use ludometer_experiment::Course;
use ludometer_report::{read_sealed, write_sealed};

/// The kind of these files.
const KIND: &str = "lessons";

/// The lessons until now, and how long they took.
pub(super) struct Checkpoint {
    pub(super) course: Course,
    pub(super) seconds: f64,
}

/// What a checkpoint is of.
#[derive(Serialize, Deserialize)]
struct Header {
    /// What began the lessons: the program and its command.
    options: String,
    seconds: f64,
}

/// Returns where the checkpoint of a strategy file is.
pub(super) fn path_of(file: &Path) -> PathBuf {
    file.with_extension("checkpoint")
}

impl Checkpoint {
    /// Writes the checkpoint of what `options` ask for.
    pub(super) fn write(path: &Path, options: &str, course: &Course, seconds: f64) -> Result<(), CliError> {
        let header = Header { options: options.to_owned(), seconds };
        Ok(write_sealed(path, KIND, &header, &course.to_bytes()?)?)
    }

    /// Reads the checkpoint of what `options` ask for, of networks with so many inputs.
    pub(super) fn read(path: &Path, options: &str, inputs: usize) -> Result<Self, CliError> {
        let path = || path.to_owned();
        if !path().exists() {
            return Err(InputError::from(ContinuedError::NoLessons { path: path() }).into());
        }
        let damaged = |what: String| InputError::from(ContinuedError::DamagedLessons { what });
        let (header, course): (Header, _) =
            read_sealed(&path(), KIND).map_err(|error| damaged(error.to_string()))?;
        if header.options != options {
            return Err(InputError::from(ContinuedError::OtherLessons {
                path: path(),
                asked: header.options,
            })
            .into());
        }
        let course = Course::from_bytes(&course, inputs).map_err(|error| damaged(error.to_string()))?;
        let course =
            course.ok_or_else(|| damaged(format!("{} is of another game or version", path().display())))?;
        Ok(Self { course, seconds: header.seconds })
    }

    /// Takes the checkpoint away, when the lessons are over.
    pub(super) fn remove(path: &Path) {
        // It may not be there, and does no harm if it stays.
        let _ = fs::remove_file(path);
    }
}
