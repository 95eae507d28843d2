//! A deal with a token given away and what was promised for it kept.

use super::super::action::{Class, Kind};
use super::super::cards::{FACE_TABLE, face};
use super::super::state::Public;
use super::outlook::{Outlook, Put, Row, Sides, settled};
use crate::model::Seat;

/// The deal with a token for a seat, and what everybody gets in it: with nothing promised, and
/// with promises that change no pay.
pub(super) struct Given<const N: usize> {
    pub(super) seat: usize,
    pub(super) token: Outlook<N>,
    sides: Sides<N>,
    pub(super) pays: Row<N>,
}

/// True if the outlook is the same with the promise as without.
pub(super) const fn changes_nothing(kind: Kind) -> bool {
    matches!(kind, Kind::Plain | Kind::NoMove | Kind::Discard(Class::Move))
}

impl<const N: usize> Given<N> {
    /// A token for `seat`.
    pub(super) fn of(outlook: &Outlook<N>, seat: Seat) -> Self {
        let token = outlook.with_shares(seat.index(), 1.0);
        let sides = token.sides_now();
        let pays = token.pays_of(&sides);
        Self { seat: seat.index(), token, sides, pays }
    }

    /// What everybody gets if the promise is kept.
    ///
    /// A Boss who may ask weighs up to 17 of them for each seat. Those about plus and minus cards change
    /// nothing but the sum, and of the others each only a part of what pays follow from.
    #[inline]
    pub(super) fn kept(&self, public: &Public, kind: Kind, nasty: bool) -> Row<N> {
        match self.points(public, kind) {
            Some(0.0) => self.pays,
            Some(points) => self.token.pays_in(&self.token.raised(points)),
            None => self.kept_by_cards(kind, nasty),
        }
    }

    /// Points that the sum is higher with the promise kept; `None` if more than the sum changes.
    fn points(&self, public: &Public, kind: Kind) -> Option<f64> {
        // Who gains from a high sum is expected to play plus cards, who doesn't minus cards.
        let push = self.token.push(self.seat);
        let gains = self.token.gains(self.seat);
        let (plus, minus) = if gains { (push, 0.0) } else { (0.0, push) };
        match kind {
            _ if changes_nothing(kind) => Some(0.0),
            Kind::Raise(value) => Some(raised(value) - 0.5 * plus),
            Kind::Lower => Some(LOWERED - 0.7 * minus),
            Kind::ClearNegative => Some(cleared(public)),
            Kind::NoNegative => Some(-minus),
            Kind::Discard(Class::Minus) => Some(-0.8 * minus),
            _ => None,
        }
    }

    #[inline(never)]
    fn kept_by_cards(&self, kind: Kind, nasty: bool) -> Row<N> {
        let Self { seat, token, sides, pays } = self;
        let turned = |target: usize| token.after(token.trial(), target, Put::Turned);
        match kind {
            Kind::PotaBoss => token.pays_in(&token.after(token.trial(), token.boss, Put::Shares(1.0))),
            Kind::ClearReverse => token.pays_in(&turned(token.boss)),
            Kind::ReverseOn(target) => token.pays_under(&turned(target.index()), &token.disarmed(*seat, 0.3)),
            Kind::PassOut => token.pays_without(*seat, nasty),
            // Who may turn whose sign, but not what that would bring.
            Kind::Discard(Class::Reverse) => settled(sides, &token.disarmed(*seat, 0.2)),
            Kind::NoReverse => settled(sides, &token.sparing_boss(*seat)),
            _ => *pays,
        }
    }
}

/// Points that a plus card of this value or more is expected to add.
fn raised(value: u8) -> f64 {
    f64::from(value) + 0.2
}

/// Points that a minus card is expected to add.
const LOWERED: f64 = -3.0;

/// Points that the sum rises by when the worst minus card is taken off.
fn cleared(public: &Public) -> f64 {
    let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
    worst.map_or(0.0, |f| -f64::from(FACE_TABLE[f].1))
}

impl<const N: usize> Outlook<N> {
    /// The planner keeps this promise, whose own cards are not in its outlook.
    pub(super) fn keep(&mut self, public: &Public, kind: Kind) {
        match kind {
            Kind::Raise(value) => self.raise(raised(value)),
            Kind::Lower => self.raise(LOWERED),
            Kind::ClearNegative => self.raise(cleared(public)),
            Kind::PotaBoss => self.put(self.boss, Put::Shares(1.0)),
            Kind::ReverseOn(target) => self.put(target.index(), Put::Turned),
            Kind::ClearReverse => self.put(self.boss, Put::Turned),
            Kind::Plain
            | Kind::Discard(_)
            | Kind::PassOut
            | Kind::NoReverse
            | Kind::NoNegative
            | Kind::NoMove => {}
        }
    }
}
