//! The expected result of a deal for each seat, and how it changes with a card or a promise.
//!
//! The model behind all of `heuristic`, in dollars. The sum of the centre is expected to be pushed up
//! by seats that would gain from it and down by the others, as far as they may hold cards for it
//! and have not passed out; the sum's spread is three points. Each seat's pay follows, cut at its
//! money; unprotected seats run the risk that somebody who may hold a Reverse turns it round.
//!
//! Most decisions value several trial positions, so what doesn't change from one to the next is worked
//! out once: the push of each seat, the threat to each seat, what each seat's pay counts for.

use super::{EQUAL, ROUNDING, Weights};
use crate::ImTheBoss;
use crate::action::kinds;
use crate::card::{Card, Cards, Colour, FACES, Face, Valued, face};
use crate::params::PLAYERS;
use crate::state::{Public, View};
use ludometer_model::Seat;
use ludometer_model::small_table::{BySeat, MAX_SEATS};

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
    fn with(
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

    /// Returns the aims with a card put before each of these seats, one at a time; the place of another seat has the
    /// aim with none put down.
    #[inline(never)]
    pub(super) fn aims_put(&self, trial: &Trial<N>, put: Put, seats: u8) -> Row<N> {
        std::array::from_fn(|i| {
            self.aim_in(&if seats >> i & 1 != 0 { self.after(*trial, i, put) } else { *trial })
        })
    }

    /// Returns the aim in a trial once the planner, whose acts are not in the deal, has gone out.
    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    pub(super) fn aim_without(&self, trial: &Trial<N>, planner: usize, nasty: bool) -> f32 {
        let gone = 1_u8 << planner;
        let mut threats = self.threats;
        if !nasty {
            let left = row_of::<N>(!gone);
            for i in 0..N {
                threats.others[i] *= left[i];
                threats.own[i] *= left[i];
            }
        }
        self.aim_of(&settled(&self.sides(trial, spread(self.active & !gone)), &threats))
    }

    /// Returns the aim in a trial if the play ends with it: the Boss, who alone is still in, does nothing any more.
    pub(super) fn aim_at_end(&self, trial: &Trial<N>) -> f32 {
        let none = Threats { others: [0.0; N], own: [0.0; N] };
        let trial = trial.raised(-self.push_in(trial, self.boss));
        self.aim_of(&settled(&self.sides(&trial, 0.0), &none))
    }

    /// Returns what the planner is after, its own pay less the mean of the others', where the pays are known: of this
    /// deal, or of one that came of it.
    #[inline]
    pub(super) fn aim_of(&self, pays: &Row<N>) -> f32 {
        aim_of(&self.eye, pays)
    }

    /// Returns the same in a trial.
    #[inline(never)]
    pub(super) fn aim_in(&self, trial: &Trial<N>) -> f32 {
        aim_of(&self.eye, &self.pays_in(trial))
    }

    /// Returns the aim with so many points more in the centre.
    #[inline]
    pub(super) fn aim_with(&self, points: f32) -> f32 {
        self.aim_in(&self.trial().raised(points))
    }
}

/// Points by which a sum may come out higher or lower while these seats can act.
fn spread(active: u8) -> f32 {
    1.0 + 0.5 * active.count_ones() as f32
}

/// Returns what each seat's pay counts for in the aim of seat `i`, where others mind gains so much.
#[inline(always)]
fn eye<const N: usize>(weight: &Row<N>, i: usize) -> Row<N> {
    let part = -1.0 / (sum(weight) - weight[i]);
    let own = row_of::<N>(1 << i);
    let mut eye = [0.0; N];
    for k in 0..N {
        eye[k] = if own[k] == 0.0 { weight[k] * part } else { 1.0 };
    }
    eye
}

/// For each set of seats a row with 1 for those in it and 0 for the others.
static FACTORS: [[f32; MAX_SEATS]; 1 << PLAYERS.1] = {
    let mut factors = [[0.0; MAX_SEATS]; 1 << PLAYERS.1];
    let mut place = 0;
    while place < MAX_SEATS << PLAYERS.1 {
        let (bits, i) = (place / MAX_SEATS, place % MAX_SEATS);
        factors[bits][i] = (bits >> i & 1) as f32;
        place += 1;
    }
    factors
};

