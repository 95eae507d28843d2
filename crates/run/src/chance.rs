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
    /// Numbers of the bots that depend on their seats alone.
    own: Option<BySeat<Rng>>,
    /// How many actions come before the one whose cards are drawn anew, and what they are turned by.
    anew: Option<(u32, u32)>,
}

impl SplitChance {
    pub(super) fn new(streams: Streams, split: bool) -> Self {
        let chance = streams.chance();
        let now = if split { chance.coupled() } else { chance };
        let last = BySeat::all((0, 0));
        Self { streams, choice: now.clone(), now, last, split, own: None, anew: None }
    }

    /// Returns chance of plays of one deal: the deal comes from `deal`; draws and dice from `draws`, an action's part
    /// from a stream of its own (so that one choice more leaves those of other seats and turns as they were); the bots'
    /// numbers from `own`.
    pub(super) fn of_one_deal(deal: Streams, draws: Streams, own: Streams) -> Self {
        let own = Some(BySeat::from_fn(|seat| own.seat(seat)));
        Self { now: deal.chance().coupled(), own, ..Self::new(draws, true) }
    }

    /// Returns chance in which the action of this number, from 0, draws its cards anew ([`Rng::with_cards_anew`]); all else
    /// that it leaves to chance, and all that comes after it, is the same as without.
    pub(super) fn with_cards_anew(streams: Streams, action: u32, turn: u32) -> Self {
        Self { anew: Some((action, turn)), ..Self::new(streams, true) }
    }

    /// Returns how many actions the seat has had in this turn.
    fn actions_in(&self, seat: Seat, turn: u32) -> u32 {
        let (last, actions) = self.last[seat];
        if last == turn { actions } else { 0 }
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
            let action = self.actions_in(seat, turn);
            self.last[seat] = (turn, action + 1);
            self.now = self.streams.in_turn(Purpose::Chance, turn, seat, action).coupled();
            if let Some((0, turn)) = self.anew {
                self.now = self.now.clone().with_cards_anew(turn);
            }
            self.anew = self.anew.and_then(|(before, turn)| Some((before.checked_sub(1)?, turn)));
        }
        &mut self.now
    }

    #[inline]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng {
        if self.split && self.own.is_none() {
            let turn = turn();
            self.choice = self.streams.in_turn(Purpose::Choice, turn, seat, self.actions_in(seat, turn));
            return &mut self.choice;
        }
        match &mut self.own {
            Some(own) => &mut own[seat],
            None => own,
        }
    }
}
