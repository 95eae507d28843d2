//! Files that are being written under a temporary name, and whole files that appear at once.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

/// How names begin that are no results: locks, temporary files, drafts.
pub(super) const PREFIX: &str = ".ludometer-";
/// The end of the names of temporary files.
pub(super) const SUFFIX: &str = ".tmp";

/// A file that could not be written.
#[derive(Debug, Error)]
#[error("writing {} failed: {source}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// A file that is being written under a temporary name.
#[derive(Debug)]
pub struct AtomicFile {
    pub(super) path: PathBuf,
    pub(super) file: NamedTempFile,
}

impl AtomicFile {
    /// Returns the name that it will have.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the temporary file, for a clean-up when the process must end at once.
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Stores the contents safely.
    ///
    /// # Errors
    /// Those of the file system, and that the file is no longer there.
    pub fn sync(&self) -> io::Result<()> {
        self.check_there()?;
        self.file.as_file().sync_data()
    }

    /// Checks that the temporary file is still in its folder: what is written to one that was removed is lost.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if it was removed, or another file stands in its place.
    pub(super) fn check_there(&self) -> io::Result<()> {
        let gone = || io::Error::new(io::ErrorKind::NotFound, "somebody has removed what was written of it");
        let there = fs::symlink_metadata(self.file.path()).map_err(|_| gone())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let own = self.file.as_file().metadata()?;
            if (there.dev(), there.ino()) != (own.dev(), own.ino()) {
                return Err(gone());
            }
        }
        #[cfg(not(unix))]
        drop(there);
        Ok(())
    }

    /// Returns the error that names this draft's file.
    pub fn failed(&self, source: io::Error) -> FileError {
        FileError { path: self.path.clone(), source }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Past the wrapper, whose errors name the temporary file.
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// Returns a new temporary file in this folder.
pub(super) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
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

/// Opens a file to read and write, made where it is missing; nothing that only leads to one, and nothing that isn't
/// one: whoever made the folder may have put a link there to a file of somebody else.
pub(super) fn open_in_place(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Not to wait for the other end of a pipe.
        options.custom_flags((nix::fcntl::OFlag::O_NOFOLLOW | nix::fcntl::OFlag::O_NONBLOCK).bits());
    }
    let in_the_way = || {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        io::Error::other(format!("`{name}` in it is a link or no file: remove it"))
    };
    let is_file = |there: &fs::Metadata| there.is_file();
    if fs::symlink_metadata(path).is_ok_and(|there| !is_file(&there)) {
        return Err(in_the_way());
    }
    let file = options.open(path)?;
    if is_file(&file.metadata()?) { Ok(file) } else { Err(in_the_way()) }
}

/// Refuses a link where a folder is to be written to: whoever made it may have let it lead into a folder of somebody
/// else.
///
/// # Errors
/// [`FileError`]: it is a link.
pub fn no_link(folder: &Path) -> Result<(), FileError> {
    if is_link(folder) {
        let source = io::Error::other("it is a link: remove it, or make it a folder");
        return Err(FileError { path: folder.to_owned(), source });
    }
    Ok(())
}

/// Returns true for a link, wherever it leads.
pub fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.file_type().is_symlink())
}

/// Removes a file, where there is one.
pub(super) fn remove_if_exists(path: PathBuf) -> Result<(), FileError> {
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(FileError { path, source }),
        _ => Ok(()),
    }
}

/// Returns the folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Finds out whether [`write_file`] can write this file, for those who have much to do before.
///
/// # Errors
/// [`FileError`].
pub fn writable(path: &Path) -> Result<(), FileError> {
    let failed = |source| FileError { path: path.to_owned(), source };
    match path.metadata() {
        Ok(there) if there.is_dir() => Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(there) if !there.is_file() => Ok(()),
        _ => temporary(folder_of(path)).map(|_| ()).map_err(failed),
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
    let write = || {
        let mut file = temporary(folder_of(path))?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|e| e.error)
    };
    write().map(|_| ()).map_err(failed)
}
