//! Strategy files with a `command`: how a program is started that plays, and what it is allowed.

use std::env;
use std::path::{Path, PathBuf};

use toml_edit::{Document, Item};

use super::declared_setting::Declared;
use super::parse_error::ParseError;
use super::preset::{Reader, parse, text_of, texts_of};
use ludometer_model::{MAX_RESULTS, did_you_mean, nearest, read_file};
use ludometer_playable::Setting;

/// The keys of such a file.
pub(super) const KEYS: &[&str] =
    &["about", "game", "games", "command", "seconds", "start_seconds", "settings"];

/// Seconds for a choice, unless the file says otherwise.
const SECONDS: f64 = 5.0;

/// Seconds to get ready, unless the file says otherwise.
const START_SECONDS: f64 = 10.0;

/// The longest time that a file can give, in seconds.
const MAX_SECONDS: f64 = 3600.0;

/// How a program is started and what it is allowed, as its strategy file tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProcessFile {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    pub(super) command: Vec<String>,
    /// The line of the command.
    line: usize,
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
    /// Reads a file's text; nothing if it has no `command`.
    pub(super) fn read(text: &str) -> Result<Option<Self>, ParseError> {
        let doc = parse(text)?;
        if !doc.contains_key("command") {
            return Ok(None);
        }
        Self::read_keys(&doc, text).map(Some)
    }

    fn read_keys(doc: &Document<String>, text: &str) -> Result<Self, ParseError> {
        let mut file = Self {
            about: String::new(),
            games: Vec::new(),
            command: Vec::new(),
            line: 0,
            seconds: SECONDS,
            start_seconds: START_SECONDS,
            settings: Vec::new(),
        };
        let reader = Reader { text };
        for (key, item) in doc.iter() {
            let line = reader.line(doc.as_table(), key, item);
            match key {
                "about" => file.about = text_of(item, key, line)?,
                "game" => file.games = vec![text_of(item, key, line)?],
                "games" => file.games = texts_of(item, key, line)?,
                "command" => (file.command, file.line) = (texts_of(item, key, line)?, line),
                "seconds" => file.seconds = seconds(item, key, line)?,
                "start_seconds" => file.start_seconds = seconds(item, key, line)?,
                "settings" => file.settings = settings(&reader, item, line)?,
                _ => {
                    let hint = did_you_mean(nearest(key, KEYS.iter().copied()));
                    let known = KEYS.join(", ");
                    let message = format!("unknown key `{key}`{hint}; a file with a command has {known}");
                    return Err(ParseError::new(line, message));
                }
            }
        }
        if file.command.first().is_none_or(String::is_empty) {
            let right = "command = [\"python3\", \"my_bot.py\"]";
            return Err(ParseError::new(None, format!("`command` must name a program: {right}")));
        }
        Ok(file)
    }

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

fn number(item: &Item) -> Option<f64> {
    item.as_float().or_else(|| Some(item.as_integer()? as f64))
}

fn seconds(item: &Item, key: &str, line: usize) -> Result<f64, ParseError> {
    let seconds = number(item).filter(|s| *s > 0.0 && *s <= MAX_SECONDS);
    seconds.ok_or_else(|| {
        ParseError::new(
            line,
            format!("`{key}` must be a number of seconds, more than 0 and at most {MAX_SECONDS}"),
        )
    })
}

/// Reads `[settings.name]` with `default`, `min`, `max`, `about`, `whole`.
fn settings(reader: &Reader<'_>, item: &Item, line: usize) -> Result<Vec<Setting>, ParseError> {
    let right = "name = { default = 1, min = 0, max = 2, about = \"...\", whole = true }";
    let wrong = |line| ParseError::new(line, format!("a setting is declared so: {right}"));
    let table = item.as_table_like().ok_or_else(|| wrong(line))?;
    let mut knobs = Vec::new();
    for (name, item) in table.iter() {
        let line = reader.line(table, name, item);
        let fields = item.as_table_like().ok_or_else(|| wrong(line))?;
        let mut declared = Declared { name: name.to_owned(), line: Some(line), ..Declared::default() };
        for (key, item) in fields.iter() {
            match key {
                "default" => declared.default = Some(number(item).ok_or_else(|| wrong(line))?),
                "min" => declared.min = Some(number(item).ok_or_else(|| wrong(line))?),
                "max" => declared.max = Some(number(item).ok_or_else(|| wrong(line))?),
                "about" => declared.about = Some(text_of(item, key, line)?),
                "whole" => declared.whole = item.as_bool().ok_or_else(|| wrong(line))?,
                _ => return Err(wrong(line)),
            }
        }
        knobs.push(declared.check()?);
    }
    Ok(knobs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_playable::Choices;

    #[test]
    fn a_command_with_all_there_is() {
        let text = "about = \"x\"\ncommand = [\"./a\", \"b\"]\nseconds = 2\ngame = \"g\"\n\
                    [settings]\nn = { default = 3, min = 1, max = 9, whole = true }\n";
        let file = ProcessFile::read(text).unwrap().unwrap();
        assert_eq!((file.command.len(), file.seconds, file.start_seconds), (2, 2.0, START_SECONDS));
        assert_eq!(file.settings[0].choices, Choices::Whole(1, 9));
        assert_eq!(ProcessFile::read("bot = \"greedy\"\n"), Ok(None));
    }

    #[test]
    fn a_program_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("here"), "").unwrap();
        let look = |program: &str| {
            let text = format!("about = \"x\"\ncommand = [\"{program}\", \"b\"]\n");
            ProcessFile::read(&text).unwrap().unwrap().look_for_program(folder.path())
        };
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
        let file = |program: &str| {
            let text = format!("command = ['{program}', 'bot.py', '-u', 'none.py']\n");
            ProcessFile::read(&text).unwrap().unwrap()
        };
        let parts = |program: &str| file(program).parts(folder.path()).unwrap();
        assert_eq!(parts("python3"), [b"one"]);
        assert_eq!(parts(elsewhere.to_str().unwrap()), [b"two", b"one"]);
        if cfg!(target_os = "linux") {
            // A file that nobody can read, whatever his rights: there is nothing at its beginning.
            let fault = file("/proc/self/mem").parts(folder.path()).unwrap_err();
            assert_eq!(fault.line, Some(1));
            assert!(fault.message.starts_with("`/proc/self/mem` can't be read: "), "{}", fault.message);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let fault = |text: &str| ProcessFile::read(text).unwrap_err();
        assert!(fault("command = []\n").message.contains("must name a program"));
        assert_eq!(fault("command = \"x\"\n").line, Some(1));
        assert_eq!(fault("command = [\"x\"]\nseconds = 0\n").line, Some(2));
        assert!(fault("command = [\"x\"]\nsecond = 1\n").message.contains("did you mean `seconds`?"));
        let range = "command = [\"x\"]\n[settings]\na = { default = 3, max = 2 }\n";
        assert_eq!((fault(range).line, fault(range).message.contains("min <= default")), (Some(3), true));
        for part in ["default = 1.5, min = 0", "default = 1, min = 0.5", "default = 1, max = 2.5"] {
            let fault = fault(&format!("command = [\"x\"]\n[settings]\na = {{ {part}, whole = true }}\n"));
            assert!(fault.message.contains("is a whole number"), "{part}: {}", fault.message);
        }
    }
}
