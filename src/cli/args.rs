//! The arguments as they are typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use super::experiment::{CheckArgs, CompareArgs, SweepArgs, TuneArgs};
use crate::bots::{BotSpec, OnBotError};
use crate::model::whole_number;
use crate::run::Seating;
use crate::stats::TargetLength;

pub(super) fn whole(text: &str) -> Result<u64, String> {
    whole_number(text).ok_or_else(|| "a whole number is needed, such as 1000, 1_000_000 or 1e6".to_owned())
}

/// A headless self-play simulator and strategy analyzer for tabletop games.
#[derive(Debug, Parser)]
#[command(
    name = "ludometer",
    version,
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = "Examples:
  ludometer games
  ludometer run pure-profit --games 1e6 --bots greedy random random random
  ludometer trace pure-profit --game 0"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the games
    Games(GamesArgs),
    /// Write the whole rule set of a game as TOML, each key with its meaning, range and origin
    Rules(RulesArgs),
    /// List the bots with their settings, ranges and defaults
    Strategies(StrategiesArgs),
    /// Play a batch in parallel and write what was counted as CSV files
    Run(RunArgs),
    /// Make one self-contained HTML page with plots from a folder of results
    Report(ReportArgs),
    /// Join the shards of a run: the files come out as from one unsharded run
    Merge(MergeArgs),
    /// Replay one play of a run, event by event
    Trace(TraceArgs),
    /// Compare two rule sets or bots in paired plays, and stop as soon as the answer is known
    Compare(CompareArgs),
    /// Play a grid or a sample of rule sets, one row each, with effects and elasticities
    Sweep(SweepArgs),
    /// Search counts that meet targets for several figures at once
    Tune(TuneArgs),
    /// Hold a rule set against gates: exit status 0 passed, 3 failed, 4 undecided
    Check(CheckArgs),
    /// Play in the terminal against bots, seeing only what a player may see
    Play(PlayArgs),
    /// Let every bot meet every other in all seats: payoffs, ratings, who is better and how sure
    Tournament(TournamentArgs),
    /// Prove for any bot that its choices don't depend on what it can't see
    Audit(AuditArgs),
    /// Measure the throughput per game and bot beside the cost floor of this machine
    Bench(BenchArgs),
    /// Write completions for a shell
    Completions(CompletionsArgs),
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

/// Which rule set.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RuleArgs {
    /// Start from this rule file instead of the defaults
    #[arg(long, value_name = "FILE")]
    pub(super) rules: Option<PathBuf>,

    /// Set one key of the rules (repeatable, later wins)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer rules pure-profit
  ludometer rules pure-profit --set bank.goal=8 -o short.toml
  ludometer run pure-profit --rules short.toml")]
pub(super) struct RulesArgs {
    /// The game's id
    pub(super) game: String,

    #[command(flatten)]
    pub(super) rules: RuleArgs,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
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

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Seats {
    /// Bots change seats from play to play, so that each sits everywhere equally often
    Rotate,
    /// Bot k sits in seat k
    Fixed,
}

impl Seats {
    pub(super) const fn seating(self) -> Seating {
        match self {
            Self::Rotate => Seating::Rotate,
            Self::Fixed => Seating::Fixed,
        }
    }
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    /// That of --a and --set-a
    A,
    /// That of --b and --set-b
    B,
}

impl Side {
    /// Its name in the record.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// Who plays what: all that decides what happens in a play.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TableArgs {
    /// The game's id
    pub(super) game: String,

    /// Seats (default: the number of bots if more than one is named, else the game's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(super) players: Option<u64>,

    /// One bot for all seats, or one per seat: a name, or name:key=value,key=value
    #[arg(long, value_name = "BOT", num_args = 1.., default_value = "greedy")]
    pub(super) bots: Vec<String>,

    /// An unsigned 64-bit number; the same options and seed give the same plays
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(super) seed: u64,

    /// Who sits where from play to play
    #[arg(long, value_enum, default_value = "rotate")]
    pub(super) seats: Seats,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(super) sandbox: bool,

    #[command(flatten)]
    pub(super) rules: RuleArgs,
}

/// What becomes of a play in which a bot fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnError {
    /// Stop; the plays before are kept
    Stop,
    /// The seat goes on at random and is ranked last
    Forfeit,
}

impl OnError {
    /// Says so to these bots.
    pub(super) fn tell(self, bots: &mut [BotSpec]) {
        for bot in bots {
            bot.on_error = match self {
                Self::Stop => OnBotError::Stop,
                Self::Forfeit => OnBotError::Forfeit,
            };
        }
    }
}

/// How the table of plays is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// games.csv
    Csv,
    /// games.parquet
    Parquet,
}

