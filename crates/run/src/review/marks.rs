//! Marks choices. Chance among many choices looks like a mistake somewhere, so whatever looks like one is tried again
//! in worlds of its own, and only what holds there, allowing for all choices of the game at once, is marked.

use std::sync::atomic::AtomicBool;

use super::game::ReviewPlan;
use super::values::{ActionValue, Loss, NEGLIGIBLE, Valued};
use crate::position::Position;
use ludometer_model::Rng;
use ludometer_stats::{holm, row_words};
use serde::{Deserialize, Serialize};

/// The worlds of a second look, in multiples of those of the first.
const AGAIN: u32 = 4;

/// Chance alone marks any choice of a game at all in at most so many games.
const LEVEL: f64 = 0.05;

/// How good a choice was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// There was one action.
    Forced,
    /// No other action was found to be better.
    Best,
    /// It may have lost something, but not for certain, or less than a mistake.
    Fine,
    /// It lost something for certain, about 2 points of win chance or more.
    Mistake,
    /// It lost something for certain, about 10 points or more.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Self; 5] = [Self::Forced, Self::Best, Self::Fine, Self::Mistake, Self::Blunder];
    /// The least loss of a mistake, as a share of the win.
    pub const MISTAKE: f64 = 0.02;
    /// The least loss of a blunder.
    pub const BLUNDER: f64 = 0.10;
}

row_words!(Mark {
    Forced => "forced", Best => "best", Fine => "fine", Mistake => "mistake", Blunder => "blunder",
});

/// A choice and the action that looked better, tried once more in other worlds. As neither was picked by what happens
/// in these, the difference is not too great on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondLook {
    /// The action that looked better.
    pub better: usize,
    /// The mover's share of the win after that action and after the chosen one, 0 to 1.
    pub values: [f64; 2],
    /// The gain, as a share of the win.
    pub gain: f64,
    /// The 95 % interval of the gain.
    pub interval: (f64, f64),
    /// The number of worlds.
    pub worlds: u64,
    /// The probability of such a gain by chance alone.
    p: f64,
}

/// Tries a choice again that looks like a mistake, beside the action that looks better; `None` if it doesn't.
pub fn second_look(
    at: &dyn Position,
    first: &Valued,
    plan: ReviewPlan<'_>,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Option<SecondLook> {
    let better = first.loss().filter(|loss| loss.mean >= Mark::MISTAKE)?.better;
    let plan = ReviewPlan { worlds: plan.worlds.saturating_mul(AGAIN), ..plan };
    let again = plan.value(at, first.chosen, Some(better), rng, stop);
    let action = again.actions.get(better)?;
    let (gain, half) = action.gain(1)?;
    Some(SecondLook {
        better,
        values: [action.value()?, again.actions.get(first.chosen).and_then(ActionValue::value)?],
        gain,
        interval: (gain - half, gain + half),
        worlds: action.worlds(),
        p: action.by_chance()?,
    })
}

/// Marks all choices of a game at once: each with what it lost at first sight and what a second look says.
pub fn marks(choices: &[(Option<Loss>, Option<SecondLook>)]) -> Vec<Mark> {
    let p: Vec<f64> = choices.iter().filter_map(|(_, second)| second.map(|second| second.p)).collect();
    let mut adjusted = holm(&p).into_iter();
    let mark = |(loss, second): &(Option<Loss>, Option<SecondLook>)| {
        let is_sure = second.and_then(|_| adjusted.next()).is_some_and(|p| p <= LEVEL);
        match (loss, second) {
            (None, _) => Mark::Forced,
            (_, Some(second)) if is_sure && second.gain >= Mark::BLUNDER => Mark::Blunder,
            (_, Some(second)) if is_sure && second.gain >= Mark::MISTAKE => Mark::Mistake,
            (Some(loss), _) if loss.mean <= NEGLIGIBLE => Mark::Best,
            _ => Mark::Fine,
        }
    };
    choices.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a choice that lost so much at first sight, with the gain and the probability of a second look.
    fn choice(mean: f64, second: Option<(f64, f64)>) -> (Option<Loss>, Option<SecondLook>) {
        let look = |(gain, p): (f64, f64)| {
            let (values, interval) = ([0.5, 0.5 - gain], (gain - 0.01, gain + 0.01));
            SecondLook { better: 1, values, gain, interval, worlds: 100, p }
        };
        (Some(Loss { better: 1, mean, unlimited: mean, low: 0.0, high: 1.0 }), second.map(look))
    }

    #[test]
    fn what_holds_at_second_sight_is_marked() {
        let choices = [
            (None, None),
            choice(0.001, None),
            choice(0.01, None),
            choice(0.3, Some((0.2, 1e-6))),
            choice(0.3, Some((0.05, 1e-6))),
            choice(0.3, Some((0.01, 1e-6))),
            choice(0.3, Some((0.2, 0.2))),
        ];
        let by_hand =
            [Mark::Forced, Mark::Best, Mark::Fine, Mark::Blunder, Mark::Mistake, Mark::Fine, Mark::Fine];
        assert_eq!(marks(&choices), by_hand);
    }

    #[test]
    fn one_of_many_must_be_surer_than_one_alone() {
        assert_eq!(marks(&[choice(0.1, Some((0.1, 0.01)))]), [Mark::Blunder]);
        let mut many = vec![choice(0.1, Some((0.1, 0.3))); 9];
        many.push(choice(0.1, Some((0.1, 0.01))));
        assert_eq!(marks(&many), [Mark::Fine; 10], "0.01 times 10 is more than 0.05");
    }
}
