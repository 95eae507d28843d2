//! One process a folder: a lock that the system gives up when its process ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::draft::open_in_place;

/// The name of the lock's file.
pub(super) const LOCK: &str = ".ludometer-lock";

/// A lock on a folder, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock on this folder, or gives `None` where another process (or another part of this
    /// one) holds it. The file that a killed process left is no hindrance.
    ///
    /// # Errors
    /// A folder in which no file can be written.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(LOCK);
        loop {
            let mut file = open_in_place(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                // Some network file systems have no locks: there nobody is kept out.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Its former holder may have removed the file between the two steps.
            if is_at(&file, &path) {
                file.set_len(0)?;
                writeln!(file, "process {} writes its results here", std::process::id())?;
                return Ok(Some(Self { path, _file: file }));
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let ours = file.metadata().map(|m| (m.dev(), m.ino()));
    let there = fs::symlink_metadata(path).map(|m| (m.dev(), m.ino()));
    matches!((ours, there), (Ok(ours), Ok(there)) if ours == there)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    // A file that is open can't be removed there.
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // First the name, then the lock: who waits for it then looks again.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_holds_it_and_a_file_without_holder_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::take(folder.path()).unwrap().unwrap();
        assert!(Lock::take(folder.path()).unwrap().is_none());
        drop(first);
        assert!(!folder.path().join(LOCK).exists());
        fs::write(folder.path().join(LOCK), "process 1 was killed\n").unwrap();
        assert!(Lock::take(folder.path()).unwrap().is_some());
    }
}
