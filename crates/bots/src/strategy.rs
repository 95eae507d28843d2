//! The interface of a bot, which chooses one of the legal actions or gives up; and the bot that chooses at random.

use std::fmt::Display;

use thiserror::Error;

use ludometer_model::{Decision, Game, Outcome, Rng, is_hidden};

/// A bot that can't go on with a play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// Why, and at which decision.
    pub reason: String,
}

impl Forfeit {
    /// Returns a forfeit for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }

    /// Returns the failure where nobody waits for the choice any more.
    pub(super) fn called_off() -> Self {
        Self { reason: "called off".to_owned() }
    }
}

/// Returns the message about the choice of a place that no legal action has.
pub fn no_such_action(place: impl Display, legal: usize) -> String {
    format!("chose action {place} of {legal} legal ones (they are numbered from 0)")
}

/// Returns the place of the legal action with this text.
///
/// # Errors
/// The error in the text, with some that are legal.
pub(super) fn named(text: &str, legal: &[String]) -> Result<usize, String> {
    legal.iter().position(|action| action == text).ok_or_else(|| {
        let text: String = text.chars().filter(|c| !is_hidden(*c)).take(60).collect();
        let some: Vec<&str> = legal.iter().take(8).map(String::as_str).collect();
        let more = if legal.len() > some.len() { ", ..." } else { "" };
        format!("chose `{text}`, which is not legal (legal: {}{more})", some.join(", "))
    })
}

/// Chooses one of the legal actions.
pub trait Strategy<G: Game>: Send {
    /// Returns the index of the chosen action in `decision.legal()`.
    ///
    /// A bot draws random numbers from `rng` alone: its choice follows from what it was shown and
    /// from that stream.
    ///
    /// # Errors
    /// [`Forfeit`] if it can't choose. The built-in bots always can.
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit>;

    /// Begins a new play: forget the last.
    fn begin(&mut self) {}

    /// Ends the play. Nothing of it may be carried over to the next.
    fn end(&mut self, _outcome: &Outcome) {}
}

/// Chooses each legal action with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    #[inline(always)]
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        Ok(choose(decision.legal().len(), rng))
    }
}

/// Returns a uniform index. A forced choice draws a number too: cheaper than to guess whether it is one.
#[inline(always)]
pub fn choose(choices: usize, rng: &mut Rng) -> usize {
    rng.index(choices)
}
