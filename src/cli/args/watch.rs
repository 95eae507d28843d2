//! Single games: narrated again, reviewed, or played by a person.

use std::path::PathBuf;

use ludometer_bots::OnBotError;
use ludometer_run::Seating;
use ludometer_spec::{BUDGET, OUTPUT, ReviewedSpec, RuleSpec, Side, on_bot_error, seat, seats, whole};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer trace pure-profit --game 0
  ludometer trace pure-profit --game 0 --seat B --from 5 --to 12
  ludometer trace pure-profit --game 123 --players 3 --seed 7 --jsonl
  ludometer trace pure-profit --game 5 --bots mcts greedy --jsonl --check-view
  ludometer trace --run reports/pure-profit-0 --game 5
  ludometer trace --run reports/pure-profit-0 --game 5 --from 10 --bots mcts
  ludometer trace --run reports/pure-profit-compare-0 --side b --game 5
  ludometer trace pure-profit --game 5 --run-bots random --from 10 --bots mcts

The game is narrated in sentences, with what else could have been chosen in brackets. With --seat it is narrated as \
    that player knows it; --full shows every line with all its fields, --jsonl is for programs.

With the options of a run, or with --run and its folder, game I is the one in row I of its games.csv. \
    The folder of a shard has the games of the shard. With the folder of a comparison it is game I of one side; the same game of the other side had the same \
    random numbers, if they were paired.

With --from and --bots, the bots of the run play up to turn T, and those of --bots go on from there: what would \
    they have done? A `branch` event stands where they take over. The bots of the run are then those \
    of --run, or of --run-bots (by default greedy, as in a run).")]
pub(in crate::cli) struct TraceArgs {
    #[command(flatten)]
    pub(in crate::cli) replay: ReplayArgs,

    /// With --from: the bots of the run, which play up to there [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1.., requires = "from", conflicts_with = "run")]
    pub(in crate::cli) run_bots: Vec<String>,

    /// With --bots: play on from turn T, counted from 1, with them; without: tell the game from turn T on
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32), allow_negative_numbers = true)]
    pub(in crate::cli) from: Option<u32>,

    /// Tell the game up to turn T
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32), allow_negative_numbers = true, conflicts_with_all = ["jsonl", "full"])]
    pub(in crate::cli) to: Option<u32>,

    /// Tell only what this player knows: a letter, or a seat from 0
    #[arg(long, value_name = "PLAYER", value_parser = seat, allow_negative_numbers = true, conflicts_with_all = ["jsonl", "full", "check_view"])]
    pub(in crate::cli) seat: Option<u64>,

    /// Every line with all its fields, and the whole state at the beginning and the end
    #[arg(long, conflicts_with = "jsonl")]
    pub(in crate::cli) full: bool,

    /// One JSON object a line
    #[arg(long, visible_alias = "json")]
    pub(in crate::cli) jsonl: bool,

    /// Each decision also tells what the deciding bot could see (with --jsonl, or as with --full)
    #[arg(long)]
    pub(in crate::cli) check_view: bool,

    /// The games of the run; the run's other options are accepted as well and make no difference to one of its games.
    #[arg(long, aliases = BUDGET, hide = true, value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) games: Option<u64>,
}

/// Which game of which run is replayed.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct ReplayArgs {
    /// The game's id
    #[arg(required_unless_present = "run")]
    pub(in crate::cli) game: Option<String>,

    /// The folder of the run or comparison (instead of the run's options): its run.json or compare.json tells what was
    /// played
    #[arg(long, value_name = "DIR", conflicts_with_all = ["players", "seed", "seats", "rule_file", "settings"])]
    pub(in crate::cli) run: Option<PathBuf>,

    /// Which side of a comparison, if the folder is one's
    #[arg(long, value_enum, requires = "run")]
    pub(in crate::cli) side: Option<Side>,

    /// Seats (default: the number of bots if more than one is named, else the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// The run's bots: one for all seats, or one per seat; for `trace --from`, those that play on [default: greedy]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pub(in crate::cli) bots: Vec<String>,

    /// The run's seed [default: 0]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) seed: Option<u64>,

    /// Who sits where from game to game [default: rotate]
    #[arg(long, value_parser = seats())]
    pub(in crate::cli) seats: Option<Seating>,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleSpec,

    /// The game's number in the run, from 0
    #[arg(
        long = "game",
        id = "index",
        value_name = "I",
        value_parser = whole,
        allow_negative_numbers = true,
        default_value_t = 0
    )]
    pub(in crate::cli) index: u64,

    /// What becomes of a game in which a bot crashes, hangs or answers illegally [default: as in the folder's run, or
    /// stop]
    #[arg(long, value_parser = on_bot_error())]
    pub(in crate::cli) on_bot_error: Option<OnBotError>,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    /// With --run: start the programs that played the run, with your rights; what a record from elsewhere names is
    /// somebody else's
    #[arg(long, requires = "run")]
    pub(in crate::cli) trust: bool,

    /// No warnings, no progress bar
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
}

impl TraceArgs {
    /// Returns the turn from which other bots play, if any do.
    pub(in crate::cli) fn branch(&self) -> Option<u32> {
        self.from.filter(|_| !self.replay.bots.is_empty())
    }

