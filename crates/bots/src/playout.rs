//! Playing on from a determinized state to value it.

use super::estimator::Estimator;
use super::greedy::Greedy;
use super::strategy::choose;
use ludometer_model::{BySeat, Rng, Seat, Silent, WithoutKnowledge};
use ludometer_playable::{Choices, FromValue, Playable, Setting};

/// The greatest `length`.
const MOST_TURNS: f64 = 1_000_000.0;

/// How the seats choose in a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rollout {
    /// Uniformly at random.
    Random,
    /// By heuristic score, each seat from its own view; with this probability at random instead.
    Greedy {
        /// Share of random choices, 0 to 1.
        noise: f64,
    },
}

impl Rollout {
    /// The setting of playouts that says who plays.
    pub(super) const ROLLOUT: Setting = Setting::new(
        "rollout",
        "who plays on from a leaf: uniformly random seats, or greedy ones",
        Choices::Words(&["random", "greedy"]),
        0.0,
    );
    /// The setting that says how far.
    pub(super) const LENGTH: Setting = Setting::new(
        "length",
        "turns to look ahead: playouts are cut off and estimated at the beginning of that turn",
        Choices::Whole(1, MOST_TURNS as u32),
        MOST_TURNS,
    );
    /// The setting that says how often at random.
    pub(super) const NOISE: Setting =
        Setting::new("noise", "share of random choices in greedy playouts", Choices::Real(0.0, 1.0), 0.1);

    /// Returns greedy or random playouts.
    pub(super) const fn of(greedy: bool, noise: f64) -> Self {
        if greedy { Self::Greedy { noise } } else { Self::Random }
    }
}

/// A number of turns to look ahead. The greatest, which no game comes near, is no end at all, so that turns needn't be
/// asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns(pub u32);

impl FromValue for Turns {
    fn from_value(turns: f64) -> Self {
        Self(if turns < MOST_TURNS { turns as u32 } else { u32::MAX })
    }
}

/// Plays on from states and tells what each seat gets. Keeps its buffers.
pub struct Playout<G: Playable> {
    rollout: Rollout,
    greedy: Greedy<G>,
    /// The estimator of a position where a playout is cut off.
    pub(super) estimator: Estimator,
    legal: Vec<G::Action>,
}

impl<G: Playable> Playout<G> {
    /// Playouts by this policy.
    pub fn new(game: &G, rollout: Rollout) -> Self {
        Self {
            rollout,
            greedy: Greedy::usual(game),
            estimator: Estimator::Own,
            legal: Vec::with_capacity(64),
        }
    }

    /// Returns the playouts as they are where positions are estimated so.
    #[must_use]
    pub(super) fn estimating_by(self, estimator: Estimator) -> Self {
        Self { estimator, ..self }
    }

    /// Plays on from this state, changing it, and gives each seat's reward: its share of the win,
    /// or the game's estimate where the play was cut off, at the beginning of turn `last`
    /// (`u32::MAX`: nowhere).
    ///
    /// All playouts of a search are cut off at the beginning of the same turn, wherever they began:
    /// positions in the middle of a turn don't compare with others.
    pub fn run(&mut self, game: &G, state: &mut G::State, last: u32, rng: &mut Rng) -> BySeat<f64> {
        self.run_for(game, state, last, rng, |_| true)
    }

    /// Plays as [`Playout::run`] does; an estimate is that of the seats that are wanted alone, where a network makes it.
    pub(super) fn run_for(
        &mut self,
        game: &G,
        state: &mut G::State,
        last: u32,
        rng: &mut Rng,
        wanted: impl Fn(Seat) -> bool,
    ) -> BySeat<f64> {
        match self.rollout {
            Rollout::Random => self.copied::<true>(game, state, last, rng, wanted),
            Rollout::Greedy { .. } => {
                self.greedy.forget();
                self.copied::<false>(game, state, last, rng, wanted)
            }
        }
    }

    /// Plays on with a copy of the generator, which stays in registers: each of its numbers depends on the one before.
    #[inline(always)]
    fn copied<const RANDOM: bool>(
        &mut self,
        game: &G,
        state: &mut G::State,
        last: u32,
        rng: &mut Rng,
        wanted: impl Fn(Seat) -> bool,
    ) -> BySeat<f64> {
        let mut own = rng.clone();
        let rewards = self.play_on::<RANDOM>(game, state, last, &mut own, wanted);
        *rng = own;
        rewards
    }

    /// Plays on to the end. `RANDOM` is a const parameter so that the loop holds no call to the other policy; with one, state
    /// and generator would leave their registers.
    #[inline(always)]
    fn play_on<const RANDOM: bool>(
        &mut self,
        game: &G,
        state: &mut G::State,
        last: u32,
        rng: &mut Rng,
        wanted: impl Fn(Seat) -> bool,
    ) -> BySeat<f64> {
        if RANDOM {
            // Nobody looks at the actions, nor at views.
            while game.to_move(state).is_some() {
                if last != u32::MAX && game.turn(state) >= last {
                    return self.estimator.estimate(game, state, wanted);
                }
                let place = |choices| if choices == 1 { 0 } else { choose(choices, rng) };
                let (action, _) = game.pick(state, &mut self.legal, place);
                game.apply(state, action, rng, &mut WithoutKnowledge(Silent));
            }
            return game.reward(state);
        }
        let mut legal = std::mem::take(&mut self.legal);
        let rewards = loop {
            let Some(seat) = game.to_move(state) else { break game.reward(state) };
            if last != u32::MAX && game.turn(state) >= last {
                break self.estimator.estimate(game, state, wanted);
            }
            legal.clear();
            game.legal(state, &mut legal);
            let chosen = self.choose(game, state, seat, &legal, rng);
            game.apply(state, legal[chosen], rng, &mut Silent);
        };
        self.legal = legal;
        rewards
    }

    /// Returns one choice by the policy.
    #[inline]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        let planned = self.greedy.follow(legal);
        if legal.len() == 1 {
            return 0;
        }
        match self.rollout {
            Rollout::Greedy { noise } if !rng.chance(noise) => {
                if let Some(place) = planned {
                    return place;
                }
                // Every seat plays by its own view, in playouts too: a policy that knew the other
                // hands would value positions by knowledge that nobody has.
                let view = game.view(state, seat);
                self.greedy.choose(game, &view, legal, rng)
            }
            Rollout::Random | Rollout::Greedy { .. } => choose(legal.len(), rng),
        }
    }
}
