//! The time that people take for their turns, and so for a game.

use std::fmt;
use std::str::FromStr;

use ludometer_model::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue;
use crate::estimate::Estimate;
use crate::figure::Metric;
use crate::report::Report;

/// The most seconds that a turn or an action may take.
const MOST: u32 = 3600;

/// Seconds that people take for a turn, and for each action of some kinds beside it. In text `30`, or `20,buy=10,sell=5`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct TurnTime {
    turn: u32,
    actions: Vec<(String, u32)>,
}

impl Default for TurnTime {
    /// Half a minute a turn.
    fn default() -> Self {
        Self { turn: 30, actions: Vec::new() }
    }
}

impl TurnTime {
    /// Returns the kinds of action that take time of their own.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().map(|(action, _)| &**action)
    }

    /// Returns the mean length of a game in minutes, from the means of `turns` and of `action_*`; none where one of these is
    /// missing. With several of them its interval is that of all together, and so a little too wide.
    pub fn minutes(&self, mean: impl Fn(&str) -> Option<Estimate>) -> Option<Estimate> {
        let turns = mean(catalogue::TURNS.id)?;
        let mut minutes = scaled(turns, self.turn);
        for (action, seconds) in &self.actions {
            let more = scaled(mean(&action_figure(action))?, *seconds);
            minutes.value = minutes.value.zip(more.value).map(|(a, b)| a + b);
            let both = minutes.interval.zip(more.interval);
            minutes.interval = both.map(|((a, b), (c, d))| (a + c, b + d));
        }
        minutes.value.map(|_| minutes)
    }

    /// Adds the minutes to the summary of a report, after the turns.
    pub fn add_to(&self, report: &mut Report) {
        if let Some(minutes) = self.minutes(|name| report.named(name)) {
            let after = report.metrics.iter().position(|metric| *metric.figure == catalogue::TURNS);
            report.metrics.insert(after.map_or(0, |at| at + 1), Metric::new(&catalogue::MINUTES, minutes));
        }
    }

    /// Returns the pace as a sentence has it: `20 seconds a turn and 10 for each "buy"`.
    pub fn spoken(&self) -> String {
        let turn = format!("{} a turn", counted(u64::from(self.turn), "second"));
        let actions = self
            .actions
            .iter()
            .map(|(action, seconds)| format!(" and {seconds} for each \u{201c}{action}\u{201d}"));
        turn + &actions.collect::<String>()
    }
}

/// Returns the name of the figure that says how often an action of this kind is taken.
pub fn action_figure(action: &str) -> String {
    catalogue::ACTION.id.replace('*', action)
}

/// Returns seconds each in minutes.
fn scaled(mean: Estimate, seconds: u32) -> Estimate {
    let in_minutes = |x: f64| x * f64::from(seconds) / 60.0;
    Estimate {
        value: mean.value.map(in_minutes),
        interval: mean.interval.map(|(low, high)| (in_minutes(low), in_minutes(high))),
        games: mean.games,
    }
}

impl TryFrom<String> for TurnTime {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TurnTime> for String {
    fn from(pace: TurnTime) -> Self {
        pace.to_string()
    }
}

impl FromStr for TurnTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || {
            format!(
                "`{text}` is no pace: seconds a turn from 1 to {MOST}, such as 30, and seconds for each action of a kind after it, \
                 such as 20,buy=10"
            )
        };
        let seconds = |text: &str| {
            text.trim().parse().ok().filter(|seconds| (1..=MOST).contains(seconds)).ok_or_else(wanted)
        };
        let mut parts = text.split(',');
        let turn = seconds(parts.next().unwrap_or(""))?;
        let mut actions: Vec<(String, u32)> = Vec::new();
        for part in parts {
            let (action, number) = part.split_once('=').ok_or_else(wanted)?;
            let action = action.trim();
            if action.is_empty() || actions.iter().any(|(other, _)| other == action) {
                return Err(wanted());
            }
            actions.push((action.to_owned(), seconds(number)?));
        }
        Ok(Self { turn, actions })
    }
}

impl fmt::Display for TurnTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn)?;
        self.actions.iter().try_for_each(|(action, seconds)| write!(f, ",{action}={seconds}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_as_they_are_typed() {
        for typed in ["30", "20,buy=10", "1,buy=3600,play_steal=5"] {
            assert_eq!(typed.parse::<TurnTime>().unwrap().to_string(), typed);
        }
        assert_eq!(" 20 , buy = 10".parse::<TurnTime>().unwrap().to_string(), "20,buy=10");
        for typed in
            ["", "0", "3601", "-5", "1.5", "buy=10", "20,", "20,buy", "20,buy=0", "20,=5", "20,buy=1,buy=2"]
        {
            assert!(typed.parse::<TurnTime>().is_err(), "{typed}");
        }
        let pace: TurnTime = "20,buy=10".parse().unwrap();
        assert_eq!(pace.spoken(), "20 seconds a turn and 10 for each \u{201c}buy\u{201d}");
    }

    #[test]
    fn minutes_are_those_of_turns_and_of_actions() {
        let mean = |name: &str| {
            let of = |value: f64| Estimate {
                value: Some(value),
                interval: Some((value - 1.0, value + 1.0)),
                games: 9,
            };
            [("turns", of(30.0)), ("action_buy", of(12.0))]
                .into_iter()
                .find(|(known, _)| *known == name)
                .map(|(_, of)| of)
        };
        let minutes = |pace: &str| pace.parse::<TurnTime>().unwrap().minutes(mean);
        let half = Estimate { value: Some(15.0), interval: Some((14.5, 15.5)), games: 9 };
        assert_eq!(minutes("30"), Some(half));
        // 30 turns of 20 seconds, 12 buys of 10 seconds.
        let both = Estimate {
            value: Some(12.0),
            interval: Some((29.0 / 3.0 + 11.0 / 6.0, 31.0 / 3.0 + 13.0 / 6.0)),
            games: 9,
        };
        assert_eq!(minutes("20,buy=10"), Some(both));
        assert_eq!(minutes("20,sell=10"), None);
    }
}
