//! The expected result of a deal for each seat, and how it changes with a card or a promise.
//!
//! The model behind all of `heuristic`, in dollars. The sum of the centre is expected to be pushed up
//! by seats that would gain from it and down by the others, as far as they may hold cards for it
//! and have not passed out; the sum's spread is three points. Each seat's pay follows, cut at its
//! money; unprotected seats run the risk that somebody who may hold a Reverse turns it round.
//!
//! Most decisions value several trial positions, so what doesn't change from one to the next is worked
//! out once: the push of each seat, the threat to each seat, what each seat's pay counts for.

mod aims;

use super::super::ImTheBoss;
use super::super::card::face;
use super::super::cards::Cards;
use super::super::counts::Valued;
use super::super::state::Public;
use super::pays::{Row, Sides, Threats, Trial, larger, row_of, settled, smaller, sum};
use super::table::{Hidden, money};
use ludometer_model::Seat;
use ludometer_model::small_table::BySeat;

/// How much of the cards that could move the sum is expected to be played.
const PUSH: f32 = 0.45;

/// A deal as it stands, with what is expected to come.
///
/// Rows of numbers by seat, and yes and no as factors of 1 and 0: the pays of all seats come out of
/// a few vector instructions without a branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook<const N: usize> {
    pub(super) boss: usize,
    /// The expected sum.
    mean: f32,
    /// How many points it may come out higher or lower.
    spread: f32,
    /// A quarter of the dollars a point, and of the most a share comes to.
    rate: f32,
    limit: f32,
    /// Shares, below 0 for a seat whose sign is turned.
    shares: Row<N>,
    /// -1 for a seat whose sign is turned, else 1.
    sign: Row<N>,
    /// A quarter of its money: pays are sums of quarters.
    money: Row<N>,
    /// Points that a seat may add to the sum, or take off; 0 if it is out.
    up: Row<N>,
    down: Row<N>,
    /// Points that it is expected to add, by its sign.
    push: Row<N>,
    /// Probability that it holds a Reverse of the colour; 0 if it is out.
    reverse: Row<N>,
    threats: Threats<N>,
    /// How much others mind its gains.
    weight: Row<N>,
    /// The weight of each seat's pay in the planner's aim: 1 its own, below 0 the others'.
    eye: Row<N>,
    /// The seats that may still act, and those before which things can change, a bit each.
    active: u8,
    open: u8,
}

/// A card before a seat.
#[derive(Clone, Copy, Debug)]
pub(super) enum Put {
    /// So many pieces of the action more.
    Shares(f32),
    /// A Reverse more or less.
    Turned,
}

impl<const N: usize> Outlook<N> {
    /// Returns the deal with hands that are known: a determinized state. No seat's gains matter more than another's.
    pub(crate) fn with_hands(game: &ImTheBoss, public: &Public, hands: &BySeat<Cards>) -> Self {
        let live = game.live(public);
        let colour = public.round_colour();
        let none = [0.0; N];
        let mut hidden = Hidden { up: none, down: none, reverse: none };
        for i in (0..N).filter(|i| live >> i & 1 != 0) {
            let hand = &hands[Seat::new(i)];
            let own = hand.of_colour(colour);
            let valued = hand.valued(colour);
            hidden.up[i] = valued.plus() as f32;
            hidden.down[i] = valued.minus() as f32;
            hidden.reverse[i] = f32::from(own[face::REVERSE].min(1));
        }
        Self::with(game, public, live, hidden, money(public), none, none)
    }

