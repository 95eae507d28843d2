//! The costly kinds of choices, by bot and situation.

use serde::{Deserialize, Serialize};

use super::game::ReviewedDecision;
use super::marks::Mark;
use super::tables::{POINT, in_points, points};
use super::values::{ActionValue, Valued};
use ludometer_stats::{Mean, row_words};

/// How a player stands before a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Situation {
    /// The win chance is less than half of the fair share.
    Behind,
    /// It is neither.
    Level,
    /// The win chance is more than half-way from the fair share to a certain win.
    Ahead,
}

impl Situation {
    /// Returns the situation at a table of so many seats: by the mean value of the legal actions, as the value of the
    /// chosen one would take bad luck in the imagined worlds for being behind.
    pub(super) fn of(valued: &Valued, seats: usize) -> Self {
        let values: Vec<f64> = valued.actions.iter().filter_map(ActionValue::value).collect();
        let (chance, fair) =
            (values.iter().sum::<f64>() / values.len().max(1) as f64, 1.0 / seats.max(1) as f64);
        match chance {
            _ if chance < fair / 2.0 => Self::Behind,
            _ if chance > f64::midpoint(fair, 1.0) => Self::Ahead,
            _ => Self::Level,
        }
    }
}

row_words!(Situation { Behind => "behind", Level => "level", Ahead => "ahead" });

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
        let mark = decision.mark;
        self.marks[Mark::ALL.iter().position(|one| *one == mark).unwrap_or(0)] += 1;
        if let Some(loss) = loss {
            self.loss.add(points(loss.unlimited));
        }
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
