//! The menu of a decision: which actions are legal, described once and read in two ways.

use std::hint::{black_box, select_unpredictable};
use std::ops::Range;

use super::bit_set::{Ranked, count_of_byte, nth_of_byte, pick_few};

/// Reads the menu of a decision. A game describes its legal actions to a reader by one of these methods, once; what
/// comes of it is the reader's business: a list of all actions ([`Game::legal`](crate::Game::legal)), or the one at an
/// index ([`Game::pick`](crate::Game::pick)).
pub trait MenuReader<A>: Sized {
    /// The result of reading the menu.
    type Out;

    /// Reads the actions that `write` appends to a list.
    fn list(self, write: impl FnOnce(&mut Vec<A>)) -> Self::Out;

    /// Reads the actions of the open slots, rising. Nothing is listed where only one of them is wanted.
    fn slots(self, open: impl Slots, action: impl Fn(usize) -> A) -> Self::Out;
}

/// The open slots of a menu: a set of small numbers.
///
/// A menu has a slot for every action that a question can ever allow, in the order of the actions. So the legal ones are
/// a set of slots, often the bits of a word.
pub trait Slots {
    /// Returns the number of open slots.
    fn count(&self) -> usize;

    /// Returns the open slot of this rank, from 0; there must be one.
    fn nth(&self, rank: usize) -> usize;

    /// Calls `each` with every open slot, rising.
    fn each(&self, each: impl FnMut(usize));

    /// Returns the open slot of the rank that `choose` returns for their number, and that number.
    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> (usize, usize) {
        let count = self.count();
        (self.nth(choose(count)), count)
    }
}

/// The set bits.
impl Slots for u64 {
    #[inline(always)]
    fn count(&self) -> usize {
        self.count_ones() as usize
    }

    #[inline(always)]
    fn nth(&self, rank: usize) -> usize {
        Ranked::new(*self).nth(rank)
    }

    #[inline(always)]
    fn each(&self, mut each: impl FnMut(usize)) {
        let mut left = *self;
        while left != 0 {
            each(left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> (usize, usize) {
        pick_few(*self, choose)
    }
}

/// The set bits; where a few slots are enough, this takes the fewest steps.
impl Slots for u8 {
    #[inline(always)]
    fn count(&self) -> usize {
        count_of_byte(*self)
    }

    #[inline(always)]
    fn nth(&self, rank: usize) -> usize {
        nth_of_byte(*self, rank)
    }

    #[inline(always)]
    fn each(&self, each: impl FnMut(usize)) {
        u64::from(*self).each(each);
    }
}

/// Words of two halves: the set bits of the low one, then those of the high one.
macro_rules! slots_of_halves {
    ($($word:ty = 2 of $half:ty),*) => {
        $(impl Slots for $word {
            #[inline(always)]
            fn count(&self) -> usize {
                (*self as $half).count() + ((*self >> <$half>::BITS) as $half).count()
            }

            #[inline(always)]
            fn nth(&self, rank: usize) -> usize {
                let (low, high) = (*self as $half, (*self >> <$half>::BITS) as $half);
                let before = low.count();
                // Which half it is in is for chance to say: no branch.
                let is_high = rank >= before;
                let half = select_unpredictable(is_high, high, low);
                let rank = rank - select_unpredictable(is_high, before, 0);
                usize::from(is_high) * <$half>::BITS as usize + half.nth(rank)
            }

            #[inline(always)]
            fn each(&self, each: impl FnMut(usize)) {
                u64::from(*self).each(each);
            }
        })*
    };
}

slots_of_halves!(u16 = 2 of u8, u32 = 2 of u16);

/// The set bits of the first word, then those of the second.
impl Slots for [u64; 2] {
    #[inline(always)]
    fn count(&self) -> usize {
        self[0].count() + self[1].count()
    }

    #[inline(always)]
    fn nth(&self, rank: usize) -> usize {
        let first = Ranked::new(self[0]);
        match rank.checked_sub(first.len()) {
            None => first.nth(rank),
            Some(rank) => 64 + self[1].nth(rank),
        }
    }

    #[inline(always)]
    fn each(&self, mut each: impl FnMut(usize)) {
        self[0].each(&mut each);
        self[1].each(|slot| each(64 + slot));
    }
}

/// All slots of a range.
impl Slots for Range<usize> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn nth(&self, rank: usize) -> usize {
        self.start + rank
    }

    #[inline(always)]
    fn each(&self, each: impl FnMut(usize)) {
        self.clone().for_each(each);
    }
}

/// Appends all actions of a menu to a list.
pub(super) struct List<'a, A>(pub(super) &'a mut Vec<A>);

impl<A> MenuReader<A> for List<'_, A> {
    type Out = ();

