//! One bot asked for one decision of an audit, and how its failure is worded.

use std::sync::atomic::{AtomicBool, Ordering};

use super::play::PlayError;
use super::position::{Position, SeatedBot};
use ludometer_bots::BotSpec;
use ludometer_model::{Rng, Seat};

/// Names a decision of an audit, and the bot that is asked.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) spec: &'a BotSpec,
    pub(super) play: u64,
    /// The decision's number in the play.
    pub(super) decision: u32,
    pub(super) seat: Seat,
    pub(super) stop: &'a AtomicBool,
}

impl Asked<'_> {
    /// Returns the bot's choice in this position. A bot that is called off fails too: then the audit was stopped.
    pub(super) fn choose(
        &self,
        bot: &mut dyn SeatedBot,
        at: &dyn Position,
        rng: &mut Rng,
    ) -> Result<usize, PlayError> {
        bot.decide(at, rng, self.stop).map_err(|reason| {
            if self.stop.load(Ordering::Relaxed) {
                return PlayError::Stopped;
            }
            let Self { spec, play, decision, seat, .. } = *self;
            PlayError::Forfeit { bot: spec.name.clone(), seat, decision, play, reason }
        })
    }
}
