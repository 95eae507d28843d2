//! The scores that a game's rules of thumb give the legal actions of one decision.

/// Holds a score for each legal action of a decision, in order ([`Playable::score_actions`](crate::Playable::score_actions)).
///
/// A caller that takes the best action and asks for no more says so ([`Scores::of_best`]): then a game may leave out the work on
/// actions that can't be the best, name a tolerance, and say what it would choose next. It needn't do any of it.
#[derive(Clone, Debug, Default)]
pub struct Scores<A> {
    /// One number an action. Only their order matters to `greedy`; 1.0 is a clear difference, unless only the best is
    /// asked for.
    pub values: Vec<f64>,
    /// How far apart the scores of equally good actions may be: 0 unless only the best is asked for.
    pub tolerance: f64,
    /// Empty, or for each action what the seat will choose at its next decision if it takes this one, where nothing that
    /// it doesn't know yet comes between the two. Such a decision needn't be scored a second time.
    pub plans: Vec<Option<A>>,
    best_only: bool,
}

impl<A> Scores<A> {
    /// Returns an empty list for the scores of all actions.
    pub fn of_all() -> Self {
        Self::new(false)
    }

    /// Returns an empty list for one who takes the best: actions that are not among the best may have any lower score.
    pub fn of_best() -> Self {
        Self::new(true)
    }

    fn new(best_only: bool) -> Self {
        let (values, plans) = (Vec::with_capacity(64), Vec::with_capacity(64));
        Self { values, tolerance: 0.0, plans, best_only }
    }

    /// Returns true if whoever asks takes the best action and asks for no more.
    #[inline]
    pub const fn is_of_best(&self) -> bool {
        self.best_only
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.values.clear();
        self.plans.clear();
        self.tolerance = 0.0;
    }

    /// Appends the score of the next action.
    #[inline]
    pub fn push(&mut self, score: f64) {
        self.values.push(score);
    }
}

/// Appends the scores of the next actions.
impl<A> Extend<f64> for Scores<A> {
    #[inline]
    fn extend<T: IntoIterator<Item = f64>>(&mut self, scores: T) {
        self.values.extend(scores);
    }
}
