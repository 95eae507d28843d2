//! A number for each kind of card, worked with four at a time.

use std::ops::Index;

use wide::f64x4;

use super::cards::{KINDS, Kind, Kinds};

/// A number for each kind, four of them side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row([f64x4; KINDS / 4]);

impl Row {
    /// 0 for all kinds.
    pub(super) const ZERO: Self = Self([f64x4::ZERO; KINDS / 4]);

    /// Returns the row of these numbers.
    pub(super) fn new(of: impl Fn(usize) -> f64) -> Self {
        Self(std::array::from_fn(|i| f64x4::from(std::array::from_fn::<f64, 4, _>(|k| of(4 * i + k)))))
    }

    /// Returns the row of what `to` makes of the numbers here and there.
    #[inline]
    pub(super) fn with(&self, other: &Self, to: impl Fn(f64x4, f64x4) -> f64x4) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([to(a, x), to(b, y), to(c, z)])
    }

    /// Returns the row of what `to` makes of the numbers.
    #[inline]
    pub(super) fn map(&self, to: impl Fn(f64x4) -> f64x4) -> Self {
        let [a, b, c] = self.0;
        Self([to(a), to(b), to(c)])
    }

    /// Returns the greatest of the numbers.
    #[inline]
    pub(super) fn greatest(&self) -> f64 {
        let [a, b, c] = self.0;
        let [x, y, z, w] = a.fast_max(b).fast_max(c).to_array();
        x.max(y).max(z.max(w))
    }

    /// Returns the kinds whose number is at least this.
    #[inline]
    pub(super) fn at_least(&self, least: f64) -> Kinds {
        self.no_less(&Self([f64x4::splat(least); KINDS / 4]))
    }

    /// Returns the kinds whose number here is not below the one there. All are compared at once: by which of them a
    /// seat gains is for chance to say, and a loop over them would be a branch for each.
    #[inline]
    pub(super) fn no_less(&self, than: &Self) -> Kinds {
        let four = |i: usize| (self.0[i].simd_ge(than.0[i]).to_bitmask() as u16) << (4 * i);
        Kinds::from_bits(four(0) | four(1) | four(2))
    }
}

impl Index<Kind> for Row {
    type Output = f64;
    #[inline]
    fn index(&self, kind: Kind) -> &f64 {
        &self.0[kind.index() / 4].as_array()[kind.index() % 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn rows_are_compared_kind_by_kind() {
        let mut rng = Rng::from_words([7, 7, 1]);
        for _ in 0..500 {
            let [a, b] = [(); 2].map(|()| {
                let numbers = [(); KINDS].map(|()| f64::from(rng.below(5)));
                (numbers, Row::new(|i| numbers[i]))
            });
            let no_less = a.1.no_less(&b.1);
            for kind in Kinds::ALL {
                assert_eq!(a.1[kind].to_bits(), a.0[kind.index()].to_bits());
                assert_eq!(no_less.contains(kind), a.0[kind.index()] >= b.0[kind.index()], "{kind}");
                assert_eq!(a.1.at_least(2.0).contains(kind), a.0[kind.index()] >= 2.0, "{kind}");
            }
            assert_eq!(a.1.greatest(), a.0.into_iter().fold(0.0, f64::max));
        }
    }
}
