//! The second part of an audit: each bot from a file asked for its seat alone.
//!
//! Hidden cards determinized don't show that two seats tell each other what they hold: what a seat sees
//! stays, and so does what it tells. Asked before the others, by a value (and a process) that is new,
//! it has heard nothing; the last seat and the last play come first, so what was said before isn't
//! said before now.

use std::sync::atomic::Ordering;

use thiserror::Error;

use super::any::AnyGame;
use super::asked::Asked;
use super::audit::AuditError;
use super::batch::Hooks;
use super::play::PlayError;
use ludometer_bots::BotSpec;
use ludometer_model::{Seat, Streams};

/// A bot that chooses otherwise when the other seats and the earlier plays are out of its reach.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bot `{bot}` chose `{first}` and, asked for its seat alone with the last game first, `{second}` (game {play}, \
     decision {decision}, seat {seat}): something else than its view, such as another seat or an earlier game, \
     tells it what to choose"
)]
pub struct Influenced {
    /// The bot.
    pub bot: String,
    /// Its choice among the others.
    pub first: String,
    /// Its choice when it was asked alone.
    pub second: String,
    /// The play's number.
    pub play: u64,
    /// The decision's number in it.
    pub decision: u32,
    /// The bot's seat.
    pub seat: Seat,
}

/// Asks each bot that comes from a file, one seat after the other, for the choices that it made in
/// these plays (the first play's first). Gives the number of choices that were the same.
pub(super) fn ask_alone(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    seed: u64,
    hooks: Hooks<'_>,
    plays: &[Vec<u32>],
) -> Result<u64, AuditError> {
    let mut same = 0;
    let mut at = game.position();
    for (place, spec) in bots.iter().enumerate().rev().filter(|(_, spec)| spec.file.is_some()) {
        // Dropped, and its process ended, before the next seat is asked.
        let mut bot = at.seat_bot(spec, false);
        for (play, choices) in plays.iter().enumerate().rev() {
            let play = play as u64;
            let streams = Streams::new(seed, play);
            let mut chance = streams.chance();
            let mut own = None;
            bot.begin();
            at.deal(&mut chance);
            for (decision, &chosen) in choices.iter().enumerate() {
                let chosen = chosen as usize;
                let Some(seat) = at.to_move() else { break };
                if seat.index() == place {
                    let decision = decision as u32;
                    let rng = own.get_or_insert_with(|| streams.seat(seat));
                    let asked = Asked { spec, play, decision, seat, stop: hooks.stop };
                    let again = asked.choose(&mut *bot, &*at, rng)?;
                    if again != chosen {
                        let (first, second) = (at.action_text(chosen), at.action_text(again));
                        let bot = spec.name.clone();
                        return Err(Influenced { bot, first, second, play, decision, seat }.into());
                    }
                    same += u64::from(at.choices() > 1);
                }
                if hooks.stop.load(Ordering::Relaxed) {
                    return Err(PlayError::Stopped.into());
                }
                at.apply_silently(chosen, &mut chance);
            }
        }
    }
    Ok(same)
}
