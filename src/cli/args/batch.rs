//! A run and what is made of its folder.

use std::path::PathBuf;

use clap::builder::TypedValueParser;

use super::job::JobArgs;
use super::shared::{BUDGET, OUTPUT, whole, words};
use super::table::{Minutes, TableArgs, on_bot_error};
use ludometer_bots::OnBotError;
use ludometer_report::PlaysFormat;
use ludometer_run::{CardPrecision, Depth};
use ludometer_stats::TargetLength;

/// How the table of games is written, as it is named.
fn format() -> impl TypedValueParser<Value = PlaysFormat> {
    words(&[("csv", PlaysFormat::Csv, "games.csv"), ("parquet", PlaysFormat::Parquet, "games.parquet")])
}

/// How deep an analysis goes, as it is named.
fn depth() -> impl TypedValueParser<Value = Depth> {
    words(&[
        (
            "basic",
            Depth::Basic,
            "What can be seen in the games themselves; games of `random` and `greedy` are played beside it, half a second's or more, \
             so that a short run takes many times as long, and one of 20,000 games two to four times",
        ),
        ("deep", Depth::Deep, "Also what takes searches"),
    ])
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "Examples:
  ludometer run pure-profit
  ludometer run pure-profit --players 3 --games 1e6 --seed 7 --out reports/three
  ludometer run pure-profit --bots greedy random random random --per-game --out reports/bots
  ludometer run pure-profit --set deck.steal_three=0 --bots mcts:iterations=200 --games 500 --out s
  ludometer run pure-profit --games 20_000 --analyze --target-length 20..40 --out plain
  ludometer run pure-profit --games 20_000 --analyze=deep --skill --card-values --out deep
  ludometer run pure-profit --games 1e9 --out night
  ludometer run pure-profit --bots mcts --minutes 10 --out ten
  ludometer run pure-profit --games 1e9 --out night --resume
  ludometer run pure-profit --games 1e9 --shard 3/8 --out part3

The folder then holds summary.csv, strategies.csv, seats.csv, matchups.csv, cards.csv, lengths.csv, \
    with --per-game also games.csv, and run.json with all that is needed to repeat the run.")]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(in crate::cli) table: TableArgs,

    /// Games, such as `1_000_000`, 1m or 1e6 (default: `100_000`, or with --minutes as many as there is time for)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) games: Option<u64>,

    /// Stop when so many minutes are over; the results are those of the games done, and the record's command repeats
    /// them (how many there are isn't repeatable)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(in crate::cli) minutes: Option<Minutes>,

    /// Also write games.csv (or games.parquet), a row per game
    #[arg(long)]
    pub(in crate::cli) per_game: bool,

    /// What becomes of a game in which a bot crashes, hangs or answers illegally
    #[arg(long, value_parser = on_bot_error(), default_value = "stop")]
    pub(in crate::cli) on_bot_error: OnBotError,

    /// Measure the time of each decision (then the files are no longer reproducible)
    #[arg(long)]
    pub(in crate::cli) timing: bool,

    /// Also analyse the games: balance, tension, waiting, card use, rule coverage (deep: with searches)
    #[arg(long, value_parser = depth(), value_name = "DEPTH", num_args = 0..=1, require_equals = true, default_missing_value = "basic")]
    pub(in crate::cli) analyze: Option<Depth>,

    /// Also play the bot levels against each other, and deals again and again: what bots, seats, deals and
    /// draws explain of the outcomes (implies --analyze)
    #[arg(long)]
    pub(in crate::cli) skill: bool,

    /// Also play with one copy more and less of each card (implies --analyze; takes long)
    #[arg(long)]
    pub(in crate::cli) card_values: bool,

    /// How exact card values should become: half the interval of a game's turns, in percent of their
    /// mean; games are added until it is reached or the budget is spent (implies --card-values)
    /// [default: 0.5]
    #[arg(long, value_name = "PERCENT")]
    pub(in crate::cli) card_precision: Option<CardPrecision>,

    /// The length that games should have, such as 20..40 (turns), rounds=5..8 or decisions=100..300:
    /// how many games have it, and how far they are from it (implies --analyze)
    #[arg(long, value_name = "MIN..MAX")]
    pub(in crate::cli) target_length: Option<TargetLength>,

    /// Play only the i-th of n equal parts, from 1; `merge` joins them
    #[arg(long, value_name = "I/N")]
    pub(in crate::cli) shard: Option<String>,

    /// Format of the table of games (parquet: also without --per-game)
    #[arg(long, value_parser = format(), default_value = "csv")]
    pub(in crate::cli) format: PlaysFormat,

    /// Write the page and show it in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,

    #[command(flatten)]
    pub(in crate::cli) job: JobArgs,
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "Examples:
  ludometer run pure-profit --games 1e6 --shard 1/2 --out part1
  ludometer run pure-profit --games 1e6 --shard 2/2 --out part2
  ludometer merge part1 part2 --out whole

Shards that don't belong together, are missing, doubled, unfinished or damaged are refused and named.")]
pub(in crate::cli) struct MergeArgs {
    /// The folders of all shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub(in crate::cli) folders: Vec<PathBuf>,

    /// Where the files go
    #[arg(short, long, alias = OUTPUT, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,

    /// Replace the results that stand in the folder, whichever command they are of
    #[arg(long)]
    pub(in crate::cli) force: bool,

    /// Join consecutive shards of a run that isn't complete into one, to be merged later
    #[arg(long)]
    pub(in crate::cli) partial: bool,

    /// No progress bar
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    /// Print the summary as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer run pure-profit --per-game --out mine && ludometer report mine
  ludometer report mine -o mine.html
  ludometer report reports --open

The page, report.html in the folder, needs no network and no other file: findings on top, plots with a \
    sentence about each, tables that sort by a click, and the commands that replay the games behind \
    them. The plots are written as SVG files too, beside the page: to the folder plots, or NAME-plots for a page \
    that is named NAME.html by -o.

A folder that holds no results itself, but has folders with results in it, gets an index of them, index.html: \
    what came of each, by design, and the history of each design, version against version. Folders without a page \
    get theirs.")]
pub(in crate::cli) struct ReportArgs {
    /// The folder that `run`, `tournament`, `compare`, `check`, `sweep`, `tune` or `study` wrote, or one with folders of results
    /// in it
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,

    /// Write the page to this file instead of DIR/report.html or DIR/index.html
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Show the page in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,
}
