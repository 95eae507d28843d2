//! What a deal is expected to bring each seat, and how that changes with a card or a promise.
//!
//! The model behind all of `appeal`, in dollars. The sum of the centre is expected to be pushed up
//! by seats that would gain from it and down by the others, as far as they may hold cards for it
//! and have not passed out; the sum's spread is three points. Each seat's pay follows, cut at its
//! money; unprotected seats run the risk that somebody who may hold a Reverse turns it round.

use super::super::ImTheBoss;
use super::super::action::{Class, Kind};
use super::super::cards::{Cards, face};
use super::super::params::PLAYERS;
use super::super::state::{Public, View};
use super::Weights;
use super::unseen::{Unseen, points};
use crate::model::{BySeat, Seat};

/// How much of the cards that could move the sum is expected to be played.
const PUSH: f64 = 0.45;

/// One number a seat. As many as can play: the fewer bytes, the cheaper a copy.
pub(super) type Lanes = [f64; PLAYERS.1];

/// A deal as it stands, with what is expected to come.
///
/// Rows of numbers by seat, and yes and no as factors of 1 and 0: the pays of all seats come out of
/// a few vector instructions without a branch, to the same bit as seat by seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) seats: usize,
    pub(super) boss: usize,
    pub(super) sum: f64,
    /// Dollars a point.
    rate: f64,
    limit: f64,
    /// Shares, below 0 for a seat whose sign is turned.
    shares: Lanes,
    /// -1 for a seat whose sign is turned, else 1.
    sign: Lanes,
    money: Lanes,
    /// 1 for a seat before which things can change, else 0.
    open: Lanes,
    /// Points that a seat may add to the sum, or take off; 0 if it is out.
    up: Lanes,
    down: Lanes,
    /// Probability that it holds a Reverse of the colour; 0 if it is out.
    reverse: Lanes,
    /// How much others mind its gains.
    weight: Lanes,
    /// The weights of all other seats together.
    rest: Lanes,
    /// The number of seats that may still act, and which: a bit each.
    live: f64,
    active: u8,
    /// The seats that will not turn the Boss's sign, a bit each.
    spares_boss: u8,
}

/// What a card that is put down or taken away changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// The sum, by so many points.
    Points(f64),
    /// The shares of a seat, by so many.
    Shares(usize, f64),
    /// The sign of a seat: a Reverse more or less before it.
    Turned(usize),
}

impl Outlook {
    /// The deal as `view` shows it. What the seat `planner` may do is left out: it is what the
    /// planner is deciding about.
    pub(super) fn of(
        game: &ImTheBoss,
        view: &View,
        unseen: &Unseen,
        planner: Seat,
        weights: &Weights,
    ) -> Self {
        let public = &view.public;
        let mut outlook = Self::table(game, public);
        // Most hands have the same size, and powers are dear.
        let mut last = (u16::MAX, 0.0);
        for seat in Seat::all(outlook.seats) {
            let i = seat.index();
            if seat == planner || !outlook.is_active(i) {
                continue;
            }
            let hand = public.hands[seat];
            let size = f64::from(hand);
            if !public.no_valued[seat] {
                outlook.up[i] = size * unseen.plus / unseen.total;
                outlook.down[i] = size * unseen.minus / unseen.total;
            }
            if last.0 != hand {
                last = (hand, unseen.holds(size, unseen.reverse));
            }
            outlook.reverse[i] = last.1;
        }
        outlook.weigh(weights.focus);
        outlook
    }

    /// The deal with hands that are known: an imagined state.
    pub(super) fn with_hands(game: &ImTheBoss, public: &Public, hands: &BySeat<Cards>) -> Self {
        let mut outlook = Self::table(game, public);
        let colour = public.round_colour();
        for seat in Seat::all(outlook.seats) {
            let i = seat.index();
            if !outlook.is_active(i) {
                continue;
            }
            let own = hands[seat].of_colour(colour);
            outlook.up[i] = f64::from(points(own, face::PLUS..face::MINUS));
            outlook.down[i] = -f64::from(points(own, face::MINUS..face::POTA));
            outlook.reverse[i] = f64::from(own[face::REVERSE].min(1));
        }
        outlook.weigh(0.0);
        outlook
    }

