//! The arguments as they are typed.

mod batch;
mod bots;
mod examples;
mod job;
mod scripts;
mod watch;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{CommandFactory as _, Parser, Subcommand};

pub(super) use batch::{MergeArgs, ReportArgs, RunArgs};
pub(super) use bots::{AuditArgs, BenchArgs, ExploitArgs, TournamentArgs, TrainArgs};
pub(super) use examples::of_program;
pub(super) use job::JobArgs;
pub(super) use scripts::{ExportArgs, ImportArgs, NewArgs};
#[cfg(feature = "luau")]
pub(super) use scripts::{TestArgs, ValidateArgs};
pub(super) use watch::{PlayArgs, ReplayArgs, ReviewArgs, TraceArgs, WatchArgs};

use super::error::EXIT_STATUSES;
use super::experiment::{CheckArgs, CompareArgs, SweepArgs, TuneArgs};
use super::version;
use crate::registry::Games;
#[cfg(feature = "workbench")]
use crate::workbench::WorkbenchArgs;
use ludometer_model::Program;
use ludometer_spec::{OUTPUT, RuleSpec, StudySpec};

/// Returns the command line of the program that runs.
pub(super) fn command(games: &Games) -> clap::Command {
    // Once: for clap the text must live as long as the program.
    static VERSIONS: LazyLock<String> = LazyLock::new(version::text);
    let command = in_groups(with_run_in_trace(Args::command()).version(VERSIONS.as_str()));
    let program = Program::current();
    if program == Program::LUDOMETER {
        return command;
    }
    let own = |command| with_own_examples(games, command);
    own(command.name(program.name)).mut_subcommands(own)
}

/// Commands by what people want of them, in the order of the help.
const GROUPS: &[(&str, &[&str])] = &[
    ("Ask", &["workbench", "study", "compare", "tune", "sweep", "check", "run", "explain"]),
    ("Look", &["report", "watch", "review", "trace", "play"]),
    ("Make", &["new", "validate", "test", "rules", "import", "export", "games"]),
    ("Bots", &["strategies", "tournament", "train", "exploit", "audit"]),
    ("Machine", &["merge", "bench", "completions", "help"]),
];

/// Lists the commands in groups in the help of the program.
fn in_groups(command: clap::Command) -> clap::Command {
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{title}:");
        for name in *names {
            let about =
                command.find_subcommand(name).and_then(clap::Command::get_about).map(ToString::to_string);
            let about = about.or_else(|| (*name == "help").then(|| "Print the help of a command".to_owned()));
            // A program that was built without a feature lacks its commands.
            if let Some(about) = about {
                let _ = writeln!(text, "  {name:<12}  {about}");
            }
        }
        text.push('\n');
    }
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{text}Options:\n{{options}}{{after-help}}"
    ))
}

/// Lets `trace` accept, unseen, all options of a run, so that a run's options can be repeated as they were.
fn with_run_in_trace(command: clap::Command) -> clap::Command {
    let of = |name: &str| command.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
    let names = |arg: &clap::Arg| -> Vec<String> {
        let aliases = arg.get_all_aliases().unwrap_or_default().into_iter();
        aliases.chain(arg.get_long()).chain([arg.get_id().as_str()]).map(str::to_owned).collect()
    };
    let known: BTreeSet<String> = of("trace").flat_map(names).collect();
    let is_new = |arg: &&clap::Arg| names(arg).iter().all(|name| !known.contains(name));
    let more: Vec<clap::Arg> = of("run").filter(is_new).map(|arg| arg.clone().hide(true)).collect();
    // In its place among the others, which `mut_subcommand` would give up.
    command.mut_subcommands(|of| if of.get_name() == "trace" { of.args(&more) } else { of })
}

/// Returns the examples of the program and its exit statuses.
fn end_of_help() -> String {
    let mut text = String::from(
        "Examples:
  ludometer study pure-profit
  ludometer run pure-profit --games 1e6 --bots greedy random random random
  ludometer trace --run reports/pure-profit-0 --game 0
  ludometer new my_game.luau
  ludometer explain seat_spread

Exit status:",
    );
    for (status, meaning) in EXIT_STATUSES {
        let _ = write!(text, "\n{status:>5}  {}", meaning.replace('`', ""));
    }
    text
}

