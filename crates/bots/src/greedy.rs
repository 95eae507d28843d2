//! One-step play by the game's own estimate of each action.

use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Rng};
use ludometer_playable::{Playable, Scores};

/// Takes the action with the greatest heuristic score (the spec's section 13); equals by lot.
#[derive(Clone, Debug)]
pub struct Greedy<G: Playable> {
    weights: G::Weights,
    scores: Scores<G::Action>,
    /// The next choice, where the last one was made with it in view.
    planned: Option<G::Action>,
}

impl<G: Playable> Greedy<G> {
    /// Returns the bot with these weights.
    pub fn new(weights: G::Weights) -> Self {
        Self { weights, scores: Scores::of_best(), planned: None }
    }

    /// Returns the bot with the game's default weights.
    pub fn usual(game: &G) -> Self {
        Self::new(game.default_weights())
    }

    /// Returns the best looking of the legal actions.
    #[inline]
    pub(super) fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        self.scores.clear();
        game.score_actions(view, legal, &self.weights, &mut self.scores);
        let Scores { values, tolerance, plans, .. } = &self.scores;
        debug_assert_eq!(values.len(), legal.len(), "one score an action");
        let chosen = best(values, *tolerance, rng);
        self.planned = plans.get(chosen).copied().flatten();
        chosen
    }

    /// Returns the place of what was planned with the last choice, if there was something and this is the decision
    /// that comes right after it. The plan is forgotten.
    #[inline]
    pub(super) fn follow(&mut self, legal: &[G::Action]) -> Option<usize> {
        let planned = self.planned.take()?;
        legal.iter().position(|&action| action == planned)
    }

    /// Forgets the plan: the next decision is not the one that comes right after the last choice, or not this policy's.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.planned = None;
    }
}

/// Returns the index of the largest number; those that are no more than `tolerance` below it by lot. Draws a number
/// only if there are several.
pub(super) fn best(scores: &[f64], tolerance: f64, rng: &mut Rng) -> usize {
    let (mut best, mut top, mut next) = (0, scores[0], f64::NEG_INFINITY);
    // Without a branch: which score is the next to be the best, nothing could foresee.
    for (i, &score) in scores.iter().enumerate().skip(1) {
        let better = score > top;
        let behind = if better { top } else { score };
        next = if behind > next { behind } else { next };
        best = if better { i } else { best };
        top = if better { score } else { top };
    }
    let least = top - tolerance;
    if next < least {
        return best;
    }
    let equals = || scores.iter().enumerate().filter(|&(_, &score)| score >= least).map(|(i, _)| i);
    let nth = rng.index(equals().count());
    equals().nth(nth).unwrap_or(best)
}

impl<G: Playable> Strategy<G> for Greedy<G> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        let planned = self.follow(legal);
        if legal.len() == 1 {
            return Ok(0);
        }
        if let Some(place) = planned {
            return Ok(place);
        }
        let view = decision.view();
        Ok(self.choose(decision.game(), &view, legal, rng))
    }

    #[inline]
    fn begin(&mut self) {
        self.forget();
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
            counts[best(&[1.0, 2.0, 2.0, 0.0], 0.0, &mut rng)] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((1300..1700).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn scores_within_the_tolerance_are_equal() {
        let mut rng = Rng::from_words([3, 3, 4]);
        let mut counts = [0; 4];
        for _ in 0..3000 {
            counts[best(&[2.0 - 1e-6, 1.999, 2.0, 1.0], 1e-5, &mut rng)] += 1;
        }
        assert_eq!((counts[1], counts[3]), (0, 0));
        assert!((1300..1700).contains(&counts[0]), "{counts:?}");
    }
}