/// How deep an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Depth {
    /// What can be seen in the plays themselves; at most doubles the time
    Basic,
    /// Also what takes searches
    Deep,
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "Examples:
  ludometer run pure-profit
  ludometer run pure-profit --players 3 --games 1e6 --seed 7 --out reports/three
  ludometer run pure-profit --bots greedy random random random --per-game
  ludometer run pure-profit --set deck.steal_three=0 --bots mcts:iterations=200 --games 500
  ludometer run pure-profit --games 20_000 --analyze --target-length 20..40
  ludometer run pure-profit --games 20_000 --analyze=deep --skill --card-values
  ludometer run pure-profit --games 1e9 --out night
  ludometer run pure-profit --games 1e9 --out night --resume
  ludometer run pure-profit --games 1e9 --shard 3/8 --out part3

The folder then holds summary.csv, strategies.csv, seats.csv, matchups.csv, cards.csv, lengths.csv, \
    with --per-game also games.csv, and run.json with all that is needed to repeat the run.")]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) table: TableArgs,

    /// Plays, such as `1_000_000` or 1e6
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, default_value = "100_000")]
    pub(super) games: u64,

    /// Where the files go (default: reports/<game>-<seed>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Replace the results of another run in the folder
    #[arg(long)]
    pub(super) force: bool,

    /// Go on where an interrupted or killed run of the same options stopped
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,

    /// Seconds between checkpoints, 0 for one after every few plays
    #[arg(long, value_name = "SECONDS", value_parser = whole, allow_negative_numbers = true, default_value = "5")]
    pub(super) checkpoint: u64,

    /// Also write games.csv (or games.parquet), a row per play
    #[arg(long)]
    pub(super) per_game: bool,

    /// What becomes of a play in which a bot crashes, hangs or answers illegally
    #[arg(long, value_enum, default_value = "stop")]
    pub(super) on_bot_error: OnError,

    /// Measure the time of each decision (then the files are no longer reproducible)
    #[arg(long)]
    pub(super) timing: bool,

    /// Also analyse the plays: balance, tension, waiting, card use, rule coverage (deep: with searches)
    #[arg(long, value_enum, value_name = "DEPTH", num_args = 0..=1, require_equals = true, default_missing_value = "basic")]
    pub(super) analyze: Option<Depth>,

    /// Also play the bot levels against each other, and deals again and again (implies --analyze)
    #[arg(long)]
    pub(super) skill: bool,

    /// Also play with one copy more and less of each card (implies --analyze; takes long)
    #[arg(long)]
    pub(super) card_values: bool,

    /// The length that plays should have, such as 20..40 (turns), rounds=5..8 or decisions=100..300:
    /// how many plays have it, and how far they are from it (implies --analyze)
    #[arg(long, value_name = "MIN..MAX")]
    pub(super) target_length: Option<TargetLength>,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(super) threads: Option<u64>,

    /// Play only the i-th of n equal parts, from 1; `merge` joins them
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<String>,

    /// Format of the table of plays (parquet: also without --per-game)
    #[arg(long, value_enum, default_value = "csv")]
    pub(super) format: Format,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(super) quiet: bool,

    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "Examples:
  ludometer run pure-profit --games 1e6 --shard 1/2 --out part1
  ludometer run pure-profit --games 1e6 --shard 2/2 --out part2
  ludometer merge part1 part2 --out whole

Shards that don't belong together, are missing, doubled, unfinished or damaged are refused and named.")]
pub(super) struct MergeArgs {
    /// The folders of all shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub(super) folders: Vec<PathBuf>,

    /// Where the files go
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// Replace the results of another run in the folder
    #[arg(long)]
    pub(super) force: bool,

    /// Join consecutive shards of a run that isn't complete into one, to be merged later
    #[arg(long)]
    pub(super) partial: bool,

    /// No progress bar
    #[arg(long)]
    pub(super) quiet: bool,

    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer run pure-profit --per-game && ludometer report reports/pure-profit-0
  ludometer report reports/pure-profit-0 -o pages/pure-profit.html

The page, report.html in the folder, needs no network and no other file: findings on top, plots with a \
    sentence about each, tables that sort by a click, and the commands that replay the plays behind \
    them. The plots are written as SVG files too, to the folder plots beside the page.")]
pub(super) struct ReportArgs {
    /// The folder that `run`, `tournament`, `compare`, `check`, `sweep` or `tune` wrote
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// Write the page to this file instead of DIR/report.html
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer trace pure-profit --game 0
  ludometer trace pure-profit --game 123 --players 3 --seed 7 --jsonl
  ludometer trace pure-profit --game 5 --bots mcts greedy --jsonl --check-view
  ludometer trace --run reports/pure-profit-0 --game 5
  ludometer trace --run reports/pure-profit-0 --game 5 --from 10 --bots mcts
  ludometer trace --run reports/pure-profit-compare-0 --side b --game 5
  ludometer trace pure-profit --game 5 --run-bots random --from 10 --bots mcts

With the options of a run, or with --run and its folder, play I is the one in row I of its games.csv. \
    With the folder of a comparison it is play I of one side; the same play of the other side had the same \
    random numbers, if they were paired.

With --from, the bots of the run play up to turn T, and those of --bots go on from there: what would \
    they have done? A `branch` event stands where they take over. The bots of the run are then those \
    of --run, or of --run-bots (by default greedy, as in a run).")]
pub(super) struct TraceArgs {
    /// The game's id
    #[arg(required_unless_present = "run")]
    pub(super) game: Option<String>,

