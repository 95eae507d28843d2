//! Sets of seats.

use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

use super::seat::Seat;

/// Holds any of the seats of a table: bit k for seat k.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// Returns the seats whose bits are set.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the bits: bit k is set if seat k is in the set.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the first `seats` seats: those of a table.
    #[inline]
    pub const fn first(seats: usize) -> Self {
        Self(((1_u32 << seats) - 1) as u16)
    }

    /// Returns this seat alone.
    #[inline(always)]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Returns true if the seat is in the set.
    #[inline(always)]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// Returns the seats of this set that are not in the other.
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

    /// Removes a seat.
    #[inline(always)]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Adds or removes a seat, without a branch.
    #[inline(always)]
    pub const fn set(&mut self, seat: Seat, there: bool) {
        self.0 = self.0 & !(1 << seat.index()) | (there as u16) << seat.index();
    }

    /// Returns true if nobody is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if two or more seats are in the set.
    #[inline(always)]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of seats in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
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

    /// Returns the seats of the set, rising.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat::new(left.trailing_zeros() as usize));
            left &= left.wrapping_sub(1);
            seat
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, |set, seat| set | Self::one(seat))
    }
}

impl BitOr for SeatSet {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SeatSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for SeatSet {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_SEATS;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: SeatSet = [3, 11, 0].map(Seat::new).into_iter().collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 3, 11]);
        assert_eq!((set.len(), set.contains(Seat::new(3)), set.contains(Seat::new(4))), (3, true, false));
        set.remove(Seat::new(3));
        set.set(Seat::new(7), true);
        set.set(Seat::new(0), false);
        assert_eq!(set, SeatSet::one(Seat::new(7)) | SeatSet::one(Seat::new(11)));
        assert_eq!(set.without(SeatSet::first(8)), SeatSet::one(Seat::new(11)));
        assert_eq!(set & SeatSet::first(8), SeatSet::one(Seat::new(7)));
        assert_eq!(SeatSet::first(MAX_SEATS).len() as usize, MAX_SEATS);
        assert!(SeatSet::first(0).is_empty() && !set.is_empty());
        assert!(set.has_several() && !SeatSet::first(1).has_several() && !SeatSet::EMPTY.has_several());
    }

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