    /// Returns the deal with what hands are expected to hold. Written down in one go: a part that is changed
    /// afterwards is copied once more.
    #[inline(always)]
    pub(super) fn with(
        game: &ImTheBoss,
        public: &Public,
        live: u8,
        Hidden { up, down, reverse }: Hidden<N>,
        money: Row<N>,
        weight: Row<N>,
        eye: Row<N>,
    ) -> Self {
        let params = &game.params;
        let (mut shares, mut sign) = ([0; N], [0; N]);
        for i in 0..N {
            let seat = Seat::new(i);
            sign[i] = 1 - 2 * i32::from(public.front[seat].reverse & 1);
            shares[i] = i32::from(public.shares(seat)) * sign[i];
        }
        let (shares, sign) = (shares.map(|n| n as f32), sign.map(|n| n as f32));
        let centre = Valued::of(public.centre);
        let mut push = [0.0; N];
        for i in 0..N {
            push[i] = PUSH * if shares[i] > 0.0 { up[i] } else { -down[i] };
        }
        let open = game.open(public);
        Self {
            boss: public.boss.index(),
            mean: (centre.plus() as i32 - centre.minus() as i32) as f32 + sum(&push),
            rate: 0.25 * params.factor as f32 * f32::from(game.multiplier(public)),
            limit: params.limit.map_or(f32::INFINITY, |limit| 0.25 * limit as f32),
            spread: spread(live),
            shares,
            sign,
            money,
            up,
            down,
            push,
            reverse,
            threats: Self::threats_of(reverse, open),
            weight,
            eye,
            active: live,
            open,
        }
    }

    /// Returns what each seat's pay counts for in the aim of seat `i`: its own pay less the mean of the others'.
    #[inline]
    pub(super) fn eye_of(&self, i: usize) -> Row<N> {
        eye(&self.weight, i)
    }

    /// Returns what the seat is expected to add to the sum with so many shares.
    #[inline(always)]
    fn push_with(&self, seat: usize, shares: f32) -> f32 {
        PUSH * if shares > 0.0 { self.up[seat] } else { -self.down[seat] }
    }

    /// Renews what the seat is expected to do to the sum, after its shares or its cards have changed.
    #[inline(always)]
    fn expect(&mut self, seat: usize) {
        let push = self.push_with(seat, self.shares[seat]);
        self.mean += push - self.push[seat];
        self.push[seat] = push;
    }

    /// Returns how likely each sign is to be turned by such Reverse cards, where these seats are open.
    #[inline]
    fn threats_of(reverse: Row<N>, open: u8) -> Threats<N> {
        let all = sum(&reverse);
        let open = row_of::<N>(open);
        let (mut others, mut own) = ([0.0; N], [0.0; N]);
        for i in 0..N {
            others[i] = 0.5 * (all - reverse[i]) * open[i];
            own[i] = 0.6 * reverse[i] * open[i];
        }
        Threats { others, own }
    }

    /// Returns the seats before which things can change, a bit each.
    #[inline]
    pub(super) const fn open(&self) -> u8 {
        self.open
    }

    /// Returns true if nothing before the seat can change.
    #[inline]
    pub(super) fn is_safe(&self, seat: usize) -> bool {
        self.open >> seat & 1 == 0
    }

    /// Returns true if the seat may still act.
    #[inline]
    pub(super) fn is_active(&self, seat: usize) -> bool {
        self.active >> seat & 1 != 0
    }

    /// Points that the seat is expected to add in a trial, by its sign.
    #[inline]
    pub(super) fn push_in(&self, trial: &Trial<N>, seat: usize) -> f32 {
        self.push_with(seat, trial.shares[seat])
    }

    /// Returns the deal as it is.
    #[inline(always)]
    pub(super) fn trial(&self) -> Trial<N> {
        Trial { shares: self.shares, mean: self.mean }
    }

    /// Returns a trial with a card put before a seat.
    #[inline(always)]
    pub(super) fn after(&self, trial: Trial<N>, seat: usize, put: Put) -> Trial<N> {
        let before = trial.shares[seat];
        let shares = self.shares_with(before, seat, put);
        let push = self.push_with(seat, shares) - self.push_with(seat, before);
        trial.changed(seat, shares - before).raised(push)
    }

    /// Returns what each seat is expected to get.
    #[inline]
    pub(crate) fn pays(&self) -> Row<N> {
        self.pays_in(&self.trial())
    }

    /// Returns what each seat is expected to get in a trial.
    #[inline]
    pub(super) fn pays_in(&self, trial: &Trial<N>) -> Row<N> {
        settled(&self.sides(trial, self.spread), &self.threats)
    }