    fn table(game: &ImTheBoss, public: &Public) -> Self {
        let params = &game.params;
        let none = [0.0; PLAYERS.1];
        let mut outlook = Self {
            seats: params.seats,
            boss: public.boss.index(),
            sum: f64::from(public.sum()),
            rate: params.factor as f64 * f64::from(game.multiplier(public)),
            limit: params.limit.map_or(f64::INFINITY, |limit| limit as f64),
            shares: none,
            sign: none,
            money: none,
            open: none,
            up: none,
            down: none,
            reverse: none,
            weight: none,
            rest: none,
            live: 0.0,
            active: 0,
            spares_boss: 0,
        };
        for seat in Seat::all(params.seats) {
            let i = seat.index();
            let out = game.is_out(public, seat);
            outlook.sign[i] = if public.front[seat].reverse % 2 == 1 { -1.0 } else { 1.0 };
            outlook.shares[i] = f64::from(public.shares(seat)) * outlook.sign[i];
            outlook.money[i] = f64::from(public.money[seat]);
            outlook.active |= u8::from(!out) << i;
            outlook.open[i] = f64::from(!out || params.nasty);
        }
        outlook.live = f64::from(outlook.active.count_ones());
        outlook
    }

    fn weigh(&mut self, focus: f64) {
        let mean = self.money[..self.seats].iter().sum::<f64>() / self.seats as f64;
        for (weight, money) in self.weight.iter_mut().zip(self.money) {
            *weight = 1.0 + focus * larger((money - mean) / (mean + 50.0), 0.0);
        }
        for i in 0..self.seats {
            let others = (0..self.seats).filter(|&k| k != i);
            self.rest[i] = others.fold(0.0, |rest, k| rest + self.weight[k]);
        }
    }

    /// True if nothing before the seat can change.
    #[inline]
    pub(super) fn is_safe(&self, seat: usize) -> bool {
        self.open[seat] == 0.0
    }

    /// True if the seat may still act.
    #[inline]
    pub(super) fn is_active(&self, seat: usize) -> bool {
        self.active >> seat & 1 != 0
    }

    /// What each seat is expected to get.
    pub(super) fn pays(&self) -> Lanes {
        // A number of seats that the compiler knows: its loops become straight vector code.
        match self.seats {
            3 => self.pays_of::<3>(),
            4 => self.pays_of::<4>(),
            5 => self.pays_of::<5>(),
            _ => self.pays_of::<6>(),
        }
    }

    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    #[inline(always)]
    fn pays_of<const N: usize>(&self) -> Lanes {
        let mut mean = self.sum;
        for i in 0..N {
            mean += PUSH * if self.shares[i] > 0.0 { self.up[i] } else { -self.down[i] };
        }
        let spread = 1.0 + 0.5 * self.live;
        let value = |sum: f64| smaller(larger(sum * self.rate, -self.limit), self.limit);
        let values = [value(mean - spread), value(mean), value(mean + spread)];
        let mut straight = [0.0; N];
        let mut flipped = [0.0; N];
        let mut hurt = [0.0; N];
        for i in 0..N {
            let pay = |value: f64| larger(value, -self.money[i]);
            let at = [self.shares[i] * values[0], self.shares[i] * values[1], self.shares[i] * values[2]];
            straight[i] = 0.25 * (pay(at[0]) + pay(at[2])) + 0.5 * pay(at[1]);
            flipped[i] = 0.25 * (pay(-at[0]) + pay(-at[2])) + 0.5 * pay(-at[1]);
            hurt[i] = larger(straight[i] - flipped[i], 0.0);
        }
        let mut winnings = 1.0;
        for hurt in hurt {
            winnings += hurt;
        }
        // Reverses come where they hurt most, or where they help their owner.
        let mut risk = [0.0; N];
        for hurt in &mut hurt {
            *hurt /= winnings;
        }
        for k in 0..N {
            let threat = 0.5 * self.reverse[k];
            for i in 0..N {
                risk[i] += if i == k { 0.0 } else { threat } * hurt[i];
            }
        }
        if self.spares_boss != 0 {
            let boss = self.boss;
            risk[boss] = 0.0;
            for k in (0..N).filter(|&k| k != boss && self.spares_boss >> k & 1 == 0) {
                risk[boss] += 0.5 * self.reverse[k] * hurt[boss];
            }
        }
        let mut pays = [0.0; PLAYERS.1];
        for i in 0..N {
            let help = if straight[i] < flipped[i] { 0.6 * self.reverse[i] } else { 0.0 };
            let helped = risk[i] + help;
            pays[i] = straight[i] + smaller(helped * self.open[i], 0.6) * (flipped[i] - straight[i]);
        }
        pays
    }

