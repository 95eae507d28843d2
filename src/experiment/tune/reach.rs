//! How many cards the counts that may move can make.

use super::Lab;
use crate::experiment::targets::Move;

/// What a step of each count adds to the number of cards.
pub(super) struct Reach {
    start: i64,
    pub(super) by_step: Vec<i64>,
}

impl Reach {
    pub(super) fn of(moves: &[Move], lab: &impl Lab) -> Option<Self> {
        let start: Vec<i64> = moves.iter().map(|m| m.start).collect();
        let cards = |point: &[i64]| lab.cards(point).ok().map(|n| n as i64);
        let here = cards(&start)?;
        let by_step = moves.iter().enumerate().map(|(i, m)| {
            let to = |by: i64| {
                let mut point = start.clone();
                point[i] += by;
                cards(&point)
            };
            to(m.step).map(|n| n - here).or_else(|| to(-m.step).map(|n| here - n))
        });
        Some(Self { start: here, by_step: by_step.collect::<Option<_>>()? })
    }

    /// The fewest and most cards within what may move.
    pub(super) fn bounds(&self, moves: &[Move]) -> (i64, i64) {
        let mut bounds = (self.start, self.start);
        for (m, by) in moves.iter().zip(&self.by_step) {
            let ends = [m.min, m.max].map(|value| (value - m.start) * by / m.step);
            bounds.0 += ends[0].min(ends[1]);
            bounds.1 += ends[0].max(ends[1]);
        }
        bounds
    }

    pub(super) fn cards(&self, moves: &[Move], point: &[i64]) -> i64 {
        let moved = moves.iter().zip(point).zip(&self.by_step);
        self.start + moved.map(|((m, x), by)| (x - m.start) * by / m.step).sum::<i64>()
    }
}
