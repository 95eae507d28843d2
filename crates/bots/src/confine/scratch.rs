//! The folder that a confined bot may write to, and its end.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// So many letters are drawn for its name that nobody finds it who doesn't know it: Landlock hides what is in
/// it, but not whether it is there.
const LETTERS: usize = 20;

/// A folder for one bot, gone with all in it when it is dropped.
pub(crate) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes one among the temporary files, the links in whose path are followed.
    pub(super) fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("ludometer-bot-").rand_bytes(LETTERS);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let path = builder.tempdir_in(std::env::temp_dir().canonicalize()?)?.keep();
        Ok(Self { path })
    }

    /// Returns where the folder is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = remove(&self.path);
    }
}

/// Removes a folder with all in it, whatever the modes of its folders and however deep they lie: what
/// stands in a folder of this one is first moved up into it. So no path is longer than two names and
/// nothing calls itself.
///
/// # Errors
/// Why something stays. All else is gone.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    open_up(folder)?;
    let mut removal = Removal { folder, names: 0, done: 0 };
    loop {
        let before = removal.done;
        let mut result = Ok(());
        for entry in fs::read_dir(folder)? {
            result = result.and(entry.and_then(|entry| removal.take(&entry)));
        }
        // What can't be removed is met again in every round: the last is one in which nothing went.
        if removal.done == before {
            return result.and_then(|()| fs::remove_dir(folder));
        }
    }
}

struct Removal<'a> {
    folder: &'a Path,
    /// The names tried for what is moved up.
    names: u64,
    /// How much was removed or moved up.
    done: u64,
}

impl Removal<'_> {
    /// Removes this entry of the folder, the folders in it moved up before.
    fn take(&mut self, entry: &DirEntry) -> io::Result<()> {
        let path = entry.path();
        if !entry.file_type()?.is_dir() {
            return self.file(&path);
        }
        open_up(&path)?;
        let mut result = Ok(());
        for inner in fs::read_dir(&path)? {
            result = result.and(inner.and_then(|inner| {
                if inner.file_type()?.is_dir() {
                    self.move_up(&inner.path())
                } else {
                    self.file(&inner.path())
                }
            }));
        }
        result?;
        fs::remove_dir(&path)?;
        self.done += 1;
        Ok(())
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)?;
        self.done += 1;
        Ok(())
    }

    /// Moves a folder up, to a name that is free (or that of an empty folder).
    fn move_up(&mut self, inner: &Path) -> io::Result<()> {
        // To be moved it is written in: its parent is another one.
        open_up(inner)?;
        loop {
            self.names += 1;
            match fs::rename(inner, self.folder.join(self.names.to_string())) {
                Err(error) if is_taken(&error) => {}
                result => {
                    self.done += u64::from(result.is_ok());
                    return result;
                }
            }
        }
    }
}

/// Returns true if something else has this name.
fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    matches!(error.kind(), AlreadyExists | DirectoryNotEmpty | NotADirectory)
}

/// Lets its owner list, enter and change a folder. A link is left as it is.
#[cfg(unix)]
fn open_up(folder: &Path) -> io::Result<()> {
    use nix::fcntl::AT_FDCWD;
    use nix::sys::stat::{FchmodatFlags, Mode, fchmodat};
    Ok(fchmodat(AT_FDCWD, folder, Mode::S_IRWXU, FchmodatFlags::NoFollowSymlink)?)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where folders have modes")]
const fn open_up(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use nix::fcntl::{OFlag, open, openat};
    use nix::sys::stat::{Mode, mkdirat};

    use super::*;

    /// Makes so many folders within each other below this one.
    fn nest(folder: &Path, deep: usize) -> nix::Result<()> {
        let flags = OFlag::O_DIRECTORY;
        let mut at: OwnedFd = open(folder, flags, Mode::empty())?;
        for _ in 0..deep {
            mkdirat(&at, "d", Mode::S_IRWXU)?;
            at = openat(&at, "d", flags, Mode::empty())?;
        }
        Ok(())
    }

    #[test]
    fn folders_within_folders_go_without_a_stack() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        nest(&path, 8000).unwrap();
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn closed_folders_taken_names_and_links_go_too() {
        let away = tempfile::tempdir().unwrap();
        fs::write(away.path().join("kept"), "").unwrap();
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        fs::create_dir_all(path.join("a/b/c")).unwrap();
        fs::create_dir_all(path.join("2/full")).unwrap();
        for file in ["1", "a/1", "a/b/c/1", "2/full/1"] {
            fs::write(path.join(file), "").unwrap();
        }
        symlink(away.path(), path.join("away")).unwrap();
        symlink(away.path(), path.join("a/away")).unwrap();
        for (folder, mode) in [("a/b/c", 0o300), ("a/b", 0o100), ("a", 0)] {
            fs::set_permissions(path.join(folder), fs::Permissions::from_mode(mode)).unwrap();
        }
        drop(scratch);
        assert!(!path.exists());
        assert!(away.path().join("kept").exists());
    }
}
