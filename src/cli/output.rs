//! Standard output and warnings. `println!` would panic when nobody reads any more.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::Path;

use clap::builder::StyledStr;

use super::terminal::{error_width, laid_out, width};

/// Standard output could not be written.
pub(crate) struct OutputError(pub(super) io::Error);

/// Standard output, locked and buffered.
pub(super) struct Stdout(BufWriter<StdoutLock<'static>>);

impl Stdout {
    pub(super) fn new() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes text, with colours where it is read by a person.
    pub(super) fn write_styled(&mut self, text: &StyledStr) -> Result<(), OutputError> {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let written = if io::stdout().is_terminal() && !plain {
            write!(self.0, "{}", text.ansi())
        } else {
            write!(self.0, "{text}")
        };
        written.map_err(OutputError)
    }

    /// Writes all that is buffered: only then is it known whether it arrived.
    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        self.0.flush().map_err(OutputError)
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints a text for people: lines that are wider than the terminal are broken between words.
pub(crate) fn print(text: &str) -> Result<(), OutputError> {
    print_as_it_is(&laid_out(text, width()))
}

/// Prints a text for programs, or a file.
pub(super) fn print_as_it_is(text: &str) -> Result<(), OutputError> {
    let mut out = Stdout::new();
    out.write_all(text.as_bytes()).map_err(OutputError)?;
    out.finish()
}

/// Prints a result: as JSON, or as text for people.
pub(super) fn print_result(text: &str, is_json: bool) -> Result<(), OutputError> {
    if is_json { print_as_it_is(text) } else { print(text) }
}

/// Writer that breaks the lines that are wider than the terminal.
pub(super) struct Lines<'a> {
    out: &'a mut dyn Write,
    width: usize,
    /// The line whose end is to come.
    begun: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, width: width(), begun: Vec::new() }
    }
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = String::from_utf8_lossy(&self.begun);
                self.out.write_all(laid_out(&line, self.width).as_bytes())?;
                self.begun.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints indented JSON.
pub(super) fn print_json(json: &serde_json::Value) -> Result<(), OutputError> {
    print_as_it_is(&format!("{json:#}\n"))
}

/// Tells that there is nothing to go on with in a folder, and the work begins.
pub(super) fn warn_of_beginning(work: &str, folder: &Path) {
    warn(&[format!("there is no {work} to go on with in {}: it begins", folder.display())]);
}

/// Prints the warnings of a rule set.
pub(super) fn warn(warnings: &[String]) {
    let mut err = io::stderr().lock();
    for warning in warnings {
        // A warning that can't be printed stops nothing.
        let _ = write!(err, "{}", laid_out(&format!("warning: {warning}\n"), error_width()));
    }
}
