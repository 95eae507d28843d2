//! Single plays: watched again, or played by a person.

use std::path::PathBuf;

use super::batch::RunOnly;
use super::shared::{OUTPUT, whole};
use super::table::{OnError, RuleArgs, Seats, Side};

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

With the options of a run, or with --run and its folder, game I is the one in row I of its games.csv. \
    The folder of a shard has the games of the shard. With the folder of a comparison it is game I of one side; the same game of the other side had the same \
    random numbers, if they were paired.

With --from, the bots of the run play up to turn T, and those of --bots go on from there: what would \
    they have done? A `branch` event stands where they take over. The bots of the run are then those \
    of --run, or of --run-bots (by default greedy, as in a run).")]
pub(in crate::cli) struct TraceArgs {
    /// The game's id
    #[arg(required_unless_present = "run")]
    pub(in crate::cli) game: Option<String>,

    /// The folder of the run or comparison (instead of the run's options): its run.json or compare.json tells what was
    /// played
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "run_bots", "seed", "seats", "rules", "set"])]
    pub(in crate::cli) run: Option<PathBuf>,

    /// Which side of a comparison, if the folder is one's
    #[arg(long, value_enum, requires = "run")]
    pub(in crate::cli) side: Option<Side>,

    /// Seats (default: the number of bots if more than one is named, else the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// The run's bots: one for all seats, or one per seat; with --from, those that play on [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(in crate::cli) bots: Vec<String>,

    /// With --from: the bots of the run, which play up to there [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1.., requires = "from")]
    pub(in crate::cli) run_bots: Vec<String>,

    /// Play on from turn T with the bots of --bots
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32), allow_negative_numbers = true, requires = "bots")]
    pub(in crate::cli) from: Option<u32>,

    /// The run's seed [default: 0]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) seed: Option<u64>,

    /// Who sits where from game to game [default: rotate]
    #[arg(long, value_enum)]
    pub(in crate::cli) seats: Option<Seats>,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,

    /// The game's number in the run, from 0
    #[arg(long = "game", id = "index", value_name = "I", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) index: u64,

    /// What becomes of a game in which a bot crashes, hangs or answers illegally [default: as in the folder's run, or
    /// stop]
    #[arg(long, value_enum)]
    pub(in crate::cli) on_bot_error: Option<OnError>,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    /// With --run: start the programs that played the run, with your rights; what a record from elsewhere names is
    /// somebody else's
    #[arg(long, requires = "run")]
    pub(in crate::cli) trust: bool,

    /// One JSON object a line
    #[arg(long, visible_alias = "json")]
    pub(in crate::cli) jsonl: bool,

    /// Each decision also tells what the deciding bot could see
    #[arg(long)]
    pub(in crate::cli) check_view: bool,

    /// No warnings
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) of_run: RunOnly,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer play pure-profit
  ludometer play pure-profit --bots mcts:iterations=2000 --players 3 --seat 1 --seed 7
  ludometer play even-odd --bots greedy random --trace mine.jsonl

Answer with the number of a choice, its words, or its first letters; `help` tells the rest. At the end, \
    or when it breaks off, all that was played, hidden cards too, is in the trace file: JSON lines, as \
    `trace --jsonl` writes them.")]
pub(in crate::cli) struct PlayArgs {
    /// The game's id
    pub(in crate::cli) game: String,

    /// One bot for all other seats, or one for each of them in turn
    #[arg(long, value_name = "BOT", num_args = 1.., default_value = "greedy")]
    pub(in crate::cli) bots: Vec<String>,

    /// Seats (default: one more than the bots if several are named, else the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// Your seat, from 0
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seat: u64,

    /// An unsigned 64-bit number; the same seed and the same answers give the same game
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seed: u64,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    /// Where the trace goes (default: <game>-<seed>.jsonl; -2, -3 and so on for more of them)
    #[arg(short = 'o', long, aliases = ["out", OUTPUT], value_name = "FILE")]
    pub(in crate::cli) trace: Option<PathBuf>,

    /// Replace a trace file that is there
    #[arg(long)]
    pub(in crate::cli) force: bool,
}
