//! Looks up the terms of UCB1.

/// The most visits that are looked up; beyond that terms are computed.
const MOST: usize = 1 << 16;

/// The two factors of UCB1's exploration term, by number of iterations: a logarithm, two roots and a
/// division for each child in each step down the tree were most of the time of a search.
pub(super) struct UcbTable {
    exploration: f64,
    /// The weight of exploration by the number of iterations in which an action was legal.
    terms: Vec<f64>,
    /// The factor by which it shrinks, by the number of visits.
    inverse_roots: Vec<f64>,
    most: usize,
}

impl UcbTable {
    pub(super) fn new(exploration: f64, iterations: u32) -> Self {
        let most = (iterations as usize + 2).min(MOST);
        Self { exploration, terms: Vec::with_capacity(most), inverse_roots: Vec::with_capacity(most), most }
    }

    /// Makes room before each iteration: numbers grow by one at most, so that two entries more will do, and
    /// a short search doesn't pay for a long one.
    #[inline]
    pub(super) fn prepare(&mut self) {
        if self.terms.len() < self.most {
            self.extend();
        }
    }

    #[cold]
    fn extend(&mut self) {
        let next = self.most.min(self.terms.len().max(1) + 2);
        while self.terms.len() < next {
            let n = self.terms.len() as u32;
            self.terms.push(self.exploration_term(n));
            self.inverse_roots.push(inverse_root(n));
        }
    }

    /// Returns `exploration` times the root of ln(available).
    #[inline(always)]
    pub(super) fn exploration(&self, available: u32) -> f64 {
        match self.terms.get(available as usize) {
            Some(exploration) => *exploration,
            None => self.exploration_term(available),
        }
    }

    /// Returns one over the root of the visits.
    #[inline(always)]
    pub(super) fn inverse_root(&self, visits: u32) -> f64 {
        match self.inverse_roots.get(visits as usize) {
            Some(inverse_root) => *inverse_root,
            None => inverse_root(visits),
        }
    }

    #[cold]
    fn exploration_term(&self, available: u32) -> f64 {
        self.exploration * f64::from(available).ln().sqrt()
    }
}

#[cold]
fn inverse_root(visits: u32) -> f64 {
    1.0 / f64::from(visits).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looked_up_or_worked_out_is_the_same() {
        let mut table = UcbTable::new(0.7, 5);
        let none = UcbTable::new(0.7, 5);
        for iteration in 0..10_u32 {
            table.prepare();
            for n in 1..=iteration + 2 {
                assert_eq!(table.exploration(n), none.exploration(n));
                assert_eq!(table.inverse_root(n), none.inverse_root(n));
            }
        }
        assert_eq!(table.terms.len(), 7, "as many as iterations can need");
        assert_eq!(table.exploration(1), 0.0);
        assert_eq!(table.inverse_root(4), 0.5);
    }
}
