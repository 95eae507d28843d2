//! The folder that results go to. Files appear in it complete or not at all: each is written under
//! a temporary name and renamed when all are done.

use std::fs::{self, File};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::{NamedTempFile, TempPath};
use thiserror::Error;

use super::draft::{AtomicFile, FileError, PREFIX, SUFFIX, open_in_place, remove_if_exists, temporary};
use super::lock::Lock;

/// The end of the name of a draft that a killed run leaves to be gone on with.
const PART: &str = ".part";

/// A folder that results can't go to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// There is something in it.
    #[error(
        "the folder {} is not empty (it holds `{entry}`): choose another one with --out, {}", path.display(),
        if *resumable {
            "replace the results in it with --force, or go on with an unfinished run in it with --resume"
        } else {
            "or replace the results in it with --force"
        }
    )]
    NotEmpty {
        /// The folder.
        path: PathBuf,
        /// One of the things in it.
        entry: String,
        /// True if --resume may help.
        resumable: bool,
    },
    /// Another process writes to it.
    #[error(
        "another run is writing its results to the folder {}: wait for its end, or choose another one with --out",
        path.display()
    )]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// It isn't a folder.
    #[error("{} is no folder: choose another one with --out", path.display())]
    NoFolder {
        /// The path that was meant to be a folder.
        path: PathBuf,
    },
    /// It can't be made, read or written.
    #[error("files can't be written to the folder {}: {source}; choose another one with --out", path.display())]
    NotWritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A folder that is ready to take results.
///
/// It is locked as long as this is there, so that a second run can't take the same folder. Dropped
/// without publishing, it leaves nothing behind, unless it was asked to [keep](Folder::keep) what is
/// needed to go on.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Folders that were made for it, the outermost first.
    made: Vec<PathBuf>,
    lock: Option<Lock>,
    published: bool,
    /// True while there are drafts of this run that nobody could go on with.
    begun: AtomicBool,
}

