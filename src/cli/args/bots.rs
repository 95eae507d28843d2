//! Bots beside each other, honest and fast.

use std::path::PathBuf;

use super::job::JobArgs;
use ludometer_spec::{ExploitSpec, Minutes, OUTPUT, TableSpec, TournamentSpec, TrainSpec, whole};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer tournament pure-profit --players 2,4
  ludometer tournament pure-profit --bots random greedy mcts:iterations=100 --games 10k
  ludometer tournament pure-profit --bots random greedy --players 2,4 --anchor random --out sizes
  ludometer tournament even-odd --bots random greedy mcts --until settled:alpha=0.01,margin=0.02

Each deal is played by every set of bots that fills the table, in an order drawn for the deal and every \
    rotation of it, with the same chance: luck of the deal cancels, and deals are the unit of all intervals. The folder then \
    holds ratings.csv, payoff.csv, pairs.csv, and tournament.json with all that is needed to repeat it.")]
pub(in crate::cli) struct TournamentArgs {
    #[command(flatten)]
    pub(in crate::cli) spec: TournamentSpec,

    /// Stop when so many minutes are over (not repeatable: the record says how many deals it was)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(in crate::cli) minutes: Option<Minutes>,

    #[command(flatten)]
    pub(in crate::cli) job: JobArgs,
}

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer exploit pure-profit
  ludometer exploit even-odd --against learned --games 8000
  ludometer exploit film-rummy --set deck.jokers=20 --try strategies/mine.luau
  ludometer exploit even-odd --chain 4
  ludometer exploit greed-street --learn strategies/beats_it.toml --lessons 20000
  ludometer exploit games/leduc_poker.luau --against mcts:iterations=100 --exact

Candidates take one seat among such bots: the bot itself with one kind of action forbidden or forced, greedy with \
    another weight, the other bots, and those of --try. Copies, which choose as the bot does in each decision of 24 games, \
    are left out. The others race each other in the same games, the worse half goes after each round (none before it has \
    had 32 games), and the one that is left plays fresh games. A card or an action that is too strong shows in \
    what wins. What is found is a lower bound: there may be better strategies. Exit status 0, whether one was found \
    or not.

--learn lets a network learn to beat the bot, as train --method value --against BOT does, and tries what came of it, too.

--chain looks for what beats the strategy that was found, and so on: until nothing does (then that strategy dominates \
    the others), or one comes round again (then they counter each other).

--exact is for games that are small enough to go through all that can happen in them, chance included. The best answer \
    to the bot is then known for each seat, and what it gains on average is the bot's exploitability.")]
pub(in crate::cli) struct ExploitArgs {
    #[command(flatten)]
    pub(in crate::cli) spec: ExploitSpec,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<u64>,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer audit pure-profit --bots mcts:iterations=100
  ludometer audit film-rummy --bots strategies/rules_of_thumb.luau --positions 5000
  ludometer audit even-odd --bots strategies/python_bot.toml random random random

The bots play among themselves. Wherever one has a choice, all it can't see is dealt anew, its random \
    numbers are put back, and it is asked again: its choice must be the same. Then each bot from a file is \
    asked for its seat alone, started anew, the last seat and the last game first: what it learned in other seats or games \
    is missing then, and its choices must be the same. Exit status 0: they always were; 1: they were \
    not, or the bot failed.")]
pub(in crate::cli) struct AuditArgs {
    #[command(flatten)]
    pub(in crate::cli) table: TableSpec,

    /// Positions with more than one legal action to look at
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, default_value = "1000")]
    pub(in crate::cli) positions: u64,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer bench
  ludometer bench pure-profit --bots greedy mcts:iterations=200 --time 3
  ludometer bench pure-profit --players 2 --threads 1 2 4 --json
  ludometer bench pure-profit --split --bots mcts:iterations=1000
  ludometer bench my_game.luau
  ludometer bench my_game.luau --program

