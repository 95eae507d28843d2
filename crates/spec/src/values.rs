//! Values of options: budgets, formats, whole numbers, and words of a list.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ludometer_bots::OnBotError;
use ludometer_model::whole_number;
use ludometer_run::{Depth, Seating};

/// Other names of `--games`: how many games there are at most, whatever the command does with them.
pub const BUDGET: [&str; 3] = ["max-games", "budget", "deals"];

/// Another name of `--out`: where the command writes.
pub const OUTPUT: &str = "output";

/// Reads a whole number.
///
/// # Errors
/// What is needed.
pub fn whole(text: &str) -> Result<u64, String> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let needed = || {
        if is_whole {
            return format!("the largest whole number is {}", u64::MAX);
        }
        "a whole number is needed, such as 1000, 1,000,000, 10k, 2m or 1e6".to_owned()
    };
    whole_number(text).ok_or_else(needed)
}

/// Reads a seat: its number from 0, or the letter of the player who sits there.
///
/// # Errors
/// What is needed.
pub fn seat(text: &str) -> Result<u64, String> {
    let letter = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(u64::from(letter.to_ascii_uppercase() - b'A')),
        _ => None,
    };
    let needed = || "a seat from 0, or the letter of a player, from A, is needed".to_owned();
    letter.or_else(|| text.parse().ok()).ok_or_else(needed)
}

/// Returns a parser of these words, each with what it means to the program and to people.
pub fn words<T: Copy + Send + Sync + 'static>(
    known: &[(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let meanings: Vec<(&'static str, T)> = known.iter().map(|&(word, meaning, _)| (word, meaning)).collect();
    let values = known.iter().map(|&(word, _, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(values).try_map(move |text| {
        let meaning = meanings.iter().find(|(word, _)| *word == text);
        meaning.map(|(_, meaning)| *meaning).ok_or("it is none of the possible values")
    })
}

/// Seating of the bots, as it is named.
pub fn seats() -> impl TypedValueParser<Value = Seating> {
    words(&[
        (
            "rotate",
            Seating::Rotate,
            "Bots change seats from game to game, so that each sits in every seat and behind every other bot equally often",
        ),
        ("fixed", Seating::Fixed, "Bot k sits in seat k"),
    ])
}

/// Handling of a game in which a bot fails, as it is named.
pub fn on_bot_error() -> impl TypedValueParser<Value = OnBotError> {
    words(&[
        ("stop", OnBotError::Stop, "Stop; the games before it are kept"),
        ("forfeit", OnBotError::Forfeit, "The seat goes on at random and is ranked last"),
    ])
}

/// Formats of the table of games, as they are named.
pub(super) fn format() -> impl TypedValueParser<Value = PlaysFormat> {
    words(&[("csv", PlaysFormat::Csv, "games.csv"), ("parquet", PlaysFormat::Parquet, "games.parquet")])
}

/// Depths of an analysis, as they are named.
pub(super) fn depth() -> impl TypedValueParser<Value = Depth> {
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

/// Format of the table of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlaysFormat {
    /// `games.csv`.
    #[default]
    Csv,
    /// `games.parquet`.
    Parquet,
}

impl PlaysFormat {
    /// Returns the file's name.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Csv => "games.csv",
            Self::Parquet => "games.parquet",
        }
    }
}

/// Side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// That of --a and --set-a
    A,
    /// That of --b and --set-b
    B,
}

impl Side {
    /// Returns its name in the record.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// Budget in time: a number of minutes above 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64")]
pub struct Minutes(f64);

impl Minutes {
    /// Returns the number of minutes.
    pub const fn number(self) -> f64 {
        self.0
    }

    /// Returns the time.
    pub fn duration(self) -> Duration {
        Duration::try_from_secs_f64(self.0 * 60.0).unwrap_or(Duration::MAX)
    }
}

impl TryFrom<f64> for Minutes {
    type Error = &'static str;

    fn try_from(minutes: f64) -> Result<Self, Self::Error> {
        let is_allowed = minutes > 0.0 && minutes.is_finite();
        is_allowed.then_some(Self(minutes)).ok_or("a number of minutes above 0 is needed, such as 5 or 0.5")
    }
}

impl FromStr for Minutes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.trim().parse().unwrap_or(f64::NAN))
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
