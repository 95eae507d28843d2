//! The command line: arguments as typed, then all checked, then done.
//!
//! Nothing runs before everything that was typed is valid. This is the only module that knows the
//! registry.

mod again;
mod args;
mod error;
mod events;
mod exploit;
mod finished;
mod input;
mod plan;
mod replay;
mod stop;
mod terminal;
mod output;
mod progress;
mod games;
mod rules;
mod strategies;
mod study;
mod command_line;
mod overwrite;
mod job;
mod run;
mod sheet;
mod report;
mod merge;
mod trace;
mod review;
mod watch;
mod play;
mod styles;
mod tournament;
mod train;
mod audit;
mod bench;
mod experiment;
mod completions;
mod new;
#[cfg(feature = "luau")]
mod profile;
#[cfg(feature = "luau")]
mod test;
#[cfg(feature = "luau")]
mod validate;
mod guard;
mod explain;
mod version;
mod welcome;
mod game_tree;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use args::{Args, Command};
use clap::FromArgMatches as _;
pub use error::{CliError, EXIT_STATUSES};
pub use events::{Event, Events, Look, Looks};
pub use input::InputError;
pub use job::{Execute, Means, Outcome, execute_json};
pub use run::run_record;
use terminal::{error_width, laid_out, width};

pub use watch::{watch_choices, with_films};
#[cfg(feature = "workbench")]
pub(crate) use {
    again::{Stamp, read_by, stamp_of},
    command_line::settings,
    experiment::figures_of,
    input::{find_game, scripts_in, scripts_nearby},
    job::ExecuteInto,
    new::begin_script,
    output::print,
    plan::{line_up, threads},
    play::{Words, ranked, taken, trace_text, written},
    replay::rule_set,
    report::write_page,
    rules::rules_text,
    stop::Stop,
    validate::mistakes,
    watch::watched,
};

use crate::registry::{Entry, Games};
use ludometer_bots::{CONFINED_BOT, confine_enter};
pub use ludometer_model::Program;
use ludometer_playable::CustomBot;
use ludometer_run::AnyGame;
use ludometer_spec::RuleSpec;

/// Returns the game with this id, or of the script with this path, as an option `--players`, a rule file and settings `key=value`
/// make it, for programs that embed this one. It knows these bots beside the built-in ones.
///
/// # Errors
/// [`InputError`], as the commands word it.
pub fn open_game(
    name: &str,
    players: Option<u64>,
    rules: Option<PathBuf>,
    settings: Vec<String>,
    bots: &[CustomBot],
) -> Result<(Entry, Box<dyn AnyGame>), InputError> {
    let entry = bots.iter().cloned().fold(input::find_game(&Games::default(), name)?, Entry::with_bot);
    let game = plan::load_with(&entry, &RuleSpec { rule_file: rules, settings }, players)?;
    Ok((entry, game))
}

/// Returns the command line of the program, for pages of the manual and the like.
pub fn command() -> clap::Command {
    args::command(&Games::default())
}

/// Runs a program with all commands for these games, which `main` needs do no more than call: [`App`] without bots.
pub fn main_with(program: Program, games: Vec<Entry>) -> ExitCode {
    App { program, games, bots: Vec::new() }.main()
}

/// A program with all commands: its games and its own bots.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use ludometer::cli::{App, Program};
///
/// fn main() -> ExitCode {
///     App::new(Program { name: "mine", version: env!("CARGO_PKG_VERSION") })
///         .game(ludometer::games::pure_profit::entry()) // or `Entry::of::<MyGame>()`
///         .main()
/// }
/// ```
///
/// A bot for one game, and what else is counted in one, belong to the game's [`Entry`]: [`Entry::with_bot`],
/// [`Entry::with_metric`].
#[derive(Clone)]
#[must_use]
pub struct App {
    program: Program,
    games: Vec<Entry>,
    bots: Vec<CustomBot>,
}

impl App {
    /// Returns a program without games. Records, repeat commands, pages and `--version` name it; its name must be that of
    /// its binary.
    pub const fn new(program: Program) -> Self {
        Self { program, games: Vec::new(), bots: Vec::new() }
    }

    /// Adds a game, in the order of the listings.
    pub fn game(mut self, game: Entry) -> Self {
        self.games.push(game);
        self
    }

