//! Love Letter as a program of its own, with all of Ludometer's commands. `rules.rs` has the rules.

mod game;
mod rules;
mod table;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use ludometer::prelude::*;

fn main() -> ExitCode {
    let games = vec![Entry::of::<game::LoveLetter>()];
    main_with(Program { name: "love-letter", version: env!("CARGO_PKG_VERSION") }, games)
}
