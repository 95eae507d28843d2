//! What reviews come to, as tables: values of actions, marks of choices, costly habits, and how true the chances were.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::asked::Asked;
use super::game::{ReviewedDecision, ReviewedGame};
use super::habits::{Habit, HabitOf, Situation};
use crate::recorder::TallyError;
use ludometer_stats::{Cell, Mean, Table};

/// A point of win chance in the units of a tally.
pub(super) const POINT: f64 = 1e4;

/// Classes of predicted chances in the calibration.
const CLASSES: usize = 10;

/// What an action was worth as a player's first choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// What it brings more than the mean of the legal actions, in points of win chance.
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

/// What is at stake in a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Stake<'a> {
    /// The id of the phase.
    pub phase: &'a str,
    /// The number of choices among several actions.
    pub choices: u64,
    /// How much more the best action brings than the mean of the legal ones, in points of win chance.
    pub mean: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// The part of all that was at stake in these games, 0 to 1.
    pub part: f64,
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
    /// What other bots would choose.
    pub asked: Asked,
    /// What is at stake by phase.
    stakes: BTreeMap<String, Mean>,
    /// Predicted and realised shares of the win, in millionths, by class of the prediction.
    classes: [[Mean; 2]; CLASSES],
    actions: Vec<Vec<Cell>>,
    decisions: Vec<Vec<Cell>>,
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
    pub fn stakes<'a>(&'a self) -> Vec<Stake<'a>> {
        let all: f64 = self.stakes.values().map(|stake| stake.sum().max(0) as f64).sum();
        let of = |(phase, stake): (&'a String, &'a Mean)| {
            let estimate = stake.estimate_in(1.0 / POINT);
            Stake {
                phase,
                choices: stake.plays(),
                mean: estimate.value,
                interval: estimate.interval,
                part: stake.sum().max(0) as f64 / all.max(1.0),
            }
        };
        let mut stakes: Vec<_> = self.stakes.iter().map(of).collect();
        stakes.sort_by(|a, b| b.part.total_cmp(&a.part).then(a.phase.cmp(b.phase)));
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
        let points = |share: Option<f64>| -> Cell { share.map(|share| share * 100.0).into() };
        let label = |action: usize| decision.labels.get(action).cloned().unwrap_or_default();
        for (i, action) in valued.actions.iter().enumerate().filter(|(_, action)| action.worlds() > 0) {
            let gain = if i == valued.chosen { Some((0.0, 0.0)) } else { action.gain(comparisons) };
            self.actions.push(vec![
                game.into(),
                u64::from(decision.number).into(),
                u64::from(decision.turn).into(),
                Cell::Text(decision.phase.clone()),
                (decision.seat.index() as u64).into(),
                bot.into(),
                Cell::Text(label(i)),
                u64::from(i == valued.chosen).into(),
                points(action.value()),
                points(gain.map(|(gain, _)| gain)),
                points(gain.map(|(gain, half)| gain - half)),
                points(gain.map(|(gain, half)| gain + half)),
                action.worlds().into(),
            ]);
        }
        let loss = valued.loss();
        self.decisions.push(vec![
            game.into(),
            u64::from(decision.number).into(),
            u64::from(decision.turn).into(),
            Cell::Text(decision.phase.clone()),
            (decision.seat.index() as u64).into(),
            bot.into(),
            decision.kind().into(),
            Cell::Text(label(valued.chosen)),
            loss.map_or(Cell::Empty, |loss| Cell::Text(label(loss.better))),
            decision.mark.name().into(),
            points(valued.chance()),
            points(loss.map(|loss| loss.unlimited)),
            points(loss.map(|loss| loss.low)),
            points(loss.map(|loss| loss.high)),
            decision.second.map_or(Cell::Empty, |second| Cell::Text(label(second.better))),
            points(decision.second.map(|second| second.gain)),
            points(decision.second.map(|second| second.interval.0)),
            points(decision.second.map(|second| second.interval.1)),
            points(valued.stake()),
            (valued.actions.len() as u64).into(),
        ]);
    }

    /// Returns the tables: `actions`, `decisions`, `habits`, `openings`, `stakes`, `calibration`, `asked`,
    /// `differences`. Chances, losses, stakes and gains are in points of win chance.
    pub fn tables(&self) -> Vec<Table> {
        let mut actions = Table::new("actions", &ACTIONS);
        actions.rows.clone_from(&self.actions);
        let mut decisions = Table::new("decisions", &DECISIONS);
        decisions.rows.clone_from(&self.decisions);
        let mut habits = Table::new("habits", &HABITS);
        for (of, habit) in &self.habits {
            let (mean, interval) = habit.mean_loss();
            habits.row(vec![
                Cell::Text(of.strategy.clone()),
                Cell::Text(of.phase.clone()),
                Cell::Text(of.kind.clone()),
                of.situation.name().into(),
                habit.choices().into(),
                habit.marks[3].into(),
                habit.marks[4].into(),
                Cell::Real(habit.total()),
                mean.into(),
                interval.map(|(low, _)| low).into(),
                interval.map(|(_, high)| high).into(),
            ]);
        }
        let [asked, differences] = self.asked.tables();
        let others = [self.openings_table(), self.stakes_table(), self.calibration(), asked, differences];
        [actions, decisions, habits].into_iter().chain(others).collect()
    }

    fn openings_table(&self) -> Table {
        let mut table = Table::new("openings", &OPENINGS);
        for ((phase, action), opening) in &self.openings {
            let (mean, interval) = opening.advantage();
            table.row(vec![
                Cell::Text(phase.clone()),
                Cell::Text(action.clone()),
                opening.offered().into(),
                opening.chosen.into(),
                mean.into(),
                interval.map(|(low, _)| low).into(),
                interval.map(|(_, high)| high).into(),
            ]);
        }
        table
    }

    fn stakes_table(&self) -> Table {
        let mut table = Table::new("stakes", &STAKES);
        for stake in self.stakes() {
            table.row(vec![
                stake.phase.into(),
                stake.choices.into(),
                stake.mean.into(),
                stake.interval.map(|(low, _)| low).into(),
                stake.interval.map(|(_, high)| high).into(),
                Cell::Real(stake.part),
            ]);
        }
        table
    }

    fn calibration(&self) -> Table {
        let mut table = Table::new("calibration", &CALIBRATION);
        for (class, [predicted, realised]) in self.classes.iter().enumerate() {
            let percent = |mean: &Mean| mean.estimate_in(1e-4);
            if predicted.plays() > 0 {
                table.row(vec![
                    ((class * 100 / CLASSES) as u64).into(),
                    predicted.plays().into(),
                    percent(predicted).value.into(),
                    percent(realised).value.into(),
                ]);
            }
        }
        table
    }
}

const ACTIONS: [&str; 13] = [
    "game",
    "decision",
    "turn",
    "phase",
    "seat",
    "strategy",
    "action",
    "chosen",
    "value",
    "gain",
    "gain_low",
    "gain_high",
    "worlds",
];
const DECISIONS: [&str; 20] = [
    "game",
    "decision",
    "turn",
    "phase",
    "seat",
    "strategy",
    "kind",
    "action",
    "better",
    "mark",
    "win_chance",
    "loss",
    "loss_low",
    "loss_high",
    "second",
    "second_loss",
    "second_low",
    "second_high",
    "stake",
    "actions",
];
const HABITS: [&str; 11] = [
    "strategy",
    "phase",
    "kind",
    "situation",
    "choices",
    "mistakes",
    "blunders",
    "loss",
    "mean_loss",
    "ci_low",
    "ci_high",
];
const OPENINGS: [&str; 7] = ["phase", "action", "offered", "chosen", "advantage", "ci_low", "ci_high"];
const STAKES: [&str; 6] = ["phase", "choices", "stake", "ci_low", "ci_high", "part"];
const CALIBRATION: [&str; 4] = ["from", "choices", "predicted", "realised"];

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
