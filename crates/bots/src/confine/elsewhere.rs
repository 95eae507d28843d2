//! Systems that can't confine a program by the means that this one knows.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use super::ConfineError;

pub(super) fn confine(_: &Path, _: &Path) -> Result<(), ConfineError> {
    Err(ConfineError::Unavailable { what: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH) })
}

pub(super) fn become_program(_: &OsStr, _: impl Iterator<Item = OsString>) -> io::Error {
    io::ErrorKind::Unsupported.into()
}
