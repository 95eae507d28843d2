//! The results of reviews, as tables: values of actions, marks of choices, costly habits, and how true the chances were.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::asked::Asked;
use super::game::{ReviewedDecision, ReviewedGame};
use super::habits::{Habit, HabitOf, Situation};
use super::marks::Mark;
use crate::recorder::TallyError;
use ludometer_stats::{Bounded, Mean, Row, Table};

/// A point of win chance in the units of a tally.
pub(super) const POINT: f64 = 1e4;

/// Classes of predicted chances in the calibration.
const CLASSES: usize = 10;

/// The worth of an action as a player's first choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The gain over the mean of the legal actions, in points of win chance.
    advantage: Mean,
    /// How often it was chosen.
    pub chosen: u64,
}

impl Opening {
    /// Returns how often it could be chosen.
    pub const fn offered(&self) -> u64 {
        self.advantage.plays()
    }

    /// Returns its gain over the mean of the legal actions, in points, with its 95 % interval.
    pub fn advantage(&self) -> (Option<f64>, Option<(f64, f64)>) {
        in_points(&self.advantage)
    }
}

/// Returns a mean of a tally in points of win chance, with its 95 % interval.
pub(super) fn in_points(mean: &Mean) -> (Option<f64>, Option<(f64, f64)>) {
    // A whole win is 100 points.
    let estimate = mean.estimate_in(1.0 / POINT).within(-100.0, 100.0);
    (estimate.value, estimate.interval)
}

/// Returns a share of the win in the units of a tally.
pub(super) fn points(share: f64) -> i64 {
    (share * 100.0 * POINT).round() as i64
}

/// A row of `actions.csv`: a legal action of a choice that was weighed. Values and gains are in points of win chance.
#[derive(Clone, Debug, PartialEq, Row, Serialize, Deserialize)]
#[row(table = "actions")]
pub struct ActionRow {
    /// Number of the game.
    pub game: u64,
    /// Number of the decision, from 0.
    pub decision: u64,
    /// Turn.
    pub turn: u64,
    /// Id of the phase.
    pub phase: String,
    /// Seat that chooses, from 0.
    pub seat: u64,
    /// Name of the bot.
    pub strategy: String,
    /// Action, as people are shown it.
    pub action: String,
    /// 1 for the chosen action.
    pub chosen: bool,
    /// Win chance after the action.
    pub value: Option<f64>,
    /// Gain over the chosen action.
    #[row("gain", "gain_low", "gain_high")]
    pub gain: Bounded,
    /// Worlds that the action was tried in.
    pub worlds: u64,
}

/// A row of `decisions.csv`: a choice. Chances, losses and stakes are in points of win chance.
#[derive(Clone, Debug, PartialEq, Row, Serialize, Deserialize)]
#[row(table = "decisions")]
pub struct DecisionRow {
    /// Number of the game.
    pub game: u64,
    /// Number of the decision, from 0.
    pub decision: u64,
    /// Turn.
    pub turn: u64,
    /// Id of the phase.
    pub phase: String,
    /// Seat that chooses, from 0.
    pub seat: u64,
    /// Name of the bot.
    pub strategy: String,
    /// Id of the kind of the chosen action.
    pub kind: String,
    /// Chosen action, as people are shown it.
    pub action: String,
    /// Best other action.
    pub better: Option<String>,
    /// Mark of the choice.
    pub mark: Mark,
    /// Win chance before the choice.
    pub win_chance: Option<f64>,
    /// Loss by the choice.
    #[row("loss", "loss_low", "loss_high")]
    pub loss: Bounded,
    /// Best other action of a second look, in new worlds.
    pub second: Option<String>,
    /// Loss of a second look.
    #[row("second_loss", "second_low", "second_high")]
    pub second_loss: Bounded,
    /// Gain of the best action over the mean of all.
    pub stake: Option<f64>,
    /// Legal actions.
    pub actions: u64,
}

/// A row of `habits.csv`: a bot, a phase, a kind of action and a situation. Losses are in points of win chance.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "habits")]
pub struct HabitRow {
    /// Name of the bot.
    pub strategy: String,
    /// Id of the phase.
    pub phase: String,
    /// Id of the kind of the chosen action.
    pub kind: String,
    /// Situation before the choice.
    pub situation: Situation,
    /// Choices among several actions.
    pub choices: u64,
    /// Mistakes among them.
    pub mistakes: u64,
    /// Blunders among them.
    pub blunders: u64,
    /// Loss of all choices together.
    pub loss: f64,
    /// Mean loss of a choice.
    #[row("mean_loss", "ci_low", "ci_high")]
    pub mean_loss: Bounded,
}

/// A row of `openings.csv`: an action of first choices.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "openings")]
pub struct OpeningRow {
    /// Id of the phase.
    pub phase: String,
    /// Action, as people are shown it.
    pub action: String,
    /// First choices in which it is legal.
    pub offered: u64,
    /// First choices in which it is chosen.
    pub chosen: u64,
    /// Gain over the mean of the legal actions, in points of win chance.
    #[row("advantage", "ci_low", "ci_high")]
    pub advantage: Bounded,
}

