//! Cards in a row, without allocation.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

use super::Rng;

/// Up to `CAP` things in a row, stored inline: a stock, a discard pile, a list of events.
///
/// `clone_from` copies no more than what is in use; two piles are equal when that is. As JSON it is a list,
/// from the bottom to the top.
pub struct Pile<T, const CAP: usize> {
    len: u16,
    items: [T; CAP],
}

impl<T: Copy + Default, const CAP: usize> Pile<T, CAP> {
    /// Returns an empty pile.
    pub fn new() -> Self {
        Self::with_filler(T::default())
    }
}

impl<T: Copy, const CAP: usize> Pile<T, CAP> {
    /// Returns an empty pile of things that have no default; `filler` is never seen.
    pub const fn with_filler(filler: T) -> Self {
        Self { len: 0, items: [filler; CAP] }
    }

    /// Puts a thing on top. The pile must have room: its capacity is the game's whole supply.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Puts the same item on top so many times. A few are written without asking how many they are to be:
    /// what counts is how far the pile has grown.
    #[inline(always)]
    pub fn push_many(&mut self, item: T, count: u8) {
        const FEW: usize = 8;
        let start = usize::from(self.len);
        let end = start + usize::from(count);
        match self.items.get_mut(start..start + FEW) {
            Some(few) if usize::from(count) <= FEW => few.fill(item),
            _ => self.items[start..end].fill(item),
        }
        self.len = end as u16;
    }

    /// Takes the top away.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        let len = self.len.checked_sub(1)?;
        self.len = len;
        Some(self.items[usize::from(len)])
    }

    /// Returns the top of the pile.
    #[inline(always)]
    pub fn top(&self) -> Option<T> {
        // An empty pile's last place is beyond all places: one comparison for both.
        self.items.get(usize::from(self.len).wrapping_sub(1)).copied()
    }

    /// Returns how many things there are.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there is nothing.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts all of these on top, the last one topmost.
    #[inline]
    pub fn extend_from_slice(&mut self, items: &[T]) {
        let start = usize::from(self.len);
        self.items[start..start + items.len()].copy_from_slice(items);
        self.len += items.len() as u16;
    }

    /// Keeps the lowest `len` things.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len as u16);
    }

    /// Empties the pile.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy + Hash, const CAP: usize> Pile<T, CAP> {
    /// Takes away one of the things, each equally likely: the top of a stock whose order nobody
    /// knows, shuffled as it is drawn.
    #[inline(always)]
    pub fn draw(&mut self, rng: &mut Rng) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let i = if rng.is_coupled() { self.race(rng) } else { rng.index(usize::from(self.len)) };
        let item = self.items[i];
        self.len -= 1;
        self.items[i] = self.items[usize::from(self.len)];
        Some(item)
    }

    #[cold]
    #[inline(never)]
    fn race(&self, rng: &mut Rng) -> usize {
        rng.race(self.iter().map(|item| {
            let mut kind = Kind(0);
            item.hash(&mut kind);
            kind.finish()
        }))
    }
}

/// A number for each kind of thing.
struct Kind(u64);

impl Hasher for Kind {
    fn write(&mut self, bytes: &[u8]) {
        // FNV-1a: things are a few bytes.
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<T, const CAP: usize> Deref for Pile<T, CAP> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const CAP: usize> DerefMut for Pile<T, CAP> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy + Default, const CAP: usize> Default for Pile<T, CAP> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy, const CAP: usize> Clone for Pile<T, CAP> {
    #[inline]
    fn clone(&self) -> Self {
        Self { len: self.len, items: self.items }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.len = source.len;
        let used = usize::from(source.len);
        self.items[..used].copy_from_slice(&source.items[..used]);
    }
}

impl<T: PartialEq, const CAP: usize> PartialEq for Pile<T, CAP> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const CAP: usize> Eq for Pile<T, CAP> {}

impl<T: fmt::Debug, const CAP: usize> fmt::Debug for Pile<T, CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const CAP: usize> Serialize for Pile<T, CAP> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_every_card_once() {
        let mut rng = Rng::from_words([5, 5, 5]);
        let mut pile: Pile<u8, 10> = Pile::new();
        pile.extend_from_slice(&[0, 1, 2, 3, 4]);
        let mut drawn: Vec<u8> = std::iter::from_fn(|| pile.draw(&mut rng)).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [0, 1, 2, 3, 4]);
        assert!(pile.is_empty());
    }

    #[test]
    fn what_is_in_use_is_written_as_a_list() {
        let mut pile: Pile<u8, 8> = Pile::new();
        pile.extend_from_slice(&[4, 2, 9]);
        pile.pop();
        assert_eq!(serde_json::to_string(&pile).unwrap(), "[4,2]");
    }

    #[test]
    fn many_of_an_item_are_put_on_top() {
        let mut pile: Pile<u8, 30> = Pile::new();
        let mut expected = Vec::new();
        for (item, count) in [(7, 2), (8, 0), (9, 8), (6, 1), (5, 9), (4, 3), (3, 7)] {
            pile.push_many(item, count);
            expected.extend(std::iter::repeat_n(item, usize::from(count)));
            assert_eq!(*pile, expected);
        }
    }

    #[test]
    fn coupled_draws_take_the_same_kinds_from_supplies_that_differ_little() {
        let mut alike = 0;
        for play in 0..200 {
            let mut rngs = [0, 1].map(|_| Rng::from_words([play, 5, 5]).coupled());
            let mut piles: [Pile<u8, 128>; 2] = [Pile::new(), Pile::new()];
            for (more, pile) in piles.iter_mut().enumerate() {
                for kind in 0..12 {
                    (0..8 + usize::from(kind == 6) * more).for_each(|_| pile.push(kind));
                }
            }
            for _ in 0..20 {
                let [a, b] = [0, 1].map(|side| piles[side].draw(&mut rngs[side]));
                alike += u32::from(a == b);
            }
        }
        assert!(alike > 3600, "of 4000, {alike}");
    }

    #[test]
    fn equality_ignores_what_was_taken_away() {
        let mut a: Pile<u8, 4> = Pile::new();
        a.extend_from_slice(&[1, 2, 3]);
        a.pop();
        let mut b: Pile<u8, 4> = Pile::new();
        b.extend_from_slice(&[1, 2]);
        assert_eq!(a, b);
    }
}