Of a script, it shows as well where the time goes: by step, act and appeal, and by line.")]
pub(in crate::cli) struct BenchArgs {
    /// Ids of game designs (default: all)
    #[arg(value_name = "GAME")]
    pub(in crate::cli) games: Vec<String>,

    /// The bots, each one in all seats in turn
    #[arg(long, value_name = "BOT", num_args = 1.., default_values = ["random", "greedy", "mcts"])]
    pub(in crate::cli) bots: Vec<String>,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    /// Seats (default: the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// Numbers of threads (default: one, and all cores)
    #[arg(long, value_name = "T", num_args = 1.., value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Vec<u64>,

    /// Seconds a measurement
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value = "1")]
    pub(in crate::cli) time: f64,

    /// Measure instead where the time of the search bots' iterations goes, on one thread
    #[arg(long, conflicts_with = "threads")]
    pub(in crate::cli) split: bool,

    /// Print instead the instructions of a game script, with the line of each
    #[arg(long, conflicts_with_all = ["threads", "split", "json"])]
    pub(in crate::cli) program: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer train even-odd -o strategies/mine.toml
  ludometer train pure-profit --players 3 --rules mine.toml --games 1e6 -o strategies/three.toml
  ludometer train even-odd --from strategies/mine.toml --seed 2 -o strategies/better.toml
  ludometer train even-odd --method value --minutes 10 -o strategies/network.toml
  ludometer train im-the-boss --method value --teacher mcts:iterations=50 -o strategies/taught.toml
  ludometer train film-rummy --method value --against learned -o strategies/beats_it.toml
  ludometer train even-odd --method value --against greedy --against mcts:iterations=50 -o b.toml
  ludometer train games/kuhn_poker.luau --method regret -o strategies/kuhn.toml
  ludometer run even-odd --bots strategies/mine.toml greedy greedy greedy

--method weights learns settings of greedy. The best ones so far hold all seats but one; challengers, which differ in one setting, \
race each other in the last seat, and the one that is left takes over if it wins clearly more than its share of \
fresh games. A fifth of the games is held out: in the end the learned settings play it against the starting ones, \
and are written only if they are better by the 95 % interval (otherwise the file has the starting ones). The same \
options and seed learn the same for any number of threads. Interrupted, the file has the best until then; go on \
with --from.

--method value learns a small network that values positions: first from games of greedy, then by playing against greedy, \
itself and its former states. The bot tries each action in imagined states, values what follows, and departs from greedy's \
choice where it expects more by a margin. One file plays at all numbers of players, and under rule sets in which the numbers of \
cards are half to one and a half of those of the rulebook, or what --vary asks for. The file holds the network, what it was \
trained on and how strong it is in games used for nothing else; beside it stand FILE with .curve.csv and, as a page, .curve.html: its strength in the course of the lessons. With --games the \
same options and seed write the same bytes on one machine, for any number of threads. Interrupted, FILE has the network until then; --resume with the same options goes on from FILE with .checkpoint, to the same bytes.

--method regret solves a game that is small enough to go through all that can happen in it, chance included, at one number of players. Round by round every player learns what it regrets not to have done (CFR+), and the average of the rounds is the strategy: where two play against each other, near an equilibrium, with mixed choices where those are needed. How near, its exploitability says. Beside FILE stand its exploitability in the course of the rounds (.curve.csv, and .curve.html as a page) and the probability of each action for all that a player can be shown (.policy.csv).")]
pub(in crate::cli) struct TrainArgs {
    #[command(flatten)]
    pub(in crate::cli) spec: TrainSpec,

    /// The strategy file to write (.toml)
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<u64>,

    #[command(flatten)]
    pub(in crate::cli) again: AgainArgs,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,

    /// With value and regret, show the page of the learning curve in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,
}

/// What becomes of what stands in the way of `train`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct AgainArgs {
    /// Replace the file if it is there
    #[arg(long)]
    pub(in crate::cli) force: bool,

    /// With value, go on with lessons that were interrupted: the same options, with FILE's .checkpoint beside it
    #[arg(long, conflicts_with = "force")]
    pub(in crate::cli) resume: bool,
}
