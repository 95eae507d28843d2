//! Values the actions of a decision: each legal one is tried in the same imagined worlds.
//!
//! A world is a determinization of the mover's view, so no value knows more than the mover. From it every action is
//! played on to the end by one policy in all seats, with the same random numbers, so that the luck of deal and draws
//! cancels in the comparison (common random numbers, as in `flat-mc`). An action that is surely no better than the
//! chosen one is tried no further: so the time goes where a mistake is possible.

use std::sync::atomic::{AtomicBool, Ordering};

use super::values::{ActionValue, NEGLIGIBLE, UNITS, Valued};
use ludometer_bots::{Playout, Rollout};
use ludometer_model::{Rng, Seat, Silent};
use ludometer_playable::Playable;

/// Worlds between two looks at which actions are still open. Even, so that both halves of the sample stay alike.
const ROUND: u32 = 20;

/// How decisions are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valuation {
    /// Imagined worlds a decision at most.
    pub worlds: u32,
    /// The bot that plays on.
    pub policy: Rollout,
    /// The only action that is held against the chosen one; all of them if it is `None`.
    pub against: Option<usize>,
}

/// Imagined worlds, one after the other, in which the actions of a decision are tried.
pub(super) trait Worlds {
    /// Imagines the next world, with the luck that follows in it.
    fn imagine(&mut self);

    /// Returns the mover's share of the win, 0 to 1, if this legal action is chosen in the world.
    fn reward(&mut self, choice: usize) -> f64;
}

/// Tries so many legal actions in worlds, `most` at the most, and holds them against the chosen one; or only the action
/// `against`.
pub(super) fn value_in(
    worlds: &mut impl Worlds,
    (legal, chosen): (usize, usize),
    (most, against): (u32, Option<usize>),
    stop: &AtomicBool,
) -> Valued {
    let mut actions = vec![ActionValue::new(); legal];
    if legal > 1 && chosen < legal {
        let mut open: Vec<bool> =
            (0..legal).map(|i| i == chosen || against.is_none_or(|only| only == i)).collect();
        let comparisons = open.iter().filter(|open| **open).count() - 1;
        let mut done = 0;
        while done < most && open.iter().filter(|open| **open).count() > 1 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            for number in 0..ROUND.min(most - done) {
                worlds.imagine();
                let mut reward = |choice| (worlds.reward(choice) * UNITS).round() as i64;
                let base = reward(chosen);
                actions[chosen].add(base);
                for i in (0..legal).filter(|i| *i != chosen && open[*i]) {
                    actions[i].add_beside(number, reward(i), base);
                }
            }
            done += ROUND;
            for (i, action) in actions.iter().enumerate().filter(|(i, _)| *i != chosen) {
                let surely_no_better =
                    action.gain(comparisons).is_some_and(|(gain, half)| gain + half < NEGLIGIBLE);
                // A few worlds that happen to agree say little.
                open[i] = open[i] && !(surely_no_better && done >= 2 * ROUND);
            }
        }
    }
    Valued { actions, chosen }
}

/// Worlds that a view leaves open, in which all play on by a policy.
struct OfView<'a, G: Playable> {
    game: &'a G,
    view: &'a G::View,
    seat: Seat,
    legal: &'a [G::Action],
    rng: &'a mut Rng,
    luck: Rng,
    world: G::State,
    state: G::State,
    playout: Playout<G>,
}

impl<G: Playable> Worlds for OfView<'_, G> {
    fn imagine(&mut self) {
        self.game.determinize(self.view, self.rng, &mut self.world);
        self.luck = self.rng.fork();
    }

    fn reward(&mut self, choice: usize) -> f64 {
        let mut luck = self.luck.clone();
        self.state.clone_from(&self.world);
        self.game.apply(&mut self.state, self.legal[choice], &mut luck, &mut Silent);
        self.playout.run(self.game, &mut self.state, u32::MAX, &mut luck)[self.seat]
    }
}

/// Values the legal actions of a decision by this view.
pub(crate) fn value_actions<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    (legal, chosen): (&[G::Action], usize),
    plan: Valuation,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Valued {
    let playout = Playout::new(game, plan.policy);
    let (world, state, luck) = (game.new_state(), game.new_state(), rng.clone());
    let mut worlds = OfView { game, view, seat, legal, rng, luck, world, state, playout };
    value_in(&mut worlds, (legal.len(), chosen), (plan.worlds, plan.against), stop)
}

/// Returns this seat's share of the win, 0 to 1, as it can know it: the mean over so many imagined worlds.
pub(crate) fn chance_of<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    plan: Valuation,
    rng: &mut Rng,
) -> f64 {
    let mut playout = Playout::new(game, plan.policy);
    let mut state = game.new_state();
    let mut sum = 0.0;
    for _ in 0..plan.worlds {
        game.determinize(view, rng, &mut state);
        sum += playout.run(game, &mut state, u32::MAX, rng)[seat];
    }
    sum / f64::from(plan.worlds.max(1))
}
