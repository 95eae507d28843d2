//! The lines of a trace that all games have in common, as JSON: the beginning, decisions and the end.

use serde_json::{Value as Json, json};

use super::any::AnyGame;
use super::position::Position;
use ludometer_model::{Outcome, Program, Seat};

/// Returns the first line: what is played by whom, and the state after the deal. `index` is the seed and the game's
/// number.
pub(super) fn start(
    game: &dyn AnyGame,
    strategies: &[impl AsRef<str>],
    (seed, index): (u64, u64),
    at: &dyn Position,
) -> Json {
    json!({
        "event": "start",
        "game": game.design().id,
        "version": Program::release(),
        "rules": game.rules().to_json(),
        "players": game.seats(),
        "strategies": strategies.iter().map(AsRef::as_ref).collect::<Vec<_>>(),
        "seed": seed,
        "index": index,
        "state": at.state(),
    })
}

/// Returns a decision of this seat and what was chosen.
pub(super) fn decision(at: &dyn Position, seat: Seat, chosen: usize) -> Json {
    json!({
        "event": "decision",
        "turn": at.turn(),
        "phase": at.phase(),
        "seat": seat,
        "legal": legal(at),
        "chosen": at.action_text(chosen),
    })
}

/// Returns the legal actions in words.
fn legal(at: &dyn Position) -> Vec<String> {
    (0..at.choices()).map(|choice| at.action_text(choice)).collect()
}

/// Returns the legal actions as people are shown them.
pub(super) fn labels(at: &dyn Position) -> Vec<String> {
    (0..at.choices()).map(|choice| at.action_label(choice)).collect()
}

/// Returns the last line.
pub(super) fn end(game: &dyn AnyGame, outcome: &Outcome, at: &dyn Position) -> Json {
    json!({
        "event": "end",
        "turns": outcome.turns,
        "ranks": outcome.places().collect::<Vec<_>>(),
        "scores": outcome.scores.first(game.seats()),
        "winners": outcome.winners().collect::<Vec<_>>(),
        "unfinished": outcome.unfinished,
        "state": at.state(),
    })
}