impl Folder {
    /// Makes the folder where it is missing, and makes sure that files can be written to it. With
    /// `force` there may be something in it.
    ///
    /// # Errors
    /// [`FolderError`]; nothing is left behind then.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, FolderError> {
        Self::prepare_for(path, force, true)
    }

    /// Prepares a folder as [`Folder::prepare`] does, for a command that can't go on with what an earlier one left.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn prepare_anew(path: &Path, force: bool) -> Result<Self, FolderError> {
        Self::prepare_for(path, force, false)
    }

    fn prepare_for(path: &Path, force: bool, resumable: bool) -> Result<Self, FolderError> {
        Self::not_empty(path, force, resumable)?;
        let folder = Self::reopen(path)?;
        // Looked at again, for another process may have been faster.
        Self::not_empty(path, force, resumable)?;
        Ok(folder)
    }

    /// Prepares a folder as [`Folder::prepare`] does, for a run that goes on in it: whatever there is in it.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn reopen(path: &Path) -> Result<Self, FolderError> {
        let not_writable = |source| FolderError::NotWritable { path: path.to_owned(), source };
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NoFolder { path: path.to_owned() });
        }
        let missing = path.ancestors().take_while(|p| !p.as_os_str().is_empty() && !p.exists());
        let mut made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        made.reverse();
        // From here on, what was made is removed again when an error drops the folder.
        let mut folder =
            Self { path: path.to_owned(), made, lock: None, published: false, begun: AtomicBool::new(false) };
        fs::create_dir_all(path).map_err(not_writable)?;
        folder.lock = Lock::take(path).map_err(not_writable)?;
        if folder.lock.is_none() {
            return Err(FolderError::InUse { path: path.to_owned() });
        }
        // A lock may be had where no new file may be made.
        temporary(path).map_err(not_writable)?;
        folder.remove_abandoned(&[], &[SUFFIX]);
        Ok(folder)
    }

    /// Refuses a folder with something in it; what a killed run left and nobody needs is nothing.
    fn not_empty(path: &Path, force: bool, resumable: bool) -> Result<(), FolderError> {
        if force {
            return Ok(());
        }
        match Self::entry(path) {
            Ok(None) => Ok(()),
            Ok(Some(entry)) => Err(FolderError::NotEmpty { path: path.to_owned(), entry, resumable }),
            Err(_) if path.exists() && !path.is_dir() => Err(FolderError::NoFolder { path: path.to_owned() }),
            Err(source) => Err(FolderError::NotWritable { path: path.to_owned(), source }),
        }
    }

    /// Returns the name of something in this folder that is more than what a killed run left, if there is a
    /// folder and something in it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn entry(path: &Path) -> io::Result<Option<String>> {
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.starts_with(PREFIX) {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what must go when the process ends without dropping this: temporary files first, then the
    /// folders that were made.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let lock = self.lock.iter().map(|lock| lock.path().to_owned());
        lock.chain(self.made.iter().rev().cloned()).collect()
    }

    /// Returns the place of a draft of this file that outlives its process.
    pub fn part(&self, name: &str) -> PathBuf {
        self.path.join(format!("{PREFIX}{name}{PART}"))
    }

    /// Begins such a draft anew, or goes on with it after its first `length` bytes.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn begin_part(&self, name: &str, length: Option<u64>) -> Result<AtomicFile, FileError> {
        let (path, part) = (self.path.join(name), self.part(name));
        let open = || {
            let mut file = open_in_place(&part)?;
            file.set_len(length.unwrap_or(0))?;
            file.seek(io::SeekFrom::End(0))?;
            let mut file = NamedTempFile::from_parts(file, TempPath::try_from_path(&part)?);
            // It is for the folder to know whether it is needed any longer.
            file.disable_cleanup(true);
            Ok(file)
        };
        if length.is_none() {
            self.begun.store(true, Ordering::Relaxed);
        }
        match open() {
            Ok(file) => Ok(AtomicFile { path, file }),
            Err(source) => Err(FileError { path, source }),
        }
    }

    /// Notes that there is a checkpoint from now on: drafts that are needed to go on stay when this is dropped.
    pub fn keep(&self) {
        self.begun.store(false, Ordering::Relaxed);
    }

    /// Removes a file of this name, where there is one.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn remove(&self, name: &str) -> Result<(), FileError> {
        remove_if_exists(self.path.join(name))
    }

    /// Begins a file that will have this name.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn begin(&self, name: &str) -> Result<AtomicFile, FileError> {
        let path = self.path.join(name);
        match temporary(&self.path) {
            Ok(file) => Ok(AtomicFile { path, file }),
            Err(source) => Err(FileError { path, source }),
        }
    }

    /// Writes a whole file under a temporary name.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn draft(&self, name: &str, bytes: &[u8]) -> Result<AtomicFile, FileError> {
        let mut draft = self.begin(name)?;
        draft.write_all(bytes).map_err(|e| draft.failed(e))?;
        Ok(draft)
    }

    /// Gives all drafts their names, the last one last: it tells that the others are complete.
    /// Files of `names` that stood here before and are not among the drafts are removed, and then what was `kept` to
    /// go on with, which is needed until everything has its name. A name may be one in a folder in this one, which
    /// goes when it is empty.
    ///
    /// # Errors
    /// [`FileError`]. A failure to store the contents leaves the folder as it was.
    pub fn publish(
        mut self,
        drafts: Vec<AtomicFile>,
        names: &[impl AsRef<str>],
        kept: &[PathBuf],
    ) -> Result<(), FileError> {
        for draft in &drafts {
            draft.file.as_file().sync_all().map_err(|e| draft.failed(e))?;
        }
        // The last file vouches for the others: the old one goes before any of them changes.
        if let Some(last) = drafts.last() {
            remove_if_exists(last.path.clone())?;
        }
        for name in names {
            let path = self.path.join(name.as_ref());
            if drafts.iter().all(|draft| draft.path != path) {
                let inner = path.parent().filter(|parent| *parent != self.path).map(Path::to_owned);
                remove_if_exists(path)?;
                // Fails where it holds something else, and then it must stay.
                let _ = inner.map(fs::remove_dir);
            }
        }
        self.published = true;
        self.remove_abandoned(&drafts, &[SUFFIX]);
        for AtomicFile { path, file } in drafts {
            if let Err(error) = file.persist(&path) {
                return Err(FileError { path, source: error.error });
            }
        }
        // Not every file system can store a folder's entries at once; the files are there anyway.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        kept.iter().cloned().try_for_each(remove_if_exists)
    }

    /// Removes drafts that an earlier run kept here and nobody will go on with.
    pub fn remove_parts(&self) {
        self.remove_abandoned(&[], &[PART]);
    }

    /// Removes files with such endings that a killed run left here.
    fn remove_abandoned(&self, drafts: &[AtomicFile], endings: &[&str]) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let ours = name.starts_with(PREFIX) && endings.iter().any(|ending| name.ends_with(ending));
            // By name: one of the paths may be relative.
            if ours && drafts.iter().all(|draft| draft.file.path().file_name() != path.file_name()) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.published && self.begun.load(Ordering::Relaxed) {
            self.remove_parts();
        }
        self.lock = None;
        if !self.published {
            for path in self.made.iter().rev() {
                // Fails where it holds something, and then it must stay.
                let _ = fs::remove_dir(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<String> {
        let names = fs::read_dir(path).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_left_of_an_unused_folder() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/b/c");
        let folder = Folder::prepare(&path, false).unwrap();
        let draft = folder.draft("x.csv", b"1").unwrap();
        assert!(path.is_dir());
        drop(draft);
        drop(folder);
        assert!(names(root.path()).is_empty());
    }

    #[test]
    fn a_folder_in_use_is_refused_even_with_force() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a");
        let _first = Folder::prepare(&path, false).unwrap();
        assert!(matches!(Folder::prepare(&path, true), Err(FolderError::InUse { .. })));
    }

    #[test]
    fn publishing_replaces_old_results_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        for name in ["run.json", "games.csv", "summary.csv", "notes.txt", ".ludometer-old.tmp"] {
            fs::write(root.path().join(name), "old").unwrap();
        }
        let folder = Folder::prepare(root.path(), true).unwrap();
        let drafts =
            vec![folder.draft("summary.csv", b"new").unwrap(), folder.draft("run.json", b"new").unwrap()];
        assert_eq!(fs::read(root.path().join("summary.csv")).unwrap(), b"old", "not before all are done");
        folder.publish(drafts, &["summary.csv", "games.csv", "run.json"], &[]).unwrap();
        assert_eq!(names(root.path()), ["notes.txt", "run.json", "summary.csv"]);
        assert_eq!(fs::read(root.path().join("summary.csv")).unwrap(), b"new");
        assert_eq!(fs::read(root.path().join("notes.txt")).unwrap(), b"old");
    }
}
