//! What a planner is after in a deal as it may come out: its own pay less the mean of the others'.

use super::super::four::{Four, Purses, by_sign, four_of, unit};
use super::super::pays::{Row, Threats, Trial, aim_of, row_of, settled};
use super::{Outlook, PUSH, Put, spread};

impl<const N: usize> Outlook<N> {
    /// The aims with a card put before each of these seats, one at a time; the place of another seat has the aim
    /// with none put down.
    #[inline(never)]
    pub(in crate::heuristic) fn aims_put(&self, trial: &Trial<N>, put: Put, seats: u8) -> Row<N> {
        let (times, more) = put.factors();
        let (times, more) = (Four::splat(times), Four::splat(more));
        let seats = row_of::<N>(seats);
        let mut aims = [0.0; N];
        for first in (0..N).step_by(4) {
            let [before, sign] = [&trial.shares, &self.sign].map(|row| four_of(row, first));
            let change = (before * times + sign * more) * four_of(&seats, first);
            let [up, down] = [&self.up, &self.down].map(|row| four_of(row, first) * Four::splat(PUSH));
            let push = |shares| by_sign(shares, up, -down);
            let mean = Four::splat(trial.mean) + (push(before + change) - push(before));
            // Put together by sums: a row read right behind a number written into it waits for it.
            let four = self.aims_of(
                std::array::from_fn(|i| Four::splat(trial.shares[i]) + change * unit(i.wrapping_sub(first))),
                mean,
            );
            for (aim, found) in aims[first..].iter_mut().zip(four.to_array()) {
                *aim = found;
            }
        }
        aims
    }

    /// The aims with so many points more in the centre.
    #[inline(never)]
    pub(in crate::heuristic) fn aims_raised(&self, trial: &Trial<N>, points: [f32; 4]) -> [f32; 4] {
        let mean = Four::splat(trial.mean) + Four::from(points);
        self.aims_of(trial.shares.map(Four::splat), mean).to_array()
    }

    /// The aims in four trials with these shares and sums.
    #[inline(always)]
    fn aims_of(&self, shares: [Four; N], mean: Four) -> Four {
        let spread = Four::splat(self.spread);
        let (rate, limit) = (Four::splat(self.rate), Four::splat(self.limit));
        let values =
            [mean - spread, mean, mean + spread].map(|sum| (sum * rate).fast_max(-limit).fast_min(limit));
        Purses { money: &self.money, threats: &self.threats, eye: &self.eye }.aims(shares, values)
    }

    /// The aim in a trial once the planner, whose acts are not in the deal, has gone out.
    #[allow(clippy::needless_range_loop, reason = "rows by seat go side by side")]
    pub(in crate::heuristic) fn aim_without(&self, trial: &Trial<N>, planner: usize, nasty: bool) -> f32 {
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

    /// The aim in a trial if the play ends with it: the Boss, who alone is still in, does nothing any more.
    pub(in crate::heuristic) fn aim_at_end(&self, trial: &Trial<N>) -> f32 {
        let none = Threats { others: [0.0; N], own: [0.0; N] };
        let trial = trial.raised(-self.push_in(trial, self.boss));
        self.aim_of(&settled(&self.sides(&trial, 0.0), &none))
    }

    /// What the planner is after, its own pay less the mean of the others', where the pays are known: of this deal, or of one that came of it.
    #[inline]
    pub(in crate::heuristic) fn aim_of(&self, pays: &Row<N>) -> f32 {
        aim_of(&self.eye, pays)
    }

    /// The same in a trial.
    #[inline(never)]
    pub(in crate::heuristic) fn aim_in(&self, trial: &Trial<N>) -> f32 {
        aim_of(&self.eye, &self.pays_in(trial))
    }

    /// The aim with so many points more in the centre.
    #[inline]
    pub(in crate::heuristic) fn aim_with(&self, points: f32) -> f32 {
        self.aim_in(&self.trial().raised(points))
    }
}
