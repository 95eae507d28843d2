//! The results of reviews, as tables: values of actions, marks of choices, costly habits by situation, what other bots
//! would have chosen, and how true the chances were.

use std::collections::BTreeMap;

use super::{Mark, ReviewedDecision, ReviewedGame};
use crate::recorder::TallyError;
use crate::review::values::{ActionValue, Valued};
use ludometer_model::{Contest, Seat};
use ludometer_stats::{Bounded, Mean, Row, Table, row_words};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A point of win chance in the units of a tally.
const POINT: f64 = 1e4;

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
fn in_points(mean: &Mean) -> (Option<f64>, Option<(f64, f64)>) {
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
    /// Mark of the choice, if it was reviewed.
    pub mark: Option<String>,
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
        let shares = game.lines.last().and_then(|line| win_shares(line, &game.contest));
        for decision in &game.decisions {
            let bot = bots.get(decision.seat.index()).cloned().unwrap_or_default();
            if decision.valued.loss().is_some() {
                self.bots.entry(bot.clone()).or_default().add(decision);
                let habit = HabitOf {
                    strategy: bot.clone(),
                    phase: decision.phase.clone(),
                    kind: decision.kind().to_owned(),
                    situation: Situation::of(&decision.valued, game.contest.parties.len()),
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
            let none = Some((0.0, (0.0, 0.0)));
            let gain = if i == valued.chosen { none } else { action.gain_within(comparisons) };
            let (low, high) = gain.map(|(_, interval)| interval).unzip();
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
            mark: decision.mark.map(|mark| mark.word().to_owned()),
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

/// Returns each seat's share of the win, that of its whole side, where the game came to its end and is won or lost.
fn win_shares(end: &Json, contest: &Contest) -> Option<Vec<f64>> {
    if end["event"] != "end" || end["unfinished"] == true || contest.is_worth() {
        return None;
    }
    let winners: Vec<u64> = end["winners"].as_array()?.iter().filter_map(Json::as_u64).collect();
    let seats = end["ranks"].as_array()?.len();
    let share = 1.0 / winners.len().max(1) as f64;
    let won = |seat: Seat| {
        if winners.contains(&(seat.index() as u64)) { contest.whole_share(seat, share) } else { 0.0 }
    };
    Some(Seat::all(seats).map(won).collect())
}

/// How a player stands before a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Situation {
    /// The win chance is less than half of the fair share.
    Behind,
    /// It is neither.
    Level,
    /// The win chance is more than half-way from the fair share to a certain win.
    Ahead,
    /// All play together, or one alone: nobody is ahead of another.
    Any,
}

impl Situation {
    /// Returns the situation at a table of so many parties: by the mean value of the legal actions, as the value of the
    /// chosen one would take bad luck in the imagined worlds for being behind.
    pub(super) fn of(valued: &Valued, parties: usize) -> Self {
        let values: Vec<f64> = valued.actions.iter().filter_map(ActionValue::value).collect();
        let (chance, fair) =
            (values.iter().sum::<f64>() / values.len().max(1) as f64, 1.0 / parties.max(1) as f64);
        match chance {
            _ if parties < 2 => Self::Any,
            _ if chance < fair / 2.0 => Self::Behind,
            _ if chance > f64::midpoint(fair, 1.0) => Self::Ahead,
            _ => Self::Level,
        }
    }
}

row_words!(Situation { Behind => "behind", Level => "level", Ahead => "ahead", Any => "any" });

/// The subject of a habit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HabitOf {
    /// The bot.
    pub strategy: String,
    /// The id of the phase.
    pub phase: String,
    /// The id of the kind of the chosen action.
    pub kind: String,
    /// How the player stood.
    pub situation: Situation,
}

/// The cost of a kind of choice for a bot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habit {
    /// Losses in points of win chance.
    loss: Mean,
    /// Choices by mark, as in [`Mark::ALL`].
    pub marks: [u64; 5],
}

impl Habit {
    /// Returns the number of choices among several actions.
    pub const fn choices(&self) -> u64 {
        self.loss.plays()
    }

    /// Returns the mean loss of a choice in points, with its 95 % interval.
    pub fn mean_loss(&self) -> (Option<f64>, Option<(f64, f64)>) {
        let (value, interval) = in_points(&self.loss);
        // A loss is at least nothing, though by few playouts a choice may look better than the best.
        let least = value.unwrap_or(0.0).min(0.0);
        (value, interval.map(|(low, high)| (low.max(least), high)))
    }

    /// Returns all that the choices lost together, in points.
    pub fn total(&self) -> f64 {
        self.loss.sum() as f64 / POINT
    }

    pub(super) fn add(&mut self, decision: &ReviewedDecision) {
        let loss = decision.valued.loss();
        if let Some(at) = Mark::ALL.iter().position(|mark| Some(*mark) == decision.mark) {
            self.marks[at] += 1;
        }
        if let Some(loss) = loss {
            self.loss.add(points(loss.unlimited));
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a few choices, one of which cost a lot, the plain interval reaches beyond a whole win.
    #[test]
    fn a_mean_loss_lies_between_nothing_and_a_whole_win() {
        let habit = |losses: &[f64]| {
            let mut habit = Habit::default();
            for &loss in losses {
                habit.loss.add(points(loss));
            }
            habit
        };
        let few = habit(&[0.0, 0.0, 0.6]);
        let (mean, interval) = few.mean_loss();
        assert!(
            (mean.unwrap() - 20.0).abs() < 0.01 && interval == Some((0.0, 100.0)),
            "{mean:?}, {interval:?}"
        );
        let (_, plain) = few.loss.estimate_in(1.0 / POINT).interval.unwrap();
        assert!(plain > 100.0, "{plain}");
        // By few playouts a choice may look better than the best: then the mean is its own bound.
        let (mean, interval) = habit(&[-0.1, 0.0, 0.0]).mean_loss();
        assert!(interval.is_some_and(|(low, _)| (low - mean.unwrap()).abs() < 1e-9), "{interval:?}");
    }

    #[test]
    fn situations_are_distinguished_by_the_fair_share() {
        let valued = |rewards: [i64; 2]| {
            let action = |reward: i64| {
                let mut action = ActionValue::new();
                action.add(reward * 10_000);
                action
            };
            Valued { actions: rewards.map(action).to_vec(), chosen: 0 }
        };
        // Of 4 seats 25 % are fair: below 12.5 % is behind, above 62.5 % ahead.
        let of = |rewards| Situation::of(&valued(rewards), 4);
        assert_eq!(
            [of([10, 14]), of([10, 16]), of([60, 64]), of([60, 66])],
            [Situation::Behind, Situation::Level, Situation::Level, Situation::Ahead]
        );
    }
}
