//! The settings that may be tried: what may move, how many cards they make, which can be played.

use std::collections::BTreeSet;

use super::{Objective, Search};
use crate::targets::Move;
use ludometer_model::Rng;

/// Settings drawn to find one that can be played.
const DRAWN: u64 = 256;

/// How many cards the counts that may move can make, where each adds as many per unit anywhere.
struct Reach {
    start: i64,
    per_unit: Vec<i64>,
}

impl Reach {
    fn of(moves: &[Move], lab: &impl Objective) -> Option<Self> {
        let cards = |point: &[i64]| lab.cards(point).ok().map(|n| n as i64);
        let start: Vec<i64> = moves.iter().map(|m| m.start).collect();
        let here = cards(&start)?;
        let per_unit = moves.iter().enumerate().map(|(i, m)| {
            let to = |by: i64| {
                let mut point = start.clone();
                point[i] += by;
                cards(&point)
            };
            let by = to(m.step).map(|n| n - here).or_else(|| to(-m.step).map(|n| here - n))?;
            (by % m.step == 0).then_some(by / m.step)
        });
        let reach = Self { start: here, per_unit: per_unit.collect::<Option<_>>()? };
        // Counts that multiply each other are reported by the corners.
        let corners = [moves.iter().map(|m| m.min).collect(), moves.iter().map(|m| m.max).collect()];
        let checked: Vec<bool> =
            corners.iter().filter_map(|at: &Vec<i64>| Some(cards(at)? == reach.cards(moves, at))).collect();
        (!checked.is_empty() && checked.iter().all(|&same| same)).then_some(reach)
    }

    fn cards(&self, moves: &[Move], point: &[i64]) -> i64 {
        let moved = moves.iter().zip(point).zip(&self.per_unit);
        self.start + moved.map(|((m, x), by)| (x - m.start) * by).sum::<i64>()
    }

    /// Returns all numbers of cards that can be made.
    fn all(&self, moves: &[Move]) -> BTreeSet<i64> {
        let least: Vec<i64> = moves.iter().map(|m| m.min).collect();
        let mut sums = BTreeSet::from([self.cards(moves, &least)]);
        for (m, by) in moves.iter().zip(&self.per_unit).filter(|(_, by)| **by != 0) {
            let step = |k: u64| k as i64 * m.step * by;
            sums = sums.iter().flat_map(|sum| (0..m.values()).map(move |k| sum + step(k))).collect();
        }
        sums
    }
}

/// The settings that may be tried.
pub(super) struct Space<'a> {
    moves: &'a [Move],
    cards: Option<(u64, u64)>,
    reach: Option<Reach>,
}

impl<'a> Space<'a> {
    pub(super) fn of(search: &Search<'a>, lab: &impl Objective) -> Self {
        let reach = search.cards.and_then(|_| Reach::of(search.moves, lab));
        Self { moves: search.moves, cards: search.cards, reach }
    }

    /// Returns why these settings may not be tried or can't be played.
    pub(super) fn fault(&self, lab: &impl Objective, point: &[i64]) -> Option<String> {
        if let Some((m, x)) = self.moves.iter().zip(point).find(|(m, x)| !(m.min..=m.max).contains(*x)) {
            return Some(format!("{}={x} is not from {} to {}", m.key, m.min, m.max));
        }
        match (lab.cards(point), self.cards) {
            (Err(why), _) => Some(why),
            (Ok(cards), Some((low, high))) if !(low..=high).contains(&cards) => {
                Some(format!("the deck has {cards} cards, not {}", wanted(low, high)))
            }
            _ => lab.hazard(point),
        }
    }

    /// Moves settings so that the deck has as many cards as asked for: from the first count on, as
    /// far as each may.
    pub(super) fn repair(&self, mut point: Vec<i64>, first: usize) -> Vec<i64> {
        let (Some((low, high)), Some(reach)) = (self.cards, &self.reach) else { return point };
        let n = point.len();
        for i in (0..n).map(|i| (i + first) % n) {
            let cards = reach.cards(self.moves, &point);
            let missing = if cards < low as i64 { low as i64 - cards } else { (high as i64 - cards).min(0) };
            let (m, by) = (&self.moves[i], reach.per_unit[i] * self.moves[i].step);
            if missing == 0 || by == 0 {
                continue;
            }
            let lowest = (m.min - point[i]) / m.step;
            let highest = (m.max - point[i]) / m.step;
            point[i] += (missing / by).clamp(lowest, highest) * m.step;
        }
        point
    }

    /// Returns the present settings, each count as near to them as it may be.
    pub(super) fn start(&self) -> Vec<i64> {
        self.moves.iter().map(|m| m.start.clamp(m.min, m.max)).collect()
    }

    /// Settings that can be played: near the present ones, or else drawn.
    ///
    /// # Errors
    /// Why none can.
    pub(super) fn playable(&self, lab: &impl Objective, seed: u64) -> Result<Vec<i64>, String> {
        if let Some(why) = self.out_of_reach() {
            return Err(why);
        }
        let near = (0..self.moves.len()).map(|first| self.repair(self.start(), first));
        let drawn = (0..DRAWN).map(|number| {
            let mut rng = Rng::from_words([seed, number, DRAWN]);
            let values = self.moves.iter().map(|m| m.value(rng.below(m.values() as u32).into()));
            self.repair(values.collect(), number as usize)
        });
        let (mut tried, mut last) = (0, String::new());
        for point in near.chain(drawn) {
            match self.fault(lab, &point) {
                None => return Ok(point),
                Some(why) => (tried, last) = (tried + 1, why),
            }
        }
        Err(format!("none of {tried} rule sets within what may move can be played; of the last: {last}"))
    }

    /// Returns why no settings can have as many cards as asked for; nothing if some can, or it is not known.
    fn out_of_reach(&self) -> Option<String> {
        let (low, high) = self.cards?;
        let all = self.reach.as_ref()?.all(self.moves);
        let (low, high) = (low as i64, high as i64);
        if all.range(low..=high).next().is_some() {
            return None;
        }
        let made = match (all.range(..low).next_back(), all.range(high..).next()) {
            (Some(below), Some(above)) => format!("{below} or {above}, and nothing between"),
            _ => format!("{} to {}", all.first()?, all.last()?),
        };
        let wanted = wanted(low as u64, high as u64);
        Some(format!("a deck of {wanted} cards can't be reached: what may move makes {made}"))
    }
}

fn wanted(low: u64, high: u64) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
