//! The sizes of all hands, for the statistics.

use ludometer_model::Seat;

/// The sizes of all hands, a byte each.
///
/// Changed and compared as one word: single bytes that are written and then read together stall the
/// processor, and loops over the seats took four times the instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes(u64);

impl Sizes {
    #[inline(always)]
    pub(super) const fn add(&mut self, seat: Seat) {
        self.0 += 1 << (8 * seat.index());
    }

    #[inline(always)]
    pub(super) const fn less(&mut self, seat: Seat) {
        self.0 -= 1 << (8 * seat.index());
    }

    pub(super) const fn of(self, seat: usize) -> usize {
        (self.0 >> (8 * seat) & 0xFF) as usize
    }

    /// Returns the mark of the seat that has fewer cards than all others, or 0.
    #[inline(always)]
    pub(super) fn alone_with_fewest(self, seats: usize) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * ONES;
        // The lesser one of each pair of bytes; all are below 0x80.
        pub(super) const fn least(a: u64, b: u64) -> u64 {
            let b_is_less = (((a | HIGH) - b) & HIGH) >> 7;
            let take_b = b_is_less * 0xFF;
            b & take_b | a & !take_b
        }
        // Seats that are not there have more cards than any other.
        let sizes = self.0 | (0x7F * ONES).checked_shl(8 * seats as u32).unwrap_or(0);
        let pairs = least(sizes, sizes.rotate_right(32));
        let fours = least(pairs, pairs.rotate_right(16));
        let fewest = least(fours, fours.rotate_right(8));
        let with = ((sizes ^ fewest) + 0x7F * ONES) & HIGH ^ HIGH;
        if with.is_power_of_two() { with } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_HAND, MAX_PLAYERS};
    use ludometer_model::Rng;

    #[test]
    fn who_has_fewest_alone() {
        let mut rng = Rng::from_words([2, 9, 1]);
        for _ in 0..5000 {
            let seats = 2 + rng.index(MAX_PLAYERS - 1);
            let most = 1 + rng.index(MAX_HAND);
            let mut sizes = Sizes::default();
            let wanted: Vec<usize> = (0..seats).map(|_| rng.index(most + 1)).collect();
            for (seat, &size) in wanted.iter().enumerate() {
                (0..=size).for_each(|_| sizes.add(Seat::new(seat)));
                sizes.less(Seat::new(seat));
                assert_eq!(sizes.of(seat), size);
            }
            let fewest = wanted.iter().min().unwrap();
            let with: Vec<usize> = (0..seats).filter(|&seat| wanted[seat] == *fewest).collect();
            let mark = if let [alone] = with[..] { 0x80 << (8 * alone) } else { 0 };
            assert_eq!(sizes.alone_with_fewest(seats), mark, "{wanted:?}");
        }
    }
}
