//! Errors that Luau reports, with the lines of the script.

use mlua::Error;

use ludometer_model::is_hidden;

use crate::error::ScriptError;
use crate::prelude;

/// Characters of a message that are shown.
const MAX_SHOWN: usize = 500;

/// Returns what went wrong, with the line of the script that led to it.
pub(crate) fn located(error: &Error, file: &str) -> ScriptError {
    match error {
        Error::MemoryError(_) => ScriptError::new(file, None, "used more memory than a script may"),
        Error::CallbackError { cause, traceback } => {
            let inner = located(cause, file);
            ScriptError {
                line: inner.line.or_else(|| traceback.lines().find_map(|line| line_of(line, file))),
                ..inner
            }
        }
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => script_error(text, file),
        other => ScriptError::new(file, None, cut(other.to_string().lines().next().unwrap_or_default())),
    }
}

/// Returns the message in its first line, and the line of the script that it or the trace of calls names.
fn script_error(text: &str, file: &str) -> ScriptError {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let own = first.strip_prefix(file).or_else(|| first.strip_prefix(prelude::NAME));
    // The compiler's messages begin with the line alone.
    let own = own.unwrap_or(first);
    let split = own.strip_prefix(':').unwrap_or(own).split_once(": ");
    let numbered = split.and_then(|(line, message)| Some((line.parse::<usize>().ok()?, message)));
    let message = numbered.map_or(first, |(_, message)| message);
    let of_engine = first.starts_with(prelude::NAME);
    let line = numbered.filter(|_| !of_engine).map(|(line, _)| line);
    let line = line.or_else(|| lines.find_map(|line| line_of(line, file)));
    ScriptError::new(file, line, cut(message))
}

/// Returns the line that a line of a trace of calls names, if it is one of the file.
fn line_of(frame: &str, file: &str) -> Option<usize> {
    let at = frame.find(file)?;
    let rest = frame[at + file.len()..].strip_prefix(':')?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Luau's words for values that have no text of their own, in front of their address.
const ADDRESSED: [(&str, &str); 3] = [
    ("table: 0x", "a table (such as a zone)"),
    ("function: 0x", "a function (without brackets behind it)"),
    ("buffer: 0x", "a buffer"),
];

/// Puts words in place of addresses, which say nothing and differ from run to run.
fn without_addresses(text: &str) -> String {
    let mut text = text.to_owned();
    for (begin, words) in ADDRESSED {
        while let Some(at) = text.find(begin) {
            let digits = text[at + begin.len()..].bytes().take_while(u8::is_ascii_hexdigit).count();
            text.replace_range(at..at + begin.len() + digits, words);
        }
    }
    text
}

/// Returns a text as it is shown: without addresses and characters that steer or aren't seen, and not for ever.
fn cut(text: &str) -> String {
    let text = without_addresses(text);
    let mut shown: String = text.chars().filter(|c| !is_hidden(*c)).take(MAX_SHOWN + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(MAX_SHOWN) {
        shown.truncate(end);
        shown.push_str("...");
    }
    shown
}