    /// What seat `i` is after: its own pay less the mean of the others'.
    pub(super) fn aim(&self, i: usize) -> f64 {
        match self.seats {
            3 => self.aim_in::<3>(&self.pays_of::<3>(), i),
            4 => self.aim_in::<4>(&self.pays_of::<4>(), i),
            5 => self.aim_in::<5>(&self.pays_of::<5>(), i),
            _ => self.aim_in::<6>(&self.pays_of::<6>(), i),
        }
    }

    /// The same where the pays are known: of this deal, or of one that came of it.
    #[inline]
    pub(super) fn aim_of(&self, pays: &Lanes, i: usize) -> f64 {
        match self.seats {
            3 => self.aim_in::<3>(pays, i),
            4 => self.aim_in::<4>(pays, i),
            5 => self.aim_in::<5>(pays, i),
            _ => self.aim_in::<6>(pays, i),
        }
    }

    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    #[inline(always)]
    fn aim_in<const N: usize>(&self, pays: &Lanes, i: usize) -> f64 {
        let mut sum = 0.0;
        for k in 0..N {
            sum += if k == i { 0.0 } else { self.weight[k] * pays[k] };
        }
        pays[i] - sum / self.rest[i]
    }

    /// Changes the deal.
    pub(super) fn change(&mut self, change: Change) {
        match change {
            Change::Points(points) => self.sum += points,
            Change::Shares(seat, shares) => self.shares[seat] += shares * self.sign[seat],
            Change::Turned(seat) => self.turn(seat),
        }
    }

    fn turn(&mut self, seat: usize) {
        self.sign[seat] *= -1.0;
        self.shares[seat] *= -1.0;
    }

    /// The aim with these changes. They are made and taken back: a copy of the deal would cost as
    /// much as half of its pays.
    pub(super) fn aim_after<const N: usize>(&mut self, changes: [Change; N], i: usize) -> f64 {
        let sum = self.sum;
        for change in changes {
            self.change(change);
        }
        let aim = self.aim(i);
        for change in changes {
            match change {
                Change::Points(_) => self.sum = sum,
                Change::Shares(seat, shares) => self.shares[seat] -= shares * self.sign[seat],
                Change::Turned(seat) => self.turn(seat),
            }
        }
        aim
    }

    /// With pieces of the action, or a token, added.
    pub(super) fn with_shares(mut self, seat: usize, shares: f64) -> Self {
        self.change(Change::Shares(seat, shares));
        self
    }

    /// A seat goes out.
    pub(super) fn leave(&mut self, seat: usize, nasty: bool) {
        self.live -= f64::from(self.active >> seat & 1);
        self.active &= !(1 << seat);
        (self.up[seat], self.down[seat], self.reverse[seat]) = (0.0, 0.0, 0.0);
        self.open[seat] = f64::from(nasty);
    }

    /// `seat` keeps this promise.
    pub(super) fn keep(&mut self, public: &Public, seat: usize, kind: Kind, nasty: bool) {
        let boss = self.boss;
        match kind {
            Kind::Plain | Kind::NoMove | Kind::Discard(Class::Move) => {}
            Kind::Raise(value) => {
                self.sum += f64::from(value) + 0.2;
                self.up[seat] *= 0.5;
            }
            Kind::Lower => {
                self.sum -= 3.0;
                self.down[seat] *= 0.3;
            }
            Kind::PotaBoss => self.change(Change::Shares(boss, 1.0)),
            Kind::ReverseOn(target) => {
                self.turn(target.index());
                self.reverse[seat] *= 0.3;
            }
            Kind::ClearNegative => {
                let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
                self.sum -= worst.map_or(0.0, |f| f64::from(public.card(f).value()));
            }
            Kind::ClearReverse => self.turn(boss),
            Kind::Discard(Class::Reverse) => self.reverse[seat] *= 0.2,
            Kind::Discard(Class::Minus) => self.down[seat] *= 0.2,
            Kind::PassOut => self.leave(seat, nasty),
            Kind::NoReverse => self.spares_boss |= 1 << seat,
            Kind::NoNegative => self.down[seat] = 0.0,
        }
    }
}

/// The larger of two numbers: one instruction, where `f64::max` minds numbers that are none.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
