//! Programs of others, played with next to no rights: the system holds them to it.
//!
//! This program starts itself once more under a hidden word ([`WORD`]). That second self gives up
//! its rights for good and then becomes the bot, which so never runs with more than is left.

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
#[path = "linux.rs"]
mod system;
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
)))]
mod system {
    //! Systems that can't confine a program by the means that this one knows.

    use std::ffi::{OsStr, OsString};
    use std::io;
    use std::path::Path;

    use super::ConfineError;

    pub(super) fn confine(_: &Path, _: &Path) -> Result<(), ConfineError> {
        Err(ConfineError::Unavailable {
            what: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        })
    }

    pub(super) fn become_program(_: &OsStr, _: impl Iterator<Item = OsString>) -> io::Error {
        io::ErrorKind::Unsupported.into()
    }
}
mod scratch;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ludometer_model::Program;
use thiserror::Error;

pub(super) use scratch::{Scratch, remove};

/// The first argument with which this program becomes a confined bot.
pub const WORD: &str = "confined-bot";

/// The environment variable by which a bot's children are known, wherever they went.
pub(super) const MARK: &str = "LUDOMETER_BOT";

/// The most memory of a bot's own: its data, in bytes.
const MEMORY: u64 = 1 << 30;

/// The most addresses that a bot can reserve, in bytes. Runtimes reserve far more than they use; but
/// each that is read costs the system 8 bytes in 4096, of which the limit of data knows nothing.
const ADDRESSES: u64 = 64 << 30;

/// The largest stack of its first thread, in bytes, which the limit of data doesn't count either.
const STACK: u64 = 64 << 20;

/// The largest file that it can write, in bytes.
const FILE: u64 = 64 << 20;

/// The most files that it can have open.
const OPEN_FILES: u64 = 256;

/// Environment variables that a bot keeps: where programs stand, language and time zone.
const KEPT: &[&str] = &["PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ"];

/// Why a program can't be confined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConfineError {
    /// The system has no means for it, or they are switched off.
    #[error(
        "this system can't confine a bot ({what}): it needs Linux 6.2 or later with Landlock and seccomp"
    )]
    Unavailable {
        /// Which of them failed, and how.
        what: String,
    },
    /// So it was reported by the one that tried.
    #[error("{said}")]
    Tried {
        /// Its message.
        said: String,
    },
    /// The bot's folder holds more than a bot should read.
    #[error(
        "a confined bot may read its folder, and {} holds {holds}: put the strategy file into a folder of its own",
        folder.display()
    )]
    Folder {
        /// The strategy file's folder.
        folder: PathBuf,
        /// Its contents, in words.
        holds: &'static str,
    },
    /// The home folder isn't known, so it is not known whether the bot's folder holds it.
    #[error("HOME leads to no folder, and the system knows of none for this user: set HOME to confine a bot")]
    NoHome,
    /// A bot asks for a bot.
    #[error("a confined bot can't be started by a bot")]
    Nested,
    /// A folder is missing or can't be made, or this program can't be started again.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bot's program can't be started with what rights are left.
    #[error("`{program}` can't be started with the rights of a confined bot: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The hidden word came without what belongs to it.
    #[error("`{WORD}` is not for users: --sandbox uses it")]
    Words,
}

