//! Where a play's chance comes from, and what bots leave to it.

use crate::model::{BySeat, Purpose, Rng, Seat, Streams};

/// Where a play's chance comes from. Turns are asked for only where they matter.
pub(super) trait Chance {
    /// The numbers of the deal.
    fn of_deal(&mut self) -> &mut Rng;

    /// The numbers for what comes of the next action, which is this seat's.
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng;

    /// The numbers for the choice of the bot in this seat, whose own stream is given.
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng;
}

/// One stream for all: what `run` plays and `trace` replays.
impl Chance for Rng {
    #[inline(always)]
    fn of_deal(&mut self) -> &mut Rng {
        self
    }

    #[inline(always)]
    fn of_action(&mut self, _: Seat, _: impl FnOnce() -> u32) -> &mut Rng {
        self
    }

    #[inline(always)]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, _: Seat, _: impl FnOnce() -> u32) -> &'a mut Rng {
        own
    }
}

/// Chance from one stream, or from one an action (see [`Streams::in_turn`]) with coupled draws, and
/// then the bots' as well.
pub(super) struct SplitChance {
    streams: Streams,
    now: Rng,
    choice: Rng,
    /// The turn of each seat's last action, and how many it had in it.
    last: BySeat<(u32, u32)>,
    split: bool,
}

impl SplitChance {
    pub(super) fn new(streams: Streams, split: bool) -> Self {
        let chance = streams.chance();
        let now = if split { chance.coupled() } else { chance };
        Self { streams, choice: now.clone(), now, last: BySeat::all((0, 0)), split }
    }
}

impl Chance for SplitChance {
    fn of_deal(&mut self) -> &mut Rng {
        &mut self.now
    }

    #[inline]
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng {
        if self.split {
            let turn = turn();
            let (last, action) = self.last[seat];
            let action = if last == turn { action } else { 0 };
            self.last[seat] = (turn, action + 1);
            self.now = self.streams.in_turn(Purpose::Chance, turn, seat, action).coupled();
        }
        &mut self.now
    }

    #[inline]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng {
        if !self.split {
            return own;
        }
        let turn = turn();
        let (last, action) = self.last[seat];
        let action = if last == turn { action } else { 0 };
        self.choice = self.streams.in_turn(Purpose::Choice, turn, seat, action);
        &mut self.choice
    }
}
