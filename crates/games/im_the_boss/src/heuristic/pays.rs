//! From what seats would get either way to what each is expected to get, and what a seat is after: rows of
//! numbers by seat.

use super::super::params::PLAYERS;
use ludometer_model::small_table::MAX_SEATS;

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
pub(super) fn row_of<const N: usize>(seats: u8) -> Row<N> {
    let row = &FACTORS[usize::from(seats) % FACTORS.len()];
    *row.first_chunk().expect("no table is larger")
}

/// One number a seat. The compiler knows how many seats there are: its loops become straight vector code, in
/// single precision for four seats at a time, where double precision took two.
pub(super) type Row<const N: usize> = [f32; N];

/// How likely each seat's sign is to be turned: by others if that hurts, by itself if that helps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats<const N: usize> {
    pub(super) others: Row<N>,
    pub(super) own: Row<N>,
}

/// The table after something was put down or taken away: what pays follow from that changes within a turn.
///
/// It is worked out beside the deal instead of in it. A number written into a row and the row read right
/// behind it wait for each other, and nothing has to be changed back.
#[derive(Clone, Copy)]
pub(super) struct Trial<const N: usize> {
    pub(super) shares: Row<N>,
    pub(super) mean: f32,
}

impl<const N: usize> Trial<N> {
    /// Returns the pays with so many points more in the centre.
    #[inline(always)]
    pub(super) fn raised(self, points: f32) -> Self {
        Self { mean: self.mean + points, ..self }
    }

    /// Returns the pays with so many shares more for a seat.
    #[inline(always)]
    pub(super) fn changed(mut self, seat: usize, shares: f32) -> Self {
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
    pub(super) straight: Row<N>,
    pub(super) turned: Row<N>,
}

impl<const N: usize> Sides<N> {
    /// Returns the pays with these shares and a quarter of this money, in quarters: at the middle value with a weight of two,
    /// at the other values with one each.
    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    #[inline(always)]
    pub(super) fn of(shares: &Row<N>, money: &Row<N>, values: [f32; 3]) -> Self {
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
pub(super) fn sum<const N: usize>(row: &Row<N>) -> f32 {
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
pub(super) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}
