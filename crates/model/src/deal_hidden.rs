//! Dealing hidden cards to the places where they may be: the common part of every game's
//! `determinize`.

use thiserror::Error;

use super::Rng;

/// A set of card kinds, by number (below 64 for each word).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindBits<const WORDS: usize>([u64; WORDS]);

/// A set of card kinds, by number (below 256).
pub type KindSet = KindBits<4>;

impl<const WORDS: usize> Default for KindBits<WORDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const WORDS: usize> KindBits<WORDS> {
    const IS_ROUND: () = assert!(WORDS.is_power_of_two(), "a kind's word is found by a mask");

    /// No kind.
    pub const NONE: Self = Self([0; WORDS]);

    /// All kinds.
    pub const ALL: Self = Self([!0; WORDS]);

    /// Returns all kinds from `from` up to, but not including, `to`.
    pub const fn range(from: usize, to: usize) -> Self {
        let mut set = Self::NONE;
        let mut kind = from;
        while kind < to {
            set.insert(kind);
            kind += 1;
        }
        set
    }

    /// Returns this set with one kind more.
    #[inline]
    #[must_use]
    pub const fn with(mut self, kind: usize) -> Self {
        self.insert(kind);
        self
    }

    /// Adds a kind.
    #[inline(always)]
    pub const fn insert(&mut self, kind: usize) {
        let () = Self::IS_ROUND;
        self.0[kind >> 6 & (WORDS - 1)] |= 1 << (kind & 63);
    }

    /// Returns true if the kind is in the set.
    #[inline(always)]
    pub const fn contains(&self, kind: usize) -> bool {
        self.0[kind >> 6 & (WORDS - 1)] >> (kind & 63) & 1 != 0
    }

    /// Returns the number of kinds in the set.
    #[inline]
    pub const fn len(self) -> usize {
        let (mut word, mut kinds) = (0, 0);
        while word < WORDS {
            kinds += self.0[word].count_ones() as usize;
            word += 1;
        }
        kinds
    }

    /// Returns true if no kind is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the kinds that are in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let (mut set, mut word) = (self, 0);
        while word < WORDS {
            set.0[word] |= other.0[word];
            word += 1;
        }
        set
    }

    /// Returns the kinds that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        let (mut set, mut word) = (self, 0);
        while word < WORDS {
            set.0[word] &= other.0[word];
            word += 1;
        }
        set
    }

    /// Returns the kinds that are not in the set.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Self {
        let (mut set, mut word) = (self, 0);
        while word < WORDS {
            set.0[word] = !set.0[word];
            word += 1;
        }
        set
    }
}

/// Some hidden places that admit the same kinds, such as the unknown cards of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacesOf<const WORDS: usize> {
    /// How many cards go here.
    pub count: u16,
    /// The kinds that may be here, by what the observer knows for certain.
    pub allowed: KindBits<WORDS>,
}

/// Some hidden places, in a game of at most 256 kinds.
pub type Places = PlacesOf<4>;

impl<const WORDS: usize> PlacesOf<WORDS> {
    /// Returns so many places that may hold any card.
    pub const fn any(count: u16) -> Self {
        Self { count, allowed: KindBits::ALL }
    }
}

/// No assignment of the pool meets the places: the view contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the hidden cards fit no deal that the view allows")]
pub struct Contradiction;

/// How many random picks are tried before the pool is searched in order.
const TRIES: usize = 24;

/// Deals cards of `pool` (kind numbers) to `places`, at most 64 groups of them, in their order.
///
/// Afterwards the cards dealt stand at the end of the pool, those of the first group last: with
/// groups of 2 and 3 cards in a pool of 10, the first group's are `pool[8..10]`, the second
/// group's `pool[5..8]`, and `pool[..5]`, whose length is returned, is what nobody holds (the
/// stock, in no particular order).
///
/// Each place in turn gets one of the cards left that it admits, each copy equally likely. Without
/// constraints that is exactly uniform over all deals; with them it is near it when the groups
/// come from the tightest to the loosest, which the caller sees to. Where a place finds no card
/// left that it admits, cards already dealt are exchanged along an augmenting path (Kuhn's
/// matching), so that a deal is found whenever there is one.
///
/// # Errors
/// [`Contradiction`] if there is none.
pub fn deal_hidden<K: Copy + Into<usize>, const WORDS: usize>(
    pool: &mut [K],
    places: &[PlacesOf<WORDS>],
    rng: &mut Rng,
) -> Result<usize, Contradiction> {
    debug_assert!(places.len() <= 64, "groups that were visited are bits of a word");
    let mut free = pool.len();
    for (group, place) in places.iter().enumerate() {
        for _ in 0..place.count {
            if free == 0 {
                return Err(Contradiction);
            }
            let pick = match pick(&pool[..free], &place.allowed, rng) {
                Some(pick) => pick,
                None => free_up(pool, free, places, group, &mut 0)?,
            };
            free -= 1;
            pool.swap(pick, free);
        }
    }
    Ok(free)
}

