//! Sets of seats, as bits.

use std::hint::select_unpredictable;

use ludometer_model::Seat;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats(pub u8);

impl Seats {
    /// The first `seats` seats.
    pub const fn first(seats: usize) -> Self {
        Self(((1_u16 << seats) - 1) as u8)
    }

    /// This seat alone.
    #[inline(always)]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// True if the seat is in it.
    #[inline(always)]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// Those of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a seat.
    #[inline(always)]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Puts a seat in or takes it out: without a branch.
    #[inline(always)]
    pub const fn set(&mut self, seat: Seat, there: bool) {
        self.0 = self.0 & !(1 << seat.index()) | (there as u8) << seat.index();
    }

    /// Takes a seat out.
    #[inline(always)]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// True if nobody is in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of these seats, clockwise, that sits at least `from` places to the left of `seat` at a
    /// table of `seats`: so many places to its left.
    #[inline]
    pub const fn next(self, seat: Seat, from: u8, seats: usize) -> Option<u8> {
        let seen = (self.0 as u32) << seats | self.0 as u32;
        let left = (seen >> seat.index() & ((1 << seats) - 1)) >> from;
        if left == 0 { None } else { Some(from + left.trailing_zeros() as u8) }
    }

    /// The first of these seats clockwise, beginning with `seat` itself.
    #[inline(always)]
    pub fn first_from(self, seat: Seat) -> Option<Seat> {
        let on = self.0 & u8::MAX << seat.index();
        let found = select_unpredictable(on == 0, self.0, on);
        if found == 0 { None } else { Some(Seat::new(found.trailing_zeros() as usize)) }
    }

    /// How many are in it.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats in it, rising.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = Seat::new(left.trailing_zeros() as usize);
            left &= left - 1;
            Some(seat)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::MAX_SEATS;

    #[test]
    fn the_first_of_some_seats_is_that_of_a_loop() {
        for from in Seat::all(MAX_SEATS) {
            for bits in 0..=u8::MAX {
                let set = Seats(bits);
                assert_eq!(set.first_from(from), from.around(MAX_SEATS).find(|&seat| set.has(seat)));
            }
        }
    }

    #[test]
    fn the_next_of_some_seats_is_the_first_to_the_left() {
        for seats in 2..=MAX_SEATS {
            for bits in 0..1_u16 << seats {
                let set = Seats(bits as u8);
                for seat in Seat::all(seats) {
                    for from in 0..=seats {
                        let mut places = from..seats;
                        let found = places.find(|place| set.has(Seat::new((seat.index() + place) % seats)));
                        let next = set.next(seat, from as u8, seats);
                        assert_eq!(
                            next.map(usize::from),
                            found,
                            "{set:?}, {from} left of {seat:?} of {seats}"
                        );
                    }
                }
            }
        }
    }
}
