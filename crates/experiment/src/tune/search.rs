//! The search under way: exploring, moving back towards the present rules, confirming.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Answer, Check};
use crate::targets::Move;
use crate::tune::space::Space;
use crate::tune::{Measurement, Objective, Search, Tried, Tuned};
use ludometer_run::RunError;
use ludometer_stats::{half_width, normal_quantile};
use optimizer::multi_objective::MultiObjectiveStudy;
use optimizer::parameter::{IntParam, Parameter as _};
use optimizer::sampler::motpe::MotpeSampler;
use optimizer::{Direction, Trial};

/// Settings that the sampler is asked for at most.
const TRIALS: u64 = 120;

/// Of the budget, in tenths: what exploring may take, and exploring with moving back.
const EXPLORE: u64 = 3;
const SEARCH: u64 = 7;

/// Settings that look good are tried with up to so many times the plays of a first visit.
const PATIENCE: u64 = 48;

/// How many of those that look good are tried again in a round.
const FRONT: usize = 3;

pub(super) struct TuneSearch<'a, L> {
    pub(super) search: &'a Search<'a>,
    pub(super) lab: &'a mut L,
    pub(super) space: Space<'a>,
    /// The group of each target: those of one name but for the row are one.
    groups: Vec<usize>,
    pub(super) tried: BTreeMap<Vec<i64>, Tried>,
    /// The present rules, or what can be played instead.
    start: Option<Vec<i64>>,
    pub(super) plays: u64,
    pub(super) stopped: bool,
    /// The settings held against the targets in fresh plays and not confirmed.
    pub(super) refused: Vec<(Vec<i64>, Check)>,
    /// The settings confirmed before a smaller edit was.
    pub(super) larger: Vec<(Vec<i64>, Check)>,
    /// The settings proposed and not tried for their hazards.
    left_out: BTreeSet<Vec<i64>>,
}

/// Returns one number for all targets whose names differ in the row only.
fn groups(search: &Search<'_>) -> Vec<usize> {
    let mut stems: Vec<&str> = Vec::new();
    let mut groups = Vec::new();
    for target in search.targets {
        let name = target.metric.name();
        let stem = name.split('[').next().unwrap_or(name);
        if !stems.contains(&stem) {
            stems.push(stem);
        }
        groups.extend(stems.iter().position(|known| *known == stem));
    }
    groups
}

impl<'a, L: Objective> TuneSearch<'a, L> {
    pub(super) fn new(search: &'a Search<'a>, lab: &'a mut L) -> Self {
        let space = Space::of(search, lab);
        let groups = groups(search);
        Self {
            search,
            lab,
            space,
            groups,
            tried: BTreeMap::new(),
            start: None,
            plays: 0,
            stopped: false,
            refused: Vec::new(),
            larger: Vec::new(),
            left_out: BTreeSet::new(),
        }
    }

    /// Plays of a first visit.
    const fn visit(&self) -> u64 {
        self.search.budget * EXPLORE / 10 / TRIALS + 1
    }

    /// Returns how many groups of targets there are.
    fn goals(&self) -> usize {
        self.groups.iter().max().map_or(0, |last| last + 1)
    }

    pub(super) fn edit(&self, point: &[i64]) -> u64 {
        let moved = self.search.moves.iter().zip(point);
        moved.map(|(m, x)| (x - m.start).unsigned_abs().div_ceil(m.step as u64)).sum()
    }

    /// Returns how far each group is missed if a figure is missed by as much as reported.
    pub(super) fn misses(
        &self,
        figures: &[Measurement],
        miss: impl Fn(usize, (f64, f64)) -> f64,
    ) -> Vec<f64> {
        let mut misses = vec![0.0; self.goals()];
        for (i, ((target, &group), &figure)) in
            self.search.targets.iter().zip(&self.groups).zip(figures).enumerate()
        {
            let size = target.min.into_iter().chain(target.max).fold(1.0, |a: f64, b| a.max(b.abs()));
            let miss = figure.map_or(1.0, |figure| miss(i, figure) / size);
            misses[group] = f64::max(misses[group], 100.0 * target.weight * miss);
        }
        misses
    }

