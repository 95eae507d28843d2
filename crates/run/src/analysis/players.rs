//! The bots of plays beside the batch in which decisions are looked at one by one.

use super::super::play::{PlayError, checked};
use ludometer_bots::{Bot, BotSpec, OnBotError, Random, Strategy, build};
use ludometer_model::{Decision, Rng, SeatSet};
use ludometer_playable::Playable;

/// A line-up. What becomes of a bot that fails is the same as in the batch.
pub(super) struct Players<'a, G: Playable> {
    bots: &'a [BotSpec],
    line_up: Vec<Bot<G>>,
    /// Bots that failed in the play at hand, by place; the next play has them back.
    failed_bots: Vec<(usize, Bot<G>)>,
    /// The seats whose bots failed in it.
    pub forfeited: SeatSet,
    play: u64,
    decision: u32,
}

impl<'a, G: Playable> Players<'a, G> {
    pub(super) fn new(game: &G, bots: &'a [BotSpec]) -> Self {
        let line_up = bots.iter().map(|bot| build(bot, game)).collect();
        Self { bots, line_up, failed_bots: Vec::new(), forfeited: SeatSet::EMPTY, play: 0, decision: 0 }
    }

    /// Begins the play of this number.
    pub(super) fn begin(&mut self, play: u64) {
        for (place, bot) in self.failed_bots.drain(..) {
            self.line_up[place] = bot;
        }
        self.line_up.iter_mut().for_each(Strategy::begin);
        (self.play, self.decision, self.forfeited) = (play, 0, SeatSet::EMPTY);
    }

    /// Returns what the bot of this place in the line-up chooses.
    ///
    /// # Errors
    /// Its failure, if it is not to forfeit then.
    pub(super) fn choose(
        &mut self,
        place: usize,
        shown: &Decision<'_, G>,
        rng: &mut Rng,
    ) -> Result<G::Action, PlayError> {
        let (legal, decision) = (shown.legal(), self.decision);
        self.decision += 1;
        let chosen = self.line_up[place].decide(shown, rng).map_err(|forfeit| forfeit.reason);
        match chosen.and_then(|i| checked(i, legal)) {
            Ok(action) => Ok(action),
            Err(reason) if self.bots[place].on_error == OnBotError::Stop => {
                let (bot, seat) = (self.bots[place].name.clone(), shown.seat());
                Err(PlayError::Forfeit { bot, seat, decision, play: self.play, reason })
            }
            Err(_) => {
                // Someone who chooses at random takes its place.
                let failed = std::mem::replace(&mut self.line_up[place], Bot::Random(Random));
                self.failed_bots.push((place, failed));
                self.forfeited.insert(shown.seat());
                Ok(legal[rng.index(legal.len())])
            }
        }
    }
}
