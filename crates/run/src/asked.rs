//! One bot asked for one decision of an audit, and how its failure is worded.

use std::sync::atomic::{AtomicBool, Ordering};

use super::play::PlayError;
use ludometer_bots::{Bot, BotSpec, Strategy};
use ludometer_model::{Decision, Game, Rng, Seat};
use ludometer_playable::Playable;

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
    /// Returns the bot's choice in this decision, which is shown to it.
    pub(super) fn choose<G: Playable>(
        &self,
        bot: &mut Bot<G>,
        shown: &Decision<'_, G>,
        rng: &mut Rng,
    ) -> Result<usize, PlayError> {
        bot.decide(shown, rng).map_err(|forfeit| self.failure(forfeit.reason))
    }

    /// Returns the bot's failure, or that the audit was stopped: a bot that is called off fails too.
    pub(super) fn failure(&self, reason: String) -> PlayError {
        if self.stop.load(Ordering::Relaxed) {
            return PlayError::Stopped;
        }
        let Self { spec, play, decision, seat, .. } = *self;
        PlayError::Forfeit { bot: spec.name.clone(), seat, decision, play, reason }
    }
}

/// Returns a choice in words; one that is no legal action by its number.
pub(super) fn choice_text<G: Game>(game: &G, legal: &[G::Action], choice: usize) -> String {
    legal.get(choice).map_or_else(|| format!("#{choice}"), |&action| game.action_text(action))
}