fn io_error(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> ConfineError {
    let path = path.into();
    |source| ConfineError::Io { path, source }
}

/// Returns what can be read by a bot of this folder, the links in its path followed. Beside the home folder
/// it may not hold that of the temporary files, where other bots write.
fn readable(folder: &Path, home: Option<&Path>, temporary: &Path) -> Result<PathBuf, ConfineError> {
    let folder = folder.canonicalize().map_err(io_error(folder))?;
    for (held, holds) in [(home, "the home folder"), (Some(temporary), "the folder of temporary files")] {
        let held = held.and_then(|held| held.canonicalize().ok());
        if folder.parent().is_none() || held.is_some_and(|held| held.starts_with(&folder)) {
            return Err(ConfineError::Folder { folder, holds });
        }
    }
    Ok(folder)
}

/// Returns where the home folder is: as HOME says, or else, where that is not set or leads nowhere, as the system knows it.
fn home() -> Option<PathBuf> {
    said_or_known(env::var_os("HOME").map(PathBuf::from), of_system)
}

fn said_or_known(said: Option<PathBuf>, known: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    said.filter(|home| home.is_dir()).or_else(known)
}

#[cfg(unix)]
fn of_system() -> Option<PathBuf> {
    use nix::unistd::{Uid, User};
    User::from_uid(Uid::current()).ok().flatten().map(|user| user.dir)
}

#[cfg(not(unix))]
const fn of_system() -> Option<PathBuf> {
    None
}

/// Returns the command that starts this program (of a strategy file in this folder) confined, and the
/// folder that the bot may write to, which is gone when it is dropped.
///
/// # Errors
/// [`ConfineError`]: the folder holds the home folder, or no temporary one can be made.
pub(super) fn command(
    program: &str,
    arguments: &[String],
    folder: &Path,
) -> Result<(Command, Scratch), ConfineError> {
    // The hidden word is known to programs with the command line. Another one that uses the library and
    // starts itself by mistake comes to an end here.
    if env::var_os(MARK).is_some() {
        return Err(ConfineError::Nested);
    }
    let home = home().ok_or(ConfineError::NoHome)?;
    let folder = readable(folder, Some(&home), &env::temp_dir())?;
    let scratch = Scratch::new().map_err(io_error(env::temp_dir()))?;
    let own = scratch.path();
    // By this name it is found even if its file has been replaced meanwhile.
    let mut command = Command::new("/proc/self/exe");
    command.arg(WORD).arg(own).arg(&folder).arg(program).args(arguments).env_clear();
    for name in KEPT {
        if let Some(value) = env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("HOME", own).env("TMPDIR", own);
    Ok((command, scratch))
}

/// Tries on a program that does nothing whether this system can confine bots.
///
/// # Errors
/// [`ConfineError`] says what is missing.
pub fn check() -> Result<(), ConfineError> {
    let scratch = tempfile::tempdir().map_err(io_error(env::temp_dir()))?;
    let own = scratch.path();
    let tried = Command::new("/proc/self/exe").arg(WORD).arg(own).arg(own).stdin(Stdio::null()).output();
    let tried = tried.map_err(|error| ConfineError::Unavailable { what: error.to_string() })?;
    if tried.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&tried.stderr);
    let said = said
        .lines()
        .last()
        .unwrap_or_default()
        .trim_start_matches(Program::current().name)
        .trim_start_matches(": ")
        .trim()
        .to_owned();
    Err(if said.is_empty() {
        ConfineError::Unavailable { what: tried.status.to_string() }
    } else {
        ConfineError::Tried { said }
    })
}

/// Gives up all rights that a bot doesn't need and becomes the bot: `words` are the folder it may
/// write to, the folder it may read, its program and that one's arguments. Without a program it
/// comes back, with the rights gone.
///
/// # Errors
/// [`ConfineError`]: nothing was started.
pub fn enter(words: impl IntoIterator<Item = OsString>) -> Result<(), ConfineError> {
    let mut words = words.into_iter();
    let (Some(scratch), Some(folder)) = (words.next(), words.next()) else {
        return Err(ConfineError::Words);
    };
    system::confine(Path::new(&scratch), Path::new(&folder))?;
    let Some(program) = words.next() else { return Ok(()) };
    Err(ConfineError::Start {
        program: program.to_string_lossy().into_owned(),
        source: system::become_program(&program, words),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_holds_the_home_folder_or_that_of_temporary_files_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let [home, other] = ["home", "other"].map(|name| root.path().join(name));
        let inside = home.join("bots");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::create_dir(&other).unwrap();
        assert!(readable(&inside, Some(&home), &other).is_ok());
        for folder in [&home, root.path(), Path::new("/")] {
            let refused = readable(folder, Some(&home), &other);
            assert!(matches!(refused, Err(ConfineError::Folder { holds: "the home folder", .. })));
        }
        let refused = readable(&home, Some(&other), &inside);
        assert!(matches!(refused, Err(ConfineError::Folder { holds: "the folder of temporary files", .. })));
        assert!(matches!(readable(&home.join("none"), None, &other), Err(ConfineError::Io { .. })));
    }

    #[test]
    fn the_hidden_word_needs_its_words() {
        assert!(matches!(enter([]), Err(ConfineError::Words)));
        assert!(matches!(enter(["/tmp".into()]), Err(ConfineError::Words)));
    }

    #[test]
    fn a_home_that_is_not_set_or_leads_nowhere_is_that_of_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().to_owned();
        let system = PathBuf::from("/of/the/system");
        for said in [None, Some(PathBuf::new()), Some(own.join("none"))] {
            assert_eq!(
                said_or_known(said.clone(), || Some(system.clone())).as_ref(),
                Some(&system),
                "{said:?}"
            );
            assert_eq!(said_or_known(said, || None), None);
        }
        assert_eq!(said_or_known(Some(own.clone()), || Some(system)), Some(own));
    }

    #[cfg(unix)]
    #[test]
    fn the_system_knows_the_home_folder_without_an_environment() {
        // A user that the system doesn't know has none.
        assert!(of_system().is_none_or(|home| home.is_absolute()));
    }
}
