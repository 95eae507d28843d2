//! The command of a program that plays: how it is started, what it is allowed, and the files that are a part of it.

use std::env;
use std::path::{Path, PathBuf};

use super::parse_error::ParseError;
use ludometer_model::{MAX_RESULTS, read_file};
use ludometer_playable::Setting;

/// How a program is started and what it is allowed, as its strategy file tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProcessFile {
    pub(super) command: Vec<String>,
    /// The line of the command.
    pub(super) line: usize,
    /// Seconds for a choice.
    pub(super) seconds: f64,
    /// Seconds to get ready.
    pub(super) start_seconds: f64,
    pub(super) settings: Vec<Setting>,
}

/// Returns the folder that the file with this path stands in.
pub(super) fn folder_of(path: &str) -> &Path {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

impl ProcessFile {
    /// Refuses a program that isn't there. `folder` is that of the file, where it would be started.
    pub(super) fn look_for_program(&self, folder: &Path) -> Result<(), ParseError> {
        let Some(program) = self.command.first() else { return Ok(()) };
        let why = if program.contains('/') {
            let there = folder.join(program).is_file();
            (!there).then_some("there is no such file; a path is taken from the folder of this file")
        } else {
            // Without a PATH the system has one of its own.
            let places = env::var_os("PATH");
            let there = places.is_none_or(|places| {
                env::split_paths(&places).any(|place| folder.join(place).join(program).is_file())
            });
            (!there).then_some("there is no such program on PATH; one in the folder of this file is `./name`")
        };
        why.map_or(Ok(()), |why| {
            Err(ParseError::new(self.line, format!("`{program}` can't be started: {why}")))
        })
    }

    /// Returns what stands in the files that the command names, from the folder of the strategy file: part of
    /// the bot. An absolute path counts too, be it that of an interpreter: another one may play otherwise.
    pub(super) fn parts(&self, folder: &Path) -> Result<Vec<Vec<u8>>, ParseError> {
        let files = self.command.iter().map(|word| folder.join(word)).filter(|path| path.is_file());
        let read = |path: PathBuf| {
            read_file(&path, MAX_RESULTS).map_err(|error| {
                let message = format!("`{}` can't be read: {error}; it is a part of the bot", path.display());
                ParseError::new(self.line, message)
            })
        };
        files.map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the program that is started so.
    fn started(command: &[&str]) -> ProcessFile {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        ProcessFile { command, line: 2, seconds: 5.0, start_seconds: 10.0, settings: Vec::new() }
    }

    #[test]
    fn a_program_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("here"), "").unwrap();
        let look = |program: &str| started(&[program, "b"]).look_for_program(folder.path());
        for there in ["./here", "/bin/sh", "sh"] {
            assert_eq!(look(there), Ok(()), "{there}");
        }
        for (missing, why) in
            [("./none", "folder of this file"), ("/none/x", "no such file"), ("no-such", "PATH")]
        {
            let fault = look(missing).unwrap_err();
            assert_eq!(fault.line, Some(2));
            assert!(fault.message.contains(missing) && fault.message.contains(why), "{}", fault.message);
        }
    }

    #[test]
    fn the_files_that_a_command_names_are_a_part_of_the_bot() {
        let folder = tempfile::tempdir().unwrap();
        let (beside, elsewhere) = (folder.path().join("bot.py"), folder.path().join("absolute"));
        std::fs::write(&beside, "one").unwrap();
        std::fs::write(&elsewhere, "two").unwrap();
        let file = |program: &str| started(&[program, "bot.py", "-u", "none.py"]);
        let parts = |program: &str| file(program).parts(folder.path()).unwrap();
        assert_eq!(parts("python3"), [b"one"]);
        assert_eq!(parts(elsewhere.to_str().unwrap()), [b"two", b"one"]);
        if cfg!(target_os = "linux") {
            // A file that nobody can read, whatever his rights: there is nothing at its beginning.
            let fault = file("/proc/self/mem").parts(folder.path()).unwrap_err();
            assert_eq!(fault.line, Some(2));
            assert!(fault.message.starts_with("`/proc/self/mem` can't be read: "), "{}", fault.message);
        }
    }
}
