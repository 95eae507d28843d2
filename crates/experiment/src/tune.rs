//! Searching counts that meet a designer's targets: noisy, in whole numbers, for several goals.
//!
//! The search is a multi-objective tree-structured Parzen estimator (MOTPE; Ozaki et al.,
//! "Multiobjective tree-structured Parzen estimator for computationally expensive optimization
//! problems", GECCO 2020) from the crate `optimizer`: it learns where good settings are dense, so
//! single noisy figures don't mislead it for long; it has whole numbers and any number of goals; it
//! is asked for settings and given their figures, so that plays stay with this crate. The goals are how far each target is
//! missed, and the size of the edit. Response surfaces fitted to all that was tried then propose
//! small edits, and what looks best is moved back towards the present rules as far as the targets
//! allow. The best are confirmed in fresh plays, the smallest edit first.
//!
//! A confirmation is wrong only if a target that is missed is called met. So every target is shown
//! at the whole level, and all at once no more often wrongly (intersection-union test; Berger,
//! "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982); the
//! confirmations that may be needed share the level equally.

mod search;
mod space;
mod statements;
mod surface;

use self::search::TuneSearch;
use self::space::Space;
pub use self::statements::{TuneAbout, tune_statements};
use super::bounds::Bound;
use super::check::{Answer, Check, Checked};
use super::targets::Move;
use ludometer_run::RunError;

/// A figure and half the width of its 95 % interval, infinite if nothing is known of it; or none, where the figure can't
/// be given.
pub type Measurement = Option<(f64, f64)>;

/// Where settings are tried out.
pub trait Objective {
    /// Plays come in whole multiples of this, at least 1.
    fn unit(&self) -> u64;

    /// Returns the cards of the deck with these settings.
    ///
    /// # Errors
    /// Why they can't be played.
    fn cards(&self, point: &[i64]) -> Result<u64, String>;

    /// Returns why these settings are not to be tried, though they can be played; nothing if they are.
    fn hazard(&self, point: &[i64]) -> Option<String>;

    /// Plays with these settings and reads the targets' figures. Visits of one point are numbered,
    /// each with numbers of its own. `None` if it was stopped.
    ///
    /// # Errors
    /// [`RunError`].
    fn measure(
        &mut self,
        point: &[i64],
        plays: u64,
        visit: u64,
    ) -> Result<Option<Vec<Measurement>>, RunError>;

    /// Holds these settings against the targets in fresh plays; `alpha` is the chance of calling
    /// them met where one is missed. `None` if it was stopped.
    ///
    /// # Errors
    /// [`RunError`].
    fn confirm(&mut self, point: &[i64], alpha: f64, plays: u64) -> Result<Option<Check>, RunError>;
}

/// The goal and the limits of a search.
pub struct Search<'a> {
    /// The targets.
    pub targets: &'a [Bound],
    /// The settings that may move.
    pub moves: &'a [Move],
    /// The fewest and most cards in all.
    pub cards: Option<(u64, u64)>,
    /// Plays in all.
    pub budget: u64,
    /// The chance of confirming a rule set that misses a target.
    pub alpha: f64,
    /// The seed of the search.
    pub seed: u64,
}

/// Settings that were tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The value of each count that may move.
    pub point: Vec<i64>,
    /// Plays.
    pub plays: u64,
    /// The targets' figures.
    pub figures: Vec<Measurement>,
    /// How far each group of targets is missed, in units of a hundredth (of the bound, above 1),
    /// weighted.
    pub misses: Vec<f64>,
    /// Steps that all counts are moved by together.
    pub edit: u64,
    visits: u64,
}

impl Tried {
    /// Returns the sum of all misses.
    pub fn miss(&self) -> f64 {
        self.misses.iter().sum()
    }
}

