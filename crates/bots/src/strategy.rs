//! What a bot is, and the list of those built in.

use std::fmt::Display;

use thiserror::Error;

use super::flat::Flat;
use super::greedy::Greedy;
use super::kind::BotKind;
use super::mcts::Mcts;
use super::process::Process;
use super::random::Random;
use super::script::Script;
use super::spec::BotSpec;
use ludometer_model::{Decision, Game, Outcome, Rng};
use ludometer_playable::Playable;

/// A bot that can't go on with a play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// Why, and at which decision.
    pub reason: String,
}

impl Forfeit {
    /// Nobody waits for the choice any more.
    pub(super) fn called_off() -> Self {
        Self { reason: "called off".to_owned() }
    }
}

/// What is wrong with the choice of a place that no legal action has.
pub fn no_such_action(place: impl Display, legal: usize) -> String {
    format!("chose action {place} of {legal} legal ones (they are numbered from 0)")
}

/// Chooses one of the legal actions.
pub trait Strategy<G: Game>: Send {
    /// The index of the chosen action in `decision.legal()`.
    ///
    /// A bot draws random numbers from `rng` alone: its choice follows from what it was shown and
    /// from that stream.
    ///
    /// # Errors
    /// [`Forfeit`] if it can't choose. The built-in bots always can.
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit>;

    /// A new play begins: forget the last.
    fn begin(&mut self) {}

    /// The play is over. Nothing of it may be carried over to the next.
    fn end(&mut self, _outcome: &Outcome) {}
}

/// A built-in bot. An enum and not a `dyn`: choosing the bot costs a well predicted branch a
/// decision instead of an indirect call that hides its body from the optimiser.
pub enum Bot<G: Playable> {
    /// Uniform over the legal actions.
    Random(Random),
    /// The action that looks best.
    Greedy(Greedy<G>),
    /// Search without a tree: `flat-mc` and `lookahead`.
    Flat(Box<Flat<G>>),
    /// Information-set Monte Carlo tree search.
    Mcts(Box<Mcts<G>>),
    /// A script.
    Script(Box<Script>),
    /// A program of its own.
    Process(Box<Process>),
}

/// The bot that a specification describes.
pub fn build<G: Playable>(spec: &BotSpec, game: &G) -> Bot<G> {
    match spec.kind {
        BotKind::Random => Bot::Random(Random),
        BotKind::Greedy => Bot::Greedy(Greedy::new(spec.values.clone())),
        BotKind::Lookahead => Bot::Flat(Box::new(Flat::lookahead(game, &spec.values))),
        BotKind::FlatMc => Bot::Flat(Box::new(Flat::monte_carlo(game, &spec.values))),
        BotKind::Mcts => Bot::Mcts(Box::new(Mcts::new(game, &spec.values))),
        BotKind::Script => Bot::Script(Box::new(Script::new(spec))),
        BotKind::Process => Bot::Process(Box::new(Process::new(spec))),
    }
}

impl<G: Playable> Bot<G> {
    /// Lets what a script makes lie elsewhere in memory, which must change no choice.
    #[must_use]
    pub fn shifted(mut self) -> Self {
        if let Self::Script(script) = &mut self {
            script.shifted = true;
        }
        self
    }
}

impl<G: Playable> Strategy<G> for Bot<G> {
    // Into the loop of a play: `random` is too short for a call.
    #[inline(always)]
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        match self {
            Self::Random(bot) => bot.decide(decision, rng),
            Self::Greedy(bot) => bot.decide(decision, rng),
            Self::Flat(bot) => bot.decide(decision, rng),
            Self::Mcts(bot) => bot.decide(decision, rng),
            Self::Script(bot) => bot.decide(decision, rng),
            Self::Process(bot) => bot.decide(decision, rng),
        }
    }

    #[inline]
    fn begin(&mut self) {
        match self {
            Self::Random(bot) => Strategy::<G>::begin(bot),
            Self::Greedy(bot) => bot.begin(),
            Self::Flat(bot) => bot.begin(),
            Self::Mcts(bot) => bot.begin(),
            Self::Script(bot) => Strategy::<G>::begin(&mut **bot),
            Self::Process(bot) => Strategy::<G>::begin(&mut **bot),
        }
    }

    #[inline]
    fn end(&mut self, outcome: &Outcome) {
        match self {
            Self::Random(bot) => Strategy::<G>::end(bot, outcome),
            Self::Greedy(bot) => bot.end(outcome),
            Self::Flat(bot) => bot.end(outcome),
            Self::Mcts(bot) => bot.end(outcome),
            Self::Script(bot) => Strategy::<G>::end(&mut **bot, outcome),
            Self::Process(bot) => Strategy::<G>::end(&mut **bot, outcome),
        }
    }
}