/// A row of `stakes.csv`: a phase.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "stakes")]
pub struct StakeRow {
    /// Id of the phase.
    pub phase: String,
    /// Choices among several actions.
    pub choices: u64,
    /// Mean gain of the best action over the mean of the legal ones, in points of win chance.
    #[row("stake", "ci_low", "ci_high")]
    pub stake: Bounded,
    /// Part of all that was at stake in these games, 0 to 1.
    pub part: f64,
}

/// A row of `calibration.csv` of a review: a range of predicted win chances. All are in points.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "calibration")]
pub struct ChanceRow {
    /// Lower end of the range.
    pub from: u64,
    /// Choices with a prediction in this range.
    pub choices: u64,
    /// Mean prediction.
    pub predicted: Option<f64>,
    /// Mean share of the win.
    pub realised: Option<f64>,
}

/// Several reviewed games put together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reviews {
    /// By bot.
    pub bots: BTreeMap<String, Habit>,
    /// By bot, situation, phase and kind of the chosen action.
    pub habits: BTreeMap<HabitOf, Habit>,
    /// First choices by phase and action, as people are shown it.
    pub openings: BTreeMap<(String, String), Opening>,
    /// The choices that other bots would make.
    pub asked: Asked,
    /// The stakes by phase.
    stakes: BTreeMap<String, Mean>,
    /// Predicted and realised shares of the win, in millionths, by class of the prediction.
    classes: [[Mean; 2]; CLASSES],
    actions: Vec<ActionRow>,
    decisions: Vec<DecisionRow>,
}