/// The results of a search.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// All that was tried, in order of their settings; none only if it was stopped before, or
    /// nothing can be played.
    pub tried: Vec<Tried>,
    /// The places in `tried` of those that none is better than in one goal and as good in all.
    pub pareto: Vec<usize>,
    /// The place in `tried` of the smallest edit that was confirmed, and the plays that did it.
    pub confirmed: Option<(usize, Check)>,
    /// Those that were held against the targets in fresh plays and not confirmed, in that order.
    pub refused: Vec<(usize, Check)>,
    /// Larger edits that were confirmed before a smaller one was, in that order.
    pub larger: Vec<(usize, Check)>,
    /// Settings that were proposed and not tried (see [`Objective::hazard`]).
    pub left_out: u64,
    /// The place in `tried` of what comes nearest.
    pub nearest: usize,
    /// The place in `tried` of the present rules, or of what was played instead; `None` only if it was stopped
    /// before they were played.
    pub start: Option<usize>,
    /// True if what comes nearest misses the targets less than the present rules by more than chance: the worst
    /// that the 95 % intervals of its figures allow is better than the best that those of the present rules allow.
    pub is_nearer: bool,
    /// Plays done.
    pub plays: u64,
    /// True if the user stopped it.
    pub interrupted: bool,
}

impl Tuned {
    /// Returns why settings that look as if they met all targets were passed over: of a smaller edit than those that
    /// were confirmed, or any where none were. `None` for all others.
    pub fn passed_over(&self, place: usize, targets: &[Bound]) -> Option<PassedOver<'_>> {
        let tried = self.tried.get(place)?;
        let confirmed =
            self.confirmed.as_ref().map_or(u64::MAX, |(confirmed, _)| self.tried[*confirmed].edit);
        let refused = self.refused.iter().find(|(refused, _)| *refused == place);
        if tried.edit >= confirmed || (tried.miss() > 0.0 && refused.is_none()) {
            return None;
        }
        if let Some((_, check)) = refused {
            // What missed its target for sure, or else the first that could not be shown to meet it.
            let rank = |checked: &&Checked| match checked.answer {
                Answer::Failed => 0,
                Answer::Undecided => 1,
                Answer::Passed => 2,
            };
            return check.gates.iter().min_by_key(rank).map(|gate| PassedOver::Refused(gate, check.plays));
        }
        // How far each interval reaches towards its nearest bound, or beyond.
        let room = |(target, figure): (&Bound, &Measurement)| {
            let Some((value, half)) = *figure else { return f64::INFINITY };
            let room = |bound: Option<f64>, sign: f64| {
                bound.map_or(f64::INFINITY, |bound| sign * (bound - value) / half.max(f64::MIN_POSITIVE))
            };
            room(target.max, 1.0).min(room(target.min, -1.0))
        };
        let rooms: Vec<f64> = targets.iter().zip(&tried.figures).map(room).collect();
        let nearest = (0..rooms.len()).min_by(|&a, &b| rooms[a].total_cmp(&rooms[b]))?;
        Some(PassedOver::Unlikely { target: nearest, figure: tried.figures[nearest]?, plays: tried.plays })
    }
}

/// Why settings were passed over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PassedOver<'a> {
    /// So many fresh plays did not show that this target is met.
    Refused(&'a Checked, u64),
    /// They were not played afresh, for what was confirmed was likelier to be.
    Unlikely {
        /// The place of the target whose bound is nearest to its figure.
        target: usize,
        /// The figure and half the width of its interval.
        figure: (f64, f64),
        /// The plays that it is of.
        plays: u64,
    },
}

/// Returns why nothing within what may move can be played, before anything is; `None` if something can.
pub fn unplayable(search: &Search<'_>, lab: &impl Objective) -> Option<String> {
    Space::of(search, lab).playable(lab, search.seed).err()
}

/// Searches. What [`unplayable`] has something to say about has no result.
///
/// # Errors
/// [`RunError`] if a bot fails; the present rules are tried first.
pub fn tune(search: &Search<'_>, lab: &mut impl Objective) -> Result<Tuned, RunError> {
    let mut hunt = TuneSearch::new(search, lab);
    hunt.explore()?;
    hunt.shrink()?;
    let confirmed = hunt.confirm()?;
    if confirmed.is_none() {
        hunt.settle()?;
    }
    Ok(hunt.tuned(confirmed))
}

#[cfg(test)]
mod tests;
