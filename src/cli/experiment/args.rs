//! The arguments of experiments, as they are typed.

use super::super::args::JobArgs;
use ludometer_spec::{CheckSpec, CompareSpec, Minutes, SweepSpec, TuneSpec};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer compare pure-profit --set-b deck.steal_one=6
  ludometer compare old.luau new.luau
  ludometer compare pure-profit --a a.toml --b b.toml --metrics turns seat_spread=0.005 --out ab
  ludometer compare even-odd --a mcts:iterations=50 --b mcts:iterations=200 --players 4
  ludometer compare pure-profit --set-a bank.goal=8 --set-b bank.goal=9 --precision 0.02 --out goals
  ludometer compare pure-profit --bots mcts --set-b bank.goal=9 --minutes 10
  ludometer compare pure-profit --set-b deck.steal_one=6 --target turns=60..75 --out longer

The verdict stands last, in a sentence: length, seats, what becomes of the changed cards, and whether the bot of the \
table still beats `random` as often (an eighth of the games more). What is open tells how many games would settle it. \
Two bots are compared in the first place of the line-up, with --bots in the others; their metric is \
strategy_win_rate[subject]. Both sides are played with the same random numbers, and looked at as games come in: \
the intervals hold at every look. Verdicts: larger, smaller (on side B), no difference (beyond the precision), \
too few games.

What was played is kept every few seconds: after an interruption of any kind the same command with --resume goes on \
from there, to the same result. The folder then holds compare.csv, both rule sets as a.toml and b.toml (for --rules), and compare.json with all \
that is needed to repeat it. ludometer trace --run FOLDER --side b --game I shows game I of a side, event by event.")]
pub(in crate::cli) struct CompareArgs {
    #[command(flatten)]
    pub(super) spec: CompareSpec,

    /// Stop when so many minutes are over (not repeatable: the record says how many games it was)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(super) minutes: Option<Minutes>,

    #[command(flatten)]
    pub(super) job: JobArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer check pure-profit --gates examples/gates.toml
  ludometer check pure-profit --gates gates.toml --rules mine.toml --json
  ludometer check pure-profit --gate turns=35..60 --gate 'seat_bias[*]=-0.05..0.05'
  ludometer check even-odd --gates gates.toml --players 5 --bots mcts --games 20k

A gates file names figures and their bounds:

  confidence = 0.95          # the chance that no answer is wrong
  games = 500_000            # at most

  [[gate]]
  # as in summary.csv, or a field: seat_win_rate[0], card_played_share[CARD]
  metric = \"turns\"
  min = 35
  max = 60

  [[gate]]
  metric = \"seat_bias[*]\"   # win rate less the fair share, every seat
  min = -0.05
  max = 0.05

Exit status: 0 all gates passed, 3 one failed, 4 undecided (too few games). The games are those of run with the same \
options; it stops as soon as every gate is decided. Files are written only with --out; then what was played is kept \
every few seconds, and the same command with --resume goes on after an interruption of any kind.")]
pub(in crate::cli) struct CheckArgs {
    #[command(flatten)]
    pub(super) spec: CheckSpec,

    /// Stop when so many minutes are over (not repeatable: the record says how many games it was)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(super) minutes: Option<Minutes>,

    #[command(flatten)]
    pub(super) job: JobArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer sweep pure-profit --vary deck.steal_one=2..8
  ludometer sweep pure-profit --vary deck.steal_one=2..8 --vary deck.steal_two=0..6 --out grid
  ludometer sweep pure-profit --vary players=2..4 --vary bots=random,greedy --out b
  ludometer sweep even-odd --vary deck.odd.burn_300=2..12 --vary win.shoes=4..8 --samples 30
  ludometer sweep pure-profit --vary bank.goal=5..9 --metrics turns --precision 0.005 --out p
  ludometer sweep pure-profit --vary bank.goal=5..9 --bots mcts --minutes 10 --out slow

A row of sweep.csv holds what run would count for this rule set. Settings that can't be played are rows that say \
why. With --precision a rule set is played on, up to --max-games, until the 95 % interval of each of --metrics is \
within it (a difference in shares and figures up to 1, relative above). What was played is kept every few seconds: \
after an interruption of any kind the same command with --resume goes on from there.

The folder then holds sweep.csv, effects.csv (mean of each figure by value of each parameter), elasticities.csv \
(slopes, and per cent for per cent) and sweep.json with all that is needed to repeat it.")]
pub(in crate::cli) struct SweepArgs {
    #[command(flatten)]
    pub(super) spec: SweepSpec,

    /// Stop when so many minutes are over: what is done is kept, and the same command with --resume goes on from there
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(super) minutes: Option<Minutes>,

    /// Play only the i-th of n equal parts of the rule sets, from 1; `merge` joins them
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<String>,

    #[command(flatten)]
    pub(super) job: JobArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer tune pure-profit --target examples/targets.toml
  ludometer tune even-odd --target targets.toml --games 5m --players 5 --out tuned
  ludometer tune pure-profit --target turns=35..45 --move deck.steal_one=2..8 --move bank.goal=5..9
  ludometer tune pure-profit --target examples/targets.toml --minutes 10 --out tuned
  ludometer run pure-profit --rules tuned/best.toml --seed 1

A targets file names figures and their bounds, and what may move how far:

  confidence = 0.95          # the chance that what is confirmed meets all targets
  games = 1_000_000          # games in all
  cards = 108                # the whole deck, or [100, 112] (optional)

  [[target]]
  # as in summary.csv, or a field: seat_bias[*], card_played_share[CARD]
  metric = \"turns\"
  min = 35
  max = 45
  weight = 1                 # what a miss counts beside others (optional)

  [[move]]
  key = \"deck.steal_one\"
  min = 2
  max = 8

The search goes for few misses and for a small edit at once, among rule sets that the game does not warn of \
(`--allow-warnings`: among all). What looks best is moved back towards the present \
rules as far as the targets allow, and confirmed in fresh games, the smallest edit first. What was played is \
kept every few seconds: after an interruption of any kind the same command with --resume goes on from there.

The folder then holds tune.csv (all that was tried, and which of it no other is better than in every respect), \
best.toml (or nearest.toml, if nothing was confirmed) for --rules, the targets, and tune.json.")]
pub(in crate::cli) struct TuneArgs {
    #[command(flatten)]
    pub(super) spec: TuneSpec,

    /// Stop when so many minutes are over: what is done is kept, and the same command with --resume goes on from there
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub(super) minutes: Option<Minutes>,

    #[command(flatten)]
    pub(super) job: JobArgs,
}