impl Reviews {
    /// Returns all of it as bytes, to go on with later.
    ///
    /// # Errors
    /// [`TallyError`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, TallyError> {
        postcard::to_allocvec(self).map_err(|error| TallyError::Store(error.to_string()))
    }

    /// Returns what [`Reviews::to_bytes`] stored; nothing if these bytes are of something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }

    /// Adds a game of this number.
    pub fn add(&mut self, number: u64, game: &ReviewedGame) {
        let bots: Vec<String> = game.lines.first().map(strategies).unwrap_or_default();
        let shares = game.lines.last().and_then(win_shares);
        for decision in &game.decisions {
            let bot = bots.get(decision.seat.index()).cloned().unwrap_or_default();
            if decision.valued.loss().is_some() {
                self.bots.entry(bot.clone()).or_default().add(decision);
                let habit = HabitOf {
                    strategy: bot.clone(),
                    phase: decision.phase.clone(),
                    kind: decision.kind().to_owned(),
                    situation: Situation::of(&decision.valued, bots.len()),
                };
                self.habits.entry(habit).or_default().add(decision);
                self.calibrate(decision, shares.as_deref());
            }
            if let Some(stake) = decision.valued.stake() {
                self.stakes.entry(decision.phase.clone()).or_default().add(points(stake));
            }
            if decision.is_first {
                self.open(decision);
            }
            self.asked.add(number, &bot, &game.asked, decision);
            self.list(number, &bot, decision);
        }
    }

    fn open(&mut self, decision: &ReviewedDecision) {
        let advantages = decision.valued.advantages().unwrap_or_default();
        for (i, (label, advantage)) in decision.labels.iter().zip(advantages).enumerate() {
            let opening = self.openings.entry((decision.phase.clone(), label.clone())).or_default();
            opening.advantage.add(points(advantage));
            opening.chosen += u64::from(i == decision.valued.chosen);
        }
    }

    /// Returns the stakes by phase, the largest first: choices, the mean stake of one in points with its 95 %
    /// interval, and the phase's part of all that was at stake, 0 to 1.
    pub fn stakes(&self) -> Vec<StakeRow> {
        let all: f64 = self.stakes.values().map(|stake| stake.sum().max(0) as f64).sum();
        let of = |(phase, stake): (&String, &Mean)| StakeRow {
            phase: phase.clone(),
            choices: stake.plays(),
            stake: stake.estimate_in(1.0 / POINT).into(),
            part: stake.sum().max(0) as f64 / all.max(1.0),
        };
        let mut stakes: Vec<_> = self.stakes.iter().map(of).collect();
        stakes.sort_by(|a, b| b.part.total_cmp(&a.part).then_with(|| a.phase.cmp(&b.phase)));
        stakes
    }

    fn calibrate(&mut self, decision: &ReviewedDecision, shares: Option<&[f64]>) {
        let share = shares.and_then(|shares| shares.get(decision.seat.index()));
        if let (Some(chance), Some(share)) = (decision.valued.chance(), share) {
            let class = ((chance * CLASSES as f64) as usize).min(CLASSES - 1);
            self.classes[class][0].add((chance * 1e6).round() as i64);
            self.classes[class][1].add((share * 1e6).round() as i64);
        }
    }

    fn list(&mut self, game: u64, bot: &str, decision: &ReviewedDecision) {
        let valued = &decision.valued;
        let comparisons = valued.actions.len().saturating_sub(1);
        let points = |share: Option<f64>| share.map(|share| share * 100.0);
        let bounded =
            |value, low, high| Bounded { value: points(value), interval: points(low).zip(points(high)) };
        let label = |action: usize| decision.labels.get(action).cloned().unwrap_or_default();
        let (number, turn) = (u64::from(decision.number), u64::from(decision.turn));
        let (phase, seat) = (&decision.phase, decision.seat.index() as u64);
        for (i, action) in valued.actions.iter().enumerate().filter(|(_, action)| action.worlds() > 0) {
            let gain = if i == valued.chosen { Some((0.0, 0.0)) } else { action.gain(comparisons) };
            let (low, high) = (gain.map(|(gain, half)| gain - half), gain.map(|(gain, half)| gain + half));
            self.actions.push(ActionRow {
                game,
                decision: number,
                turn,
                phase: phase.clone(),
                seat,
                strategy: bot.to_owned(),
                action: label(i),
                chosen: i == valued.chosen,
                value: points(action.value()),
                gain: bounded(gain.map(|(gain, _)| gain), low, high),
                worlds: action.worlds(),
            });
        }
        let (loss, second) = (valued.loss(), decision.second);
        let (low, high) = (second.map(|second| second.interval.0), second.map(|second| second.interval.1));
        self.decisions.push(DecisionRow {
            game,
            decision: number,
            turn,
            phase: phase.clone(),
            seat,
            strategy: bot.to_owned(),
            kind: decision.kind().to_owned(),
            action: label(valued.chosen),
            better: loss.map(|loss| label(loss.better)),
            mark: decision.mark,
            win_chance: points(valued.chance()),
            loss: bounded(
                loss.map(|loss| loss.unlimited),
                loss.map(|loss| loss.low),
                loss.map(|loss| loss.high),
            ),
            second: second.map(|second| label(second.better)),
            second_loss: bounded(second.map(|second| second.gain), low, high),
            stake: points(valued.stake()),
            actions: valued.actions.len() as u64,
        });
    }

    /// Returns the tables: `actions`, `decisions`, `habits`, `openings`, `stakes`, `calibration`, `asked`,
    /// `differences`. Chances, losses, stakes and gains are in points of win chance.
    pub fn tables(&self) -> Vec<Table> {
        let habit = |(of, habit): (&HabitOf, &Habit)| {
            let (value, interval) = habit.mean_loss();
            HabitRow {
                strategy: of.strategy.clone(),
                phase: of.phase.clone(),
                kind: of.kind.clone(),
                situation: of.situation,
                choices: habit.choices(),
                mistakes: habit.marks[3],
                blunders: habit.marks[4],
                loss: habit.total(),
                mean_loss: Bounded { value, interval },
            }
        };
        let opening = |((phase, action), opening): (&(String, String), &Opening)| {
            let (value, interval) = opening.advantage();
            OpeningRow {
                phase: phase.clone(),
                action: action.clone(),
                offered: opening.offered(),
                chosen: opening.chosen,
                advantage: Bounded { value, interval },
            }
        };
        let percent = |mean: &Mean| mean.estimate_in(1e-4).value;
        let classes = (0..).zip(&self.classes).filter(|(_, [predicted, _])| predicted.plays() > 0);
        let chance = |(class, [predicted, realised]): (u64, &[Mean; 2])| ChanceRow {
            from: class * 100 / CLASSES as u64,
            choices: predicted.plays(),
            predicted: percent(predicted),
            realised: percent(realised),
        };
        let [asked, differences] = self.asked.tables();
        vec![
            Table::of(self.actions.iter().cloned()),
            Table::of(self.decisions.iter().cloned()),
            Table::of(self.habits.iter().map(habit)),
            Table::of(self.openings.iter().map(opening)),
            Table::of(self.stakes()),
            Table::of(classes.map(chance)),
            asked,
            differences,
        ]
    }
}

/// Returns the names of the bots by seat.
fn strategies(start: &Json) -> Vec<String> {
    let all = start["strategies"].as_array().into_iter().flatten();
    all.map(|name| name.as_str().unwrap_or_default().to_owned()).collect()
}

/// Returns each seat's share of the win, where the game came to its end.
fn win_shares(end: &Json) -> Option<Vec<f64>> {
    if end["event"] != "end" || end["unfinished"] == true {
        return None;
    }
    let winners: Vec<u64> = end["winners"].as_array()?.iter().filter_map(Json::as_u64).collect();
    let seats = end["ranks"].as_array()?.len() as u64;
    let share = 1.0 / winners.len().max(1) as f64;
    Some((0..seats).map(|seat| if winners.contains(&seat) { share } else { 0.0 }).collect())
}
