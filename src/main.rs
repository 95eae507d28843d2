//! The program: exit status and error text. All else is in the library.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Err(error) = ludometer::cli::main(std::env::args_os()) else { return ExitCode::SUCCESS };
    if let Some(text) = error.paragraph() {
        // There is no one left to tell if this fails.
        let _ = writeln!(std::io::stderr(), "ludometer: {text}");
    }
    ExitCode::from(error.status())
}
