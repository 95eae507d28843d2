//! What several commands ask for: rule set, seats, bots.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::TypedValueParser;

use super::shared::{OUTPUT, whole, words};
use ludometer_bots::OnBotError;
use ludometer_run::Seating;

/// Who sits where, as it is named.
pub(in crate::cli) fn seats() -> impl TypedValueParser<Value = Seating> {
    words(&[
        (
            "rotate",
            Seating::Rotate,
            "Bots change seats from game to game, so that each sits in every seat and behind every other bot equally often",
        ),
        ("fixed", Seating::Fixed, "Bot k sits in seat k"),
    ])
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Side {
    /// That of --a and --set-a
    A,
    /// That of --b and --set-b
    B,
}

impl Side {
    /// Returns its name in the record.
    pub(in crate::cli) const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A budget in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) struct Minutes(f64);

impl Minutes {
    /// Returns the number of minutes.
    pub(in crate::cli) const fn number(self) -> f64 {
        self.0
    }

    /// Returns the time.
    pub(in crate::cli) fn duration(self) -> Duration {
        Duration::try_from_secs_f64(self.0 * 60.0).unwrap_or(Duration::MAX)
    }
}

impl FromStr for Minutes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let minutes = text.trim().parse().ok().filter(|m: &f64| *m > 0.0 && m.is_finite());
        minutes.map(Self).ok_or("a number of minutes above 0 is needed, such as 5 or 0.5")
    }
}

/// Which rule set.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct RuleArgs {
    /// Start from this rule file instead of the defaults
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) rules: Option<PathBuf>,

    /// Set one key of the rules (repeatable, later wins)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(in crate::cli) set: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer rules pure-profit
  ludometer rules pure-profit --set bank.goal=8 -o short.toml
  ludometer run pure-profit --rules short.toml --out short")]
pub(in crate::cli) struct RulesArgs {
    /// The game's id
    pub(in crate::cli) game: String,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,

    /// Write to this file instead of standard output
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
}

/// Who plays what: all that decides what happens in a game.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct TableArgs {
    /// The game's id
    pub(in crate::cli) game: String,

    /// Seats (default: the number of bots if more than one is named, else the game design's usual number)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// One bot for all seats, or one per seat: a name, or name:key=value,key=value
    #[arg(long, value_name = "BOT", num_args = 1.., default_value = "greedy")]
    pub(in crate::cli) bots: Vec<String>,

    /// An unsigned 64-bit number; the same options and seed give the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seed: u64,

    /// Who sits where from game to game
    #[arg(long, value_parser = seats(), default_value = "rotate")]
    pub(in crate::cli) seats: Seating,

    /// Play programs among the bots (strategy files with a `command`) with next to no rights: no network, no other
    /// process, no file but those of the system and of their folder; Linux only
    #[arg(long)]
    pub(in crate::cli) sandbox: bool,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArgs,
}

/// What becomes of a game in which a bot fails, as it is named.
pub(in crate::cli) fn on_bot_error() -> impl TypedValueParser<Value = OnBotError> {
    words(&[
        ("stop", OnBotError::Stop, "Stop; the games before it are kept"),
        ("forfeit", OnBotError::Forfeit, "The seat goes on at random and is ranked last"),
    ])
}
