//! One-step play by the game's own estimate of each action.

use super::strategy::{Forfeit, Strategy};
use crate::games::Playable;
use crate::model::{Decision, Rng};

/// Takes the action with the greatest appeal (the spec's section 13); equals by lot.
#[derive(Clone, Debug)]
pub struct Greedy<G> {
    weights: Vec<f64>,
    scores: Vec<f64>,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<G: Playable> Greedy<G> {
    /// The bot with these values of [`Playable::GREEDY`].
    pub fn new(weights: Vec<f64>) -> Self {
        debug_assert_eq!(weights.len(), G::GREEDY.len(), "one weight a setting");
        Self { weights, scores: Vec::with_capacity(64), game: std::marker::PhantomData }
    }

    /// The bot with the game's default weights.
    pub fn usual() -> Self {
        Self::new(G::GREEDY.iter().map(|setting| setting.default).collect())
    }

    /// The best looking of the legal actions.
    #[inline]
    pub(super) fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        self.scores.clear();
        game.favour(view, legal, &self.weights, &mut self.scores);
        debug_assert_eq!(self.scores.len(), legal.len(), "one score an action");
        best(&self.scores, rng)
    }
}

/// The index of the largest number; equals by lot. Draws a number only if there are equals.
pub(super) fn best(scores: &[f64], rng: &mut Rng) -> usize {
    let mut best = 0;
    let mut top = scores[0];
    let mut equals = 1;
    // Without a branch: which score is the next to be the best, nothing could foresee.
    for (i, &score) in scores.iter().enumerate().skip(1) {
        let better = score > top;
        equals = if better { 1 } else { equals + usize::from(score == top) };
        best = if better { i } else { best };
        top = if better { score } else { top };
    }
    if equals == 1 {
        return best;
    }
    let nth = rng.index(equals);
    scores.iter().enumerate().filter(|&(_, s)| *s == top).nth(nth).map_or(best, |(i, _)| i)
}

impl<G: Playable> Strategy<G> for Greedy<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        if legal.len() == 1 {
            return Ok(0);
        }
        let view = decision.view();
        Ok(self.choose(decision.game(), &view, legal, rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_drawn_by_lot() {
        let mut rng = Rng::from_words([3, 3, 3]);
        let mut counts = [0; 4];
        for _ in 0..3000 {
            counts[best(&[1.0, 2.0, 2.0, 0.0], &mut rng)] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((1300..1700).contains(&counts[1]), "{counts:?}");
    }
}