    /// The folder of the run or comparison (instead of the run's options): its run.json or compare.json tells what was
    /// played
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "run_bots", "seed", "seats", "rules", "set"])]
    pub(super) run: Option<PathBuf>,

    /// Which side of a comparison, if the folder is one's
    #[arg(long, value_enum, requires = "run")]
    pub(super) side: Option<Side>,

    /// Seats (default: the number of bots if more than one is named, else the game's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(super) players: Option<u64>,

    /// The run's bots: one for all seats, or one per seat; with --from, those that play on [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(super) bots: Vec<String>,

    /// With --from: the bots of the run, which play up to there [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1.., requires = "from")]
    pub(super) run_bots: Vec<String>,

    /// Play on from turn T with the bots of --bots
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32), allow_negative_numbers = true, requires = "bots")]
    pub(super) from: Option<u32>,

    /// The run's seed [default: 0]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    /// Who sits where from play to play [default: rotate]
    #[arg(long, value_enum)]
    pub(super) seats: Option<Seats>,

    #[command(flatten)]
    pub(super) rules: RuleArgs,

    /// The play's number in the run, from 0
    #[arg(long = "game", id = "index", value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub(super) index: u64,

    /// What becomes of a play in which a bot crashes, hangs or answers illegally
    #[arg(long, value_enum, default_value = "stop")]
    pub(super) on_bot_error: OnError,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(super) sandbox: bool,

    /// One JSON object a line
    #[arg(long, visible_alias = "json")]
    pub(super) jsonl: bool,

    /// Each decision also tells what the deciding bot could see
    #[arg(long)]
    pub(super) check_view: bool,

    /// No warnings
    #[arg(long)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) of_run: RunOnly,
}

/// Options of a run that make no difference to a single play: accepted so that a run's options can
/// be repeated as they were.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct RunOnly {
    #[arg(long, hide = true, value_parser = whole, allow_negative_numbers = true)]
    pub(super) games: Option<u64>,
    #[arg(long, hide = true)]
    out: Option<PathBuf>,
    #[arg(long, hide = true)]
    force: bool,
    #[arg(long, hide = true)]
    resume: bool,
    #[arg(long, hide = true)]
    checkpoint: Option<String>,
    #[arg(long, hide = true)]
    per_game: bool,
    #[arg(long, hide = true)]
    timing: bool,
    #[arg(long, hide = true, num_args = 0..=1, require_equals = true, default_missing_value = "basic")]
    analyze: Option<String>,
    #[arg(long, hide = true)]
    skill: bool,
    #[arg(long, hide = true)]
    card_values: bool,
    #[arg(long, hide = true)]
    target_length: Option<String>,
    #[arg(long, hide = true)]
    threads: Option<String>,
    #[arg(long, hide = true)]
    shard: Option<String>,
    #[arg(long, hide = true)]
    format: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer play pure-profit
  ludometer play pure-profit --bots mcts:iterations=2000 --players 3 --seat 1 --seed 7
  ludometer play even-odd --bots greedy random --trace mine.jsonl

Answer with the number of a choice, its words, or its first letters; `help` tells the rest. At the end \
    the whole play, hidden cards too, is in the trace file: JSON lines, as `trace --jsonl` writes them.")]
pub(super) struct PlayArgs {
    /// The game's id
    pub(super) game: String,

    /// One bot for all other seats, or one for each of them in turn
    #[arg(long, value_name = "BOT", num_args = 1.., default_value = "greedy")]
    pub(super) bots: Vec<String>,

    /// Seats (default: one more than the bots if several are named, else the game's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(super) players: Option<u64>,

    /// Your seat, from 0
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(super) seat: u64,

