//! Target length: how long the plays of a game should be.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ludometer_model::{Outcome, SHARE_UNITS, range_ends, whole_number};

/// The unit in which the length of a play is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthUnit {
    /// Turns, as the game's rules say what one is.
    #[default]
    Turns,
    /// Rounds of the table; the last one may be a part of one.
    Rounds,
    /// Decisions of all seats, forced ones included.
    Decisions,
}

impl LengthUnit {
    const ALL: [Self; 3] = [Self::Turns, Self::Rounds, Self::Decisions];

    /// Returns its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Rounds => "rounds",
            Self::Decisions => "decisions",
        }
    }

    /// Returns how many of the parts that are counted make one.
    pub const fn parts(self) -> u64 {
        match self {
            Self::Rounds => SHARE_UNITS,
            Self::Turns | Self::Decisions => 1,
        }
    }

    /// Returns the length of a play, in parts.
    pub fn of(self, outcome: &Outcome, decisions: u32) -> u64 {
        match self {
            Self::Turns => u64::from(outcome.turns),
            Self::Rounds => outcome.round_units,
            Self::Decisions => u64::from(decisions),
        }
    }
}

/// The length that plays should have: `20..40` (or `20-40`) turns, `rounds=5..8`, `decisions=100..300`. In files it is such a
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct TargetLength {
    unit: LengthUnit,
    low: u32,
    high: u32,
}

impl TargetLength {
    /// Returns what the length is counted in.
    pub const fn unit(&self) -> LengthUnit {
        self.unit
    }

    /// Returns the least and the most that is wanted.
    pub const fn ends(&self) -> [u32; 2] {
        [self.low, self.high]
    }

    /// Returns the wanted length as a sentence has it: `20 to 40 turns`.
    pub fn spoken(&self) -> String {
        format!("{} to {} {}", self.low, self.high, self.unit.name())
    }
}

impl TryFrom<String> for TargetLength {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TargetLength> for String {
    fn from(length: TargetLength) -> Self {
        length.to_string()
    }
}

impl FromStr for TargetLength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || {
            format!(
                "`{text}` is no range of lengths: such as 20..40 (turns), rounds=5..8 or decisions=100..300"
            )
        };
        let (unit, range) = match text.split_once('=') {
            None => (LengthUnit::default(), text),
            Some((name, range)) => {
                let unit = LengthUnit::ALL.into_iter().find(|unit| unit.name() == name);
                (unit.ok_or_else(wanted)?, range)
            }
        };
        let (low, high) = range_ends(range).ok_or_else(wanted)?;
        let number = |text: &str| whole_number(text).and_then(|n| u32::try_from(n).ok()).ok_or_else(wanted);
        let (low, high) = (number(low)?, number(high)?);
        if low > high {
            return Err(format!("`{text}` holds no length: the first number must not be above the second"));
        }
        Ok(Self { unit, low, high })
    }
}

impl fmt::Display for TargetLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.unit.name(), self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_as_they_are_typed() {
        for (typed, shown) in
            [("20..40", "turns=20..40"), ("rounds=5..8", "rounds=5..8"), ("decisions=7..7", "decisions=7..7")]
        {
            let target: TargetLength = typed.parse().unwrap();
            assert_eq!(target.to_string(), shown);
            assert_eq!(shown.parse(), Ok(target), "what is shown can be typed");
        }
        for typed in
            ["", "20", "20..", "..40", "40..20", "hours=1..2", "20..40..60", "-1..4", "1.5..2", "=1..2"]
        {
            assert!(typed.parse::<TargetLength>().is_err(), "{typed}");
        }
    }
}
