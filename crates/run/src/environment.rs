//! Games side by side as environments: what agents elsewhere learn from, in numbers.

mod side_by_side;

use thiserror::Error;

pub(super) use self::side_by_side::SideBySide;
use ludometer_model::{Json, Seat};

/// Errors of a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// No legal action has this number.
    #[error("action {action} is not legal in game {game}; legal are {legal:?}")]
    Illegal {
        /// The game's place.
        game: usize,
        /// As it was given.
        action: i64,
        /// The numbers of the legal ones.
        legal: Vec<usize>,
    },
    /// The game is over.
    #[error("game {game} is over: deal it anew")]
    Over {
        /// The game's place.
        game: usize,
    },
    /// The rules failed, which are a script's.
    #[error("game {game}: {reason}")]
    Rules {
        /// The game's place.
        game: usize,
        /// The mistake in the rules.
        reason: String,
    },
}

/// Where a step of all games writes what came of it: a row for each game, one behind the other.
#[derive(Debug)]
pub struct StepRows<'a> {
    /// The observation of the seat to move, in the game that goes on or, where one ended, in the next one.
    pub observations: &'a mut [f32],
    /// 1 for each legal action of the seat to move.
    pub masks: &'a mut [i8],
    /// The seat to move.
    pub movers: &'a mut [i8],
    /// The reward of each seat in the game that just ended; 0 where none did.
    pub rewards: &'a mut [f32],
    /// 1 where a game ended and the next one was dealt.
    pub ended: &'a mut [i8],
}

/// Games of one game design with its types erased. A game is named by its place, an action by its number.
pub trait Environments: Send {
    /// Returns the number of games.
    fn games(&self) -> usize;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the names of the numbers of an observation, in order; none if the game tells no features.
    fn features(&self) -> &[String];

    /// Returns the texts of the actions that have numbers of their own, in order.
    fn action_names(&self) -> &[String];

    /// Returns the number of actions: those with names, and the room behind them.
    fn actions(&self) -> usize;

    /// Sets up the game with this number of a batch with this seed: the same as in a run.
    ///
    /// # Errors
    /// [`EnvironmentError::Rules`].
    fn deal(&mut self, game: usize, seed: u64, number: u64) -> Result<(), EnvironmentError>;

    /// Returns the seat to move, or nothing when the game is over.
    fn to_move(&self, game: usize) -> Option<Seat>;

    /// Returns the numbers of the legal actions, in the game's order.
    fn legal(&self, game: usize) -> Vec<usize>;

    /// Returns a legal action in words; nothing for another one.
    fn action_text(&self, game: usize, action: usize) -> Option<String>;

    /// Returns what the seat knows, as JSON.
    fn view(&self, game: usize, seat: Seat) -> Json;

    /// Returns the seed and number with which a game was dealt, and the places of what was chosen in it among the legal
    /// actions: what [`retrace`](crate::retrace) takes.
    fn course(&self, game: usize) -> (u64, u64, &[usize]);

    /// Appends what the seat knows, as numbers.
    fn observe(&self, game: usize, seat: Seat, row: &mut Vec<f32>);

    /// Returns what the seat gets, once the game is over: its share of the win, or its score where that counts.
    fn reward(&self, game: usize, seat: Seat) -> f64;

    /// Carries out a legal action.
    ///
    /// # Errors
    /// [`EnvironmentError`].
    fn step(&mut self, game: usize, action: usize) -> Result<(), EnvironmentError>;

    /// Writes what the seats to move are shown, as a step does; no game has ended.
    fn look_all(&self, rows: &mut StepRows<'_>);

    /// Carries out an action in every game, or in none if one is not legal; those that end are dealt anew. Of `n` games that at the place `i` is number `i`
    /// of the batch first, then number `i + n`, and so on.
    ///
    /// # Errors
    /// The first [`EnvironmentError`].
    fn step_all(&mut self, actions: &[i64], rows: &mut StepRows<'_>) -> Result<(), EnvironmentError>;
}
