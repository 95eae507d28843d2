//! Sets of numbered things as the bits of a word.

use std::hint::select_unpredictable;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte, the places of its set bits, rising.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The number of set bits in each byte.
static COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};

/// Returns how many bits of a byte are set.
#[inline(always)]
pub(crate) fn count_of_byte(byte: u8) -> usize {
    usize::from(COUNTS[usize::from(byte)])
}

/// Returns the place of the set bit of this rank, from 0; there must be one.
#[inline(always)]
pub(crate) fn nth_of_byte(byte: u8, rank: usize) -> usize {
    usize::from(PLACES[usize::from(byte)][rank & 7])
}

/// The set bits of a word, counted once, ahead of the choice: how many there are, and each by its rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    word: u64,
    /// In each byte the number of set bits up to its end.
    sums: u64,
}

impl Ranked {
    /// Counts the bits: all bytes at once.
    #[inline(always)]
    pub const fn new(word: u64) -> Self {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        Self { word, sums: bytes.wrapping_mul(ONES) }
    }

    /// Returns how many bits are set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// Returns true if no bit is set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.word == 0
    }

    /// Returns the place of the set bit of this rank, from 0; there must be one.
    ///
    /// Without a branch on where it stands, which is for chance to say: how many bytes end before it, then
    /// a look into a table (Vigna, "Broadword implementation of rank/select queries", 2008).
    #[inline(always)]
    pub fn nth(self, rank: usize) -> usize {
        const HIGH: u64 = 0x80 * ONES;
        let rank = rank as u64;
        let over = ((((rank & 63) * ONES) | HIGH) - self.sums) & HIGH;
        let start = (((over >> 7).wrapping_mul(ONES) >> 56) * 8) & 63;
        let before = (self.sums << 8) >> start & 0xFF;
        let byte = self.word >> start & 0xFF;
        start as usize + usize::from(PLACES[byte as usize][rank.wrapping_sub(before) as usize & 7])
    }
}

/// Returns the place of the set bit of the rank that `choose` returns for their number, and that number.
///
/// For words that mostly have up to four: until the bit is known nothing can go on, and the lowest bit
/// taken away three times is fewer steps that hang on each other than a count and a search of all bits.
#[inline(always)]
pub(crate) fn pick_few(word: u64, choose: impl FnOnce(usize) -> usize) -> (usize, usize) {
    let one = word & word.wrapping_sub(1);
    let two = one & one.wrapping_sub(1);
    let three = two & two.wrapping_sub(1);
    if three & three.wrapping_sub(1) != 0 {
        let ranked = Ranked::new(word);
        return (ranked.nth(choose(ranked.len())), ranked.len());
    }
    let bits =
        usize::from(word != 0) + usize::from(one != 0) + usize::from(two != 0) + usize::from(three != 0);
    let rank = choose(bits);
    // Which it is is for chance to say: no branches.
    let low = select_unpredictable(rank == 0, word, one);
    let high = select_unpredictable(rank == 2, two, three);
    (select_unpredictable(rank < 2, low, high).trailing_zeros() as usize, bits)
}

