//! Seats and containers keyed by seat.

use std::cell::Cell;
use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize, Serializer};

/// The most seats a table can have in any game.
pub const MAX_SEATS: usize = 8;

/// A place at the table: 0-based, in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if usize::from(number) < MAX_SEATS {
            Ok(Self(number))
        } else {
            Err(format!("there is no seat {number}"))
        }
    }
}

impl Seat {
    /// The seat with this number.
    ///
    /// `number` must be below [`MAX_SEATS`]: checked in debug builds only. In release builds indexing a
    /// [`BySeat`] with a larger one reads another seat's value.
    #[inline]
    pub const fn new(number: usize) -> Self {
        debug_assert!(number < MAX_SEATS);
        Self(number as u8)
    }

    /// The seat's number, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        let n = self.0 + 1;
        Self(if n as usize == seats { 0 } else { n })
    }

    /// All seats of a table, from 0.
    #[inline]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Self)
    }

    /// All seats of a table, clockwise, beginning with this one.
    #[inline]
    pub fn around(self, seats: usize) -> impl Iterator<Item = Self> + Clone {
        let first = self.index();
        (first..first + seats).map(move |i| Self::new(if i >= seats { i - seats } else { i }))
    }

    /// All other seats of a table, clockwise, beginning with the next one.
    #[inline]
    pub fn others(self, seats: usize) -> impl Iterator<Item = Self> + Clone {
        self.around(seats).skip(1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// One value a seat, for tables of any size up to [`MAX_SEATS`].
///
/// As JSON it is a list. It doesn't know how many seats there are; [`to_json_at`](super::to_json_at), which writes all
/// views, states and events, does, and the list is as long then. Elsewhere all [`MAX_SEATS`] values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct BySeat<T>([T; MAX_SEATS]);

impl<T> BySeat<T> {
    /// A value for each seat, made by `make`.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|i| make(Seat::new(i))))
    }

    /// The values of the first `seats` seats.
    #[inline]
    pub fn first(&self, seats: usize) -> &[T] {
        &self.0[..seats]
    }

    /// The values of the first `seats` seats, to change.
    #[inline]
    pub fn first_mut(&mut self, seats: usize) -> &mut [T] {
        &mut self.0[..seats]
    }
}

thread_local! {
    /// The number of values that lists by seat are written with.
    static WRITTEN: Cell<usize> = const { Cell::new(MAX_SEATS) };
}

/// Does this while lists by seat are written for a table of so many seats.
pub(super) fn written_at<R>(seats: usize, write: impl FnOnce() -> R) -> R {
    /// Also after a panic all is as it was.
    struct Restore(usize);
    impl Drop for Restore {
        fn drop(&mut self) {
            WRITTEN.set(self.0);
        }
    }
    let _restore = Restore(WRITTEN.replace(seats.min(MAX_SEATS)));
    write()
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.first(WRITTEN.get()))
    }
}

impl<T: Copy> BySeat<T> {
    /// The same value for every seat.
    #[inline]
    pub const fn all(value: T) -> Self {
        Self([value; MAX_SEATS])
    }
}

impl BySeat<bool> {
    /// The seats for which it is true, a bit each.
    #[inline]
    pub fn bits(&self) -> u8 {
        gathered(u64::from_le_bytes(self.0.map(u8::from)) << 7)
    }
}

impl BySeat<u8> {
    /// The seats whose number is not 0, a bit each: a few instructions for all of them.
    #[inline]
    pub const fn nonzero(&self) -> u8 {
        gathered(high_of_nonzero(u64::from_le_bytes(self.0)))
    }

    /// Takes one off each number that is not 0, in one word: a number written by itself would be waited
    /// for by whoever reads all of them next. Gives the seats whose number has come to 0, a bit each.
    #[inline]
    pub const fn count_down(&mut self) -> u8 {
        let bytes = u64::from_le_bytes(self.0);
        let high = high_of_nonzero(bytes);
        let after = bytes - (high >> 7);
        self.0 = after.to_le_bytes();
        gathered(high & !high_of_nonzero(after))
    }
}

