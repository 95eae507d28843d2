//! `--watch`: does a command again whenever a file that it reads changes.
//!
//! Each time is a process of its own with the same words, so that it does just what the command does without `--watch`, whatever
//! is wrong with the files. What it tells stands on standard error: standard output is that of the command.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::error::CliError;
use super::input::InputError;
use super::stop::Stop;
use super::terminal::{error_width, laid_out};
use ludometer_report::universal;

/// The option that asks for it.
const WATCH: &str = "--watch";
/// The option that lets a command replace the results in its folder.
const FORCE: &str = "--force";
/// The time between two looks at the files.
const LOOK: Duration = Duration::from_millis(200);

/// Does the command of these arguments (the program's name first) until the user ends it. From the second time on it may
/// replace the results in its folder, for they are its own, if it `has_folder`.
///
/// # Errors
/// The program can't be started again, or was stopped while it worked.
pub(super) fn again(arguments: &[OsString], has_folder: bool) -> Result<(), CliError> {
    let stop = Stop::listen()?;
    let program = env::current_exe().map_err(|error| unstarted(&error))?;
    let mut words: Vec<OsString> = arguments.iter().skip(1).filter(|word| *word != WATCH).cloned().collect();
    let mut files = Files::default();
    loop {
        files.note(&words);
        let status = done(&program, &words, &stop)?;
        if stop.asked() {
            return Err(CliError::Interrupted("it was stopped while it worked".to_owned()));
        }
        if has_folder && status.success() && !words.iter().any(|word| word == FORCE) {
            words.push(FORCE.into());
        }
        say(&format!("waiting for a change of {}; Ctrl-C ends it", files.names()));
        let Some(changed) = files.changed(&stop) else { return Ok(()) };
        let now = universal(SystemTime::now());
        say(&format!("\u{2500}\u{2500}\u{2500} {now}: {changed} changed \u{2500}\u{2500}\u{2500}"));
    }
}

fn unstarted(error: &io::Error) -> CliError {
    InputError::new(format!("{WATCH}: the program can't be started again: {error}")).into()
}

/// Tells the user of the watching itself.
fn say(text: &str) {
    // There is no one left to tell if this fails.
    let _ = write!(io::stderr(), "{}", laid_out(&format!("{text}\n"), error_width()));
}

/// Does the command once. Ctrl-C reaches its process as well, which ends in order; one that does not end within a second after
/// is ended.
fn done(program: &Path, words: &[OsString], stop: &Stop) -> Result<ExitStatus, CliError> {
    let mut child = Command::new(program).args(words).spawn().map_err(|error| unstarted(&error))?;
    let mut patience = Duration::from_secs(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|error| unstarted(&error))? {
            return Ok(status);
        }
        if stop.asked() {
            patience = patience.saturating_sub(LOOK / 10);
            if patience.is_zero() {
                // It may have ended just now.
                let _ = child.kill();
            }
        }
        sleep(LOOK / 10);
    }
}

/// The state of a file: when it was written, and its length; nothing if it isn't there.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// The files that a command reads, each with its state before the command read it.
#[derive(Default)]
struct Files(BTreeMap<PathBuf, Stamp>);

impl Files {
    /// Notes the state of all files that these words name, and that their scripts read. A file that was named before stays
    /// one, for editors take a file away while they write it.
    fn note(&mut self, words: &[OsString]) {
        for word in words {
            let Some(path) = named_by(word) else { continue };
            let read = read_by(&path);
            self.0.extend(read.into_iter().chain([path]).map(|path| (path, None)));
        }
        for (path, stamp) in &mut self.0 {
            *stamp = stamp_of(path);
        }
    }

    /// Waits until one of them has changed and stands still, and names those; nothing if the user ends it before.
    fn changed(&self, stop: &Stop) -> Option<String> {
        let states = || self.0.keys().map(|path| stamp_of(path)).collect::<Vec<_>>();
        let mut before = states();
        while !stop.asked() {
            sleep(LOOK);
            let now = states();
            if now == before && !now.iter().eq(self.0.values()) {
                let changed = self.0.iter().zip(&now).filter(|((_, noted), now)| noted != now);
                return Some(listed(changed.map(|((path, _), _)| path)));
            }
            before = now;
        }
        None
    }

    fn names(&self) -> String {
        listed(self.0.iter().filter(|(_, stamp)| stamp.is_some()).map(|(path, _)| path))
    }
}

fn listed<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> String {
    paths.map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

pub(crate) fn stamp_of(path: &Path) -> Stamp {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Returns the file that a word names: `game.luau`, `--rules=rules.toml`, `bot.luau:noise=0.1`.
fn named_by(word: &OsStr) -> Option<PathBuf> {
    let is_file = |path: &PathBuf| path.is_file();
    let whole = PathBuf::from(word);
    let text = word.to_str().unwrap_or_default();
    let value = text.split_once('=').filter(|_| text.starts_with("--")).map_or(text, |(_, value)| value);
    let bot = value.rsplit_once(".luau:").map(|(path, _)| format!("{path}.luau"));
    [Some(whole), Some(value.into()), bot.map(PathBuf::from)].into_iter().flatten().find(is_file)
}

/// Returns the files that a script reads, or nothing if it isn't one.
pub(crate) fn read_by(path: &Path) -> Vec<PathBuf> {
    #[cfg(feature = "luau")]
    if path.extension().is_some_and(|ending| ending == "luau") {
        return ludometer_scripted::files(path);
    }
    let _ = path;
    Vec::new()
}