    /// Tries settings once more; false if they can't be played or the work was stopped.
    fn try_out(&mut self, point: &[i64], plays: u64) -> Result<bool, RunError> {
        if self.stopped {
            return Ok(false);
        }
        if self.space.fault(self.lab, point).is_some() {
            if self.lab.hazard(point).is_some() {
                self.left_out.insert(point.to_vec());
            }
            return Ok(false);
        }
        let unit = self.lab.unit();
        // Two units at least: one alone has no spread.
        let plays = plays.div_ceil(unit).max(2) * unit;
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
                    let (a, b) = ((*a)?, (*b)?);
                    Some((old * a.0 + new * b.0, ((old * a.1).powi(2) + (new * b.1).powi(2)).sqrt()))
                });
                (joined.collect(), all)
            }
        };
        let misses = self.misses(&figures, |i, (value, _)| self.search.targets[i].miss(value));
        let edit = self.edit(point);
        let tried = Tried { point: point.to_vec(), plays: all, figures, misses, edit, visits: visits + 1 };
        self.tried.insert(point.to_vec(), tried);
        Ok(true)
    }

    /// Tries what the sampler proposes.
    pub(super) fn explore(&mut self) -> Result<(), RunError> {
        if let Ok(start) = self.space.playable(self.lab, self.search.seed) {
            self.try_out(&start, self.visit())?;
            // Where the present counts may not stay, the nearest that may are no rules as they are.
            self.start = Some(start).filter(|start| self.edit(start) == 0);
        }
        let sampler = MotpeSampler::builder().seed(self.search.seed).n_startup_trials(24).build();
        let study = MultiObjectiveStudy::with_sampler(vec![Direction::Minimize; self.goals() + 1], sampler);
        // The sampler knows parameters by their ranges: each gets one that no other has.
        let mut base = 0;
        let spaced = self.search.moves.iter().map(|m| {
            let first = base;
            base += 2 * m.values() as i64;
            (IntParam::new(first, first + m.values() as i64 - 1), first)
        });
        let spaced: Vec<(IntParam, i64)> = spaced.collect();
        let longest: u64 = self.search.moves.iter().map(Move::values).sum();
        for trial in 0..TRIALS {
            if self.stopped || self.plays * 10 >= self.search.budget * EXPLORE {
                break;
            }
            let mut asked: Trial = study.ask();
            let point = self.search.moves.iter().zip(&spaced).map(|(m, (parameter, first))| {
                parameter.suggest(&mut asked).map_or(m.start, |x| m.value((x - first).max(0) as u64))
            });
            let point = self.space.repair(point.collect(), trial as usize);
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

    /// Returns the sum of all misses if each figure is as bad as its interval allows. Where there were few
    /// plays, what barely meets a target by luck doesn't lead.
    fn pessimistic_miss(&self, tried: &Tried) -> f64 {
        self.worst(&tried.figures)
    }

    /// Returns the sum of all misses if each figure is off by as much as reported, to the worse side.
    pub(super) fn worst(&self, figures: &[Measurement]) -> f64 {
        let miss = |i: usize, (value, half): (f64, f64)| {
            let target = &self.search.targets[i];
            target.miss(value - half).max(target.miss(value + half))
        };
        self.misses(figures, miss).iter().sum()
    }

    /// Returns the sum of all misses if each figure is as good as its interval allows.
    fn optimistic_miss(&self, tried: &Tried) -> f64 {
        let best = |i: usize, (value, half): (f64, f64)| (self.search.targets[i].miss(value) - half).max(0.0);
        self.misses(&tried.figures, best).iter().sum()
    }

    /// Returns the best so far: targets met for sure, then the smaller edit.
    pub(super) fn leaders(&self) -> Vec<Vec<i64>> {
        self.by(|tried| (self.pessimistic_miss(tried), tried.edit as f64))
    }

    /// Returns what may still meet all targets, the smallest edit first; or what comes near.
    fn hopes(&self) -> Vec<Vec<i64>> {
        self.by(|tried| (self.optimistic_miss(tried), tried.edit as f64))
    }

    /// Returns all that was tried in order of two figures.
    fn by(&self, order: impl Fn(&Tried) -> (f64, f64)) -> Vec<Vec<i64>> {
        let mut all: Vec<(&Tried, (f64, f64))> = self.tried.values().map(|t| (t, order(t))).collect();
        all.sort_by(|(a, x), (b, y)| {
            x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)).then(a.point.cmp(&b.point))
        });
        all.into_iter().map(|(tried, _)| tried.point.clone()).collect()
    }

    /// Returns what looks good: for sure, and for a small edit. What misses a target for sure is not looked at
    /// again as long as there is something else.
    fn front(&self) -> Vec<Vec<i64>> {
        let open =
            |point: &Vec<i64>| self.tried.get(point).is_some_and(|tried| self.optimistic_miss(tried) <= 0.0);
        let (leaders, hopes) = (self.leaders(), self.hopes());
        let any = hopes.first().is_some_and(open);
        let first = |points: Vec<Vec<i64>>| points.into_iter().filter(move |p| !any || open(p)).take(FRONT);
        let mut front: Vec<Vec<i64>> = first(leaders).collect();
        for point in first(hopes) {
            if !front.contains(&point) {
                front.push(point);
            }
        }
        front
    }

    /// Plays what the figures fitted to all that was tried propose, moves what looks good back towards
    /// the start, a count at a time, and plays more of it.
    pub(super) fn shrink(&mut self) -> Result<(), RunError> {
        let until = self.search.budget * SEARCH / 10;
        let visit = self.visit();
        while !self.stopped && self.plays < until {
            let before = self.plays;
            let mut front = self.front();
            let proposed: Vec<_> =
                self.proposed().into_iter().filter(|point| !front.contains(point)).collect();
            front.extend(proposed);
            // The luck of few plays wears off with more. What all figures together propose begins with
            // many: with few it could neither lead nor be given up.
            for point in front {
                let plays = self.tried.get(&point).map_or(4 * visit, |tried| tried.plays);
                if plays < PATIENCE * visit && self.plays < until {
                    self.try_out(&point, plays.min(4 * visit))?;
                }
            }
            let mut best = self.leaders();
            best.truncate(1);
            let optimistic_miss = self.hopes().into_iter().take(1).find(|point| !best.contains(point));
            best.extend(optimistic_miss);
            for point in best.iter().flat_map(|point| self.nearer(point)).collect::<Vec<_>>() {
                if !self.tried.contains_key(&point) && self.promising(&point) && self.plays < until {
                    self.try_out(&point, visit)?;
                }
            }
            if self.plays == before {
                break;
            }
        }
        Ok(())
    }

    /// Returns each count all the way, half the way and a step back to where it is now; those that are
    /// there, a step to either side: targets may be met on the other side.
    fn nearer(&self, point: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for (i, m) in self.search.moves.iter().enumerate() {
            let off = point[i] - m.start;
            let steps = off / m.step;
            let back = if steps == 0 {
                vec![m.step, -m.step]
            } else {
                vec![off, steps / 2 * m.step, steps.signum() * m.step]
            };
            for by in back.into_iter().filter(|&by| by != 0) {
                let mut point = point.to_vec();
                point[i] = (point[i] - by).clamp(m.min, m.max);
                all.push(self.space.repair(point, i + 1));
            }
        }
        all
    }

    /// Plays what is left of the budget with the present rules and what comes nearest by turns: the best of many
    /// looks better than it is, until it is played as often as what it is held against.
    pub(super) fn settle(&mut self) -> Result<(), RunError> {
        const ROUNDS: u64 = 4;
        let Some(start) = self.start.clone() else { return Ok(()) };
        for round in 0..ROUNDS {
            let left = self.search.budget.saturating_sub(self.plays) / (ROUNDS - round);
            let leader = self.leaders().into_iter().find(|point| *point != start);
            let pair: Vec<_> = [Some(start.clone()), leader].into_iter().flatten().collect();
            // Who has fewer plays catches up first.
            let played = |point: &Vec<i64>| self.tried.get(point).map_or(0, |tried| tried.plays);
            let most = pair.iter().map(played).max().unwrap_or(0);
            let behind: Vec<u64> = pair.iter().map(|point| most - played(point)).collect();
            let even = left.saturating_sub(behind.iter().sum()) / pair.len() as u64;
            for (point, behind) in pair.iter().zip(behind) {
                let plays = (behind + even).min(left) / self.lab.unit() * self.lab.unit();
                if plays >= 2 * self.lab.unit() && self.plays + plays <= self.search.budget {
                    self.try_out(point, plays)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn tuned(self, confirmed: Option<(Vec<i64>, Check)>) -> Tuned {
        let start = self.start.clone().unwrap_or_default();
        let nearest = self.leaders().into_iter().next().unwrap_or_default();
        // What is as far off as the rules as they are is no nearer.
        let nearest = match (self.tried.get(&nearest), self.tried.get(&start)) {
            (Some(found), Some(present)) if found.miss() > 0.0 && found.miss() >= present.miss() => {
                start.clone()
            }
            _ => nearest,
        };
        let is_nearer = match (self.tried.get(&nearest), self.tried.get(&start)) {
            (Some(nearest), Some(start)) => self.pessimistic_miss(nearest) < self.optimistic_miss(start),
            _ => false,
        };
        let tried: Vec<Tried> = self.tried.into_values().collect();
        let place = |point: &[i64]| tried.iter().position(|t| t.point == point);
        let placed = |(point, check): (Vec<i64>, Check)| Some((place(&point)?, check));
        let goals = |t: &Tried| t.misses.iter().copied().chain([t.edit as f64]).collect::<Vec<_>>();
        let all: Vec<Vec<f64>> = tried.iter().map(goals).collect();
        let better = |a: &[f64], b: &[f64]| a != b && a.iter().zip(b).all(|(x, y)| x <= y);
        let pareto = (0..all.len()).filter(|&i| !all.iter().any(|other| better(other, &all[i]))).collect();
        Tuned {
            confirmed: confirmed.and_then(placed),
            refused: self.refused.into_iter().filter_map(placed).collect(),
            larger: self.larger.into_iter().filter_map(placed).collect(),
            left_out: self.left_out.len() as u64,
            nearest: place(&nearest).unwrap_or(0),
            start: place(&start),
            is_nearer,
            plays: self.plays,
            interrupted: self.stopped,
            pareto,
            tried,
        }
    }
}

/// Settings that are confirmed in fresh plays at most: they share the chance of an error.
const CONFIRMATIONS: u64 = 6;

/// Settings whose figures meet all targets.
struct Candidate {
    point: Vec<i64>,
    /// The steps by which it differs from the rules as they are.
    edit: u64,
    /// True if fresh plays will probably confirm it.
    is_likely: bool,
}

impl<L: Objective> TuneSearch<'_, L> {
    /// Returns those whose figures meet all targets. First those that so many fresh plays will probably
    /// confirm, the smallest edit first; then the others, the likeliest first. What was picked for
    /// its figures owes some of them to luck, so all count as half an interval worse.
    fn candidates(&self, plays: u64) -> Vec<Candidate> {
        let unit = self.lab.unit();
        let fresh = half_width((plays / unit).max(1), self.alpha());
        let room = |tried: &Tried| {
            // From half a 95 % interval of these plays to that of the fresh ones.
            let wider = fresh * ((tried.plays / unit) as f64).sqrt() / normal_quantile(0.975);
            let rooms = self.search.targets.iter().zip(&tried.figures).map(|(target, figure)| {
                let Some((value, half)) = *figure else { return f64::NEG_INFINITY };
                let room = |bound: Option<f64>, sign: f64| {
                    bound.map_or(f64::INFINITY, |b| (sign * (b - value) - half / 2.0) / (half * wider))
                };
                room(target.max, 1.0).min(room(target.min, -1.0))
            });
            rooms.fold(f64::INFINITY, f64::min)
        };
        let mut good: Vec<(&Tried, f64)> =
            self.tried.values().filter(|t| t.miss() <= 0.0).map(|t| (t, room(t))).collect();
        good.sort_by(|(a, x), (b, y)| {
            let likely = (*x >= 1.0, *y >= 1.0);
            let smaller = if likely == (true, true) { a.edit.cmp(&b.edit) } else { likely.1.cmp(&likely.0) };
            smaller.then(y.total_cmp(x)).then(a.point.cmp(&b.point))
        });
        let candidate = |(tried, room): (&Tried, f64)| Candidate {
            point: tried.point.clone(),
            edit: tried.edit,
            is_likely: room >= 1.0,
        };
        good.into_iter().map(candidate).collect()
    }

    /// Returns the chance of an error of one confirmation.
    pub(super) fn alpha(&self) -> f64 {
        self.search.alpha / CONFIRMATIONS as f64
    }

    /// Checks candidates against the targets in fresh plays until one is confirmed. Then checks smaller edits than that one, each
    /// with all plays that are left, since these are nearer to the bounds. Returns the smallest that was confirmed.
    pub(super) fn confirm(&mut self) -> Result<Option<(Vec<i64>, Check)>, RunError> {
        let share = |left: u64, i: u64| left / (CONFIRMATIONS - i).min(3);
        let candidates = self.candidates(share(self.left(), 0));
        let mut confirmed: Option<(Candidate, Check)> = None;
        let mut held = 0;
        for candidate in candidates {
            if held == CONFIRMATIONS || confirmed.is_some() {
                break;
            }
            let plays = share(self.left(), held);
            if !self.can_hold(plays) {
                break;
            }
            held += 1;
            confirmed = self.hold(&candidate.point, plays)?.map(|check| (candidate, check));
        }
        while let Some((found, _)) = &confirmed {
            let left = self.left();
            let is_refused = |point: &[i64]| self.refused.iter().any(|(other, _)| other == point);
            let smaller = self.candidates(left).into_iter().find(|candidate| {
                candidate.is_likely && candidate.edit < found.edit && !is_refused(&candidate.point)
            });
            let Some(smaller) = smaller.filter(|_| held < CONFIRMATIONS && self.can_hold(left)) else {
                break;
            };
            held += 1;
            if let Some(check) = self.hold(&smaller.point, left)? {
                let before = confirmed.replace((smaller, check));
                self.larger.extend(before.map(|(candidate, check)| (candidate.point, check)));
            }
        }
        Ok(confirmed.map(|(candidate, check)| (candidate.point, check)))
    }

    /// Returns the plays that are left.
    fn left(&self) -> u64 {
        self.search.budget.saturating_sub(self.plays)
    }

    /// Returns true if there is time for so many fresh plays, and they are enough to tell anything.
    fn can_hold(&self, plays: u64) -> bool {
        !self.stopped && plays >= self.lab.unit()
    }

    /// Holds settings against the targets in so many fresh plays, and returns what was found if they meet them.
    fn hold(&mut self, point: &[i64], plays: u64) -> Result<Option<Check>, RunError> {
        let Some(check) = self.lab.confirm(point, self.alpha(), plays)? else {
            self.stopped = true;
            return Ok(None);
        };
        self.plays += check.plays;
        if check.answer() == Answer::Passed {
            return Ok(Some(check));
        }
        self.refused.push((point.to_vec(), check));
        Ok(None)
    }
}
