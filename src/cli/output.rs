//! Standard output and warnings. `println!` would panic when nobody reads any more.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::Path;

use clap::builder::StyledStr;

/// Standard output could not be written.
pub(super) struct OutputError(pub(super) io::Error);

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

/// Prints a text.
pub(super) fn print(text: &str) -> Result<(), OutputError> {
    let mut out = Stdout::new();
    out.write_all(text.as_bytes()).map_err(OutputError)?;
    out.finish()
}

/// Prints indented JSON.
pub(super) fn print_json(json: &serde_json::Value) -> Result<(), OutputError> {
    print(&format!("{json:#}\n"))
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
        let _ = writeln!(err, "warning: {warning}");
    }
}