    /// Adds a bot that plays all games, those of scripts too: see
    /// [`custom_bot_for_all`](ludometer_bots::custom_bot_for_all).
    pub fn bot(mut self, bot: CustomBot) -> Self {
        self.bots.push(bot);
        self
    }

    /// Runs the program: does what its arguments ask for, and returns its exit status.
    pub fn main(self) -> ExitCode {
        self.run(std::env::args_os())
    }

    /// Runs the program with these arguments, the program's name first. Messages of a process name its first program.
    pub fn run(self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let Self { program, games, bots } = self;
        program.set();
        let games = Games::new(games, bots);
        let Err(error) = main(&games, arguments.into_iter()) else { return ExitCode::SUCCESS };
        if let Some(text) = error.paragraph() {
            // There is no one left to tell if this fails.
            let text = laid_out(&format!("{}: {text}\n", program.name), error_width());
            let _ = write!(std::io::stderr(), "{text}");
        }
        ExitCode::from(error.status())
    }
}

/// Does what the arguments (the program's name first) ask for.
///
/// # Errors
/// [`CliError`], which knows its exit status and what to tell the user. A panic becomes one as
/// well.
fn main(games: &Games, arguments: impl Iterator<Item = OsString>) -> Result<(), CliError> {
    guard::catch(|| {
        let arguments = explain::with_options_as_words(arguments.collect());
        if arguments.get(1).is_some_and(|word| word == CONFINED_BOT) {
            return confine_enter(arguments.into_iter().skip(2)).map_err(CliError::Confined);
        }
        stop::report_size_limits();
        games.all().iter().try_for_each(Entry::check_bots).map_err(InputError::from)?;
        if completions::complete(games, &arguments)? {
            return Ok(());
        }
        if arguments.len() <= 1 {
            return Ok(output::print(&welcome::text(games))?);
        }
        let mut command = args::command(games).term_width(width());
        let typed = command.try_get_matches_from_mut(&arguments);
        let is_version = |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayVersion;
        if typed.as_ref().is_err_and(is_version) && arguments.iter().any(|word| word == "--json") {
            return Ok(version::json(games)?);
        }
        let args = typed
            .and_then(|mut typed| Args::from_arg_matches_mut(&mut typed))
            .map_err(|error| error.format(&mut command))
            .or_else(|error| error::from_clap(games, error))?;
        if let Some(has_folder) = args.command.is_watched() {
            return again::again(&arguments, has_folder);
        }
        match args.command {
            Command::Games(args) => games::games(games, &args),
            Command::Rules(args) => rules::rules(games, &args),
            Command::Strategies(args) => strategies::strategies(games, &args),
            Command::Run(args) => run::run(games, &args),
            Command::Study(args) => study::study(games, &args),
            Command::Report(args) => report::report(games, &args),
            Command::Merge(args) => merge::merge(games, &args),
            Command::Trace(args) => trace::trace(games, &args),
            Command::Watch(args) => watch::watch(games, &args),
            Command::Review(args) => review::review(games, &args),
            Command::Compare(args) => experiment::compare(games, &args),
            Command::Tune(args) => experiment::tune(games, &args),
            Command::Check(args) => experiment::check(games, &args),
            Command::Sweep(args) => experiment::sweep(games, &args),
            Command::Play(args) => play::play(games, &args),
            Command::Tournament(args) => tournament::tournament(games, &args),
            Command::Train(args) => train::train(games, &args),
            Command::Audit(args) => audit::audit(games, &args),
            Command::Exploit(args) => exploit::exploit(games, &args),
            Command::Bench(args) => bench::bench(games, &args),
            Command::Explain(args) => explain::explain(games, &args),
            Command::New(args) => new::new(&args),
            Command::Import(args) => sheet::import(&args),
            Command::Export(args) => sheet::export(games, &args),
            #[cfg(feature = "luau")]
            Command::Test(args) => test::test(&args),
            #[cfg(feature = "luau")]
            Command::Validate(args) => validate::validate(games, &args),
            #[cfg(feature = "workbench")]
            Command::Workbench(args) => crate::workbench::workbench(games, &args),
            Command::Completions(args) => completions::completions(&args),
        }
    })
}