/// Defines a set of numbered things as the bits of a word: bit k for thing number k. It names the word, what the things
/// are, and the functions that return a thing's number and the thing with a number.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// pub struct Card(u8);
///
/// impl Card {
///     pub const fn new(kind: usize) -> Self { Self(kind as u8) }
///     pub const fn index(self) -> usize { self.0 as usize }
/// }
///
/// ludometer_model::bit_set! {
///     /// Holds any kinds of cards.
///     pub struct Kinds(u16) of Card where index = Card::index, new = Card::new;
/// }
///
/// let mut kinds = Kinds::range(2, 5);
/// kinds.remove(Card::new(3));
/// assert_eq!(kinds.iter().collect::<Vec<_>>(), [Card::new(2), Card::new(4)]);
/// assert!(kinds.contains(Card::new(4)) && kinds.len() == 2);
/// assert!(kinds.and(Kinds::one(Card::new(3))).is_empty());
/// ```
#[macro_export]
macro_rules! bit_set {
    ($(#[$meta:meta])* $vis:vis struct $set:ident($word:ty) of $item:ty where index = $index:path, new = $new:path;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $vis struct $set($word);

        #[allow(dead_code, reason = "all sets have the same methods, though none needs them all")]
        impl $set {
            /// Nothing.
            $vis const EMPTY: Self = Self(0);

            /// Returns the things whose bits are set.
            #[inline(always)]
            $vis const fn from_bits(bits: $word) -> Self {
                Self(bits)
            }

            /// Returns the bits: bit k is set if thing number k is in the set.
            #[inline(always)]
            $vis const fn bits(self) -> $word {
                self.0
            }

            /// Returns the things with the numbers from `from` up to, but not including, `to`.
            #[inline(always)]
            $vis const fn range(from: usize, to: usize) -> Self {
                Self(((1_u128 << to) - (1_u128 << from)) as $word)
            }

            /// Returns the set of this thing alone.
            #[inline(always)]
            $vis const fn one(item: $item) -> Self {
                Self(1 << $index(item))
            }

            /// Returns true if the thing is in the set.
            #[inline(always)]
            $vis const fn contains(self, item: $item) -> bool {
                self.0 >> $index(item) & 1 != 0
            }

            /// Adds a thing.
            #[inline(always)]
            $vis const fn insert(&mut self, item: $item) {
                self.0 |= 1 << $index(item);
            }

            /// Removes a thing.
            #[inline(always)]
            $vis const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << $index(item));
            }

            /// Adds or removes a thing, without a branch.
            #[inline(always)]
            $vis const fn set(&mut self, item: $item, there: bool) {
                self.0 = self.0 & !(1 << $index(item)) | (there as $word) << $index(item);
            }

            /// Returns the things that are in both sets.
            #[inline(always)]
            #[must_use]
            $vis const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Returns the things that are in either set.
            #[inline(always)]
            #[must_use]
            $vis const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the things of this set that are not in the other.
            #[inline(always)]
            #[must_use]
            $vis const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Returns true if nothing is in the set.
            #[inline(always)]
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns true if two or more things are in the set.
            #[inline(always)]
            $vis const fn has_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// Returns the number of things in the set.
            #[inline(always)]
            $vis const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Returns the thing with the lowest number.
            #[inline(always)]
            $vis const fn first(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($new(self.0.trailing_zeros() as usize)) }
            }

            /// Returns the thing with the highest number.
            #[inline(always)]
            $vis const fn last(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($new(self.0.ilog2() as usize)) }
            }

            /// Returns the things of the set, by their numbers.
            #[inline(always)]
            $vis fn iter(self) -> impl DoubleEndedIterator<Item = $item> + Clone {
                self.into_iter()
            }
        }

        const _: () = {
            /// Goes through the things that are left.
            #[derive(Clone)]
            $vis struct Iter($set);

            impl Iterator for Iter {
                type Item = $item;

                #[inline(always)]
                fn next(&mut self) -> Option<$item> {
                    let first = self.0.first();
                    self.0.0 &= self.0.0.wrapping_sub(1);
                    first
                }
            }

            impl DoubleEndedIterator for Iter {
                #[inline(always)]
                fn next_back(&mut self) -> Option<$item> {
                    let last = self.0.last()?;
                    self.0.remove(last);
                    Some(last)
                }
            }

            impl IntoIterator for $set {
                type Item = $item;
                type IntoIter = Iter;

                #[inline(always)]
                fn into_iter(self) -> Iter {
                    Iter(self)
                }
            }

            impl FromIterator<$item> for $set {
                #[inline]
                fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                    items.into_iter().fold(Self::EMPTY, |set, item| set.or(Self::one(item)))
                }
            }

            impl std::ops::BitOr for $set {
                type Output = Self;

                #[inline(always)]
                fn bitor(self, other: Self) -> Self {
                    self.or(other)
                }
            }

            impl std::ops::BitOrAssign for $set {
                #[inline(always)]
                fn bitor_assign(&mut self, other: Self) {
                    self.0 |= other.0;
                }
            }

            impl std::ops::BitAnd for $set {
                type Output = Self;

                #[inline(always)]
                fn bitand(self, other: Self) -> Self {
                    self.and(other)
                }
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use std::convert::identity;

    use rand::Rng as _;

    use super::*;
    use crate::Rng;

    #[test]
    fn bits_by_their_rank() {
        let mut rng = Rng::from_words([1, 9, 2]);
        for round in 0..3000 {
            let word = match round {
                0 => 0,
                1 => u64::MAX,
                _ if round % 2 == 0 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64() | rng.next_u64(),
            };
            let places: Vec<usize> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            let ranked = Ranked::new(word);
            assert_eq!((ranked.len(), ranked.is_empty()), (places.len(), places.is_empty()));
            for (rank, place) in places.iter().enumerate() {
                assert_eq!(ranked.nth(rank), *place, "{word:x}, rank {rank}");
                let few = word & (word >> 32);
                let left = (0..rank).fold(few, |left, _| left & left.wrapping_sub(1));
                if left != 0 {
                    let bits = few.count_ones() as usize;
                    assert_eq!(pick_few(few, |_| rank), (left.trailing_zeros() as usize, bits));
                }
            }
        }
    }

    crate::bit_set! {
        /// Holds any numbers below 64.
        struct Numbers(u64) of usize where index = identity, new = identity;
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: Numbers = [3, 63, 0].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 63]);
        assert_eq!(set.iter().rev().collect::<Vec<_>>(), [63, 3, 0]);
        assert_eq!((set.len(), set.contains(3), set.contains(4)), (3, true, false));
        assert_eq!((set.first(), set.last()), (Some(0), Some(63)));
        set.remove(3);
        set.set(7, true);
        set.set(0, false);
        assert_eq!(set, Numbers::one(7) | Numbers::one(63));
        assert_eq!(set.without(Numbers::range(0, 8)), Numbers::one(63));
        assert_eq!(set & Numbers::range(7, 63), Numbers::one(7));
        assert_eq!(Numbers::range(0, 64), Numbers::from_bits(u64::MAX));
        assert!(Numbers::range(5, 5).is_empty() && !set.is_empty());
        assert!(set.has_several() && !Numbers::one(9).has_several() && !Numbers::EMPTY.has_several());
        assert_eq!((Numbers::EMPTY.first(), Numbers::EMPTY.last()), (None, None));
    }
}
