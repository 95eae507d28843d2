//! Many types of cards at one look: counts in the bytes of a word, and sets of types as bits.

use super::card::face;

/// The plus and minus cards of a colour, a byte a type: counted, and their points added, by one
/// multiplication. There are at most 20 of a type, so that no sum of four types is more than a byte.
#[derive(Clone, Copy)]
pub(super) struct Valued(u64);

impl Valued {
    /// Returns those counted here by type.
    #[inline(always)]
    pub(super) const fn of(counts: [u8; face::POTA]) -> Self {
        Self(u64::from_le_bytes(counts))
    }

    /// Returns these counts without others, all of which must be there.
    #[inline(always)]
    pub(super) const fn without(self, others: Self) -> Self {
        Self(self.0 - others.0)
    }

    /// Points of the plus cards.
    #[inline(always)]
    pub(super) const fn plus(self) -> u32 {
        top(self.0 as u32, 0x0102_0304)
    }

    /// Points that the minus cards take off.
    #[inline(always)]
    pub(super) const fn minus(self) -> u32 {
        // Worth 2 to 5: one more than their places.
        top((self.0 >> 32) as u32, 0x0102_0304) + self.minus_cards()
    }

    /// Returns how many minus cards there are.
    #[inline(always)]
    pub(super) const fn minus_cards(self) -> u32 {
        top((self.0 >> 32) as u32, 0x0101_0101)
    }

    /// Returns how many plus cards there are that are worth so much or more.
    #[inline(always)]
    pub(super) const fn plus_cards(self, value: u8) -> u32 {
        top(self.0 as u32 >> (8 * (value - 1)), 0x0101_0101)
    }
}

/// Returns the sum of four bytes, the lowest times the highest byte of `weights`, and so on.
#[inline(always)]
const fn top(bytes: u32, weights: u32) -> u32 {
    bytes.wrapping_mul(weights) >> 24
}

/// Returns a bit for each byte that is not 0, the first byte's lowest. Bytes must be below 128.
#[inline(always)]
pub(super) const fn nonzero(bytes: u64) -> u16 {
    let high = bytes.wrapping_add(0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080;
    // Each product of the high bits lands in a place of its own in the topmost byte.
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// Returns the places of the set bits, rising; for sets that mostly have few.
#[inline(always)]
pub(super) fn few_bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 16).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::super::card::FACE_TABLE;
    use super::*;

    #[test]
    fn valued_cards_agree_with_counts() {
        let mut rng = ludometer_model::Rng::from_words([1, 2, 4]);
        for round in 0..2000 {
            let counts: [u8; face::POTA] =
                std::array::from_fn(|_| if round == 0 { 20 } else { rng.index(21) as u8 });
            let valued = Valued::of(counts);
            let points = |faces: std::ops::Range<usize>| -> i32 {
                faces.map(|f| i32::from(counts[f]) * FACE_TABLE[f].1).sum()
            };
            let cards = |faces: std::ops::Range<usize>| -> u32 { faces.map(|f| u32::from(counts[f])).sum() };
            assert_eq!(valued.plus() as i32, points(face::PLUS..face::MINUS));
            assert_eq!(-(valued.minus() as i32), points(face::MINUS..face::POTA));
            assert_eq!(valued.minus_cards(), cards(face::MINUS..face::POTA));
            for value in 1..=4 {
                assert_eq!(valued.plus_cards(value), cards(usize::from(value) - 1..face::MINUS));
            }
        }
    }
}
