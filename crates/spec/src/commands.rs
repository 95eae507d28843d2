//! One specification a command.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spec;
use super::table::{RuleSpec, TableSpec, usual};
use super::values::{BUDGET, Minutes, PlaysFormat, depth, format, on_bot_error, seat, whole};
use ludometer_bots::OnBotError;
use ludometer_figures::{TargetLength, TurnTime};
use ludometer_run::{AnalysisPlan, CardPrecision, Depth};

/// Says of a specification that there is one table for all its games.
macro_rules! has_table {
    () => {
        fn table(&mut self) -> Option<&mut TableSpec> {
            Some(&mut self.table)
        }
    };
}

/// Specification of `run`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct RunSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// Games, such as `1_000_000`, 1m or 1e6 (default: `100_000`, or with --minutes as many as there is time for)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// Also write games.csv (or games.parquet), a row per game
    #[arg(long)]
    #[serde(default)]
    pub per_game: bool,

    /// Format of the table of games (parquet: also without --per-game)
    #[arg(long, value_parser = format(), default_value = "csv")]
    #[serde(default)]
    pub format: PlaysFormat,

    /// What becomes of a game in which a bot crashes, hangs or answers illegally
    #[arg(long, value_parser = on_bot_error(), default_value = "stop")]
    #[serde(default)]
    pub on_bot_error: OnBotError,

    /// Measure the time of each decision (then the files are no longer reproducible)
    #[arg(long)]
    #[serde(default)]
    pub timing: bool,

    /// Also analyse the games: balance, tension, waiting, card use, rule coverage (deep: with searches)
    #[arg(long, value_parser = depth(), value_name = "DEPTH", num_args = 0..=1, require_equals = true, default_missing_value = "basic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyze: Option<Depth>,

    /// Also play the bot levels against each other, and the same deals several times: how much of the
    /// outcomes bots, seats, deals and draws explain (implies --analyze)
    #[arg(long)]
    #[serde(default)]
    pub skill: bool,

    /// Also play with one copy more and less of each card (implies --analyze; takes long)
    #[arg(long)]
    #[serde(default)]
    pub card_values: bool,

    /// How exact card values should become: half the interval of a game's turns, in percent of their
    /// mean; games are added until it is reached or the budget is spent (implies --card-values)
    /// [default: 0.5]
    #[arg(long, value_name = "PERCENT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_precision: Option<CardPrecision>,

    /// The seconds that people take for a turn, and for each action of a kind beside it (20,buy=10): the length of
    /// games is then given in minutes, too
    #[arg(long, value_name = "S")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_a_turn: Option<TurnTime>,

    /// The length that games should have, such as 20..40 (turns), rounds=5..8 or decisions=100..300:
    /// how many games have it, and how far they are from it (implies --analyze)
    #[arg(long, value_name = "MIN..MAX")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_length: Option<TargetLength>,
}

impl RunSpec {
    /// Returns a run of this table with all else as usual.
    pub fn of(table: TableSpec) -> Self {
        let usual = usual(&table.game);
        Self { table, ..usual }
    }

    /// Returns it with all that one option implies of others.
    #[must_use]
    pub fn with_implied(mut self) -> Self {
        self.per_game |= self.format == PlaysFormat::Parquet;
        self.card_values |= self.card_precision.is_some();
        self.card_precision = self.card_precision.filter(|precision| *precision != CardPrecision::DEFAULT);
        if self.skill || self.card_values || self.target_length.is_some() {
            self.analyze = self.analyze.or(Some(Depth::Basic));
        }
        self
    }

    /// Returns the format of the table of games, if there is to be one.
    pub fn rows(&self) -> Option<PlaysFormat> {
        self.per_game.then_some(self.format)
    }

    /// Returns the analysis of the games, if there is to be one.
    pub fn analysis(&self) -> Option<AnalysisPlan> {
        let precision = self.card_precision.unwrap_or(CardPrecision::DEFAULT);
        Some(AnalysisPlan {
            depth: self.analyze?,
            skill: self.skill,
            card_values: self.card_values.then_some(precision),
            target: self.target_length,
        })
    }
}

impl Spec for RunSpec {
    const COMMAND: &'static str = "run";
    const RECORD: &'static str = "run.json";
    const CHECKPOINT: &'static str = "checkpoint";

    has_table!();
}