impl BySeat<u8> {
    /// The seats whose number is `least` or more, a bit each. All numbers must be below 128, and `least`
    /// too.
    #[inline]
    pub const fn at_least(&self, least: u8) -> u8 {
        debug_assert!(least < 0x80);
        let bytes = u64::from_le_bytes(self.0);
        let high = bytes.wrapping_add(EACH * (0x80 - least as u64)) & (EACH << 7);
        gathered(high)
    }
}

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The high bit of each byte that is not 0.
#[inline]
const fn high_of_nonzero(bytes: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    (((bytes & LOW) + LOW) | bytes) & !LOW
}

/// The high bits of all bytes, each in a place of its own.
#[inline]
const fn gathered(high: u64) -> u8 {
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, seat: Seat) -> &T {
        // The mask never changes a valid seat; it lets the compiler drop the bounds check.
        &self.0[seat.index() & (MAX_SEATS - 1)]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline(always)]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index() & (MAX_SEATS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_are_not_0() {
        let mut rng = crate::Rng::from_words([1, 2, 3]);
        for _ in 0..5000 {
            let numbers = BySeat::from_fn(|_| if rng.index(3) == 0 { 0 } else { rng.index(256) as u8 });
            let bits = (0..MAX_SEATS).fold(0, |bits, i| bits | u8::from(numbers[Seat::new(i)] != 0) << i);
            assert_eq!(numbers.nonzero(), bits, "{numbers:?}");
            let not_0 = BySeat::from_fn(|seat| numbers[seat] != 0);
            assert_eq!(not_0.bits(), bits, "{numbers:?}");
        }
    }

    #[test]
    fn numbers_count_down_to_0() {
        let mut rng = crate::Rng::from_words([1, 2, 5]);
        for _ in 0..2000 {
            let before =
                BySeat::from_fn(|_| if rng.index(2) == 0 { rng.index(3) } else { rng.index(256) } as u8);
            let mut after = before;
            let ended = after.count_down();
            for seat in Seat::all(MAX_SEATS) {
                assert_eq!(after[seat], before[seat].saturating_sub(1), "{before:?}");
                assert_eq!(ended >> seat.index() & 1 == 1, before[seat] == 1, "{before:?}");
            }
        }
    }

    #[test]
    fn seats_with_a_number_or_more() {
        let mut rng = crate::Rng::from_words([1, 2, 4]);
        for _ in 0..5000 {
            let numbers = BySeat::from_fn(|_| rng.index(128) as u8);
            let least = rng.index(128) as u8;
            let bits = (0..MAX_SEATS).fold(0, |bits, i| bits | u8::from(numbers[Seat::new(i)] >= least) << i);
            assert_eq!(numbers.at_least(least), bits, "{numbers:?}, {least}");
        }
    }

    #[test]
    fn as_json_there_is_a_value_for_each_seat_of_the_table() {
        let numbers = BySeat::from_fn(Seat::index);
        assert_eq!(crate::to_json_at(3, &numbers).to_string(), "[0,1,2]");
        let nested = BySeat::all(numbers);
        assert_eq!(crate::to_json_at(2, &nested).to_string(), "[[0,1],[0,1]]");
        assert_eq!(crate::to_json(&numbers).to_string(), "[0,1,2,3,4,5,6,7]");
    }

    #[test]
    fn seats_go_around() {
        let seats: Vec<usize> = Seat::new(2).around(4).map(Seat::index).collect();
        assert_eq!(seats, [2, 3, 0, 1]);
        let others: Vec<usize> = Seat::new(3).others(4).map(Seat::index).collect();
        assert_eq!(others, [0, 1, 2]);
        assert_eq!(Seat::new(7).next(8).index(), 0);
    }
}
