//! Four trials of one deal at once.
//!
//! What stands side by side in a vector here are trials, not seats: nothing has to be added up across a vector,
//! and which of the four matter, and which is the best, needs no branch. Four take as many instructions as three
//! by themselves.

use wide::f32x4;

use super::super::params::PLAYERS;
use super::pays::{Row, Threats, larger};
use super::{EQUAL, ROUNDING};
use ludometer_model::{MAX_SEATS, Seat};

/// One number for each of four trials.
pub(super) type Four = f32x4;

/// Up to four numbers of a row from `first` on; 0 behind its end.
#[inline(always)]
pub(super) fn four_of<const N: usize>(row: &Row<N>, first: usize) -> Four {
    Four::from(std::array::from_fn::<f32, 4, _>(|k| if first + k < N { row[first + k] } else { 0.0 }))
}

/// 1 in one place, 0 in the others.
#[inline(always)]
pub(super) fn unit(place: usize) -> Four {
    Four::from(std::array::from_fn::<f32, 4, _>(|k| if k == place { 1.0 } else { 0.0 }))
}

/// Where `x` is above 0 one number, else the other.
#[inline(always)]
pub(super) fn by_sign(x: Four, positive: Four, other: Four) -> Four {
    x.simd_gt(Four::splat(0.0)).bitselect(positive, other)
}

/// What the pays of all seats follow from, trials apart.
pub(super) struct Purses<'a, const N: usize> {
    /// A quarter of each seat's money.
    pub(super) money: &'a Row<N>,
    pub(super) threats: &'a Threats<N>,
    /// What each seat's pay counts for.
    pub(super) eye: &'a Row<N>,
}

impl<const N: usize> Purses<'_, N> {
    /// The aims where seats have these shares, and a share is worth so much a spread lower, at the mean, and a
    /// spread higher.
    #[inline(always)]
    pub(super) fn aims(&self, shares: [Four; N], values: [Four; 3]) -> Four {
        let nothing = Four::splat(0.0);
        let (mut straight, mut apart, mut hurt) = ([nothing; N], [nothing; N], [nothing; N]);
        let mut hurts = Four::splat(1.0);
        for i in 0..N {
            let money = Four::splat(self.money[i]);
            let at = values.map(|value| shares[i] * value);
            let pay = at.map(|value| value.fast_max(-money));
            let cost = at.map(|value| value.fast_min(money));
            straight[i] = (pay[0] + pay[2]) + (pay[1] + pay[1]);
            apart[i] = straight[i] + ((cost[0] + cost[2]) + (cost[1] + cost[1]));
            hurt[i] = apart[i].fast_max(nothing);
            hurts += hurt[i];
        }
        let part = Four::splat(1.0) / hurts;
        let mut aims = nothing;
        for i in 0..N {
            let help = apart[i].simd_lt(nothing) & Four::splat(self.threats.own[i]);
            let risk = Four::splat(self.threats.others[i]) * (hurt[i] * part);
            let turned = (risk + help).fast_min(Four::splat(0.6)) * apart[i];
            aims += Four::splat(self.eye[i]) * (straight[i] - turned);
        }
        aims
    }
}

/// For each set of seats a row with 0 for those in it, and less than any aim for the others.
static BARRED: [[f32; MAX_SEATS]; 1 << PLAYERS.1] = {
    let mut barred = [[f32::NEG_INFINITY; MAX_SEATS]; 1 << PLAYERS.1];
    let mut place = 0;
    while place < PLAYERS.1 << PLAYERS.1 {
        let (bits, i) = (place / PLAYERS.1, place % PLAYERS.1);
        if bits >> i & 1 != 0 {
            barred[bits][i] = 0.0;
        }
        place += 1;
    }
    barred
};

/// These aims, but none in the places outside of the set.
#[inline(always)]
pub(super) fn only(aims: Four, set: u8) -> Four {
    aims + four_of(&BARRED[usize::from(set) % BARRED.len()], 0)
}

/// The aims of these seats, four by four.
#[inline(always)]
pub(super) fn only_seats<const N: usize>(aims: &Row<N>, seats: u8) -> [Four; 2] {
    let barred = &BARRED[usize::from(seats) % BARRED.len()];
    [0, 4].map(|first| four_of(aims, first) + four_of(barred, first))
}

/// The best of some aims: found without a branch, since chance says where it is.
#[derive(Clone, Copy)]
pub(super) struct Leader {
    pub(super) aim: f32,
    /// The places whose aim only rounding tells from the best, a bit each: so no choice hangs on last bits.
    pub(super) equals: u32,
    /// True if no other is as good.
    is_alone: bool,
}

impl Leader {
    /// Of up to 32 aims.
    #[inline(always)]
    pub(super) fn of<const C: usize>(aims: &[Four; C]) -> Self {
        let top = aims.iter().fold(aims[0], |top, four| top.fast_max(*four)).to_array();
        let aim = larger(larger(top[0], top[2]), larger(top[1], top[3]));
        let near = |margin| {
            let least = Four::splat(aim - margin);
            aims.iter().rev().fold(0, |bits, four| bits << 4 | four.simd_ge(least).to_bitmask())
        };
        let good = near(EQUAL);
        Self { aim, equals: near(ROUNDING), is_alone: good & good.wrapping_sub(1) == 0 }
    }

    /// The first of the best places.
    #[inline(always)]
    pub(super) const fn first(&self) -> usize {
        self.equals.trailing_zeros() as usize
    }

    /// The best place, if no other is as good.
    #[inline(always)]
    pub(super) fn alone(&self) -> Option<usize> {
        self.is_alone.then(|| self.first())
    }

    /// Among equals, this place.
    #[inline(always)]
    pub(super) fn prefer(self, place: usize) -> Self {
        let only = self.equals & 1 << place;
        Self { equals: if only == 0 { self.equals } else { only }, ..self }
    }

    /// The seat of the best, where places are seats.
    #[inline(always)]
    pub(super) const fn seat(&self) -> Seat {
        Seat::new(self.first() % MAX_SEATS)
    }
}
