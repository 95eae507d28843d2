//! Where a play's chance comes from, and what bots leave to it.

use ludometer_model::{BySeat, Purpose, Rng, Seat, Streams};

/// Where a play's chance comes from. Turns are asked for only where they matter.
pub(super) trait Chance {
    /// Returns the numbers of the deal.
    fn of_deal(&mut self) -> &mut Rng;

    /// Returns the numbers for what comes of the next action, which is this seat's.
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng;

    /// Returns the numbers for the choice of the bot in this seat, whose own stream is given.
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

/// Chance in which one action of the game takes other random numbers, and all that comes after it the same.
pub(super) struct Redrawn {
    chance: SplitChance,
    /// The actions to come before the one that is drawn anew.
    before: u32,
    anew: Streams,
}

impl Redrawn {
    /// Returns chance in which the action of this number, from 0, takes its numbers from `anew`.
    pub(super) const fn new(chance: SplitChance, action: u32, anew: Streams) -> Self {
        Self { chance, before: action, anew }
    }
}

impl Chance for Redrawn {
    fn of_deal(&mut self) -> &mut Rng {
        self.chance.of_deal()
    }

    #[inline]
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng {
        let turn = turn();
        let is_anew = self.before == 0;
        self.before = self.before.wrapping_sub(1);
        self.chance.of_action(seat, || turn);
        if is_anew {
            self.chance.now = self.anew.in_turn(Purpose::Chance, turn, seat, 0).coupled();
        }
        &mut self.chance.now
    }

    #[inline]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng {
        self.chance.of_choice(own, seat, turn)
    }
}

/// Chance of plays of one deal: the deal and what comes after it, an action's part from a stream of its
/// own (so that one choice more leaves the draws and dice of other seats and turns as they were), and
/// other random numbers for the bots in each play.
pub(super) struct Again {
    chance: SplitChance,
    own: BySeat<Rng>,
}

impl Again {
    /// Returns chance in which the deal is that of `deal`, draws and dice come from `draws`, the bots' numbers from `own`.
    pub(super) fn new(deal: Streams, draws: Streams, own: Streams) -> Self {
        let chance = SplitChance { now: deal.chance().coupled(), ..SplitChance::new(draws, true) };
        Self { chance, own: BySeat::from_fn(|seat| own.seat(seat)) }
    }
}

impl Chance for Again {
    fn of_deal(&mut self) -> &mut Rng {
        self.chance.of_deal()
    }

    #[inline]
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng {
        self.chance.of_action(seat, turn)
    }

    #[inline]
    fn of_choice<'a>(&'a mut self, _: &'a mut Rng, seat: Seat, _: impl FnOnce() -> u32) -> &'a mut Rng {
        &mut self.own[seat]
    }
}
