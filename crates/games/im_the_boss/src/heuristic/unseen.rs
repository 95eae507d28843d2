//! Cards of a colour that a viewer hasn't seen, and those of it that other hands may hold.

use super::super::ImTheBoss;
use super::super::card::{Card, Colour, FACES, Face, face};
use super::super::counts::Valued;
use super::super::menu::kinds;
use super::super::state::View;
use super::pays::smaller;
use ludometer_model::small_table::BySeat;

/// Cards whose place a viewer doesn't know, as far as they matter.
pub(super) struct Unseen {
    pub(super) total: f32,
    pub(super) plus: f32,
    pub(super) minus: f32,
    pub(super) reverse: f32,
    /// Plus and minus cards of the colour by type.
    valued: Valued,
    potas: u8,
    moves: u8,
}

impl Unseen {
    /// Returns what the viewer hasn't seen of this colour, at a table of `N`.
    pub(super) fn of<const N: usize>(game: &ImTheBoss, view: &View, colour: Colour) -> Self {
        let public = &view.public;
        let params = &game.params;
        let same = public.colour == Some(colour);
        let known = [&view.hand, &view.dropped, &public.face_up];
        let mut valued = params.deck.valued(colour);
        for cards in known {
            valued = valued.without(cards.valued(colour));
        }
        // The types behind the valued ones, a byte each: all counts by one subtraction.
        let tail = |cards: &[u8; FACES]| u64::from_le_bytes(*cards.last_chunk().expect("13 types"));
        let mut left = tail(params.deck.of_colour(colour));
        for cards in known {
            left -= tail(cards.of_colour(colour));
        }
        let left = |f: Face| (left >> (8 * (f + 8 - FACES))) as u8;
        let wild = Card::WILD;
        let wilds = known.iter().fold(params.deck.count(wild), |left, cards| left - cards.count(wild));
        let mut reverse = left(face::REVERSE);
        let mut potas = left(face::POTA) + wilds;
        if same {
            valued = valued.without(Valued::of(public.centre));
            for front in public.front.first(N) {
                potas -= front.potas();
                reverse -= front.reverse;
            }
            // A card that is being played is seen by all.
            reverse -= u8::from(public.playing.is_some_and(|card| card.face() == Some(face::REVERSE)));
        }
        let cards = |of: &BySeat<u16>| of.first(N).iter().sum::<u16>();
        let others = cards(&public.hands) + public.stock + cards(&public.face_down);
        Self {
            total: f32::from(others.saturating_sub(view.hand.len() as u16).max(1)),
            plus: valued.plus() as f32,
            minus: valued.minus() as f32,
            reverse: f32::from(reverse),
            valued,
            potas,
            moves: left(face::MOVE) + left(face::MOVE + 1) + left(face::MOVE + 2),
        }
    }

    /// Returns the probability that an unknown card is none of `fitting` cards.
    #[inline]
    pub(super) fn without_one(&self, fitting: f32) -> f32 {
        1.0 - (fitting / self.total).min(1.0)
    }

    /// Returns how likely a hand of `size` unknown cards is to hold what promises need.
    pub(super) fn chances(&self, size: u16) -> Chances {
        let valued = self.valued;
        let mut fitting = [valued.minus_cards(), u32::from(self.potas), 0, u32::from(self.moves), 0, 0, 0, 0];
        for value in 1..=4 {
            fitting[3 + usize::from(value)] = valued.plus_cards(value);
        }
        let mut fitting = fitting.map(|cards| cards as i32 as f32);
        fitting[2] = self.reverse;
        let mut square = fitting.map(|cards| 1.0 - smaller(cards / self.total, 1.0));
        // All powers at once, by the bits of the one exponent.
        let mut lacks = [1.0; 8];
        let mut left = size;
        while left > 0 {
            if left & 1 != 0 {
                lacks.iter_mut().zip(square).for_each(|(lacks, square)| *lacks *= square);
            }
            for square in &mut square {
                *square *= *square;
            }
            left >>= 1;
        }
        let mut chances = [1.0; 16];
        for (chance, lacks) in chances.iter_mut().zip(lacks) {
            *chance = 1.0 - lacks;
        }
        Chances(chances)
    }
}

/// How likely a hand is to hold what promises need: minus cards, pieces of the action, Reverse and Move
/// cards, plus cards worth 1 or more to 4 or more; from the ninth place on, nothing.
pub(super) struct Chances([f32; 16]);

/// The kinds that need each of these.
const NEEDS: [u32; 8] = [
    kinds::LOWER | kinds::DISCARD_MINUS,
    kinds::POTA_BOSS,
    kinds::REVERSES | kinds::DISCARD_REVERSE,
    kinds::CLEAR_NEGATIVE | kinds::CLEAR_REVERSE | kinds::DISCARD_MOVE,
    1 << kinds::RAISE_AT,
    2 << kinds::RAISE_AT,
    4 << kinds::RAISE_AT,
    8 << kinds::RAISE_AT,
];

/// By the place of a kind, what it needs: a look into a table instead of a jump that nothing foresees.
static NEEDED: [u8; 32] = {
    let mut needed = [NEEDS.len() as u8; 32];
    let mut place = 0;
    while place < needed.len() * NEEDS.len() {
        let (kind, need) = (place / NEEDS.len(), place % NEEDS.len());
        if NEEDS[need] >> kind & 1 != 0 {
            needed[kind] = need as u8;
        }
        place += 1;
    }
    needed
};

impl Chances {
    /// Returns the chance of what the kind in this place needs.
    #[inline(always)]
    pub(super) fn of(&self, place: usize) -> f32 {
        self.0[usize::from(NEEDED[place % NEEDED.len()]) % self.0.len()]
    }

    /// Returns the kinds for which the hand is no less likely to hold what they need.
    #[inline(always)]
    pub(super) fn likely(&self, least: f32) -> u32 {
        let mut likely = kinds::OF_NO_CARD;
        for (&chance, kinds) in self.0.iter().zip(NEEDS) {
            likely |= kinds & u32::from(chance >= least).wrapping_neg();
        }
        likely
    }
}

/// The powers of a number with small whole exponents: a few multiplications without a branch, where `powf`
/// is a call of 120 instructions. The last bits are other ones; rounding decides nothing.
pub(super) struct Powers {
    /// With the exponents 0 to 15.
    first: [f32; 16],
}

impl Powers {
    #[inline(always)]
    pub(super) fn of(base: f32) -> Self {
        let two = base * base;
        let four = two * two;
        let eight = four * four;
        let mut first = [0.0; 16];
        let least = [1.0, base, two, two * base];
        for i in 0..4 {
            let low = least[i];
            let high = low * four;
            (first[i], first[4 + i], first[8 + i], first[12 + i]) = (low, high, low * eight, high * eight);
        }
        Self { first }
    }

    /// Returns it to a power.
    #[inline(always)]
    pub(super) fn to(&self, exponent: u16) -> f32 {
        self.first.get(usize::from(exponent)).copied().unwrap_or_else(|| self.to_large(exponent))
    }

    /// Returns it to a large power: hardly any hand has as many cards.
    #[cold]
    fn to_large(&self, exponent: u16) -> f32 {
        let half = self.to(exponent / 2);
        half * half * self.to(exponent & 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_agree_with_powf() {
        for base in [0.0, 0.01, 0.37, 0.9, 1.0] {
            let powers = Powers::of(base);
            for exponent in 0..100 {
                let exact = base.powf(f32::from(exponent));
                assert!((powers.to(exponent) - exact).abs() < 1e-6, "{base} to the {exponent}");
            }
        }
    }
}
