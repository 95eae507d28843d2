//! Counts what other bots would have chosen at the same decisions, and what that brings more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::ReviewedDecision;
use super::tables::{POINT, in_points, points};
use ludometer_stats::{Bounded, Mean, Row, Table};

/// The choices that one bot would make in the place of others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Instead {
    /// The gain of each of its choices over the chosen one, in points of win chance.
    gain: Mean,
    /// How often it would choose the same action.
    pub same: u64,
}

impl Instead {
    /// Returns the number of choices that it was asked for.
    pub const fn choices(&self) -> u64 {
        self.gain.plays()
    }

    /// Returns what its choices bring more than the chosen ones, in points of win chance a choice, with the 95 %
    /// interval.
    pub fn gain(&self) -> (Option<f64>, Option<(f64, f64)>) {
        in_points(&self.gain)
    }

    /// Returns all that its choices bring more together, in points.
    pub fn total(&self) -> f64 {
        self.gain.sum() as f64 / POINT
    }

    fn add(&mut self, gain: f64, is_same: bool) {
        self.gain.add(points(gain));
        self.same += u64::from(is_same);
    }
}

/// A kind of difference between two bots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Difference {
    /// The bot that was asked.
    pub asked: String,
    /// The bot that chose.
    pub strategy: String,
    /// The id of the phase.
    pub phase: String,
    /// The id of the kind of the chosen action.
    pub kind: String,
    /// The id of the kind that the asked bot would choose.
    pub instead: String,
}

/// A row of `asked.csv`: a choice and a bot that was asked.
#[derive(Clone, Debug, PartialEq, Row, Serialize, Deserialize)]
#[row(table = "asked")]
pub struct AskedRow {
    /// Number of the game.
    pub game: u64,
    /// Number of the decision, from 0.
    pub decision: u64,
    /// Name of the asked bot.
    pub asked: String,
    /// Action that it would choose, as people are shown it.
    pub action: Option<String>,
    /// 1 if that is the chosen one.
    pub same: bool,
    /// Gain over the chosen action, in points of win chance.
    pub gain: f64,
}

/// A row of `differences.csv`: a kind of difference between two bots. Gains are in points of win chance.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "differences")]
pub struct DifferenceRow {
    /// Name of the asked bot.
    pub asked: String,
    /// Name of the bot that chose.
    pub strategy: String,
    /// Id of the phase.
    pub phase: String,
    /// Id of the kind of the chosen action.
    pub kind: String,
    /// Id of the kind that the asked bot would choose.
    pub instead: String,
    /// Choices.
    pub choices: u64,
    /// Gain of all choices together.
    pub gain: f64,
    /// Mean gain of a choice.
    #[row("mean_gain", "ci_low", "ci_high")]
    pub mean_gain: Bounded,
}

/// The choices that all asked bots would make.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Asked {
    /// By the asked bot, in the order in which they were asked.
    pub bots: Vec<(String, Instead)>,
    /// By kind of difference. Where the bots agree there is none.
    pub differences: BTreeMap<Difference, Instead>,
    rows: Vec<AskedRow>,
}

impl Asked {
    /// Adds a decision of a game of this number, in which this bot chose and these were asked.
    pub(super) fn add(&mut self, game: u64, strategy: &str, names: &[String], decision: &ReviewedDecision) {
        if self.bots.is_empty() {
            self.bots = names.iter().map(|name| (name.clone(), Instead::default())).collect();
        }
        let valued = &decision.valued;
        for ((name, all), instead) in self.bots.iter_mut().zip(&decision.instead) {
            let Some((instead, gain)) = instead.and_then(|i| Some((i, valued.gain_of(i)?))) else { continue };
            let is_same = instead == valued.chosen;
            all.add(gain, is_same);
            let kind = |i: usize| decision.kinds.get(i).cloned().unwrap_or_default();
            if !is_same {
                let difference = Difference {
                    asked: name.clone(),
                    strategy: strategy.to_owned(),
                    phase: decision.phase.clone(),
                    kind: kind(valued.chosen),
                    instead: kind(instead),
                };
                self.differences.entry(difference).or_default().add(gain, false);
            }
            self.rows.push(AskedRow {
                game,
                decision: u64::from(decision.number),
                asked: name.clone(),
                action: decision.labels.get(instead).cloned(),
                same: is_same,
                gain: gain * 100.0,
            });
        }
    }

    /// Returns the tables `asked` and `differences`. Gains are in points of win chance.
    pub(super) fn tables(&self) -> [Table; 2] {
        let difference = |(of, all): (&Difference, &Instead)| {
            let (value, interval) = all.gain();
            let Difference { asked, strategy, phase, kind, instead } = of.clone();
            let (choices, gain, mean_gain) = (all.choices(), all.total(), Bounded { value, interval });
            DifferenceRow { asked, strategy, phase, kind, instead, choices, gain, mean_gain }
        };
        [Table::of(self.rows.iter().cloned()), Table::of(self.differences.iter().map(difference))]
    }
}
