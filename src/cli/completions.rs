//! `completions`: what a shell needs to complete our commands.

use clap::CommandFactory as _;

use super::args::{Args, CompletionsArgs};
use super::error::CliError;
use super::output::print;

pub(super) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    // The generator can't report errors of its output, so it gets one that has none.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "ludometer", &mut text);
    Ok(print(&String::from_utf8_lossy(&text))?)
}
