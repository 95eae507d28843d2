//! The command line: arguments as typed, then all checked, then done.
//!
//! Nothing runs before everything that was typed is valid. This is the only module that knows the
//! registry.

mod args;
mod error;
mod finished;
mod input;
mod plan;
mod replay;
mod stop;
mod output;
mod progress;
mod games;
mod rules;
mod strategies;
mod repeat;
mod replaced;
mod run;
mod report;
mod merge;
mod trace;
mod play;
mod tournament;
mod train;
mod audit;
mod bench;
mod experiment;
mod completions;
mod guard;
mod welcome;

use std::ffi::OsString;
use std::io::IsTerminal as _;

use args::{Args, Command};
use clap::Parser as _;
pub use error::CliError;
pub use input::InputError;

use ludometer_bots::{CONFINED_BOT, confine_enter};

/// Does what the arguments (the program's name first) ask for.
///
/// # Errors
/// [`CliError`], which knows its exit status and what to tell the user. A panic becomes one as
/// well.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<(), CliError> {
    guard::catch(|| {
        let arguments: Vec<OsString> = arguments.collect();
        if arguments.get(1).is_some_and(|word| word == CONFINED_BOT) {
            return confine_enter(arguments.into_iter().skip(2)).map_err(CliError::Confined);
        }
        if completions::complete(&arguments)? {
            return Ok(());
        }
        if arguments.len() <= 1 && std::io::stdout().is_terminal() {
            return Ok(output::print(&welcome::text())?);
        }
        let args = Args::try_parse_from(arguments).or_else(error::from_clap)?;
        match args.command {
            Command::Games(args) => games::games(&args),
            Command::Rules(args) => rules::rules(&args),
            Command::Strategies(args) => strategies::strategies(&args),
            Command::Run(args) => run::run(&args),
            Command::Report(args) => report::report(&args),
            Command::Merge(args) => merge::merge(&args),
            Command::Trace(args) => trace::trace(&args),
            Command::Compare(args) => experiment::compare(&args),
            Command::Tune(args) => experiment::tune(&args),
            Command::Check(args) => experiment::check(&args),
            Command::Sweep(args) => experiment::sweep(&args),
            Command::Play(args) => play::play(&args),
            Command::Tournament(args) => tournament::tournament(&args),
            Command::Train(args) => train::train(&args),
            Command::Audit(args) => audit::audit(&args),
            Command::Bench(args) => bench::bench(&args),
            Command::Completions(args) => completions::completions(&args),
        }
    })
}
