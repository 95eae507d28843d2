//! Playing on from an imagined state to value it.

use super::greedy::Greedy;
use super::random::choose;
use crate::games::Playable;
use crate::model::{BySeat, Rng, Seat, Silent};

/// How the seats choose in a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rollout {
    /// Uniformly at random.
    Random,
    /// By appeal, each seat from its own view; with this probability at random instead.
    Greedy {
        /// Share of random choices, 0 to 1.
        noise: f64,
    },
}

/// Plays on from states and tells what each seat gets. Keeps its buffers.
pub struct Playout<G: Playable> {
    rollout: Rollout,
    /// Turns after which a play is cut off and estimated.
    length: u32,
    greedy: Greedy<G>,
    legal: Vec<G::Action>,
}

impl<G: Playable> Playout<G> {
    /// Playouts that are cut off `length` turns after the turn that they are told.
    ///
    /// All are cut off at the beginning of the same turn, wherever they began: positions in the
    /// middle of a turn don't compare with others.
    pub fn new(rollout: Rollout, length: u32) -> Self {
        Self { rollout, length, greedy: Greedy::usual(), legal: Vec::with_capacity(64) }
    }

    /// Plays on from this state, changing it, and gives each seat's reward: its share of the win,
    /// or the game's estimate where the play was cut off. Turns are counted from `turn`.
    pub fn run(&mut self, game: &G, state: &mut G::State, turn: u32, rng: &mut Rng) -> BySeat<f64> {
        let last = turn.saturating_add(self.length);
        while let Some(seat) = game.to_move(state) {
            if game.turn(state) >= last {
                return game.evaluate(state);
            }
            self.legal.clear();
            game.legal(state, &mut self.legal);
            let chosen = self.choose(game, state, seat, rng);
            game.apply(state, self.legal[chosen], rng, &mut Silent);
        }
        game.reward(state)
    }

    #[inline]
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> usize {
        if self.legal.len() == 1 {
            return 0;
        }
        match self.rollout {
            Rollout::Greedy { noise } if !rng.chance(noise) => {
                // Every seat plays by its own view, in playouts too: a policy that knew the other
                // hands would value positions by knowledge that nobody has.
                let view = game.view(state, seat);
                self.greedy.choose(game, &view, &self.legal, rng)
            }
            Rollout::Random | Rollout::Greedy { .. } => choose(self.legal.len(), rng),
        }
    }
}
