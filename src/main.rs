//! Ludometer's own program. All of it is in the library, for programs with other games too.

use std::process::ExitCode;

use ludometer::cli::{Program, main_with};
use ludometer::registry::GAMES;

fn main() -> ExitCode {
    main_with(Program::LUDOMETER, GAMES.clone())
}
