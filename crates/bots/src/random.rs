//! Uniformly random choice.

use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Game, Rng};

/// Chooses each legal action with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    #[inline(always)]
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        Ok(choose(decision.legal().len(), rng))
    }
}

/// Returns a uniform index. A forced choice draws a number too: cheaper than to guess whether it is one.
#[inline(always)]
pub fn choose(choices: usize, rng: &mut Rng) -> usize {
    rng.index(choices)
}
