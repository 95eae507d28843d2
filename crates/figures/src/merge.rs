//! Tallies that are joined: those of two threads, of two shards, of a run and the rest of it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

pub use ludometer_macros::Merge;

/// Joins what two observers counted. Order and grouping make no difference, to the bit.
///
/// Derive it (`#[derive(Merge)]`), or write it by destructuring `other`, so that the compiler names a forgotten field.
pub trait Merge {
    /// Adds what the other counted.
    fn merge(&mut self, other: Self);
}

impl<T: Merge> Merge for Vec<T> {
    fn merge(&mut self, other: Self) {
        debug_assert_eq!(self.len(), other.len(), "tallies of one batch have one shape");
        for (mine, theirs) in self.iter_mut().zip(other) {
            mine.merge(theirs);
        }
    }
}

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.iter_mut().zip(other) {
            mine.merge(theirs);
        }
    }
}

/// Whole numbers are added.
macro_rules! merge_by_adding {
    ($($number:ty),*) => {
        $(impl Merge for $number {
            fn merge(&mut self, other: Self) {
                *self += other;
            }
        })*
    };
}

merge_by_adding!(u32, u64, u128, i64, i128, usize);

impl Merge for () {
    fn merge(&mut self, (): Self) {}
}

/// One that was counted beside one that was not is taken as it is.
impl<T: Merge> Merge for Option<T> {
    fn merge(&mut self, other: Self) {
        match (self, other) {
            (Some(mine), Some(theirs)) => mine.merge(theirs),
            (mine @ None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        }
    }
}

impl<K: Ord, T: Merge> Merge for BTreeMap<K, T> {
    fn merge(&mut self, other: Self) {
        for (key, theirs) in other {
            match self.entry(key) {
                Entry::Occupied(mine) => mine.into_mut().merge(theirs),
                Entry::Vacant(none) => drop(none.insert(theirs)),
            }
        }
    }
}

impl<A: Merge, B: Merge> Merge for (A, B) {
    fn merge(&mut self, (a, b): Self) {
        self.0.merge(a);
        self.1.merge(b);
    }
}
