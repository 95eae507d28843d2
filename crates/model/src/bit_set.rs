//! Sets of numbered things as the bits of a word.

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