#[inline(always)]
fn admits<K: Into<usize>, const WORDS: usize>(allowed: &KindBits<WORDS>, kind: K) -> bool {
    allowed.contains(kind.into())
}

#[inline]
fn pick<K: Copy + Into<usize>, const WORDS: usize>(
    free: &[K],
    allowed: &KindBits<WORDS>,
    rng: &mut Rng,
) -> Option<usize> {
    for _ in 0..TRIES {
        let i = rng.index(free.len());
        if admits(allowed, free[i]) {
            return Some(i);
        }
    }
    let fits = free.iter().filter(|&&kind| admits(allowed, kind)).count();
    if fits == 0 {
        return None;
    }
    let nth = rng.index(fits);
    free.iter().enumerate().filter(|&(_, &kind)| admits(allowed, kind)).map(|(i, _)| i).nth(nth)
}

/// Makes a card that `group` admits free, by exchanges with cards dealt to it or to earlier
/// groups; gives its index.
#[cold]
fn free_up<K: Copy + Into<usize>, const WORDS: usize>(
    pool: &mut [K],
    free: usize,
    places: &[PlacesOf<WORDS>],
    group: usize,
    visited: &mut u64,
) -> Result<usize, Contradiction> {
    let allowed = &places[group].allowed;
    if let Some(i) = pool[..free].iter().position(|&kind| admits(allowed, kind)) {
        return Ok(i);
    }
    *visited |= 1 << group;
    let mut end = pool.len();
    for (other, place) in places.iter().enumerate() {
        let start = end.saturating_sub(usize::from(place.count)).max(free);
        if *visited >> other & 1 == 0 {
            for taken in start..end {
                if admits(allowed, pool[taken])
                    && let Ok(i) = free_up(pool, free, places, other, visited)
                {
                    pool.swap(taken, i);
                    return Ok(i);
                }
                if *visited >> other & 1 != 0 {
                    break;
                }
            }
        }
        end = start;
        if end == free {
            break;
        }
    }
    Err(Contradiction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(list: &[usize]) -> KindSet {
        list.iter().fold(KindSet::NONE, |set, &kind| set.with(kind))
    }

    fn rng() -> Rng {
        Rng::from_words([1, 1, 1])
    }

    #[test]
    fn unconstrained_places_are_uniform() {
        let mut rng = rng();
        let mut counts = [0_u32; 4];
        for _ in 0..40_000 {
            let mut pool = [0_u8, 1, 2, 3];
            let free =
                deal_hidden(&mut pool, &[Places { count: 1, allowed: KindSet::ALL }], &mut rng).unwrap();
            assert_eq!(free, 3);
            counts[usize::from(pool[3])] += 1;
        }
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 600), "{counts:?}");
    }

    #[test]
    fn a_dead_end_is_undone_by_exchange() {
        // The first group may take 0 or 1, the second only 0, the third 1 or 2: whenever the first
        // took the 0 it must give it back.
        let mut rng = rng();
        for _ in 0..200 {
            let mut pool = [0_u8, 1, 2];
            let places = [
                Places { count: 1, allowed: kinds(&[0, 1]) },
                Places { count: 1, allowed: kinds(&[0]) },
                Places { count: 1, allowed: kinds(&[1, 2]) },
            ];
            let free = deal_hidden(&mut pool, &places, &mut rng).unwrap();
            assert_eq!((free, pool), (0, [2, 0, 1]));
        }
    }

    #[test]
    fn exchanges_reach_over_several_groups() {
        let mut rng = rng();
        for _ in 0..500 {
            let mut pool = [0_u8, 1, 2, 3];
            let places = [
                Places { count: 1, allowed: kinds(&[0, 1]) },
                Places { count: 1, allowed: kinds(&[1, 2]) },
                Places { count: 1, allowed: kinds(&[2, 3]) },
                Places { count: 1, allowed: kinds(&[0]) },
            ];
            deal_hidden(&mut pool, &places, &mut rng).unwrap();
            assert_eq!(pool, [0, 3, 2, 1]);
        }
    }

    #[test]
    fn a_contradiction_is_named() {
        let mut pool = [0_u8, 1];
        let places = [Places { count: 2, allowed: kinds(&[0]) }];
        assert_eq!(deal_hidden(&mut pool, &places, &mut rng()), Err(Contradiction));
        assert_eq!(
            deal_hidden(&mut [0_u8; 0], &[Places { count: 1, allowed: KindSet::ALL }], &mut rng()),
            Err(Contradiction)
        );
    }
}
