//! Values the actions of a decision if all play on as any bot. Playouts are faster, and know two policies only.

use std::sync::atomic::AtomicBool;

use super::game::stream;
use super::values::Valued;
use super::worlds::{Worlds, value_in};
use crate::position::{Position, SeatedBot};
use ludometer_bots::BotSpec;
use ludometer_model::{Rng, Seat};

/// A bot in each seat, for games that are played on from imagined worlds.
pub(super) struct Table<'a> {
    seats: Vec<Box<dyn SeatedBot>>,
    stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    pub(super) fn new(at: &dyn Position, bot: &BotSpec, stop: &'a AtomicBool) -> Self {
        Self { seats: (0..at.seats()).map(|_| at.seat_bot(bot, false)).collect(), stop }
    }

    /// Begins a new game.
    pub(super) fn begin(&mut self) {
        for bot in &mut self.seats {
            bot.begin();
        }
    }

    /// Returns what the seat to move chooses. A bot that fails chooses at random.
    pub(super) fn choose(&mut self, at: &dyn Position, mover: Seat, luck: &mut Rng) -> usize {
        let chosen = self.seats[mover.index()].decide(at, luck, self.stop);
        chosen.unwrap_or_else(|_| luck.index(at.choices()))
    }

    /// Plays on to the end.
    fn play_on(&mut self, at: &mut dyn Position, luck: &mut Rng) {
        self.begin();
        while let Some(mover) = at.to_move() {
            let chosen = self.choose(at, mover, luck);
            at.apply_silently(chosen, luck);
        }
        let outcome = at.outcome();
        for bot in &mut self.seats {
            bot.end(&outcome);
        }
    }
}

/// Worlds that the mover can't tell from a position.
struct OfPosition<'a> {
    at: &'a dyn Position,
    seat: Seat,
    rng: &'a mut Rng,
    luck: Rng,
    world: Box<dyn Position>,
    table: Table<'a>,
}

impl Worlds for OfPosition<'_> {
    fn imagine(&mut self) {
        self.world = self.at.determinized(self.seat, self.rng);
        self.luck = self.rng.fork();
    }

    fn reward(&mut self, choice: usize) -> f64 {
        let mut luck = self.luck.clone();
        let mut next = self.world.copy();
        next.apply_silently(choice, &mut luck);
        self.table.play_on(&mut *next, &mut luck);
        next.reward(self.seat)
    }
}

/// Values the legal actions of a decision by what the seat to move knows, if all play on as this bot.
pub(super) fn value_by_bot(
    at: &dyn Position,
    chosen: usize,
    (bot, worlds, against): (&BotSpec, u32, Option<usize>),
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Valued {
    let seat = at.to_move().unwrap_or_default();
    let (world, luck, table) = (at.copy(), rng.clone(), Table::new(at, bot, stop));
    let mut of_position = OfPosition { at, seat, rng, luck, world, table };
    value_in(&mut of_position, (at.choices(), chosen), (worlds, against), stop)
}

/// Returns what this bot would choose in the place of the seat to move; `None` if it fails. Its random numbers follow
/// from what the seat knows.
pub(crate) fn choice_of(at: &dyn Position, bot: &BotSpec, stop: &AtomicBool) -> Option<usize> {
    let mut luck = stream(at, at.to_move()?);
    let mut bot = at.seat_bot(bot, false);
    bot.begin();
    bot.decide(at, &mut luck, stop).ok()
}

/// Returns this seat's share of the win, 0 to 1, by what it knows, if all play on as this bot.
pub(super) fn chance_by_bot(
    at: &dyn Position,
    seat: Seat,
    (bot, worlds): (&BotSpec, u32),
    rng: &mut Rng,
    stop: &AtomicBool,
) -> f64 {
    let mut table = Table::new(at, bot, stop);
    let mut sum = 0.0;
    for _ in 0..worlds {
        let mut world = at.determinized(seat, rng);
        table.play_on(&mut *world, rng);
        sum += world.reward(seat);
    }
    sum / f64::from(worlds.max(1))
}
