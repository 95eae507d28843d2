//! Sets of seats.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};

use super::seat::Seat;

crate::bit_set! {
    /// Holds any of the seats of a table: bit k for seat k.
    #[derive(Serialize, Deserialize)]
    pub struct SeatSet(u16) of Seat where index = Seat::index, new = Seat::new;
}

impl SeatSet {
    /// Returns the seats of a table of `seats`.
    #[inline]
    pub const fn of_table(seats: usize) -> Self {
        Self::from_bits(((1_u32 << seats) - 1) as u16)
    }

    /// Returns the distance clockwise from `seat`, at a table of `seats`, to the first seat of the set that is at least
    /// `from` seats away.
    #[inline]
    pub const fn next(self, seat: Seat, from: u8, seats: usize) -> Option<u8> {
        let seen = (self.0 as u32) << seats | self.0 as u32;
        let left = (seen >> seat.index() & ((1 << seats) - 1)) >> from;
        if left == 0 { None } else { Some(from + left.trailing_zeros() as u8) }
    }

    /// Returns the first seat of the set clockwise, beginning with `seat` itself.
    #[inline(always)]
    pub fn first_from(self, seat: Seat) -> Option<Seat> {
        let on = self.0 & u16::MAX << seat.index();
        let found = select_unpredictable(on == 0, self.0, on);
        if found == 0 { None } else { Some(Seat::new(found.trailing_zeros() as usize)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_SEATS;

    #[test]
    fn the_first_of_some_seats_is_that_of_a_loop() {
        for from in Seat::all(MAX_SEATS) {
            for bits in 0..1 << MAX_SEATS {
                let set = SeatSet(bits);
                assert_eq!(set.first_from(from), from.around(MAX_SEATS).find(|&seat| set.contains(seat)));
            }
        }
    }

    #[test]
    fn the_next_of_some_seats_is_the_first_to_the_left() {
        for seats in [2, 3, 8, MAX_SEATS] {
            for bits in 0..1_u16 << seats {
                let set = SeatSet(bits);
                for (seat, from) in
                    Seat::all(seats).flat_map(|seat| [0, 1, 2, seats].map(|from| (seat, from)))
                {
                    let mut places = from..seats;
                    let found = places.find(|place| set.contains(Seat::new((seat.index() + place) % seats)));
                    let next = set.next(seat, from as u8, seats);
                    assert_eq!(next.map(usize::from), found, "{set:?}, {from} left of {seat:?} of {seats}");
                }
            }
        }
    }
}
