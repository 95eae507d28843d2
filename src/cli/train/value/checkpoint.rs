//! Lessons that were interrupted, and are gone on with.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::super::error::CliError;
use super::super::super::input::InputError;
use ludometer_experiment::Course;
use ludometer_report::{read_sealed, write_sealed};

/// The kind of these files.
const KIND: &str = "lessons";

/// The lessons until now, and how long they took.
pub(super) struct Checkpoint {
    pub(super) course: Course,
    pub(super) seconds: f64,
}

/// The lessons that a checkpoint is of.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The program and the command that began the lessons.
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
            return Err(InputError::new(format!(
                "there are no lessons to go on with: {} is not there (begin without --resume)",
                path().display()
            ))
            .into());
        }
        let damaged = |what: String| {
            InputError::new(format!("these lessons can't be gone on with: {what} (begin anew with --force)"))
        };
        let (header, course): (Header, _) =
            read_sealed(&path(), KIND).map_err(|error| damaged(error.to_string()))?;
        if header.options != options {
            return Err(InputError::new(format!(
                "the lessons in {} were begun by `{asked}`: go on with the same options, or begin anew with --force",
                path().display(),
                asked = header.options,
            ))
            .into());
        }
        let course = Course::from_bytes(&course, inputs).map_err(|error| damaged(error.to_string()))?;
        let course =
            course.ok_or_else(|| damaged(format!("{} is of another game or version", path().display())))?;
        Ok(Self { course, seconds: header.seconds })
    }
}