/// Specification of `compare`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct CompareSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// Another version of the game as a script: side B, GAME being side A
    #[arg(value_name = "NEW", conflicts_with_all = ["a", "b"])]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_game: Option<String>,

    /// Side A: a rule file (.toml) or a bot (default: the rules as they are)
    #[arg(long, value_name = "X")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,

    /// Side B: a rule file (.toml) or a bot
    #[arg(long, value_name = "Y")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,

    /// Set one key of side A's rules (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    #[serde(default)]
    pub set_a: Vec<String>,

    /// Set one key of side B's rules (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    #[serde(default)]
    pub set_b: Vec<String>,

    /// What to compare: names as in summary.csv, or fields such as `seat_win_rate[0]`; with =P a
    /// precision of its own (default: length, lead, seats and ends)
    #[arg(long, value_name = "METRIC[=P]", num_args = 1..)]
    #[serde(default)]
    pub metrics: Vec<String>,

    /// The difference that matters: in shares and figures up to 1 absolute, in larger ones relative
    #[arg(long, value_name = "P", allow_negative_numbers = true, default_value = "0.01")]
    pub precision: f64,

    /// The chance that all intervals hold, at all looks
    #[arg(long, value_name = "C", allow_negative_numbers = true, default_value = "0.95")]
    pub confidence: f64,

    /// Stop after this many games on each side at the latest, at least 64 a seat (default: `1_000_000`, with --minutes `100_000_000`)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// What the designer wants, to tell whether the change gets nearer to it: a file as for `tune`, or METRIC=MIN..MAX
    /// (then repeatable)
    #[arg(long, visible_alias = "targets", value_name = "FILE")]
    #[serde(default)]
    pub target: Vec<String>,

    /// Play both sides with random numbers of their own
    #[arg(long)]
    #[serde(default)]
    pub unpaired: bool,
}

impl Spec for CompareSpec {
    const COMMAND: &'static str = "compare";
    const RECORD: &'static str = "compare.json";

    has_table!();
}

/// Specification of `check`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct CheckSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// The gates
    #[arg(long, value_name = "FILE", required_unless_present = "gate")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gates: Option<String>,

    /// A gate, instead of a file of gates: MIN or MAX may be missing (repeatable)
    #[arg(long, value_name = "METRIC=MIN..MAX", conflicts_with = "gates")]
    #[serde(default)]
    pub gate: Vec<String>,

    /// The chance that no answer is wrong, at any look (default: the file's, or 0.95)
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,

    /// Stop after this many games at the latest, at least 64 a seat (default: the file's, or `1_000_000`, with --minutes `100_000_000`)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
}

impl Spec for CheckSpec {
    const COMMAND: &'static str = "check";
    const RECORD: &'static str = "check.json";

    has_table!();
}

/// Specification of `sweep`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct SweepSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// What to vary: key=2..8, key=2..8:2, key=a,b,c, players=2,4 or bots=random,greedy (repeatable)
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    pub vary: Vec<String>,

    /// Games for each rule set, rounded up to whole units: 32 games (4 if a bot thinks), or the next multiple of the seats
    #[arg(long, aliases = ["budget", "deals"], value_name = "N", value_parser = whole, allow_negative_numbers = true, default_value = "10_000")]
    pub games: u64,

    /// Play so many rule sets of the grid, evenly spread, instead of all
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,

    /// Figures to put into the rows beside those of summary.csv, and to watch for --precision
    #[arg(long, value_name = "METRIC", num_args = 1..)]
    #[serde(default)]
    pub metrics: Vec<String>,

    /// Play on where the figures asked for are less certain than this
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,

    /// With --precision: the most games for each rule set (default: 10 times --games)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_games: Option<u64>,
}

impl Spec for SweepSpec {
    const COMMAND: &'static str = "sweep";
    const RECORD: &'static str = "sweep.json";
    const SHARD: &'static str = "sweep-shard";

    has_table!();
}

/// Specification of `tune`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct TuneSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// A file of targets and of what may move; or METRIC=MIN..MAX, with :WEIGHT if you like (then repeatable, with
    /// --move)
    #[arg(long, value_name = "FILE", required = true)]
    pub target: Vec<String>,

    /// A count that may move, instead of in a file: with :STEP if you like (repeatable)
    #[arg(long = "move", value_name = "KEY=MIN..MAX")]
    #[serde(default)]
    pub moves: Vec<String>,

    /// The cards of the whole deck, instead of in a file: a number or a range
    #[arg(long, value_name = "N")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,

    /// Also try rule sets that the game design warns of (not of the number of cards)
    #[arg(long)]
    #[serde(default)]
    pub allow_warnings: bool,

    /// Games in all, at least 2,560 a seat (default: the file's, or `1_000_000`)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// The chance that what is confirmed meets all targets (default: the file's, or 0.95)
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl Spec for TuneSpec {
    const COMMAND: &'static str = "tune";
    const RECORD: &'static str = "tune.json";

    has_table!();
}

