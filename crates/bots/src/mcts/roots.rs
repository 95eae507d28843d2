//! The roots that bounds are made of, looked up.

/// The most visits that are looked up; a tree with more works its roots out.
const MOST: usize = 1 << 16;

/// The two factors of UCB1's exploration term, by number of iterations: a logarithm, two roots and a
/// division for each child in each step down the tree were most of the time of a search.
pub(super) struct UcbTable<F> {
    exploration: f64,
    /// The weight of exploration by the number of iterations in which an action was legal.
    spread: Vec<F>,
    /// What it shrinks by, by the number of visits.
    narrow: Vec<F>,
    most: usize,
}

/// The precision in which they are wanted.
pub(super) trait Float: Copy {
    /// The nearest number.
    fn nearest(x: f64) -> Self;
}

impl Float for f64 {
    #[inline(always)]
    fn nearest(x: f64) -> Self {
        x
    }
}

impl Float for f32 {
    #[inline(always)]
    fn nearest(x: f64) -> Self {
        x as Self
    }
}

impl<F: Float> UcbTable<F> {
    pub(super) fn new(exploration: f64, iterations: u32) -> Self {
        let most = (iterations as usize + 2).min(MOST);
        Self { exploration, spread: Vec::with_capacity(most), narrow: Vec::with_capacity(most), most }
    }

    /// Called before each iteration: numbers grow by one at most, so that two entries more will do, and
    /// a short search doesn't pay for a long one.
    #[inline]
    pub(super) fn prepare(&mut self) {
        if self.spread.len() < self.most {
            self.extend();
        }
    }

    #[cold]
    fn extend(&mut self) {
        let next = self.most.min(self.spread.len().max(1) + 2);
        while self.spread.len() < next {
            let n = self.spread.len() as u32;
            self.spread.push(self.spread_of(n));
            self.narrow.push(narrow_of(n));
        }
    }

    /// `exploration` times the root of ln(available).
    #[inline(always)]
    pub(super) fn spread(&self, available: u32) -> F {
        match self.spread.get(available as usize) {
            Some(spread) => *spread,
            None => self.spread_of(available),
        }
    }

    /// One over the root of the visits.
    #[inline(always)]
    pub(super) fn narrow(&self, visits: u32) -> F {
        match self.narrow.get(visits as usize) {
            Some(narrow) => *narrow,
            None => narrow_of(visits),
        }
    }

    #[cold]
    fn spread_of(&self, available: u32) -> F {
        F::nearest(self.exploration * f64::from(available).ln().sqrt())
    }
}

#[cold]
fn narrow_of<F: Float>(visits: u32) -> F {
    F::nearest(1.0 / f64::from(visits).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looked_up_or_worked_out_is_the_same() {
        let mut roots = UcbTable::<f64>::new(0.7, 5);
        let none = UcbTable::<f64>::new(0.7, 5);
        for iteration in 0..10_u32 {
            roots.prepare();
            for n in 1..=iteration + 2 {
                assert_eq!(roots.spread(n), none.spread(n));
                assert_eq!(roots.narrow(n), none.narrow(n));
            }
        }
        assert_eq!(roots.spread.len(), 7, "as many as iterations can need");
        assert_eq!(roots.spread(1), 0.0);
        assert_eq!(roots.narrow(4), 0.5);
    }
}
