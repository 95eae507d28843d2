//! A deal with a token given away and what was promised for it kept.

use super::super::action::{Class, Kind};
use super::super::card::{FACE_TABLE, face};
use super::super::menu::{KINDS, kinds};
use super::super::state::Public;
use super::outlook::{Outlook, Put};
use super::pays::{Row, Sides, Trial, settled};
use ludometer_model::Seat;

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

/// Points that the sum is higher with each promise kept, by its place. Those that change more than the sum have none.
pub(super) struct Points([f32; KINDS.len()]);

/// Promises that change more than the sum.
const BY_CARDS: u32 = kinds::POTA_BOSS
    | kinds::REVERSES
    | kinds::CLEAR_REVERSE
    | kinds::DISCARD_REVERSE
    | 1 << kinds::PASS_OUT_AT
    | 1 << kinds::NO_REVERSE_AT;

/// Promises that never change a pay, but for the one to play no Move card, which can always be kept and is worth
/// the most of them.
const IDLE: u32 = kinds::PLAIN | kinds::DISCARD_MOVE;

impl<const N: usize> Given<N> {
    /// Returns a token for `seat`.
    pub(super) fn of(outlook: &Outlook<N>, seat: Seat) -> Self {
        let seat = seat.index();
        let token = outlook.after(outlook.trial(), seat, Put::Shares(1.0));
        let sides = outlook.sides_in(&token);
        let push = outlook.push_in(&token, seat);
        // Who gains from a high sum is expected to play plus cards, who doesn't minus cards.
        let (plus, minus) = if token.gains(seat) { (push, 0.0) } else { (0.0, push) };
        Self { seat, token, plus, minus, sides, pays: outlook.pays_of(&sides) }
    }

    /// Returns what everybody gets in the deal if the promise is kept.
    ///
    /// A Boss who may ask weighs up to 17 of them for each seat. Those about plus and minus cards change
    /// nothing but the sum, and of the others each only a part of what pays follow from.
    #[inline]
    pub(super) fn kept(&self, deal: &Outlook<N>, points: &Points, place: usize, nasty: bool) -> Row<N> {
        let place = place % KINDS.len();
        if BY_CARDS >> place & 1 != 0 {
            return self.kept_by_cards(deal, KINDS[place], nasty);
        }
        deal.pays_in(&self.token.raised(points.0[place]))
    }

    /// Returns what promises change by the sum alone.
    #[inline(always)]
    pub(super) fn points(&self, public: &Public) -> Points {
        let mut points = [0.0; KINDS.len()];
        for (k, points) in points[kinds::RAISE_AT..kinds::LOWER_AT].iter_mut().enumerate() {
            *points = raised(k as u8 + 1) - 0.5 * self.plus;
        }
        points[kinds::LOWER_AT] = LOWERED - 0.7 * self.minus;
        points[kinds::CLEAR_AT] = cleared(public);
        points[kinds::DISCARD_MINUS_AT] = -0.8 * self.minus;
        points[kinds::NO_NEGATIVE_AT] = -self.minus;
        Points(points)
    }

    /// Promises that change no pay, but for the one to play no Move card.
    #[inline(always)]
    pub(super) fn idle(&self) -> u32 {
        let of_minus = kinds::DISCARD_MINUS | 1 << kinds::NO_NEGATIVE_AT;
        IDLE | of_minus & u32::from(self.minus == 0.0).wrapping_neg()
    }

    /// Returns those of these kinds that turn the sign of nothing, but the first: all such seats may be turned alike.
    #[inline(always)]
    pub(super) fn repeated(&self, of: u32) -> u32 {
        let empty = (0..N).fold(0_u32, |seats, i| seats | u32::from(self.token.shares[i] == 0.0) << i);
        let empty = empty << kinds::REVERSE_AT & of;
        empty & empty.wrapping_sub(1)
    }

    /// Returns true if the sign of this seat is that of nothing.
    #[inline]
    fn is_empty(&self, target: Seat) -> bool {
        self.token.shares[target.index()] == 0.0
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
pub(super) fn raised(value: u8) -> f32 {
    f32::from(value) + 0.2
}

/// Points that a minus card is expected to add.
pub(super) const LOWERED: f32 = -3.0;

/// Points that the sum rises by when the worst minus card is taken off.
pub(super) fn cleared(public: &Public) -> f32 {
    let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
    worst.map_or(0.0, |f| -FACE_TABLE[f].1 as f32)
}