    /// Returns both ways that each seat's pay can go in a trial.
    #[inline(always)]
    pub(super) fn sides_in(&self, trial: &Trial<N>) -> Sides<N> {
        self.sides(trial, self.spread)
    }

    /// Returns what each seat is expected to get of the two.
    #[inline(always)]
    pub(super) fn pays_of(&self, sides: &Sides<N>) -> Row<N> {
        settled(sides, &self.threats)
    }

    /// Returns both ways that each seat's pay can go.
    #[inline(always)]
    fn sides(&self, trial: &Trial<N>, spread: f32) -> Sides<N> {
        Sides::of(&trial.shares, &self.money, self.values(trial.mean, spread))
    }

    /// Returns a quarter of a share's value a spread lower, at the mean, and a spread higher.
    #[inline(always)]
    fn values(&self, mean: f32, spread: f32) -> [f32; 3] {
        let cut = |value| smaller(larger(value, -self.limit), self.limit);
        [mean - spread, mean, mean + spread].map(|sum| cut(sum * self.rate))
    }

    /// Returns the shares that a seat has with a card put before it.
    #[inline(always)]
    fn shares_with(&self, before: f32, seat: usize, put: Put) -> f32 {
        match put {
            Put::Shares(shares) => before + shares * self.sign[seat],
            Put::Turned => -before,
        }
    }

    /// Puts so many points into the centre.
    pub(super) fn raise(&mut self, points: f32) {
        self.mean += points;
    }

    /// Puts a card before a seat.
    pub(super) fn put(&mut self, seat: usize, put: Put) {
        match put {
            Put::Shares(shares) => self.shares[seat] += shares * self.sign[seat],
            Put::Turned => {
                self.sign[seat] *= -1.0;
                self.shares[seat] *= -1.0;
            }
        }
        self.expect(seat);
    }

    /// Returns the outlook with pieces of the action, or a token, added.
    pub(super) fn with_shares(mut self, seat: usize, shares: f32) -> Self {
        self.put(seat, Put::Shares(shares));
        self
    }

    /// Returns what each seat is expected to get in a trial once this one has gone out.
    pub(super) fn pays_without(&self, trial: &Trial<N>, seat: usize, nasty: bool) -> Row<N> {
        let trial = trial.raised(-self.push_in(trial, seat));
        let gone = 1_u8 << seat;
        let mut reverse = self.reverse;
        reverse[seat] = 0.0;
        let threats = Self::threats_of(reverse, if nasty { self.open } else { self.open & !gone });
        settled(&self.sides(&trial, spread(self.active & !gone)), &threats)
    }

    /// Returns the threats when only this part of the seat's Reverse cards will be played.
    #[inline]
    pub(super) fn disarmed(&self, seat: usize, part: f32) -> Threats<N> {
        let mut reverse = self.reverse;
        reverse[seat] *= part;
        Self::threats_of(reverse, self.open)
    }

    /// Returns the threats when the seat will not turn the Boss's sign.
    #[inline]
    pub(super) fn sparing_boss(&self, seat: usize) -> Threats<N> {
        let mut threats = self.threats;
        if !self.is_safe(self.boss) {
            threats.others[self.boss] -= 0.5 * self.reverse[seat];
        }
        threats
    }

    /// Returns what each seat is expected to get in a trial with other threats.
    pub(super) fn pays_under(&self, trial: &Trial<N>, threats: &Threats<N>) -> Row<N> {
        settled(&self.sides(trial, self.spread), threats)
    }
}

/// Points by which a sum may come out higher or lower while these seats can act.
fn spread(active: u8) -> f32 {
    1.0 + 0.5 * active.count_ones() as f32
}

/// Returns what each seat's pay counts for in the aim of seat `i`, where others mind gains so much.
#[inline(always)]
pub(super) fn eye<const N: usize>(weight: &Row<N>, i: usize) -> Row<N> {
    let part = -1.0 / (sum(weight) - weight[i]);
    let own = row_of::<N>(1 << i);
    let mut eye = [0.0; N];
    for k in 0..N {
        eye[k] = if own[k] == 0.0 { weight[k] * part } else { 1.0 };
    }
    eye
}
