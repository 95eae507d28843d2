//! A decision, as it is shown to a bot.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Game, Seat};

/// One choice to make. It gives the mover's view and legal actions, and has no way to the state:
/// a bot cannot peek, by type.
///
/// ```
/// use ludometer_model::{Decision, Game};
///
/// /// The index of the first action whose text begins with this word, or of the first of all.
/// fn first_called<G: Game>(decision: &Decision<'_, G>, word: &str) -> usize {
///     let called = |action: &G::Action| decision.game().action_text(*action).starts_with(word);
///     decision.legal().iter().position(called).unwrap_or(0)
/// }
/// ```
///
/// Facts that a seat can't know are not to be had:
///
/// ```compile_fail
/// use ludometer_model::{Decision, Game};
///
/// fn peek<'a, G: Game>(decision: &Decision<'a, G>) -> &'a G::State {
///     decision.state
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Decision<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    legal: &'a [G::Action],
    stop: Option<&'a AtomicBool>,
}

impl<'a, G: Game> Decision<'a, G> {
    /// Returns the decision of the seat to move in this state. `legal` must be what the game gives.
    ///
    /// For those who run plays; a bot only ever receives one.
    #[inline]
    pub const fn new(game: &'a G, state: &'a G::State, seat: Seat, legal: &'a [G::Action]) -> Self {
        Self { game, state, seat, legal, stop: None }
    }

    /// Returns the same decision, which can be called off by setting this flag.
    #[inline]
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Returns the same decision between some of its actions only.
    #[inline]
    #[must_use]
    pub const fn among<'b>(&self, legal: &'b [G::Action]) -> Decision<'b, G>
    where
        'a: 'b,
    {
        Decision { game: self.game, state: self.state, seat: self.seat, legal, stop: self.stop }
    }

    /// Returns true once nobody waits for the answer any more: a bot that thinks for long gives up then, with
    /// whatever error.
    pub fn called_off(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns the rules in force.
    #[inline]
    pub const fn game(&self) -> &'a G {
        self.game
    }

    /// Returns who chooses.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the legal actions, at least one.
    #[inline]
    pub const fn legal(&self) -> &'a [G::Action] {
        self.legal
    }

    /// Returns what the mover knows.
    #[inline]
    pub fn view(&self) -> G::View {
        self.game.view(self.state, self.seat)
    }

    /// Returns the number of the turn in progress.
    pub fn turn(&self) -> u32 {
        self.game.turn(self.state)
    }

    /// Returns the index of the phase in the list of the game's phases.
    pub fn phase(&self) -> usize {
        self.game.phase(self.state)
    }
}
