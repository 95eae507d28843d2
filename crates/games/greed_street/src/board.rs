//! The track as data: tokens and what they mean (spec 3.3).

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
