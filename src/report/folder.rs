//! The folder that results go to. Files appear in it complete or not at all: each is written under
//! a temporary name and renamed when all are done.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

const PREFIX: &str = ".ludometer-";
const SUFFIX: &str = ".tmp";

/// A folder that results can't go to.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There is something in it.
    #[error(
        "the folder {} is not empty (it holds `{entry}`): choose another one with --out, or replace the \
         results in it with --force", path.display()
    )]
    NotEmpty {
        /// The folder.
        path: PathBuf,
        /// One of the things in it.
        entry: String,
    },
    /// It isn't a folder.
    #[error("{} is no folder: choose another one with --out", path.display())]
    NoFolder {
        /// What was meant to be a folder.
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

/// A file that could not be written.
#[derive(Debug, Error)]
#[error("writing {} failed: {source}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// A folder that is ready to take results.
///
/// Until results are published, a temporary file stands in it, so that a second run can't take the
/// same folder. Dropped without publishing, it leaves nothing behind.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Folders that were made for it, the outermost first.
    made: Vec<PathBuf>,
    claim: Option<NamedTempFile>,
    published: bool,
}

/// A file that is being written under a temporary name.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: NamedTempFile,
}

impl Draft {
    /// The temporary file, for a clean-up when the process must end at once.
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// This draft's file, for an error about it.
    pub fn failed(&self, source: io::Error) -> FileError {
        FileError { path: self.path.clone(), source }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Past the wrapper, whose errors name the temporary file.
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any other new file: the user's umask decides.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The temporary name in tempfile's message would only confuse.
    builder.tempfile_in(folder).map_err(|e| {
        let text = e.to_string();
        io::Error::new(e.kind(), text.split(" at path ").next().unwrap_or(&text).to_owned())
    })
}

impl Folder {
    /// Makes the folder where it is missing, and makes sure that files can be written to it. With
    /// `force` there may be something in it.
    ///
    /// # Errors
    /// [`FolderError`]; nothing is left behind then.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, FolderError> {
        let not_writable = |source| FolderError::NotWritable { path: path.to_owned(), source };
        match fs::read_dir(path) {
            Ok(mut entries) => {
                if !force && let Some(entry) = entries.next() {
                    let entry = entry.map_err(not_writable)?.file_name().to_string_lossy().into_owned();
                    return Err(FolderError::NotEmpty { path: path.to_owned(), entry });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) if path.exists() && !path.is_dir() => {
                return Err(FolderError::NoFolder { path: path.to_owned() });
            }
            Err(error) => return Err(not_writable(error)),
        }
        let missing = path.ancestors().take_while(|p| !p.as_os_str().is_empty() && !p.exists());
        let mut made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        made.reverse();
        // From here on, what was made is removed again when an error drops the folder.
        let mut folder = Self { path: path.to_owned(), made, claim: None, published: false };
        let claim = fs::create_dir_all(path).and_then(|()| {
            let mut claim = temporary(path)?;
            claim.as_file_mut().write_all(b"a run is writing its results here\n")?;
            claim.as_file_mut().flush()?;
            Ok(claim)
        });
        folder.claim = Some(claim.map_err(not_writable)?);
        Ok(folder)
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What must go when the process ends without dropping this: temporary files first, then the
    /// folders that were made.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        let claim = self.claim.iter().map(|claim| claim.path().to_owned());
        claim.chain(self.made.iter().rev().cloned()).collect()
    }

    /// Begins a file that will have this name.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn begin(&self, name: &str) -> Result<Draft, FileError> {
        let path = self.path.join(name);
        match temporary(&self.path) {
            Ok(file) => Ok(Draft { path, file }),
            Err(source) => Err(FileError { path, source }),
        }
    }

    /// Writes a whole file under a temporary name.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn draft(&self, name: &str, bytes: &[u8]) -> Result<Draft, FileError> {
        let mut draft = self.begin(name)?;
        draft.write_all(bytes).map_err(|e| draft.failed(e))?;
        Ok(draft)
    }

    /// Gives all drafts their names, the last one last: it tells that the others are complete.
    /// Files of `names` that stood here before and are not among the drafts are removed.
    ///
    /// # Errors
    /// [`FileError`]. A failure to store the contents leaves the folder as it was.
    pub fn publish(mut self, drafts: Vec<Draft>, names: &[&str]) -> Result<(), FileError> {
        for draft in &drafts {
            draft.file.as_file().sync_all().map_err(|e| draft.failed(e))?;
        }
        let gone = |path: PathBuf| match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(FileError { path, source }),
            _ => Ok(()),
        };
        // The last file vouches for the others: the old one goes before any of them changes.
        if let Some(last) = drafts.last() {
            gone(last.path.clone())?;
        }
        for name in names {
            let path = self.path.join(name);
            if drafts.iter().all(|draft| draft.path != path) {
                gone(path)?;
            }
        }
        self.published = true;
        self.claim = None;
        self.remove_abandoned(&drafts);
        for Draft { path, file } in drafts {
            if let Err(error) = file.persist(&path) {
                return Err(FileError { path, source: error.error });
            }
        }
        // Not every file system can store a folder's entries at once; the files are there anyway.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Removes temporary files that a killed run left here.
    fn remove_abandoned(&self, drafts: &[Draft]) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
            // By name: one of the paths may be relative.
            if ours && drafts.iter().all(|draft| draft.file.path().file_name() != path.file_name()) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.claim = None;
        if !self.published {
            for path in self.made.iter().rev() {
                // Fails where it holds something, and then it must stay.
                let _ = fs::remove_dir(path);
            }
        }
    }
}

/// Writes one file, complete or not at all. What isn't a file (a pipe, a device) is written to as
/// it is.
///
/// # Errors
/// [`FileError`].
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let failed = |source| FileError { path: path.to_owned(), source };
    let special = path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir());
    if special {
        return fs::write(path, bytes).map_err(failed);
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut file = temporary(folder)?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|e| e.error)
    };
    write().map(|_| ()).map_err(failed)
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
    fn a_folder_in_use_is_not_empty() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a");
        let _first = Folder::prepare(&path, false).unwrap();
        assert!(matches!(Folder::prepare(&path, false), Err(FolderError::NotEmpty { .. })));
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
        folder.publish(drafts, &["summary.csv", "games.csv", "run.json"]).unwrap();
        assert_eq!(names(root.path()), ["notes.txt", "run.json", "summary.csv"]);
        assert_eq!(fs::read(root.path().join("summary.csv")).unwrap(), b"new");
        assert_eq!(fs::read(root.path().join("notes.txt")).unwrap(), b"old");
    }
}
