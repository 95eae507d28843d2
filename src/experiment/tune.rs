//! Searching counts that meet a designer's targets: noisy, in whole numbers, for several goals.
//!
//! The search is a multi-objective tree-structured Parzen estimator (MOTPE; Ozaki et al.,
//! "Multiobjective tree-structured Parzen estimator for computationally expensive optimization
//! problems", GECCO 2020) from the crate `optimizer`: it learns where good settings are dense, so
//! single noisy figures don't mislead it for long; it has whole numbers and any number of goals; it
//! is asked and told, so that plays stay with this crate. The goals are how far each target is
//! missed, and the size of the edit. What looks best is then moved back towards the present rules as
//! far as the targets allow, and confirmed in fresh plays, the smallest edit first.

mod reach;

use std::collections::BTreeMap;

use optimizer::multi_objective::MultiObjectiveStudy;
use optimizer::parameter::{IntParam, Parameter as _};
use optimizer::sampler::motpe::MotpeSampler;
use optimizer::{Direction, Trial};

use self::reach::Reach;
use super::bounds::Bound;
use super::check::{Answer, Check};
use super::targets::Move;
use crate::run::RunError;

/// Settings that the search tries at most.
const TRIALS: u64 = 160;

/// Settings that are confirmed in fresh plays at most: they share the chance of an error.
const CONFIRMATIONS: u64 = 6;

/// A figure and half the width of its 95 % interval.
pub type Noisy = (f64, f64);

/// Where settings are tried out.
pub trait Lab {
    /// The cards of the deck with these settings.
    ///
    /// # Errors
    /// Why they can't be played.
    fn cards(&self, point: &[i64]) -> Result<u64, String>;

    /// Plays with these settings and reads the targets' figures. Visits of one point are numbered,
    /// each with numbers of its own. `None` if it was stopped.
    ///
    /// # Errors
    /// [`RunError`].
    fn measure(&mut self, point: &[i64], plays: u64, visit: u64) -> Result<Option<Vec<Noisy>>, RunError>;

    /// Holds these settings against the targets in fresh plays. `None` if it was stopped.
    ///
    /// # Errors
    /// [`RunError`].
    fn confirm(&mut self, point: &[i64], alpha: f64, plays: u64) -> Result<Option<Check>, RunError>;
}

/// What is searched for.
pub struct Search<'a> {
    /// The targets.
    pub targets: &'a [Bound],
    /// What may move.
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
    pub figures: Vec<Noisy>,
    /// How far each group of targets is missed, in units of a hundredth (of the bound, above 1),
    /// weighted.
    pub misses: Vec<f64>,
    /// Steps that all counts are moved by together.
    pub edit: u64,
    visits: u64,
}

impl Tried {
    /// The sum of all misses.
    pub fn miss(&self) -> f64 {
        self.misses.iter().sum()
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// All that was tried, in order of their settings.
    pub tried: Vec<Tried>,
    /// The places in `tried` of those that none is better than in one goal and as good in all.
    pub pareto: Vec<usize>,
    /// The place in `tried` of the smallest edit that was confirmed, and the plays that did it.
    pub confirmed: Option<(usize, Check)>,
    /// The place in `tried` of what comes nearest.
    pub nearest: usize,
    /// Plays done.
    pub plays: u64,
    /// True if the user stopped it.
    pub interrupted: bool,
}

/// Why no settings can have so many cards; `None` if some can, or it can't be told.
pub fn unreachable(search: &Search<'_>, lab: &impl Lab) -> Option<String> {
    let (low, high) = search.cards?;
    let reach = Reach::of(search.moves, lab)?;
    let (least, most) = reach.bounds(search.moves);
    (high < least.max(0) as u64 || most < low as i64).then(|| {
        let wanted = if low == high { low.to_string() } else { format!("{low} to {high}") };
        format!("a deck of {wanted} cards can't be reached: what may move makes {least} to {most}")
    })
}

/// The search under way.
struct Hunt<'a, L> {
    search: &'a Search<'a>,
    lab: &'a mut L,
    reach: Option<Reach>,
    /// The groups of targets: those of one name but for the row.
    groups: Vec<usize>,
    tried: BTreeMap<Vec<i64>, Tried>,
    plays: u64,
    stopped: bool,
}

