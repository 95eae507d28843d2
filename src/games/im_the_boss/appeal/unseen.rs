//! What a viewer hasn't seen of a colour, and what other hands may hold of it.

use std::ops::Range;

use super::super::ImTheBoss;
use super::super::action::{Class, Kind};
use super::super::cards::{Card, Colour, FACE_TABLE, FACES, face};
use super::super::state::View;

/// Cards whose place a viewer doesn't know, as far as they matter.
pub(super) struct Unseen {
    pub(super) total: f64,
    pub(super) plus: f64,
    pub(super) minus: f64,
    pub(super) reverse: f64,
    /// By type of the colour, wild cards last.
    counts: [u8; FACES + 1],
}

impl Unseen {
    /// What the viewer hasn't seen of this colour.
    pub(super) fn of(game: &ImTheBoss, view: &View, colour: Colour) -> Self {
        let public = &view.public;
        let params = &game.params;
        let same = public.colour == Some(colour);
        let mut counts = [0_u8; FACES + 1];
        let deck = params.deck.of_colour(colour);
        let (hand, dropped) = (view.hand.of_colour(colour), view.dropped.of_colour(colour));
        let face_up = public.face_up.of_colour(colour);
        for (f, count) in counts[..FACES].iter_mut().enumerate() {
            *count = deck[f] - hand[f] - dropped[f] - face_up[f];
        }
        let wild = Card::WILD;
        counts[FACES] = params.deck.count(wild)
            - view.hand.count(wild)
            - view.dropped.count(wild)
            - public.face_up.count(wild);
        if same {
            for (count, &open) in counts.iter_mut().zip(&public.centre) {
                *count -= open;
            }
            for front in public.front.first(params.seats) {
                counts[face::POTA] -= front.pota;
                counts[face::REVERSE] -= front.reverse;
                counts[FACES] -= front.pota_wild;
            }
        }
        let others: u16 = public.hands.first(params.seats).iter().sum::<u16>()
            + public.stock
            + public.face_down.first(params.seats).iter().sum::<u16>();
        let total = f64::from(others.saturating_sub(view.hand.len() as u16).max(1));
        let points = |range| f64::from(points(&counts, range));
        Self {
            total,
            plus: points(face::PLUS..face::MINUS),
            minus: -points(face::MINUS..face::POTA),
            reverse: f64::from(counts[face::REVERSE]),
            counts,
        }
    }

    /// Probability that a hand of `size` unknown cards holds one of `fitting` cards.
    pub(super) fn holds(&self, size: f64, fitting: f64) -> f64 {
        if fitting == 0.0 {
            return 0.0;
        }
        1.0 - (1.0 - (fitting / self.total).min(1.0)).powf(size)
    }

    /// Probability that a hand of `size` unknown cards holds what the kind needs.
    pub(super) fn holds_for(&self, size: f64, kind: Kind) -> f64 {
        let some =
            |range: Range<usize>| f64::from(self.counts[range].iter().map(|&n| u32::from(n)).sum::<u32>());
        let fitting = match kind {
            Kind::Raise(value) => some(face::PLUS + usize::from(value) - 1..face::MINUS),
            Kind::Lower | Kind::Discard(Class::Minus) => some(face::MINUS..face::POTA),
            Kind::PotaBoss => some(face::POTA..face::REVERSE) + f64::from(self.counts[FACES]),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => self.reverse,
            Kind::ClearNegative | Kind::ClearReverse | Kind::Discard(Class::Move) => {
                some(face::MOVE..face::MOVE + 3)
            }
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 1.0,
        };
        self.holds(size, fitting)
    }
}

/// Points that these cards of a colour have between them.
pub(super) fn points(own: &[u8], faces: Range<usize>) -> i32 {
    faces.map(|f| i32::from(own[f]) * FACE_TABLE[f].1).sum()
}