    /// An unsigned 64-bit number; the same seed and the same answers give the same play
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) rules: RuleArgs,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(super) sandbox: bool,

    /// Where the trace goes (default: <game>-<seed>.jsonl)
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,

    /// Replace a trace file that is there
    #[arg(long)]
    pub(super) force: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer tournament pure-profit --bots random greedy mcts:iterations=100 --deals 200
  ludometer tournament pure-profit --bots random greedy --players 2,4 --anchor random
  ludometer tournament even-odd --bots random greedy mcts --until settled:alpha=0.01,margin=0.02

Each deal is played by every set of bots that fills the table, in every rotation of their seats, with \
    the same chance: luck of the deal cancels, and deals are the unit of all intervals. The folder then \
    holds ratings.csv, payoff.csv, pairs.csv, and tournament.json with all that is needed to repeat it.")]
pub(super) struct TournamentArgs {
    /// The game's id
    pub(super) game: String,

    /// Two bots or more: a name, or name:key=value,key=value
    #[arg(long, value_name = "BOT", num_args = 1.., required = true)]
    pub(super) bots: Vec<String>,

    /// Numbers of players, such as 2,4 (default: the game's usual number)
    #[arg(long, value_name = "N", num_args = 1.., value_delimiter = ',', value_parser = whole, allow_negative_numbers = true)]
    pub(super) players: Vec<u64>,

    /// Deals at each number of players (default: 1000; with --until at most so many, by default `100_000`)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(super) deals: Option<u64>,

    /// As many whole deals as fit into so many plays
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, conflicts_with = "deals")]
    pub(super) games: Option<u64>,

    /// Go on until the order of all pairs is settled: `settled`, or `settled:alpha=0.05,margin=0.02`,
    /// where bots within the margin (of wins a play) count as equal
    #[arg(long, value_name = "WHEN")]
    pub(super) until: Option<String>,

    /// What becomes of a play in which a bot crashes, hangs or answers illegally
    #[arg(long, value_enum, default_value = "stop")]
    pub(super) on_bot_error: OnError,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(super) sandbox: bool,

    /// The bot that has 1000 rating points (default: all bots have 1000 on average)
    #[arg(long, value_name = "BOT")]
    pub(super) anchor: Option<String>,

    /// An unsigned 64-bit number; the same options and seed give the same plays
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(super) seed: u64,

    #[command(flatten)]
    pub(super) rules: RuleArgs,

    /// Where the files go (default: reports/<game>-tournament-<seed>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Replace the results of another tournament in the folder
    #[arg(long)]
    pub(super) force: bool,

    /// Go on where an interrupted or killed tournament of the same options stopped
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,

    /// Seconds between checkpoints, 0 for one after every few deals
    #[arg(long, value_name = "SECONDS", value_parser = whole, allow_negative_numbers = true, default_value = "5")]
    pub(super) checkpoint: u64,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(super) threads: Option<u64>,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(super) quiet: bool,

    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer audit pure-profit --bots mcts:iterations=100
  ludometer audit film-rummy --bots strategies/rules_of_thumb.luau --positions 5000
  ludometer audit even-odd --bots strategies/python_bot.toml random random random

The bots play among themselves. Wherever one has a choice, all it can't see is dealt anew, its random \
    numbers are put back, and it is asked again: its choice must be the same. Exit status 0: it always \
    was; 1: it was not, or the bot failed.")]
pub(super) struct AuditArgs {
    #[command(flatten)]
    pub(super) table: TableArgs,

    /// Positions with more than one legal action to look at
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, default_value = "1000")]
    pub(super) positions: u64,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(super) quiet: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer bench
  ludometer bench pure-profit --bots greedy mcts:iterations=200 --time 3
  ludometer bench pure-profit --players 2 --threads 1 2 4 --json
  ludometer bench pure-profit --split --bots mcts:iterations=1000")]
pub(super) struct BenchArgs {
    /// The games' ids (default: all games)
    #[arg(value_name = "GAME")]
    pub(super) games: Vec<String>,

    /// The bots, each one in all seats in turn
    #[arg(long, value_name = "BOT", num_args = 1.., default_values = ["random", "greedy", "mcts"])]
    pub(super) bots: Vec<String>,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(super) sandbox: bool,

    /// Seats (default: the game's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(super) players: Option<u64>,

    /// Numbers of threads (default: one, and all cores)
    #[arg(long, value_name = "T", num_args = 1.., value_parser = whole, allow_negative_numbers = true)]
    pub(super) threads: Vec<u64>,

    /// Seconds a measurement
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value = "1")]
    pub(super) time: f64,

    /// Measure instead where the time of the search bots' iterations goes, on one thread
    #[arg(long, conflicts_with = "threads")]
    pub(super) split: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer completions bash > ~/.local/share/bash-completion/completions/ludometer
  ludometer completions zsh > ~/.zfunc/_ludometer")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}
