//! The best of some aims.

use super::pays::larger;
use super::{EQUAL, ROUNDING};
use ludometer_model::Seat;
use ludometer_model::small_table::MAX_SEATS;

/// The best of some aims: found without a branch, since chance says where it is.
#[derive(Clone, Copy)]
pub(super) struct Leader {
    pub(super) aim: f32,
    /// Holds the aims that equal the best one up to rounding, a bit each, so that rounding decides no choice.
    pub(super) equals: u32,
    /// True if no other is as good.
    is_alone: bool,
}

impl Leader {
    /// Returns the best of up to 32 aims.
    #[inline(always)]
    pub(super) fn of<const C: usize>(aims: &[f32; C]) -> Self {
        let aim = aims.iter().copied().fold(f32::NEG_INFINITY, larger);
        let near = |margin| {
            let least = aim - margin;
            (0..C).fold(0, |bits, i| bits | u32::from(aims[i] >= least) << i)
        };
        let good = near(EQUAL);
        Self { aim, equals: near(ROUNDING), is_alone: good & good.wrapping_sub(1) == 0 }
    }

    /// Returns the best of the aims in the places of a set; there must be one.
    #[inline(always)]
    pub(super) fn among<const C: usize>(aims: &[f32; C], set: u8) -> Self {
        Self::of(&std::array::from_fn::<f32, C, _>(|i| if set >> i & 1 != 0 { aims[i] } else { NONE }))
    }

    /// Returns the first of the best places.
    #[inline(always)]
    pub(super) const fn first(&self) -> usize {
        self.equals.trailing_zeros() as usize
    }

    /// Returns the best place, if no other is as good.
    #[inline(always)]
    pub(super) fn alone(&self) -> Option<usize> {
        self.is_alone.then(|| self.first())
    }

    /// Prefers this place among equals.
    #[inline(always)]
    pub(super) fn prefer(self, place: usize) -> Self {
        let only = self.equals & 1 << place;
        Self { equals: if only == 0 { self.equals } else { only }, ..self }
    }

    /// Returns the seat of the best, where places are seats.
    #[inline(always)]
    pub(super) const fn seat(&self) -> Seat {
        Seat::new(self.first() % MAX_SEATS)
    }
}

/// No aim.
pub(super) const NONE: f32 = f32::NEG_INFINITY;

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn the_leader_is_the_first_of_the_best() {
        let mut rng = Rng::from_words([8, 8, 8]);
        for _ in 0..2000 {
            let aims: [f32; 8] = std::array::from_fn(|_| rng.index(6) as f32 * 0.5);
            let leader = Leader::of(&aims);
            let best = aims.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let places: Vec<usize> = (0..8).filter(|&i| aims[i] == best).collect();
            assert_eq!((leader.aim, leader.first()), (best, places[0]));
            assert_eq!(leader.alone(), (places.len() == 1).then_some(places[0]));
            let preferred = leader.prefer(5).first();
            assert_eq!(preferred, if places.contains(&5) { 5 } else { places[0] });
        }
        // What is hardly worse is as good, and no place of its own.
        let close = Leader::of(&[1.0, 1.0 + 0.5 * EQUAL, 0.0]);
        assert_eq!((close.first(), close.alone()), (1, None));
        // Only some of them count.
        let row = [4.0_f32, 3.0, 2.0, 1.0, 9.0];
        for seats in 1..1_u8 << 5 {
            let of_set = (0..5).filter(|i| seats >> i & 1 != 0);
            let best = of_set.max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
            assert_eq!(Leader::among(&row, seats).seat(), Seat::new(best));
        }
    }
}