/// Searches.
///
/// # Errors
/// [`RunError`] if a bot fails; the present rules are tried first.
pub fn tune(search: &Search<'_>, lab: &mut impl Lab) -> Result<Tuned, RunError> {
    let reach = Reach::of(search.moves, lab);
    let mut names: Vec<&str> = Vec::new();
    let groups = search.targets.iter().map(|target| {
        let name = target.metric.name();
        let stem = name.split('[').next().unwrap_or(name);
        names.iter().position(|known| *known == stem).unwrap_or_else(|| {
            names.push(stem);
            names.len() - 1
        })
    });
    let groups = groups.collect();
    let mut hunt = Hunt { search, lab, reach, groups, tried: BTreeMap::new(), plays: 0, stopped: false };
    hunt.explore()?;
    hunt.shrink()?;
    let confirmed = hunt.confirm()?;
    Ok(hunt.tuned(confirmed))
}

impl<L: Lab> Hunt<'_, L> {
    /// Plays of a first visit.
    const fn visit(&self) -> u64 {
        self.search.budget / 2 / TRIALS + 1
    }

    fn edit(&self, point: &[i64]) -> u64 {
        self.search
            .moves
            .iter()
            .zip(point)
            .map(|(m, x)| (x - m.start).unsigned_abs().div_ceil(m.step as u64))
            .sum()
    }

    fn misses(&self, figures: &[Noisy]) -> Vec<f64> {
        let mut misses = vec![0.0; self.groups.iter().max().map_or(0, |g| g + 1)];
        for ((target, &group), &(value, _)) in self.search.targets.iter().zip(&self.groups).zip(figures) {
            let size = target.min.into_iter().chain(target.max).fold(1.0, |a: f64, b| a.max(b.abs()));
            let miss = if value.is_finite() { target.miss(value) / size } else { 1.0 };
            misses[group] = f64::max(misses[group], 100.0 * target.weight * miss);
        }
        misses
    }

    /// Tries settings once more; false if they can't be played or the work was stopped.
    fn try_out(&mut self, point: &[i64], plays: u64) -> Result<bool, RunError> {
        let within = self
            .search
            .cards
            .is_none_or(|(low, high)| self.lab.cards(point).is_ok_and(|cards| (low..=high).contains(&cards)));
        if self.stopped || !within || self.lab.cards(point).is_err() {
            return Ok(false);
        }
        let visits = self.tried.get(point).map_or(0, |tried| tried.visits);
        let Some(figures) = self.lab.measure(point, plays, visits)? else {
            self.stopped = true;
            return Ok(false);
        };
        self.plays += plays;
        let (figures, all) = match self.tried.get(point) {
            None => (figures, plays),
            Some(before) => {
                let all = before.plays + plays;
                let (old, new) = (before.plays as f64 / all as f64, plays as f64 / all as f64);
                let joined = before.figures.iter().zip(&figures).map(|(a, b)| {
                    (old * a.0 + new * b.0, ((old * a.1).powi(2) + (new * b.1).powi(2)).sqrt())
                });
                (joined.collect(), all)
            }
        };
        let (misses, edit) = (self.misses(&figures), self.edit(point));
        let tried = Tried { point: point.to_vec(), plays: all, figures, misses, edit, visits: visits + 1 };
        self.tried.insert(point.to_vec(), tried);
        Ok(true)
    }

    /// Moves settings so that the deck has as many cards as asked for: from the first count on, as
    /// far as each may.
    fn repair(&self, mut point: Vec<i64>, first: usize) -> Vec<i64> {
        let (Some((low, high)), Some(reach)) = (self.search.cards, &self.reach) else { return point };
        let n = point.len();
        for i in (0..n).map(|i| (i + first) % n) {
            let cards = reach.cards(self.search.moves, &point);
            let missing = if cards < low as i64 { low as i64 - cards } else { (high as i64 - cards).min(0) };
            let (m, by) = (&self.search.moves[i], reach.by_step[i]);
            if missing == 0 || by == 0 {
                continue;
            }
            let lowest = (m.min - point[i]) / m.step;
            let highest = (m.max - point[i]) / m.step;
            point[i] += (missing / by).clamp(lowest, highest) * m.step;
        }
        point
    }

    fn explore(&mut self) -> Result<(), RunError> {
        let start: Vec<i64> = self.search.moves.iter().map(|m| m.start).collect();
        self.try_out(&start, self.visit())?;
        let goals = self.groups.iter().max().map_or(0, |g| g + 1) + 1;
        let sampler = MotpeSampler::builder().seed(self.search.seed).n_startup_trials(24).build();
        let study = MultiObjectiveStudy::with_sampler(vec![Direction::Minimize; goals], sampler);
        // The sampler knows parameters by their ranges: each gets one that no other has.
        let spaced: Vec<(IntParam, i64)> = self
            .search
            .moves
            .iter()
            .enumerate()
            .map(|(i, m)| {
                let base = i as i64 * 1_000_000;
                (IntParam::new(base, base + m.values() as i64 - 1), base)
            })
            .collect();
        let longest: u64 = self.search.moves.iter().map(Move::values).sum();
        for trial in 0..TRIALS {
            if self.stopped || self.plays * 2 >= self.search.budget {
                break;
            }
            let mut asked: Trial = study.ask();
            let point = self.search.moves.iter().zip(&spaced).map(|(m, (parameter, base))| {
                parameter.suggest(&mut asked).map_or(m.start, |x| m.value((x - base).max(0) as u64))
            });
            let point = self.repair(point.collect(), trial as usize);
            let result = if self.try_out(&point, self.visit())? {
                let tried = &self.tried[&point];
                let mut values = tried.misses.clone();
                values.push(tried.edit as f64 / longest as f64);
                Ok(values)
            } else {
                Err("can't be played")
            };
            // As many values as goals: it can't be refused, and a refusal would only lose a trial.
            let _ = study.tell(asked, result);
        }
        Ok(())
    }

    /// The sum of all misses if each figure is as bad as its interval allows. Where there were few
    /// plays, what barely meets a target by luck doesn't lead.
    fn doubt(&self, tried: &Tried) -> f64 {
        let shifted = |sign: f64| {
            let figures: Vec<Noisy> =
                tried.figures.iter().map(|&(value, half)| (value + sign * half, half)).collect();
            self.misses(&figures)
        };
        shifted(1.0).iter().zip(shifted(-1.0)).map(|(above, below)| above.max(below)).sum()
    }

    /// The best so far: targets met for sure, then the smaller edit.
    fn leaders(&self) -> Vec<Vec<i64>> {
        let mut order: Vec<(&Tried, f64)> = self.tried.values().map(|t| (t, self.doubt(t))).collect();
        order.sort_by(|(a, x), (b, y)| x.total_cmp(y).then(a.edit.cmp(&b.edit)).then(a.point.cmp(&b.point)));
        order.into_iter().map(|(tried, _)| tried.point.clone()).collect()
    }

    /// Moves the best back towards the start, as long as the targets stay met, and plays more of
    /// those that look good.
    fn shrink(&mut self) -> Result<(), RunError> {
        let until = self.search.budget * 7 / 10;
        let visit = 2 * self.visit();
        while !self.stopped && self.plays < until {
            let known = self.tried.len();
            for leader in self.leaders().into_iter().take(4) {
                for i in 0..leader.len() {
                    let m = &self.search.moves[i];
                    let off = leader[i] - m.start;
                    let steps = off / m.step;
                    let mut nearer = vec![off, steps / 2 * m.step, steps.signum() * m.step];
                    if steps == 0 {
                        // Beside the start as well: targets may be met on the other side.
                        nearer = vec![m.step, -m.step];
                    }
                    for by in nearer.into_iter().filter(|&by| by != 0) {
                        let mut point = leader.clone();
                        point[i] = (point[i] - by).clamp(m.min, m.max);
                        let point = self.repair(point, i + 1);
                        if !self.tried.contains_key(&point) && self.plays < until {
                            self.try_out(&point, visit)?;
                        }
                    }
                }
            }
            // The luck of few plays wears off with more.
            for leader in self.leaders().into_iter().take(4) {
                if self.tried[&leader].plays < 32 * visit && self.plays < until {
                    self.try_out(&leader, visit)?;
                }
            }
            if self.tried.len() == known
                && self.leaders().iter().take(4).all(|l| self.tried[l].plays >= 32 * visit)
            {
                break;
            }
        }
        Ok(())
    }

    /// Those whose figures, with their intervals, all keep within the targets: the smallest edit
    /// first; then those whose figures do, the surest first.
    fn candidates(&self) -> Vec<Vec<i64>> {
        let room = |tried: &Tried| {
            let rooms = self.search.targets.iter().zip(&tried.figures).map(|(target, &(value, half))| {
                let room = |bound: Option<f64>, sign: f64| {
                    bound.map_or(f64::INFINITY, |b| sign * (b - value) / half)
                };
                room(target.max, 1.0).min(room(target.min, -1.0))
            });
            rooms.fold(f64::INFINITY, f64::min)
        };
        let mut good: Vec<(&Tried, f64)> =
            self.tried.values().filter(|t| t.miss() <= 0.0).map(|t| (t, room(t))).collect();
        good.sort_by(|(a, x), (b, y)| {
            let (sure_a, sure_b) = (*x >= 1.0, *y >= 1.0);
            let order = sure_b.cmp(&sure_a);
            let then =
                if sure_a && sure_b { a.edit.cmp(&b.edit).then(y.total_cmp(x)) } else { y.total_cmp(x) };
            order.then(then).then(a.point.cmp(&b.point))
        });
        good.into_iter().map(|(tried, _)| tried.point.clone()).collect()
    }

    fn confirm(&mut self) -> Result<Option<(Vec<i64>, Check)>, RunError> {
        for (i, point) in self.candidates().into_iter().take(CONFIRMATIONS as usize).enumerate() {
            let left = self.search.budget.saturating_sub(self.plays) / (CONFIRMATIONS - i as u64).min(3);
            if self.stopped || left == 0 {
                break;
            }
            let alpha = self.search.alpha / CONFIRMATIONS as f64;
            let Some(check) = self.lab.confirm(&point, alpha, left)? else {
                self.stopped = true;
                break;
            };
            self.plays += check.plays;
            if check.answer() == Answer::Passed {
                return Ok(Some((point, check)));
            }
        }
        Ok(None)
    }

    fn tuned(self, confirmed: Option<(Vec<i64>, Check)>) -> Tuned {
        let nearest = self.leaders().into_iter().next().unwrap_or_default();
        let tried: Vec<Tried> = self.tried.into_values().collect();
        let place = |point: &[i64]| tried.iter().position(|t| t.point == point);
        let goals = |t: &Tried| t.misses.iter().copied().chain([t.edit as f64]).collect::<Vec<_>>();
        let all: Vec<Vec<f64>> = tried.iter().map(goals).collect();
        let better = |a: &[f64], b: &[f64]| a != b && a.iter().zip(b).all(|(x, y)| x <= y);
        let pareto = (0..all.len()).filter(|&i| !all.iter().any(|other| better(other, &all[i]))).collect();
        Tuned {
            confirmed: confirmed.and_then(|(point, check)| Some((place(&point)?, check))),
            nearest: place(&nearest).unwrap_or(0),
            plays: self.plays,
            interrupted: self.stopped,
            pareto,
            tried,
        }
    }
}

#[cfg(test)]
mod tests;