/// Specification of `tournament`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSpec {
    /// The game's id
    pub game: String,

    /// Two bots or more: a name, or name:key=value,key=value; `styles` stands for several: greedy, lookahead, learned, and
    /// greedy that never or always chooses a kind of action, the strongest of these
    #[arg(long, value_name = "BOT", num_args = 1.., default_values = ["styles"])]
    pub bots: Vec<String>,

    /// Numbers of players, such as 2,4 (default: the game design's usual number)
    #[arg(long, value_name = "N", num_args = 1.., value_delimiter = ',', value_parser = whole, allow_negative_numbers = true)]
    #[serde(default)]
    pub players: Vec<u64>,

    /// Games in all: as many whole deals as fit into them (default: 1000 deals at each number of players; with
    /// --until at most `100_000`)
    #[arg(long, aliases = ["max-games", "budget"], value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// Deals at each number of players, instead of games
    #[arg(long, hide = true, value_name = "N", value_parser = whole, allow_negative_numbers = true, conflicts_with = "games")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,

    /// Go on until the order of all pairs is settled: `settled`, or `settled:alpha=0.05,margin=0.02`,
    /// where bots within the margin (of wins per game) count as equal
    #[arg(long, value_name = "WHEN")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,

    /// What becomes of a game in which a bot crashes, hangs or answers illegally
    #[arg(long, value_parser = on_bot_error(), default_value = "stop")]
    #[serde(default)]
    pub on_bot_error: OnBotError,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    #[serde(default)]
    pub sandbox: bool,

    /// The bot that has 1000 rating points (default: all bots have 1000 on average)
    #[arg(long, value_name = "BOT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,

    /// An unsigned 64-bit number; the same options and seed give the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub seed: u64,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub rules: RuleSpec,
}

impl Spec for TournamentSpec {
    const COMMAND: &'static str = "tournament";
    const RECORD: &'static str = "tournament.json";
}

/// Specification of `study`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct StudySpec {
    /// The game's id, or the path of a game script
    pub game: String,

    /// The number of players that is looked at most closely (default: the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub rules: RuleSpec,

    /// The strategy file of a network that plays this game, in place of the program's own: from
    /// `ludometer train GAME --method value`
    #[arg(long, value_name = "FILE")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<String>,

    /// An unsigned 64-bit number; the same options and seed give the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub seed: u64,

    /// The time for it, about; the record's command repeats the study with as many games [default: 2]
    #[arg(long, value_name = "M", allow_negative_numbers = true, conflicts_with = "games")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<Minutes>,

    /// The seconds that people take for a turn, and for each action of a kind beside it (20,buy=10): the length of
    /// games in minutes follows from it [default: 30]
    #[arg(long, value_name = "S")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_a_turn: Option<TurnTime>,

    /// Games of the main batch, instead of a time
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// Games of each part with a search, with --games [default: a 256th of them, at least 32; 0: none]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, requires = "games")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_games: Option<u64>,

    /// Parts whose questions are open are played again with at most so many times the games, with --games [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256), requires = "games")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u64>,
}

impl Spec for StudySpec {
    const COMMAND: &'static str = "study";
    const RECORD: &'static str = "study.json";
}

/// Method of `train`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Settings of greedy: the weights of its rules of thumb
    #[default]
    Weights,
    /// A small network that values positions, learned by playing against greedy and itself
    Value,
    /// All choices of a small game, by what the players regret not to have done: near an equilibrium
    Regret,
}

/// Specification of `train`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct TrainSpec {
    /// The game's id
    pub game: String,

    /// What is learned: settings of greedy, a network that values positions, or all choices of a small
    /// game
    #[arg(long, value_enum, default_value = "weights")]
    #[serde(default)]
    pub method: Method,

    /// Seats (default: the game design's usual number; with value, all numbers, and the usual one is shown)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u64>,

    /// What to begin with: greedy, with settings if you like, or a strategy file of it; with value,
    /// it says which actions are tried and what is chosen where none is better
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    #[serde(default = "greedy")]
    pub from: String,

    /// With value, who sits in the other seats and is to be beaten (default: greedy); more than one,
    /// each with an --against of its own, take turns in lessons, and strength is measured against the first
    #[arg(long, value_name = "BOT")]
    #[serde(default)]
    pub against: Vec<String>,

    /// With value, a search that chooses for the learner in half of the games and says what it expects, such as
    /// mcts:iterations=50: fewer games in the same time, and more learned from each
    #[arg(long, value_name = "BOT")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,

    /// With value, imagined states in which the bot that comes of it tries its actions: fewer are quicker (default: 16)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,

    /// Games to learn from (default: `200_000` with weights, `60_000` with value)
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// With regret, rounds in which every player learns once from the whole game (default: 1000)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,

    /// With value and regret, learn for so many minutes instead of a number of games or rounds (not repeatable); its strength is
    /// measured after that
    #[arg(long, value_name = "M", allow_negative_numbers = true, conflicts_with_all = ["games", "rounds"])]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<Minutes>,

    /// With value, what differs between the tables of the lessons: key=2..8 or key=a,b,c (repeatable), or none
    /// (default: the number of each card, from half to one and a half)
    #[arg(long, value_name = "WHAT")]
    #[serde(default)]
    pub vary: Vec<String>,

    /// An unsigned 64-bit number; the same options and seed learn the same
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub seed: u64,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub rules: RuleSpec,
}

