//! The table of plays while it is being written: a draft that can be gone on with.
//!
//! A CSV file grows row by row and can be gone on with anywhere. A Parquet file can't: its rows stand
//! in a draft of records, and the file is made of them at the end.

use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::draft::{AtomicFile, FileError};
use super::folder::Folder;
use super::parquet::ParquetWriter;
use super::plays::PlaysWriter;
use super::records::{RecordsWriter, read_record};
use super::summed::{Sum, Summed, sum_of};
use ludometer_model::{Seat, open_file};
use ludometer_run::Played;
use ludometer_spec::PlaysFormat;

/// The facts that the rows tell of a run as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsOf {
    /// The number of seats.
    pub seats: usize,
    /// The seed.
    pub seed: u64,
    /// The names of the different bots, in the order in which [`Played::bots`] counts them.
    pub names: Vec<String>,
    /// The columns of the game's own statistics.
    pub own: Vec<String>,
    /// True if games are won. Those that only end with a score have no winners.
    pub are_won: bool,
}

impl RowsOf {
    /// Returns the winners of a game, as its row names them.
    pub(crate) fn winners<'a>(&self, played: &'a Played) -> impl Iterator<Item = Seat> + 'a {
        let are_won = self.are_won;
        played.winners().filter(move |_| are_won)
    }
}

/// Rows of plays on their way into a draft.
pub struct Rows {
    /// The table's file, for errors.
    path: PathBuf,
    of: RowsOf,
    writer: Writer,
}

enum Writer {
    Csv(Box<PlaysWriter<Summed<AtomicFile>>>),
    Records(RecordsWriter<Summed<AtomicFile>>),
}

impl Rows {
    /// Returns a new table in this folder.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn begin(folder: &Folder, format: PlaysFormat, of: &RowsOf) -> Result<Self, FileError> {
        let draft = folder.begin_part(format.file(), None)?;
        let path = folder.path().join(format.file());
        let summed = Summed::after(draft, Sum::default());
        let writer = match format {
            PlaysFormat::Csv => PlaysWriter::new(summed, of).map(|csv| Writer::Csv(Box::new(csv))),
            PlaysFormat::Parquet => Ok(Writer::Records(RecordsWriter::new(summed))),
        };
        match writer {
            Ok(writer) => Ok(Self { path, of: of.clone(), writer }),
            Err(source) => Err(FileError { path, source }),
        }
    }

    /// Goes on with the table that an earlier run left in this folder, after the bytes with this
    /// sum. They are read again; `None` if they are no longer there or no longer the same.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn go_on(
        folder: &Folder,
        format: PlaysFormat,
        of: &RowsOf,
        sum: Sum,
    ) -> Result<Option<Self>, FileError> {
        let (part, file) = (folder.part(format.file()), folder.path().join(format.file()));
        let same = |path| sum_of(path, sum.bytes).is_ok_and(|found| found == sum);
        if !same(&part) {
            // A run that was interrupted gave it its name.
            if !same(&file) {
                return Ok(None);
            }
            // Its table goes, so what vouches for all files goes first.
            folder.remove("run.json")?;
            std::fs::rename(&file, &part).map_err(|e| named(&file, e))?;
        }
        let draft = folder.begin_part(format.file(), Some(sum.bytes))?;
        let summed = Summed::after(draft, sum);
        let writer = match format {
            PlaysFormat::Csv => Writer::Csv(Box::new(PlaysWriter::go_on(summed, of))),
            PlaysFormat::Parquet => Writer::Records(RecordsWriter::new(summed)),
        };
        Ok(Some(Self { path: file, of: of.clone(), writer }))
    }

    /// Writes the row of one play.
    pub(super) fn row(&mut self, play: u64, played: &Played, own: &[i64]) -> Result<(), FileError> {
        let written = match &mut self.writer {
            Writer::Csv(csv) => csv.row(play, played, own),
            Writer::Records(records) => records.row(played, own),
        };
        written.map_err(|e| named(&self.path, e))
    }

    fn flushed(&mut self) -> io::Result<&Summed<AtomicFile>> {
        match &mut self.writer {
            Writer::Csv(csv) => csv.flushed(),
            Writer::Records(records) => records.flushed(),
        }
    }

    /// Checks that the table is still there.
    pub(super) fn check_there(&self) -> Result<(), FileError> {
        let summed = match &self.writer {
            Writer::Csv(csv) => csv.output(),
            Writer::Records(records) => records.output(),
        };
        summed.get_ref().check_there().map_err(|e| named(&self.path, e))
    }

    /// Returns true if there is more to do with the rows when all of them are there.
    pub(super) const fn are_records(&self) -> bool {
        matches!(self.writer, Writer::Records(_))
    }

    /// Stores all rows safely and tells their sum.
    pub(super) fn safe(&mut self) -> Result<Sum, FileError> {
        let summed = self.flushed().and_then(|summed| {
            summed.get_ref().sync()?;
            Ok(summed.sum())
        });
        summed.map_err(|e| named(&self.path, e))
    }

    /// Returns the table as it will be in its folder, and its sum. `begin` is the number of its first play.
    /// A Parquet file is only made of all plays (`complete`), and takes a while to make: until then, or
    /// when that is stopped, there is its draft alone.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn finish(
        mut self,
        folder: &Folder,
        begin: u64,
        complete: bool,
        stop: &AtomicBool,
    ) -> Result<Option<(AtomicFile, Sum)>, FileError> {
        let sum = self.flushed().map(Summed::sum);
        let sum = sum.map_err(|e| named(&self.path, e))?;
        match self.writer {
            Writer::Csv(csv) => {
                let draft = csv.finish().map_err(|e| named(&self.path, e))?.into_inner();
                Ok(Some((draft, sum)))
            }
            Writer::Records(_) if !complete => Ok(None),
            Writer::Records(_) => {
                let name = PlaysFormat::Parquet.file();
                let records = folder.part(name);
                let out = Summed::after(folder.begin(name)?, Sum::default());
                parquet_of(&records, &self.of, begin, out, stop).map_err(|e| named(&self.path, e))
            }
        }
    }
}

/// Makes a Parquet file of records, unless it is stopped.
fn parquet_of(
    records: &Path,
    of: &RowsOf,
    begin: u64,
    out: Summed<AtomicFile>,
    stop: &AtomicBool,
) -> io::Result<Option<(AtomicFile, Sum)>> {
    let mut from = BufReader::with_capacity(1 << 16, open_file(records)?);
    let mut writer = ParquetWriter::new(out, of.clone(), begin)?;
    let mut own = vec![0; of.own.len()];
    while let Some(played) = read_record(&mut from, of.seats, &mut own)? {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        writer.row(&played, &own)?;
    }
    let mut out = writer.finish()?;
    out.flush()?;
    let sum = out.sum();
    Ok(Some((out.into_inner(), sum)))
}

fn named(path: &Path, source: io::Error) -> FileError {
    FileError { path: path.to_owned(), source }
}
