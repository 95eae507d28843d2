//! In the place of `parquet.rs` where that is not part of the program: all of it fails, and says what is missing.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;

use super::rows::RowsOf;
use ludometer_run::Played;

/// The most plays that a file can hold.
pub const PARQUET_PLAYS: u64 = 1 << 32;

fn missing() -> io::Error {
    let text = "this program was built without the feature `parquet`";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

/// Writes `games.parquet`: there never is one here.
pub struct ParquetWriter<W: Write + Send> {
    never: Infallible,
    out: PhantomData<W>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Refuses to begin a table.
    ///
    /// # Errors
    /// Always.
    pub fn new(_: W, _: RowsOf, _: u64) -> io::Result<Self> {
        Err(missing())
    }

    /// Writes the row of the next play.
    ///
    /// # Errors
    /// Never, as there is no such table.
    pub fn row(&mut self, _: &Played, _: &[i64]) -> io::Result<()> {
        match self.never {}
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// Never, as there is no such table.
    pub fn finish(self) -> io::Result<W> {
        match self.never {}
    }
}

/// Refuses to read a table.
///
/// # Errors
/// Always.
pub fn read_parquet(
    _: &Path,
    _: &RowsOf,
    _: &mut dyn FnMut(&Played, &[i64]) -> io::Result<()>,
) -> io::Result<u64> {
    Err(missing())
}
