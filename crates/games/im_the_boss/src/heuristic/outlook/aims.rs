//! A planner's aim in a deal as it may come out: its own pay less the mean of the others'.

use super::super::pays::{Row, Threats, Trial, aim_of, row_of, settled};
use super::{Outlook, Put, spread};

impl<const N: usize> Outlook<N> {
    /// Returns the aims with a card put before each of these seats, one at a time; the place of another seat has the
    /// aim with none put down.
    #[inline(never)]
    pub(in crate::heuristic) fn aims_put(&self, trial: &Trial<N>, put: Put, seats: u8) -> Row<N> {
        std::array::from_fn(|i| {
            self.aim_in(&if seats >> i & 1 != 0 { self.after(*trial, i, put) } else { *trial })
        })
    }

    /// Returns the aim in a trial once the planner, whose acts are not in the deal, has gone out.
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

    /// Returns the aim in a trial if the play ends with it: the Boss, who alone is still in, does nothing any more.
    pub(in crate::heuristic) fn aim_at_end(&self, trial: &Trial<N>) -> f32 {
        let none = Threats { others: [0.0; N], own: [0.0; N] };
        let trial = trial.raised(-self.push_in(trial, self.boss));
        self.aim_of(&settled(&self.sides(&trial, 0.0), &none))
    }

    /// Returns what the planner is after, its own pay less the mean of the others', where the pays are known: of this
    /// deal, or of one that came of it.
    #[inline]
    pub(in crate::heuristic) fn aim_of(&self, pays: &Row<N>) -> f32 {
        aim_of(&self.eye, pays)
    }

    /// Returns the same in a trial.
    #[inline(never)]
    pub(in crate::heuristic) fn aim_in(&self, trial: &Trial<N>) -> f32 {
        aim_of(&self.eye, &self.pays_in(trial))
    }

    /// Returns the aim with so many points more in the centre.
    #[inline]
    pub(in crate::heuristic) fn aim_with(&self, points: f32) -> f32 {
        self.aim_in(&self.trial().raised(points))
    }
}
