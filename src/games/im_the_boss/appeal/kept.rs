//! A deal with a token given away and what was promised for it kept.

use super::super::action::{Class, Kind};
use super::super::cards::{FACE_TABLE, face};
use super::super::state::Public;
use super::outlook::{Outlook, Put};
use super::pays::{Row, Sides, Trial, settled};
use crate::model::Seat;

/// A token for a seat in a deal, and what everybody gets with it: with nothing promised, and with
/// promises that change no pay.
pub(super) struct Given<const N: usize> {
    pub(super) seat: usize,
    token: Trial<N>,
    /// Points that the seat is expected to play then.
    plus: f32,
    minus: f32,
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
        let seat = seat.index();
        let token = outlook.after(outlook.trial(), seat, Put::Shares(1.0));
        let sides = outlook.sides_in(&token);
        let push = outlook.push_in(&token, seat);
        // Who gains from a high sum is expected to play plus cards, who doesn't minus cards.
        let (plus, minus) = if token.gains(seat) { (push, 0.0) } else { (0.0, push) };
        Self { seat, token, plus, minus, sides, pays: outlook.pays_of(&sides) }
    }

    /// What everybody gets in the deal if the promise is kept.
    ///
    /// A Boss who may ask weighs up to 17 of them for each seat. Those about plus and minus cards change
    /// nothing but the sum, and of the others each only a part of what pays follow from.
    #[inline]
    pub(super) fn kept(&self, deal: &Outlook<N>, public: &Public, kind: Kind, nasty: bool) -> Row<N> {
        match self.points(public, kind) {
            Some(0.0) => self.pays,
            Some(points) => deal.pays_in(&self.token.raised(points)),
            None => self.kept_by_cards(deal, kind, nasty),
        }
    }

    /// True if the promise kept changes no pay.
    #[inline]
    pub(super) fn changes_nothing(&self, public: &Public, kind: Kind) -> bool {
        self.points(public, kind) == Some(0.0)
    }

    /// True if the sign of this seat is that of nothing: all such seats may be turned alike.
    #[inline]
    pub(super) fn is_empty(&self, target: Seat) -> bool {
        self.token.shares[target.index()] == 0.0
    }

    /// Points that the sum is higher with the promise kept; `None` if more than the sum changes.
    fn points(&self, public: &Public, kind: Kind) -> Option<f32> {
        match kind {
            _ if changes_nothing(kind) => Some(0.0),
            Kind::Raise(value) => Some(raised(value) - 0.5 * self.plus),
            Kind::Lower => Some(LOWERED - 0.7 * self.minus),
            Kind::ClearNegative => Some(cleared(public)),
            Kind::NoNegative => Some(-self.minus),
            Kind::Discard(Class::Minus) => Some(-0.8 * self.minus),
            _ => None,
        }
    }

    #[inline(never)]
    fn kept_by_cards(&self, deal: &Outlook<N>, kind: Kind, nasty: bool) -> Row<N> {
        let Self { seat, token, sides, pays, .. } = self;
        let turned = |target: usize| deal.after(*token, target, Put::Turned);
        match kind {
            Kind::PotaBoss => deal.pays_in(&deal.after(*token, deal.boss, Put::Shares(1.0))),
            Kind::ClearReverse => deal.pays_in(&turned(deal.boss)),
            Kind::ReverseOn(target) if self.is_empty(target) => settled(sides, &deal.disarmed(*seat, 0.3)),
            Kind::ReverseOn(target) => deal.pays_under(&turned(target.index()), &deal.disarmed(*seat, 0.3)),
            Kind::PassOut => deal.pays_without(token, *seat, nasty),
            // Who may turn whose sign, but not what that would bring.
            Kind::Discard(Class::Reverse) => settled(sides, &deal.disarmed(*seat, 0.2)),
            Kind::NoReverse => settled(sides, &deal.sparing_boss(*seat)),
            _ => *pays,
        }
    }
}

/// Points that a plus card of this value or more is expected to add.
fn raised(value: u8) -> f32 {
    f32::from(value) + 0.2
}

/// Points that a minus card is expected to add.
const LOWERED: f32 = -3.0;

/// Points that the sum rises by when the worst minus card is taken off.
fn cleared(public: &Public) -> f32 {
    let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
    worst.map_or(0.0, |f| -FACE_TABLE[f].1 as f32)
}

impl<const N: usize> Outlook<N> {
    /// The deal with this promise kept by the planner, whose own cards are not in it.
    pub(super) fn trial_with(&self, public: &Public, kind: Kind) -> Trial<N> {
        let trial = self.trial();
        match kind {
            Kind::Raise(value) => trial.raised(raised(value)),
            Kind::Lower => trial.raised(LOWERED),
            Kind::ClearNegative => trial.raised(cleared(public)),
            Kind::PotaBoss => self.after(trial, self.boss, Put::Shares(1.0)),
            Kind::ReverseOn(target) => self.after(trial, target.index(), Put::Turned),
            Kind::ClearReverse => self.after(trial, self.boss, Put::Turned),
            Kind::Plain
            | Kind::Discard(_)
            | Kind::PassOut
            | Kind::NoReverse
            | Kind::NoNegative
            | Kind::NoMove => trial,
        }
    }
}
