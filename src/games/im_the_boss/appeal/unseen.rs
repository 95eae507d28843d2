//! What a viewer hasn't seen of a colour, and what other hands may hold of it.

use super::super::ImTheBoss;
use super::super::action::{Class, Kind};
use super::super::cards::{Card, Colour, Face, Valued, face};
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
        known.iter().for_each(|cards| valued = valued.without(cards.valued(colour)));
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
            valued = valued.without(Valued::of(&public.centre));
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
        if fitting == 0.0 {
            return 0.0;
        }
        1.0 - power(1.0 - (fitting / self.total).min(1.0), size)
    }

    /// Probability that a hand of `size` unknown cards holds what the kind needs.
    pub(super) fn holds_for(&self, size: u16, kind: Kind) -> f64 {
        let fitting = match kind {
            Kind::Raise(value) => f64::from(self.valued.from_plus(value)),
            Kind::Lower | Kind::Discard(Class::Minus) => f64::from(self.valued.minus_cards()),
            Kind::PotaBoss => f64::from(self.potas),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => self.reverse,
            Kind::ClearNegative | Kind::ClearReverse | Kind::Discard(Class::Move) => f64::from(self.moves),
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 1.0,
        };
        self.holds(size, fitting)
    }
}

/// A power with a small whole exponent: a few multiplications, where `powf` is a call of 120 instructions.
/// The last bits are other ones; scores are rounded far above them.
fn power(mut base: f64, mut exponent: u16) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    product
}