fn with_own_examples(games: &Games, command: clap::Command) -> clap::Command {
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(of_program(games, &text)),
        None => command,
    }
}

/// A headless self-play simulator and strategy analyzer for tabletop games.
#[derive(Debug, Parser)]
#[command(
    name = "ludometer",
    version,
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = end_of_help()
)]
pub(super) struct Args {
    /// With --version: print it as JSON, with commit, compiler, features and the hashes of the rule sets
    // clap ends at --version; `main` looks for this word then.
    #[arg(long, requires = "version")]
    json: bool,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the game designs
    Games(GamesArgs),
    /// Write all rules of a game with their meaning, range and origin
    Rules(RulesArgs),
    /// List the bots with their settings, ranges and defaults
    Strategies(StrategiesArgs),
    /// Explain a word of a page, a file, a message or an option
    Explain(ExplainArgs),
    /// Play many games at once and count what happens, as CSV files
    Run(RunArgs),
    /// Answer a designer's questions: fair, how long, luck or skill
    Study(StudyArgs),
    /// Make one HTML page with plots from a folder of results
    Report(ReportArgs),
    /// Join the shards of a run or a sweep
    Merge(MergeArgs),
    /// Narrate one game of a run in sentences, or line by line
    Trace(TraceArgs),
    /// Make a page that shows a game step by step, with win chances
    Watch(WatchArgs),
    /// Find the mistakes in a game, and what would have been better
    Review(ReviewArgs),
    /// Compare two rule sets, scripts or bots in paired games
    Compare(CompareArgs),
    /// Play a grid or a sample of rule sets, one row each
    Sweep(SweepArgs),
    /// Find card counts and settings that meet your targets
    Tune(TuneArgs),
    /// Learn a strategy by self-play
    Train(TrainArgs),
    /// Find a strategy that beats a table of one bot
    Exploit(ExploitArgs),
    /// Test a rule set against gates, for automatic checks
    Check(CheckArgs),
    /// Play against bots in the terminal, seeing what a player may see
    Play(PlayArgs),
    /// Let every bot meet every other in all seats, with ratings
    Tournament(TournamentArgs),
    /// Prove that a bot's choices don't depend on what it can't see
    Audit(AuditArgs),
    /// Measure how fast games and bots play on this machine
    Bench(BenchArgs),
    /// Write a small game script to begin with
    New(NewArgs),
    /// Write a table of cards as CSV from a workbook or a save
    Import(ImportArgs),
    /// Write a Tabletop Simulator save with a rule set's decks
    Export(ExportArgs),
    /// Play a script at random, and say what is wrong with it
    #[cfg(feature = "luau")]
    Validate(ValidateArgs),
    /// Play a script's scenes, and name the rule that fails
    #[cfg(feature = "luau")]
    Test(TestArgs),
    /// Change a game's numbers in the browser, and see what it does
    #[cfg(feature = "workbench")]
    Workbench(WorkbenchArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
}

impl Command {
    /// Returns nothing unless the command is done again with each change of its files; else whether it writes into a folder.
    pub(super) const fn is_watched(&self) -> Option<bool> {
        match self {
            Self::Run(RunArgs { watch: true, .. }) | Self::Study(StudyArgs { watch: true, .. }) => Some(true),
            #[cfg(feature = "luau")]
            Self::Validate(ValidateArgs { watch: true, .. }) => Some(false),
            _ => None,
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer games
  ludometer games --json")]
pub(super) struct GamesArgs {
    /// Print a JSON array
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer rules pure-profit
  ludometer rules pure-profit --set bank.goal=8 -o short.toml
  ludometer rules mygame.luau --set deck.fox=3 --sheet cards.csv
  ludometer run pure-profit --rules short.toml --out short")]
pub(super) struct RulesArgs {
    /// The game's id
    pub(super) game: String,

    #[command(flatten)]
    pub(super) rules: RuleSpec,

    /// Write to this file instead of standard output
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Write the cards with their copies in place of the rules: the rows and columns of the sheet that they come from, as .csv,
    /// .tsv or .xlsx
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(super) sheet: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer study pure-profit
  ludometer study pure-profit --set deck.steal_one=6 --minutes 1 --open
  ludometer study mygame.luau --players 3 --minutes 5 --out monday
  ludometer study even-odd --minutes 10 --resume
  ludometer study mygame.luau --learned strategies/network.toml

Are the seats fair, how long is a game, luck or skill, which card is strongest or dead, which action is useless, does the \
leader run away, what could be tried: answered in sentences, problems first, and on one page (--open shows it). Three \
levels of bots play at all numbers of players. Where there is a network, its levels show how beginners and experts play. What is not settled in the time is said to be open, and how long it would \
take. After an interruption the same command with --resume goes on.")]
pub(super) struct StudyArgs {
    #[command(flatten)]
    pub(super) spec: StudySpec,

    /// Write the page and show it in the browser
    #[arg(long)]
    pub(super) open: bool,

    /// Do it again whenever the script, a sheet that it reads or another file of the command changes; Ctrl-C ends it
    #[arg(long, conflicts_with = "resume")]
    pub(super) watch: bool,

    #[command(flatten)]
    pub(super) job: JobArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer strategies
  ludometer strategies pure-profit --json")]
pub(super) struct StrategiesArgs {
    /// The game's id (default: all games)
    pub(super) game: Option<String>,

    /// Print a JSON array
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer explain seat_spread
  ludometer explain luck or skill
  ludometer explain PP-17
  ludometer explain \"Steal Three\"
  ludometer explain deck.steal_one
  ludometer explain draw --of games/tea_garden.luau

Knows the words and questions of pages, tables, messages and prompts, figures, commands and options, files and \
their columns, clauses of the rules, cards, actions, phases, keys of the rules, bots and their settings, parts of \
game scripts and strategy files, and exit statuses.")]
pub(super) struct ExplainArgs {
    /// What to explain: a word, a question or an option; capital letters, spaces, hyphens and question marks make no difference
    #[arg(required = true, value_name = "WORD")]
    pub(super) words: Vec<String>,

    /// The game design that it is of: an id or the path of a game script
    #[arg(long, value_name = "GAME")]
    pub(super) of: Option<String>,

    /// Print a JSON array
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer completions bash > ~/.local/share/bash-completion/completions/ludometer
  ludometer completions zsh > ~/.zfunc/_ludometer
  ludometer completions fish > ~/.config/fish/completions/ludometer.fish

Offers commands, options, games, bots with their settings, keys of the rules and files.")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The width to which help is wrapped where nobody knows the terminal's.
    const WIDTH: usize = 100;

    #[test]
    fn every_command_is_in_one_group_of_the_help_on_a_line_of_80() {
        let command = Args::command();
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for name in command.get_subcommands().map(clap::Command::get_name) {
            assert_eq!(listed.iter().filter(|listed| **listed == name).count(), 1, "{name}");
        }
        let help = command_of_ludometer().render_help().to_string();
        let listing = help.split("Options:").next().unwrap();
        assert!(listing.lines().all(|line| line.chars().count() <= 80), "{listing}");
        assert!(GROUPS.iter().all(|(title, _)| listing.contains(&format!("\n{title}:\n"))), "{listing}");
    }

    fn command_of_ludometer() -> clap::Command {
        super::command(&Games::default())
    }

    #[test]
    fn the_examples_of_the_help_can_be_typed() {
        let mut tried = 0;
        for command in Args::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  ")) {
                assert!(line.chars().count() <= WIDTH, "{}: {line}", command.get_name());
                for example in line.trim().split(" && ").filter(|example| example.starts_with("ludometer ")) {
                    let words = shlex::split(example).expect("quotes in pairs");
                    let words = words.into_iter().take_while(|word| !["|", ">"].contains(&word.as_str()));
                    if let Err(error) = Args::try_parse_from(words) {
                        panic!("{example}: {error}");
                    }
                    tried += 1;
                }
            }
        }
        assert!(tried > 30, "{tried}");
    }
}