/// Returns 1 for the seats of a set, 0 for the others: looked up, a seat's bit made a number takes as long as a sum.
#[inline(always)]
fn row_of<const N: usize>(seats: u8) -> Row<N> {
    let row = &FACTORS[usize::from(seats) % FACTORS.len()];
    *row.first_chunk().expect("no table is larger")
}

/// One number a seat. The compiler knows how many seats there are: its loops become straight vector code, in
/// single precision for four seats at a time, where double precision took two.
pub(super) type Row<const N: usize> = [f32; N];

/// How likely each seat's sign is to be turned: by others if that hurts, by itself if that helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats<const N: usize> {
    others: Row<N>,
    own: Row<N>,
}

/// The table after something was put down or taken away: what pays follow from that changes within a turn.
///
/// It is worked out beside the deal instead of in it. A number written into a row and the row read right
/// behind it wait for each other, and nothing has to be changed back.
#[derive(Clone, Copy)]
pub(super) struct Trial<const N: usize> {
    pub(super) shares: Row<N>,
    mean: f32,
}

impl<const N: usize> Trial<N> {
    /// Returns the pays with so many points more in the centre.
    #[inline(always)]
    pub(super) fn raised(self, points: f32) -> Self {
        Self { mean: self.mean + points, ..self }
    }

    /// Returns the pays with so many shares more for a seat.
    #[inline(always)]
    fn changed(mut self, seat: usize, shares: f32) -> Self {
        for (i, row) in self.shares.iter_mut().enumerate() {
            *row += if i == seat { shares } else { 0.0 };
        }
        self
    }

    /// Returns true if the seat gains from a high sum.
    #[inline]
    pub(super) fn gains(&self, seat: usize) -> bool {
        self.shares[seat] > 0.0
    }
}

/// The gain of each seat as its sign is, and its payment with its sign turned.
#[derive(Clone, Copy)]
pub(super) struct Sides<const N: usize> {
    straight: Row<N>,
    turned: Row<N>,
}

impl<const N: usize> Sides<N> {
    /// Returns the pays with these shares and a quarter of this money, in quarters: at the middle value with a weight of two,
    /// at the other values with one each.
    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    #[inline(always)]
    fn of(shares: &Row<N>, money: &Row<N>, values: [f32; 3]) -> Self {
        let (mut straight, mut turned) = ([0.0; N], [0.0; N]);
        for i in 0..N {
            (straight[i], turned[i]) = side(shares[i], money[i], values);
        }
        Self { straight, turned }
    }
}

/// Returns what one seat gets as its sign is, and what it would pay with its sign turned.
#[inline(always)]
fn side(shares: f32, money: f32, values: [f32; 3]) -> (f32, f32) {
    let at = [shares * values[0], shares * values[1], shares * values[2]];
    let pay = |value: f32| larger(value, -money);
    // As a cost, which takes no change of sign.
    let cost = |value: f32| smaller(value, money);
    let straight = (pay(at[0]) + pay(at[2])) + (pay(at[1]) + pay(at[1]));
    let turned = (cost(at[0]) + cost(at[2])) + (cost(at[1]) + cost(at[1]));
    (straight, turned)
}

/// Returns what a sign that may be turned takes off what its seat gets: Reverses come where they hurt most, or where
/// they help their owner.
#[inline(always)]
fn turning(apart: f32, part: f32, others: f32, own: f32) -> f32 {
    let help = if apart < 0.0 { own } else { 0.0 };
    smaller(others * (larger(apart, 0.0) * part) + help, 0.6) * apart
}

/// Returns what each seat is expected to get of the two.
#[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
#[inline(always)]
pub(super) fn settled<const N: usize>(
    Sides { straight, turned }: &Sides<N>,
    Threats { others, own }: &Threats<N>,
) -> Row<N> {
    let (mut apart, mut hurt) = ([0.0; N], [0.0; N]);
    for i in 0..N {
        apart[i] = straight[i] + turned[i];
        hurt[i] = larger(apart[i], 0.0);
    }
    let part = 1.0 / (1.0 + sum(&hurt));
    let mut pays = [0.0; N];
    for i in 0..N {
        pays[i] = straight[i] - turning(apart[i], part, others[i], own[i]);
    }
    pays
}