    #[inline(always)]
    fn list(self, write: impl FnOnce(&mut Vec<A>)) {
        write(self.0);
    }

    #[inline(always)]
    fn slots(self, open: impl Slots, action: impl Fn(usize) -> A) {
        open.each(|slot| self.0.push(action(slot)));
    }
}

/// Takes the action at the index that `choose` returns for their number; returns the number as well.
pub(super) struct Pick<'a, A, C> {
    /// A buffer for menus that are lists.
    pub(super) list: &'a mut Vec<A>,
    pub(super) choose: C,
}

impl<A: Copy, C: FnOnce(usize) -> usize> MenuReader<A> for Pick<'_, A, C> {
    type Out = (A, usize);

    #[inline(always)]
    fn list(self, write: impl FnOnce(&mut Vec<A>)) -> (A, usize) {
        self.list.clear();
        write(self.list);
        // The length is read by itself: read together with the pointer, right after the list was written, it
        // stalls the processor (a failed store forwarding; 7 of 39 ns a decision).
        let count = black_box(self.list.len());
        (self.list[..count][(self.choose)(count)], count)
    }

    #[inline(always)]
    fn slots(self, open: impl Slots, action: impl Fn(usize) -> A) -> (A, usize) {
        let (slot, count) = open.pick(self.choose);
        (action(slot), count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn check(open: &impl Slots, expected: &[usize]) {
        let mut slots = Vec::new();
        open.each(|slot| slots.push(slot));
        assert_eq!(slots, expected);
        assert_eq!(open.count(), expected.len());
        for (rank, &slot) in expected.iter().enumerate() {
            assert_eq!(open.nth(rank), slot);
            assert_eq!(open.pick(|_| rank), (slot, expected.len()));
        }
    }

    #[test]
    fn slots_by_their_rank() {
        let mut rng = Rng::from_words([1, 9, 2]);
        for round in 0..500 {
            let words = [0; 2].map(|_: u64| {
                let few = u64::from(rng.below(u32::MAX)) << rng.index(32);
                if round % 2 == 0 { few } else { few & u64::from(rng.below(u32::MAX)) }
            });
            let open: Vec<usize> = (0..128).filter(|slot| words[slot / 64] >> (slot % 64) & 1 == 1).collect();
            check(&words, &open);
            let first: Vec<usize> = open.into_iter().filter(|&slot| slot < 64).collect();
            check(&words[0], &first);
            let below = |end: usize| first.iter().copied().filter(|&slot| slot < end).collect::<Vec<_>>();
            check(&(words[0] as u8), &below(8));
            check(&(words[0] as u16), &below(16));
            check(&(words[0] as u32), &below(32));
            check(&(round..round + round % 9), &(round..round + round % 9).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_menu_is_listed_and_picked_from_in_one_order() {
        fn menu<R: MenuReader<char>>(listed: bool, reader: R) -> R::Out {
            if listed {
                reader.list(|into| into.extend(['b', 'd']))
            } else {
                reader.slots(0b1010_u8, |slot| (b'a' + slot as u8) as char)
            }
        }
        for listed in [true, false] {
            let mut all = vec!['x'];
            menu(listed, List(&mut all));
            assert_eq!(all, ['x', 'b', 'd']);
            for (index, action) in ['b', 'd'].into_iter().enumerate() {
                let choose = |count| index + count - 2;
                assert_eq!(menu(listed, Pick { list: &mut all, choose }), (action, 2));
            }
        }
    }
}
