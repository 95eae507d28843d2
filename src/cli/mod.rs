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
mod study;
mod repeat;
mod replaced;
mod job;
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
mod new;
mod validate;
mod guard;
mod welcome;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use args::{Args, Command};
use clap::FromArgMatches as _;
pub use error::CliError;
pub use input::InputError;

use crate::registry::{self, Entry};
use ludometer_bots::{CONFINED_BOT, confine_enter};
pub use ludometer_model::Program;

/// Runs a program with all commands for these games, which `main` needs do no more than call:
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use ludometer::cli::{Program, main_with};
///
/// fn main() -> ExitCode {
///     let games = vec![ludometer::games::pure_profit::entry()]; // or `Entry::of::<MyGame>()`
///     main_with(Program { name: "mine", version: "1.0.0" }, games)
/// }
/// ```
///
/// Records, repeat commands, pages and `--version` name this program. Its name must be that of its binary.
pub fn main_with(program: Program, games: Vec<Entry>) -> ExitCode {
    program.set();
    registry::set(games);
    let Err(error) = main(std::env::args_os()) else { return ExitCode::SUCCESS };
    if let Some(text) = error.paragraph() {
        // There is no one left to tell if this fails.
        let _ = writeln!(std::io::stderr(), "{}: {text}", program.name);
    }
    ExitCode::from(error.status())
}

/// Does what the arguments (the program's name first) ask for.
///
/// # Errors
/// [`CliError`], which knows its exit status and what to tell the user. A panic becomes one as
/// well.
fn main(arguments: impl Iterator<Item = OsString>) -> Result<(), CliError> {
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
        let mut command = args::command();
        let typed = command.try_get_matches_from_mut(arguments);
        let args = typed
            .and_then(|mut typed| Args::from_arg_matches_mut(&mut typed))
            .map_err(|error| error.format(&mut command))
            .or_else(error::from_clap)?;
        match args.command {
            Command::Games(args) => games::games(&args),
            Command::Rules(args) => rules::rules(&args),
            Command::Strategies(args) => strategies::strategies(&args),
            Command::Run(args) => run::run(&args),
            Command::Study(args) => study::study(&args),
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
            Command::New(args) => new::new(&args),
            Command::Validate(args) => validate::validate(&args),
            Command::Completions(args) => completions::completions(&args),
        }
    })
}
