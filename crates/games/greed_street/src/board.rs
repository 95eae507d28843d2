//! The track as data, tokens and what they mean (spec 3.3), and the Workers by their names.
//!
//! Worker ids come from the rule file, so they can't be words of an enum. The list of a board's
//! Workers is kept once per process, whatever the number of rule sets that use it, and a
//! [`Worker`] refers to its place in such a list: small to copy, and readable wherever it is shown.

use std::convert::identity;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::{Serialize, Serializer};

use ludometer_model::bit_set;

/// The most Workers that a board can have: one bit each in a set.
pub(super) const MAX_WORKERS: usize = 64;

/// All lists of Workers that rule sets of this process have named.
static ROSTERS: RwLock<Vec<&'static [String]>> = RwLock::new(Vec::new());

/// A list of Worker ids, by its number in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roster(u32);

impl Roster {
    /// Returns the number of this list; equal lists have one number.
    pub fn of(names: &[String]) -> Self {
        let mut rosters = ROSTERS.write().unwrap_or_else(PoisonError::into_inner);
        let known = rosters.iter().position(|list| *list == names);
        Self(known.unwrap_or_else(|| {
            // Kept for the life of the process: a designer tries few sets of Workers.
            rosters.push(Box::leak(names.to_vec().into_boxed_slice()));
            rosters.len() - 1
        }) as u32)
    }

    /// Returns the ids in the order of the board.
    pub fn names(self) -> &'static [String] {
        let rosters = ROSTERS.read().unwrap_or_else(PoisonError::into_inner);
        rosters.get(self.0 as usize).copied().unwrap_or(&[])
    }

    /// Returns the Worker with this number.
    #[inline]
    pub const fn worker(self, number: usize) -> Worker {
        Worker { roster: self, number: number as u8 }
    }
}

/// A Worker of a board, shown by her id.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Worker {
    roster: Roster,
    number: u8,
}

impl Worker {
    /// Returns the Worker's number: her place in the order of the board.
    #[inline]
    pub const fn number(self) -> usize {
        self.number as usize
    }

    /// Returns the Worker's id.
    pub fn name(self) -> &'static str {
        self.roster.names().get(self.number()).map_or("(none)", String::as_str)
    }
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Worker {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

bit_set! {
    /// Holds any Workers, by their numbers.
    pub struct Workers(u64) of usize where index = identity, new = identity;
}

/// A square of the track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// The square of the Worker with this number (GS-37).
    Worker(u8),
    /// Gives a Score card (GS-36).
    Score,
    /// Orders something (GS-30); a cop square can be cancelled by Donuts (GS-21).
    Action {
        /// True with the prefix `cop/`.
        cop: bool,
        /// The order.
        act: Act,
    },
}

/// The order of an Action square. Amounts in dollars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Pay the bank.
    Pay(i64),
    /// Get from the bank.
    Gain(i64),
    /// Roll and move on.
    Forward,
    /// Roll and move back.
    Back,
    /// Put a Worker back into the open area.
    LoseWorker,
    /// Put a Score card under the deck.
    LoseScore,
    /// Miss the next turn.
    SkipTurn,
    /// Get from every other player.
    CollectEach(i64),
    /// Pay every other player.
    PayEach(i64),
    /// Get from the bank per Worker.
    GainPerWorker(i64),
    /// Pay the bank per Worker.
    PayPerWorker(i64),
    /// Draw Score cards.
    TakeScore(u8),
    /// Nothing.
    Blank,
}

/// A token before Workers have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `worker:ID`.
    Worker(&'a str),
    /// Any other square.
    Square(Square),
    /// A number outside what the token allows: the number as written, and the range.
    Outside(&'a str, &'static str),
    /// No token at all.
    Unknown,
}

/// The range of the amounts in tokens, in dollars.
const MONEY: (u32, &str) = (10_000, "0..10000");

/// The range of the number of cards in `take_score`.
const CARDS: (u32, &str) = (100, "0..100");

impl<'a> Token<'a> {
    /// Reads a token.
    pub(super) fn read(text: &'a str) -> Self {
        if let Some(id) = text.strip_prefix("worker:") {
            return if id.is_empty() { Self::Unknown } else { Self::Worker(id) };
        }
        if text == "score" {
            return Self::Square(Square::Score);
        }
        let (cop, action) = text.strip_prefix("cop/").map_or((false, text), |rest| (true, rest));
        let (word, number) = match action.split_once(':') {
            Some((word, number)) => (word, Some(number)),
            None => (action, None),
        };
        let act = match (word, number) {
            ("forward", None) => Act::Forward,
            ("back", None) => Act::Back,
            ("lose_worker", None) => Act::LoseWorker,
            ("lose_score", None) => Act::LoseScore,
            ("skip_turn", None) => Act::SkipTurn,
            ("blank", None) => Act::Blank,
            (_, Some(number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                let (most, range) = if word == "take_score" { CARDS } else { MONEY };
                let amount = number.parse::<u32>().ok().filter(|&n| n <= most);
                let n = i64::from(amount.unwrap_or(0));
                let act = match word {
                    "pay" => Act::Pay(n),
                    "gain" => Act::Gain(n),
                    "collect_each" => Act::CollectEach(n),
                    "pay_each" => Act::PayEach(n),
                    "gain_per_worker" => Act::GainPerWorker(n),
                    "pay_per_worker" => Act::PayPerWorker(n),
                    "take_score" => Act::TakeScore(n as u8),
                    _ => return Self::Unknown,
                };
                if amount.is_none() {
                    return Self::Outside(number, range);
                }
                act
            }
            _ => return Self::Unknown,
        };
        Self::Square(Square::Action { cop, act })
    }
}

impl Act {
    /// Returns the amount of a money token.
    pub const fn money(self) -> Option<i64> {
        match self {
            Self::Pay(n)
            | Self::Gain(n)
            | Self::CollectEach(n)
            | Self::PayEach(n)
            | Self::GainPerWorker(n)
            | Self::PayPerWorker(n) => Some(n),
            Self::Forward
            | Self::Back
            | Self::LoseWorker
            | Self::LoseScore
            | Self::SkipTurn
            | Self::TakeScore(_)
            | Self::Blank => None,
        }
    }
}
