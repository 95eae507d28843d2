//! Advice for a person who has to choose: what each choice is worth, what bots would choose, and why one choice is
//! better than another. All of it follows from what the person's seat knows.

use std::sync::atomic::AtomicBool;

use super::position::Position;
use super::review::{Consequence, Valuation, Valued, choice_of, consequences, stream};
use ludometer_bots::{BotSpec, Rollout};

/// How choices are valued.
const HINT: Valuation = Valuation { worlds: 400, policy: Rollout::Greedy { noise: 0.0 }, against: None };

/// The values of the choices of a decision, and the choices that bots would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The values of the legal actions if all play on as `greedy`: see [`Position::valued`].
    pub values: Valued,
    /// Names of bots, each with what it would choose.
    pub bots: Vec<(String, usize)>,
}

/// Why one choice is better than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The better of both.
    pub better: usize,
    /// The other one.
    pub other: usize,
    /// The values of all legal actions.
    pub values: Valued,
    /// The choices made more or less often after the better one.
    pub consequences: Vec<Consequence>,
}

/// Returns advice on this decision; these bots are asked, too.
pub(crate) fn advise(at: &dyn Position, bots: &[(String, BotSpec)], stop: &AtomicBool) -> Advice {
    let ask = |(name, bot): &(String, BotSpec)| Some((name.clone(), choice_of(at, bot, stop)?));
    Advice { values: values(at, stop), bots: bots.iter().filter_map(ask).collect() }
}

/// Returns why the best choice is better than this one; without one, or if it is the best, than the second best. `None`
/// where nothing could be valued.
pub(crate) fn reasons(
    at: &dyn Position,
    choice: Option<usize>,
    policy: &BotSpec,
    stop: &AtomicBool,
) -> Option<Reasons> {
    let values = values(at, stop);
    let mut ranked: Vec<(usize, f64)> =
        values.actions.iter().enumerate().filter_map(|(i, action)| Some((i, action.value()?))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (better, _) = *ranked.first()?;
    let second = ranked.get(1).map(|(i, _)| *i);
    let other = choice.filter(|&choice| choice != better).or(second)?;
    let mut luck = stream(at, at.to_move()?);
    let consequences = consequences(at, [better, other], policy, &mut luck, stop);
    Some(Reasons { better, other, values, consequences })
}

fn values(at: &dyn Position, stop: &AtomicBool) -> Valued {
    at.valued(0, HINT, &mut stream(at, at.to_move().unwrap_or_default()), stop)
}
