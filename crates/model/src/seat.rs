//! Seats, containers keyed by seat, and sets of seats.

use std::cell::Cell;
use std::fmt;
use std::hint::select_unpredictable;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize, Serializer};

/// The most seats a table can have in any game.
pub const MAX_SEATS: usize = 12;

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
    /// Returns the seat with this number.
    ///
    /// `number` must be below [`MAX_SEATS`]: checked in debug builds only. In release builds indexing a
    /// [`BySeat`] with a larger one panics, or reads another seat's value.
    #[inline]
    pub const fn new(number: usize) -> Self {
        debug_assert!(number < MAX_SEATS);
        Self(number as u8)
    }

    /// Returns the seat's number, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat clockwise at a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        let n = self.0 + 1;
        Self(if n as usize == seats { 0 } else { n })
    }

    /// Returns all seats of a table, from 0.
    #[inline]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Self)
    }

    /// Returns all seats of a table, clockwise, beginning with this one.
    #[inline]
    pub fn around(self, seats: usize) -> impl Iterator<Item = Self> + Clone {
        let first = self.index();
        (first..first + seats).map(move |i| Self::new(if i >= seats { i - seats } else { i }))
    }

    /// Returns all other seats of a table, clockwise, beginning with the next one.
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

/// Holds one value a seat, for tables of up to `ROOM` seats: [`BySeat`] for any table, [`small_table::BySeat`] where a
/// game's states are small and copied often.
///
/// As JSON it is a list. It doesn't know how many seats there are; [`to_json_at`](super::to_json_at), which writes all
/// views, states and events, does, and the list is as long then. Elsewhere all `ROOM` values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SeatArray<T, const ROOM: usize>([T; ROOM]);

/// One value a seat, for tables of any size up to [`MAX_SEATS`].
pub type BySeat<T> = SeatArray<T, MAX_SEATS>;

/// Lists by seat of games for at most eight: less to copy than for any table, and numbers of all seats in one word.
pub mod small_table {
    /// The most seats of such a game.
    pub const MAX_SEATS: usize = 8;

    /// One value a seat.
    pub type BySeat<T> = super::SeatArray<T, MAX_SEATS>;
}

impl<T: Default, const ROOM: usize> Default for SeatArray<T, ROOM> {
    fn default() -> Self {
        Self::from_fn(|_| T::default())
    }
}

impl<T, const ROOM: usize> SeatArray<T, ROOM> {
    /// Returns a value for each seat, made by `make`.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|i| make(Seat::new(i))))
    }

    /// Returns a value for each seat of a table of `seats`, made by `make`, and the default for seats that are not there.
    #[inline]
    pub fn of_table(seats: usize, mut make: impl FnMut(Seat) -> T) -> Self
    where
        T: Default,
    {
        Self::from_fn(|seat| if seat.index() < seats { make(seat) } else { T::default() })
    }

    /// Returns the values of the first `seats` seats.
    #[inline]
    pub fn first(&self, seats: usize) -> &[T] {
        &self.0[..seats]
    }

    /// Returns the values of the first `seats` seats, to change.
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

impl<T: Serialize, const ROOM: usize> Serialize for SeatArray<T, ROOM> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.first(WRITTEN.get().min(ROOM)))
    }
}

impl<T: Copy, const ROOM: usize> SeatArray<T, ROOM> {
    /// Returns the same value for every seat.
    #[inline]
    pub const fn all(value: T) -> Self {
        Self([value; ROOM])
    }
}

/// The values of a small table, as for any table.
impl<T: Copy + Default> From<small_table::BySeat<T>> for BySeat<T> {
    fn from(small: small_table::BySeat<T>) -> Self {
        Self::from_fn(|seat| small.0.get(seat.index()).copied().unwrap_or_default())
    }
}

impl small_table::BySeat<bool> {
    /// Returns the seats for which it is true.
    #[inline]
    pub fn holding(&self) -> SeatSet {
        gathered(u64::from_le_bytes(self.0.map(u8::from)) << 7)
    }
}

impl small_table::BySeat<u8> {
    /// Returns the seats whose number is not 0, in a few instructions for all of them.
    #[inline]
    pub const fn nonzero(&self) -> SeatSet {
        gathered(high_of_nonzero(u64::from_le_bytes(self.0)))
    }

    /// Takes one off each number that is not 0, and returns the seats whose number has come to 0. All numbers are
    /// written as one word: a number written by itself would be waited for by whoever reads all of them next.
    #[inline]
    pub const fn count_down(&mut self) -> SeatSet {
        let bytes = u64::from_le_bytes(self.0);
        let high = high_of_nonzero(bytes);
        let after = bytes - (high >> 7);
        self.0 = after.to_le_bytes();
        gathered(high & !high_of_nonzero(after))
    }