    /// Returns the first turn that is shown.
    pub(in crate::cli) fn first_turn(&self) -> u32 {
        self.from.filter(|_| self.replay.bots.is_empty()).unwrap_or(0)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer review pure-profit
  ludometer review pure-profit --game 7 --seat B --worlds 2000
  ludometer review pure-profit --game 0 --decision 12 --worlds 1000
  ludometer review --run reports/pure-profit-0 --game 5
  ludometer review pure-profit --games 100 --bots mcts greedy greedy greedy --out habits
  ludometer review pure-profit --games 40 --ask random mcts:iterations=100 mcts
  ludometer review pure-profit --games 200 --first
  ludometer review pure-profit --decision 46 --policy learned --worlds 200

Every legal action of every decision is tried in imagined worlds that agree with all that the mover knew, the same \
    worlds and the same luck for each, and the game is played on to the end by --policy in all seats. What \
    an action is worth is the mover's mean share of the win. What looks like a loss of \
    2 points of win chance or more is tried again in four times as many new worlds. A choice is marked `mistake` if the loss \
    holds there, allowing for all choices of the game (chance alone marks any of them in at most one game of 20), \
    and `blunder` from about 10 points on. Of a mistake you read what the better action leads to: the choices \
    that are made more or less often after it than after the chosen one, in 200 imagined games, until the mover's next turn ends.

With --games N the games from --game on are reviewed together: which kinds of choices cost most, by \
    bot, and in which phases games are decided. With --first only the first choice of each player in each phase is valued: what it \
    brings more than the mean of all that could be chosen.")]
pub(in crate::cli) struct ReviewArgs {
    #[command(flatten)]
    pub(in crate::cli) replay: ReplayArgs,

    #[command(flatten)]
    pub(in crate::cli) reviewed: ReviewedSpec,

    /// Threads (default: all cores); the results are the same
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<u64>,

    /// Write actions.csv, decisions.csv, habits.csv, openings.csv, stakes.csv, calibration.csv, asked.csv and differences.csv to this folder
    #[arg(short, long, alias = OUTPUT, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Write to a folder that is not empty
    #[arg(long, requires = "out")]
    pub(in crate::cli) force: bool,

    /// Go on with a review of many games that broke off in the folder of --out; begin it if there is none
    #[arg(long, requires = "out", conflicts_with_all = ["force", "decision"])]
    pub(in crate::cli) resume: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer watch pure-profit --game 0 --open
  ludometer watch pure-profit --game 0 --seat B -o as-B.html
  ludometer watch --run reports/pure-profit-0 --game 5 --also 17 60 --open
  ludometer watch games/river_race.luau --game 3 --worlds 0

The page needs nothing beside it and no network. Arrow keys go from step to step, Page Up and Page Down from turn to \
    turn, M to the next mistake. It shows all hands, or with --seat only what that player knows: nothing \
    else is in the file. Choices are valued as by `review`; --worlds 0 leaves that out.")]
pub(in crate::cli) struct WatchArgs {
    #[command(flatten)]
    pub(in crate::cli) replay: ReplayArgs,

    /// More games on the same page, by their numbers
    #[arg(long, value_name = "I", num_args = 1.., value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) also: Vec<u64>,

    /// Show only what this player knows: a letter, or a seat from 0
    #[arg(long, value_name = "PLAYER", value_parser = seat, allow_negative_numbers = true)]
    pub(in crate::cli) seat: Option<u64>,

    /// Imagined worlds a choice at most, 0 for no values [default: as many as fit in about 10 seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000), allow_negative_numbers = true)]
    pub(in crate::cli) worlds: Option<u32>,

    /// Who plays on after an action, in all seats: any bot, though `greedy` and `random` are many times as fast
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    pub(in crate::cli) policy: String,

    /// Threads (default: all cores); the page is the same
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<u64>,

    /// The page [default: GAME-SEED-game-I.html, with --seat GAME-as-PLAYER.html]
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Replace a file that is there already
    #[arg(long)]
    pub(in crate::cli) force: bool,

    /// Show the page in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer play pure-profit
  ludometer play pure-profit --bots mcts:iterations=2000 --players 3 --seat 1 --seed 7
  ludometer play even-odd --bots greedy random --trace mine.jsonl
  ludometer play even-odd --bots greedy random --resume mine.jsonl

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

    /// Your seat, from 0, or your letter, from A
    #[arg(long, value_name = "K", value_parser = seat, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seat: u64,

    /// An unsigned 64-bit number; the same seed and the same answers give the same game
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seed: u64,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleSpec,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    /// Go on with the game that broke off and left this trace: with the options with which it began. The trace goes there
    /// again
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) resume: Option<PathBuf>,

    /// Where the trace goes (default: <game>-<seed>.jsonl; -2, -3 and so on for more of them)
    #[arg(short = 'o', long, aliases = ["out", OUTPUT], value_name = "FILE")]
    pub(in crate::cli) trace: Option<PathBuf>,

    /// Replace a trace file that is there
    #[arg(long)]
    pub(in crate::cli) force: bool,
}
