//! From what seats would get either way to what each is expected to get, and what a seat is after: rows of
//! numbers by seat.

/// One number a seat. The compiler knows how many seats there are: its loops become straight vector code.
pub(super) type Row<const N: usize> = [f64; N];

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
    pub(super) mean: f64,
}

impl<const N: usize> Trial<N> {
    /// With so many points more in the centre.
    #[inline(always)]
    pub(super) fn raised(self, points: f64) -> Self {
        Self { mean: self.mean + points, ..self }
    }

    /// True if the seat gains from a high sum.
    #[inline]
    pub(super) fn gains(&self, seat: usize) -> bool {
        self.shares[seat] > 0.0
    }
}

/// What each seat gets as its sign is, and what it would pay with its sign turned.
#[derive(Clone, Copy)]
pub(super) struct Sides<const N: usize> {
    pub(super) straight: Row<N>,
    pub(super) turned: Row<N>,
}

/// What each seat is expected to get of the two.
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
    // Reverses come where they hurt most, or where they help their owner.
    let part = 1.0 / (1.0 + sum(&hurt));
    let mut pays = [0.0; N];
    for i in 0..N {
        let help = if apart[i] < 0.0 { own[i] } else { 0.0 };
        let risk = others[i] * (hurt[i] * part);
        pays[i] = straight[i] - smaller(risk + help, 0.6) * apart[i];
    }
    pays
}

/// The sum of a row, in two chains: they don't wait for each other, and fit one vector.
#[inline(always)]
pub(super) fn sum<const N: usize>(row: &Row<N>) -> f64 {
    let mut sums = [0.0; 2];
    for (i, x) in row.iter().enumerate() {
        sums[i % 2] += x;
    }
    sums[0] + sums[1]
}

/// The sum of pays, each times what it counts for.
#[inline(always)]
pub(super) fn aim_of<const N: usize>(eye: &Row<N>, pays: &Row<N>) -> f64 {
    let mut row = [0.0; N];
    for i in 0..N {
        row[i] = eye[i] * pays[i];
    }
    sum(&row)
}

/// The larger of two numbers: one instruction, where `f64::max` minds numbers that are none.
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers.
#[inline(always)]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