    /// Returns the seats whose number is `least` or more. All numbers must be below 128, and `least` too.
    #[inline]
    pub const fn at_least(&self, least: u8) -> SeatSet {
        debug_assert!(least < 0x80);
        let bytes = u64::from_le_bytes(self.0);
        gathered(bytes.wrapping_add(EACH * (0x80 - least as u64)) & (EACH << 7))
    }
}

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Returns the high bit of each byte that is not 0.
#[inline]
const fn high_of_nonzero(bytes: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    (((bytes & LOW) + LOW) | bytes) & !LOW
}

/// Returns the seats whose bytes have their high bits, which are all that is set.
#[inline]
const fn gathered(high: u64) -> SeatSet {
    SeatSet::from_bits(((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16)
}

/// Returns a seat's place. Where there is room for a power of two, the mask never changes a valid seat and lets the
/// compiler drop the bounds check.
#[inline(always)]
const fn place<const ROOM: usize>(seat: Seat) -> usize {
    debug_assert!(seat.index() < ROOM);
    if ROOM.is_power_of_two() { seat.index() & (ROOM - 1) } else { seat.index() }
}

impl<T, const ROOM: usize> Index<Seat> for SeatArray<T, ROOM> {
    type Output = T;
    #[inline(always)]
    fn index(&self, seat: Seat) -> &T {
        &self.0[place::<ROOM>(seat)]
    }
}

impl<T, const ROOM: usize> IndexMut<Seat> for SeatArray<T, ROOM> {
    #[inline(always)]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[place::<ROOM>(seat)]
    }
}

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
    use super::small_table::MAX_SEATS;
    use super::*;

    fn all_that(is: impl Fn(Seat) -> bool) -> SeatSet {
        Seat::all(MAX_SEATS).filter(|&seat| is(seat)).collect()
    }

    #[test]
    fn seats_that_are_not_0() {
        let mut rng = crate::Rng::from_words([1, 2, 3]);
        for _ in 0..5000 {
            let numbers =
                small_table::BySeat::from_fn(|_| if rng.index(3) == 0 { 0 } else { rng.index(256) as u8 });
            let expected = all_that(|seat| numbers[seat] != 0);
            assert_eq!(numbers.nonzero(), expected, "{numbers:?}");
            let not_0 = small_table::BySeat::from_fn(|seat| numbers[seat] != 0);
            assert_eq!(not_0.holding(), expected, "{numbers:?}");
        }
    }

    #[test]
    fn numbers_count_down_to_0() {
        let mut rng = crate::Rng::from_words([1, 2, 5]);
        for _ in 0..2000 {
            let before = small_table::BySeat::from_fn(
                |_| if rng.index(2) == 0 { rng.index(3) } else { rng.index(256) } as u8,
            );
            let mut after = before;
            let ended = after.count_down();
            assert_eq!(ended, all_that(|seat| before[seat] == 1), "{before:?}");
            for seat in Seat::all(MAX_SEATS) {
                assert_eq!(after[seat], before[seat].saturating_sub(1), "{before:?}");
            }
        }
    }

    #[test]
    fn seats_with_a_number_or_more() {
        let mut rng = crate::Rng::from_words([1, 2, 4]);
        for _ in 0..5000 {
            let numbers = small_table::BySeat::from_fn(|_| rng.index(128) as u8);
            let least = rng.index(128) as u8;
            let expected = all_that(|seat| numbers[seat] >= least);
            assert_eq!(numbers.at_least(least), expected, "{numbers:?}, {least}");
        }
    }

    #[test]
    fn as_json_there_is_a_value_for_each_seat_of_the_table() {
        let numbers = BySeat::from_fn(Seat::index);
        assert_eq!(crate::to_json_at(3, &numbers).to_string(), "[0,1,2]");
        let nested = BySeat::all(numbers);
        assert_eq!(crate::to_json_at(2, &nested).to_string(), "[[0,1],[0,1]]");
        assert_eq!(crate::to_json(&numbers).to_string(), "[0,1,2,3,4,5,6,7,8,9,10,11]");
    }

    #[test]
    fn seats_go_around() {
        let seats: Vec<usize> = Seat::new(2).around(4).map(Seat::index).collect();
        assert_eq!(seats, [2, 3, 0, 1]);
        let others: Vec<usize> = Seat::new(3).others(4).map(Seat::index).collect();
        assert_eq!(others, [0, 1, 2]);
        assert_eq!(Seat::new(7).next(8).index(), 0);
    }

    #[test]
    fn the_first_of_some_seats_is_that_of_a_loop() {
        for from in Seat::all(crate::MAX_SEATS) {
            for bits in 0..1 << crate::MAX_SEATS {
                let set = SeatSet(bits);
                assert_eq!(
                    set.first_from(from),
                    from.around(crate::MAX_SEATS).find(|&seat| set.contains(seat))
                );
            }
        }
    }

    #[test]
    fn the_next_of_some_seats_is_the_first_to_the_left() {
        for seats in [2, 3, 8, crate::MAX_SEATS] {
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
