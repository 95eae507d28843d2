//! Sets of small numbers as bits.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use rand::Rng as _;

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
}
