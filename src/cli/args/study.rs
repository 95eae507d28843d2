//! The arguments of `study`, as they are typed.

use super::job::JobArgs;
use super::shared::whole;
use super::table::{Minutes, RuleArgs};

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
pub(in crate::cli) struct StudyArgs {
    /// The game's id, or the path of a game script
    pub(in crate::cli) game: String,

    /// The number of players that is looked at most closely (default: the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,

    /// The strategy file of a network that plays this game, in place of the program's own: from
    /// `ludometer train GAME --method value`
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) learned: Option<String>,

    /// An unsigned 64-bit number; the same options and seed give the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seed: u64,

    /// The time for it, about; the record's command repeats the study with as many games
    #[arg(
        long,
        value_name = "M",
        allow_negative_numbers = true,
        default_value = "2",
        conflicts_with = "games"
    )]
    pub(in crate::cli) minutes: Minutes,

    /// Games of the main batch, instead of a time
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) games: Option<u64>,

    /// Games of each part with a search, with --games [default: a 256th of them, at least 32; 0: none]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, requires = "games")]
    pub(in crate::cli) search_games: Option<u64>,

    /// Parts whose questions are open are played again with at most so many times the games, with --games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256), default_value = "1", requires = "games")]
    pub(in crate::cli) again: u64,

    /// Write the page and show it in the browser
    #[arg(long)]
    pub(in crate::cli) open: bool,

    #[command(flatten)]
    pub(in crate::cli) job: JobArgs,
}
