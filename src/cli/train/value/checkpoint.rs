//! Lessons that were interrupted, and are gone on with.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::super::error::CliError;
use super::super::super::input::InputError;
use ludometer_experiment::Course;
use ludometer_model::{MAX_RECORD, read_file};
use ludometer_report::write_file;

/// What a checkpoint begins with, before the hash of the rest.
const MAGIC: &[u8; 8] = b"LUDOLRN1";

/// The lessons until now, and how long they took.
pub(super) struct Checkpoint {
    pub(super) course: Course,
    pub(super) seconds: f64,
}

/// Where the checkpoint of a strategy file is.
pub(super) fn path_of(file: &Path) -> PathBuf {
    file.with_extension("checkpoint")
}

impl Checkpoint {
    /// Writes the checkpoint of what `options` ask for.
    pub(super) fn write(path: &Path, options: &str, course: &Course, seconds: f64) -> Result<(), CliError> {
        let course = course.to_bytes()?;
        let mut body = Vec::with_capacity(course.len() + options.len() + 16);
        body.extend_from_slice(&seconds.to_le_bytes());
        body.extend_from_slice(&(options.len() as u64).to_le_bytes());
        body.extend_from_slice(options.as_bytes());
        body.extend_from_slice(&course);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(write_file(path, &bytes)?)
    }

    /// Reads the checkpoint of what `options` ask for, of networks with so many inputs.
    pub(super) fn read(path: &Path, options: &str, inputs: usize) -> Result<Self, CliError> {
        let bytes = match read_file(path, MAX_RECORD) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(InputError::NoLessons { path: path.to_owned() }.into());
            }
            Err(error) => return Err(damaged(path, &error.to_string())),
        };
        let Some((seconds, asked, course)) = parts(&bytes) else {
            return Err(damaged(path, "it is none, or cut off"));
        };
        if asked != options.as_bytes() {
            let asked = String::from_utf8_lossy(asked).into_owned();
            return Err(InputError::OtherLessons { path: path.to_owned(), asked }.into());
        }
        match Course::from_bytes(course, inputs) {
            Ok(Some(course)) => Ok(Self { course, seconds }),
            Ok(None) => Err(damaged(path, "its networks read other features than this game tells")),
            Err(error) => Err(damaged(path, &error.to_string())),
        }
    }

    /// Takes the checkpoint away, when the lessons are over.
    pub(super) fn remove(path: &Path) {
        // It may not be there, and does no harm if it stays.
        let _ = fs::remove_file(path);
    }
}

/// The seconds, options and course in the bytes of a checkpoint; none if they are damaged.
fn parts(bytes: &[u8]) -> Option<(f64, &[u8], &[u8])> {
    let (hash, body) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
    if u32::from_le_bytes(*hash) != crc32fast::hash(body) {
        return None;
    }
    let (seconds, rest) = body.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (options, course) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    Some((f64::from_le_bytes(*seconds), options, course))
}

fn damaged(path: &Path, what: &str) -> CliError {
    InputError::DamagedLessons { path: path.to_owned(), what: what.to_owned() }.into()
}
