//! A run and what is made of its folder.

use std::path::PathBuf;

use super::job::JobArgs;
use ludometer_spec::{Minutes, OUTPUT, RunSpec};

#[derive(Debug, clap::Args)]
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
    pub(in crate::cli) spec: RunSpec,

    /// Stop when so many minutes are over; the results are those of the games done, and the record's command repeats
    /// them (how many there are isn't repeatable)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(in crate::cli) minutes: Option<Minutes>,

    /// Play only the i-th of n equal parts, from 1; `merge` joins them
    #[arg(long, value_name = "I/N")]
    pub(in crate::cli) shard: Option<String>,

    /// Write the page and show it in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,

    /// Do it again whenever the script, a sheet that it reads or another file of the command changes; Ctrl-C ends it
    #[arg(long, conflicts_with = "resume")]
    pub(in crate::cli) watch: bool,

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

    /// List the files that were written
    #[arg(long)]
    pub(in crate::cli) verbose: bool,

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
  ludometer report mine --sheet worth.tsv

The page, report.html in the folder, needs no network and no other file: findings on top, plots with a \
    sentence about each, tables that sort by a click, and the games behind \
    them, step by step. The plots are written as SVG files too, beside the page: to the folder plots, or NAME-plots for a page \
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

    /// Write the figures of cards in place of a page: behind the columns of the sheet that the cards come from, in its rows and
    /// their order, as .csv, .tsv or .xlsx
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "open"])]
    pub(in crate::cli) sheet: Option<PathBuf>,
}