/// Returns the sum of a row, in four chains: they don't wait for each other, and fit one vector.
#[inline(always)]
fn sum<const N: usize>(row: &Row<N>) -> f32 {
    let mut sums = [0.0; 4];
    for (i, x) in row.iter().enumerate() {
        sums[i % 4] += x;
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

/// Returns the sum of pays, each times what it counts for.
#[inline(always)]
pub(super) fn aim_of<const N: usize>(eye: &Row<N>, pays: &Row<N>) -> f32 {
    let mut row = [0.0; N];
    for i in 0..N {
        row[i] = eye[i] * pays[i];
    }
    sum(&row)
}

/// Returns the larger of two numbers: one instruction, where `f32::max` minds numbers that are none.
#[inline(always)]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Returns the smaller of two numbers.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The possible contents of the seats' hands.
pub(super) struct Hidden<const N: usize> {
    /// Points up and down, and the probability of a Reverse; 0 for seats that are out.
    up: Row<N>,
    down: Row<N>,
    reverse: Row<N>,
}

/// The common start of the outlooks of several planners.
pub(super) struct Table<'a, const N: usize> {
    game: &'a ImTheBoss,
    public: &'a Public,
    hidden: Hidden<N>,
    money: Row<N>,
    weight: Row<N>,
}

impl<'a, const N: usize> Table<'a, N> {
    /// Returns what this view shows.
    #[inline(always)]
    pub(super) fn of(game: &'a ImTheBoss, view: &'a View, unseen: &Unseen, weights: &Weights) -> Self {
        let public = &view.public;
        let live = game.live(public);
        let powers = Powers::of(unseen.without_one(unseen.reverse));
        let (plus, minus) = (unseen.plus / unseen.total, unseen.minus / unseen.total);
        // Without a branch: who is out, and how many cards a hand has, nothing could foresee.
        let (mut cards, mut reverse) = ([0; N], [0.0; N]);
        for i in 0..N {
            let seat = Seat::new(i);
            let acting = public.hands[seat] * u16::from(live >> i & 1);
            cards[i] = i32::from(acting) * i32::from(!public.no_valued[seat]);
            // The power of no card is 1: who is out holds none.
            reverse[i] = 1.0 - powers.to(acting);
        }
        let cards = cards.map(|n| n as f32);
        let hidden = Hidden { up: cards.map(|n| n * plus), down: cards.map(|n| n * minus), reverse };
        let money = money(public);
        let weight = weight(&money, weights.focus);
        Self { game, public, hidden, money, weight }
    }

    /// Returns the deal for this planner. What it may do is left out: it is what it is deciding about.
    #[inline(never)]
    pub(super) fn outlook(&self, planner: Seat) -> Outlook<N> {
        let others = row_of::<N>(!(1 << planner.index()));
        let row = |row: &Row<N>| std::array::from_fn(|i| row[i] * others[i]);
        let Hidden { up, down, reverse } = &self.hidden;
        let hidden = Hidden { up: row(up), down: row(down), reverse: row(reverse) };
        let eye = eye(&self.weight, planner.index());
        let live = self.game.live(self.public);
        Outlook::with(self.game, self.public, live, hidden, self.money, self.weight, eye)
    }
}

/// Returns a quarter of each seat's money.
#[inline(always)]
fn money<const N: usize>(public: &Public) -> Row<N> {
    let mut row = [0.0; N];
    for (row, &money) in row.iter_mut().zip(public.money.first(N)) {
        *row = 0.25 * money as f32;
    }
    row
}

/// Returns how much others mind each seat's gains.
#[inline(always)]
fn weight<const N: usize>(money: &Row<N>, focus: f32) -> Row<N> {
    // Quarters of dollars, as the money is.
    let mean = sum(money) / N as f32;
    let focus = focus / (mean + 12.5);
    money.map(|money| 1.0 + focus * larger(money - mean, 0.0))
}

/// Cards whose place a viewer doesn't know, as far as they matter.
pub(super) struct Unseen {
    total: f32,
    plus: f32,
    minus: f32,
    reverse: f32,
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
    fn without_one(&self, fitting: f32) -> f32 {
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
struct Powers {
    /// With the exponents 0 to 15.
    first: [f32; 16],
}

impl Powers {
    #[inline(always)]
    fn of(base: f32) -> Self {
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
    fn to(&self, exponent: u16) -> f32 {
        self.first.get(usize::from(exponent)).copied().unwrap_or_else(|| self.to_large(exponent))
    }

    /// Returns it to a large power: hardly any hand has as many cards.
    #[cold]
    fn to_large(&self, exponent: u16) -> f32 {
        let half = self.to(exponent / 2);
        half * half * self.to(exponent & 1)
    }
}

/// The best of some aims: found without a branch, since chance says where it is.
#[derive(Clone, Copy)]
pub(super) struct Leader {
    pub(super) aim: f32,
    /// Holds the aims that equal the best one up to rounding, a bit each, so that rounding decides no choice.
    pub(super) equals: u32,
    /// True if no other is as good.
    is_alone: bool,
}

impl Leader {
    /// Returns the best of up to 32 aims.
    #[inline(always)]
    pub(super) fn of<const C: usize>(aims: &[f32; C]) -> Self {
        let aim = aims.iter().copied().fold(f32::NEG_INFINITY, larger);
        let near = |margin| {
            let least = aim - margin;
            (0..C).fold(0, |bits, i| bits | u32::from(aims[i] >= least) << i)
        };
        let good = near(EQUAL);
        Self { aim, equals: near(ROUNDING), is_alone: good & good.wrapping_sub(1) == 0 }
    }

    /// Returns the best of the aims in the places of a set; there must be one.
    #[inline(always)]
    pub(super) fn among<const C: usize>(aims: &[f32; C], set: u8) -> Self {
        Self::of(&std::array::from_fn::<f32, C, _>(|i| if set >> i & 1 != 0 { aims[i] } else { NONE }))
    }

    /// Returns the first of the best places.
    #[inline(always)]
    pub(super) const fn first(&self) -> usize {
        self.equals.trailing_zeros() as usize
    }

    /// Returns the best place, if no other is as good.
    #[inline(always)]
    pub(super) fn alone(&self) -> Option<usize> {
        self.is_alone.then(|| self.first())
    }

    /// Prefers this place among equals.
    #[inline(always)]
    pub(super) fn prefer(self, place: usize) -> Self {
        let only = self.equals & 1 << place;
        Self { equals: if only == 0 { self.equals } else { only }, ..self }
    }

    /// Returns the seat of the best, where places are seats.
    #[inline(always)]
    pub(super) const fn seat(&self) -> Seat {
        Seat::new(self.first() % MAX_SEATS)
    }
}

/// No aim.
pub(super) const NONE: f32 = f32::NEG_INFINITY;

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

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

    #[test]
    fn the_leader_is_the_first_of_the_best() {
        let mut rng = Rng::from_words([8, 8, 8]);
        for _ in 0..2000 {
            let aims: [f32; 8] = std::array::from_fn(|_| rng.index(6) as f32 * 0.5);
            let leader = Leader::of(&aims);
            let best = aims.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let places: Vec<usize> = (0..8).filter(|&i| aims[i] == best).collect();
            assert_eq!((leader.aim, leader.first()), (best, places[0]));
            assert_eq!(leader.alone(), (places.len() == 1).then_some(places[0]));
            let preferred = leader.prefer(5).first();
            assert_eq!(preferred, if places.contains(&5) { 5 } else { places[0] });
        }
        // What is hardly worse is as good, and no place of its own.
        let close = Leader::of(&[1.0, 1.0 + 0.5 * EQUAL, 0.0]);
        assert_eq!((close.first(), close.alone()), (1, None));
        // Only some of them count.
        let row = [4.0_f32, 3.0, 2.0, 1.0, 9.0];
        for seats in 1..1_u8 << 5 {
            let of_set = (0..5).filter(|i| seats >> i & 1 != 0);
            let best = of_set.max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
            assert_eq!(Leader::among(&row, seats).seat(), Seat::new(best));
        }
    }
}