/// The bot that learning begins with, and that a search is against.
fn greedy() -> String {
    "greedy".to_owned()
}

impl TrainSpec {
    /// Returns the usual way to learn this game.
    pub fn of(game: &str) -> Self {
        usual(game)
    }
}

impl Spec for TrainSpec {
    const COMMAND: &'static str = "train";
}

/// Specification of `exploit`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct ExploitSpec {
    /// The game's id
    pub game: String,

    /// The bot in all other seats
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    #[serde(default = "greedy")]
    pub against: String,

    /// More candidates
    #[arg(long = "try", value_name = "BOT", num_args = 1..)]
    #[serde(default)]
    pub candidates: Vec<String>,

    /// Learn to beat the bot, write the network to this strategy file (.toml), and try it, too
    #[arg(long, value_name = "FILE", conflicts_with = "exact")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn: Option<PathBuf>,

    /// With --learn, games to learn from [default: 20000]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, requires = "learn")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lessons: Option<u64>,

    /// Go on: look for what beats the strategy that was found, so many times at most [default: 0]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, conflicts_with = "exact")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<u64>,

    /// Go through the whole of a small game: what the best answer to the bot gains
    #[arg(long, conflicts_with_all = ["candidates", "games"])]
    #[serde(default)]
    pub exact: bool,

    /// With --exact, how often a bot is asked in each information set to learn how it chooses [default: 200]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, requires = "exact")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,

    /// Games in all, about [default: 20000]
    #[arg(long, aliases = BUDGET, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// Seats (default: the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u64>,

    /// An unsigned 64-bit number; the same options and seed find the same
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub seed: u64,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub rules: RuleSpec,
}

impl ExploitSpec {
    /// Returns the usual search in this game.
    pub fn of(game: &str) -> Self {
        usual(game)
    }
}

impl Spec for ExploitSpec {
    const COMMAND: &'static str = "exploit";
}

/// What of games is reviewed, and how.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedSpec {
    /// Review so many games, from --game on [default: 1]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,

    /// Weigh a single choice, by its number in the game from 0, as decisions.csv and viewers name it [default worlds: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32), allow_negative_numbers = true, conflicts_with_all = ["games", "seat"])]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,

    /// Review only the choices of this player: a letter, or a seat from 0
    #[arg(long, value_name = "PLAYER", value_parser = seat, allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u64>,

    /// Review only each player's first choice of every sort, and rank what can be chosen then
    #[arg(long, conflicts_with_all = ["decision", "seat"])]
    #[serde(default)]
    pub first: bool,

    /// Imagined worlds a decision at most [default: as many as fit in about 15 seconds a game, 100 with --games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(20..=1_000_000), allow_negative_numbers = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u32>,

    /// Who plays on after an action, in all seats: any bot, though `greedy` and `random` are many times as fast
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    #[serde(default = "greedy")]
    pub policy: String,

    /// Ask these bots, too, what they would choose at every choice, and tell what that brings more or less
    #[arg(long, value_name = "BOT", num_args = 1..)]
    #[serde(default)]
    pub ask: Vec<String>,
}

/// Specification of `review`.
#[derive(Clone, Debug, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
pub struct ReviewSpec {
    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub table: TableSpec,

    /// The game's number in the run, from 0
    #[arg(long = "game", value_name = "I", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    #[serde(default)]
    pub first_game: u64,

    /// The games are those of a paired comparison
    #[arg(long, hide = true)]
    #[serde(default)]
    pub paired: bool,

    #[command(flatten)]
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its text would stand in the help")]
    pub reviewed: ReviewedSpec,
}

impl Spec for ReviewSpec {
    const COMMAND: &'static str = "review";

    has_table!();
}
