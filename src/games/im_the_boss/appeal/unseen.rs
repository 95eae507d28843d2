//! What a viewer hasn't seen of a colour, and what other hands may hold of it.

use super::super::ImTheBoss;
use super::super::action::{Class, Kind};
use super::super::cards::{Card, Colour, Face, face};
use super::super::counts::Valued;
use super::super::state::View;

/// Cards whose place a viewer doesn't know, as far as they matter.
pub(super) struct Unseen {
    pub(super) total: f64,
    pub(super) plus: f64,
    pub(super) minus: f64,
    pub(super) reverse: f64,
    /// Plus and minus cards of the colour by type.
    valued: Valued,
    potas: u8,
    moves: u8,
}

impl Unseen {
    /// What the viewer hasn't seen of this colour.
    pub(super) fn of(game: &ImTheBoss, view: &View, colour: Colour) -> Self {
        let public = &view.public;
        let params = &game.params;
        let same = public.colour == Some(colour);
        let known = [&view.hand, &view.dropped, &public.face_up];
        let mut valued = params.deck.valued(colour);
        for cards in known {
            valued = valued.without(cards.valued(colour));
        }
        let left = |f: Face| {
            known
                .iter()
                .fold(params.deck.of_colour(colour)[f], |left, cards| left - cards.of_colour(colour)[f])
        };
        let wild = Card::WILD;
        let wilds = known.iter().fold(params.deck.count(wild), |left, cards| left - cards.count(wild));
        let mut reverse = left(face::REVERSE);
        let mut potas = left(face::POTA) + wilds;
        if same {
            valued = valued.without(Valued::of(public.centre));
            for front in public.front.first(params.seats) {
                potas -= front.potas();
                reverse -= front.reverse;
            }
        }
        let others: u16 = public.hands.first(params.seats).iter().sum::<u16>()
            + public.stock
            + public.face_down.first(params.seats).iter().sum::<u16>();
        Self {
            total: f64::from(others.saturating_sub(view.hand.len() as u16).max(1)),
            plus: f64::from(valued.plus()),
            minus: f64::from(valued.minus()),
            reverse: f64::from(reverse),
            valued,
            potas,
            moves: left(face::MOVE) + left(face::MOVE + 1) + left(face::MOVE + 2),
        }
    }

    /// Probability that a hand of `size` unknown cards holds one of `fitting` cards.
    pub(super) fn holds(&self, size: u16, fitting: f64) -> f64 {
        1.0 - Powers::of(self.without_one(fitting)).to(size)
    }

    /// Probability that an unknown card is none of `fitting` cards.
    #[inline]
    pub(super) fn without_one(&self, fitting: f64) -> f64 {
        1.0 - (fitting / self.total).min(1.0)
    }

    /// Probability that a hand of `size` unknown cards holds what the kind needs.
    pub(super) fn holds_for(&self, size: u16, kind: Kind) -> f64 {
        let fitting = match kind {
            Kind::Raise(value) => f64::from(self.valued.plus_cards(value)),
            Kind::Lower | Kind::Discard(Class::Minus) => f64::from(self.valued.minus_cards()),
            Kind::PotaBoss => f64::from(self.potas),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => self.reverse,
            Kind::ClearNegative | Kind::ClearReverse | Kind::Discard(Class::Move) => f64::from(self.moves),
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 1.0,
        };
        self.holds(size, fitting)
    }
}

/// The powers of a number with small whole exponents: a few multiplications without a branch, where `powf`
/// is a call of 120 instructions. The last bits are other ones; rounding decides nothing.
pub(super) struct Powers {
    /// With the exponents 1, 2, 4, 8, 16.
    squares: [f64; 5],
}

impl Powers {
    #[inline]
    pub(super) fn of(base: f64) -> Self {
        let mut squares = [base; 5];
        for i in 1..5 {
            squares[i] = squares[i - 1] * squares[i - 1];
        }
        Self { squares }
    }

    /// To a power.
    #[inline(always)]
    pub(super) fn to(&self, exponent: u16) -> f64 {
        let factor = |i: usize| if exponent >> i & 1 == 0 { 1.0 } else { self.squares[i] };
        if exponent > 31 {
            return self.to_large(exponent);
        }
        factor(0) * factor(1) * (factor(2) * factor(3)) * factor(4)
    }

    /// Hardly any hand has as many cards.
    #[cold]
    fn to_large(&self, exponent: u16) -> f64 {
        let half = self.to(exponent / 2);
        half * half * if exponent & 1 == 0 { 1.0 } else { self.squares[0] }
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
                let exact = base.powf(f64::from(exponent));
                assert!((powers.to(exponent) - exact).abs() < 1e-12, "{base} to the {exponent}");
            }
        }
    }
}
